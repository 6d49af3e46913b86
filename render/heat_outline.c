/*
 * heat_outline.c - the outline of a selection: marks its cells, then draws the edges between marked
 * cells and others, as long as they go on in one direction.
 *
 *      . . . .          +---+
 *      . # # .          |   +-+        a range that begins in one second and ends in the next
 *      . # # .    ->    |     |
 *      . . # .          +-+   |
 *      . . # .            +---+
 */
#include "render/heat_outline.h"

#include <stdlib.h>

#include "model/select/select.h"

#define SECOND INT64_C(1000000000)

typedef struct outline {
    fr_scene *scene;
    const fr_heat_plot *plot;
    const fr_grid *grid;
    uint8_t *marked; /* by cell */
    size_t n_marked;
} outline;

static void mark(outline *o, fr_span span)
{
    fr_cell first, last;
    size_t from, to;

    if (span.from_ns >= span.to_ns ||
        !fr_grid_cells_in(o->grid, (fr_time_range){span.from_ns, span.to_ns}, &first, &last))
        return;
    from = (size_t)first.column * o->grid->rows + first.row;
    to = (size_t)last.column * o->grid->rows + last.row;
    memset(o->marked + from, 1, to - from + 1);
    o->n_marked += to - from + 1;
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* What of a span lies between two offsets of the second that starts at `second_ns`. */
static void mark_part(outline *o, fr_span span, int64_t second_ns, int64_t from, int64_t to)
{
    mark(o, (fr_span){later(span.from_ns, second_ns + from), earlier(span.to_ns, second_ns + to)});
}

static void mark_band(outline *o, const fr_selection *s, fr_span span)
{
    for (uint32_t column = 0; column < o->grid->n_columns; column++) {
        int64_t second_ns = (o->grid->first_second + column) * SECOND;
        if (s->band_from_ns <= s->band_to_ns) {
            mark_part(o, span, second_ns, s->band_from_ns, s->band_to_ns);
        } else {
            mark_part(o, span, second_ns, 0, s->band_to_ns);
            mark_part(o, span, second_ns, s->band_from_ns, SECOND);
        }
    }
}

static void mark_cells(outline *o, const fr_selection *s)
{
    fr_span all = {INT64_MIN, INT64_MAX};

    for (size_t i = 0; i < s->n_spans || i == 0; i++) {
        fr_span span = s->n_spans ? s->spans[i] : all;
        if (s->banded)
            mark_band(o, s, span);
        else
            mark(o, span);
    }
}

/* Beyond the grid nothing is marked. */
static bool is_marked(const outline *o, uint32_t column, uint32_t row)
{
    return column < o->grid->n_columns && row < o->grid->rows &&
           o->marked[(size_t)column * o->grid->rows + row];
}

/* In the gap between two cells; ends half a px further, so that corners close. */
static void add_edge(outline *o, uint32_t column0, uint32_t row0, uint32_t column1, uint32_t row1)
{
    int32_t half = FR_PX / 2;
    bool upright = column0 == column1;
    fr_scene_line line = {.x0 = fr_heat_x(o->plot, column0) - half - (upright ? 0 : half),
                          .y0 = fr_heat_y(o->plot, row0) - half + (upright ? half : 0),
                          .x1 = fr_heat_x(o->plot, column1) - half + (upright ? 0 : half),
                          .y1 = fr_heat_y(o->plot, row1) - half - (upright ? half : 0),
                          .over = true};

    fr_scene_add_line(o->scene, line);
}

/* Edges along the left side of `column`. */
static void add_upright_edges(outline *o, uint32_t column)
{
    uint32_t from = 0;

    for (uint32_t row = 0; row <= o->grid->rows; row++) {
        if (is_marked(o, column - 1, row) != is_marked(o, column, row))
            continue;
        if (from < row)
            add_edge(o, column, from, column, row);
        from = row + 1;
    }
}

/* Edges along the lower side of `row`. */
static void add_level_edges(outline *o, uint32_t row)
{
    uint32_t from = 0;

    for (uint32_t column = 0; column <= o->grid->n_columns; column++) {
        if (is_marked(o, column, row - 1) != is_marked(o, column, row))
            continue;
        if (from < column)
            add_edge(o, from, row, column, row);
        from = column + 1;
    }
}

static bool draw_outline(outline *o, const fr_selection *selection, fr_error *err)
{
    mark_cells(o, selection);
    if (o->n_marked == 0) {
        fr_fail(err, FR_E_USAGE, 0, 0, "the outline lies outside of the recording");
        return fr_fail_hint(err, "the heatmap has the seconds %lld to %lld",
                            (long long)fr_grid_origin_second(o->grid),
                            (long long)fr_grid_origin_second(o->grid) + o->grid->n_columns);
    }
    for (uint32_t column = 0; column <= o->grid->n_columns; column++)
        add_upright_edges(o, column);
    for (uint32_t row = 0; row <= o->grid->rows; row++)
        add_level_edges(o, row);
    return true;
}

bool fr_heat_outline(fr_scene *scene, const fr_heat_plot *plot, const fr_select_options *opt,
                     fr_error *err)
{
    const fr_grid *grid = plot->grid;
    outline o = {.scene = scene, .plot = plot, .grid = grid};
    fr_selection selection;
    bool good;

    if (!fr_selection_init(&selection, opt, grid->meta.origin_ns, err))
        return false;
    o.marked = calloc((size_t)grid->n_columns * grid->rows, 1);
    good = o.marked ? fr_selection_is_all(&selection) || draw_outline(&o, &selection, err)
                    : fr_fail_memory(err);
    free(o.marked);
    fr_selection_reset(&selection);
    return good;
}
