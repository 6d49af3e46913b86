/*
 * nflxprofile_nodes.c - nodes of an nflxprofile become stacks, each when the first sample names it.
 *
 *     {7: {function_name: run, parent: 5}, 5: {function_name: main, parent: 0}}     main;run
 */
#include "formats/nflxprofile/nflxprofile.h"

#include <inttypes.h>

/* ---- nodes ---- */

static fr_nflx_node *find_node(fr_nflx *r, uint64_t id)
{
    uint32_t place = fr_id_map_find(&r->ids, id);

    return place == FR_NO_PLACE ? NULL : fr_list_at(&r->nodes, place);
}

static void index_ids(fr_nflx *r)
{
    bool full = !fr_id_map_init(&r->ids, r->nodes.n);

    for (size_t i = 0; i < r->nodes.n && !full && !fr_builder_failed(r->b); i++) {
        const fr_nflx_node *n = fr_list_at(&r->nodes, i);
        if (!fr_id_map_add(&r->ids, n->id, (uint32_t)i, &full) && !full)
            fr_builder_fail(r->b, FR_E_FORMAT, 0, 0,
                            "two nodes of the nflxprofile are number %" PRIu64, n->id);
    }
    if (full)
        fr_builder_fail_memory(r->b);
}

/* Node `parent` calls those among its children. */
static void take_child(fr_nflx *r, const fr_nflx_node *parent, uint64_t id)
{
    fr_nflx_node *child = find_node(r, id);

    if (child)
        child->parent = parent->id;
    else
        fr_builder_fail(r->b, FR_E_FORMAT, 0, 0,
                        "node %" PRIu64 " of the nflxprofile is a child, but not there", id);
}

static void take_parents(fr_nflx *r, fr_nflx_node *n)
{
    fr_wire w = fr_wire_of(n->message);
    fr_wire_field field;
    fr_list children = {0};

    while (fr_nflx_next(r, &w, &field)) {
        if (r->has_parents && field.number == 5 && field.type == FR_WIRE_VARINT)
            n->parent = field.value;
        if (!r->has_parents && field.number == 3)
            fr_nflx_add_numbers(r, &field, &children);
    }
    for (size_t i = 0; i < children.n && !fr_builder_failed(r->b); i++)
        take_child(r, n, ((const uint64_t *)children.items)[i]);
    fr_list_drop(&r->held, &children);
}

void fr_nflx_index_nodes(fr_nflx *r)
{
    index_ids(r);
    for (size_t i = 0; i < r->nodes.n && !r->own_stacks && !fr_builder_failed(r->b); i++)
        take_parents(r, fr_list_at(&r->nodes, i));
}

/* ---- frames ---- */

static fr_kind kind_of(fr_bytes libtype)
{
    static const struct {
        const char *libtype;
        fr_kind kind;
    } kinds[] = {{"kernel", FR_KIND_KERNEL}, {"jit", FR_KIND_JIT}, {"inlined", FR_KIND_INLINED}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (fr_bytes_equal(libtype, fr_bytes_of(kinds[i].libtype)))
            return kinds[i].kind;
    return FR_KIND_USER;
}

static void take_file(fr_nflx *r, fr_bytes message, fr_frame *frame)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;

    while (fr_nflx_next(r, &w, &field)) {
        if (field.number == 1)
            frame->file = fr_builder_name(r->b, field.bytes, FR_TEXT_RAW);
        if (field.number == 2 && field.value <= UINT32_MAX)
            frame->line = (uint32_t)field.value;
    }
}

/* A frame of a message whose name is field 1, with the fields `libtype` and `file`. */
static fr_frame frame_of(fr_nflx *r, fr_bytes message, uint32_t libtype, uint32_t file)
{
    fr_wire w = fr_wire_of(message);
    fr_wire_field field;
    fr_frame frame = {.kind = FR_KIND_USER};

    while (fr_nflx_next(r, &w, &field)) {
        if (field.number == 1)
            frame.name = fr_builder_name(r->b, field.bytes, FR_TEXT_RAW);
        else if (field.number == libtype)
            frame.kind = kind_of(field.bytes);
        else if (field.number == file)
            take_file(r, field.bytes, &frame);
    }
    if (!frame.name)
        frame.name = fr_builder_name(r->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW);
    return frame;
}

static uint32_t push(fr_nflx *r, uint32_t stack, fr_frame frame)
{
    return fr_builder_push(r->b, stack, fr_builder_intern(r->b, &frame));
}

/* The process, and the stack that the node has itself. */
static uint32_t own_stack(fr_nflx *r, const fr_nflx_node *n)
{
    fr_wire w = fr_wire_of(n->message);
    fr_wire_field field;
    fr_frame process = frame_of(r, n->message, 4, 11);
    uint32_t stack;

    process.kind = FR_KIND_PROCESS;
    stack = push(r, FR_NO_STACK, process);
    while (fr_nflx_next(r, &w, &field))
        if (field.number == 10)
            stack = push(r, stack, frame_of(r, field.bytes, 2, 3));
    return stack;
}

/* The nodes from this one out to one that has a stack, or to the outermost. */
static void find_way(fr_nflx *r, fr_nflx_node *n)
{
    r->way.n = 0;
    for (; n && n->id && !n->placed && !fr_builder_failed(r->b); n = find_node(r, n->parent)) {
        uint32_t *place = fr_list_add(&r->held, &r->way, sizeof *place);
        if (place)
            *place = (uint32_t)(n - (fr_nflx_node *)r->nodes.items);
        if (r->way.n > r->nodes.n)
            fr_builder_fail(r->b, FR_E_FORMAT, 0, 0,
                            "node %" PRIu64 " of the nflxprofile is its own caller", n->id);
        if (!n->parent)
            break;
    }
}

static void place_node(fr_nflx *r, fr_nflx_node *n)
{
    const uint32_t *places;

    find_way(r, n);
    places = r->way.items;
    for (size_t i = r->way.n; i-- > 0 && !fr_builder_failed(r->b);) {
        fr_nflx_node *at = fr_list_at(&r->nodes, places[i]);
        const fr_nflx_node *above = at->parent ? find_node(r, at->parent) : NULL;
        uint32_t stack = above && above->id ? above->stack : FR_NO_STACK;
        at->stack = push(r, stack, frame_of(r, at->message, 4, 11));
        at->placed = true;
    }
}

uint32_t fr_nflx_stack(fr_nflx *r, uint64_t id)
{
    fr_nflx_node *n = find_node(r, id);

    if (!n) {
        fr_builder_fail(r->b, FR_E_FORMAT, 0, 0,
                        "a sample of the nflxprofile names node %" PRIu64 ", which is not there",
                        id);
        return FR_NO_STACK;
    }
    if (!n->placed && r->own_stacks) {
        n->stack = own_stack(r, n);
        n->placed = true;
    }
    if (!n->placed)
        place_node(r, n);
    if (n->stack != FR_NO_STACK || fr_builder_failed(r->b))
        return n->stack;
    fr_builder_frameless(r->b, 1);
    fr_builder_note(r->b, FR_NOTE_FRAMELESS, 0, FR_LITERAL("a sample of the root"));
    return push(r, FR_NO_STACK,
                (fr_frame){.name = fr_builder_name(r->b, FR_LITERAL("[no stack]"), FR_TEXT_RAW)});
}
