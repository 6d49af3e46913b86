/* legacy.c - the kinds of legacy profiles, and what is around their samples. */
#include "formats/legacy/legacy.h"

#include <inttypes.h>
#include <stdlib.h>

#include "model/recording.h"

#define MOST_BYTES (UINT64_C(1) << 30)

static const struct {
    bool (*is)(fr_bytes head);
    void (*read)(fr_legacy *l);
} kinds[] = {
    {fr_legacy_is_cpu, fr_legacy_read_cpu},
    {fr_legacy_is_heap, fr_legacy_read_heap},
    {fr_legacy_is_jemalloc, fr_legacy_read_jemalloc},
    {fr_legacy_is_java, fr_legacy_read_java},
    {fr_legacy_is_contention, fr_legacy_read_contention},
    {fr_legacy_is_threads, fr_legacy_read_threads},
};

#define N_KINDS (sizeof kinds / sizeof *kinds)

static size_t find_kind(fr_bytes head)
{
    size_t i = 0;

    while (i < N_KINDS && !kinds[i].is(head))
        i++;
    return i;
}

int fr_pprof_legacy_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return find_kind(head) < N_KINDS || fr_bytes_starts(head, FR_LITERAL("--- symbol\n")) ? 100 : 0;
}

/* Lines like "--- heap" between the symbols and the samples. */
static void take_marker(fr_legacy *l)
{
    fr_bytes before = l->rest, line;

    if (fr_legacy_line(l, &line) && fr_bytes_starts(line, FR_LITERAL("--- ")) &&
        find_kind(before) == N_KINDS)
        return;
    l->rest = before;
    l->line--;
}

static void say_nameless(fr_legacy *l)
{
    if (l->n_nameless)
        fr_builder_say(l->b, FR_NOTE_CHOICE,
                       "addresses without a name: %" PRIu64
                       "; 'go tool pprof -proto PROGRAM FILE > named.pb.gz' names them where the "
                       "program is at hand",
                       l->n_nameless);
}

static void record_facts(fr_legacy *l)
{
    fr_recording r = {.duration_ns = l->duration_ns, .period = l->period};

    if (l->period_type) {
        fr_builder_fact(l->b, &r.period_type, fr_bytes_of(l->period_type));
        fr_builder_fact(l->b, &r.period_unit, fr_bytes_of(l->period_unit));
    }
    fr_builder_record_facts(l->b, &r);
    fr_recording_reset(&r);
}

static void read_all(fr_legacy *l)
{
    size_t kind;

    if (fr_legacy_take_symbols(l))
        take_marker(l);
    kind = find_kind(l->rest);
    if (kind < N_KINDS)
        kinds[kind].read(l);
    else
        fr_legacy_fail(l, "a legacy profile of pprof");
    record_facts(l);
    say_nameless(l);
}

void fr_pprof_legacy_read(fr_input *in, fr_builder *b, const fr_read_options *opt,
                          fr_choice *choice)
{
    fr_legacy l = {.b = b, .opt = opt, .keeps_locations = choice->needs.keep_locations};

    l.all = l.rest = fr_input_all(in, opt, MOST_BYTES);
    if (!fr_input_failed(in, NULL))
        read_all(&l);
    free(l.symbols);
    free(l.maps);
    free(l.stack);
}
