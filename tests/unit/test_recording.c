/* test_recording.c - what recordings say of themselves, merged in any order and grouping. */
#include "model/profile.h"
#include "unit/unit.h"

typedef struct fact {
    int64_t time, duration, period;
    const char *type, *unit, *shown, *url, *comments[3];
} fact;

static const fact facts[] = {
    {.time = 50, .duration = 10, .period = 3, .type = "cpu", .unit = "ns", .comments = {"b", "a"}},
    {.duration = 4, .period = 9, .type = "cpu", .unit = "ns", .shown = "z", .comments = {"a"}},
    {.time = 70, .period = 100, .type = "space", .unit = "bytes", .url = "http://x"},
    {.time = 40, .shown = "y", .url = "http://a", .comments = {"c", "b", "c"}},
    {0},
};

static fr_recording made_of(const fact *f)
{
    fr_recording r = {.time_ns = f->time, .duration_ns = f->duration, .period = f->period};

    assert_true(fr_recording_set(&r.period_type, fr_bytes_of(f->type)));
    assert_true(fr_recording_set(&r.period_unit, fr_bytes_of(f->unit)));
    assert_true(fr_recording_set(&r.default_type, fr_bytes_of(f->shown)));
    assert_true(fr_recording_set(&r.doc_url, fr_bytes_of(f->url)));
    for (size_t i = 0; i < 3; i++)
        assert_true(fr_recording_comment(&r, fr_bytes_of(f->comments[i])));
    return r;
}

static void assert_text(const char *got, const char *want)
{
    assert_string_equal(got ? got : "", want);
}

static void assert_merged(const fr_recording *r)
{
    assert_int_equal(r->time_ns, 40);
    assert_int_equal(r->duration_ns, 14);
    assert_text(r->period_type, "cpu");
    assert_text(r->period_unit, "ns");
    assert_int_equal(r->period, 9);
    assert_text(r->default_type, "y");
    assert_text(r->doc_url, "http://a");
    assert_int_equal(r->n_comments, 3);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(r->comments[i], ((const char *[]){"a", "b", "c"})[i]);
}

static void swap(size_t *a, size_t *b)
{
    size_t c = *a;

    *a = *b;
    *b = c;
}

/* All orders (Heap's algorithm), each in two groups of every size. */
static void any_order(void **state)
{
    size_t order[COUNT(facts)] = {0, 1, 2, 3, 4}, turn[COUNT(facts)] = {0};

    (void)state;
    for (size_t i = 0; i < COUNT(facts);) {
        for (size_t cut = 0; cut <= COUNT(facts); cut++) {
            fr_recording group[2] = {{0}, {0}};
            for (size_t k = 0; k < COUNT(facts); k++) {
                fr_recording one = made_of(&facts[order[k]]);
                assert_true(fr_recording_merge(&group[k >= cut], &one));
                fr_recording_reset(&one);
            }
            assert_true(fr_recording_merge(&group[0], &group[1]));
            assert_merged(&group[0]);
            fr_recording_reset(&group[0]);
            fr_recording_reset(&group[1]);
        }
        for (; i < COUNT(facts) && turn[i] >= i; i++)
            turn[i] = 0;
        if (i == COUNT(facts))
            break;
        swap(&order[i & 1 ? turn[i] : 0], &order[i]);
        turn[i]++;
        i = 0;
    }
}

/* Many years of machines: the sum stays at its limit. */
static void durations_do_not_overflow(void **state)
{
    fr_recording a = {.duration_ns = INT64_MAX - 1}, b = {.duration_ns = 5};

    (void)state;
    assert_true(fr_recording_merge(&a, &b));
    assert_true(a.duration_ns == INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order),
        cmocka_unit_test(durations_do_not_overflow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
