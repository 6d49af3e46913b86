/*
 * reader.h - a reader is a row of the table in readers.c: how to recognise a format and how to read it.
 */
#ifndef FR_FORMATS_READER_H
#define FR_FORMATS_READER_H

#include "base/json.h"
#include "base/ways.h"
#include "model/build/builder.h"

/*
 * What a purpose (fr_read_options.purpose) asks of a reader, and which uses its profile has.
 *
 *     FR_FOR_TOP        functions_only        a pprof is counted by name, without stacks
 *     FR_FOR_PICTURE    lines_until, share    stacks end where they are too narrow to be drawn
 *     FR_FOR_FUNCTIONS  drop_lines            frames are functions at once
 *     FR_FOR_ADDRESSES  keep_locations        frames keep their mapping and address
 *
 * A reader may do more than that. What it keeps does not change the profile's purpose, so that a use
 * that is refused for one format is refused for all.
 */
typedef struct fr_needs {
    bool functions_only; /* self and total of every function; no stacks */
    bool drop_lines;     /* no files, lines and addresses */
    bool keep_locations; /* mappings, and the address of every frame */
    /* stacks beyond which files, lines and addresses are dropped; 0: keep them */
    uint32_t lines_until;
    double min_share; /* then stacks of less than this share of every column end there; 0: whole */
} fr_needs;

/* The first place in `text` where a record begins, so that what is before it can be read by one
 * thread and what follows by another; text.len: none. `text` starts with a line. */
typedef size_t fr_boundary(fr_bytes text);

/* The choices that the inputs of one run share: the first input chooses, the others follow. */
typedef struct fr_choice {
    char event[256];          /* perf script: the events read, "A,B"; "" until chosen */
    fr_weight weight;         /* perf script: PERIOD or SAMPLES; AUTO until chosen */
    uint32_t columns;         /* folded: 1 or 2; 0 until chosen */
    struct fr_event_log *log; /* perf script: what each input holds; may be NULL */
    fr_needs needs;           /* what the purpose of reading asks of each input */
    bool plain;               /* no fast way is taken, as in a build with -DFR_FAST=OFF */
    /* The input being read: */
    size_t threads;              /* it may be read on so many; 0 and 1: alone */
    fr_boundary *boundary;       /* of its format; NULL: it cannot be cut */
    uint64_t n_lines, n_skipped; /* set by readers of lines: all, and those that do not fit */
    bool again;                  /* set by the reader: what was read is void, to be read alone */
} fr_choice;

/* Returns true if a reader may take a fast way. It asks once for an input, before it reads. */
bool fr_choice_allows(const fr_choice *choice, fr_way way);

/* Returns how sure it is: 0 (not this format), 10, 60, 100 (magic). Pure; sees the first 64 KiB after gunzip, which is
 * all of the input if `whole`. */
typedef int fr_probe(fr_bytes head, bool whole);
/* Reads all of `in` into `b`; failures stick there. */
typedef void fr_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice);
/* Reads a document of JSON into `b`; failures stick in either. */
typedef void fr_read_json(const fr_json *file, fr_builder *b, const fr_read_options *opt);
/* A format of texts that list stacks: formats/listings/listing.h. */
typedef struct fr_dialect fr_dialect;

/* The words by which an input shows its format. */
typedef struct fr_sign {
    int score;            /* as that of a probe; 0: no further sign */
    const char *begins;   /* the input begins so, behind a byte order mark and white space */
    const char *has[3];   /* all of these stand in what a probe sees, */
    const char *lacks[2]; /* and none of these */
} fr_sign;

typedef struct fr_format {
    fr_format_info info; /* its flags: what is kept where the input has it */
    fr_probe *probe;
    fr_sign signs[4]; /* where there is no probe: one of them is enough; the surest stand first */
    fr_read *read;    /* or one of the next two */
    fr_read_json *read_json;
    const fr_dialect *dialect;
    bool ends_early;       /* JSON whose outermost list may be cut short */
    fr_boundary *boundary; /* NULL: read on one thread */
    bool shares;           /* can read into a builder that holds other inputs */
    unsigned stacks;       /* FR_STACKS_... that hold for all stacks of the format */
    const char *command;   /* what makes such a file, for people */
} fr_format;

#define FR_PROBE_BYTES ((size_t)64 << 10)

/* The row of an input by its content, or by name where that is not NULL. NULL: what it is instead. */
const fr_format *fr_format_choose(fr_input *in, const char *name, fr_error *err);
/* Returns the bit of its row: fr_profile_info.formats. */
uint64_t fr_format_bit(const fr_format *format);

/* ---- suspects.c: what people give us by mistake, by name, with the next command ---- */

bool fr_shape_valgrind(fr_bytes head); /* "==4711== Memcheck, a memory error detector" */

typedef struct fr_suspect {
    const char *text; /* a sentence without its first words' capital and its full stop */
    const char *hint; /* the next command; NULL: the list of formats */
    fr_code code;     /* FR_E_FORMAT, or FR_E_EMPTY where it may be a profile of nothing */
} fr_suspect;

/* The first row that matches what is no profile, or NULL. `head` is the beginning of the input. It is asked
 * before a format wins that is recognised by a few lines only; `only_sure`: the rows that speak against any format of
 * texts. */
const fr_suspect *fr_suspect_find(fr_bytes head, bool only_sure);

/* The readers, which rows name: where signs are too little a probe, and a read function or a dialect each. */
fr_probe fr_backtraces_probe, fr_bcc_probe, fr_bpftrace_probe, fr_callgrind_probe, fr_dtrace_probe,
    fr_folded_probe, fr_goroutines_probe, fr_instruments_probe, fr_java_threads_probe, fr_jfr_probe,
    fr_macos_sample_probe, fr_nflxprofile_probe, fr_otlp_probe, fr_perf_data_probe,
    fr_perf_script_probe, fr_pmcstat_probe, fr_pprof_probe, fr_pprof_legacy_probe,
    fr_python_threads_probe, fr_rows_probe, fr_systemtap_probe, fr_v8_log_probe, fr_xctrace_probe;
fr_read fr_async_html_read, fr_austin_read, fr_bpftrace_json_read, fr_callgrind_read,
    fr_dtrace_read, fr_flamegraph_svg_read, fr_folded_read, fr_ghc_prof_read, fr_goroutines_read,
    fr_instruments_read, fr_jfr_read, fr_macos_sample_read, fr_nflxprofile_read, fr_otlp_read,
    fr_own_read, fr_perf_data_read, fr_perf_script_read, fr_pmcstat_read, fr_pprof_read,
    fr_pprof_legacy_read, fr_rows_read, fr_visual_studio_read, fr_vtune_read, fr_xctrace_read;
fr_read_json fr_chrome_trace_read, fr_cpuprofile_read, fr_dhat_read, fr_firefox_read,
    fr_flamebearer_read, fr_ghc_json_read, fr_heapprofile_read, fr_safari_read, fr_speedscope_read,
    fr_stackprof_read, fr_v8_log_read;
extern const fr_dialect fr_backtraces_dialect, fr_bcc_dialect, fr_bpftrace_dialect,
    fr_java_threads_dialect, fr_python_threads_dialect, fr_systemtap_dialect;
fr_boundary fr_folded_boundary, fr_perf_script_boundary;

#endif
