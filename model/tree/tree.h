/*
 * tree.h - the stack table frozen for reading, in pre-order columns.
 *
 *     node  depth  end  total   self
 *     0     0      5    100     0      (root)
 *     1     1      5    100     0      main
 *     2     2      4    90      30     foo
 *     3     3      4    60      60     bar
 *     4     2      5    10      10     foo.cold
 *
 * Children of i: for (c = i + 1; c < end[i]; c = end[c]). What makes two frames one is the
 * projection: by default the name alone; a node's kind is then the majority of its value.
 */
#ifndef FR_MODEL_TREE_H
#define FR_MODEL_TREE_H

#include "base/number.h"
#include "model/tree/groups.h"

struct fr_tree {
    fr_names *names;
    uint32_t n, cap;
    uint32_t n_columns;
    uint32_t column; /* the one that pictures draw */
    bool lone;       /* no other column is here: their self and total are NULL */
    uint32_t *parent, *end, *depth;
    uint32_t *name;   /* id of the node's name */
    uint8_t *kind;    /* fr_kind by majority of value */
    uint8_t *group;   /* by majority of value (model/tree/groups.h); NULL: not asked for */
    fr_groups groups; /* their names and totals, without members */
    int64_t *self[FR_MAX_COLUMNS], *total[FR_MAX_COLUMNS];
    int64_t reference[FR_MAX_COLUMNS]; /* what shares refer to */
    char *column_name[FR_MAX_COLUMNS], *unit[FR_MAX_COLUMNS];
    uint32_t decimals[FR_MAX_COLUMNS];
    bool counted[FR_MAX_COLUMNS];
    /* where nodes begin in a chart; NULL: behind their siblings */
    int64_t *start;
    size_t
        n_hidden; /* samples of a chart that have no width: the next one of their thread has their time */
    bool in_time; /* a chart whose values are ns of the recording: the root's children are lanes */
    bool waits;   /* ... and in which boxes are waits */
    fr_sort sort; /* of siblings */
    bool callers; /* merged from the leaves */
    bool whole;   /* every node of the profile is here (not so where a threshold was set) */
    /* own values of `column` in the whole profile, by name id; NULL: those of the nodes */
    int64_t *own;
    fr_meta meta;
};

/* The name of a node; "" for the root. */
fr_bytes fr_node_name(const fr_tree *tree, uint32_t node);

/* ---- what builders of trees share ---- */

/* Room for `cap` nodes in every column; false when memory ran out. */
bool fr_tree_reserve(fr_tree *tree, uint32_t cap);
/* Returns true if the tree has self and total of a column. */
bool fr_tree_has_values(const fr_tree *tree, uint32_t k);
void fr_tree_close_ends(fr_tree *tree); /* Fills end[] from parent[]. */
/* The weight of a stack's own value where the kind, or the group, of most value decides: the sum of all columns. */
fr_u128 fr_stack_weight(const fr_profile *profile, uint32_t stack);
/* The choice of n that has most votes; the lower one on a tie. */
uint8_t fr_most_voted(const fr_u128 *votes, uint8_t n);
/* Fills an empty tree, whose columns are described, from the leaves: who calls what is hot (callers.c). A node below
 * opt->min_share gets no children; tree->whole is true where none of these nodes would have had any. */
bool fr_callers_build(fr_tree *tree, const fr_profile *profile, const fr_tree_options *opt,
                      fr_error *err);

#endif
