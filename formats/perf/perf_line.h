/*
 * perf_line.h - what a line of perf script text is; the line that starts a sample, and a frame line, taken apart. Pure,
 * and functions of the line alone, so that frame lines may be remembered by their bytes.
 */
#ifndef FR_FORMATS_PERF_PERF_LINE_H
#define FR_FORMATS_PERF_PERF_LINE_H

#include "base/bytes.h"
#include "flamerender.h"

/*
 * A frame line.
 *
 *     <TAB>ffffffff8103ce3b native_safe_halt+0xb ([kernel.kallsyms])
 *     <TAB>            29b5 nearest+0x45 (inlined)
 *
 * Names are kept whole: only a trailing +0xOFFSET goes. The module is the last balanced pair of parentheses after a
 * blank, so "baz (/tmp/x (deleted))" and "f(int) (/opt/a (x86)/lib.so)" are read as perf meant them.
 */
typedef struct fr_perf_frame {
    uint64_t ip;
    size_t ip_width; /* columns up to the end of the ip: perf pads it to 16 */
    size_t ip_digits;
    fr_bytes symbol; /* without offset; "" where perf knew none */
    fr_bytes module; /* "/usr/lib/libc.so.6", "[vdso]"; "" where there is none */
    bool inlined;    /* "(inlined)" stood in the place of the module */
} fr_perf_frame;

/* False where `line` doesn't start with blanks and an address. Slices point into `line`. */
bool fr_perf_frame_parse(fr_bytes line, fr_perf_frame *frame);
/* The frame that ends a header line of perf record without -g: what follows "event:". Stricter,
 * because the text of a tracepoint stands in the same place. */
bool fr_perf_frame_parse_inline(fr_bytes rest, fr_perf_frame *frame);

/* "foo+0x1f" -> "foo"; "operator+" and "foo+0x" stay. */
fr_bytes fr_perf_frame_strip_offset(fr_bytes text);
/* True for a line that is a frame even where nothing above it says so: it has a module, or an address
 * in perf's column of 16. "<TAB>add x" is prose. */
bool fr_perf_frame_sure(const fr_perf_frame *frame);

/* True for "", "[unknown]" and the like: the symbol tells nothing. */
bool fr_perf_frame_unknown(const fr_perf_frame *frame);

/*
 * The line that starts a sample.
 *
 *     V8 WorkerThread 24636/25607 [000]  94564.109216:     100 cycles:u:  rest
 *     comm            pid   tid   cpu    time              period event   rest
 *
 * Every field may be missing (perf script -F). comm may hold blanks, digits, colons, brackets and slashes.
 */
typedef struct fr_perf_header {
    fr_bytes comm;  /* "" without one */
    fr_bytes event; /* with its modifiers, without the colon: "cycles:u"; "" without one */
    fr_bytes rest;  /* what follows "event:", not trimmed at its start: a frame or text */
    int64_t pid, tid;
    uint64_t cpu;
    int64_t time_ns;
    uint64_t period;
    bool has_pid; /* "12/13"; a lone number is the tid */
    bool has_tid;
    bool has_cpu;
    bool has_time; /* false also where the time doesn't fit: perf prints -1 as 18446744073.709551 */
    bool has_period; /* false also where the period doesn't fit an int64_t */
    bool is_record;  /* "PERF_RECORD_LOST lost 55": no sample; `rest` starts at PERF_RECORD_ */
    /* perf.data knows before it reads: headers with the same number say the same, `who` of comm, pid and tid,
     * `what` of event and rest. 0: nothing is known of others. */
    uint32_t who, what;
} fr_perf_header;

/* A header with a time stamp: the sure form. */
bool fr_perf_header_timed(fr_bytes line, fr_perf_header *h);
/* "java 19983 cycles:", "foo 1/2 [003]        235 sched:sched_switch: prev_comm=a": needs the tid
 * and the event. Prose can look like this. */
bool fr_perf_header_untimed(fr_bytes line, fr_perf_header *h);
/* "  waiter K   1   ffffffff821f8b58 __schedule ([kernel.kallsyms])": no stamp, and a frame in the
 * column where recordings without -g have theirs. */
bool fr_perf_header_inline(fr_bytes line, fr_perf_header *h);
/* "java 19983", "java cycles:", "  958": of perf script -F comm,tid,ip,sym. Any line can be read like
 * this; only frames on the lines below make it a header. */
void fr_perf_header_bare(fr_bytes line, fr_perf_header *h);

/* ---- the fields of a header line, and the words of any ---- */

static inline bool fr_perf_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool fr_perf_hex(char c)
{
    return fr_is_digit(c) || (c >= 'a' && c <= 'f');
}

static inline fr_bytes fr_perf_head(fr_bytes text, size_t len)
{
    return (fr_bytes){text.at, len};
}

static inline fr_bytes fr_perf_tail(fr_bytes text, size_t from)
{
    return (fr_bytes){from ? text.at + from : text.at, text.len - from}; /* of nothing: nothing */
}

/* The value of a hexadecimal digit, or 16. Inline, because names of a kernel are hundreds of thousands. */
static inline unsigned fr_perf_digit(char c)
{
    return fr_is_digit(c)         ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                  : 16;
}

/* Positions of the first `word` from `from` on, and of the last one; text.len where there is none. */
size_t fr_perf_find(fr_bytes text, size_t from, fr_bytes word);
size_t fr_perf_find_last(fr_bytes text, fr_bytes word);
/* Returns what follows the first `key` in `text`, or nothing. */
fr_bytes fr_perf_after(fr_bytes text, fr_bytes key);

fr_bytes fr_perf_trim_end(fr_bytes text);
fr_bytes fr_perf_trim_start(fr_bytes text);
fr_bytes fr_perf_first_word(fr_bytes text);
fr_bytes fr_perf_last_word(fr_bytes text);
/* Without its last word and the blanks before that. */
fr_bytes fr_perf_drop_word(fr_bytes text, fr_bytes word);
bool fr_perf_read_ids(fr_bytes word, fr_perf_header *h); /* "25607", "24636/25607", "-1/-1" */

typedef enum fr_perf_line_kind {
    FR_PERF_BLANK,    /* ends a sample */
    FR_PERF_COMMENT,  /* "# captured on ..." */
    FR_PERF_HEADER,   /* with a time stamp */
    FR_PERF_UNTIMED,  /* "java 12 cycles:": a header, or prose */
    FR_PERF_RECORD,   /* "PERF_RECORD_LOST lost 55" */
    FR_PERF_FRAME,    /* "<TAB>7f01 foo (/a)" */
    FR_PERF_ANNEX,    /* belongs to a frame but is none: "  a.c:12", "0x7f02/0x7f03/P/-/-/1" */
    FR_PERF_NO_FRAME, /* starts with a tab but has no address */
    FR_PERF_OTHER     /* a warning, or a header of the bare form */
} fr_perf_line_kind;

typedef struct fr_perf_line {
    fr_perf_line_kind kind;
    fr_perf_header header; /* of HEADER, UNTIMED; for RECORD `rest` starts at PERF_RECORD_ */
    fr_perf_frame frame;   /* of FRAME */
} fr_perf_line;

/* `line` is without its newline. The slices of `to` point into it. */
void fr_perf_line_read(fr_bytes line, fr_perf_line *to);

#endif
