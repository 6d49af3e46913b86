/*
 * test_table.c - self and total: recursion, several roots, and random profiles against a count that is
 * done stack by stack.
 */
#include "model/report/table.h"

#include "unit/unit.h"

static fr_table table_of(const fr_profile *profile, fr_table_by by, fr_top_order order)
{
    fr_table_keys keys;
    fr_table table;

    assert_true(fr_table_keys_init(&keys, profile, by, NULL, NULL));
    assert_true(fr_table_init(&table, &keys, 0, NULL));
    fr_table_sort(&table, order, 0);
    fr_table_keys_reset(&keys);
    return table;
}

/* "name self/total" of each row, a line each. */
static void assert_table(const char *folded, fr_top_order order, const char *want)
{
    fr_profile *profile = read_folded(folded);
    fr_table table = table_of(profile, FR_TABLE_NAME, order);
    char got[1024] = "";
    size_t n = 0;

    for (size_t i = 0; i < table.n_rows; i++)
        n += (size_t)snprintf(got + n, sizeof got - n, "%s %lld/%lld\n", table.rows[i].name.at,
                              (long long)table.rows[i].self, (long long)table.rows[i].total);
    assert_string_equal(got, want);
    fr_table_reset(&table);
    fr_profile_free(profile);
}

static void recursion_counts_once(void **state)
{
    (void)state;
    assert_table("a;a;a 5\n", FR_TOP_SELF, "a 5/5\n");
    assert_table("a;b;a 3\n", FR_TOP_SELF, "a 3/3\nb 0/3\n");
    assert_table("a;b;a 3\na;b 5\n", FR_TOP_SELF, "b 5/8\na 3/8\n");
    /* a starts anew in the second branch, after the first was left at depth 4 */
    assert_table("r;a;b;a 1\nr;b;a 2\nr;c;b;a;b 4\nr 8\n", FR_TOP_TOTAL,
                 "r 8/15\na 3/7\nb 4/7\nc 0/4\n");
    assert_table("a;b;a;b;a;b 1\na;b;a;b;a 2\nb 4\nb;b;a 8\n", FR_TOP_TOTAL, "b 5/15\na 10/11\n");
}

static void several_roots(void **state)
{
    (void)state;
    assert_table("a;x 1\nb;x 2\nx 4\nx;a 8\n", FR_TOP_TOTAL, "x 7/15\na 8/9\nb 0/2\n");
    assert_table("7\na 1\n", FR_TOP_SELF, "[no stack] 7/7\na 1/1\n");
}

static void orders_and_ties(void **state)
{
    (void)state;
    assert_table("r;b 5\nr;a 5\nr;c 6\n", FR_TOP_SELF, "c 6/6\na 5/5\nb 5/5\nr 0/16\n");
    assert_table("r;b 5\nr;a 5\nr;c 6\n", FR_TOP_TOTAL, "r 0/16\nc 6/6\na 5/5\nb 5/5\n");
}

/* Stacks without a value hold nothing; frames that differ in kind alone are one function. */
static void what_is_one_row(void **state)
{
    (void)state;
    assert_table("a;b 0\na 1\n", FR_TOP_SELF, "a 1/1\n");
    assert_table("a;f_[k] 1\na;f 2\nf_[k];f 4\n", FR_TOP_SELF, "f 7/7\na 0/3\n");
}

/* ---- modules ---- */

static uint32_t push(fr_builder *b, uint32_t parent, const char *name, const char *module)
{
    fr_frame_info info = {.name = name, .module = module, .kind = FR_KIND_USER};

    return fr_builder_push(b, parent, fr_builder_frame(b, &info));
}

static fr_profile *profile_with_modules(void)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t column, app, main_, lib, jit;
    fr_profile *profile;

    assert_non_null(b);
    column = fr_builder_column(b, "cpu", "samples", 0);
    app = fr_builder_push(
        b, FR_NO_STACK,
        fr_builder_frame(b, &(fr_frame_info){.name = "app", .kind = FR_KIND_PROCESS}));
    main_ = push(b, app, "main", "/bin/app");
    lib = push(b, main_, "qsort", "libc.so");
    jit = push(b, push(b, lib, "compare", "/bin/app"), "?", NULL);
    fr_builder_add(b, main_, column, 1, 1, 1.0);
    fr_builder_add(b, lib, column, 2, 2, 2.0);
    fr_builder_add(b, jit, column, 4, 4, 4.0);
    fr_builder_add(b, FR_NO_STACK, column, 8, 8, 8.0);
    profile = fr_builder_finish(b, NULL);
    assert_non_null(profile);
    return profile;
}

static void by_module(void **state)
{
    fr_profile *profile = profile_with_modules();
    fr_table table = table_of(profile, FR_TABLE_MODULE, FR_TOP_SELF);
    static const struct {
        const char *name;
        int64_t self, total;
    } want[] = {{"[no stack]", 8, 8},
                {"[unknown]", 4, 4},
                {"libc.so", 2, 6},
                {"/bin/app", 1, 7},
                {"[process]", 0, 7}};

    (void)state;
    assert_int_equal(table.n_rows, COUNT(want));
    assert_int_equal(table.kept, 15);
    assert_true(table.recursive);
    for (size_t i = 0; i < COUNT(want); i++) {
        assert_string_equal(table.rows[i].name.at, want[i].name);
        assert_int_equal(table.rows[i].self, want[i].self);
        assert_int_equal(table.rows[i].total, want[i].total);
    }
    fr_table_reset(&table);
    fr_profile_free(profile);
}

/* ---- against a slow count ---- */

typedef struct slow {
    int64_t *self, *total; /* by name id */
    uint64_t *last;        /* the stack that counted a name last, + 1 */
    bool recursive;
} slow;

/* Up from every stack, each name once. */
static void count_stack(slow *s, const fr_profile *p, uint32_t stack)
{
    int64_t value = p->columns[0].sum[stack];

    s->self[p->frames[p->stacks[stack].frame].name] += value;
    for (uint32_t at = stack; at != FR_NO_STACK; at = p->stacks[at].parent) {
        uint32_t name = p->frames[p->stacks[at].frame].name;
        s->recursive |= s->last[name] == stack + 1 && value;
        s->total[name] += s->last[name] == stack + 1 ? 0 : value;
        s->last[name] = (uint64_t)stack + 1;
    }
}

static void compare_with_slow(const fr_profile *p)
{
    uint32_t n_names = fr_names_count(p->names);
    slow s = {calloc(n_names, sizeof(int64_t)), calloc(n_names, sizeof(int64_t)),
              calloc(n_names, sizeof(uint64_t)), false};
    fr_table table = table_of(p, FR_TABLE_NAME, FR_TOP_TOTAL);
    fr_column_info column;
    int64_t self = 0;
    size_t n = 0;

    assert_true(s.self && s.total && s.last);
    for (uint32_t i = 1; i < p->n_stacks; i++)
        count_stack(&s, p, i);
    for (size_t i = 0; i < table.n_rows; i++) {
        uint32_t name = fr_names_find(p->names, table.rows[i].name);
        assert_int_equal(table.rows[i].self, s.self[name]);
        assert_int_equal(table.rows[i].total, s.total[name]);
        self += table.rows[i].self;
    }
    for (uint32_t i = 0; i < n_names; i++)
        n += s.total[i] != 0;
    assert_int_equal(table.n_rows, n);
    assert_int_equal(table.recursive, s.recursive);
    assert_true(fr_profile_column(p, 0, &column));
    assert_true(self == column.kept && self == table.kept);
    fr_table_reset(&table);
    free(s.self);
    free(s.total);
    free(s.last);
}

/* The first rows are those of the whole order, and no row is lost. */
static void compare_first_rows(const fr_profile *p)
{
    fr_table whole = table_of(p, FR_TABLE_NAME, FR_TOP_SELF);
    size_t n = whole.n_rows;

    for (size_t n_first = 1; n_first <= n + 1; n_first += 1 + n / 5) {
        fr_table table = table_of(p, FR_TABLE_NAME, FR_TOP_TOTAL);
        uint64_t sum = 0, want = 0;
        fr_table_sort(&table, FR_TOP_SELF, n_first);
        for (size_t i = 0; i < n; i++) {
            if (i < n_first)
                assert_int_equal(table.rows[i].key, whole.rows[i].key);
            sum += table.rows[i].key * (uint64_t)table.rows[i].key;
            want += whole.rows[i].key * (uint64_t)whole.rows[i].key;
        }
        assert_true(sum == want);
        fr_table_reset(&table);
    }
    fr_table_reset(&whole);
}

static fr_profile *read_generated(const generated *g)
{
    fr_read_options opt = folded_options(1);
    fr_profile *profile = try_read(g->text, g->len, &opt, NULL);

    assert_non_null(profile);
    return profile;
}

static void random_profiles(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        generated g = generate_folded(seed, (name_pool)(seed % 3));
        fr_profile *profile = read_generated(&g);
        compare_with_slow(profile);
        compare_first_rows(profile);
        fr_profile_free(profile);
        generated_reset(&g);
    }
}

/* A stack of 200 000 frames of two names: the cost follows the stacks, nothing recurses. */
static void deep_recursion(void **state)
{
    enum { DEPTH = 200000 };
    char *text = malloc(2 * DEPTH + 8);
    fr_profile *profile;
    fr_table table;

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < DEPTH; i++)
        memcpy(text + 2 * i, i % 2 ? "b;" : "a;", 2);
    memcpy(text + 2 * DEPTH, "c 3\n", 5);
    profile = read_folded(text);
    table = table_of(profile, FR_TABLE_NAME, FR_TOP_TOTAL);
    assert_int_equal(table.n_rows, 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(table.rows[i].total, 3);
    fr_table_reset(&table);
    fr_profile_free(profile);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursion_counts_once),
        cmocka_unit_test(several_roots),
        cmocka_unit_test(orders_and_ties),
        cmocka_unit_test(what_is_one_row),
        cmocka_unit_test(by_module),
        cmocka_unit_test(random_profiles),
        cmocka_unit_test(deep_recursion),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
