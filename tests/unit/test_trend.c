/*
 * What is promised of trends, on simulated points: how often chance is named, how often a change is found, and
 * where.
 */
#include "json_schema.h"
#include "rounds.h"
#include "trend_fixture.h"

static const plan quiet = {.functions = 30, .points = 14, .samples = 4000, .noise = 0.02};

/* Series of profiles without change in which something is named: 5 % at most. */
static void chance_is_rarely_named(void **state)
{
    static const plan plans[] = {
        {.functions = 30, .points = 14, .samples = 4000, .noise = 0.02},
        {.functions = 30, .points = 14, .samples = 4000},
        {.functions = 30, .points = 6, .samples = 2000, .noise = 0.05},
        {.functions = 60, .points = 25, .samples = 20000, .noise = 0.1},
        {.functions = 30, .points = 8, .runs = 5, .samples = 2000, .noise = 0.05},
        {.functions = 30, .points = 20, .samples = 4000, .noise = 0.03, .heavy_tails = true},
    };
    fr_trend_options by_version = FR_TREND_DEFAULTS;
    uint64_t n = rounds(40, 200);

    (void)state;
    by_version.time_from_name = "{version}";
    for (size_t i = 0; i < COUNT(plans); i++) {
        uint64_t named = 0;
        for (uint64_t seed = 0; seed < n; seed++) {
            fr_trend *t = simulate_trend(&plans[i], &by_version, seed);
            named += t->n_changes > 0;
            fr_trend_free(t);
        }
        if (named * 20 > n)
            fail_msg("plan %zu: %d of %d series without change", i, (int)named, (int)n);
    }
}

/* A leak of 1 % of the whole a point, in noise of 2 %. */
static void leaks_are_found(void **state)
{
    plan leak = quiet;
    uint64_t found = 0, n = rounds(20, 100);

    (void)state;
    leak.sloped = "f02";
    leak.slope = 0.01;
    for (uint64_t seed = 0; seed < n; seed++) {
        fr_trend *t = simulate_trend(&leak, NULL, seed);
        found += change_of(t, "f02", FR_CHANGE_SLOPE) != NULL;
        fr_trend_free(t);
    }
    if (found * 10 < n * 9)
        fail_msg("%d of %d leaks found", (int)found, (int)n);
}

/* A series of n points with noise of 1: a slope and steps of 3 at two places. */
static fr_fit fit_of(uint32_t n, double slope, const uint32_t steps[2])
{
    double *x = malloc(3 * n * sizeof *x), *y = x + n, *variance = y + n;
    uint64_t state = n;
    fr_fit fit;

    for (uint32_t j = 0; j < n; j++) {
        x[j] = j;
        variance[j] = 1;
        y[j] = normal(&state) + slope * j + 3 * ((j >= steps[0]) - (j >= steps[1]));
    }
    assert_true(fr_fit_series(&fit, &(fr_fit_input){.n = n, .x = x, .y = y, .variance = variance}));
    free(x);
    return fit;
}

/* Beyond 2 000 points not all places and pairs are tried: steps are found where they are, and the slope's interval,
 * which is a little wider for it, holds the slope. */
static void many_points_are_sampled(void **state)
{
    static const uint32_t n[] = {1900, 2500, 30001};

    (void)state;
    for (size_t i = 0; i < COUNT(n); i++) {
        uint32_t never[] = {n[i], n[i]}, steps[] = {n[i] / 3 + 1, n[i] / 3 + 102};
        double slope = 20.0 / n[i];
        fr_fit fit = fit_of(n[i], slope, never);
        assert_true(fit.sloped && fit.n_steps == 0);
        assert_true(fit.slope_low < slope && slope < fit.slope_high);
        assert_true(fit.slope_high - fit.slope_low < slope / 20);
        fit = fit_of(n[i], 0, steps);
        assert_int_equal(fit.n_steps, 2);
        for (uint32_t k = 0; k < 2;
             k++) /* noise moves a step of three times itself by a point at most */
            assert_true(fit.step[k] + 1 >= steps[k] && fit.step[k] <= steps[k] + 1);
    }
}

/* 1.3 times in a function of 5 %, three points later: so many percent of them. */
static void check_steps(double samples, uint64_t percent)
{
    plan step = quiet;
    uint64_t found = 0, n = rounds(20, 100);

    step.stepped = "f07"; /* 4.9 % */
    step.step_at = 11;
    step.step_times = 1.3;
    step.samples = samples;
    for (uint64_t seed = 0; seed < n; seed++) {
        fr_trend *t = simulate_trend(&step, NULL, seed);
        const fr_trend_change *c = change_of(t, "f07", FR_CHANGE_STEP);
        found += c && c->at == step.step_at;
        fr_trend_free(t);
    }
    if (found * 100 < n * percent)
        fail_msg("%d of %d steps found at %.0f samples", (int)found, (int)n, samples);
}

static void steps_are_found(void **state)
{
    (void)state;
    check_steps(10000, 90);
    check_steps(4000, 75);
}

/* Both in one function, and a spike in another. */
static void kinds_are_told_apart(void **state)
{
    plan both = quiet;
    fr_trend *t;
    const fr_trend_change *c;

    (void)state;
    both.samples = 100000;
    both.stepped = both.sloped = "f03";
    both.step_at = 8;
    both.step_times = 1.5;
    both.slope = 0.01;
    both.spiking = "f05";
    both.spike_at = 4;
    t = simulate_trend(&both, NULL, 3);
    c = change_of(t, "f03", FR_CHANGE_STEP);
    assert_non_null(c);
    assert_int_equal(c->at, 8);
    assert_non_null(change_of(t, "f03", FR_CHANGE_SLOPE));
    c = change_of(t, "f05", FR_CHANGE_SPIKE);
    assert_non_null(c);
    assert_int_equal(c->at, 4);
    assert_false(c->lasting);
    fr_trend_free(t);
}

/* Callers grow with what they call: they are named after it, with its name. */
static void callers_pass_on(void **state)
{
    plan step = quiet;
    fr_trend *t;

    (void)state;
    step.stepped = "f01";
    step.step_at = 7;
    step.step_times = 2;
    step.samples = 20000;
    t = simulate_trend(&step, NULL, 1);
    assert_true(t->n_changes > 1);
    assert_memory_equal(fr_trend_name(t, &t->series[t->changes[0].series]).at, "f01", 3);
    const fr_trend_change *c = change_of(t, "caller1", FR_CHANGE_STEP);
    assert_non_null(c);
    assert_int_equal(t->series[c->series].through, t->changes[0].series + 1);
    fr_trend_free(t);
}

/* A page asks for the points of steps, each once, and for the runs on both sides. */
static void steps_have_their_runs(void **state)
{
    plan step = quiet;
    fr_trend *t;
    uint32_t point = 0;

    (void)state;
    step.stepped = "f01";
    step.step_at = 7;
    step.step_times = 2;
    step.samples = 20000;
    t = simulate_trend(&step, NULL, 1);
    assert_true(fr_trend_step(t, 0, &point));
    assert_int_equal(point, 7);
    assert_false(fr_trend_step(t, 1, &point)); /* that of its caller is at the same point */
    assert_string_equal(fr_trend_point_name(t, 7), t->points[7].label);
    assert_null(fr_trend_point_name(t, t->n_points));
    uint32_t from = 9, to = 9;
    assert_true(fr_trend_step_sides(t, 7, &from, &to));
    assert_int_equal(from, 0);
    assert_int_equal(to, t->n_points);
    assert_false(fr_trend_step_sides(t, 6, &from, &to));
    assert_non_null(fr_trend_run_name(t, 7, t->n_replicas[7] - 1));
    assert_null(fr_trend_run_name(t, 7, t->n_replicas[7]));
    fr_trend_free(t);
}

/* Without a pattern and without times of their own: names that differ by a date or a version alone are the order. */
static void names_may_be_times(void **state)
{
    static const struct {
        const char *names[3];
        const char *order; /* the labels of the points */
        bool found;
    } rows[] = {
        {{"d/cpu-2026-11-07.folded", "d/cpu-2026-10-05.folded", "e/cpu-2026-11-06.folded"},
         "2026-10-05 2026-11-06 2026-11-07",
         true},
        {{"v1.10-api.folded", "v1.9-api.folded", "v1.2-api.folded"}, "v1.2 v1.9 v1.10", true},
        {{"api2.10.folded", "api2.9.folded", "api2.9.1.folded"}, "2.9 2.9.1 2.10", true},
        {{"heap-3.folded", "heap-1.folded", "heap-2.folded"}, "heap-3 heap-1 heap-2", false},
        {{"a-v3.folded", "b-v1.folded", "a-v2.folded"}, "a-v3 b-v1 a-v2", false},
        {{"v1-r1.folded", "v1-r2.folded", "v1-r3.folded"}, "v1-r1 v1-r2 v1-r3", false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_trend_options opt = FR_TREND_DEFAULTS;
        fr_error err = {0};
        char order[200] = "";
        fr_trend *t = fr_trend_new(&opt, &err);
        for (size_t k = 0; k < 3; k++) {
            fr_profile *p = read_folded("main;a 100\nmain;b 50\n");
            assert_true(fr_trend_add(t, p, &(fr_trend_run_info){.name = rows[i].names[k]}, &err));
            fr_profile_free(p);
        }
        assert_true(fr_trend_judge(t, &err));
        for (uint32_t j = 0; j < t->n_points; j++)
            snprintf(order + strlen(order), sizeof order - strlen(order), "%s%s", j ? " " : "",
                     t->points[j].label);
        assert_string_equal(order, rows[i].order);
        assert_int_equal(strstr(t->how, "in the names of their files") != NULL, rows[i].found);
        fr_trend_free(t);
    }
}

/* Memory that nothing names is taken as in use, and said to be; what is named is known; all else is not a level. */
static void levels_are_as_measured(void **state)
{
    static const struct {
        const char *event, *unit;
        fr_measure is;
    } rows[] = {
        {"inuse_space", "bytes", FR_MEASURE_LEVEL}, {"space", "bytes", FR_MEASURE_LEVEL},
        {"goroutine", "count", FR_MEASURE_LEVEL},   {"alloc_space", "bytes", FR_MEASURE_FLOW},
        {"", "bytes", FR_MEASURE_UNKNOWN},          {"", "samples", FR_MEASURE_FLOW},
        {"cpu", "nanoseconds", FR_MEASURE_FLOW},    {"", "nanoseconds", FR_MEASURE_FLOW},
        {"kmem:kmalloc", "bytes", FR_MEASURE_FLOW}};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(fr_measure_of(rows[i].event, rows[i].unit), rows[i].is);
}

/* The order in which points are added does not matter where their names tell it. */
static void order_comes_from_names(void **state)
{
    static const char *const names[] = {"a-v1.10", "a-v1.9", "a-v1.2", "b-v1.9"};
    fr_trend_options opt = FR_TREND_DEFAULTS;
    fr_error err = {0};

    (void)state;
    opt.time_from_name = "{version}";
    fr_trend *t = fr_trend_new(&opt, &err);
    assert_false(fr_trend_order(t, &err));
    for (size_t i = 0; i < COUNT(names); i++) {
        fr_profile *p = read_folded("main;a 100\nmain;b 50\n");
        assert_true(fr_trend_add(t, p, &(fr_trend_run_info){.name = names[i]}, &err));
        fr_profile_free(p);
    }
    assert_null(fr_trend_point_name(t, 0));
    assert_true(fr_trend_order(t, &err));
    assert_false(fr_trend_order(t, &err));
    assert_string_equal(fr_trend_run_name(t, 1, 1), "b-v1.9");
    assert_true(fr_trend_judge(t, &err));
    assert_int_equal(t->n_points, 3);
    assert_string_equal(t->points[0].label, "v1.2");
    assert_string_equal(t->points[2].label, "v1.10");
    assert_int_equal(t->n_replicas[1], 2);
    assert_false(fr_trend_judge(t, &err));
    fr_profile *late = read_folded("main 1\n");
    assert_false(fr_trend_add(t, late, &(fr_trend_run_info){.name = "a-v2.0"}, &err));
    fr_profile_free(late);
    fr_trend_free(t);
}

static fr_code refusal(const fr_trend_options *opt, const char *const *texts, size_t n)
{
    fr_error err = {0};
    fr_trend *t = fr_trend_new(opt, &err);
    bool good = t != NULL;

    for (size_t i = 0; good && i < n; i++) {
        fr_profile *p = read_folded(texts[i]);
        good = fr_trend_add(t, p, &(fr_trend_run_info){.name = "x"}, &err);
        fr_profile_free(p);
    }
    assert_false(good && fr_trend_judge(t, &err));
    fr_trend_free(t);
    assert_int_not_equal(err.text[0], '\0');
    return err.code;
}

static void nonsense_is_refused(void **state)
{
    static const char *const two[] = {"a 1\n", "a 1\n", "a 1\n"};
    fr_trend_options opt = FR_TREND_DEFAULTS;

    (void)state;
    assert_int_equal(refusal(&opt, two, 0), FR_E_USAGE);
    assert_int_equal(refusal(&opt, two, 2), FR_E_USAGE);
    opt.by = FR_TREND_BY_TIME;
    assert_int_equal(refusal(&opt, two, 3), FR_E_USAGE);
    opt.by = FR_TREND_BY_AUTO;
    opt.time_from_name = "{date}";
    assert_int_equal(refusal(&opt, two, 3), FR_E_FORMAT);
    opt.time_from_name = "{day}";
    assert_int_equal(refusal(&opt, two, 3), FR_E_USAGE);
    opt.time_from_name = NULL;
    opt.ceiling = "4GiB";
    assert_int_equal(refusal(&opt, two, 3), FR_E_USAGE);
    opt.ceiling = "much";
    assert_int_equal(refusal(&opt, two, 3), FR_E_USAGE);
    opt.ceiling = NULL;
    opt.normalize = FR_NORMALIZE_PER;
    assert_int_equal(refusal(&opt, two, 3), FR_E_USAGE);
    opt.normalize = FR_NORMALIZE_TIME;
    assert_int_equal(refusal(&opt, two, 3), FR_E_USAGE);
    opt = (fr_trend_options)FR_TREND_DEFAULTS;
    opt.fdr = 0;
    assert_int_equal(refusal(&opt, two, 3), FR_E_USAGE);
}

/* The last step is what a differential of the two points says. */
static void last_step_is_that_of_a_differential(void **state)
{
    plan step = quiet;
    fr_error err = {0};
    uint64_t seed = 5;

    (void)state;
    step.stepped = "f04";
    step.step_at = 13;
    step.step_times = 1.6;
    step.samples = 20000;
    step.noise = 0;
    fr_trend *t = simulate_trend(&step, NULL, 9);
    const fr_trend_change *c = change_of(t, "f04", FR_CHANGE_STEP);
    assert_non_null(c);
    assert_int_equal(c->at, 13);
    fr_profile *points[] = {simulate(&step, 12, &seed), simulate(&step, 13, &seed)};
    fr_side base = {.profiles = (const fr_profile *const *)&points[0], .n = 1};
    fr_side new_ = {.profiles = (const fr_profile *const *)&points[1], .n = 1};
    fr_diff *diff = fr_diff_build(&base, &new_, NULL, &err);
    fr_report *report = diff ? fr_report_diff(diff, NULL, &err) : NULL;
    assert_non_null(report);
    fr_output *out = fr_output_memory();
    size_t len;
    fr_report_write(report, "text", out);
    assert_non_null(strstr(fr_output_bytes(out, &len), "f04 takes 1."));
    assert_true(c->to / c->from > 1.4 && c->to / c->from < 1.8);
    fr_output_free(out);
    fr_report_free(report);
    fr_diff_free(diff);
    fr_profile_free(points[0]);
    fr_profile_free(points[1]);
    fr_trend_free(t);
}

/* Reports as JSON are what docs/trend-report.schema.json promises. */
static void reports_are_valid(void **state)
{
    json_t *schema = json_schema_load("trend-report");
    plan plans[] = {quiet, quiet, quiet};

    (void)state;
    plans[1].stepped = plans[1].sloped = "f03";
    plans[1].step_at = 8;
    plans[1].step_times = 1.5;
    plans[1].slope = 0.01;
    plans[2].spiking = "f05";
    plans[2].spike_at = 4;
    for (size_t i = 0; i < COUNT(plans); i++) {
        fr_error err = {0};
        fr_trend *t = simulate_trend(&plans[i], NULL, 3);
        fr_report *report =
            fr_report_trend(t, &(fr_trend_report_options){.for_programs = true}, &err);
        fr_output *out = fr_output_memory();
        json_validator v = {.root = schema};
        size_t len;
        assert_non_null(report);
        fr_report_write(report, "json", out);
        const char *bytes = fr_output_bytes(out, &len);
        json_t *json = json_loadb(bytes, len, 0, NULL);
        assert_non_null(json);
        if (!json_validate(&v, schema, json))
            fail_msg("report %zu: %s %s", i, v.at, v.why);
        json_object_set_new(json, "title", json_integer(1));
        assert_false(json_validate(&v, schema, json));
        json_decref(json);
        fr_report_free(report);
        fr_output_free(out);
        fr_trend_free(t);
    }
    json_decref(schema);
}

/* Of 15 points, frames under 0.15 % are small, and are called so. */
static void small_frames_are_named_by_their_size(void **state)
{
    plan many = quiet;
    fr_trend *t;
    fr_error err = {0};
    uint64_t seed = 1;
    bool named = false;

    (void)state;
    many.points = 15;
    t = simulate_trend(&many, NULL, 3);
    assert_int_equal(fr_trend_flames_ppm(t), 1500);
    fr_builder *b = fr_trend_flames_new(t, &err);
    assert_non_null(b);
    fr_profile *one = simulate(&many, 0, &seed);
    assert_true(fr_trend_flames_add(b, t, 0, one, 0, &err));
    fr_profile *flames = fr_builder_finish(b, &err);
    assert_non_null(flames);
    for (uint32_t f = 0; f < flames->n_frames; f++)
        named |= strcmp(fr_frame_name(flames, f).at, "[frames under 0.15 %]") == 0;
    assert_true(named);
    fr_profile_free(one);
    fr_profile_free(flames);
    fr_trend_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_is_rarely_named),
        cmocka_unit_test(leaks_are_found),
        cmocka_unit_test(many_points_are_sampled),
        cmocka_unit_test(steps_are_found),
        cmocka_unit_test(kinds_are_told_apart),
        cmocka_unit_test(callers_pass_on),
        cmocka_unit_test(steps_have_their_runs),
        cmocka_unit_test(order_comes_from_names),
        cmocka_unit_test(names_may_be_times),
        cmocka_unit_test(levels_are_as_measured),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(reports_are_valid),
        cmocka_unit_test(last_step_is_that_of_a_differential),
        cmocka_unit_test(small_frames_are_named_by_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
