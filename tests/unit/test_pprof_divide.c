/*
 * test_pprof_divide.c - large random pprofs whose stacks are told apart only as far as they are drawn: every
 * box, share, word and note of the picture is the one that whole stacks give. What differs is the number of
 * nodes that are not drawn, which is not known.
 */
#include "base/zip.h"
#include "formats/pprof/wire_writer.h"
#include "identical.h"
#include "model/profile.h"
#include "unit/unit.h"

enum { N_FUNCTIONS = 120, N_LOCATIONS = 300, DEEPEST = 6000, PADDING = 256, N_EMPTY = 1150000 };

typedef struct shape {
    const char *name;
    uint32_t n_samples, n_types;
    uint32_t depth; /* most locations of a sample */
    uint32_t wide;  /* locations that a sample may go on with */
    bool divided;   /* what is expected of it */
    bool lines;     /* locations of several lines, without a function, of a kernel */
    bool zeros;     /* values of 0 in some types; the last has nothing else */
    bool labels;    /* with texts that have to be repaired */
    uint64_t odd;   /* this id stands in some sample; 0: none does */
    bool frameless; /* so does one without ids */
    uint32_t more;  /* functions, and locations of them, that no sample has */
    bool sides;     /* the types are "base\0..." and "new" */
    bool late;      /* labels are of the last string */
} shape;

/* The first two have two parts of samples, and samples narrower than 0.1 px. */
static const shape shapes[] = {
    {"one location after another", 5000, 1, 12, 2, .divided = true},
    {"wide", 4200, 1, 3, N_LOCATIONS, .divided = true},
    {"lines, kinds, frames without a name", 1200, 2, 10, 4, .divided = true, .lines = true},
    {"values of 0", 1200, 3, 10, 3, .divided = true, .zeros = true},
    {"deep", 1200, 1, DEEPEST, 1, .divided = true, .lines = true},
    {"labels", 1200, 2, 10, 3, .divided = true, .labels = true},
    {"ids in more bytes than they need", 1200, 1, 10, 3, .divided = true, .odd = 1},
    {"an id of nothing", 1200, 1, 10, 3, .divided = false, .odd = 999},
    {"a sample without ids", 1200, 1, 10, 3, .divided = false, .frameless = true},
};

/* More names than most profiles have samples; a differential, also by its names up to a NUL. */
static const shape many_names = {"many names", 1200, 8, 10, 3, .divided = true, .more = 20000};
static const shape sides = {"sides", 1200, 2, 10, 3, .divided = false, .sides = true};
/* Whose number is larger than that of the bytes which are there when the first sample is noted. */
static const shape late_labels = {"labels of late strings", 1200,           1,           10, 3,
                                  .divided = true,          .labels = true, .late = true};

/* ---- the pprof ---- */

/* Small ones, and every seventh as large as ids get. */
static uint64_t id_of(uint32_t location)
{
    return location % 7 == 6 ? UINT64_MAX - location : location + 1;
}

static void put_id(fr_wire_out *ids, uint64_t id, bool at_length)
{
    fr_wire_put_varint(ids, id);
    if (!at_length)
        return;
    ids->at[ids->n - 1] |= '\x80';
    fr_wire_put_varint(ids, 0);
}

/* The first location of most samples is one of few, and so on: groups are of all sizes. */
static uint32_t draw_location(random_source *r, const shape *s, uint32_t depth)
{
    uint32_t choice = random_below(r, s->wide);

    for (uint32_t i = 0; i < 2; i++) {
        uint32_t other = random_below(r, s->wide);
        choice = other < choice ? other : choice;
    }
    return (1 + choice * 37 + depth % 11 * 13) % N_LOCATIONS;
}

static uint32_t draw_depth(random_source *r, const shape *s, uint32_t i)
{
    bool deep = s->depth == DEEPEST;

    return 1 + (deep && i % 100 ? i % 20 : random_below(r, s->depth));
}

static void put_ids(fr_wire_out *sample, random_source *r, const shape *s, uint32_t i)
{
    static uint32_t path[DEEPEST + 1];
    uint32_t n = draw_depth(r, s, i);
    bool marked = i == s->n_samples / 2;
    fr_wire_out ids = {0};

    for (uint32_t d = 0; d < n; d++)
        path[d] = draw_location(r, s, d);
    if (marked && s->odd)
        put_id(&ids, s->odd, true);
    for (uint32_t d = n; d-- > 0;)
        put_id(&ids, id_of(path[d]), false);
    if (!(marked && s->frameless))
        fr_wire_put_message(sample, 1, &ids);
    fr_wire_out_reset(&ids);
}

static void put_values(fr_wire_out *sample, random_source *r, const shape *s)
{
    fr_wire_out values = {0};

    for (uint32_t k = 0; k < s->n_types; k++) {
        bool zero = s->zeros && (k == s->n_types - 1 || random_below(r, 3) == 0);
        fr_wire_put_varint(&values, zero ? 0 : 1 + random_below(r, 9));
    }
    fr_wire_put_message(sample, 2, &values);
    fr_wire_out_reset(&values);
}

static void put_label(fr_wire_out *sample, random_source *r, const shape *s)
{
    fr_wire_out label = {0};

    fr_wire_put_number(&label, 1, 7);
    fr_wire_put_number(&label, 2, s->late ? 12 + N_FUNCTIONS + N_EMPTY : 8 + random_below(r, 2));
    fr_wire_put_message(sample, 3, &label);
    fr_wire_out_reset(&label);
}

/* A field that no reader knows makes it long. */
static void put_samples(fr_wire_out *all, random_source *r, const shape *s)
{
    static const char padding[PADDING];
    fr_wire_out sample = {0};

    for (uint32_t i = 0; i < s->n_samples; i++) {
        put_ids(&sample, r, s, i);
        put_values(&sample, r, s);
        if (s->labels && i % 3 == 0 && (!s->late || i > 900))
            put_label(&sample, r, s);
        fr_wire_put_bytes(&sample, 15, (fr_bytes){padding, PADDING});
        fr_wire_put_message(all, 2, &sample);
    }
    fr_wire_out_reset(&sample);
}

static void put_line(fr_wire_out *location, uint32_t function)
{
    fr_wire_out line = {0};

    fr_wire_put_number(&line, 1, function + 1);
    fr_wire_put_number(&line, 2, 10 + function % 3);
    fr_wire_put_message(location, 4, &line);
    fr_wire_out_reset(&line);
}

/* Two locations are of one function, of which one may be inlined elsewhere: then a name has two kinds. */
static void put_locations(fr_wire_out *all, const shape *s)
{
    fr_wire_out location = {0};

    for (uint32_t l = 0; l < N_LOCATIONS; l++) {
        fr_wire_put_number(&location, 1, id_of(l));
        fr_wire_put_number(&location, 2, s->lines && l % 4 == 1 ? 2 : 1);
        fr_wire_put_number(&location, 3, 0x1000 + l);
        if (s->lines && l % 5 == 3)
            put_line(&location, (l / 2 + 1) % N_FUNCTIONS);
        if (!s->lines || l % 6)
            put_line(&location, l / 2 % N_FUNCTIONS);
        fr_wire_put_message(all, 4, &location);
    }
    fr_wire_out_reset(&location);
}

static void put_mapping(fr_wire_out *all, uint32_t id)
{
    fr_wire_out mapping = {0};

    fr_wire_put_number(&mapping, 1, id);
    fr_wire_put_number(&mapping, 5, 9 + id);
    fr_wire_put_message(all, 3, &mapping);
    fr_wire_out_reset(&mapping);
}

/* Every tenth function has the name of another. */
static void put_functions(fr_wire_out *all)
{
    fr_wire_out function = {0};
    char name[20];

    for (uint32_t f = 0; f < N_FUNCTIONS; f++) {
        fr_wire_put_number(&function, 1, f + 1);
        fr_wire_put_number(&function, 2, 12 + f);
        fr_wire_put_message(all, 5, &function);
    }
    for (uint32_t f = 0; f < N_FUNCTIONS; f++) {
        snprintf(name, sizeof name, "f%u", f % 10 ? f : f / 2);
        fr_wire_put_bytes(all, 6, fr_bytes_of(name));
    }
    fr_wire_out_reset(&function);
}

/* Behind all other functions, locations and strings. */
static void put_more(fr_wire_out *all, uint32_t n)
{
    fr_wire_out part = {0};
    char name[20];

    for (uint32_t i = N_FUNCTIONS; i < N_FUNCTIONS + n; i++) {
        fr_wire_put_number(&part, 1, i + 1);
        fr_wire_put_number(&part, 2, 12 + i);
        fr_wire_put_message(all, 5, &part);
        fr_wire_put_number(&part, 1, N_LOCATIONS + 1 + i);
        put_line(&part, i);
        fr_wire_put_message(all, 4, &part);
        snprintf(name, sizeof name, "more%u", i);
        fr_wire_put_bytes(all, 6, fr_bytes_of(name));
    }
    fr_wire_out_reset(&part);
}

/* "samples", "objects", "space", then names of functions. */
static void put_types(fr_wire_out *all, uint32_t n)
{
    fr_wire_out type = {0};

    for (uint32_t k = 0; k < n; k++) {
        fr_wire_put_number(&type, 1, k == 0 ? 3 : k < 3 ? 2 + 2 * k : 12 + k);
        fr_wire_put_number(&type, 2, k == 0 ? 3 : 6);
        fr_wire_put_message(all, 1, &type);
    }
    fr_wire_out_reset(&type);
}

static void put_tables(fr_wire_out *all, const shape *s)
{
    static const fr_bytes base = {"base\0x", 6}, new_ = {"new", 3};
    static const char *const strings[] = {"",        "cpu",    "nanoseconds", "samples",
                                          "objects", "space",  "bytes",       "handler",
                                          "/x\x01",  "/b\xff", "/bin/app",    "[kernel.kallsyms]"};

    put_mapping(all, 1);
    put_mapping(all, 2);
    put_locations(all, s);
    for (size_t i = 0; i < COUNT(strings); i++)
        fr_wire_put_bytes(all, 6,
                          s->sides && i == 3   ? base
                          : s->sides && i == 4 ? new_
                                               : fr_bytes_of(strings[i]));
    put_functions(all);
    put_more(all, s->more);
    for (uint32_t i = 0; s->late && i <= N_EMPTY; i++)
        fr_wire_put_bytes(all, 6, i < N_EMPTY ? FR_LITERAL("") : FR_LITERAL("late"));
    assert_false(all->failed);
}

static fr_wire_out make(const shape *s, uint64_t seed)
{
    random_source random = {seed};
    fr_wire_out all = {0};

    put_types(&all, s->n_types);
    put_samples(&all, &random, s);
    put_tables(&all, s);
    return all;
}

/* ---- the picture ---- */

static void take_out(char *text, const char *from, const char *to)
{
    char *begin = strstr(text, from), *end = begin ? strstr(begin + strlen(from), to) : NULL;

    if (end)
        memmove(begin + strlen(from), end, strlen(end) + 1);
}

/* The number of nodes that are not drawn: "14 boxes drawn · 1 narrower than 0.1 px holds 3 %". */
static void take_out_number(char *text)
{
    take_out(text, " drawn ", "narrower");
    take_out(text, " px hold", " ");
    take_out(text, "\"nodes\":", "}");
}

static char *draw(const fr_profile *p, const fr_tree_options *how, const fr_flame_options *flame,
                  const char *format)
{
    fr_write_options write = FR_WRITE_DEFAULTS;
    fr_error err = {0};
    fr_tree *tree = fr_tree_build(p, how, &err);
    fr_theme *theme = fr_theme_new(NULL, &err);
    fr_scene *scene = fr_scene_flame(tree, theme, flame, &err);
    fr_output *out = fr_output_memory();
    size_t len = 0;
    char *text;

    assert_non_null(scene);
    write.scriptless = true;
    fr_scene_write(scene, format, &write, out);
    text = strdup(fr_output_bytes(out, &len));
    assert_non_null(text);
    take_out_number(text);
    fr_output_free(out);
    fr_scene_free(scene);
    fr_theme_free(theme);
    fr_tree_free(tree);
    return text;
}

static const fr_flame_options *flame_options(uint32_t i)
{
    static fr_flame_options options[] = {FR_FLAME_DEFAULTS, FR_FLAME_DEFAULTS, FR_FLAME_DEFAULTS,
                                         FR_FLAME_DEFAULTS};

    options[1].minwidth_millionths = 7000000; /* px */
    options[2].minwidth_percent = true;
    options[2].minwidth_millionths = 2000000;
    options[3].max_depth = 4;
    return i < COUNT(options) ? &options[i] : NULL;
}

static void assert_same_pictures(const fr_profile *whole, const fr_profile *divided,
                                 const fr_flame_options *flame)
{
    static const char *const formats[] = {"svg", "scene-json"};
    fr_tree_options how = FR_TREE_DEFAULTS;

    for (uint32_t k = 0; k < whole->n_columns; k++)
        for (uint32_t i = 0; i < 4 && whole->columns[k].reference; i++) {
            how.column = k;
            how.lone_column = true;
            how.sort = i / 2 ? FR_SORT_VALUE : FR_SORT_NAME;
            char *want = draw(whole, &how, flame, formats[i % 2]);
            char *got = draw(divided, &how, flame, formats[i % 2]);
            assert_string_equal(got, want);
            free(want);
            free(got);
        }
}

static fr_profile *read_with(const fr_wire_out *m, double min_share, uint32_t threads)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_profile *p;

    opt.input_format = "pprof";
    opt.judge = true;
    opt.threads = threads;
    opt.min_share = min_share;
    opt.lines_until = min_share > 0;
    p = try_read(m->at, m->n, &opt, &err);
    assert_string_equal(err.text, "");
    assert_non_null(p);
    return p;
}

static void compare(const shape *s, uint64_t seed)
{
    fr_wire_out m = make(s, seed);
    fr_profile *whole = read_with(&m, 0, 1);
    const fr_flame_options *flame;

    for (uint32_t i = 0; (flame = flame_options(i)) != NULL; i++) {
        fr_profile *p = read_with(&m, fr_flame_min_share(flame), 1 + (uint32_t)(seed + i) % 4);
        assert_true((p->undivided != NULL) == s->divided);
        /* 0.1 px is less than a sample of some shapes */
        assert_true(p->n_stacks < whole->n_stacks || !s->divided || i == 0 || i == 3);
        assert_same_notes(whole, p);
        assert_int_equal(p->meta.n_records, whole->meta.n_records);
        assert_same_pictures(whole, p, flame);
        fr_profile_free(p);
    }
    fr_profile_free(whole);
    fr_wire_out_reset(&m);
}

static void same_pictures(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(shapes); i++) {
        print_message("%s\n", shapes[i].name);
        compare(&shapes[i], i + 1);
    }
}

/* How much of the message is there when a sample is noted depends on the thread that inflates it; what comes of it
 * must not. */
static void labels_of_late_strings(void **state)
{
    fr_wire_out m = make(&late_labels, 3), packed = {0};
    fr_bytes gzip = fr_gzip_all((fr_bytes){m.at, m.n});

    (void)state;
    assert_non_null(gzip.at);
    packed.at = (char *)gzip.at;
    packed.n = gzip.len;
    for (uint32_t threads = 1; threads <= 2; threads++) {
        fr_profile *raw = read_with(&m, 0.01, threads), *p = read_with(&packed, 0.01, threads);
        assert_non_null(raw->undivided);
        assert_non_null(p->undivided);
        assert_same_notes(raw, p);
        fr_profile_free(raw);
        fr_profile_free(p);
    }
    free(packed.at);
    fr_wire_out_reset(&m);
}

/* ---- at the limit ---- */

enum { WHOLE = 100000, LEAF = 42, ROOT = 46 };

/* Of 1 % of 100 000, and of half of it, up to which groups are divided. */
static const uint32_t totals[] = {998, 999, 1000, 1001, 1002, 499, 500, 501};

static void put_stack(fr_wire_out *all, uint32_t leaf, uint32_t group, uint32_t value)
{
    static const char padding[16 << 10];
    fr_wire_out sample = {0}, part = {0};

    put_id(&part, id_of(leaf), false);
    put_id(&part, id_of(group), false);
    put_id(&part, id_of(ROOT), false);
    fr_wire_put_message(&sample, 1, &part);
    fr_wire_put_varint(&part, value);
    fr_wire_put_message(&sample, 2, &part);
    fr_wire_put_bytes(&sample, 15, (fr_bytes){padding, sizeof padding});
    fr_wire_put_message(all, 2, &sample);
    fr_wire_out_reset(&sample);
    fr_wire_out_reset(&part);
}

/* Two leaves on each function, and on each another location of it. */
static void put_groups(fr_wire_out *all)
{
    uint32_t rest = WHOLE;

    for (uint32_t i = 0; i <= COUNT(totals); i++) {
        uint32_t total = i < COUNT(totals) ? totals[i] : rest, part = total / 3;
        put_stack(all, LEAF, 2 + 2 * i, part);
        put_stack(all, LEAF + 2, 3 + 2 * i, total - part);
        rest -= total;
    }
}

static void groups_at_the_limit(void **state)
{
    fr_flame_options flame = FR_FLAME_DEFAULTS;
    fr_wire_out m = {0};
    fr_profile *whole, *divided;
    fr_tree_options how = FR_TREE_DEFAULTS;
    char *text;
    size_t n_boxes = 0;

    (void)state;
    flame.minwidth_percent = true;
    flame.minwidth_millionths = 1000000;
    put_types(&m, 1);
    put_groups(&m);
    put_tables(&m, &shapes[0]);
    whole = read_with(&m, 0, 1);
    divided = read_with(&m, fr_flame_min_share(&flame), 1);
    assert_same_pictures(whole, divided, &flame);
    text = draw(divided, &how, &flame, "scene-json");
    for (const char *at = text; (at = strstr(at, "\"hidden\"")) != NULL; at++)
        n_boxes++;
    /* all, the root, 1000 to 1002 and the rest, on which alone both leaves are wide enough */
    assert_int_equal(n_boxes, 1 + 1 + 3 + 1 + 2);
    assert_int_equal(whole->n_stacks, 1 + 1 + 9 + 9 * 2);
    assert_int_equal(divided->n_stacks, 1 + 1 + 9 + 8 * 2); /* but those on 499 */
    free(text);
    fr_profile_free(divided);
    fr_profile_free(whole);
    fr_wire_out_reset(&m);
}

/* What is left out is said to be so, and makes no sum with others. */
static void one_input(void **state)
{
    fr_wire_out m = make(&shapes[0], 4);
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_reader *reader;

    (void)state;
    opt.lines_until = 1;
    opt.min_share = 0.01;
    opt.input_format = "pprof";
    reader = fr_reader_new(&opt, &err);
    assert_true(fr_reader_add_memory(reader, "a", m.at, m.n, &err));
    assert_false(fr_reader_add_memory(reader, "b", m.at, m.n, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fr_reader_free(reader);
    fr_wire_out_reset(&m);
}

/* ---- memory, and two columns that are a differential ---- */

static fr_profile *read_within(const fr_wire_out *m, uint64_t memory)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_profile *p;

    opt.input_format = "pprof";
    opt.lines_until = 1;
    opt.min_share = 0.01;
    opt.limits.memory = memory;
    p = try_read(m->at, m->n, &opt, &err);
    assert_string_equal(err.text, "");
    return p;
}

/* Own values are kept by name and column: 20 000 names and 8 columns are 1.4 MB for each thread, and the tree. */
static void own_values_within_memory(void **state)
{
    fr_wire_out m = make(&many_names, 7);
    fr_profile *divided = read_within(&m, UINT64_C(64) << 20);
    fr_profile *whole = read_within(&m, UINT64_C(8) << 20);

    (void)state;
    assert_non_null(divided->undivided);
    assert_null(whole->undivided);
    assert_true(divided->n_stacks < whole->n_stacks);
    fr_profile_free(divided);
    fr_profile_free(whole);
    fr_wire_out_reset(&m);
}

static void sides_are_whole(void **state)
{
    fr_wire_out m = make(&sides, 8);
    fr_profile *p = read_within(&m, UINT64_C(64) << 20);
    fr_column_info column;

    (void)state;
    assert_true(fr_profile_column(p, 0, &column));
    assert_string_equal(column.name, "base");
    assert_null(p->undivided);
    fr_profile_free(p);
    fr_wire_out_reset(&m);
}

/* ---- what is not a picture ---- */

static fr_tree *build_tree(const fr_profile *p, bool callers, fr_sort sort, fr_error *err)
{
    fr_tree_options how = FR_TREE_DEFAULTS;

    how.callers = callers;
    how.sort = sort;
    return fr_tree_build(p, &how, err);
}

static fr_profile *select_since(const fr_profile *p, const fr_profile *since, fr_error *err)
{
    fr_select_options opt = FR_SELECT_DEFAULTS;

    opt.since = since;
    return fr_profile_select(p, &opt, err);
}

static fr_diff *compare_sides(const fr_profile *a, const fr_profile *b, fr_error *err)
{
    fr_side base = {.profiles = &a, .n = 1}, other = {.profiles = &b, .n = 1};

    return fr_diff_build(&base, &other, NULL, err);
}

static void assert_refused(const void *made, fr_error *err)
{
    assert_null(made);
    assert_int_equal(err->code, FR_E_USAGE);
    assert_non_null(strstr(err->text, "min_share"));
    *err = (fr_error){0};
}

/* All that would be wrong of stacks that end too early. */
static void assert_for_pictures_alone(const fr_profile *p, const fr_profile *whole)
{
    fr_error err = {0};
    fr_output *out = fr_output_memory();

    assert_refused(build_tree(p, true, FR_SORT_NAME, &err), &err);
    assert_refused(build_tree(p, false, FR_SORT_INPUT, &err), &err);
    assert_refused(fr_profile_transform(p, NULL, &err), &err);
    assert_refused(select_since(p, whole, &err), &err);
    assert_refused(select_since(whole, p, &err), &err);
    assert_refused(compare_sides(p, whole, &err), &err);
    assert_refused(compare_sides(whole, p, &err), &err);
    assert_refused(fr_report_top(p, NULL, &err), &err);
    assert_refused(fr_report_check(p, NULL, &err), &err);
    fr_profile_write(p, "folded", out);
    assert_false(fr_output_close(out, &err));
    assert_refused(NULL, &err);
}

static void for_pictures_alone(void **state)
{
    fr_wire_out m = make(&shapes[0], 5);
    fr_profile *whole = read_with(&m, 0, 1), *divided = read_with(&m, 0.01, 1);

    (void)state;
    assert_non_null(divided->undivided);
    assert_for_pictures_alone(divided, whole);
    fr_profile_free(divided);
    fr_profile_free(whole);
    fr_wire_out_reset(&m);
}

/* Functions without stacks are none that could be divided. */
static void functions_first(void **state)
{
    fr_wire_out m = make(&shapes[0], 6);
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_profile *p;

    (void)state;
    opt.input_format = "pprof";
    opt.lines_until = 1;
    opt.min_share = 0.01;
    opt.functions_only = true;
    p = try_read(m.at, m.n, &opt, &err);
    assert_non_null(p);
    assert_non_null(p->tally);
    assert_null(p->undivided);
    fr_profile_free(p);
    fr_wire_out_reset(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_pictures),   cmocka_unit_test(groups_at_the_limit),
        cmocka_unit_test(one_input),       cmocka_unit_test(own_values_within_memory),
        cmocka_unit_test(sides_are_whole), cmocka_unit_test(for_pictures_alone),
        cmocka_unit_test(functions_first), cmocka_unit_test(labels_of_late_strings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
