/*
 * names.h - regular expressions (PCRE2) over names: patterns that choose some, renaming by s/OLD/NEW/, and parts of
 * names that differ from run to run, or from build to build, though the function is the same.
 *
 *     [perf-9006.map]                                 [perf-PID.map]       the same always
 *     LazyCompile:*fib /srv/app.js:3:13               LazyCompile:fib ...  the same always
 *     core::fmt::write::h0123456789abcdef             core::fmt::write     may be the same
 *
 * A limit bounds the work of all matches of a pattern together, so that no pattern can hang the program.
 */
#ifndef FR_MODEL_NAMES_H
#define FR_MODEL_NAMES_H

#include "base/arena.h"
#include "base/fail.h"

typedef struct fr_pattern fr_pattern;

/* The part of a text that has to match. */
typedef enum fr_pattern_kind {
    FR_PATTERN_PART,
    FR_PATTERN_WHOLE,
    FR_PATTERN_FOREIGN /* as FR_PATTERN_WHOLE; a profile brought the pattern, so it gets fewer steps */
} fr_pattern_kind;
/* NULL: `err`, which is FR_E_USAGE and names `option` ("--focus") as the place where the pattern came from. */
fr_pattern *fr_pattern_new(const char *text, const char *option, fr_pattern_kind kind,
                           fr_error *err);
void fr_pattern_free(fr_pattern *pattern);
/* False also where the pattern has used up its steps: `err` is filled then (FR_E_LIMIT). */
bool fr_pattern_matches(fr_pattern *pattern, fr_bytes text, fr_error *err);

typedef struct fr_name_rules fr_name_rules;

/* A name without what differs; in the arena. */
typedef struct fr_name_form {
    fr_bytes text;
    const char *rule; /* "lambda number", static: the first that applied */
} fr_name_form;

fr_name_rules *fr_name_rules_new(fr_error *err);
void fr_name_rules_free(fr_name_rules *rules);

/* True where the name has a part that says nothing about the function: a process id, the mark of a
 * JIT tier. `process`: it names a process, as in "java-9006/9007". */
bool fr_name_same_form(const fr_name_rules *rules, fr_bytes name, bool process, fr_arena *arena,
                       fr_name_form *form);
/* True where the name has a part that may differ between runs: two such names may be one. An
 * outermost frame may be a process: folded text has "java-9006" there, and does not say so. */
bool fr_name_pair_form(const fr_name_rules *rules, fr_bytes name, bool outermost, fr_arena *arena,
                       fr_name_form *form);

/* "s/OLD/NEW/", any sign for '/', g at its end for all places; NEW may hold $1 or \1. */
typedef struct fr_renames fr_renames;

fr_renames *fr_renames_new(const char *const *texts, size_t n, fr_error *err);
void fr_renames_free(fr_renames *renames);
/* True where an expression changed the name: *to is in the arena. False with `err` filled where
 * one took too many steps. */
bool fr_renames_apply(fr_renames *renames, fr_bytes name, fr_arena *arena, fr_bytes *to,
                      fr_error *err);

#endif
