/*
 * open_path.h - a walk of a tree in pre-order that knows which functions stand on the path, so that
 * a recursive one counts once a stack.
 *
 *     main;a;b;a       outermost:  main  a  b  -
 */
#ifndef FR_DIFF_OPEN_PATH_H
#define FR_DIFF_OPEN_PATH_H

#include "model/tree/tree.h"

typedef struct fr_open_path {
    uint32_t *name; /* by depth */
    uint32_t *open; /* by name: how often on the path */
    uint32_t n;
} fr_open_path;

bool fr_open_path_init(fr_open_path *path, const fr_tree *tree); /* false: no memory */
void fr_open_path_reset(fr_open_path *path);

/* The next node in pre-order, from 1 on; true where its function does not stand on the path already. */
static inline bool fr_open_path_step(fr_open_path *path, const fr_tree *tree, uint32_t node)
{
    uint32_t depth = tree->depth[node], name = tree->name[node];

    while (path->n >= depth)
        path->open[path->name[path->n--]]--;
    path->name[++path->n] = name;
    return path->open[name]++ == 0;
}

#endif
