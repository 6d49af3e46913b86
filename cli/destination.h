/*
 * destination.h - where the product goes and in which format.
 *
 *     -o x.svg                  svg, by the extension
 *     -o x.out --format svg     svg: the extension says nothing
 *     -o x.svg --format text    an error: they disagree
 *     --format text             standard output
 *     neither                   standard output in the subcommand's own format
 */
#ifndef FLAMERENDER_CLI_DESTINATION_H
#define FLAMERENDER_CLI_DESTINATION_H

#include "options.h"

/* A subcommand makes a product, in a format of a table. */
struct product {
    const char *noun; /* "a picture" */
    bool (*format_at)(size_t index, fr_format_info *info);
    const char *standard; /* the format on standard output */
    const char *terminal; /* the format there; NULL: the standard one */
    const char *command;  /* a subcommand that makes it */
};

extern const struct product product_picture, product_profile, product_heatmap, product_report,
    product_diff, product_noise, product_trend;

struct destination {
    const char *path;      /* NULL: standard output */
    fr_format_info format; /* a row of the product's table */
    uint64_t most;         /* bytes that it may get; 0: any number */
};

/* Decides before anything is read, and tries whether the file could be written; its present content
 * stays. False: FR_E_USAGE, or FR_E_IO where nothing can be written there. */
FR_CHECKED bool destination_find(struct destination *to, const struct product *product,
                                 const struct options *opt, fr_error *err);
/* Columns of the terminal that is written to, 80 where it does not say; 0: no terminal. */
uint32_t destination_columns(const struct destination *to);
FR_CHECKED fr_output *destination_open(const struct destination *to, fr_error *err);
/* Rows of a report: people get the first ones, programs all, and everybody what --max-rows says. */
uint32_t destination_rows(const struct destination *to, const struct options *opt);
/* Opens, writes, closes. */
FR_CHECKED bool destination_report(const struct destination *to, const struct options *opt,
                                   fr_report *report, fr_error *err);
FR_CHECKED bool destination_profile(const struct destination *to, const fr_profile *profile,
                                    fr_error *err);

/* Says how many labels of samples are not in what is written; nothing where frames were made of some. */
void destination_note_labels(const struct destination *to, const struct options *opt,
                             const fr_profile *profile);

/* Writes a scene as it is. A process of its own paints PNG and PDF. */
FR_CHECKED bool picture_write_scene(const struct options *opt, const fr_scene *scene,
                                    const struct destination *to, fr_error *err);
/* True if the functions of the profile stand below what is drawn. */
bool picture_lists_functions(const struct options *opt, const struct destination *to);
/* True if a page is asked for whose reader can pick samples by their labels and threads. */
bool picture_carries_labels(const struct options *opt, const struct destination *to);
/* Writes a scene of `profile`, with the data that was drawn, where the format and --data have it. */
bool picture_write(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                   const struct destination *to, fr_error *err);
/* Draws and writes a differential. */
bool picture_write_diff(const struct options *opt, const fr_diff *diff, const fr_theme *theme,
                        const struct destination *to, fr_error *err);

#define ROWS_PAST_CHANGE 10 /* that stills and terminals show of a differential */

/* Refuses what a host does not show; chooses its own format where none was. FR_E_USAGE with the way out. */
FR_CHECKED bool host_check(const struct options *opt, struct destination *to, fr_error *err);
/* Makes the options those of a still where one is asked for: sizes of a host or a sheet, no script. */
void still_adapt(struct options *opt, const struct destination *to);

typedef bool still_draw(void *arg, const struct options *opt, const struct destination *to,
                        fr_error *err);
/* Draws a picture into `to` by `draw`, also the dark twin that a host wants, and says what is lost and how to show it. */
FR_CHECKED bool still_publish(struct options *opt, const struct destination *to, still_draw *draw,
                              void *arg, fr_error *err);

/* A terminal tells its cells, its colours, and if its ground is dark. Makes the options those of a picture in cells, where
 * `to` is a format for terminals; others stay. */
void terminal_adapt(struct options *opt, const struct destination *to);
/* Fills in columns, rows and colours for what is written. */
void terminal_describe(fr_write_options *how, const struct options *opt,
                       const struct destination *to);

/* Inputs are read for what a command line asks of them: cli/plan.c. */

/* The options that inputs are read with. `to`: what is written; NULL: a run of a differential. */
fr_read_options plan_reading(const struct options *opt, const struct destination *to);
/* True if a page carries the threads of one recording: of several, clocks would be moved, and threads differ. */
bool plan_keeps_threads(const struct options *opt, const struct destination *to);
bool plan_transforms(const struct options *opt); /* true if an option asks for a transform */
/* True if it asks for another one than --idle. */
bool plan_changes_frames(const struct options *opt);
/* Tells if a picture carries its profile: a page always does, a picture with a script as --data says. */
fr_data plan_data(const struct options *opt, const struct destination *to);

#endif
