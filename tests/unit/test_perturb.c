/* test_perturb.c - what stands out in time is found, and what is chance is not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "generate.h"
#include "heatmap/perturb.h"
#include "heatmap/time_row.h"
#include "model/profile.h"
#include "profiles.h"
#include "rounds.h"
#include "timeline.h"

typedef fr_perturbations findings;

/* Good until the next call. */
static findings find(const fr_profile *profile)
{
    static findings f;
    fr_error err = {0};

    fr_perturb_reset(&f);
    if (profile && !fr_perturb_find(profile, NULL, 50, &f, &err))
        fail_msg("%s", err.text);
    return f;
}

/* "--band A-B" or "--range A-B" as a selection of the profile. */
static fr_profile *select_by(const fr_profile *profile, const char *option)
{
    fr_select_options opt = FR_SELECT_DEFAULTS;
    const char *value = strchr(option, ' ') + 1;
    fr_error err = {0};
    fr_profile *made;

    if (strncmp(option, "--band", 6) == 0) {
        opt.band = value;
    } else {
        opt.ranges = &value;
        opt.n_ranges = 1;
    }
    made = fr_profile_select(profile, &opt, &err);
    if (!made)
        fail_msg("%s: %s", option, err.text);
    return made;
}

/* The innermost function with the largest value of its own. */
static void widest_leaf(const fr_profile *profile, char *to, size_t room)
{
    uint32_t widest = 0;

    for (uint32_t s = 1; s < profile->n_stacks; s++)
        if (fr_column_sum(&profile->columns[0], s) > fr_column_sum(&profile->columns[0], widest))
            widest = s;
    fr_bytes name = fr_frame_name(profile, profile->stacks[widest].frame);
    snprintf(to, room, "%.*s", (int)name.len, name.at);
}

/* The first thing that stands out is shown by a selection whose widest leaf is the culprit. */
static void expect_culprit(const fr_profile *profile, const fr_perturbation *p, const char *culprit)
{
    fr_profile *part = select_by(profile, p->select);
    char leaf[100];

    widest_leaf(part, leaf, sizeof leaf);
    if (strcmp(leaf, culprit) != 0)
        fail_msg("%s shows %s, not %s", p->select, leaf, culprit);
    fr_profile_free(part);
}

static void expect_near(double got, double want, double slack)
{
    if (!(fabs(got - want) <= slack)) /* NaN is near nothing */
        fail_msg("%g is not within %g of %g", got, slack, want);
}

static double seconds_of(int64_t ns)
{
    return (double)ns / 1e9;
}

/* Where the middle of a band lies in its period, counted from the whole second 5076. */
static double middle_of(const fr_perturbation *p)
{
    double from = seconds_of(p->from_ns), to = seconds_of(p->to_ns),
           period = seconds_of(p->period_ns);

    return fmod((from + to + (from > to ? period : 0)) / 2, period);
}

/* Where the middle of a run lies that comes once, in seconds from the first sample on. */
static double middle_of_run(const fr_perturbation *p)
{
    return (seconds_of(p->from_ns) + seconds_of(p->to_ns)) / 2 - 5076.2;
}

/* ---- noise ---- */

static const char *always(double second)
{
    (void)second;
    return "work";
}

/* One of twelve functions, by chance: the times are. */
static const char *any(double second)
{
    static const char *const names[] = {"parse", "send", "hash", "sort",  "copy",  "wait",
                                        "read",  "open", "log",  "write", "close", "free"};
    uint64_t ns = (uint64_t)(second * 1e9) * UINT64_C(0x9e3779b97f4a7c15);

    return names[(ns >> 40) % 12];
}

/* 200 recordings of chance, 3 000 samples in a minute each: at most 2 have anything. */
static void silent_by_chance(timeline_activity *runs, timeline_made *make)
{
    const timeline_thread thread = {"app", 50, runs};
    uint64_t n_loud = 0, n = rounds(60, 200);

    for (uint64_t seed = 1; seed <= n; seed++) {
        fr_profile *profile = make(&thread, 1, 60, seed);
        n_loud += find(profile).n > 0;
        fr_profile_free(profile);
    }
    if (n_loud * 100 > n)
        fail_msg("%d of %d recordings of chance have something", (int)n_loud, (int)n);
}

static void chance_is_silent(void **state)
{
    (void)state;
    silent_by_chance(always, timeline_profile);
}

static void functions_by_chance_are_silent(void **state)
{
    (void)state;
    silent_by_chance(any, timeline_profile);
}

/* A row of 60 samples is one event of chance, not 60. */
static void rows_by_chance_are_silent(void **state)
{
    (void)state;
    silent_by_chance(any, timeline_rows);
    silent_by_chance(any, timeline_large_rows);
}

static bool has_band(const findings *f)
{
    bool has = false;

    for (size_t i = 0; i < f->n; i++)
        has = has || f->at[i].period_ns;
    return has;
}

static double burst_at[3];

static const char *in_bursts(double second)
{
    for (size_t i = 0; i < 3; i++)
        if (second >= burst_at[i] && second < burst_at[i] + 0.3 * (double)(i + 1))
            return "reload";
    return NULL;
}

/* 30 000 samples of chance a minute, and three bursts at any time: in at most one of a hundred is a band. */
static void bursts_by_chance_are_no_bands(void **state)
{
    const timeline_thread threads[] = {{"app", 500, any}, {"app", 500, in_bursts}};
    random_source random = {11};
    uint64_t n_loud = 0, n = rounds(10, 100);
    (void)state;

    for (uint64_t seed = 1; seed <= n; seed++) {
        for (size_t i = 0; i < 3; i++)
            burst_at[i] = 0.001 * random_below(&random, 58000);
        fr_profile *profile = timeline_profile(threads, 2, 60, seed);
        findings f = find(profile);
        n_loud += has_band(&f);
        fr_profile_free(profile);
    }
    if (n_loud * 100 > n)
        fail_msg("%d of %d recordings of bursts have a band", (int)n_loud, (int)n);
}

/* A sampler's rhythm is no band of the program: 99 a second for two minutes, on one thread and on eight at once, make
 * one cell of 50 pale, and that is said. */
static void samplers_are_named(void **state)
{
    (void)state;
    for (int n_threads = 1; n_threads <= 8; n_threads += 7) {
        fr_profile *profile = timeline_ticks(n_threads, 99, 120);
        findings f = find(profile);
        assert_int_equal(f.n, 1);
        assert_int_equal(f.at[0].sampler_hz, 99);
        assert_int_equal(f.at[0].cells, 50);
        assert_int_equal(f.at[0].period_ns, 1000000000);
        expect_near(seconds_of(fr_perturbation_length(&f.at[0])), 0.02, 1e-9);
        expect_near(f.at[0].here / f.at[0].usual, 0.5, 0.01);
        fr_profile_free(profile);
    }
}

static void expect_sampler_alone(fr_profile *profile)
{
    findings f = find(profile);

    assert_int_equal(f.n, 1);
    assert_int_equal(f.at[0].sampler_hz, 99);
    fr_profile_free(profile);
}

/* Other events make a few samples right behind others: these tell nothing of the sampler. */
static void samplers_beside_other_events(void **state)
{
    (void)state;
    expect_sampler_alone(timeline_ticks_twice(8, 99, 120, 22));
}

/* Threads that take turns on CPUs that tick together are each sampled less often than the sampler comes. */
static void sampler_of_threads_by_turns(void **state)
{
    (void)state;
    expect_sampler_alone(timeline_system(16, 99, 60));
}

static void expect_no_sampler(fr_profile *profile)
{
    findings f = find(profile);

    assert_true(f.n >= 1);
    for (size_t i = 0; i < f.n; i++)
        assert_int_equal(f.at[i].sampler_hz, 0);
    fr_profile_free(profile);
}

static const char *stops_for_100_ms(double second)
{
    return fmod(second, 1) < 0.1 ? NULL : "serve";
}

/* A cell without any sample is not one that a sampler of 99 a second leaves out: it takes another one there. */
static void stalls_are_no_sampler(void **state)
{
    (void)state;
    expect_no_sampler(timeline_sleepers(8, 99, 60, 2, stops_for_100_ms));
}

static const char *twice_for_100_ms(double second)
{
    uint64_t state = (uint64_t)(second * 1e6) * UINT64_C(0x9e3779b97f4a7c15);

    return fmod(second, 1) < 0.1 || state >> 63 ? "serve" : NULL;
}

/* Nor is the cell behind a burst, which has less than that and as much as the next one. */
static void bursts_are_no_sampler(void **state)
{
    (void)state;
    expect_no_sampler(timeline_sleepers(8, 99, 120, 4, twice_for_100_ms));
}

/* 100 a second go evenly into 50 cells. */
static void even_samplers_are_silent(void **state)
{
    fr_profile *profile = timeline_ticks(2, 100, 120);
    (void)state;

    assert_int_equal(find(profile).n, 0);
    fr_profile_free(profile);
}

/* ---- bands ---- */

static const char *unless_stalled(double second)
{
    double offset = fmod(second, 3);

    return offset >= 0.5 && offset < 0.7 ? NULL : "serve";
}

static const char *while_stalled(double second)
{
    double offset = fmod(second, 3);

    return offset >= 0.5 && offset < 0.7 ? "rebuild_index" : NULL;
}

/* Most cells are below their mean where most hold no sample: trimming makes no rhythm of that. 20 minutes of 35 a second. */
static void no_rhythm_in_few_samples(void **state)
{
    enum { CELLS = 50, SECONDS = 1190 };
    double *at = calloc((size_t)CELLS * SECONDS, sizeof *at), most = 0;
    (void)state;

    assert_non_null(at);
    for (uint32_t seed = 1; seed <= 20; seed++) {
        random_source random = {seed};
        fr_time_row row = {.at = at, .n = CELLS * SECONDS, .mean = 0.7, .step = 1};
        fr_band band;
        for (size_t i = 0; i < row.n; i++) {
            double left = 0.001 * random_below(&random, 1000), part = exp(-row.mean);
            for (at[i] = 0; left >= part; part *= row.mean / at[i]) { /* Poisson, by its inverse */
                left -= part;
                at[i]++;
            }
        }
        assert_true(fr_fold_cell(&row, CELLS, &band));
        most = fmax(most, band.z);
    }
    free(at);
    assert_true(most < fr_least_z(CELLS));
}

/* Jobs of four cells at random times: where few periods have one in a band, those left by trimming have none. They are no sure
 * gap, which would be told as a burst. */
static void jobs_at_random_times(void **state)
{
    enum { CELLS = 30000, JOBS = 200, LENGTH = 4, SAMPLES = 40 };
    static const uint64_t seeds[] = {163, 264}; /* of 300, of which a band was told */
    double *at = malloc(CELLS * sizeof *at);
    (void)state;

    assert_non_null(at);
    for (size_t k = 0; k < sizeof seeds / sizeof *seeds; k++) {
        random_source random = {seeds[k]};
        fr_time_row row = {
            .at = at, .n = CELLS, .mean = (double)JOBS * LENGTH * SAMPLES / CELLS, .step = 1};
        fr_band band;
        memset(at, 0, CELLS * sizeof *at);
        for (int job = 0; job < JOBS; job++) {
            size_t first = random_below(&random, CELLS - LENGTH - 1);
            double part = 0.001 * random_below(&random, 1000);
            for (size_t i = 0; i <= LENGTH; i++)
                at[first + i] += SAMPLES * (i == 0 ? 1 - part : i == LENGTH ? part : 1);
        }
        assert_true(fr_find_band(&row, 1, &band));
        assert_true(band.z <= 0);
    }
    free(at);
}

/* Every 3 s two threads stop for 200 ms, and a third works. */
static void stall_every_three_seconds(void **state)
{
    const timeline_thread threads[] = {{"query", 300, unless_stalled},
                                       {"ingest", 300, unless_stalled},
                                       {"compactor", 150, while_stalled}};
    fr_profile *profile = timeline_profile(threads, 3, 60, 1);
    findings f = find(profile);
    (void)state;

    assert_true(f.n >= 1);
    assert_int_equal(f.at[0].period_ns, 3000000000);
    assert_int_equal(f.at[0].drift_ns, 0);
    assert_true(fr_perturbation_is_gap(&f.at[0]));
    expect_near(middle_of(&f.at[0]), 0.2 + 0.6, 0.03);
    expect_near(f.at[0].here / f.at[0].usual, 150.0 / 600, 0.1);
    assert_true(f.at[0].times >= 18 && f.at[0].of <= 20);
    expect_culprit(profile, &f.at[0], "rebuild_index");
    fr_profile_free(profile);
}

static const char *stops_in_the_middle(double second)
{
    double offset = fmod(second, 5);

    return offset >= 2 && offset < 3 ? NULL : "serve";
}

/* Halves of two of its times lie in no period: half of the period would fit as well. */
static void stall_in_the_middle(void **state)
{
    const timeline_thread thread = {"query", 300, stops_in_the_middle};
    fr_profile *profile = timeline_profile(&thread, 1, 60, 3);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    assert_int_equal(f.at[0].period_ns, 5000000000);
    assert_true(fr_perturbation_is_gap(&f.at[0]));
    expect_near(seconds_of(fr_perturbation_length(&f.at[0])), 1, 0.05);
    fr_profile_free(profile);
}

static const char *around_the_middle(double second)
{
    double offset = fmod(second, 2);

    return offset >= 0.7 && offset < 1.3 ? "flush_log" : NULL;
}

/* Of half of the period, each has half of a burst at both ends, and a gap between them. */
static void long_burst_in_the_middle(void **state)
{
    const timeline_thread threads[] = {{"app", 100, always}, {"timer", 200, around_the_middle}};
    fr_profile *profile = timeline_profile(threads, 2, 60, 1);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    assert_int_equal(f.at[0].period_ns, 2000000000);
    assert_false(fr_perturbation_is_gap(&f.at[0]));
    expect_near(seconds_of(fr_perturbation_length(&f.at[0])), 0.6, 0.03);
    fr_profile_free(profile);
}

/* Most of the burst is this function's. */
static void expect_leaf(const fr_perturbation *p, const char *name)
{
    assert_non_null(p->leaf);
    assert_string_equal(p->leaf, name);
    expect_near(p->leaf_share, 1, 0.2);
}

/* Five functions have a fifth of a burst each: none is named. */
static const char *one_of_five(double second)
{
    static const char *const names[5] = {"a", "b", "c", "d", "e"};

    return second >= 20 && second < 21 ? names[(size_t)(second * 1000) % 5] : NULL;
}

static void burst_of_many(void **state)
{
    const timeline_thread threads[] = {{"app", 100, always}, {"app", 400, one_of_five}};
    fr_profile *profile = timeline_profile(threads, 2, 60, 7);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    assert_null(f.at[0].function);
    assert_null(f.at[0].leaf);
    fr_profile_free(profile);
}

static const char *at_600_ms(double second)
{
    double offset = fmod(second, 1);

    return offset >= 0.6 && offset < 0.7 ? "flush_log" : NULL;
}

/* A burst of 100 ms in every second: the band is of every second. */
static void burst_every_second(void **state)
{
    const timeline_thread threads[] = {{"app", 100, always}, {"timer", 400, at_600_ms}};
    fr_profile *profile = timeline_profile(threads, 2, 60, 2);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    assert_int_equal(f.at[0].period_ns, 1000000000);
    assert_null(strchr(f.at[0].select, '/'));
    expect_near(middle_of(&f.at[0]), 0.2 + 0.65, 0.02);
    expect_culprit(profile, &f.at[0], "flush_log");
    expect_leaf(&f.at[0], "flush_log");
    fr_profile_free(profile);
}

static const char *drifting(double second)
{
    double turns = second / 1.007;

    return fmod(turns, 1) < 0.1 ? "poll_peers" : NULL;
}

/* A timer of 1.007 s comes 7 ms later each second, and its selection follows it. */
static void drifting_timer(void **state)
{
    const timeline_thread threads[] = {{"app", 100, always}, {"timer", 400, drifting}};
    fr_profile *profile = timeline_profile(threads, 2, 90, 3);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    expect_near(seconds_of(f.at[0].period_ns), 1.007, 0.0004);
    expect_near(seconds_of(f.at[0].drift_ns), 0.007, 0.0004);
    expect_culprit(profile, &f.at[0], "poll_peers");
    expect_leaf(&f.at[0], "poll_peers");
    fr_profile_free(profile);
}

static double planted_period;

static const char *planted(double second)
{
    return fmod(second / planted_period, 1) < 0.2 ? "poll_peers" : NULL;
}

/* Every period a tenth more samples than usual, for a fifth of it: a shade of a diagonal. */
static void faint_bands(void **state)
{
    static const double periods[] = {1.016, 0.9931, 1.0055, 2.03};
    const timeline_thread threads[] = {{"app", 1000, always}, {"timer", 100, planted}};
    (void)state;

    for (size_t i = 0; i < sizeof periods / sizeof *periods; i++) {
        planted_period = periods[i];
        fr_profile *profile = timeline_profile(threads, 2, 120, 20 + i);
        findings f = find(profile);
        assert_int_equal(f.n, 1);
        expect_near(seconds_of(f.at[0].period_ns), planted_period, 0.01 * planted_period);
        expect_near(f.at[0].here / f.at[0].usual, 1.1, 0.03);
        assert_string_equal(f.at[0].leaf, "poll_peers");
        fr_profile_free(profile);
    }
}

static const char *waits_often(double second)
{
    return fmod(second, 1) >= 0.6 && fmod(second, 1) < 0.8 ? NULL : always(second);
}

/* One of two threads waits in every second: a quarter fewer samples, as samples and as rows of several. */
static void faint_gaps(void **state)
{
    const timeline_thread threads[] = {{"app", 750, always}, {"pool", 250, waits_often}};
    timeline_made *const made[] = {timeline_profile, timeline_rows};
    (void)state;

    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        fr_profile *profile = made[i](threads, 2, 120, 31);
        findings f = find(profile);
        assert_int_equal(f.n, 1);
        assert_int_equal(f.at[0].period_ns, 1000000000);
        expect_near(f.at[0].here / f.at[0].usual, 0.75, 0.05);
        fr_profile_free(profile);
    }
}

static const char *in_tick(double second)
{
    static const char *const in[5] = {"a (/app)\n\t 60 tick", "b (/app)\n\t 60 tick",
                                      "c (/app)\n\t 60 tick", "d (/app)\n\t 60 tick",
                                      "e (/app)\n\t 60 tick"};

    return fmod(second, 1.007) < 0.1 ? in[(size_t)(second * 1000) % 5] : NULL;
}

/* Five leaves share a band: it is the function above them that is named. */
static void band_of_many_leaves(void **state)
{
    const timeline_thread threads[] = {{"app", 100, any}, {"app", 300, in_tick}};
    fr_profile *profile = timeline_profile(threads, 2, 90, 3);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    expect_near(seconds_of(f.at[0].period_ns), 1.007, 0.0004);
    assert_non_null(f.at[0].function);
    assert_string_equal(f.at[0].function, "tick");
    fr_profile_free(profile);
}

/* While one of a time takes over for a quarter of a second, and another once for eight. */
static const char *hidden(double second)
{
    if (fmod(second, 1.006) < 0.12)
        return "poll_peers";
    return second >= 40.3 && second < 48.34 ? "rebuild" : any(second);
}

/* A long burst whose middle lies in a band does not hide it, however much surer it is. */
static void band_beside_a_long_burst(void **state)
{
    const timeline_thread thread = {"app", 300, hidden};
    fr_profile *profile = timeline_profile(&thread, 1, 90, 5);
    findings f = find(profile);
    (void)state;

    assert_true(f.n >= 2);
    assert_string_equal(f.at[0].function, "poll_peers");
    expect_near(seconds_of(f.at[0].period_ns), 1.006, 0.0004);
    assert_true(fr_perturbation_holds(&f.at[0], profile->meta.origin_ns,
                                      (f.at[1].from_ns + f.at[1].to_ns) / 2));
    assert_string_equal(f.at[1].function, "rebuild");
    fr_profile_free(profile);
}

/* Go's collector marks on every CPU, 120 ms of every 2.4 s. */
static const char *marking(double second)
{
    return fmod(second, 2.4) >= 1 && fmod(second, 2.4) < 1.12 ? "runtime.scanobject" : NULL;
}

static void garbage_collection(void **state)
{
    const timeline_thread threads[] = {
        {"server", 200, always}, {"gc1", 400, marking}, {"gc2", 400, marking}};
    fr_profile *profile = timeline_profile(threads, 3, 60, 4);
    findings f = find(profile);
    (void)state;

    assert_true(f.n >= 1);
    assert_int_equal(f.at[0].period_ns, 2400000000);
    assert_false(fr_perturbation_is_gap(&f.at[0]));
    expect_culprit(profile, &f.at[0], "runtime.scanobject");
    expect_leaf(&f.at[0], "runtime.scanobject");
    fr_profile_free(profile);
}

/* ---- once ---- */

static const char *one_burst(double second)
{
    return second >= 20.3 && second < 20.7 ? "reload" : NULL;
}

static void burst_once(void **state)
{
    const timeline_thread threads[] = {{"app", 100, always}, {"app", 400, one_burst}};
    fr_profile *profile = timeline_profile(threads, 2, 60, 5);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    assert_int_equal(f.at[0].period_ns, 0);
    expect_near(seconds_of(f.at[0].from_ns), 5076.2 + 20.3, 0.05);
    expect_near(seconds_of(f.at[0].to_ns), 5076.2 + 20.7, 0.05);
    assert_memory_equal(f.at[0].select, "--range 20.", 11);
    expect_culprit(profile, &f.at[0], "reload");
    expect_leaf(&f.at[0], "reload");
    fr_profile_free(profile);
}

static const char *one_gap(double second)
{
    return second >= 33 && second < 33.86 ? NULL : "serve";
}

static const char *rebuilds(double second)
{
    return second >= 20.3 && second < 20.5 ? "rebuild_index" : any(second);
}

/* The total and its leaf, and one function while the total stays: rows show what samples do, also beside a few that stand
 * for much more. */
static void burst_of_rows(void **state)
{
    const timeline_thread threads[] = {{"app", 100, always}, {"app", 400, one_burst}};
    const timeline_thread thread = {"app", 200, rebuilds};
    fr_profile *profile = timeline_rows(threads, 2, 60, 5);
    findings f;
    (void)state;

    for (size_t i = 0; i < 6; i++)
        profile->samples.value[i * profile->samples.n / 6] = 3000;
    f = find(profile);
    assert_int_equal(f.n, 1);
    expect_near(seconds_of(f.at[0].from_ns), 5076.2 + 20.3, 0.05);
    expect_near(f.at[0].here / f.at[0].usual, 5, 1.5);
    expect_leaf(&f.at[0], "reload");
    fr_profile_free(profile);
    profile = timeline_rows(&thread, 1, 60, 7);
    f = find(profile);
    assert_int_equal(f.n, 1);
    assert_string_equal(f.at[0].function, "rebuild_index");
    fr_profile_free(profile);
}

/* A row of much in one of 60 bands is none of what makes the band. */
static void band_beside_a_lone_row(void **state)
{
    const timeline_thread threads[] = {{"app", 100, always}, {"timer", 400, at_600_ms}};
    fr_profile *profile = timeline_rows(threads, 2, 60, 2);
    fr_samples *s = &profile->samples;
    findings f;
    (void)state;

    for (size_t i = s->n / 2; i < s->n; i++) {
        fr_bytes leaf = fr_frame_name(profile, profile->stacks[s->stack[i]].frame);
        int64_t offset_ms = (s->time_ns[i] - s->time_ns[0]) / 1000000 % 1000;
        if (offset_ms < 620 || offset_ms > 680 || fr_bytes_equal(leaf, FR_LITERAL("flush_log")))
            continue;
        s->value[i] = 60000;
        break;
    }
    f = find(profile);
    assert_int_equal(f.n, 1);
    assert_int_equal(f.at[0].period_ns, 1000000000);
    expect_leaf(&f.at[0], "flush_log");
    fr_profile_free(profile);
}

static bool is_of(const fr_profile *profile, uint32_t stack, const char *leaf)
{
    fr_bytes name = fr_frame_name(profile, profile->stacks[stack].frame);

    return fr_bytes_equal(name, (fr_bytes){leaf, strlen(leaf)});
}

/* Gives the first sample of a function from `second` on so large a value that it is a row by itself. */
static void make_lone(fr_profile *profile, double second, const char *leaf, int64_t value)
{
    fr_samples *s = &profile->samples;
    size_t i = 0;

    while (i < s->n &&
           (seconds_of(s->time_ns[i]) < 5076.2 + second || !is_of(profile, s->stack[i], leaf)))
        i++;
    assert_true(i < s->n);
    s->value[i] = value;
}

/* A burst with a lone row is as large as it is; most of it has no name, unless the row is of the same function. */
static void burst_with_a_lone_row(void **state)
{
    const timeline_thread threads[] = {{"app", 100, always}, {"app", 400, one_burst}};
    static const char *const lone[] = {"work", "reload"};
    (void)state;

    for (size_t i = 0; i < 2; i++) {
        fr_profile *profile = timeline_rows(threads, 2, 60, 5);
        make_lone(profile, 20.5, lone[i], 60000);
        findings f = find(profile);
        assert_int_equal(f.n, 1);
        expect_near(seconds_of(f.at[0].from_ns), 5076.2 + 20.3, 0.05);
        assert_true(f.at[0].here > 20 * f.at[0].usual);
        if (i == 0)
            assert_null(f.at[0].leaf);
        else
            expect_leaf(&f.at[0], "reload");
        fr_profile_free(profile);
    }
}

static const char *nearly_stops(double second)
{
    double offset = fmod(second, 7);

    return offset >= 2 && offset < 3 ? offset < 2.01 ? "serve" : NULL : "serve";
}

/* Where lone rows fill most times of a band, what is left of it are gaps that come once: the five surest. */
static void gaps_beside_lone_rows(void **state)
{
    const timeline_thread thread = {"app", 1000, nearly_stops};
    fr_profile *profile = timeline_rows(&thread, 1, 61, 4);
    findings f;
    (void)state;

    for (size_t i = 0; i < 6; i++)
        make_lone(profile, 7.0 * (double)i + 2, "serve", 60000);
    f = find(profile);
    assert_int_equal(f.n, 5);
    for (size_t i = 0; i < f.n; i++) {
        assert_true(fr_perturbation_is_gap(&f.at[i]));
        assert_int_equal(f.at[i].period_ns, 0);
        expect_near(fmod(seconds_of(f.at[i].from_ns) - 5076.2, 7), 2, 0.05);
    }
    fr_profile_free(profile);
}

static void gap_once(void **state)
{
    const timeline_thread thread = {"app", 200, one_gap};
    fr_profile *profile = timeline_profile(&thread, 1, 60, 6);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    assert_true(fr_perturbation_is_gap(&f.at[0]));
    assert_true(f.at[0].here == 0);
    expect_near(seconds_of(f.at[0].from_ns), 5076.2 + 33, 0.05);
    expect_near(seconds_of(f.at[0].to_ns), 5076.2 + 33.86, 0.05);
    fr_profile_free(profile);
}

static const char *long_pause(double second)
{
    return second >= 9 && second < 33 ? NULL : "serve";
}

/* What is around the first seconds is mostly the pause, and they are no burst beside it. */
static void gap_near_the_start(void **state)
{
    const timeline_thread thread = {"app", 200, long_pause};
    fr_profile *profile = timeline_profile(&thread, 1, 60, 6);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    assert_true(fr_perturbation_is_gap(&f.at[0]));
    expect_near(seconds_of(f.at[0].from_ns), 5076.2 + 9, 0.05);
    expect_near(seconds_of(f.at[0].to_ns), 5076.2 + 33, 0.05);
    fr_profile_free(profile);
}

static const char *load_late(double second)
{
    return second < 1 || (second >= 36 && second < 56) || second >= 59.9 ? "serve" : NULL;
}

/* A program that is idle for most of the time has no gap in the last seconds, after its one load. */
static void idle_beside_a_burst(void **state)
{
    const timeline_thread thread = {"app", 200, load_late};
    fr_profile *profile = timeline_profile(&thread, 1, 60, 6);
    findings f = find(profile);
    (void)state;

    assert_true(f.n >= 1);
    for (size_t i = 0; i < f.n; i++)
        assert_false(fr_perturbation_is_gap(&f.at[i]));
    fr_profile_free(profile);
}

static const char *slow_phase(double second)
{
    bool slow = second >= 18 && second < 42;

    return slow && (long)floor(second * 200) % 3 ? NULL : "serve";
}

/* A phase of two fifths of the recording is not what is usual, though all around its runs is like them. */
static void long_gap(void **state)
{
    const timeline_thread thread = {"app", 200, slow_phase};
    fr_profile *profile = timeline_profile(&thread, 1, 60, 6);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    assert_true(fr_perturbation_is_gap(&f.at[0]));
    assert_true(seconds_of(f.at[0].from_ns) >= 5076.2 + 17.9);
    assert_true(seconds_of(f.at[0].to_ns) <= 5076.2 + 42.1);
    fr_profile_free(profile);
}

static const char *stall_but_once(double second)
{
    bool stalls = fmod(second, 2) >= 1.2 && fmod(second, 2) < 1.6 && (second < 30 || second >= 32);

    return stalls ? NULL : "serve";
}

/* A stall that did not come one of thirty times leaves nothing to be filled there, and no burst. */
static void stall_that_did_not_come(void **state)
{
    timeline_thread threads[8];
    (void)state;

    for (size_t i = 0; i < 8; i++)
        threads[i] = (timeline_thread){"app", 100, stall_but_once};
    for (uint64_t seed = 1; seed <= 3; seed++) {
        fr_profile *profile = timeline_profile(threads, 8, 60, seed);
        findings f = find(profile);
        assert_true(f.n >= 1 && f.at[0].period_ns > 0);
        for (size_t i = 0; i < f.n; i++)
            assert_true(fr_perturbation_is_gap(&f.at[i]));
        fr_profile_free(profile);
    }
}

static const char *every_two_seconds(double second)
{
    return fmod(second, 2) < 0.4 ? "tick" : NULL;
}

static const char *one_time(double second)
{
    return second >= 50 && second < 50.4 ? "tick" : NULL;
}

/* One time of a periodic burst that has three times as many samples as the others is told beside these. */
static void one_time_that_is_larger(void **state)
{
    const timeline_thread threads[] = {
        {"app", 500, always}, {"app", 500, every_two_seconds}, {"app", 2000, one_time}};
    (void)state;

    for (uint64_t seed = 1; seed <= 3; seed++) {
        fr_profile *profile = timeline_profile(threads, 3, 120, seed);
        findings f = find(profile);
        assert_int_equal(f.n, 2);
        assert_int_equal(f.at[0].period_ns, 2000000000);
        assert_int_equal(f.at[1].period_ns, 0);
        expect_near(seconds_of(f.at[1].from_ns), 5076.2 + 50, 0.1);
        expect_near(seconds_of(f.at[1].to_ns), 5076.2 + 50.4, 0.1);
        fr_profile_free(profile);
    }
}

static const char *collects_and_once_long(double second)
{
    return fmod(second, 2) < 0.2 || (second >= 50 && second < 51.5) ? "gc" : any(second);
}

static const char *three_tenths(double second)
{
    return fmod(second, 2) < 0.3 ? "tick" : NULL;
}

static const char *once(double second)
{
    return second >= 30 && second < 31.5 ? any(second) : NULL;
}

static const char *tick_of_once(double second)
{
    return once(second) ? three_tenths(second) : NULL;
}

/* A band of two and a half times the rest is told beside a burst of three times that lies over one of its thirty times. */
static void burst_over_the_band(void **state)
{
    const timeline_thread threads[] = {{"app", 120, always},
                                       {"app", 180, three_tenths},
                                       {"app", 240, once},
                                       {"app", 360, tick_of_once}};
    (void)state;

    for (uint64_t seed = 1; seed <= 5; seed++) {
        fr_profile *profile = timeline_profile(threads, 4, 60, seed);
        findings f = find(profile);
        assert_int_equal(f.n, 2);
        expect_near((double)f.at[0].period_ns, 2e9, 0.01e9);
        assert_int_equal(f.at[1].period_ns, 0);
        fr_profile_free(profile);
    }
}

static const char *pauses_twice(double second)
{
    bool pauses = (second >= 14 && second < 16) || (second >= 17.7 && second < 19.7);

    return pauses && fmod(second, 0.01) >= 0.002 ? NULL : "work";
}

/* The usual time between two pauses is no burst, though all that is near it is less. */
static void usual_between_two_pauses(void **state)
{
    const timeline_thread thread = {"app", 300, pauses_twice};
    (void)state;

    for (uint64_t seed = 1; seed <= 10; seed++) {
        fr_profile *profile = timeline_profile(&thread, 1, 60, seed);
        findings f = find(profile);
        assert_true(f.n >= 1);
        for (size_t i = 0; i < f.n; i++)
            assert_true(fr_perturbation_is_gap(&f.at[i]));
        fr_profile_free(profile);
    }
}

static const char *one_strong_time(double second)
{
    return second >= 20 && second < 20.3 ? "tick" : NULL;
}

/* One time of thirty is so strong that the mean of all is more than twice that of the others: the band is told as these are. */
static void band_with_one_strong_time(void **state)
{
    const timeline_thread threads[] = {
        {"app", 200, always}, {"app", 140, three_tenths}, {"app", 6000, one_strong_time}};
    (void)state;

    for (uint64_t seed = 1; seed <= 3; seed++) {
        fr_profile *profile = timeline_profile(threads, 3, 60, seed);
        findings f = find(profile);
        assert_true(f.n >= 1);
        expect_near((double)f.at[0].period_ns, 2e9, 0.01e9);
        expect_near(f.at[0].here / f.at[0].usual, 1.7, 0.15);
        assert_true(f.at[0].times >= 25);
        fr_profile_free(profile);
    }
}

static bool in_long_burst(double second)
{
    return second >= 40 && second < 55;
}

static const char *stalls_but_in_burst(double second)
{
    return fmod(second, 3) < 0.3 && !in_long_burst(second) ? NULL : "work";
}

static const char *long_burst(double second)
{
    return in_long_burst(second) ? "work" : NULL;
}

/* A burst of 15 s fills five of thirty stalls that come every 3 s. These may be told so, but not as stalls that come every 6 s, of
 * which it fills fewer: half a period later is as little. */
static void stalls_beside_a_long_burst(void **state)
{
    const timeline_thread threads[] = {{"app", 158, stalls_but_in_burst}, {"app", 316, long_burst}};
    (void)state;

    for (uint64_t seed = 1; seed <= 12; seed++) {
        fr_profile *profile = timeline_profile(threads, 2, 90, seed);
        findings f = find(profile);
        for (size_t i = 0; i < f.n; i++)
            if (f.at[i].period_ns > 0)
                expect_near((double)f.at[i].period_ns, 3e9, 0.1e9);
        fr_profile_free(profile);
    }
}

static bool stalls_every_2_s(double second)
{
    return fmod(second, 2) < 0.4;
}

static const char *but_stalls(double second)
{
    return stalls_every_2_s(second) ? NULL : "work";
}

static const char *burst_but_stalls(double second)
{
    return fmod(second, 1.37) < 0.411 ? but_stalls(second) : NULL;
}

/* A burst of five times as many, at times of its own, is told so where a fifth of it is lost in stalls: these are no part of what
 * it is compared with. */
static void burst_and_stall(void **state)
{
    const timeline_thread threads[] = {{"app", 60, but_stalls}, {"app", 240, burst_but_stalls}};
    (void)state;

    for (uint64_t seed = 1; seed <= 3; seed++) {
        fr_profile *profile = timeline_profile(threads, 2, 120, seed);
        findings f = find(profile);
        size_t told = 0;
        for (size_t i = 0; i < f.n; i++)
            if (f.at[i].period_ns == 1370000000) {
                expect_near(f.at[i].here / f.at[i].usual, 5, 0.5);
                told++;
            }
        assert_int_equal(told, 1);
        fr_profile_free(profile);
    }
}

static const char *stalls_every_second(double second)
{
    return fmod(second, 1) < 0.2 ? NULL : "work";
}

static const char *stalls_from_to(double second, double from, double to)
{
    return second >= from && second < to ? stalls_every_second(second) : NULL;
}

static const char *small_burst(double second)
{
    return stalls_from_to(second, 30, 35);
}

static const char *large_burst_behind(double second)
{
    return stalls_from_to(second, 38, 46);
}

static const char *small_burst_last(double second)
{
    return stalls_from_to(second, 85, 90);
}

static const char *large_burst_before(double second)
{
    return stalls_from_to(second, 74, 82);
}

/* A burst is told beside a stall that comes every second, and 3 s beside a larger one: it is like what lies on one side of it, but
 * not like all that is near it. */
static void burst_between_stalls(void **state)
{
    static const struct {
        timeline_activity *small, *large;
        double middle;
    } cases[] = {{small_burst, large_burst_behind, 32.5},
                 {small_burst_last, large_burst_before, 87.5}};
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            const timeline_thread threads[] = {{"app", 150, stalls_every_second},
                                               {"app", 190, cases[i].small},
                                               {"app", 900, cases[i].large}};
            fr_profile *profile = timeline_profile(threads, 3, 90, seed);
            findings f = find(profile);
            size_t told = 0;
            for (size_t k = 0; k < f.n; k++)
                told +=
                    f.at[k].period_ns == 0 && fabs(middle_of_run(&f.at[k]) - cases[i].middle) < 0.5;
            assert_int_equal(told, 1);
            fr_profile_free(profile);
        }
}

/* Sixteen threads wait for a collector in each second, eight serve a few requests, and one waits once for a lock, for two and a
 * half seconds: that a third collection is not in these does not hide it. */
static void lock_between_collections(void **state)
{
    enum { COLLECTED = 16, SERVE = 8, SECONDS = 60 };
    timeline_wait *waits = calloc(COLLECTED * SECONDS + SERVE * SECONDS * 10 + 1, sizeof *waits);
    (void)state;

    assert_non_null(waits);
    for (uint32_t seed = 1; seed <= 15; seed++) {
        random_source random = {seed};
        size_t n = 0;
        double lock = 24 + 0.01 * random_below(&random, 1000);
        double lasts = 2.05 + 0.01 * random_below(&random, 85);
        for (uint32_t t = 0; t < COLLECTED; t++)
            for (int i = 0; i < SECONDS; i++) {
                double at = i + 0.3 + 1e-5 * random_below(&random, 1000);
                waits[n++] =
                    (timeline_wait){t, at, at + 0.19 + 1e-5 * random_below(&random, 2000), "gc"};
            }
        for (uint32_t t = 0; t < SERVE; t++)
            for (double at = 0; at < SECONDS - 1;) {
                at -= 0.2 * log(1e-6 * (random_below(&random, 1000000) + 1));
                double end = at + 0.005 + 1e-5 * random_below(&random, 1000);
                waits[n++] = (timeline_wait){COLLECTED + t, at, end, "serve"};
                at = end;
            }
        waits[n++] = (timeline_wait){COLLECTED + SERVE, lock, lock + lasts, "lock"};
        fr_profile *profile = timeline_waits(waits, n);
        findings f = find(profile);
        size_t told = 0;
        for (size_t i = 0; i < f.n; i++)
            told +=
                f.at[i].period_ns == 0 && fabs(middle_of_run(&f.at[i]) - lock - lasts / 2) < 0.5;
        assert_int_equal(told, 1);
        fr_profile_free(profile);
    }
    free(waits);
}

/* Returns what stands out where threads are in a loop, of which they wait for a part. */
static findings find_in_loop(uint32_t threads, double period, double part, int seconds,
                             uint32_t seed)
{
    size_t n = 0, times = (size_t)(seconds / period);
    timeline_wait *waits = calloc(threads * times, sizeof *waits);
    random_source random = {seed};

    assert_non_null(waits);
    for (uint32_t thread = 0; thread < threads; thread++)
        for (size_t i = 0; i < times; i++) {
            double late = 1e-5 * period * random_below(&random, 100);
            double at = period * (double)i + 0.001 * (seed % 10) + 0.002 + late;
            waits[n++] = (timeline_wait){
                thread, at, at + part * period + 1e-6 * random_below(&random, 80), "tick"};
        }
    fr_profile *profile = timeline_waits(waits, n);
    findings f = find(profile);
    free(waits);
    fr_profile_free(profile);
    return f;
}

/* Nothing but a loop of five or ten cells is told: that its ends come to lie in other cells, from one time of
 * the recording on, is neither burst nor gap. */
static void loop_of_few_cells(void **state)
{
    (void)state;

    for (uint32_t i = 0; i < 72; i++) {
        double period = i % 2 ? 0.05 : 0.1, part = 0.4 + 0.1 * (i / 2 % 3);
        findings f = find_in_loop(1 + i / 36, period, part, 20 + 20 * (int)(i / 6 % 6), i);
        for (size_t k = 0; k < f.n; k++)
            assert_true(f.at[k].period_ns > 0);
    }
}

/* A single burst of the rest of a period is not joined to the next time of the band across a quiet half second. */
static void burst_that_ends_before_the_band(void **state)
{
    const timeline_thread thread = {"app", 600, collects_and_once_long};
    (void)state;

    for (uint64_t seed = 1; seed <= 3; seed++) {
        fr_profile *profile = timeline_profile(&thread, 1, 90, seed);
        findings f = find(profile);
        size_t told = 0;
        for (size_t i = 0; i < f.n; i++)
            if (f.at[i].period_ns == 0) {
                assert_string_equal(f.at[i].function, "gc");
                expect_near(seconds_of(f.at[i].to_ns), 5076.2 + 51.5, 0.1);
                told++;
            }
        assert_int_equal(told, 1);
        fr_profile_free(profile);
    }
}

static const char *busy_for_45_s(double second)
{
    return second >= 90 && second < 135 ? "work" : NULL;
}

static const char *collects_unless_busy(double second)
{
    return fmod(second, 3) < 0.3 && !busy_for_45_s(second) ? "gc" : NULL;
}

/* A collector makes all CPUs busy every three seconds, and adds nothing to a phase in which they are. None of its times is
 * told by itself. */
static void band_beside_a_busy_phase(void **state)
{
    const timeline_thread threads[] = {
        {"app", 240, always}, {"app", 1360, busy_for_45_s}, {"app", 1360, collects_unless_busy}};
    (void)state;

    for (uint64_t seed = 1; seed <= 3; seed++) {
        fr_profile *profile = timeline_profile(threads, 3, 180, seed);
        findings f = find(profile);
        bool told = false;
        for (size_t i = 0; i < f.n; i++) {
            int64_t length = f.at[i].to_ns - f.at[i].from_ns;
            assert_false(fr_perturbation_is_gap(&f.at[i]));
            assert_true(f.at[i].period_ns > 0 || length > INT64_C(1000000000));
            told = told || (f.at[i].period_ns == 0 && length > INT64_C(20000000000));
        }
        assert_true(told);
        fr_profile_free(profile);
    }
}

static const char *stop_every_second(double second)
{
    return fmod(second, 1) < 0.2 ? NULL : "serve";
}

/* The period is not exact to a cell: what a band fills at its end, where the stall is over, is no burst. */
static void stall_of_a_busy_machine(void **state)
{
    const timeline_thread thread = {"app", 2900, stop_every_second};
    (void)state;

    for (uint64_t seed = 1; seed <= 6; seed++) {
        fr_profile *profile = timeline_profile(&thread, 1, 60, seed);
        findings f = find(profile);
        assert_int_equal(f.n, 1);
        assert_int_equal(f.at[0].period_ns, 1000000000);
        assert_true(fr_perturbation_is_gap(&f.at[0]));
        fr_profile_free(profile);
    }
}

static const char *stalls_for_100_ms(double second)
{
    return fmod(second, 1.3) < 0.1 ? NULL : "serve";
}

/* Eight threads that sleep nine tenths of the time all stop every 1.3 s. The sampler comes more often than to one of them. */
static void stall_of_sleepers(void **state)
{
    fr_profile *profile = timeline_sleepers(8, 100, 120, 10, stalls_for_100_ms);
    findings f = find(profile);
    (void)state;

    assert_true(f.n >= 1);
    assert_true(fr_perturbation_is_gap(&f.at[0]));
    expect_near(remainder(seconds_of(f.at[0].period_ns), 1.3), 0, 0.01);
    fr_profile_free(profile);
}

static const char *stops_once(double second)
{
    return second >= 30 && second < 30.4 ? NULL : "serve";
}

/* Hundreds of threads take turns on two CPUs: most times between samples of one are many of the sampler's. */
static void stop_of_many_threads(void **state)
{
    /* Threads, each of which runs one of so many times */
    static const int many[][2] = {{300, 150}, {60, 100}};
    (void)state;

    for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
        fr_profile *profile =
            timeline_sleepers(many[i][0], 99, 60, (uint32_t)many[i][1], stops_once);
        findings f = find(profile);
        assert_int_equal(f.n, 1);
        assert_true(fr_perturbation_is_gap(&f.at[0]));
        expect_near(middle_of_run(&f.at[0]), 30.2, 0.1);
        fr_profile_free(profile);
    }
}

/* Sixty-four threads take turns on two CPUs: each is sampled three times a second, both CPUs two hundred times. */
static void stall_of_many_threads(void **state)
{
    enum { THREADS = 64 };
    timeline_thread threads[THREADS];
    (void)state;

    for (size_t i = 0; i < THREADS; i++)
        threads[i] = (timeline_thread){"app", 3, stop_every_second};
    fr_profile *profile = timeline_profile(threads, THREADS, 30, 21);
    findings f = find(profile);
    assert_true(f.n >= 1);
    assert_true(fr_perturbation_is_gap(&f.at[0]));
    assert_int_equal(f.at[0].period_ns, 1000000000);
    expect_near(seconds_of(fr_perturbation_length(&f.at[0])), 0.2, 0.05);
    fr_profile_free(profile);
}

/* The cell in which no CPU ticks comes once a second, and no program makes it. */
static void cpus_that_tick_together(void **state)
{
    fr_profile *profile = timeline_system(16, 99, 30);
    findings f = find(profile);
    (void)state;

    for (size_t i = 0; i < f.n; i++)
        assert_true(f.at[i].sampler_hz > 0);
    fr_profile_free(profile);
}

static double busy_from, busy_until; /* seconds */

static const char *busy_in_a_slow_phase(double second)
{
    bool slow = second >= 20 && second < 47, busy = second >= busy_from && second < busy_until;

    return slow && !busy && (long)floor(second * 200) % 6 ? NULL : "serve";
}

/* Two to four seconds as usual amid a slow phase of 45 % of the recording are a burst of that phase, whichever piece of them
 * stands out most. */
static void bursts_in_a_slow_phase(void **state)
{
    enum { RECORDINGS = 40 };
    const timeline_thread thread = {"app", 240, busy_in_a_slow_phase};
    random_source random = {18};
    size_t told = 0;
    (void)state;

    for (uint64_t seed = 1; seed <= RECORDINGS; seed++) {
        double lasts = 2 + 0.002 * random_below(&random, 1000);
        busy_from = 20 + lasts + (27 - 3 * lasts) * 0.001 * random_below(&random, 1000);
        busy_until = busy_from + lasts;
        fr_profile *profile = timeline_profile(&thread, 1, 60, seed);
        findings f = find(profile);
        bool found = false;
        for (size_t i = 0; i < f.n; i++)
            found = found ||
                    (!fr_perturbation_is_gap(&f.at[i]) && middle_of_run(&f.at[i]) > busy_from &&
                     middle_of_run(&f.at[i]) < busy_until);
        told += found;
        fr_profile_free(profile);
    }
    assert_true(told >= 30); /* 21 where only what is beside the piece is looked at */
}

/* ---- functions, while the total stays the same ---- */

static void function_once(void **state)
{
    const timeline_thread thread = {"app", 200, rebuilds};
    fr_profile *profile = timeline_profile(&thread, 1, 60, 7);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    assert_string_equal(f.at[0].function, "rebuild_index");
    expect_near(seconds_of(f.at[0].from_ns), 5076.2 + 20.3, 0.05);
    expect_near(seconds_of(f.at[0].to_ns), 5076.2 + 20.5, 0.05);
    expect_culprit(profile, &f.at[0], "rebuild_index");
    fr_profile_free(profile);
}

static const char *collects(double second)
{
    return fmod(second, 2.4) >= 1.1 && fmod(second, 2.4) < 1.2 ? "scan_heap" : any(second);
}

static void function_every_period(void **state)
{
    const timeline_thread thread = {"app", 200, collects};
    fr_profile *profile = timeline_profile(&thread, 1, 60, 8);
    findings f = find(profile);
    (void)state;

    assert_int_equal(f.n, 1);
    assert_string_equal(f.at[0].function, "scan_heap");
    assert_int_equal(f.at[0].period_ns, 2400000000);
    expect_culprit(profile, &f.at[0], "scan_heap");
    fr_profile_free(profile);
}

/* ---- waits ---- */

/* Eight threads sleep now and then; every 2 s all wait for one lock for 150 ms. */
static void lock_convoy(void **state)
{
    enum { THREADS = 8, SECONDS = 40 };
    timeline_wait *waits = calloc(THREADS * SECONDS * 20, sizeof *waits);
    random_source random = {9};
    fr_profile *profile;
    size_t n = 0;
    findings f;
    (void)state;

    assert_non_null(waits);
    for (uint32_t t = 0; t < THREADS; t++)
        for (double at = 0.01 * t; at < SECONDS;) {
            double convoy = floor(at / 2) * 2 + 1.3;
            if (at < convoy && at + 0.06 > convoy) { /* the next is the lock */
                waits[n++] = (timeline_wait){t, convoy + 0.001 * t, convoy + 0.15, "futex_wait"};
                at = convoy + 0.16;
                continue;
            }
            double sleep = 0.005 + 0.00001 * random_below(&random, 1000);
            waits[n++] = (timeline_wait){t, at, at + sleep, "nanosleep"};
            at += sleep + 0.03 + 0.00001 * random_below(&random, 2000);
        }
    profile = timeline_waits(waits, n);
    free(waits);
    f = find(profile);
    assert_true(f.n >= 1);
    assert_true(f.at[0].waits);
    assert_int_equal(f.at[0].period_ns, 2000000000);
    expect_near(middle_of(&f.at[0]), 0.2 + 1.375, 0.05);
    expect_culprit(profile, &f.at[0], "futex_wait");
    fr_profile_free(profile);
}

/* Eight threads wait for work, each time `length` to twice that; from 17 to 18 s they wait for something else, each time
 * `other_length`. That second stands out. */
static void expect_waits_of(const char *other, double other_length, double length)
{
    enum { THREADS = 8, SECONDS = 30 };
    timeline_wait *waits = calloc(THREADS * SECONDS * 300, sizeof *waits);
    random_source random = {11};
    fr_profile *profile;
    size_t n = 0;
    findings f;

    assert_non_null(waits);
    for (uint32_t t = 0; t < THREADS; t++)
        for (double at = 0.002 * t; at < SECONDS;) {
            bool is_other = at >= 17 && at < 18;
            double lasts =
                       is_other ? other_length : length * (1 + 0.001 * random_below(&random, 1000)),
                   end = at + lasts;
            if (!is_other && at < 17 && end > 17)
                end = 17;
            waits[n++] = (timeline_wait){t, at, end, is_other ? other : "wait_for_work"};
            at = end + 0.0005;
        }
    profile = timeline_waits(waits, n);
    free(waits);
    f = find(profile);
    assert_true(f.n >= 1);
    assert_non_null(f.at[0].function);
    assert_string_equal(f.at[0].function, other);
    expect_near(middle_of_run(&f.at[0]), 17.5, 0.05);
    fr_profile_free(profile);
}

/* Waits count by how long they last: eight of a second are much, and a function of nearly all waits, all short, is a
 * small part. */
static void few_waits(void **state)
{
    (void)state;
    expect_waits_of("futex_wait", 1, 0.02);
    expect_waits_of("lock_retry", 0.0008, 2);
}

/* Requests, one after the other, each of a function of its own: one is no burst because it is not there at other times. They
 * hide nothing that comes every second. */
static void requests_of_own_names(void **state)
{
    enum { SECONDS = 30, MOST = SECONDS * 20 };
    static char names[MOST][16];
    static timeline_wait waits[MOST];
    random_source random = {12};
    (void)state;

    for (int with_collector = 0; with_collector < 2; with_collector++) {
        size_t n = 0;
        for (double at = 0; at < SECONDS;) {
            double lasts = 0.1 + 0.0001 * random_below(&random, 1000), second = ceil(at);
            if (with_collector && at + lasts > second && second > at) {
                waits[n++] = (timeline_wait){0, at, second, "collect"};
                at = second;
                waits[n++] = (timeline_wait){0, at, at + 0.1, "scan_heap"};
                at += 0.1;
                continue;
            }
            snprintf(names[n], sizeof names[n], "request_%zu", n);
            waits[n] = (timeline_wait){0, at, at + lasts, names[n]};
            at = waits[n++].to;
        }
        fr_profile *profile = timeline_waits(waits, n);
        findings f = find(profile);
        if (with_collector) {
            assert_true(f.n >= 1);
            assert_string_equal(f.at[0].function, "scan_heap");
            assert_int_equal(f.at[0].period_ns, 1000000000);
        } else {
            assert_int_equal(f.n, 0);
        }
        fr_profile_free(profile);
    }
}

/* Four threads wait for work, and now and then for something rare, at times of chance. That two wait for the same one at once
 * is chance, too. */
static void rare_waits_by_chance(void **state)
{
    enum { THREADS = 4, SECONDS = 60, RARE = 8, TIMES = 10 };
    static const char *const names[RARE] = {"sync",   "connect", "resolve", "rotate",
                                            "reload", "flush",   "compact", "backup"};
    timeline_wait *waits = calloc(THREADS * SECONDS * 100, sizeof *waits);
    random_source random = {13};
    (void)state;

    assert_non_null(waits);
    for (int recording = 0; recording < 10; recording++) {
        size_t n = 0;
        for (uint32_t t = 0; t < THREADS; t++)
            for (double at = 0.002 * t; at < SECONDS;) {
                /* as often as all rare ones come at 10 times a function, by each of the threads */
                bool is_rare = random_below(&random, THREADS * SECONDS * 50) < RARE * TIMES;
                double part = 0.001 * random_below(&random, 1000);
                double lasts = is_rare ? 0.2 + 0.8 * part : 0.01 + 0.02 * part;
                const char *in = is_rare ? names[random_below(&random, RARE)] : "wait_for_work";
                waits[n++] = (timeline_wait){t, at, fmin(at + lasts, SECONDS), in};
                at += lasts + 0.0005;
            }
        fr_profile *profile = timeline_waits(waits, n);
        assert_int_equal(find(profile).n, 0);
        fr_profile_free(profile);
    }
    free(waits);
}

/* Returns what stands out in five minutes of threads that serve a request of 0.125 to 0.375 s, and then pause as long as
 * chance has it, half a second on average. stop: from this second on none is served for three seconds; 0: no. */
static findings find_in_light_load(uint32_t seed, double stop)
{
    enum { THREADS = 4, SECONDS = 300, MOST = THREADS * SECONDS * 8 };
    timeline_wait *waits = calloc(MOST, sizeof *waits);
    random_source random = {seed};
    size_t n = 0;

    assert_non_null(waits);
    for (uint32_t t = 0; t < THREADS; t++)
        for (double at = 0; at < SECONDS;) {
            double end;
            at -= 0.5 * log(1e-6 * (random_below(&random, 1000000) + 1));
            end = at + 0.125 + 0.25e-3 * random_below(&random, 1000);
            if (end < SECONDS && (stop <= 0 || end < stop || at > stop + 3))
                waits[n++] = (timeline_wait){t, at, end, "serve"};
            at = end;
        }
    fr_profile *profile = timeline_waits(waits, n);
    free(waits);
    findings f = find(profile);
    fr_profile_free(profile);
    return f;
}

/* That nobody is served for most of a second is chance in five minutes of light load; that it lasts three seconds is none. */
static void pauses_by_chance(void **state)
{
    (void)state;

    for (uint32_t seed = 11; seed <= 20; seed++) {
        assert_int_equal(find_in_light_load(seed, 0).n, 0);
        findings f = find_in_light_load(seed, 60.0 + 8 * seed);
        assert_int_equal(f.n, 1);
        assert_true(fr_perturbation_is_gap(&f.at[0]));
    }
}

/* Four lanes serve a hundred routes, 50 to 300 ms each. That two requests of one route are at once, or a long one comes where
 * there are few of it, is chance: each is one event, however many cells it lasts. */
static void routes_by_chance(void **state)
{
    enum { THREADS = 4, SECONDS = 60, ROUTES = 100 };
    static char names[ROUTES][24];
    timeline_wait *waits = calloc(THREADS * SECONDS * 20, sizeof *waits);
    random_source random = {19};
    (void)state;

    assert_non_null(waits);
    for (int route = 0; route < ROUTES; route++)
        snprintf(names[route], sizeof names[route], "get_item_%d", route);
    for (int recording = 0; recording < 5; recording++) {
        size_t n = 0;
        for (uint32_t t = 0; t < THREADS; t++)
            for (double at = 0.01 * t; at < SECONDS;) {
                double end = at + 0.05 + 0.00025 * random_below(&random, 1000);
                waits[n++] = (timeline_wait){t, at, fmin(end, SECONDS),
                                             names[random_below(&random, ROUTES)]};
                at = end + 0.0005;
            }
        fr_profile *profile = timeline_waits(waits, n);
        findings f = find(profile);
        for (size_t i = 0; i < f.n; i++)
            assert_null(f.at[i].function);
        fr_profile_free(profile);
    }
    free(waits);
}

/* A collector stops all threads forty times for a tenth of a second, and once for one: only that time is a burst of it. */
static void one_long_collection(void **state)
{
    enum { THREADS = 4, SECONDS = 60, TIMES = 40, LONG = 23 };
    timeline_wait *waits = calloc(THREADS * SECONDS * 200, sizeof *waits);
    random_source random = {20};
    double from[TIMES], to[TIMES];
    size_t n = 0;
    (void)state;

    assert_non_null(waits);
    for (int i = 0; i < TIMES; i++) {
        from[i] = fmax(1.4 * i + 0.001 * random_below(&random, 1300), i ? to[i - 1] + 0.05 : 0);
        to[i] = from[i] + (i == LONG ? 1 : 0.05 + 0.0001 * random_below(&random, 1000));
    }
    for (uint32_t t = 0; t < THREADS; t++) {
        int i = 0;
        for (double at = 0; at < SECONDS;) {
            double next = i < TIMES ? from[i] : SECONDS;
            if (at < next) {
                double end = at + 0.002 + 0.00002 * random_below(&random, 1000);
                waits[n++] = (timeline_wait){t, at, fmin(next, end), "work"};
                at = fmin(next, end);
            } else {
                waits[n++] = (timeline_wait){t, at, to[i], "collect"};
                at = to[i++];
            }
        }
    }
    fr_profile *profile = timeline_waits(waits, n);
    free(waits);
    findings f = find(profile);
    assert_int_equal(f.n, 1);
    assert_string_equal(f.at[0].function, "collect");
    expect_near(middle_of_run(&f.at[0]), from[LONG] + 0.5, 0.1);
    fr_profile_free(profile);
}

/* A lane has a short task now and then, and once one of `length` seconds; beside_a_burst: at 40 s hundreds of short ones, too. */
static void expect_long_task(double length, bool beside_a_burst)
{
    enum { SECONDS = 60 };
    timeline_wait *waits = calloc(SECONDS * 200, sizeof *waits);
    random_source random = {22};
    size_t n = 0;
    bool told = false, burst = false;

    assert_non_null(waits);
    for (double at = 0; at < SECONDS;) {
        bool is_burst = beside_a_burst && at >= 40 && at < 44;
        bool is_long = at >= 20 && at < 20.4 && n > 0 && waits[n - 1].to < 20;
        double lasts = is_long ? length : 0.003 + 0.000004 * random_below(&random, 1000);
        waits[n++] = (timeline_wait){0, at, at + lasts, "task"};
        at += lasts + (is_burst ? 0.004 : 0.3 + 0.0001 * random_below(&random, 1000));
    }
    fr_profile *profile = timeline_waits(waits, n);
    free(waits);
    findings f = find(profile);
    for (size_t i = 0; i < f.n; i++) {
        double middle = middle_of_run(&f.at[i]);
        told = told || (middle > 20 && middle < 20.4 + length);
        burst = burst || fabs(middle - 42) < 1;
    }
    assert_true(told);
    assert_true(burst == beside_a_burst);
    fr_profile_free(profile);
}

/* However long a stall is: what of it lies beside the run that is looked at is no other time. It hides no burst of short ones. */
static void long_tasks(void **state)
{
    (void)state;
    expect_long_task(1, false);
    expect_long_task(4, false);
    expect_long_task(5.5, false);
    expect_long_task(3, true);
}

/* One lane is nearly always busy, which is no matter of chance: a second in which it is not is a gap. So is a stall of one
 * that stands in it alone a burst, in a function that is there once. */
static void one_lane(void **state)
{
    enum { SECONDS = 60 };
    static timeline_wait waits[SECONDS * 50];
    random_source random = {24};
    (void)state;

    for (int stalls = 0; stalls < 2; stalls++) {
        size_t n = 0;
        bool told = false;
        for (double at = 0; at < SECONDS;) {
            bool now = at >= 30 && n > 0 && waits[n - 1].to < 30.1 && stalls;
            double part = 0.001 * random_below(&random, 1000);
            double lasts = now ? 0.7 : stalls ? 0.01 + 0.02 * part : 0.02 + 0.06 * part;
            if (!stalls && at >= 30 && at < 31)
                at = 31;
            waits[n++] = (timeline_wait){0, at, at + lasts, now ? "connect" : "task"};
            at += lasts + (stalls ? 0.05 : 0.01);
        }
        fr_profile *profile = timeline_waits(waits, n);
        findings f = find(profile);
        for (size_t i = 0; i < f.n; i++)
            told = told || (fr_perturbation_is_gap(&f.at[i]) == !stalls &&
                            fabs(middle_of_run(&f.at[i]) - 30.5) < 0.3);
        assert_true(told);
        fr_profile_free(profile);
    }
}

/* Twelve threads wait for 0.5 to 4 s each; a recording has only those that begin and end in it. That these are fewer near its
 * ends is no gap. */
static void waits_cut_off(void **state)
{
    enum { THREADS = 12, SECONDS = 40 };
    timeline_wait *waits = calloc(THREADS * SECONDS * 3, sizeof *waits);
    random_source random = {14};
    size_t n = 0;
    (void)state;

    assert_non_null(waits);
    for (uint32_t t = 0; t < THREADS; t++)
        for (double at = -4 + 0.3 * t; at < SECONDS;) {
            double end = at + 0.5 + 0.0035 * random_below(&random, 1000);
            if (at >= 0 && end <= SECONDS)
                waits[n++] = (timeline_wait){t, at, end, "wait_for_work"};
            at = end + 0.01;
        }
    fr_profile *profile = timeline_waits(waits, n);
    free(waits);
    assert_int_equal(find(profile).n, 0);
    fr_profile_free(profile);
}

/* Eight threads wait for 2 to 20 ms each, and for none of 15 s, which begin 10 s after the recording did. */
static void gap_of_waits(void **state)
{
    enum { THREADS = 8, SECONDS = 60 };
    timeline_wait *waits = calloc(THREADS * SECONDS * 200, sizeof *waits);
    random_source random = {15};
    size_t n = 0;
    (void)state;

    assert_non_null(waits);
    for (uint32_t t = 0; t < THREADS; t++)
        for (double at = 0.002 * t; at < SECONDS;) {
            double end = at + 0.002 + 0.000018 * random_below(&random, 1000);
            if (end < 10 || at > 25)
                waits[n++] = (timeline_wait){t, at, end, "wait_for_work"};
            at = end + 0.005;
        }
    fr_profile *profile = timeline_waits(waits, n);
    free(waits);
    findings f = find(profile);
    assert_int_equal(f.n, 1);
    assert_true(fr_perturbation_is_gap(&f.at[0]));
    expect_near(middle_of_run(&f.at[0]), 17.5, 0.2);
    fr_profile_free(profile);
}

/* Six threads work; 25 stages run once, in all threads at once, and so does a collector every second. It is told, not one of
 * the stages. */
static void stages_of_own_names(void **state)
{
    enum { THREADS = 6, SECONDS = 40, STAGES = 25 };
    static char names[STAGES][16];
    timeline_wait *waits = calloc(THREADS * SECONDS * 200, sizeof *waits);
    random_source random = {16};
    size_t n = 0;
    (void)state;

    assert_non_null(waits);
    for (int stage = 0; stage < STAGES; stage++)
        snprintf(names[stage], sizeof names[stage], "stage_%d", stage);
    for (uint32_t t = 0; t < THREADS; t++)
        for (double at = 0.002 * t; at < SECONDS;) {
            double next =
                floor(at / 0.5) * 0.5 + 0.5; /* full seconds: the collector; halves: a stage */
            double end = at + 0.005 + 0.000025 * random_below(&random, 1000);
            waits[n++] = (timeline_wait){t, at, fmin(end, next), "work"};
            at = end + 0.0005;
            if (end < next)
                continue;
            bool is_stage = fmod(next, 1) > 0.1 && next < STAGES;
            at = next + (is_stage ? 0.15 : fmod(next, 1) > 0.1 ? 0 : 0.08);
            if (at > next)
                waits[n++] = (timeline_wait){t, next, at, is_stage ? names[(int)next] : "collect"};
        }
    fr_profile *profile = timeline_waits(waits, n);
    free(waits);
    findings f = find(profile);
    assert_true(f.n >= 1);
    assert_string_equal(f.at[0].function, "collect");
    assert_int_equal(f.at[0].period_ns, 1000000000);
    for (size_t i = 0; i < f.n; i++)
        assert_true(!f.at[i].function || strncmp(f.at[i].function, "stage", 5) != 0);
    fr_profile_free(profile);
}

/* Threads that work in `each`, and at 17 s all wait at once, in one of the parts after the other. Returns the number of
 * waits. */
static size_t wait_at_once(timeline_wait *waits, uint32_t threads, double lasts,
                           const char *each(size_t n), const char *const *parts)
{
    enum { SECONDS = 30 };
    random_source random = {17};
    size_t n = 0, n_parts = 0;

    while (parts[n_parts])
        n_parts++;
    for (uint32_t t = 0; t < threads; t++) {
        bool waited = false;
        for (double at = 0.002 * t; at < SECONDS;) {
            double end = at + 0.05 + 0.0001 * random_below(&random, 1000);
            if (!waited && end > 17) {
                double start = 17 + 0.01 * t / threads;
                waits[n] = (timeline_wait){t, at, start, each(n)};
                n++;
                for (size_t i = 0; i < n_parts; i++)
                    waits[n++] = (timeline_wait){t, start + lasts / (double)n_parts * (double)i,
                                                 start + lasts / (double)n_parts * (double)(i + 1),
                                                 parts[i]};
                waited = true;
                at = start + lasts;
                continue;
            }
            waits[n] = (timeline_wait){t, at, end, each(n)};
            n++;
            at = end + 0.0005;
        }
    }
    return n;
}

static const char *one_name(size_t n)
{
    (void)n;
    return "wait_for_work";
}

/* A request of its own name each: two of one name are never at once. */
static const char *own_name(size_t n)
{
    static char names[4096][32];

    assert_true(n < 4096);
    snprintf(names[n], sizeof names[n], "request_%zu", n / 2);
    return names[n];
}

static void expect_at_once(uint32_t threads, double lasts, const char *each(size_t n),
                           const char *const *parts)
{
    timeline_wait *waits = calloc((size_t)threads * 1000, sizeof *waits);
    char outer[20];
    bool told = false;

    assert_non_null(waits);
    snprintf(outer, sizeof outer, "%.*s", (int)strcspn(parts[0], ";"), parts[0]);
    fr_profile *profile = timeline_waits(waits, wait_at_once(waits, threads, lasts, each, parts));
    free(waits);
    findings f = find(profile);
    for (size_t i = 0; i < f.n; i++)
        told = told || (f.at[i].function && strcmp(f.at[i].function, outer) == 0 &&
                        fabs(middle_of_run(&f.at[i]) - 17 - lasts / 2) < lasts / 2);
    assert_true(told);
    fr_profile_free(profile);
}

/* All of sixteen threads wait once, and long: that as many are at once by chance is less likely than pairs say. */
static void convoy_of_all(void **state)
{
    (void)state;
    expect_at_once(16, 2, one_name, (const char *const[]){"the_lock", NULL});
}

/* A function and its four parts, each at once, are one and not five. */
static void convoy_of_parts(void **state)
{
    (void)state;
    expect_at_once(4, 2, one_name,
                   (const char *const[]){"checkpoint;mark", "checkpoint;write", "checkpoint;sync",
                                         "checkpoint;sweep", NULL});
}

/* Hundreds of names that are never at once with themselves are no trials of chance. */
static void convoy_beside_own_names(void **state)
{
    (void)state;
    expect_at_once(4, 1, own_name, (const char *const[]){"slow_dns", NULL});
}

/* Samples of two clocks lie decades apart: the cells are as many as those of any other recording. */
static void two_clocks(void **state)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_time_row row;
    char script[20000] = "";
    size_t len = 0;
    (void)state;

    opt.input_format = "perf-script";
    opt.keep_samples = true;
    fr_reader *reader = reader_of(&opt);
    for (int i = 0; i < 200; i++)
        len += (size_t)snprintf(script + len, sizeof script - len,
                                "app 7/7 %d.%06d: cpu-clock:\n\t 66 main (/app)\n\n",
                                i % 2 ? 1700000000 : 5, i * 10000 % 1000000);
    add(reader, script, len);
    fr_profile *profile = finish(reader);
    assert_true(fr_time_row_init(&row, profile, NULL));
    assert_in_range(row.n, 50, 1 << 17);
    fr_time_row_reset(&row);
    fr_profile_free(profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_rhythm_in_few_samples),
        cmocka_unit_test(jobs_at_random_times),
        cmocka_unit_test(chance_is_silent),
        cmocka_unit_test(functions_by_chance_are_silent),
        cmocka_unit_test(rows_by_chance_are_silent),
        cmocka_unit_test(bursts_by_chance_are_no_bands),
        cmocka_unit_test(samplers_are_named),
        cmocka_unit_test(samplers_beside_other_events),
        cmocka_unit_test(sampler_of_threads_by_turns),
        cmocka_unit_test(stalls_are_no_sampler),
        cmocka_unit_test(bursts_are_no_sampler),
        cmocka_unit_test(even_samplers_are_silent),
        cmocka_unit_test(stall_every_three_seconds),
        cmocka_unit_test(stall_in_the_middle),
        cmocka_unit_test(long_burst_in_the_middle),
        cmocka_unit_test(burst_every_second),
        cmocka_unit_test(drifting_timer),
        cmocka_unit_test(faint_bands),
        cmocka_unit_test(faint_gaps),
        cmocka_unit_test(band_of_many_leaves),
        cmocka_unit_test(band_beside_a_long_burst),
        cmocka_unit_test(garbage_collection),
        cmocka_unit_test(burst_once),
        cmocka_unit_test(burst_of_rows),
        cmocka_unit_test(band_beside_a_lone_row),
        cmocka_unit_test(burst_with_a_lone_row),
        cmocka_unit_test(gaps_beside_lone_rows),
        cmocka_unit_test(gap_once),
        cmocka_unit_test(gap_near_the_start),
        cmocka_unit_test(idle_beside_a_burst),
        cmocka_unit_test(long_gap),
        cmocka_unit_test(bursts_in_a_slow_phase),
        cmocka_unit_test(stall_that_did_not_come),
        cmocka_unit_test(one_time_that_is_larger),
        cmocka_unit_test(usual_between_two_pauses),
        cmocka_unit_test(band_with_one_strong_time),
        cmocka_unit_test(burst_over_the_band),
        cmocka_unit_test(stalls_beside_a_long_burst),
        cmocka_unit_test(burst_and_stall),
        cmocka_unit_test(loop_of_few_cells),
        cmocka_unit_test(lock_between_collections),
        cmocka_unit_test(burst_between_stalls),
        cmocka_unit_test(burst_that_ends_before_the_band),
        cmocka_unit_test(band_beside_a_busy_phase),
        cmocka_unit_test(stall_of_a_busy_machine),
        cmocka_unit_test(stall_of_sleepers),
        cmocka_unit_test(stop_of_many_threads),
        cmocka_unit_test(stall_of_many_threads),
        cmocka_unit_test(cpus_that_tick_together),
        cmocka_unit_test(burst_of_many),
        cmocka_unit_test(function_once),
        cmocka_unit_test(function_every_period),
        cmocka_unit_test(lock_convoy),
        cmocka_unit_test(few_waits),
        cmocka_unit_test(requests_of_own_names),
        cmocka_unit_test(rare_waits_by_chance),
        cmocka_unit_test(pauses_by_chance),
        cmocka_unit_test(stages_of_own_names),
        cmocka_unit_test(routes_by_chance),
        cmocka_unit_test(one_long_collection),
        cmocka_unit_test(long_tasks),
        cmocka_unit_test(one_lane),
        cmocka_unit_test(waits_cut_off),
        cmocka_unit_test(gap_of_waits),
        cmocka_unit_test(convoy_of_all),
        cmocka_unit_test(convoy_beside_own_names),
        cmocka_unit_test(convoy_of_parts),
        cmocka_unit_test(two_clocks),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    find(NULL);
    return failed;
}
