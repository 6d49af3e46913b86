/* test_grid.c - heatmap cells and ranges: exact, half-open, in any order, bounded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "heatmap/grid.h"

#define NS INT64_C(1000000000)

static const uint32_t all_rows[] = {1, 2, 7, 50, 99, 1000};

static fr_grid *new_grid(uint32_t rows)
{
    fr_error err = {0};
    fr_grid *grid = fr_grid_new(rows, &err);
    assert_non_null(grid);
    return grid;
}

static void finish(fr_grid *grid)
{
    fr_error err = {0};
    if (!fr_grid_finish(grid, &err))
        fail_msg("%s", err.text);
}

static int64_t cell_at(const fr_grid *grid, uint32_t column, uint32_t row)
{
    assert_true(column < grid->n_columns && row < grid->rows);
    return grid->cells[(size_t)column * grid->rows + row];
}

/* Numbers that look random and are the same everywhere. */
static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 16;
}

/* FlameScope's example: 200 and 400 ms, which doubles put a row too low. */
static void exact_rows(void **state)
{
    fr_grid *grid = new_grid(50);
    (void)state;
    fr_grid_add(grid, 5076 * NS + 100000000, 1);
    fr_grid_add(grid, 5086 * NS + 200000000, 1);
    fr_grid_add(grid, 5106 * NS + 400000000, 1);
    fr_grid_add(grid, 5117 * NS + 999999000, 1);
    finish(grid);
    assert_int_equal(grid->first_second, 5076);
    assert_int_equal(grid->n_columns, 42);
    assert_int_equal(cell_at(grid, 0, 5), 1);
    assert_int_equal(cell_at(grid, 10, 10), 1);
    assert_int_equal(cell_at(grid, 30, 20), 1);
    assert_int_equal(cell_at(grid, 41, 49), 1);
    assert_int_equal(grid->total, 4);
    assert_int_equal(grid->max, 1);
    assert_int_equal(grid->n_samples, 4);
    fr_grid_free(grid);
}

static void silent_and_last(void **state)
{
    fr_grid *grid = new_grid(2);
    fr_grid_cell cell;
    (void)state;
    fr_grid_add(grid, 3 * NS, 5); /* a whole second is the first instant of its own column */
    fr_grid_add(grid, 0, 7);
    fr_grid_add(grid, 3 * NS, 1);
    finish(grid);
    assert_int_equal(grid->n_columns, 4);
    assert_int_equal(cell_at(grid, 0, 0), 7);
    assert_int_equal(cell_at(grid, 1, 0) + cell_at(grid, 1, 1) + cell_at(grid, 2, 0), 0);
    assert_int_equal(cell_at(grid, 3, 0), 6);
    assert_int_equal(grid->max, 7);
    assert_true(fr_grid_locate(grid, 3 * NS, &cell));
    assert_int_equal(cell.column, 3);
    assert_false(fr_grid_locate(grid, 4 * NS, &cell));
    assert_false(fr_grid_locate(grid, -1, &cell));
    fr_grid_free(grid);
}

static void negative_times(void **state)
{
    fr_grid *grid = new_grid(10);
    (void)state;
    fr_grid_add(grid, -1, 1);
    fr_grid_add(grid, -NS, 2);
    fr_grid_add(grid, -NS - 1, 4);
    fr_grid_add(grid, 0, 8);
    finish(grid);
    assert_int_equal(grid->first_second, -2);
    assert_int_equal(grid->n_columns, 3);
    assert_int_equal(cell_at(grid, 0, 9), 4);
    assert_int_equal(cell_at(grid, 1, 0), 2);
    assert_int_equal(cell_at(grid, 1, 9), 1);
    assert_int_equal(cell_at(grid, 2, 0), 8);
    fr_grid_free(grid);
}

/* Any order gives the same cells as sorted order, leftwards and rightwards. */
static void any_order(void **state)
{
    enum { N = 3000, SECONDS = 700 };
    fr_grid *up = new_grid(50), *mixed = new_grid(50);
    uint64_t seed = 1;
    int64_t *times = malloc(N * sizeof *times);
    (void)state;
    assert_non_null(times);
    for (size_t i = 0; i < N; i++)
        times[i] = (int64_t)(next_random(&seed) % (uint64_t)(SECONDS * NS)) - 350 * NS;
    for (int64_t second = -350; second < 350; second++)
        for (size_t i = 0; i < N; i++)
            if (times[i] >= second * NS && times[i] < (second + 1) * NS)
                fr_grid_add(up, times[i], (int64_t)i);
    for (size_t i = 0; i < N; i++)
        fr_grid_add(mixed, times[i], (int64_t)i);
    finish(up);
    finish(mixed);
    assert_int_equal(up->total, (int64_t)N * (N - 1) / 2);
    assert_int_equal(up->first_second, mixed->first_second);
    assert_int_equal(up->n_columns, mixed->n_columns);
    assert_memory_equal(up->cells, mixed->cells, (size_t)up->n_columns * 50 * sizeof *up->cells);
    free(times);
    fr_grid_free(up);
    fr_grid_free(mixed);
}

/* ---------------------------------------------------------------- ranges */

/* The rows of a second follow each other without gap or overlap. */
static void rows_partition_a_second(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof all_rows / sizeof *all_rows; i++)
        for (int64_t second = -2; second < 2; second++) {
            fr_grid *grid = new_grid(all_rows[i]);
            int64_t next = second * NS;
            fr_grid_add(grid, next, 1);
            finish(grid);
            for (uint32_t row = 0; row < grid->rows; row++) {
                fr_span range = fr_grid_cell_range(grid, (fr_grid_cell){0, row});
                assert_int_equal(range.from_ns, next);
                assert_true(range.to_ns > range.from_ns);
                next = range.to_ns;
            }
            assert_int_equal(next, (second + 1) * NS);
            fr_grid_free(grid);
        }
}

/* t is in the range of its own cell, and the instants at its edges fall where they should. */
static void times_lie_in_their_cells(void **state)
{
    uint64_t seed = 7;
    (void)state;
    for (size_t i = 0; i < sizeof all_rows / sizeof *all_rows; i++) {
        fr_grid *grid = new_grid(all_rows[i]);
        fr_grid_add(grid, -5 * NS, 1);
        fr_grid_add(grid, 5 * NS - 1, 1);
        finish(grid);
        for (int n = 0; n < 2000; n++) {
            int64_t t = (int64_t)(next_random(&seed) % (uint64_t)(10 * NS)) - 5 * NS;
            fr_grid_cell cell, edge;
            assert_true(fr_grid_locate(grid, t, &cell));
            fr_span range = fr_grid_cell_range(grid, cell);
            assert_true(range.from_ns <= t && t < range.to_ns);
            assert_true(fr_grid_locate(grid, range.from_ns, &edge));
            assert_memory_equal(&edge, &cell, sizeof cell);
            assert_true(fr_grid_locate(grid, range.to_ns - 1, &edge));
            assert_memory_equal(&edge, &cell, sizeof cell);
            if (fr_grid_locate(grid, range.to_ns, &edge))
                assert_memory_not_equal(&edge, &cell, sizeof cell);
        }
        fr_grid_free(grid);
    }
}

/* Ten years of ns, in columns of every length, around 0 and around 2026: a time is in the range of its own cell, and
 * that of the next begins where it ends. */
static void ten_years_are_exact(void **state)
{
    static const uint32_t seconds[] = {1, 5, 15, 60, 3600, 86400, 604800};
    static const int64_t starts[] = {-5 * 31536000LL, 0, 1763822000};
    uint64_t seed = 11;
    (void)state;
    for (size_t k = 0; k < sizeof seconds / sizeof *seconds * 3 * 6; k++) {
        fr_grid *grid = new_grid(all_rows[k % 6]);
        int64_t first = starts[k / 6 % 3] * NS, span = 10 * 31536000LL;
        grid->column_s = seconds[k / 18];
        grid->phase_s = (uint32_t)(next_random(&seed) % grid->column_s);
        span = span / grid->column_s > 9000 ? 9000 * (int64_t)grid->column_s : span;
        fr_grid_add(grid, first, 1);
        fr_grid_add(grid, first + span * NS - 1, 1);
        finish(grid);
        assert_int_equal((grid->first_second - grid->phase_s) % grid->column_s, 0);
        for (int n = 0; n < 300; n++) {
            int64_t t = first + (int64_t)(next_random(&seed) % (uint64_t)span) * NS +
                        (int64_t)(next_random(&seed) % (uint64_t)NS);
            fr_grid_cell cell, next;
            assert_true(fr_grid_locate(grid, t, &cell));
            fr_span range = fr_grid_cell_range(grid, cell);
            assert_true(range.from_ns <= t && t < range.to_ns);
            if (!fr_grid_locate(grid, range.to_ns, &next))
                continue;
            assert_int_equal(fr_grid_cell_range(grid, next).from_ns, range.to_ns);
        }
        fr_grid_free(grid);
    }
}

/* Spans fill cells by what they share with them, however long they are. */
static void spans_fill_their_cells(void **state)
{
    fr_grid *grid = new_grid(7); /* rows of uneven ns */
    const fr_span spans[] = {{0, 3 * NS}, {123456789, 123456790}, {NS - 1, NS + 1}, {5, 5}};
    int64_t want = 0;
    (void)state;
    fr_grid_cover(grid, 0);
    fr_grid_cover(grid, 3 * NS - 1);
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        fr_grid_add_span(grid, spans[i]);
        want += spans[i].to_ns - spans[i].from_ns;
    }
    finish(grid);
    assert_int_equal(grid->total, want);
    assert_int_equal(grid->n_samples, 4);
    for (uint32_t i = 0; i < grid->n_columns * 7; i++) {
        fr_span range = fr_grid_cell_range(grid, (fr_grid_cell){i / 7, i % 7});
        int64_t more = i == 0 || i == 6 || i == 7; /* the ns of the other spans */
        assert_int_equal(cell_at(grid, i / 7, i % 7), range.to_ns - range.from_ns + more);
    }
    fr_grid_free(grid);
}

static void cells_of_a_range(void **state)
{
    fr_grid *grid = new_grid(50);
    fr_grid_cell first, last;
    (void)state;
    fr_grid_add(grid, 100 * NS, 1);
    fr_grid_add(grid, 119 * NS, 1);
    finish(grid);
    /* 12.25 to 12.75: 12.25 lies in the cell from 12.24, 12.75 in the one up to 12.76 */
    fr_span range = {112 * NS + 250000000, 112 * NS + 750000000};
    assert_true(fr_grid_cells_in(grid, range, &first, &last));
    assert_int_equal(first.column, 12);
    assert_int_equal(first.row, 12);
    assert_int_equal(last.column, 12);
    assert_int_equal(last.row, 37);
    for (uint32_t row = 0; row < 50; row++) { /* a cell's range is that cell */
        range = fr_grid_cell_range(grid, (fr_grid_cell){3, row});
        assert_true(fr_grid_cells_in(grid, range, &first, &last));
        assert_memory_equal(&first, &last, sizeof first);
        assert_int_equal(first.column, 3);
        assert_int_equal(first.row, row);
    }
    assert_true(fr_grid_cells_in(grid, (fr_span){INT64_MIN, INT64_MAX}, &first, &last));
    assert_int_equal(first.column + first.row, 0);
    assert_int_equal(last.column, 19);
    assert_int_equal(last.row, 49);
    assert_false(fr_grid_cells_in(grid, (fr_span){0, 100 * NS}, &first, &last));
    assert_false(fr_grid_cells_in(grid, (fr_span){120 * NS, 121 * NS}, &first, &last));
    assert_false(fr_grid_cells_in(grid, (fr_span){105 * NS, 105 * NS}, &first, &last));
    assert_false(fr_grid_cells_in(grid, (fr_span){106 * NS, 105 * NS}, &first, &last));
    fr_grid_free(grid);
}

/* ---------------------------------------------------------------- limits */

static void expect_failure(fr_grid *grid, fr_code code, const char *says)
{
    fr_error err = {0};
    assert_false(fr_grid_finish(grid, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.text, says))
        fail_msg("'%s' does not say '%s'", err.text, says);
    fr_grid_free(grid);
}

static void limits(void **state)
{
    fr_grid *grid = new_grid(50);
    (void)state;
    expect_failure(grid, FR_E_EMPTY, "no samples");
    grid = new_grid(50);
    fr_grid_add(grid, 0, 1);
    fr_grid_add(grid, FR_GRID_MAX_COLUMNS * NS, 1);
    fr_grid_add(grid, 1, 1); /* after a failure nothing happens */
    expect_failure(grid, FR_E_LIMIT, "1000001 seconds, from 0 s to 1000000 s");
    grid = new_grid(1000); /* finer rows: fewer columns */
    fr_grid_add(grid, -NS, 1);
    fr_grid_add(grid, 70000 * NS, 1);
    expect_failure(grid, FR_E_LIMIT, "70002 seconds");
    grid = new_grid(1);
    fr_grid_add(grid, INT64_MAX, 1);
    expect_failure(grid, FR_E_FORMAT, "out of range");
    grid = new_grid(1);
    fr_grid_add(grid, INT64_MIN, 1);
    expect_failure(grid, FR_E_FORMAT, "out of range");
    grid = new_grid(1);
    fr_grid_add(grid, 0, -1);
    expect_failure(grid, FR_E_FORMAT, "negative");
    grid = new_grid(1);
    fr_grid_add(grid, 0, INT64_MAX);
    fr_grid_add(grid, 1, 1);
    expect_failure(grid, FR_E_LIMIT, "second 0");
    grid = new_grid(2);
    fr_grid_add(grid, 0, INT64_MAX);
    fr_grid_add(grid, NS - 1, 1);
    expect_failure(grid, FR_E_LIMIT, "add up");
    fr_grid_free(NULL);
}

static void bad_rows(void **state)
{
    fr_error err = {0};
    (void)state;
    assert_null(fr_grid_new(0, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    assert_null(fr_grid_new(FR_GRID_MAX_ROWS + 1, NULL));
}

/* The longest span there may be, reached from both ends. */
static void longest_span(void **state)
{
    fr_grid *grid = new_grid(1);
    (void)state;
    fr_grid_add(grid, 500000 * NS, 1);
    fr_grid_add(grid, 0, 2);
    fr_grid_add(grid, (FR_GRID_MAX_COLUMNS - 1) * NS, 4);
    finish(grid);
    assert_int_equal(grid->n_columns, FR_GRID_MAX_COLUMNS);
    assert_int_equal(cell_at(grid, 0, 0), 2);
    assert_int_equal(cell_at(grid, 500000, 0), 1);
    assert_int_equal(cell_at(grid, FR_GRID_MAX_COLUMNS - 1, 0), 4);
    fr_grid_free(grid);
}

/* ---------------------------------------------------------------- FlameScope's example */

static FILE *open_corpus(const char *name)
{
    char path[4096];
    const char *corpus = getenv("FLAMERENDER_CORPUS");
    if (!corpus || !*corpus)
        return NULL;
    snprintf(path, sizeof path, "%s/flamescope/%s", corpus, name);
    return fopen(path, "r");
}

/* "java  8192 [000]  5076.100000: cpu-clock:" -> 5076100000000; false for any other line. */
static bool header_time(const char *line, int64_t *ns)
{
    long long second, micros;
    const char *bracket = strchr(line, '[');
    if (line[0] == '#' || line[0] == '\t' || line[0] == ' ' || !bracket ||
        sscanf(bracket, "[%*d] %lld.%6lld:", &second, &micros) != 2)
        return false;
    *ns = second * NS + micros * 1000;
    return true;
}

/* FlameScope leaves samples of idle CPUs out of its cells, not out of the span. */
static fr_grid *grid_of_example(FILE *file)
{
    char line[8192];
    int64_t ns;
    fr_grid *grid = new_grid(50);
    while (fgets(line, sizeof line, file))
        if (header_time(line, &ns))
            fr_grid_add(grid, ns, strncmp(line, "swapper", 7) != 0);
    finish(grid);
    return grid;
}

static int64_t number_at(const json_t *list, size_t i)
{
    return (int64_t)json_integer_value(json_array_get(list, i));
}

static void flamescope_example(void **state)
{
    FILE *example = open_corpus("perf.test01"), *oracle = open_corpus("oracle.json");
    (void)state;
    if (!example || !oracle)
        skip();
    json_t *root = json_loadf(oracle, 0, NULL);
    const json_t *cells = json_object_get(root, "exact_cells_col_row_value");
    fr_grid *grid = grid_of_example(example);
    int64_t seen = 0;
    assert_int_equal(grid->n_columns, json_integer_value(json_object_get(root, "columns")));
    assert_int_equal(grid->n_samples, json_integer_value(json_object_get(root, "samples")));
    assert_true(json_array_size(cells) > 0);
    for (size_t i = 0; i < json_array_size(cells); i++) { /* its rows are counted from the top */
        const json_t *cell = json_array_get(cells, i);
        int64_t value =
            cell_at(grid, (uint32_t)number_at(cell, 0), (uint32_t)(49 - number_at(cell, 1)));
        assert_int_equal(value, number_at(cell, 2));
        seen += value;
    }
    assert_int_equal(seen, grid->total);
    json_decref(root);
    fr_grid_free(grid);
    fclose(example);
    fclose(oracle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_rows),
        cmocka_unit_test(silent_and_last),
        cmocka_unit_test(negative_times),
        cmocka_unit_test(any_order),
        cmocka_unit_test(rows_partition_a_second),
        cmocka_unit_test(times_lie_in_their_cells),
        cmocka_unit_test(ten_years_are_exact),
        cmocka_unit_test(spans_fill_their_cells),
        cmocka_unit_test(cells_of_a_range),
        cmocka_unit_test(limits),
        cmocka_unit_test(bad_rows),
        cmocka_unit_test(longest_span),
        cmocka_unit_test(flamescope_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
