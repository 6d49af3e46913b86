/*
 * select.c - samples by time and by who ran: a profile with a total of its own.
 *
 * Selecting comes before transforming: it picks samples, a transform maps stacks. The stacks of
 * the samples that are left are pushed anew, parents first, so the result holds nothing of what
 * was left out.
 */
#include "model/select.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "model/builder.h"

/* ---- where ---- */

typedef enum key { KEY_COMM, KEY_PID, KEY_TID, KEY_CPU, N_KEYS } key;

static const char *const key_names[N_KEYS] = {"comm", "pid", "tid", "cpu"};

typedef struct condition {
    key key;
    int64_t number;
    fr_bytes text;
} condition;

static bool fail_where(const char *text, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0, "--where '%s': expected comm=NAME, pid=N, tid=N or cpu=N", text);
    return fr_fail_hint(err, "'flamerender convert --tid' shows comm, pid and tid");
}

static bool parse_where(const char *text, condition *c, fr_error *err)
{
    fr_bytes all = fr_bytes_of(text);
    size_t equals = fr_bytes_find(all, '=');
    fr_bytes name = {all.at, equals};
    fr_decimal number = {0};

    if (equals == all.len)
        return fail_where(text, err);
    c->text = (fr_bytes){all.at + equals + 1, all.len - equals - 1};
    for (c->key = KEY_COMM; c->key < N_KEYS; c->key++)
        if (fr_bytes_equal(name, fr_bytes_of(key_names[c->key])))
            break;
    if (c->key == N_KEYS)
        return fail_where(text, err);
    if (c->key == KEY_COMM)
        return true;
    if (fr_decimal_parse(c->text, &number) != FR_PARSE_OK || number.decimals)
        return fail_where(text, err);
    c->number = number.mantissa;
    return true;
}

static bool meets(const fr_profile *p, const condition *c, size_t sample)
{
    const fr_thread *thread = &p->samples.threads[p->samples.thread[sample]];

    switch (c->key) {
    case KEY_COMM:
        return fr_bytes_equal(fr_names_at(p->names, thread->comm), c->text);
    case KEY_PID:
        return thread->pid == c->number;
    case KEY_TID:
        return thread->tid == c->number;
    case KEY_CPU:
        return p->samples.cpu[sample] == c->number;
    case N_KEYS:
    default:
        return false;
    }
}

/* ---- the samples that are left ---- */

typedef struct picker {
    const fr_profile *profile;
    const fr_select_options *opt;
    fr_selection selection;
    condition *where;
    uint8_t *picked;  /* by sample */
    uint32_t *mapped; /* by stack: stack in the builder; FR_NO_ID: not needed */
    size_t n_picked;
} picker;

static bool holds(const picker *k, size_t sample)
{
    if (!fr_selection_holds(&k->selection, k->profile->samples.time_ns[sample]))
        return false;
    for (size_t i = 0; i < k->opt->n_where; i++)
        if (!meets(k->profile, &k->where[i], sample))
            return false;
    return true;
}

static void pick(picker *k)
{
    const fr_profile *p = k->profile;

    for (uint32_t s = 0; s < p->n_stacks; s++)
        k->mapped[s] = FR_NO_ID;
    for (size_t i = 0; i < p->samples.n; i++) {
        k->picked[i] = holds(k, i);
        if (!k->picked[i])
            continue;
        k->n_picked++;
        k->mapped[p->samples.stack[i]] = 0;
    }
    for (uint32_t s = p->n_stacks; s-- > 1;)
        if (k->mapped[s] == 0)
            k->mapped[p->stacks[s].parent] = 0;
}

static void fill(const picker *k, fr_builder *b)
{
    const fr_profile *p = k->profile;
    const fr_samples *samples = &p->samples;

    for (uint32_t s = 1; s < p->n_stacks; s++)
        if (k->mapped[s] == 0)
            k->mapped[s] = fr_builder_push(b, k->mapped[p->stacks[s].parent], p->stacks[s].frame);
    for (size_t i = 0; i < samples->n; i++) {
        int64_t value = samples->value ? samples->value[i] : 1;
        uint32_t stack = k->mapped[samples->stack[i]];
        if (!k->picked[i])
            continue;
        fr_builder_add(b, stack, 0, value, 1, (double)value * (double)value);
        fr_builder_sample(b, stack, samples->time_ns[i], samples->thread[i], samples->cpu[i],
                          value);
        fr_builder_record(b, 1);
        if (p->meta.timed)
            fr_builder_time(b, samples->time_ns[i]);
    }
}

/* ---- what was done ---- */

/* Appends "before" "text" "after", with a dot between items. */
static void append(char *to, size_t room, const char *before, const char *text, const char *after)
{
    size_t used = strlen(to);

    snprintf(to + used, room - used, "%s%s%s%s", used ? " \xc2\xb7 " : "", before, text, after);
}

/* "from 3.2 to 3.4 s · 0.25-0.31 of every second · comm=java" */
static void describe(const fr_select_options *opt, char *to, size_t room)
{
    char from[100];

    to[0] = '\0';
    if (opt->outside && (opt->from || opt->to || opt->n_ranges))
        append(to, room, "outside of", "", ":");
    snprintf(from, sizeof from, "from %s to ", opt->from ? opt->from : "");
    if (opt->from && opt->to)
        append(to, room, from, opt->to, " s");
    else if (opt->from)
        append(to, room, "from ", opt->from, " s");
    else if (opt->to)
        append(to, room, "up to ", opt->to, " s");
    for (size_t i = 0; i < opt->n_ranges; i++)
        append(to, room, "", opt->ranges[i], " s");
    if (opt->band)
        append(to, room, "", opt->band, " of every second");
    for (size_t i = 0; i < opt->n_where; i++)
        append(to, room, "", opt->where[i], "");
}

/* "cpu=3" asked of a recording that does not say where samples were taken. */
static bool lacks_cpus(const picker *k)
{
    const fr_samples *s = &k->profile->samples;
    bool asked = false;

    for (size_t i = 0; i < k->opt->n_where; i++)
        asked = asked || k->where[i].key == KEY_CPU;
    for (size_t i = 0; i < s->n && asked; i++)
        asked = s->cpu[i] == FR_NO_CPU;
    return asked;
}

static bool fail_empty(const picker *k, fr_error *err)
{
    const fr_meta *meta = &k->profile->meta;
    char asked[300], first[FR_NUMBER_MAX], last[FR_NUMBER_MAX];

    describe(k->opt, asked, sizeof asked);
    fr_fail(err, FR_E_EMPTY, 0, 0, "no sample is in the selection: %s", asked);
    if (lacks_cpus(k))
        return fr_fail_hint(err, "the samples do not say their cpu: 'perf record --sample-cpu'");
    if (!meta->timed)
        return fr_fail_hint(err, "the samples have no times");
    fr_format_grouped(first, meta->first_ns - meta->origin_ns, 9);
    fr_format_grouped(last, meta->last_ns - meta->origin_ns, 9);
    return fr_fail_hint(err, "there are samples from %s to %s s", first, last);
}

static bool check(const picker *k, fr_error *err)
{
    const fr_profile *p = k->profile;

    if (p->samples.n == 0) {
        fr_fail(err, FR_E_USAGE, 0, 0,
                "a selection needs samples one by one, which '%s' input does "
                "not have",
                p->meta.format ? p->meta.format : "this");
        return fr_fail_hint(err, "perf script has them; folded stacks are sums");
    }
    if (p->meta.timed || fr_selection_is_all(&k->selection))
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "a selection by time needs times, and these samples have none");
    return fr_fail_hint(err, "record them: 'perf script -F +time'");
}

static fr_profile *finish(const picker *k, fr_builder *b, fr_error *err)
{
    fr_profile *made = fr_builder_finish(b, err);
    char what[300];

    if (!made)
        return NULL;
    made->meta.format = k->profile->meta.format;
    made->meta.relative = k->profile->meta.relative;
    made->meta.covered_ns =
        fr_selection_covers(&k->selection, k->profile->meta.first_ns, k->profile->meta.last_ns);
    describe(k->opt, what, sizeof what);
    if (fr_notes_copy(&made->meta.notes, &k->profile->meta.notes) &&
        fr_notes_copy(&made->meta.steps, &k->profile->meta.steps) &&
        fr_notes_add(&made->meta.steps, FR_NOTE_CHOICE, FR_LITERAL(""), 0, 1, fr_bytes_of(what)))
        return made;
    fr_profile_free(made);
    fr_fail_memory(err);
    return NULL;
}

static bool prepare(picker *k, fr_error *err)
{
    const fr_profile *p = k->profile;

    k->where = calloc(k->opt->n_where + 1, sizeof *k->where);
    k->picked = calloc(p->samples.n + 1, 1);
    k->mapped = malloc(p->n_stacks * sizeof *k->mapped);
    if (!k->where || !k->picked || !k->mapped)
        return fr_fail_memory(err);
    for (size_t i = 0; i < k->opt->n_where; i++)
        if (!parse_where(k->opt->where[i], &k->where[i], err))
            return false;
    return fr_selection_init(&k->selection, k->opt, p->meta.origin_ns, err) && check(k, err);
}

fr_profile *fr_profile_select(const fr_profile *profile, const fr_select_options *opt,
                              fr_error *err)
{
    picker k = {.profile = profile, .opt = opt};
    fr_profile *made = NULL;
    fr_builder *b;

    if (prepare(&k, err)) {
        pick(&k);
        b = k.n_picked ? fr_builder_like(profile, err) : NULL;
        if (b) {
            fill(&k, b);
            made = finish(&k, b, err);
        } else if (!k.n_picked) {
            fail_empty(&k, err);
        }
    }
    fr_selection_reset(&k.selection);
    free(k.where);
    free(k.picked);
    free(k.mapped);
    return made;
}
