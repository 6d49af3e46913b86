/*
 * flame_words.h - the sentences of a flame graph: what it shows, what it means, what it omits.
 *
 *     6 826 samples of cpu-clock in 68.9 s of recording · width is their share · recursion folded
 *     3 262 boxes drawn · 28.6 % of the samples are in 1 982 frames narrower than 0.1 px
 *     Flame graph of 6 826 samples of cpu-clock. Largest own shares: foo 12.3 %, bar 8.1 %.
 *
 * Every sentence lives in the scene, whose `whole`, `unit` and `decimals` are set before.
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

/* False with FR_E_USAGE where fr_flame_options.least_whole does not fit 63 bits. */
bool fr_flame_check_whole(const fr_tree *tree, const fr_flame_options *opt, fr_error *err);
/* Returns what shares refer to: `whole`, the sum of what is drawn, or fr_flame_options.least_whole, whichever is
 * most. */
int64_t fr_flame_whole(const fr_tree *tree, const fr_flame_options *opt, int64_t whole);
#define FR_CHART_TITLE "What ran when"

/* Returns what to look at (model/report/highlights.h); of a chart FR_CHART_TITLE, or the thread that runs most. */
const char *fr_flame_title(fr_scene *scene, const fr_tree *tree);
/* Returns what people call the values: "the time". */
const char *fr_flame_what(const fr_tree *tree);
const char *fr_flame_subtitle(fr_scene *scene, const fr_tree *tree);
/* The name of a group: of a module without its folders, unless two are called so; or the value of a label. */
fr_bytes fr_flame_group(const fr_colouring *colouring, const fr_groups *groups, uint32_t group);
/* Returns the words in the legend: "libc.so.6 12.1 %", "7 other modules". */
const char *fr_flame_group_title(fr_scene *scene, const fr_colouring *colouring,
                                 const fr_groups *groups, uint32_t group);
/* "26 frames, 3.1 %": of a box that stands for narrow frames. */
const char *fr_flame_rest_label(fr_scene *scene, const fr_box *box);
/* The root's label: "all", with its share where it is not the whole. */
const char *fr_flame_root_label(fr_scene *scene, const fr_tree *tree);
/* " of the time is", " of the samples are"; " is" of a differential, whose widths are made of both sides. */
const char *fr_flame_of(fr_scene *scene);
/* "3 262 boxes drawn · 28.6 % of the samples are in 1 982 frames narrower than 0.1 px"; `counted` where the
 * number of nodes is known. */
void fr_flame_put_drawn(fr_output *out, const fr_scene *scene, bool counted,
                        const fr_flame_options *opt, fr_undrawn narrow, fr_undrawn deep);
const char *fr_flame_statement(fr_scene *scene, const fr_tree *tree, const fr_flame_options *opt,
                               fr_undrawn narrow, fr_undrawn deep);
/* One or two sentences for those who don't see the picture; own shares are sums over all nodes of a
 * name, drawn or not. */
const char *fr_flame_description(fr_scene *scene, const fr_tree *tree);

#endif
