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

/* What a subcommand makes, and the table of the formats that it can have. */
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

/* Says how many labels of samples are not in what is written; nothing where frames were made of some. */
void destination_note_labels(const struct destination *to, const struct options *opt,
                             const fr_profile *profile);
/* Says of how many frames the modules or kinds are not in what is written, where files and lines are. */
void destination_note_details(const struct destination *to, const struct options *opt,
                              const fr_profile *profile);

#endif
