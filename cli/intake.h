/* intake.h - from the inputs named on the command line to the profile that is left of them. */
#ifndef FR_CLI_INTAKE_H
#define FR_CLI_INTAKE_H

#include "destination.h"

/* A bar on a terminal's standard error while inputs are read. */

struct progress {
    bool enabled;    /* standard error is a terminal and nobody asked for quiet */
    bool shown;      /* there is a bar on the line now */
    int64_t next_ns; /* no update before */
};

void progress_init(struct progress *progress, bool quiet);
/* The progress of fr_read_options. Draws at most ten times a second, and nothing in the first half second. */
void progress_update(void *progress, uint64_t done, uint64_t size);
void progress_erase(struct progress *progress); /* empties the line; before any message */

/* The column of --sample-index, by name or number. Without it the last one, as in pprof and
 * flamegraph.pl; where that was a choice, it is said, with what is done to it: "drawn"; NULL: it is not said. */
FR_CHECKED bool choose_column(const struct options *opt, const fr_profile *profile,
                              const char *done, uint32_t *column, fr_error *err);

/* Refuses what can be without reading: a terminal as the only input, an unknown input format, a broken pattern. */
FR_CHECKED bool intake_check(const struct options *opt, fr_error *err);
/* The selection of the command line; and whether one asks for anything. */
fr_select_options intake_selection(const struct options *opt);
bool intake_selects(const fr_select_options *select);
struct lone_input { /* is read by itself */
    const char *path;
    bool keep_samples; /* where they are asked for */
    bool quiet;        /* no bar: another one is shown */
    uint32_t threads;  /* 0: as the options have it */
};

/* The profile of one path; no transform yet. `to` as for plan_reading(). */
FR_CHECKED fr_profile *intake_read(const struct options *opt, const struct destination *to,
                                   const struct lone_input *input, fr_error *err);
uint64_t intake_formats(const fr_profile *profile); /* of what was read: fr_profile_info.formats */
/* The samples that are selected, transformed; says the notes. Frees `whole` (NULL: NULL). */
FR_CHECKED fr_profile *intake_select(const struct options *opt, const fr_select_options *select,
                                     fr_profile *whole, fr_error *err);
/* Returns true if transforms left nothing of what a profile had. */
bool intake_is_empty(const fr_profile *profile);
/* Applies the transforms of `opt`; says the notes. Frees `whole`. FR_E_EMPTY where nothing is left, but not where
 * profiles are compared: there it has its whole. */
FR_CHECKED fr_profile *intake_transform(const struct options *opt, fr_profile *whole,
                                        fr_error *err);
/* Reads all inputs (none: standard input) for what is written to `to`, applies the transforms, and says
 * the notes. With --skip-bad it warns of inputs that failed and counts them in `n_bad`. */
FR_CHECKED fr_profile *intake_profile(const struct options *opt, const struct destination *to,
                                      size_t *n_bad, fr_error *err);

/* The bytes of a small file, NUL-terminated, which the caller frees; at most `most`. NULL: `err` says that `what` ("the
 * noise model") cannot be read. */
FR_CHECKED char *read_whole_file(const char *path, size_t most, const char *what, fr_error *err);

struct file_list {
    char *text;
    const char **names; /* in their order */
    size_t n;
};

/* "-" is standard input. A list without a name is an error. `option` is what messages call the list: "--files-from". */
FR_CHECKED bool file_list_read(struct file_list *list, const char *option, const char *path,
                               fr_error *err);
/* Puts `n` names, or "-" where there are none at all, before those of the list. */
FR_CHECKED bool file_list_before(struct file_list *list, char *const *names, size_t n,
                                 fr_error *err);
void file_list_reset(struct file_list *list);

/* A regular file, which can be read twice; "-" and pipes are none. */
bool path_is_file(const char *path);

/* The two sides of `flamerender diff`, from the command line to profiles. */

struct sides {
    struct loaded_side {
        fr_profile *profiles[MOST_VALUES];
        const char *labels[MOST_VALUES];
        uint32_t columns[MOST_VALUES];
        size_t n;
        const char *label;
        bool shares;    /* its profile is the other side's */
        char text[300]; /* room for the label */
    } side[N_SIDES];
};

/* Refuses what can be without reading. */
FR_CHECKED bool sides_check(const struct options *opt, fr_error *err);
/* All inputs are runs of one side, of which there are 3 at least: for --calibrate. */
FR_CHECKED bool sides_load_runs(struct sides *sides, const struct options *opt, fr_error *err);
/* All inputs of both sides; `paths` has room for all that were given. */
size_t sides_paths(const struct options *opt, char **paths);
/* Reads, selects, transforms; says the notes. A side without samples becomes an empty profile. */
FR_CHECKED bool sides_load(struct sides *sides, const struct options *opt, fr_error *err);
uint64_t sides_formats(const struct sides *sides); /* of all inputs: fr_profile_info.formats */
void sides_free(struct sides *sides);
/* The form that the library takes, after --swap. */
fr_side sides_side(const struct sides *sides, const struct options *opt, int which);

/* difffolded.pl pairs nothing, and with -n it scales what it writes. */
bool sides_are_difffolded(const struct options *opt);
/* The options of the library; `noise` is the text of a model, or NULL. */
fr_diff_options sides_diff_options(const struct options *opt, const char *noise, bool scales);
/* The differential, which the caller frees. */
FR_CHECKED fr_diff *sides_diff(const struct sides *sides, const struct options *opt,
                               const char *noise, bool scales, fr_error *err);
/* The gates of diff and trend; what was tripped goes to *tripped (NULL: not wanted). */
fr_gate_options comparison_gates(const struct options *opt, fr_error *tripped);
/* --noise names a file; "none" is sampling noise and no more. */
bool sides_have_model(const struct options *opt);

/* The inputs of a trend, beside their profiles. */
struct trend_intake {
    uint64_t formats; /* fr_profile_info.formats of all inputs */
    size_t n_bad;     /* inputs that --skip-bad skipped */
};

/* Reads the inputs of `opt` one after the other into a trend without a verdict, and keeps no profile: a folder stands
 * for its files, --files-from for its lines. The caller frees the trend; NULL with `err`. */
FR_CHECKED fr_trend *trend_intake_read(const struct options *opt, struct trend_intake *what,
                                       fr_error *err);
/* Notes that the points of a trend, which are in order, are not in that of the numbers in the names of their files: a shell
 * gives cpu-10 before cpu-9. */
void trend_intake_note_order(const struct options *opt, const fr_trend *trend);
/* Returns what selections and transforms leave of a run, which the caller frees; NULL with `err`. */
FR_CHECKED fr_profile *trend_intake_run(const struct options *opt, const char *path, fr_error *err);

#endif
