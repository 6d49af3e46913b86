/* identical.c - column by column. */
#include "identical.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/profile.h"

#define ASSERT_SAME(a, b, n) assert_true((n) == 0 || memcmp((a), (b), (n) * sizeof *(a)) == 0)

/* Of a column that does not have a value for every stack: the same ones have. Returns how many values. */
static uint32_t assert_same_places(const fr_column *a, const fr_column *b, uint32_t n_stacks)
{
    assert_true(!a->places == !b->places);
    if (!a->places)
        return n_stacks;
    for (uint32_t stack = 0; stack < n_stacks; stack++)
        assert_int_equal(fr_place_of(a->places, stack), fr_place_of(b->places, stack));
    return (uint32_t)a->places->n;
}

static void assert_same_column(const fr_column *a, const fr_column *b, uint32_t n_stacks)
{
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->unit, b->unit);
    assert_true(a->counted == b->counted && a->reference == b->reference);
    n_stacks = assert_same_places(a, b, n_stacks);
    ASSERT_SAME(a->sum, b->sum, n_stacks);
    assert_true(!a->count == !b->count);
    if (a->count)
        ASSERT_SAME(a->count, b->count, n_stacks);
    for (uint32_t i = 0; a->squares && i < n_stacks; i++)
        assert_true(a->squares[i] >= b->squares[i] && a->squares[i] <= b->squares[i]);
}

static void assert_same_samples(const fr_samples *a, const fr_samples *b)
{
    assert_int_equal(a->n, b->n);
    ASSERT_SAME(a->time_ns, b->time_ns, a->n);
    ASSERT_SAME(a->stack, b->stack, a->n);
    ASSERT_SAME(a->thread, b->thread, a->n);
    ASSERT_SAME(a->cpu, b->cpu, a->n);
    assert_true(!a->value == !b->value);
    if (a->value)
        ASSERT_SAME(a->value, b->value, a->n);
    assert_int_equal(a->n_threads, b->n_threads);
}

void assert_same_notes(const fr_profile *a, const fr_profile *b)
{
    fr_note x, y;
    uint32_t i = 0;

    for (; fr_profile_note(a, i, &x); i++) {
        assert_true(fr_profile_note(b, i, &y));
        assert_string_equal(x.kind, y.kind);
        assert_string_equal(x.text, y.text);
        assert_true(x.n == y.n && x.first_line == y.first_line);
    }
    assert_false(fr_profile_note(b, i, &y));
}

void assert_identical(const fr_profile *a, const fr_profile *b)
{
    assert_int_equal(a->n_frames, b->n_frames);
    assert_int_equal(a->n_stacks, b->n_stacks);
    assert_int_equal(a->n_columns, b->n_columns);
    assert_int_equal(a->max_depth, b->max_depth);
    ASSERT_SAME(a->stacks, b->stacks, a->n_stacks);
    for (uint32_t i = 0; i < a->n_frames; i++) {
        assert_true(fr_bytes_equal(fr_frame_name(a, i), fr_frame_name(b, i)));
        assert_int_equal(a->frames[i].kind, b->frames[i].kind);
    }
    for (uint32_t k = 0; k < a->n_columns; k++)
        assert_same_column(&a->columns[k], &b->columns[k], a->n_stacks);
    assert_same_samples(&a->samples, &b->samples);
    assert_true(a->meta.n_records == b->meta.n_records);
    assert_true(a->meta.n_frameless == b->meta.n_frameless);
    assert_true(a->meta.first_ns == b->meta.first_ns && a->meta.last_ns == b->meta.last_ns);
    assert_same_notes(a, b);
}
