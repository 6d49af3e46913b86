/* heat_words.c - the sentences of a heatmap, built in a memory output and kept in the scene. */
#include "render/heat_words.h"

#include "base/number.h"
#include "base/text.h"
#include "model/measured.h"

#define NARROW_SPACE "\xe2\x80\xaf" /* U+202F */
#define SEPARATOR    " \xc2\xb7 "
#define NS           INT64_C(1000000000)

static void put_grouped(fr_output *out, int64_t value, uint32_t decimals)
{
    char to[FR_NUMBER_MAX];
    fr_put_text(out, fr_format_grouped(to, value, decimals));
}

/* "6 826 samples", "1 sample" */
static void put_amount(fr_output *out, const fr_scene *scene, int64_t value)
{
    put_grouped(out, value, 0);
    fr_put_char(out, ' ');
    fr_put(out, fr_scene_unit(scene, value));
}

/* "20 ms", "15.6 ms"; rows that are no whole ns: "1/7 s". */
static void put_cell_length(fr_output *out, const fr_grid *grid)
{
    char to[FR_NUMBER_MAX];

    if (NS % grid->rows == 0 && grid->rows > 1)
        put_grouped(out, NS / grid->rows, 6);
    else if (grid->rows > 1)
        fr_put_format(out, "1/%u", (unsigned)grid->rows);
    else
        fr_put_text(out, fr_format_grouped(to, 1, 0));
    fr_put_text(out, NS % grid->rows == 0 && grid->rows > 1 ? NARROW_SPACE "ms" : NARROW_SPACE "s");
}

/* ---- cells ---- */

/* When a cell begins, in ns after second 0 of the recording; of uneven rows to the ms. */
static int64_t cell_start(const fr_grid *grid, fr_cell cell)
{
    fr_cell first = {0, 0};
    int64_t ns = fr_grid_cell_range(grid, cell).from_ns - fr_grid_cell_range(grid, first).from_ns;

    if (NS % grid->rows)
        ns -= ns % (NS / 1000);
    return fr_grid_origin_second(grid) * NS + ns;
}

const char *fr_heat_cell_name(fr_scene *scene, const fr_grid *grid, fr_cell cell)
{
    char to[FR_NUMBER_MAX];
    size_t n;

    fr_format_grouped(to, cell_start(grid, cell), 9);
    n = strlen(to);
    memcpy(to + n, NARROW_SPACE "s", sizeof NARROW_SPACE + 1);
    return fr_scene_keep(scene, fr_bytes_of(to));
}

const char *fr_heat_column_name(fr_scene *scene, const fr_grid *grid, uint32_t column)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, "second ");
    put_grouped(out, fr_grid_origin_second(grid) + column, 0);
    return fr_scene_keep_output(scene, out);
}

/* The fullest cell, the first of equals. */
static fr_cell fullest(const fr_grid *grid)
{
    size_t i = 0;

    while (grid->cells[i] != grid->max)
        i++;
    return (fr_cell){(uint32_t)(i / grid->rows), (uint32_t)(i % grid->rows)};
}

/* ---- title and subtitle ---- */

static const char *event_of(const fr_grid *grid)
{
    return grid->event ? grid->event : "";
}

/* A CPU is not busy while it idles, so samples of idle CPUs change the question. */
const char *fr_heat_title(fr_scene *scene, const fr_grid *grid)
{
    bool shows_idle = grid->n_idle && !grid->idle_out;
    fr_output *out = fr_output_memory();

    if (out)
        fr_put_measured_title(out, shows_idle ? "" : event_of(grid), scene->unit, FR_ASK_WHEN);
    return fr_scene_keep_output(scene, out);
}

/* " in 120.8 s of recording" */
static void put_duration(fr_output *out, const fr_grid *grid)
{
    int64_t tenths = (grid->last_ns - grid->first_ns + NS / 20) / (NS / 10);

    if (tenths == 0)
        return;
    fr_put_text(out, " in ");
    put_grouped(out, tenths, 1);
    fr_put_text(out, NARROW_SPACE "s of recording");
}

/* " · 8 875 samples of idle CPUs left out" */
static void put_idle(fr_output *out, const fr_grid *grid)
{
    if (!grid->n_idle)
        return;
    fr_put_text(out, SEPARATOR);
    put_grouped(out, (int64_t)grid->n_idle, 0);
    fr_put_text(out, grid->n_idle == 1 ? " sample of idle CPUs " : " samples of idle CPUs ");
    fr_put_text(out, grid->idle_out ? "left out" : "included");
}

static void put_outline(fr_output *out, fr_scene *scene, const char *text)
{
    fr_bytes clean = fr_text_repair(&scene->text, fr_bytes_of(text), FR_TEXT_RAW);

    if (!clean.at)
        scene->failed = true;
    fr_put_char(out, ' ');
    fr_put(out, clean);
}

/* " · outlined 24-24.62, 30-31 s" */
static void put_outlines(fr_output *out, fr_scene *scene, const fr_select_options *opt)
{
    fr_put_text(out, SEPARATOR "outlined");
    if (opt->from || opt->to) {
        put_outline(out, scene, opt->from ? opt->from : "");
        fr_put_text(out, " to");
        put_outline(out, scene, opt->to ? opt->to : "the end");
    }
    for (size_t i = 0; i < opt->n_ranges; i++) {
        fr_put_text(out, i || opt->from || opt->to ? "," : "");
        put_outline(out, scene, opt->ranges[i]);
    }
    fr_put_text(out, opt->from || opt->to || opt->n_ranges ? NARROW_SPACE "s" : "");
    if (opt->band) {
        put_outline(out, scene, opt->band);
        fr_put_text(out, " of every second");
    }
}

const char *fr_heat_subtitle(fr_scene *scene, const fr_grid *grid, const fr_select_options *outline)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    put_amount(out, scene, grid->total);
    fr_put_measured(out, event_of(grid), scene->unit);
    put_duration(out, grid);
    put_idle(out, grid);
    for (size_t i = 0; i < grid->meta.steps.n; i++) {
        fr_put_text(out, SEPARATOR);
        fr_put_text(out, grid->meta.steps.entries[i].first);
    }
    fr_put_text(out, SEPARATOR "column 1" NARROW_SPACE "s, cell ");
    put_cell_length(out, grid);
    if (outline)
        put_outlines(out, scene, outline);
    return fr_scene_keep_output(scene, out);
}

/* ---- foot ---- */

const char *fr_heat_most(fr_scene *scene, const fr_grid *grid, int64_t most)
{
    fr_output *out = fr_output_memory();
    bool more = grid->max > most;

    if (!out)
        return fr_scene_keep_output(scene, out);
    put_grouped(out, most, 0);
    fr_put_text(out, more ? " or more " : " ");
    fr_put(out, fr_scene_unit(scene, more ? most + 1 : most));
    fr_put_text(out, " in ");
    put_cell_length(out, grid);
    return fr_scene_keep_output(scene, out);
}

const char *fr_heat_statement(fr_scene *scene, const fr_grid *grid)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, "fullest cell: ");
    put_amount(out, scene, grid->max);
    fr_put_text(out, " at ");
    fr_put_text(out, fr_heat_cell_name(scene, grid, fullest(grid)));
    return fr_scene_keep_output(scene, out);
}

const char *fr_heat_description(fr_scene *scene, const fr_grid *grid)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, "Heatmap of ");
    put_amount(out, scene, grid->total);
    fr_put_measured(out, event_of(grid), scene->unit);
    fr_put_text(out, " over ");
    put_grouped(out, grid->n_columns, 0);
    fr_put_text(out, grid->n_columns == 1 ? " second. The fullest " : " seconds. The fullest ");
    put_cell_length(out, grid);
    fr_put_text(out, " hold ");
    put_amount(out, scene, grid->max);
    fr_put_text(out, ", from ");
    fr_put_text(out, fr_heat_cell_name(scene, grid, fullest(grid)));
    fr_put_char(out, '.');
    return fr_scene_keep_output(scene, out);
}
