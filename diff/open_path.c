/* open_path.c - room for the deepest path. */
#include "diff/open_path.h"

#include <stdlib.h>

static uint32_t deepest(const fr_tree *tree)
{
    uint32_t depth = 0;

    for (uint32_t i = 0; i < tree->n; i++)
        depth = tree->depth[i] > depth ? tree->depth[i] : depth;
    return depth;
}

bool fr_open_path_init(fr_open_path *path, const fr_tree *tree)
{
    *path = (fr_open_path){0};
    path->name = calloc((size_t)deepest(tree) + 1, sizeof *path->name);
    path->open = calloc((size_t)fr_names_count(tree->names) + 1, sizeof *path->open);
    return path->name && path->open;
}

void fr_open_path_reset(fr_open_path *path)
{
    free(path->name);
    free(path->open);
    *path = (fr_open_path){0};
}
