/* test_zip.c - gzip members and their headers, in pieces of any size, and what is wrong with them. */
#include "unit/unit.h"

#include <string.h>
#include <zlib.h>

#include "base/wrapping.h"

typedef struct gzip {
    char at[4096];
    size_t len;
} gzip;

/* A member more: `text` behind a header with the parts that `header` has. */
static void add_member(gzip *g, const char *text, gz_header *header)
{
    z_stream z = {0};

    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    if (header)
        assert_int_equal(deflateSetHeader(&z, header), Z_OK);
    z.next_in = (Bytef *)text;
    z.avail_in = (uInt)strlen(text);
    z.next_out = (Bytef *)g->at + g->len;
    z.avail_out = (uInt)(sizeof g->at - g->len);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    g->len = sizeof g->at - z.avail_out;
    deflateEnd(&z);
}

/* Inflates the pieces before and from `cut` on, into rooms of `room` bytes; what comes of it, up to 4 KiB. */
static fr_error inflate_pieces(const gzip *g, size_t cut, size_t room, char *to, bool *whole)
{
    void *z = fr_wrapping_gzip.make();
    fr_error err = {0};
    fr_bytes left = {g->at, cut};
    size_t n = 0, at = cut;

    assert_non_null(z);
    fr_wrapping_gzip.begin(z);
    for (;;) {
        size_t got = fr_wrapping_gzip.unwrap(z, &left, to + n, room, &err);
        n += got;
        assert_true(n + room < 4096);
        if (err.code != FR_OK || (got == 0 && left.len == 0 && at == g->len))
            break;
        if (got == 0 && left.len == 0) {
            left = (fr_bytes){g->at + at, g->len - at};
            at = g->len;
        }
    }
    to[n] = '\0';
    *whole = fr_wrapping_gzip.whole(z);
    fr_wrapping_gzip.release(z);
    return err;
}

/* RFC 1952, 2.3: each part of a header may be there, or not, and be cut anywhere. */
static void headers_in_two_pieces(void **state)
{
    char name[] = "profile.folded", comment[] = "ten minutes", extra[] = "AB\4\0data", none[] = "";
    static const size_t rooms[] = {1, 3, 100};

    (void)state;
    for (unsigned parts = 0; parts < 32; parts++) {
        gz_header header = {
            .os = 3,
            .name = parts & 1    ? (Bytef *)name
                    : parts & 16 ? (Bytef *)none
                                 : NULL,
            .comment = parts & 2 ? (Bytef *)comment : NULL,
            .extra = parts & 4 ? (Bytef *)extra : NULL,
            .extra_len = parts & 4 && !(parts & 16) ? 8 : 0,
            .hcrc = (parts & 8) != 0,
        };
        gzip g = {{0}, 0};
        add_member(&g, "main;read 1\n", &header);
        add_member(&g, "", &header);
        add_member(&g, "main;write 2\n", &header);
        for (size_t cut = 0; cut <= g.len; cut++) {
            char text[4096];
            bool whole;
            fr_error err = inflate_pieces(&g, cut, rooms[cut % COUNT(rooms)], text, &whole);
            assert_int_equal(err.code, FR_OK);
            assert_true(whole);
            assert_string_equal(text, "main;read 1\nmain;write 2\n");
        }
    }
}

static void bad_headers(void **state)
{
    static const struct {
        size_t at;
        unsigned char change;
        const char *says;
    } rows[] = {
        {1, 0x01, "incorrect header check"},   {2, 0x0f, "unknown compression method"},
        {3, 0x20, "unknown header flags set"}, {3, 0x40, "unknown header flags set"},
        {3, 0x80, "unknown header flags set"}, {4, 0x01, "header crc mismatch"},  /* the time */
        {9, 0x80, "header crc mismatch"},      {12, 0x01, "header crc mismatch"}, /* the name */
        {15, 0x01, "header crc mismatch"}, /* the checksum itself */
    };
    char name[] = "cpu";

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t cut = 0; cut < 20; cut++) {
            gz_header header = {.os = 3, .name = (Bytef *)name, .hcrc = 1};
            gzip g = {{0}, 0};
            char text[4096];
            bool whole;
            fr_error err;
            add_member(&g, "main 1\n", &header);
            g.at[rows[i].at] = (char)(g.at[rows[i].at] ^ rows[i].change);
            err = inflate_pieces(&g, cut, 64, text, &whole);
            assert_int_equal(err.code, FR_E_FORMAT);
            assert_non_null(strstr(err.text, rows[i].says));
            assert_string_equal(text, "");
        }
}

/* The eight bytes behind the data: what it was, and how much. */
static void bad_trailers(void **state)
{
    (void)state;
    for (size_t back = 1; back <= 8; back++)
        for (size_t cut = 0; cut < 30; cut++) {
            gzip g = {{0}, 0};
            char text[4096];
            bool whole;
            fr_error err;
            add_member(&g, "main;read 1\n", NULL);
            g.at[g.len - back] = (char)(g.at[g.len - back] ^ 4);
            err = inflate_pieces(&g, cut, 64, text, &whole);
            assert_int_equal(err.code, FR_E_FORMAT);
            assert_non_null(strstr(err.text, "check"));
        }
}

/* Wherever it ends before its end, it is not whole, and nothing is said to be damaged. */
static void cut_short(void **state)
{
    gz_header header = {.os = 3, .name = (Bytef *)"cpu", .hcrc = 1};
    gzip g = {{0}, 0};

    (void)state;
    add_member(&g, "main;read 1\n", &header);
    for (size_t len = 1; len <= g.len; len++) {
        gzip head = g;
        char text[4096];
        bool whole;
        head.len = len;
        assert_int_equal(inflate_pieces(&head, len / 2, 5, text, &whole).code, FR_OK);
        assert_int_equal(whole, len == g.len);
    }
}

/* A block as it is: 0, length, the length's complement; behind a damaged one the type's bits are its padding. */
static void add_stored(gzip *g, const char *first, const char *text)
{
    size_t n = strlen(text);
    char head[] = {first[0], (char)n, 0, (char)~n, (char)0xff};

    memcpy(g->at + g->len, head, sizeof head);
    memcpy(g->at + g->len + sizeof head, text, n);
    g->len += sizeof head + n;
}

/* What stands behind the damage is not read, however often it is asked for. */
static void nothing_behind_damage(void **state)
{
    static const size_t rooms[] = {1, 7, 64};

    (void)state;
    for (size_t i = 0; i < COUNT(rooms); i++) {
        gzip g = {"\x1f\x8b\x08\0\0\0\0\0\0\3", 10};
        void *z = fr_wrapping_gzip.make();
        fr_error err = {0};
        fr_bytes left = {g.at, 0};
        char text[64];
        assert_non_null(z);
        fr_wrapping_gzip.begin(z);
        add_stored(&g, "\0", "main;read 1\n");
        add_stored(&g, "\6", "main;write 2\n"); /* 6: a block of type 3, which there is not */
        add_stored(&g, "\1", "");
        left.len = g.len;
        for (size_t n = 0; n < 20 && err.code == FR_OK; n++)
            (void)fr_wrapping_gzip.unwrap(z, &left, text, rooms[i], &err);
        assert_int_equal(err.code, FR_E_FORMAT);
        for (size_t n = 0; n < 20; n++)
            assert_int_equal(fr_wrapping_gzip.unwrap(z, &left, text, rooms[i], &err), 0);
        assert_false(fr_wrapping_gzip.whole(z));
        fr_wrapping_gzip.release(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_in_two_pieces), cmocka_unit_test(bad_headers),
        cmocka_unit_test(bad_trailers),          cmocka_unit_test(cut_short),
        cmocka_unit_test(nothing_behind_damage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
