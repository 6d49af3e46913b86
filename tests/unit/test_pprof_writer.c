/*
 * test_pprof_writer.c - what is written as pprof reads back the same, whatever the order of input.
 */
#include "base/input.h"
#include "unit/unit.h"

typedef struct blob {
    char *at;
    size_t len;
} blob;

static blob pprof_of(const fr_profile *p)
{
    fr_output *out = fr_output_memory();
    blob b;
    const char *bytes;

    assert_non_null(out);
    fr_profile_write(p, "pprof", out);
    bytes = fr_output_bytes(out, &b.len);
    assert_non_null(bytes);
    b.at = malloc(b.len);
    assert_non_null(b.at);
    memcpy(b.at, bytes, b.len);
    fr_output_free(out);
    return b;
}

/* The profile read back; its own pprof has the same bytes. */
static fr_profile *back(const fr_profile *p)
{
    blob first = pprof_of(p), second;
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    fr_profile *q;
    q = try_read(first.at, first.len, &opt, &err);
    assert_string_equal(err.text, "");
    assert_non_null(q);
    second = pprof_of(q);
    assert_int_equal(first.len, second.len);
    assert_memory_equal(first.at, second.at, first.len);
    free(first.at);
    free(second.at);
    return q;
}

static bool holds(fr_bytes bytes, const char *text)
{
    for (size_t i = 0; i + strlen(text) <= bytes.len; i++)
        if (memcmp(bytes.at + i, text, strlen(text)) == 0)
            return true;
    return false;
}

/* A sample without locations is written as one, not as a function; but a frame of that name within a stack is. */
static void samples_without_locations(void **state)
{
    static const struct {
        const char *folded, *want;
        bool is_function;
    } rows[] = {
        {"5\na;b 3\nc 2\n", "[no stack] 5\na;b 3\nc 2\n", false},
        {"a;[no stack] 5\na;b 3\n", "a;[no stack] 5\na;b 3\n", true},
        {"[no stack];b 5\n[no stack] 3\n", "[no stack] 3\n[no stack];b 5\n", true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_profile *p = read_folded(rows[i].folded), *q = back(p);
        blob b = pprof_of(p);
        fr_input *in = fr_input_memory("x", b.at, b.len, NULL, NULL);
        assert_non_null(in);
        assert_int_equal(holds(fr_input_fill(in, 4096), "[no stack]"), rows[i].is_function);
        assert_written(q, "folded", rows[i].want);
        fr_input_free(in);
        free(b.at);
        fr_profile_free(p);
        fr_profile_free(q);
    }
}

static uint32_t frame(fr_builder *b, const char *name, fr_kind kind, const char *module)
{
    return fr_builder_frame(b, &(fr_frame_info){.name = name, .kind = kind, .module = module});
}

/* From "frames" to "notes": the head names the format. */
static void assert_same_json(const fr_profile *p, const fr_profile *q)
{
    char *a = written(p, "json"), *b = written(q, "json");
    char *from = strstr(a, "\"frames\""), *other = strstr(b, "\"frames\"");

    assert_non_null(from);
    assert_non_null(other);
    *strstr(from, "\"notes\"") = '\0';
    *strstr(other, "\"notes\"") = '\0';
    assert_string_equal(from, other);
    free(a);
    free(b);
}

static void every_kind(void **state)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t column = fr_builder_column(b, "samples", "count", 0), stack = FR_NO_STACK;
    fr_profile *p, *q;
    uint32_t path[] = {
        frame(b, "inlined root", FR_KIND_INLINED, "/bin/a"),
        frame(b, "process", FR_KIND_PROCESS, NULL),
        frame(b, "main", FR_KIND_USER, "/bin/a"),
        frame(b, "one", FR_KIND_INLINED, "/bin/a"),
        frame(b, "two_[i]", FR_KIND_USER, "/bin/a"),
        frame(b, "three", FR_KIND_INLINED, "/lib/b.so"),
        frame(b, "jit", FR_KIND_JIT, NULL),
        frame(b, "py", FR_KIND_INTERPRETED, "/bin/a"),
        frame(b, "user in the kernel", FR_KIND_USER, "[kernel.kallsyms]"),
        frame(b, "sys", FR_KIND_KERNEL, "[kernel.kallsyms]"),
        frame(b, "bad\xff;\x1b\\x1b\xe2\x80\xae", FR_KIND_USER, "x\ny"),
        fr_builder_frame(b, &(fr_frame_info){.name = "full",
                                             .system_name = "_Z4fullv",
                                             .file = "f.c",
                                             .module = "/bin/a",
                                             .address = UINT64_MAX,
                                             .line = 7,
                                             .start_line = UINT32_MAX}),
    };

    (void)state;
    for (size_t i = 0; i < COUNT(path); i++) {
        stack = fr_builder_push(b, stack, path[i]);
        fr_builder_add(b, stack, column, (int64_t)i + 1, i + 1, (double)(i + 1));
    }
    p = fr_builder_finish(b, NULL);
    assert_non_null(p);
    q = back(p);
    assert_same_json(p, q);
    fr_profile_free(p);
    fr_profile_free(q);
}

static void random_profiles(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        generated g = generate_folded(seed, (name_pool)(seed % 3)), h = generate_shuffled(&g, 7);
        fr_profile *p = read_folded(g.text), *shuffled = read_folded(h.text), *q;
        blob a = pprof_of(p), b = pprof_of(shuffled);
        char *folded = written(p, "folded");
        assert_int_equal(a.len, b.len);
        assert_memory_equal(a.at, b.at, a.len);
        q = back(p);
        assert_same_json(p, q);
        assert_written(q, "folded", folded);
        free(folded);
        free(a.at);
        free(b.at);
        fr_profile_free(p);
        fr_profile_free(q);
        fr_profile_free(shuffled);
        generated_reset(&g);
        generated_reset(&h);
    }
}

static void decimals(void **state)
{
    fr_profile *p = read_folded("a 1.5\n");
    fr_output *out = fr_output_memory();
    fr_error err = {0};

    (void)state;
    assert_non_null(out);
    fr_profile_write(p, "pprof", out);
    assert_false(fr_output_close(out, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    assert_non_null(strstr(err.text, "decimals"));
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_without_locations),
        cmocka_unit_test(every_kind),
        cmocka_unit_test(random_profiles),
        cmocka_unit_test(decimals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
