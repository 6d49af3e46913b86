/* test_heat_samples.c - the samples that the page of a heatmap carries, with exact times and with those of cells. */
#include <inttypes.h>

#include "heat_fixture.h"

#include "generate.h"
#include "render/pack/containers.h"

#define N_SAMPLES 500
#define FIRST     INT64_C(5076) /* second */

static void put_sample(char **to, int64_t ns, unsigned in)
{
    *to += sprintf(*to, "app 7 [001] %" PRId64 ".%09" PRId64 ": cycles:\n\t 55 f%u (/bin/app)\n\n",
                   ns / NS, ns % NS, in);
}

/* The start of the cell, which is the first whole ns in it. */
static int64_t start_of(int64_t ns, int64_t column_ns, int64_t rows)
{
    int64_t column = FIRST * NS;

    while (column + column_ns <= ns)
        column += column_ns;
    for (int64_t row = rows - 1;; row--) {
        int64_t start = column + (row * column_ns + rows - 1) / rows;
        if (start <= ns)
            return start;
    }
}

/* Samples by chance in 20 s, as they are or moved to where their cells start. */
static fr_profile *recording(bool moved, int64_t column_ns, int64_t rows)
{
    random_source random = {11};
    char *perf = malloc(N_SAMPLES * 100), *to = perf;
    fr_profile *profile;

    assert_non_null(perf);
    for (int64_t i = 0; i < N_SAMPLES; i++) {
        int64_t ns = FIRST * NS + i * 40000000 + random_below(&random, 40000000);
        unsigned in = random_below(&random, 9);
        put_sample(&to, moved ? start_of(ns, column_ns, rows) : ns, in);
    }
    profile = profile_of("perf-script", perf);
    free(perf);
    return profile;
}

static fr_bytes pack(fr_profile *profile, fr_heat_cells cells)
{
    fr_error err = {0};
    fr_timed_samples samples;
    fr_bytes packed;

    if (!fr_heat_collect(&samples, profile, false, &err))
        fail_msg("%s", err.text);
    if (cells.column_ns)
        fr_heat_round(&samples, cells);
    packed = fr_heat_pack_samples(&samples);
    assert_non_null(packed.at);
    fr_heat_free(&samples);
    fr_profile_free(profile);
    return packed;
}

static void cells_stand_for_their_times(void **state)
{
    static const int64_t shapes[][2] = {{1, 50}, {1, 3}, {1, 7}, {5, 50}, {60, 1000}};
    (void)state;

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        int64_t column_ns = shapes[i][0] * NS, rows = shapes[i][1];
        fr_heat_cells cells = {0, column_ns, rows}, exact = {0};
        fr_bytes coarse = pack(recording(false, column_ns, rows), cells);
        fr_bytes moved = pack(recording(true, column_ns, rows), exact);
        if (coarse.len != moved.len || memcmp(coarse.at, moved.at, moved.len) != 0)
            fail_msg("columns of %d s with %d rows", (int)shapes[i][0], (int)rows);
        free((char *)(uintptr_t)coarse.at);
        free((char *)(uintptr_t)moved.at);
    }
}

/* A page that has too little room for its samples says that their times are those of cells. */
static void much_is_coarse(void **state)
{
    (void)state;
    for (int little = 0; little < 2; little++) {
        fr_heat_options opt = heat_defaults();
        fr_tree_options tree_options = FR_TREE_DEFAULTS;
        fr_error err = {0};
        fr_profile *profile = recording(false, 0, 0);
        fr_theme *theme = fr_theme_new(NULL, &err);
        opt.page_bytes = little ? 100 : 0;
        fr_grid *grid = fr_grid_build(profile, &opt, &err);
        fr_tree *tree = fr_tree_build(profile, &tree_options, &err);
        assert_non_null(grid);
        assert_non_null(tree);
        fr_scene *scene = fr_scene_heatmap(grid, theme, &opt, &err);
        fr_scene *flame = fr_scene_flame(tree, theme, NULL, &err);
        assert_non_null(scene);
        assert_true(fr_scene_add_flame(scene, flame, profile, &opt, &err));
        assert_int_equal(scene->heat.coarse, little);
        fr_scene_free(scene);
        fr_tree_free(tree);
        fr_grid_free(grid);
        fr_theme_free(theme);
        fr_profile_free(profile);
    }
}

static fr_bytes lanes_of(const char *perf)
{
    fr_profile *profile = profile_of("perf-script", perf);
    fr_timed_samples samples;
    fr_bytes packed;

    assert_true(fr_heat_collect(&samples, profile, false, NULL));
    assert_true(fr_heat_pack_lanes(profile, &samples, &packed));
    fr_heat_free(&samples);
    fr_profile_free(profile);
    return packed;
}

/* Samples that are all alike need no lanes. Another thread, another CPU or an idle one does. */
static void lanes_where_they_differ(void **state)
{
    static const char one[] = "app 7/7 [001] 5.0: 1 cycles:\n\t55 f (/a)\n\n";
    static const char *const others[] = {
        "app 7/8 [001] 6.0: 1 cycles:\n\t55 f (/a)\n\n",
        "app 7/7 [002] 6.0: 1 cycles:\n\t55 f (/a)\n\n",
        "swapper 0/0 [001] 6.0: 1 cycles:\n\t55 native_safe_halt ([k])\n\t56 do_idle ([k])\n\n",
    };
    char both[400];
    (void)state;

    snprintf(both, sizeof both, "%s%s", one, one);
    assert_null(lanes_of(both).at);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(both, sizeof both, "%s%s", one, others[i]);
        fr_bytes packed = lanes_of(both);
        assert_memory_equal(packed.at, "FRLN", 4);
        free((char *)(uintptr_t)packed.at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_stand_for_their_times),
        cmocka_unit_test(much_is_coarse),
        cmocka_unit_test(lanes_where_they_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
