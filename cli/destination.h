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

extern const struct product product_picture;
extern const struct product product_profile;
extern const struct product product_heatmap;
extern const struct product product_report;
extern const struct product product_diff;
extern const struct product product_noise;
extern const struct product product_trend;

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
/* NULL on failure. */
FR_CHECKED fr_output *destination_open(const struct destination *to, fr_error *err);
/* Opens, writes, closes. */
FR_CHECKED bool destination_report(const struct destination *to, fr_report *report, fr_error *err);
FR_CHECKED bool destination_profile(const struct destination *to, const fr_profile *profile,
                                    fr_error *err);

/* Says how many labels of samples are not in what is written; nothing where frames were made of some. */
void destination_note_labels(const struct destination *to, const struct options *opt,
                             const fr_profile *profile);
/* Says of how many frames the modules or kinds are not in what is written, where files and lines are. */
void destination_note_details(const struct destination *to, const struct options *opt,
                              const fr_profile *profile);

/* Scenes go to files with the data that was drawn, where the format and --data have it. */

/* Writes a scene as it is. A process of its own paints PNG and PDF. */
FR_CHECKED bool picture_write_scene(const struct options *opt, const fr_scene *scene,
                                    const struct destination *to, fr_error *err);
/* True if the functions of the profile stand below what is drawn. */
bool picture_lists_functions(const struct options *opt, const struct destination *to);
/* True if a page is asked for whose reader can pick samples by their labels and threads. */
bool picture_carries_labels(const struct options *opt, const struct destination *to);
/* Writes a scene of `profile`. */
bool picture_write(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                   const struct destination *to, fr_error *err);
/* Draws and writes a differential. */
bool picture_write_diff(const struct options *opt, const fr_diff *diff, const fr_theme *theme,
                        const struct destination *to, fr_error *err);

/* Pictures are made for where they are shown: they fit there, and a text shows them. */

#define ROWS_PAST_CHANGE 10 /* that stills and terminals show of a differential */

/* Refuses what a host does not show; chooses its own format where none was. FR_E_USAGE with the way out. */
FR_CHECKED bool host_check(const struct options *opt, struct destination *to, fr_error *err);
/* Makes the options those of a still where one is asked for: sizes of a host or a sheet, no script. */
void still_adapt(struct options *opt, const struct destination *to);

/* Draws a picture into `to`. */
typedef bool still_draw(void *arg, const struct options *opt, const struct destination *to,
                        fr_error *err);
/* Draws by `draw`, also the dark twin that a host wants, and says what is lost and how to show it. */
FR_CHECKED bool still_publish(struct options *opt, const struct destination *to, still_draw *draw,
                              void *arg, fr_error *err);

/* A terminal tells how many cells and colours it has, and whether its ground is dark. Makes the options those of a
 * picture in cells, where `to` is a format for terminals; others stay. */
void terminal_adapt(struct options *opt, const struct destination *to);
/* Fills in columns, rows and colours for what is written. */
void terminal_describe(fr_write_options *how, const struct options *opt,
                       const struct destination *to);

/*
 * Inputs are read for what a command line asks of them: fr_read_options.purpose.
 *
 *     top cpu.pb.gz                         FR_FOR_TOP
 *     render cpu.pb.gz -o cpu.svg           FR_FOR_PICTURE
 *     convert --functions *.pb.gz           FR_FOR_FUNCTIONS
 *     convert cpu.pb.gz -o again.pb.gz      FR_FOR_ADDRESSES
 *     top --focus=read cpu.pb.gz            FR_FOR_ANYTHING: so is all else
 *
 * The output is the same for every purpose but FR_FOR_ADDRESSES. A purpose that is too narrow is an error
 * of the library, never a wrong output.
 */

/* The options that inputs are read with. `to`: what is written; NULL: a run of a differential. */
fr_read_options plan_reading(const struct options *opt, const struct destination *to);
/* The tree that a picture is drawn of, with all that the picture needs of it. */
fr_tree_options plan_tree(const struct options *opt);
/* The differential of two columns of one profile, which is drawn as `render` draws. */
fr_diff_options plan_sides(const struct options *opt);
/* True if a page carries the threads of one recording: of several, clocks would be moved, and threads differ. */
bool plan_keeps_threads(const struct options *opt, const struct destination *to);
/* True if an option asks for a transform. */
bool plan_transforms(const struct options *opt);
/* True if a transform omits idle CPUs. */
bool plan_excludes_idle(const struct options *opt);
/* Tells if a picture carries its profile: a page always does, a picture with a script as --data says. */
fr_data plan_data(const struct options *opt, const struct destination *to);

#endif
