/*
 * pprof_frames.c - the frames of every location of a pprof.
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
#include <inttypes.h>
#include <stdio.h>

#include "formats/perf/perf_frame.h"
#include "formats/pprof/pprof_tables.h"

/* What all lines of a location share. */
typedef struct place {
    fr_pprof *p;
    uint64_t recorded; /* its address */
    uint32_t inside;   /* place of its mapping in the list; FR_NO_PLACE: it has none */
    fr_bytes module;   /* empty: unknown */
    uint32_t module_id;
    fr_kind kind;
    uint32_t mapping; /* in the builder; 0: none, or not asked for */
    uint64_t address; /* from the start of the mapping */
} place;

static bool keeps_locations(const fr_pprof *p)
{
    return p->needs.keep_locations && !p->drops_lines;
}

static void make_mapping(const place *at, fr_pprof_mapping *mapping)
{
    fr_pprof *p = at->p;
    fr_mapping made = {
        .start = mapping->start,
        .size = mapping->limit > mapping->start ? mapping->limit - mapping->start : 0,
        .offset = mapping->offset,
        .file = at->module_id,
        .build_id = fr_builder_name(p->b, fr_pprof_string(p, mapping->build_id), FR_TEXT_ESCAPED),
        .has = mapping->has,
    };

    mapping->made_id = fr_builder_mapping(p->b, &made);
    mapping->says_nothing = fr_mapping_says_nothing(&made);
}

/* Where the location is, for profiles that are written again. */
static void locate(place *at, fr_pprof_mapping *mapping)
{
    if (!mapping->made_id)
        make_mapping(at, mapping);
    if (mapping->says_nothing && !at->address)
        return; /* as it is read again: a mapping of nothing is not written */
    at->mapping = mapping->made_id;
    at->address -= mapping->start;
}

/* The mapping's names and kind, which all its locations share. */
static void enter_mapping(place *at, fr_pprof_mapping *mapping)
{
    fr_pprof *p = at->p;

    at->module = fr_pprof_string(p, mapping->file);
    if (!mapping->known) {
        mapping->module = fr_builder_name(p->b, at->module, FR_TEXT_ESCAPED);
        mapping->kind = fr_perf_module_kind(at->module);
        mapping->known = true;
    }
    at->module_id = mapping->module;
    at->kind = mapping->kind;
}

static void leave_mapping(place *at)
{
    at->module = (fr_bytes){NULL, 0};
    at->module_id = 0;
    at->kind = FR_KIND_USER;
}

/* Nearly all locations are in the mapping of the one before. The id 0 stands for none, also where a mapping
 * says that it has it. */
static void go_to(place *at, uint64_t mapping_id, uint64_t address)
{
    fr_pprof *p = at->p;
    uint32_t i = mapping_id ? fr_id_map_find(&p->mapping_ids, mapping_id) : FR_NO_PLACE;

    at->recorded = at->address = address;
    at->mapping = 0;
    p->n_dangling += i == FR_NO_PLACE && mapping_id != 0;
    if (i != at->inside && i == FR_NO_PLACE)
        leave_mapping(at);
    else if (i != at->inside)
        enter_mapping(at, fr_pprof_at(&p->mappings, i, sizeof(fr_pprof_mapping)));
    at->inside = i;
    if (!keeps_locations(p))
        return;
    if (i != FR_NO_PLACE)
        locate(at, fr_pprof_at(&p->mappings, i, sizeof(fr_pprof_mapping)));
    else if (address) /* a mapping of nothing says that the address is the file's */
        at->mapping = fr_builder_mapping(p->b, &(fr_mapping){0});
}

/* To the list of frames. */
static void add_number(fr_pprof *p, uint32_t number)
{
    uint32_t *item = fr_pprof_add(p, &p->frames, sizeof *item);

    if (item)
        *item = number;
}

/* "[libc.so.6]", or "0x4011d6" without a mapping. */
void fr_pprof_standin(fr_bytes module, uint64_t address, char to[300])
{
    fr_bytes base = fr_perf_module_base(module);
    int shown = (int)(base.len < 250 ? base.len : 250);

    if (base.len)
        snprintf(to, 300, base.at[0] == '[' ? "%.*s" : "[%.*s]", shown, base.at);
    else if (address)
        snprintf(to, 300, "0x%" PRIx64, address);
    else
        snprintf(to, 300, "[unknown]");
}

uint32_t fr_pprof_standalone(fr_pprof *p, fr_bytes name)
{
    return fr_builder_named(p->b, name, FR_TEXT_RAW, FR_KIND_USER, (fr_bytes){NULL, 0});
}

static void add_nameless(const place *at)
{
    fr_pprof *p = at->p;
    fr_frame frame = {.module = at->module_id, .kind = at->kind};
    char name[300];
    bool has_kind;

    fr_pprof_standin(at->module, at->recorded, name);
    if (keeps_locations(p)) {
        frame.mapping = at->mapping;
        frame.address = at->address;
    } else if (p->opt->perf.addresses && !p->drops_lines) {
        frame.address = at->recorded;
    }
    frame = fr_builder_spell(p->b, fr_bytes_of(name), FR_TEXT_ESCAPED, frame, &has_kind);
    add_number(p, fr_builder_intern(p->b, &frame));
}

/* `unknown`, emptied, where there is none of that id. */
static fr_pprof_function *find_function(fr_pprof *p, uint64_t id, fr_pprof_function *unknown)
{
    uint32_t i = fr_id_map_find(&p->function_ids, id);

    if (i != FR_NO_PLACE)
        return fr_pprof_at(&p->functions, i, sizeof(fr_pprof_function));
    p->n_dangling++;
    *unknown = (fr_pprof_function){0};
    return unknown;
}

static uint32_t small(uint64_t number)
{
    return number <= UINT32_MAX ? (uint32_t)number : 0;
}

/* What a function's lines share: its names, and the kind where the name says one. */
static void name_function(fr_pprof *p, fr_pprof_function *f)
{
    /* The first that is there of the name, the mangled name, the file. */
    uint64_t index = f->name ? f->name : f->system_name ? f->system_name : f->file;
    fr_bytes name = index ? fr_pprof_string(p, index) : FR_LITERAL("[unknown]");
    uint32_t file = fr_pprof_name(p, f->file); /* what is wrong with it is noted in any case */
    fr_frame frame = {0};

    if (!p->drops_lines) {
        frame.file = file;
        frame.start_line = small(f->start_line);
    }
    if (f->system_name && f->system_name != index &&
        !fr_bytes_equal(name, fr_pprof_string(p, f->system_name)))
        frame.system_name = fr_pprof_name(p, f->system_name);
    f->frame = fr_builder_spell(p->b, name, FR_TEXT_ESCAPED, frame, &f->has_kind);
}

static void add_line(const place *at, const fr_pprof_line *l, bool inlined)
{
    fr_pprof *p = at->p;
    fr_pprof_function unknown, *f = find_function(p, l->function_id, &unknown);
    fr_frame frame;

    if (!f->frame.name)
        name_function(p, f);
    frame = f->frame;
    frame.module = at->module_id;
    frame.kind = f->has_kind ? f->frame.kind
                 : l->kind   ? (l->kind - 1) & 0xff
                 : inlined   ? FR_KIND_INLINED
                             : at->kind;
    frame.line = p->drops_lines ? 0 : l->line;
    if (keeps_locations(p)) {
        frame.mapping = at->mapping;
        frame.address = at->address;
    } else if (!p->drops_lines && l->kind && ((l->kind - 1) & FR_PPROF_KEEPS_ADDRESS)) {
        frame.address = at->recorded;
    }
    add_number(p, fr_builder_intern(p->b, &frame));
}

static void take_line(fr_pprof *p, fr_bytes message)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    fr_pprof_line *line = fr_pprof_add(p, &p->lines, sizeof *line);

    while (line && fr_wire_next(&w, &field)) {
        if (field.type != FR_WIRE_VARINT)
            continue;
        if (field.number == 1)
            line->function_id = field.value;
        if (field.number == 2)
            line->line = small(field.value);
        if (field.number == FR_PPROF_LINE_KIND && (field.value & 0x7f) < FR_N_KINDS)
            line->kind = (uint32_t)(field.value & 0x1ff) + 1;
    }
    fr_pprof_ended(p, &w);
}

/* The numbers 1 to 3 of a location (id, mapping, address) into v, its lines into p->lines. */
static void take_location(fr_pprof *p, fr_bytes message, uint64_t v[4])
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;

    p->lines.n = 0;
    while (fr_wire_next(&w, &field)) {
        if (field.number <= 3 && field.type == FR_WIRE_VARINT)
            v[field.number] = field.value;
        if (field.number == 4 && field.type == FR_WIRE_BYTES)
            take_line(p, field.bytes);
    }
    fr_pprof_ended(p, &w);
}

static void map_location(fr_pprof *p, uint64_t id)
{
    bool full = false;

    if (fr_id_map_add(&p->location_ids, id, (uint32_t)p->frames.n, &full))
        return;
    if (full)
        fr_builder_fail(p->b, FR_E_LIMIT, 0, 0, "out of memory");
    else
        fr_builder_fail(p->b, FR_E_FORMAT, 0, 0, "two locations of the pprof have the id %" PRIu64,
                        id);
}

static void resolve_location(place *at, fr_bytes message)
{
    fr_pprof *p = at->p;
    uint64_t v[4] = {0};
    const fr_pprof_line *lines;
    size_t n;

    take_location(p, message, v);
    map_location(p, v[1]);
    go_to(at, v[2], v[3]);
    lines = p->lines.items;
    n = p->lines.n;
    add_number(p, n ? (uint32_t)n : 1);
    for (size_t i = n; i-- > 0;)
        add_line(at, &lines[i], i + 1 < n);
    if (n == 0)
        add_nameless(at);
}

bool fr_pprof_resolve(fr_pprof *p)
{
    place at = {.p = p, .inside = FR_NO_PLACE, .kind = FR_KIND_USER};
    const fr_bytes *locations = p->locations.items;

    if (!fr_id_map_init(&p->location_ids, p->locations.n))
        fr_builder_fail(p->b, FR_E_LIMIT, 0, 0, "out of memory");
    for (size_t i = 0; i < p->locations.n && !fr_builder_failed(p->b); i++)
        resolve_location(&at, locations[i]);
    fr_pprof_drop(p, &p->locations, sizeof(fr_bytes));
    fr_pprof_drop(p, &p->functions, sizeof(fr_pprof_function));
    return !fr_builder_failed(p->b);
}
