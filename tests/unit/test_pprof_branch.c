/*
 * test_pprof_branch.c - large random pprofs whose stacks hardly ever come again: every stack has the
 * number, caller, frame and value that pushing one sample after another gives.
 */
#include "formats/pprof/wire_writer.h"
#include "model/build/builder.h"
#include "model/profile.h"
#include "unit/unit.h"

enum { N_FUNCTIONS = 150, N_LOCATIONS = 400, N_SAMPLES = 7000, DEEPEST = 40 };

/* Ids of locations: small ones in two bytes, and every ninth as large as ids get. */
static uint64_t id_of(uint32_t location)
{
    return location % 9 == 8 ? UINT64_MAX - location : 100 + location;
}

/* Two locations are one frame; every fifth location has a line inlined into it. */
static uint32_t function_of(uint32_t location)
{
    return location / 2 % N_FUNCTIONS;
}

static bool has_inlined(uint32_t location)
{
    return location % 5 == 4;
}

static uint32_t inlined_of(uint32_t location)
{
    return (location + 7) % 3;
}

typedef struct one {
    uint32_t ids[DEEPEST]; /* locations, root first */
    uint32_t n, value;
} one;

static one *samples;

/* A third has the root side of an earlier sample, some are an earlier one whole, some have no value. */
static void draw_samples(uint64_t seed)
{
    random_source r = {seed};

    for (uint32_t i = 0; i < N_SAMPLES; i++) {
        one *s = &samples[i];
        const one *before = &samples[i ? random_below(&r, i) : 0];
        uint32_t kind = random_below(&r, 12);
        *s = (one){.n = 1 + random_below(&r, DEEPEST), .value = random_below(&r, 20)};
        for (uint32_t d = 0; d < s->n; d++)
            s->ids[d] = random_below(&r, N_LOCATIONS);
        if (i && kind < 4)
            memcpy(s->ids, before->ids,
                   random_below(&r, before->n < s->n ? before->n : s->n) * sizeof *s->ids);
        if (i && kind == 4) {
            memcpy(s->ids, before->ids, sizeof s->ids);
            s->n = i % 2 ? 1 + random_below(&r, before->n) : before->n;
        }
    }
}

static void put_texts(fr_wire_out *out)
{
    char name[20];

    fr_wire_put_bytes(out, 6, FR_LITERAL(""));
    fr_wire_put_bytes(out, 6, FR_LITERAL("samples"));
    for (uint32_t f = 0; f < N_FUNCTIONS; f++) {
        snprintf(name, sizeof name, "f%u", f);
        fr_wire_put_bytes(out, 6, fr_bytes_of(name));
    }
}

static void put_line(fr_wire_out *to, fr_wire_out *part, uint32_t function)
{
    fr_wire_put_number(part, 1, function + 1);
    fr_wire_put_message(to, 4, part);
}

static void put_tables(fr_wire_out *out, fr_wire_out *message, fr_wire_out *part)
{
    for (uint32_t f = 0; f < N_FUNCTIONS; f++) {
        fr_wire_put_number(message, 1, f + 1);
        fr_wire_put_number(message, 2, f + 2);
        fr_wire_put_message(out, 5, message);
    }
    for (uint32_t l = 0; l < N_LOCATIONS; l++) {
        fr_wire_put_number(message, 1, id_of(l));
        if (has_inlined(l))
            put_line(message, part, inlined_of(l));
        put_line(message, part, function_of(l));
        fr_wire_put_message(out, 4, message);
    }
}

/* `split`: the ids of the last sample are in two fields, so that all are read one by one. */
static void put_samples(fr_wire_out *out, fr_wire_out *message, fr_wire_out *part, bool split)
{
    for (uint32_t i = 0; i < N_SAMPLES; i++) {
        const one *s = &samples[i];
        for (uint32_t d = s->n; d-- > 0;) {
            fr_wire_put_varint(part, id_of(s->ids[d]));
            if (split && i == N_SAMPLES - 1)
                fr_wire_put_message(message, 1, part);
        }
        if (part->n)
            fr_wire_put_message(message, 1, part);
        fr_wire_put_varint(part, s->value);
        fr_wire_put_message(message, 2, part);
        fr_wire_put_message(out, 2, message);
    }
}

/* `last`: a sample more, unless it is empty. */
static fr_profile *read_with(bool split, fr_bytes last, fr_error *err)
{
    fr_wire_out out = {0}, message = {0}, part = {0};
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_profile *p;

    fr_wire_put_number(&message, 1, 1);
    fr_wire_put_message(&out, 1, &message);
    put_samples(&out, &message, &part, split);
    put_tables(&out, &message, &part);
    put_texts(&out);
    if (last.len)
        fr_wire_put_bytes(&out, 2, last);
    p = try_read(out.at, out.n, &opt, err);
    fr_wire_out_reset(&out);
    fr_wire_out_reset(&message);
    fr_wire_out_reset(&part);
    return p;
}

static fr_profile *read_pprof(bool split)
{
    fr_error err = {0};
    fr_profile *p = read_with(split, (fr_bytes){NULL, 0}, &err);

    assert_string_equal(err.text, "");
    return p;
}

static uint32_t push(fr_builder *b, uint32_t stack, uint32_t function, fr_kind kind)
{
    char name[20];

    snprintf(name, sizeof name, "f%u", function);
    return fr_builder_push(b, stack,
                           fr_builder_frame(b, &(fr_frame_info){.name = name, .kind = kind}));
}

/* One sample after another. */
static fr_profile *build_profile(void)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t column = fr_builder_column(b, "samples", "count", 0);

    for (uint32_t i = 0; i < N_SAMPLES; i++) {
        uint32_t stack = FR_NO_STACK;
        for (uint32_t d = 0; d < samples[i].n && samples[i].value; d++) {
            uint32_t l = samples[i].ids[d];
            stack = push(b, stack, function_of(l), FR_KIND_USER);
            if (has_inlined(l))
                stack = push(b, stack, inlined_of(l), FR_KIND_INLINED);
        }
        fr_builder_add(b, stack, column, samples[i].value, samples[i].value, samples[i].value);
    }
    return fr_builder_finish(b, NULL);
}

static void assert_same_stacks(const fr_profile *p, const fr_profile *expected)
{
    assert_int_equal(p->n_stacks, expected->n_stacks);
    for (uint32_t s = 1; s < p->n_stacks; s++) {
        fr_stack a = p->stacks[s], b = expected->stacks[s];
        assert_int_equal(a.parent, b.parent);
        assert_string_equal(fr_frame_name(p, a.frame).at, fr_frame_name(expected, b.frame).at);
        assert_int_equal(p->frames[a.frame].kind, expected->frames[b.frame].kind);
        assert_int_equal(fr_column_sum(&p->columns[0], s), fr_column_sum(&expected->columns[0], s));
    }
}

static void all_at_once(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        fr_profile *p, *expected;
        draw_samples(seed);
        expected = build_profile();
        p = read_pprof(false);
        assert_same_stacks(p, expected);
        fr_profile_free(p);
        fr_profile_free(expected);
    }
}

static void one_by_one(void **state)
{
    (void)state;
    draw_samples(6);
    fr_profile *p = read_pprof(true), *expected = build_profile();
    char *text = written(p, "folded"), *other = written(expected, "folded");

    assert_string_equal(text, other);
    free(text);
    free(other);
    fr_profile_free(p);
    fr_profile_free(expected);
}

/* A sample without a value has no stack, but what is wrong with its ids is said. */
static void damaged_without_value(void **state)
{
    const struct {
        fr_bytes sample;
        const char *says;
    } cases[] = {
        {FR_LITERAL("\x0a\x02\x65\xe5\x10\x00"), "truncated"}, /* ids {101, 101 and on} */
        {FR_LITERAL("\x0a\x0c\x65\xe5\xe5\xe5\xe5\xe5\xe5\xe5\xe5\xe5\x02\x65\x10\x00"), "damaged"},
        {FR_LITERAL("\x0a\x01\x65\x10\x00"), ""},
        {FR_LITERAL("\x10\x00"), ""},
    };

    (void)state;
    draw_samples(7);
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_error err = {0};
        fr_profile *p = read_with(false, cases[i].sample, &err);
        assert_true((p == NULL) == (*cases[i].says != 0));
        assert_non_null(strstr(err.text, cases[i].says));
        fr_profile_free(p);
    }
}

#define CALLERS "\x67\x69\x6a\x6b\x6e\x6f\x70\x71" /* no other sample has all of them */

/* What is odd where a stack is already alone: the ids are not read before it is pushed. */
static void odd_leaves(void **state)
{
    const struct {
        fr_bytes sample;
        const char *line, *says;
    } cases[] = {
        {FR_LITERAL("\x0a\x09\x05" CALLERS "\x10\x09"), "\nf6;f6;f5;f5;f3;f3;f2;f1;[unknown] 9\n",
         ""}, /* 5 stands for nothing */
        {FR_LITERAL("\x0a\x12\xe5\x80\x80\x80\x80\x80\x80\x80\x80\x00" CALLERS "\x10\x09"),
         "\nf6;f6;f5;f5;f3;f3;f2;f1;f0 9\n", ""}, /* 101, at length */
        {FR_LITERAL("\x0a\x12\xe5\x80\x80\x80\x80\x80\x80\x80\x80\x02" CALLERS "\x10\x09"), NULL,
         "the pprof is damaged: no field of a message at byte "},
    };

    (void)state;
    draw_samples(8);
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_error err = {0};
        fr_profile *p = read_with(false, cases[i].sample, &err);
        char *text = p ? written(p, "folded") : NULL;
        assert_true((text == NULL) == (cases[i].line == NULL));
        assert_true(!text || strstr(text, cases[i].line));
        assert_true(strncmp(err.text, cases[i].says, strlen(cases[i].says)) == 0);
        assert_true((p && note_of(p, "unknown-names").n) == (i == 0));
        free(text);
        fr_profile_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_at_once),
        cmocka_unit_test(one_by_one),
        cmocka_unit_test(damaged_without_value),
        cmocka_unit_test(odd_leaves),
    };
    int failed;

    samples = calloc(N_SAMPLES, sizeof *samples);
    if (!samples)
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(samples);
    return failed;
}
