/*
 * jfr_pools.c - the constants of a chunk, and what becomes of them: names, threads, frames, stacks.
 *
 *     type 29 (jdk.types.StackTrace), 2 constants: id 1 {truncated, frames [...]}, id 2 {...}
 *
 * A constant refers to others by type and id, some of them further on. So a first pass keeps where each stands,
 * and what a sample asks for is read then, once.
 */
#include "formats/jfr/jfr.h"

#include <inttypes.h>

#include "model/build/builder.h"

const char *const fr_jfr_pool_names[FR_JFR_N_POOLS] = {
    "jdk.types.StackTrace", "jdk.types.Method",      "java.lang.Class",     "jdk.types.Symbol",
    "java.lang.Thread",     "jdk.types.ThreadState", "jdk.types.FrameType", "java.lang.String"};

/* ---- the first pass ---- */

static bool take_pool(fr_jfr *j, fr_jfr_cursor *c)
{
    fr_jfr_record record = {0};
    fr_jfr_class *class = fr_jfr_find_class(j, fr_jfr_number(c));

    if (!class)
        return fr_jfr_damaged(j, c->at, "constants of a type that the metadata lacks");
    if (!fr_jfr_plan(j, class))
        return false;
    for (uint64_t n = fr_jfr_number(c); n > 0 && !c->bad; n--) {
        uint64_t id = fr_jfr_number(c);
        fr_jfr_run run = fr_jfr_run_of(j, class);
        if (class->pool) {
            fr_jfr_pool *pool = &j->pools[class->pool - 1];
            fr_jfr_constant *constant = fr_jfr_add(j, &pool->constants, sizeof *constant);
            if (!constant)
                return false;
            pool->class = class;
            *constant = (fr_jfr_constant){.id = id, .at = (size_t)(c->at - j->chunk.at)};
        }
        while (fr_jfr_step(&run, c, &record))
            continue;
    }
    return true;
}

bool fr_jfr_take_constants(fr_jfr *j, fr_jfr_cursor *c)
{
    for (int i = 0; i < 3; i++) /* start, duration, distance to the constants before */
        fr_jfr_number(c);
    fr_jfr_take(c, 1); /* why they were written */
    for (uint64_t n = fr_jfr_number(c); n > 0 && !c->bad; n--)
        if (!take_pool(j, c))
            return false;
    return !c->bad || fr_jfr_damaged(j, c->at, "constants that reach beyond their event");
}

/* If two constants have one id, the first counts. */
bool fr_jfr_index_pools(fr_jfr *j)
{
    bool full = false;

    for (int k = 0; k < FR_JFR_N_POOLS && !full; k++) {
        fr_jfr_pool *pool = &j->pools[k];
        const fr_jfr_constant *constants = pool->constants.items;
        full = !fr_id_map_init(&pool->ids, pool->constants.n);
        for (size_t i = 0; i < pool->constants.n && !full; i++)
            fr_id_map_add(&pool->ids, constants[i].id, (uint32_t)i, &full);
    }
    if (full)
        fr_builder_fail_memory(j->b);
    return !full;
}

/* ---- texts ---- */

static fr_jfr_constant *find(fr_jfr *j, fr_jfr_pool_kind kind, uint64_t id)
{
    uint32_t place = fr_id_map_find(&j->pools[kind].ids, id);

    return place == FR_NO_PLACE ? NULL : fr_list_at(&j->pools[kind].constants, place);
}

static fr_jfr_cursor cursor_at(const fr_jfr *j, const fr_jfr_constant *constant)
{
    return (fr_jfr_cursor){j->chunk.at + constant->at, j->chunk.at + j->chunk.len, false};
}

/* The record of a constant, which has no array of frames; false: there is none. */
static bool read_constant(fr_jfr *j, fr_jfr_pool_kind kind, uint64_t id, fr_jfr_record *record)
{
    const fr_jfr_constant *constant = find(j, kind, id);
    fr_jfr_run run = fr_jfr_run_of(j, j->pools[kind].class);
    fr_jfr_cursor c;

    *record = (fr_jfr_record){0};
    if (!constant)
        return false;
    c = cursor_at(j, constant);
    while (fr_jfr_step(&run, &c, record))
        continue;
    return true;
}

/* Each method has the name of its class, which a small file can make long, and methods many. */
static bool count_text(fr_jfr *j, size_t len)
{
    j->n_text += len;
    if (j->n_text <= j->held.most)
        return true;
    fr_builder_fail(j->b, FR_E_LIMIT, 0, 0, "names of %s need more than %" PRIu64 " MiB",
                    j->held.what, j->held.most >> 20);
    return fr_builder_hint(j->b, "--limit-memory raises the limit");
}

/* A constant of the pool of strings has its own text: one that is in the pool again has none. */
static fr_bytes text_of(fr_jfr *j, const fr_jfr_string *string)
{
    fr_jfr_record record;
    fr_bytes text;

    if (string->pooled && read_constant(j, FR_JFR_STRINGS, string->id, &record))
        string = &record.name;
    if (!count_text(j, string->raw.len))
        return FR_LITERAL("");
    text = fr_jfr_decode(string, &j->arena);
    if (!text.at)
        fr_builder_fail_memory(j->b);
    return text;
}

static fr_bytes text_of_symbol(fr_jfr *j, uint64_t id)
{
    fr_jfr_record record;

    return read_constant(j, FR_JFR_SYMBOLS, id, &record) ? text_of(j, &record.name)
                                                         : FR_LITERAL("");
}

/* "java/lang/Thread" and "run" -> java.lang.Thread.run; functions that are not Java's have no class. */
static uint32_t name_of(fr_jfr *j, fr_bytes class, fr_bytes method)
{
    size_t len = class.len + (class.len && method.len) + method.len;
    char *text = fr_arena_take(&j->arena, len + 1);
    uint32_t name;

    if (!text)
        return fr_builder_fail_memory(j->b);
    for (size_t i = 0; i < class.len; i++)
        text[i] = class.at[i] == '/' ? '.' : class.at[i];
    text[class.len] = '.';
    memcpy(text + len - method.len, method.len ? method.at : "", method.len);
    name = fr_builder_name(j->b, (fr_bytes){text, len}, FR_TEXT_RAW);
    return name ? name : fr_builder_name(j->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW);
}

/* ---- what constants become, by their records ---- */

static uint32_t make_class(fr_jfr *j, const fr_jfr_record *class)
{
    return name_of(j, text_of_symbol(j, class->value[FR_JFR_NAME]), FR_LITERAL(""));
}

static uint32_t make_method(fr_jfr *j, const fr_jfr_record *method)
{
    fr_jfr_record class;
    fr_bytes of = FR_LITERAL("");

    if (read_constant(j, FR_JFR_CLASSES, method->value[FR_JFR_TYPE], &class))
        of = text_of_symbol(j, class.value[FR_JFR_NAME]);
    return name_of(j, of, text_of_symbol(j, method->value[FR_JFR_NAME]));
}

static uint32_t make_state(fr_jfr *j, const fr_jfr_record *state)
{
    return fr_builder_name(j->b, text_of(j, &state->name), FR_TEXT_RAW);
}

static uint32_t make_frame_type(fr_jfr *j, const fr_jfr_record *type)
{
    static const struct {
        const char *name;
        fr_kind kind;
    } kinds[] = {{"Interpreted", FR_KIND_INTERPRETED},
                 {"JIT compiled", FR_KIND_JIT},
                 {"C1 compiled", FR_KIND_JIT},
                 {"Inlined", FR_KIND_INLINED},
                 {"Kernel", FR_KIND_KERNEL}};
    fr_bytes name = text_of(j, &type->name);

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (fr_bytes_equal(name, fr_bytes_of(kinds[i].name)))
            return kinds[i].kind;
    return FR_KIND_USER; /* Native, C++ */
}

/* Java's name, where a thread has one; threads of the JVM have the system's. */
static uint32_t make_thread(fr_jfr *j, const fr_jfr_record *thread)
{
    fr_bytes name = text_of(j, &thread->name);

    return fr_builder_name(j->b, name.len ? name : text_of(j, &thread->other_name), FR_TEXT_RAW);
}

static uint32_t frame_of(fr_jfr *j, const fr_jfr_record *record)
{
    const fr_jfr_constant *method = fr_jfr_find(j, FR_JFR_METHODS, record->value[FR_JFR_METHOD]);
    const fr_jfr_constant *type = fr_jfr_find(j, FR_JFR_FRAME_TYPES, record->value[FR_JFR_TYPE]);
    uint64_t line = record->value[FR_JFR_LINE];
    fr_frame frame = {
        .name =
            method ? method->made - 1 : fr_builder_name(j->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW),
        .line = line <= INT32_MAX && !j->choice->needs.drop_lines ? (uint32_t)line : 0,
        .kind = type ? type->made - 1 : FR_KIND_USER,
    };

    return fr_builder_intern(j->b, &frame);
}

/* Frames stand innermost first. A stack without any stays the empty one. */
static void make_stack(fr_jfr *j, fr_jfr_constant *stack)
{
    fr_jfr_record record = {0};
    fr_jfr_cursor c = cursor_at(j, stack);
    fr_jfr_run run = fr_jfr_run_of(j, j->pools[FR_JFR_STACKS].class);
    uint32_t made = FR_NO_STACK, *frame;

    j->frames.n = 0;
    while (!fr_builder_failed(j->b) && fr_jfr_step(&run, &c, &record)) {
        frame = fr_jfr_add(j, &j->frames, sizeof *frame);
        if (!frame)
            return;
        *frame = frame_of(j, &record);
    }
    for (size_t i = j->frames.n; i-- > 0;)
        made = fr_builder_push(j->b, made, ((const uint32_t *)j->frames.items)[i]);
    stack->made = made + 1;
    stack->more = record.value[FR_JFR_TRUNCATED] != 0;
}

static uint32_t (*const makers[FR_JFR_N_POOLS])(fr_jfr *j, const fr_jfr_record *record) = {
    [FR_JFR_METHODS] = make_method,         [FR_JFR_CLASSES] = make_class,
    [FR_JFR_THREADS] = make_thread,         [FR_JFR_STATES] = make_state,
    [FR_JFR_FRAME_TYPES] = make_frame_type,
};

const fr_jfr_constant *fr_jfr_find(fr_jfr *j, fr_jfr_pool_kind kind, uint64_t id)
{
    fr_jfr_constant *constant = find(j, kind, id);
    fr_arena_mark before = fr_arena_now(&j->arena);
    fr_jfr_record record;
    uint64_t number; /* of a thread: the system's, or Java's */

    if (!constant || constant->made)
        return constant;
    if (kind == FR_JFR_STACKS) {
        make_stack(j, constant);
    } else if (read_constant(j, kind, id, &record)) {
        number = record.value[record.value[FR_JFR_OS_ID] ? FR_JFR_OS_ID : FR_JFR_JAVA_ID];
        constant->made = makers[kind](j, &record) + 1;
        if (kind == FR_JFR_THREADS && fr_builder_keeps_samples(j->b))
            constant->more = fr_builder_thread(j->b, -1, number <= INT64_MAX ? (int64_t)number : -1,
                                               constant->made - 1);
    }
    fr_arena_rewind(&j->arena, before);
    return constant->made ? constant : NULL;
}
