/*
 * test_pprof_large.c - a large pprof is worked on while it is still being read: what comes of it, or is
 * wrong with it, is what it is of a small one that says the same. They differ in a field that no reader
 * knows, which is as long as it takes.
 */
#include <sys/resource.h>

#include "formats/pprof/wire_writer.h"
#include "identical.h"
#include "model/report/table.h"
#include "unit/unit.h"

enum { N_FUNCTIONS = 9, N_LOCATIONS = 14, LARGE = 1 << 20, PIECE = 256 << 10 };

/* ---- random pprofs ---- */

static uint64_t id_of(uint32_t place)
{
    return place == 5 ? UINT64_C(0xfedcba9876543210) : place % 3 == 2 ? 200 * place : place + 1;
}

static void put_numbers(fr_wire_out *all, uint32_t field, size_t n, const uint64_t *numbers)
{
    fr_wire_out message = {0};

    for (size_t i = 0; i < n; i++)
        fr_wire_put_number(&message, (uint32_t)i + 1, numbers[i]);
    fr_wire_put_message(all, field, &message);
    fr_wire_out_reset(&message);
}

#define PUT_NUMBERS(all, field, ...)                                                               \
    put_numbers(all, field, COUNT(((uint64_t[]){__VA_ARGS__})), (uint64_t[]){__VA_ARGS__})

/* Names with what readers change: blanks, a kind, an escape; two functions of one name. */
static void put_strings(fr_wire_out *all)
{
    static const char *const strings[] = {
        "",      "samples", "count", "cpu",     "nanoseconds", "main",    "main.run", "copy",
        " read", "copy",    "x\x1b", "jit_[j]", "/bin/app",    "handler", "/a b",     "a.go",
    };

    for (size_t i = 0; i < COUNT(strings); i++)
        fr_wire_put_bytes(all, 6, fr_bytes_of(strings[i]));
}

static void put_functions(fr_wire_out *all)
{
    for (uint32_t f = 0; f < N_FUNCTIONS; f++)
        PUT_NUMBERS(all, 5, id_of(f), f < 7 ? 5 + f : 0, f == 7 ? 6 : f, f % 3 ? 15 : 0, f);
}

static void put_location(fr_wire_out *all, random_source *random, uint32_t place)
{
    fr_wire_out location = {0};
    uint32_t n_lines = place % 4 == 3 ? random_below(random, 3) : 1;

    fr_wire_put_number(&location, 1, id_of(place));
    fr_wire_put_number(&location, 2, place % 5 ? 1 : 0);
    fr_wire_put_number(&location, 3, 0x1000 + 16 * place);
    for (uint32_t i = 0; i < n_lines; i++)
        PUT_NUMBERS(&location, 4, id_of((place + i) % N_FUNCTIONS), 10 + i);
    fr_wire_put_message(all, 4, &location);
    fr_wire_out_reset(&location);
}

/* `plain`: packed, and of locations that there are. */
static void put_ids(fr_wire_out *sample, random_source *random, uint32_t n, bool plain)
{
    bool packed = plain || random_below(random, 8) > 0;
    fr_wire_out ids = {0};

    for (uint32_t i = 0; i < n; i++) {
        uint64_t id = id_of(random_below(random, N_LOCATIONS));
        id = plain || random_below(random, 100) ? id : 777; /* of nothing */
        if (packed)
            fr_wire_put_varint(&ids, id);
        else
            fr_wire_put_number(sample, 1, id);
    }
    if (ids.n)
        fr_wire_put_message(sample, 1, &ids);
    fr_wire_out_reset(&ids);
}

static void put_sample(fr_wire_out *all, random_source *random, uint32_t n_types, bool plain)
{
    fr_wire_out sample = {0}, values = {0};

    put_ids(&sample, random, random_below(random, 40) ? 1 + random_below(random, 12) : 0, plain);
    for (uint32_t k = 0; k < n_types; k++)
        fr_wire_put_varint(&values, random_below(random, 4));
    fr_wire_put_message(&sample, 2, &values);
    if (random_below(random, 3) == 0)
        PUT_NUMBERS(&sample, 3, 13, random_below(random, 2) ? 14 : 10, random_below(random, 3));
    fr_wire_put_message(all, 2, &sample);
    fr_wire_out_reset(&sample);
    fr_wire_out_reset(&values);
}

static fr_wire_out random_pprof(uint64_t seed, uint32_t n_samples)
{
    random_source random = {seed};
    fr_wire_out all = {0};
    uint32_t n_types = 1 + (uint32_t)(seed % 3);

    for (uint32_t k = 0; k < n_types; k++)
        PUT_NUMBERS(&all, 1, 1 + k * 2, 2);
    if (seed / 2 % 3 == 0)
        put_functions(&all);
    for (uint32_t i = 0; i < N_LOCATIONS && seed % 2; i++)
        put_location(&all, &random, i);
    for (uint32_t i = 0; i < n_samples; i++)
        put_sample(&all, &random, n_types, seed % 4 != 1);
    PUT_NUMBERS(&all, 3, 1, 0x1000, 0x9000, 0, 12);
    for (uint32_t i = 0; i < N_LOCATIONS && seed % 2 == 0; i++)
        put_location(&all, &random, i);
    if (seed / 2 % 3)
        put_functions(&all);
    put_strings(&all);
    fr_wire_put_number(&all, 9, 1000);
    assert_false(all.failed);
    return all;
}

/* ---- large and small ---- */

/* The field of `n` bytes in front of the message: it begins behind them. */
static fr_wire_out padded(size_t n, const fr_wire_out *m)
{
    fr_wire_out all = {0};
    char *zeros = calloc(n, 1);

    assert_non_null(zeros);
    fr_wire_put_bytes(&all, 1000, (fr_bytes){zeros, n - 5});
    assert_int_equal(all.n, n);
    all.at = realloc(all.at, n + m->n);
    assert_non_null(all.at);
    memcpy(all.at + n, m->at, m->n);
    all.n += m->n;
    free(zeros);
    return all;
}

/* Up to the place, which is another. */
static void assert_same_error(fr_error *a, fr_error *b)
{
    char *at_a = strstr(a->text, " at byte "), *at_b = strstr(b->text, " at byte ");

    assert_int_equal(a->code, b->code);
    if (at_a && at_b)
        *at_a = *at_b = '\0';
    assert_string_equal(a->text, b->text);
    assert_string_equal(a->hint, b->hint);
}

static void assert_same_table(const fr_profile *a, const fr_profile *b)
{
    fr_table_keys keys[2];
    fr_table table[2];

    for (uint32_t i = 0; i < 2; i++) {
        const fr_profile *p = i ? b : a;
        assert_true(fr_table_keys_init(&keys[i], p, FR_TABLE_NAME, NULL, NULL));
        assert_true(fr_table_init(&table[i], &keys[i], p->n_columns - 1, NULL));
        fr_table_sort(&table[i], FR_TOP_TOTAL, 0);
    }
    assert_int_equal(table[0].n_rows, table[1].n_rows);
    assert_int_equal(table[0].kept, table[1].kept);
    assert_int_equal(table[0].recursive, table[1].recursive);
    for (size_t i = 0; i < table[0].n_rows; i++) {
        assert_string_equal(table[0].rows[i].name.at, table[1].rows[i].name.at);
        assert_int_equal(table[0].rows[i].self, table[1].rows[i].self);
        assert_int_equal(table[0].rows[i].total, table[1].rows[i].total);
    }
    for (uint32_t i = 0; i < 2; i++) {
        fr_table_reset(&table[i]);
        fr_table_keys_reset(&keys[i]);
    }
}

/* Both are freed. */
static void assert_alike(fr_profile *a, fr_error *error_a, fr_profile *b, fr_error *error_b)
{
    assert_same_error(error_a, error_b);
    assert_true(!a == !b);
    if (a) {
        assert_identical(a, b);
        assert_same_table(a, b);
    }
    fr_profile_free(a);
    fr_profile_free(b);
}

static fr_read_options options(bool functions_only, uint32_t threads)
{
    fr_read_options opt = FR_READ_DEFAULTS;

    opt.input_format = "pprof";
    opt.functions_only = functions_only;
    opt.threads = threads;
    return opt;
}

/* The message begins so far before a piece that is read at once that it lies in two; pieces are those of
 * base/input.c. */
static void compare(const fr_wire_out *m, const fr_read_options *opt, size_t before)
{
    fr_wire_out large = padded(LARGE + PIECE - before, m);
    fr_error error_small = {0}, error_large = {0};
    fr_profile *of_small = try_read(m->at, m->n, opt, &error_small);
    fr_profile *of_large = try_read(large.at, large.n, opt, &error_large);

    assert_alike(of_small, &error_small, of_large, &error_large);
    fr_wire_out_reset(&large);
}

static void whole_messages(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        fr_wire_out m = random_pprof(seed, (uint32_t)(seed * 5 % 97));
        fr_read_options opt = options(seed / 2 % 2, 1 + seed % 4);
        opt.drop_labels = seed % 5 == 0;
        compare(&m, &opt, seed * 31 % m.n);
        fr_wire_out_reset(&m);
    }
}

/* Enough for several threads: they come to what one does, and to what the stacks add up to. */
static void many_samples(void **state)
{
    (void)state;
    for (uint64_t seed = 2; seed <= 6; seed++) {
        fr_wire_out m = random_pprof(seed, 13000);
        fr_read_options stacks = options(false, 1);
        fr_profile *want = try_read(m.at, m.n, &stacks, NULL);
        assert_non_null(want);
        for (uint32_t threads = 1; threads <= 8; threads = 2 * threads + (threads == 1)) {
            fr_read_options one = options(true, 1), several = options(true, threads);
            fr_error err[2] = {{0}};
            fr_profile *got = try_read(m.at, m.n, &several, &err[0]);
            assert_non_null(got);
            assert_same_table(want, got);
            assert_same_notes(want, got);
            assert_alike(try_read(m.at, m.n, &one, &err[1]), &err[1], got, &err[0]);
        }
        fr_profile_free(want);
        fr_wire_out_reset(&m);
    }
}

/* One sample among many is not plain: what is said of it is the same on all threads, and with stacks. */
static void one_odd_sample(void **state)
{
    static const struct {
        uint64_t id, value;
    } odd[] = {{777, 1}, {1, UINT64_MAX}, {1, INT64_MAX}};

    (void)state;
    for (size_t i = 0; i < COUNT(odd); i++) {
        fr_wire_out m = random_pprof(2, 9000), sample = {0}, number = {0};
        fr_wire_put_varint(&number, odd[i].id);
        fr_wire_put_message(&sample, 1, &number);
        for (uint32_t k = 0; k < 3; k++)
            fr_wire_put_number(&sample, 2, odd[i].value);
        fr_wire_put_message(&m, 2, &sample);
        for (uint32_t threads = 1; threads <= 3; threads++) {
            fr_read_options one = options(true, 1), several = options(true, threads);
            fr_error err[2] = {{0}};
            fr_profile *of_one = try_read(m.at, m.n, &one, &err[0]);
            fr_profile *of_several = try_read(m.at, m.n, &several, &err[1]);
            assert_true(!of_one == (i > 0));
            assert_alike(of_one, &err[0], of_several, &err[1]);
        }
        fr_wire_out_reset(&sample);
        fr_wire_out_reset(&number);
        fr_wire_out_reset(&m);
    }
}

static void cut_messages(void **state)
{
    fr_wire_out m = random_pprof(4, 12);
    fr_read_options opt = options(true, 2);

    (void)state;
    for (size_t n = m.n; n-- > 1;) {
        fr_wire_out cut = {.at = m.at, .n = n};
        opt.functions_only = n % 2;
        compare(&cut, &opt, n / 2);
    }
    fr_wire_out_reset(&m);
}

static void damaged_messages(void **state)
{
    random_source random = {99};

    (void)state;
    for (uint64_t seed = 1; seed <= 800; seed++) {
        fr_wire_out m = random_pprof(seed, 1 + (uint32_t)seed % 13);
        fr_read_options opt = options(seed % 3, 1 + seed % 4);
        for (uint32_t i = 0; i <= seed % 3; i++)
            m.at[random_below(&random, (uint32_t)m.n)] ^= (char)(1u << random_below(&random, 8));
        compare(&m, &opt, random_below(&random, (uint32_t)m.n));
        fr_wire_out_reset(&m);
    }
}

/* Too large is too large, whatever is wrong with what was read before. */
static void limits(void **state)
{
    fr_read_options opt = options(true, 2);
    fr_wire_out m = {0};
    char *zeros = calloc(2, LARGE);
    fr_error err = {0};

    (void)state;
    assert_non_null(zeros);
    fr_wire_put_bytes(&m, 1, FR_LITERAL("\x0b")); /* a group in a sample type */
    fr_wire_put_bytes(&m, 1000, (fr_bytes){zeros, 2 * LARGE});
    assert_null(try_read(m.at, m.n, &opt, &err));
    assert_non_null(strstr(err.text, "damaged"));
    opt.limits.inflated = LARGE + PIECE;
    err = (fr_error){0};
    assert_null(try_read(m.at, m.n, &opt, &err));
    assert_string_equal(err.text, "a pprof of more than 1 MiB");
    fr_wire_out_reset(&m);
    free(zeros);
}

static long peak_kib(void)
{
    struct rusage usage;

    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* Strings may come later, but no more of them than the message has bytes: what asks for string 268435455 gets no
 * memory for all before it. Runs first: a peak is one of all tests. */
static void far_strings(void **state)
{
    static const uint64_t far = (UINT64_C(1) << 28) - 1;
    long before = peak_kib();

    (void)state;
    for (int labelled = 0; labelled <= 1; labelled++) {
        fr_read_options opt = options(true, 1);
        fr_wire_out m = random_pprof(2, 10), large, sample = {0};
        fr_error err = {0};
        if (labelled) {
            for (uint32_t k = 0; k < 3; k++)
                fr_wire_put_number(&sample, 2, 1);
            PUT_NUMBERS(&sample, 3, far, far);
            fr_wire_put_message(&m, 2, &sample);
        } else {
            PUT_NUMBERS(&m, 5, 1000, far); /* which no location has */
        }
        large = padded(LARGE, &m);
        fr_profile *p = try_read(large.at, large.n, &opt, &err);
        assert_true((p == NULL) == labelled);
        assert_string_equal(
            err.text, labelled ? "the pprof names string 268435455 of a table of 16 strings" : "");
        fr_profile_free(p);
        fr_wire_out_reset(&large);
        fr_wire_out_reset(&sample);
        fr_wire_out_reset(&m);
    }
    assert_true(peak_kib() - before < 128 << 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_strings),  cmocka_unit_test(whole_messages),
        cmocka_unit_test(many_samples), cmocka_unit_test(one_odd_sample),
        cmocka_unit_test(cut_messages), cmocka_unit_test(damaged_messages),
        cmocka_unit_test(limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
