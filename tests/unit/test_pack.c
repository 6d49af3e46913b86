/*
 * test_pack.c - the container: what goes in comes out, the same profile gives the same bytes, and
 * whatever is damaged is refused or gives the same profile, without harm.
 */
#include "base/wrapping.h"
#include "model/build/builder_merge.h"
#include "model/pack.h"
#include "unit/unit.h"

static fr_bytes encode(const fr_profile *p)
{
    fr_bytes bytes;
    fr_error err = {0};

    assert_true(fr_pack_encode(p, NULL, &bytes, &err));
    return bytes;
}

static void release(fr_bytes bytes)
{
    free((char *)(uintptr_t)bytes.at);
}

static fr_profile *decode(fr_bytes bytes)
{
    fr_error err = {0};
    fr_profile *p = fr_pack_decode(bytes, NULL, &err);

    if (!p)
        print_error("%s\n", err.text);
    assert_non_null(p);
    return p;
}

static void comes_back(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        generated g = generate_folded(seed, (name_pool)(seed % 3));
        fr_profile *p = read_folded(g.text);
        fr_bytes packed = encode(p), again;
        fr_profile *back = decode(packed);
        char *folded = written(p, "folded");
        assert_written(back, "folded", folded);
        free(folded);
        again = encode(back);
        assert_true(fr_bytes_equal(packed, again));
        release(packed);
        release(again);
        fr_profile_free(p);
        fr_profile_free(back);
        generated_reset(&g);
    }
}

/* Every field of a frame, explicit counts, columns of several sorts, times. */
static fr_profile *rich(int order)
{
    static const fr_frame_info frames[] = {
        {.name = "f",
         .file = "f.c",
         .module = "/bin/x",
         .address = UINT64_MAX,
         .line = 7,
         .start_line = UINT32_MAX,
         .system_name = "_Z1f",
         .kind = FR_KIND_INLINED},
        {.name = "f", .file = "f.c", .module = "/bin/x", .address = 1, .line = 7},
        {.name = "g_[k]"},
        {.name = "a;b\x1b\\x3b"},
    };
    fr_builder *b = fr_builder_new(NULL, NULL);

    assert_non_null(b);
    uint32_t cpu = fr_builder_column(b, "cpu", "ns", 3);
    uint32_t n = fr_builder_column(b, "n", "samples", 0);
    uint32_t bytes = fr_builder_column(b, "alloc", "bytes", 0);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t k = order ? 3 - i : i;
        uint32_t top = fr_builder_push(b, 0, fr_builder_frame(b, &frames[k]));
        uint32_t leaf = fr_builder_push(b, top, fr_builder_frame(b, &frames[(k + 1) % 4]));
        fr_builder_add(b, leaf, cpu, 1000 + k, 2, 500000.5);
        fr_builder_add(b, top, n, k, k, k);
        fr_builder_add(b, leaf, bytes, INT64_MAX / 8, 0, 0);
    }
    fr_builder_add(b, FR_NO_STACK, n, 9, 9, 9);
    fr_builder_record(b, 12);
    fr_builder_frameless(b, 9);
    fr_builder_time(b, -5);
    fr_builder_time(b, INT64_MAX);
    fr_profile *p = fr_builder_finish(b, NULL);
    assert_non_null(p);
    p->columns[0].reference += 77;
    fr_notes_reset(&p->meta.notes); /* notes are not packed */
    return p;
}

static void everything_comes_back(void **state)
{
    fr_profile *p = rich(0), *back;
    fr_bytes packed = encode(p);

    (void)state;
    back = decode(packed);
    assert_int_equal(back->n_columns, 3);
    for (uint32_t k = 0; k < 3; k++) {
        assert_string_equal(back->columns[k].name, p->columns[k].name);
        assert_string_equal(back->columns[k].unit, p->columns[k].unit);
        assert_int_equal(back->columns[k].decimals, p->columns[k].decimals);
        assert_int_equal(back->columns[k].counted, p->columns[k].counted);
        assert_int_equal(back->columns[k].reference, p->columns[k].reference);
        assert_int_equal(back->columns[k].sum[0], p->columns[k].sum[0]);
    }
    assert_int_equal(back->meta.n_records, 12);
    assert_int_equal(back->meta.n_frameless, 9);
    assert_true(back->meta.timed);
    assert_int_equal(back->meta.first_ns, -5);
    assert_int_equal(back->meta.last_ns, INT64_MAX);
    char *json = written(p, "json");
    assert_written(back, "json", json);
    free(json);
    release(packed);
    fr_profile_free(p);
    fr_profile_free(back);
}

static void order_of_input_does_not_matter(void **state)
{
    fr_profile *a = rich(0), *b = rich(1);
    fr_bytes x = encode(a), y = encode(b);

    (void)state;
    assert_true(fr_bytes_equal(x, y));
    release(x);
    release(y);
    fr_profile_free(a);
    fr_profile_free(b);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        generated g = generate_folded(seed, NAMES_ODD), h = generate_shuffled(&g, seed);
        a = read_folded(g.text);
        b = read_folded(h.text);
        x = encode(a);
        y = encode(b);
        assert_true(fr_bytes_equal(x, y));
        release(x);
        release(y);
        fr_profile_free(a);
        fr_profile_free(b);
        generated_reset(&g);
        generated_reset(&h);
    }
}

/* Refused, or the same profile: bytes from malloc so that reading past them is seen. */
static void try_bytes(const char *bytes, size_t len, const char *same)
{
    char *copy = malloc(len ? len : 1);
    fr_error err = {0};
    fr_profile *p;

    assert_non_null(copy);
    memcpy(copy, bytes, len);
    p = fr_pack_decode((fr_bytes){copy, len}, NULL, &err);
    assert_int_equal(p == NULL, err.code != FR_OK);
    assert_true(p || err.text[0]);
    if (p && same)
        assert_written(p, "json", same);
    fr_profile_free(p);
    free(copy);
}

static void cut_short(void **state)
{
    fr_profile *p = rich(0);
    fr_bytes packed = encode(p);

    (void)state;
    for (size_t len = 0; len < packed.len; len++) {
        fr_error err = {0};
        try_bytes(packed.at, len, NULL);
        assert_null(fr_pack_decode((fr_bytes){packed.at, len}, NULL, &err));
    }
    release(packed);
    fr_profile_free(p);
}

static void flipped_bits(void **state)
{
    fr_profile *p = rich(0);
    fr_bytes packed = encode(p);
    char *json = written(p, "json"), *bytes = malloc(packed.len);

    (void)state;
    assert_non_null(bytes);
    memcpy(bytes, packed.at, packed.len);
    for (size_t i = 0; i < packed.len; i++)
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] = (char)(bytes[i] ^ 1 << bit);
            try_bytes(bytes, packed.len, json);
            bytes[i] = (char)(bytes[i] ^ 1 << bit);
        }
    free(bytes);
    free(json);
    release(packed);
    fr_profile_free(p);
}

static void trailing_bytes(void **state)
{
    fr_profile *p = read_folded("a;b 3\n");
    fr_bytes packed = encode(p);
    char bytes[512] = {0};
    fr_error err = {0};

    (void)state;
    memcpy(bytes, packed.at, packed.len);
    assert_null(fr_pack_decode((fr_bytes){bytes, packed.len + 1}, NULL, &err));
    assert_int_equal(err.code, FR_E_FORMAT);
    release(packed);
    fr_profile_free(p);
}

/* A container around raw sections of our own. */
static size_t contain(const unsigned char *raw, size_t n, char *to)
{
    fr_bytes packed = fr_deflate_all((fr_bytes){(const char *)raw, n});
    size_t at = 5;

    assert_non_null(packed.at);
    memcpy(to, "FRPK\1", 5);
    for (size_t left = n;; left >>= 7) {
        to[at++] = (char)(left < 128 ? left : left | 128);
        if (left < 128)
            break;
    }
    memcpy(to + at, packed.at, packed.len);
    at += packed.len;
    release(packed);
    return at;
}

/* Every byte of the sections behind the deflate gets every value; cut short they are refused, but at `optional`.
 * Frees `packed`. */
static void damage_sections(fr_bytes packed, size_t optional)
{
    fr_bytes raw;
    size_t len = 0, at = 5;
    char *whole = malloc(packed.len + 4096);

    assert_non_null(whole);
    for (unsigned shift = 0;; shift += 7) {
        len |= (size_t)(packed.at[at] & 127) << shift;
        if (!(packed.at[at++] & 128))
            break;
    }
    raw = fr_inflate_all((fr_bytes){packed.at + at, packed.len - at}, len, NULL);
    assert_non_null(raw.at);
    unsigned char *bytes = (unsigned char *)(uintptr_t)raw.at;
    for (size_t i = 0; i < len; i++) {
        static const unsigned char values[] = {0, 1, 2, 0x7f, 0x80, 0xff};
        unsigned char was = bytes[i];
        for (size_t v = 0; v < COUNT(values) + 2; v++) {
            bytes[i] = v < COUNT(values) ? values[v]
                                         : (unsigned char)(was + (v == COUNT(values) ? 1 : 255));
            try_bytes(whole, contain(bytes, len, whole), NULL);
        }
        bytes[i] = was;
        fr_error err = {0};
        size_t n = contain(bytes, i, whole); /* and cut short there */
        fr_profile *left = fr_pack_decode((fr_bytes){whole, n}, NULL, &err);
        assert_true(i == optional ? left != NULL : left == NULL);
        fr_profile_free(left);
    }
    release(raw);
    release(packed);
    free(whole);
}

/* What hostile bytes reach. */
static void damaged_sections(void **state)
{
    fr_profile *p = rich(0);

    (void)state;
    damage_sections(encode(p), SIZE_MAX);
    fr_profile_free(p);
}

/* The values of rich() by labels: texts, numbers, units; stacks of one row and of several. */
static fr_profile *labelled(void)
{
    fr_profile *p = rich(0);
    fr_builder *b = fr_builder_like(p, NULL);
    uint32_t handler = fr_builder_name(b, FR_LITERAL("handler"), FR_TEXT_ESCAPED);
    uint32_t size = fr_builder_name(b, FR_LITERAL("bytes"), FR_TEXT_ESCAPED);
    uint32_t tree = fr_builder_name(b, FR_LITERAL("/tree"), FR_TEXT_ESCAPED);
    fr_label labels[] = {{.key = handler, .text = tree, .is_text = 1},
                         {.key = size, .number = -64, .unit = size}};
    fr_label lone[] = {{.key = size, .number = INT64_MAX}};
    uint32_t sets[] = {FR_NO_LABELS, fr_builder_label_set(b, labels, 2),
                       fr_builder_label_set(b, lone, 1)};

    for (uint32_t s = 1; s < p->n_stacks; s++)
        fr_builder_push(b, p->stacks[s].parent, p->stacks[s].frame);
    for (uint32_t s = 0; s < p->n_stacks; s++)
        for (uint32_t i = 0; i <= s % 3; i++) {
            fr_builder_add_row(b, fr_builder_row(b, s, sets[(s + i) % 3]), 0, 100 + s + i, 2, 0.5);
            fr_builder_add_row(b, fr_builder_row(b, s, sets[(s + i) % 3]), 1, i, i, i);
        }
    fr_profile_free(p);
    return fr_builder_finish(b, NULL);
}

static fr_bytes encode_labelled(const fr_profile *p)
{
    fr_bytes bytes;

    assert_true(fr_pack_encode(p, "request", &bytes, NULL));
    return bytes;
}

static void labels_come_back(void **state)
{
    fr_profile *p = labelled(), *back, *plain;
    fr_bytes packed = encode_labelled(p), without = encode(p), again;

    (void)state;
    back = decode(packed);
    assert_int_equal(back->labelled.n_rows, p->labelled.n_rows);
    again = encode_labelled(back);
    assert_true(fr_bytes_equal(packed, again));
    release(again);
    again = encode(back);
    assert_true(fr_bytes_equal(without, again));
    plain = decode(without);
    assert_int_equal(plain->labelled.n_rows, 0);
    release(again);
    release(packed);
    release(without);
    fr_profile_free(back);
    fr_profile_free(plain);
    fr_profile_free(p);
}

/* The bytes up to where labels begin are a container without them. */
static size_t raw_length(fr_bytes packed)
{
    size_t len = 0;

    for (size_t at = 5, shift = 0;; shift += 7) {
        len |= (size_t)(packed.at[at] & 127) << shift;
        if (!(packed.at[at++] & 128))
            return len;
    }
}

static void damaged_labels(void **state)
{
    fr_profile *p = labelled();
    fr_bytes without = encode(p);

    (void)state;
    damage_sections(encode_labelled(p), raw_length(without));
    release(without);
    fr_profile_free(p);
}

/* Sections of one column, one frame and one stack, each with one byte that does not fit. */
static void hostile_sections(void **state)
{
    static const unsigned char good[] = {
        1, 1, 'c', 1, 'u', 0, 1, 0, 5, /* columns: name, unit, decimals, counted, explicit, whole */
        1, 1, 'f',                     /* names */
        1, 1, 0,   0, 0,   0, 0, 0, 0, /* frames: four names, line, start line, kind, address */
        2, 1, 0,                       /* stacks: distance of the parent, frame */
        0, 5,                          /* values */
        0, 0, 0,   0, 0,               /* meta */
    };
    static const struct {
        size_t at;
        unsigned char value;
        bool good;
        const char *what;
    } rows[] = {
        {0, 1, true, "as it is"},
        {8, 6, true, "a larger whole"},
        {8, 4, false, "a whole of 4 for parts of 5"},
        {5, 9, true, "nine decimals"},
        {5, 10, false, "ten decimals"},
        {6, 2, false, "neither counted nor not"},
        {2, 0, false, "a NUL in a name of a column"},
        {0, 17, false, "too many columns"},
        {10, 200, false, "a name longer than what is left"},
        {13, 0, false, "a frame without a name"},
        {13, 2, false, "no such name"},
        {19, FR_N_KINDS, false, "no such kind"},
        {19, 5, true, "another kind"},
        {21, 0, false, "no stack, not even the empty one"},
        {22, 0, false, "its own parent"},
        {22, 2, false, "a parent before the first"},
        {23, 1, false, "no such frame"},
        {25, 6, false, "more than the whole"},
        {28, 2, false, "neither timed nor not"},
    };
    char whole[512];

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned char raw[sizeof good];
        memcpy(raw, good, sizeof raw);
        raw[rows[i].at] = rows[i].value;
        size_t n = contain(raw, sizeof raw, whole);
        fr_profile *p = fr_pack_decode((fr_bytes){whole, n}, NULL, NULL);
        if (!p == rows[i].good)
            print_error("%s\n", rows[i].what);
        assert_int_equal(p != NULL, rows[i].good);
        fr_profile_free(p);
    }
}

static void hostile_varints(void **state)
{
    unsigned char raw[] = {0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 1, 1};
    char whole[512];

    (void)state;
    for (unsigned last = 0; last < 256; last++)
        for (size_t n = 0; n < sizeof raw; n++) {
            raw[10] = (unsigned char)last;
            size_t len = contain(raw, n, whole);
            assert_null(fr_pack_decode((fr_bytes){whole, len}, NULL, NULL));
        }
}

static void limits(void **state)
{
    fr_profile *p = rich(0);
    fr_bytes packed = encode(p);
    fr_limits some;
    fr_error err = {0};
    char bomb[64] = "FRPK\1\xff\xff\xff\xff\xff\x01x\x9c";

    (void)state;
    fr_limits_init(&some);
    some.nodes = 3;
    assert_null(fr_pack_decode(packed, &some, &err));
    assert_int_equal(err.code, FR_E_LIMIT);
    err = (fr_error){0};
    fr_limits_init(&some);
    some.memory = 100;
    assert_null(fr_pack_decode(packed, &some, &err));
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_non_null(strstr(err.hint, "--limit-memory"));
    err = (fr_error){0};
    assert_null(fr_pack_decode((fr_bytes){bomb, sizeof bomb}, NULL, &err));
    assert_int_equal(err.code, FR_E_FORMAT); /* 34 GB in 50 bytes: no deflate packs so well */
    assert_non_null(strstr(err.text, "cannot inflate"));
    err = (fr_error){0};
    assert_null(fr_pack_decode(FR_LITERAL("FRPK\2\0"), NULL, &err));
    assert_non_null(strstr(err.text, "version 2"));
    assert_null(fr_pack_decode((fr_bytes){NULL, 0}, NULL, NULL));
    release(packed);
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back),
        cmocka_unit_test(everything_comes_back),
        cmocka_unit_test(order_of_input_does_not_matter),
        cmocka_unit_test(cut_short),
        cmocka_unit_test(flipped_bits),
        cmocka_unit_test(trailing_bytes),
        cmocka_unit_test(damaged_sections),
        cmocka_unit_test(labels_come_back),
        cmocka_unit_test(damaged_labels),
        cmocka_unit_test(hostile_sections),
        cmocka_unit_test(hostile_varints),
        cmocka_unit_test(limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
