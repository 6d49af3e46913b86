/*
 * hosts.c - what fits where: --for, --paper, --max-height and --alt.
 *
 *     flamerender cpu.pb.gz --for github -o cpu.png      cpu.png, cpu-dark.png, and on standard output
 *
 *     <picture>
 *       <source media="(prefers-color-scheme: dark)" srcset="cpu-dark.png">
 *       <img src="cpu.png" width="800" alt="Flame graph of 3 211 samples ...">
 *     </picture>
 */
#include "destination.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ENOUGH_PPM  950000 /* of self */
#define MOST_PASSES 6      /* drawings until a bitmap is small enough */
#define HOST_ROW    16     /* px */
#define SHEET_FONT  8      /* points: a px of a sheet is one */
#define SHEET_ROW   12
#define SHEET_TABLE 240 /* points below the picture */

struct host_row {
    const char *name;
    const char *formats; /* that it shows; the first is its own */
    const char *instead; /* what to do with others */
    uint32_t width, height, scale_percent;
    double font;
    long most_bytes;  /* of a bitmap; 0: any number */
    bool twins;       /* shows a dark picture to those who read on dark */
    const char *body; /* {alt}, {file}, {dark}, {width} */
};

#define PICTURE_BODY                                                                               \
    "<picture>\n  <source media=\"(prefers-color-scheme: dark)\" srcset=\"{dark}\">\n"             \
    "  <img src=\"{file}\" width=\"{width}\" alt=\"{alt}\">\n</picture>\n"

static const struct host_row hosts[] = {
    [HOST_GITHUB] = {"github", "svg png", "attach a page as an artifact and link it", 800, 600, 100,
                     12, 60000, true, PICTURE_BODY},
    [HOST_GITLAB] = {"gitlab", "png svg", "keep a page as an artifact of the job and link it", 800,
                     600, 100, 12, 60000, false, "![{alt}]({file})\n"},
    [HOST_JENKINS] = {"jenkins", "svg png", "its policy stops scripts and styles of pages", 800,
                      600, 100, 12, 60000, false,
                      "<img src=\"{file}\" width=\"{width}\" alt=\"{alt}\">\n"},
    [HOST_CONFLUENCE] = {"confluence", "png", "attach other files beside the picture", 800, 600,
                         100, 12, 60000, false, "!{file}|width={width},alt=\"{alt}\"!\n"},
    [HOST_SLACK] = {"slack", "png", "upload other files beside the picture", 800, 600, 100, 12,
                    60000, false, "{alt}\n"},
    [HOST_SLIDE] = {"slide", "png svg pdf", "slides show pictures", 800, 450, 300, 12, 0, false,
                    "{alt}\n"},
    [HOST_EMAIL] = {"email", "png", "attach other files beside the picture", 800, 600, 100, 12,
                    60000, false, "<img src=\"cid:{file}\" width=\"{width}\" alt=\"{alt}\">\n"},
};

static const struct {
    uint32_t width, height; /* points, upright */
} sheets[] = {
    [FR_PAPER_A4] = {595, 842}, [FR_PAPER_A3] = {842, 1191}, [FR_PAPER_LETTER] = {612, 792}};

/* ---------------------------------------------------------------- what is asked for */

bool host_check(const struct options *opt, struct destination *to, fr_error *err)
{
    const struct host_row *host = &hosts[opt->host];
    fr_format_info info;
    if (opt->host == HOST_NONE)
        return true;
    if (!to->path && !opt->format)
        for (size_t i = 0; fr_picture_format_at(i, &info); i++)
            if (strncmp(host->formats, info.name, strlen(info.name)) == 0)
                to->format = info;
    if (words_hold(host->formats, to->format.name, strlen(to->format.name)))
        return true;
    fail_with(err, FR_E_USAGE, "'--for %s' shows %s, not %s", host->name, host->formats,
              to->format.name);
    return hint_with(err, "-o flame.%.3s; %s", host->formats, host->instead);
}

/* Sets what no option has set. */
static void adapt(struct options *opt, uint32_t width, uint32_t height, double font, uint32_t row)
{
    if (!OPTIONS_GIVEN(opt, flame.width_px))
        opt->flame.width_px = width;
    if (!OPTIONS_GIVEN(opt, flame.max_height_px))
        opt->flame.max_height_px = height;
    if (!OPTIONS_GIVEN(opt, flame.font_px))
        opt->flame.font_px = font;
    if (!OPTIONS_GIVEN(opt, flame.row_height_px))
        opt->flame.row_height_px = row;
}

static void adapt_to_host(struct options *opt, const struct host_row *host)
{
    adapt(opt, host->width, host->height, host->font, HOST_ROW);
    if (!OPTIONS_GIVEN(opt, flame.minwidth_millionths))
        opt->flame.minwidth_millionths = 500000;
    if (!OPTIONS_GIVEN(opt, write.scale_percent))
        opt->write.scale_percent = host->scale_percent;
}

static void adapt_to_sheet(struct options *opt)
{
    fr_paper paper = opt->write.paper;
    adapt(opt, sheets[paper].width, sheets[paper].height - SHEET_TABLE, SHEET_FONT, SHEET_ROW);
    if (!OPTIONS_GIVEN(opt, flame.icicle))
        opt->flame.icicle = true; /* what is read first is at the top */
    if (opt->flame.scheme == FR_SCHEME_AUTO)
        opt->flame.scheme = FR_SCHEME_LIGHT;
}

void still_adapt(struct options *opt, const struct destination *to)
{
    uint32_t flags = to->format.flags;
    bool flames = opt->command->bit & COMMAND_FLAMES;
    if (!(flags & FR_FORMAT_STILL)) {
        opt->flame.max_height_px = 0; /* who reads a page scrolls and zooms */
        opt->flame.fold_chains = false;
        opt->host = HOST_NONE;
        return;
    }
    if (opt->host != HOST_NONE)
        adapt_to_host(opt, &hosts[opt->host]);
    if (opt->write.paper && flags & FR_FORMAT_PAPER && flames)
        adapt_to_sheet(opt);
    if (flags & (FR_FORMAT_BITMAP | FR_FORMAT_PAPER)) {
        opt->flame.rows_past_change = ROWS_PAST_CHANGE;
        if (opt->command->bit == COMMAND_DIFF) { /* for those who look at what changed */
            if (opt->flame.fold_chains)
                note_with(opt,
                          "'--fold-chains' has no effect: differentials in %s have their chains "
                          "folded",
                          to->format.name);
            opt->flame.fold_chains = true;
        }
    } else if (opt->host != HOST_NONE || opt->flame.max_height_px || opt->flame.fold_chains) {
        opt->write.scriptless = true; /* a viewer would lay all rows out again */
    }
}

/* ---------------------------------------------------------------- texts */

/* A quoted attribute, or text in brackets, stays whole. */
static void put_alt(FILE *out, const char *alt, bool markup)
{
    for (; *alt; alt++) {
        const char *as = !markup        ? NULL
                         : *alt == '&'  ? "&amp;"
                         : *alt == '<'  ? "&lt;"
                         : *alt == '>'  ? "&gt;"
                         : *alt == '"'  ? "&quot;"
                         : *alt == '['  ? "&#91;"
                         : *alt == ']'  ? "&#93;"
                         : *alt == '|'  ? "&#124;"
                         : *alt == '\n' ? " "
                                        : NULL;
        if (as)
            fputs(as, out);
        else
            putc(*alt, out);
    }
}

/* A blank ends a name in Markdown and in srcset; '#', '?' and '%' mean something in an address. */
static void put_address(FILE *out, const char *name)
{
    for (; *name; name++)
        if (strchr("#%?&,()<>[]\"'|\\ ", *name) || (unsigned char)*name < ' ')
            fprintf(out, "%%%02X", (unsigned char)*name);
        else
            putc(*name, out);
}

/* "cpu-dark.png" of "cpu.png", to be freed; NULL: no memory. */
static char *name_twin(const char *path)
{
    const char *dot = strrchr(path_end(path), '.');
    size_t stem = dot ? (size_t)(dot - path) : strlen(path), cap = strlen(path) + sizeof "-dark";
    char *twin = malloc(cap);
    if (twin)
        snprintf(twin, cap, "%.*s-dark%s", (int)stem, path, dot ? dot : "");
    return twin;
}

static void put_file(const struct options *opt, const char *path)
{
    if (opt->host == HOST_CONFLUENCE) /* it knows files by their names */
        put_alt(stdout, path_end(path), true);
    else
        put_address(stdout, path_end(path));
}

static void print_body(const struct options *opt, const struct destination *to, const char *dark)
{
    const struct host_row *host = &hosts[opt->host];
    bool markup = opt->host != HOST_SLACK && opt->host != HOST_SLIDE;
    const char *body = host->twins && !dark ? "![{alt}]({file})\n" : host->body;
    for (const char *at = body; *at;) {
        if (strncmp(at, "{alt}", 5) == 0)
            put_alt(stdout, opt->drawn->alt, markup);
        else if (strncmp(at, "{file}", 6) == 0)
            put_file(opt, to->path);
        else if (strncmp(at, "{dark}", 6) == 0)
            put_file(opt, dark ? dark : to->path);
        else if (strncmp(at, "{width}", 7) == 0)
            printf("%" PRIu32, opt->flame.width_px);
        else
            putchar(*at);
        at += *at == '{' ? strcspn(at, "}") + 1 : 1;
    }
}

/* ---------------------------------------------------------------- drawing */

/* Draws with ever wider frames omitted until the bitmap is small enough. */
static bool draw_small(struct options *opt, const struct destination *to, still_draw *draw,
                       void *arg, fr_error *err)
{
    long most = opt->host && to->path && to->format.flags & FR_FORMAT_BITMAP
                    ? hosts[opt->host].most_bytes
                    : 0;
    struct stat status;
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        if (!draw(arg, opt, to, err))
            return false;
        if (!most || stat(to->path, &status) != 0 || status.st_size <= most)
            return true;
        opt->flame.minwidth_millionths *= 2;
    }
    note_with(opt,
              "'%s' has more than %ld bytes: --width, --max-height or a larger --minwidth make it "
              "smaller",
              to->path, most);
    return true;
}

bool still_publish(struct options *opt, const struct destination *to, still_draw *draw, void *arg,
                   fr_error *err)
{
    struct drawn drawn = {"", 1000000};
    struct destination twin = *to;
    char *dark = NULL;
    opt->drawn = &drawn;
    bool ok = draw_small(opt, to, draw, arg, err);
    if (ok) {
        uint32_t kept = opt->drawn->kept_ppm / 1000;
        if (opt->flame.max_height_px && opt->drawn->kept_ppm < ENOUGH_PPM)
            note_with(
                opt,
                "the rows that fit %" PRIu32 " px hold %" PRIu32 ".%" PRIu32
                " %% of self: a larger --max-height or --fold-recursion shows more, an SVG or a "
                "page all",
                opt->flame.max_height_px, kept / 10, kept % 10);
    }
    if (ok && opt->host && hosts[opt->host].twins && to->path &&
        to->format.flags & FR_FORMAT_BITMAP && opt->flame.scheme == FR_SCHEME_AUTO) {
        twin.path = dark = name_twin(to->path);
        opt->flame.scheme = FR_SCHEME_DARK;
        ok = dark ? draw_small(opt, &twin, draw, arg, err)
                  : fail_with(err, FR_E_LIMIT, "out of memory");
    }
    if (ok && opt->alt)
        printf("%s\n", drawn.alt);
    else if (ok && opt->host && to->path)
        print_body(opt, to, dark);
    free(dark);
    opt->drawn = NULL;
    return ok && (fflush(stdout) == 0 || fail_with(err, FR_E_IO, "cannot write standard output"));
}
