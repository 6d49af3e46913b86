/*
 * layout_heat.c - fr_scene_heatmap(): from a grid to the boxes of a heatmap. heat_plot.c draws axes, sums and
 * marks; docs/heatmap.md states the rules.
 *
 *      800 ms |  .  #  .  .                 box     row  start, total
 *      600 ms |  .  #  .                    all     0    0, all samples     ground of the plot
 *      400 ms |  .  .  .                    second  1    its first ns, its samples
 *      200 ms |  .  #  .                    cell    2    its first ns, its samples
 *        0 ms |     #  .
 *             0 s  1 s  2 s                 Times are ns after the start of the first column.
 *
 * A column is one box in the colour of empty cells, as high as it was recorded; only cells with
 * samples stand on it. So the cost follows what was seen, and what nobody looked at stays blank.
 */
#include "base/number.h"
#include "base/sentence.h"
#include "base/text.h"
#include "model/measured.h"
#include "model/report/quality.h"
#include "render/layout/furniture.h"
#include "render/layout/heat_plot.h"
#include "render/measure.h"
#include "themes/theme.h"

#include <string.h>

/*
 * The ramp of colours: from the number of a cell to a step.
 *
 *     number  0   1 .. most              more
 *     colour  -   step 0 .. step 15      step 15
 *
 * A number has the step in whose middle it lies, so that few numbers spread over the whole ramp.
 */

_Static_assert(FR_SCENE_MOST_FOUND == FR_MAX_PERTURBATIONS, "all that is found has room");

#define ROBUST_SHARE 99 /* per cent of the cells with samples that the ramp tells apart */

/* Counts the cells with samples, but at most `most` of them each. */
static uint64_t count_up_to(const fr_grid *grid, int64_t most)
{
    size_t n = (size_t)grid->n_columns * grid->rows;
    uint64_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += grid->cells[i] > 0 && grid->cells[i] <= most;
    return count;
}

/* Returns the least number that the last of the legend's colours stands for: the fullest cell's, or what 99 % of the
 * cells with samples do not exceed, for a single hot cell must not make all others pale. */
static int64_t most_counted(const fr_grid *grid, bool linear)
{
    uint64_t all = count_up_to(grid, grid->max);
    int64_t low = 1, high = grid->max;

    while (low < high && !linear) {
        int64_t middle = low + (high - low) / 2;
        if (count_up_to(grid, middle) * 100 >= all * ROBUST_SHARE)
            high = middle;
        else
            low = middle + 1;
    }
    return high;
}

/*
 * The sentences; all live in the scene.
 *
 *     8 695 samples of cpu-clock in 121 s of recording · 8 889 samples of idle CPUs omitted · column 1 s, cell 20 ms
 *     fullest cell: 9 samples at 53.12 s
 */

#define NS  INT64_C(1000000000)
#define DAY 86400

/* "6 826 samples", "1 sample", "12.3 ms" */
static fr_word as_amount(const fr_scene *scene, int64_t value)
{
    return fr_as_amount(value, scene->decimals, scene->unit);
}

/* "20 ms", "15.6 ms", "1.2 s"; rows that are no whole ns: "1/7 s". */
static const char *cell_length(fr_scene *scene, const fr_grid *grid)
{
    int64_t column_ns = fr_grid_column_ns(grid), ns = column_ns / grid->rows;

    if (column_ns % grid->rows)
        return fr_scene_say(scene, "{}/{}" FR_NARROW_SPACE "s", fr_as_digits(grid->column_s),
                            fr_as_digits(grid->rows));
    return fr_scene_say(scene, "{}",
                        ns < NS ? fr_as_measure(ns, 6, "ms") : fr_as_measure(ns, 9, "s"));
}

/* ---- cells ---- */

/* Seconds of the recording that are `ns` after the start of column 0; of uneven rows to the ms. */
static fr_word as_second(const fr_grid *grid, int64_t ns)
{
    if (fr_grid_column_ns(grid) % grid->rows)
        ns -= ns % (NS / 1000);
    return fr_as_number(fr_grid_origin_second(grid) * NS + ns, 9);
}

/* "12.34-12.36 s": in seconds of the recording, as --range takes them. */
static const char *cell_name(fr_scene *scene, const fr_grid *grid, fr_grid_cell cell)
{
    fr_span range = fr_grid_cell_range(grid, cell);
    int64_t start = fr_grid_cell_range(grid, (fr_grid_cell){0, 0}).from_ns;

    return fr_scene_say(scene, "{}-{}" FR_NARROW_SPACE "s", as_second(grid, range.from_ns - start),
                        as_second(grid, range.to_ns - start));
}

/* The fullest cell, the first of equals. */
static fr_grid_cell fullest(const fr_grid *grid)
{
    size_t i = 0;

    while (grid->cells[i] != grid->max)
        i++;
    return (fr_grid_cell){(uint32_t)(i / grid->rows), (uint32_t)(i % grid->rows)};
}

/* ---- subtitle ---- */

static const char *event_of(const fr_grid *grid)
{
    return grid->event ? grid->event : "";
}

/* " in 120.8 s of recording"; from three minutes on as the axis says it, " in 59:59 of recording" */
static void put_duration(fr_output *out, const fr_grid *grid)
{
    const fr_meta *meta = &grid->meta;
    fr_span recorded = fr_meta_recorded(meta);
    int64_t ns = meta->covered_ns ? meta->covered_ns : recorded.to_ns - recorded.from_ns;
    int64_t tenths = (ns + NS / 20) / (NS / 10);

    if (tenths)
        fr_say(out, " in {} of recording",
               tenths < 1800 ? fr_as_measure(tenths, 1, "s")
                             : fr_as_span(tenths / 10, tenths / 10));
}

/* " · from 2026-11-22 14:32:05 UTC" */
static void put_start(fr_output *out, const fr_grid *grid)
{
    int64_t second = grid->first_ns / NS;

    if (!fr_meta_has_date(&grid->meta))
        return;
    fr_put_text(out, FR_SEPARATOR "from ");
    fr_heat_put_date(out, second / DAY);
    fr_put_char(out, ' ');
    fr_heat_put_clock(out, second, 1);
    fr_put_text(out, " UTC");
}

/* "15 s", "5 min", "6 h" */
static fr_word as_column_length(uint32_t seconds)
{
    uint32_t size = seconds % 3600 == 0 ? 3600 : seconds % 60 == 0 ? 60 : 1;

    return fr_as_measure(seconds / size, 0, size == 3600 ? "h" : size == 60 ? "min" : "s");
}

static void put_outline(fr_output *out, fr_scene *scene, const char *text)
{
    fr_bytes clean = fr_text_repair(&scene->text, fr_bytes_of(text), FR_TEXT_RAW);

    scene->failed |= !clean.at;
    fr_say(out, " {}", clean);
}

/* " · outlined 24-24.62, 30-31 s" */
static void put_outlines(fr_output *out, fr_scene *scene, const fr_select_options *opt)
{
    fr_put_text(out, FR_SEPARATOR "outlined");
    if (opt->from || opt->to) {
        put_outline(out, scene, opt->from ? opt->from : "");
        fr_put_text(out, " to");
        put_outline(out, scene, opt->to ? opt->to : "the end");
    }
    for (size_t i = 0; i < opt->n_ranges; i++) {
        fr_put_text(out, i || opt->from || opt->to ? "," : "");
        put_outline(out, scene, opt->ranges[i]);
    }
    fr_put_text(out, opt->from || opt->to || opt->n_ranges ? FR_NARROW_SPACE "s" : "");
    if (opt->band) {
        put_outline(out, scene, opt->band);
        fr_put_text(out, " of every second");
    }
}

static const char *subtitle_of(fr_scene *scene, const fr_grid *grid,
                               const fr_select_options *outline)
{
    fr_output *out = fr_sentence("{}", as_amount(scene, grid->total));

    fr_put_measured(out, event_of(grid), grid->unit);
    put_duration(out, grid);
    put_start(out, grid);
    if (grid->n_idle) /* " · 8 875 samples of idle CPUs omitted" */
        fr_say(out, FR_SEPARATOR "{} {}",
               fr_as_count(grid->n_idle, "sample of idle CPUs", "samples of idle CPUs"),
               grid->idle_out ? "omitted" : "included");
    for (size_t i = 0; i < grid->meta.steps.n; i++)
        fr_say(out, FR_SEPARATOR "{}", grid->meta.steps.entries[i].first);
    fr_say(out, FR_SEPARATOR "column {}, cell {}", as_column_length(grid->column_s),
           cell_length(scene, grid));
    if (grid->column_s != 1)
        fr_say(out, FR_SEPARATOR "a level band is an offset in {}",
               as_column_length(grid->column_s));
    if (outline)
        put_outlines(out, scene, outline);
    return fr_scene_keep_output(scene, out);
}

/* ---- the foot ---- */

/* "4 or more samples in 20 ms": what the last colour of the legend means. */
static const char *last_colour(fr_scene *scene, const fr_grid *grid, int64_t most)
{
    bool more = grid->max > most;
    const char *cell = cell_length(scene, grid);

    if (more && !fr_unit_has_multiples(scene->unit))
        return fr_scene_say(scene, "{} or more {} in {}", fr_as_number(most, scene->decimals),
                            fr_scene_unit(scene, most + 1), cell);
    return fr_scene_say(scene, "{}{} in {}", as_amount(scene, most), more ? " or more" : "", cell);
}

static const char *statement_of(fr_scene *scene, const fr_grid *grid)
{
    return fr_scene_say(scene, "fullest cell: {} at {}", as_amount(scene, grid->max),
                        cell_name(scene, grid, fullest(grid)));
}

static const char *description_of(fr_scene *scene, const fr_grid *grid)
{
    fr_output *out = fr_sentence("Heatmap of {}", as_amount(scene, grid->total));

    fr_put_measured(out, event_of(grid), grid->unit);
    fr_say(out, " over {}. The fullest {} hold {}, at {}.",
           fr_as_count((uint64_t)grid->n_columns * grid->column_s, "second", "seconds"),
           cell_length(scene, grid), as_amount(scene, grid->max),
           cell_name(scene, grid, fullest(grid)));
    return fr_scene_keep_output(scene, out);
}

/* ---- what stands out ---- */

/* "1  from 3.4 s for 200 ms: rebuild_index, which hardly runs around it": what stands out (heatmap/perturb.h), by its
 * number from 0. */
static const char *found_words(fr_scene *scene, const fr_grid *grid, size_t i)
{
    fr_output *out = fr_sentence("{}  ", fr_as_digits((int64_t)i + 1));

    fr_perturbation_put(&grid->found.at[i], grid->meta.origin_ns, out);
    return fr_scene_keep_output(scene, out);
}

/* The fragment by which a page selects it: "#range=3.4-3.6", of a band "#range=0.501-0.602/1.007". The command has no
 * period where that is a second. */
static const char *found_address(fr_scene *scene, const fr_perturbation *p)
{
    const char *times = strchr(p->select, ' ');

    return times ? fr_scene_say(scene, "#range={}{}", times + 1, p->period_ns == NS ? "/1" : "")
                 : "";
}

#define MIN_AUTO_PX   600 /* a picture of few columns has room for its words */
#define PLOT_PX       400 /* height of a column, about, where options give no other */
#define MAX_ROW_PX    16
#define MAX_COLUMN_PX 64
#define FULL_FROM     5  /* columns fill the picture */
#define SIDE_PX       66 /* of the sums of offsets, and what the columns leave */
#define SIDE_MOST_PX  160
#define SIDE_FROM_PX  420 /* narrower pictures do without */
#define GAP           6   /* between cells one above the other, in tenths of a px */
#define MAX_CELLS     1000000
#define MAX_TOOLTIPS  20000

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

static uint32_t add_fill(fr_scene *scene, fr_theme_fill fill)
{
    return fr_scene_fill(scene, fr_fill_of_theme(fill));
}

static uint32_t fill_of(layout *l, int64_t value)
{
    fr_i128 twice = value < l->most ? (fr_i128)value * 2 - 1 : (fr_i128)l->most * 2 - 1;
    uint32_t step = (uint32_t)(twice * FR_RAMP_STEPS / ((fr_i128)l->most * 2)),
             *fill = &l->heat_fill[step];

    if (*fill == UINT32_MAX)
        *fill = add_fill(l->scene, fr_theme_heat_of(l->theme, step));
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

/* Five columns and more fill the room, fewer are a fifth of it each, or 64 px. Columns are of one width if that fills
 * nine tenths. */
static bool choose_size(layout *l, fr_error *err)
{
    const fr_grid *grid = l->grid;
    int32_t asked = (int32_t)l->opt->width_px, n = (int32_t)grid->n_columns;
    int32_t left = fr_heat_left(l->scene, grid) / FR_PX;
    int32_t side = asked < SIDE_FROM_PX ? 0 : SIDE_PX + FR_HEAT_ASIDE / FR_PX;
    int32_t frame = left + side + FR_MARGIN / FR_PX;

    if (n > asked - frame) {
        fr_fail(err, FR_E_USAGE, 0, 0, "%u columns do not fit a picture of %u px: it needs %lld",
                (unsigned)n, (unsigned)l->opt->width_px, (long long)n + frame);
        return fr_fail_hint(err, "%s --from and --to draw a part",
                            grid->column_s < FR_GRID_MAX_SECONDS
                                ? "--column=auto chooses longer columns;"
                                : "do all samples have one clock?");
    }
    int32_t room = asked - frame;
    int32_t column = at_most(room / n, at_least(MAX_COLUMN_PX, room / FULL_FROM));
    int32_t width = n < FULL_FROM || column * n * 10 >= room * 9 ? column * n : room;
    int32_t plot = l->opt->plot_px ? (int32_t)l->opt->plot_px : PLOT_PX;
    l->plot = (fr_heat_plot){.grid = grid, .left = left * FR_PX, .width = width * FR_PX};
    l->plot.row = at_most(at_least(plot / (int32_t)grid->rows, 1), MAX_ROW_PX) * FR_PX;
    if (n < FULL_FROM)
        asked = at_most(asked, at_least(MIN_AUTO_PX, width + frame));
    l->scene->width = asked * FR_PX;
    if (side)
        l->plot.side = at_most(asked - frame - width + SIDE_PX, SIDE_MOST_PX) * FR_PX;
    return true;
}

/* ---- boxes ---- */

/* Adds a box, whose samples are all its own: a heatmap knows no callees. */
static void add_box(layout *l, fr_box box)
{
    box.self = box.total;
    fr_scene_add_box(l->scene, &box);
}

/* Rows first to last of a column. */
static fr_box box_of(const layout *l, uint32_t column, uint32_t first, uint32_t last)
{
    int32_t top = fr_heat_y(&l->plot, last + 1), x0 = fr_heat_x(&l->plot, column);
    int32_t x1 = fr_heat_x(&l->plot, column + 1);

    return (fr_box){.start = fr_grid_cell_range(l->grid, (fr_grid_cell){column, first}).from_ns -
                             fr_grid_cell_range(l->grid, (fr_grid_cell){0, 0}).from_ns,
                    .x0 = x0,
                    .x1 = x1,
                    .y = top,
                    .h = fr_heat_y(&l->plot, first) - top -
                         (l->plot.row > 2 * FR_PX && x1 - x0 > 2 * FR_PX ? GAP : 0)};
}

/* The part of a column that was recorded: all of it but for the first and the last, where the recording, or the range of
 * it, begins and ends there. */
static void add_column(layout *l, uint32_t column)
{
    const fr_grid *grid = l->grid;
    const fr_meta *meta = &grid->meta;
    fr_span recorded = fr_meta_recorded(meta);
    fr_grid_cell first = {0, 0}, last = {0, grid->rows - 1};

    if (column == 0)
        (void)!fr_grid_locate(grid, recorded.from_ns, &first);
    if (column + 1 == grid->n_columns)
        (void)!fr_grid_locate(grid, recorded.to_ns - (recorded.to_ns == meta->range_ns[1]), &last);
    fr_box box = box_of(l, column, first.row, last.row);
    for (uint32_t row = 0; row < grid->rows; row++)
        box.total += grid->cells[(size_t)column * grid->rows + row];
    int64_t second = fr_grid_origin_second(grid) + (int64_t)column * grid->column_s;
    box.name = grid->column_s == 1
                   ? fr_scene_say(l->scene, "second {}", second)
                   : fr_scene_say(l->scene, "seconds {}-{}", second, second + grid->column_s);
    box.row = 1;
    box.fill = (uint16_t)l->zero_fill;
    add_box(l, box);
}

static void add_cell(layout *l, fr_grid_cell cell, uint32_t parent)
{
    fr_box box = box_of(l, cell.column, cell.row, cell.row);

    box.total = l->grid->cells[(size_t)cell.column * l->grid->rows + cell.row];
    box.name = cell_name(l->scene, l->grid, cell);
    box.parent = parent;
    box.row = 2;
    box.fill = (uint16_t)fill_of(l, box.total);
    add_box(l, box);
}

static void add_boxes(layout *l)
{
    fr_box box = box_of(l, 0, 0, l->grid->rows - 1);

    box.x1 = fr_heat_x(&l->plot, l->grid->n_columns);
    box.total = l->grid->total;
    box.name = "";
    box.fill = (uint16_t)l->outside_fill;
    add_box(l, box);
    for (uint32_t column = 0; column < l->grid->n_columns && !l->scene->failed; column++) {
        uint32_t parent = (uint32_t)l->scene->n_boxes;
        const int64_t *cells = l->grid->cells + (size_t)column * l->grid->rows;
        add_column(l, column);
        for (uint32_t row = 0; row < l->grid->rows; row++)
            if (cells[row])
                add_cell(l, (fr_grid_cell){column, row}, parent);
    }
}

/* ---- legend ---- */

#define SWATCH    (11 * FR_PX)
#define STRIDE    (12 * FR_PX)
#define FOOT_STEP (18 * FR_PX)
#define ENTRY_GAP (18 * FR_PX)

static int32_t add_swatch(layout *l, int32_t x, int32_t y, uint32_t fill, const char *title)
{
    fr_scene_add_swatch(
        l->scene,
        (fr_scene_swatch){
            .x = x, .y = y - 9 * FR_PX, .w = SWATCH, .h = SWATCH, .fill = fill, .title = title});
    return x + STRIDE;
}

/* Returns the right end. */
static int32_t add_words(layout *l, int32_t x, int32_t y, const char *text)
{
    fr_scene_add_text(l->scene, FR_TEXT_LEGEND, FR_ANCHOR_START, x, y, text);
    return x + fr_text_width(fr_bytes_of(text), 110, false);
}

/* 0 [ ][-][=][#] 4 samples in 20 ms   blank: not recorded. Returns the right end. */
static int32_t add_legend(layout *l, int32_t y)
{
    uint32_t n = l->most < FR_RAMP_STEPS ? (uint32_t)l->most : FR_RAMP_STEPS;
    const char *most = last_colour(l->scene, l->grid, l->most);
    int32_t x = add_words(l, FR_MARGIN, y, "0") + 5 * FR_PX;

    x = add_swatch(l, x / FR_PX * FR_PX, y, l->zero_fill, "none: recorded, and nothing there");
    for (uint32_t i = 0; i < n; i++) {
        int64_t least = (int64_t)n == l->most
                            ? (int64_t)i + 1
                            : (int64_t)(((fr_i128)l->most * i + 8 + 15) / FR_RAMP_STEPS);
        bool alone = n == l->most && (i + 1 < n || l->grid->max == l->most);
        x = add_swatch(l, x, y, fill_of(l, least),
                       fr_scene_say(l->scene, alone ? "{}" : "{} or more",
                                    fr_as_amount(least, l->scene->decimals, l->scene->unit)));
    }
    x = add_words(l, x + 5 * FR_PX, y, most) + ENTRY_GAP;
    return add_words(l, x, y, "blank: not recorded");
}

/* ---- the whole ---- */

/* The legend stands beside the statement if there is room for both, else above it. */
static void furnish_foot(layout *l)
{
    fr_scene *s = l->scene;
    const char *statement = statement_of(s, l->grid);
    fr_output *notes = fr_sentence("{}", s->heat.note);
    int32_t y = l->plot.bottom + 26 * FR_PX, end = add_legend(l, y + 20 * FR_PX);
    int32_t width = fr_text_width(fr_bytes_of(statement), 110, false);

    if (end + 24 * FR_PX + width > s->width - FR_MARGIN)
        y += FOOT_STEP;
    for (size_t i = 0; i < s->heat.n_found; i++)
        fr_say(notes, "{}{}: {}", i || *s->heat.note ? FR_SEPARATOR : "", s->heat.found[i].words,
               s->heat.found[i].options);
    s->height = fr_furnish_foot(s, y, NULL, 0, statement, fr_scene_keep_output(s, notes));
}

/* As --range counts, as far as that goes. */
static int64_t since_origin(const fr_grid *grid, int64_t ns)
{
    int64_t since, origin_ns = fr_floor_second(grid->meta.origin_ns);

    return ns == INT64_MIN || ns == INT64_MAX || __builtin_sub_overflow(ns, origin_ns, &since)
               ? ns
               : since;
}

static void furnish(layout *l)
{
    const fr_heat_options *opt = l->opt;
    fr_scene *s = l->scene;
    const char *subtitle = opt->subtitle ? opt->subtitle : subtitle_of(s, l->grid, opt->outline);
    const char *caution = fr_quality_sentence(&l->grid->meta);
    /* A CPU is not busy while it idles, so samples of idle CPUs change the question. */
    bool busy = l->grid->event && !(l->grid->n_idle && !l->grid->idle_out);
    const char *title = fr_measured_when(busy ? l->grid->event : "");
    int32_t top =
        fr_furnish_header(s, fr_scene_clean(s, opt->title, title),
                          fr_furnish_caution(s, fr_scene_clean(s, subtitle, ""), caution));

    l->plot.bottom = top + FR_HEAT_ABOVE + FR_HEAT_GAP + l->plot.row * (int32_t)l->grid->rows;
    fr_heat_furnish(s, &l->plot, add_fill(s, fr_theme_fill_of(l->theme, FR_CLASS_PROCESS, 0)));
    s->heat = (fr_scene_heat){
        .rows = l->grid->rows,
        .columns = l->grid->n_columns,
        .column_s = l->grid->column_s,
        .first_second = fr_grid_origin_second(l->grid),
        .most = l->most,
        .weighs = l->grid->unit_text != NULL,
        .of_times = l->grid->meta.of_times,
        .has_holes = fr_meta_has_holes(&l->grid->meta),
        .of_inputs = l->grid->meta.written.known,
        .range_ns = {since_origin(l->grid, l->grid->meta.range_ns[0]),
                     since_origin(l->grid, l->grid->meta.range_ns[1])},
        .bottom = l->plot.bottom,
        .row = l->plot.row,
        /* " --off-cpu --idle=exclude": what a command repeats to select the same samples */
        .options = fr_scene_say(s, "{}",
                                opt->reading        ? opt->reading
                                : l->grid->idle_out ? " --idle=exclude"
                                                    : ""),
        .note = fr_scene_clean(s, opt->notes, "")};
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++) {
        fr_theme_fill fill = fr_theme_heat_of(l->theme, step);
        s->heat.ramp[step][0] = fill.light;
        s->heat.ramp[step][1] = fill.dark;
    }
    s->heat.n_found = (uint32_t)l->grid->found.n;
    for (size_t i = 0; i < l->grid->found.n; i++)
        s->heat.found[i] = (fr_scene_found){
            found_words(s, l->grid, i), fr_scene_keep(s, fr_bytes_of(l->grid->found.at[i].select)),
            found_address(s, &l->grid->found.at[i])};
    furnish_foot(l);
    s->description = description_of(s, l->grid);
}

static void describe_scene(layout *l, uint64_t n_cells)
{
    fr_theme_tokens t = fr_theme_tokens_of(l->theme);
    fr_scene *s = l->scene;

    s->what = "heatmap";
    fr_scene_take_tokens(s, &t, l->opt->scheme);
    s->whole = l->grid->total;
    s->unit = fr_scene_keep(s, fr_bytes_of(fr_measured_unit(event_of(l->grid), l->grid->unit)));
    s->decimals = l->grid->decimals;
    s->tooltip_from = n_cells > MAX_TOOLTIPS ? INT32_MAX : 0;
}

static bool lay_out(layout *l, fr_error *err)
{
    uint64_t n_cells = count_up_to(l->grid, l->grid->max);

    l->scene = fr_scene_new();
    if (!l->scene)
        return fr_fail_memory(err);
    describe_scene(l, n_cells);
    if (n_cells > MAX_CELLS) {
        fr_fail(err, FR_E_LIMIT, 0, 0, "%llu cells have samples; a picture has at most %d",
                (unsigned long long)n_cells, MAX_CELLS);
        return fr_fail_hint(err, l->grid->rows > 50
                                     ? "--rows makes fewer of them, --from and --to draw a part"
                                     : "--from and --to draw a part of the recording");
    }
    if (!choose_size(l, err))
        return false;
    l->most = most_counted(l->grid, l->opt->ramp == FR_HEAT_LINEAR);
    l->outside_fill = add_fill(l->scene, fr_theme_heat_outside(l->theme));
    l->zero_fill = add_fill(l->scene, fr_theme_heat_zero(l->theme));
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++)
        l->heat_fill[step] = UINT32_MAX;
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
    if (fr_furnish_check_width(l.opt->width_px, FR_MAX_WIDTH_PX, err) && lay_out(&l, err))
        return l.scene;
    fr_scene_free(l.scene);
    return NULL;
}
