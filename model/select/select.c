/*
 * select.c - samples by time and by who ran: a profile with a total of its own.
 *
 * Selecting comes before transforming: it picks samples, a transform maps stacks. The stacks of
 * the samples that are left are pushed anew, parents first, so the result holds nothing of what
 * was omitted.
 */
#include "model/select/select.h"

#include "base/number.h"
#include "model/build/builder_merge.h"
#include "model/labels.h"
#include "model/report/amount.h"
#include "model/transform/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- conditions: the grammar of --where, and label sets against it ---- */

/*
 *     handler=/tree       tenant!=t04       handler~^/api/       handler!~test
 *     bytes=4kb:64kb      latency>=10ms     latency<1s           cpu=0:3
 *
 * key=value holds for a text that is equal to the value, and for a number that is equal or in the range.
 * Where a sample has several labels of a key, one of them is enough. != and !~ hold where = and ~ do not, so
 * also for samples without the key.
 */
typedef enum asked { ASKED_COMM, ASKED_PID, ASKED_TID, ASKED_CPU, ASKED_LABEL } asked;

typedef struct condition {
    fr_bytes key, value;
    fr_pattern *pattern; /* of ~ and !~ */
    bool numeric;        /* `range` is what the value says */
    bool only_numbers;   /* < <= > >=: no text meets it */
    bool negated;
    fr_amount_range range;
    asked of; /* ASKED_LABEL also where a profile has labels and no samples one by one */
} condition;

typedef struct operation {
    const char *sign;
    bool pattern, negated, only_numbers;
    char bound; /* 'l': the number is the low end, 'h': the high one */
    bool open;
} operation;

/* Longer signs first. */
static const operation operations[] = {
    {.sign = "!=", .negated = true},
    {.sign = "!~", .negated = true, .pattern = true},
    {.sign = ">=", .only_numbers = true, .bound = 'l'},
    {.sign = "<=", .only_numbers = true, .bound = 'h'},
    {.sign = ">", .only_numbers = true, .bound = 'l', .open = true},
    {.sign = "<", .only_numbers = true, .bound = 'h', .open = true},
    {.sign = "=", .pattern = false},
    {.sign = "~", .pattern = true},
};

static bool fail_condition(const char *text, const char *expected, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0, "--where '%s': expected %s", text, expected);
    return fr_fail_hint(err, "handler=/tree, tenant!=t04, handler~^/api, bytes=4kb:64kb, "
                             "latency>=10ms, comm=java, cpu=0:3");
}

/* False: no condition; FR_E_USAGE quotes it. `text` must live as long as the condition. */
static bool parse_value(condition *c, const char *text, fr_error *err)
{
    size_t n = strcspn(text, "=!<>~");
    const operation *op = NULL;
    fr_amount bound;
    const char *value;

    for (size_t i = 0; i < sizeof operations / sizeof *operations && !op; i++)
        if (fr_bytes_starts(fr_bytes_of(text + n), fr_bytes_of(operations[i].sign)))
            op = &operations[i];
    *c = (condition){.key = fr_bytes_trim((fr_bytes){text, n}), .of = ASKED_LABEL};
    if (!op || c->key.len == 0)
        return fail_condition(text, "KEY=VALUE, KEY!=VALUE, KEY~REGEX or KEY>=NUMBER", err);
    value = text + n + strlen(op->sign);
    c->value = fr_bytes_of(value);
    c->negated = op->negated;
    c->only_numbers = op->only_numbers;
    if (op->pattern) {
        c->pattern = fr_pattern_new(value, "--where", FR_PATTERN_PART, err);
        return c->pattern != NULL;
    }
    if (!op->bound) {
        c->numeric = fr_amount_range_parse(c->value, &c->range);
        return true;
    }
    if (!fr_amount_parse(c->value, &bound))
        return fail_condition(text, "a number, perhaps with a unit", err);
    c->numeric = true; /* "latency>=10ms": one end of a range */
    if (op->bound == 'l')
        c->range = (fr_amount_range){.low = bound, .has_low = true, .above = op->open};
    else
        c->range = (fr_amount_range){.high = bound, .has_high = true, .below = op->open};
    return true;
}

/* This and the next say what a single value says, without `negated`. A pattern that takes too long fills err. */
static bool likes_text(const condition *c, fr_bytes text, fr_error *err)
{
    if (c->pattern)
        return fr_pattern_matches(c->pattern, text, err);
    return !c->only_numbers && fr_bytes_equal(c->value, text);
}

static bool likes_number(const condition *c, int64_t number, fr_bytes unit, fr_error *err)
{
    char digits[24];

    if (!c->pattern)
        return c->numeric && fr_amount_range_holds(&c->range, number, unit);
    snprintf(digits, sizeof digits, "%" PRId64, number);
    return fr_pattern_matches(c->pattern, fr_bytes_of(digits), err);
}

/* True if a label set of the profile meets the condition. */
static bool set_meets(const condition *c, const fr_profile *p, uint32_t set, fr_error *err)
{
    size_t n;
    const fr_label *labels = fr_label_set(&p->labelled.sets, set, &n);

    for (size_t i = 0; i < n; i++) {
        const fr_label *label = &labels[i];
        if (!fr_bytes_equal(fr_names_at(p->names, label->key), c->key))
            continue;
        if (label->is_text ? likes_text(c, fr_names_at(p->names, label->text), err)
                           : likes_number(c, label->number, fr_label_unit(p, label), err))
            return !c->negated;
    }
    return c->negated;
}

/* ---- who ran, and when ---- */

static const char *const sample_keys[ASKED_LABEL] = {"comm", "pid", "tid", "cpu"};

static bool fail_where(const char *text, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0, "--where '%s': expected comm=NAME, pid=N, tid=N or cpu=N", text);
    return fr_fail_hint(err, "'flamerender convert --tid' shows comm, pid and tid");
}

static bool parse_where(const fr_profile *p, const char *text, condition *c, fr_error *err)
{
    if (!parse_value(c, text, err))
        return false;
    for (int k = 0; k < ASKED_LABEL && p->samples.n; k++)
        if (fr_bytes_equal(c->key, fr_bytes_of(sample_keys[k])))
            c->of = (asked)k;
    if ((c->of == ASKED_LABEL && !p->labelled.n_rows && p->samples.n) ||
        (c->of >= ASKED_PID && c->of <= ASKED_CPU && !c->pattern && !c->numeric))
        return fail_where(text, err);
    return true;
}

/* An unknown id is no number: -1 of a process is below none that is asked for, nor is a CPU above one. */
static bool lacks_number(const condition *c, int64_t number)
{
    if (c->of == ASKED_CPU)
        return number == FR_NO_CPU;
    return number < 0 && c->numeric && !c->range.has_low;
}

static bool meets(const fr_profile *p, const condition *c, size_t sample, fr_error *err)
{
    const fr_thread *thread = &p->samples.threads[p->samples.thread[sample]];
    int64_t number = c->of == ASKED_PID   ? thread->pid
                     : c->of == ASKED_TID ? thread->tid
                                          : p->samples.cpu[sample];
    bool likes;

    if (c->of == ASKED_COMM)
        likes = likes_text(c, fr_names_at(p->names, thread->comm), err);
    else
        likes = !lacks_number(c, number) && likes_number(c, number, (fr_bytes){0}, err);
    return likes != c->negated;
}

/* ---- the samples that are left ---- */

#define MOST_PARTS 10000000 /* that samples are cut into, beyond one each: about 300 MB */

typedef struct picker {
    const fr_profile *profile;
    const fr_select_options *opt;
    fr_selection selection;
    condition *where;
    bool by_rows;     /* only labels are asked for: rows of values are picked, not samples */
    uint8_t *picked;  /* by sample, or by row */
    uint8_t *set;     /* by label set: 1 if it meets all conditions */
    uint32_t *mapped; /* by stack: stack in the builder; FR_NO_ID: not needed */
    size_t n_picked;  /* samples or rows */
    size_t n_parts; /* of samples that last, beyond one each; MOST_PARTS: no more are told apart */
    fr_error err;
} picker;

/* Samples that last, and are cut by time. */
static bool cuts(const picker *k, size_t sample)
{
    return k->profile->meta.stacks & FR_SAMPLES_LAST && !fr_selection_is_all(&k->selection) &&
           k->profile->samples.time_ns[sample] != FR_NO_TIME;
}

static int64_t value_of(const picker *k, size_t sample)
{
    const fr_samples *samples = &k->profile->samples;

    return samples->value ? samples->value[sample] : 1;
}

/* The time of a sample that lasts. */
static fr_span span_of(const picker *k, size_t sample)
{
    fr_span span = {.from_ns = k->profile->samples.time_ns[sample]};

    if (__builtin_add_overflow(span.from_ns, value_of(k, sample), &span.to_ns))
        span.to_ns = INT64_MAX;
    return span;
}

/* Returns what is left of a sample: its value, or of one that lasts the time that the selection holds. */
static int64_t cut_sample(const picker *k, size_t sample)
{
    if (!cuts(k, sample))
        return value_of(k, sample);
    fr_span span = span_of(k, sample);
    return fr_selection_covers(&k->selection, span.from_ns, span.to_ns);
}

static bool holds(picker *k, size_t sample)
{
    if (cuts(k, sample) ? cut_sample(k, sample) <= 0
                        : !fr_selection_holds(&k->selection, k->profile->samples.time_ns[sample]))
        return false;
    for (size_t i = 0; i < k->opt->n_where; i++)
        if (!meets(k->profile, &k->where[i], sample, &k->err))
            return false;
    return true;
}

static void pick(picker *k)
{
    const fr_profile *p = k->profile;

    for (uint32_t s = 0; s < p->n_stacks; s++)
        k->mapped[s] = FR_NO_ID;
    for (uint32_t set = 0; k->by_rows && set < fr_label_sets_count(&p->labelled.sets); set++) {
        k->set[set] = 1;
        for (size_t i = 0; i < k->opt->n_where && k->set[set]; i++)
            k->set[set] = set_meets(&k->where[i], p, set, &k->err);
    }
    for (uint32_t r = 0; k->by_rows && r < fr_n_rows(p); r++) {
        fr_row row = fr_row_at(p, r);
        k->picked[r] = k->set[row.set] && fr_row_has_value(p, r);
        k->n_picked += k->picked[r];
        if (k->picked[r])
            k->mapped[row.stack] = 0;
    }
    for (size_t i = 0; !k->by_rows && i < p->samples.n; i++) {
        k->picked[i] = holds(k, i);
        k->n_picked += k->picked[i];
        if (k->picked[i])
            k->mapped[p->samples.stack[i]] = 0;
    }
    for (uint32_t s = p->n_stacks; s-- > 1;)
        if (k->mapped[s] == 0)
            k->mapped[p->stacks[s].parent] = 0;
}

/* A selection without holes is of a time, also where nothing of it was chosen: from the start of the recording, or of
 * the range, to the end. */
static void keep_time(const picker *k, fr_builder *b)
{
    const fr_meta *meta = &k->profile->meta;
    const fr_selection *selection = &k->selection;
    bool is_one = fr_selection_is_one(selection);
    fr_span of = fr_meta_recorded(meta);

    if (!meta->timed || !(fr_selection_is_all(selection) || is_one))
        return;
    if (is_one) {
        const fr_span *range = selection->spans;
        of.from_ns = range->from_ns > of.from_ns ? range->from_ns : of.from_ns;
        of.to_ns = range->to_ns < of.to_ns ? range->to_ns : of.to_ns;
    }
    if (of.to_ns < of.from_ns) /* the recording ended before, or began later */
        return;
    fr_builder_time(b, of.from_ns);
    fr_builder_time(b, of.to_ns);
}

/* Rows with their labels. */
static void fill_rows(const picker *k, fr_builder *b)
{
    const fr_profile *p = k->profile;

    for (uint32_t r = 0; r < fr_n_rows(p); r++) {
        fr_row from = fr_row_at(p, r);
        if (!k->picked[r])
            continue;
        fr_builder_copy_values(b, fr_builder_row(b, k->mapped[from.stack], from.set), p, r);
        fr_builder_record(b, fr_column_count(fr_row_column(p, 0), r));
    }
}

/* Adds a sample as a sample of its own for each part that the selection holds, at the time of that part: a band or
 * several ranges may leave many. Of too many there are sums alone. */
static void add_parts(picker *k, fr_builder *b, uint32_t stack, size_t sample)
{
    const fr_samples *samples = &k->profile->samples;
    int64_t last_ns = k->profile->meta.last_ns; /* some readers only tell when samples begin */
    fr_span rest, part;

    if (!cuts(k, sample)) {
        fr_builder_sample(b, stack, samples->time_ns[sample], samples->thread[sample],
                          samples->cpu[sample], value_of(k, sample));
        if (k->profile->meta.timed && samples->time_ns[sample] != FR_NO_TIME)
            fr_builder_time(b, samples->time_ns[sample]);
        return;
    }
    rest = span_of(k, sample);
    for (bool is_first = true; fr_selection_part(&k->selection, rest.from_ns, rest.to_ns, &part);
         is_first = false) {
        k->n_parts += !is_first;
        if (k->n_parts == MOST_PARTS)
            part.to_ns = rest.to_ns;
        else
            fr_builder_sample(b, stack, part.from_ns, samples->thread[sample], samples->cpu[sample],
                              part.to_ns - part.from_ns);
        fr_builder_time(b, part.from_ns);
        if (part.from_ns < last_ns)
            fr_builder_time(b, part.to_ns < last_ns ? part.to_ns : last_ns);
        rest.from_ns = part.to_ns;
    }
}

static void fill_samples(picker *k, fr_builder *b)
{
    const fr_profile *p = k->profile;
    const fr_samples *samples = &p->samples;
    bool counts = p->columns[0].counted && !p->columns[0].count; /* values are numbers of samples */

    for (size_t i = 0; i < samples->n; i++) {
        uint32_t stack = k->mapped[samples->stack[i]];
        if (!k->picked[i])
            continue;
        int64_t value = cut_sample(k, i);
        fr_builder_add(b, stack, 0, value, counts ? (uint64_t)value : 1,
                       counts ? (double)value : (double)value * (double)value);
        add_parts(k, b, stack, i);
        fr_builder_record(b, p->meta.n_records > 0); /* the spans of a trace are none */
    }
    if (k->n_parts < MOST_PARTS)
        return;
    fr_builder_lose_samples(b);
    fr_builder_say(b, FR_NOTE_CHOICE,
                   "the selection cuts samples that last into more than %d parts: their times are "
                   "omitted; a range, or a longer period, has them",
                   MOST_PARTS);
}

/* ---- a selection in words, for the steps under a picture and for errors ---- */

/* Appends "before" "text" "after", with a dot between items. */
static void append(char *to, size_t room, const char *before, const char *text, const char *after)
{
    size_t used = strlen(to);
    const char *joint = used == 0 ? "" : to[used - 1] == ':' ? " " : " \xc2\xb7 ";

    snprintf(to + used, room - used, "%s%s%s%s", joint, before, text, after);
}

/* Cut at `room` bytes. */
static void describe_selection(const fr_select_options *opt, char *to, size_t room)
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
    if (opt->band) {
        /* "0.5-0.7/3" -> "0.5-0.7 s of every 3 s"; "0.5-0.7" -> "0.5-0.7 s of every second" */
        size_t ends = strcspn(opt->band, "/");
        const char *period = opt->band[ends] ? opt->band + ends + 1 : "1";
        char part[100], after[100] = " s of every second";
        snprintf(part, sizeof part, "%.*s", (int)ends, opt->band);
        if (strcmp(period, "1") != 0)
            snprintf(after, sizeof after, " s of every %s s", period);
        append(to, room, "", part, after);
    }
    for (size_t i = 0; i < opt->n_where; i++)
        append(to, room, "", opt->where[i], "");
}

/* ---- what is refused, and what is made ---- */

/* "cpu=3" asked of a recording that does not say where samples were taken. */
static bool lacks_cpus(const picker *k)
{
    const fr_samples *s = &k->profile->samples;
    bool wanted = false;

    for (size_t i = 0; i < k->opt->n_where; i++)
        wanted = wanted || k->where[i].of == ASKED_CPU;
    for (size_t i = 0; i < s->n && wanted; i++)
        wanted = s->cpu[i] == FR_NO_CPU;
    return wanted;
}

/* Returns the time from the first sample to the last one, or to where it ends; from FR_NO_TIME where none has a time. */
static fr_span sampled_span(const picker *k)
{
    const fr_samples *samples = &k->profile->samples;
    bool last = k->profile->meta.stacks & FR_SAMPLES_LAST;
    fr_span all = {FR_NO_TIME, FR_NO_TIME};

    for (size_t i = 0; i < samples->n; i++) {
        fr_span one = last ? span_of(k, i) : (fr_span){samples->time_ns[i], samples->time_ns[i]};
        if (one.from_ns == FR_NO_TIME)
            continue;
        all.from_ns =
            all.from_ns == FR_NO_TIME || one.from_ns < all.from_ns ? one.from_ns : all.from_ns;
        all.to_ns = one.to_ns > all.to_ns ? one.to_ns : all.to_ns;
    }
    return all;
}

static bool fail_empty(const picker *k, fr_error *err)
{
    const fr_meta *meta = &k->profile->meta;
    char what[300], first[FR_NUMBER_MAX], last[FR_NUMBER_MAX], keys[160];

    describe_selection(k->opt, what, sizeof what);
    fr_fail(err, FR_E_EMPTY, 0, 0, "no sample is in the selection: %s", what);
    if (k->by_rows) {
        fr_label_keys(k->profile, keys, sizeof keys);
        return fr_fail_hint(err, "the samples have labels of %s; 'flamerender tags' lists them",
                            keys);
    }
    if (lacks_cpus(k))
        return fr_fail_hint(err, "the samples have no cpu: 'perf record --sample-cpu'");
    fr_span sampled = sampled_span(k);
    if (!meta->timed || sampled.from_ns == FR_NO_TIME)
        return fr_fail_hint(err, "the samples have no times");
    fr_format_grouped(first, sampled.from_ns - meta->origin_ns, 9);
    fr_format_grouped(last, sampled.to_ns - meta->origin_ns, 9);
    return fr_fail_hint(err, "there are samples from %s to %s s", first, last);
}

/* Samples one by one have no labels, so what chooses among them cannot heed a condition on labels. */
static bool fail_label(const picker *k, const char *text, fr_error *err)
{
    bool by_time = !fr_selection_is_all(&k->selection);

    fr_fail(err, FR_E_USAGE, 0, 0, "--where '%.100s': a label cannot be asked for together with %s",
            text, by_time ? "times" : "comm, pid, tid or cpu");
    return fr_fail_hint(err, by_time
                                 ? "values by label are sums of the whole recording; comm=NAME and "
                                   "tid=N go together with times"
                                 : "values by label are sums of all threads");
}

static bool check(const picker *k, fr_error *err)
{
    const fr_profile *p = k->profile;

    if (k->by_rows)
        return true;
    for (size_t i = 0; i < k->opt->n_where && p->samples.n; i++)
        if (k->where[i].of == ASKED_LABEL)
            return fail_label(k, k->opt->where[i], err);
    if (p->samples.n == 0) {
        fr_fail(err, FR_E_USAGE, 0, 0,
                "a selection needs samples one by one, which '%s' input does "
                "not have",
                p->meta.format ? p->meta.format : "this");
        return fr_fail_hint(err,
                            "perf script has them, and pprof may have labels; folded stacks are "
                            "sums");
    }
    if (p->meta.timed || fr_selection_is_all(&k->selection))
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "a selection by time needs times, and these samples have none");
    return fr_fail_hint(err, "record them: 'perf script -F +time'");
}

/* Samples one by one have values of the first column: of the others nothing is known. */
static bool omit_others(fr_profile *made)
{
    bool others = made->n_columns > 1;

    for (; made->n_columns > 1; made->n_columns--)
        fr_column_reset(&made->columns[made->n_columns - 1]);
    return !others || fr_notes_say(&made->meta.notes, FR_NOTE_CHOICE,
                                   "only values of '%.100s' have times: others are omitted",
                                   made->columns[0].name);
}

/* The samples that are left are as large a part of theirs as all of them were. */
static void keep_left_out(fr_profile *made, const fr_profile *from, uint32_t column)
{
    double share = fr_profile_left_out(from, column),
           left = (double)made->columns[column].reference;

    made->columns[column].left_out = share < 1 ? left * share / (1 - share) : left;
}

static fr_profile *finish(const picker *k, fr_builder *b, fr_error *err)
{
    fr_profile *made = fr_builder_finish(b, err);
    char what[300];

    if (!made)
        return NULL;
    const fr_meta *from = &k->profile->meta;
    made->meta.n_read = from->n_read ? from->n_read : from->n_records;
    made->meta.format = k->profile->meta.format;
    made->meta.formats = k->profile->meta.formats;
    made->meta.stacks = k->profile->meta.stacks;
    made->meta.relative = k->profile->meta.relative;
    made->meta.was_relative = k->profile->meta.was_relative;
    made->meta.of_part = k->profile->meta.of_part;
    made->meta.granularity = k->profile->meta.granularity;
    made->meta.lost_labels =
        k->profile->meta.lost_labels || (!k->by_rows && k->profile->labelled.n_rows > 0);
    fr_meta_take_colours(&made->meta, &k->profile->meta);
    fr_span recorded = fr_meta_recorded(from);
    made->meta.began_ns = from->began_ns || !from->timed ? from->began_ns : recorded.from_ns;
    made->meta.covered_ns = fr_selection_covers(&k->selection, recorded.from_ns, recorded.to_ns);
    made->meta.of_times = from->of_times || !fr_selection_is_all(&k->selection);
    made->meta.written = from->written;
    if (made->meta.of_times) /* how much of each input that is, is not known */
        made->meta.written.duration_ns = 0;
    const fr_selection *selection = &k->selection;
    bool is_one = fr_selection_is_one(selection);
    made->meta.range_ns[0] = is_one ? selection->spans->from_ns : INT64_MAX;
    made->meta.range_ns[1] = is_one ? selection->spans->to_ns : INT64_MIN;
    for (uint32_t c = 0; c < made->n_columns; c++)
        keep_left_out(made, k->profile, c);
    describe_selection(k->opt, what, sizeof what);
    bool good = fr_recording_merge(&made->meta.recording, &k->profile->meta.recording) &&
                fr_notes_copy(&made->meta.notes, &k->profile->meta.notes) &&
                fr_notes_copy(&made->meta.steps, &k->profile->meta.steps) &&
                fr_notes_say(&made->meta.steps, FR_NOTE_CHOICE, "%s", what) &&
                (k->by_rows || omit_others(made));
    return fr_profile_kept(good || fr_fail_memory(err), made);
}

/* A selection of nothing is kept for its time: what the recording has of it. */
static bool keeps_empty(const picker *k)
{
    return k->opt->keep_empty && (k->profile->meta.timed || fr_selection_is_all(&k->selection));
}

static bool prepare(picker *k, fr_error *err)
{
    const fr_profile *p = k->profile;

    size_t n = p->samples.n > fr_n_rows(p) ? p->samples.n : fr_n_rows(p);

    k->where = calloc(k->opt->n_where + 1, sizeof *k->where);
    k->picked = calloc(n + 1, 1);
    k->set = calloc(fr_label_sets_count(&p->labelled.sets), 1);
    k->mapped = malloc(p->n_stacks * sizeof *k->mapped);
    if (!k->where || !k->picked || !k->set || !k->mapped)
        return fr_fail_memory(err);
    k->by_rows = p->labelled.n_rows > 0;
    for (size_t i = 0; i < k->opt->n_where; i++) {
        if (!parse_where(p, k->opt->where[i], &k->where[i], err))
            return false;
        k->by_rows = k->by_rows && k->where[i].of == ASKED_LABEL;
    }
    if (!fr_selection_init(&k->selection, k->opt, p->meta.origin_ns, err))
        return false;
    k->by_rows = k->by_rows && fr_selection_is_all(&k->selection);
    return check(k, err);
}

static fr_profile *select_since(const fr_profile *profile, const fr_select_options *opt,
                                fr_error *err)
{
    fr_profile *grown = fr_profile_since(profile, opt->since, err), *made = grown;
    fr_select_options rest = *opt;

    rest.since = NULL;
    if (!grown || (!rest.from && !rest.to && !rest.band && rest.n_ranges == 0 && rest.n_where == 0))
        return grown;
    made = fr_profile_select(grown, &rest, err);
    fr_profile_free(grown);
    return made;
}

fr_profile *fr_profile_select(const fr_profile *profile, const fr_select_options *opt,
                              fr_error *err)
{
    picker k = {.profile = profile, .opt = opt};
    fr_profile *made = NULL;
    fr_builder *b;

    if (!fr_fail_null(err, profile, "profile") ||
        !fr_profile_is_for(profile, FR_FOR_ANYTHING, err) ||
        (opt->since && !fr_profile_is_for(opt->since, FR_FOR_ANYTHING, err)))
        return NULL;
    if (opt->since)
        return select_since(profile, opt, err);
    if (prepare(&k, err)) {
        pick(&k);
        bool keeps = k.n_picked || keeps_empty(&k);
        b = keeps && fr_fail_copy(err, &k.err) ? fr_builder_like(profile, err) : NULL;
        if (b) {
            for (uint32_t s = 1; s < profile->n_stacks; s++)
                if (k.mapped[s] == 0)
                    k.mapped[s] = fr_builder_push(b, k.mapped[profile->stacks[s].parent],
                                                  profile->stacks[s].frame);
            if (k.by_rows)
                fill_rows(&k, b);
            else
                fill_samples(&k, b);
            keep_time(&k, b);
            made = finish(&k, b, err);
        } else if (!keeps && fr_fail_copy(err, &k.err)) {
            fail_empty(&k, err);
        }
    }
    fr_selection_reset(&k.selection);
    for (size_t i = 0; i < opt->n_where && k.where; i++)
        fr_pattern_free(k.where[i].pattern);
    free(k.where);
    free(k.picked);
    free(k.set);
    free(k.mapped);
    return made;
}
