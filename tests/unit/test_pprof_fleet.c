/*
 * test_pprof_fleet.c - profiles of one program, read side by side through one memory: what was
 * remembered of one must fit the next, or be noticed not to.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "formats/pprof/wire.h"
#include "unit/unit.h"

#define N_MEMBERS   32 /* read in chunks of four */
#define N_FUNCTIONS 400
#define DEEPEST     64

/* ---- messages ---- */

typedef struct message {
    char *at;
    size_t n, cap;
} message;

static void put(message *m, const void *at, size_t n)
{
    if (m->n + n > m->cap) {
        m->cap = 2 * (m->n + n) + 64;
        m->at = realloc(m->at, m->cap);
        assert_non_null(m->at);
    }
    if (n)
        memcpy(m->at + m->n, at, n);
    m->n += n;
}

static void varint(message *m, uint64_t value)
{
    unsigned char byte;

    for (; value >= 0x80; value >>= 7) {
        byte = (unsigned char)(value | 0x80);
        put(m, &byte, 1);
    }
    byte = (unsigned char)value;
    put(m, &byte, 1);
}

static void number(message *m, uint32_t field, uint64_t value)
{
    varint(m, field << 3);
    varint(m, value);
}

static void part(message *m, uint32_t field, message *inner)
{
    varint(m, field << 3 | 2);
    varint(m, inner->n);
    put(m, inner->at, inner->n);
    inner->n = 0;
}

static void text(message *m, const char *string)
{
    varint(m, 6 << 3 | 2);
    varint(m, strlen(string));
    put(m, string, strlen(string));
}

/* Numbers as fields 1, 2, ...; or the other way round, which means the same. */
static void numbers(message *m, bool backwards, size_t n, const uint64_t *values)
{
    for (size_t i = 0; i < n; i++) {
        size_t k = backwards ? n - 1 - i : i;
        if (values[k])
            number(m, (uint32_t)k + 1, values[k]);
    }
}

/* ---- members ---- */

/* How a member writes what it has to say. */
typedef struct manner {
    bool own_order; /* functions and locations are numbered in an order of its own */
    bool backwards; /* fields of functions and locations */
    bool wide;      /* ids do not follow each other and are large */
    bool inlined;   /* a location has two lines */
    bool labelled;
    bool sorted;  /* samples that share callers follow each other */
    bool renamed; /* functions of the same number have other names */
    uint32_t n_samples, n_stacks;
} manner;

static const char *name_of(const manner *how, uint32_t f, char to[40])
{
    static const char *const before[] = {"f", "pkg.f", "Map[...].f", "List[int", "read", "f "};
    static const char *const after[] = {"", "", "", "]", "_[k]", ""};

    f = how->renamed ? (f + 6) % N_FUNCTIONS : f;
    snprintf(to, 40, "%s%u%s", before[f % 6], f, after[f % 6]);
    return to;
}

/* The functions of a stack, outermost first: 16 callers that fifty stacks share, then its own. */
static uint32_t stack_of(uint32_t s, uint32_t frames[DEEPEST])
{
    uint32_t n = s % 17 == 0 ? 5 : 18 + s % 9;

    for (uint32_t i = 0; i < n; i++)
        frames[i] = i < 16 ? (s / 50 % 8) * 16 + i : 128 + (s * 7 + i * i) % 250;
    if (n > 16) {
        frames[16] = 128 + s % 250;
        frames[17] = 128 + s / 250 % 250;
    }
    return n;
}

static uint64_t id_of(const manner *how, uint32_t place)
{
    return how->wide ? (UINT64_C(1) << (place % 60)) * 1000 + place : place + 1;
}

/* The places of things in the tables. */
static void order(const manner *how, random_source *random, uint32_t *place)
{
    for (uint32_t i = 0; i < N_FUNCTIONS; i++)
        place[i] = i;
    for (uint32_t i = N_FUNCTIONS; i-- > 1 && how->own_order;) {
        uint32_t k = random_below(random, i + 1), moved = place[i];
        place[i] = place[k];
        place[k] = moved;
    }
}

/* Function 2f+1 is inlined into 2f where lines are. */
static void put_locations(message *m, const manner *how, const uint32_t *place)
{
    message inner = {0}, line = {0};

    for (uint32_t l = 0; l < N_FUNCTIONS; l++) {
        uint32_t f = place[l];
        uint64_t numbered[3] = {id_of(how, l), 1, UINT64_C(0x55d0c8000000) + 16 * f};
        if (how->inlined && f % 2 == 1)
            numbers(&line, how->backwards, 2, (uint64_t[]){id_of(how, f), 10 + f});
        if (line.n)
            part(&inner, 4, &line);
        numbers(&inner, how->backwards, 3, numbered);
        numbers(&line, how->backwards, 2,
                (uint64_t[]){id_of(how, how->inlined ? f / 2 * 2 : f), 10 + f});
        part(&inner, 4, &line);
        part(m, 4, &inner);
    }
    free(inner.at);
    free(line.at);
}

static void put_tables(message *m, const manner *how, const uint32_t *place)
{
    static const char *const first[] = {"",     "samples", "count", "cpu", "nanoseconds",
                                        "/app", "key",     "x",     "y",   "z"};
    message inner = {0};
    char name[40];

    numbers(&inner, false, 5, (uint64_t[]){1, 0x400000, 0, 0, 5});
    part(m, 3, &inner);
    put_locations(m, how, place);
    for (uint32_t f = 0; f < N_FUNCTIONS; f++) {
        uint64_t string = COUNT(first) + f;
        numbers(&inner, how->backwards, 5, (uint64_t[]){id_of(how, f), string, string, 5, f});
        part(m, 5, &inner);
    }
    for (size_t i = 0; i < COUNT(first); i++)
        text(m, first[i]);
    for (uint32_t f = 0; f < N_FUNCTIONS; f++)
        text(m, name_of(how, f, name));
    free(inner.at);
}

/* What all members add up to, by line "a;b;c". */
typedef struct sums {
    char **stack;
    int64_t (*value)[2];
    size_t n;
} sums;

static void count(sums *all, const char *stack, int64_t first, int64_t second)
{
    size_t i = 0;

    while (i < all->n && strcmp(all->stack[i], stack) != 0)
        i++;
    if (i == all->n) {
        all->stack = realloc(all->stack, ++all->n * sizeof *all->stack);
        all->value = realloc(all->value, all->n * sizeof *all->value);
        assert_true(all->stack && all->value);
        all->stack[i] = strdup(stack);
        memset(all->value[i], 0, sizeof all->value[i]);
    }
    all->value[i][0] += first;
    all->value[i][1] += second;
}

/* Frames of a stack as they are written: an inlined function stands under the one it is in. */
static void spell(const manner *how, const uint32_t *frames, uint32_t n, char *to)
{
    char name[40];
    size_t at = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = frames[i];
        if (how->inlined && f % 2 == 1)
            at += (size_t)sprintf(to + at, "%s;", name_of(how, f - 1, name));
        at += (size_t)sprintf(to + at, "%s;", name_of(how, f, name));
    }
    to[at - 1] = '\0';
}

static void put_sample(message *m, const manner *how, uint32_t s, uint32_t i, const uint32_t *at,
                       sums *all)
{
    uint32_t frames[DEEPEST], n = i % 41 == 40 ? 0 : stack_of(s, frames);
    message inner = {0}, list = {0};
    char stack[DEEPEST * 80] = "[no stack]";

    for (uint32_t k = n; k-- > 0;)
        varint(&list, id_of(how, at[frames[k]]));
    if (n)
        part(&inner, 1, &list);
    varint(&list, 1 + i % 3);
    varint(&list, 100 + i);
    part(&inner, 2, &list);
    if (how->labelled && i % 5) {
        numbers(&list, false, 2, (uint64_t[]){6, 7 + i % 3});
        part(&inner, 3, &list);
    }
    part(m, 2, &inner);
    if (n)
        spell(how, frames, n, stack);
    if (all)
        count(all, stack, 1 + i % 3, 100 + i);
    free(inner.at);
    free(list.at);
}

static message member(const manner *how, uint64_t seed, sums *all)
{
    random_source random = {seed};
    uint32_t place[N_FUNCTIONS], at[N_FUNCTIONS];
    message m = {0}, inner = {0};

    order(how, &random, place);
    for (uint32_t l = 0; l < N_FUNCTIONS; l++)
        at[place[l]] = l;
    for (uint64_t t = 1; t < 5; t += 2) {
        numbers(&inner, false, 2, (uint64_t[]){t, t + 1});
        part(&m, 1, &inner);
    }
    for (uint32_t i = 0; i < how->n_samples; i++) {
        uint32_t s = how->sorted ? i : random_below(&random, how->n_stacks);
        put_sample(&m, how, s + (uint32_t)(how->n_stacks > 2000 ? seed * 997 : 0), i, at, all);
    }
    put_tables(&m, how, place);
    free(inner.at);
    return m;
}

/* ---- reading ---- */

typedef struct fleet {
    char folder[40], path[N_MEMBERS][60];
    const char *paths[N_MEMBERS];
    sums all;
} fleet;

static fleet write_fleet(const manner *hows, size_t n_hows, bool summed)
{
    fleet f = {.folder = "/tmp/fr-fleet-XXXXXX"};

    assert_non_null(mkdtemp(f.folder));
    for (uint32_t i = 0; i < N_MEMBERS; i++) {
        message m = member(&hows[i % n_hows], i + 1, summed ? &f.all : NULL);
        FILE *file;
        snprintf(f.path[i], sizeof f.path[i], "%s/%02u", f.folder, i);
        file = fopen(f.path[i], "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(m.at, 1, m.n, file), m.n);
        assert_int_equal(fclose(file), 0);
        free(m.at);
    }
    return f;
}

static void remove_fleet(fleet *f)
{
    for (uint32_t i = 0; i < N_MEMBERS; i++)
        unlink(f->path[i]);
    rmdir(f->folder);
    for (size_t i = 0; i < f->all.n; i++)
        free(f->all.stack[i]);
    free(f->all.stack);
    free(f->all.value);
}

/* Side by side, or each into a builder of its own. */
static fr_profile *read_fleet(fleet *f, const fr_read_options *opt, bool side_by_side)
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(opt, &err);
    fr_profile *profile;

    for (uint32_t i = 0; i < N_MEMBERS; i++)
        f->paths[i] = f->path[i];
    if (side_by_side)
        assert_true(fr_reader_add_paths(reader, f->paths, N_MEMBERS, NULL, NULL, &err));
    for (uint32_t i = 0; i < N_MEMBERS && !side_by_side; i++)
        assert_true(fr_reader_add_path(reader, f->path[i], &err));
    profile = fr_reader_finish(reader, &err);
    assert_non_null(profile);
    return profile;
}

static void assert_sums(const fr_profile *profile, const sums *all)
{
    char *folded = written(profile, "folded"), *line = folded;
    size_t n = 0;

    for (char *end; (end = strchr(line, '\n')); line = end + 1, n++) {
        long long first, second;
        char *space = end;
        size_t i = 0;
        *end = '\0';
        for (unsigned k = 0; k < 2; k++)
            while (*--space != ' ')
                continue;
        assert_int_equal(sscanf(space, "%lld %lld", &first, &second), 2);
        *space = '\0';
        while (i < all->n && strcmp(all->stack[i], line) != 0)
            i++;
        if (i == all->n)
            print_error("not expected: %s\n", line);
        assert_true(i < all->n);
        assert_int_equal(first, all->value[i][0]);
        assert_int_equal(second, all->value[i][1]);
    }
    assert_int_equal(n, all->n);
    free(folded);
}

static void check(const manner *hows, size_t n_hows, bool summed)
{
    fleet f = write_fleet(hows, n_hows, summed);
    char *before = NULL;

    for (unsigned way = 0; way < 8; way++) {
        fr_read_options opt = FR_READ_DEFAULTS;
        fr_profile *profile;
        char *json;
        opt.threads = 2;
        opt.drop_lines = way & 4;
        opt.keep_locations = way & 2;
        profile = read_fleet(&f, &opt, way & 1);
        json = written(profile, "pprof");
        free(json);
        json = written(profile, "json");
        if (way & 1)
            assert_string_equal(before, json);
        if (summed)
            assert_sums(profile, &f.all);
        free(before);
        before = json;
        fr_profile_free(profile);
    }
    free(before);
    remove_fleet(&f);
}

/* ---- the tests ---- */

/* All tables are the same, then nothing of them is, then their names alone are others. */
static void tables(void **state)
{
    static const manner hows[] = {
        {.n_samples = 150, .n_stacks = 400},
        {.n_samples = 150, .n_stacks = 400},
        {.n_samples = 150, .n_stacks = 400, .own_order = true},
        {.n_samples = 150, .n_stacks = 400, .renamed = true},
        {.n_samples = 150, .n_stacks = 400, .wide = true},
        {.n_samples = 150, .n_stacks = 400, .backwards = true},
        {.n_samples = 150, .n_stacks = 400, .inlined = true},
    };

    (void)state;
    check(hows, COUNT(hows), true);
}

/* The same stack has its values under several labels, or none. */
static void labels(void **state)
{
    static const manner hows[] = {
        {.n_samples = 200, .n_stacks = 60, .labelled = true},
        {.n_samples = 200, .n_stacks = 60},
        {.n_samples = 200, .n_stacks = 60, .labelled = true, .own_order = true},
    };

    (void)state;
    check(hows, COUNT(hows), true);
}

/* Long runs of samples that share callers, of which some are known and some are not. */
static void neighbours(void **state)
{
    static const manner hows[] = {
        {.n_samples = 120, .sorted = true},
        {.n_samples = 300, .sorted = true},
        {.n_samples = 100, .n_stacks = 300},
        {.n_samples = 399, .sorted = true, .own_order = true},
    };

    (void)state;
    check(hows, COUNT(hows), true);
}

/* Stacks hardly ever come again, and are not remembered from some time on. */
static void strangers(void **state)
{
    static const manner hows[] = {{.n_samples = 900, .n_stacks = 60000}};

    (void)state;
    check(hows, COUNT(hows), false);
}

/* What is read in runs and what is read field by field is the same, wherever numbers end. */
static void fields_in_any_order(void **state)
{
    manner plain = {.n_samples = 50, .n_stacks = 50}, odd = plain;
    message one, other;
    fr_error err = {0};
    fr_profile *a, *b;
    char *x, *y;

    (void)state;
    odd.backwards = true;
    for (unsigned way = 0; way < 4; way++) {
        plain.wide = odd.wide = way & 1;
        plain.inlined = odd.inlined = way & 2;
        one = member(&plain, 1, NULL);
        other = member(&odd, 1, NULL);
        assert_true(one.n == other.n && memcmp(one.at, other.at, one.n) != 0);
        a = try_read(one.at, one.n, NULL, &err);
        b = try_read(other.at, other.n, NULL, &err);
        assert_true(a && b);
        x = written(a, "json");
        y = written(b, "json");
        assert_string_equal(x, y);
        fr_profile_free(a);
        fr_profile_free(b);
        free(x);
        free(y);
        free(one.at);
        free(other.at);
    }
}

/* Cut anywhere, it is refused as truncated or damaged, also within a run. */
static void cut_anywhere(void **state)
{
    manner how = {.n_samples = 3, .n_stacks = 3};
    message m = member(&how, 1, NULL);

    (void)state;
    for (size_t n = m.n - 1; n > m.n - 12000; n -= 7) {
        fr_error err = {0};
        fr_profile *p = try_read(m.at, n, NULL, &err);
        /* Between two messages nothing is cut but strings that are missed then. */
        assert_null(p);
        assert_true(strstr(err.text, "truncated") || strstr(err.text, "of a table of") ||
                    strstr(err.text, "damaged"));
    }
    free(m.at);
}

/* Numbers of every length, in every order, as one by one. */
static void many_numbers(void **state)
{
    random_source random = {7};
    uint64_t want[200], got[4000];

    (void)state;
    for (unsigned round = 0; round < 2000; round++) {
        message m = {0};
        uint32_t n = random_below(&random, 40), bits = 1 + random_below(&random, 64);
        for (uint32_t i = 0; i < n; i++) {
            uint64_t mask = UINT64_MAX >> (random_below(&random, 4) ? 64 - bits : 63 - i % 63);
            want[i] = random_next(&random) & mask;
            varint(&m, want[i]);
        }
        fr_wire w = fr_wire_of((fr_bytes){m.at, m.n});
        assert_int_equal(fr_wire_numbers(&w, got), n);
        assert_int_equal(w.fault, FR_WIRE_GOOD);
        if (n)
            assert_memory_equal(got, want, n * sizeof *want);
        if (n && want[n - 1] > 0x7f) {
            w = fr_wire_of((fr_bytes){m.at, m.n - 1});
            assert_int_equal(fr_wire_numbers(&w, got), n - 1);
            assert_int_equal(w.fault, FR_WIRE_TRUNCATED);
        }
        free(m.at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),
        cmocka_unit_test(labels),
        cmocka_unit_test(neighbours),
        cmocka_unit_test(strangers),
        cmocka_unit_test(fields_in_any_order),
        cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(many_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
