/*
 * flame_words.h - the sentences of a flame graph, its labels, and those that a differential says, too. All live in the
 * scene, whose `whole`, `unit` and `decimals` are set before; where memory runs out, the scene fails.
 */
#ifndef FR_RENDER_FLAME_WORDS_H
#define FR_RENDER_FLAME_WORDS_H

#include "model/tree/tree.h"
#include "render/scene.h"

/* The nodes that a layout did not draw, by reason: topmost nodes' totals and all nodes in them. */
typedef struct fr_undrawn {
    int64_t value;
    uint64_t n;
} fr_undrawn;

/* Says what to look at (model/report/highlights.c); of a chart FR_CHART_TITLE, or the thread that runs most. */
const char *fr_flame_title(fr_scene *scene, const fr_tree *tree);
/* Returns what people call the values: "the time". It does not live in the scene. */
const char *fr_flame_what(const fr_tree *tree);
/* "6 826 samples of cpu-clock in 68.9 s of recording · width is their share · recursion folded" */
const char *fr_flame_subtitle(fr_scene *scene, const fr_tree *tree);
/* "all", with its share where it is not the whole: "all · 41.2 % of the whole". */
const char *fr_flame_root_label(fr_scene *scene, const fr_tree *tree);
/* fr_flame_put_drawn() of a tree. */
const char *fr_flame_statement(fr_scene *scene, const fr_tree *tree, const fr_flame_options *opt,
                               fr_undrawn narrow, fr_undrawn deep);
/* One or two sentences for those who don't see the picture; own shares are sums over all nodes of a name, drawn or
 * not. */
const char *fr_flame_description(fr_scene *scene, const fr_tree *tree);

/* The name of a group: of a module without its folders, unless two are called so; or the value of a label. */
fr_bytes fr_flame_group(const fr_colouring *colouring, const fr_groups *groups, uint32_t group);
/* Returns the words in the legend: "libc.so.6 12.1 %", "7 other modules". */
const char *fr_flame_group_title(fr_scene *scene, const fr_colouring *colouring,
                                 const fr_groups *groups, uint32_t group);
/* "26 frames, 3.1 %": of a box that stands for narrow frames. */
const char *fr_flame_rest_label(fr_scene *scene, const fr_box *box);
/* " of the time is", " of the samples are"; " is" of a differential, whose widths are made of both sides. */
const char *fr_flame_of(fr_scene *scene);
/* "3 262 boxes drawn · 28.6 % of the samples are in 1 982 frames narrower than 0.1 px"; `counted` where the
 * number of nodes is known; shares are of `whole`. */
void fr_flame_put_drawn(fr_output *out, const fr_scene *scene, int64_t whole, bool counted,
                        const fr_flame_options *opt, fr_undrawn narrow, fr_undrawn deep);

#endif
