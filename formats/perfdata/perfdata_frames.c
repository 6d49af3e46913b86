/*
 * perfdata_frames.c - makes frames of addresses, by a table of modules and offsets: each place in a file once, whichever
 * process it is in.
 *
 *     7f52a010 -> libc.so.6 + 3ef10 -> qsort              one frame
 *     40129b   -> app + 129b        -> mix, inlined into sorter     two, the innermost first
 */
#include "formats/perfdata/perfdata_module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/name_place.h"
#include "formats/list.h"
#include "model/module.h"

#define PLACES_MOST ((size_t)1 << 20) /* then they are forgotten */
#define TEXT_ROOM   (FR_PERFDATA_NAME_MOST + 8192)
#define NOWHERE     "[unknown]"

/* Frames of one address, in the pool. */
typedef struct run {
    uint32_t first, n;
} run;

/* A place in a module, and what was found there. */
typedef struct known_place {
    uint64_t offset, address; /* address: 0 where names do not depend on it */
    uint32_t module;
    fr_perfdata_view view;
    run run;
} known_place;

struct fr_perfdata_frames {
    fr_builder *b;
    fr_perf_names *names;
    fr_perfdata_modules *modules;
    bool addresses, lines; /* frames without a symbol differ by address */
    known_place *places;
    size_t n_known, places_cap;
    fr_slots slots;  /* of places */
    size_t last_map; /* of the maps that were looked at last, the one that was found */
    uint32_t *pool;
    size_t n_pool, pool_cap;
    uint64_t n_places;    /* of user code, named or not */
    char text[TEXT_ROOM]; /* FR_PERFDATA_NAME_MOST bytes, and room for a suffix */
};

/* The place of an address. */
typedef struct located {
    uint32_t module; /* FR_NO_PLACE: nothing is mapped there */
    uint64_t offset;
    const fr_perfdata_symbol *symbol; /* NULL: none */
} located;

fr_perfdata_frames *fr_perfdata_frames_new(fr_builder *b, fr_perf_names *names,
                                           fr_perfdata_modules *modules, const fr_read_options *opt)
{
    fr_perfdata_frames *f = calloc(1, sizeof *f);

    if (!f) {
        fr_builder_fail_memory(b);
        return NULL;
    }
    f->b = b;
    f->names = names;
    f->modules = modules;
    f->addresses = opt->perf.addresses;
    f->lines = opt->perf.srcline;
    return f;
}

/* ------------------------------------------------------------ tables */

static void forget_places(fr_perfdata_frames *f)
{
    free(f->places);
    fr_slots_reset(&f->slots);
    f->places = NULL;
    f->n_known = f->places_cap = 0;
}

/* The place, or NULL with a walk that stands where it belongs; `room` is false when memory ran out. */
static const known_place *find_place(fr_perfdata_frames *f, const known_place *key,
                                     fr_slots_walk *walk, bool *room)
{
    uint64_t words[] = {key->offset + 3 * key->address, (uint64_t)key->module << 2 | key->view};
    const known_place *place;
    uint32_t i;

    if (f->n_known >= PLACES_MOST)
        forget_places(f);
    *room = fr_slots_make_room(&f->slots);
    if (!*room)
        return NULL;
    *walk = fr_slots_walk_from(&f->slots, fr_slots_hash(&f->slots, words, sizeof words));
    while (fr_slots_next(&f->slots, walk, &i)) {
        place = &f->places[i];
        if (place->offset == key->offset && place->module == key->module &&
            place->view == key->view && place->address == key->address)
            return place;
    }
    return NULL;
}

/* ------------------------------------------------------------ names */

/* Module and offset, without the symbol. */
static located place_of(fr_perfdata_frames *f, const fr_perfdata_maps *maps, uint64_t address,
                        fr_perfdata_view view)
{
    located spot = {.module = FR_NO_PLACE, .offset = address};
    const fr_perfdata_map *map;

    if (view != FR_PERFDATA_OF_KERNEL) {
        map = fr_perfdata_maps_find(maps, address, &f->last_map);
        if (map)
            spot = (located){map->module, address - map->start + map->offset, NULL};
    } else if (fr_address_is_kernel(address)) {
        spot.module = fr_perfdata_modules_kernel(f->modules);
    }
    return spot;
}

static fr_bytes module_name(const fr_perfdata_frames *f, const located *spot)
{
    if (spot->module == FR_NO_PLACE)
        return FR_LITERAL(NOWHERE);
    if (spot->symbol && spot->symbol->module)
        return fr_bytes_of(spot->symbol->module);
    return f->modules->items[spot->module].name;
}

/* "libc.so.6+0x3ef10" of a module that has no symbols here; "" where it has, but none at that place. */
static fr_bytes spell_offset(fr_perfdata_frames *f, const located *spot)
{
    fr_perfdata_module *module;
    uint64_t offset = spot->offset;
    fr_bytes base;
    int len;

    if (spot->module == FR_NO_PLACE)
        return (fr_bytes){0};
    module = &f->modules->items[spot->module];
    if (module->kind == FR_PERFDATA_JIT ||
        (module->state == FR_PERFDATA_LOADED && !module->stripped))
        return (fr_bytes){0};
    module->n_unnamed++;
    if (module->state == FR_PERFDATA_LOADED)
        return (fr_bytes){0};
    base = fr_module_base(module->name);
    if (module->kind == FR_PERFDATA_KERNEL && f->modules->kernel_text)
        offset -= f->modules->kernel_text;
    len = snprintf(f->text, TEXT_ROOM, "%.*s+0x%" PRIx64, (int)(base.len < 4096 ? base.len : 4096),
                   base.at, offset);
    return (fr_bytes){f->text, (size_t)len};
}

static void push(fr_perfdata_frames *f, uint32_t frame)
{
    if (fr_reserve(&f->pool, &f->pool_cap, f->n_pool + 1, sizeof *f->pool))
        f->pool[f->n_pool++] = frame;
    else
        fr_builder_fail_memory(f->b);
}

/* --srcline: the frame with its line, "foo:a.c:12", as perf script -F +srcline has it. */
static uint32_t add_line(fr_perfdata_frames *f, uint32_t frame, const fr_perfdata_line *at,
                         bool inlined)
{
    fr_perf_source source = {.inlined = inlined};
    char text[400];
    fr_bytes base;
    int len;

    if (!f->lines || !at->file)
        return frame;
    source.file = fr_bytes_of(at->file);
    source.line = at->line;
    base = fr_module_base(source.file);
    len = snprintf(text, sizeof text, "%.*s:%" PRIu32, (int)(base.len < 300 ? base.len : 300),
                   base.at, at->line);
    source.text = (fr_bytes){text, (size_t)len};
    return fr_perf_names_source(f->names, frame, &source);
}

static void push_inlined(fr_perfdata_frames *f, const located *spot, uint64_t address,
                         fr_perfdata_line *at)
{
    const fr_perfdata_inline *found;
    size_t n = fr_perfdata_inlines_at(f->modules, spot->module, spot->offset, &found);

    for (size_t i = 0; i < n; i++) {
        fr_perf_frame frame = {.ip = address, .module = module_name(f, spot), .inlined = true};
        frame.symbol = fr_perfdata_name_show(fr_bytes_of(found[i].name), f->text);
        push(f, add_line(f, fr_perf_names_frame(f->names, &frame), at, true));
        *at = found[i].call;
    }
}

static run make_run(fr_perfdata_frames *f, const located *spot, uint64_t address,
                    fr_perfdata_view view)
{
    run made = {.first = (uint32_t)f->n_pool};
    fr_perf_frame frame = {.ip = address, .module = module_name(f, spot)};
    fr_perfdata_line at = {0};
    fr_bytes names;

    if (f->lines && spot->symbol)
        at = fr_perfdata_inlines_line(f->modules, spot->module, spot->offset);
    if (view == FR_PERFDATA_UNWOUND && spot->symbol)
        push_inlined(f, spot, address, &at);
    frame.symbol = names = spot->symbol ? fr_bytes_of(spot->symbol->name) : (fr_bytes){0};
    if (fr_perf_names_joined(&frame)) {
        /* A method of Java's that others are inlined into has the names of all: "La;::b->Lc;::d". */
        while (fr_java_name_last(&names, &frame.symbol)) {
            frame.inlined = names.len > 0;
            push(f, fr_perf_names_frame(f->names, &frame));
        }
    } else {
        frame.symbol = spot->symbol ? fr_perfdata_name_show(names, f->text) : spell_offset(f, spot);
        f->n_places += !fr_address_is_kernel(address);
        push(f, add_line(f, fr_perf_names_frame(f->names, &frame), &at, false));
    }
    made.n = (uint32_t)f->n_pool - made.first;
    return made;
}

const uint32_t *fr_perfdata_frames_at(fr_perfdata_frames *f, const fr_perfdata_maps *maps,
                                      uint64_t address, fr_perfdata_view view, size_t *n)
{
    located spot = place_of(f, maps, address, view);
    known_place key = {.offset = spot.offset, .module = spot.module, .view = view};
    const known_place *known;
    fr_slots_walk walk = {0, 0};
    bool room;

    if (f->addresses)
        key.address = address;
    else if (spot.module == FR_NO_PLACE)
        key.offset = fr_address_is_kernel(address) ? 1 : 0; /* all that is told of it */
    known = find_place(f, &key, &walk, &room);
    if (known) {
        key.run = known->run;
    } else {
        spot.symbol = fr_perfdata_modules_find(f->modules, spot.module, spot.offset);
        key.run = make_run(f, &spot, address, view);
        if (room && fr_reserve(&f->places, &f->places_cap, f->n_known + 1, sizeof key)) {
            f->places[f->n_known] = key;
            fr_slots_put(&f->slots, &walk, (uint32_t)f->n_known++);
        }
    }
    *n = key.run.n;
    return key.run.n ? f->pool + key.run.first : NULL;
}

fr_bytes fr_perfdata_frames_line(fr_perfdata_frames *f, const fr_perfdata_maps *maps,
                                 uint64_t address, fr_perfdata_view view)
{
    located spot = place_of(f, maps, address, view);
    fr_bytes module, name = {0};
    char *to = f->text + FR_PERFDATA_NAME_MOST / 2;
    size_t room = TEXT_ROOM - FR_PERFDATA_NAME_MOST / 2;
    int len;

    spot.symbol = fr_perfdata_modules_find(f->modules, spot.module, spot.offset);
    module = module_name(f, &spot);
    if (spot.symbol)
        name = fr_perfdata_name_show(fr_bytes_of(spot.symbol->name), f->text);
    if (name.len > FR_PERFDATA_NAME_MOST / 2)
        name.len = FR_PERFDATA_NAME_MOST / 2;
    if (name.len)
        len =
            snprintf(to, room, "\t%16" PRIx64 " %.*s+0x%" PRIx64 " (%.*s)", address, (int)name.len,
                     name.at, spot.offset - spot.symbol->start, (int)module.len, module.at);
    else
        len = snprintf(to, room, "\t%16" PRIx64 " [unknown] (%.*s)", address, (int)module.len,
                       module.at);
    return (fr_bytes){to, len > 0 && (size_t)len < room ? (size_t)len : 0};
}

uint64_t fr_perfdata_frames_places(const fr_perfdata_frames *f)
{
    return f->n_places;
}

void fr_perfdata_frames_free(fr_perfdata_frames *f)
{
    if (!f)
        return;
    forget_places(f);
    free(f->pool);
    free(f);
}
