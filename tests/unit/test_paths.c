/*
 * test_paths.c - many inputs side by side: what one after the other would give, whatever the format,
 * the bad one among them, and what the first chose.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "formats/reader.h"
#include "model/build/builder_merge.h"
#include "unit/unit.h"

#define MOST 60

typedef struct folder {
    char at[40], path[MOST][60];
    const char *paths[MOST];
    size_t n;
} folder;

static void open_folder(folder *f)
{
    *f = (folder){.at = "/tmp/fr-paths-XXXXXX"};
    assert_non_null(mkdtemp(f->at));
}

static void close_folder(folder *f)
{
    for (size_t i = 0; i < f->n; i++)
        unlink(f->path[i]);
    rmdir(f->at);
}

static void add_file(folder *f, const void *bytes, size_t len)
{
    FILE *file;
    char name[60];

    snprintf(name, sizeof name, "%s/%02zu", f->at, f->n);
    memcpy(f->path[f->n], name, sizeof name);
    file = fopen(f->path[f->n], "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, len, file), len);
    assert_int_equal(fclose(file), 0);
    f->paths[f->n] = f->path[f->n];
    f->n++;
}

static void add_pprof(folder *f, const char *folded)
{
    fr_profile *profile = read_folded(folded);
    fr_output *out = fr_output_memory();
    size_t len;
    const char *bytes;

    fr_profile_write(profile, "pprof", out);
    bytes = fr_output_bytes(out, &len);
    add_file(f, bytes, len);
    fr_output_free(out);
    fr_profile_free(profile);
}

typedef struct seen {
    size_t n, index[MOST];
    bool goes_on;
} seen;

static bool see(void *arg, size_t index, const fr_error *err)
{
    seen *s = arg;

    assert_int_not_equal(err->code, FR_OK);
    s->index[s->n++] = index;
    return s->goes_on;
}

/* All at once. */
static fr_profile *read_all(const folder *f, const fr_read_options *opt, seen *s, fr_error *err)
{
    fr_reader *reader = fr_reader_new(opt, err);

    assert_non_null(reader);
    if (fr_reader_add_paths(reader, f->paths, f->n, see, s, err))
        return fr_reader_finish(reader, err);
    fr_reader_free(reader);
    return NULL;
}

/* One after the other, the bad ones omitted. */
static fr_profile *read_each(const folder *f, const fr_read_options *opt, seen *s)
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(opt, &err);

    assert_non_null(reader);
    for (size_t i = 0; i < f->n; i++) {
        fr_error bad = {0};
        if (!fr_reader_add_path(reader, f->paths[i], &bad))
            s->index[s->n++] = i;
    }
    return fr_reader_finish(reader, &err);
}

static void compare(const folder *f, const fr_read_options *opt)
{
    seen one = {.goes_on = true}, other = {.goes_on = true};
    fr_error err = {0};
    fr_profile *a = read_all(f, opt, &one, &err), *b = read_each(f, opt, &other);
    char *written_a, *written_b;
    fr_profile_info info_a, info_b;

    if (!a)
        print_error("%s\n", err.text);
    assert_true(a && b);
    written_a = written(a, "json");
    written_b = written(b, "json");
    assert_string_equal(written_a, written_b);
    fr_profile_describe(a, &info_a);
    fr_profile_describe(b, &info_b);
    assert_string_equal(info_a.format, info_b.format);
    assert_int_equal(info_a.n_records, info_b.n_records);
    assert_int_equal(info_a.n_notes, info_b.n_notes);
    assert_int_equal(info_a.first_ns, info_b.first_ns);
    assert_int_equal(info_a.last_ns, info_b.last_ns);
    assert_int_equal(one.n, other.n);
    assert_memory_equal(one.index, other.index, one.n * sizeof one.index[0]);
    free(written_a);
    free(written_b);
    fr_profile_free(a);
    fr_profile_free(b);
}

/* ---- formats ---- */

static void folded_inputs(void **state)
{
    folder f;

    (void)state;
    open_folder(&f);
    for (uint64_t seed = 1; seed <= 50; seed++) {
        generated g = generate_folded(seed, NAMES_ODD);
        add_file(&f, g.text, g.len);
        generated_reset(&g);
    }
    compare(&f, NULL);
    close_folder(&f);
}

static void pprof_inputs(void **state)
{
    folder f;

    (void)state;
    open_folder(&f);
    for (uint64_t seed = 1; seed <= 50; seed++) {
        generated g = generate_folded(seed, NAMES_PLAIN);
        add_pprof(&f, g.text);
        generated_reset(&g);
    }
    compare(&f, NULL);
    close_folder(&f);
}

/* Each starts at a time of its own, which is aligned; and its samples are kept or not. */
static void perf_inputs(void **state)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    folder f;

    (void)state;
    open_folder(&f);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        generated g = generate_perf_script(seed, 5);
        add_file(&f, g.text, g.len);
        generated_reset(&g);
    }
    compare(&f, NULL);
    opt.keep_samples = true;
    compare(&f, &opt);
    close_folder(&f);
}

/* What all have in common is what a merge keeps, wherever the odd one stands. */
static void other_columns(void **state)
{
    static const char *const types[][2] = {{"cpu", "wall"}, {"wall", "cpu"}, {"cpu", NULL}};

    (void)state;
    for (size_t odd = 1; odd < 3; odd++) {
        folder f;
        open_folder(&f);
        for (size_t i = 0; i < 50; i++) {
            size_t t = i == 22 ? odd : 0;
            fr_builder *b = fr_builder_new(NULL, NULL);
            uint32_t frame = fr_builder_frame(b, &(fr_frame_info){.name = "f"});
            uint32_t stack = fr_builder_push(b, FR_NO_STACK, frame);
            fr_output *out = fr_output_memory();
            fr_profile *profile;
            size_t len;
            for (uint32_t k = 0; k < 2 && types[t][k]; k++)
                fr_builder_column(b, types[t][k], "ns", 0);
            for (uint32_t k = 0; k < 2 && types[t][k]; k++)
                fr_builder_add(b, stack, k, types[t][k][0] == 'c' ? 3 : 5, 1, 1);
            profile = fr_builder_finish(b, NULL);
            fr_profile_write(profile, "pprof", out);
            const char *bytes = fr_output_bytes(out, &len);
            add_file(&f, bytes, len);
            fr_output_free(out);
            fr_profile_free(profile);
        }
        compare(&f, NULL);
        close_folder(&f);
    }
}

/* ---- bad ones ---- */

static void bad_inputs_are_left_out(void **state)
{
    folder f;

    (void)state;
    open_folder(&f);
    for (size_t i = 0; i < 50; i++) {
        if (i == 3 || i == 20 || i == 21)
            add_file(&f, "\0\1\2 no profile", 15);
        else if (i == 30)
            add_pprof(&f, "a;b 3\n"); /* other values */
        else if (i % 2)
            add_file(&f, "main;foo 3\nmain;bar 4\n", 22);
        else
            add_file(&f, "main;foo;baz 5\n", 15);
    }
    f.paths[40] = "/nonexistent/file";
    compare(&f, NULL);
    close_folder(&f);
}

static void the_first_bad_one_ends_it(void **state)
{
    folder f;
    seen s = {.goes_on = false};
    fr_error err = {0};

    (void)state;
    open_folder(&f);
    for (size_t i = 0; i < 50; i++)
        if (i == 20 || i == 35)
            add_file(&f, "\0\1\2 no profile", 15);
        else
            add_file(&f, "main;foo 3\n", 11);
    assert_null(read_all(&f, NULL, &s, &err));
    assert_int_equal(s.n, 1);
    assert_int_equal(s.index[0], 20);
    assert_string_equal(err.source, f.path[20]);
    assert_int_equal(err.code, FR_E_FORMAT);
    close_folder(&f);
}

/* An event that only the third input has is chosen by none before it. */
static void events_are_chosen_in_order(void **state)
{
    folder f;

    (void)state;
    open_folder(&f);
    for (size_t i = 0; i < 40; i++) {
        char text[200];
        int n = snprintf(text, sizeof text,
                         "app 1/1 [000] 1.0: 3 %s:\n\t1 f (/a)\n\n"
                         "app 1/1 [000] 1.1: 4 cycles:\n\t1 g (/a)\n\n",
                         i % 3 ? "faults" : "cycles");
        add_file(&f, text, (size_t)n);
    }
    compare(&f, NULL);
    close_folder(&f);
}

static void no_input_is_no_failure(void **state)
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(NULL, &err);

    (void)state;
    assert_non_null(reader);
    assert_true(fr_reader_add_paths(reader, NULL, 0, NULL, NULL, &err));
    fr_reader_free(reader);
}

/* The memory of an input's samples is given back: the limit is no sum over all inputs. */
static void one_builder_within_the_limit(void **state)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_output *out = fr_output_memory();
    char folded[4000] = "a";
    fr_profile *profile;
    fr_builder *b;
    fr_error err = {0};
    const char *bytes;
    size_t len;

    (void)state;
    for (size_t i = 0; i < 1000; i++)
        strcat(folded, i % 2 ? ";a" : ";b");
    strcat(folded, " 1\n");
    profile = read_folded(folded);
    fr_profile_write(profile, "pprof", out);
    bytes = fr_output_bytes(out, &len);
    opt.limits.memory = 4 << 20;
    b = fr_builder_new(&opt.limits, NULL);
    assert_non_null(b);
    for (size_t i = 0; i < 1000 && !fr_builder_failed(b); i++) {
        fr_choice choice = {0};
        fr_input *in = fr_input_memory("in", bytes, len, &opt.limits, NULL);
        assert_non_null(in);
        fr_builder_begin_input(b);
        fr_pprof_read(in, b, &opt, &choice);
        assert_true(fr_builder_end_input(b));
        fr_input_free(in);
    }
    fr_builder_error(b, &err);
    assert_string_equal(err.text, "");
    fr_builder_free(b);
    fr_output_free(out);
    fr_profile_free(profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folded_inputs),
        cmocka_unit_test(pprof_inputs),
        cmocka_unit_test(perf_inputs),
        cmocka_unit_test(other_columns),
        cmocka_unit_test(bad_inputs_are_left_out),
        cmocka_unit_test(the_first_bad_one_ends_it),
        cmocka_unit_test(events_are_chosen_in_order),
        cmocka_unit_test(no_input_is_no_failure),
        cmocka_unit_test(one_builder_within_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
