/*
 * flamerender_analysis.h - what else is done with profiles: parts of them (selecting, transforms), when something ran
 * (heatmaps), what a change cost (differentials), tables (reports). flamerender.h includes it; its rules hold here too.
 */
#ifndef FLAMERENDER_H
#include "flamerender.h"
#elif !defined FLAMERENDER_ANALYSIS_H
#define FLAMERENDER_ANALYSIS_H

/* This page is laid out by hand. */
/* clang-format off */

/* ---------------------------------------------------------------- selecting
 *
 * A selection picks samples; its profile has a total of its own. Times are decimal seconds after the whole
 * second in which the profile starts, or after '@' in the profile's own clock: "12.25", "@621.5". A range
 * includes its start and excludes its end; one that is given backwards is swapped.
 */

/* Which samples; all conditions must hold. */
typedef struct fr_select_options {
    const char *from, *to;     /* times; NULL: open */
    const char *const *ranges; /* "12.2-12.8": samples of any of them */
    size_t n_ranges;
    bool outside; /* samples outside of from, to and ranges instead */
    /* An earlier profile of the same program, which is subtracted first: both count from its start, as heap, block
     * and mutex profiles of Go do. What went down is omitted, with a note. NULL: none. */
    const fr_profile *since;
    const char *band; /* "0.25-0.31" of every second; "0.95-0.05" wraps; "0.5-0.7/3" of every 3 s; NULL: all */
    const char *const *where; /* "comm=java", "pid=12", "tid=13", "cpu=2", "LABEL=VALUE" */
    size_t n_where;
    bool keep_empty; /* a selection that holds no sample is no error: it has its time, or none, to be compared */
} fr_select_options;
/* The defaults: an initializer, and a value. */
#define FR_SELECT_DEFAULTS {.from = NULL}
FR_API fr_select_options fr_select_defaults(void);
/* A new profile of the samples selected, which the caller frees; `profile` stays. Needs keep_samples, but for labels
 * and `since`. FR_E_EMPTY where there is none, unless that is kept: the text names the selection and the span of the
 * profile. */
FR_API FR_CHECKED fr_profile *fr_profile_select(const fr_profile *profile, const fr_select_options *opt,
                    fr_error *err);

/* ---------------------------------------------------------------- transforms
 *
 * A transform maps each distinct stack to a stack or to nothing, in pprof's order: drop-frames, focus,
 * ignore, hide, show, show-from, prune-from, then inlined frames, granularity and recursion folding.
 * Patterns are PCRE2, unanchored, and match a frame by its name, file or module; docs/pprof.md says where
 * that differs from pprof. NULL: no such step.
 */

/* DIRECT folds a;b;b;c into a;b;c; CYCLES folds repeated runs of frames too. */
typedef enum fr_recursion { FR_RECURSION_KEEP, FR_RECURSION_DIRECT, FR_RECURSION_CYCLES } fr_recursion;
/* Frames that share this are one. NAMES keeps frames as they are: trees then merge by name alone. The others erase what
 * they ignore, and put what they keep into the name: "main.run /src/run.go:12". */
typedef enum fr_granularity {
    FR_GRANULARITY_NAMES, FR_GRANULARITY_FUNCTIONS, FR_GRANULARITY_FILEFUNCTIONS, FR_GRANULARITY_FILES,
    FR_GRANULARITY_LINES, FR_GRANULARITY_ADDRESSES
} fr_granularity;

/* Samples of CPUs with nothing to do. */
typedef enum fr_idle_cpus { FR_IDLE_INCLUDE, FR_IDLE_EXCLUDE } fr_idle_cpus;

/* The steps of a transform. */
typedef struct fr_transform_options {
    /* Labels come first: frames made of the values of these keys ("handler,tenant") at the root or the leaf, and
     * samples chosen by their labels: "4kb:64kb", "handler=/tree,/sort". */
    const char *tag_root, *tag_leaf, *tag_focus, *tag_ignore;
    /* Matches whole names without arguments. The outermost match below a user frame is dropped with all beneath it,
     * so that its caller has its cost. What keep_frames matches stays. */
    const char *drop_frames, *keep_frames;
    bool own_drop_frames;   /* where drop_frames is NULL or "": drop what the profile asks to */
    fr_idle_cpus idle;      /* EXCLUDE omits stacks of "swapper" that end in an idle loop */
    /* "go", "jvm", "python", "node", "rust": remove frames of these runtimes, "go,rust" of both; "kernel-idle": omit
     * idle CPUs. It comes before all else. NULL: nothing. */
    const char *hide_runtime;
    const char *focus;      /* keep stacks with a matching frame */
    const char *ignore;     /* drop stacks with a matching frame */
    const char *hide;       /* remove matching frames from their stacks */
    const char *show;       /* keep only matching frames */
    const char *show_from;  /* cut what is above the outermost match; drop stacks without one */
    const char *prune_from; /* cut what is beneath the innermost match (by name alone) */
    bool no_inlines;        /* inlined frames count as the function whose code they are */
    fr_granularity granularity;
    const char *trim_path; /* "/home/me:/usr": removed from the front of files; NULL: nothing */
    bool keep_names;       /* names stay those of functions: to write the profile again */
    fr_recursion recursion;
    const char *divide_by;     /* divide values by this number, "4" or "0.5"; NULL: 1 */
    const char *multiply_by;   /* ... and multiply them */
    bool relative_percentages; /* shares are of the total after transforms, not of the whole */
    uint32_t column;           /* of the profile: notes say how much of its values each step removed */
    bool keep_empty;           /* a profile of which nothing remains is no error: it keeps its whole, to be compared */
} fr_transform_options;
/* The defaults: an initializer, and a value. */
#define FR_TRANSFORM_DEFAULTS {.recursion = FR_RECURSION_KEEP}
FR_API fr_transform_options fr_transform_defaults(void);
/* Checks options before anything is read: FR_E_USAGE where a pattern, label condition or number is wrong. */
FR_API FR_CHECKED bool fr_transform_check(const fr_transform_options *opt, fr_error *err);
/* A new profile, which the caller frees; `profile` stays. Notes say what each step removed, and which pattern
 * matched nothing. FR_E_EMPTY where nothing remains, unless that is kept. */
FR_API FR_CHECKED fr_profile *fr_profile_transform(const fr_profile *profile, const fr_transform_options *opt,
                    fr_error *err);

/* ---------------------------------------------------------------- heatmap
 *
 * Columns of one second or more across, the offset in the column up; a cell is the samples (or their value) there.
 */

/* A cell counts samples, or what they weigh. AUTO: time where samples last, as waits off CPU do; else samples, all
 * that a row stands for. */
typedef enum fr_heat_value { FR_HEAT_AUTO, FR_HEAT_SAMPLES, FR_HEAT_WEIGHT } fr_heat_value;
/* The last colour stands for the count that 99 % of the cells with samples do not exceed, or the largest. */
typedef enum fr_heat_ramp { FR_HEAT_ROBUST, FR_HEAT_LINEAR } fr_heat_ramp;
/* These say how a heatmap is made and drawn. */
typedef struct fr_heat_options {
    const char *title, *subtitle, *notes; /* as in fr_flame_options */
    uint32_t rows;                        /* cells of a column; 50 */
    uint32_t column_s; /* seconds of a column, up to a week; 0: 1, 5, 15, 60 and so on, as the width allows */
    uint32_t width_px, plot_px; /* of the picture, at most, 1200; height of a column, about, 400 */
    fr_heat_value value;
    fr_heat_ramp ramp;
    bool exclude_idle; /* omit samples of idle CPUs */
    size_t page_bytes; /* for samples in a page; more have the times of their cells. 0: 30 million, about 40 MB of page */
    const fr_select_options *outline; /* a selection to outline; NULL: none */
    const char *reading; /* options that commands in the picture repeat: " --off-cpu"; NULL: that of exclude_idle */
    fr_scheme scheme;
} fr_heat_options;
/* The defaults: an initializer, and a value. */
#define FR_HEAT_DEFAULTS {.rows = 50, .width_px = 1200, .plot_px = 400}
FR_API fr_heat_options fr_heat_defaults(void);
/* The cells of a heatmap. */
typedef struct fr_grid fr_grid;
/* The cells of a profile that was read with keep_samples, which the caller frees. FR_E_EMPTY where the samples have
 * no times. */
FR_API FR_CHECKED fr_grid *fr_grid_build(const fr_profile *profile, const fr_heat_options *opt, fr_error *err);
/* Frees a grid. Scenes of it stay good. */
FR_API void fr_grid_free(fr_grid *grid);
/* The picture of a grid, which the caller frees. */
FR_API FR_CHECKED fr_scene *fr_scene_heatmap(const fr_grid *grid, const fr_theme *theme, const fr_heat_options *opt,
                    fr_error *err);
/* Puts a flame graph of the same profile, which the heatmap then owns, below it: pages draw it of the cells that are
 * selected. A failure frees it. `opt` is the grid's, or NULL. */
FR_API FR_CHECKED bool fr_scene_add_flame(fr_scene *heatmap, fr_scene *flame, const fr_profile *profile,
                    const fr_heat_options *opt, fr_error *err);
/* Writes the numbers of the cells: "json". Another name sticks in the output as FR_E_USAGE. */
FR_API void fr_grid_write(const fr_grid *grid, const char *format, fr_output *out);

/* ---------------------------------------------------------------- differentials
 *
 * Two sides, each of one run or several, in one tree of the stacks of both. Nothing is scaled or subtracted: a
 * change is what remains after the factor by which an unchanged frame grew.
 *
 *     fr_side base = {.profiles = &before, .n = 1, .label = "main"};
 *     fr_side new_ = {.profiles = &after, .n = 1, .label = "pr"};
 *     fr_diff *diff = fr_diff_build(&base, &new_, NULL, &err);
 */

/* The runs of a side. Profiles need only live as long as the call. */
typedef struct fr_side {
    const fr_profile *const *profiles;
    const uint32_t *columns;   /* the value column of each; NULL: the first */
    const char *const *labels; /* of each; NULL: by number */
    const double *units;       /* of work that each did, for PER; NULL: as many as the others of its side */
    size_t n;
    const char *label; /* of the side; NULL: "base" or "new" */
} fr_side;

/* This sets the factor between the sides. TYPICAL: the median of the ratios of functions, so that one that grew
 * moves no other (Anders and Huber, Genome Biology 11:R106, 2010, eq. 5). SHARE: the totals. TIME: the durations.
 * PER: numbers that the caller counted. NONE: 1. */
typedef enum fr_normalize {
    FR_NORMALIZE_TYPICAL, FR_NORMALIZE_SHARE, FR_NORMALIZE_TIME, FR_NORMALIZE_PER, FR_NORMALIZE_NONE
} fr_normalize;
/* Frames are judged by their total or by their self. */
typedef enum fr_diff_by { FR_DIFF_BY_TOTAL, FR_DIFF_BY_SELF } fr_diff_by;
/* These say how sides are compared. */
typedef struct fr_diff_options {
    fr_normalize normalize;
    double per_base, per_new;   /* PER: the number of each side, such as its requests */
    fr_diff_by by;              /* what pictures colour and reports list first */
    double fdr;                 /* expected share of chance among the functions called changed; 0.05 */
    double min_change_pp;       /* smaller changes do not matter: points of the whole; 0.1 */
    const char *noise;          /* JSON of fr_diff_calibrate(); NULL: what runs of one program usually differ by */
    bool sampling_only;         /* one run a side is judged by sampling noise and no more */
    bool exact_names;           /* no name is rewritten or paired with one that differs by run */
    bool scale_base;            /* fr_diff_profile() has the base times the factor, as difffolded.pl -n; to write */
    const char *const *renames; /* "s/old/new/", on both sides, in order */
    size_t n_renames;
    fr_sort sort;
    bool callers;
    double min_share; /* of a callers tree */
    uint32_t threads; /* of large trees; 0: one for each CPU. Changes no result */
} fr_diff_options;
/* The defaults: an initializer, and a value. */
#define FR_DIFF_DEFAULTS {.fdr = 0.05, .min_change_pp = 0.1}
FR_API fr_diff_options fr_diff_defaults(void);
/* Two sides, compared; it holds no part of their profiles. */
typedef struct fr_diff fr_diff;
/* Compares two sides; the caller frees the result. FR_E_FORMAT where units differ, FR_E_USAGE where an option makes
 * no sense for these sides, FR_E_LIMIT for more runs than 64. A side without samples is fine. A run that ended before
 * the range of its selection is left out, unless its side has no other. */
FR_API FR_CHECKED fr_diff *fr_diff_build(const fr_side *base, const fr_side *new_, const fr_diff_options *opt,
                    fr_error *err);
/* Frees a differential. Scenes and reports of it stay good. */
FR_API void fr_diff_free(fr_diff *diff);
/* Both sides as a profile of two columns, base and new, each the sum of its runs, with the notes of all: to embed,
 * or to write as two-column folded text. Lives as long as the differential. */
FR_API const fr_profile *fr_diff_profile(const fr_diff *diff);
/* One picture of both sides, coloured by what changed beyond noise; the caller frees it. FR_E_EMPTY: all is 0. */
FR_API FR_CHECKED fr_scene *fr_scene_diff(const fr_diff *diff, const fr_theme *theme, const fr_flame_options *opt,
                    fr_error *err);
/* Learns how far runs of one unchanged program differ, from 3 runs at least (10 are better), and writes that as JSON
 * (docs/diff-noise.md). With it as fr_diff_options.noise one run a side is enough. opt: names and renames as in the
 * differentials to come. */
FR_API FR_CHECKED bool fr_diff_calibrate(const fr_side *runs, const fr_diff_options *opt, fr_output *out,
                    fr_error *err);

/* Conditions that fail a build: "whole > 2pp", "total:REGEX > 5%", "new-in-top:10" (docs/diff.md). */
typedef struct fr_gate_options {
    const char *const *fail_if;
    size_t n_fail_if;
    bool accept_sampling_noise; /* judge one run a side even without a noise model */
    /* Becomes FR_E_GATE with what tripped which, or FR_E_USAGE with why the gates cannot judge. The report is made
     * all the same. NULL: not wanted. */
    fr_error *tripped;
} fr_gate_options;
/* The defaults: an initializer, and a value. */
#define FR_GATE_DEFAULTS {.fail_if = NULL}
FR_API fr_gate_options fr_gate_defaults(void);
/* Checks gates before anything is read: FR_E_USAGE where one cannot be understood, or makes no sense for
 * differentials with these options (NULL: the defaults). */
FR_API FR_CHECKED bool fr_gate_check(const fr_gate_options *gates, const fr_diff_options *opt, fr_error *err);

/* ---------------------------------------------------------------- reports
 *
 * Rows and columns with units and notes.
 */

/* The largest self first, or the largest total. */
typedef enum fr_top_order { FR_TOP_SELF, FR_TOP_TOTAL } fr_top_order;
/* These say what fr_report_top() lists. */
typedef struct fr_top_options {
    fr_top_order order;
    uint32_t n_rows; /* 0: all; 30 */
    uint32_t column; /* of the profile */
    /* Rows are these: "name" (NULL: the same), "module", "file"; "label:KEY": the values of a label, the largest
     * first; "label:*": of each key, after the sum of all that have it. A sample counts once for each of its labels;
     * labels have no means and no running sums. */
    const char *by;
    /* Text and markdown show it: "auto" (NULL: the same), the unit that suits each value; "minimum", one for all,
     * as pprof; "exact", all digits; or a unit such as "ms". CSV and JSON are exact. */
    const char *unit;
    bool running;       /* one column more: the shares of self so far, pprof's sum% */
    bool mean;          /* divide values by those of the first column; no shares */
    const char *cost;   /* "0.04 USD/core-hour": one column more, what each share costs a year; NULL: none */
    uint64_t cores;     /* ... of a fleet of so many cores */
    const char *owners; /* path of a file of lines "pattern team": rows are teams, of the first line that
                           matches name, file or module, or "(nobody)"; NULL: none */
} fr_top_options;
/* The defaults: an initializer, and a value. */
#define FR_TOP_DEFAULTS {.n_rows = 30}
FR_API fr_top_options fr_top_defaults(void);
/* A table with a title and notes; it holds no part of what it is about. */
typedef struct fr_report fr_report;
/* Checks options before anything is read: FR_E_USAGE where rows, cost or their combination cannot be understood.
 * Does not open `owners`. */
FR_API FR_CHECKED bool fr_top_check(const fr_top_options *opt, fr_error *err);
/* Self and total of every function, module, file or team; each counts once per sample, however often it stands on a
 * stack. The caller frees it. */
FR_API FR_CHECKED fr_report *fr_report_top(const fr_profile *profile, const fr_top_options *opt, fr_error *err);

/* fr_report_check() judges by these. */
typedef struct fr_check_options {
    uint32_t column;         /* of the profile */
    int64_t max_unknown_ppm; /* millionths of all frames that may lack a name; 200000 (20 %) */
} fr_check_options;
/* The defaults: an initializer, and a value. */
#define FR_CHECK_DEFAULTS {.max_unknown_ppm = 200000}
FR_API fr_check_options fr_check_defaults(void);
/* Says how good the stacks are: how many are cut, broken or without names, with a verdict and advice. Silences are
 * found where samples were kept (keep_samples). The caller frees it. */
FR_API FR_CHECKED fr_report *fr_report_check(const fr_profile *profile, const fr_check_options *opt, fr_error *err);
/* Adds to that report what stands out in the times of the samples: bands, bursts and gaps, each with the selection that
 * shows it. Nothing where there is none, or no times (keep_samples). */
FR_API FR_CHECKED bool fr_report_add_perturbations(fr_report *report, const fr_profile *profile, fr_error *err);
/* False where the report's verdict is a bad one; reports without a verdict pass. */
FR_API bool fr_report_passed(const fr_report *report);
/* Frees a report. */
FR_API void fr_report_free(fr_report *report);

/* These say what fr_report_diff() lists. */
typedef struct fr_diff_report_options {
    uint32_t n_rows;   /* functions listed, of those that changed; 0: all functions; 20 */
    bool for_programs; /* with all columns: values, z, p, q */
    const fr_gate_options *gates; /* for the verdict; NULL: none */
} fr_diff_report_options;
/* The defaults: an initializer, and a value. */
#define FR_DIFF_REPORT_DEFAULTS {.n_rows = 20}
FR_API fr_diff_report_options fr_diff_report_defaults(void);
/* Says what grew most, by how much and how sure that is; then functions by their change. The caller frees it. FR_E_USAGE
 * where a gate cannot be understood. */
FR_API FR_CHECKED fr_report *fr_report_diff(const fr_diff *diff, const fr_diff_report_options *opt, fr_error *err);
/* Text and markdown then show functions' names whole; without it with at most 60 characters and a note. */
FR_API void fr_report_show_full_names(fr_report *report);
/* Text then has lines of at most this many columns, and without it of 100; more are of no use. Tables of many columns
 * need more all the same. */
FR_API void fr_report_fit_columns(fr_report *report, uint32_t columns);
/* Writes a report: "text", "markdown", "csv", "json". Another name sticks in the output as FR_E_USAGE. */
FR_API void fr_report_write(const fr_report *report, const char *format, fr_output *out);

/* ---------------------------------------------------------------- colours that are chosen */

/* Decides what colour means in pictures of this profile, and of all that is selected or transformed of it. `color_by`: what
 * somebody asks for; NULL: packages, where one kind of frames has more than 80 % of the own values of the shown column and
 * frames with a package at least half of them, else kinds. Each package has one colour in all of these pictures. */
FR_API FR_CHECKED bool fr_profile_choose_colouring(fr_profile *profile, const char *color_by, fr_error *err);
/* Returns what was decided, for fr_flame_options.color_by: "package", or NULL. */
FR_API const char *fr_profile_colouring(const fr_profile *profile);
/* Adds what a page's reader may colour by in place of what fr_flame_options.color_by says: kind, package, module, self,
 * what a search finds. For a page that carries the profile. */
FR_API FR_CHECKED bool fr_scene_add_colours(fr_scene *scene, const fr_profile *profile, const fr_theme *theme,
                    fr_error *err);

#endif
