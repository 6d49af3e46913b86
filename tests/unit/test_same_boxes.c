/*
 * test_same_boxes.c - one layout: scene-json, SVG, HTML, PNG, PDF and a terminal show the same boxes, at the same
 * places, in the same colours, and nothing else; flame graphs, differentials and heatmaps of random
 * profiles.
 *
 * scene-json is what the others are held against. SVG and HTML must paint exactly its boxes, as
 * wide as fr_box_painted_width() says, the ground, and (SVG) the legend's squares; a box after the
 * one that it stands in. In a PNG every pixel in and around the boxes is compared whose colour
 * follows from the boxes alone: not edges that cut a pixel, rounded corners and labels. A PDF has them as rectangles in
 * their order, with marks between; a terminal has them in cells whose edges are eighths of a column.
 */
#include "canvas.h"
#include "generate.h"
#include "heat_fixture.h"
#include "pdf_page.h"
#include "render/term/term.h"
#include "rounds.h"
#include "screen.h"
#include "shapes.h"

#define LEAST_OF_PAGE 5  /* tenths of a px: a page omits narrower boxes */
#define CORNER        15 /* radius at most, in tenths of a px */
#define LABEL_TOP     20 /* no label reaches higher in its box, */
#define LABEL_RIGHT   20 /* or farther to the right: this is free */
#define LABEL_LEFT    30
#define ROUND_FROM    40 /* narrower boxes have sharp corners */

/* ---- writing */

static text written_as(const fr_scene *scene, const char *format, const fr_write_options *opt)
{
    fr_output *out = fr_output_memory();
    fr_error err = {0};
    text copy = {0};
    const char *bytes;

    assert_non_null(out);
    fr_scene_write(scene, format, opt, out);
    bytes = fr_output_bytes(out, &copy.len);
    if (bytes) {
        copy.at = malloc(copy.len + 1);
        assert_non_null(copy.at);
        memcpy(copy.at, bytes, copy.len + 1);
    }
    if (!fr_output_close(out, &err))
        fail_msg("%s: %s", format, err.text);
    return copy;
}

/* The picture as it is without any script. */
static text written_svg(const fr_scene *scene)
{
    fr_write_options opt = FR_WRITE_DEFAULTS;
    return written_as(scene, "svg", &opt);
}

static canvas drawn_png(const fr_scene *scene, uint32_t percent)
{
    fr_write_options opt = FR_WRITE_DEFAULTS;
    opt.scale_percent = percent;
    text bytes = written_as(scene, "png", &opt);
    canvas c = canvas_of_png(bytes.at, bytes.len);
    free(bytes.at);
    return c;
}

static picture parsed_json(const fr_scene *scene)
{
    text bytes = written_as(scene, "scene-json", NULL);
    picture p = picture_of_json(bytes.at, bytes.len, scene->scheme);

    free(bytes.at);
    return p;
}

static picture parsed_svg(const fr_scene *scene)
{
    text bytes = written_svg(scene);
    picture p = picture_of_svg(bytes.at, bytes.len);

    free(bytes.at);
    return p;
}

/* The cells of a large heatmap are an image where a script replaces them (tests/browser/sizes.test.mjs compares its
 * pixels): then the page without a script is read. */
static picture parsed_html(const fr_scene *scene)
{
    fr_write_options opt = FR_WRITE_DEFAULTS;
    text bytes = written_as(scene, "html", NULL);
    opt.scriptless = true;
    if (bytes.at && strstr(bytes.at, "<image ")) {
        free(bytes.at);
        bytes = written_as(scene, "html", &opt);
    }
    picture p = picture_of_html(bytes.at, bytes.len);

    free(bytes.at);
    return p;
}

/* ---- what must be there */

/* The ground that is under all of `view`. */
static shape ground_of(const fr_scene *scene, shape view)
{
    const uint32_t *ground = scene->tokens.ground;

    view.colour[0] = ground[scene->scheme == FR_SCHEME_DARK];
    view.colour[1] = ground[scene->scheme != FR_SCHEME_LIGHT];
    return view;
}

/* Bars of sums have one fill; colours are those of the scene's scheme. */
static shape shape_of_bar(const fr_scene *scene, const fr_scene_bar *bar)
{
    const fr_fill *fill = &scene->fills[bar->fill];
    shape s = {.x = bar->x, .y = bar->y, .w = bar->w, .h = bar->h};

    s.colour[0] = scene->scheme == FR_SCHEME_DARK ? fill->dark : fill->light;
    s.colour[1] = scene->scheme == FR_SCHEME_LIGHT ? fill->light : fill->dark;
    return s;
}

/* All that is painted in a picture that shows `view`. */
static shape_list expected_shapes(const fr_scene *scene, const picture *json, shape view,
                                  bool legend)
{
    shape_list all = {0};
    size_t first;

    shapes_add(&all, ground_of(scene, view));
    for (size_t i = 0; legend && i < json->legend.n; i++)
        shapes_add(&all, json->legend.list[i]);
    for (size_t i = 0; i < scene->n_bars; i++)
        shapes_add(&all, shape_of_bar(scene, &scene->bars[i]));
    first = all.n;
    for (size_t i = 0; i < json->shapes.n; i++) {
        shape s = json->shapes.list[i];
        s.parent = i ? first + s.parent : 0;
        shapes_add(&all, s);
    }
    return all;
}

/* Whether a picture is what scene-json says; `legend`: its squares are among the shapes. */
static bool check_shapes(const fr_scene *scene, const picture *json, picture *found, bool legend,
                         char why[256])
{
    shape_list expected = expected_shapes(scene, json, found->view, legend);
    bool same = shapes_match(&expected, &found->shapes, why);

    free(expected.list);
    return same;
}

static bool check_svg(const fr_scene *scene, const picture *json, char why[256])
{
    picture found = parsed_svg(scene);
    const shape *is = &found.view, *wanted = &json->view;
    bool same = check_shapes(scene, json, &found, true, why);

    if (same && (is->x || is->y || is->w != wanted->w || is->h != wanted->h)) {
        snprintf(why, 256, "another viewBox than the scene's");
        same = false;
    }
    picture_reset(&found);
    return same;
}

/* Where they stand is for the style sheet to say. */
static bool same_legend(const shape_list *expected, const shape_list *found)
{
    bool same = expected->n == found->n;

    for (size_t i = 0; same && i < expected->n; i++) {
        const shape *a = &expected->list[i], *b = &found->list[i];
        same = a->w == b->w && a->h == b->h && a->colour[0] == b->colour[0] &&
               a->colour[1] == b->colour[1];
    }
    return same;
}

static bool is_within(const shape *inner, const shape *outer)
{
    return inner->x >= outer->x && inner->x + inner->w <= outer->x + outer->w &&
           inner->y >= outer->y && inner->y + inner->h <= outer->y + outer->h;
}

/* The boxes that a page draws: those of 0.5 px and more. A box that is narrower holds none of them. */
static picture boxes_of_page(const fr_scene *scene, const picture *json)
{
    picture wide = {.view = json->view};
    size_t *place = calloc(json->shapes.n + 1, sizeof *place);

    assert_non_null(place);
    for (size_t i = 0; i < json->shapes.n; i++) {
        shape s = json->shapes.list[i];
        if (scene->boxes[i].x1 - scene->boxes[i].x0 < LEAST_OF_PAGE)
            continue;
        place[i] = wide.shapes.n;
        s.parent = place[s.parent];
        shapes_add(&wide.shapes, s);
    }
    free(place);
    return wide;
}

/* The page shows a part of the scene: all boxes are in it. */
static bool check_html(const fr_scene *scene, const picture *json, char why[256])
{
    picture found = parsed_html(scene), wide = boxes_of_page(scene, json);
    bool same = check_shapes(scene, &wide, &found, false, why);

    if (same && !same_legend(&json->legend, &found.legend)) {
        snprintf(why, 256, "another legend");
        same = false;
    }
    for (size_t i = 0; same && i < json->shapes.n; i++)
        if (!is_within(&json->shapes.list[i], &found.view)) {
            snprintf(why, 256, "box %zu is outside of the viewBox", i);
            same = false;
        }
    picture_reset(&wide);
    picture_reset(&found);
    return same;
}

/* ---- pixels */

/* The rectangle around all boxes, and 2 px more, where nothing else is. */
static shape around(const picture *json)
{
    int64_t x0 = json->view.w, y0 = json->view.h, x1 = 0, y1 = 0;

    for (size_t i = 0; i < json->shapes.n; i++) {
        const shape *s = &json->shapes.list[i];
        x0 = s->x < x0 ? s->x : x0;
        y0 = s->y < y0 ? s->y : y0;
        x1 = s->x + s->w > x1 ? s->x + s->w : x1;
        y1 = s->y + s->h > y1 ? s->y + s->h : y1;
    }
    return (shape){.x = x0 - 20, .y = y0 - 20, .w = x1 - x0 + 40, .h = y1 - y0 + 40};
}

/* Rounded corners have any colour: whether they are rounded is another test's. */
static void paint_box(canvas *c, const shape *box, uint32_t percent, uint32_t colour)
{
    canvas_paint(c, box, percent, colour);
    for (int i = 0; box->w >= ROUND_FROM && i < 4; i++) {
        shape corner = {.x = i & 1 ? box->x + box->w - CORNER : box->x,
                        .y = i & 2 ? box->y + box->h - CORNER : box->y,
                        .w = CORNER,
                        .h = CORNER};
        canvas_paint(c, &corner, percent, ANY_COLOUR);
    }
}

static void paint_label(canvas *c, const shape *box, uint32_t percent)
{
    shape label = {.x = box->x + LABEL_LEFT,
                   .y = box->y + LABEL_TOP,
                   .w = box->w - LABEL_LEFT - LABEL_RIGHT,
                   .h = box->h - LABEL_TOP};

    canvas_paint(c, &label, percent, ANY_COLOUR);
}

static canvas expected_pixels(const fr_scene *scene, const picture *json, uint32_t percent)
{
    canvas c = canvas_new(&json->view, percent);
    shape plot = around(json), ground = ground_of(scene, json->view);

    canvas_paint(&c, &plot, percent, ground.colour[0]);
    for (size_t i = 0; i < json->shapes.n; i++)
        paint_box(&c, &json->shapes.list[i], percent, json->shapes.list[i].colour[0]);
    for (size_t i = 0; i < json->shapes.n; i++)
        if (json->shapes.list[i].labelled)
            paint_label(&c, &json->shapes.list[i], percent);
    for (size_t i = 0; i < json->legend.n; i++) {
        shape inner = json->legend.list[i];
        inner.x += 20, inner.y += 20, inner.w -= 40, inner.h -= 40;
        canvas_paint(&c, &inner, percent, inner.colour[0]);
    }
    return c;
}

static bool check_png(const fr_scene *scene, const picture *json, uint32_t percent, char why[256])
{
    canvas expected = expected_pixels(scene, json, percent), found = drawn_png(scene, percent);
    size_t n_known;
    bool same = canvas_match(&expected, &found, &n_known, why);

    if (same && n_known == 0) {
        snprintf(why, 256, "no pixel was compared");
        same = false;
    }
    canvas_reset(&expected);
    canvas_reset(&found);
    return same;
}

/* ---- page */

#define POINTS_A_UNIT 0.075

static bool is_near(double found, int32_t units)
{
    double wanted = units * POINTS_A_UNIT;
    return found > wanted - 2 * PDF_GRID && found < wanted + 2 * PDF_GRID;
}

/* With square corners all boxes are rectangles; what stands between them are marks. */
static bool check_pdf(const fr_scene *scene, char why[256])
{
    fr_scene square = *scene;
    square.radius = 0;
    text bytes = written_as(&square, "pdf", NULL);
    char *content = pdf_inflate(bytes.at, bytes.len);
    const char *at = content;
    pdf_rectangle r = {0};
    bool same = true;

    for (size_t i = 0; i < scene->n_boxes && same; i++) {
        const fr_box *box = &scene->boxes[i];
        if (fr_box_painted_width(box) == 0) // cairo writes no rectangle without area
            continue;
        const fr_fill *fill = &scene->fills[box->fill];
        uint32_t colour = scene->scheme == FR_SCHEME_DARK ? fill->dark : fill->light;
        do
            same = pdf_next_rectangle(content, &at, &r);
        while (same && !(is_near(r.x, box->x0) && is_near(r.y, box->y) && r.fill == colour &&
                         is_near(r.w, fr_box_painted_width(box)) && is_near(r.h, box->h)));
        if (!same)
            snprintf(why, 256, "box %zu '%.80s' is not on the page", i, box->name);
    }
    free(content);
    free(bytes.at);
    return same;
}

/* ---- cells */

enum { COLUMNS = 97, EIGHTHS = 8 };

static size_t rows_of(const fr_scene *scene)
{
    size_t n = 0;
    for (size_t i = 0; i < scene->n_boxes; i++) {
        size_t last = (size_t)scene->boxes[i].row + scene->boxes[i].more_rows + 1;
        n = last > n ? last : n;
    }
    return n;
}

static text written_cells(const fr_scene *scene)
{
    fr_term_cell cells[COLUMNS];
    fr_output *out = fr_output_memory();
    text copy = {0};
    fr_term t = {.scene = scene,
                 .out = out,
                 .width = COLUMNS,
                 .colours = FR_TRUE_COLOURS,
                 .scheme = scene->scheme == FR_SCHEME_DARK,
                 .root_below = !scene->view.icicle,
                 .line = {cells, COLUMNS}};
    assert_true(fr_term_find_fills(&t));
    fr_term_flame(&t, 0);
    free(t.fills);
    const char *bytes = fr_output_bytes(out, &copy.len);
    assert_non_null(bytes);
    copy.at = malloc(copy.len + 1);
    memcpy(copy.at, bytes, copy.len + 1);
    fr_output_free(out);
    return copy;
}

/* The box of each eighth of a row, in boxes + 1. */
static void own_eighths(const fr_scene *scene, size_t row, size_t owner[COLUMNS * EIGHTHS])
{
    double plot = scene->boxes[0].x1 - scene->boxes[0].x0;
    memset(owner, 0, COLUMNS * EIGHTHS * sizeof *owner);
    for (size_t i = 0; i < scene->n_boxes; i++) {
        const fr_box *box = &scene->boxes[i];
        if (row < box->row || row > (size_t)box->row + box->more_rows)
            continue;
        size_t from = (size_t)((box->x0 - scene->boxes[0].x0) * COLUMNS * EIGHTHS / plot + 0.5);
        size_t to = (size_t)((box->x1 - scene->boxes[0].x0) * COLUMNS * EIGHTHS / plot + 0.5);
        to -= to - from > EIGHTHS && to < COLUMNS * EIGHTHS; /* the gap */
        for (; from < to; from++)
            owner[from] = i + 1;
    }
}

static uint32_t colour_of(const fr_scene *scene, size_t owner)
{
    const fr_fill *fill = owner ? &scene->fills[scene->boxes[owner - 1].fill] : NULL;
    return !fill ? SCREEN_PLAIN : scene->scheme == FR_SCHEME_DARK ? fill->dark : fill->light;
}

/* A cell of one box, or of two with the edge between them; where three meet there is no exact picture. */
static bool is_right(const fr_scene *scene, const size_t owner[EIGHTHS], const screen_cell *cell)
{
    size_t split = 1, end;
    while (split < EIGHTHS && owner[split] == owner[0])
        split++;
    for (end = split; end < EIGHTHS && owner[end] == owner[split];)
        end++;
    uint32_t left = colour_of(scene, owner[0]);
    if (split == EIGHTHS && owner[0] && scene->boxes[owner[0] - 1].rest)
        return strcmp(cell->text, "\xe2\x96\x91") == 0;
    if (split == EIGHTHS)
        return cell->ground == left && !cell->swapped;
    if (end < EIGHTHS)
        return true;
    uint32_t right = colour_of(scene, owner[split]);
    bool block = (unsigned char)cell->text[2] == 0x90 - split && cell->text[0] == '\xe2';
    return block && (left == SCREEN_PLAIN ? cell->swapped && cell->ink == right
                                          : cell->ink == left && cell->ground == right);
}

static bool check_term(const fr_scene *scene, char why[256])
{
    text cells = written_cells(scene);
    screen s = screen_of(cells.at, cells.len, COLUMNS);
    size_t n = rows_of(scene), owner[COLUMNS * EIGHTHS];
    bool same = s.rows == n || s.rows == n + 1; /* an axis */

    snprintf(why, 256, "%zu lines for %zu rows", s.rows, n);
    for (size_t row = 0; row < n && same; row++) {
        size_t line = scene->view.icicle ? s.rows - n + row : n - 1 - row;
        own_eighths(scene, row, owner);
        for (size_t x = 0; x < COLUMNS && same; x++) {
            same = is_right(scene, owner + x * EIGHTHS, screen_at(&s, line, x));
            snprintf(why, 256, "column %zu of row %zu", x, row);
        }
    }
    screen_reset(&s);
    free(cells.at);
    return same;
}

/* ---- random profiles */

/* Large bitmaps take long: they are drawn at 100 % only. */
static bool is_small(const picture *json, uint32_t percent)
{
    return percent == 100 || json->view.w * json->view.h < INT64_C(200000) * FR_PX * FR_PX;
}

static void check_scene(const fr_scene *scene, const char *name)
{
    picture json = parsed_json(scene);
    char why[256];

    if (json.shapes.n != scene->n_boxes)
        fail_msg("%s: %zu boxes of %zu", name, json.shapes.n, scene->n_boxes);
    if (!check_svg(scene, &json, why))
        fail_msg("%s as svg: %s", name, why);
    if (!check_html(scene, &json, why))
        fail_msg("%s as html: %s", name, why);
    for (uint32_t percent = 100; percent <= 200 && is_small(&json, percent); percent += 100)
        if (!check_png(scene, &json, percent, why))
            fail_msg("%s as png at %u %%: %s", name, (unsigned)percent, why);
    if (!check_pdf(scene, why))
        fail_msg("%s as pdf: %s", name, why);
    if (strcmp(scene->what, "heatmap") != 0 && !check_term(scene, why))
        fail_msg("%s in a terminal: %s", name, why);
    picture_reset(&json);
}

/* Boxes with a tooltip are elements of their own, others are parts of a path: none, some, all. */
static int32_t pick_tooltip_from(random_source *random)
{
    static const int32_t widths[] = {0, 100, INT32_MAX};
    return widths[random_below(random, 3)];
}

/* Every combination of direction, width, threshold and scheme in 24 seeds; the rest as it comes. */
static fr_flame_options flame_options(uint64_t seed, random_source *random)
{
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    opt.icicle = seed % 2;
    opt.width_px = seed / 2 % 2 ? 1200 : 300;
    if (seed / 4 % 2)
        opt.minwidth_millionths = 0;
    opt.scheme = (fr_scheme)(seed / 8 % 3);
    if (random_below(random, 3) == 0)
        opt.row_height_px = 1 + random_below(random, 30);
    return opt;
}

static fr_scene *random_flame(uint64_t seed, name_pool pool)
{
    random_source random = {seed};
    generated g = generate_folded(seed, pool);
    fr_profile *profile = read_bytes(g.text, g.len);
    fr_tree *tree = tree_of(profile, FR_SORT_NAME, random_below(&random, 4) == 0);
    fr_flame_options opt = flame_options(seed, &random);
    fr_scene *scene = scene_of(tree, &opt);

    scene->tooltip_from = pick_tooltip_from(&random);
    fr_tree_free(tree);
    fr_profile_free(profile);
    generated_reset(&g);
    return scene;
}

static fr_scene *heat_scene(const char *perf, const fr_heat_options *opt)
{
    fr_error err = {0};
    fr_grid *grid = grid_of(perf, opt);
    fr_theme *theme = fr_theme_new(NULL, &err);
    fr_scene *scene = theme ? fr_scene_heatmap(grid, theme, opt, &err) : NULL;

    if (!scene)
        fail_msg("%s", err.text);
    fr_theme_free(theme);
    fr_grid_free(grid);
    return scene;
}

/* Widths, schemes and rows, each with each, in 36 seeds. */
static fr_scene *random_heat(uint64_t seed)
{
    static const uint32_t widths[] = {600, 300, 1200}, rows[] = {50, 1, 7, 120};
    random_source random = {seed};
    generated g = generate_perf_script(seed, 1 + random_below(&random, 60));
    fr_heat_options opt = heat_defaults();

    opt.width_px = widths[seed % 3];
    opt.scheme = (fr_scheme)(seed / 3 % 3);
    opt.rows = rows[seed / 9 % 4];
    fr_scene *scene = heat_scene(g.text, &opt);
    scene->tooltip_from = pick_tooltip_from(&random);
    generated_reset(&g);
    return scene;
}

static void flame_graphs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < rounds(8, 24); seed++) {
        fr_scene *scene = random_flame(seed, (name_pool)(seed % 3));
        char name[64];
        snprintf(name, sizeof name, "flame graph of seed %d", (int)seed);
        check_scene(scene, name);
        fr_scene_free(scene);
    }
}

static void heatmaps(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < rounds(9, 36); seed++) {
        fr_scene *scene = random_heat(seed);
        char name[64];
        snprintf(name, sizeof name, "heatmap of seed %d", (int)seed);
        check_scene(scene, name);
        fr_scene_free(scene);
    }
}

/* The same stacks on both sides, some of them omitted of one. Without marks, which are no boxes, and
 * without the legend, whose ramp is no squares: test_marks.c looks at them. */
static fr_scene *random_diff(uint64_t seed)
{
    random_source random = {seed};
    generated g = generate_folded(seed, NAMES_PLAIN);
    size_t cut = g.line_at[g.n_lines / 3];
    const fr_profile *base = read_bytes(g.text, g.line_at[g.n_lines - 1]);
    const fr_profile *new_ = read_bytes(g.text + cut, g.len - cut);
    fr_side sides[] = {{.profiles = &base, .n = 1}, {.profiles = &new_, .n = 1}};
    fr_flame_options opt = flame_options(seed, &random);
    fr_error err = {0};
    fr_diff *diff = fr_diff_build(&sides[0], &sides[1], NULL, &err);
    fr_theme *theme = fr_theme_new(NULL, &err);

    opt.width_of = (fr_width_of)(seed % 5);
    fr_scene *scene = diff && theme ? fr_scene_diff(diff, theme, &opt, &err) : NULL;
    if (!scene)
        fail_msg("%s", err.text);
    scene->tooltip_from = pick_tooltip_from(&random);
    scene->n_swatches = 0;
    for (size_t i = 0; i < scene->n_boxes; i++)
        scene->boxes[i].marks = 0;
    fr_theme_free(theme);
    fr_diff_free(diff);
    fr_profile_free((fr_profile *)(uintptr_t)base);
    fr_profile_free((fr_profile *)(uintptr_t)new_);
    generated_reset(&g);
    return scene;
}

static void differentials(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < rounds(5, 10); seed++) {
        fr_scene *scene = random_diff(seed);
        char name[64];
        snprintf(name, sizeof name, "differential of seed %d", (int)seed);
        check_scene(scene, name);
        fr_scene_free(scene);
    }
}

/* A sample in each of 35 x 600 cells: too many for tooltips. */
static void heatmap_of_many_cells(void **state)
{
    enum { SECONDS = 35, ROWS = 600, LINE = 64 };
    char *perf = malloc(SECONDS * ROWS * LINE + 1), *at = perf;
    fr_heat_options opt = heat_defaults();
    (void)state;

    assert_non_null(perf);
    for (int i = 0; i < SECONDS * ROWS; i++)
        at += snprintf(at, LINE, "a 1 [000] %d.%06d: cycles:\n\t 5 f (/a)\n\n", i / ROWS,
                       i % ROWS * 1000000 / ROWS + 1);
    opt.rows = ROWS;
    fr_scene *scene = heat_scene(perf, &opt);
    assert_true(scene->n_boxes > SECONDS * ROWS && scene->tooltip_from == INT32_MAX);
    check_scene(scene, "heatmap of many cells");
    fr_scene_free(scene);
    free(perf);
}

/* ---- what is wrong is found */

typedef enum fault {
    FAULT_X,
    FAULT_WIDTH,
    FAULT_Y,
    FAULT_HEIGHT,
    FAULT_FILL,
    FAULT_MISSING,
    FAULT_MORE,
    N_FAULTS
} fault;

/* Of the last box, which is wide enough for a bitmap to tell: by `step` tenths of a px. */
static void plant(fr_scene *scene, fault which, int32_t step)
{
    fr_box *box = &scene->boxes[scene->n_boxes - 1], copy = *box;

    box->x0 += which == FAULT_X ? step : 0;
    box->x1 += which == FAULT_X || which == FAULT_WIDTH ? step : 0;
    box->y += which == FAULT_Y ? step : 0;
    box->h += which == FAULT_HEIGHT ? step : 0;
    box->fill = which == FAULT_FILL ? scene->boxes[0].fill : box->fill;
    scene->n_boxes -= which == FAULT_MISSING;
    copy.y -= copy.h + FR_PX;
    if (which == FAULT_MORE)
        assert_true(fr_scene_add_box(scene, &copy));
}

/* scene-json is taken before; what the back-ends write after is another picture. */
static void check_fault(fr_scene *scene, fault which)
{
    picture json = parsed_json(scene);
    char why[256];

    plant(scene, which, 1);
    if (check_svg(scene, &json, why) || check_html(scene, &json, why))
        fail_msg("fault %d is not found in svg or html", (int)which);
    plant(scene, which, FR_PX - 1);
    for (uint32_t percent = 100; percent <= 200; percent += 100)
        if (check_png(scene, &json, percent, why))
            fail_msg("fault %d is not found in png at %u %%", (int)which, (unsigned)percent);
    picture_reset(&json);
}

static void faults_are_found(void **state)
{
    static const char folded[] = "main;foo 30\nmain;foo;bar 60\nmain;worker 200\n";
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;

    opt.width_px = 300;
    for (int which = 0; which < N_FAULTS; which++)
        for (int rects = 0; rects < 2; rects++) {
            fr_profile *profile = read_bytes(folded, sizeof folded - 1);
            fr_tree *tree = tree_of(profile, FR_SORT_NAME, false);
            fr_scene *scene = scene_of(tree, &opt);
            scene->tooltip_from = rects ? 0 : INT32_MAX;
            check_fault(scene, (fault)which);
            fr_scene_free(scene);
            fr_tree_free(tree);
            fr_profile_free(profile);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flame_graphs),     cmocka_unit_test(differentials),
        cmocka_unit_test(heatmaps),         cmocka_unit_test(heatmap_of_many_cells),
        cmocka_unit_test(faults_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
