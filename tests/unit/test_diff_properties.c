/* test_diff_properties.c - what holds of every differential, on random profiles. */
#include <math.h>

#include "diff_fixture.h"

enum { SEEDS = 60 };

/* Of two random sides whose names overlap; the new one is the base with some values changed. */
typedef struct sides {
    char *base, *new_;
    generated from;
} sides;

static const char *last_blank(const char *line, size_t n)
{
    while (n > 0 && line[n - 1] != ' ')
        n--;
    return line + n - 1;
}

static sides random_sides(uint64_t seed)
{
    random_source random = {seed * 977 + 5};
    sides s = {.from = generate_folded(seed, NAMES_PLAIN)};
    size_t room = s.from.len * 2 + 100, len = 0;

    s.base = strdup(s.from.text);
    s.new_ = malloc(room);
    for (uint32_t i = 0; i < s.from.n_lines; i++) {
        const char *line = s.from.text + s.from.line_at[i];
        size_t n = s.from.line_at[i + 1] - s.from.line_at[i];
        const char *blank = last_blank(line, n);
        if (random_below(&random, 8) == 0)
            continue;
        len += (size_t)snprintf(s.new_ + len, room - len, "%.*s%s %u\n", (int)(blank - line), line,
                                random_below(&random, 10) ? "" : ";fresh",
                                1 + random_below(&random, 3000));
    }
    if (len == 0)
        snprintf(s.new_, room, "main 10\n");
    return s;
}

static void free_sides(sides *s)
{
    free(s->base);
    free(s->new_);
    generated_reset(&s->from);
}

static fr_verdict mirrored(fr_verdict v)
{
    static const fr_verdict other[FR_N_VERDICTS] = {
        [FR_VERDICT_NOISE] = FR_VERDICT_NOISE,       [FR_VERDICT_SMALL] = FR_VERDICT_SMALL,
        [FR_VERDICT_GREW] = FR_VERDICT_SHRANK,       [FR_VERDICT_SHRANK] = FR_VERDICT_GREW,
        [FR_VERDICT_NEW] = FR_VERDICT_GONE,          [FR_VERDICT_GONE] = FR_VERDICT_NEW,
        [FR_VERDICT_UNJUDGED] = FR_VERDICT_UNJUDGED, [FR_VERDICT_MAYBE] = FR_VERDICT_MAYBE,
    };

    return other[v];
}

static void assert_mirrored(fr_diff_value a, fr_diff_value b)
{
    assert_int_equal(a.base, b.new_);
    assert_int_equal(a.new_, b.base);
    assert_near(a.change_pp, -b.change_pp, 1e-9);
    assert_near(a.share_pp, -b.share_pp, 1e-9);
    assert_near(a.error_pp, b.error_pp, 1e-9);
    assert_near(a.z, -b.z, 1e-6);
    assert_int_equal(a.verdict, mirrored(b.verdict));
}

static void swapped_sides_mirror(void **state)
{
    static const fr_normalize ways[] = {FR_NORMALIZE_TYPICAL, FR_NORMALIZE_SHARE,
                                        FR_NORMALIZE_NONE};
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        sides s = random_sides(seed);
        fr_diff_options opt = FR_DIFF_DEFAULTS;
        opt.normalize = ways[seed % COUNT(ways)];
        fr_diff *a = diff_of(s.base, s.new_, &opt), *b = diff_of(s.new_, s.base, &opt);
        assert_int_equal(a->tree->n, b->tree->n);
        assert_int_equal(a->n_functions, b->n_functions);
        for (uint32_t i = 0; i < a->tree->n; i++) {
            assert_string_equal(fr_tree_name(a->tree, i), fr_tree_name(b->tree, i));
            assert_mirrored(fr_diff_total(a, i), fr_diff_total(b, i));
            assert_mirrored(fr_diff_self(a, i), fr_diff_self(b, i));
        }
        fr_diff_free(a);
        fr_diff_free(b);
        free_sides(&s);
    }
}

static void itself_is_grey(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        generated g = generate_folded(seed, (name_pool)(seed % 3));
        fr_diff *d = diff_of(g.text, g.text, NULL);
        for (uint32_t i = 0; i < d->tree->n; i++) {
            assert_int_equal(fr_diff_total(d, i).verdict, FR_VERDICT_NOISE);
            assert_int_equal(fr_diff_self(d, i).verdict, FR_VERDICT_NOISE);
            assert_near(fr_diff_total(d, i).change_pp, 0, 0);
        }
        for (size_t i = 0; i < d->n_functions; i++)
            assert_int_equal(d->functions[i].total.verdict, FR_VERDICT_NOISE);
        assert_int_equal(d->n_pairs + d->n_renamed, 0);
        fr_diff_free(d);
        generated_reset(&g);
    }
}

/* Sums of self are the wholes; changes of children and of self add up to that of the parent. */
static void sums_hold(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        sides s = random_sides(seed);
        fr_diff *d = diff_of(s.base, s.new_, NULL);
        const fr_tree *t = d->tree;
        int64_t base = 0, new_ = 0;
        for (uint32_t i = 0; i < t->n; i++) {
            double children = fr_diff_self(d, i).change_pp;
            base += d->base_self[i];
            new_ += d->new_self[i];
            for (uint32_t c = i + 1; c < t->end[i]; c = t->end[c])
                children += fr_diff_total(d, c).change_pp;
            assert_near(fr_diff_total(d, i).change_pp, children, 1e-6);
            assert_true(isfinite(fr_diff_total(d, i).z) && isfinite(fr_diff_total(d, i).error_pp));
        }
        assert_int_equal(base, d->base_whole);
        assert_int_equal(new_, d->new_whole);
        assert_int_equal(base, s.from.total);
        fr_diff_free(d);
        free_sides(&s);
    }
}

static char *written_report(const fr_diff *d)
{
    fr_error err = {0};
    fr_report *report = fr_report_diff(d, &(fr_diff_report_options){.for_programs = true}, &err);
    fr_output *out = fr_output_memory();
    size_t len;

    assert_non_null(report);
    fr_report_write(report, "json", out);
    char *text = strdup(fr_output_bytes(out, &len));
    fr_report_free(report);
    fr_output_free(out);
    return text;
}

/* Lines in another order: the same report and the same two columns, byte for byte. */
static void order_does_not_matter(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        sides s = random_sides(seed);
        generated shuffled = generate_shuffled(&s.from, seed + 1);
        fr_diff *a = diff_of(s.base, s.new_, NULL), *b = diff_of(shuffled.text, s.new_, NULL);
        char *x = written_report(a), *y = written_report(b);
        assert_string_equal(x, y);
        free(x);
        free(y);
        x = written(fr_diff_profile(a), "folded");
        assert_written(fr_diff_profile(b), "folded", x);
        free(x);
        generated_reset(&shuffled);
        fr_diff_free(a);
        fr_diff_free(b);
        free_sides(&s);
    }
}

/* The runs of a side in another order: the same values and verdicts. */
static void runs_may_stand_in_any_order(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS / 4; seed++) {
        sides s = random_sides(seed), t = random_sides(seed + 500);
        const char *one[] = {s.base, s.new_, NULL}, *two[] = {s.new_, s.base, NULL};
        const char *other[] = {t.base, t.new_, NULL};
        fr_error err = {0};
        fr_diff *a = try_diff(one, other, NULL, &err), *b = try_diff(two, other, NULL, &err);
        assert_non_null(a);
        assert_non_null(b);
        for (uint32_t i = 0; i < a->tree->n; i++) {
            fr_diff_value v = fr_diff_total(a, i), w = fr_diff_total(b, i);
            assert_int_equal(v.base, w.base);
            assert_near(v.z, w.z, 1e-9);
            assert_int_equal(v.verdict, w.verdict);
        }
        fr_diff_free(a);
        fr_diff_free(b);
        free_sides(&s);
        free_sides(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swapped_sides_mirror),
        cmocka_unit_test(itself_is_grey),
        cmocka_unit_test(sums_hold),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(runs_may_stand_in_any_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
