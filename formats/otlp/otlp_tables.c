/*
 * otlp_tables.c - the dictionary of OpenTelemetry's profiles: its entries become frames, stacks and labels when the
 * first sample names them.
 *
 *     location 4 {1 mapping 1, 2 address, 3 lines [{function 7, line 12}, {function 2, line 40}]}
 *
 * The last line is the function whose code it is; those before it are inlined into it.
 */
#include <inttypes.h>

#include "formats/otlp/otlp.h"
#include "formats/pprof/pprof.h"
#include "model/module.h"

#define MOST_SHARED 256 /* attributes of a resource */

/* The tables of the dictionary, which are its fields. Entry 0 of each stands for nothing. */
typedef enum table_id {
    MAPPINGS = 1,
    LOCATIONS = 2,
    FUNCTIONS = 3,
    STRINGS = 5,
    ATTRIBUTES = 6,
    STACKS = 7
} table_id;

static const char *const table_names[FR_OTLP_N_TABLES] = {
    [MAPPINGS] = "mappings", [LOCATIONS] = "locations",   [FUNCTIONS] = "functions",
    [STRINGS] = "strings",   [ATTRIBUTES] = "attributes", [STACKS] = "stacks",
};

/* The types of frames that say a kind. Of a JIT's frames the type does not say which are compiled. */
static const struct {
    const char *type;
    fr_kind kind;
} kinds[] = {{"kernel", FR_KIND_KERNEL},
             {"cpython", FR_KIND_INTERPRETED},
             {"perl", FR_KIND_INTERPRETED},
             {"php", FR_KIND_INTERPRETED},
             {"ruby", FR_KIND_INTERPRETED}};

/* ---- tables ---- */

void fr_otlp_take_dictionary(fr_otlp *o, fr_bytes dictionary)
{
    fr_wire w = fr_wire_of(dictionary);
    fr_wire_field field;

    while (fr_otlp_next(o, &w, FR_OTLP_DICTIONARY, &field)) {
        fr_bytes *entry;
        if (!table_names[field.number])
            continue; /* links to spans */
        entry = fr_list_add(&o->held, &o->tables[field.number], sizeof *entry);
        if (entry)
            *entry = field.bytes;
    }
}

/* An entry of a table; fails the builder where there is none. */
static fr_bytes entry_of(fr_otlp *o, table_id table, uint64_t index)
{
    const fr_list *list = &o->tables[table];

    if (index < list->n)
        return *(const fr_bytes *)fr_list_at(list, (size_t)index);
    fr_builder_fail(o->b, FR_E_FORMAT, 0, 0,
                    "the profile names number %" PRIu64 " of a table of %zu %s", index, list->n,
                    table_names[table]);
    return (fr_bytes){NULL, 0};
}

fr_bytes fr_otlp_text(fr_otlp *o, uint64_t index)
{
    return index ? entry_of(o, STRINGS, index) : (fr_bytes){NULL, 0};
}

/* Returns what is known of entry `index` of a table, in `size` bytes that are zero at first; NULL after a failure.
 * Entries are read once, however many name them. */
static void *known(fr_otlp *o, fr_list *list, size_t size, table_id table, uint64_t index)
{
    size_t n = o->tables[table].n;

    entry_of(o, table, index);
    if (fr_builder_failed(o->b) || (!list->n && !fr_list_room(&o->held, list, n, size)))
        return NULL;
    if (!list->n)
        memset(list->items, 0, (list->n = n) * size);
    return fr_list_at(list, (size_t)index);
}

/* The id of a string, which is looked up once: many may share a long one. */
static uint32_t look_up_once(fr_otlp *o, uint64_t index, fr_list *ids,
                             uint32_t (*look_up)(fr_builder *b, fr_bytes text, fr_text_mode mode))
{
    uint32_t *id = index ? known(o, ids, sizeof *id, STRINGS, index) : NULL;

    if (id && !*id)
        *id = look_up(o->b, fr_otlp_text(o, index), FR_TEXT_RAW) + 1;
    return id ? *id - 1 : 0;
}

static uint32_t name_of(fr_otlp *o, uint64_t index)
{
    return look_up_once(o, index, &o->names, fr_builder_name);
}

static uint32_t spelling_of(fr_otlp *o, uint64_t index)
{
    return look_up_once(o, index, &o->spellings, fr_builder_spelling);
}

/* ---- attributes ---- */

typedef struct value {
    fr_bytes text;
    int64_t number;
    bool is_text, is_number;
} value;

static value value_of(fr_otlp *o, fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    value v = {.is_text = false};

    while (fr_otlp_next(o, &w, FR_OTLP_VALUE, &field)) {
        v = (value){.is_text = field.number == 1 || field.number == 2 || field.number == 8,
                    .is_number = field.number == 3};
        if (field.number == 1)
            v.text = field.bytes;
        else if (field.number == 2)
            v.text = field.value ? FR_LITERAL("true") : FR_LITERAL("false");
        else if (field.number == 8)
            v.text = fr_otlp_text(o, field.value);
        v.number = (int64_t)field.value;
    }
    return v;
}

/* The key and the value of an attribute. */
typedef struct attribute {
    fr_bytes key;
    uint64_t key_string; /* of the table; 0: it stands in the attribute itself */
    value value;
    uint64_t unit; /* a string */
    bool read;
    bool named; /* the label is made */
    fr_label label;
} attribute;

static void note_origin(fr_otlp *o, const attribute *a)
{
    if (fr_bytes_equal(a->key, FR_LITERAL("thread.name")) && a->value.is_text)
        o->origin.comm = a->label.text;
    if (!a->value.is_number || a->value.number < 0)
        return;
    if (fr_bytes_equal(a->key, FR_LITERAL("thread.id")))
        o->origin.tid = a->value.number;
    if (fr_bytes_equal(a->key, FR_LITERAL("process.pid")))
        o->origin.pid = a->value.number;
    if (fr_bytes_equal(a->key, FR_LITERAL("cpu.logical_number")) && a->value.number < FR_NO_CPU)
        o->origin.cpu = (uint16_t)a->value.number;
}

static void add_label(fr_otlp *o, fr_list *to, attribute *a)
{
    fr_label *label;

    o->n_omitted += !a->value.is_text && !a->value.is_number;
    if (!a->key.len || (!a->value.is_text && !a->value.is_number))
        return;
    label = fr_list_add(&o->held, to, sizeof *label);
    if (!label)
        return;
    if (!a->named) {
        a->named = true;
        a->label.key = a->key_string ? spelling_of(o, a->key_string)
                                     : fr_builder_spelling(o->b, a->key, FR_TEXT_RAW);
        a->label.is_text = a->value.is_text;
        if (a->value.is_text)
            a->label.text = fr_builder_spelling(o->b, a->value.text, FR_TEXT_RAW);
        else
            a->label.number = a->value.number;
        if (a->unit && a->value.is_number)
            a->label.unit = spelling_of(o, a->unit);
    }
    *label = a->label;
    note_origin(o, a);
}

/* An attribute of the table; NULL after a failure. */
static attribute *attribute_of(fr_otlp *o, uint64_t index)
{
    attribute *a = known(o, &o->attributes, sizeof *a, ATTRIBUTES, index);
    fr_wire w;
    fr_wire_field field;

    if (!a || a->read)
        return a;
    a->read = true;
    w = fr_wire_of(entry_of(o, ATTRIBUTES, index));
    while (fr_otlp_next(o, &w, FR_OTLP_ATTRIBUTE, &field)) {
        if (field.number == 1)
            a->key = fr_otlp_text(o, a->key_string = field.value);
        else if (field.number == 2)
            a->value = value_of(o, field.bytes);
        else
            a->unit = field.value;
    }
    return fr_builder_failed(o->b) ? NULL : a;
}

void fr_otlp_take_resource(fr_otlp *o, fr_bytes resource)
{
    fr_wire w = fr_wire_of(resource);
    fr_wire_field field;

    o->shared.n = 0;
    o->origin = (fr_otlp_origin){-1, -1, 0, FR_NO_CPU};
    while (fr_otlp_next(o, &w, FR_OTLP_RESOURCE, &field)) {
        fr_wire pair = fr_wire_of(field.bytes);
        attribute a = {.unit = 0};
        if (field.number != 1)
            continue;
        while (fr_otlp_next(o, &pair, FR_OTLP_PAIR, &field)) {
            if (field.number == 2)
                a.value = value_of(o, field.bytes);
            else
                a.key = field.number == 1 ? field.bytes : fr_otlp_text(o, field.value);
        }
        add_label(o, &o->shared, &a);
    }
    if (o->shared.n > MOST_SHARED) /* each sample has them all */
        fr_builder_fail(o->b, FR_E_LIMIT, 0, 0, "a resource of %zu attributes, more than %d",
                        o->shared.n, MOST_SHARED);
}

void fr_otlp_take_attributes(fr_otlp *o, const fr_list *indices)
{
    fr_label *labels = fr_list_room(&o->held, &o->labels, o->shared.n, sizeof *labels);

    o->labels.n = labels ? o->shared.n : 0;
    if (o->labels.n)
        memcpy(labels, o->shared.items, o->labels.n * sizeof *labels);
    for (size_t i = 0; i < indices->n && !fr_builder_failed(o->b); i++) {
        attribute *a = attribute_of(o, *(const uint64_t *)fr_list_at(indices, i));
        if (a && a->key.len)
            add_label(o, &o->labels, a);
    }
}

/* ---- frames ---- */

/* The facts that all frames of a location share. */
typedef struct place {
    fr_frame frame; /* module and kind */
    fr_bytes module;
    uint64_t address;
    bool has_kind; /* its type is known */
} place;

static void take_type(place *at, fr_bytes type)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (fr_bytes_equal(type, fr_bytes_of(kinds[i].type))) {
            at->frame.kind = kinds[i].kind;
            at->has_kind = true;
        }
}

/* The file of a mapping. */
typedef struct mapping {
    bool read;
    fr_bytes text;
    uint32_t name;
    fr_kind kind;
} mapping;

static void locate(fr_otlp *o, place *at, uint64_t index)
{
    mapping none = {.read = true, .kind = fr_module_kind((fr_bytes){NULL, 0})}, *m = &none;
    uint64_t v[5] = {0};

    if (index)
        m = known(o, &o->mappings, sizeof *m, MAPPINGS, index);
    if (!m)
        return;
    if (!m->read) {
        m->read = true;
        fr_otlp_numbers(o, entry_of(o, MAPPINGS, index), FR_OTLP_MAPPING, v, 5);
        m->text = fr_otlp_text(o, v[4]);
        m->name = name_of(o, v[4]);
        m->kind = fr_module_kind(m->text);
    }
    at->module = m->text;
    at->frame.module = m->name;
    at->frame.kind = m->kind;
    for (size_t i = 0; i < o->numbers.n && !fr_builder_failed(o->b); i++) {
        const attribute *a = attribute_of(o, *(const uint64_t *)fr_list_at(&o->numbers, i));
        if (a && fr_bytes_equal(a->key, FR_LITERAL("profile.frame.type")))
            take_type(at, a->value.text);
    }
}

static void add_frame(fr_otlp *o, const place *at, fr_frame frame)
{
    uint32_t *item = fr_list_add(&o->held, &o->frames, sizeof *item);
    char room[FR_STAND_IN_MAX];

    if (!frame.name) {
        frame.name =
            fr_builder_name(o->b, fr_pprof_stand_in(at->module, at->address, room), FR_TEXT_RAW);
        frame.address = o->opt->perf.addresses ? at->address : 0;
    }
    if (item)
        *item = fr_builder_intern(o->b, &frame);
}

/* All lines of a function share this. */
typedef struct function {
    bool read;
    fr_frame frame; /* names, file and the line where it begins */
} function;

static void add_line(fr_otlp *o, const place *at, fr_bytes message, bool inlined)
{
    function nothing = {.read = true}, *is = &nothing;
    uint64_t line[3] = {0}, f[5] = {0};
    fr_frame frame;

    fr_otlp_numbers(o, message, FR_OTLP_LINE, line, 3);
    if (line[1])
        is = known(o, &o->functions, sizeof *is, FUNCTIONS, line[1]);
    if (!is)
        return;
    if (!is->read) {
        is->read = true;
        fr_otlp_numbers(o, entry_of(o, FUNCTIONS, line[1]), FR_OTLP_FUNCTION, f, 5);
        is->frame.name = name_of(o, f[1] ? f[1] : f[2]);
        if (f[1] && f[2] && !fr_bytes_equal(fr_otlp_text(o, f[1]), fr_otlp_text(o, f[2])))
            is->frame.system_name = name_of(o, f[2]);
        is->frame.file = name_of(o, f[3]);
        is->frame.start_line = fr_wire_small(f[4]);
    }
    frame = is->frame;
    frame.module = at->frame.module;
    frame.kind = inlined && !at->has_kind ? FR_KIND_INLINED : at->frame.kind;
    frame.line = fr_wire_small(line[2]);
    add_frame(o, at, frame);
}

/* Its frames, the outermost first, behind their number. */
static void resolve_location(fr_otlp *o, fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    uint64_t v[3] = {0};
    place at = {.has_kind = false};
    fr_bytes *line;
    uint32_t *n;

    o->lines.n = o->numbers.n = 0;
    while (fr_otlp_next(o, &w, FR_OTLP_LOCATION, &field)) {
        if (field.number < 3)
            v[field.number] = field.value;
        else if (field.number == 4)
            fr_otlp_add_numbers(o, &field, &o->numbers);
        else if ((line = fr_list_add(&o->held, &o->lines, sizeof *line)))
            *line = field.bytes;
    }
    at.address = v[2];
    locate(o, &at, v[1]);
    n = fr_list_add(&o->held, &o->frames, sizeof *n);
    if (n)
        *n = o->lines.n ? (uint32_t)o->lines.n : 1;
    for (size_t i = o->lines.n; i-- > 0 && !fr_builder_failed(o->b);)
        add_line(o, &at, *(const fr_bytes *)fr_list_at(&o->lines, i), i + 1 < o->lines.n);
    if (!o->lines.n)
        add_frame(o, &at, at.frame);
}

/* ---- stacks ---- */

/* Locations are used up from the end of the list: resolving one uses the list, too. */
static uint32_t push_stack(fr_otlp *o, fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    fr_run_end end = {0};
    fr_list ids = {0};

    while (fr_otlp_next(o, &w, FR_OTLP_STACK, &field))
        fr_otlp_add_numbers(o, &field, &ids);
    for (size_t i = ids.n; i-- > 0 && !fr_builder_failed(o->b);) {
        uint64_t index = ((const uint64_t *)ids.items)[i];
        uint32_t *found = known(o, &o->located, sizeof *found, LOCATIONS, index);
        if (found && !*found) {
            *found = (uint32_t)o->frames.n + 1;
            resolve_location(o, entry_of(o, LOCATIONS, index));
        }
        if (!fr_builder_failed(o->b))
            end = fr_frame_runs_push(&o->runs, end, &o->frames, *found - 1);
    }
    fr_list_drop(&o->held, &ids);
    if (end.stack != FR_NO_STACK)
        return end.stack;
    return fr_builder_push(o->b, FR_NO_STACK,
                           fr_builder_named(o->b, FR_LITERAL("[no stack]"), FR_TEXT_RAW,
                                            FR_KIND_USER, (fr_bytes){NULL, 0}));
}

uint32_t fr_otlp_stack(fr_otlp *o, uint64_t index)
{
    uint32_t *made = known(o, &o->stacked, sizeof *made, STACKS, index);

    if (made && !*made)
        *made = push_stack(o, entry_of(o, STACKS, index)) + 1;
    return made ? *made - 1 : FR_NO_STACK;
}
