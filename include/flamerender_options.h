/*
 * flamerender_options.h - options of single formats, and what front ends ask of the library: which formats there are,
 * which options matter to them, which colourings there are. flamerender.h includes it; read that first.
 */
#ifndef FLAMERENDER_H
#include "flamerender.h"
#elif !defined FLAMERENDER_OPTIONS_H
#define FLAMERENDER_OPTIONS_H

/* This page is laid out by hand. */
/* clang-format off */

/* ---------------------------------------------------------------- options of single formats */

/* A sample of perf script counts so. AUTO: its period if every record has one, else 1. FIELD: a number in the text
 * of a tracepoint (fr_read_options.perf.weight_field). */
typedef enum fr_weight { FR_WEIGHT_AUTO, FR_WEIGHT_PERIOD, FR_WEIGHT_SAMPLES, FR_WEIGHT_FIELD } fr_weight;
/* A negative value of folded stacks becomes an error, nothing (its line is dropped), or a positive value. */
typedef enum fr_negative { FR_NEGATIVE_ERROR, FR_NEGATIVE_DROP, FR_NEGATIVE_ABS } fr_negative;
/* The outermost frame of perf script's stacks: the command, with its process id, with its thread id. */
typedef enum fr_root { FR_ROOT_COMM, FR_ROOT_COMM_PID, FR_ROOT_COMM_TID, FR_ROOT_NONE } fr_root;
/* Which waits are off-CPU time: those for something (sleep, lock, input), or those for a CPU too. */
typedef enum fr_off_cpu { FR_OFF_CPU_NONE, FR_OFF_CPU_BLOCKED, FR_OFF_CPU_ALL } fr_off_cpu;
/* Which program's names and values are copied byte for byte. DIFFFOLDED is of differentials. */
typedef enum fr_compat { FR_COMPAT_NONE, FR_COMPAT_STACKCOLLAPSE, FR_COMPAT_DIFFFOLDED } fr_compat;
/* A profile will be used for this. Results are the same as with FR_FOR_ANYTHING, sooner and in less memory. Every
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
/* A picture carries the profile that it shows, or not. AUTO: where that takes up to 512 KiB; else the picture says
 * what is missing. */
typedef enum fr_data { FR_DATA_AUTO, FR_DATA_FULL, FR_DATA_NONE } fr_data;
/* FR_DATA_AUTO omits profiles of more stacks than this, which hardly ever fit. */
#define FR_DATA_AUTO_STACKS 300000
/* These say what a profile that is read for a picture need not hold. */
typedef struct fr_picture_reading {
    double min_share; /* fr_flame_min_share() of the picture, or of one that draws more; 0: whole stacks */
    fr_data data;     /* whether fr_scene_embed() will put the profile into the picture */
} fr_picture_reading;
/* These say how perf script text is read. */
typedef struct fr_perf_options {
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
    /* These are for perf.data alone, which names functions by the files of this machine. Each may be NULL. */
    const char *symfs;         /* a folder to look for them in, as if it were / */
    const char *kallsyms;      /* the kernel's symbols; else /proc/kallsyms of the same kernel */
    const char *map_dir;       /* a folder with perf-PID.map of JIT compilers; else /tmp */
    bool no_inline;            /* stacks by dumps have no frames of inlined functions */
    bool debuginfod;           /* files that are not here are fetched from the servers in DEBUGINFOD_URLS */
} fr_perf_options;
/* These say how folded stacks are read. */
typedef struct fr_folded_options {
    uint32_t columns;     /* value columns, 1 or 2; 0: the first lines decide */
    fr_negative negative; /* what a negative value does */
    bool in_order;        /* keep_samples keeps the order of lines */
} fr_folded_options;
/* These say how pprof files are read. */
typedef struct fr_pprof_options {
    bool drop_labels; /* discard the labels of samples */
    bool symbolize;   /* name locations without functions by the files of this machine, as fr_perf_options says */
} fr_pprof_options;
/* These say how speedscope files are read. */
typedef struct fr_speedscope_options {
    const char *profile; /* the one to read, by name or by number from 0; NULL: all */
} fr_speedscope_options;

/* ---------------------------------------------------------------- what front ends ask */

/* Says what a format is and can do: bits of fr_format_info.flags. */
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
    FR_FORMAT_PAGE = 524288,      /* a page: fragment of fr_write_options matters */
    FR_FORMAT_ONE_COLUMN = 1048576, /* holds sums of fr_profile_info.shown_column alone, or of both sides */
    FR_FORMAT_ABSENT = 2097152,   /* this build lacks what writes it: PNG and PDF without cairo */
    FR_FORMAT_TERMINAL = 4194304, /* for a terminal: columns, rows and colours of fr_write_options matter */
    FR_FORMAT_TABLE = 8388608,    /* lists functions: fr_scene_add_table() */
    FR_FORMAT_STILL = 16777216,   /* may be a still: max_height_px and fold_chains of fr_flame_options matter */
    FR_FORMAT_PAPER = 33554432    /* printed: fr_write_options.paper matters */
} fr_format_flag;

/* A row of the tables of input and output formats. Texts are static. */
typedef struct fr_format_info {
    const char *name;     /* "svg", "folded" */
    const char *title;    /* one line for people */
    const char *suffixes; /* space-separated: "svg", "folded collapsed txt" */
    uint32_t flags;       /* fr_format_flag */
} fr_format_info;

/* Fills `info` with a format that can be read. False past the last row. */
FR_API bool fr_input_format_at(size_t index, fr_format_info *info);
/* Says how such an input is made: "node --cpu-prof PROGRAM.js", or several ways with "; " between; static, "" past the last. */
FR_API const char *fr_input_format_command(size_t index);
/* The same of formats of pictures: fr_scene_write(). */
FR_API bool fr_picture_format_at(size_t index, fr_format_info *info);
/* The same of formats of profiles: fr_profile_write(). */
FR_API bool fr_profile_format_at(size_t index, fr_format_info *info);
/* The same of formats of reports: fr_report_write(). */
FR_API bool fr_report_format_at(size_t index, fr_format_info *info);
/* This may colour boxes: a row that fr_flame_options.color_by names. Texts are static. */
typedef struct fr_colouring_info {
    const char *name;  /* "kind", "module"; "label:", which a key follows */
    const char *title; /* one line for people */
} fr_colouring_info;

/* Fills `info` with a colouring; the first is the default. False past the last row. */
FR_API bool fr_colouring_at(size_t index, fr_colouring_info *info);
/* For fr_tree_options.color_by: the same text, or NULL where this colouring needs nothing of the tree. */
FR_API const char *fr_colouring_of_tree(const char *color_by);
/* Copies `text` into `to` as messages show it: controls, bidi marks and bytes that are no UTF-8 become visible
 * escapes. Cuts at a character so that it fits `room` bytes with its NUL. */
FR_API void fr_printable(char *to, size_t room, const char *text);
/* Copies `text` into `to` as a word that a shell takes as it is: a.folded, 'it'\''s.folded', $'\377.folded' where it
 * cannot be read. FILE where it does not fit. */
FR_API void fr_shell_word(char *to, size_t room, const char *text);

/*
 * These lists have the words of values: the command line, data outputs and the viewer take them from here. A list
 * gives its rows to a macro of yours; FR_WORD_AT makes a table of them, by value:
 *
 *     static const char *const sorts[] = {FR_SORT_WORDS(FR_WORD_AT)};
 */
#define FR_WORD_AT(value, word) [value] = word,
#define FR_SORT_WORDS(ROW) \
    ROW(FR_SORT_NAME, "name") ROW(FR_SORT_VALUE, "value") ROW(FR_SORT_INPUT, "input")
#define FR_NAMES_WORDS(ROW) \
    ROW(FR_NAMES_SHORT, "short") ROW(FR_NAMES_FULL, "full")
#define FR_TRUNCATE_WORDS(ROW) \
    ROW(FR_TRUNCATE_DISTINCT, "distinct") ROW(FR_TRUNCATE_END, "end") \
    ROW(FR_TRUNCATE_START, "start") ROW(FR_TRUNCATE_MIDDLE, "middle")
#define FR_SCHEME_WORDS(ROW) \
    ROW(FR_SCHEME_AUTO, "auto") ROW(FR_SCHEME_LIGHT, "light") ROW(FR_SCHEME_DARK, "dark")
#define FR_WIDTH_OF_WORDS(ROW) \
    ROW(FR_WIDTH_OF_MEAN, "mean") ROW(FR_WIDTH_OF_NEW, "new") ROW(FR_WIDTH_OF_BASE, "base") \
    ROW(FR_WIDTH_OF_MAX, "max") ROW(FR_WIDTH_OF_DELTA, "delta")
/* FR_RECURSION_KEEP has none: it is the option left out. */
#define FR_RECURSION_WORDS(ROW) \
    ROW(FR_RECURSION_DIRECT, "direct") ROW(FR_RECURSION_CYCLES, "cycles")
/* FR_NORMALIZE_PER has none: two numbers stand for it. */
#define FR_NORMALIZE_WORDS(ROW) \
    ROW(FR_NORMALIZE_TYPICAL, "typical") ROW(FR_NORMALIZE_SHARE, "share") \
    ROW(FR_NORMALIZE_TIME, "time") ROW(FR_NORMALIZE_NONE, "none")

#endif
