/*
 * pprof_scan.c - parts, counted each by the thread that takes it (pprof_part.h). Sums of integers are the same however
 * parts fall to threads; squares, which are rounded, are kept by part and added in order.
 */
#include "formats/pprof/fast/pprof_scan.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/pool.h"
#include "base/unknown.h"
#include "formats/pprof/fast/pprof_part.h"
#include "model/report/quality.h"

#define MOST_NAMES    (UINT32_C(1) << 28)
#define MEMORY_PART   2 /* of the limit: the rest is left to stacks */
#define COUNTS_TRAITS (FR_FRAME_UNKNOWN | FR_FRAME_ABSENT)

_Static_assert(FR_N_KINDS <= 8, "three bits hold a kind");

typedef struct job {
    fr_pprof_scan *scan;
    fr_pprof_sheet sheets[FR_MOST_THREADS];
    atomic_size_t next; /* part that no thread has taken */
    atomic_bool odd;    /* a sample is unusual, or memory ran out */
} job;

/* ---- parts ---- */

static void read_parts(void *arg, size_t thread)
{
    job *j = arg;
    size_t i;

    while ((i = atomic_fetch_add(&j->next, 1)) < j->scan->n_parts && !atomic_load(&j->odd))
        if (!fr_pprof_part_read(j->scan, &j->sheets[thread], &j->scan->parts[i]))
            atomic_store(&j->odd, true);
}

static fr_pprof_part *add_part(fr_pprof_scan *scan, const char *from)
{
    fr_pprof_part *parts = fr_grow(scan->parts, &scan->parts_cap, scan->n_parts + 1, sizeof *parts);

    if (!parts)
        return NULL;
    scan->parts = parts;
    parts += scan->n_parts++;
    *parts = (fr_pprof_part){.from = from};
    return parts;
}

static bool cut_parts(fr_pprof_scan *scan)
{
    fr_wire w = fr_wire_of(scan->s->p->samples);
    const char *at = w.at;
    fr_wire_field field;
    fr_pprof_part *part = NULL;

    for (; fr_wire_next(&w, &field); at = w.at) {
        if (field.number != FR_PPROF_SAMPLE || field.type != FR_WIRE_BYTES)
            continue;
        if ((!part || part->n_messages == FR_PPROF_PART) && !(part = add_part(scan, at)))
            return false;
        part->n_messages++;
    }
    return scan->n_parts > 0;
}

static bool read_all(job *j, size_t n_threads, size_t n_names)
{
    uint32_t n_columns = j->scan->s->columns.n;
    size_t n = 0;
    bool good;

    n_threads = n_threads < FR_MOST_THREADS ? n_threads : FR_MOST_THREADS;
    while ((n == 0 || (n < n_threads && n < j->scan->n_parts)) &&
           (j->sheets[n].tally = fr_tally_new(n_columns, n_names)))
        n++;
    atomic_init(&j->next, 0);
    atomic_init(&j->odd, n == 0);
    fr_pool_run(n, n, read_parts, j);
    good = !atomic_load(&j->odd);
    j->scan->tally = j->sheets[0].tally;
    for (size_t i = 0; i < n; i++) {
        if (good && i)
            fr_tally_join(j->scan->tally, j->sheets[i].tally);
        if (i)
            fr_tally_free(j->sheets[i].tally);
        fr_pprof_sample_reset(&j->sheets[i].sample);
        free(j->sheets[i].items);
    }
    return good;
}

static bool add_up(fr_pprof_scan *scan)
{
    bool fits = true;

    for (size_t i = 0; i < scan->n_parts; i++) {
        const fr_pprof_part *part = &scan->parts[i];
        for (uint32_t k = 0; k < scan->s->columns.n; k++) {
            fr_pprof_sum *to = &scan->columns[k];
            fits = fits && !__builtin_add_overflow(to->sum, part->columns[k].sum, &to->sum);
            to->n_samples += part->columns[k].n_samples;
            to->squares += part->columns[k].squares;
        }
        scan->n_records += part->n_records;
        scan->remarkable |= part->remarkable;
    }
    return fits;
}

/* ---- frames ---- */

/* Labels of all frames, and of the locations that have one, by id: nearly all have. */
static bool find_labels(fr_pprof_scan *scan)
{
    const fr_pprof *p = scan->s->p;
    const uint32_t *runs = p->frames.items, *places = p->location_ids.direct;
    uint32_t n = fr_builder_n_frames(p->b);

    scan->n_lone = p->location_ids.n_direct;
    scan->label_of = fr_take_array(n, sizeof *scan->label_of, false);
    scan->lone = fr_take_array(scan->n_lone, sizeof *scan->lone, true);
    if (!scan->label_of || !scan->lone)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        fr_frame frame = fr_builder_frame_at(p->b, i);
        scan->label_of[i] = fr_pprof_label(frame.name, fr_frame_kind(&frame));
    }
    for (uint64_t id = 0; id < scan->n_lone; id++)
        if (places[id] && runs[places[id] - 1] == 1)
            scan->lone[id] = scan->label_of[runs[places[id]]];
    return true;
}

/* Traits by label, where some count; of runtimes: inlined calls are frames like others. False where a frame is a
 * process, which is no frame, or may be an offset in its module: stacks are judged one by one then. */
static bool find_traits(fr_pprof_scan *scan)
{
    const fr_pprof *p = scan->s->p;
    uint32_t n = fr_builder_n_frames(p->b);
    unsigned any = 0;

    scan->traits = calloc((size_t)fr_builder_n_names(p->b) << FR_PPROF_LABEL_KIND, 1);
    for (uint32_t i = 1; i < n && scan->traits; i++) {
        uint32_t label = scan->label_of[i];
        fr_bytes name = fr_builder_frame_name(p->b, i);
        if (fr_name_offset_at(name) < name.len)
            return false;
        if (!scan->traits[label])
            scan->traits[label] = (uint8_t)(fr_frame_traits(name, fr_pprof_label_kind(label)) &
                                            ~(unsigned)FR_FRAME_INLINED);
        any |= scan->traits[label];
    }
    if (!scan->traits || any & FR_FRAME_PROCESS)
        return false;
    if (!(any & COUNTS_TRAITS)) {
        free(scan->traits);
        scan->traits = NULL;
    }
    return true;
}

/* ---- the whole ---- */

/* Threads that there is room for, 0: none. */
static size_t threads_with_room(const fr_pprof_scan *scan, size_t n_threads, size_t n_names)
{
    const fr_pprof *p = scan->s->p;
    uint64_t room = p->opt->limits.memory / MEMORY_PART, held = p->held.bytes;
    uint64_t each = fr_tally_bytes(scan->s->columns.n, n_names) + sizeof(fr_tally);

    if (scan->keeps) /* labels, values and what sorts them */
        held += p->samples.len * sizeof(uint32_t) +
                scan->n_parts * FR_PPROF_PART * (scan->s->columns.n * sizeof(int64_t) + 24);
    if (held > room || (room - held) / each == 0)
        return 0;
    n_threads = n_threads ? n_threads : 1;
    return n_threads < (room - held) / each ? n_threads : (size_t)((room - held) / each);
}

bool fr_pprof_scan_read(fr_pprof_scan *scan, size_t n_threads)
{
    size_t n_names = fr_builder_n_names(scan->s->p->b);
    job *j = calloc(1, sizeof *j);
    bool good = j && n_names < MOST_NAMES && cut_parts(scan) &&
                (n_threads = threads_with_room(scan, n_threads, n_names)) > 0 &&
                find_labels(scan) && (!scan->keeps || find_traits(scan));

    if (good) {
        j->scan = scan;
        good = read_all(j, n_threads, n_names) && add_up(scan);
    }
    free(j);
    return good;
}

void fr_pprof_scan_tell(fr_pprof_scan *scan)
{
    fr_builder *b = scan->s->p->b;

    if (scan->remarkable)
        fr_pprof_samples_read(scan->s, true);
    else
        fr_builder_record(b, scan->n_records);
    fr_builder_take_tally(b, scan->tally);
    scan->tally = NULL;
}

void fr_pprof_scan_reset(fr_pprof_scan *scan)
{
    for (size_t i = 0; i < scan->n_parts; i++) {
        free(scan->parts[i].labels);
        free(scan->parts[i].values);
    }
    free(scan->parts);
    free(scan->label_of);
    free(scan->lone);
    free(scan->traits);
    fr_tally_free(scan->tally);
}
