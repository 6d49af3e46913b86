/*
 * perf_names.h - the frames of perf script text as they are written to be read.
 *
 *     java 12/13 (--tid)                  java-12/13            the root
 *     7f01 [unknown] (/lib/libfoo.so)     [libfoo.so]           unknown functions
 *     7f02 _ZN4core3fmt5write17h...E      core::fmt::write      Rust's legacy symbols
 *     7f03 Lfoo/Bar;::baz (/tmp/perf-7.map)    foo/Bar::baz     Java
 */
#ifndef FR_FORMATS_PERF_PERF_NAMES_H
#define FR_FORMATS_PERF_PERF_NAMES_H

#include "base/bytes.h"
#include "flamerender.h"
#include "formats/line_cache.h"
#include "formats/perf/perf_line.h"
#include "model/build/builder.h"

/*
 * Methods as perf-map-agent writes them into /tmp/perf-PID.map. Pure.
 *
 *     Lfoo/Bar;::baz                            foo/Bar::baz
 *     Lfoo/Bar;::baz->Lfoo/Qux;::quux           foo/Bar::baz, and foo/Qux::quux inlined into it
 *
 * Everything else stays as it is: "operator->", "LazyCompile:*f a.js", "List::operator/".
 */

/* Cuts the last method off `symbol`, which is one or several joined; false where none is left. */
bool fr_java_name_last(fr_bytes *symbol, fr_bytes *method);

/* The line of source below a frame. */
typedef struct fr_perf_source {
    fr_bytes file; /* "" where perf knew none */
    uint32_t line;
    fr_bytes text; /* "a.c:12" */
    bool inlined;
} fr_perf_source;

typedef struct fr_perf_names {
    fr_builder *b;
    const fr_read_options *opt;
    fr_line_cache comms; /* text of the root frame -> frame */
    char comm[32];       /* the last one where roots are comms, and its frame */
    size_t comm_len;     /* 0: none */
    uint32_t comm_frame;
    fr_line_cache sources; /* frame and its line of source -> frame */
    char *text;            /* names being made */
    size_t text_cap;
    char *module; /* the last one, with its name and kind: neighbours often share it */
    size_t module_len, module_cap;
    uint32_t module_name;
    fr_kind module_kind;
    uint32_t *off_cpu; /* by frame: the same one in a stack that waits; 0: not known yet */
    size_t n_off_cpu, off_cpu_cap;
    bool has_symbols; /* of any frame so far */
} fr_perf_names;

void fr_perf_names_init(fr_perf_names *n, fr_builder *b, const fr_read_options *opt);
void fr_perf_names_reset(fr_perf_names *n);

/* The outermost frame of a header's samples; FR_NO_ID for none. */
uint32_t fr_perf_names_root(fr_perf_names *n, const fr_perf_header *h);
/* The id of a frame line's frame. */
uint32_t fr_perf_names_frame(fr_perf_names *n, const fr_perf_frame *frame);
/* True for several Java methods in one line, "La;::b->Lc;::d": each is a frame. */
bool fr_perf_names_joined(const fr_perf_frame *frame);
/* The frame with its line of source, which --srcline makes a part of its name. */
uint32_t fr_perf_names_source(fr_perf_names *n, uint32_t frame, const fr_perf_source *source);
/* Room for `need` bytes of n->text; false when memory ran out, which sticks in the builder. */
bool fr_perf_names_reserve(fr_perf_names *n, size_t need);

#endif
