/*
 * json_nest.h - a walk over nodes that hold their children, as deep as stacks are, without recursion.
 *
 *     {"id": 1, "children": [{"id": 2, "children": []}, {"id": 3, "children": []}]}        1, 2, 3
 *
 *     fr_json_nest nest = fr_json_nest_of(&root, "children");
 *     while ((node = fr_json_nest_next(&nest)))
 *         *fr_json_nest_own(&nest) = fr_builder_push(b, fr_json_nest_caller(&nest), frame_of(node));
 *     fr_json_nest_reset(&nest);
 */
#ifndef FR_FORMATS_JSON_NEST_H
#define FR_FORMATS_JSON_NEST_H

#include "formats/json.h"

typedef struct fr_json_nest {
    const fr_json *root;
    const char *key;                    /* of the list of children, which each node has */
    struct fr_json_nest_level **levels; /* from the root to the node */
    size_t depth, cap, made;
} fr_json_nest;

fr_json_nest fr_json_nest_of(const fr_json *root, const char *key);
void fr_json_nest_reset(fr_json_nest *nest);
/* The next node, callers first; NULL at the end, and after an error, which sticks in the document. The node is valid
 * until the walk leaves its children. */
const fr_json *fr_json_nest_next(fr_json_nest *nest);
/* A number that the caller keeps with the node, its stack: 0 until it is set. */
uint32_t *fr_json_nest_own(fr_json_nest *nest);
/* Returns the stack of the node that holds it; 0 for the root. */
uint32_t fr_json_nest_caller(const fr_json_nest *nest);

#endif
