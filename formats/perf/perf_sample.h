/*
 * perf_sample.h - samples on their way from lines to the builder: a header opens one, frames come
 * leaf first, the end pushes them root first.
 *
 *     app 1/2 [001] 1.0: 5 cycles:        begin
 *     <TAB>7f01 foo (/a)                  frame   frames = [foo]
 *     <TAB>7f02 main (/a)                 frame   frames = [foo, main]
 *                                         end     app;main;foo += 5
 */
#ifndef FR_FORMATS_PERF_SAMPLE_H
#define FR_FORMATS_PERF_SAMPLE_H

#include "formats/perf/perf_events.h"
#include "formats/perf/perf_names.h"
#include "formats/perf/perf_offcpu.h"
#include "formats/perf/perf_records.h"
#include "formats/reader.h"

/*
 * A sample weighs its period, or 1.
 *
 * Whether every sample has a period is known only at the end of the stream. Until then the builder
 * keeps both: the sum of the periods, and the number of samples, which takes over where a period
 * is missing (fr_builder_use_counts). While all periods are equal the number tells the sum.
 */
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

#define FR_PERF_WHO 16 /* a power of two */

/* The facts found for a header, for those that say the same (fr_perf_header.who, .what). */
typedef struct fr_perf_again {
    uint32_t what, event; /* 0: nothing */
    struct fr_perf_again_who {
        uint32_t who, root, thread;
        bool java;
    } who[FR_PERF_WHO]; /* by number */
} fr_perf_again;

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
    fr_perf_again again;
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

/* True while nothing is known of the stack of the open sample, which is to be read. */
static inline bool fr_perf_samples_blank(const fr_perf_samples *s)
{
    bool chilled = s->is_switch && s->opt->perf.on_off; /* its frames become others */

    return s->open && !s->ignored && s->n_frames == 0 && s->inline_frame == FR_NO_ID && !chilled;
}

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
