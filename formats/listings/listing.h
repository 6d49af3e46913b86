/*
 * listing.h - texts that list stacks, a frame a line, the innermost first.
 *
 *     @[                                  OPEN
 *         do_nanosleep+90                 FRAME
 *         __x64_sys_nanosleep+112         FRAME
 *     ,                                   BREAK: another stack, which called the one above
 *         clock_nanosleep+87              FRAME
 *     , sleep]: 3                         ROOT and COUNT
 *
 * A dialect says what a line is. listing.c makes stacks of the lines, for all dialects alike.
 */
#ifndef FR_FORMATS_LISTINGS_LISTING_H
#define FR_FORMATS_LISTINGS_LISTING_H

#include "formats/reader.h"

typedef enum fr_listing_kind {
    FR_LISTING_OTHER,   /* does not fit: a line that is rejected */
    FR_LISTING_HEADING, /* a blank line, or text around the stacks; perhaps a unit */
    FR_LISTING_SKIPPED, /* values without stacks: a note counts them */
    FR_LISTING_OPEN, /* a stack begins, perhaps with a root, labels and a count; one that is open ends */
    FR_LISTING_FRAME, /* name, perhaps module, file, line and kind */
    FR_LISTING_STATE, /* state: a label of the open stack */
    FR_LISTING_PLACE, /* file and line of the frame before it */
    FR_LISTING_BREAK, /* what follows is another stack of the same sample; perhaps a root */
    FR_LISTING_ROOT,  /* name: the outermost frame, a command or a thread */
    FR_LISTING_COUNT, /* how often the stack was seen, perhaps a root; ends it */
    FR_LISTING_CLOSE  /* the stack ends */
} fr_listing_kind;

/* Slices point into the line. */
typedef struct fr_listing_line {
    fr_listing_kind kind;
    fr_bytes name;
    fr_bytes module; /* "/lib/libc.so.6", or "" */
    fr_bytes file;
    uint32_t line;
    fr_kind frame_kind;
    bool innermost; /* of FRAME: it begins a stack, whatever came before it */
    uint64_t count; /* of COUNT, and of OPEN where the head says how often; 0: not known yet */
    fr_bytes thread, state; /* of OPEN and STATE: labels of the sample, or "" */
    /* OPEN tells what is counted, where an input may hold several things: "@bytes" */
    fr_bytes series;
    const char *unit; /* of HEADING and OPEN: of the values that follow; static; NULL: as before */
} fr_listing_line;

struct fr_dialect {
    /* Tells what a line is. `open`: an OPEN or a frame came before it, and no end. Pure. `line` is not trimmed. */
    fr_listing_line (*read)(fr_bytes line, bool open);
    const char *column, *unit; /* of the values where no line names a unit: "samples" */
    bool is_dump; /* a stack without a count was seen once; else it is cut off and noted */
};

/* Reads all of `in`. Values are of fr_read_options.weight_unit where that is not NULL. */
void fr_listing_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice,
                     const fr_dialect *dialect);

/* ---- for dialects ---- */

fr_bytes fr_listing_strip_offset(fr_bytes symbol);     /* "foo+0x1f", "foo+31" -> "foo". */
bool fr_listing_count(fr_bytes text, uint64_t *count); /* The whole of `text`, in digits. */
/* "a.c:12" cut at its last colon. False where no number follows that: file and line stay as they are. */
bool fr_listing_place(fr_bytes text, fr_bytes *file, uint32_t *line);
/* Text after the first `sign`, which *text loses together with it; false where there is none. */
bool fr_listing_split(fr_bytes *text, const char *sign, fr_bytes *rest);
/* Counts how many of the lines of `head` a dialect gives each kind, the last one only where `head` is all: for
 * probes. */
#define FR_LISTING_KINDS (FR_LISTING_CLOSE + 1)
void fr_listing_survey(fr_bytes head, bool whole, const fr_dialect *dialect,
                       uint32_t n[FR_LISTING_KINDS]);

#endif
