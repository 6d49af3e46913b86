/*
 * test_intern.c - the name table, and the arena and growing arrays that it stands on.
 */
#include "base/arena.h"
#include "base/intern.h"
#include "unit/unit.h"

static void names_have_one_id(void **state)
{
    fr_names *names = fr_names_new();

    (void)state;
    assert_non_null(names);
    assert_int_equal(fr_names_count(names), 1);
    assert_int_equal(fr_names_add(names, FR_LITERAL("")), 0);
    assert_int_equal(fr_names_find(names, FR_LITERAL("main")), FR_NO_ID);
    assert_int_equal(fr_names_add(names, FR_LITERAL("main")), 1);
    assert_int_equal(fr_names_add(names, FR_LITERAL("main\0x")), 2);
    assert_int_equal(fr_names_add(names, FR_LITERAL("main")), 1);
    assert_int_equal(fr_names_find(names, FR_LITERAL("main")), 1);
    assert_int_equal(fr_names_find(names, FR_LITERAL("main\0x")), 2);
    assert_string_equal(fr_names_at(names, 1).at, "main");
    assert_int_equal(fr_names_at(names, 2).len, 6);
    fr_names_free(names);
}

static void many_names(void **state)
{
    fr_names *names = fr_names_new();
    char name[32];

    (void)state;
    assert_non_null(names);
    for (uint32_t round = 0; round < 2; round++)
        for (uint32_t i = 1; i <= 20000; i++) {
            fr_bytes text = {name, (size_t)snprintf(name, sizeof name, "name %u", i)};
            assert_int_equal(fr_names_add(names, text), i);
        }
    assert_int_equal(fr_names_count(names), 20001);
    assert_string_equal(fr_names_at(names, 20000).at, "name 20000");
    fr_names_free(names);
}

static void shared_tables_live_on(void **state)
{
    fr_names *names = fr_names_new(), *other;

    (void)state;
    assert_non_null(names);
    assert_int_equal(fr_names_add(names, FR_LITERAL("main")), 1);
    other = fr_names_share(names);
    fr_names_free(names);
    assert_string_equal(fr_names_at(other, 1).at, "main");
    fr_names_free(other);
    fr_names_free(NULL);
}

static void arena_sizes(void **state)
{
    fr_arena arena = {0};
    char *before = NULL;

    (void)state;
    for (size_t size = 0; size < 200000; size = size * 2 + 1) {
        char *at = fr_arena_take(&arena, size);
        assert_non_null(at);
        assert_int_equal((uintptr_t)at % 8, 0);
        if (size)
            memset(at, 1, size);
        assert_true(!before || before[0] == 1 || size <= 1);
        before = at;
    }
    assert_null(fr_arena_take(&arena, SIZE_MAX));
    assert_null(fr_arena_take(&arena, SIZE_MAX - 15));
    fr_arena_reset(&arena);
    assert_int_equal(arena.held, 0);
}

static void arena_rewinds(void **state)
{
    fr_arena arena = {0};
    fr_arena_mark start = fr_arena_now(&arena), mark;
    char *kept = fr_arena_copy(&arena, FR_LITERAL("kept")), *at;
    size_t held = arena.held;

    (void)state;
    mark = fr_arena_now(&arena);
    at = fr_arena_take(&arena, 100);
    fr_arena_rewind(&arena, mark);
    assert_ptr_equal(fr_arena_take(&arena, 100), at);
    fr_arena_rewind(&arena, mark);
    assert_non_null(fr_arena_take(&arena, 1 << 20));
    assert_non_null(fr_arena_take(&arena, 1 << 20));
    fr_arena_rewind(&arena, mark);
    assert_int_equal(arena.held, held);
    assert_string_equal(kept, "kept");
    assert_ptr_equal(fr_arena_take(&arena, 100), at);
    fr_arena_rewind(&arena, start);
    assert_int_equal(arena.held, 0);
    fr_arena_reset(&arena);
}

static void arrays_grow(void **state)
{
    size_t cap = 0;
    uint32_t *items = NULL;

    (void)state;
    for (uint32_t i = 0; i < 1000; i++) {
        void *grown = fr_grow(items, &cap, i + 1, sizeof *items);
        assert_non_null(grown);
        items = grown;
        items[i] = i;
    }
    assert_int_equal(cap, 1024);
    assert_int_equal(items[999], 999);
    assert_null(fr_grow(items, &cap, SIZE_MAX / 2, sizeof *items));
    assert_int_equal(cap, 1024);
    free(items);
}

static void bytes(void **state)
{
    (void)state;
    assert_true(fr_bytes_compare(FR_LITERAL("a"), FR_LITERAL("ab")) < 0);
    assert_true(fr_bytes_compare(FR_LITERAL("b"), FR_LITERAL("ab")) > 0);
    assert_true(fr_bytes_compare(FR_LITERAL("\xff"), FR_LITERAL("a")) > 0);
    assert_int_equal(fr_bytes_compare((fr_bytes){NULL, 0}, FR_LITERAL("")), 0);
    assert_true(fr_bytes_equal(fr_bytes_trim(FR_LITERAL(" \ta b\r ")), FR_LITERAL("a b")));
    assert_int_equal(fr_bytes_trim(FR_LITERAL(" \t ")).len, 0);
    assert_int_equal(fr_bytes_trim((fr_bytes){NULL, 0}).len, 0);
    assert_int_equal(fr_bytes_find((fr_bytes){NULL, 0}, 'x'), 0);
    assert_int_equal(fr_bytes_of(NULL).len, 0);
    assert_true(fr_bytes_hash(FR_LITERAL("a"), 1) != fr_bytes_hash(FR_LITERAL("a"), 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_have_one_id),
        cmocka_unit_test(many_names),
        cmocka_unit_test(shared_tables_live_on),
        cmocka_unit_test(arena_sizes),
        cmocka_unit_test(arena_rewinds),
        cmocka_unit_test(arrays_grow),
        cmocka_unit_test(bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
