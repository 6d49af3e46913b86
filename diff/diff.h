/*
 * diff.h - what changed between two sides, each of one run or several: the object behind the
 * picture, the reports and the gate of `flamerender diff`. diff.c builds it in this order:
 *
 *     moves.h, union.c, pairing.c     runs as columns of one profile, with names that differ by run taken as one
 *     functions.c, unsteady.c         functions of the tree, and code that differs between any runs
 *     factor.c, judge.c               the factor between the sides, and verdicts by significance.h
 *     why.c, headline.c, gate.c       what explains the change, in words, and gates
 *
 *     run      0   1 | 2   3        one column of the tree for each run, base runs first
 *     main    50  52 | 60  61
 *       foo   20  21 | 30  29       base 41, new 59: pooled per side
 *
 * Nothing is scaled or subtracted in the tree. A change is computed where it is asked for:
 *
 *     change = (new - factor * base) / max(new_whole, factor * base_whole)
 *
 * in percentage points of the whole, where `factor` is what a frame that did not change grew by
 * (diff/factor.c). With the share factor new_whole / base_whole that is new share - base share;
 * swapping the sides only changes its sign.
 */
#ifndef FR_DIFF_DIFF_H
#define FR_DIFF_DIFF_H

#include "base/output.h"
#include "diff/significance.h"
#include "model/transform/names.h"
#include "model/tree/tree.h"

/* ---- functions (functions.c): self and total of each, run by run; they are tested as one family ---- */

/* Amounts stand by function and run: that of function f in run r is [f * n_runs + r]. */
typedef struct fr_functions {
    uint32_t n, n_runs;
    uint32_t *name; /* by function: id in tree->names */
    uint8_t *kind;  /* fr_kind of its largest frame */
    int64_t *self, *total;
} fr_functions;

/* Counts the functions of a tree from the root; they stand in the order of the tree. `threads`: for large
 * trees; 0: one for each CPU. */
bool fr_functions_init(fr_functions *functions, const fr_tree *tree, uint32_t threads,
                       fr_error *err);
void fr_functions_reset(fr_functions *functions);

/* A function may differ between runs that nobody changed, for one of these reasons (unsteady.c). */
typedef enum fr_unsteady {
    FR_STEADY,
    FR_UNSTEADY_WAITS,   /* it waits, wakes another thread, or serves an interrupt */
    FR_UNSTEADY_COMPILED /* a JIT compiler made its code while the program ran */
} fr_unsteady;

/* Returns why a frame may differ between such runs, by its kind, or else by its name and file. */
fr_unsteady fr_unsteady_of(fr_bytes name, fr_bytes file, fr_kind kind);

/* The verdict on the change of a frame or of a function. */
typedef enum fr_verdict {
    FR_VERDICT_NOISE, /* within noise, or no change at all: grey */
    FR_VERDICT_SMALL, /* beyond noise, but below --min-change: grey */
    FR_VERDICT_GREW,
    FR_VERDICT_SHRANK,
    FR_VERDICT_NEW,      /* beyond noise, and nothing of it in base */
    FR_VERDICT_GONE,     /* beyond noise, and nothing of it in new */
    FR_VERDICT_UNJUDGED, /* the number of samples is not known */
    FR_VERDICT_MAYBE, /* one run a side: beyond sampling noise, within what runs usually differ by; an amount of a model */
    FR_N_VERDICTS
} fr_verdict;

/* The change of one amount: a total or a self, of a node or a function. */
typedef struct fr_diff_value {
    int64_t base, new_; /* pooled over the runs of a side, as measured */
    double change_pp;   /* against the typical frame, points of the whole */
    double share_pp;    /* new share - base share, points */
    double error_pp;    /* half width of the 95 % interval of change_pp; 0 where it is not known */
    double z;           /* how rare: of a normal distribution; 0 where it is not known */
    fr_verdict verdict;
} fr_diff_value;

/* A function: all frames of one name, a recursive one once a sample. */
typedef struct fr_diff_function {
    uint32_t name; /* id in tree->names */
    /* base calls it so, where names that differ by run were paired; else it is name */
    uint32_t base_name;
    uint8_t kind;     /* fr_kind of its largest frame */
    uint32_t row;     /* in diff->by_run */
    double n_samples; /* of its total, both sides */
    fr_unsteady unsteady;
    fr_diff_value total, self;
    double grew_pp, shrank_pp; /* of the total, beyond what the callee that changed most holds */
    double p, q; /* of the total: two-sided, and adjusted by Benjamini and Hochberg; 1: not known */
} fr_diff_function;

/* Two names that were taken as one: base's and new's. */
typedef struct fr_diff_pair {
    uint32_t base_name, new_name; /* ids in tree->names */
    const char *rule;             /* "lambda number", static */
} fr_diff_pair;

/* The factor, and the method that set it. */
typedef struct fr_diff_factor {
    fr_normalize asked; /* what was asked for */
    fr_normalize used;  /* FR_NORMALIZE_SHARE where TYPICAL could not be told from it */
    double value;       /* new per base of a frame that did not change */
    double share;       /* new_whole / base_whole */
    double typical;     /* the median of the ratios; 0: was not asked for, or too few functions */
    double error;       /* standard error of log(typical) */
    double sampling_error; /* ... if ratios scatter by sampling alone; no more than error */
    double
        by_run; /* runs of the base / runs of the new side: times these, sizes are those of a run */
    uint32_t n_common; /* functions that it is the median of */
    char text[256];    /* a sentence for people, with the factor in it */
} fr_diff_factor;

/* A run: a column of the tree. */
typedef struct fr_diff_run {
    char *label; /* file name or what the caller said */
    int64_t whole;
    uint64_t n_samples; /* 0: unknown */
    double seconds;     /* 0: unknown */
    double units;       /* of work; 0: as many as other runs of its side */
} fr_diff_run;

/* A number of both sides: own samples of a function, a part of the whole. */
typedef struct fr_common {
    double base, new_;
} fr_common;

struct fr_diff {
    /* Two columns, base and new, pooled: to embed and to write; shares names */
    fr_profile *profile;
    fr_tree *tree; /* of the union; n_base + n_new columns, base runs first */
    uint32_t n_base, n_new;
    fr_diff_run *runs; /* n_base + n_new */
    char *base_label, *new_label;
    const char *unit;       /* of all values, in the tree */
    const char *shown_unit; /* for people: "goroutines" where that is "count" */
    char *event;            /* what was measured: "cycles"; "" where nothing tells */
    uint32_t decimals;
    bool counted; /* samples are known on all runs: else nothing is judged */
    int64_t *base_self, *base_total, *new_self, *new_total; /* by node; may be the tree's own */
    bool owns_pools;
    int64_t base_whole, new_whole;    /* what shares refer to */
    double base_seconds, new_seconds; /* recorded, all runs; 0: not known */
    double base_whole_squares, new_whole_squares;
    double scale; /* value that is 100 points: the larger of new_whole and factor * base_whole */
    fr_diff_factor factor;
    double z_cut; /* |z| from which a node counts as changed, fixed by the family of functions */
    double fdr;   /* 0.05 */
    double min_change_pp;
    fr_diff_by by;
    /* By |change| of the total, the largest first; equal ones by name */
    fr_diff_function *functions;
    size_t n_functions;
    uint32_t *function_at; /* by name: place in functions + 1; 0: none */
    fr_functions by_run;   /* self and total of each run */
    double visible_pp[3];  /* smallest change visible at 80 % power of frames of 1, 10, 50 % */
    fr_diff_pair *pairs;
    size_t n_pairs;
    fr_diff_pair *renamed; /* perhaps: gone and new frames of the same shape */
    size_t n_renamed;
    struct fr_moves *moves; /* moves.h; NULL where names are taken as they stand */
    size_t n_same;          /* frames whose names had a process id or the mark of a JIT tier */
    bool of_part;           /* stacks were chosen by a name or a label, */
    fr_common kept;         /* which kept this part of the sides; 1 where widths are shares of it */
    bool one_run;           /* a run a side and no noise model */
    bool of_both;    /* amounts or rates of one run a side: a change has to be one of shares, too */
    bool usual;      /* one_run, and judged by what runs of one program usually differ by */
    bool has_model;  /* a noise model was learned before, */
    bool left_model; /* and is not used: it is of shares, and runs show how far amounts differ */
    struct fr_jury *jury; /* below */
};

bool fr_verdict_is_change(fr_verdict verdict);
/* Returns the change of a function that reports and pictures show: that of its total, or of its own value. */
const fr_diff_value *fr_diff_shown(const fr_diff *diff, const fr_diff_function *f);
/* A callee that has this part of a change explains it: reports name the callee, pictures draw the caller
 * paler. assets/draw/paint_changes.js has the same. */
#define FR_DIFF_EXPLAINS 0.7

/* The change of a node's total, as in fr_diff_total(), without judging it. */
double fr_diff_change_pp(const fr_diff *diff, uint32_t node);

/* ---- a change is judged by the statistics of significance.h, which judge.c hands the amounts to ---- */

/* The jury of a differential holds all that it is judged with. */
typedef struct fr_jury {
    fr_significance significance;
    struct fr_noise *noise;  /* learned before; NULL: none */
    double *whole, *squares; /* by run; squares NULL: every weight is 1 */
    double *scale;           /* by run, where rates or amounts are compared; else NULL */
    double *sums;            /* by function and run: its totals */
    fr_amounts *rows;        /* by function, as in diff->by_run */
    uint32_t *function;      /* by name: row of the function + 1; 0: none */
    uint32_t *row_of_frame;  /* by frame of the profile: the same */
    double *weight;      /* by function: mean square weight per weight; NULL: every weight is 1 */
    double *row_squares; /* by function and run; NULL likewise */
} fr_jury;

/* FR_E_USAGE where one of these options, of a differential or a trend, is out of its range. */
FR_CHECKED bool fr_judgement_check(double fdr, double min_change_pp, fr_error *err);
/* Makes diff->jury from diff->by_run and, for weights, diff->profile while it has a column for each
 * run. Reads opt->noise. */
bool fr_judge_init(fr_diff *diff, const fr_diff_options *opt, fr_error *err);
void fr_judge_free(fr_diff *diff);
/* p and q of every function, diff->z_cut, verdicts, and the smallest visible changes. */
bool fr_judge_family(fr_diff *diff, fr_error *err);

/* The word of a verdict in data outputs and the viewer. */
const char *fr_verdict_name(fr_verdict verdict);

/* Count the functions that have a verdict, and those that changed. */
size_t fr_diff_count(const fr_diff *diff, fr_verdict verdict);
size_t fr_diff_count_changed(const fr_diff *diff);

/* Return the change of a node of diff->tree. */
fr_diff_value fr_diff_total(const fr_diff *diff, uint32_t node);
fr_diff_value fr_diff_self(const fr_diff *diff, uint32_t node);
/* New against what a frame that did not change would have: 1.9. NaN where base is 0. */
double fr_diff_times(const fr_diff *diff, const fr_diff_value *value);
/* The function of a name; NULL where there is none. */
const fr_diff_function *fr_diff_function_of(const fr_diff *diff, uint32_t name);

/* ---- the factor between the sides (factor.c): what a frame that did not change grew by ---- */

#define FR_COMMON_SAMPLES                                                                          \
    10 /* of a function: as many on both sides, or at a point of a trend, make it common */

/* The factor is made from these. */
typedef struct fr_normal {
    const fr_diff_options *opt;
    int64_t base_whole, new_whole;
    double base_seconds, new_seconds; /* 0: unknown */
    uint32_t n_base, n_new;           /* runs */
    const fr_common *common;          /* by function: samples of its own */
    size_t n_common;
    /* By function of a trend, whose base are all its points: true where it is common. NULL: what has ten samples on both
     * sides is */
    const bool *lasting;
    fr_common kept;  /* which part of the whole functions hold: 1 unless some were chosen */
    bool equal_work; /* units of work are told of sides that have several runs, not of each run */
} fr_normal;

/* Fills factor->text too. FR_E_USAGE where TIME is asked for and a duration is not known, or PER
 * without its two numbers. */
bool fr_normalise(fr_diff_factor *factor, const fr_normal *from, fr_error *err);

/* ---- two lines, with which every differential begins, in reports and pictures (headline.c) ---- */

/* The first line, without a full stop. Its parts stand between FR_SEPARATOR, so that a picture can
 * break it there. */
void fr_put_headline(fr_output *out, const fr_diff *diff);

/* "pr-a -> pr-b", the parts of the second line that every output has: sides, other changes, sizes. */
void fr_put_sides(fr_output *out, const fr_diff *diff);

/* The unit of changes in a picture: " pp", or "/s" or " CPUs" where ranges of one recording are compared in
 * rates. _rate_milli(): how much of that unit 100 points are, in thousandths; 0 for " pp", as rates that are too large
 * for a viewer's numbers are told in. */
const char *fr_diff_points_unit(const fr_diff *diff);
int64_t fr_diff_rate_milli(const fr_diff *diff);

/* ---- what explains the change (why.c) ---- */

/* Fills grew_pp and shrank_pp of every function, before they are sorted. */
bool fr_why_functions(fr_diff *diff, fr_error *err);

/* The function that explains most of the change, or, where it is not `sure`, of what may have changed
 * (FR_VERDICT_MAYBE); NULL where nothing did. Of new functions it is the outermost, because what it calls came with it;
 * so too of gone ones. */
const fr_diff_function *fr_why_main(const fr_diff *diff, bool sure);

/* True of a function that explains nothing while a more specific one changed: it stands in every stack, or
 * nobody could name it. */
bool fr_why_is_nowhere(const fr_diff *diff, const fr_diff_function *function);

#define FR_WHY_MOST 5 /* a direction */

/* Disjoint nodes, beyond noise, each the deepest that still holds most of its change: up to
 * FR_WHY_MOST that grew and as many that shrank, the largest change first. Returns how many. */
size_t fr_why_list(const fr_diff *diff, uint32_t nodes[2 * FR_WHY_MOST]);

/* ---- gates fail a build (gate.c); trend/trend_gate.c has those of trends ---- */

/* "self:^parse > 0.5pp" by its parts, without blanks around them. */
typedef struct fr_gate_parts {
    fr_bytes subject, pattern, limit; /* pattern.at NULL: there is none */
} fr_gate_parts;

/* Cuts a gate at its last '>', for names of templates have some, and its first ':'. False where there is no '>', or
 * nothing behind the ':'. */
bool fr_gate_cut(fr_gate_parts *parts, fr_bytes text);
/* The number of a limit, "0.5" of "0.5 %", at least 0; false where `text` is none. */
bool fr_gate_number(double *number, fr_bytes text);
/* The pattern of that part; NULL where there is none. False with `err` where it is broken. */
FR_CHECKED bool fr_gate_pattern(fr_pattern **pattern, fr_bytes text, fr_error *err);

/* Counts in *n what trips a gate, and says the largest: "foo +2.1 pp (1.9x)"; FR_GATE_DECLINES where it cannot be judged,
 * and why. False with `err` where the gate is wrong. */
#define FR_GATE_DECLINES SIZE_MAX
typedef bool fr_gate_test(const void *of, const char *gate, size_t *n, fr_output *what,
                          fr_error *err);

/* Tests all gates (NULL: none) and sets the verdict of the report: "failed 'total > 1pp': foo +2.1 pp (1.9x) and 2
 * more", "passed 'total > 1pp'". Where they did not pass gates->tripped has it too. `declined`: FR_E_USAGE where the
 * comparison is none that can be judged, which becomes the verdict; then `what` is NULL. `hint` says what to do where a
 * gate declines. Failures stick in the report. */
void fr_gates_add(fr_report *report, const fr_gate_options *gates, const void *of,
                  fr_gate_test *test, const fr_error *declined, const char *hint);
void fr_diff_gates_add(fr_report *report, const fr_diff *diff, const fr_gate_options *gates);

/* ---- several profiles as one (union.c): the start of every differential ---- */

/* A profile by one of its columns. */
typedef struct fr_run {
    const fr_profile *profile;
    uint32_t column;
    const char *label;            /* NULL: the column's name */
    const struct fr_moves *moves; /* rename its frames; NULL: they stay as they are */
    bool is_new;                  /* of the side that moves call new */
} fr_run;

/* Run i as column i of a new profile: sums, counts, squares and references to the last digit, scaled
 * to the finest decimals. Columns are named as the runs are labelled; a name that is taken gets
 * " (2)" and so on. Notes and steps of all profiles are kept; times are not, for clocks differ.
 * FR_E_FORMAT where units or events differ, FR_E_USAGE where a profile has no such column or n is 0,
 * FR_E_LIMIT where n > FR_MAX_COLUMNS or a scaled value does not fit. */
FR_CHECKED fr_profile *fr_union_profile(const fr_run *runs, size_t n, fr_error *err);

/* The name of what a column measured: "cycles"; "" where it is called by its place or its unit. And its unit: pprof
 * counts its samples in "count", all others in "samples". */
const char *fr_column_event(const fr_column *column);
const char *fr_column_unit(const fr_column *column);

/* The columns of such a profile added up to two, "base" (the first n_base) and "new". */
FR_CHECKED bool fr_union_pool(fr_profile *profile, size_t n_base, fr_error *err);

/* ---- names that are one (pairing.c, renamed.c) ---- */

/* Renames frames of the union, whose columns are runs; fills diff->pairs and diff->n_same. The
 * names of the profile must not be shared yet. */
bool fr_pairing_apply(fr_diff *diff, const fr_diff_options *opt, fr_error *err);

/* Fills diff->renamed, in the order of the tree; verdicts are known. */
bool fr_renamed_find(fr_diff *diff, fr_error *err);

#endif
