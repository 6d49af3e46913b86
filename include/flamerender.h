/*
 * flamerender.h - turn profiles into pictures people can trust.
 *
 * This header is the manual of libflamerender. It reads in the order of the flow:
 *
 *     bytes --reader--> profile --transform--> profile --build--> tree --layout--> scene --write--> bytes
 *
 * A file becomes the picture that the suffix of the other asks for:
 *
 *     bool drawn = fr_draw_path("perf.txt", "flame.svg", &err);
 *
 * The same step by step. NULL in, NULL out: a call that is given what an earlier one could not make does nothing, so one
 * look at the end finds the first error:
 *
 *     fr_reader  *reader  = fr_reader_new(NULL, &err);
 *     bool        good    = fr_reader_add_path(reader, "perf.txt", &err);
 *     fr_profile *profile = fr_reader_finish(reader, &err);
 *     fr_tree    *tree    = fr_tree_build(profile, NULL, &err);
 *     fr_theme   *theme   = fr_theme_new(NULL, &err);
 *     fr_scene   *scene   = fr_scene_flame(tree, theme, NULL, &err);
 *     fr_output  *out     = fr_output_path("flame.svg", &err);
 *     fr_scene_write(scene, "svg", NULL, out);
 *     good = fr_output_close(out, &err) && good;
 *
 * Rules that hold everywhere:
 *
 * - An object owns every byte it reaches. One call frees it, in any order; freeing NULL is fine. Text
 *   inside an object lives as long as the object.
 * - A function that can fail returns an object (NULL on failure) or a bool (false on failure) and fills
 *   the caller's fr_error, which may be NULL. A filled fr_error is never replaced: the first error wins.
 *   Every such function can fail with FR_E_LIMIT where memory runs out.
 * - Values are int64_t and exact, checked for overflow; lengths are size_t; ids are uint32_t.
 * - An options struct starts as its _DEFAULTS initializer, in C++ as what its _defaults() returns; NULL stands
 *   for the same. Its texts and arrays need only live as long as the call, those of fr_read_options as long as
 *   the reader.
 * - The library never prints, exits, aborts or changes the process's locale. One object serves one thread
 *   at a time; different objects may be used by different threads.
 * - While the version is 0.x, structs may grow from one minor version to the next: rebuild against each.
 *   The SONAME has the minor version (libflamerender.so.0.1), so an old program never runs with a new one.
 */
#ifndef FLAMERENDER_H
#define FLAMERENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* This page is laid out by hand. */
/* clang-format off */
#ifdef __cplusplus
extern "C" {
#endif

#define FR_API     __attribute__((visibility("default")))
#define FR_CHECKED __attribute__((warn_unused_result))

/* The version of this header. */
#define FR_VERSION_MAJOR 0
#define FR_VERSION_MINOR 1
#define FR_VERSION_PATCH 0

/* The version of the library that runs, "0.1.0"; static. */
FR_API const char *fr_version(void);

#include "flamerender_options.h" /* enumerations and structs of single formats, below used by name */

/* ---------------------------------------------------------------- errors and notes
 *
 *     fr_error err = {0};
 *     if (!fr_reader_add_path(reader, path, &err))
 *         fprintf(stderr, "%s: %s\n", err.source, err.text);
 */

/* A code says what went wrong; it is the exit status that the program ends with. */
typedef enum fr_code {
    FR_OK = 0,
    FR_E_FORMAT = 1, /* the input was rejected */
    FR_E_USAGE = 2,  /* an option or argument makes no sense */
    FR_E_IO = 3,     /* reading or writing failed */
    FR_E_LIMIT = 4,  /* a named limit, or memory, ran out */
    FR_E_EMPTY = 5,  /* the input is readable, but has nothing to draw */
    FR_E_GATE = 6    /* a gate that the caller set was tripped */
} fr_code;

/* A failure. The caller owns it and sets it to {0} first. */
typedef struct fr_error {
    fr_code code;
    uint64_t line;    /* of the input, from 1; 0: the error is not about a line */
    uint64_t offset;  /* in bytes after unpacking */
    char source[256]; /* name of the input or output; "" where there is none */
    char text[512];   /* one sentence in lower case without a full stop */
    char hint[256];   /* what to do next, or "" */
} fr_error;

/* Draws a flame graph of the profile in `in`, of its shown column, into `out`, whose suffix says how: .svg, .html, .png,
 * .pdf. After a failure `out` is what it was before. FR_E_USAGE for another suffix. */
FR_API FR_CHECKED bool fr_draw_path(const char *in, const char *out, fr_error *err);

/* Something that was skipped, chosen or repaired on the way, counted by kind. */
typedef struct fr_note {
    const char *kind;    /* stable short name: "rejected-line", "other-event" */
    char text[512];      /* one sentence, with the count and the first case in it */
    const char *source;  /* name of the input, or "" */
    uint64_t n;          /* how often; 1 for a sentence without a count */
    uint64_t first_line; /* of the first case; 0: it is not about a line */
} fr_note;

/* ---------------------------------------------------------------- reading
 *
 *     fr_read_options opt = FR_READ_DEFAULTS;
 *     opt.perf.event = "cycles";
 *     fr_reader *reader = fr_reader_new(&opt, &err);
 */

/* A file may make these large. Every error about a limit names the option that raises it. */
typedef struct fr_limits {
    uint64_t memory;      /* bytes an object may hold; 4 GiB */
    uint64_t inflated;    /* bytes of an input after unpacking; 0 (the default): 1 GiB, or 1100 times the input */
    uint32_t name_bytes;  /* longest name kept; longer ones are cut, with a note; 1 MiB */
    uint32_t stack_depth; /* frames of one stack; 16 Mi */
    uint32_t nodes;       /* distinct stacks; 256 Mi */
} fr_limits;
/* The defaults: an initializer, and a value. */
FR_API fr_limits fr_limits_defaults(void);
#define FR_LIMITS_DEFAULTS \
    {.memory = UINT64_C(4) << 30, .inflated = 0, .name_bytes = UINT32_C(1) << 20, \
     .stack_depth = UINT32_C(16) << 20, .nodes = UINT32_C(256) << 20}

/* These say how inputs are read. Members of perf, folded, pprof and speedscope matter to that format alone. */
typedef struct fr_read_options {
    const char *input_format; /* a name of fr_input_format_at(); NULL: by content */
    fr_purpose purpose;       /* what the profile will be used for */
    fr_picture_reading picture;   /* of FR_FOR_PICTURE */
    fr_perf_options perf;
    fr_folded_options folded;
    fr_pprof_options pprof;
    fr_speedscope_options speedscope;
    const char *const *labels; /* "host={2}": labels of all samples that lack the key; {2} is the last part but one of */
    size_t n_labels;           /* the input's path, {time} when the recording began, in ns */
    const char *weight_unit; /* unit of folded values and of perf.weight_field: "ns"; NULL: samples */
    bool no_demangle;        /* names of C++, Rust and Java stay as the linker has them */
    bool keep_samples;       /* keep time, thread and CPU of each sample, about 20 bytes: for selections */
    bool shared_clock;       /* several timed inputs keep their clocks; else each starts at 0 */
    bool judge;              /* note what fr_report_check() finds bad: pictures then show it */
    bool digest;             /* count inputs and their digest, for partial merges; an empty one is no error then */
    bool strict;             /* the first input that would be skipped is an error */
    uint32_t threads;        /* that read a large file; 0: one for each CPU. Changes no result */
    fr_limits limits;
    /* Called now and then with the bytes of the input read so far, and its size (0: unknown). */
    void (*progress)(void *arg, uint64_t done, uint64_t size);
    void *progress_arg;
} fr_read_options;
/* The defaults: an initializer, and a value. */
#define FR_READ_DEFAULTS {.limits = FR_LIMITS_DEFAULTS}
FR_API fr_read_options fr_read_defaults(void);
/* Takes one input after another and merges them. */
typedef struct fr_reader fr_reader;
/* Frames, stacks and values. */
typedef struct fr_profile fr_profile;
/* A reader without an input. FR_E_USAGE where an option makes no sense. */
FR_API FR_CHECKED fr_reader *fr_reader_new(const fr_read_options *opt, fr_error *err);
/* Reads all of `path` ("-" is standard input), packed or not. On failure the reader keeps nothing of this input and
 * can go on with others; only a limit that all inputs overrun together ends the reader. */
FR_API FR_CHECKED bool fr_reader_add_path(fr_reader *reader, const char *path, fr_error *err);
/* The same for n paths, in parallel, merged in their order. Calls `failed` for each that cannot be read; it returns
 * whether to go on (NULL: the first failure ends it). False: `err` is what ended it. */
FR_API FR_CHECKED bool fr_reader_add_paths(fr_reader *reader, const char *const *paths, size_t n,
                    bool (*failed)(void *arg, size_t index, const fr_error *err), void *arg, fr_error *err);
/* The same for `len` bytes in memory, which are not kept; messages call them `name`. */
FR_API FR_CHECKED bool fr_reader_add_memory(fr_reader *reader, const char *name, const void *bytes, size_t len,
                    fr_error *err);
/* The profile of all inputs, which the caller frees. Frees the reader, also on failure. FR_E_EMPTY where no input
 * held a sample; the text says what was seen instead. */
FR_API FR_CHECKED fr_profile *fr_reader_finish(fr_reader *reader, fr_error *err);
/* Frees a reader that is not finished. */
FR_API void fr_reader_free(fr_reader *reader);

/* ---------------------------------------------------------------- building by hand
 *
 *     fr_builder *b = fr_builder_new(NULL, &err);
 *     uint32_t cpu = fr_builder_column(b, "cpu", "samples", 0);
 *     uint32_t frame = fr_builder_frame(b, &(fr_frame_info){.name = "main"});
 *     uint32_t stack = fr_builder_push(b, FR_NO_STACK, frame);
 *     fr_builder_add(b, stack, cpu, 12, 12, 12.0);
 *     fr_profile *p = fr_builder_finish(b, &err);
 *
 * After a failure every call does nothing and returns 0; fr_builder_finish() reports the first failure.
 */

/* Kind of code a frame ran in. */
typedef enum fr_kind {
    FR_KIND_USER, FR_KIND_KERNEL, FR_KIND_JIT, FR_KIND_INLINED, FR_KIND_INTERPRETED, FR_KIND_PROCESS,
    FR_KIND_OFF_CPU, /* of a stack that waits, beside others that run */
    FR_N_KINDS
} fr_kind;

/* A frame as a reader knows it; NULL and 0 mean unknown. Names may hold any bytes: the builder repairs them
 * (docs/formats.md), so that they cannot break an output. Texts need only live as long as the call. */
typedef struct fr_frame_info {
    const char *name;
    const char *system_name; /* mangled */
    const char *file;
    const char *module;
    uint64_t address;
    uint32_t line, start_line;
    fr_kind kind;
    bool annotated; /* the name came with a suffix of its kind, such as _[k] */
} fr_frame_info;

/* The empty stack: parent of outermost frames. */
#define FR_NO_STACK UINT32_C(0)
/* A profile that grows. */
typedef struct fr_builder fr_builder;
/* An empty builder; limits NULL: FR_LIMITS_DEFAULTS. */
FR_API FR_CHECKED fr_builder *fr_builder_new(const fr_limits *limits, fr_error *err);
/* Frees a builder that is not finished. */
FR_API void fr_builder_free(fr_builder *builder);
/* Adds a value column, before any value, and returns its id. Values are integers of 10^-decimals units (decimals 0
 * to 9); `name` and `unit` are copied. There are 64 columns at most. */
FR_API uint32_t fr_builder_column(fr_builder *builder, const char *name, const char *unit, uint32_t decimals);
/* The id of a frame; equal frames have one id. */
FR_API uint32_t fr_builder_frame(fr_builder *builder, const fr_frame_info *info);
/* The id of the stack in which `parent` calls `frame`. */
FR_API uint32_t fr_builder_push(fr_builder *builder, uint32_t parent, uint32_t frame);
/* Adds to a stack's own value: a sum of weights (>= 0), of how many samples, and of their squares (0: unknown). */
FR_API void fr_builder_add(fr_builder *builder, uint32_t stack, uint32_t column, int64_t sum, uint64_t n_samples,
                    double sum_squares);
/* The profile, which the caller frees. Frees the builder, also on failure. */
FR_API FR_CHECKED fr_profile *fr_builder_finish(fr_builder *builder, fr_error *err);

/* ---------------------------------------------------------------- profile
 *
 * A profile is a table of frames, a table of stacks (parents before children) and value columns.
 */

/* A value column. Values are integers of 10^-decimals units. */
typedef struct fr_column_info {
    const char *name; /* "cpu-clock", "base", "new" */
    const char *unit; /* "samples", "ns", "bytes", "events" */
    uint32_t decimals;
    int64_t total;      /* before any transform: what shares refer to */
    int64_t kept;       /* after transforms */
    uint64_t n_samples; /* kept; 0: unknown */
} fr_column_info;

/* Describes a profile. Texts live as long as the profile. */
typedef struct fr_profile_info {
    const char *format; /* of the first input: "folded", "perf-script"; "" where there is none */
    uint64_t formats;   /* of all inputs: bit i is row i of fr_input_format_at() */
    uint32_t n_columns, n_frames;
    uint32_t n_stacks;  /* distinct stacks, and all that they begin with, without the empty one */
    uint32_t max_depth; /* frames of the deepest stack */
    uint32_t n_notes;
    uint64_t n_records; /* samples read, frameless ones included; folded: lines */
    uint64_t n_frameless;
    uint64_t n_samples;  /* kept one by one (fr_read_options.keep_samples); 0: none */
    uint32_t n_labelled; /* distinct pairs of a stack and its labels; 0: no labels */
    bool lost_labels;    /* samples were chosen one by one, which had which label is not known */
    uint32_t n_detailed; /* frames with a module, or with a kind that no suffix of the name shows */
    bool timed;          /* first_ns and last_ns are known */
    int64_t first_ns;    /* ns in the recording's own clock */
    int64_t last_ns;
    const char *default_type; /* pprof: the column to show first; "": not given */
    uint32_t shown_column;    /* the column of that name; else the last, as pprof has it */
    const char *drop_frames;  /* what the profile asks to drop (fr_transform_options); "": nothing */
    const char *keep_frames;
    uint64_t n_inputs;  /* fr_read_options.digest: inputs of this merge, through partial ones too */
    unsigned char digest[32]; /* ... the sum of the SHA-256 of their files, mod 2^256, most significant byte first */
    bool has_sides;     /* two value columns, "base" and "new": to be drawn as a differential */
    fr_purpose purpose; /* what it can be used for */
} fr_profile_info;

/* Frees a profile. Trees, scenes and reports that were made of it stay good. */
FR_API void fr_profile_free(fr_profile *profile);
/* Fills `info`. */
FR_API void fr_profile_describe(const fr_profile *profile, fr_profile_info *info);
/* Fills `info` with a column, counted from 0. False where there is no such column. */
FR_API bool fr_profile_column(const fr_profile *profile, uint32_t column, fr_column_info *info);
/* Drops all value columns but this one, which becomes column 0. Samples kept one by one have values of column 0 and are
 * dropped with it. FR_E_USAGE where there is no such column. */
FR_API FR_CHECKED bool fr_profile_keep_column(fr_profile *profile, uint32_t column, fr_error *err);
/* Fills `note` with a note, in the order in which they were first met. False past the last. */
FR_API bool fr_profile_note(const fr_profile *profile, uint32_t index, fr_note *note);

/* ---------------------------------------------------------------- tree
 *
 * The stacks merged by the names of their frames, in columns in pre-order: the next sibling of node i is
 * node end[i].
 *
 *     fr_tree_columns t = fr_tree_view(tree);
 *     for (uint32_t i = 0; i < t.n; i++)
 *         printf("%*s%s %" PRId64 "\n", (int)t.depth[i], "", fr_tree_name(tree, i), t.total[0][i]);
 */

/* The order of siblings: the bytes of their names; the larger total first; the order of the input. */
typedef enum fr_sort { FR_SORT_NAME, FR_SORT_VALUE, FR_SORT_INPUT } fr_sort;
/* These say how stacks become a tree. */
typedef struct fr_tree_options {
    fr_sort sort;     /* of siblings */
    bool callers;     /* merge from the leaves: the children of a frame are its callers */
    bool chart;       /* a flame chart: nodes in the order of samples, or by time with a lane for each thread */
    bool apart;       /* ... in which equal neighbours stay apart; needs keep_samples, of folded text in_order */
    double min_share; /* callers: do not grow groups below this share of the total; 0: grow all */
    uint32_t column;  /* the column that sorts and that pictures draw */
    bool lone_column; /* omit the values of all other columns: their self and total are NULL */
    const char *color_by; /* that of the fr_flame_options, so that nodes have their modules, say; NULL: nothing */
    bool self_only;   /* omit totals, which are NULL; not for `callers` or a picture */
    uint32_t threads; /* of a large tree; 0: one for each CPU. Changes no result */
} fr_tree_options;
/* The defaults: an initializer, and a value. */
#define FR_TREE_DEFAULTS {.sort = FR_SORT_NAME}
FR_API fr_tree_options fr_tree_defaults(void);
/* A tree; it holds no part of its profile. */
typedef struct fr_tree fr_tree;
/* The columns of a tree, which live as long as it. Node 0 is the root, with depth 0 and the empty name; its total is
 * the sum of the input. */
typedef struct fr_tree_columns {
    uint32_t n;
    uint32_t n_columns;
    const uint32_t *parent; /* parent[0] = 0 */
    const uint32_t *end;    /* one past the last node of the subtree */
    const uint32_t *depth;
    const uint8_t *kind;         /* fr_kind of the larger part of the value */
    const int64_t *const *self;  /* self[k][node]; NULL: fr_tree_options.lone_column */
    const int64_t *const *total; /* total[k][node] = self + totals of children */
} fr_tree_columns;

/* A tree of the profile, which the caller frees. FR_E_USAGE where there is no such column. */
FR_API FR_CHECKED fr_tree *fr_tree_build(const fr_profile *profile, const fr_tree_options *opt, fr_error *err);
/* Frees a tree. Scenes of it stay good. */
FR_API void fr_tree_free(fr_tree *tree);
/* The tree's columns, to look at. */
FR_API fr_tree_columns fr_tree_view(const fr_tree *tree);
/* The name of a node's frame: valid UTF-8, NUL-terminated; "" for the root. */
FR_API const char *fr_tree_name(const fr_tree *tree, uint32_t node);

/* ---------------------------------------------------------------- themes */

/* Colours and fonts. */
typedef struct fr_theme fr_theme;
/* A built-in theme by name, or a JSON file by path (anything with a '/' or ".json"); NULL: the default. FR_E_USAGE
 * where there is none of that name. */
FR_API FR_CHECKED fr_theme *fr_theme_new(const char *name, fr_error *err);
/* Frees a theme. Scenes made with it stay good. */
FR_API void fr_theme_free(fr_theme *theme);
/* Changes a part: "ground", "ink" (as #rrggbb), "font", "shade" (name, hash, deterministic, random), "seed",
 * "palette-map" (lines "name->rgb(r,g,b)"), "match" (of what a search finds, as #rrggbb), "stroke" (round boxes: none or
 * #rrggbb), "attributes" (lines of a name and, after tabs, title=, href=, target= of its boxes). FR_E_USAGE for no such
 * part or value, FR_E_FORMAT for a wrong line. */
FR_API FR_CHECKED bool fr_theme_set(fr_theme *theme, const char *part, const char *value, fr_error *err);
/* The name of a built-in theme, static; NULL past the last. */
FR_API const char *fr_theme_name_at(size_t index);

/* ---------------------------------------------------------------- scenes
 *
 * A scene is a picture before it is written: boxes, labels, legend, axis, title, notes.
 */

/* Labels of names that do not fit their boxes. SHORT: common parts are removed first (template arguments,
 * packages, paths). FULL: the name is only cut. Data, search and tooltips have the whole name. */
typedef enum fr_name_style { FR_NAMES_SHORT, FR_NAMES_FULL } fr_name_style;
/* It is cut there. DISTINCT: so that no other name has the same label; where there is no such cut, no label. */
typedef enum fr_truncate {
    FR_TRUNCATE_DISTINCT, FR_TRUNCATE_END, FR_TRUNCATE_START, FR_TRUNCATE_MIDDLE
} fr_truncate;
/* AUTO: light, and dark where the reader's system is dark, unless the theme is for one of them. */
typedef enum fr_scheme { FR_SCHEME_AUTO, FR_SCHEME_LIGHT, FR_SCHEME_DARK } fr_scheme;
/* A box of a differential is so wide. MEAN: the mean of both shares, so that new and gone frames are seen.
 * NEW, BASE: the share of one side. MAX: own value of the larger side plus children. DELTA: own change plus
 * children. The last two do not sum to 100 %, and the picture says to what. */
typedef enum fr_width_of {
    FR_WIDTH_OF_MEAN, FR_WIDTH_OF_NEW, FR_WIDTH_OF_BASE, FR_WIDTH_OF_MAX, FR_WIDTH_OF_DELTA
} fr_width_of;
/* These say how a flame graph is drawn. Texts NULL: made from the profile. */
typedef struct fr_flame_options {
    const char *title;           /* NULL: what to look at: "13 % of the time clears pages: clear_page_erms" */
    const char *subtitle;        /* NULL: event, samples, duration, what was done, what width means */
    const char *notes;           /* a line of the author's at the foot; NULL: none */
    const char *countname;       /* what values are called; NULL: the column's unit */
    const char *nametype;        /* stands before names in tooltips; NULL: nothing */
    double font_px;              /* size of the labels of boxes, 4 to 100; 11.5 */
    uint32_t width_px;           /* of the picture; 1200 */
    uint32_t row_height_px;      /* 18 */
    uint32_t max_depth;          /* rows drawn; 2000 */
    int64_t minwidth_millionths; /* narrower boxes are omitted: millionths of a px; 100000 (0.1 px) */
    bool minwidth_percent;       /* ... or millionths of 1 % of the whole */
    bool icicle;                 /* root at the top */
    fr_name_style names;         /* of labels */
    fr_truncate truncate;
    fr_scheme scheme;
    fr_width_of width_of; /* differentials: what width is */
    bool negate;          /* differentials: blue grew, red shrank */
    bool cells;           /* 8 px are a column of a terminal: texts speak of columns */
    uint32_t cell_rows;   /* ... that has room for as many rows: chains are folded as for max_height_px; 0: any */
    uint32_t max_height_px;  /* of a still: chains are folded, then far rows cut, which it says. 0: as high as it is */
    bool fold_chains;        /* of a still: four and more frames, each with nothing but its callee, are one row */
    uint32_t rows_past_change; /* of a still of a differential: rows drawn past the last change; 0: all */
    double least_whole;   /* what shares refer to, in the unit of values, where that is more than their sum */
    const char *color_by; /* fr_colouring_at(), also of fr_tree_options; NULL: "kind". Not of differentials */
    const char *reading;  /* options that commands in a page repeat: " --hide '^foo$' --then"; NULL: none */
} fr_flame_options;
/* The defaults: an initializer, and a value. */
#define FR_FLAME_DEFAULTS {.font_px = 11.5, .width_px = 1200, .row_height_px = 18, .max_depth = 2000, .minwidth_millionths = 100000}
FR_API fr_flame_options fr_flame_defaults(void);
/* A picture; it holds no part of what it was made of. */
typedef struct fr_scene fr_scene;
/* Bytes go there. */
typedef struct fr_output fr_output;
/* The share of the total below which nothing is drawn: for fr_tree_options.min_share of a callers tree, and for
 * FR_FOR_PICTURE. `opt` is not NULL. */
FR_API double fr_flame_min_share(const fr_flame_options *opt);
/* A flame graph, which the caller frees. FR_E_EMPTY where all values are 0; FR_E_USAGE where an option is out of its
 * range, or the profile was read for a picture that draws less. */
FR_API FR_CHECKED fr_scene *fr_scene_flame(const fr_tree *tree, const fr_theme *theme, const fr_flame_options *opt,
                    fr_error *err);
/* Puts the profile that was drawn into the scene, packed: formats with FR_FORMAT_CARRIES_DATA write it. */
FR_API FR_CHECKED bool fr_scene_embed(fr_scene *scene, const fr_profile *profile, fr_error *err);
/* The same for a page whose reader picks samples: with labels, or with comm, pid and tid where samples were kept.
 * `omitted` gets the keys for which there is no room, "request, user". */
FR_API FR_CHECKED bool fr_scene_embed_labelled(fr_scene *scene, const fr_profile *profile, char *omitted, size_t room,
                    fr_error *err);
/* Adds the functions with the largest self, of flame graphs: formats with FR_FORMAT_TABLE list them. */
FR_API FR_CHECKED bool fr_scene_add_table(fr_scene *scene, const fr_profile *profile, fr_error *err);
/* Says what the picture shows, in one or two sentences of text: the alt text of an image. Lives as long as the scene. */
FR_API const char *fr_scene_alt(const fr_scene *scene);
/* The share of self in the rows that are drawn, in millionths: 1 000 000 where fr_flame_options.max_height_px cut none. */
FR_API uint32_t fr_scene_kept_ppm(const fr_scene *scene);
/* Puts the samples, where they have times, into the flame graph of a page, which then shows them as time goes, too
 * (fr_tree_options.chart). Above 200 000 samples or 1 MB the page says why it does not. The page of a Chrome trace or
 * a CPU profile of V8 opens so. Needs keep_samples. */
FR_API FR_CHECKED bool fr_scene_add_chart(fr_scene *scene, const fr_profile *profile, const fr_theme *theme,
                    const fr_flame_options *opt, fr_error *err);
/* Frees a scene. */
FR_API void fr_scene_free(fr_scene *scene);

/* ---------------------------------------------------------------- writing
 *
 *     fr_output *out = fr_output_memory();
 *     fr_scene_write(scene, "svg", NULL, out);
 *     size_t len;
 *     const char *svg = fr_output_bytes(out, &len);
 *     ...
 *     fr_output_free(out);
 *
 * After a failure an output ignores what is written; fr_output_close() reports the first failure.
 */

/* A file that appears under its name only when it is whole: it is written beside it and renamed by close. */
FR_API FR_CHECKED fr_output *fr_output_path(const char *path, fr_error *err);
/* A descriptor, which stays open; messages call it `name`. NULL where memory ran out. */
FR_API FR_CHECKED fr_output *fr_output_fd(int fd, const char *name);
/* The most bytes that the output may get, before any: more fails it with FR_E_LIMIT. Else there is no limit. */
FR_API void fr_output_limit(fr_output *output, uint64_t most);
/* Memory. Never NULL: where it ran out, the output has failed with FR_E_LIMIT. */
FR_API FR_CHECKED fr_output *fr_output_memory(void);
/* Appends `len` bytes. */
FR_API void fr_output_write(fr_output *out, const void *bytes, size_t len);
/* Returns what a memory output holds: NUL-terminated, owned by it, good until the next write. NULL after a failure. */
FR_API const char *fr_output_bytes(fr_output *out, size_t *len);
/* Flushes and syncs, so that close has little left that could fail: of two files that belong together, settle both,
 * then close both. False: the first failure, which close reports again. */
FR_API FR_CHECKED bool fr_output_settle(fr_output *out, fr_error *err);
/* Flushes, syncs, renames and frees. After a failure the file under `path` is what it was before. */
FR_API FR_CHECKED bool fr_output_close(fr_output *out, fr_error *err);
/* Discards and frees: an output to a path makes no file. */
FR_API void fr_output_free(fr_output *out);

/* Sheets of paper, upright or across, as the picture fits. */
typedef enum fr_paper { FR_PAPER_NONE, FR_PAPER_A4, FR_PAPER_A3, FR_PAPER_LETTER } fr_paper;
/* These say how a scene is written. */
typedef struct fr_write_options {
    uint32_t scale_percent; /* of bitmaps: 100 is one pixel a px; 25 to 1600 */
    bool scriptless;        /* svg, html: no script; svg: a title in every box */
    fr_data data;           /* svg: of what fr_scene_embed() put into the scene */
    uint32_t n_views;       /* svg: links that zoom without a script, on the widest boxes; 0 */
    const char *search;     /* svg, html: what the search field holds at first; NULL: nothing */
    const char *link;       /* the same: what the key g opens: "https://host/{file}#L{line}", {name}; NULL: nothing */
    bool fragment;          /* html: of a flame graph or differential one element for another page, no page */
    uint32_t embed_height_px; /* of that element, which then scrolls; 0: that of its picture */
    uint32_t columns;       /* text, term: of the terminal; text then has only boxes of 0.5 % and more. 0: all, of term 100 */
    uint32_t rows;          /* term: of the terminal, for as many rows as fit; 0: all */
    uint32_t colours;       /* term: 0, 256, or FR_TRUE_COLOURS */
    fr_paper paper;         /* pdf: sheets that are filled; FR_PAPER_NONE: the page is as large as the picture */
} fr_write_options;
/* The defaults: an initializer, and a value. */
#define FR_WRITE_DEFAULTS {.scale_percent = 100}
FR_API fr_write_options fr_write_defaults(void);
#define FR_TRUE_COLOURS 16777216
/* Writes a scene: "svg", "html", "png", "pdf", "term", "scene-json", "text"; or the colours of its names: "palette", as
 * fr_theme_set() reads them. Another name fails the output: FR_E_USAGE. */
FR_API void fr_scene_write(const fr_scene *scene, const char *format, const fr_write_options *opt, fr_output *out);
/* Writes a profile: "folded", "json", "pprof", "rows", "speedscope", "chrome". Another name: FR_E_USAGE, as above. */
FR_API void fr_profile_write(const fr_profile *profile, const char *format, fr_output *out);

#include "flamerender_analysis.h" /* selecting, transforms, heatmaps, differentials, reports */

#ifdef __cplusplus
}
#endif
#endif
