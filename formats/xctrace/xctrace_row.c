/*
 * xctrace_row.c - a row that has ended becomes a sample: its stack, its value and its time.
 */
#include "formats/xctrace/xctrace_row.h"

/* The first row decides what values are: weights in ns, cycles, or samples. */
static void open_column(reading *r)
{
    static const struct {
        element weight;
        const char *name, *unit;
    } columns[] = {
        {WEIGHT, "time", "ns"}, {CYCLES, "cycles", "cycles"}, {ROW, "samples", "samples"}};
    size_t i = r->now.has[WEIGHT] ? 0 : r->now.has[CYCLES] ? 1 : 2;

    if (r->has_column)
        return;
    r->has_column = true;
    r->weight = columns[i].weight;
    r->column = fr_builder_column(r->b, columns[i].name, columns[i].unit, 0);
    if (r->weight != ROW)
        fr_builder_uncounted(r->b, r->column);
}

/* A backtrace is pushed once for each root, however many rows refer to it. */
static uint32_t push_backtrace(reading *r, const object *trace, uint32_t root)
{
    uint32_t n = r->pushed.n, stack = root;
    uint32_t id = fr_stack_table_add(&r->pushed, (fr_stack){(uint32_t)trace->first + 1, root});
    uint32_t *stacks = id == FR_NO_ID || (uint64_t)id * sizeof *stacks > r->most
                           ? NULL
                           : fr_grow(r->stacks, &r->stacks_cap, (size_t)id + 1, sizeof *stacks);

    if (!stacks) {
        fr_xctrace_fail_memory(r);
        return root;
    }
    r->stacks = stacks;
    if (id < n)
        return stacks[id];
    for (size_t i = trace->n; i-- > 0;)
        stack = fr_builder_push(r->b, stack, r->frames[trace->first + i]);
    stacks[id] = stack;
    return stack;
}

static uint32_t push_stack(reading *r)
{
    const object *trace = &r->now.of[r->now.has[BACKTRACE] ? BACKTRACE : TAGGED];
    fr_frame root = {.name = r->now.of[THREAD].name, .kind = FR_KIND_PROCESS};
    uint32_t stack = FR_NO_STACK;

    if (r->now.has[THREAD] && root.name)
        stack = fr_builder_push(r->b, stack, fr_builder_intern(r->b, &root));
    if (trace->n > 0)
        return push_backtrace(r, trace, stack);
    fr_builder_frameless(r->b, 1);
    fr_builder_note(r->b, FR_NOTE_FRAMELESS, fr_xml_line(r->xml),
                    FR_LITERAL("a row without a backtrace"));
    return fr_builder_push(
        r->b, stack,
        fr_builder_named(r->b, FR_LITERAL("[no stack]"), FR_TEXT_RAW, FR_KIND_USER, (fr_bytes){0}));
}

static void add_time(reading *r, uint32_t stack, int64_t value)
{
    const sample *now = &r->now;
    bool on_cpu = now->has[CORE] && now->of[CORE].number >= 0 && now->of[CORE].number < FR_NO_CPU;

    if (!now->has[TIME] || now->of[TIME].number < 0)
        return;
    fr_builder_time(r->b, now->of[TIME].number);
    if (fr_builder_keeps_samples(r->b))
        fr_builder_sample(r->b, stack, now->of[TIME].number,
                          now->has[THREAD]
                              ? fr_builder_thread(r->b, now->of[THREAD].pid, now->of[THREAD].number,
                                                  now->of[THREAD].name)
                              : fr_builder_thread(r->b, -1, -1, 0),
                          on_cpu ? (uint16_t)now->of[CORE].number : FR_NO_CPU, value);
}

void fr_xctrace_end_row(reading *r)
{
    int64_t value = 1;
    uint32_t stack;

    open_column(r);
    fr_builder_record(r->b, 1);
    if (r->weight != ROW)
        value = r->now.has[r->weight] ? r->now.of[r->weight].number : 0;
    if (value <= 0) {
        fr_builder_note(r->b, FR_NOTE_ZERO_VALUE, fr_xml_line(r->xml),
                        FR_LITERAL("a row without a weight"));
        return;
    }
    stack = push_stack(r);
    fr_builder_add(r->b, stack, r->column, value, r->weight == ROW ? 1 : 0,
                   r->weight == ROW ? 1.0 : 0.0);
    add_time(r, stack, value);
}
