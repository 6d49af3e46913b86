/*
 * test_input.c - windows over memory, files and gzip, and what is wrong with a gzip.
 */
#include "base/input.h"
#include "model/build/builder_merge.h"
#include "rounds.h"
#include "unit/unit.h"

#include <unistd.h>
#include <zlib.h>

/* Bytes that grow by what is appended. */
typedef struct text {
    char *at;
    size_t len;
} text;

static void append(text *to, const void *bytes, size_t len)
{
    to->at = realloc(to->at, to->len + len + 1);
    assert_non_null(to->at);
    memcpy(to->at + to->len, bytes, len);
    to->len += len;
}

static void append_gzip(text *to, const void *bytes, size_t len)
{
    z_stream z = {0};
    size_t room = compressBound(len) + 64;
    char *packed = malloc(room);

    assert_non_null(packed);
    assert_int_equal(
        deflateInit2(&z, len < 300000 ? 6 : 1, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
        Z_OK);
    z.next_in = (Bytef *)(uintptr_t)bytes;
    z.avail_in = (uInt)len;
    z.next_out = (Bytef *)packed;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    append(to, packed, room - z.avail_out);
    deflateEnd(&z);
    free(packed);
}

/* Numbers that compress little. */
static text numbers(size_t len)
{
    text t = {malloc(len), len};
    random_source random = {len};

    assert_non_null(t.at);
    for (size_t i = 0; i < len; i++)
        t.at[i] = (char)('a' + random_below(&random, 16));
    return t;
}

/* All of an input, asking for `need` and skipping most of each window. */
static text drain(fr_input *in, size_t need, fr_error *err)
{
    text all = {0};
    fr_bytes window;

    while ((window = fr_input_fill(in, need)).len > 0) {
        size_t used = window.len > need / 2 ? window.len - need / 2 : window.len;
        assert_true(window.len >= need || fr_input_at_end(in));
        assert_int_equal(fr_input_offset(in), all.len);
        append(&all, window.at, used);
        fr_input_skip(in, used);
    }
    assert_true(fr_input_at_end(in));
    fr_input_failed(in, err);
    return all;
}

static fr_error drain_memory(const text *bytes, const fr_limits *limits, const text *want)
{
    static const size_t needs[] = {1, 2, 1000, 65536, FR_INPUT_BLOCK};
    fr_error first = {0};

    for (size_t i = 0; i < COUNT(needs); i++) {
        fr_error err = {0};
        fr_input *in = fr_input_memory("test", bytes->at, bytes->len, limits, NULL);
        assert_non_null(in);
        text got = drain(in, needs[i], &err);
        if (want) {
            assert_int_equal(err.code, FR_OK);
            assert_int_equal(got.len, want->len);
            assert_true(want->len == 0 || memcmp(got.at, want->at, want->len) == 0);
        } else {
            assert_int_not_equal(err.code, FR_OK);
            assert_string_equal(err.source, "test");
        }
        first = i ? first : err;
        assert_string_equal(err.text, first.text);
        free(got.at);
        fr_input_free(in);
    }
    return first;
}

static const size_t sizes[] = {
    0,
    1,
    2,
    3,
    65535,
    65536,
    65537,
    262144,
    FR_INPUT_BLOCK - 1,
    FR_INPUT_BLOCK,
    FR_INPUT_BLOCK + 1,
    3000000,
};

static void plain_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        text t = numbers(sizes[i]);
        drain_memory(&t, NULL, &t);
        free(t.at);
    }
    drain_memory(&(text){NULL, 0}, NULL, &(text){NULL, 0});
}

static void gzip_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        text t = numbers(sizes[i]), packed = {0};
        append_gzip(&packed, t.at, t.len);
        drain_memory(&packed, NULL, &t);
        free(packed.at);
        free(t.at);
    }
}

static void gzip_members(void **state)
{
    text want = {0}, packed = {0};
    static const char zeros[1000] = {0};

    (void)state;
    for (size_t i = 0; i < 40; i++) {
        text t = numbers(i % 4 == 2 ? 0 : i * 5000);
        append_gzip(&packed, t.at, t.len);
        append(&want, t.at, t.len);
        free(t.at);
    }
    drain_memory(&packed, NULL, &want);
    append(&packed, zeros, sizeof zeros);
    drain_memory(&packed, NULL, &want);
    append_gzip(&packed, "after zeros", 11);
    append(&want, "after zeros", 11);
    drain_memory(&packed, NULL, &want);
    append(&packed, "garbage", 7);
    assert_non_null(strstr(drain_memory(&packed, NULL, NULL).text, "are not gzip"));
    free(packed.at);
    free(want.at);
}

static void gzip_cut_short(void **state)
{
    text t = numbers(300), packed = {0};

    (void)state;
    append_gzip(&packed, t.at, t.len);
    for (size_t len = 2; len < packed.len; len++) {
        fr_error err = drain_memory(&(text){packed.at, len}, NULL, NULL);
        assert_int_equal(err.code, FR_E_FORMAT);
        assert_non_null(strstr(err.text, "ends too early"));
    }
    free(packed.at);
    free(t.at);
}

/* A changed byte is an error, or changes nothing that is read (times and flags of the header). */
static void gzip_damaged(void **state)
{
    text t = numbers(200), packed = {0};
    fr_error err;

    (void)state;
    append_gzip(&packed, t.at, t.len);
    for (size_t i = 2; i < packed.len; i++) {
        packed.at[i] = (char)(packed.at[i] ^ 0x10);
        fr_input *in = fr_input_memory("test", packed.at, packed.len, NULL, NULL);
        assert_non_null(in);
        err = (fr_error){0};
        text got = drain(in, 1000, &err);
        assert_true(err.code == FR_E_FORMAT || got.len == 0 ||
                    (got.len == t.len && memcmp(got.at, t.at, t.len) == 0));
        assert_true(i < 10 || err.code == FR_E_FORMAT);
        free(got.at);
        fr_input_free(in);
        packed.at[i] = (char)(packed.at[i] ^ 0x10);
    }
    free(packed.at);
    free(t.at);
}

static void gzip_limit(void **state)
{
    text t = {calloc(1, 5000000), 5000000}, packed = {0};
    fr_limits limits;
    fr_error err;

    (void)state;
    fr_limits_init(&limits);
    append_gzip(&packed, t.at, t.len);
    limits.inflated = 5000000;
    drain_memory(&packed, &limits, &t);
    limits.inflated = 4999999;
    err = drain_memory(&packed, &limits, NULL);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.hint, "--limit-inflated"));
    drain_memory(&t, &limits, &t); /* not gzipped: no such limit */
    free(packed.at);
    free(t.at);
}

static void files(void **state)
{
    char path[] = "/tmp/fr_input_XXXXXX";
    int fd = mkstemp(path);
    uint64_t done, size;
    fr_error err = {0};

    (void)state;
    assert_true(fd >= 0);
    text t = numbers(1500000);
    assert_int_equal(write(fd, t.at, t.len), t.len);
    close(fd);
    fr_input *in = fr_input_open(path, NULL, &err);
    assert_non_null(in);
    assert_string_equal(fr_input_name(in), path);
    text got = drain(in, 65536, &err);
    assert_int_equal(got.len, t.len);
    assert_memory_equal(got.at, t.at, t.len);
    fr_input_progress(in, &done, &size);
    assert_int_equal(done, t.len);
    assert_int_equal(size, t.len);
    fr_input_free(in);
    unlink(path);
    free(got.at);
    free(t.at);
    assert_null(fr_input_open(path, NULL, &err));
    assert_int_equal(err.code, FR_E_IO);
    assert_string_equal(err.source, path);
    err = (fr_error){0};
    assert_null(fr_input_open("/", NULL, &err));
    assert_non_null(strstr(err.text, "directory"));
    fr_input_free(NULL);
}

static void write_file(const char *path, const text *t)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(t->at, 1, t->len, file), t->len);
    assert_int_equal(fclose(file), 0);
}

/* ---- inputs that are held whole ---- */

/* Lengthens the window to all there is, at most `most` times. */
static fr_bytes hold(fr_input *in, size_t most)
{
    size_t len = fr_input_fill(in, 1).len;
    fr_bytes window;

    for (; most > 0 && fr_input_extend(in); most--) {
        window = fr_input_fill(in, 1);
        assert_true(window.len > len);
        len = window.len;
    }
    window = fr_input_fill(in, 1);
    assert_true(window.len == 0 || window.len == len);
    return window;
}

static void held_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        text t = numbers(sizes[i] * 3), packed = {0};
        append_gzip(&packed, t.at, t.len);
        fr_input *in = fr_input_memory("test", packed.at, packed.len, NULL, NULL);
        fr_bytes window = hold(in, SIZE_MAX);
        assert_true(fr_input_at_end(in));
        assert_false(fr_input_extend(in));
        assert_false(fr_input_failed(in, NULL));
        assert_int_equal(window.len, t.len);
        assert_true(t.len == 0 || memcmp(window.at, t.at, t.len) == 0);
        fr_input_free(in);
        free(packed.at);
        free(t.at);
    }
}

/* What is held whole has three limits; the error names the option of the one that was met. */
static void all_of_it(void **state)
{
    static const struct {
        uint64_t most, inflated, memory;
        const char *option; /* NULL: it is read */
    } rows[] = {
        {300000, 0, 1 << 20, NULL},
        {299999, 0, 1 << 20, "--limit-inflated raises the limit"},
        {10, 300000, 1 << 20, NULL},
        {1 << 20, 299999, 1 << 20, "--limit-inflated raises the limit"},
        {1 << 20, 0, 299999, "--limit-memory raises the limit"},
    };
    text t = numbers(300000), packed = {0};

    (void)state;
    append_gzip(&packed, t.at, t.len);
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        fr_read_options opt = FR_READ_DEFAULTS;
        const text *from = i % 2 ? &packed : &t;
        fr_input *in = fr_input_memory("test", from->at, from->len, NULL, NULL);
        fr_error err = {0};
        opt.limits.inflated = rows[i / 2].inflated;
        opt.limits.memory = rows[i / 2].memory;
        fr_bytes all = fr_input_all(in, &opt, rows[i / 2].most);
        assert_int_equal(fr_input_failed(in, &err), rows[i / 2].option != NULL);
        assert_string_equal(err.hint, rows[i / 2].option ? rows[i / 2].option : "");
        assert_int_equal(err.code, rows[i / 2].option ? FR_E_LIMIT : FR_OK);
        assert_int_equal(all.len, rows[i / 2].option ? 0 : t.len);
        assert_true(all.len == 0 || memcmp(all.at, t.at, t.len) == 0);
        fr_input_free(in);
    }
    free(packed.at);
    free(t.at);
}

/* Windows that are moved on, lengthened and refilled in any order show the bytes of the stream. */
static void lengthened_and_refilled(void **state)
{
    static const size_t needs[] = {1, 1000, 300000, FR_INPUT_BLOCK};
    text t = numbers(5000000), packed = {0};

    (void)state;
    append_gzip(&packed, t.at, t.len);
    for (uint64_t seed = 1; seed <= rounds(3, 16); seed++) {
        random_source random = {seed};
        fr_input *in = fr_input_memory("test", packed.at, packed.len, NULL, NULL);
        fr_bytes window = fr_input_fill(in, 1);
        while (window.len > 0) {
            size_t at = (size_t)fr_input_offset(in), need = needs[random_below(&random, 4)];
            assert_true(at + window.len <= t.len);
            assert_memory_equal(window.at, t.at + at, window.len);
            if (random_below(&random, 3))
                for (uint32_t n = random_below(&random, 12); n > 0; n--)
                    (void)fr_input_extend(in);
            else
                fr_input_skip(in, random_below(&random, (uint32_t)window.len + 1));
            window = fr_input_fill(in, need);
            assert_true(window.len >= need ||
                        (fr_input_at_end(in) && fr_input_offset(in) + window.len == t.len));
        }
        assert_int_equal(fr_input_offset(in), t.len);
        assert_false(fr_input_failed(in, NULL));
        fr_input_free(in);
    }
    free(packed.at);
    free(t.at);
}

/* What is wrong far behind the first block is told as it is of windows, and nothing is left to read. */
static void held_whole_but_bad(void **state)
{
    static const struct {
        const char *name;
        size_t cut, flip; /* in thousandths of the gzip; 0: not at all */
        uint64_t limit;   /* of what it inflates to */
        fr_code code;
    } rows[] = {
        {"cut in the second block", 250, 0, 0, FR_E_FORMAT},
        {"cut far on", 900, 0, 0, FR_E_FORMAT},
        {"damaged far on", 0, 800, 0, FR_E_FORMAT},
        {"wrong length", 0, 999, 0, FR_E_FORMAT},
        {"more than allowed", 0, 0, 7000000, FR_E_LIMIT},
        {"a byte more than allowed", 0, 0, 8999999, FR_E_LIMIT},
        {"as much as allowed", 0, 0, 9000000, FR_OK},
    };
    text t = numbers(9000000), packed = {0};

    (void)state;
    append_gzip(&packed, t.at, t.len);
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t len = rows[i].cut ? packed.len / 1000 * rows[i].cut : packed.len;
        size_t at = rows[i].flip == 999 ? packed.len - 2 : packed.len / 1000 * rows[i].flip;
        fr_limits limits;
        fr_error held = {0}, drained = {0};
        fr_limits_init(&limits);
        limits.inflated = rows[i].limit;
        if (at)
            packed.at[at] = (char)(packed.at[at] ^ 0x55);
        fr_input *in = fr_input_memory("test", packed.at, len, &limits, NULL);
        fr_bytes window = hold(in, SIZE_MAX);
        assert_int_equal(fr_input_failed(in, &held), rows[i].code != FR_OK);
        assert_int_equal(held.code, rows[i].code);
        assert_int_equal(window.len, rows[i].code == FR_OK ? t.len : 0);
        assert_true(fr_input_at_end(in));
        fr_input_free(in);
        in = fr_input_memory("test", packed.at, len, &limits, NULL);
        free(drain(in, 1000, &drained).at);
        assert_string_equal(held.text, drained.text);
        fr_input_free(in);
        if (at)
            packed.at[at] = (char)(packed.at[at] ^ 0x55);
    }
    free(packed.at);
    free(t.at);
}

/* One input for a small gzip, a damaged one, a large plain file, nothing at all, and the small one
 * again: each is whole in one window, and nothing of the one before is left. */
static void reopened(void **state)
{
    static const struct {
        const char *path;
        size_t len; /* of the numbers; 0: a failure */
    } files[] = {{"small", 200000}, {"cut", 0}, {"large", 5000000}, {"none", 0}, {"small", 200000}};
    char folder[] = "/tmp/fr-input-XXXXXX";
    text small = numbers(200000), large = numbers(5000000), packed = {0};
    fr_input *in = NULL;

    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    append_gzip(&packed, small.at, small.len);
    write_file("small", &packed);
    packed.len -= 9;
    write_file("cut", &packed);
    write_file("large", &large);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const text *want = files[i].len == large.len ? &large : &small;
        fr_error err = {0};
        bool opened = in ? fr_input_reopen(in, files[i].path, &err)
                         : (in = fr_input_open(files[i].path, NULL, &err)) != NULL;
        fr_bytes window = {NULL, 0};
        while (opened && fr_input_extend(in))
            ;
        if (opened)
            window = fr_input_fill(in, 1);
        assert_int_equal(opened && !fr_input_failed(in, &err), files[i].len > 0);
        assert_string_equal(files[i].len ? "" : err.source, files[i].len ? "" : files[i].path);
        if (!files[i].len)
            continue;
        assert_true(fr_input_at_end(in));
        assert_int_equal(window.len, want->len);
        assert_memory_equal(window.at, want->at, want->len);
    }
    fr_input_free(in);
    assert_int_equal(unlink("small") | unlink("cut") | unlink("large"), 0);
    assert_int_equal(chdir("/") | rmdir(folder), 0);
    free(small.at);
    free(large.at);
    free(packed.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_memory),
        cmocka_unit_test(gzip_memory),
        cmocka_unit_test(gzip_members),
        cmocka_unit_test(gzip_cut_short),
        cmocka_unit_test(gzip_damaged),
        cmocka_unit_test(gzip_limit),
        cmocka_unit_test(files),
        cmocka_unit_test(held_whole),
        cmocka_unit_test(all_of_it),
        cmocka_unit_test(lengthened_and_refilled),
        cmocka_unit_test(held_whole_but_bad),
        cmocka_unit_test(reopened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
