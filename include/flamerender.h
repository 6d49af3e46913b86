/*
 * flamerender.h - turn profiles into pictures people can trust.
 *
 * This header is the manual of libflamerender. It reads in the order of the flow:
 *
 *     bytes --reader--> profile --transform--> profile --build--> tree --layout--> scene --write--> bytes
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
 *
 * - An object owns every byte it reaches. One call frees it, in any order; freeing NULL is fine. Text
 *   inside an object lives as long as the object.
 * - A function that can fail returns an object (NULL on failure) or a bool (false on failure) and fills
 *   the caller's fr_error, which may be NULL. A filled fr_error is never replaced: the first error wins.
 *   Every such function can fail with FR_E_LIMIT where memory runs out.
 * - Values are int64_t and exact, checked for overflow; lengths are size_t; ids are uint32_t.
 * - An options struct starts as its _DEFAULTS initializer; NULL stands for the same. Its texts and arrays
 *   need only live as long as the call, those of fr_read_options as long as the reader.
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

/* What a format is and can do: bits of fr_format_info.flags. */
typedef enum fr_format_flag {
    FR_FORMAT_PICTURE = 1,        /* fr_scene_write() writes it */
    FR_FORMAT_PROFILE = 2,        /* fr_profile_write() writes it */
    FR_FORMAT_REPORT = 4,         /* fr_report_write() writes it */
    FR_FORMAT_BITMAP = 8,         /* made of pixels: fr_write_options.scale_percent matters */
    FR_FORMAT_CARRIES_DATA = 16,  /* holds the profile that was drawn: fr_scene_embed() */
    FR_FORMAT_DATA_OPTIONAL = 32, /* ... only as far as fr_write_options.data asks; n_views matters */
    FR_FORMAT_FOR_PROGRAMS = 64,  /* exact values, all rows: not made for reading by people */
    FR_FORMAT_LINES = 128,        /* frames have files and lines */
    FR_FORMAT_LOCATIONS = 256,    /* frames have mappings and addresses */
    FR_FORMAT_BINARY = 512,       /* bytes that are no text */
    FR_FORMAT_LABELS = 1024,      /* samples have labels */
    FR_FORMAT_TIMED = 2048,       /* samples have times: fr_read_options.keep_samples */
    FR_FORMAT_MODULES = 4096,     /* frames have modules and kinds */
    FR_FORMAT_SCRIPTED = 8192,    /* has the viewer: scriptless and search of fr_write_options matter */
    FR_FORMAT_DRAWN = 16384,      /* boxes as they look: row_height_px, names, truncate, negate and icicle matter */
    FR_FORMAT_COLOURED = 32768,   /* in the colours of a scheme: fr_flame_options.scheme matters */
    FR_FORMAT_FOR_PEOPLE = 65536, /* a report with amounts and names in short: unit and names matter */
    FR_FORMAT_TITLED = 131072,    /* of a report: more than rows: a title with both sides, a verdict, notes */
    FR_FORMAT_THREADS = 262144,   /* samples have threads, or stacks stand on them */
    FR_FORMAT_PAGE = 524288       /* a page: fragment of fr_write_options matters */
} fr_format_flag;

/* A row of the tables of input and output formats. Texts are static. */
typedef struct fr_format_info {
    const char *name;     /* "svg", "folded" */
    const char *title;    /* one line for people */
    const char *suffixes; /* space-separated: "svg", "folded collapsed txt" */
    uint32_t flags;       /* fr_format_flag */
} fr_format_info;

/* ---------------------------------------------------------------- errors and notes
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

/* Copies `text` into `to` as messages show it: controls, bidi marks and bytes that are no UTF-8 become visible
 * escapes. Cuts at a character so that it fits `room` bytes with its NUL. */
FR_API void fr_printable(char *to, size_t room, const char *text);

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

/* What a file may make large. Every error about a limit names the option that raises it. */
typedef struct fr_limits {
    uint64_t memory;      /* bytes an object may hold; 4 GiB */
    uint64_t inflated;    /* bytes of an input after unpacking; 0 (the default): unlimited */
    uint32_t name_bytes;  /* longest name kept; longer ones are cut, with a note; 1 MiB */
    uint32_t stack_depth; /* frames of one stack; 16 Mi */
    uint32_t nodes;       /* distinct stacks; 256 Mi */
} fr_limits;
#define FR_LIMITS_DEFAULTS \
    {.memory = UINT64_C(4) << 30, .inflated = 0, .name_bytes = UINT32_C(1) << 20, \
     .stack_depth = UINT32_C(16) << 20, .nodes = UINT32_C(256) << 20}

/* What a sample of perf script counts. AUTO: its period if every record has one, else 1. FIELD: a number in the text
 * of a tracepoint (fr_read_options.perf.weight_field). */
typedef enum fr_weight { FR_WEIGHT_AUTO, FR_WEIGHT_PERIOD, FR_WEIGHT_SAMPLES, FR_WEIGHT_FIELD } fr_weight;
/* What a negative value of folded stacks becomes: an error, nothing (its line is dropped), or a positive value. */
typedef enum fr_negative { FR_NEGATIVE_ERROR, FR_NEGATIVE_DROP, FR_NEGATIVE_ABS } fr_negative;
/* The outermost frame of perf script's stacks: the command, with its process id, with its thread id. */
typedef enum fr_root { FR_ROOT_COMM, FR_ROOT_COMM_PID, FR_ROOT_COMM_TID, FR_ROOT_NONE } fr_root;
/* Which waits are off-CPU time: those for something (sleep, lock, input), or those for a CPU too. */
typedef enum fr_off_cpu { FR_OFF_CPU_NONE, FR_OFF_CPU_BLOCKED, FR_OFF_CPU_ALL } fr_off_cpu;
/* Which program's names and values are copied byte for byte. DIFFFOLDED is of differentials. */
typedef enum fr_compat { FR_COMPAT_NONE, FR_COMPAT_STACKCOLLAPSE, FR_COMPAT_DIFFFOLDED } fr_compat;
/* What a profile will be used for. Results are the same as with FR_FOR_ANYTHING, sooner and in less memory. Every
 * other use of the profile fails with FR_E_USAGE. Profiles that ask to drop frames or have two sides are read for
 * anything in place of FR_FOR_TOP and FR_FOR_PICTURE: see fr_profile_info.purpose. */
typedef enum fr_purpose {
    FR_FOR_ANYTHING,
    /* Anything, and frames keep their mapping and address: to write pprof again, and for FR_GRANULARITY_ADDRESSES.
     * Stacks that differ by address alone are several. */
    FR_FOR_ADDRESSES,
    FR_FOR_TOP,      /* one input: fr_report_top() by name, without owners */
    FR_FOR_PICTURE,  /* one input: fr_tree_build() without callers or modules, not in the order of input */
    FR_FOR_FUNCTIONS /* fr_profile_transform() with FR_GRANULARITY_FUNCTIONS and no pattern */
} fr_purpose;
/* Whether a picture carries the profile that it shows. AUTO: where that takes up to 512 KiB; else the picture says
 * what is missing. */
typedef enum fr_data { FR_DATA_AUTO, FR_DATA_FULL, FR_DATA_NONE } fr_data;
/* FR_DATA_AUTO omits profiles of more stacks than this, which hardly ever fit. */
#define FR_DATA_AUTO_STACKS 300000
/* How inputs are read. Members of perf, folded, pprof and speedscope matter to that format alone. */
typedef struct fr_read_options {
    const char *input_format; /* a name of fr_input_format_at(); NULL: by content */
    fr_purpose purpose;       /* what the profile will be used for */
    struct {
        double min_share; /* fr_flame_min_share() of the picture, or of one that draws more; 0: whole stacks */
        fr_data data;     /* whether fr_scene_embed() will put the profile into the picture */
    } picture;            /* of FR_FOR_PICTURE */
    struct {
        const char *event;         /* the event to read; "A,B" adds up; NULL: the first */
        fr_weight weight;          /* what a sample counts */
        const char *weight_field;  /* FR_WEIGHT_FIELD: its name, "bytes_req" */
        fr_root root;              /* the outermost frame */
        fr_off_cpu off_cpu;        /* sched:sched_switch records become off-CPU time, in ns */
        bool on_off;               /* ... beside the time on CPU; off_cpu NONE then means ALL */
        bool addresses;            /* keep the address of frames without a symbol, in their names */
        bool srcline;              /* names include the line of source: foo:a.c:12 */
        bool provenance;           /* note the host and the command line of perf script --header */
        bool strip_thread_numbers; /* worker-12 and worker-3 are both worker */
        bool annotate_kernel;      /* mark kernel frames: folded stacks then have _[k] */
        bool annotate_jit;         /* ... frames of JIT compilers, _[j] */
        bool annotate_all;         /* ... every kind that has a mark, inlined frames (_[i]) too */
        fr_compat compat;          /* names and values of stackcollapse-perf.pl */
    } perf;
    struct {
        uint32_t columns;     /* value columns, 1 or 2; 0: the first lines decide */
        fr_negative negative; /* what a negative value does */
        bool in_order;        /* keep_samples keeps the order of lines */
    } folded;
    struct {
        bool drop_labels; /* discard the labels of samples */
    } pprof;
    struct {
        const char *profile; /* the one to read, by name or by number from 0; NULL: all */
    } speedscope;
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
#define FR_READ_DEFAULTS {.limits = FR_LIMITS_DEFAULTS}
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

/* What a profile is. Texts live as long as the profile. */
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
    uint32_t n_detailed; /* frames with a module, or with a kind that no suffix of the name shows */
    bool timed;          /* first_ns and last_ns are known */
    int64_t first_ns;    /* ns in the recording's own clock */
    int64_t last_ns;
    const char *default_type; /* pprof: the column to show first; "": not given */
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
/* Fills `note` with a note, in the order in which they were first met. False past the last. */
FR_API bool fr_profile_note(const fr_profile *profile, uint32_t index, fr_note *note);

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
} fr_select_options;
#define FR_SELECT_DEFAULTS {.from = NULL}
/* A new profile of the samples selected, which the caller frees; `profile` stays. Needs keep_samples, but for labels
 * and `since`. FR_E_EMPTY where there is none: the text names the selection and the span of the profile. */
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
/* What makes two frames one. NAMES keeps frames as they are: trees then merge by name alone. The others erase what
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
} fr_transform_options;
#define FR_TRANSFORM_DEFAULTS {.recursion = FR_RECURSION_KEEP}
/* Checks options before anything is read: FR_E_USAGE where a pattern, label condition or number is wrong. */
FR_API FR_CHECKED bool fr_transform_check(const fr_transform_options *opt, fr_error *err);
/* A new profile, which the caller frees; `profile` stays. Notes say what each step removed, and which pattern
 * matched nothing. FR_E_EMPTY where nothing remains. */
FR_API FR_CHECKED fr_profile *fr_profile_transform(const fr_profile *profile, const fr_transform_options *opt,
                    fr_error *err);

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
/* How stacks become a tree. */
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
#define FR_TREE_DEFAULTS {.sort = FR_SORT_NAME}
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
/* Where it is cut. DISTINCT: so that no other name has the same label; where there is no such cut, no label. */
typedef enum fr_truncate {
    FR_TRUNCATE_DISTINCT, FR_TRUNCATE_END, FR_TRUNCATE_START, FR_TRUNCATE_MIDDLE
} fr_truncate;
/* AUTO: light, and dark where the reader's system is dark, unless the theme is for one of them. */
typedef enum fr_scheme { FR_SCHEME_AUTO, FR_SCHEME_LIGHT, FR_SCHEME_DARK } fr_scheme;
/* What the width of a box in a differential is. MEAN: the mean of both shares, so that new and gone frames are seen.
 * NEW, BASE: the share of one side. MAX: own value of the larger side plus children. DELTA: own change plus
 * children. The last two do not sum to 100 %, and the picture says to what. */
typedef enum fr_width_of {
    FR_WIDTH_OF_MEAN, FR_WIDTH_OF_NEW, FR_WIDTH_OF_BASE, FR_WIDTH_OF_MAX, FR_WIDTH_OF_DELTA
} fr_width_of;
/* What may colour boxes: a row that fr_flame_options.color_by names. Texts are static. */
typedef struct fr_colouring_info {
    const char *name;  /* "kind", "module"; "label:", which a key follows */
    const char *title; /* one line for people */
} fr_colouring_info;

/* Fills `info` with a colouring; the first is the default. False past the last row. */
FR_API bool fr_colouring_at(size_t index, fr_colouring_info *info);
/* For fr_tree_options.color_by: the same text, or NULL where this colouring needs nothing of the tree. */
FR_API const char *fr_colouring_of_tree(const char *color_by);

/* How a flame graph is drawn. Texts NULL: made from the profile. */
typedef struct fr_flame_options {
    const char *title;           /* NULL: what was measured: "Where the CPU went" */
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
    double least_whole;   /* what shares refer to, in the unit of values, where that is more than their sum */
    const char *color_by; /* a name of fr_colouring_at(), also of fr_tree_options; NULL: "kind". Not of differentials */
} fr_flame_options;
#define FR_FLAME_DEFAULTS {.font_px = 11.5, .width_px = 1200, .row_height_px = 18, .max_depth = 2000, .minwidth_millionths = 100000}
/* A picture; it holds no part of what it was made of. */
typedef struct fr_scene fr_scene;
/* Where bytes go. */
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
/* Puts the samples, where they have times, into the flame graph of a page, which then shows them as time goes, too
 * (fr_tree_options.chart). Above 200 000 samples or 1 MB the page says why it does not. Needs keep_samples. */
FR_API FR_CHECKED bool fr_scene_add_chart(fr_scene *scene, const fr_profile *profile, const fr_theme *theme,
                    const fr_flame_options *opt, fr_error *err);
/* Frees a scene. */
FR_API void fr_scene_free(fr_scene *scene);

/* ---------------------------------------------------------------- heatmap
 *
 * Columns of one second or more across, the offset in the column up; a cell is the samples (or their value) there.
 */

/* What a cell counts: samples, or what they weigh. AUTO: time where samples last, as waits off CPU do; else samples. */
typedef enum fr_heat_value { FR_HEAT_AUTO, FR_HEAT_SAMPLES, FR_HEAT_WEIGHT } fr_heat_value;
/* What the last colour stands for: the count that 99 % of the cells with samples do not exceed, or the largest. */
typedef enum fr_heat_ramp { FR_HEAT_ROBUST, FR_HEAT_LINEAR } fr_heat_ramp;
/* How a heatmap is made and drawn. */
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
    const char *reading; /* options that commands in the picture repeat: " --off-cpu"; NULL: none */
    fr_scheme scheme;
} fr_heat_options;
#define FR_HEAT_DEFAULTS {.rows = 50, .width_px = 1200, .plot_px = 400}
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
    size_t n;
    const char *label; /* of the side; NULL: "base" or "new" */
} fr_side;

/* What sets the factor between the sides. TYPICAL: the median of the ratios of functions, so that one that grew
 * moves no other (Anders and Huber, Genome Biology 11:R106, 2010, eq. 5). SHARE: the totals. TIME: the durations.
 * PER: numbers that the caller counted. NONE: 1. */
typedef enum fr_normalize {
    FR_NORMALIZE_TYPICAL, FR_NORMALIZE_SHARE, FR_NORMALIZE_TIME, FR_NORMALIZE_PER, FR_NORMALIZE_NONE
} fr_normalize;
/* Whether frames are judged by their total or by their self. */
typedef enum fr_diff_by { FR_DIFF_BY_TOTAL, FR_DIFF_BY_SELF } fr_diff_by;
/* How sides are compared. */
typedef struct fr_diff_options {
    fr_normalize normalize;
    double per_base, per_new;   /* PER: the number of each side, such as its requests */
    fr_diff_by by;              /* what pictures colour and reports list first */
    double fdr;                 /* expected share of chance among the functions called changed; 0.05 */
    double min_change_pp;       /* smaller changes do not matter: points of the whole; 0.1 */
    const char *noise;          /* JSON of fr_diff_calibrate(); NULL: none */
    bool exact_names;           /* no name is rewritten or paired with one that differs by run */
    bool scale_base;            /* fr_diff_profile() has the base times the factor, as difffolded.pl -n; to write */
    const char *const *renames; /* "s/old/new/", on both sides, in order */
    size_t n_renames;
    fr_sort sort;
    bool callers;
    double min_share; /* of a callers tree */
    uint32_t threads; /* of large trees; 0: one for each CPU. Changes no result */
} fr_diff_options;
#define FR_DIFF_DEFAULTS {.fdr = 0.05, .min_change_pp = 0.1}
/* Two sides, compared; it holds no part of their profiles. */
typedef struct fr_diff fr_diff;
/* Compares two sides; the caller frees the result. FR_E_FORMAT where units differ, FR_E_USAGE where an option makes
 * no sense for these sides, FR_E_LIMIT for more runs than 64. A side without samples is fine. */
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
#define FR_GATE_DEFAULTS {.fail_if = NULL}
/* Checks gates before anything is read: FR_E_USAGE where one cannot be understood, or makes no sense for
 * differentials with these options (NULL: the defaults). */
FR_API FR_CHECKED bool fr_gate_check(const fr_gate_options *gates, const fr_diff_options *opt, fr_error *err);

/* ---------------------------------------------------------------- reports
 *
 * Rows and columns with units and notes.
 */

/* The largest self first, or the largest total. */
typedef enum fr_top_order { FR_TOP_SELF, FR_TOP_TOTAL } fr_top_order;
/* What fr_report_top() lists. */
typedef struct fr_top_options {
    fr_top_order order;
    uint32_t n_rows; /* 0: all; 30 */
    uint32_t column; /* of the profile */
    /* What rows are: "name" (NULL: the same), "module", "file"; "label:KEY": the values of a label, the largest
     * first; "label:*": of each key, after the sum of all that have it. A sample counts once for each of its labels;
     * labels have no means and no running sums. */
    const char *by;
    /* What text and markdown show: "auto" (NULL: the same), the unit that suits each value; "minimum", one for all,
     * as pprof; "exact", all digits; or a unit such as "ms". CSV and JSON are exact. */
    const char *unit;
    bool running;       /* one column more: the shares of self so far, pprof's sum% */
    bool mean;          /* divide values by those of the first column; no shares */
    const char *cost;   /* "0.04 USD/core-hour": one column more, what each share costs a year; NULL: none */
    uint64_t cores;     /* ... of a fleet of so many cores */
    const char *owners; /* path of a file of lines "pattern team": rows are teams, of the first line that
                           matches name, file or module, or "(nobody)"; NULL: none */
} fr_top_options;
#define FR_TOP_DEFAULTS {.n_rows = 30}
/* A table with a title and notes; it holds no part of what it is about. */
typedef struct fr_report fr_report;
/* Checks options before anything is read: FR_E_USAGE where rows, cost or their combination cannot be understood.
 * Does not open `owners`. */
FR_API FR_CHECKED bool fr_top_check(const fr_top_options *opt, fr_error *err);
/* Self and total of every function, module, file or team; each counts once per sample, however often it stands on a
 * stack. The caller frees it. */
FR_API FR_CHECKED fr_report *fr_report_top(const fr_profile *profile, const fr_top_options *opt, fr_error *err);

/* What fr_report_check() judges by. */
typedef struct fr_check_options {
    uint32_t column;         /* of the profile */
    int64_t max_unknown_ppm; /* millionths of all frames that may lack a name; 200000 (20 %) */
} fr_check_options;
#define FR_CHECK_DEFAULTS {.max_unknown_ppm = 200000}
/* How good the stacks are: how many are cut, broken or without names, with a verdict and advice. Silences are
 * found where samples were kept (keep_samples). The caller frees it. */
FR_API FR_CHECKED fr_report *fr_report_check(const fr_profile *profile, const fr_check_options *opt, fr_error *err);
/* Adds to that report what stands out in the times of the samples: bands, bursts and gaps, each with the selection that
 * shows it. Nothing where there is none, or no times (keep_samples). */
FR_API FR_CHECKED bool fr_report_add_perturbations(fr_report *report, const fr_profile *profile, fr_error *err);
/* False where the report's verdict is a bad one; reports without a verdict pass. */
FR_API bool fr_report_passed(const fr_report *report);
/* Frees a report. */
FR_API void fr_report_free(fr_report *report);

/* What fr_report_diff() lists. */
typedef struct fr_diff_report_options {
    uint32_t n_rows;   /* functions listed, of those that changed; 0: all functions; 20 */
    bool for_programs; /* with all columns: values, z, p, q */
    const fr_gate_options *gates; /* for the verdict; NULL: none */
} fr_diff_report_options;
#define FR_DIFF_REPORT_DEFAULTS {.n_rows = 20}
/* What grew most, by how much and how sure that is; then functions by their change. The caller frees it. FR_E_USAGE
 * where a gate cannot be understood. */
FR_API FR_CHECKED fr_report *fr_report_diff(const fr_diff *diff, const fr_diff_report_options *opt, fr_error *err);
/* Text and markdown then show functions' names whole; without it with at most 60 characters and a note. */
FR_API void fr_report_show_full_names(fr_report *report);
/* Writes a report: "text", "markdown", "csv", "json". Another name sticks in the output as FR_E_USAGE. */
FR_API void fr_report_write(const fr_report *report, const char *format, fr_output *out);

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
/* Memory. NULL where memory ran out. */
FR_API FR_CHECKED fr_output *fr_output_memory(void);
/* Appends `len` bytes. */
FR_API void fr_output_write(fr_output *out, const void *bytes, size_t len);
/* What a memory output holds so far: NUL-terminated, owned by the output, good until the next write. NULL after a
 * failure. */
FR_API const char *fr_output_bytes(fr_output *out, size_t *len);
/* Flushes, syncs, renames and frees. After a failure the file under `path` is what it was before. */
FR_API FR_CHECKED bool fr_output_close(fr_output *out, fr_error *err);
/* Discards and frees: an output to a path makes no file. */
FR_API void fr_output_free(fr_output *out);

/* Fills `info` with a format that can be read. False past the last row. */
FR_API bool fr_input_format_at(size_t index, fr_format_info *info);
/* How such an input is made: "node --cpu-prof PROGRAM.js", or several ways with "; " between; static, "" past the last. */
FR_API const char *fr_input_format_command(size_t index);
/* The same of formats of pictures: fr_scene_write(). */
FR_API bool fr_picture_format_at(size_t index, fr_format_info *info);
/* The same of formats of profiles: fr_profile_write(). */
FR_API bool fr_profile_format_at(size_t index, fr_format_info *info);
/* The same of formats of reports: fr_report_write(). */
FR_API bool fr_report_format_at(size_t index, fr_format_info *info);

/* How a scene is written. */
typedef struct fr_write_options {
    uint32_t scale_percent; /* of bitmaps: 100 is one pixel a px; 25 to 1600 */
    bool scriptless;        /* svg, html: no script; svg: a title in every box */
    fr_data data;           /* svg: of what fr_scene_embed() put into the scene */
    uint32_t n_views;       /* svg: links that zoom without a script, on the widest boxes; 0 */
    const char *search;     /* svg, html: what the search field holds at first; NULL: nothing */
    const char *link;       /* the same: what the key g opens: "https://host/{file}#L{line}", {name}; NULL: nothing */
    bool fragment;          /* html: of a flame graph or differential one element for another page, no page */
    uint32_t embed_height_px; /* of that element, which then scrolls; 0: that of its picture */
    uint32_t columns;       /* text: of the terminal, for lines that fit and boxes of 0.5 % and more; 0: all */
} fr_write_options;
#define FR_WRITE_DEFAULTS {.scale_percent = 100}
/* Writes a scene: "svg", "html", "png", "pdf", "scene-json", "text"; or the colours of its names: "palette", as
 * fr_theme_set() reads them. Another name fails the output: FR_E_USAGE. */
FR_API void fr_scene_write(const fr_scene *scene, const char *format, const fr_write_options *opt, fr_output *out);
/* Writes a profile: "folded", "json", "pprof", "rows", "speedscope". Another name sticks in the output: FR_E_USAGE. */
FR_API void fr_profile_write(const fr_profile *profile, const char *format, fr_output *out);

#ifdef __cplusplus
}
#endif
#endif
