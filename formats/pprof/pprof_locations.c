/*
 * pprof_locations.c - from stacks to locations: parents stand before children, so each stack looks at its parent.
 */
#include "formats/pprof/pprof_locations.h"

#include <stdlib.h>

#include "formats/pprof/pprof_tables.h"
#include "model/module.h"

typedef struct finder {
    const fr_profile *profile;
    const fr_canonical *c;
    fr_pprof_locations *to;
} finder;

static const fr_frame *frame_of(const finder *f, uint32_t stack)
{
    return &f->profile->frames[f->c->frame[f->c->frame_of[stack]]];
}

bool fr_pprof_is_nameless(const fr_profile *profile, const fr_frame *f)
{
    fr_bytes module = fr_names_at(profile->names, f->module);
    char room[FR_STAND_IN_MAX];

    if ((f->address && !f->mapping) || f->file || f->line || f->system_name || f->start_line ||
        f->kind != fr_module_kind(module))
        return false;
    return fr_bytes_equal(fr_names_at(profile->names, f->name),
                          fr_pprof_stand_in(module, fr_frame_address(profile, f), room));
}

/* True where the frame of a stack is a line of its caller's location. */
static bool joins(const finder *f, uint32_t stack)
{
    uint32_t parent = f->c->parent[stack];
    const fr_frame *own = frame_of(f, stack), *caller;

    if (!parent || fr_frame_kind(own) != FR_KIND_INLINED)
        return false;
    caller = frame_of(f, parent);
    if (own->module != caller->module || fr_pprof_is_nameless(f->profile, caller))
        return false;
    return own->mapping || own->address
               ? own->mapping == caller->mapping && own->address == caller->address
               : !caller->mapping;
}

/* The frame that stands for a sample without locations. */
static bool is_standin_of_nothing(const finder *f, uint32_t stack)
{
    const fr_frame *own = frame_of(f, stack);

    return f->c->parent[stack] == 0 && !own->module && !own->file && !own->line &&
           !own->system_name && fr_frame_kind(own) == FR_KIND_USER &&
           fr_bytes_equal(fr_names_at(f->profile->names, own->name), FR_LITERAL("[no stack]"));
}

/* The canonical stack of samples without locations; 0 where some stack goes on from it. */
static uint32_t find_empty(const finder *f)
{
    uint32_t empty = 0;

    for (uint32_t s = 1; s < f->c->n_stacks; s++) {
        if (!empty && is_standin_of_nothing(f, s))
            empty = s;
        else if (empty && f->c->parent[s] == empty)
            return 0;
    }
    return empty;
}

static bool find_location(finder *f, uint32_t stack)
{
    fr_pprof_locations *to = f->to;
    uint32_t parent = f->c->parent[stack];
    bool joined = joins(f, stack);
    fr_stack line = {joined ? to->of_stack[parent] : 0, f->c->frame_of[stack] + 1};
    uint32_t id = fr_stack_table_add(&to->lines, line);

    if (id == FR_NO_ID)
        return false;
    to->of_stack[stack] = id;
    to->caller[stack] = joined ? to->caller[parent] : parent;
    return true;
}

bool fr_pprof_locations_init(fr_pprof_locations *locations, const fr_canonical *c,
                             const fr_profile *profile)
{
    finder f = {profile, c, locations};
    bool good = true;

    *locations = (fr_pprof_locations){0};
    locations->of_stack = calloc((size_t)c->n_stacks + 1, sizeof *locations->of_stack);
    locations->caller = calloc((size_t)c->n_stacks + 1, sizeof *locations->caller);
    if (!locations->of_stack || !locations->caller || !fr_stack_table_init(&locations->lines))
        return false;
    locations->empty = find_empty(&f);
    for (uint32_t s = 1; s < c->n_stacks && good; s++)
        good = s == locations->empty || find_location(&f, s);
    return good;
}

void fr_pprof_locations_release_stacks(fr_pprof_locations *locations)
{
    free(locations->of_stack);
    free(locations->caller);
    locations->of_stack = locations->caller = NULL;
}

void fr_pprof_locations_reset(fr_pprof_locations *locations)
{
    fr_pprof_locations_release_stacks(locations);
    fr_stack_table_reset(&locations->lines);
}
