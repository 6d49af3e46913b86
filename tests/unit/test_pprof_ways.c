/*
 * test_pprof_ways.c - large random pprofs read in each fast way and plainly: tables, every box, share, word and
 * note of a picture, and what is wrong with a damaged one, are the same. What differs is the number of nodes
 * of a picture that are not drawn, which is not known.
 */
#include "formats/pprof/pprof.h"
#include "formats/reader.h"
#include "identical.h"
#include "model/build/builder_merge.h"
#include "model/build/tally.h"
#include "model/report/quality.h"
#include "model/report/table.h"
#include "pprof_message.h"
#include "unit/unit.h"

enum { N_FUNCTIONS = 120, N_LOCATIONS = 300, DEEPEST = 6000, PADDING = 256 };

typedef struct shape {
    const char *name;
    uint32_t n_samples, n_types;
    uint32_t depth; /* most locations of a sample */
    uint32_t wide;  /* locations that a sample may go on with */
    bool counted;   /* in fast ways, as is expected of it */
    bool lines;     /* locations of several lines, without a function, of a kernel */
    bool zeros;     /* values of 0 in some types; the second has nothing else */
    bool labels;    /* with texts that have to be repaired */
    uint64_t odd;   /* this id stands in some sample; 0: none does */
    bool frameless; /* so does one without ids */
    uint32_t more;  /* functions, and locations of them, that no sample has */
    bool sides;     /* the types are "base\0..." and "new" */
} shape;

/* The first two have two parts of samples, and samples narrower than 0.1 px. */
static const shape shapes[] = {
    {"one location after another", 5000, 1, 12, 2, .counted = true},
    {"wide", 4200, 1, 3, N_LOCATIONS, .counted = true},
    {"lines, kinds, frames without a name", 1200, 2, 10, 4, .counted = true, .lines = true},
    {"values of 0", 1200, 3, 10, 3, .counted = true, .zeros = true},
    {"deep", 1200, 1, DEEPEST, 1, .counted = true, .lines = true},
    {"labels", 1200, 2, 10, 3, .counted = true, .labels = true},
    {"ids in more bytes than they need", 1200, 1, 10, 3, .counted = true, .odd = 1},
    {"an id of nothing", 1200, 1, 10, 3, .counted = false, .odd = 999},
    {"a sample without ids", 1200, 1, 10, 3, .counted = false, .frameless = true},
};

/* More names than most profiles have samples; a differential, also by its names up to a NUL. */
static const shape many_names = {"many names", 1200, 8, 10, 3, .counted = true, .more = 20000};
static const shape sides = {"sides", 1200, 2, 10, 3, .counted = false, .sides = true};

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
        bool zero = s->zeros && (k == 1 || random_below(r, 3) == 0);
        fr_wire_put_varint(&values, zero ? 0 : 1 + random_below(r, 9));
    }
    fr_wire_put_message(sample, 2, &values);
    fr_wire_out_reset(&values);
}

static void put_label(fr_wire_out *sample, random_source *r)
{
    PPROF_NUMBERS(sample, PPROF_LABELS, 7, 8 + random_below(r, 2));
}

/* A field that no reader knows makes it long. */
static void put_samples(fr_wire_out *all, random_source *r, const shape *s)
{
    static const char padding[PADDING];
    fr_wire_out sample = {0};

    for (uint32_t i = 0; i < s->n_samples; i++) {
        put_ids(&sample, r, s, i);
        put_values(&sample, r, s);
        if (s->labels && i % 3 == 0)
            put_label(&sample, r);
        fr_wire_put_bytes(&sample, 15, (fr_bytes){padding, PADDING});
        fr_wire_put_message(all, 2, &sample);
    }
    fr_wire_out_reset(&sample);
}

static void put_line(fr_wire_out *location, uint32_t function)
{
    PPROF_NUMBERS(location, PPROF_LINES, function + 1, 10 + function % 3);
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

/* Every tenth function has the name of another. */
static void put_functions(fr_wire_out *all)
{
    char name[20];

    for (uint32_t f = 0; f < N_FUNCTIONS; f++)
        PPROF_NUMBERS(all, PPROF_FUNCTIONS, f + 1, 12 + f);
    for (uint32_t f = 0; f < N_FUNCTIONS; f++) {
        snprintf(name, sizeof name, "f%u", f % 10 ? f : f / 2);
        fr_wire_put_bytes(all, PPROF_STRING_TABLE, fr_bytes_of(name));
    }
}

/* Behind all other functions, locations and strings. */
static void put_more(fr_wire_out *all, uint32_t n)
{
    char name[20];

    for (uint32_t i = N_FUNCTIONS; i < N_FUNCTIONS + n; i++) {
        PPROF_NUMBERS(all, PPROF_FUNCTIONS, i + 1, 12 + i);
        PPROF_LOCATION(all, N_LOCATIONS + 1 + i, 0, 0, {i + 1, 1});
        snprintf(name, sizeof name, "more%u", i);
        fr_wire_put_bytes(all, PPROF_STRING_TABLE, fr_bytes_of(name));
    }
}

/* "samples", "objects", "space", then names of functions. */
static void put_types(fr_wire_out *all, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++)
        PPROF_NUMBERS(all, PPROF_SAMPLE_TYPES,
                      k == 0  ? 3
                      : k < 3 ? 2 + 2 * k
                              : 12 + k,
                      k == 0 ? 3 : 6);
}

static void put_tables(fr_wire_out *all, const shape *s)
{
    static const fr_bytes base = {"base\0x", 6}, new_ = {"new", 3};
    static const char *const strings[] = {"",        "cpu",    "nanoseconds", "samples",
                                          "objects", "space",  "bytes",       "handler",
                                          "/x\x01",  "/b\xff", "/bin/app",    "[kernel.kallsyms]"};

    PPROF_NUMBERS(all, PPROF_MAPPINGS, 1, 0, 0, 0, 10);
    PPROF_NUMBERS(all, PPROF_MAPPINGS, 2, 0, 0, 0, 11);
    put_locations(all, s);
    for (size_t i = 0; i < COUNT(strings); i++)
        fr_wire_put_bytes(all, 6,
                          s->sides && i == 3   ? base
                          : s->sides && i == 4 ? new_
                                               : fr_bytes_of(strings[i]));
    put_functions(all);
    put_more(all, s->more);
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

/* The number of nodes that are not drawn: "14 boxes drawn · 3 % of the samples are in 1 frame narrower than
 * 0.1 px". */
static void take_out_number(char *text)
{
    take_out(text, " are in ", "narrower");
    take_out(text, " is in ", "narrower");
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

/* NULL, and *err, after a failure. min_share 0: for `top`. */
static fr_profile *try_way_within(fr_bytes bytes, double min_share, bool plain, size_t threads,
                                  uint64_t memory, fr_error *err)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_choice choice = {.plain = plain, .threads = threads};
    fr_input *in;
    fr_builder *b;
    fr_profile *p;

    opt.limits.memory = memory;
    in = fr_input_memory("in", bytes.at, bytes.len, &opt.limits, err);
    b = fr_builder_new(&opt.limits, err);
    choice.needs.min_share = min_share;
    choice.needs.lines_until = min_share > 0;
    choice.needs.functions_only = min_share == 0;
    fr_builder_format(b, "pprof", 1, FR_STACKS_OF_RUNTIME);
    fr_pprof_read(in, b, &opt, &choice);
    fr_input_free(in);
    p = fr_builder_finish(b, err);
    assert_true(!p || fr_quality_note(p));
    return p;
}

static fr_profile *try_way(fr_bytes bytes, double min_share, bool plain, size_t threads,
                           fr_error *err)
{
    return try_way_within(bytes, min_share, plain, threads, UINT64_C(4) << 30, err);
}

static fr_profile *read_way(const fr_wire_out *m, double min_share, bool plain, size_t threads)
{
    fr_error err = {0};
    fr_profile *p = try_way((fr_bytes){m->at, m->n}, min_share, plain, threads, &err);

    assert_string_equal(err.text, "");
    assert_non_null(p);
    return p;
}

/* ---- tables ---- */

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

static void compare_tables(const shape *s, uint64_t seed)
{
    fr_wire_out m = make(s, seed);
    fr_profile *stacks = read_way(&m, 0, true, 1);
    fr_profile *names = read_way(&m, 0, false, 1 + seed % 4);

    assert_null(stacks->tally);
    assert_int_equal(names->tally != NULL, s->counted && fr_way_on(FR_WAY_PPROF_TOP));
    for (uint32_t k = 0; k < stacks->n_columns; k++)
        assert_same_table(stacks, names, k);
    assert_same_notes(stacks, names);
    assert_int_equal(stacks->max_depth, names->max_depth);
    assert_int_equal(stacks->meta.n_records, names->meta.n_records);
    assert_int_equal(stacks->meta.n_frameless, names->meta.n_frameless);
    fr_profile_free(stacks);
    fr_profile_free(names);
    fr_wire_out_reset(&m);
}

static void same_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(shapes); i++) {
        print_message("%s\n", shapes[i].name);
        compare_tables(&shapes[i], i + 1);
    }
}

/* ---- pictures ---- */

static void compare(const shape *s, uint64_t seed)
{
    fr_wire_out m = make(s, seed);
    fr_profile *whole = read_way(&m, 1, true, 1);
    const fr_flame_options *flame;

    for (uint32_t i = 0; (flame = flame_options(i)) != NULL; i++) {
        fr_profile *p = read_way(&m, fr_flame_min_share(flame), false, 1 + (seed + i) % 4);
        assert_int_equal(p->tally != NULL, s->counted && fr_way_on(FR_WAY_PPROF_PICTURE));
        /* 0.1 px is less than a sample of some shapes */
        assert_true(p->n_stacks < whole->n_stacks || !p->tally || i == 0 || i == 3);
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

/* ---- damage ---- */

/* The same error, or the same profile; the picture is not drawn. */
static void assert_same_outcome(fr_bytes bytes, double min_share)
{
    fr_error want = {0}, got = {0};
    fr_profile *plain = try_way(bytes, min_share, true, 1, &want);
    fr_profile *fast = try_way(bytes, min_share, false, 2, &got);

    assert_string_equal(got.text, want.text);
    assert_int_equal(got.offset, want.offset);
    assert_int_equal(fast != NULL, plain != NULL);
    if (plain)
        assert_same_notes(plain, fast);
    fr_profile_free(plain);
    fr_profile_free(fast);
}

static void same_damage(void **state)
{
    fr_wire_out m = make(&shapes[2], 9);
    random_source r = {11};

    (void)state;
    for (uint32_t i = 0; i < 60; i++) {
        uint32_t at = random_below(&r, (uint32_t)m.n);
        char byte = m.at[at];
        assert_same_outcome((fr_bytes){m.at, at}, i % 2 ? 0.01 : 0);
        m.at[at] = (char)(byte + 1 + (char)random_below(&r, 255));
        assert_same_outcome((fr_bytes){m.at, m.n}, i % 2 ? 0.01 : 0);
        m.at[at] = byte;
    }
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
    if (!fr_way_on(FR_WAY_PPROF_PICTURE))
        skip();
    flame.minwidth_percent = true;
    flame.minwidth_millionths = 1000000;
    put_types(&m, 1);
    put_groups(&m);
    put_tables(&m, &shapes[0]);
    whole = read_way(&m, 1, true, 1);
    divided = read_way(&m, fr_flame_min_share(&flame), false, 1);
    assert_same_pictures(whole, divided, &flame);
    text = draw(divided, &how, &flame, "scene-json");
    for (const char *at = text; (at = strstr(at, "\"kind\"")) != NULL; at++)
        n_boxes += strncmp(at, "\"kind\": \"rest\"", 14) != 0;
    /* all, the root, 1000 to 1002 and the rest, on which alone both leaves are wide enough */
    assert_int_equal(n_boxes, 1 + 1 + 3 + 1 + 2);
    assert_int_equal(whole->n_stacks, 1 + 1 + 9 + 9 * 2);
    assert_int_equal(divided->n_stacks, 1 + 1 + 9 + 8 * 2); /* but those on 499 */
    free(text);
    fr_profile_free(divided);
    fr_profile_free(whole);
    fr_wire_out_reset(&m);
}

/* What is omitted is said to be so, and makes no sum with others. */
static void one_input(void **state)
{
    fr_wire_out m = make(&shapes[0], 4);
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_reader *reader;

    (void)state;
    opt.purpose = FR_FOR_PICTURE;
    opt.picture.min_share = 0.01;
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
    fr_error err = {0};
    fr_profile *p = try_way_within((fr_bytes){m->at, m->n}, 0.01, false, 1, memory, &err);

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
    if (!fr_way_on(FR_WAY_PPROF_PICTURE))
        skip();
    assert_non_null(divided->tally);
    assert_null(whole->tally);
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
    assert_null(p->tally);
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
    assert_non_null(strstr(err->text, "FR_FOR_PICTURE"));
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
    fr_profile *whole = read_way(&m, 1, true, 1), *divided = read_way(&m, 0.01, false, 1);

    (void)state;
    if (!fr_way_on(FR_WAY_PPROF_PICTURE))
        skip();
    assert_non_null(divided->tally);
    divided->meta.purpose = FR_FOR_PICTURE;
    assert_for_pictures_alone(divided, whole);
    fr_profile_free(divided);
    fr_profile_free(whole);
    fr_wire_out_reset(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_tables),     cmocka_unit_test(same_pictures),
        cmocka_unit_test(same_damage),     cmocka_unit_test(groups_at_the_limit),
        cmocka_unit_test(one_input),       cmocka_unit_test(own_values_within_memory),
        cmocka_unit_test(sides_are_whole), cmocka_unit_test(for_pictures_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
