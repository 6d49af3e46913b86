/*
 * test_wrappings.c - what is wrapped comes out the same in pieces of any size, cut anywhere it is an error, and a build
 * without libzstd says so. golden/wrapped/ has what the formats are.
 */
#include "base/wrapping.h"
#include "lib/pieces.h"
#include "unit/unit.h"

static char *load(const char *path, size_t *len)
{
    const char *root = getenv("FR_SOURCE_DIR");
    char full[512], *bytes = malloc(1 << 16);
    FILE *in;

    snprintf(full, sizeof full, "%s/%s", root ? root : ".", path);
    in = fopen(full, "rb");
    if (!in)
        fail_msg("no %s", full);
    *len = fread(bytes, 1, 1 << 16, in);
    fclose(in);
    return bytes;
}

/* All that comes of `len` bytes, given in pieces, taken in rooms; the bytes written. */
static size_t unwrap_all(const char *bytes, size_t len, size_t piece, size_t room, char *to,
                         fr_error *err)
{
    pieces s = {bytes + 4, len - 4, piece};
    fr_unwrapper *u = fr_unwrapper_new(take_piece, &s, 0);
    size_t n = 0, got;

    assert_non_null(u);
    assert_true(fr_unwrap_knows((fr_bytes){bytes, 4}));
    assert_true(fr_unwrapper_add(u, (fr_bytes){bytes, 4}, err));
    while ((got = fr_unwrap(u, to + n, room, err)) > 0)
        n += got;
    assert_true(err->code != FR_OK || fr_unwrapper_done(u));
    fr_unwrapper_free(u);
    return n;
}

static const char *const files[] = {
    "golden/wrapped/zip/in.zip",          "golden/wrapped/zip_stored/in.zip",
    "golden/wrapped/zip_streamed/in.zip", "golden/wrapped/utf_16/in.txt",
    "golden/wrapped/utf_16_big/in.txt",
#ifdef FR_ZSTD
    "tests/data/wrapped.folded.zst",
#endif
};

static void pieces_of_any_size(void **state)
{
    static const size_t sizes[] = {1, 2, 3, 5, 29, 64, 1 << 15};
    static char want[1 << 16], got[1 << 16];

    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        size_t len, n;
        char *bytes = load(files[i], &len);
        fr_error err = {0};
        n = unwrap_all(bytes, len, 1 << 15, 1 << 15, want, &err);
        assert_true(n > 40 && err.code == FR_OK);
        for (size_t k = 0; k < COUNT(sizes) * COUNT(sizes); k++) {
            size_t room = sizes[k % COUNT(sizes)];
            assert_int_equal(unwrap_all(bytes, len, sizes[k / COUNT(sizes)], room, got, &err), n);
            assert_int_equal(err.code, FR_OK);
            assert_memory_equal(got, want, n);
        }
        free(bytes);
    }
}

/* Where the directory of a zip begins, or the end. */
static size_t find_end(const char *bytes, size_t len)
{
    for (size_t i = 4; i + 4 < len; i++)
        if (memcmp(bytes + i, "PK\1\2", 4) == 0)
            return i + 4;
    return len;
}

static void cut_short(void **state)
{
    static char got[1 << 16];

    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        size_t len;
        char *bytes = load(files[i], &len);
        bool is_text = strstr(files[i], "utf_16") != NULL;
        for (size_t n = 5; n < find_end(bytes, len); n++) {
            fr_error err = {0};
            (void)unwrap_all(bytes, n, 64, 64, got, &err);
            if (is_text && err.code == FR_OK) /* between characters */
                continue;
            assert_int_equal(err.code, FR_E_FORMAT);
            assert_non_null(strstr(err.text, "ends too early"));
        }
        free(bytes);
    }
}

static void bytes_that_change(void **state)
{
    static char got[1 << 20];

    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        size_t len;
        char *bytes = load(files[i], &len);
        for (size_t n = 4; n < len; n++) {
            fr_error err = {0};
            bytes[n] ^= 0x41;
            (void)unwrap_all(bytes, len, 100, 100, got, &err);
            assert_true(err.code == FR_OK || err.text[0]);
            bytes[n] ^= 0x41;
        }
        free(bytes);
    }
}

/* 17 members of 64 MiB of zeros in one more gzip. */
static fr_bytes pack_bomb(void)
{
    size_t len = (size_t)64 << 20;
    char *zeros = calloc(len, 1), *members;
    fr_bytes member = fr_gzip_all((fr_bytes){zeros, len}), bomb;

    members = malloc(member.len * 17);
    for (size_t i = 0; i < 17; i++)
        memcpy(members + i * member.len, member.at, member.len);
    bomb = fr_gzip_all((fr_bytes){members, member.len * 17});
    free(zeros);
    free(members);
    free((char *)member.at);
    return bomb;
}

/* The bytes that come of two layers. */
static uint64_t unwrap_twice(fr_bytes packed, uint64_t limit, fr_error *err)
{
    static char to[1 << 20];
    pieces s = {packed.at + 4, packed.len - 4, SIZE_MAX};
    fr_unwrapper *u = fr_unwrapper_new(take_piece, &s, limit);
    uint64_t n = 0;
    size_t got;

    assert_true(fr_unwrapper_add(u, (fr_bytes){packed.at, 4}, err));
    assert_int_equal(fr_unwrap(u, to, 4, err), 4);
    assert_true(fr_unwrapper_add(u, (fr_bytes){to, 4}, err));
    while ((got = fr_unwrap(u, to, sizeof to, err)) > 0)
        n += got;
    fr_unwrapper_free(u);
    return n;
}

static void bombs_are_refused(void **state)
{
    fr_bytes bomb = pack_bomb();
    fr_error err = {0};

    (void)state;
    assert_true(bomb.len < 10000);
    assert_true(unwrap_twice(bomb, 0, &err) <= UINT64_C(1) << 30);
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.text, "inflates to more than 1073741824 bytes"));
    assert_non_null(strstr(err.hint, "--limit-inflated"));
    err = (fr_error){0};
    assert_int_equal(unwrap_twice(bomb, UINT64_C(2) << 30, &err), UINT64_C(17) << 26);
    assert_int_equal(err.code, FR_OK);
    free((char *)bomb.at);
}

static void names_lose_their_wrappings(void **state)
{
    fr_bytes name = fr_unwrap_name(FR_LITERAL("x.pb.gz.zip"));

    (void)state;
    assert_int_equal(name.len, 4);
    assert_int_equal(fr_unwrap_name(FR_LITERAL("x.svg")).len, 5);
}

static void zstd_by_its_build(void **state)
{
    size_t len;
    char *bytes = load("tests/data/wrapped.folded.zst", &len);
    fr_error err = {0};
    fr_profile *p = try_read(bytes, len, NULL, &err);

    (void)state;
#ifdef FR_ZSTD
    assert_non_null(p);
    assert_written(
        p, "folded",
        "main;draw 350\nmain;parse;read 2100\nmain;\xc3\xa9t\xc3\xa9 \xf0\x9f\x94\xa5 50\n");
#else
    assert_null(p);
    assert_non_null(strstr(err.text, "this is zstd"));
    assert_non_null(strstr(err.hint, "zstdcat"));
#endif
    fr_profile_free(p);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_any_size), cmocka_unit_test(cut_short),
        cmocka_unit_test(bytes_that_change),  cmocka_unit_test(names_lose_their_wrappings),
        cmocka_unit_test(zstd_by_its_build),  cmocka_unit_test(bombs_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
