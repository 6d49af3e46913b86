/*
 * heat_outline.c - the outline of a selection: marks its cells, then draws a ring outside of them, along
 * the edges between marked cells and others.
 *
 *      . . . .          +---+
 *      . # # .          |   +-+        a range that begins in one second and ends in the next
 *      . # # .    ->    |     |
 *      . . # .          +-+   |
 *      . . # .            +---+
 */
#include "render/layout/heat_outline.h"

#include <stdlib.h>

#include "model/select/select.h"

#define OUT 25 /* from the edge of the cells to the middle of the ring: its halo touches them */
#define GAP 6  /* between cells */

typedef struct outline {
    fr_scene *scene;
    const fr_heat_plot *plot;
    const fr_grid *grid;
    uint8_t *marked; /* by cell */
    size_t n_marked;
} outline;

static void mark(outline *o, fr_span span)
{
    fr_grid_cell first, last;
    size_t from, to;

    if (span.from_ns >= span.to_ns ||
        !fr_grid_cells_in(o->grid, (fr_time_range){span.from_ns, span.to_ns}, &first, &last))
        return;
    from = (size_t)first.column * o->grid->rows + first.row;
    to = (size_t)last.column * o->grid->rows + last.row;
    memset(o->marked + from, 1, to - from + 1);
}

/* Unmarks the cells that are not in the band. */
static void keep_band(outline *o, const fr_selection *s)
{
    size_t n = (size_t)o->grid->n_columns * o->grid->rows;

    for (size_t i = 0; i < n && s->banded; i++) {
        fr_grid_cell cell = {(uint32_t)(i / o->grid->rows), (uint32_t)(i % o->grid->rows)};
        fr_time_range range = fr_grid_cell_range(o->grid, cell);
        o->marked[i] = o->marked[i] && fr_selection_band_meets(s, range.from_ns, range.to_ns);
    }
}

static void mark_cells(outline *o, const fr_selection *s)
{
    size_t n = (size_t)o->grid->n_columns * o->grid->rows;
    fr_span all = {INT64_MIN, INT64_MAX};

    for (size_t i = 0; i < s->n_spans || i == 0; i++)
        mark(o, s->n_spans ? s->spans[i] : all);
    keep_band(o, s);
    for (size_t i = 0; i < n; i++)
        o->n_marked += o->marked[i];
}

/* Beyond the grid nothing is marked. */
static bool is_marked(const outline *o, uint32_t column, uint32_t row)
{
    return column < o->grid->n_columns && row < o->grid->rows &&
           o->marked[(size_t)column * o->grid->rows + row];
}

/* ---- edges ---- */

/* Which side of an edge has the marked cells: -1 left or below, 1 right or above, 0: it is no edge. The upright edge
 * (column, row) is at the left of that cell, the level one at its foot. */
static int side_of(const outline *o, bool upright, uint32_t column, uint32_t row)
{
    bool here = is_marked(o, column, row);
    bool before = upright ? is_marked(o, column - 1, row) : is_marked(o, column, row - 1);

    return here == before ? 0 : here ? 1 : -1;
}

/* Returns how far an edge goes on beyond its end, where it stands OUT from the cells: round a corner of the
 * selection, but less far in a corner between two of its parts. `column` and `row` of the cell behind the end, on
 * the side of the marked cells. */
static int32_t beyond(const outline *o, uint32_t column, uint32_t row)
{
    return is_marked(o, column, row) ? -OUT : OUT;
}

static void add_upright(outline *o, uint32_t column, uint32_t from, uint32_t to, int side)
{
    uint32_t outer = side > 0 ? column - 1 : column;
    int32_t x = fr_heat_x(o->plot, column) - side * OUT - GAP / 2;
    fr_scene_line line = {.x0 = x, .x1 = x, .over = true};

    line.y0 = fr_heat_y(o->plot, from) + beyond(o, outer, from - 1) - GAP / 2;
    line.y1 = fr_heat_y(o->plot, to) - beyond(o, outer, to) - GAP / 2;
    fr_scene_add_line(o->scene, line);
}

static void add_level(outline *o, uint32_t row, uint32_t from, uint32_t to, int side)
{
    uint32_t outer = side > 0 ? row - 1 : row;
    int32_t y = fr_heat_y(o->plot, row) + side * OUT - GAP / 2;
    fr_scene_line line = {.y0 = y, .y1 = y, .over = true};

    line.x0 = fr_heat_x(o->plot, from) - beyond(o, from - 1, outer) - GAP / 2;
    line.x1 = fr_heat_x(o->plot, to) + beyond(o, to, outer) - GAP / 2;
    fr_scene_add_line(o->scene, line);
}

/* Edges of one line of the grid, as long as they go on with the marked cells on the same side. */
static void add_edges(outline *o, bool upright, uint32_t at)
{
    uint32_t n = upright ? o->grid->rows : o->grid->n_columns, from = 0;
    int side = 0;

    for (uint32_t i = 0; i <= n; i++) {
        int next = i == n ? 0 : upright ? side_of(o, true, at, i) : side_of(o, false, i, at);
        if (next == side)
            continue;
        if (side)
            (upright ? add_upright : add_level)(o, at, from, i, side);
        from = i;
        side = next;
    }
}

static bool draw_outline(outline *o, const fr_selection *selection, fr_error *err)
{
    mark_cells(o, selection);
    if (o->n_marked == 0) {
        fr_fail(err, FR_E_USAGE, 0, 0, "the outline lies outside of the recording");
        return fr_fail_hint(err, "the heatmap has the seconds %lld to %lld",
                            (long long)fr_grid_origin_second(o->grid),
                            (long long)fr_grid_origin_second(o->grid) +
                                (long long)o->grid->n_columns * o->grid->column_s);
    }
    for (uint32_t column = 0; column <= o->grid->n_columns; column++)
        add_edges(o, true, column);
    for (uint32_t row = 0; row <= o->grid->rows; row++)
        add_edges(o, false, row);
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
