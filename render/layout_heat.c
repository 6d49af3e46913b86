/*
 * layout_heat.c - from a grid to the boxes of a heatmap; docs/heatmap.md states the rules.
 *
 *      800 ms |  .  #  .  .                 box     row  start, total
 *      600 ms |  .  #  .                    all     0    0, all samples     ground of the plot
 *      400 ms |  .  .  .                    second  1    its first ns, its samples
 *      200 ms |  .  #  .                    cell    2    its first ns, its samples
 *        0 ms |     #  .
 *             0 s  1 s  2 s                 Times are ns after the start of the first column.
 *
 * A second is one box in the colour of empty cells, as high as it was recorded; only cells with
 * samples stand on it. So the cost follows what was seen, and what nobody looked at stays blank.
 */
#include <stdlib.h>

#include "base/number.h"
#include "base/text.h"
#include "model/report/quality.h"
#include "render/furniture.h"
#include "render/heat_outline.h"
#include "render/heat_words.h"
#include "render/measure.h"
#include "themes/ramp.h"

#define NARROW_SPACE  "\xe2\x80\xaf" /* U+202F */
#define MIN_WIDTH_PX  100
#define MAX_WIDTH_PX  32767
#define AUTO_WIDTH_PX 1200 /* seconds get narrower before a picture gets wider */
#define WIDE_WIDTH_PX 2400 /* the same for seconds of 2 px */
#define MIN_AUTO_PX   600
#define PLOT_PX       400 /* height of a second, about */
#define MAX_ROW_PX    16
#define MAX_STRETCH   3 /* cells are at most so many times as wide as high */
#define GAP           6 /* between cells one above the other, in tenths of a px */
#define MAX_CELLS     1000000
#define MAX_TOOLTIPS  20000
#define ROBUST_SHARE  99 /* per cent of the cells with samples that the ramp tells apart */

typedef struct layout {
    const fr_grid *grid;
    const fr_theme *theme;
    const fr_heat_options *opt;
    fr_scene *scene;
    fr_heat_plot plot;
    int64_t most; /* what the last colour means */
    uint32_t zero_fill, outside_fill;
    uint32_t heat_fill[FR_RAMP_STEPS]; /* UINT32_MAX: not used yet */
} layout;

/* ---- colour ---- */

/* Cells with samples, but at most `most` of them. */
static uint64_t count_up_to(const fr_grid *grid, int64_t most)
{
    size_t n = (size_t)grid->n_columns * grid->rows;
    uint64_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += grid->cells[i] > 0 && grid->cells[i] <= most;
    return count;
}

/* The least value that ROBUST_SHARE per cent of the cells with samples do not exceed: a single hot
 * cell must not make all others pale. */
static int64_t robust_maximum(const fr_grid *grid)
{
    uint64_t all = count_up_to(grid, grid->max);
    int64_t low = 1, high = grid->max;

    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (count_up_to(grid, middle) * 100 >= all * ROBUST_SHARE)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The step in whose middle a value lies, so that few values spread over the whole ramp. */
static uint32_t step_of(const layout *l, int64_t value)
{
    fr_i128 twice = value < l->most ? (fr_i128)value * 2 - 1 : (fr_i128)l->most * 2 - 1;

    return (uint32_t)(twice * FR_RAMP_STEPS / ((fr_i128)l->most * 2));
}

static uint32_t add_fill(fr_scene *scene, fr_theme_fill fill)
{
    return fr_scene_fill(scene, (fr_fill){fill.light, fill.dark, fill.ink_light, fill.ink_dark});
}

static void choose_fills(layout *l)
{
    l->outside_fill = add_fill(l->scene, fr_theme_heat_outside(l->theme));
    l->zero_fill = add_fill(l->scene, fr_theme_heat_zero(l->theme));
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++)
        l->heat_fill[step] = UINT32_MAX;
}

static uint32_t fill_of(layout *l, int64_t value)
{
    uint32_t *fill = &l->heat_fill[step_of(l, value)];

    if (*fill == UINT32_MAX)
        *fill = add_fill(l->scene, fr_theme_heat_of(l->theme, step_of(l, value)));
    return *fill;
}

/* ---- size ---- */

static int32_t at_most(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t at_least(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Width of a second, in px, where the picture may be as wide as it must. */
static int32_t column_for(const layout *l, int32_t widest)
{
    int32_t n = (int32_t)l->grid->n_columns;
    int32_t frame = (l->plot.left + FR_MARGIN) / FR_PX;
    int32_t fits = (AUTO_WIDTH_PX - frame) / n;

    if (fits < 4)
        fits = at_most(4, at_least((WIDE_WIDTH_PX - frame) / n, 1));
    return at_most(fits, widest);
}

static bool fail_width(const layout *l, int32_t frame, fr_error *err)
{
    uint32_t n = l->grid->n_columns;
    int64_t need = (int64_t)n + frame;

    if (need > MAX_WIDTH_PX)
        fr_fail(err, FR_E_LIMIT, 0, 0, "%u seconds need a picture of %lld px, and %d is the widest",
                (unsigned)n, (long long)need, MAX_WIDTH_PX);
    else
        fr_fail(err, FR_E_USAGE, 0, 0, "%u seconds do not fit a picture of %u px: it needs %lld",
                (unsigned)n, (unsigned)l->opt->width_px, (long long)need);
    return fr_fail_hint(err, "--from and --to draw a part of the recording");
}

/* Whole px for cells and seconds: a heatmap with uneven cells shows patterns that are not there. */
static bool choose_size(layout *l, fr_error *err)
{
    const fr_grid *grid = l->grid;
    int32_t label = fr_text_width(FR_LITERAL("800" NARROW_SPACE "ms"), 105, false);
    int32_t row = at_most(at_least(PLOT_PX / (int32_t)grid->rows, 1), MAX_ROW_PX);
    int32_t widest = at_least(row * MAX_STRETCH, 4), frame, column;

    l->plot = (fr_heat_plot){.grid = grid};
    l->plot.left = (FR_MARGIN + label + 8 * FR_PX + FR_PX - 1) / FR_PX * FR_PX;
    frame = (l->plot.left + FR_MARGIN) / FR_PX;
    if ((int64_t)grid->n_columns + frame > MAX_WIDTH_PX)
        return fail_width(l, frame, err);
    column = l->opt->width_px
                 ? at_most(((int32_t)l->opt->width_px - frame) / (int32_t)grid->n_columns, widest)
                 : column_for(l, widest);
    if (column < 1)
        return fail_width(l, frame, err);
    l->plot.column = column * FR_PX;
    l->plot.row = row * FR_PX;
    l->scene->width = (int32_t)l->opt->width_px * FR_PX;
    if (!l->opt->width_px)
        l->scene->width = at_least(MIN_AUTO_PX, column * (int32_t)grid->n_columns + frame) * FR_PX;
    return true;
}

/* ---- boxes ---- */

static int64_t start_of(const layout *l, fr_cell cell)
{
    return fr_grid_cell_range(l->grid, cell).from_ns -
           fr_grid_cell_range(l->grid, (fr_cell){0, 0}).from_ns;
}

/* Adds a box, whose samples are all its own: a heatmap knows no callees. */
static void add_box(layout *l, fr_box box)
{
    box.self = box.total;
    fr_scene_add_box(l->scene, &box);
}

/* Rows first to last of a column. */
static fr_box box_of(const layout *l, uint32_t column, uint32_t first, uint32_t last)
{
    int32_t top = fr_heat_y(&l->plot, last + 1);

    return (fr_box){.start = start_of(l, (fr_cell){column, first}),
                    .x0 = fr_heat_x(&l->plot, column),
                    .x1 = fr_heat_x(&l->plot, column + 1),
                    .y = top,
                    .h = fr_heat_y(&l->plot, first) - top -
                         (l->plot.row > 2 * FR_PX && l->plot.column > 2 * FR_PX ? GAP : 0)};
}

static void add_root(layout *l)
{
    fr_box box = box_of(l, 0, 0, l->grid->rows - 1);

    box.x1 = fr_heat_x(&l->plot, l->grid->n_columns);
    box.total = l->grid->total;
    box.name = "";
    box.fill = (uint8_t)l->outside_fill;
    add_box(l, box);
}

/* The part of a second that was recorded: all of it but for the first and the last. */
static void add_second(layout *l, uint32_t column)
{
    const fr_grid *grid = l->grid;
    fr_cell first = {0, 0}, last = {0, grid->rows - 1};
    fr_box box;

    if (column == 0)
        (void)!fr_grid_locate(grid, grid->first_ns, &first);
    if (column + 1 == grid->n_columns)
        (void)!fr_grid_locate(grid, grid->last_ns, &last);
    box = box_of(l, column, first.row, last.row);
    for (uint32_t row = 0; row < grid->rows; row++)
        box.total += grid->cells[(size_t)column * grid->rows + row];
    box.name = fr_heat_column_name(l->scene, grid, column);
    box.row = 1;
    box.fill = (uint8_t)l->zero_fill;
    add_box(l, box);
}

static void add_cell(layout *l, fr_cell cell, uint32_t parent)
{
    fr_box box = box_of(l, cell.column, cell.row, cell.row);

    box.total = l->grid->cells[(size_t)cell.column * l->grid->rows + cell.row];
    box.name = fr_heat_cell_name(l->scene, l->grid, cell);
    box.parent = parent;
    box.row = 2;
    box.fill = (uint8_t)fill_of(l, box.total);
    add_box(l, box);
}

static void add_boxes(layout *l)
{
    add_root(l);
    for (uint32_t column = 0; column < l->grid->n_columns && !l->scene->failed; column++) {
        uint32_t parent = (uint32_t)l->scene->n_boxes;
        const int64_t *cells = l->grid->cells + (size_t)column * l->grid->rows;
        add_second(l, column);
        for (uint32_t row = 0; row < l->grid->rows; row++)
            if (cells[row])
                add_cell(l, (fr_cell){column, row}, parent);
    }
}

static bool check_cells(const fr_grid *grid, uint64_t n, fr_error *err)
{
    if (n <= MAX_CELLS)
        return true;
    fr_fail(err, FR_E_LIMIT, 0, 0, "%llu cells have samples; a picture has at most %d",
            (unsigned long long)n, MAX_CELLS);
    return fr_fail_hint(err, grid->rows > 50
                                 ? "--rows makes fewer of them, --from and --to draw a part"
                                 : "--from and --to draw a part of the recording");
}

/* ---- axes ---- */

static const int64_t second_steps[] = {1,   2,   5,    10,   15,   30,    60,    120,   300,
                                       600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400};

static const char *second_text(fr_scene *scene, int64_t second)
{
    char to[FR_NUMBER_MAX];
    size_t n;

    fr_format_grouped(to, second, 0);
    n = strlen(to);
    memcpy(to + n, NARROW_SPACE "s", sizeof NARROW_SPACE + 1);
    return fr_scene_keep(scene, fr_bytes_of(to));
}

/* The least step whose labels keep their distance. */
static int64_t second_step(layout *l, int64_t last)
{
    const char *widest = second_text(l->scene, last);
    int32_t room = fr_text_width(fr_bytes_of(widest), 105, false) + 16 * FR_PX;
    size_t i = 0;

    while (i + 1 < sizeof second_steps / sizeof *second_steps &&
           second_steps[i] * l->plot.column < room)
        i++;
    return second_steps[i];
}

/* A tick where a second begins, labelled as --from takes it. */
static void add_seconds(layout *l)
{
    int64_t first = fr_grid_origin_second(l->grid), last = first + l->grid->n_columns;
    int64_t step = second_step(l, last), second = first - first % step;
    int32_t y = l->plot.bottom + 2 * FR_PX;

    for (second += second < first ? step : 0; second <= last; second += step) {
        int32_t x = fr_heat_x(&l->plot, (uint32_t)(second - first));
        fr_scene_add_line(l->scene, (fr_scene_line){x + FR_PX / 2, y, x + FR_PX / 2, y + 5 * FR_PX,
                                                    .muted = true});
        fr_scene_add_text(l->scene, FR_TEXT_AXIS, FR_ANCHOR_MIDDLE, x, y + 16 * FR_PX,
                          second_text(l->scene, second));
    }
}

static int64_t milli_step(const layout *l)
{
    int32_t height = l->plot.row * (int32_t)l->grid->rows;

    return height >= 120 * FR_PX ? 200 : height >= 48 * FR_PX ? 500 : 1000;
}

/* Labels at the heights of their times, without ticks. */
static void add_millis(layout *l)
{
    int32_t height = l->plot.row * (int32_t)l->grid->rows;

    for (int64_t ms = 0, step = milli_step(l); ms < 1000; ms += step) {
        char to[FR_NUMBER_MAX];
        int32_t y = l->plot.bottom - (int32_t)(height * ms / 1000);
        fr_format_grouped(to, ms, 0);
        memcpy(to + strlen(to), NARROW_SPACE "ms", sizeof NARROW_SPACE + 2);
        fr_scene_add_text(l->scene, FR_TEXT_AXIS, FR_ANCHOR_END, l->plot.left - 8 * FR_PX,
                          y + 4 * FR_PX, to);
    }
}

/* ---- legend ---- */

#define SWATCH    (11 * FR_PX)
#define STRIDE    (12 * FR_PX)
#define FOOT_STEP (18 * FR_PX)

/* The least value of colour `i` of `n`. */
static int64_t least_of(const layout *l, uint32_t i, uint32_t n)
{
    return (int64_t)n == l->most ? (int64_t)i + 1
                                 : (int64_t)(((fr_i128)l->most * i + 8 + 15) / FR_RAMP_STEPS);
}

/* "3 samples", "12 samples or more" */
static const char *swatch_title(layout *l, int64_t least, bool alone)
{
    char text[FR_NUMBER_MAX + 32] = "", number[FR_NUMBER_MAX];
    fr_bytes unit = fr_scene_unit(l->scene, least);

    fr_format_grouped(number, least, 0);
    strcat(strcat(text, number), " ");
    strncat(text, unit.at, unit.len);
    strcat(text, alone ? "" : " or more");
    return fr_scene_keep(l->scene, fr_bytes_of(text));
}

static int32_t add_swatch(layout *l, int32_t x, int32_t y, uint32_t fill, const char *title)
{
    fr_scene_add_swatch(
        l->scene,
        (fr_scene_swatch){
            .x = x, .y = y - 9 * FR_PX, .w = SWATCH, .h = SWATCH, .fill = fill, .title = title});
    return x + STRIDE;
}

/* 0 [ ][-][=][#] 4 or more samples in 20 ms. Returns the right end. */
static int32_t add_legend(layout *l, int32_t y)
{
    uint32_t n = l->most < FR_RAMP_STEPS ? (uint32_t)l->most : FR_RAMP_STEPS;
    const char *most = fr_heat_most(l->scene, l->grid, l->most);
    int32_t x = FR_MARGIN;

    fr_scene_add_text(l->scene, FR_TEXT_LEGEND, FR_ANCHOR_START, x, y, "0");
    x = add_swatch(l, x + 12 * FR_PX, y, l->zero_fill, "no sample");
    for (uint32_t i = 0; i < n; i++) {
        int64_t least = least_of(l, i, n);
        bool alone = n == l->most && (i + 1 < n || l->grid->max == l->most);
        x = add_swatch(l, x, y, fill_of(l, least), swatch_title(l, least, alone));
    }
    x += 5 * FR_PX;
    fr_scene_add_text(l->scene, FR_TEXT_LEGEND, FR_ANCHOR_START, x, y, most);
    return x + fr_text_width(fr_bytes_of(most), 110, false);
}

/* ---- the whole ---- */

/* Beside the statement if there is room for both, else above it. */
static void furnish_foot(layout *l)
{
    fr_scene *s = l->scene;
    const char *statement = fr_heat_statement(s, l->grid);
    int32_t y = l->plot.bottom + 26 * FR_PX, end = add_legend(l, y + 20 * FR_PX);
    int32_t width = fr_text_width(fr_bytes_of(statement), 110, false);

    if (end + 24 * FR_PX + width > s->width - FR_MARGIN)
        y += FOOT_STEP;
    s->height = fr_furnish_foot(s, y, NULL, 0, statement, fr_scene_clean(s, l->opt->notes, ""));
}

static void furnish(layout *l)
{
    const fr_heat_options *opt = l->opt;
    fr_scene *s = l->scene;
    const char *subtitle =
        opt->subtitle ? opt->subtitle : fr_heat_subtitle(s, l->grid, opt->outline);
    const char *caution = fr_quality_sentence(&l->grid->meta);
    int32_t top =
        fr_furnish_header(s, fr_scene_clean(s, opt->title, fr_heat_title(s, l->grid)),
                          fr_furnish_caution(s, fr_scene_clean(s, subtitle, ""), caution));

    l->plot.bottom = top + 6 * FR_PX + l->plot.row * (int32_t)l->grid->rows;
    add_millis(l);
    add_seconds(l);
    furnish_foot(l);
    s->description = fr_heat_description(s, l->grid);
}

static void describe_scene(layout *l, uint64_t n_cells)
{
    fr_theme_tokens t = fr_theme_tokens_of(l->theme);
    fr_scene *s = l->scene;

    s->what = "heatmap";
    s->scheme = l->opt->scheme;
    s->tokens = (fr_tokens){.ground = {t.ground[0], t.ground[1]},
                            .ink = {t.ink[0], t.ink[1]},
                            .muted = {t.muted[0], t.muted[1]},
                            .hairline = {t.hairline[0], t.hairline[1]}};
    s->font_family = fr_scene_clean(s, t.font_family, "");
    s->whole = l->grid->total;
    s->unit = "samples";
    s->own_title = "self";
    s->tooltip_from = n_cells > MAX_TOOLTIPS ? INT32_MAX : 0;
}

static bool lay_out(layout *l, fr_error *err)
{
    uint64_t n_cells = count_up_to(l->grid, l->grid->max);

    l->scene = fr_scene_new();
    if (!l->scene)
        return fr_fail_memory(err);
    if (!check_cells(l->grid, n_cells, err) || !choose_size(l, err))
        return false;
    l->most = robust_maximum(l->grid);
    describe_scene(l, n_cells);
    choose_fills(l);
    furnish(l);
    add_boxes(l);
    if (l->opt->outline && !fr_heat_outline(l->scene, &l->plot, l->opt->outline, err))
        return false;
    return !l->scene->failed || fr_fail_memory(err);
}

fr_scene *fr_scene_heatmap(const fr_grid *grid, const fr_theme *theme, const fr_heat_options *opt,
                           fr_error *err)
{
    fr_heat_options defaults = FR_HEAT_DEFAULTS;
    layout l = {.grid = grid, .theme = theme};
    l.opt = opt ? opt : &defaults;
    if (l.opt->width_px && (l.opt->width_px < MIN_WIDTH_PX || l.opt->width_px > MAX_WIDTH_PX)) {
        fr_fail(err, FR_E_USAGE, 0, 0, "the width is %u px, expected %d to %d",
                (unsigned)l.opt->width_px, MIN_WIDTH_PX, MAX_WIDTH_PX);
        return NULL;
    }
    if (lay_out(&l, err))
        return l.scene;
    fr_scene_free(l.scene);
    return NULL;
}
