/*
 * heat_words.c - writes the sentences and times of a heatmap.
 *
 *     48 s, 2:05, 1:02:05          seconds after the start of the recording: of under three minutes, of under an
 *                                  hour, of more
 *     14:32:05, 14:32              of a clock that counts from 1970, in UTC
 */
#include "render/layout/heat_words.h"

#include <string.h>

#include "base/number.h"
#include "base/sentence.h"
#include "base/text.h"
#include "model/measured.h"

#define NS  INT64_C(1000000000)
#define DAY 86400

/* ---- sentences ---- */

/* "6 826 samples", "1 sample", "12.3 ms" */
static fr_word as_amount(const fr_scene *scene, int64_t value)
{
    return fr_as_amount(value, scene->decimals, scene->unit);
}

const char *fr_heat_amount(fr_scene *scene, int64_t value)
{
    return fr_scene_say(scene, "{}", fr_as_amount_alone(value, scene->decimals, scene->unit));
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

/* ---- times ---- */

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

const char *fr_heat_time(fr_scene *scene, const fr_grid *grid, int64_t second, int64_t last)
{
    if (!fr_meta_has_date(&grid->meta))
        return fr_scene_say(scene, "{}", fr_as_span(second, last));
    fr_output *out = fr_output_memory();
    put_clock(out, second, grid->column_s);
    return fr_scene_keep_output(scene, out);
}

/* ---- cells ---- */

/* Seconds of the recording that are `ns` after the start of column 0; of uneven rows to the ms. */
static fr_word as_second(const fr_grid *grid, int64_t ns)
{
    if (fr_grid_column_ns(grid) % grid->rows)
        ns -= ns % (NS / 1000);
    return fr_as_number(fr_grid_origin_second(grid) * NS + ns, 9);
}

const char *fr_heat_cell_name(fr_scene *scene, const fr_grid *grid, fr_grid_cell cell)
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
    int64_t tenths = (grid->last_ns - grid->first_ns + NS / 20) / (NS / 10);

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
    put_date(out, second / DAY);
    fr_put_char(out, ' ');
    put_clock(out, second, 1);
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

const char *fr_heat_subtitle(fr_scene *scene, const fr_grid *grid, const fr_select_options *outline)
{
    fr_output *out = fr_sentence("{}", as_amount(scene, grid->total));

    fr_put_measured(out, event_of(grid), scene->unit);
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

/* ---- foot ---- */

const char *fr_heat_last_colour(fr_scene *scene, const fr_grid *grid, int64_t most)
{
    bool more = grid->max > most;
    const char *cell = cell_length(scene, grid);

    if (more && !fr_unit_has_multiples(scene->unit))
        return fr_scene_say(scene, "{} or more {} in {}", fr_as_number(most, scene->decimals),
                            fr_scene_unit(scene, most + 1), cell);
    return fr_scene_say(scene, "{}{} in {}", as_amount(scene, most), more ? " or more" : "", cell);
}

const char *fr_heat_statement(fr_scene *scene, const fr_grid *grid)
{
    return fr_scene_say(scene, "fullest cell: {} at {}", as_amount(scene, grid->max),
                        fr_heat_cell_name(scene, grid, fullest(grid)));
}

const char *fr_heat_description(fr_scene *scene, const fr_grid *grid)
{
    fr_output *out = fr_sentence("Heatmap of {}", as_amount(scene, grid->total));

    fr_put_measured(out, event_of(grid), scene->unit);
    fr_say(out, " over {}. The fullest {} hold {}, at {}.",
           fr_as_count((uint64_t)grid->n_columns * grid->column_s, "second", "seconds"),
           cell_length(scene, grid), as_amount(scene, grid->max),
           fr_heat_cell_name(scene, grid, fullest(grid)));
    return fr_scene_keep_output(scene, out);
}

/* ---- what stands out ---- */

const char *fr_heat_found_words(fr_scene *scene, const fr_grid *grid, size_t i)
{
    fr_output *out = fr_sentence("{}  ", fr_as_digits((int64_t)i + 1));

    fr_perturbation_put(&grid->found.at[i], grid->meta.origin_ns, out);
    return fr_scene_keep_output(scene, out);
}

const char *fr_heat_found_address(fr_scene *scene, const fr_perturbation *p)
{
    const char *times = strchr(p->select, ' ');

    return times ? fr_scene_say(scene, "#range={}{}", times + 1, p->period_ns == NS ? "/1" : "")
                 : "";
}
