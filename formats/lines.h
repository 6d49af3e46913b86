/*
 * lines.h - the lines of a text, one after another, of any length of text; and what they meant, remembered.
 *
 *     fr_lines lines = fr_lines_of(in, opt);
 *     fr_bytes line;
 *     while (fr_lines_next(&lines, &line)) ...
 */
#ifndef FR_FORMATS_LINES_H
#define FR_FORMATS_LINES_H

#include "base/input.h"
#include "model/build/builder.h"

typedef struct fr_lines {
    fr_input *in;
    const fr_read_options *opt;
    uint64_t n;    /* of the line that was given last, from 1 */
    bool cut;      /* what the window begins with belongs to a line that was cut */
    char last[64]; /* of an input that ends without a line break: its last line, cut; "" */
} fr_lines;

/* The lines that follow in `in`. */
fr_lines fr_lines_of(fr_input *in, const fr_read_options *opt);
/* The next line without its newline and the CR before it; it lives until the next call. A line longer than
 * FR_INPUT_BLOCK and opt->limits.name_bytes ends there. False at the end of the input and after a failure. Reports
 * progress. */
bool fr_lines_next(fr_lines *lines, fr_bytes *line);

/* After the last line: notes that it may be cut, where no line break follows it. */
void fr_lines_note_end(const fr_lines *lines, fr_builder *b);

/* Notes this line, printable and cut, as a case of `kind`. */
void fr_lines_note(const fr_lines *lines, fr_builder *b, fr_note_kind kind, fr_bytes line);

/* The next line of a text in memory, trimmed, which *text loses; false at its end. For probes. */
bool fr_lines_take(fr_bytes *text, fr_bytes *line);
/* The same as it stands there. False also for a last line without a newline, unless `whole`. */
bool fr_lines_cut(fr_bytes *text, bool whole, fr_bytes *line);
/* The last word of *line, which loses it and the blanks around. */
fr_bytes fr_lines_last_word(fr_bytes *line);

/*
 * ---- what a line meant, remembered by its bytes ----
 *
 * In recordings 97 % of the frame lines are repeats, and a repeat then costs one hash and one comparison instead of a
 * parse. Bounded: when full it forgets everything and starts again, so memory doesn't follow the input.
 */

#define FR_LINE_UNKNOWN UINT32_MAX

typedef struct fr_line_slot {
    uint64_t hash;
    const char *at; /* NULL: free */
    uint32_t len;
    uint32_t value;
} fr_line_slot;

/* Zeroed and given a seed it is ready. */
typedef struct fr_line_cache {
    fr_line_slot *slots;
    size_t n, n_slots;
    fr_arena arena; /* the lines */
    uint64_t seed;
} fr_line_cache;

static inline uint64_t fr_line_hash(const fr_line_cache *cache, fr_bytes line)
{
    return fr_bytes_hash(line, cache->seed);
}

/* The value of an equal line, or FR_LINE_UNKNOWN. `hash` is fr_line_hash() of the line. */
uint32_t fr_line_cache_find(const fr_line_cache *cache, fr_bytes line, uint64_t hash);
/* Remembers a line that find() doesn't know; without memory, or for a very long line, it doesn't. */
void fr_line_cache_put(fr_line_cache *cache, fr_bytes line, uint64_t hash, uint32_t value);
void fr_line_cache_reset(fr_line_cache *cache);

#endif
