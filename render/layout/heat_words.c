/*
 * heat_words.c - writes the sentences and times of a heatmap.
 *
 *     48 s, 2:05, 1:02:05          seconds after the start of the recording: of under three minutes, of under an
 *                                  hour, of more
 *     14:32:05, 14:32              of a clock that counts from 1970, in UTC
 */
#include "render/layout/heat_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/sentence.h"
#include "base/text.h"
#include "model/measured.h"

#define NS  INT64_C(1000000000)
#define DAY 86400

/* ---- sentences ---- */

/* "6 826 samples", "1 sample", "12.3 ms" */
static void put_amount(fr_output *out, const fr_scene *scene, int64_t value)
{
    char to[FR_NUMBER_MAX];

    if (fr_unit_has_multiples(scene->unit)) {
        fr_put_text(out, fr_format_human(to, value, scene->decimals, scene->unit));
        return;
    }
    fr_put_grouped(out, value, scene->decimals);
    fr_put_char(out, ' ');
    fr_put(out, fr_scene_unit(scene, value));
}

const char *fr_heat_amount(fr_scene *scene, int64_t value)
{
    char to[FR_NUMBER_MAX];

    if (fr_unit_has_multiples(scene->unit))
        fr_format_human(to, value, scene->decimals, scene->unit);
    else
        fr_format_grouped(to, value, scene->decimals);
    return fr_scene_keep(scene, fr_bytes_of(to));
}

/* "20 ms", "15.6 ms", "1.2 s"; rows that are no whole ns: "1/7 s". */
static void put_cell_length(fr_output *out, const fr_grid *grid)
{
    int64_t column_ns = fr_grid_column_ns(grid);

    if (column_ns % grid->rows)
        fr_put_format(out, "%u/%u", (unsigned)grid->column_s, (unsigned)grid->rows);
    else if (column_ns / grid->rows < NS)
        fr_put_grouped(out, column_ns / grid->rows, 6);
    else
        fr_put_grouped(out, column_ns / grid->rows, 9);
    fr_put_text(out, column_ns % grid->rows == 0 && column_ns / grid->rows < NS
                         ? FR_NARROW_SPACE "ms"
                         : FR_NARROW_SPACE "s");
}

/* ---- times ---- */

/* "48 s", "2:05", "1:02:05" */
static void put_span(fr_output *out, int64_t second, int64_t last)
{
    int64_t s = second < 0 ? -second : second;

    if (last < 180) {
        fr_put_grouped(out, second, 0);
        fr_put_text(out, FR_NARROW_SPACE "s");
        return;
    }
    fr_put_text(out, second < 0 ? "-" : "");
    if (last >= 3600)
        fr_put_format(out, "%lld:%02d:%02d", (long long)(s / 3600), (int)(s / 60 % 60),
                      (int)(s % 60));
    else
        fr_put_format(out, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

/* "2026-11-22" of a day counted from 1970: Howard Hinnant, chrono-compatible low-level date algorithms,
 * civil_from_days. */
static void put_date(fr_output *out, int64_t day)
{
    int64_t z = day + 719468, era = z / 146097, of_era = z % 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t march = (5 * of_year + 2) / 153, month = march < 10 ? march + 3 : march - 9;

    fr_put_format(out, "%04lld-%02d-%02d", (long long)(year + era * 400 + (month <= 2)), (int)month,
                  (int)(of_year - (153 * march + 2) / 5 + 1));
}

/* "14:32:05"; "14:32" where columns are of minutes, the date where they are of days */
static void put_clock(fr_output *out, int64_t second, uint32_t column_s)
{
    int day_s = (int)(second % DAY);

    if (column_s >= DAY)
        put_date(out, second / DAY);
    else
        fr_put_format(out, "%02d:%02d", day_s / 3600, day_s / 60 % 60);
    if (column_s < 60)
        fr_put_format(out, ":%02d", day_s % 60);
}

const char *fr_heat_span(fr_scene *scene, int64_t second, int64_t last)
{
    fr_output *out = fr_output_memory();

    if (out)
        put_span(out, second, last);
    return fr_scene_keep_output(scene, out);
}

const char *fr_heat_time(fr_scene *scene, const fr_grid *grid, int64_t second, int64_t last)
{
    fr_output *out = fr_output_memory();

    if (out && fr_meta_has_date(&grid->meta))
        put_clock(out, second, grid->column_s);
    else if (out)
        put_span(out, second, last);
    return fr_scene_keep_output(scene, out);
}

int64_t fr_heat_axis_second(const fr_grid *grid)
{
    return fr_meta_has_date(&grid->meta) ? grid->first_second : fr_grid_origin_second(grid);
}

/* ---- cells ---- */

/* Seconds of the recording that are `ns` after the start of column 0; of uneven rows to the ms. */
static void put_second(fr_output *out, const fr_grid *grid, int64_t ns)
{
    if (fr_grid_column_ns(grid) % grid->rows)
        ns -= ns % (NS / 1000);
    fr_put_grouped(out, fr_grid_origin_second(grid) * NS + ns, 9);
}

const char *fr_heat_cell_name(fr_scene *scene, const fr_grid *grid, fr_grid_cell cell)
{
    fr_time_range range = fr_grid_cell_range(grid, cell);
    int64_t start = fr_grid_cell_range(grid, (fr_grid_cell){0, 0}).from_ns;
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    put_second(out, grid, range.from_ns - start);
    fr_put_char(out, '-');
    put_second(out, grid, range.to_ns - start);
    fr_put_text(out, FR_NARROW_SPACE "s");
    return fr_scene_keep_output(scene, out);
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
    int64_t tenths = (grid->last_ns - grid->first_ns + NS / 20) / (NS / 10);

    if (tenths == 0)
        return;
    fr_put_text(out, " in ");
    if (tenths < 1800) {
        fr_put_grouped(out, tenths, 1);
        fr_put_text(out, FR_NARROW_SPACE "s");
    } else {
        put_span(out, tenths / 10, tenths / 10);
    }
    fr_put_text(out, " of recording");
}

/* " · from 2026-11-22 14:32:05 UTC" */
static void put_start(fr_output *out, const fr_grid *grid)
{
    int64_t second = grid->first_ns / NS;

    if (!fr_meta_has_date(&grid->meta))
        return;
    fr_put_text(out, FR_SEPARATOR "from ");
    put_date(out, second / DAY);
    fr_put_char(out, ' ');
    put_clock(out, second, 1);
    fr_put_text(out, " UTC");
}

/* "15 s", "5 min", "6 h" */
static void put_column_length(fr_output *out, uint32_t seconds)
{
    uint32_t size = seconds % 3600 == 0 ? 3600 : seconds % 60 == 0 ? 60 : 1;

    fr_put_grouped(out, seconds / size, 0);
    fr_put_text(out, size == 3600 ? FR_NARROW_SPACE "h"
                     : size == 60 ? FR_NARROW_SPACE "min"
                                  : FR_NARROW_SPACE "s");
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

const char *fr_heat_subtitle(fr_scene *scene, const fr_grid *grid, const fr_select_options *outline)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    put_amount(out, scene, grid->total);
    fr_put_measured(out, event_of(grid), scene->unit);
    put_duration(out, grid);
    put_start(out, grid);
    if (grid->n_idle) { /* " · 8 875 samples of idle CPUs omitted" */
        fr_put_text(out, FR_SEPARATOR);
        fr_put_counted(out, grid->n_idle, "sample of idle CPUs ", "samples of idle CPUs ");
        fr_put_text(out, grid->idle_out ? "omitted" : "included");
    }
    for (size_t i = 0; i < grid->meta.steps.n; i++) {
        fr_put_text(out, FR_SEPARATOR);
        fr_put_text(out, grid->meta.steps.entries[i].first);
    }
    fr_put_text(out, FR_SEPARATOR "column ");
    put_column_length(out, grid->column_s);
    fr_put_text(out, ", cell ");
    put_cell_length(out, grid);
    if (grid->column_s != 1) {
        fr_put_text(out, FR_SEPARATOR "a level band is an offset in ");
        put_column_length(out, grid->column_s);
    }
    if (outline)
        put_outlines(out, scene, outline);
    return fr_scene_keep_output(scene, out);
}

/* ---- foot ---- */

const char *fr_heat_swatch(fr_scene *scene, int64_t least, bool more)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    put_amount(out, scene, least);
    fr_put_text(out, more ? " or more" : "");
    return fr_scene_keep_output(scene, out);
}

const char *fr_heat_last_colour(fr_scene *scene, const fr_grid *grid, int64_t most)
{
    fr_output *out = fr_output_memory();
    bool more = grid->max > most, multiples = fr_unit_has_multiples(scene->unit);

    if (!out)
        return fr_scene_keep_output(scene, out);
    if (more && !multiples) {
        fr_put_grouped(out, most, scene->decimals);
        fr_put_text(out, " or more ");
        fr_put(out, fr_scene_unit(scene, most + 1));
    } else {
        put_amount(out, scene, most);
    }
    fr_put_text(out, more && multiples ? " or more in " : " in ");
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
    fr_put_grouped(out, (int64_t)grid->n_columns * grid->column_s, 0);
    fr_put_text(out, (int64_t)grid->n_columns * grid->column_s == 1 ? " second. The fullest "
                                                                    : " seconds. The fullest ");
    put_cell_length(out, grid);
    fr_put_text(out, " hold ");
    put_amount(out, scene, grid->max);
    fr_put_text(out, ", at ");
    fr_put_text(out, fr_heat_cell_name(scene, grid, fullest(grid)));
    fr_put_char(out, '.');
    return fr_scene_keep_output(scene, out);
}

/* ---- what stands out ---- */

const char *fr_heat_found_words(fr_scene *scene, const fr_grid *grid, size_t i)
{
    const fr_perturbation *p = &grid->found.at[i];
    fr_output *out = fr_output_memory();

    if (out) {
        fr_put_format(out, "%zu  ", i + 1);
        fr_perturbation_put(p, grid->meta.origin_ns, out);
    }
    return fr_scene_keep_output(scene, out);
}

const char *fr_heat_found_address(fr_scene *scene, const fr_perturbation *p)
{
    char text[sizeof p->select + 24];
    const char *times = strchr(p->select, ' ');

    if (!times)
        return "";
    snprintf(text, sizeof text, "#range=%s", times + 1);
    if (p->period_ns == 1000000000)
        strcat(text, "/1");
    return fr_scene_keep(scene, fr_bytes_of(text));
}
