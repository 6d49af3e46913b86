/*
 * test_inflate.c - deflate streams that are whole in memory: what zlib packs comes back, and what is damaged
 * is never taken for something that zlib would not take it for.
 */
#include "base/inflate.h"
#include "unit/unit.h"

#include <zlib.h>

#define MOST  200000u
#define SLACK 64u

typedef struct packed {
    unsigned char bytes[2 * MOST];
    size_t len;
} packed;

static packed stream;
static char text[MOST + SLACK], got[MOST + SLACK];

static void pack(size_t len, int level, int strategy, int window)
{
    z_stream z = {0};

    assert_int_equal(deflateInit2(&z, level, Z_DEFLATED, -window, 9, strategy), Z_OK);
    z.next_in = (Bytef *)text;
    z.avail_in = (uInt)len;
    z.next_out = stream.bytes;
    z.avail_out = sizeof stream.bytes;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    stream.len = sizeof stream.bytes - z.avail_out;
    deflateEnd(&z);
}

/* Of `kind`: few letters, words that come again, bytes of any sort, one letter, runs of a few bytes. */
static void write_text(random_source *random, unsigned kind, size_t len)
{
    static const uint32_t letters[] = {20, 256, 256, 1, 256};

    for (size_t i = 0; i < len; i++) {
        uint32_t far = 1 + random_below(random, kind == 4 ? 7 : 30000);
        uint32_t length = random_below(random, 300);
        text[i] = (char)random_below(random, letters[kind]);
        if ((kind == 1 || kind == 4) && far <= i && random_below(random, 4))
            for (; length > 0 && i < len; length--, i++)
                text[i] = text[i - far];
    }
}

/* What zlib makes of the stream: bytes, or SIZE_MAX. */
static size_t ask_zlib(size_t room, char *to, size_t *left)
{
    z_stream z = {0};
    int result;

    assert_int_equal(inflateInit2(&z, -15), Z_OK);
    z.next_in = stream.bytes;
    z.avail_in = (uInt)stream.len;
    z.next_out = (Bytef *)to;
    z.avail_out = (uInt)room;
    result = inflate(&z, Z_FINISH);
    *left = z.avail_in;
    inflateEnd(&z);
    return result == Z_STREAM_END ? room - z.avail_out : SIZE_MAX;
}

/* Into a room of `room` bytes that ends where the memory does, from bytes that do, too. */
static bool inflate_tightly(size_t room, size_t *n, size_t *left)
{
    char *from = malloc(stream.len ? stream.len : 1), *to = malloc(room ? room : 1);
    fr_bytes in = {from, stream.len};
    bool good;

    assert_true(from && to);
    memcpy(from, stream.bytes, stream.len);
    good = fr_inflate_whole(&in, to, room, n);
    if (good)
        memcpy(got, to, *n);
    else
        assert_true(in.at == from && in.len == stream.len);
    *left = in.len;
    free(from);
    free(to);
    return good;
}

static void whole(void **state)
{
    static const size_t lengths[] = {0, 1, 2, 3, 7, 258, 259, 300, 5000, 66000, MOST};
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED};
    random_source random = {7};

    (void)state;
    for (size_t l = 0; l < COUNT(lengths); l++)
        for (unsigned kind = 0; kind < 5; kind++)
            for (int level = 0; level <= 9; level += 3)
                for (int s = 0; s < 4; s++) {
                    size_t n = 0, left = 1;
                    write_text(&random, kind, lengths[l]);
                    pack(lengths[l], level, strategies[s], s ? 15 : 9 + level % 7);
                    assert_true(inflate_tightly(lengths[l], &n, &left));
                    assert_int_equal(n, lengths[l]);
                    assert_int_equal(left, 0);
                    assert_memory_equal(got, text, n);
                    assert_false(lengths[l] && inflate_tightly(lengths[l] - 1, &n, &left));
                }
}

/* What follows the stream is left. */
static void followed(void **state)
{
    random_source random = {8};
    size_t n = 0, left = 0;

    (void)state;
    for (size_t more = 0; more < 40; more++) {
        write_text(&random, 1, 1000);
        pack(1000, 6, Z_DEFAULT_STRATEGY, 15);
        memset(stream.bytes + stream.len, 0xff, more);
        stream.len += more;
        assert_true(inflate_tightly(1000, &n, &left));
        assert_int_equal(left, more);
        assert_memory_equal(got, text, 1000);
    }
}

/* Cut short at every byte it is no stream; with a bit turned it is one only where zlib says so, and then the
 * same. */
static void damaged(void **state)
{
    static char expected[MOST];
    random_source random = {9};
    size_t n = 0, left = 0, zlib_left = 0, whole;

    (void)state;
    for (unsigned round = 0; round < 3000; round++) {
        size_t len = 1 + random_below(&random, 2000);
        write_text(&random, round % 5, len);
        pack(len, (int)random_below(&random, 10), round % 3 ? Z_DEFAULT_STRATEGY : Z_FIXED, 15);
        whole = stream.len;
        stream.len = random_below(&random, (uint32_t)whole);
        assert_false(inflate_tightly(len, &n, &left));
        stream.len = whole;
        for (unsigned flips = 0; flips < 10; flips++) {
            size_t bit = random_below(&random, flips < 5 && whole > 60 ? 480 : (uint32_t)whole * 8),
                   expected_n;
            stream.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            expected_n = ask_zlib(3000, expected, &zlib_left);
            if (inflate_tightly(3000, &n, &left)) {
                assert_int_equal(n, expected_n);
                assert_int_equal(left, zlib_left);
                assert_memory_equal(got, expected, n);
            }
        }
    }
}

/* Streams by hand, for what zlib never writes: bits from the lowest of each byte on. */
static void by_hand(void **state)
{
    static const struct {
        const char *bytes;
        size_t len;
        const char *text; /* NULL: not taken */
    } streams[] = {
        {"\x03\x00", 2, ""}, /* a fixed block that ends at once */
        {"\x01\x03\x00\xfc\xff"
         "abc",
         8, "abc"}, /* stored */
        {"\x01\x03\x00\xfc\xfe"
         "abc",
         8, NULL}, /* its length is not said twice */
        {"\x01\x04\x00\xfb\xff"
         "abc",
         8, NULL}, /* it is cut short */
        {"\x00\x01\x00\xfe\xff"
         "a\x01\x00\x00\xff\xff",
         11, "a"},                       /* two stored blocks */
        {"\x07", 1, NULL},               /* a block of kind 3 */
        {"\x4b\x04\x42\x00", 4, NULL},   /* 'a', then a match from 2 bytes before */
        {"\x4b\x04\x02\x00", 4, "aaaa"}, /* 'a', then 3 from 1 byte before */
        {"", 0, NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(streams); i++) {
        size_t n = 0, left = 0;
        memcpy(stream.bytes, streams[i].bytes, streams[i].len);
        stream.len = streams[i].len;
        assert_int_equal(inflate_tightly(100, &n, &left), streams[i].text != NULL);
        if (!streams[i].text)
            continue;
        assert_int_equal(n, strlen(streams[i].text));
        assert_memory_equal(got, streams[i].text, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole),
        cmocka_unit_test(followed),
        cmocka_unit_test(damaged),
        cmocka_unit_test(by_hand),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
