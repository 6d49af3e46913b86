/*
 * test_merge.c - random profiles with labels and several sample types, merged at once and through
 * partial merges in any order and grouping: the same bytes.
 */
#include <zlib.h>

#include "model/build/builder_merge.h"
#include "model/select/select.h"
#include "rounds.h"
#include "unit/unit.h"

#define N_PARTS    7
#define N_FLEET    400
#define MOST_BYTES (8 << 20) /* of a pprof, inflated */

typedef struct blob {
    char *at;
    size_t len;
} blob;

static blob pprof_of(const fr_profile *p)
{
    fr_output *out = fr_output_memory();
    blob b;
    const char *bytes;

    fr_profile_write(p, "pprof", out);
    bytes = fr_output_bytes(out, &b.len);
    assert_non_null(bytes);
    b.at = malloc(b.len);
    memcpy(b.at, bytes, b.len);
    fr_output_free(out);
    return b;
}

static blob inflated(blob packed)
{
    z_stream z = {.next_in = (unsigned char *)packed.at, .avail_in = (unsigned)packed.len};
    blob raw = {malloc(MOST_BYTES), 0};

    z.next_out = (unsigned char *)raw.at;
    z.avail_out = MOST_BYTES;
    assert_int_equal(inflateInit2(&z, 31), Z_OK);
    assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
    raw.len = z.total_out;
    inflateEnd(&z);
    return raw;
}

/* The pprof with one more sample at the end, whose values are all 0: fields that come later are added. */
static blob with_zero_sample(blob packed, uint32_t n_columns)
{
    blob raw = inflated(packed);
    unsigned char sample[] = {0x12, (unsigned char)(5 + n_columns), 0x0a, 1, 1,
                              0x12, (unsigned char)n_columns,       0,    0, 0};

    memcpy(raw.at + raw.len, sample, 7 + n_columns);
    raw.len += 7 + n_columns;
    raw.at = realloc(raw.at, raw.len);
    free(packed.at);
    return raw;
}

static const char *pick(random_source *random, size_t n, const char *const *from)
{
    return from[random_below(random, (uint32_t)n)];
}

static uint32_t random_set(random_source *random, fr_builder *b)
{
    static const char *const keys[] = {"handler", "tenant", "bytes", "z"};
    static const char *const texts[] = {"/a", "/b", "", "x y ", "\xc3\xa9", "/a/b"};
    static const char *const units[] = {"", "bytes", "ms"};
    fr_label labels[4];
    size_t n = random_below(random, 4);

    for (size_t i = 0; i < n; i++) {
        bool is_text = random_below(random, 2);
        const char *unit = pick(random, 3, units), *text = pick(random, 6, texts);
        labels[i] = (fr_label){
            .key = fr_builder_spelling(b, fr_bytes_of(pick(random, 4, keys)), FR_TEXT_RAW),
            .is_text = is_text,
            .text = is_text ? fr_builder_spelling(b, fr_bytes_of(text), FR_TEXT_RAW) : 0,
            .number = is_text ? 0 : (int64_t)random_below(random, 4) - 1,
            .unit = is_text ? 0 : fr_builder_spelling(b, fr_bytes_of(unit), FR_TEXT_RAW),
        };
    }
    return fr_builder_label_set(b, labels, n);
}

/* Two binaries, each loaded here and there; frames of one module are of one of them. */
static void locate(random_source *random, fr_builder *b, fr_frame *frame)
{
    fr_mapping m = {
        .start = UINT64_C(0x400000) + random_below(random, 3) * UINT64_C(0x10000),
        .size = 8000 + random_below(random, 100), /* two pages */
        .offset = random_below(random, 2) * UINT64_C(0x1000),
        .file = frame->module,
        .build_id =
            random_below(random, 2) ? fr_builder_name(b, FR_LITERAL("4f2a"), FR_TEXT_RAW) : 0,
        .has = random_below(random, 4) ? 15 : 7,
    };

    frame->mapping = fr_builder_mapping(b, &m);
    frame->address = random_below(random, 3) * 16;
}

static uint32_t random_frame(random_source *random, fr_builder *b, const fr_frame_info *info)
{
    fr_frame frame = {
        .file = info->file ? fr_builder_name(b, fr_bytes_of(info->file), FR_TEXT_RAW) : 0,
        .module = info->module ? fr_builder_name(b, fr_bytes_of(info->module), FR_TEXT_RAW) : 0,
        .line = info->line,
        .start_line = info->start_line,
        .kind = info->kind,
    };

    if (random_below(random, 2))
        locate(random, b, &frame);
    return fr_builder_complete(b, fr_bytes_of(info->name), FR_TEXT_RAW, frame);
}

static uint32_t random_stack(random_source *random, fr_builder *b)
{
    static const char *const names[] = {"main", "run", "f<int>", "g", "h", "operator()"};
    static const char *const modules[] = {NULL, "/bin/app", "/lib/libc.so.6", "[kernel.kallsyms]"};
    static const char *const files[] = {NULL, "a.go", "b.go"};
    uint32_t stack = FR_NO_STACK, depth = 1 + random_below(random, 6);

    for (uint32_t i = 0; i < depth; i++) {
        fr_frame_info f = {
            .name = pick(random, 6, names),
            .module = pick(random, 4, modules),
            .file = pick(random, 3, files),
            .line = random_below(random, 3),
            .start_line = random_below(random, 2),
            .kind = random_below(random, 5) ? FR_KIND_USER : FR_KIND_INLINED,
        };
        stack = fr_builder_push(b, stack, random_frame(random, b, &f));
    }
    return stack;
}

static void random_facts(random_source *random, fr_builder *b)
{
    static const char *const types[] = {"cpu", "space"};
    static const char *const comments[] = {"one", "two", "three"};
    static const char *const drops[] = {"malloc", "free|new", NULL};
    fr_recording r = {0};

    r.time_ns = random_below(random, 3) ? 1700000000000000000 + random_below(random, 1000) : 0;
    r.duration_ns = random_below(random, 3) * 10;
    r.period = random_below(random, 100);
    if (random_below(random, 2))
        fr_builder_fact(b, &r.period_type, fr_bytes_of(pick(random, 2, types)));
    if (random_below(random, 2))
        fr_builder_fact(b, &r.default_type, fr_bytes_of(pick(random, 2, types)));
    for (uint32_t i = random_below(random, 3); i-- > 0;)
        fr_builder_comment(b, &r, fr_bytes_of(pick(random, 3, comments)));
    fr_builder_fact(b, &r.drop_frames, fr_bytes_of(pick(random, 3, drops)));
    fr_builder_fact(b, &r.keep_frames, fr_bytes_of(pick(random, 3, drops)));
    fr_builder_record_facts(b, &r);
    fr_recording_reset(&r);
}

/* In which order the sample types stand. Most profiles of a fleet agree. */
static const size_t turns[6][3] = {{0, 1, 2}, {0, 1, 2}, {0, 1, 2},
                                   {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};

/* Some have sample types that others lack, or have them in another order. Values may be
 * 0, and all those of a sample. */
static blob random_part(random_source *random, uint32_t most_samples, bool zeros)
{
    static const char *const types[] = {"alloc_objects", "alloc_space", "inuse_space"};
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t n = 1 + random_below(random, most_samples), n_columns = 0;
    fr_profile *p;
    blob made;

    for (size_t k = 0, turn = random_below(random, 6); k < 3; k++) {
        size_t of = turns[turn][k];
        if (of == 1 || random_below(random, 8))
            n_columns = fr_builder_column(b, types[of], of ? "bytes" : "count", 0) + 1;
    }
    while (n-- > 0) {
        uint32_t row = fr_builder_row(b, random_stack(random, b), random_set(random, b));
        for (uint32_t k = 0; k < n_columns; k++) {
            int64_t value = random_below(random, 4) ? 1 + random_below(random, 50) : 0;
            fr_builder_add_row(b, row, k, value, 1, (double)(value * value));
        }
    }
    random_facts(random, b);
    p = fr_builder_finish(b, NULL);
    assert_non_null(p);
    made = pprof_of(p);
    fr_profile_free(p);
    return zeros && random_below(random, 2) ? with_zero_sample(made, n_columns) : made;
}

/* The merge of some blobs, as pprof; partial ones count their inputs. */
static blob merge_as(const blob *parts, const size_t *order, size_t n, bool digest)
{
    fr_error err = {0};
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_reader *reader;
    fr_profile *p;
    blob made;

    opt.purpose = FR_FOR_ADDRESSES;
    opt.digest = digest;
    reader = fr_reader_new(&opt, &err);

    for (size_t i = 0; i < n; i++)
        assert_true(
            fr_reader_add_memory(reader, "part", parts[order[i]].at, parts[order[i]].len, &err));
    p = fr_reader_finish(reader, &err);
    assert_non_null(p);
    made = pprof_of(p);
    fr_profile_free(p);
    return made;
}

static blob merge(const blob *parts, const size_t *order, size_t n)
{
    return merge_as(parts, order, n, false);
}

static void assert_same_bytes(blob a, blob b, uint64_t seed)
{
    blob x = inflated(a), y = inflated(b);

    if (x.len != y.len || memcmp(x.at, y.at, x.len) != 0)
        fail_msg("seed %llu: %zu and %zu bytes differ", (unsigned long long)seed, x.len, y.len);
    free(x.at);
    free(y.at);
}

static void shuffle(random_source *random, size_t *order, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = random_below(random, (uint32_t)i), moved = order[i - 1];
        order[i - 1] = order[k];
        order[k] = moved;
    }
}

/* Merges random groups until one is left. */
static blob merge_in_steps(random_source *random, blob *parts, size_t n)
{
    while (n > 1) {
        size_t order[N_PARTS], group = 1 + random_below(random, (uint32_t)n), left = 0;
        blob next[N_PARTS];
        for (size_t i = 0; i < n; i++)
            order[i] = i;
        shuffle(random, order, n);
        next[left++] = merge(parts, order, group);
        for (size_t i = group; i < n; i++)
            next[left++] = (blob){parts[order[i]].at, parts[order[i]].len};
        for (size_t i = 0; i < group; i++)
            free(parts[order[i]].at);
        memcpy(parts, next, left * sizeof *parts);
        n = left;
    }
    return parts[0];
}

static void any_grouping(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        random_source random = {seed};
        size_t order[N_PARTS], n = 2 + random_below(&random, N_PARTS - 1);
        blob parts[N_PARTS];
        for (size_t i = 0; i < n; i++) {
            parts[i] = random_part(&random, 60, true);
            order[i] = i;
        }
        blob whole = merge(parts, order, n);
        blob steps = merge_in_steps(&random, parts, n);
        assert_same_bytes(whole, steps, seed);
        free(whole.at);
        free(steps.at);
    }
}

/* One sample of some sample types, in any order. All have the type "b". */
static blob random_types(random_source *random)
{
    const char *types[] = {"a", "b", "c", "d"};
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t n = 0;
    blob made;

    for (size_t i = COUNT(types); i > 1; i--) {
        size_t k = random_below(random, (uint32_t)i);
        const char *moved = types[i - 1];
        types[i - 1] = types[k];
        types[k] = moved;
    }
    for (size_t i = 0; i < COUNT(types); i++)
        if (*types[i] == 'b' || random_below(random, 3))
            n = fr_builder_column(b, types[i], "count", 0) + 1;
    uint32_t stack = random_stack(random, b);
    for (uint32_t k = 0; k < n; k++)
        fr_builder_add(b, stack, k, 1, 1, 1);
    fr_profile *p = fr_builder_finish(b, NULL);
    made = pprof_of(p);
    fr_profile_free(p);
    return made;
}

/* Which types are left, and in which order, does not depend on what was merged first. */
static void any_types(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_source random = {seed};
        size_t order[3] = {0, 1, 2}, n = 3;
        blob parts[N_PARTS];
        for (size_t i = 0; i < n; i++)
            parts[i] = random_types(&random);
        blob whole = merge(parts, order, n);
        blob steps = merge_in_steps(&random, parts, n);
        assert_same_bytes(whole, steps, seed);
        free(whole.at);
        free(steps.at);
    }
}

static uint32_t n_inputs_of(blob packed, bool digest)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_profile_info info;

    opt.digest = digest;
    fr_profile *p = try_read(packed.at, packed.len, &opt, NULL);
    assert_non_null(p);
    fr_profile_describe(p, &info);
    fr_profile_free(p);
    return (uint32_t)info.n_inputs;
}

/* 400 profiles, cut into tasks of any size in any order, some of no input; partials merge in a tree of any shape. */
static blob merge_as_job(random_source *random, const blob *fleet)
{
    size_t order[N_FLEET], n = 0;
    blob parts[N_FLEET];

    for (size_t i = 0; i < N_FLEET; i++)
        order[i] = i;
    shuffle(random, order, N_FLEET);
    for (size_t at = 0, size; at < N_FLEET; at += size) {
        size = random_below(random, random_below(random, 2) ? 4 : 100);
        size = size < N_FLEET - at ? size : N_FLEET - at;
        parts[n++] = merge_as(fleet, order + at, size, true);
    }
    while (n > 1) {
        size_t two[2] = {random_below(random, (uint32_t)n), n - 1};
        size_t n_merged = two[0] == two[1] ? 1 : 2;
        blob both = merge_as(parts, two, n_merged, true);
        free(parts[two[0]].at);
        if (n_merged == 2)
            free(parts[n - 1].at);
        parts[two[0]] = both;
        n -= n_merged - 1;
    }
    return parts[0];
}

static void any_job(void **state)
{
    random_source random = {400};
    size_t order[N_FLEET];
    blob fleet[N_FLEET];

    (void)state;
    for (size_t i = 0; i < N_FLEET; i++) {
        fleet[i] = random_part(&random, 8, true);
        order[i] = i;
    }
    blob whole = merge_as(fleet, order, N_FLEET, true);
    assert_int_equal(n_inputs_of(whole, true), N_FLEET);
    assert_int_equal(n_inputs_of(whole, false), 0);
    for (uint64_t seed = 1; seed <= rounds(3, 1000); seed++) {
        blob made = merge_as_job(&random, fleet);
        assert_same_bytes(whole, made, seed);
        free(made.at);
    }
    free(whole.at);
    for (size_t i = 0; i < N_FLEET; i++)
        free(fleet[i].at);
}

/* A binary loaded elsewhere is the same binary: its frames meet, at the lowest start. */
static void loaded_elsewhere(void **state)
{
    static const uint64_t starts[] = {0x700000, 0x400000, 0x500000};
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_reader *reader;
    fr_profile *p;

    (void)state;
    opt.purpose = FR_FOR_ADDRESSES;
    reader = fr_reader_new(&opt, NULL);
    for (size_t i = 0; i < COUNT(starts); i++) {
        fr_builder *b = fr_builder_new(NULL, NULL);
        uint32_t file = fr_builder_name(b, FR_LITERAL("/bin/app"), FR_TEXT_RAW);
        uint32_t mapping =
            fr_builder_mapping(b, &(fr_mapping){.start = starts[i], .size = 4096, .file = file});
        fr_frame frame = {.module = file, .mapping = mapping, .address = 0x10};
        uint32_t column = fr_builder_column(b, "samples", "count", 0);
        frame.name = fr_builder_name(b, FR_LITERAL("main"), FR_TEXT_RAW);
        fr_builder_add(b, fr_builder_push(b, FR_NO_STACK, fr_builder_intern(b, &frame)), column, 5,
                       5, 5);
        fr_profile *one = fr_builder_finish(b, NULL);
        blob written = pprof_of(one);
        assert_true(fr_reader_add_memory(reader, "part", written.at, written.len, NULL));
        fr_profile_free(one);
        free(written.at);
    }
    p = fr_reader_finish(reader, NULL);
    assert_non_null(p);
    assert_int_equal(p->n_stacks, 2);
    assert_int_equal(p->columns[0].sum[1], 15);
    assert_int_equal(fr_frame_address(p, &p->frames[p->stacks[1].frame]), 0x400010);
    fr_profile_free(p);
}

/* Twice the same profile: every value twice; once: itself. */
static void with_itself(void **state)
{
    (void)state;
    for (uint64_t seed = 100; seed < 110; seed++) {
        random_source random = {seed};
        blob part = random_part(&random, 60, false);
        blob once = merge(&part, (size_t[]){0}, 1);
        assert_same_bytes(part, once, seed);
        blob twice = merge(&part, (size_t[]){0, 0}, 2);
        fr_profile *p = try_read(part.at, part.len, NULL, NULL);
        fr_profile *q = try_read(twice.at, twice.len, NULL, NULL);
        fr_column_info a, b;
        for (uint32_t k = 0; fr_profile_column(p, k, &a); k++) {
            assert_true(fr_profile_column(q, k, &b));
            assert_int_equal(b.total, 2 * a.total);
        }
        assert_int_equal(q->labelled.n_rows, p->labelled.n_rows);
        fr_profile_free(p);
        fr_profile_free(q);
        free(part.at);
        free(once.at);
        free(twice.at);
    }
}

/* later + what came between = later: nothing is lost where all counts grow. */
static void since_is_what_was_added(void **state)
{
    (void)state;
    for (uint64_t seed = 200; seed < 220; seed++) {
        random_source random = {seed};
        blob parts[2] = {random_part(&random, 60, false), random_part(&random, 60, false)};
        blob both = merge(parts, (size_t[]){0, 1}, 2);
        fr_profile *later = try_read(both.at, both.len, NULL, NULL);
        fr_profile *earlier = try_read(parts[0].at, parts[0].len, NULL, NULL);
        fr_profile *added = try_read(parts[1].at, parts[1].len, NULL, NULL);
        fr_profile *since = fr_profile_since(later, earlier, NULL);
        fr_column_info a, b;
        assert_non_null(since);
        assert_int_equal(note_of(since, "went-down").n, 0);
        for (uint32_t k = 0; fr_profile_column(since, k, &a); k++) {
            uint32_t other = 0;
            while (fr_profile_column(added, other, &b) && strcmp(a.name, b.name) != 0)
                other++;
            assert_string_equal(a.name, b.name);
            assert_int_equal(a.total, b.total);
        }
        /* Twice the earlier profile is more than there is: all went down but what was added. */
        assert_null(fr_profile_since(earlier, later, NULL));
        fr_profile_free(since);
        fr_profile_free(later);
        fr_profile_free(earlier);
        fr_profile_free(added);
        free(parts[0].at);
        free(parts[1].at);
        free(both.at);
    }
}

static fr_profile *charted(const char *first, const char *second)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};

    opt.keep_samples = opt.folded.in_order = true;
    fr_reader *reader = fr_reader_new(&opt, &err);
    assert_true(fr_reader_add_memory(reader, "first", first, strlen(first), &err));
    assert_true(fr_reader_add_memory(reader, "second", second, strlen(second), &err));
    fr_profile *p = fr_reader_finish(reader, &err);
    assert_non_null(p);
    return p;
}

/* Samples one by one are as fine as the column: of inputs with decimals and without they add up to it. */
static void samples_have_decimals(void **state)
{
    static const char *const inputs[] = {"main;a 1\nmain;b 3\n", "main;a 0.5\nmain;c 2.25\n"};

    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        fr_profile *p = charted(inputs[swapped], inputs[!swapped]);
        int64_t sum = 0;
        for (size_t i = 0; i < p->samples.n; i++)
            sum += p->samples.value[i];
        assert_int_equal(p->columns[0].decimals, 2);
        assert_int_equal(p->columns[0].reference, 675);
        assert_int_equal(p->samples.n, 4);
        assert_int_equal(sum, 675);
        fr_profile_free(p);
    }
}

static fr_builder *sampled(const char *first, const char *second)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t stack, frame = fr_builder_frame(b, &(fr_frame_info){.name = "main"});

    fr_builder_column(b, first, "count", 0);
    if (second)
        fr_builder_column(b, second, "count", 0);
    fr_builder_keep_samples(b);
    fr_builder_share_clock(b);
    stack = fr_builder_push(b, FR_NO_STACK, frame);
    fr_builder_add(b, stack, 0, 7, 7, 7);
    if (second)
        fr_builder_add(b, stack, 1, 9, 9, 9);
    fr_builder_sample(b, stack, 1, fr_builder_thread(b, 1, 1, 0), 0, 7);
    return b;
}

/* Samples one by one have values of the first column: where that is not shared, they are none of what is left. */
static void samples_are_of_the_first_column(void **state)
{
    static const struct {
        const char *to[2], *from[2];
        size_t n;
    } rows[] = {
        {{"a", "b"}, {"a", "c"}, 3}, {{"a", "b"}, {"b", NULL}, 0}, {{"b", NULL}, {"a", "b"}, 0},
        {{"b", "a"}, {"a", "b"}, 0}, {{"a", "b"}, {"a", "b"}, 3},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_builder *to = sampled(rows[i].to[0], rows[i].to[1]);
        fr_builder *from = sampled(rows[i].from[0], rows[i].from[1]), *third;
        fr_error err = {0};

        assert_true(fr_builder_share_columns(to, from));
        fr_builder_merge(to, from);
        third = sampled(fr_builder_column_name(to, 0), NULL);
        assert_true(fr_builder_share_columns(to, third));
        fr_builder_merge(to, third);
        fr_profile *p = fr_builder_finish(to, &err);
        assert_non_null(p);
        if (p->samples.n != rows[i].n)
            fail_msg("row %zu: %zu samples", i, p->samples.n);
        fr_profile_free(p);
        fr_builder_free(from);
        fr_builder_free(third);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_grouping),
        cmocka_unit_test(any_types),
        cmocka_unit_test(any_job),
        cmocka_unit_test(loaded_elsewhere),
        cmocka_unit_test(with_itself),
        cmocka_unit_test(since_is_what_was_added),
        cmocka_unit_test(samples_have_decimals),
        cmocka_unit_test(samples_are_of_the_first_column),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
