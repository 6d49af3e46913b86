/*
 * test_tally.c - self and total without stacks: by hand, and of random pprofs against a count that is
 * done sample by sample.
 */
#include "model/build/tally.h"

#include "formats/pprof/wire_writer.h"
#include "model/build/tally_lone.h"
#include "model/report/table.h"
#include "unit/unit.h"

/* ---- by hand ---- */

static void assert_name(const fr_tally *t, uint32_t name, int64_t self, int64_t total)
{
    assert_int_equal(fr_tally_self(t, name, 0), self);
    assert_int_equal(fr_tally_total(t, name, 0), total);
}

static void told(fr_tally *t, size_t n, const uint32_t *names, int64_t value)
{
    assert_true(fr_tally_stack(t, names, n));
    fr_tally_add(t, 0, value);
    fr_tally_add(t, 1, 10 * value);
}

#define TOLD(t, value, ...)                                                                        \
    told(t, COUNT(((uint32_t[]){__VA_ARGS__})), (uint32_t[]){__VA_ARGS__}, value)

static void counted_once_a_stack(void **state)
{
    enum { A = 1, B = 70, C = 200, N_NAMES = 3 /* the others get room as they come */ };
    fr_tally *t = fr_tally_new(2, N_NAMES);

    (void)state;
    assert_non_null(t);
    TOLD(t, 3, A, B, A); /* a;b;a 3 */
    TOLD(t, 1, A, B, A);
    TOLD(t, 5, B, A);    /* a;b 5 */
    TOLD(t, 7, B, C, A); /* a;c;b 7 */
    TOLD(t, 2, B);       /* b 2 */
    fr_tally_end(t);
    assert_name(t, A, 4, 16);
    assert_name(t, B, 14, 18);
    assert_name(t, C, 0, 7);
    assert_int_equal(fr_tally_total(t, A, 1), 160);
    assert_int_equal(fr_tally_self(t, B, 1), 140);
    assert_true(t->recursive[0] && t->recursive[1]);
    assert_int_equal(t->deepest, 3);
    fr_tally_free(t);
}

static void a_value_of_nothing_is_not_recursive(void **state)
{
    fr_tally *t = fr_tally_new(3, 10);

    (void)state;
    assert_non_null(t);
    assert_true(fr_tally_stack(t, (uint32_t[]){4, 4}, 2));
    fr_tally_add(t, 2, 6);
    fr_tally_end(t);
    assert_name(t, 4, 0, 0);
    assert_int_equal(fr_tally_total(t, 4, 2), 6);
    assert_int_equal(fr_tally_self(t, 4, 2), 6);
    assert_false(t->recursive[0] || t->recursive[1]);
    assert_true(t->recursive[2]);
    fr_tally_free(t);
}

/* What the empty stack has is of no name, nor of the stack told next. */
static void the_empty_stack_has_no_name(void **state)
{
    fr_tally *t = fr_tally_new(2, 10);

    (void)state;
    assert_non_null(t);
    told(t, 0, NULL, 5);
    TOLD(t, 3, 4, 6);
    fr_tally_end(t);
    assert_name(t, 4, 3, 3);
    assert_name(t, 6, 0, 3);
    fr_tally_free(t);
}

/* ---- one column that tells all ---- */

#define LONE(t, value, ...)                                                                        \
    fr_tally_lone_count(t, (uint32_t[]){__VA_ARGS__}, COUNT(((uint32_t[]){__VA_ARGS__})), value)

static void assert_pair(const fr_tally *t, uint32_t name, int64_t self, int64_t total)
{
    assert_name(t, name, self, total);
    assert_int_equal(fr_tally_self(t, name, 1), self * 10);
    assert_int_equal(fr_tally_total(t, name, 1), total * 10);
    assert_int_equal(fr_tally_total(t, name, 2), 0);
}

static void lone_column(void **state)
{
    enum { A, B, C, N };
    static const int64_t factor[] = {1, 10, 0};
    fr_tally *t = fr_tally_new(3, N);
    fr_tally_lone *lone = fr_tally_lone_new(N);

    (void)state;
    assert_true(t && lone);
    LONE(lone, 5, B, A);    /* a;b 5 */
    LONE(lone, 7, B, C, A); /* a;c;b 7 */
    fr_tally_lone_join(t, lone, factor);
    assert_false(t->recursive[0]);
    LONE(lone, 3, A, B, A);   /* a;b;a 3 */
    lone->stack = UINT32_MAX; /* numbers of stacks begin again */
    LONE(lone, 2, B, B);      /* b;b 2 */
    fr_tally_clear(t);
    fr_tally_lone_join(t, lone, factor);
    assert_pair(t, A, 3, 15);
    assert_pair(t, B, 14, 17);
    assert_pair(t, C, 0, 7);
    assert_true(t->recursive[0] && t->recursive[1] && !t->recursive[2]);
    assert_int_equal(t->deepest, 3);
    fr_tally_lone_join(t, lone, factor); /* another that has the same */
    assert_pair(t, A, 6, 30);
    fr_tally_lone_free(lone);
    fr_tally_free(t);
}

/* Values and totals of more than 32 bits, and what runs over from the lower half into the upper one. */
static void lone_column_of_large_values(void **state)
{
    enum { A, B, C, N };
    static const int64_t factor[] = {1};
    const int64_t half = INT64_C(1) << 32, most = INT64_MAX - 3 * half;
    fr_tally *t = fr_tally_new(1, N);
    fr_tally_lone *lone = fr_tally_lone_new(N);

    (void)state;
    assert_true(t && lone);
    LONE(lone, UINT32_MAX, B, A);
    LONE(lone, 1, C, A);
    LONE(lone, (uint64_t)half, C, A);
    LONE(lone, (uint64_t)half + UINT32_MAX, A, A);
    LONE(lone, (uint64_t)most, B);
    fr_tally_lone_join(t, lone, factor);
    assert_name(t, A, 2 * half - 1, 4 * half - 1);
    assert_name(t, B, INT64_MAX - 2 * half - 1, INT64_MAX - 2 * half - 1);
    assert_name(t, C, half + 1, half + 1);
    fr_tally_lone_free(lone);
    fr_tally_free(t);
}

/* ---- random pprofs ---- */

/* Ids whose varints end in the same bytes, are begun by others, or are long. */
static const uint64_t ids[] = {
    1, 2, 127, 128, 129, 130, 257, 385, 0x4001, 0x4081, 0x8081, UINT64_C(0xfedcba9876543210),
};

enum { N_IDS = COUNT(ids), N_NAMES = 7, MOST_FRAMES = 24 };

/* Location i is of function i mod N_NAMES, and every third is inlined into the next function. */
static size_t frames_of(size_t location, uint32_t names[2])
{
    names[0] = (uint32_t)(location % N_NAMES);
    if (location % 3)
        return 1;
    names[1] = names[0];
    names[0] = (uint32_t)((location + 1) % N_NAMES);
    return 2;
}

typedef struct counts {
    int64_t self[N_NAMES + 1], total[N_NAMES + 1]; /* the last: a sample without locations */
    int64_t whole;
    bool recursive;
} counts;

static void count_sample(counts *c, size_t n, const size_t *locations, int64_t value)
{
    uint32_t names[2], leaf = N_NAMES;
    unsigned seen = 0;

    for (size_t i = n; i-- > 0;) {
        size_t n_frames = frames_of(locations[i], names);
        for (size_t f = 0; f < n_frames && value; f++) {
            c->recursive |= (seen >> names[f] & 1) != 0;
            c->total[names[f]] += seen >> names[f] & 1 ? 0 : value;
            seen |= 1u << names[f];
            leaf = names[f];
        }
    }
    c->total[N_NAMES] += n == 0 ? value : 0;
    c->self[leaf] += value;
    c->whole += value;
}

/* The ids of a sample, leaf first: in one packed field, in two, or one by one. */
static void put_ids(fr_wire_out *sample, size_t n, const size_t *locations, unsigned form)
{
    fr_wire_out packed = {0};

    for (size_t i = 0; i < n; i++) {
        if (form == 2)
            fr_wire_put_number(sample, 1, ids[locations[i]]);
        else
            fr_wire_put_varint(&packed, ids[locations[i]]);
        if (form == 1 && i == n / 2)
            fr_wire_put_message(sample, 1, &packed);
    }
    if (packed.n)
        fr_wire_put_message(sample, 1, &packed);
    fr_wire_out_reset(&packed);
}

/* Values of the second column, if there is one. */
typedef enum second_column { NO_SECOND, SECOND_TRIPLES, SECOND_OTHER, N_SECOND } second_column;

static void put_values(fr_wire_out *sample, random_source *random, int64_t value,
                       second_column second)
{
    fr_wire_out values = {0};

    fr_wire_put_varint(&values, (uint64_t)value);
    if (second != NO_SECOND)
        fr_wire_put_varint(&values, second == SECOND_TRIPLES ? 3 * (uint64_t)value
                                                             : random_below(random, 4));
    fr_wire_put_message(sample, 2, &values);
    fr_wire_out_reset(&values);
}

/* Each differs from the one before near its leaf, or anywhere; some are empty, some worth nothing. */
static void put_samples(fr_wire_out *all, counts *c, random_source *random, size_t n_samples,
                        uint32_t least_new, second_column second)
{
    size_t locations[MOST_FRAMES], n = 0;

    for (size_t s = 0; s < n_samples; s++) {
        fr_wire_out sample = {0};
        size_t n_new =
            least_new + random_below(random, random_below(random, 3) ? 4 : MOST_FRAMES - least_new);
        size_t n_kept = n ? random_below(random, (uint32_t)n + 1) : 0;
        int64_t value = s == 0 ? 1 : random_below(random, 5);
        n_new = n_new + n_kept > MOST_FRAMES ? MOST_FRAMES - n_kept : n_new;
        memmove(locations + n_new, locations + n - n_kept, n_kept * sizeof *locations);
        for (size_t i = 0; i < n_new; i++)
            locations[i] = random_below(random, N_IDS);
        n = n_new + n_kept;
        put_ids(&sample, n, locations, random_below(random, 4) ? 0 : random_below(random, 3));
        put_values(&sample, random, value, second);
        fr_wire_put_message(all, 2, &sample);
        count_sample(c, n, locations, value);
        fr_wire_out_reset(&sample);
    }
}

static void put_line(fr_wire_out *location, uint32_t name)
{
    fr_wire_out line = {0};

    fr_wire_put_number(&line, 1, name + 1);
    fr_wire_put_message(location, 4, &line);
    fr_wire_out_reset(&line);
}

static void put_locations(fr_wire_out *all)
{
    for (size_t i = 0; i < N_IDS; i++) {
        fr_wire_out location = {0};
        uint32_t names[2];
        size_t n = frames_of(i, names);
        fr_wire_put_number(&location, 1, ids[i]);
        while (n-- > 0)
            put_line(&location, names[n]);
        fr_wire_put_message(all, 4, &location);
        fr_wire_out_reset(&location);
    }
}

static void put_functions(fr_wire_out *all)
{
    static const char *const strings[] = {"",   "samples", "count", "f0", "f1",
                                          "f2", "f3",      "f4",    "f5", "f6"};

    for (uint32_t f = 0; f < N_NAMES; f++) {
        fr_wire_out function = {0};
        fr_wire_put_number(&function, 1, f + 1);
        fr_wire_put_number(&function, 2, f + 3);
        fr_wire_put_message(all, 5, &function);
        fr_wire_out_reset(&function);
    }
    for (size_t i = 0; i < COUNT(strings); i++)
        fr_wire_put_bytes(all, 6, fr_bytes_of(strings[i]));
}

static fr_wire_out random_pprof(uint64_t seed, size_t n_samples, uint32_t least_new, counts *c)
{
    second_column second = (second_column)(seed % N_SECOND);
    random_source random = {seed};
    fr_wire_out all = {0};

    *c = (counts){0};
    for (uint64_t k = 0; k < (second == NO_SECOND ? 1 : 2); k++) {
        fr_wire_out type = {0};
        fr_wire_put_number(&type, 1, 1 + k);
        fr_wire_put_number(&type, 2, 2);
        fr_wire_put_message(&all, 1, &type);
        fr_wire_out_reset(&type);
    }
    put_samples(&all, c, &random, n_samples, least_new, second);
    put_locations(&all);
    put_functions(&all);
    assert_false(all.failed);
    return all;
}

static void assert_table(const fr_profile *p, const counts *c)
{
    fr_table_keys keys;
    fr_table table;
    size_t n = 0;

    assert_true(fr_table_keys_init(&keys, p, FR_TABLE_NAME, NULL, NULL));
    assert_true(fr_table_init(&table, &keys, 0, NULL));
    for (size_t i = 0; i < table.n_rows; i++) {
        const char *name = table.rows[i].name.at;
        size_t k = name[0] == 'f' ? (size_t)(name[1] - '0') : N_NAMES;
        assert_int_equal(table.rows[i].self, c->self[k]);
        assert_int_equal(table.rows[i].total, c->total[k]);
    }
    for (size_t k = 0; k <= N_NAMES; k++)
        n += c->total[k] != 0;
    assert_int_equal(table.n_rows, n);
    assert_int_equal(table.kept, c->whole);
    assert_int_equal(table.recursive, c->recursive);
    fr_table_reset(&table);
    fr_table_keys_reset(&keys);
}

/* Two profiles of the same samples, one with stacks, one without. */
static void assert_same_table(const fr_profile *a, const fr_profile *b, uint32_t column)
{
    const fr_profile *profiles[] = {a, b};
    fr_table_keys keys[2];
    fr_table tables[2];

    for (size_t i = 0; i < 2; i++) {
        assert_true(fr_table_keys_init(&keys[i], profiles[i], FR_TABLE_NAME, NULL, NULL));
        assert_true(fr_table_init(&tables[i], &keys[i], column, NULL));
        fr_table_sort(&tables[i], FR_TOP_TOTAL, 0);
    }
    assert_int_equal(tables[0].n_rows, tables[1].n_rows);
    assert_int_equal(tables[0].kept, tables[1].kept);
    assert_int_equal(tables[0].recursive, tables[1].recursive);
    for (size_t i = 0; i < tables[0].n_rows; i++) {
        assert_true(fr_bytes_equal(tables[0].rows[i].name, tables[1].rows[i].name));
        assert_int_equal(tables[0].rows[i].self, tables[1].rows[i].self);
        assert_int_equal(tables[0].rows[i].total, tables[1].rows[i].total);
    }
    for (size_t i = 0; i < 2; i++) {
        fr_table_reset(&tables[i]);
        fr_table_keys_reset(&keys[i]);
    }
}

static void compare_with_slow(uint64_t seed, size_t n_samples, uint32_t least_new)
{
    counts c;
    fr_wire_out all = random_pprof(seed, n_samples, least_new, &c);
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_profile_info with, without;
    fr_profile *stacks = try_read(all.at, all.n, &opt, NULL), *functions;

    opt.functions_only = true;
    functions = try_read(all.at, all.n, &opt, NULL);
    assert_non_null(stacks);
    assert_non_null(functions);
    assert_table(stacks, &c);
    assert_table(functions, &c);
    for (uint32_t k = 0; k < stacks->n_columns; k++)
        assert_same_table(stacks, functions, k);
    fr_profile_describe(stacks, &with);
    fr_profile_describe(functions, &without);
    assert_int_equal(with.max_depth, without.max_depth);
    assert_int_equal(with.n_records, without.n_records);
    assert_int_equal(with.n_frameless, without.n_frameless);
    assert_int_equal(without.n_stacks, 0);
    fr_profile_free(stacks);
    fr_profile_free(functions);
    fr_wire_out_reset(&all);
}

static void random_profiles(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++)
        compare_with_slow(seed, 1 + seed * 7 % 200, 0);
}

/* So many that differ that stacks are no longer remembered as wholes, but found side by side. */
static void many_stacks(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++)
        compare_with_slow(seed, 5000 + (size_t)seed, 6);
}

/* ---- what it cannot do ---- */

static void listed_by_name_alone(void **state)
{
    counts c;
    fr_wire_out all = random_pprof(1, 50, 0, &c);
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_top_options by = FR_TOP_DEFAULTS;
    fr_error err = {0};
    fr_profile *p;

    (void)state;
    opt.functions_only = true;
    p = try_read(all.at, all.n, &opt, &err);
    assert_non_null(p);
    by.by = "module";
    assert_null(fr_report_top(p, &by, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fr_profile_free(p);
    fr_wire_out_reset(&all);
}

static void of_one_input(void **state)
{
    counts c;
    fr_wire_out all = random_pprof(1, 50, 0, &c);
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_reader *reader;

    (void)state;
    opt.functions_only = true;
    reader = fr_reader_new(&opt, &err);
    assert_non_null(reader);
    assert_true(fr_reader_add_memory(reader, "one", all.at, all.n, &err));
    assert_false(fr_reader_add_memory(reader, "two", all.at, all.n, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fr_reader_free(reader);
    fr_wire_out_reset(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_once_a_stack),
        cmocka_unit_test(a_value_of_nothing_is_not_recursive),
        cmocka_unit_test(the_empty_stack_has_no_name),
        cmocka_unit_test(lone_column),
        cmocka_unit_test(lone_column_of_large_values),
        cmocka_unit_test(random_profiles),
        cmocka_unit_test(many_stacks),
        cmocka_unit_test(listed_by_name_alone),
        cmocka_unit_test(of_one_input),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
