/*
 * legacy.h - what pprof reads besides its protobuf: binary CPU profiles of gperftools, heap profiles of tcmalloc and
 * jemalloc as text, contention, threads, and what Google's agent for Java wrote.
 *
 *     samples: values, and a stack of addresses, the innermost first
 *     symbols: the names of addresses      "--- symbol" before the samples, or Java's list behind them
 *     maps:    which file an address is of "MAPPED_LIBRARIES:" behind them, as /proc/PID/maps has it
 *
 * All is held whole, since names come last.
 */
#ifndef FR_FORMATS_LEGACY_LEGACY_H
#define FR_FORMATS_LEGACY_LEGACY_H

#include "formats/list.h"
#include "formats/reader.h"

typedef struct fr_legacy {
    fr_builder *b;
    const fr_read_options *opt;
    bool keeps_locations;
    fr_bytes all, rest;    /* the input; what is still to be read of it */
    uint64_t line;         /* of texts: read last */
    fr_held held;          /* by the lists, without a limit of their own */
    fr_list symbols, maps; /* by address */
    fr_list stack;         /* uint64_t: addresses of the sample, innermost first */
    uint32_t columns[4];
    size_t n_columns;
    int64_t period, duration_ns; /* 0: not known */
    const char *period_type, *period_unit;
    bool counted[4]; /* the column counts samples */
    uint64_t n_nameless;
} fr_legacy;

/* ---- legacy.c ---- */

/* The next line of what is left, trimmed, which loses it. */
bool fr_legacy_line(fr_legacy *l, fr_bytes *line);
void fr_legacy_fail(fr_legacy *l, const char *expected);
/* Hexadecimal digits at the beginning of *text, which loses them. False where there are none, or more than 16. */
bool fr_legacy_hex(fr_bytes *text, uint64_t *number);
/* Java's list: lines "0x7f01 name (File.java:12)" anywhere in `text`. */
void fr_legacy_take_java_names(fr_legacy *l, fr_bytes text);
/* The lines of `text` that are maps; other lines are skipped. */
void fr_legacy_take_maps(fr_legacy *l, fr_bytes text);
bool fr_legacy_add_address(fr_legacy *l, uint64_t address);
void fr_legacy_remove_second(fr_legacy *l); /* Address of the stack, which has two at least. */
/* Removes the copy of the innermost address that a signal's handler may have left behind it. */
void fr_legacy_remove_copy(fr_legacy *l);
/* A sample of what the stack holds, which it loses: a value for each column; `bytes` of 0 is no label. */
void fr_legacy_add_sample(fr_legacy *l, const int64_t *values, int64_t bytes);
void fr_legacy_column(fr_legacy *l, size_t i, const char *name, const char *unit);

/* A kind knows its own heads, and reads all of what is left. */
typedef struct fr_legacy_kind {
    const char *head;          /* it begins so; or NULL: */
    bool (*is)(fr_bytes head); /* this says so */
    void (*read)(fr_legacy *l);
} fr_legacy_kind;

extern const fr_legacy_kind fr_legacy_cpu; /* legacy_cpu.c */
/* The kinds that are text, up to one without functions: legacy_text.c. */
extern const fr_legacy_kind fr_legacy_texts[];

#endif
