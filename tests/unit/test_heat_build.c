/* test_heat_build.c - from samples to cells: nothing lost, idle CPUs apart, times said to be missing. */
#include "heat_fixture.h"

#include <jansson.h>

#include "generate.h"
#include "model/transform/idle.h"
#include "timeline.h"

/* ---------------------------------------------------------------- cells */

static void times_in_any_order(void **state)
{
    fr_grid *grid = grid_of(SAMPLE("app", "12.350000", "a") SAMPLE("app", "10.999999", "b")
                                SAMPLE("app", "12.340000", "a") SAMPLE("app", "12.000000", "a"),
                            NULL);
    (void)state;

    assert_int_equal(grid->first_second, 10);
    assert_int_equal(grid->n_columns, 3); /* the silent second 11 is one of them */
    assert_int_equal(cell_at(grid, 0, 49), 1);
    assert_int_equal(cell_at(grid, 2, 17), 2);
    assert_int_equal(cell_at(grid, 2, 0), 1);
    assert_int_equal(grid->total, 4);
    assert_int_equal(grid->max, 2);
    assert_int_equal(grid->first_ns, 10999999000);
    assert_int_equal(grid->last_ns, 12350000000);
    assert_string_equal(grid->event, "cycles");
    fr_grid_free(grid);
}

static void one_sample(void **state)
{
    fr_grid *grid = grid_of(SAMPLE("app", "3.000000", "a"), NULL);
    (void)state;

    assert_int_equal(grid->n_columns, 1);
    assert_int_equal(cell_at(grid, 0, 0), 1);
    assert_int_equal(fr_grid_origin_second(grid), 0);
    fr_grid_free(grid);
}

static void times_of_few_decimals(void **state)
{
    fr_grid *grid = grid_of(SAMPLE("app", "3.0", "a") SAMPLE("app", "4.5", "a"), NULL);
    (void)state;

    assert_int_equal(grid->n_columns, 2);
    assert_int_equal(cell_at(grid, 0, 0) + cell_at(grid, 1, 25), 2);
    fr_grid_free(grid);
}

/* Cells count samples, whatever these weigh. */
static void periods_are_no_samples(void **state)
{
    fr_grid *grid = grid_of("app 7 1.5: 900 cycles:\n\t 55 a (/bin/app)\n\n"
                            "app 7 1.5: 100 cycles:\n\t 55 a (/bin/app)\n\n",
                            NULL);
    (void)state;

    assert_int_equal(cell_at(grid, 0, 25), 2);
    fr_grid_free(grid);
}

/* Only the event that was read is drawn; the note on the other one is the reader's. */
static void two_events(void **state)
{
    fr_grid *grid =
        grid_of(SAMPLE("app", "1.100000",
                       "a") "app 7 9.5: faults:\n\t 55 a (/x)\n\n" SAMPLE("app", "1.300000", "a"),
                NULL);
    (void)state;

    assert_int_equal(grid->n_columns, 1);
    assert_int_equal(grid->total, 2);
    fr_grid_free(grid);
}

/* The cells add up to the samples, of any text. */
static void nothing_is_lost(void **state)
{
    static const uint32_t rows[] = {1, 7, 50, 1000};
    (void)state;

    for (uint64_t seed = 1; seed <= 40; seed++) {
        random_source random = {seed};
        uint32_t n = 1 + random_below(&random, 200);
        size_t cap = (size_t)n * 80 + 1, len = 0;
        char *perf = malloc(cap);
        fr_heat_options opt = heat_defaults();
        fr_grid *grid;
        int64_t sum = 0;
        assert_non_null(perf);
        for (uint32_t i = 0; i < n; i++)
            len += (size_t)snprintf(
                perf + len, cap - len, "app 7 %u.%06u: cycles:\n\t 55 a (/x)\n\n",
                (unsigned)random_below(&random, 90), (unsigned)random_below(&random, 1000000));
        opt.rows = rows[seed % 4];
        grid = grid_of(perf, &opt);
        for (size_t i = 0; i < (size_t)grid->n_columns * grid->rows; i++)
            sum += grid->cells[i];
        assert_int_equal(sum, n);
        assert_int_equal(grid->total, n);
        fr_grid_free(grid);
        free(perf);
    }
}

/* ---------------------------------------------------------------- selections */

/* The samples of a selection; 0 where it is empty. */
static int64_t count_selected(const fr_profile *profile, const fr_select_options *opt)
{
    fr_error err = {0};
    fr_profile *part = fr_profile_select(profile, opt, &err);
    int64_t n = part ? (int64_t)part->samples.n : 0;

    if (!part && err.code != FR_E_EMPTY)
        fail_msg("%s", err.text);
    fr_profile_free(part);
    return n;
}

/* Cells from `from` up to but not including `to`, counted from the first one. */
static int64_t count_cells(const fr_grid *grid, size_t from, size_t to)
{
    int64_t n = 0;

    for (size_t i = from; i < to && i < (size_t)grid->n_columns * grid->rows; i++)
        n += grid->cells[i];
    return n;
}

/* Ranges that part the time line, at edges of cells of 20 ms, hold what these cells hold, and together all. */
static void ranges_part_the_whole(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        random_source random = {seed};
        generated perf = generate_perf_script(seed, 8);
        fr_profile *profile = profile_of("perf-script", perf.text);
        fr_grid *grid = fr_grid_build(profile, NULL, NULL);
        int64_t sum = 0;
        assert_non_null(grid);
        for (size_t from = 0, to; from < (size_t)grid->n_columns * 50; from = to) {
            char range[60];
            const char *ranges[] = {range};
            fr_select_options opt = {.ranges = ranges, .n_ranges = 1};
            to = from + 1 + random_below(&random, 60);
            snprintf(range, sizeof range, "%zu.%02zu-%zu.%02zu", from / 50, from % 50 * 2, to / 50,
                     to % 50 * 2);
            int64_t n = count_selected(profile, &opt);
            assert_int_equal(n, count_cells(grid, from, to));
            sum += n;
        }
        assert_int_equal(sum, profile->samples.n);
        fr_grid_free(grid);
        fr_profile_free(profile);
        generated_reset(&perf);
    }
}

/* So do bands that part a period, of any length. */
static void bands_part_the_whole(void **state)
{
    static const char *const periods[] = {"1", "3", "1.007", "0.13"};
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        random_source random = {seed};
        generated perf = generate_perf_script(seed, 8);
        fr_profile *profile = profile_of("perf-script", perf.text);
        const char *period = periods[seed % 4];
        double whole = strtod(period, NULL), cut[2];
        int64_t sum = 0;
        cut[0] = whole * random_below(&random, 1000) / 1000;
        cut[1] = whole * random_below(&random, 1000) / 1000;
        for (int i = 0; i < 2; i++) { /* the second wraps where the first does not */
            char band[80];
            fr_select_options opt = {.band = band};
            snprintf(band, sizeof band, "%.6f-%.6f/%s", cut[i], cut[1 - i], period);
            sum += cut[0] == cut[1] ? 0 : count_selected(profile, &opt);
        }
        assert_true(cut[0] == cut[1] || sum == (int64_t)profile->samples.n);
        fr_profile_free(profile);
        generated_reset(&perf);
    }
}

/* A wait fills the cells that it lasts. */
static void waits_last(void **state)
{
    const timeline_wait waits[] = {{0, 0.8, 2.8, "futex_wait"}, {1, 1.1, 1.15, "poll"}};
    fr_profile *profile = timeline_waits(waits, 2);
    fr_heat_options opt = heat_defaults();
    fr_grid *grid = fr_grid_build(profile, &opt, NULL);
    (void)state;

    assert_string_equal(grid->unit, "ns"); /* from 5076.2 + 0.8 on, which is the first second */
    assert_int_equal(grid->total, 2050000000);
    assert_int_equal(cell_at(grid, 0, 3), 20000000);
    assert_int_equal(cell_at(grid, 0, 15), 40000000); /* both wait */
    assert_int_equal(cell_at(grid, 0, 17), 30000000);
    assert_int_equal(grid->n_columns, 2);
    fr_grid_free(grid);
    opt.value = FR_HEAT_SAMPLES;
    grid = fr_grid_build(profile, &opt, NULL);
    assert_int_equal(grid->total, 2);
    fr_grid_free(grid);
    fr_profile_free(profile);
}

/* ---------------------------------------------------------------- idle CPUs */

static const struct {
    const char *comm, *frames; /* root first */
    bool idle;
} stacks[] = {
    {"swapper", "start_secondary;do_idle;cpuidle_enter;native_safe_halt", true},
    {"swapper/3", "cpu_startup_entry;default_idle_call;arch_cpu_idle", true},
    {"swapper", "do_idle;cpuidle_enter_state;intel_idle", true},
    {"swapper", "cpu_startup_entry;mwait_idle_with_hints", true},
    {"swapper", "xen_hypercall_sched_op", true},
    {"swapper", "secondary_start_kernel;cpu_do_idle", true},
    {"swapper", "do_idle;schedule_idle;__schedule", false},
    {"swapper", "do_idle;cpuidle_enter;asm_sysvec_call_function;irq_exit_rcu;net_rx_action", false},
    {"swapper", "irq_exit;__do_softirq;net_rx_action", false},
    {"swapper", "tick_irq_enter;native_safe_halt", true},
    {"app", "do_idle;cpuidle_enter;native_safe_halt", false},
    {"app", "main", false},
    {"node", "(idle)", true},
    {"node", "(root);(idle)", true},
    {"node", "(idle);main", false},
    {"node", "main;(idle)s", false},
};

/* Text of a sample of a stack, innermost frame first as perf prints it. */
static void put_stack(char *to, size_t room, const char *comm, const char *frames)
{
    size_t used = (size_t)snprintf(to, room, "%s 0 [000] 5.5: cycles:\n", comm);
    size_t end = strlen(frames);

    while (end > 0) {
        size_t at = end;
        while (at > 0 && frames[at - 1] != ';')
            at--;
        used += (size_t)snprintf(to + used, room - used, "\t 55 %.*s ([kernel.kallsyms])\n",
                                 (int)(end - at), frames + at);
        end = at > 0 ? at - 1 : 0;
    }
    snprintf(to + used, room - used, "\n");
}

static void idle_stacks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++) {
        char perf[1024];
        fr_profile *profile;
        fr_error err = {0};
        fr_idle idle;
        uint8_t *dropped; /* by stack, of --idle=exclude */
        put_stack(perf, sizeof perf, stacks[i].comm, stacks[i].frames);
        profile = profile_of("perf-script", perf);
        assert_true(fr_idle_init(&idle, profile, &err));
        if (fr_idle_holds(&idle, &profile->samples, 0) != stacks[i].idle)
            fail_msg("%s;%s: expected %s", stacks[i].comm, stacks[i].frames,
                     stacks[i].idle ? "idle" : "work");
        dropped = fr_idle_stacks(profile);
        assert_non_null(dropped);
        assert_int_equal(dropped[profile->n_stacks - 1], stacks[i].idle);
        free(dropped);
        fr_idle_reset(&idle);
        fr_profile_free(profile);
    }
}

#define IDLE_AT(time) SAMPLE("swapper", time, "native_safe_halt")

/* Seconds in which CPUs were only idle are still seconds of the recording. */
static void idle_samples_are_left_out(void **state)
{
    static const char perf[] = IDLE_AT("1.5") SAMPLE("app", "3.5", "a") IDLE_AT("4.5");
    fr_heat_options opt = heat_defaults();
    fr_grid *all = grid_of(perf, &opt), *busy;
    (void)state;

    opt.exclude_idle = true;
    busy = grid_of(perf, &opt);
    assert_int_equal(all->total, 3);
    assert_int_equal(busy->total, 1);
    assert_int_equal(busy->n_idle, 2);
    assert_int_equal(busy->n_columns, 4);
    assert_int_equal(cell_at(busy, 2, 25), 1);
    fr_grid_free(all);
    fr_grid_free(busy);
}

/* ---------------------------------------------------------------- refusals */

static void refuse(const char *format, const char *input, bool keep, fr_code code, const char *want)
{
    fr_heat_options opt = heat_defaults();
    fr_profile *profile = profile_of(format, input);
    fr_error err = {0};

    opt.exclude_idle = true;
    if (!keep)
        profile->samples.n = 0;
    assert_null(fr_grid_build(profile, &opt, &err));
    assert_int_equal(err.code, code);
    if (!strstr(err.text, want))
        fail_msg("expected \"%s\" in \"%s\"", want, err.text);
    assert_true(!keep || err.hint[0]);
    fr_profile_free(profile);
}

static void profiles_without_times(void **state)
{
    fr_heat_options opt = heat_defaults();
    fr_profile *profile = profile_of("folded", "a;b 3\n");
    fr_error err = {0};
    (void)state;

    refuse("folded", "a;b 3\n", true, FR_E_EMPTY, "'folded' input has sums without times");
    refuse("perf-script", "app 7 cycles:\n\t 55 a (/x)\n\n", true, FR_E_EMPTY,
           "these samples have none");
    refuse("perf-script", SAMPLE("app", "1.5", "a"), false, FR_E_EMPTY, "only its sums");
    refuse("perf-script", IDLE_AT("1.5") IDLE_AT("2.5"), true, FR_E_EMPTY,
           "all 2 samples are of idle CPUs");
    opt.rows = 1001;
    assert_null(fr_grid_build(profile, &opt, &err));
    fr_profile_free(profile);
}

/* ---------------------------------------------------------------- the numbers */

static void assert_cell(const json_t *cell, int column, int row, int samples)
{
    assert_int_equal(json_array_size(cell), 3);
    assert_int_equal(json_integer_value(json_array_get(cell, 0)), column);
    assert_int_equal(json_integer_value(json_array_get(cell, 1)), row);
    assert_int_equal(json_integer_value(json_array_get(cell, 2)), samples);
}

static void json_has_the_cells(void **state)
{
    fr_heat_options opt = heat_defaults();
    fr_output *out = fr_output_memory();
    json_t *root, *columns;
    fr_grid *grid;
    (void)state;

    opt.rows = 4;
    grid = grid_of(SAMPLE("app", "7.3", "a") SAMPLE("app", "9.0", "b") SAMPLE("app", "9.1", "b"),
                   &opt);
    assert_non_null(out);
    fr_grid_write(grid, "json", out);
    root = json_loads(fr_output_bytes(out, &(size_t){0}), 0, NULL);
    assert_non_null(root);
    columns = json_object_get(root, "cells");
    assert_int_equal(json_integer_value(json_object_get(root, "first_second")), 7);
    assert_int_equal(json_integer_value(json_object_get(root, "origin_second")), 7);
    assert_int_equal(json_integer_value(json_object_get(root, "total")), 3);
    assert_string_equal(json_string_value(json_object_get(root, "idle")), "include");
    assert_int_equal(json_array_size(columns), 2); /* of 12 */
    assert_cell(json_array_get(columns, 0), 0, 1, 1);
    assert_cell(json_array_get(columns, 1), 2, 0, 2);
    json_decref(root);
    fr_output_free(out);
    fr_grid_free(grid);
}

/* Two samples, eleven days apart: what is written follows the samples. */
static void numbers_follow_samples(void **state)
{
    fr_heat_options opt = heat_defaults();
    fr_output *out = fr_output_memory();
    fr_grid *grid = grid_of(SAMPLE("app", "1.0", "a") SAMPLE("app", "999999.0", "b"), &opt);
    size_t len;
    (void)state;

    assert_non_null(out);
    fr_grid_write(grid, "json", out);
    assert_non_null(fr_output_bytes(out, &len));
    assert_in_range(len, 100, 1000);
    fr_output_free(out);
    out = fr_output_memory();
    assert_non_null(out);
    fr_grid_write(grid, "svg", out);
    assert_null(fr_output_bytes(out, &len));
    fr_output_free(out);
    fr_grid_free(grid);
}

/* ---------------------------------------------------------------- FlameScope's example */

static char *slurp(const char *name)
{
    const char *corpus = getenv("FLAMERENDER_CORPUS");
    char path[4096], *bytes = calloc(1, 1 << 20);
    FILE *file;
    size_t len;

    assert_non_null(bytes);
    snprintf(path, sizeof path, "%s/flamescope/%s", corpus, name);
    file = fopen(path, "r");
    if (!file)
        fail_msg("cannot open %s", path);
    len = fread(bytes, 1, (1 << 20) - 1, file);
    bytes[len] = '\0';
    fclose(file);
    return bytes;
}

/* Its rows count downwards from the last of a second. */
static void flamescopes_example(void **state)
{
    fr_heat_options opt = heat_defaults();
    char *perf, *oracle;
    const json_t *cells;
    fr_grid *grid;
    json_t *root;
    (void)state;

    if (!getenv("FLAMERENDER_CORPUS"))
        skip();
    perf = slurp("perf.test01");
    oracle = slurp("oracle.json");
    root = json_loads(oracle, 0, NULL);
    assert_non_null(root);
    opt.exclude_idle = true;
    grid = grid_of(perf, &opt);
    cells = json_object_get(root, "exact_cells_col_row_value");
    assert_int_equal(grid->total, json_integer_value(json_object_get(root, "kept")));
    assert_int_equal(grid->total + (int64_t)grid->n_idle,
                     json_integer_value(json_object_get(root, "samples")));
    assert_int_equal(grid->n_columns, json_integer_value(json_object_get(root, "columns")));
    assert_int_equal(json_array_size(cells), 5);
    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *cell = json_array_get(cells, i);
        int64_t column = json_integer_value(json_array_get(cell, 0));
        int64_t row = 49 - json_integer_value(json_array_get(cell, 1));
        assert_int_equal(cell_at(grid, (uint32_t)column, (uint32_t)row),
                         json_integer_value(json_array_get(cell, 2)));
    }
    json_decref(root);
    fr_grid_free(grid);
    free(perf);
    free(oracle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_in_any_order),
        cmocka_unit_test(one_sample),
        cmocka_unit_test(times_of_few_decimals),
        cmocka_unit_test(periods_are_no_samples),
        cmocka_unit_test(two_events),
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(ranges_part_the_whole),
        cmocka_unit_test(bands_part_the_whole),
        cmocka_unit_test(waits_last),
        cmocka_unit_test(idle_stacks),
        cmocka_unit_test(idle_samples_are_left_out),
        cmocka_unit_test(profiles_without_times),
        cmocka_unit_test(json_has_the_cells),
        cmocka_unit_test(numbers_follow_samples),
        cmocka_unit_test(flamescopes_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
