/*
 * nflxprofile.h - what the files of this folder share: the message, and its nodes.
 */
#ifndef FR_FORMATS_NFLXPROFILE_H
#define FR_FORMATS_NFLXPROFILE_H

#include "formats/id_map.h"
#include "formats/list.h"
#include "formats/pprof/wire.h"

/* Fields of Profile. */
enum {
    FR_NFLX_SAMPLES = 3,
    FR_NFLX_DELTAS = 4,
    FR_NFLX_NODES = 5,
    FR_NFLX_PARAMS = 8,
    FR_NFLX_CPUS = 9,
    FR_NFLX_PIDS = 10,
    FR_NFLX_TIDS = 11,
    FR_NFLX_VALUES = 12,
    FR_NFLX_N_LISTS
};

typedef struct fr_nflx_node {
    fr_bytes message;
    uint64_t id, parent; /* 0: none */
    uint32_t stack;      /* once it is placed */
    bool placed;
} fr_nflx_node;

typedef struct fr_nflx {
    fr_builder *b;
    fr_bytes all;
    fr_held held;
    fr_list nodes; /* fr_nflx_node */
    /* uint64_t: of each sample; the deltas in the bits of a double */
    fr_list lists[FR_NFLX_N_LISTS];
    fr_list way;   /* uint32_t: places of nodes, the innermost first */
    fr_id_map ids; /* places in `nodes` */
    double start, end;
    bool own_stacks, has_parents;
    uint32_t column;
} fr_nflx;

/* The next field; false at the end, and after a failure, which is the builder's. */
bool fr_nflx_next(fr_nflx *r, fr_wire *w, fr_wire_field *field);
/* Numbers, packed or one by one, added to a list of uint64_t. */
void fr_nflx_add_numbers(fr_nflx *r, const fr_wire_field *field, fr_list *to);
/* After all fields: nodes by their ids, and who calls whom. */
void fr_nflx_index_nodes(fr_nflx *r);
/* The builder's stack of a node, for a sample of it. */
uint32_t fr_nflx_stack(fr_nflx *r, uint64_t id);

#endif
