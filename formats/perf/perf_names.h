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
#include "formats/perf/perf_frame.h"
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

/*
 * Frame lines as stackcollapse-perf.pl (FlameGraph 41fee1f) reads them, for names
 * that equal its own byte for byte. Pure: no state, no allocation.
 *
 *     <TAB>7f01 std::f(int)+0x1f (/a)       std::f
 *     <TAB>7f02 LFoo;::a->LBar;::b (/m)     LFoo:::a, LBar:::b_[i]
 *     <TAB>7f03 [unknown] (/lib/x.so)       [x.so]
 */

typedef struct fr_perf_compat {
    fr_bytes pc, names, module; /* `names`: one or more, joined by "->", the caller first */
} fr_perf_compat;

/* A frame line, or the frame at the end of a header line. False where the script drops the line:
 * without a module, or with a name that starts with '('. */
bool fr_perf_compat_split(fr_bytes line, fr_perf_compat *to);
/* Cuts the last name off `names`; false where none is left. */
bool fr_perf_compat_last(fr_bytes *names, fr_bytes *name);

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
/* One name of a line as stackcollapse-perf.pl has it; `inlined`: a later one of several joined by
 * "->", `java`: comm starts so. */
uint32_t fr_perf_names_compat(fr_perf_names *n, const fr_perf_compat *line, fr_bytes name,
                              bool inlined, bool java);
/* The frame with its line of source, which --srcline makes a part of its name. */
uint32_t fr_perf_names_source(fr_perf_names *n, uint32_t frame, const fr_perf_source *source);
/* The frame as one of a stack that waits. */
uint32_t fr_perf_names_off_cpu(fr_perf_names *n, uint32_t frame);
/* Room for `need` bytes of n->text; false when memory ran out, which sticks in the builder. */
bool fr_perf_names_reserve(fr_perf_names *n, size_t need);

#endif
