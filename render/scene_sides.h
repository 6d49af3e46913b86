/*
 * scene_sides.h - what a differential adds to a scene (render/scene.h): amounts on both sides, and how sure they are.
 *
 *     fr_sides          both profiles, what shares and the ramp refer to
 *       boxes[i]        the change of box i of the scene
 *       nodes[]         of every node, drawn or not, for the viewer
 *       functions[]     of every function, for the table of the page
 */
#ifndef FR_RENDER_SCENE_SIDES_H
#define FR_RENDER_SCENE_SIDES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flamerender.h"

/* The names of fr_width_of: "mean", "new", "base", "max", "delta". */
extern const char *const fr_width_names[5];

/* An amount on both sides of a differential. Points are percentage points of the whole, in
 * thousandths. */
typedef struct fr_change {
    int64_t base, new_;   /* as measured */
    int32_t points;       /* against a frame that did not change: what colours tell */
    int32_t share_points; /* new share - base share */
    int32_t error;        /* half width of the 95 % interval of points; 0: not known */
    int32_t ratio; /* hundredths: new per base, over that of a frame that did not change; 0: none */
    uint8_t verdict; /* fr_verdict of diff/diff_types.h */
    bool seen;       /* shown in colour, with its sign */
} fr_change;

/* The facts that a differential adds to a box. */
typedef struct fr_box_change {
    fr_change total, self;
    uint16_t total_fill, self_fill; /* index into fills, coloured by either */
    bool passes_on;                 /* one child has most of the change: total_fill is paler */
} fr_box_change;

/* A node, drawn or not, for a viewer that draws it in another width or zoomed. */
typedef struct fr_side_node {
    const char *name; /* lives as long as the scene */
    uint32_t row;
    uint8_t kind; /* fr_kind */
    fr_box_change change;
} fr_side_node;

/* A function, all of its frames together. */
typedef struct fr_side_function {
    const char *name;
    fr_change total, self;
    uint16_t fill; /* by the change of self */
} fr_side_function;

/* The facts that a differential adds to a scene, whose boxes then have widths as values, in units of their own:
 * what was measured is here. */
typedef struct fr_sides {
    const char *base_name, *new_name;
    int64_t base_whole, new_whole; /* what shares refer to */
    fr_width_of width_of;
    bool by_self;         /* colours tell of self */
    bool callers;         /* merged from the leaves: own code is what the innermost boxes are */
    fr_box_change *boxes; /* of each box */
    size_t n_boxes, cap;
    fr_side_node *nodes; /* all of the tree, in pre-order; NULL: too many for a viewer */
    size_t n_nodes;
    fr_side_function *functions; /* what changed first, then the largest own change */
    size_t n_functions, n_all_functions;
    int64_t one_profile; /* width of MAX and DELTA that is a profile; 0: widths are shares */
    int64_t factor_ppm;  /* new per base of a frame that did not change, in millionths */
    const char *changed; /* "7 of 312 functions changed (of these about 1 by chance)" */
    int32_t most[2]; /* thousandths of a point that the ramp's ends stand for: of total, of self */
    const char *ramp[4];        /* titles of the ramp's ends: of total, of self */
    const char *width_words[5]; /* of every fr_width_of, in the subtitle */
    const char *self_words;     /* in the subtitle where colours tell of self */
    const char *root_label;
    const char *points_unit; /* behind points: " pp"; of ranges "/s" or " CPUs" */
    int64_t rate_milli;      /* of ranges: what 100 points are, in thousandths of that; else 0 */
} fr_sides;

#endif
