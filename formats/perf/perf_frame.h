/*
 * perf_frame.h - one frame line of perf script text, taken apart. Pure: no state, no allocation.
 *
 *     <TAB>ffffffff8103ce3b native_safe_halt+0xb ([kernel.kallsyms])
 *     <TAB>            29b5 nearest+0x45 (inlined)
 *
 * Names are kept whole: only a trailing +0xOFFSET goes. The module is the last balanced pair of
 * parentheses after a blank, so "baz (/tmp/x (deleted))" and "f(int) (/opt/a (x86)/lib.so)" are
 * read as perf meant them.
 */
#ifndef FR_FORMATS_PERF_FRAME_H
#define FR_FORMATS_PERF_FRAME_H

#include "base/bytes.h"
#include "flamerender.h"

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
 * The line of source below a frame, of perf script -F +srcline. Pure.
 *
 *     <TAB>7f01 foo (/a)
 *       entry.S:10                        file and line
 *       a.c:12 (inlined)                  of an inlined frame, which has no module
 *       libc.so.6[11634]                  perf knew none
 */

typedef struct fr_perf_source {
    fr_bytes file; /* "" where perf knew none */
    uint32_t line;
    fr_bytes text; /* "a.c:12" */
    bool inlined;
} fr_perf_source;

/* False where `line` is none of these. Slices point into it. */
bool fr_perf_source_parse(fr_bytes line, fr_perf_source *source);

#endif
