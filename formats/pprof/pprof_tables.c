/*
 * pprof_tables.c - the first pass over a pprof: every message but the samples into its list.
 *
 *     Profile: 1 sample_type  2 sample  3 mapping  4 location  5 function  6 string_table ...
 *
 * Then the frames of every location:
 *
 *     location 7, mapping 1, address 0x4011d6
 *         line[0] memmove.go   the innermost: inlined into
 *         line[1] copy         inlined into
 *         line[2] main.run     the function whose code it is
 *
 * A frame has the address only where no function is known, where a field of our own writer asks for
 * it, or where all are asked for: else one function would be as many frames as it has return
 * addresses.
 */
#include "formats/pprof/pprof.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/perfdata/perfdata_symbolizer.h"
#include "model/module.h"

typedef struct line_row {
    uint64_t function_id;
    uint32_t line; /* 0: unknown, or too large for one */
    uint32_t kind; /* of FR_PPROF_LINE_KIND, + 1; 0: the line has none */
} line_row;

/* Names are indices of strings. The last ones are filled in for a location that is in the mapping. */
typedef struct mapping_row {
    union { /* the fields of the message */
        uint64_t numbers[10];
        struct {
            uint64_t id, start, limit, offset, file, build_id, has[4];
        };
    };
    bool known; /* the fields below are */
    fr_bytes text;
    uint32_t module; /* name of the file, which `text` is */
    fr_kind kind;
    fr_mapping made;
    uint32_t made_id; /* in the builder; 0: not yet, or not needed */
} mapping_row;

typedef struct function_row {
    union {
        uint64_t numbers[5];
        struct {
            uint64_t id, name, system_name, file, start_line;
        };
    };
    fr_frame frame; /* what all its lines share; name 0: not filled in */
    bool has_kind;  /* the name says frame.kind */
} function_row;

/* Locations become frames by these, which go when they have. All zero but p at first. */
typedef struct tables {
    fr_pprof *p;
    fr_list mappings, functions;
    fr_list locations; /* fr_bytes: messages */
    fr_list lines;     /* line_row: of the location that becomes frames, innermost first */
    fr_list named;     /* uint32_t, by string: id + 1 of its name */
    fr_id_map mapping_ids, function_ids; /* places in their lists */
    uint32_t seen;                       /* bit 1 << field */
    bool types_ended;                    /* strings came after sample types */
    bool drops_lines;                    /* frames get no files, lines and addresses */
    fr_symbolizer *symbolizer;           /* NULL: none was asked for */
    uint64_t n_nameless,
        n_symbolized;       /* places without functions; those that files had names for */
    mapping_row no_mapping; /* ids of nothing stand for these */
    function_row no_function;
    fr_frame spelled; /* of the string that was spelled last: functions in a row may share it */
    uint64_t spelled_string;
    bool has_kind; /* `spelled` */
} tables;

#define LONG_NAME 1024 /* bytes */

fr_bytes fr_pprof_string(fr_pprof *p, uint64_t index)
{
    if (index < p->strings.n)
        return ((const fr_bytes *)p->strings.items)[index];
    fr_builder_fail(p->b, FR_E_FORMAT, 0, 0,
                    "the pprof names string %" PRIu64 " of a table of %zu strings", index,
                    p->strings.n);
    return (fr_bytes){NULL, 0};
}

/* Returns what `look_up` gives for a string, kept in `ids`. */
static uint32_t look_up_once(fr_pprof *p, uint64_t index, fr_list *ids,
                             uint32_t (*look_up)(fr_builder *b, fr_bytes text, fr_text_mode mode))
{
    fr_bytes text = index ? fr_pprof_string(p, index) : (fr_bytes){NULL, 0};
    uint32_t *id;

    if (text.len == 0)
        return 0;
    if (ids->n == 0 && !fr_list_room(&p->held, ids, p->strings.n, sizeof *id))
        return 0;
    if (ids->n == 0)
        memset(ids->items, 0, (ids->n = p->strings.n) * sizeof *id);
    id = fr_list_at(ids, (size_t)index);
    if (!*id)
        *id = look_up(p->b, text, FR_TEXT_ESCAPED) + 1;
    return *id - 1;
}

/* The name of a string, looked up once; 0 for an empty one. */
static uint32_t name_of(tables *t, uint64_t index)
{
    return look_up_once(t->p, index, &t->named, fr_builder_name);
}

uint32_t fr_pprof_spelling(fr_pprof *p, uint64_t index)
{
    return look_up_once(p, index, &p->spelled, fr_builder_spelling);
}

/* ---- messages ---- */

void fr_pprof_numbers(fr_pprof *p, fr_bytes message, uint64_t *values, uint32_t n)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;

    while (fr_wire_next(&w, &field))
        if (field.number <= n && field.type == FR_WIRE_VARINT)
            values[field.number - 1] = field.value;
    fr_wire_ended(&p->whole, &w);
}

static fr_pprof_type read_type(tables *t, const fr_wire_field *field)
{
    uint64_t v[2] = {0};

    fr_pprof_numbers(t->p, field->bytes, v, 2);
    return (fr_pprof_type){v[0], v[1]};
}

static void take_type(tables *t, const fr_wire_field *field)
{
    fr_pprof_type *type = fr_list_add(&t->p->held, &t->p->types, sizeof *type);

    if (type)
        *type = read_type(t, field);
}

static void take_period_type(tables *t, const fr_wire_field *field)
{
    t->p->period_type = read_type(t, field);
}

/* One number, or several in a packed field. */
static void take_comments(tables *t, const fr_wire_field *field)
{
    fr_pprof *p = t->p;
    fr_wire w = fr_wire_of(field->bytes);
    uint64_t index = field->value, *comment;
    bool more = field->type == FR_WIRE_VARINT || fr_wire_number(&w, &index);

    for (; more && (comment = fr_list_add(&p->held, &p->comments, sizeof *comment));
         more = fr_wire_number(&w, &index))
        *comment = index;
    fr_wire_ended(&p->whole, &w);
}

static void take_mapping(tables *t, const fr_wire_field *field)
{
    mapping_row *mapping = fr_list_add(&t->p->held, &t->mappings, sizeof *mapping);

    if (mapping)
        fr_pprof_numbers(t->p, field->bytes, mapping->numbers, 10);
}

static void take_function(tables *t, const fr_wire_field *field)
{
    function_row *function = fr_list_add(&t->p->held, &t->functions, sizeof *function);

    if (function)
        fr_pprof_numbers(t->p, field->bytes, function->numbers, 5);
}

static void take_location(tables *t, const fr_wire_field *field)
{
    fr_bytes *location = fr_list_add(&t->p->held, &t->locations, sizeof *location);

    if (location)
        *location = field->bytes;
}

static void take_string(tables *t, const fr_wire_field *field)
{
    fr_pprof *p = t->p;
    fr_bytes *string = fr_list_add(&p->held, &p->strings, sizeof *string);

    t->types_ended = p->types.n > 0;
    if (string)
        *string = field->bytes;
    if (p->strings.n == 1 && field->bytes.len)
        fr_wire_fail(&p->whole, field->bytes.at,
                     "the first string of a pprof must be empty; this one is not");
}

/* Samples only become a part of the message here. */
static void (*const takers[FR_PPROF_N_FIELDS])(tables *t, const fr_wire_field *field) = {
    [FR_PPROF_SAMPLE_TYPE] = take_type,  [FR_PPROF_MAPPING] = take_mapping,
    [FR_PPROF_LOCATION] = take_location, [FR_PPROF_FUNCTION] = take_function,
    [FR_PPROF_STRING] = take_string,     [FR_PPROF_PERIOD_TYPE] = take_period_type,
    [FR_PPROF_COMMENT] = take_comments,
};

/* Fields that a profile has once: a second one begins another profile. */
#define ONCE                                                                                       \
    (1u << FR_PPROF_DROP_FRAMES | 1u << FR_PPROF_TIME | 1u << FR_PPROF_DURATION |                  \
     1u << FR_PPROF_PERIOD_TYPE | 1u << FR_PPROF_DEFAULT_TYPE)

/* Two of them: the file is of two partials joined end to end. */
static void take_provenance(fr_pprof *p, fr_bytes message, const char *at)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    uint64_t n_inputs = 0;
    unsigned char digest[FR_SHA256_BYTES] = {0};

    if (p->provenance.known)
        fr_wire_fail(&p->whole, at, "two pprof files are joined end to end");
    while (fr_wire_next(&w, &field)) {
        if (field.number == 1 && field.type == FR_WIRE_VARINT)
            n_inputs = field.value;
        if (field.number == 2 && field.type == FR_WIRE_BYTES && field.bytes.len == sizeof digest)
            memcpy(digest, field.bytes.at, sizeof digest);
    }
    if (fr_wire_ended(&p->whole, &w))
        fr_provenance_add(&p->provenance, n_inputs, digest);
}

static void take_field(tables *t, const fr_wire_field *field, const char *at)
{
    fr_pprof *p = t->p;
    uint32_t bit = field->number < FR_PPROF_N_FIELDS ? 1u << field->number : 0;

    if (field->number == FR_PPROF_PROVENANCE && field->type == FR_WIRE_BYTES)
        take_provenance(p, field->bytes, at);
    if (field->number >= FR_PPROF_N_FIELDS)
        return;
    if ((bit & ONCE & t->seen) || (field->number == FR_PPROF_SAMPLE_TYPE && t->types_ended)) {
        fr_wire_fail(&p->whole, at, "two pprof files are joined end to end");
        fr_builder_hint(p->b, "give them as two inputs; they are added up");
        return;
    }
    t->seen |= bit;
    if (field->type == FR_WIRE_VARINT)
        p->header[field->number] = field->value;
    if (takers[field->number] &&
        (field->type == FR_WIRE_BYTES || field->number == FR_PPROF_COMMENT))
        takers[field->number](t, field);
}

/* ---- ids ---- */

/* Adds the id of an item to a map. Fails the builder where there are two of it; `what` names the items. */
static void map_id(fr_pprof *p, fr_id_map *map, uint64_t id, size_t place, const char *what)
{
    bool full = false;

    if (fr_id_map_add(map, id, (uint32_t)place, &full))
        return;
    if (full)
        fr_builder_fail_memory(p->b);
    else
        fr_builder_fail(p->b, FR_E_FORMAT, 0, 0, "two %s of the pprof have the id %" PRIu64, what,
                        id);
}

/* Items begin with their id. */
static void map_ids(fr_pprof *p, fr_id_map *map, const fr_list *list, const char *what)
{
    if (!fr_id_map_init(map, list->n))
        fr_builder_fail_memory(p->b);
    for (size_t i = 0; i < list->n && !fr_builder_failed(p->b); i++)
        map_id(p, map, *(const uint64_t *)fr_list_at(list, i), i, what);
}

static bool read_message(tables *t, fr_bytes all)
{
    fr_pprof *p = t->p;
    fr_wire w = fr_wire_of(all);
    fr_wire_field field;

    p->whole = (fr_wire_whole){all, &p->held, "the pprof",
                               "fetch it again; the program may have ended while it wrote it"};
    for (const char *at = w.at; !fr_builder_failed(p->b) && fr_wire_next(&w, &field); at = w.at)
        if (field.number == FR_PPROF_SAMPLE && field.type == FR_WIRE_BYTES) {
            /* From the first sample to the last; what stands between them is skipped again. */
            p->samples.at = p->samples.at ? p->samples.at : at;
            p->samples.len = (size_t)(w.at - p->samples.at);
        } else {
            take_field(t, &field, at);
        }
    if (fr_builder_failed(p->b) || !fr_wire_ended(&p->whole, &w))
        return false;
    map_ids(p, &t->mapping_ids, &t->mappings, "mappings");
    map_ids(p, &t->function_ids, &t->functions, "functions");
    return !fr_builder_failed(p->b);
}

/* ---- frames of locations ---- */

/* The facts that all frames of a location share. */
typedef struct place {
    mapping_row *mapping;
    uint64_t recorded; /* its address */
    uint32_t made_id;  /* of the mapping in the builder; 0: none, or not asked for */
    uint64_t address;  /* from the start of that */
} place;

/* ---- mappings ---- */

static bool keeps_locations(const tables *t)
{
    return t->p->needs.keep_locations && !t->drops_lines;
}

/* Names what the locations of a mapping share. */
static void name_mapping(tables *t, mapping_row *m)
{
    fr_pprof *p = t->p;

    m->known = true;
    m->text = fr_pprof_string(p, m->file);
    m->module = name_of(t, m->file);
    m->kind = fr_module_kind(m->text);
    if (!keeps_locations(t))
        return;
    m->made = (fr_mapping){
        .start = m->start,
        .size = m->limit > m->start ? m->limit - m->start : 0,
        .offset = m->offset,
        .file = m->module,
        .build_id = name_of(t, m->build_id),
    };
    for (uint32_t i = 0; i < 4; i++)
        m->made.has |= (uint32_t)(m->has[i] != 0) << i;
}

/* The mapping id 0 stands for none, also where a mapping says that it has it. */
static place locate(tables *t, uint64_t mapping_id, uint64_t address)
{
    fr_pprof *p = t->p;
    uint32_t i = mapping_id ? fr_id_map_find(&t->mapping_ids, mapping_id) : FR_NO_PLACE;
    mapping_row *m = i == FR_NO_PLACE ? &t->no_mapping : fr_list_at(&t->mappings, i);
    place at = {.mapping = m, .recorded = address, .address = address};

    p->n_dangling += i == FR_NO_PLACE && mapping_id != 0;
    if (i != FR_NO_PLACE && !m->known)
        name_mapping(t, m);
    /* A mapping of nothing says that the address is the file's; without one there is nothing to keep. */
    if (!keeps_locations(t) || (fr_mapping_says_nothing(&m->made) && !address))
        return at;
    if (!m->made_id)
        m->made_id = fr_builder_mapping(p->b, &m->made);
    at.made_id = m->made_id;
    at.address -= m->start;
    return at;
}

/* --srcline: "foo" of a.c, line 12, is "foo:a.c:12". */
static void join_line(fr_pprof *p, fr_frame *frame, fr_bytes file, uint32_t line)
{
    fr_bytes base, name;
    char number[16], *text;
    size_t n;

    if (!p->opt->perf.srcline || !line)
        return;
    base = fr_module_base(file);
    if (!base.len)
        return;
    name = fr_builder_frame_name(p->b, fr_builder_intern(p->b, frame));
    n = (size_t)snprintf(number, sizeof number, ":%" PRIu32, line);
    text = malloc(name.len + 1 + base.len + n);
    if (!text) {
        fr_builder_fail_memory(p->b);
        return;
    }
    memcpy(text, name.at, name.len);
    text[name.len] = ':';
    memcpy(text + name.len + 1, base.at, base.len);
    memcpy(text + name.len + 1 + base.len, number, n);
    frame->name =
        fr_builder_name(p->b, (fr_bytes){text, name.len + 1 + base.len + n}, FR_TEXT_ESCAPED);
    free(text);
}

/* `shows`: the frame has its address, whether or not locations are kept. */
static void add_frame(tables *t, const place *at, fr_frame frame, bool shows)
{
    fr_pprof *p = t->p;
    uint32_t *item = fr_list_add(&p->held, &p->frames, sizeof *item);

    if (keeps_locations(t)) {
        frame.mapping = at->made_id;
        frame.address = at->address;
    } else if (shows && !t->drops_lines) {
        frame.address = at->recorded;
    }
    if (item)
        *item = fr_builder_intern(p->b, &frame);
}

/* ---- locations without functions ---- */

fr_bytes fr_pprof_stand_in(fr_bytes module, uint64_t address, char room[FR_STAND_IN_MAX])
{
    if (!address || fr_module_base(module).len)
        return fr_stand_in((fr_bytes){NULL, 0}, module, room);
    return (fr_bytes){room, (size_t)snprintf(room, FR_STAND_IN_MAX, "0x%" PRIx64, address)};
}

static void add_nameless(tables *t, const place *at)
{
    fr_pprof *p = t->p;
    const mapping_row *m = at->mapping;
    fr_frame frame = {.module = m->module, .kind = m->kind};
    char room[FR_STAND_IN_MAX];
    bool has_kind;

    frame = fr_builder_spell(p->b, fr_pprof_stand_in(m->text, at->recorded, room), FR_TEXT_ESCAPED,
                             frame, &has_kind);
    add_frame(t, at, frame, p->opt->perf.addresses);
}

/* --symbolize: the functions that files of this machine have at the place, the outermost first. n_at: their number goes
 * there; 1, for a frame without a name, where there are none. */
static void add_symbols(tables *t, const place *at, uint32_t n_at)
{
    fr_pprof *p = t->p;
    const mapping_row *m = at->mapping;
    const fr_symbolizer_line *lines;
    fr_symbolizer_place asked = {.file = m->text,
                                 .build_id = fr_pprof_string(p, m->build_id),
                                 .address = at->recorded,
                                 .start = m->start,
                                 .offset = m->offset};
    size_t n = fr_symbolizer_find(t->symbolizer, &asked, &lines);
    bool has_kind;

    for (size_t i = n; i-- > 0;) {
        fr_frame frame = {.module = m->module,
                          .kind = i + 1 < n ? (fr_kind)FR_KIND_INLINED : m->kind};
        frame = fr_builder_spell(p->b, lines[i].name, FR_TEXT_ESCAPED, frame, &has_kind);
        if (!t->drops_lines && lines[i].file.len) {
            frame.file = fr_builder_name(p->b, lines[i].file, FR_TEXT_ESCAPED);
            frame.line = lines[i].line;
        }
        join_line(p, &frame, lines[i].file, lines[i].line);
        add_frame(t, at, frame, false);
    }
    t->n_symbolized += n > 0;
    ((uint32_t *)p->frames.items)[n_at] = n ? (uint32_t)n : 1;
}

/* ---- lines ---- */

/* Names what a function's lines share: its names, and the kind where the name says one. */
static void name_function(tables *t, function_row *f)
{
    fr_pprof *p = t->p;
    /* The first that is there of the name, the mangled name, the file. */
    uint64_t index = f->name ? f->name : f->system_name ? f->system_name : f->file;
    fr_bytes name = index ? fr_pprof_string(p, index) : FR_LITERAL("[unknown]");
    uint32_t file = name_of(t, f->file); /* what is wrong with it is noted in any case */
    fr_frame frame = {0};

    if (!t->drops_lines) {
        frame.file = file;
        frame.start_line = fr_wire_small(f->start_line);
    }
    if (f->system_name && f->system_name != index &&
        !fr_bytes_equal(name, fr_pprof_string(p, f->system_name)))
        frame.system_name = name_of(t, f->system_name);
    if (name.len < LONG_NAME || index != t->spelled_string) {
        t->spelled = fr_builder_spell(p->b, name, FR_TEXT_ESCAPED, (fr_frame){0}, &t->has_kind);
        t->spelled_string = index;
    }
    frame.name = t->spelled.name;
    frame.kind = t->spelled.kind;
    f->has_kind = t->has_kind;
    f->frame = frame;
}

static void add_line(tables *t, const place *at, const line_row *l, bool inlined)
{
    fr_pprof *p = t->p;
    uint32_t i = fr_id_map_find(&t->function_ids, l->function_id);
    function_row *f = i == FR_NO_PLACE ? &t->no_function : fr_list_at(&t->functions, i);
    fr_frame frame;

    p->n_dangling += i == FR_NO_PLACE;
    if (!f->frame.name)
        name_function(t, f);
    frame = f->frame;
    frame.module = at->mapping->module;
    frame.kind = f->has_kind ? f->frame.kind
                 : l->kind   ? (l->kind - 1) & 0xff
                 : inlined   ? FR_KIND_INLINED
                             : at->mapping->kind;
    frame.line = t->drops_lines ? 0 : l->line;
    join_line(p, &frame, f->file ? fr_pprof_string(p, f->file) : (fr_bytes){0}, l->line);
    add_frame(t, at, frame, l->kind && ((l->kind - 1) & FR_PPROF_KEEPS_ADDRESS));
}

static void take_line(tables *t, fr_bytes message)
{
    fr_pprof *p = t->p;
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    line_row *line = fr_list_add(&p->held, &t->lines, sizeof *line);

    while (line && fr_wire_next(&w, &field)) {
        if (field.type != FR_WIRE_VARINT)
            continue;
        if (field.number == 1)
            line->function_id = field.value;
        if (field.number == 2)
            line->line = fr_wire_small(field.value);
        if (field.number == FR_PPROF_LINE_KIND && (field.value & 0x7f) < FR_N_KINDS)
            line->kind = (uint32_t)(field.value & 0x1ff) + 1;
    }
    fr_wire_ended(&p->whole, &w);
}

static void resolve_location(tables *t, fr_bytes message)
{
    fr_pprof *p = t->p;
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    uint64_t v[4] = {0}; /* id, mapping, address */
    const line_row *lines;
    uint32_t *n, n_at;
    place at;

    t->lines.n = 0;
    while (fr_wire_next(&w, &field)) {
        if (field.number <= 3 && field.type == FR_WIRE_VARINT)
            v[field.number] = field.value;
        if (field.number == 4 && field.type == FR_WIRE_BYTES)
            take_line(t, field.bytes);
    }
    fr_wire_ended(&p->whole, &w);
    map_id(p, &p->location_ids, v[1], p->frames.n, "locations");
    at = locate(t, v[2], v[3]);
    lines = t->lines.items;
    n_at = (uint32_t)p->frames.n;
    n = fr_list_add(&p->held, &p->frames, sizeof *n);
    if (n)
        *n = t->lines.n ? (uint32_t)t->lines.n : 1;
    for (size_t i = t->lines.n; i-- > 0;)
        add_line(t, &at, &lines[i], i + 1 < t->lines.n);
    if (t->lines.n)
        return;
    t->n_nameless++;
    if (n && t->symbolizer && at.recorded)
        add_symbols(t, &at, n_at);
    if (p->frames.n == n_at + 1)
        add_nameless(t, &at);
}

static void say_symbolized(tables *t)
{
    fr_pprof *p = t->p;
    bool asks = p->opt->perf.debuginfod;

    if (t->symbolizer && t->n_nameless && !fr_symbolizer_can())
        fr_builder_say(p->b, FR_NOTE_CHOICE,
                       "this build has no libelf: --symbolize names none of %" PRIu64
                       " places without functions",
                       t->n_nameless);
    else if (t->symbolizer && t->n_nameless)
        fr_builder_say(p->b, FR_NOTE_CHOICE,
                       "%" PRIu64 " of %" PRIu64
                       " places without functions were named by the files of this machine%s",
                       t->n_symbolized, t->n_nameless, asks ? " and of servers" : "");
    if (t->symbolizer)
        fr_symbolizer_say(t->symbolizer, p->b);
    else if (asks)
        fr_builder_say(p->b, FR_NOTE_CHOICE,
                       "--debuginfod asks servers for files that --symbolize needs, which is not "
                       "given");
}

static void make_frames(tables *t)
{
    const fr_bytes *locations = t->locations.items;
    fr_pprof *p = t->p;

    t->drops_lines =
        p->needs.drop_lines || (p->needs.functions_only && !p->header[FR_PPROF_DROP_FRAMES]);
    if (!fr_id_map_init(&p->location_ids, t->locations.n))
        fr_builder_fail_memory(p->b);
    if (p->opt->pprof.symbolize)
        t->symbolizer = fr_symbolizer_new(p->opt, p->b);
    for (size_t i = 0; i < t->locations.n && !fr_builder_failed(p->b); i++)
        resolve_location(t, locations[i]);
    say_symbolized(t);
    fr_symbolizer_free(t->symbolizer);
    /* Also mappings that no sample needs: what a mapping is in a merge must not depend on which samples were omitted
     * before. */
    for (size_t i = 0; i < t->mappings.n && keeps_locations(t) && !fr_builder_failed(p->b); i++) {
        mapping_row *m = fr_list_at(&t->mappings, i);
        if (!m->known)
            name_mapping(t, m);
        if (!m->made_id && !fr_mapping_says_nothing(&m->made))
            m->made_id = fr_builder_mapping(p->b, &m->made);
    }
}

bool fr_pprof_index(fr_pprof *p, fr_bytes all)
{
    tables t = {.p = p};
    fr_list *const lists[] = {&t.mappings, &t.functions, &t.locations, &t.lines, &t.named};

    if (read_message(&t, all))
        make_frames(&t);
    fr_id_map_reset(&t.mapping_ids);
    fr_id_map_reset(&t.function_ids);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fr_list_drop(&p->held, lists[i]);
    return !fr_builder_failed(p->b);
}

void fr_pprof_reset(fr_pprof *p)
{
    fr_list *const lists[] = {&p->strings, &p->types, &p->comments, &p->frames, &p->spelled};

    fr_id_map_reset(&p->location_ids);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        fr_list_drop(&p->held, lists[i]);
}
