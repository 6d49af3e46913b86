/*
 * test_folded_ways.c - the fast ways of folded stacks give what the plain reader gives: of random lines, in
 * any order, with lines between them that only the plain reader takes.
 */
#include "unit.h"

#include "perf_texts.h"
#include "ways.h"

#define N_TEXTS 600

/* What only the plain reader takes, and what makes an input fail. */
static const char *const odd_lines[] = {
    "\n",
    "# comment\n",
    "not a stack\n",
    "  5\n",
    "main;foo 1.25\n",
    "main;zero 0\n",
    "main;foo 3\r\n",
    "main;\x01\xff;foo 3\n",
    "main;a\\x3bb;foo 3\n",
    "main; foo ;bar 2\n",
    "main;a name that is longer than sixteen bytes 2\n",
    "main;another name that is longer than sixteen bytes_[k] 2\n",
    "main;foo -3\n",
    "main;foo 3 4\n",
    "main;foo 9223372036854775807\nmain;foo 9223372036854775807\n",
};

#define N_FATAL 3 /* the last of them make most inputs fail */

/* More frames than a batch holds. */
static void put_deep(text_buffer *text, random_source *random)
{
    for (uint32_t i = 0; i < 5000; i++)
        text_put(text, "f%u;", random_below(random, 3));
    text_put(text, "leaf %u\n", 1 + random_below(random, 9));
}

/* Longer than a block of the input. */
static void put_long(text_buffer *text)
{
    for (uint32_t i = 0; i < 150000; i++)
        text_put(text, "long_%u;", i % 7);
    text_put(text, "leaf 3\n");
}

static void put_odd(text_buffer *text, random_source *random)
{
    bool fatal = random_below(random, 400) == 0;
    uint32_t n = (uint32_t)COUNT(odd_lines), n_fine = n - N_FATAL;

    if (random_below(random, 60) == 0)
        put_deep(text, random);
    else
        text_put(text, "%s",
                 odd_lines[fatal ? n_fine + random_below(random, N_FATAL)
                                 : random_below(random, n_fine)]);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines of a generated text in byte order. */
static void put_sorted(text_buffer *text, const generated *g, random_source *random, uint32_t odd)
{
    char **lines = calloc(g->n_lines, sizeof *lines);

    assert_non_null(lines);
    for (uint32_t i = 0; i < g->n_lines; i++)
        lines[i] = strndup(g->text + g->line_at[i], g->line_at[i + 1] - g->line_at[i]);
    qsort(lines, g->n_lines, sizeof *lines, by_bytes);
    for (uint32_t i = 0; i < g->n_lines; i++) {
        text_put(text, "%s", lines[i]);
        if (odd && random_below(random, odd) == 0)
            put_odd(text, random);
        free(lines[i]);
    }
    free(lines);
}

static text_buffer random_folded(uint64_t seed)
{
    random_source random = {seed};
    uint32_t odd = seed % 3 == 0 ? 0 : 1 + random_below(&random, 100);
    text_buffer text = {0};

    for (uint32_t n = 1 + random_below(&random, 4); n > 0; n--) {
        generated g = generate_folded(random_next(&random), (name_pool)random_below(&random, 3));
        if (random_below(&random, 3))
            put_sorted(&text, &g, &random, odd);
        else
            text_add(&text, g.text, g.len);
        generated_reset(&g);
    }
    if (seed % 100 == 7)
        put_long(&text);
    if (random_below(&random, 4) == 0)
        text.len--; /* the last line has no newline */
    return text;
}

static fr_read_options random_options(uint64_t seed)
{
    random_source random = {seed};
    fr_read_options opt = folded_options(random_below(&random, 2));

    opt.folded.negative = (fr_negative)random_below(&random, 3);
    if (random_below(&random, 4) == 0)
        opt.weight_unit = "ns";
    if (random_below(&random, 4) == 0)
        opt.limits.name_bytes = 16;
    if (random_below(&random, 8) == 0)
        opt.limits.stack_depth = 1 + random_below(&random, 12);
    if (random_below(&random, 8) == 0)
        opt.limits.nodes = 1 + random_below(&random, 500);
    return opt;
}

static void random_texts(void **state)
{
    size_t n_read = 0;

    (void)state;
    for (uint64_t seed = 0; seed < N_TEXTS; seed++) {
        text_buffer text = random_folded(seed);
        fr_read_options opt = random_options(seed);
        reading plain = read_ways("folded", true, text.at, text.len, &opt);
        reading fast = read_ways("folded", false, text.at, text.len, &opt);
        assert_same_readings(&plain, &fast);
        if (plain.profile)
            assert_seen_alike(plain.profile, fast.profile);
        n_read += plain.profile != NULL;
        reading_reset(&plain);
        reading_reset(&fast);
        free(text.at);
    }
    assert_true(n_read > N_TEXTS / 2 && n_read < N_TEXTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_texts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
