/*
 * test_builder.c - the funnel: frames, stacks, values, limits, merging, and that a failed builder
 * does no harm.
 */
#include "model/build/builder_bulk.h"
#include "model/build/builder_merge.h"
#include "unit/unit.h"

static fr_builder *new_builder(void)
{
    fr_builder *b = fr_builder_new(NULL, NULL);

    assert_non_null(b);
    return b;
}

static fr_builder *limited(fr_limits limits)
{
    fr_builder *b = fr_builder_new(&limits, NULL);

    assert_non_null(b);
    return b;
}

static fr_limits defaults(void)
{
    fr_limits limits;

    fr_limits_init(&limits);
    return limits;
}

static fr_profile *finish(fr_builder *b)
{
    fr_error err = {0};
    fr_profile *profile = fr_builder_finish(b, &err);

    if (!profile)
        print_error("%s\n", err.text);
    assert_non_null(profile);
    return profile;
}

static fr_error finish_failing(fr_builder *b)
{
    fr_error err = {0};

    assert_null(fr_builder_finish(b, &err));
    assert_int_not_equal(err.code, FR_OK);
    return err;
}

static uint32_t push(fr_builder *b, uint32_t parent, const char *name)
{
    return fr_builder_push(b, parent, fr_builder_frame(b, &(fr_frame_info){.name = name}));
}

/* "main;foo" of one word each. */
static uint32_t stack_of(fr_builder *b, const char *text)
{
    uint32_t stack = FR_NO_STACK;

    for (size_t len; *text; text += len + (text[len] == ';')) {
        char name[64] = {0};
        len = strcspn(text, ";");
        memcpy(name, text, len);
        stack = push(b, stack, name);
    }
    return stack;
}

static void count(fr_builder *b, const char *stack, uint32_t column, int64_t n)
{
    fr_builder_add(b, stack_of(b, stack), column, n, (uint64_t)n, (double)n);
}

static void equal_things_are_one(void **state)
{
    fr_builder *b = new_builder();
    fr_frame_info info = {.name = "f", .module = "m", .line = 3};
    uint32_t f = fr_builder_frame(b, &info);

    (void)state;
    assert_int_equal(fr_builder_frame(b, &info), f);
    info.name = " f ";
    assert_int_equal(fr_builder_frame(b, &info), f);
    info.line = 4;
    assert_int_not_equal(fr_builder_frame(b, &info), f);
    assert_int_equal(fr_builder_push(b, 0, f), fr_builder_push(b, 0, f));
    assert_int_not_equal(fr_builder_push(b, 1, f), fr_builder_push(b, 0, f));
    fr_builder_free(b);
    fr_builder_free(NULL);
}

static void names(void **state)
{
    static const struct {
        const char *name, *want;
        uint32_t kind;
    } rows[] = {
        {NULL, "[empty]", FR_KIND_USER},
        {"", "[empty]", FR_KIND_USER},
        {" \t\r ", "[empty]", FR_KIND_USER},
        {"_[k]", "_[k]", FR_KIND_USER},
        {" _[k]", "_[k]", FR_KIND_USER},
        {"f_[k]", "f", FR_KIND_KERNEL | FR_KIND_ANNOTATED},
        {"f_[j] ", "f", FR_KIND_JIT | FR_KIND_ANNOTATED},
        {"f_[i]", "f", FR_KIND_INLINED | FR_KIND_ANNOTATED},
        {"f_[0]", "f", FR_KIND_INTERPRETED | FR_KIND_ANNOTATED},
        {"f_[1]", "f", FR_KIND_JIT | FR_KIND_ANNOTATED},
        {"f_[2]", "f_[2]", FR_KIND_USER},
        {"f_[x]", "f_[x]", FR_KIND_USER},
        {"f[k]", "f[k]", FR_KIND_USER},
        {"f _[k]", "f", FR_KIND_KERNEL | FR_KIND_ANNOTATED},
        {"f_[j]_[k]", "f", FR_KIND_KERNEL | FR_KIND_ANNOTATED},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_builder *b = new_builder();
        uint32_t column = fr_builder_column(b, "c", "samples", 0);
        fr_builder_add(b, push(b, 0, rows[i].name), column, 1, 1, 1);
        fr_profile *p = finish(b);
        assert_int_equal(p->n_stacks, 2);
        assert_string_equal(fr_frame_name(p, p->stacks[1].frame).at, rows[i].want);
        assert_int_equal(p->frames[p->stacks[1].frame].kind, rows[i].kind);
        fr_profile_free(p);
    }
}

static void kinds_out_of_range(void **state)
{
    fr_builder *b = new_builder();
    uint32_t column = fr_builder_column(b, "c", "samples", 0);
    fr_frame_info info = {.name = "f", .kind = (fr_kind)77};

    (void)state;
    fr_builder_add(b, fr_builder_push(b, 0, fr_builder_frame(b, &info)), column, 1, 1, 1);
    fr_profile *p = finish(b);
    assert_int_equal(p->frames[1].kind, FR_KIND_USER);
    fr_profile_free(p);
}

static void ids_that_are_none(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        fr_builder *b = new_builder();
        uint32_t f = fr_builder_frame(b, &(fr_frame_info){.name = "f"});
        assert_int_equal(fr_builder_push(b, i == 0 ? 9 : 0, i == 1 ? 9 : i == 2 ? 0 : f), 0);
        assert_int_equal(finish_failing(b).code, FR_E_USAGE);
    }
    for (uint32_t i = 0; i < 3; i++) {
        fr_builder *b = new_builder();
        uint32_t column = fr_builder_column(b, "c", "ns", 0);
        fr_builder_add(b, i == 0 ? 9 : 0, i ? column + i * 50 : column, 1, 1, 1);
        assert_int_equal(finish_failing(b).code, FR_E_USAGE);
    }
}

/* ---- columns */

static void columns_are_limited(void **state)
{
    fr_builder *b = new_builder();
    char name[16];

    (void)state;
    for (uint32_t k = 0; k < FR_MAX_COLUMNS; k++) {
        snprintf(name, sizeof name, "c%u", k);
        assert_int_equal(fr_builder_column(b, name, "samples", 0), k);
    }
    assert_int_equal(fr_builder_column(b, "c3", "samples", 0), 3);
    assert_false(fr_builder_failed(b));
    assert_int_equal(fr_builder_column(b, "c3", "ns", 0), 0);
    assert_true(fr_builder_failed(b));
    assert_int_equal(fr_builder_column(b, "c3", "samples", 0), 0);
    assert_int_equal(finish_failing(b).code, FR_E_LIMIT);
}

static void columns_after_stacks(void **state)
{
    fr_builder *b = new_builder();
    uint32_t late;
    char name[16];

    (void)state;
    count(b, "a", fr_builder_column(b, "first", "samples", 0), 2);
    for (int i = 0; i < 5000; i++) {
        snprintf(name, sizeof name, "n%d", i);
        push(b, 0, name);
    }
    late = fr_builder_column(b, "late", "samples", 0);
    count(b, "n4999", late, 3);
    for (int i = 5000; i < 9000; i++) {
        snprintf(name, sizeof name, "n%d", i);
        count(b, name, late, 1);
    }
    fr_profile *p = finish(b);
    assert_int_equal(p->columns[0].reference, 2);
    assert_int_equal(p->columns[1].reference, 4003);
    fr_profile_free(p);
}

static void column_texts_are_printable(void **state)
{
    fr_builder *b = new_builder();
    uint32_t k = fr_builder_column(b, "\x1b[31m", "\xff", 0);

    (void)state;
    assert_int_equal(fr_builder_column(b, "\x1b[31m", "\xff", 0), k);
    assert_int_equal(fr_builder_column(b, NULL, NULL, 0), 1);
    count(b, "a", k, 1);
    fr_profile *p = finish(b);
    assert_string_equal(p->columns[0].name, "\\x1b[31m");
    assert_string_equal(p->columns[0].unit, "\\xff");
    assert_string_equal(p->columns[1].unit, "");
    fr_profile_free(p);
}

static void decimals_out_of_range(void **state)
{
    fr_builder *b = new_builder();

    (void)state;
    assert_int_equal(fr_builder_column(b, "c", "ns", 10), 0);
    assert_int_equal(finish_failing(b).code, FR_E_USAGE);
}

/* ---- values */

static void counts_are_implicit_until_they_differ(void **state)
{
    fr_builder *b = new_builder();
    uint32_t column = fr_builder_column(b, "c", "events", 0);

    (void)state;
    count(b, "a", column, 2);
    fr_builder_add(b, stack_of(b, "b"), column, 300, 3, 30000);
    count(b, "a", column, 1);
    fr_profile *p = finish(b);
    assert_non_null(p->columns[0].count);
    assert_true(p->columns[0].counted);
    assert_int_equal(p->columns[0].sum[1], 3);
    assert_int_equal(p->columns[0].count[1], 3);
    assert_int_equal(p->columns[0].count[2], 3);
    assert_true(p->columns[0].squares[2] == 30000);
    fr_profile_free(p);
}

static void an_unknown_count_is_unknown_for_all(void **state)
{
    fr_builder *b = new_builder();
    uint32_t column = fr_builder_column(b, "c", "ns", 0);

    (void)state;
    count(b, "a", column, 2);
    fr_builder_add(b, stack_of(b, "b"), column, 300, 0, 0);
    fr_profile *p = finish(b);
    fr_column_info info;
    assert_true(fr_profile_column(p, 0, &info));
    assert_int_equal(info.n_samples, 0);
    assert_int_equal(info.kept, 302);
    assert_false(fr_profile_column(p, 1, &info));
    fr_profile_free(p);
}

/* 3 samples of weight 1.5 are 3 samples, and the squares of their weights are in the same units. */
static void refining_keeps_counts(void **state)
{
    fr_builder *b = new_builder();
    uint32_t column = fr_builder_column(b, "c", "samples", 0);

    (void)state;
    count(b, "a", column, 3);
    fr_builder_refine(b, column, 2);
    fr_builder_refine(b, column, 1);
    fr_builder_add(b, stack_of(b, "b"), column, 150, 1, 150.0 * 150.0);
    fr_builder_refine(b, column, 3);
    fr_profile *p = finish(b);
    assert_int_equal(p->columns[0].sum[1], 3000);
    assert_int_equal(fr_column_count(&p->columns[0], 1), 3);
    assert_true(fr_column_squares(&p->columns[0], 1) == 3e6);
    assert_int_equal(p->columns[0].sum[2], 1500);
    assert_int_equal(fr_column_count(&p->columns[0], 2), 1);
    assert_true(fr_column_squares(&p->columns[0], 2) == 2250000.0);
    fr_profile_free(p);
}

static void sums_that_overflow(void **state)
{
    fr_builder *b = new_builder();
    uint32_t column = fr_builder_column(b, "c", "ns", 0);
    fr_error err;

    (void)state;
    fr_builder_add(b, stack_of(b, "main;foo"), column, INT64_MAX, 0, 0);
    fr_builder_add(b, stack_of(b, "main;foo"), column, 1, 0, 0);
    err = finish_failing(b);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.text, "'main;foo'"));
}

static void totals_that_overflow(void **state)
{
    fr_builder *b = new_builder();
    uint32_t column = fr_builder_column(b, "c", "ns", 0);
    fr_error err;

    (void)state;
    fr_builder_add(b, stack_of(b, "a"), column, INT64_MAX, 0, 0);
    fr_builder_add(b, stack_of(b, "b;c"), column, 1, 0, 0);
    err = finish_failing(b);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.text, "'b;c'"));
}

static void scales_that_overflow(void **state)
{
    fr_builder *b = new_builder();
    uint32_t column = fr_builder_column(b, "c", "ns", 0);
    fr_error err;

    (void)state;
    fr_builder_add(b, stack_of(b, "a;long name"), column, INT64_MAX / 10 + 1, 0, 0);
    fr_builder_refine(b, column, 1);
    err = finish_failing(b);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.text, "'a;long name'"));
}

static void deep_stacks_in_messages(void **state)
{
    fr_builder *b = new_builder();
    uint32_t column = fr_builder_column(b, "c", "ns", 0), stack = FR_NO_STACK;
    char name[400];

    (void)state;
    for (int i = 0; i < 500; i++)
        stack = push(b, stack, i == 0 ? "root" : "a frame somewhere");
    fr_builder_add(b, stack, column, INT64_MAX, 0, 0);
    fr_builder_add(b, stack, column, 1, 0, 0);
    fr_error err = finish_failing(b);
    assert_non_null(strstr(err.text, "...;a frame somewhere;a"));
    assert_null(strstr(err.text, "root"));

    b = new_builder();
    memset(name, 'x', sizeof name);
    name[399] = '\0';
    column = fr_builder_column(b, "c", "ns", 0);
    fr_builder_add(b, push(b, 0, name), column, INT64_MAX, 0, 0);
    fr_builder_add(b, push(b, 0, name), column, 1, 0, 0);
    err = finish_failing(b);
    assert_non_null(strstr(err.text, "'...'"));
}

static void negative_values_fail(void **state)
{
    fr_builder *b = new_builder();

    (void)state;
    fr_builder_add(b, stack_of(b, "a"), fr_builder_column(b, "c", "ns", 0), -1, 0, 0);
    assert_int_equal(finish_failing(b).code, FR_E_FORMAT);
}

/* ---- limits */

static void nodes_are_limited(void **state)
{
    fr_limits limits = defaults();
    fr_error err;

    (void)state;
    limits.nodes = 3;
    fr_builder *b = limited(limits);
    uint32_t column = fr_builder_column(b, "c", "samples", 0);
    count(b, "a;b;c", column, 1);
    count(b, "a;b", column, 1);
    assert_false(fr_builder_failed(b));
    count(b, "a;d", column, 1);
    err = finish_failing(b);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.hint, "--limit-nodes"));
}

static void depth_is_limited(void **state)
{
    fr_limits limits = defaults();

    (void)state;
    limits.stack_depth = 3;
    for (int deep = 0; deep < 2; deep++) {
        fr_builder *b = limited(limits);
        count(b, deep ? "a;b;c;d" : "a;b;c", fr_builder_column(b, "c", "samples", 0), 1);
        if (deep)
            assert_non_null(strstr(finish_failing(b).hint, "--limit-depth"));
        else
            fr_profile_free(finish(b));
    }
}

static void memory_is_limited(void **state)
{
    fr_limits limits = defaults();
    char name[64];

    (void)state;
    limits.memory = 8 << 20;
    fr_builder *b = limited(limits);
    uint32_t column = fr_builder_column(b, "c", "samples", 0);
    for (int i = 0; i < 1000000 && !fr_builder_failed(b); i++) {
        snprintf(name, sizeof name, "some function with number %d", i);
        count(b, name, column, 1);
    }
    fr_error err = finish_failing(b);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.hint, "--limit-memory"));
}

static void names_are_limited(void **state)
{
    static const struct {
        const char *name, *want;
    } rows[] = {
        {"0123456789abcdef", "0123456789abcdef"},
        {"0123456789abcdefg", "0123456789abcdef"},
        {"0123456789abcde\xc3\xa4", "0123456789abcde"},
        {"0123456789abcd\xc3\xa4z", "0123456789abcd\xc3\xa4"},
        {"0123456789abcde fg", "0123456789abcde"}, /* no blank at its end: read back as it is */
    };
    fr_limits limits = defaults();

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        limits.name_bytes = 16;
        fr_builder *b = limited(limits);
        count(b, rows[i].name, fr_builder_column(b, "c", "samples", 0), 1);
        fr_profile *p = finish(b);
        assert_string_equal(fr_frame_name(p, 1).at, rows[i].want);
        assert_int_equal(note_of(p, "cut-name").n, i > 0);
        fr_profile_free(p);
    }
}

/* What a reader allowed is not limited again when it is transformed or written. */
static void what_follows_has_no_limits(void **state)
{
    fr_limits limits = defaults();
    size_t len = (2 << 20) + 4;
    char *name = malloc(len + 1);

    (void)state;
    assert_non_null(name);
    memset(name, 'x', len);
    memcpy(name + len - 4, "_[k]", 5);
    limits.name_bytes = 4 << 20;
    fr_builder *b = limited(limits);
    fr_builder_add(b, push(b, 0, name), fr_builder_column(b, "c", "samples", 0), 1, 1, 1);
    fr_profile *p = finish(b);
    char *folded = written(p, "folded");
    assert_int_equal(strlen(folded), len + 3);
    assert_memory_equal(folded, name, len);
    free(folded);
    free(name);
    fr_profile_free(p);
}

/* ---- notes */

static void a_million_notes_take_no_memory(void **state)
{
    fr_limits limits = defaults();
    fr_builder *b;

    (void)state;
    limits.memory = 2 << 20;
    b = limited(limits);
    for (uint64_t line = 1; line <= 1000000; line++)
        fr_builder_note(b, FR_NOTE_REJECTED_LINE, line, FR_LITERAL("bad \x01\x02\x03\x04 line"));
    count(b, "a", fr_builder_column(b, "c", "samples", 0), 1);
    fr_profile *p = finish(b);
    assert_int_equal(note_of(p, "rejected-line").n, 1000000);
    assert_int_equal(note_of(p, "rejected-line").first_line, 1);
    fr_profile_free(p);
}

static void quotes_are_cut_on_code_points(void **state)
{
    char text[200];

    (void)state;
    for (size_t shift = 0; shift < 3; shift++) {
        fr_builder *b = new_builder();
        memset(text, 'x', shift);
        for (size_t i = shift; i + 3 <= sizeof text; i += 3)
            memcpy(text + i, "\xe4\xb8\xad", 3);
        fr_builder_note(b, FR_NOTE_SKIPPED_LINE, 1, (fr_bytes){text, shift + 180});
        count(b, "a", fr_builder_column(b, "c", "samples", 0), 1);
        fr_profile *p = finish(b);
        assert_null(strstr(note_of(p, "skipped-line").text, "\\x"));
        fr_profile_free(p);
    }
}

/* ---- merging */

static fr_profile *merged(const char *first, const char *second)
{
    fr_read_options opt = folded_options(1);
    fr_reader *reader = fr_reader_new(&opt, NULL);
    fr_error err = {0};

    assert_non_null(reader);
    assert_true(fr_reader_add_memory(reader, "1", first, strlen(first), &err));
    assert_true(fr_reader_add_memory(reader, "2", second, strlen(second), &err));
    fr_profile *p = fr_reader_finish(reader, &err);
    assert_non_null(p);
    return p;
}

/* Three samples of "a", then each weighs 7; one of "b" that weighs 2 follows. */
static void counts_become_weights(void **state)
{
    fr_builder *b = new_builder();
    uint32_t column = fr_builder_column(b, "c", "ns", 0);
    fr_profile *profile;
    fr_error err = {0};

    (void)state;
    assert_true(fr_builder_is_blank(b, column));
    count(b, "a", column, 1);
    count(b, "a", column, 1);
    count(b, "a", column, 1);
    assert_false(fr_builder_is_blank(b, column));
    fr_builder_weigh(b, column, 7);
    fr_builder_add(b, stack_of(b, "b"), column, 2, 1, 4);
    profile = fr_builder_finish(b, &err);
    assert_non_null(profile);
    assert_int_equal(fr_column_sum(&profile->columns[0], 1), 21);
    assert_int_equal(fr_column_count(&profile->columns[0], 1), 3);
    assert_true(fr_column_squares(&profile->columns[0], 1) == 147);
    assert_int_equal(fr_column_sum(&profile->columns[0], 2), 2);
    assert_int_equal(fr_column_count(&profile->columns[0], 2), 1);
    fr_profile_free(profile);
}

static void weights_that_overflow(void **state)
{
    fr_builder *b = new_builder();
    uint32_t column = fr_builder_column(b, "c", "ns", 0);
    fr_error err;

    (void)state;
    count(b, "a", column, 3);
    fr_builder_weigh(b, column, INT64_MAX / 2);
    err = finish_failing(b);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.text, "at the stack 'a'"));
}

static void merging(void **state)
{
    static const struct {
        const char *first, *second, *want;
        uint64_t n_samples;
    } rows[] = {
        {"a;b 1\na 2\n", "a;b 3\nc 4\n", "a 2\na;b 4\nc 4\n", 10},
        {"a 1.5\n", "a 2\nb 3\n", "a 3.5\nb 3\n", 0},
        {"a 2\nb 3\n", "a 1.5\n", "a 3.5\nb 3\n", 0},
        {"a 1.25\n", "a 0.005\n", "a 1.255\n", 0},
        {"a 0.005\n", "a 1.25\n", "a 1.255\n", 0},
        {"a_[k] 1\na 1\n", "a_[k] 1\n", "a 1\na_[k] 2\n", 3},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = merged(rows[i].first, rows[i].second);
        fr_column_info info;
        assert_written(p, "folded", rows[i].want);
        assert_true(fr_profile_column(p, 0, &info));
        assert_int_equal(info.n_samples, rows[i].n_samples);
        fr_profile_free(p);
    }
}

/* Explicit counts and squares meet a column that is finer. */
static void merging_counts_of_other_fineness(void **state)
{
    (void)state;
    for (int swap = 0; swap < 2; swap++) {
        fr_builder *coarse = new_builder(), *fine = new_builder(), *to, *from;
        count(coarse, "a", fr_builder_column(coarse, "c", "s", 0), 3);
        fr_builder_add(fine, stack_of(fine, "a"), fr_builder_column(fine, "c", "s", 2), 150, 1,
                       22500);
        to = swap ? fine : coarse;
        from = swap ? coarse : fine;
        fr_builder_merge(to, from);
        fr_builder_free(from);
        fr_profile *p = finish(to);
        assert_int_equal(p->n_columns, 1);
        assert_int_equal(p->columns[0].decimals, 2);
        assert_int_equal(p->columns[0].sum[1], 450);
        assert_int_equal(fr_column_count(&p->columns[0], 1), 4);
        assert_true(fr_column_squares(&p->columns[0], 1) == 30000 + 22500);
        fr_profile_free(p);
    }
}

static void merging_meta(void **state)
{
    fr_builder *a = new_builder(), *b = new_builder();
    fr_profile_info info;

    (void)state;
    fr_builder_source(a, "one");
    fr_builder_source(b, "two");
    fr_builder_time(b, 5);
    fr_builder_time(b, -7);
    fr_builder_record(a, 2);
    fr_builder_record(b, 3);
    fr_builder_frameless(b, 1);
    fr_builder_note(a, FR_NOTE_ZERO_VALUE, 4, FR_LITERAL("x"));
    fr_builder_note(b, FR_NOTE_ZERO_VALUE, 9, FR_LITERAL("y"));
    count(a, "a", fr_builder_column(a, "c", "samples", 0), 1);
    count(b, "a", fr_builder_column(b, "d", "samples", 0), 1);
    fr_builder_merge(a, b);
    fr_builder_free(b);
    fr_profile *p = finish(a);
    fr_profile_describe(p, &info);
    assert_int_equal(info.n_columns, 2);
    assert_int_equal(info.n_records, 5);
    assert_int_equal(info.n_frameless, 1);
    assert_int_equal(info.n_notes, 2);
    assert_true(info.timed);
    assert_int_equal(info.first_ns, -7);
    assert_int_equal(info.last_ns, 5);
    fr_profile_free(p);
}

/* ---- failure */

static void after_a_failure_nothing_happens(void **state)
{
    fr_builder *b = new_builder(), *other = new_builder();
    uint32_t column = fr_builder_column(b, "c", "samples", 0), f;
    fr_error err;

    (void)state;
    count(b, "a", column, 1);
    count(other, "b;c", fr_builder_column(other, "d", "ns", 3), 1);
    fr_builder_fail(b, FR_E_FORMAT, 7, 70, "the first");
    fr_builder_hint(b, "a hint");
    fr_builder_fail(b, FR_E_LIMIT, 8, 80, "the second");
    f = fr_builder_frame(b, &(fr_frame_info){.name = "x"});
    assert_int_equal(f, 0);
    assert_int_equal(fr_builder_named(b, FR_LITERAL("y"), FR_TEXT_RAW, 0, FR_LITERAL("m")), 0);
    assert_int_equal(fr_builder_push(b, 12345, 67), 0);
    assert_int_equal(fr_builder_column(b, "new", "ns", 0), 0);
    fr_builder_add(b, 12345, 99, 1, 1, 1);
    fr_builder_refine(b, 0, 4);
    fr_builder_uncounted(b, 0);
    fr_builder_use_counts(b, 0);
    fr_builder_note(b, FR_NOTE_ZERO_VALUE, 1, FR_LITERAL("x"));
    fr_builder_merge(b, other);
    fr_builder_free(other);
    err = finish_failing(b);
    assert_int_equal(err.code, FR_E_FORMAT);
    assert_int_equal(err.line, 7);
    assert_string_equal(err.text, "the first");
    assert_string_equal(err.hint, "a hint");
}

/* Frames that differ in one field are two. */
static void frames_differ_by_any_field(void **state)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    const fr_frame frame = {0x4000, 1, 2, 3, 4, 5, 6, 7, FR_KIND_INLINED};
    const fr_frame others[] = {
        {0x4001, 1, 2, 3, 4, 5, 6, 7, FR_KIND_INLINED},
        {UINT64_C(0x100004000), 1, 2, 3, 4, 5, 6, 7, FR_KIND_INLINED},
        {0x4000, 9, 2, 3, 4, 5, 6, 7, FR_KIND_INLINED},
        {0x4000, 1, 9, 3, 4, 5, 6, 7, FR_KIND_INLINED},
        {0x4000, 1, 2, 9, 4, 5, 6, 7, FR_KIND_INLINED},
        {0x4000, 1, 2, 3, 9, 5, 6, 7, FR_KIND_INLINED},
        {0x4000, 1, 2, 3, 4, 9, 6, 7, FR_KIND_INLINED},
        {0x4000, 1, 2, 3, 4, 5, 9, 7, FR_KIND_INLINED},
        {0x4000, 1, 2, 3, 4, 5, 6, 9, FR_KIND_INLINED},
        {0x4000, 1, 2, 3, 4, 5, 6, 7, FR_KIND_INLINED | FR_KIND_ANNOTATED},
    };
    uint32_t id = fr_builder_intern(b, &frame);

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(fr_builder_intern(b, &others[i]), id + 1 + i);
    fr_builder_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_things_are_one),
        cmocka_unit_test(names),
        cmocka_unit_test(kinds_out_of_range),
        cmocka_unit_test(ids_that_are_none),
        cmocka_unit_test(columns_are_limited),
        cmocka_unit_test(columns_after_stacks),
        cmocka_unit_test(column_texts_are_printable),
        cmocka_unit_test(decimals_out_of_range),
        cmocka_unit_test(counts_are_implicit_until_they_differ),
        cmocka_unit_test(an_unknown_count_is_unknown_for_all),
        cmocka_unit_test(refining_keeps_counts),
        cmocka_unit_test(counts_become_weights),
        cmocka_unit_test(weights_that_overflow),
        cmocka_unit_test(sums_that_overflow),
        cmocka_unit_test(totals_that_overflow),
        cmocka_unit_test(scales_that_overflow),
        cmocka_unit_test(deep_stacks_in_messages),
        cmocka_unit_test(negative_values_fail),
        cmocka_unit_test(nodes_are_limited),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(names_are_limited),
        cmocka_unit_test(what_follows_has_no_limits),
        cmocka_unit_test(a_million_notes_take_no_memory),
        cmocka_unit_test(quotes_are_cut_on_code_points),
        cmocka_unit_test(merging),
        cmocka_unit_test(merging_counts_of_other_fineness),
        cmocka_unit_test(merging_meta),
        cmocka_unit_test(after_a_failure_nothing_happens),
        cmocka_unit_test(frames_differ_by_any_field),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
