/*
 * perf_sample.h - samples on their way from lines to the builder: a header opens one, frames come leaf first, the end
 * pushes them root first; and what they need: names, what was lost and how it was recorded, time off CPU.
 *
 *     app 1/2 [001] 1.0: 5 cycles:        begin
 *     <TAB>7f01 foo (/a)                  frame   frames = [foo]
 *     <TAB>7f02 main (/a)                 frame   frames = [foo, main]
 *                                         end     app;main;foo += 5
 */
#ifndef FR_FORMATS_PERF_SAMPLE_H
#define FR_FORMATS_PERF_SAMPLE_H

#include "formats/lines.h"
#include "formats/perf/perf_events.h"
#include "formats/perf/perf_line.h"
#include "formats/reader.h"
#include "model/build/builder_merge.h"

/* ---- the frames of perf script text as they are written to be read (perf_names.c) ---- */

/* Cuts the last method of Java off `symbol`, "La;::b->Lc;::d", which is one or several; false where none is left. */
bool fr_java_name_last(fr_bytes *symbol, fr_bytes *method);

/* The line of source below a frame. */
typedef struct fr_perf_source {
    fr_bytes file; /* "" where perf knew none */
    uint32_t line;
    fr_bytes text; /* "a.c:12" */
    bool inlined;
} fr_perf_source;

/* Zeroed, with a builder, options and seeds, it is ready. */
typedef struct fr_perf_names {
    fr_builder *b;
    const fr_read_options *opt;
    fr_line_cache comms; /* text of the root frame -> frame */
    char comm[32];       /* the last one where roots are comms, and its frame */
    size_t comm_len;     /* 0: none */
    uint32_t comm_frame;
    fr_line_cache sources; /* frame and its line of source -> frame */
    char *text;            /* names being made */
    size_t text_cap;
    char *module; /* the last one, with its name and kind: neighbours often share it */
    size_t module_len, module_cap;
    uint32_t module_name;
    fr_kind module_kind;
    uint32_t *off_cpu; /* by frame: the same one in a stack that waits; 0: not known yet */
    size_t n_off_cpu, off_cpu_cap;
    bool has_symbols; /* of any frame so far */
} fr_perf_names;

void fr_perf_names_reset(fr_perf_names *n);

/* The outermost frame of a header's samples; FR_NO_ID for none. */
uint32_t fr_perf_names_root(fr_perf_names *n, const fr_perf_header *h);
uint32_t fr_perf_names_frame(fr_perf_names *n, const fr_perf_frame *frame);
/* True for several Java methods in one line, "La;::b->Lc;::d": each is a frame. */
bool fr_perf_names_joined(const fr_perf_frame *frame);
/* The frame with its line of source, which --srcline makes a part of its name. */
uint32_t fr_perf_names_source(fr_perf_names *n, uint32_t frame, const fr_perf_source *source);
/* Room for `need` bytes of n->text; false when memory ran out, which sticks in the builder. */
bool fr_perf_names_reserve(fr_perf_names *n, size_t need);

/* ---- what the recorder says it lost, and how it recorded (perf_records.c) ---- */

/* Sums only, so that parts of a recording may be read apart and merged in any order. */
typedef struct fr_perf_losses {
    uint64_t n_reports, n_lost; /* reports, and the sum of what they say */
    uint64_t n_throttled;
    uint64_t first_line, first_throttled; /* 0: none */
} fr_perf_losses;

/* Counts `record`, which starts at PERF_RECORD_; false where it tells of no loss. */
bool fr_perf_losses_read(fr_perf_losses *losses, fr_bytes record, uint64_t line);
void fr_perf_losses_merge(fr_perf_losses *to, const fr_perf_losses *from);
/* One note for each kind; `n_samples`: of all events, for the share. */
void fr_perf_losses_say(const fr_perf_losses *losses, uint64_t n_samples, fr_builder *b);

#define FR_PERF_RATES 16 /* events whose rate is kept */

enum { FR_PERF_DURATION, FR_PERF_HOST, FR_PERF_COMMAND, FR_PERF_FACTS };

typedef struct fr_perf_rate {
    fr_bytes event;
    uint64_t n;      /* per second, or events from sample to sample */
    bool per_second; /* a frequency */
} fr_perf_rate;

/* The comments of perf script --header. Zeroed it is ready. */
typedef struct fr_perf_provenance {
    fr_arena arena;
    fr_perf_rate rates[FR_PERF_RATES];
    size_t n_rates;
    fr_bytes facts[FR_PERF_FACTS]; /* as printed; "" where unknown */
} fr_perf_provenance;

/* Reads a line that starts with '#', "# hostname : build7". */
void fr_perf_provenance_read(fr_perf_provenance *p, fr_bytes comment);
/* Says what is known of `event` and of the recording; host and command line, which may tell more than people want to
 * publish, only with `all`. */
void fr_perf_provenance_say(const fr_perf_provenance *p, fr_bytes event, bool all, fr_builder *b);
/* The rate of an event; NULL where it is unknown. */
const fr_perf_rate *fr_perf_provenance_rate(const fr_perf_provenance *p, fr_bytes event);
/* Adds what `to` doesn't know, from a later part of the same text. */
void fr_perf_provenance_merge(fr_perf_provenance *to, const fr_perf_provenance *from);
void fr_perf_provenance_reset(fr_perf_provenance *p);

/* ---- off-CPU time from switches: per thread, from leaving a CPU to getting one again (perf_offcpu.c) ---- */

typedef enum fr_perf_leave {
    FR_PERF_LEAVE_BLOCKED,   /* it waits for something: S, D, T, I, or not told */
    FR_PERF_LEAVE_PREEMPTED, /* it would go on: R, R+ */
    FR_PERF_LEAVE_DEAD       /* it never comes back: X, Z */
} fr_perf_leave;

typedef struct fr_perf_switch {
    int64_t out_tid, in_tid; /* 0: the idle task */
    fr_perf_leave leave;
} fr_perf_switch;

/* Reads who leaves a CPU, why, and who gets it: "prev_comm=a prev_pid=1 ... ==> ...", "a:1 [120] S ==> b:2 [120]".
 * False where `text` is neither form. */
bool fr_perf_switch_parse(fr_bytes text, fr_perf_switch *to);
/* True for "sched:sched_switch", with modifiers or without. */
bool fr_perf_switch_event(fr_bytes event);

/* A thread on its way out; `stack` and `thread` are ids in the part's builder. */
typedef struct fr_perf_exit {
    int64_t tid;
    int64_t time_ns;
    uint32_t stack, thread;
    uint16_t cpu;
    fr_perf_leave leave;
} fr_perf_exit;

/* Zeroed, with a mode, it is ready. */
typedef struct fr_perf_offcpu {
    fr_off_cpu mode;
    uint32_t column;
    struct fr_perf_waiter *items; /* in the order in which threads were first seen */
    size_t n, cap;
    fr_slots slots;        /* by tid */
    uint64_t n_preempted;  /* omitted: only blocked ones are wanted */
    uint64_t n_unfinished; /* another switch-out came first: the switch-in is missing */
    uint64_t n_backwards;  /* the switch-in was before the switch-out */
    int64_t preempted_ns;
} fr_perf_offcpu;

/* A thread leaves its CPU; one that is dead never waits. */
void fr_perf_offcpu_out(fr_perf_offcpu *o, fr_builder *b, const fr_perf_exit *out);
/* A thread gets a CPU: its wait, if one is open, is added to the builder. */
void fr_perf_offcpu_in(fr_perf_offcpu *o, fr_builder *b, int64_t tid, int64_t time_ns);
/* Appends the part that follows. `from_b` holds the stacks of `from`; its values are merged by
 * fr_builder_merge(), in any order with this. */
void fr_perf_offcpu_merge(fr_perf_offcpu *to, fr_builder *to_b, const fr_perf_offcpu *from,
                          const fr_builder *from_b);
/* Says what could not be measured and what was omitted. */
void fr_perf_offcpu_say(const fr_perf_offcpu *o, fr_builder *b);
void fr_perf_offcpu_reset(fr_perf_offcpu *o);

/* ---- samples: each weighs its period, or 1 ---- */

typedef struct fr_perf_weight {
    bool begun;
    uint32_t column;
    fr_weight asked; /* by the options, or by an earlier input */
    bool each;       /* the period or 1, each sample by itself: as stackcollapse-perf.pl does */
    bool periods;    /* the column was begun with periods */
    bool counting;   /* it holds numbers of samples: a period is all that each of them weighs */
    uint64_t n_with; /* samples with a period */
    uint64_t n_without;
    int64_t period; /* of the last one that has any */
    bool varying;   /* not all are equal */
    int64_t whole;  /* the sum of the periods that may not be wanted in the end, while it fits */
    bool beyond;    /* it did not: samples are counted */
    uint32_t beyond_stack; /* where that was found */
} fr_perf_weight;

/* Makes the column, named after the event; `has_period`: of the first sample. Parts of one input begin as the first one
 * has begun, and are joined at their end. */
void fr_perf_weight_begin(fr_perf_weight *weight, fr_builder *b, const fr_read_options *opt,
                          const fr_choice *choice, bool has_period);
/* Before columns of parts are added up: what they hold is made the same. */
void fr_perf_weight_agree(fr_perf_weight *weight, fr_builder *b, fr_perf_weight *next,
                          fr_builder *next_b);

typedef struct fr_perf_samples {
    fr_builder *b;
    const fr_read_options *opt;
    fr_choice *choice;
    fr_perf_events events;
    bool chosen; /* there is an event to be read */
    fr_perf_weight weight;
    fr_perf_names names;
    fr_line_cache threads; /* pid, tid and comm -> thread, where samples are kept */
    struct fr_perf_step *path;
    size_t n_path, path_cap;
    uint64_t n_read, n_frameless; /* samples of the chosen event */
    uint64_t n_fieldless;         /* ... omitted: without the field that they should weigh */
    fr_perf_losses losses;
    fr_perf_offcpu offcpu;
    bool estimates;      /* on_off: the time of samples is not told, but their distance */
    int64_t interval_ns; /* on_off: what a sample stands for whose period is no time; 0: unknown */
    fr_perf_provenance provenance;
    struct fr_perf_again *again; /* found for the last headers; NULL: nothing */
    /* The open sample. */
    bool open;
    bool ignored;                /* of an event that is not read */
    uint32_t root, inline_frame; /* frames; FR_NO_ID: none */
    /* Its stack, root frame and all, where that is known; FR_NO_ID: `frames` tell it */
    uint32_t found;
    int64_t period; /* -1: none */
    int64_t time_ns;
    uint32_t thread;
    uint16_t cpu;
    uint64_t line;
    bool java;      /* comm starts so */
    bool is_switch; /* sched:sched_switch, read as off-CPU time */
    fr_perf_switch change;
    uint32_t *frames; /* leaf first */
    size_t n_frames, frames_cap;
    size_t n_sourced; /* frames up to here have had their line of source */
} fr_perf_samples;

void fr_perf_samples_init(fr_perf_samples *s, fr_builder *b, const fr_read_options *opt,
                          fr_choice *choice);
void fr_perf_samples_reset(fr_perf_samples *s);
/* Ends the open sample, if any, and opens one. */
void fr_perf_samples_begin(fr_perf_samples *s, const fr_perf_header *header, uint64_t line);
void fr_perf_samples_end(fr_perf_samples *s);
/* Joins the next part of the same input, whose values are in the builder already; lines in it are
 * counted after the `n_lines` before it. */
void fr_perf_samples_join(fr_perf_samples *s, fr_perf_samples *next, uint64_t n_lines);
/* Says what was chosen and omitted, or fails where there is nothing to show. */
void fr_perf_samples_finish(fr_perf_samples *s);
/* A record that is no sample, "PERF_RECORD_LOST lost 55": `header->rest` starts there. */
void fr_perf_samples_record(fr_perf_samples *s, const fr_perf_header *header, uint64_t line);
/* "  a.c:12" below a frame: the frame's source. False where `line` is nothing of the kind. */
bool fr_perf_samples_source(fr_perf_samples *s, fr_bytes line);
/* For --off-cpu and --on-off (perf_offcpu.c): the text of a record of a switch; its end; a record that
 * says that a thread got a CPU; the value of a sample on CPU; what there is to be said at the end. */
bool fr_perf_samples_begin_switch(fr_perf_samples *s, const fr_perf_header *header);
void fr_perf_samples_end_switch(fr_perf_samples *s);
bool fr_perf_samples_switch_record(fr_perf_samples *s, const fr_perf_header *header);
int64_t fr_perf_samples_on_cpu(fr_perf_samples *s, uint32_t stack);
void fr_perf_samples_finish_switches(fr_perf_samples *s);
/* The leaf that is in no frame line, and the stack of the open sample. */
void fr_perf_samples_missing_leaf(fr_perf_samples *s);
uint32_t fr_perf_samples_stack(fr_perf_samples *s);
/* Adds the frames of a line to the open sample as stackcollapse-perf.pl has them: none, one, or
 * several where "->" joins them. False where that script drops the line. */
bool fr_perf_samples_push_compat(fr_perf_samples *s, fr_bytes line);

void fr_perf_samples_grow(fr_perf_samples *s);

/* The next frame of the open sample. */
static inline void fr_perf_samples_push(fr_perf_samples *s, uint32_t frame)
{
    if (s->n_frames == s->frames_cap)
        fr_perf_samples_grow(s);
    if (s->n_frames < s->frames_cap)
        s->frames[s->n_frames++] = frame;
}

#endif
