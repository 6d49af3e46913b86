/*
 * flamerender.h - turn profiles into pictures people can trust.
 *
 * This header is the manual of libflamerender. It reads in the order of the flow:
 *
 *     bytes --reader--> profile --transform--> profile --build--> tree --layout--> scene --write-->
 * bytes
 *
 * The whole main job, without its error handling:
 *
 *     fr_reader  *reader  = fr_reader_new(NULL, &err);
 *     fr_reader_add_path(reader, "perf.txt", &err);
 *     fr_profile *profile = fr_reader_finish(reader, &err);
 *     fr_tree    *tree    = fr_tree_build(profile, NULL, &err);
 *     fr_theme   *theme   = fr_theme_new(NULL, &err);
 *     fr_scene   *scene   = fr_scene_flame(tree, theme, NULL, &err);
 *     fr_output  *out     = fr_output_path("flame.svg", &err);
 *     fr_scene_write(scene, "svg", NULL, out);
 *     fr_output_close(out, &err);
 *
 * Rules that hold everywhere:
 *   - An object owns every byte it reaches. Objects are freed by one call each, in any order;
 * freeing NULL is fine. Text inside an object lives as long as the object.
 *   - A function that can fail returns an object (NULL on failure) or a bool (false on failure) and
 * fills the caller's fr_error, which may be NULL. The first error wins: a filled fr_error is never
 * replaced.
 *   - Values are int64_t and exact, checked for overflow; lengths are size_t; ids are uint32_t.
 *   - An options struct starts as its _DEFAULTS initializer; NULL stands for the same.
 *   - The library never prints, exits, aborts or changes the process's locale. One object serves
 * one thread at a time; different objects may be used by different threads.
 */
#ifndef FLAMERENDER_H
#define FLAMERENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FR_API     __attribute__((visibility("default")))
#define FR_CHECKED __attribute__((warn_unused_result))

/* "0.1.0"; static. */
FR_API const char *fr_version(void);

/* What a format is and can do: bits of fr_format_info.flags. */
typedef enum fr_format_flag {
    FR_FORMAT_PICTURE = 1,        /* fr_scene_write() writes it */
    FR_FORMAT_PROFILE = 2,        /* fr_profile_write() writes it */
    FR_FORMAT_REPORT = 4,         /* fr_report_write() writes it */
    FR_FORMAT_BITMAP = 8,         /* made of pixels: fr_write_options.scale_percent matters */
    FR_FORMAT_CARRIES_DATA = 16,  /* holds the profile that was drawn: fr_scene_embed() */
    FR_FORMAT_DATA_OPTIONAL = 32, /* ... only as far as fr_write_options.data asks */
    FR_FORMAT_FOR_PROGRAMS = 64,  /* exact values, all rows: not made for reading by people */
    FR_FORMAT_LINES = 128,        /* frames have files and lines */
    FR_FORMAT_LOCATIONS = 256,    /* frames have mappings and addresses */
    FR_FORMAT_BINARY = 512,       /* bytes that are no text */
    FR_FORMAT_LABELS = 1024,      /* samples have labels */
    FR_FORMAT_TIMED = 2048,       /* samples have times: fr_read_options.keep_samples */
    FR_FORMAT_MODULES = 4096      /* frames have modules and kinds */
} fr_format_flag;

/* A row of the tables of input and output formats. */
typedef struct fr_format_info {
    const char *name;     /* "svg", "folded" */
    const char *title;    /* one line for people */
    const char *suffixes; /* space-separated: "svg", "folded collapsed txt" */
    uint32_t flags;       /* fr_format_flag */
} fr_format_info;

/* ---------------------------------------------------------------- errors and notes
 * --------------------
 *
 *     fr_error err = {0};
 *     if (!fr_reader_add_path(reader, path, &err))
 *         fprintf(stderr, "%s: %s\n", err.source, err.text);
 */

/* What went wrong; each code is the exit status that the program ends with. */
typedef enum fr_code {
    FR_OK = 0,
    FR_E_FORMAT = 1, /* the input was rejected */
    FR_E_USAGE = 2,  /* an option or argument makes no sense */
    FR_E_IO = 3,     /* reading or writing failed */
    FR_E_LIMIT = 4,  /* a named limit, or memory, ran out */
    FR_E_EMPTY = 5,  /* readable, but nothing is left to draw */
    FR_E_GATE = 6    /* a gate that the caller set was tripped */
} fr_code;

/* A failure, told once. `line` counts from 1 and is 0 where it means nothing; `offset` is in bytes
 * after gunzip. `text` is one sentence in lower case without a full stop; `hint` says what to do
 * next, or "". */
typedef struct fr_error {
    fr_code code;
    uint64_t line;
    uint64_t offset;
    char source[256];
    char text[512];
    char hint[256];
} fr_error;

/* `text` as every message of the library shows it: controls, bidi marks and bytes that are no UTF-8
 * become visible escapes. Cut on a character to `room` bytes with its NUL. */
FR_API void fr_printable(char *to, size_t room, const char *text);

/* Something that was skipped, chosen or repaired on the way, counted by kind. */
typedef struct fr_note {
    const char *kind;    /* stable short name: "rejected-line", "other-event" */
    char text[512];      /* one sentence, with the count and the first case in it */
    const char *source;  /* name of the input, or "" */
    uint64_t n;          /* how often; 1 for a sentence without a count */
    uint64_t first_line; /* of the first case; 0: not bound to a line */
} fr_note;

/* ---------------------------------------------------------------- reading
 * -----------------------------
 *
 *     fr_read_options opt = FR_READ_DEFAULTS;
 *     opt.event = "cycles";
 *     fr_reader *reader = fr_reader_new(&opt, &err);
 */

/* What a file may make large. Every error about a limit says the option that raises it. */
typedef struct fr_limits {
    uint64_t memory;      /* bytes an object may hold; 4 GiB */
    uint64_t inflated;    /* bytes after gunzip, 0: unlimited (the default for streamed text) */
    uint32_t name_bytes;  /* longest name kept; longer ones are cut, with a note; 1 MiB */
    uint32_t stack_depth; /* frames of one stack; 16 Mi */
    uint32_t nodes;       /* distinct stacks; 256 Mi */
} fr_limits;

#define FR_LIMITS_DEFAULTS                                                                         \
    {                                                                                              \
        .memory = UINT64_C(4) << 30, .inflated = 0, .name_bytes = UINT32_C(1) << 20,               \
        .stack_depth = UINT32_C(16) << 20, .nodes = UINT32_C(256) << 20                            \
    }

typedef enum fr_weight {
    FR_WEIGHT_AUTO,
    FR_WEIGHT_PERIOD,
    FR_WEIGHT_SAMPLES,
    FR_WEIGHT_FIELD /* fr_read_options.weight_field */
} fr_weight;
typedef enum fr_negative { FR_NEGATIVE_ERROR, FR_NEGATIVE_DROP, FR_NEGATIVE_ABS } fr_negative;
typedef enum fr_root { FR_ROOT_COMM, FR_ROOT_COMM_PID, FR_ROOT_COMM_TID, FR_ROOT_NONE } fr_root;
/* Which waits are off-CPU time: those for something (sleep, lock, input), or those for a CPU too. */
typedef enum fr_off_cpu { FR_OFF_CPU_NONE, FR_OFF_CPU_BLOCKED, FR_OFF_CPU_ALL } fr_off_cpu;
typedef enum fr_compat { FR_COMPAT_NONE, FR_COMPAT_STACKCOLLAPSE, FR_COMPAT_DIFFFOLDED } fr_compat;

typedef struct fr_read_options {
    const char *input_format; /* a name of fr_input_format_at(); NULL: by content */
    const char *profile;      /* speedscope: the one to read, by name or number from 0; NULL: all */
    const char *event;        /* perf script: the event to read; "A,B" adds up; NULL: the first */
    const char *weight_unit;  /* folded, weight_field: "ns", "bytes"; NULL: samples, the field */
    const char *weight_field; /* perf script: a number in the text of a tracepoint, "bytes_req" */
    fr_weight weight; /* perf script: AUTO is the period if every record has one, else samples */
    fr_negative negative;      /* folded: what a negative value means */
    fr_root root;              /* perf script: the frame under the root */
    uint32_t columns;          /* folded: value columns, 1 or 2; 0: decided on the first block */
    bool addresses;            /* perf script: keep the address of frames without a symbol */
    fr_off_cpu off_cpu;        /* perf script: sched:sched_switch records as off-CPU time, in ns */
    bool on_off;               /* ... beside the time of samples on CPU; NONE then means ALL */
    bool srcline;              /* perf script: names are with their lines of source, foo:a.c:12 */
    bool provenance;           /* perf script: say the host and command line that --header tells */
    bool strip_thread_numbers; /* perf script: worker-12 and worker-3 are both worker */
    fr_compat compat;          /* perf script: names and values as stackcollapse-perf.pl has them */
    bool annotate_kernel;      /* perf script: mark kernel frames: folded stacks then say _[k] */
    bool annotate_jit;         /* ... frames of JIT compilers, _[j] */
    bool annotate_all;         /* ... every kind that has a mark, inlined frames (_[i]) too */
    /* pprof: keep mappings and the address of every frame, for profiles that are written again;
     * stacks that differ by address alone are then several. */
    bool keep_locations;
    bool drop_labels; /* pprof: leave the labels of samples out */
    /* pprof, one input: keep self and total of every function and no stacks, where they are not
     * needed to drop frames. It takes half the time and memory, and is good for fr_report_top() by
     * name. */
    bool functions_only;
    /* pprof: leave files, lines and addresses out, where FR_GRANULARITY_FUNCTIONS comes next and asks for
     * nothing else: the same result, sooner. Over keep_locations. */
    bool drop_lines;
    /* pprof, one input: where there are more stacks than this, leave files, lines and addresses out, which
     * trees don't show. fr_tree_build() gives the same, sooner, but for `callers` in the order of
     * input. 0: keep them. Not with keep_locations. */
    uint32_t lines_until;
    /* With lines_until, one large input: where lines are left out, a stack that holds less than this share of
     * every column ends there, and what is on it counts as its own. For fr_tree_build() without `callers`,
     * not in the order of input, and for pictures whose fr_flame_min_share() is no less; all else that takes
     * profiles is FR_E_USAGE then. 0: whole stacks. */
    double min_share;
    bool keep_samples; /* keep each sample's time, thread and cpu, about 20 bytes: for selections */
    bool shared_clock; /* several timed inputs keep their clocks; else each starts at 0 */
    bool judge;        /* note what fr_report_check() finds bad: pictures then show it */
    bool strict;       /* the first note that tells of skipped input is an error */
    uint32_t threads;  /* that read a large file; 0: one for each CPU. Changes no result */
    fr_limits limits;
    /* Called now and then with the bytes of the input read so far, and its size (0: unknown). */
    void (*progress)(void *arg, uint64_t done, uint64_t size);
    void *progress_arg;
} fr_read_options;

#define FR_READ_DEFAULTS                                                                           \
    {                                                                                              \
        .limits = FR_LIMITS_DEFAULTS                                                               \
    }

typedef struct fr_reader fr_reader;
typedef struct fr_profile fr_profile;

/* A reader takes one input after another and merges them into one profile. */
FR_API FR_CHECKED fr_reader *fr_reader_new(const fr_read_options *opt, fr_error *err);
/* Reads all of `path` ("-" is standard input), gzipped or not. On failure nothing of this input has
 * been kept and the reader can go on with others; only a limit that all inputs overrun together
 * ends the reader. */
FR_API FR_CHECKED bool fr_reader_add_path(fr_reader *reader, const char *path, fr_error *err);
/* The same for many, side by side on all processors, merged in their order. `failed` is told of each
 * that cannot be read, and returns whether to go on; NULL: the first ends it. False and `err`: what
 * ended it. */
FR_API FR_CHECKED bool fr_reader_add_paths(fr_reader *reader, const char *const *paths, size_t n,
                                           bool (*failed)(void *arg, size_t index,
                                                          const fr_error *err),
                                           void *arg, fr_error *err);
/* The same for bytes in memory; `name` stands in messages. */
FR_API FR_CHECKED bool fr_reader_add_memory(fr_reader *reader, const char *name, const void *bytes,
                                            size_t len, fr_error *err);
/* The profile of all inputs added. Frees the reader, also on failure. FR_E_EMPTY where no input
 * held a sample; the text says what was seen instead. */
FR_API FR_CHECKED fr_profile *fr_reader_finish(fr_reader *reader, fr_error *err);
FR_API void fr_reader_free(fr_reader *reader);

/* ---------------------------------------------------------------- building by hand
 * --------------------
 *
 *     fr_builder *b = fr_builder_new(NULL, &err);
 *     uint32_t cpu  = fr_builder_column(b, "cpu", "samples", 0);
 *     uint32_t main_ = fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &(fr_frame_info){.name =
 * "main"})); fr_builder_add(b, main_, cpu, 12, 12, 12.0); fr_profile *p = fr_builder_finish(b,
 * &err);
 *
 * The builder is a funnel: after a failure every call is a no-op and fr_builder_finish() tells the
 * first.
 */

/* Kind of code a frame ran in. */
typedef enum fr_kind {
    FR_KIND_USER,
    FR_KIND_KERNEL,
    FR_KIND_JIT,
    FR_KIND_INLINED,
    FR_KIND_INTERPRETED,
    FR_KIND_PROCESS,
    FR_KIND_OFF_CPU, /* of a stack that waits, beside others that run */
    FR_N_KINDS
} fr_kind;

/* A frame as a reader knows it; NULL and 0 mean unknown. Names may hold any bytes: they are
 * repaired here (docs/formats.md says how), so that no output can be malformed by them. */
typedef struct fr_frame_info {
    const char *name;
    const char *system_name; /* mangled */
    const char *file;
    const char *module;
    uint64_t address;
    uint32_t line;
    uint32_t start_line;
    fr_kind kind;
    bool annotated; /* the name came with a kind suffix, _[k] for one */
} fr_frame_info;

#define FR_NO_STACK UINT32_C(0) /* the empty stack: parent of outermost frames */

typedef struct fr_builder fr_builder;

FR_API FR_CHECKED fr_builder *fr_builder_new(const fr_limits *limits, fr_error *err);
FR_API void fr_builder_free(fr_builder *builder);
/* A value column. Values are integers of 10^-decimals units (0 to 9). Columns come before values.
 * Returns the column's id. */
FR_API uint32_t fr_builder_column(fr_builder *builder, const char *name, const char *unit,
                                  uint32_t decimals);
FR_API uint32_t fr_builder_frame(fr_builder *builder, const fr_frame_info *info);
/* The stack that is `parent` with `frame` called by its innermost frame. */
FR_API uint32_t fr_builder_push(fr_builder *builder, uint32_t parent, uint32_t frame);
/* Adds to a stack's own value: the sum of weights (>= 0), the number of samples they came from (0:
 * unknown) and the sum of their squares (0: unknown). */
FR_API void fr_builder_add(fr_builder *builder, uint32_t stack, uint32_t column, int64_t sum,
                           uint64_t n_samples, double sum_squares);
/* The profile; frees the builder, also on failure. */
FR_API FR_CHECKED fr_profile *fr_builder_finish(fr_builder *builder, fr_error *err);

/* ---------------------------------------------------------------- profile
 * ------------------------------
 *
 * A profile is interned frames, a stack table (parents before children) and value columns.
 */

typedef struct fr_column_info {
    const char *name; /* "cpu-clock", "base", "new" */
    const char *unit; /* "samples", "ns", "bytes", "events" */
    uint32_t decimals;
    int64_t total;      /* of the column, before any transform: what shares refer to */
    int64_t kept;       /* of what is left after transforms */
    uint64_t n_samples; /* kept; 0: unknown */
} fr_column_info;

typedef struct fr_profile_info {
    const char *format; /* of the first input: "folded", "perf-script" */
    uint32_t n_columns;
    uint32_t n_frames;
    uint32_t n_stacks;  /* nodes of the stack table, without the empty stack */
    uint32_t max_depth; /* frames of the deepest stack */
    uint32_t n_notes;
    uint64_t n_records; /* samples read, frameless ones included; folded: lines */
    uint64_t n_frameless;
    uint64_t n_samples;  /* kept one by one (fr_read_options.keep_samples); 0: none */
    uint32_t n_labelled; /* distinct stacks of samples with labels, apart by labels; 0: no labels */
    uint32_t n_detailed; /* frames with a module, or a kind that no suffix of the name tells */
    bool timed;          /* first_ns and last_ns are known */
    int64_t first_ns;    /* in the recording's own clock */
    int64_t last_ns;
    const char
        *default_type; /* pprof: the column that the profile wants shown; "" if it says none */
    const char
        *drop_frames; /* what the profile asks to drop: fr_transform_options; "" if nothing */
    const char *keep_frames;
    bool lacks_lines; /* they were left out: fr_read_options.lines_until */
} fr_profile_info;

FR_API void fr_profile_free(fr_profile *profile);
FR_API void fr_profile_describe(const fr_profile *profile, fr_profile_info *info);
/* False where there is no such column. */
FR_API bool fr_profile_column(const fr_profile *profile, uint32_t column, fr_column_info *info);
/* Notes in the order they were first met; false past the last. */
FR_API bool fr_profile_note(const fr_profile *profile, uint32_t index, fr_note *note);

/* ---------------------------------------------------------------- selecting
 *
 * Select picks samples and gives a profile with a total of its own. Times are decimal seconds
 * after the whole second in which the profile starts, or after '@' in the profile's own clock:
 * "12.25", "@621.5". Ranges are half-open, and are swapped where they are given backwards.
 */

typedef struct fr_select_options {
    const char *from, *to;     /* NULL: open */
    const char *const *ranges; /* "12.2-12.8": samples of any of them */
    size_t n_ranges;
    bool outside; /* samples outside of from, to and ranges instead */
    /* An earlier profile of the same program, taken away first: both count from its start, as heap,
     * block and mutex profiles of Go do. What went down is left out, with a note. */
    const fr_profile *since;
    const char *band;         /* "0.25-0.31" of every second; "0.95-0.05" wraps; NULL: all of it */
    const char *const *where; /* "comm=java", "pid=12", "tid=13", "cpu=2": all must hold */
    size_t n_where;
} fr_select_options;

#define FR_SELECT_DEFAULTS                                                                         \
    {                                                                                              \
        .from = NULL                                                                               \
    }

/* A new profile of the samples selected; needs keep_samples, but for labels and `since`. FR_E_EMPTY where there is none: the
 * text names the selection and the span there is. */
FR_API FR_CHECKED fr_profile *fr_profile_select(const fr_profile *profile,
                                                const fr_select_options *opt, fr_error *err);

/* ---------------------------------------------------------------- transforms
 * ---------------------------
 *
 * A transform is a map from stack to stack, or to nothing, evaluated once per distinct stack, in
 * pprof's order: drop-frames, focus, ignore, hide, show, show-from, prune-from, then inlined frames,
 * granularity and recursion folding. Patterns are PCRE2, unanchored, matched against the function's
 * name, its file and its module; docs/pprof.md says where that differs from pprof.
 */

typedef enum fr_recursion {
    FR_RECURSION_KEEP,
    FR_RECURSION_DIRECT,
    FR_RECURSION_CYCLES
} fr_recursion;

/* What makes two frames one. NAMES leaves frames as they are: trees then merge by name alone. The
 * others erase what they ignore, and names say what they keep: "main.run /src/run.go:12". */
typedef enum fr_granularity {
    FR_GRANULARITY_NAMES,
    FR_GRANULARITY_FUNCTIONS,
    FR_GRANULARITY_FILEFUNCTIONS,
    FR_GRANULARITY_FILES,
    FR_GRANULARITY_LINES,
    FR_GRANULARITY_ADDRESSES
} fr_granularity;

typedef struct fr_transform_options {
    /* Labels, before all else: pseudo frames of the values of these keys ("handler,tenant") at the
     * root or the leaf, and samples by their labels: "4kb:64kb", "handler=/tree,/sort". */
    const char *tag_root, *tag_leaf, *tag_focus, *tag_ignore;
    /* Names to drop, all of a name, without its arguments: the outermost one below a user frame goes,
     * with all beneath it, so that its cost is its caller's. What keep_frames matches stays. */
    const char *drop_frames, *keep_frames;
    bool own_drop_frames; /* where drop_frames is NULL or "": what the profile asks for */
    const char *focus;    /* keep stacks with a matching frame */
    const char *ignore;   /* drop stacks with a matching frame */
    const char *hide;     /* take matching frames out of their stacks */
    const char *show;     /* keep only matching frames */
    const char
        *show_from; /* cut what is above the outermost matching frame; no match: the stack goes */
    const char *prune_from; /* cut what is beneath the innermost matching frame (by name alone) */
    bool no_inlines;        /* inlined frames fold into the function whose code they are */
    fr_granularity granularity;
    const char *trim_path; /* "/home/me:/usr": taken off the front of files; NULL: nothing */
    bool keep_names;       /* names stay those of functions: for profiles that are written again */
    fr_recursion recursion;
    const char *divide_by;     /* values by this number, "4" or "0.5"; NULL: 1 */
    bool relative_percentages; /* shares of what is left instead of the whole */
} fr_transform_options;

#define FR_TRANSFORM_DEFAULTS                                                                      \
    {                                                                                              \
        .recursion = FR_RECURSION_KEEP                                                             \
    }

/* A new profile; the old one stays. Each step notes what it removed; a pattern without a match is a
 * note. FR_E_EMPTY where nothing is left. */
FR_API FR_CHECKED fr_profile *fr_profile_transform(const fr_profile *profile,
                                                   const fr_transform_options *opt, fr_error *err);

/* ---------------------------------------------------------------- tree
 * ---------------------------------
 *
 * The stack table frozen for reading: pre-order columns, so that the next sibling is a jump to
 * end[i].
 *
 *     fr_tree_columns t = fr_tree_view(tree);
 *     for (uint32_t i = 0; i < t.n; i++)
 *         printf("%*s%s %" PRId64 "\n", (int)t.depth[i], "", fr_tree_name(tree, i), t.total[0][i]);
 */

typedef enum fr_sort { FR_SORT_NAME, FR_SORT_VALUE, FR_SORT_INPUT } fr_sort;

typedef struct fr_tree_options {
    fr_sort sort; /* of siblings: name bytes; the larger total first; order of first appearance */
    bool callers; /* merge from the leaves */
    double
        min_share; /* callers: groups below this share of the total are not grown further; 0: all */
    uint32_t column;  /* the column that sorts and that pictures draw */
    bool lone_column; /* leave the values of all others out, whose self and total are NULL */
    bool modules;     /* keep the module of nodes: for fr_flame_options.color_by "module" */
    bool self_only;   /* leave totals out, which are NULL; not for `callers` or a picture */
    uint32_t threads; /* of a large tree; 0: one for each CPU. Changes no result */
} fr_tree_options;

#define FR_TREE_DEFAULTS                                                                           \
    {                                                                                              \
        .sort = FR_SORT_NAME                                                                       \
    }

typedef struct fr_tree fr_tree;

/* Node 0 is the root, depth 0, with the empty name; its total is the sum of the input. */
typedef struct fr_tree_columns {
    uint32_t n;
    uint32_t n_columns;
    const uint32_t *parent; /* parent[0] = 0 */
    const uint32_t *end;    /* one past the last node of the subtree */
    const uint32_t *depth;
    const uint8_t *kind;         /* fr_kind by majority of value */
    const int64_t *const *self;  /* self[k][node]; NULL: fr_tree_options.lone_column */
    const int64_t *const *total; /* total[k][node] = self + totals of children */
} fr_tree_columns;

FR_API FR_CHECKED fr_tree *fr_tree_build(const fr_profile *profile, const fr_tree_options *opt,
                                         fr_error *err);
FR_API void fr_tree_free(fr_tree *tree);
FR_API fr_tree_columns fr_tree_view(const fr_tree *tree);
/* Repaired UTF-8, NUL-terminated, of a node's frame; "" for the root. */
FR_API const char *fr_tree_name(const fr_tree *tree, uint32_t node);

/* ---------------------------------------------------------------- themes
 * ------------------------------- */

typedef struct fr_theme fr_theme;

/* A built-in theme by name, or a JSON file by path (anything with a '/' or ".json"); NULL: the
 * default. */
FR_API FR_CHECKED fr_theme *fr_theme_new(const char *name, fr_error *err);
FR_API void fr_theme_free(fr_theme *theme);
/* Names of the built-in themes; NULL past the last. */
FR_API const char *fr_theme_name_at(size_t index);

/* ---------------------------------------------------------------- scenes
 * -------------------------------
 *
 * A scene is a picture before it is written: boxes, labels, legend, axis, title, notes.
 */

typedef enum fr_truncate { FR_TRUNCATE_END, FR_TRUNCATE_START, FR_TRUNCATE_MIDDLE } fr_truncate;
typedef enum fr_scheme { FR_SCHEME_AUTO, FR_SCHEME_LIGHT, FR_SCHEME_DARK } fr_scheme;

/* What the width of a box in a differential is. MEAN: of both shares, so that new and gone frames are
 * seen; NEW, BASE: the share of one side; MAX: own value of the larger side plus children; DELTA: own
 * change plus children. The last two do not sum to 100 %, and the picture says to what. */
typedef enum fr_width_of {
    FR_WIDTH_OF_MEAN,
    FR_WIDTH_OF_NEW,
    FR_WIDTH_OF_BASE,
    FR_WIDTH_OF_MAX,
    FR_WIDTH_OF_DELTA
} fr_width_of;

/* What may colour boxes: the rows that fr_flame_options.color_by names. */
typedef struct fr_colouring_info {
    const char *name;  /* "kind", "module" */
    const char *title; /* one line for people */
    bool modules;      /* the tree must have fr_tree_options.modules */
} fr_colouring_info;

/* The first row is the default; false past the last. */
FR_API bool fr_colouring_at(size_t index, fr_colouring_info *info);

typedef struct fr_flame_options {
    const char *title;      /* NULL: "Flame graph", "Icicle graph", "Callers" */
    const char *subtitle;   /* NULL: event, samples, duration, what was done, what width means */
    const char *notes;      /* a line of the author's at the foot; NULL: none */
    const char *countname;  /* what values are called; NULL: the column's unit */
    uint32_t width_px;      /* of the picture; 1200 */
    uint32_t row_height_px; /* 18 */
    uint32_t max_depth;     /* rows drawn; 2000 */
    int64_t minwidth_millionths; /* threshold: millionths of a px, or of 1 % where the next is set;
                                    100000 */
    bool minwidth_percent;
    bool icicle; /* root at the top */
    fr_truncate truncate;
    fr_scheme scheme;     /* AUTO: light with dark by prefers-color-scheme */
    fr_width_of width_of; /* differentials: what width is */
    bool negate;          /* differentials: blue grew, red shrank */
    const char *color_by; /* a name of fr_colouring_at(); NULL: "kind". Not of differentials */
} fr_flame_options;

#define FR_FLAME_DEFAULTS                                                                          \
    {                                                                                              \
        .width_px = 1200, .row_height_px = 18, .max_depth = 2000, .minwidth_millionths = 100000    \
    }

typedef struct fr_scene fr_scene;
typedef struct fr_output fr_output;

/* The share of the total under which nothing is drawn: fr_tree_options.min_share for a callers tree
 * that grows as far as it is seen. */
FR_API double fr_flame_min_share(const fr_flame_options *opt);
FR_API FR_CHECKED fr_scene *fr_scene_flame(const fr_tree *tree, const fr_theme *theme,
                                           const fr_flame_options *opt, fr_error *err);
/* Puts the profile that was drawn into the scene, packed: HTML carries it. */
FR_API FR_CHECKED bool fr_scene_embed(fr_scene *scene, const fr_profile *profile, fr_error *err);
FR_API void fr_scene_free(fr_scene *scene);

/* ---------------------------------------------------------------- heatmap
 *
 * Seconds across, the offset within the second up; a cell is the samples (or the value) that
 * fell there.
 */

typedef struct fr_heat_options {
    const char *title, *subtitle, *notes; /* as in fr_flame_options */
    uint32_t rows;                        /* cells of a second; 50 */
    uint32_t width_px; /* of the picture; 0: as wide as the seconds need, 600 at least */
    bool exclude_idle; /* leave out samples of idle CPUs */
    const fr_select_options *outline; /* a selection to outline; NULL: none */
    fr_scheme scheme;
} fr_heat_options;

#define FR_HEAT_DEFAULTS                                                                           \
    {                                                                                              \
        .rows = 50                                                                                 \
    }

typedef struct fr_grid fr_grid;

/* Cells of the samples of a profile read with keep_samples. */
FR_API FR_CHECKED fr_grid *fr_grid_build(const fr_profile *profile, const fr_heat_options *opt,
                                         fr_error *err);
FR_API void fr_grid_free(fr_grid *grid);
FR_API FR_CHECKED fr_scene *fr_scene_heatmap(const fr_grid *grid, const fr_theme *theme,
                                             const fr_heat_options *opt, fr_error *err);
/* The numbers of the cells as JSON. */
FR_API void fr_grid_write(const fr_grid *grid, fr_output *out);

/* ---------------------------------------------------------------- differentials
 *
 * Two sides, each of one run or several, in one tree over the union of their stacks. Nothing is
 * scaled or subtracted: a change is computed against what a frame that did not change grew by.
 *
 *     fr_side base = {.profiles = &before, .n = 1, .label = "main"};
 *     fr_side new_ = {.profiles = &after, .n = 1, .label = "pr"};
 *     fr_diff *diff = fr_diff_build(&base, &new_, NULL, &err);
 */

/* The runs of a side. */
typedef struct fr_side {
    const fr_profile *const *profiles;
    const uint32_t *columns;   /* the value column of each; NULL: the first */
    const char *const *labels; /* of each; NULL: by number */
    size_t n;
    const char *label; /* of the side; NULL: "base" or "new" */
} fr_side;

/* What sets the factor between the sides: TYPICAL: the median of the ratios of functions, so that
 * one that grew moves no other (Anders and Huber, Genome Biology 11:R106, 2010, eq. 5); SHARE: the
 * wholes; TIME: their durations; PER: numbers that the caller counted; NONE: 1. */
typedef enum fr_normalize {
    FR_NORMALIZE_TYPICAL,
    FR_NORMALIZE_SHARE,
    FR_NORMALIZE_TIME,
    FR_NORMALIZE_PER,
    FR_NORMALIZE_NONE
} fr_normalize;

typedef enum fr_diff_by { FR_DIFF_BY_TOTAL, FR_DIFF_BY_SELF } fr_diff_by;

typedef struct fr_diff_options {
    fr_normalize normalize;
    double per_base, per_new;   /* PER: requests, say, of each side */
    fr_diff_by by;              /* what pictures colour and reports list first */
    double fdr;                 /* of the family of functions; 0.05 */
    double min_change_pp;       /* floor of relevance, in points of the whole; 0.1 */
    const char *noise;          /* JSON of fr_diff_calibrate(); NULL: none */
    bool exact_names;           /* names that differ by run are not paired */
    const char *const *renames; /* "s/old/new/", on both sides, in order */
    size_t n_renames;
    fr_sort sort;
    bool callers;
    double min_share; /* of a callers tree */
    uint32_t threads; /* of large trees; 0: one for each CPU. Changes no result */
} fr_diff_options;

#define FR_DIFF_DEFAULTS                                                                           \
    {                                                                                              \
        .fdr = 0.05, .min_change_pp = 0.1                                                          \
    }

typedef struct fr_diff fr_diff;

/* FR_E_FORMAT where units differ, FR_E_USAGE where an option makes no sense for these sides, and
 * FR_E_LIMIT where there are more runs than fit (32 a side). A side without samples is fine. */
FR_API FR_CHECKED fr_diff *fr_diff_build(const fr_side *base, const fr_side *new_,
                                         const fr_diff_options *opt, fr_error *err);
FR_API void fr_diff_free(fr_diff *diff);
/* The union as a profile of two columns, base and new, the runs of a side added up, with the notes
 * of all: to embed, to write as two-column folded text. Lives as long as the diff. */
FR_API const fr_profile *fr_diff_profile(const fr_diff *diff);
/* One picture of both sides, coloured by what changed beyond noise. FR_E_EMPTY where there is nothing
 * to draw. */
FR_API FR_CHECKED fr_scene *fr_scene_diff(const fr_diff *diff, const fr_theme *theme,
                                          const fr_flame_options *opt, fr_error *err);

/* Learns how runs of one program differ that nobody changed, 3 at least, better 10, and writes it
 * as JSON (docs/diff-noise.md): what fr_diff_options.noise takes, so that one run a side is enough
 * afterwards. opt: names and renames as in the differentials to come. */
FR_API FR_CHECKED bool fr_diff_calibrate(const fr_side *runs, const fr_diff_options *opt,
                                         fr_output *out, fr_error *err);

typedef struct fr_gate_options {
    const char *const
        *fail_if; /* "whole > 2pp", "total:REGEX > 5%", "new-in-top:10": docs/diff.md */
    size_t n_fail_if;
    bool accept_sampling_noise; /* judge one run a side without a noise model all the same */
    fr_error
        *tripped; /* becomes FR_E_GATE with what tripped which, or FR_E_USAGE with why the gates
                          decline to judge; NULL: not wanted. The report is made all the same */
} fr_gate_options;

#define FR_GATE_DEFAULTS                                                                           \
    {                                                                                              \
        .fail_if = NULL                                                                            \
    }

/* ---------------------------------------------------------------- reports
 *
 * Rows and columns with units and notes: the tables behind `top` and its like.
 */

typedef enum fr_top_order { FR_TOP_SELF, FR_TOP_TOTAL } fr_top_order;

typedef struct fr_top_options {
    fr_top_order order;
    uint32_t n_rows; /* 0: all; 30 */
    uint32_t column; /* of the profile */
    /* What rows are: "name" (NULL: the same), "module", "file", or "label:KEY": the values of a label,
     * the largest first, "label:*" of each key after the sum of all that have it. A sample counts once
     * for each of its labels; labels have no means and no running sums. */
    const char *by;
    /* What text and markdown show: "auto" (NULL: the same), the unit that suits each value; "minimum",
     * one for all, as pprof; "exact", all digits; or a unit such as "ms". CSV and JSON are exact. */
    const char *unit;
    bool running;     /* one column more: the shares of self so far, pprof's sum% */
    bool mean;        /* values by those of the first column, and no shares */
    const char *cost; /* "0.04 USD/core-hour": one column more, what the share that sorts costs a */
    uint64_t cores;   /* year, of so many cores; NULL and 0: none */
    const char *owners; /* a file of lines "pattern team": rows are teams (the first line that
                           matches name, file or module; else "(nobody)") */
} fr_top_options;

#define FR_TOP_DEFAULTS                                                                            \
    {                                                                                              \
        .n_rows = 30                                                                               \
    }

typedef struct fr_report fr_report;

/* Self and total of every function, module, file or team; each counts once per sample, however
 * often it stands on a stack. */
FR_API FR_CHECKED fr_report *fr_report_top(const fr_profile *profile, const fr_top_options *opt,
                                           fr_error *err);

typedef struct fr_check_options {
    uint32_t column;         /* of the profile */
    int64_t max_unknown_ppm; /* millionths of all frames that may lack a name; 200000 (20 %) */
} fr_check_options;

#define FR_CHECK_DEFAULTS                                                                          \
    {                                                                                              \
        .max_unknown_ppm = 200000                                                                  \
    }

/* What the stacks are worth: cut ones, broken ones, frames without a name, with a verdict and
 * advice. Silences need keep_samples. */
FR_API FR_CHECKED fr_report *fr_report_check(const fr_profile *profile, const fr_check_options *opt,
                                             fr_error *err);
/* False where the report's verdict is a bad one; reports without a verdict pass. */
FR_API bool fr_report_passed(const fr_report *report);
FR_API void fr_report_free(fr_report *report);

typedef struct fr_diff_report_options {
    uint32_t n_rows;   /* functions listed, of those that changed; 0: all functions; 20 */
    bool for_programs; /* with all columns: values, z, p, q */
    const fr_gate_options *gates; /* for the verdict; NULL: none */
} fr_diff_report_options;

#define FR_DIFF_REPORT_DEFAULTS                                                                    \
    {                                                                                              \
        .n_rows = 20                                                                               \
    }

/* What grew most, by how much and how sure that is; then functions by their change. FR_E_USAGE
 * where a gate cannot be understood. */
FR_API FR_CHECKED fr_report *fr_report_diff(const fr_diff *diff, const fr_diff_report_options *opt,
                                            fr_error *err);
/* Formats of reports: "text", "markdown", "csv", "json"; false past the last row. */
FR_API bool fr_report_format_at(size_t index, fr_format_info *info);
FR_API void fr_report_write(const fr_report *report, const char *format, fr_output *out);

/* ---------------------------------------------------------------- writing
 * ------------------------------
 *
 *     fr_output *out = fr_output_memory();
 *     fr_scene_write(scene, "svg", NULL, out);
 *     size_t len;
 *     const char *svg = fr_output_bytes(out, &len);
 *     ...
 *     fr_output_free(out);
 *
 * The output is a funnel: errors stick in it, and fr_output_close() tells the first.
 */

/* A file that appears under its name only when it is whole: written beside it, renamed by close. */
FR_API FR_CHECKED fr_output *fr_output_path(const char *path, fr_error *err);
/* A descriptor, which stays open; `name` stands in messages. NULL when memory ran out. */
FR_API FR_CHECKED fr_output *fr_output_fd(int fd, const char *name);
FR_API FR_CHECKED fr_output *fr_output_memory(void);
FR_API void fr_output_write(fr_output *out, const void *bytes, size_t len);
/* What a memory output holds so far; NUL-terminated, owned by the output. NULL after a failure. */
FR_API const char *fr_output_bytes(fr_output *out, size_t *len);
/* Flushes, syncs, renames, frees. After a failure the file under `path` is what it was before. */
FR_API FR_CHECKED bool fr_output_close(fr_output *out, fr_error *err);
/* Gives up: nothing is left of a path output. */
FR_API void fr_output_free(fr_output *out);

/* What can be read, what pictures and what profiles can be written; false past the last row. */
FR_API bool fr_input_format_at(size_t index, fr_format_info *info);
FR_API bool fr_picture_format_at(size_t index, fr_format_info *info);
FR_API bool fr_profile_format_at(size_t index, fr_format_info *info);

/* Whether an SVG carries the profile it was drawn from: AUTO up to 256 KiB, and says what is missing. */
typedef enum fr_data { FR_DATA_AUTO, FR_DATA_FULL, FR_DATA_NONE } fr_data;

typedef struct fr_write_options {
    uint32_t scale_percent; /* of bitmaps: 100 is one pixel a px; 25 to 1600 */
    bool scriptless;        /* svg: no script, a title in every box */
    fr_data data;           /* svg: of what fr_scene_embed() put into the scene */
    uint32_t n_views;       /* svg: links that zoom without a script, on the widest boxes; 0 */
    const char *search;     /* svg: what the search field holds at first; NULL: nothing */
} fr_write_options;

#define FR_WRITE_DEFAULTS                                                                          \
    {                                                                                              \
        .scale_percent = 100                                                                       \
    }

/* Writes a scene ("svg", "html", "png", "pdf", "scene-json", "text"; opt NULL: defaults) or a profile
 * ("folded", "json", "pprof"). An unknown name sticks in the output as FR_E_USAGE. */
FR_API void fr_scene_write(const fr_scene *scene, const char *format, const fr_write_options *opt,
                           fr_output *out);
FR_API void fr_profile_write(const fr_profile *profile, const char *format, fr_output *out);

#ifdef __cplusplus
}
#endif
#endif
