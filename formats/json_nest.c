/* json_nest.c - the nodes from the root to the current one are open, each with a walk over its children. */
#include "formats/json_nest.h"

#include <stdlib.h>

#include "base/arena.h"

typedef struct fr_json_nest_level {
    fr_json node, children, child; /* child: the walk */
    uint32_t own;
} level;

fr_json_nest fr_json_nest_of(const fr_json *root, const char *key)
{
    return (fr_json_nest){.root = root, .key = key};
}

void fr_json_nest_reset(fr_json_nest *nest)
{
    for (size_t i = 0; i < nest->made; i++)
        free(nest->levels[i]);
    free(nest->levels);
    *nest = (fr_json_nest){0};
}

/* The next deeper level, which is used again once it was left: places point to it, so it stays where it is. */
static level *enter(fr_json_nest *nest)
{
    level **levels = fr_grow(nest->levels, &nest->cap, nest->depth + 1, sizeof *levels);

    if (levels)
        nest->levels = levels;
    if (levels && nest->depth == nest->made) {
        levels[nest->made] = malloc(sizeof(level));
        nest->made += levels[nest->made] != NULL;
    }
    if (!levels || nest->depth == nest->made) {
        fr_fail_memory(&nest->root->document->err);
        return NULL;
    }
    return levels[nest->depth++];
}

static const fr_json *open_node(fr_json_nest *nest, const fr_json *node)
{
    level *l = enter(nest);

    if (!l)
        return NULL;
    l->node = *node;
    l->own = 0;
    l->children = fr_json_member(&l->node, nest->key);
    l->child = fr_json_items(&l->children, "nodes");
    return fr_json_failed(nest->root) ? NULL : &l->node;
}

const fr_json *fr_json_nest_next(fr_json_nest *nest)
{
    if (nest->made == 0)
        return open_node(nest, nest->root);
    while (nest->depth > 0 && !fr_json_failed(nest->root)) {
        level *l = nest->levels[nest->depth - 1];
        if (fr_json_next(&l->child))
            return open_node(nest, &l->child);
        nest->depth--;
    }
    return NULL;
}

uint32_t *fr_json_nest_own(fr_json_nest *nest)
{
    return &nest->levels[nest->depth - 1]->own;
}

uint32_t fr_json_nest_caller(const fr_json_nest *nest)
{
    return nest->depth > 1 ? nest->levels[nest->depth - 2]->own : 0;
}
