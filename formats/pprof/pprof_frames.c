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
#include "formats/pprof/fast/pprof_measure.h"

/* What all lines of a location share. */
typedef struct place {
    fr_pprof *p;
    const fr_pprof_location *location;
    uint32_t inside; /* place of its mapping in the list; FR_NO_PLACE: it has none */
    fr_bytes module; /* empty: unknown */
    uint32_t module_id;
    fr_kind kind;
    uint32_t mapping; /* in the builder; 0: none, or not asked for */
    uint64_t address; /* from the start of the mapping */
} place;

static bool keeps_locations(const fr_pprof *p)
{
    return p->opt->keep_locations && !p->drops_lines;
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

/* Nearly all locations are in the mapping of the one before. */
static void go_to(place *at, const fr_pprof_location *location)
{
    fr_pprof *p = at->p;
    /* The id 0 stands for none, also where a mapping says that it has it. */
    uint32_t i =
        location->mapping_id ? fr_id_map_find(&p->mapping_ids, location->mapping_id) : FR_NO_PLACE;

    at->location = location;
    at->address = location->address;
    at->mapping = 0;
    p->n_dangling += i == FR_NO_PLACE && location->mapping_id != 0;
    if (i != at->inside && i == FR_NO_PLACE)
        leave_mapping(at);
    else if (i != at->inside)
        enter_mapping(at, fr_pprof_at(&p->mappings, i, sizeof(fr_pprof_mapping)));
    at->inside = i;
    if (!keeps_locations(p))
        return;
    if (i != FR_NO_PLACE)
        locate(at, fr_pprof_at(&p->mappings, i, sizeof(fr_pprof_mapping)));
    else if (location->address) /* a mapping of nothing tells that the address is the file's */
        at->mapping = fr_builder_mapping(p->b, &(fr_mapping){0});
}

static void add_frame(fr_pprof *p, uint32_t frame)
{
    uint32_t *item = fr_pprof_add_raw(p, &p->frames, sizeof *item);

    if (item)
        *item = frame;
}

/* Item i of a list of ids, which grows as needed; NULL after a failure. */
static uint32_t *remembered(fr_pprof *p, fr_pprof_list *list, size_t i)
{
    size_t n = list->n;

    if (i >= n) {
        if (!fr_pprof_room(p, list, i + 1 - n, sizeof(uint32_t)))
            return NULL;
        list->n = list->cap;
        memset(fr_pprof_at(list, n, sizeof(uint32_t)), 0, (list->n - n) * sizeof(uint32_t));
    }
    return fr_pprof_at(list, i, sizeof(uint32_t));
}

/* What stands for a frame in the list. Of the inputs of a chunk most have been made before: without lines the
 * last one of the same name is tried first, with lines the one that followed the last time. */
static uint32_t make_frame(fr_pprof *p, const fr_frame *frame)
{
    uint32_t *made;

    if (p->labels_only)
        return fr_pprof_label(frame->name, fr_frame_kind(frame));
    if (p->names_only)
        return frame->name;
    if (p->alone)
        return fr_builder_intern(p->b, frame);
    made = remembered(p, &p->made, p->drops_lines ? frame->name : p->last_frame);
    if (!made)
        return 0;
    if (!fr_builder_is_frame(p->b, *made, frame))
        *made = fr_builder_intern(p->b, frame);
    return p->last_frame = *made;
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
    } else if (p->opt->addresses && !p->drops_lines) {
        frame.address = at->location->address;
    }
    frame = fr_builder_spell(p->b, fr_bytes_of(name), FR_TEXT_ESCAPED, frame, &has_kind);
    add_frame(p, make_frame(p, &frame));
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

/* Profiles of one program mention functions in much the same order, at least callers after callees: so
 * the name that followed the last time is tried first. One that ends in ']' may tell its kind. */
static fr_frame spell(fr_pprof *p, fr_bytes name, fr_frame known, bool *has_kind)
{
    uint32_t *follower = remembered(p, &p->followers, p->last_name);
    bool follows = follower && name.len && name.at[name.len - 1] != ']' &&
                   fr_builder_is_name(p->b, *follower, name);

    if (follows) {
        known.name = *follower;
        *has_kind = false;
    } else {
        known = fr_builder_spell(p->b, name, FR_TEXT_ESCAPED, known, has_kind);
    }
    if (follower)
        *follower = known.name;
    p->last_name = known.name;
    return known;
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
    /* The first that is there of the name, the mangled name, the file. */
    uint64_t index = f->name ? f->name : f->system_name ? f->system_name : f->file;
    fr_bytes name = index ? fr_pprof_string(p, index) : FR_LITERAL("[unknown]");
    fr_frame frame = {0};

    if (p->drops_lines) {
        if (p->opt->drop_lines)
            (void)fr_pprof_string(p, f->file); /* it must be there */
        else
            (void)fr_pprof_name(p, f->file); /* what is wrong with it is noted */
    } else {
        frame.file = name_file(p, f->file);
        frame.start_line = small(f->start_line);
    }
    if (f->system_name && f->system_name != index &&
        !fr_bytes_equal(name, fr_pprof_string(p, f->system_name)))
        frame.system_name = fr_pprof_name(p, f->system_name);
    frame.name = fr_pprof_plain_name(p, f->name);
    f->frame = frame.name ? frame : spell(p, name, frame, &f->has_kind);
}

/* The frame of a line that only its function, module and kind tell from others. */
static uint32_t make_lineless(const place *at, fr_pprof_function *f, uint32_t kind)
{
    if (f->made && f->frame.module == at->module_id && f->frame.kind == kind)
        return f->made;
    f->frame.module = at->module_id;
    f->frame.kind = kind;
    f->made = make_frame(at->p, &f->frame);
    return f->made;
}

static uint32_t make_line(const place *at, const fr_pprof_function *f, const fr_pprof_line *l,
                          uint32_t kind)
{
    fr_frame frame = f->frame;

    frame.module = at->module_id;
    frame.kind = kind;
    frame.line = l->line;
    if (keeps_locations(at->p)) {
        frame.mapping = at->mapping;
        frame.address = at->address;
    } else if (l->kind && ((l->kind - 1) & FR_PPROF_KEEPS_ADDRESS)) {
        frame.address = at->location->address;
    }
    return make_frame(at->p, &frame);
}

static void add_line(const place *at, const fr_pprof_line *l, bool inlined)
{
    fr_pprof *p = at->p;
    fr_pprof_function unknown, *f = find_function(p, l->function_id, &unknown);
    uint32_t kind;

    if (!f->frame.name)
        name_function(p, f);
    kind = f->has_kind ? f->frame.kind
           : l->kind   ? (l->kind - 1) & 0xff
           : inlined   ? FR_KIND_INLINED
                       : at->kind;
    add_frame(p, p->drops_lines ? make_lineless(at, f, kind) : make_line(at, f, l, kind));
}

/* The lines of a location, innermost first, then turned round. */
static void add_lines(const place *at)
{
    fr_wire w = fr_wire_of(at->location->body);
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

static void resolve_location(place *at, fr_pprof_location *location)
{
    fr_pprof *p = at->p;

    go_to(at, location);
    location->first = (uint32_t)p->frames.n;
    if (location->body.at)
        add_lines(at);
    else
        add_line(at, &location->lone, false);
    location->n = (uint32_t)p->frames.n - location->first;
    if (location->n > 1)
        turn_round((uint32_t *)p->frames.items + location->first, location->n);
}

#define AT_ONCE 256 /* locations before it is asked whether the builder has failed */

bool fr_pprof_resolve(fr_pprof *p)
{
    place at = {.p = p, .inside = FR_NO_PLACE, .kind = FR_KIND_USER};
    fr_pprof_location *locations = p->locations.items;

    for (size_t i = 0; i < p->locations.n && !fr_builder_failed(p->b);)
        for (size_t end = i + AT_ONCE; i < end && i < p->locations.n; i++)
            resolve_location(&at, &locations[i]);
    return !fr_builder_failed(p->b);
}
