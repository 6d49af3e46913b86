/*
 * tree_boxes.c - places boxes in one pass in pre-order. It jumps by end[] over what is too narrow, so the cost
 * follows what is drawn. The callbacks of a layout paint each box.
 *
 *     node   depth  total  self      start  x
 *     all    0      100    0         0      [..............................]
 *     main   1      100    0         0      [..............................]
 *     foo    2      90     30        0      [...........................]       children from the
 *     bar    3      60     60        0      [..................]                left edge, own
 *     cold   2      10     10        90                                  [..]   value at the right
 *
 * Children that are each too narrow to draw stand together behind the others, as one box if they reach the
 * threshold together; what is on them is a box on that one:
 *
 *     [run                      ]        a, b and 7 narrow ones
 *     [a     ][b  ][7 frames]
 */
#include "render/layout/tree_boxes.h"

#include <stdlib.h>

#include "base/number.h"

#define MILLION   INT64_C(1000000)
#define LABEL_BOX (22 * FR_PX) /* narrower boxes hold no two characters and an ellipsis */

/* A drawn node whose children are being placed. */
struct fr_open_box {
    int64_t next; /* where its next child starts, in value units */
    int32_t x;    /* the same on the picture */
    uint32_t box, node;
    int64_t narrow; /* total of its children that are too narrow */
};

typedef struct fr_open_box open_box;

/* Half of the threshold, so that rounding never leaves a drawn box without its children. */
double fr_flame_min_share(const fr_flame_options *opt)
{
    double share = (double)opt->minwidth_millionths / MILLION / 2;

    return opt->minwidth_percent ? share / 100 : share / opt->width_px;
}

/* ---- from values to positions ---- */

/* The position of `value` units from the root's left edge: the one function that rounds. */
static int32_t edge_of(const fr_tree_boxes *t, int64_t value)
{
    fr_i128 twice = (fr_i128)value * t->plot * 2 + t->whole;
    return FR_MARGIN + (int32_t)(twice / ((fr_i128)t->whole * 2));
}

/* The smallest total that is drawn: total * plot >= minwidth * root, exactly; 1 at least. */
static int64_t smallest_total(const fr_tree_boxes *t)
{
    fr_i128 whole = t->opt->minwidth_percent ? t->scene->whole : t->whole;
    fr_i128 parts = t->opt->minwidth_percent ? 100 * MILLION : t->plot / FR_PX * MILLION;
    fr_i128 least = (whole * t->opt->minwidth_millionths + parts - 1) / parts;

    if (t->opt->minwidth_millionths <= 0 || least < 1)
        return 1;
    return least > INT64_MAX ? INT64_MAX : (int64_t)least;
}

/* ---- boxes ---- */

const char *fr_tree_boxes_name(fr_tree_boxes *t, uint32_t node)
{
    const char **name = &t->names[t->tree->name[node]];

    if (!*name)
        *name = fr_scene_keep(t->scene, fr_node_name(t->tree, node));
    return *name;
}

static bool has_labels(const fr_tree_boxes *t)
{
    return fr_row_holds_labels((int32_t)t->opt->row_height_px, t->scene->label_size);
}

const char *fr_tree_boxes_label(fr_tree_boxes *t, const fr_box *box, const char *text, int32_t used)
{
    int32_t width = fr_box_painted_width(box);
    int32_t room = width - FR_LABEL_PAD - FR_LABEL_RIGHT - used;

    if (width < LABEL_BOX || !has_labels(t))
        return NULL;
    fr_bytes label =
        fr_labels_fit(&t->labels, &t->scene->text, text, t->scene->label_size, room, t->opt);
    if (!label.at)
        return NULL;
    return label.at == text && !text[label.len] ? text : fr_scene_keep(t->scene, label);
}

/* "26 frames, 3.1 %", or without the share, which a differential has two of. */
static const char *label_rest(fr_tree_boxes *t, const fr_box *box)
{
    int32_t width = fr_box_painted_width(box);
    int32_t room = width - FR_LABEL_PAD - FR_LABEL_RIGHT;

    if (width < LABEL_BOX || !has_labels(t))
        return NULL;
    const char *label = t->scene->sides ? box->name : fr_flame_rest_label(t->scene, box);
    if (fr_text_width(fr_bytes_of(label), t->scene->label_size, false) > room)
        label = box->name;
    return fr_text_width(fr_bytes_of(label), t->scene->label_size, false) <= room ? label : NULL;
}

size_t fr_tree_boxes_add_legend(const fr_tree_boxes *t, fr_legend_entry *legend, size_t n)
{
    if (t->rests >= FR_LEGEND_FROM)
        legend[n++] =
            (fr_legend_entry){.fill = t->scene->view.rest_fill, .title = "too narrow to draw"};
    return n;
}

/* Draws `node`, whose left edge is where `parent` has come to, and opens it for its children. */
static void draw_node(fr_tree_boxes *t, uint32_t node, int64_t total, open_box *parent)
{
    uint32_t depth = t->tree->depth[node], row = depth + t->lane;
    uint32_t index = (uint32_t)t->scene->n_boxes;
    int64_t end = parent->next + total;
    fr_box box = {.start = parent->next,
                  .total = total,
                  .self = t->self_of(t->widths, node),
                  .name = fr_tree_boxes_name(t, node),
                  .parent = parent->box,
                  .x0 = parent->x,
                  .x1 = edge_of(t, end),
                  .row = (uint16_t)row,
                  .lane = (uint16_t)t->lane,
                  .kind = t->tree->kind[node]};

    t->paint(t->arg, node, &box);
    fr_scene_add_box(t->scene, &box);
    t->open[depth] = (open_box){.next = box.start, .x = box.x0, .box = index, .node = node};
    t->top = depth;
    parent->next = end;
    parent->x = box.x1;
    if (row > t->deepest)
        t->deepest = row;
}

/* Returns what runs in a lane, which is as wide as the recording is long. */
static int64_t total_in_lane(const fr_tree_boxes *t, uint32_t lane)
{
    const fr_tree *tree = t->tree;
    int64_t total = 0;

    for (uint32_t node = lane + 1; node < tree->end[lane]; node = tree->end[node])
        total += t->total_of(t->widths, node);
    return total;
}

/* Counts `node` and what is on it as not drawn. */
static void skip_node(fr_tree_boxes *t, uint32_t node, int64_t total, open_box *parent)
{
    bool deep =
        t->tree->depth[node] >= t->opt->max_depth || t->tree->depth[node] + t->lane >= FR_MAX_ROWS;
    fr_undrawn *why = deep ? &t->deep : &t->narrow;

    why->value += total;
    why->n += t->tree->end[node] - node;
    parent->narrow += deep ? 0 : total;
    t->scene->boxes[parent->box].n_hidden++;
    t->scene->boxes[parent->box].hidden += total;
}

/* ---- narrow frames ---- */

/* A narrow child and what is on it, up to the last row that is drawn. Of a tree that is not whole only its own
 * row is known. */
static void sum_child(fr_tree_boxes *t, uint32_t child)
{
    const fr_tree *tree = t->tree;
    uint32_t row = tree->depth[child];

    for (uint32_t node = child; node < tree->end[child];) {
        if (tree->depth[node] < t->opt->max_depth) {
            uint32_t level = tree->depth[node] - row;
            fr_narrow *sum = &t->levels[level];

            while (t->n_levels <= level)
                t->levels[t->n_levels++] = (fr_narrow){0};
            sum->total += t->total_of(t->widths, node);
            for (size_t i = 0; i < 2; i++)
                sum->sides[i] += t->sides[i] ? t->sides[i][node] : 0;
            sum->n++;
        }
        node = tree->whole ? node + 1 : tree->end[node];
    }
}

/* Returns the total that the box of a level shows: nothing where that is too narrow still. */
static int64_t shown_total(const fr_tree_boxes *t, uint32_t level)
{
    int64_t total = level < t->n_levels ? t->levels[level].total : 0;

    return total >= t->min_total ? total : 0;
}

/* A box for the levels from `level` on that have the same total. Returns the level after them. */
static uint32_t draw_rest(fr_tree_boxes *t, uint32_t level, const open_box *under, uint32_t row)
{
    fr_narrow frames = t->levels[level];
    uint32_t next = level + 1;

    for (; shown_total(t, next) == frames.total; next++)
        frames.n += t->levels[next].n;
    uint32_t top = row + next - 1;
    char name[FR_NUMBER_MAX];

    strcat(fr_format_grouped(name, frames.n, 0), " frames");
    fr_box box = {.start = under->next,
                  .total = frames.total,
                  .self = frames.total - shown_total(t, next),
                  .name = fr_scene_keep(t->scene, fr_bytes_of(name)),
                  .parent = level ? (uint32_t)t->scene->n_boxes - 1 : under->box,
                  .n_hidden = frames.n,
                  .x0 = under->x,
                  .x1 = edge_of(t, under->next + frames.total),
                  .row = (uint16_t)(row + level),
                  .more_rows = (uint16_t)(next - level - 1),
                  .fill = (uint16_t)t->scene->view.rest_fill,
                  .rest = true};
    box.label = label_rest(t, &box);
    t->rests += box.x1 - box.x0;
    if (t->paint_rest)
        t->paint_rest(t->arg, &frames, &box);
    fr_scene_add_box(t->scene, &box);
    t->scene->n_rests++;
    t->deepest = top > t->deepest ? top : t->deepest;
    return next;
}

/* The children of the uppermost open box are all placed: those that are too narrow follow. */
static void close_box(fr_tree_boxes *t)
{
    uint32_t row = t->top--;
    const open_box *box = &t->open[row];

    if (box->narrow < t->min_total || t->tree->start)
        return;
    const fr_tree *tree = t->tree;

    t->n_levels = 0;
    for (uint32_t child = box->node + 1; child < tree->end[box->node]; child = tree->end[child])
        if (t->total_of(t->widths, child) < t->min_total)
            sum_child(t, child);
    for (uint32_t level = 0; shown_total(t, level) && !t->scene->failed;)
        level = draw_rest(t, level, box, row + 1);
}

/* ---- all boxes ---- */

static void place_boxes(fr_tree_boxes *t)
{
    open_box ground = {.x = FR_MARGIN};
    const fr_tree *tree = t->tree;

    draw_node(t, 0, t->whole, &ground);
    for (uint32_t node = 1; node < tree->n && !t->scene->failed;) {
        int64_t total = t->total_of(t->widths, node);
        uint32_t row = tree->depth[node];
        while (t->top >= row)
            close_box(t);
        open_box *parent = &t->open[row - 1];
        if (tree->in_time && row == 1)
            t->lane = t->deepest;
        if (tree->start) { /* of a chart: what stands before a node stays free */
            parent->next = tree->start[node];
            parent->x = edge_of(t, parent->next);
        }
        if (row < t->opt->max_depth && total >= t->min_total && row + t->lane < FR_MAX_ROWS) {
            draw_node(t, node, total, parent);
            node++;
        } else {
            bool is_lane = tree->in_time && row == 1;
            skip_node(t, node, is_lane ? total_in_lane(t, node) : total, parent);
            node = tree->end[node];
        }
    }
    for (uint32_t n = t->top + 1; n > 0 && !t->scene->failed; n--)
        close_box(t);
}

bool fr_tree_boxes_place(fr_tree_boxes *t, fr_error *err)
{
    fr_scene *s = t->scene;

    t->open = calloc(t->opt->max_depth, sizeof *t->open);
    t->levels = calloc(t->opt->max_depth, sizeof *t->levels);
    t->names = calloc((size_t)fr_names_count(t->tree->names) + 1, sizeof *t->names);
    if (!t->open || !t->levels || !t->names)
        return fr_fail_memory(err);
    t->plot = s->width - 2 * FR_MARGIN;
    t->whole = t->total_of(t->widths, 0);
    t->min_total = smallest_total(t);
    place_boxes(t);
    s->undrawn = t->narrow.value + t->deep.value;
    s->n_undrawn = t->tree->whole ? t->narrow.n + t->deep.n : FR_UNKNOWN_COUNT;
    return !s->failed || fr_fail_memory(err);
}

/* Rows go up from the bottom in a flame graph and down from the top in an icicle graph; the px
 * between two rows stands over the lower one. */
int32_t fr_tree_boxes_stack(fr_tree_boxes *t, int32_t top)
{
    int32_t pitch = (int32_t)t->opt->row_height_px * FR_PX, gap = pitch > 2 * FR_PX ? FR_PX : 0;
    int32_t bottom = top + (int32_t)(t->deepest + 1) * pitch;

    for (size_t i = 0; i < t->scene->n_boxes; i++) {
        fr_box *box = &t->scene->boxes[i];
        box->h = (box->more_rows + 1) * pitch - gap;
        box->y = t->opt->icicle ? top + box->row * pitch : bottom - box->row * pitch - box->h;
    }
    return bottom;
}

bool fr_tree_boxes_furnish(fr_tree_boxes *t, void (*furnish)(void *arg), void *arg, fr_error *err)
{
    if (!t->tree->start && fr_tree_is_still(t))
        return fr_tree_still_furnish(t, furnish, arg, err);
    t->scene->view.zooms = t->scene->view.zooms && !fr_tree_is_still(t);
    furnish(arg);
    return true;
}

void fr_tree_boxes_reset(fr_tree_boxes *t)
{
    free(t->open);
    free(t->levels);
    free(t->names);
    fr_labels_reset(&t->labels);
}
