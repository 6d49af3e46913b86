/*
 * test_large_counts.c - counts near 2^63 are exact or refused: random profiles whose sum is near that limit, merged at
 * once and by partial merges in any order, written as each format and read again, beside a sum of 128 bits.
 */
#include "base/number.h"
#include "rounds.h"
#include "unit/unit.h"

#define N_PARTS 6

typedef struct blob {
    char *at;
    size_t len;
} blob;

/* Random counts that sum up to `total`. */
static void share_out(random_source *random, fr_i128 total, int64_t counts[N_PARTS])
{
    for (size_t i = 0; i < N_PARTS; i++) {
        fr_i128 share = total / (fr_i128)(N_PARTS - i);
        share -= i + 1 < N_PARTS ? (fr_i128)random_below(random, 1000) : 0;
        share = share < 0 ? 0 : share > INT64_MAX ? INT64_MAX : share;
        counts[i] = (int64_t)share;
        total -= share;
    }
    assert_true(total == 0);
}

/* One of three stacks, so that sums of a stack and sums of all come near the limit. */
static blob part_of(random_source *random, int64_t count)
{
    char text[60];
    int n =
        snprintf(text, sizeof text, "main;f%u %lld\n", random_below(random, 3), (long long)count);

    return (blob){strdup(text), (size_t)n};
}

/* NULL: refused, for its size. */
static fr_profile *merge(const blob *parts, size_t n)
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(NULL, &err);
    bool good = reader != NULL;

    for (size_t i = 0; i < n && good; i++)
        good = fr_reader_add_memory(reader, "part", parts[i].at, parts[i].len, &err);
    fr_profile *p = good ? fr_reader_finish(reader, &err) : NULL;
    if (!good)
        fr_reader_free(reader);
    if (!p)
        assert_int_equal(err.code, FR_E_LIMIT);
    return p;
}

static blob write_as(const fr_profile *p, const char *format)
{
    fr_output *out = fr_output_memory();
    size_t len;

    fr_profile_write(p, format, out);
    const char *bytes = fr_output_bytes(out, &len);
    assert_non_null(bytes);
    blob b = {malloc(len), len};
    memcpy(b.at, bytes, len);
    fr_output_free(out);
    return b;
}

static void assert_total(const fr_profile *p, fr_i128 total, uint64_t seed)
{
    fr_column_info column;

    assert_true(fr_profile_column(p, 0, &column));
    if (column.total != total)
        fail_msg("seed %llu: %lld", (unsigned long long)seed, (long long)column.total);
}

/* In pairs, in a random order, through what `format` has of them. False: a pair was refused. */
static bool merge_in_pairs(random_source *random, blob *parts, size_t n, const char *format)
{
    while (n > 1) {
        size_t i = random_below(random, (uint32_t)n - 1);
        fr_profile *both = merge((blob[]){parts[i], parts[n - 1]}, 2);
        free(parts[i].at);
        free(parts[n - 1].at);
        parts[i] = both ? write_as(both, format) : (blob){NULL, 0};
        n--;
        fr_profile_free(both);
        if (both)
            continue;
        while (n-- > 0)
            free(parts[n].at);
        return false;
    }
    return true;
}

static void assert_exact_or_refused(random_source *random, fr_i128 total, const char *format,
                                    uint64_t seed)
{
    int64_t counts[N_PARTS];
    blob parts[N_PARTS];

    share_out(random, total, counts);
    for (size_t i = 0; i < N_PARTS; i++)
        parts[i] = part_of(random, counts[i]);
    fr_profile *whole = merge(parts, N_PARTS);
    assert_true((whole != NULL) == (total <= INT64_MAX));
    assert_true(merge_in_pairs(random, parts, N_PARTS, format) == (whole != NULL));
    if (!whole)
        return;
    assert_total(whole, total, seed);
    fr_profile *merged = merge(parts, 1);
    assert_total(merged, total, seed);
    char *want = written(whole, "folded");
    assert_written(merged, "folded", want);
    free(want);
    free(parts[0].at);
    fr_profile_free(whole);
    fr_profile_free(merged);
}

static void near_the_limit(void **state)
{
    static const char *const formats[] = {"pprof", "rows", "folded", "speedscope"};

    (void)state;
    for (uint64_t seed = 1; seed <= rounds(40, 2000); seed++) {
        random_source random = {seed};
        fr_i128 total = (fr_i128)INT64_MAX + random_below(&random, 5) - 2;
        for (size_t i = 0; i < COUNT(formats); i++)
            assert_exact_or_refused(&random, total, formats[i], seed);
    }
}

/* A sum of 64 bits would wrap around to a small number. */
static void beyond_64_bits(void **state)
{
    random_source random = {1};

    (void)state;
    for (fr_i128 twice = (fr_i128)1 << 64, more = 0; more < 3; more++)
        assert_exact_or_refused(&random, twice + more, "pprof", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_the_limit),
        cmocka_unit_test(beyond_64_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
