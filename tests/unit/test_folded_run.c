/*
 * test_folded_run.c - lines in byte order are taken without a look into the stack table: whatever
 * their order, and however names start other names, each stack must be there once.
 */
#include "model/profile.h"
#include "unit.h"

#define MAX_LINES 80
#define LINE_ROOM 96

typedef struct lines {
    char text[MAX_LINES][LINE_ROOM];
    uint32_t n;
} lines;

static const char *const tokens[] = {"a",  "a.b",    "a b",   "a.b.c", "ab", "b",
                                     "b(", "b(int)", "a_[k]", "z",     "!",  "a.b.c.d"};
/* Spelled in another way than their frames are. */
static const char *const odd_tokens[] = {"a ", " b", "a\\x3bb", "a_[k] ", "\xff", "a_[j]_[k]"};

static void make_line(random_source *random, bool odd, char *line)
{
    uint32_t depth = 1 + random_below(random, 5);
    size_t at = 0;

    for (uint32_t d = 0; d < depth; d++) {
        bool now = odd && random_below(random, 12) == 0;
        const char *token = now ? odd_tokens[random_below(random, COUNT(odd_tokens))]
                                : tokens[random_below(random, d ? COUNT(tokens) : 4)];
        at += (size_t)snprintf(line + at, LINE_ROOM - at, "%s%s", d ? ";" : "", token);
    }
    snprintf(line + at, LINE_ROOM - at, " %u\n", 1 + random_below(random, 30));
}

static lines make_lines(uint64_t seed, bool odd)
{
    random_source random = {seed};
    lines l = {.n = 1 + random_below(&random, MAX_LINES)};

    for (uint32_t i = 0; i < l.n; i++)
        make_line(&random, odd, l.text[i]);
    return l;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Every line of another place goes to a place drawn at random, n times. */
static void swap_some(lines *l, uint64_t seed, uint32_t n)
{
    random_source random = {seed};
    char kept[LINE_ROOM];

    for (uint32_t i = 0; i < n; i++) {
        uint32_t a = random_below(&random, l->n), b = random_below(&random, l->n);
        memcpy(kept, l->text[a], LINE_ROOM);
        memcpy(l->text[a], l->text[b], LINE_ROOM);
        memcpy(l->text[b], kept, LINE_ROOM);
    }
}

static int by_ids(const void *a, const void *b)
{
    const fr_stack *x = a, *y = b;

    if (x->parent != y->parent)
        return x->parent < y->parent ? -1 : 1;
    return (x->frame > y->frame) - (x->frame < y->frame);
}

static void assert_stacks_differ(const fr_profile *p)
{
    size_t size = p->n_stacks * sizeof *p->stacks;
    fr_stack *sorted = malloc(size);

    assert_non_null(sorted);
    memcpy(sorted, p->stacks, size);
    qsort(sorted + 1, p->n_stacks - 1, sizeof *sorted, by_ids);
    for (uint32_t s = 2; s < p->n_stacks; s++)
        assert_int_not_equal(by_ids(&sorted[s - 1], &sorted[s]), 0);
    free(sorted);
}

/* What the lines are in folded text; malloc'ed. */
static char *fold(const lines *l)
{
    char text[MAX_LINES * LINE_ROOM + 1];
    size_t len = 0;
    fr_profile *profile;
    char *folded;

    for (uint32_t i = 0; i < l->n; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s", l->text[i]);
    profile = read_folded(text);
    assert_stacks_differ(profile);
    folded = written(profile, "folded");
    fr_profile_free(profile);
    return folded;
}

static void any_order_is_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        lines l = make_lines(seed, seed % 4 == 0);
        char *drawn = fold(&l), *sorted, *nearly;
        qsort(l.text, l.n, LINE_ROOM, by_bytes);
        sorted = fold(&l);
        swap_some(&l, seed, 1 + (uint32_t)(seed % 3));
        nearly = fold(&l);
        if (strcmp(drawn, sorted) != 0 || strcmp(drawn, nearly) != 0)
            fail_msg("seed %u", (unsigned)seed);
        free(drawn);
        free(sorted);
        free(nearly);
    }
}

/* "a;b" comes back after "a;b(" and after "a;b(int)", whose names it starts. */
static void a_child_that_was_left_comes_back(void **state)
{
    (void)state;
    fr_profile *p =
        read_folded("a;b 1\na;b(;x 2\na;b(;y 4\na;b(int);x 8\na;b(int);x;y 16\na;b;x 32\n"
                    "a;b;y 64\na;c 128\n");

    assert_int_equal(p->n_stacks, 1 + 1 + 4 + 2 + 2 + 2);
    assert_written(p, "folded",
                   "a;b 1\na;b;x 32\na;b;y 64\na;b(;x 2\na;b(;y 4\na;b(int);x 8\na;b(int);x;y 16\n"
                   "a;c 128\n");
    fr_profile_free(p);
}

/* All but the second are "aaaabbbbccccdddd" where names are cut at 16 bytes; that is the
 * kernel's. */
static void cut_names_are_one_frame(void **state)
{
    static const char text[] = "r;aaaabbbbccccdddd;z 1\n"
                               "r;aaaabbbbccccdddd_[k];z 2\n"
                               "r;aaaabbbbccccdddd_[x];z 4\n"
                               "r;aaaabbbbccccdddd_[y];z 8\n";
    fr_read_options opt = folded_options(1);
    fr_error err = {0};
    fr_profile *p;

    (void)state;
    opt.limits.name_bytes = 16;
    p = try_read(text, strlen(text), &opt, &err);
    assert_non_null(p);
    assert_stacks_differ(p);
    assert_written(p, "folded", "r;aaaabbbbccccdddd;z 13\nr;aaaabbbbccccdddd_[k];z 2\n");
    fr_profile_free(p);
}

/* A frame, and a leaf with its value, of as many bytes as a name may have, or one more, beyond a block of the input. */
static void long_names_are_whole_up_to_the_limit(void **state)
{
    enum { MOST = 3 << 19 };
    char *text = malloc(2 * MOST + 100);

    (void)state;
    assert_non_null(text);
    for (size_t more = 0; more < 2; more++) {
        fr_read_options opt = folded_options(1);
        fr_error err = {0};
        size_t at = (size_t)sprintf(text, "r;");
        opt.limits.name_bytes = MOST;
        memset(text + at, 'x', MOST + more);
        at += MOST + more;
        at += (size_t)sprintf(text + at, ";z 1\nr;");
        memset(text + at, 'y', MOST + more);
        at += MOST + more;
        at += (size_t)sprintf(text + at, " 2\n");
        fr_profile *p = try_read(text, at, &opt, &err);
        assert_non_null(p);
        for (uint32_t f = 0, n = 0; f < p->n_frames || n != 2; f++) {
            assert_true(f < p->n_frames);
            n += fr_names_at(p->names, p->frames[f].name).len == MOST;
        }
        fr_profile_free(p);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order_is_the_same),
        cmocka_unit_test(a_child_that_was_left_comes_back),
        cmocka_unit_test(cut_names_are_one_frame),
        cmocka_unit_test(long_names_are_whole_up_to_the_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
