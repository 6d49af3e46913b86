/*
 * layout_flame.c - from a tree to the boxes of a flame or icicle graph; docs/layout.md states the
 * rules. One pass in pre-order: what is too narrow is jumped over by end[], so the cost follows
 * what is drawn.
 *
 *     node   depth  total  self      start  x
 *     all    0      100    0         0      [..............................]
 *     main   1      100    0         0      [..............................]
 *     foo    2      90     30        0      [...........................]       children from the
 *     bar    3      60     60        0      [..................]                left edge, own
 * value cold   2      10     10        90                                  [..]   at the right end
 */
#include <stdlib.h>

#include "base/number.h"
#include "base/text.h"
#include "model/quality.h"
#include "render/flame_words.h"
#include "render/furniture.h"
#include "render/measure.h"
#include "themes/theme.h"

#define MILLION      INT64_C(1000000)
#define MIN_WIDTH_PX 100
#define MAX_WIDTH_PX 100000
#define MAX_ROW_PX   1000
#define MAX_ROWS     UINT32_C(65535)
#define LABEL_ROW_PX 14           /* lower rows have no labels */
#define LABEL_BOX    (22 * FR_PX) /* narrower boxes hold no two characters and an ellipsis */
#define LABEL_RIGHT  (2 * FR_PX)  /* from the label to the right edge, at least */
#define STALE        INT32_MIN
#define NO_FILL      UINT8_MAX

_Static_assert(FR_N_CLASSES *FR_STEPS <= FR_MAX_PALETTE, "the palette holds all fills");

/* A drawn node whose children are being placed. */
typedef struct open_box {
    int64_t next; /* where its next child starts, in value units */
    int32_t x;    /* the same on the picture; STALE: not computed since something was skipped */
    uint32_t box;
} open_box;

typedef struct layout {
    const fr_tree *tree;
    const fr_theme *theme;
    const fr_flame_options *opt;
    fr_scene *scene;
    const int64_t *self, *total; /* of the drawn column */
    int64_t root_total;
    int64_t min_total;  /* nodes with less are not drawn */
    int32_t plot;       /* width for the root */
    uint32_t n_rows;    /* at most */
    uint32_t deepest;   /* row drawn */
    open_box *open;     /* by row */
    const char **names; /* copies in the scene, by name id; NULL: not copied yet */
    uint8_t fill_of[FR_N_CLASSES][FR_STEPS];
    bool has_class[FR_N_CLASSES];
    fr_undrawn narrow, deep;
} layout;

/* Half of the threshold, so that rounding never leaves a drawn box without its children. */
double fr_flame_min_share(const fr_flame_options *opt)
{
    double share = (double)opt->minwidth_millionths / MILLION / 2;

    return opt->minwidth_percent ? share / 100 : share / opt->width_px;
}

/* ---- from values to positions ---- */

/* The position of `value` units from the root's left edge: the one function that rounds. */
static int32_t edge_of(const layout *l, int64_t value)
{
    fr_i128 twice = (fr_i128)value * l->plot * 2 + l->root_total;
    return FR_MARGIN + (int32_t)(twice / ((fr_i128)l->root_total * 2));
}

/* The smallest total that is drawn: total * plot >= minwidth * root, exactly; 1 at least. */
static int64_t smallest_total(const layout *l)
{
    fr_i128 whole = l->opt->minwidth_percent ? l->scene->whole : l->root_total;
    fr_i128 parts = l->opt->minwidth_percent ? 100 * MILLION : l->plot / FR_PX * MILLION;
    fr_i128 least = (whole * l->opt->minwidth_millionths + parts - 1) / parts;

    if (l->opt->minwidth_millionths <= 0 || least < 1)
        return 1;
    return least > INT64_MAX ? INT64_MAX : (int64_t)least;
}

/* ---- colour ---- */

static uint32_t fill_for(layout *l, fr_class c, uint32_t step)
{
    fr_theme_fill fill;

    if (l->fill_of[c][step] == NO_FILL) {
        fill = fr_theme_fill_of(l->theme, c, step);
        l->fill_of[c][step] = (uint8_t)fr_scene_fill(
            l->scene, (fr_fill){fill.light, fill.dark, fill.ink_light, fill.ink_dark});
    }
    return l->fill_of[c][step];
}

static uint8_t fill_of_node(layout *l, uint32_t node)
{
    fr_bytes name = fr_node_name(l->tree, node);
    fr_class c = fr_class_of(name, (fr_kind)l->tree->kind[node], node == 0);

    l->has_class[c] = true;
    return (uint8_t)fill_for(l, c, node == 0 ? 0 : fr_name_step(name));
}

/* ---- boxes ---- */

static const char *name_of(layout *l, uint32_t node)
{
    const char **name = &l->names[l->tree->name[node]];

    if (!*name)
        *name = fr_scene_keep(l->scene, fr_node_name(l->tree, node));
    return *name;
}

static const char *label_of(layout *l, const fr_box *box, const char *text)
{
    int32_t width = fr_box_painted_width(box);
    fr_bytes whole = fr_bytes_of(text), cut;

    if (width < LABEL_BOX || l->opt->row_height_px < LABEL_ROW_PX)
        return NULL;
    cut = fr_label_cut(&l->scene->text, whole, FR_LABEL_SIZE, width - FR_LABEL_PAD - LABEL_RIGHT,
                       l->opt->truncate);
    if (!cut.at)
        return NULL;
    return cut.at == whole.at && cut.len == whole.len ? text : fr_scene_keep(l->scene, cut);
}

/* Draws `node`, whose left edge is where `parent` has come to, and opens it for its children. */
static void draw_node(layout *l, uint32_t node, open_box *parent)
{
    uint32_t row = l->tree->depth[node], index = (uint32_t)l->scene->n_boxes;
    int64_t end = parent->next + l->total[node];
    fr_box box = {.start = parent->next,
                  .total = l->total[node],
                  .self = l->self[node],
                  .name = name_of(l, node),
                  .parent = parent->box,
                  .x0 = parent->x == STALE ? edge_of(l, parent->next) : parent->x,
                  .x1 = edge_of(l, end),
                  .row = (uint16_t)row,
                  .fill = fill_of_node(l, node),
                  .kind = l->tree->kind[node]};

    box.label = label_of(l, &box, node ? box.name : fr_flame_root_label(l->scene, l->tree));
    fr_scene_add_box(l->scene, &box);
    l->open[row] = (open_box){box.start, box.x0, index};
    parent->next = end;
    parent->x = box.x1;
    if (row > l->deepest)
        l->deepest = row;
}

/* Counts `node` and what is on it as not drawn, and leaves its room empty. */
static void skip_node(layout *l, uint32_t node, open_box *parent, fr_undrawn *why)
{
    why->value += l->total[node];
    why->n += l->tree->end[node] - node;
    parent->next += l->total[node];
    parent->x = STALE;
    if (l->scene->n_boxes > parent->box)
        l->scene->boxes[parent->box].n_hidden++;
}

static void place_boxes(layout *l)
{
    open_box ground = {0, FR_MARGIN, 0};
    uint32_t node = 1;

    draw_node(l, 0, &ground);
    while (node < l->tree->n && !l->scene->failed) {
        uint32_t row = l->tree->depth[node];
        open_box *parent = &l->open[row - 1];
        if (row < l->n_rows && l->total[node] >= l->min_total) {
            draw_node(l, node, parent);
            node++;
        } else {
            skip_node(l, node, parent, row < l->n_rows ? &l->narrow : &l->deep);
            node = l->tree->end[node];
        }
    }
}

/* Rows go up from the bottom in a flame graph and down from the top in an icicle graph; the px
 * between two rows stands over the lower one. */
static void stack_rows(layout *l, int32_t top, int32_t bottom)
{
    int32_t pitch = (int32_t)l->opt->row_height_px * FR_PX, gap = pitch > 2 * FR_PX ? FR_PX : 0;

    for (size_t i = 0; i < l->scene->n_boxes; i++) {
        fr_box *box = &l->scene->boxes[i];
        box->h = pitch - gap;
        box->y = l->opt->icicle ? top + box->row * pitch : bottom - box->row * pitch - box->h;
    }
}

/* ---- furniture ---- */

static size_t legend_of(layout *l, fr_legend_entry legend[FR_N_CLASSES])
{
    size_t n = 0;

    for (unsigned c = 0; c < FR_N_CLASSES; c++)
        if (l->has_class[c] && c != FR_CLASS_ROOT)
            legend[n++] =
                (fr_legend_entry){fill_for(l, (fr_class)c, 0), fr_class_title((fr_class)c)};
    return n;
}

/* Text from outside, made printable; `other` where there is none. */
static const char *given(fr_scene *scene, const char *text, const char *other)
{
    fr_bytes clean = fr_text_repair(&scene->text, fr_bytes_of(text ? text : other), FR_TEXT_RAW);

    if (!clean.at)
        scene->failed = true;
    return fr_scene_keep(scene, clean);
}

/* Header, boxes, axis and foot from top to bottom; the height follows from the rows drawn. */
static void furnish(layout *l)
{
    const fr_flame_options *opt = l->opt;
    fr_scene *s = l->scene;
    fr_legend_entry legend[FR_N_CLASSES];
    int32_t rows = (int32_t)((l->deepest + 1) * opt->row_height_px * FR_PX);
    const char *subtitle = opt->subtitle ? opt->subtitle : fr_flame_subtitle(s, l->tree);
    int32_t top;

    s->view.title = given(s, opt->title, fr_flame_title(s->what));
    s->view.subtitle =
        fr_furnish_caution(s, given(s, subtitle, ""), fr_quality_sentence(&l->tree->meta));
    s->view.notes = given(s, opt->notes, "");
    top = fr_furnish_header(s, s->view.title, s->view.subtitle);
    top += opt->icicle ? FR_AXIS_ABOVE : 0;
    stack_rows(l, top, top + rows);
    fr_furnish_axis(s, opt->icicle ? top : top + rows, opt->icicle, l->root_total, s->whole);
    s->height = fr_furnish_foot(
        s, top + rows + (opt->icicle ? 4 * FR_PX : FR_AXIS_BELOW), legend, legend_of(l, legend),
        fr_flame_statement(s, l->tree, opt, l->narrow, l->deep), s->view.notes);
    s->description = fr_flame_description(s, l->tree);
}

/* ---- the whole ---- */

static bool check_options(const fr_flame_options *opt, fr_error *err)
{
    if (opt->width_px < MIN_WIDTH_PX || opt->width_px > MAX_WIDTH_PX)
        return fr_fail(err, FR_E_USAGE, 0, 0, "the width is %u px, expected %d to %d",
                       (unsigned)opt->width_px, MIN_WIDTH_PX, MAX_WIDTH_PX);
    if (opt->row_height_px < 1 || opt->row_height_px > MAX_ROW_PX)
        return fr_fail(err, FR_E_USAGE, 0, 0, "the height of a row is %u px, expected 1 to %d",
                       (unsigned)opt->row_height_px, MAX_ROW_PX);
    if (opt->max_depth < 1 || opt->max_depth > MAX_ROWS)
        return fr_fail(err, FR_E_USAGE, 0, 0, "%u rows asked for, expected 1 to %u",
                       (unsigned)opt->max_depth, (unsigned)MAX_ROWS);
    return true;
}

static fr_tokens tokens_of(const fr_theme_tokens *t)
{
    return (fr_tokens){.ground = {t->ground[0], t->ground[1]},
                       .ink = {t->ink[0], t->ink[1]},
                       .muted = {t->muted[0], t->muted[1]},
                       .hairline = {t->hairline[0], t->hairline[1]}};
}

static void describe_scene(layout *l)
{
    const fr_tree *tree = l->tree;
    fr_scene *s = l->scene;
    fr_theme_tokens tokens = fr_theme_tokens_of(l->theme);

    s->what = tree->callers ? "callers" : l->opt->icicle ? "icicle" : "flame";
    s->own_title = tree->callers ? "outermost" : "self";
    s->scheme = l->opt->scheme;
    s->tokens = tokens_of(&tokens);
    s->font_family = given(s, tokens.font_family, "");
    s->width = (int32_t)l->opt->width_px * FR_PX;
    s->radius = 15;
    s->whole = tree->reference[tree->column];
    if (s->whole < l->root_total)
        s->whole = l->root_total;
    s->unit = given(s, l->opt->countname, tree->unit[tree->column]);
    s->decimals = tree->decimals[tree->column];
    l->plot = s->width - 2 * FR_MARGIN;
    l->min_total = smallest_total(l);
}

/* What a viewer needs to do the same again. */
static void describe_view(layout *l)
{
    const fr_flame_options *opt = l->opt;
    fr_scene_view *view = &l->scene->view;

    view->zooms = true;
    view->sort = l->tree->sort;
    view->truncate = opt->truncate;
    view->column = l->tree->column;
    view->row_height_px = opt->row_height_px;
    view->max_depth = opt->max_depth;
    view->minwidth_millionths = opt->minwidth_millionths;
    view->minwidth_percent = opt->minwidth_percent;
    for (uint32_t i = 0; i < FR_N_CLASSES * FR_STEPS; i++) {
        fr_theme_fill fill = fr_theme_fill_of(l->theme, (fr_class)(i / FR_STEPS), i % FR_STEPS);
        view->palette[i] = (fr_fill){fill.light, fill.dark, fill.ink_light, fill.ink_dark};
    }
}

/* Lays out into l->scene; the arrays of `l` are the caller's. */
static bool lay_out(layout *l, fr_error *err)
{
    l->open = calloc(l->n_rows, sizeof *l->open);
    l->names = calloc((size_t)fr_names_count(l->tree->names) + 1, sizeof *l->names);
    l->scene = fr_scene_new();
    if (!l->open || !l->names || !l->scene)
        return fr_fail_memory(err);
    describe_scene(l);
    describe_view(l);
    place_boxes(l);
    if (!l->scene->failed)
        furnish(l);
    l->scene->undrawn = l->narrow.value + l->deep.value;
    l->scene->n_undrawn = l->tree->whole ? l->narrow.n + l->deep.n : FR_UNKNOWN_COUNT;
    return !l->scene->failed || fr_fail_memory(err);
}

fr_scene *fr_scene_flame(const fr_tree *tree, const fr_theme *theme, const fr_flame_options *opt,
                         fr_error *err)
{
    fr_flame_options defaults = FR_FLAME_DEFAULTS;
    layout l = {.tree = tree, .theme = theme};
    bool good;
    l.opt = opt ? opt : &defaults;
    l.self = tree->self[tree->column];
    l.total = tree->total[tree->column];
    l.root_total = l.total[0];
    l.n_rows = l.opt->max_depth;
    memset(l.fill_of, NO_FILL, sizeof l.fill_of);
    if (!check_options(l.opt, err))
        return NULL;
    if (l.root_total <= 0) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "nothing to draw: the sum of all values is 0");
        return NULL;
    }
    good = lay_out(&l, err);
    free(l.open);
    free(l.names);
    if (good)
        return l.scene;
    fr_scene_free(l.scene);
    return NULL;
}
