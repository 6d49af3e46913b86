/*
 * profile.h - frames, stacks and values; the object between readers and trees.
 *
 *     stack   parent  frame            sum[0]
 *     0       0       -      (empty)   0
 *     1       0       main             5
 *     2       1       foo              30       main;foo
 *     3       2       bar              60       main;foo;bar
 *
 * Parents stand before children, so one loop upwards or downwards visits everything without
 * recursion. Values are a stack's own; totals are made by the tree.
 */
#ifndef FR_MODEL_PROFILE_H
#define FR_MODEL_PROFILE_H

#include "base/arena.h"
#include "base/fail.h"
#include "base/intern.h"
#include "base/slots.h"
#include "model/labels.h"

/* ---- notes: what was skipped, chosen or repaired, counted by kind; note.c has what each says ---- */

typedef enum fr_note_kind {
    FR_NOTE_REJECTED_LINE,
    FR_NOTE_REJECTED_RECORD,
    FR_NOTE_NEGATIVE,
    FR_NOTE_ORPHAN_FRAME,
    FR_NOTE_OTHER_EVENT,
    FR_NOTE_OTHER_RECORD,
    FR_NOTE_SKIPPED_LINE,
    FR_NOTE_LOST,
    FR_NOTE_THROTTLED,
    FR_NOTE_UNFINISHED,
    FR_NOTE_UNMEASURED,
    FR_NOTE_FRAMELESS,
    FR_NOTE_CUT_STACK,
    FR_NOTE_NO_FIELD,
    FR_NOTE_NO_TIME,
    FR_NOTE_VALUES_NO_TIME,
    FR_NOTE_CUT_NAME,
    FR_NOTE_REPAIRED_NAME,
    FR_NOTE_EMPTY_FRAME,
    FR_NOTE_ZERO_VALUE,
    FR_NOTE_ROUNDED,
    FR_NOTE_UNKNOWN,
    FR_NOTE_QUALITY,
    FR_NOTE_PROVENANCE,
    FR_NOTE_CHOICE,
    FR_NOTE_REMOVED,
    FR_NOTE_WENT_DOWN,
    FR_NOTE_NO_MATCH,
    FR_N_NOTES
} fr_note_kind;

bool fr_note_loses(fr_note_kind kind); /* it reports omitted input: an error with --strict */

typedef struct fr_note_entry {
    fr_note_kind kind;
    uint64_t n;
    uint64_t first_line;
    const char *source;
    const char *first; /* the first case, or the sentence */
} fr_note_entry;

typedef struct fr_notes {
    fr_arena arena;
    fr_note_entry *entries;
    size_t n, cap;
} fr_notes;

/* Counts a case of `kind` in `source` at `line` (0: none). Where there are many sources, the later ones are
 * counted together, under the source "". False when memory ran out. */
bool fr_notes_add(fr_notes *notes, fr_note_kind kind, fr_bytes source, uint64_t line, uint64_t n,
                  fr_bytes first);
/* Adds a sentence about the whole, which no source is named for. */
bool fr_notes_say(fr_notes *notes, fr_note_kind kind, const char *format, ...) FR_PRINTF(3, 4);
/* Appends notes of a text that follows `n_lines` others. */
bool fr_notes_append(fr_notes *to, const fr_notes *from, uint64_t n_lines);
/* Appends them, with counts added by kind and source. */
bool fr_notes_copy(fr_notes *to, const fr_notes *from);
/* The public form, valid as long as the entry. */
void fr_note_describe(const fr_note_entry *entry, fr_note *note);
void fr_notes_reset(fr_notes *notes);

/*
 * Mappings: where binaries were loaded: what pprof keeps beside the file's name.
 *
 *     mapping  start     limit     offset  file      build id       frame: address 0x11d6 in mapping 1
 *     1        0x400000  0x500000  0       /bin/app  "4f2a..."      is 0x4011d6
 *
 * Addresses of frames count from the start of their mapping, so that frames of a binary that was loaded twice,
 * at two places, are the same (fr_builder_mapping()).
 */

typedef struct fr_mapping {
    uint64_t start, size, offset;
    uint32_t file, build_id; /* names */
    uint32_t has;            /* bits 0 to 3: functions, files, lines, inlined frames are resolved */
} fr_mapping;

/* Its size in pages of 4096, rounded up. */
uint64_t fr_mapping_pages(const fr_mapping *m);

/* True of a mapping without addresses, file and build id. */
bool fr_mapping_says_nothing(const fr_mapping *m);

/* Ids count from 1; 0 is no mapping. All zero: none. */
typedef struct fr_mappings {
    fr_mapping *items; /* [0] is unused */
    uint32_t n;        /* the unused one included; 0: none */
    size_t cap;
    fr_slots slots;
} fr_mappings;

/* Their ids, malloc'ed, by file, build id, offset and pages: the order of their bytes. NULL when memory ran out. */
uint32_t *fr_mappings_sorted(const fr_mappings *mappings, const fr_names *names);
void fr_mappings_reset(fr_mappings *mappings);

/* ---- the recording: when it was made, how long it took, what people wrote beside it; mostly of pprof ---- */

/* The inputs of a partial merge: enough to prove that none is missing or counted twice. */
typedef struct fr_provenance {
    bool known;                            /* false: nobody counted */
    uint64_t n_inputs;                     /* may be 0 */
    unsigned char digest[FR_SHA256_BYTES]; /* sum of their SHA-256, mod 2^256, big-endian */
} fr_provenance;

typedef struct fr_recording {
    int64_t time_ns;                 /* since 1970; 0: unknown */
    int64_t duration_ns;             /* 0: unknown */
    char *period_type, *period_unit; /* "cpu", "nanoseconds"; NULL: unknown */
    int64_t period;                  /* between two samples */
    char *default_type;              /* the sample type to show; NULL: unknown */
    char *doc_url;
    /* pprof's expressions for frames that hide their callers, such as allocators, and the exceptions
     * from them; NULL: none. */
    char *drop_frames, *keep_frames;
    fr_provenance provenance;
    char **comments; /* distinct, in byte order */
    size_t n_comments, comments_cap;
} fr_recording;

/* A copy of `text` in *to, or NULL where it is empty; false when memory ran out. */
bool fr_recording_set(char **to, fr_bytes text);
bool fr_recording_comment(fr_recording *recording, fr_bytes text);
/* Forgets the frames to drop: they are dropped. */
void fr_recording_forget_drop_frames(fr_recording *recording);
/* Counts an input by its digest. */
void fr_provenance_add(fr_provenance *to, uint64_t n_inputs,
                       const unsigned char digest[FR_SHA256_BYTES]);
bool fr_recording_merge(fr_recording *to, const fr_recording *from);
void fr_recording_reset(fr_recording *recording);

/* ---- the profile ---- */

/* Sums (folder build) for profiles that were read for one purpose. */
typedef struct fr_tally fr_tally;

/* Facts that a reader knows of all the stacks of its format: bits of fr_meta.stacks. */
enum {
    /* Frames are names, without a kind. The outermost one may be a process. */
    FR_STACKS_OF_NAMES = 1 << 0,
    /* A runtime recorded its own process: no frame is a process, inlined calls count among the frames
     * that it keeps, and values do not tell how many samples there were. */
    FR_STACKS_OF_RUNTIME = 1 << 1,
    /* A sample with a time is a span: from that time on, as many ns as its value says. */
    FR_SAMPLES_LAST = 1 << 2,
    /* The recorder marks the stacks that it cut: a note counts them (FR_NOTE_CUT_STACK). */
    FR_STACKS_MARKED = 1 << 3,
    /* Several events of one recording can be read, and added up. */
    FR_EVENTS_ADD_UP = 1 << 4,
    /* The frame on the root of a stack, of FR_KIND_PROCESS, has the name of a thread. */
    FR_STACKS_OF_THREADS = 1 << 5,
    /* People open such a file to see what ran when: its page shows time first. */
    FR_READ_IN_TIME = 1 << 6,
};

#define FR_MAX_COLUMNS    64    /* of a differential: 32 runs a side */
#define FR_KIND_ANNOTATED 0x80u /* bit of fr_frame.kind */

/* A frame, interned whole: ids of names, 0 where unknown. */
typedef struct fr_frame {
    uint64_t address;
    uint32_t name, system_name, file, module;
    uint32_t mapping; /* which the address counts from; 0: from 0 */
    uint32_t line, start_line;
    uint32_t kind; /* fr_kind, perhaps with FR_KIND_ANNOTATED */
} fr_frame;

static inline fr_kind fr_frame_kind(const fr_frame *frame)
{
    return (fr_kind)(frame->kind & 0x7fu);
}

/* A stack: its innermost frame and the stack that called it. */
typedef struct fr_stack {
    uint32_t parent, frame;
} fr_stack;

/* The stacks that have a place in columns, where most have no value of their own: bit s % 64 of bits[s / 64]
 * says that stack s has one, before[s / 64] how many there are in the words before. The place behind
 * all of them holds 0 for the others. */
typedef struct fr_places {
    uint64_t *bits;
    uint32_t *before;
    uint32_t n;
} fr_places;

/* A value column. count and squares are NULL while every weight is a sample of its own (count = sum = sum of squares),
 * which is most profiles; `counted` is false where the number of samples is not known. */
typedef struct fr_column {
    char *name, *unit;
    uint32_t decimals;
    bool counted;
    int64_t reference; /* total before any transform */
    double left_out;   /* of it, by names and labels that chose a part; idle CPUs do not count */
    int64_t *sum;
    uint64_t *count;
    double *squares;
    /* While a builder adds up: what squares are short of, where they have to be exact */
    double *rest;
    const fr_places *places; /* NULL: every row has a place of its number */
} fr_column;

static inline size_t fr_place_of(const fr_places *places, uint32_t stack)
{
    uint64_t word = places->bits[stack / 64], bit = UINT64_C(1) << stack % 64;

    if (!(word & bit))
        return places->n;
    return places->before[stack / 64] + (size_t)__builtin_popcountll(word & (bit - 1));
}

/* Returns where the value of a stack or row stands in sum, count and squares. */
static inline size_t fr_column_place(const fr_column *column, uint32_t row)
{
    return column->places ? fr_place_of(column->places, row) : row;
}

static inline int64_t fr_column_sum(const fr_column *column, uint32_t row)
{
    return column->sum[fr_column_place(column, row)];
}

/* Values by (stack, label set), where a profile has labels (model/labels.h): rows in no order, [0] is
 * the empty stack without labels. */
typedef struct fr_row {
    uint32_t stack, set;
} fr_row;

typedef struct fr_labelled {
    fr_label_sets sets;
    fr_stack *rows;                    /* parent: the stack; frame: the set */
    uint32_t n_rows;                   /* 0: no labels; rows are stacks */
    fr_column columns[FR_MAX_COLUMNS]; /* by row, for each column of the profile; no names */
} fr_labelled;

/* A thread that ran: a row of the table of threads. */
typedef struct fr_thread {
    int64_t pid, tid; /* -1: unknown */
    uint32_t comm;    /* name id; 0: unknown */
} fr_thread;

#define FR_NO_CPU  UINT16_MAX
#define FR_NO_TIME INT64_MIN

/* Samples one by one, in the order of the input: columns of n rows. Filled only where the caller asked for them. */
typedef struct fr_samples {
    size_t n, cap;
    int64_t *time_ns; /* in the profile's clock; FR_NO_TIME: unknown */
    uint32_t *stack;
    uint32_t *thread; /* into threads */
    uint16_t *cpu;    /* FR_NO_CPU: unknown */
    int64_t *value;   /* of the first column; NULL: 1 each */
    size_t value_cap;
    fr_thread *threads;
    size_t n_threads, threads_cap;
} fr_samples;

/* When recordings began, and how long all of them took: what pprof says of them. */
typedef struct fr_extent {
    bool known;
    int64_t time_ns, duration_ns; /* 0: unknown */
} fr_extent;

/* Times from from_ns up to but not including to_ns. */
typedef struct fr_span {
    int64_t from_ns, to_ns;
} fr_span;

/* Facts about the recording, and what was done to it. */
typedef struct fr_meta {
    const char *format; /* of the first input; static */
    uint64_t formats;   /* of all inputs: fr_profile_info.formats */
    unsigned stacks;    /* FR_STACKS_... */
    uint64_t n_records;
    uint64_t n_frameless;
    uint64_t n_read; /* n_records of what a selection is of; 0: it is none */
    bool timed;
    int64_t first_ns, last_ns;
    int64_t began_ns; /* of a selection: when the recording began; 0: it is none, or not known */
    /* The whole second in which the recording starts: 0 of times that people give */
    int64_t origin_ns;
    fr_extent written;   /* of several inputs; not known: of one, or of a selection */
    int64_t covered_ns;  /* of a selection: how much time it is of; 0: last_ns - first_ns */
    bool of_times;       /* the selection is by time: covered_ns is a part of the recording */
    int64_t range_ns[2]; /* of a selection of one range: its ends; [0] > [1]: several, or a band */
    bool lacks_lines;    /* for a picture that carries no data: fr_builder_omit_lines() */
    fr_purpose purpose;  /* what the profile can be used for */
    double min_share;    /* FR_FOR_PICTURE: stacks may end where they hold less */
    bool relative;       /* shares are of what is left */
    bool was_relative;   /* now, or in an earlier round: n_records are of more than the whole */
    bool of_part;        /* stacks were chosen by a name or a label: fr_profile_left_out() */
    bool by_package;     /* fr_profile_colouring() */
    bool lost_labels;    /* samples were chosen one by one: which had which label is not known */
    fr_names *packages;  /* that have a colour, in the order of groups, from id 1; NULL: any */
    fr_granularity granularity; /* what names of frames say */
    fr_recording recording;
    fr_notes notes;
    fr_notes steps; /* sentences of what was done: "recursion folded" */
} fr_meta;

/* Returns the seconds that values are of: of a selection by time its own, else those that the recording tells, else
 * from the first sample to the last. 0: not known. */
double fr_meta_seconds(const fr_meta *meta);
/* True of a selection by time that nothing was recorded in: the recording ended before, or began later. */
bool fr_meta_is_beyond(const fr_meta *meta);
/* Returns from when to when the recording, or the range of it, is: from the first to the last sample, and of one input
 * that tells by the clock of its samples when it began, and for how long it was, all of that. */
fr_span fr_meta_recorded(const fr_meta *meta);
/* Returns when the recording, or the one that a selection is of, began: ns since 1970; 0: not known. */
int64_t fr_meta_began(const fr_meta *meta);
/* Returns true where a sample is a row that stands for several, which its value counts. */
bool fr_profile_has_rows(const struct fr_profile *profile);
/* A sample ends with its time, or where samples last, when its value is over. */
int64_t fr_sample_end(const struct fr_profile *profile, size_t sample);
/* Returns true of a selection that may leave time out between its first and its last sample: several ranges, a band, what
 * is outside of one. */
bool fr_meta_has_holes(const fr_meta *meta);

struct fr_profile {
    fr_names *names;
    fr_frame *frames;
    uint32_t n_frames;
    fr_stack *stacks;   /* [0] is the empty stack */
    uint32_t n_stacks;  /* the empty one included */
    uint32_t max_depth; /* frames of the deepest stack that has a value */
    fr_column columns[FR_MAX_COLUMNS];
    uint32_t n_columns;
    fr_places places; /* of the columns; none where every stack has one */
    fr_labelled labelled;
    /* The sums of all samples, where the profile does not hold whole stacks: it has none, and all
     * values are the empty stack's, or it has them as far as a picture shows them. Else NULL. */
    fr_tally *tally;
    fr_mappings mappings;
    fr_samples samples;
    fr_meta meta;
};

fr_bytes fr_frame_name(const fr_profile *profile, uint32_t frame);

/* The number of samples and the sum of squares of a stack's own value, whatever form the column has. */
static inline uint64_t fr_column_count(const fr_column *column, uint32_t stack)
{
    return column->count     ? column->count[fr_column_place(column, stack)]
           : column->counted ? (uint64_t)fr_column_sum(column, stack)
                             : 0;
}

static inline double fr_column_squares(const fr_column *column, uint32_t stack)
{
    return column->squares   ? column->squares[fr_column_place(column, stack)]
           : column->counted ? (double)fr_column_sum(column, stack)
                             : 0.0;
}

/* The sum of the squares of all samples' weights; 0: not known. */
double fr_column_all_squares(const fr_column *column, uint32_t n_stacks);

/* True where any of n columns has a value in this row. */
static inline bool fr_columns_have_value(const fr_column *columns, uint32_t n, uint32_t row)
{
    for (uint32_t k = 0; k < n; k++)
        if (fr_column_sum(&columns[k], row))
            return true;
    return false;
}

static inline bool fr_stack_has_value(const fr_profile *profile, uint32_t stack)
{
    return fr_columns_have_value(profile->columns, profile->n_columns, stack);
}

/* Returns the address as it was recorded. */
uint64_t fr_frame_address(const fr_profile *profile, const fr_frame *frame);

/* Rows of values: by (stack, label set) where there are labels, else the stacks. */
static inline uint32_t fr_n_rows(const fr_profile *profile)
{
    return profile->labelled.n_rows ? profile->labelled.n_rows : profile->n_stacks;
}

static inline fr_row fr_row_at(const fr_profile *profile, uint32_t row)
{
    const fr_labelled *l = &profile->labelled;

    return l->n_rows ? (fr_row){l->rows[row].parent, l->rows[row].frame}
                     : (fr_row){row, FR_NO_LABELS};
}

/* The values of a column by row: for fr_column_count() and fr_column_squares() too. */
static inline const fr_column *fr_row_column(const fr_profile *profile, uint32_t column)
{
    return profile->labelled.n_rows ? &profile->labelled.columns[column]
                                    : &profile->columns[column];
}

static inline bool fr_row_has_value(const fr_profile *profile, uint32_t row)
{
    return fr_columns_have_value(fr_row_column(profile, 0), profile->n_columns, row);
}

void fr_samples_reset(fr_samples *samples);
void fr_labelled_reset(fr_labelled *labelled);
void fr_column_reset(fr_column *column);
/* Returns the first of n columns with the name and unit of another; n: there is none. */
uint32_t fr_column_find(const fr_column *columns, uint32_t n, const fr_column *like);
void fr_places_reset(fr_places *places);
int fr_compare_times(const void *a, const void *b); /* Orders int64_t, as times are. */
/* The start of the second that holds a time, also before 0. */
int64_t fr_floor_second(int64_t ns);

/* Returns true if times count from 1970, as of CLOCK_REALTIME. A clock that counts from when the machine started needs
 * 31 years to get there. */
bool fr_meta_has_date(const fr_meta *meta);

/* Returns the extent that the recording says; else the span of its samples. Times before 2001 are of another clock. */
fr_extent fr_meta_extent(const fr_meta *meta);
/* Returns the earliest time and the sum of durations, in any order and grouping. */
fr_extent fr_extent_merge(fr_extent a, fr_extent b);
void fr_meta_reset(fr_meta *meta);
bool fr_meta_copy(fr_meta *to, const fr_meta *from);
/* Colours are those of the whole, whatever is selected of it. */
void fr_meta_take_colours(fr_meta *to, const fr_meta *from);
/* Gives a profile that was made of another one all facts of `from`, before the notes of its own making. */
bool fr_meta_inherit(fr_meta *to, const fr_meta *from);

/* Returns `made` if all that it needed was there; else frees it, and returns NULL. */
fr_profile *fr_profile_kept(bool good, fr_profile *made);
/* True if the profile can be used for `purpose`, which is FR_FOR_ANYTHING where only whole profiles will do.
 * Else FR_E_USAGE names the purpose that it was read for. Every function that takes a profile asks. */
bool fr_profile_is_for(const fr_profile *profile, fr_purpose purpose, fr_error *err);
/* Returns the share of the whole that choosing a part by a name or a label left out. */
double fr_profile_left_out(const fr_profile *profile, uint32_t column);
uint32_t fr_profile_shown_column(const fr_profile *profile); /* fr_profile_info.shown_column */
/* "main;foo 30 20": two value columns, base and new. */
bool fr_profile_has_sides(const fr_profile *profile);

#endif
