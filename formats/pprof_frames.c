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

#include "formats/perf_frame.h"
#include "formats/pprof_index.h"

/* What all lines of a location share. */
typedef struct place {
    fr_pprof *p;
    const fr_pprof_location *location;
    fr_bytes module; /* empty: unknown */
    uint32_t module_id;
    fr_kind kind;
    uint32_t mapping; /* in the builder; 0: none, or not asked for */
    uint64_t address; /* from the start of the mapping */
} place;

static bool keeps_locations(const fr_pprof *p)
{
    return p->opt->keep_locations && !p->opt->drop_lines;
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

static place place_of(fr_pprof *p, const fr_pprof_location *location)
{
    /* The id 0 stands for none, also where a mapping says that it has it. */
    uint32_t i =
        location->mapping_id ? fr_id_map_find(&p->mapping_ids, location->mapping_id) : FR_NO_PLACE;
    place at = {.p = p, .location = location, .kind = FR_KIND_USER};

    at.address = location->address;

    if (i == FR_NO_PLACE) {
        p->n_dangling += location->mapping_id != 0;
        /* A mapping of nothing tells that the address is the file's. */
        if (keeps_locations(p) && location->address)
            at.mapping = fr_builder_mapping(p->b, &(fr_mapping){0});
        return at;
    }
    fr_pprof_mapping *mapping = fr_pprof_at(&p->mappings, i, sizeof *mapping);
    at.module = fr_pprof_string(p, mapping->file);
    if (!mapping->known) {
        mapping->module = fr_builder_name(p->b, at.module, FR_TEXT_ESCAPED);
        mapping->kind = fr_perf_module_kind(at.module);
        mapping->known = true;
    }
    at.module_id = mapping->module;
    at.kind = mapping->kind;
    if (keeps_locations(p))
        locate(&at, mapping);
    return at;
}

/* The frame of a line that only its function, module and kind tell from others. */
static uint32_t make_once(fr_pprof *p, fr_pprof_function *f, const fr_frame *frame)
{
    if (!f->made || f->made_module != frame->module || f->made_kind != frame->kind) {
        f->made = fr_builder_intern(p->b, frame);
        f->made_module = frame->module;
        f->made_kind = frame->kind;
    }
    return f->made;
}

/* `alone`: the function that, with module and kind, is all that tells the frame from others; or NULL. */
static void add_frame(fr_pprof *p, const fr_frame *frame, fr_pprof_function *alone)
{
    uint32_t *item = fr_pprof_add(p, &p->frames, sizeof *item);

    if (!item)
        return;
    if (p->names_only)
        *item = frame->name;
    else
        *item = alone ? make_once(p, alone, frame) : fr_builder_intern(p->b, frame);
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

static void add_nameless(const place *at)
{
    fr_pprof *p = at->p;
    fr_frame frame = {.module = at->module_id, .kind = at->kind};
    char name[300];
    bool has_kind;

    fr_pprof_standin(at->module, at->location->address, name);
    if (keeps_locations(p)) {
        frame.mapping = at->mapping;
        frame.address = at->address;
    } else if (p->opt->addresses && !p->opt->drop_lines) {
        frame.address = at->location->address;
    }
    frame = fr_builder_spell(p->b, fr_bytes_of(name), FR_TEXT_ESCAPED, frame, &has_kind);
    add_frame(p, &frame, NULL);
}

/* NULL where there is none of that id. */
static fr_pprof_function *find_function(fr_pprof *p, uint64_t id)
{
    uint32_t i = fr_id_map_find(&p->function_ids, id);

    if (i != FR_NO_PLACE)
        return fr_pprof_at(&p->functions, i, sizeof(fr_pprof_function));
    p->n_dangling++;
    return NULL;
}

/* The first that is there of the name, the mangled name, the file. */
static fr_bytes name_of(fr_pprof *p, const fr_pprof_function *f)
{
    uint64_t index = f->name ? f->name : f->system_name ? f->system_name : f->file;

    return index ? fr_pprof_string(p, index) : FR_LITERAL("[unknown]");
}

static uint32_t small(uint64_t number)
{
    return number <= UINT32_MAX ? (uint32_t)number : 0;
}

/* The name of a function's file, which where names of functions alone are wanted is of no use, unless it
 * is to be said that it had to be repaired. */
static uint32_t name_file(fr_pprof *p, uint64_t index)
{
    fr_bytes file = p->names_only && index ? fr_pprof_string(p, index) : (fr_bytes){NULL, 0};

    if (file.len && file.len <= p->opt->limits.name_bytes && fr_text_clean(file, FR_TEXT_ESCAPED))
        return 0;
    return fr_pprof_name(p, index);
}

/* What a function's lines share: its names, and the kind where the name tells one. */
static void name_function(fr_pprof *p, fr_pprof_function *f)
{
    fr_bytes name = name_of(p, f);
    fr_frame frame = {.name = fr_pprof_plain_name(p, f->name)};

    if (p->opt->drop_lines) {
        (void)fr_pprof_string(p, f->file); /* it must be there */
    } else {
        frame.file = name_file(p, f->file);
        frame.start_line = small(f->start_line);
    }
    if (f->system_name && f->system_name != f->name &&
        !fr_bytes_equal(name, fr_pprof_string(p, f->system_name)))
        frame.system_name = fr_pprof_name(p, f->system_name);
    if (frame.name)
        f->frame = frame;
    else
        f->frame = fr_builder_spell(p->b, name, FR_TEXT_ESCAPED, frame, &f->has_kind);
}

static void add_line(const place *at, const fr_pprof_line *l, bool inlined)
{
    fr_pprof *p = at->p;
    fr_pprof_function unknown = {0}, *found = find_function(p, l->function_id);
    fr_pprof_function *f = found ? found : &unknown;
    fr_frame frame;

    if (!f->frame.name)
        name_function(p, f);
    frame = f->frame;
    frame.module = at->module_id;
    frame.line = p->opt->drop_lines ? 0 : l->line;
    if (!f->has_kind)
        frame.kind = l->kind ? (l->kind - 1) & 0xff : inlined ? FR_KIND_INLINED : at->kind;
    if (keeps_locations(p)) {
        frame.mapping = at->mapping;
        frame.address = at->address;
    } else if (!p->opt->drop_lines && l->kind && ((l->kind - 1) & FR_PPROF_KEEPS_ADDRESS)) {
        frame.address = at->location->address;
    }
    add_frame(p, &frame, p->opt->drop_lines ? f : NULL);
}

/* The lines of a location, innermost first, then turned round. */
static void add_lines(const place *at)
{
    fr_wire w = fr_wire_of(fr_pprof_bytes(at->p, at->location->body));
    fr_wire_field field;
    fr_pprof_line waiting, next;
    bool waits = false;

    while (fr_wire_next(&w, &field)) {
        fr_wire inner;
        if (field.number != 4 || field.type != FR_WIRE_BYTES)
            continue;
        if (!fr_pprof_parse_line(field.bytes, &next, &inner)) {
            fr_pprof_ended(at->p, &inner);
            continue;
        }
        if (waits)
            add_line(at, &waiting, true);
        waiting = next;
        waits = true;
    }
    if (waits)
        add_line(at, &waiting, false);
    else
        add_nameless(at);
}

static void turn_round(uint32_t *frames, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        uint32_t frame = frames[i];
        frames[i] = frames[n - 1 - i];
        frames[n - 1 - i] = frame;
    }
}

bool fr_pprof_resolve(fr_pprof *p)
{
    for (size_t i = 0; i < p->locations.n && !fr_builder_failed(p->b); i++) {
        fr_pprof_location *location = fr_pprof_at(&p->locations, i, sizeof *location);
        place at = place_of(p, location);
        location->first = (uint32_t)p->frames.n;
        if (location->body.at)
            add_lines(&at);
        else
            add_line(&at, &location->lone, false);
        location->n = (uint32_t)p->frames.n - location->first;
        if (location->n > 1)
            turn_round((uint32_t *)p->frames.items + location->first, location->n);
    }
    return !fr_builder_failed(p->b);
}
