/*
 * jfr_types.c - the metadata of a chunk: which fields its records have, and in which order.
 *
 *     metadata event: strings "root", "class", "name", "jdk.types.StackFrame", ...; then a tree of elements
 *     class {name: jdk.types.StackFrame, id: 121}
 *       field {name: method, class: 120, constantPool: true}
 *       field {name: lineNumber, class: 83}
 *
 * An element is its name, its attributes (strings by number) and its children. They stand one after another,
 * so that a class comes before its fields: nothing needs to know how deep an element is. Of a class a plan is
 * made, the steps that read its record: each takes a field, whatever the order is.
 */
#include "formats/jfr/jfr.h"

#include <inttypes.h>

#include "base/number.h"

typedef enum fr_jfr_op_kind {
    FR_JFR_NUMBER,
    FR_JFR_BYTES,
    FR_JFR_TEXT,
    FR_JFR_ARRAY,
    FR_JFR_END
} fr_jfr_op_kind;

/* A step in reading a record. */
typedef struct fr_jfr_op {
    fr_jfr_op_kind kind;
    uint16_t role;
    uint16_t size;   /* of FR_JFR_BYTES */
    uint32_t target; /* of ARRAY: behind its END; of END: its ARRAY */
} fr_jfr_op;

/* Encodings of strings. The units of CHARS are of UTF-16, each a number. */
enum { IS_NULL, EMPTY, POOLED, UTF8, CHARS, LATIN1 };

/* The attributes that a class or a field has. */
typedef struct element {
    fr_bytes name;
    uint64_t id, class_id;
    bool pooled, array;
} element;

#define MOST_OPS 4096 /* of a class */

static const struct {
    const char *name;
    fr_jfr_role role;
} roles[] = {
    {"startTime", FR_JFR_START},
    {"duration", FR_JFR_DURATION},
    {"eventThread", FR_JFR_OF_THREAD},
    {"sampledThread", FR_JFR_OF_THREAD},
    {"stackTrace", FR_JFR_OF_STACK},
    {"state", FR_JFR_OF_STATE},
    {"objectClass", FR_JFR_OF_CLASS},
    {"monitorClass", FR_JFR_OF_CLASS},
    {"parkedClass", FR_JFR_OF_CLASS},
    {"weight", FR_JFR_WEIGHT},
    {"allocationSize", FR_JFR_SIZE},
    {"size", FR_JFR_SIZE},
    {"tlabSize", FR_JFR_TLAB_SIZE},
    {"samples", FR_JFR_SAMPLES},
    {"truncated", FR_JFR_TRUNCATED},
    {"frames", FR_JFR_FRAMES},
    {"method", FR_JFR_METHOD},
    {"lineNumber", FR_JFR_LINE},
    {"type", FR_JFR_TYPE},
    {"osThreadId", FR_JFR_OS_ID},
    {"javaThreadId", FR_JFR_JAVA_ID},
    {"name", FR_JFR_NAME},
    {"string", FR_JFR_NAME},
    {"description", FR_JFR_NAME},
    {"javaName", FR_JFR_NAME},
    {"osName", FR_JFR_OTHER_NAME},
};

/* Types without fields. */
typedef struct basic {
    const char *name;
    fr_jfr_op_kind kind;
    uint16_t size; /* of FR_JFR_BYTES */
} basic;

static const basic basics[] = {
    {"boolean", FR_JFR_BYTES, 1}, {"byte", FR_JFR_BYTES, 1},   {"char", FR_JFR_NUMBER, 0},
    {"short", FR_JFR_NUMBER, 0},  {"int", FR_JFR_NUMBER, 0},   {"long", FR_JFR_NUMBER, 0},
    {"float", FR_JFR_BYTES, 4},   {"double", FR_JFR_BYTES, 8}, {"java.lang.String", FR_JFR_TEXT, 0},
};

/*
 * ---- numbers of several bytes, and strings in each of their encodings ----
 *
 *     ac 02               the number 300: 7 bits a byte, the lowest first; a ninth byte has 8 bits
 *     03 04 6d 61 69 6e   the string "main": encoding 3 (UTF-8), length 4
 */

uint64_t fr_jfr_long_number(fr_jfr_cursor *c)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < 9 && c->at < c->end; i++) {
        uint64_t byte = (unsigned char)*c->at++;
        value |= (i < 8 ? byte & 0x7f : byte) << 7 * i;
        if (i == 8 || byte < 0x80)
            return value;
    }
    c->bad = true;
    return 0;
}

fr_bytes fr_jfr_take(fr_jfr_cursor *c, uint64_t n)
{
    fr_bytes taken = {c->at, (size_t)n};

    if (n > (uint64_t)(c->end - c->at)) {
        c->bad = true;
        return (fr_bytes){c->at, 0};
    }
    c->at += n;
    return taken;
}

static fr_jfr_string take_string(fr_jfr_cursor *c)
{
    fr_bytes head = fr_jfr_take(c, 1);
    fr_jfr_string string = {.encoding = head.len ? (uint8_t)head.at[0] : IS_NULL};
    uint64_t n = string.encoding > EMPTY ? fr_jfr_number(c) : 0;

    string.raw.at = c->at;
    string.pooled = string.encoding == POOLED;
    c->bad |= string.encoding > LATIN1;
    if (string.pooled)
        string.id = n;
    else if (string.encoding == CHARS)
        for (; n > 0 && !c->bad; n--)
            fr_jfr_number(c);
    else
        fr_jfr_take(c, n);
    string.raw.len = (size_t)(c->at - string.raw.at);
    return string;
}

/* A unit of UTF-16, or two that are a pair. A lone surrogate becomes three bytes, which the builder repairs. */
static uint32_t take_point(fr_jfr_cursor *c)
{
    uint32_t unit = (uint32_t)fr_jfr_number(c) & 0xffff, next;
    fr_jfr_cursor ahead = *c;

    if (unit < 0xd800 || unit > 0xdbff)
        return unit;
    next = (uint32_t)fr_jfr_number(&ahead) & 0xffff;
    if (ahead.bad || next < 0xdc00 || next > 0xdfff)
        return unit;
    *c = ahead;
    return 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00);
}

fr_bytes fr_jfr_decode(const fr_jfr_string *string, fr_arena *arena)
{
    static const unsigned char heads[] = {0, 0xc0, 0xe0, 0xf0};
    fr_jfr_cursor c = {.bad = false};
    char *text, *to;

    if (string->encoding <= POOLED)
        return FR_LITERAL("");
    if (string->encoding == UTF8)
        return string->raw;
    c.at = string->raw.at;
    c.end = c.at + string->raw.len;
    text = to = fr_arena_take(arena, 3 * string->raw.len + 1);
    while (to && c.at < c.end && !c.bad) {
        uint32_t point = string->encoding == CHARS ? take_point(&c) : (unsigned char)*c.at++;
        unsigned tail = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        *to++ = (char)(heads[tail] | point >> 6 * tail);
        while (tail-- > 0)
            *to++ = (char)(0x80 | (point >> 6 * tail & 0x3f));
    }
    return (fr_bytes){text, text ? (size_t)(to - text) : 0};
}

/* ---- elements ---- */

static fr_bytes take_name(fr_jfr *j, fr_jfr_cursor *c)
{
    uint64_t index = fr_jfr_number(c);

    if (index < j->types.strings.n)
        return *(const fr_bytes *)fr_list_at(&j->types.strings, (size_t)index);
    c->bad = true;
    return (fr_bytes){0};
}

static element take_attributes(fr_jfr *j, fr_jfr_cursor *c)
{
    element e = {0};

    for (uint64_t n = fr_jfr_number(c); n > 0 && !c->bad; n--) {
        fr_bytes key = take_name(j, c), value = take_name(j, c);
        if (fr_bytes_equal(key, FR_LITERAL("name")))
            e.name = value;
        else if (fr_bytes_equal(key, FR_LITERAL("id")))
            c->bad |= !fr_parse_u64(value, &e.id);
        else if (fr_bytes_equal(key, FR_LITERAL("class")))
            c->bad |= !fr_parse_u64(value, &e.class_id);
        else if (fr_bytes_equal(key, FR_LITERAL("constantPool")))
            e.pooled = fr_bytes_equal(value, FR_LITERAL("true"));
        else if (fr_bytes_equal(key, FR_LITERAL("dimension")))
            e.array = !fr_bytes_equal(value, FR_LITERAL("0"));
    }
    return e;
}

static void add_class(fr_jfr *j, const element *e)
{
    fr_jfr_class *class = fr_jfr_add(j, &j->types.classes, sizeof *class);

    if (!class)
        return;
    *class =
        (fr_jfr_class){.id = e->id, .name = e->name, .first_field = (uint32_t)j->types.fields.n};
    class->event = fr_jfr_event_row(e->name);
    for (uint8_t k = 0; k < FR_JFR_N_POOLS; k++)
        if (fr_bytes_equal(e->name, fr_bytes_of(fr_jfr_pool_names[k])))
            class->pool = (uint8_t)(k + 1);
}

static void take_elements(fr_jfr *j, fr_jfr_cursor *c)
{
    for (uint64_t left = 1; left > 0 && !c->bad && !fr_builder_failed(j->b); left--) {
        fr_bytes kind = take_name(j, c);
        element e = take_attributes(j, c);
        uint64_t children = fr_jfr_number(c);
        size_t n = j->types.classes.n;
        element *f;
        if (fr_bytes_equal(kind, FR_LITERAL("class")))
            add_class(j, &e);
        if (fr_bytes_equal(kind, FR_LITERAL("field"))) {
            c->bad |= n == 0;
            f = n ? fr_jfr_add(j, &j->types.fields, sizeof *f) : NULL;
            if (f) {
                *f = e;
                ((fr_jfr_class *)fr_list_at(&j->types.classes, n - 1))->n_fields++;
            }
        }
        c->bad |= children > (uint64_t)(c->end - c->at);
        left += children;
    }
}

bool fr_jfr_read_types(fr_jfr *j, fr_jfr_cursor *metadata)
{
    fr_list *classes = &j->types.classes;
    fr_bytes *text = NULL;
    bool full = false;

    for (int i = 0; i < 3; i++) /* start, duration, number of this metadata */
        fr_jfr_number(metadata);
    for (uint64_t n = fr_jfr_number(metadata); n > 0 && !metadata->bad; n--) {
        fr_jfr_string string = take_string(metadata);
        text = fr_jfr_add(j, &j->types.strings, sizeof *text);
        if (!text)
            return false;
        *text = fr_jfr_decode(&string, &j->arena);
        if (!text->at)
            fr_builder_fail_memory(j->b);
    }
    take_elements(j, metadata);
    if (metadata->bad && !fr_builder_failed(j->b))
        return fr_jfr_damaged(j, metadata->at, "no element of the metadata");
    full = !fr_id_map_init(&j->types.ids, classes->n);
    for (size_t i = 0; i < classes->n && !full; i++) {
        const fr_jfr_class *class = fr_list_at(classes, i);
        fr_id_map_add(&j->types.ids, class->id, (uint32_t)i, &full);
    }
    if (full)
        fr_builder_fail_memory(j->b);
    return !fr_builder_failed(j->b);
}

fr_jfr_class *fr_jfr_find_class(fr_jfr *j, uint64_t id)
{
    uint32_t place = fr_id_map_find(&j->types.ids, id);

    return place == FR_NO_PLACE ? NULL : fr_list_at(&j->types.classes, place);
}

/* ---- plans ---- */

/* A structure whose fields are being planned. */
typedef struct level {
    uint32_t at, end; /* fields */
    uint32_t array;   /* its ARRAY, + 1; 0: it is no element */
} level;

typedef struct planner {
    fr_jfr *j;
    level levels[FR_JFR_LEVELS];
    size_t depth, n_levels, first_op;
    bool bad;
} planner;

static fr_jfr_op *add_op(planner *p, fr_jfr_op_kind kind, fr_jfr_role role)
{
    fr_jfr_op *op = fr_jfr_add(p->j, &p->j->types.ops, sizeof *op);

    p->bad |= !op || p->j->types.ops.n - p->first_op > MOST_OPS;
    if (op)
        *op = (fr_jfr_op){.kind = kind, .role = (uint16_t)role};
    return op;
}

/* Each element must take a byte at least. */
static void end_array(planner *p, uint32_t array)
{
    fr_jfr_op *op = add_op(p, FR_JFR_END, FR_JFR_NOTHING), *begin;

    if (!op)
        return;
    begin = fr_list_at(&p->j->types.ops, array);
    begin->target = (uint32_t)p->j->types.ops.n;
    op->role = begin->role;
    op->target = array;
    p->bad |= op == begin + 1;
}

/* NULL: the type has fields. */
static const basic *find_basic(const fr_jfr_class *class)
{
    for (size_t i = 0; i < sizeof basics / sizeof *basics; i++)
        if (fr_bytes_equal(class->name, fr_bytes_of(basics[i].name)))
            return &basics[i];
    return NULL;
}

/* A field, or a constant, whose value has no parts. */
static void add_leaf(planner *p, const basic *type, fr_jfr_role role)
{
    fr_jfr_op *op = add_op(p, type->kind, role);

    if (op)
        op->size = type->size;
}

static void begin_level(planner *p, const fr_jfr_class *class, uint32_t array)
{
    p->bad |= p->depth == FR_JFR_LEVELS || ++p->n_levels > MOST_OPS;
    if (!p->bad)
        p->levels[p->depth++] =
            (level){class->first_field, class->first_field + class->n_fields, array};
}

static void plan_field(planner *p, const element *f)
{
    fr_jfr_role role = FR_JFR_NOTHING;
    const fr_jfr_class *class = fr_jfr_find_class(p->j, f->class_id);
    static const basic constant = {"", FR_JFR_NUMBER, 0};
    const basic *type;
    uint32_t array = 0;

    for (size_t i = 0; i < sizeof roles / sizeof *roles && role == FR_JFR_NOTHING; i++)
        if (fr_bytes_equal(f->name, fr_bytes_of(roles[i].name)))
            role = roles[i].role;
    p->bad |= !class;
    if (f->array && add_op(p, FR_JFR_ARRAY, role))
        array = (uint32_t)p->j->types.ops.n;
    if (p->bad)
        return;
    type = f->pooled ? &constant : find_basic(class);
    if (!type) {
        begin_level(p, class, array);
        return;
    }
    add_leaf(p, type, role);
    if (array)
        end_array(p, array - 1);
}

bool fr_jfr_plan(fr_jfr *j, fr_jfr_class *class)
{
    planner p = {.j = j, .first_op = j->types.ops.n};
    const basic *type;
    char name[80];

    if (class->n_ops)
        return true;
    type = find_basic(class);
    if (type)
        add_leaf(&p, type, FR_JFR_NAME);
    else
        begin_level(&p, class, 0);
    while (p.depth && !p.bad) {
        level *l = &p.levels[p.depth - 1];
        if (l->at < l->end) {
            plan_field(&p, fr_list_at(&j->types.fields, l->at++));
            continue;
        }
        p.depth--;
        if (l->array)
            end_array(&p, l->array - 1);
    }
    class->first_op = (uint32_t)p.first_op;
    class->n_ops = (uint32_t)(j->types.ops.n - p.first_op);
    if (!p.bad || fr_builder_failed(j->b))
        return !fr_builder_failed(j->b);
    fr_text_copy(name, sizeof name, class->name);
    return fr_builder_fail(j->b, FR_E_FORMAT, 0, j->chunk_at,
                           "the recording is damaged: the chunk at byte %" PRIu64
                           " has records of type '%s', but no good description of it",
                           j->chunk_at, name);
}

/* ---- records ---- */

fr_jfr_run fr_jfr_run_of(const fr_jfr *j, const fr_jfr_class *class)
{
    const fr_jfr_op *ops = j->types.ops.items;
    fr_jfr_run run = {.depth = 0};

    if (!class || !class->n_ops)
        return run;
    run.first = ops;
    run.at = ops + class->first_op;
    run.end = run.at + class->n_ops;
    return run;
}

bool fr_jfr_step(fr_jfr_run *run, fr_jfr_cursor *c, fr_jfr_record *record)
{
    while (run->at < run->end && !c->bad) {
        const fr_jfr_op *op = run->at++;
        fr_jfr_string string;
        fr_bytes bytes;
        uint64_t n;
        switch (op->kind) {
        case FR_JFR_NUMBER:
            record->value[op->role] = fr_jfr_number(c);
            break;
        case FR_JFR_BYTES:
            bytes = fr_jfr_take(c, op->size);
            record->value[op->role] = bytes.len ? (unsigned char)bytes.at[0] : 0;
            break;
        case FR_JFR_TEXT:
            string = take_string(c);
            if (op->role == FR_JFR_NAME)
                record->name = string;
            else if (op->role == FR_JFR_OTHER_NAME)
                record->other_name = string;
            break;
        case FR_JFR_ARRAY:
            n = fr_jfr_number(c);
            if (n == 0)
                run->at = run->first + op->target;
            else
                run->left[run->depth++] = n;
            break;
        case FR_JFR_END:
        default:
            if (--run->left[run->depth - 1] > 0)
                run->at = run->first + op->target + 1;
            else
                run->depth--;
            if (op->role == FR_JFR_FRAMES)
                return !c->bad;
        }
    }
    return false;
}
