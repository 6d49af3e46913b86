/* name_values.c - values from names. */
#define XXH_INLINE_ALL
#include "themes/name_values.h"

#include <xxhash.h>

/* ---- characters, from either end ---- */

typedef struct cursor {
    const fr_name_and_mark *text;
    size_t at, len; /* in bytes of both */
    bool backwards;
} cursor;

static unsigned char byte_at(const fr_name_and_mark *text, size_t i)
{
    const char *at = i < text->name.len ? &text->name.at[i] : &text->mark.at[i - text->name.len];

    return (unsigned char)*at;
}

static cursor cursor_at_end(const fr_name_and_mark *text, bool backwards)
{
    size_t len = text->name.len + text->mark.len;

    return (cursor){text, backwards ? len : 0, len, backwards};
}

static bool continues(unsigned char byte)
{
    return (byte & 0xc0) == 0x80;
}

/* The character that starts at `i`. */
static uint32_t character_at(const cursor *c, size_t i, size_t *len)
{
    static const unsigned char lead_bits[] = {0x7f, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code;

    for (*len = 1; i + *len < c->len && *len < 4 && continues(byte_at(c->text, i + *len));)
        ++*len;
    code = byte_at(c->text, i) & lead_bits[*len];
    for (size_t k = 1; k < *len; k++)
        code = code << 6 | (byte_at(c->text, i + k) & 0x3f);
    return code;
}

static bool next_character(cursor *c, uint32_t *code)
{
    size_t len;

    if (c->backwards ? c->at == 0 : c->at == c->len)
        return false;
    if (c->backwards) {
        do
            c->at--;
        while (c->at > 0 && continues(byte_at(c->text, c->at)));
        *code = character_at(c, c->at, &len);
    } else {
        *code = character_at(c, c->at, &len);
        c->at += len;
    }
    return true;
}

/* ---- flamegraph.pl ---- */

/* One step of drand48, from srand48(seed). */
void fr_values_of_sum(const fr_name_and_mark *text, double v[3])
{
    cursor c = cursor_at_end(text, false);
    uint32_t sum = 0, code;

    while (next_character(&c, &code))
        sum += code;
    uint64_t x = ((uint64_t)sum << 16) + 0x330e;
    x = (x * UINT64_C(0x5deece66d) + 0xb) & ((UINT64_C(1) << 48) - 1);
    v[0] = v[1] = v[2] = (double)x / (double)(UINT64_C(1) << 48);
}

/* "module`name": what stands before the name does not count. */
static void skip_module(cursor *c)
{
    cursor ahead = *c;
    uint32_t code;

    for (size_t i = 0; next_character(&ahead, &code); i++)
        if (i > 0 && code == '`') {
            *c = ahead;
            return;
        }
}

static double value_of_end(const fr_name_and_mark *text, bool backwards)
{
    cursor c = cursor_at_end(text, backwards);
    double vector = 0, weight = 1, most = 1;
    uint32_t code;

    skip_module(&c);
    for (uint32_t modulus = 10; modulus <= 12 && next_character(&c, &code); modulus++) {
        vector += (double)(code % modulus) / (modulus - 1) * weight;
        most += weight;
        weight *= 0.7;
    }
    return 1 - vector / most;
}

void fr_values_of_ends(const fr_name_and_mark *text, double v[3])
{
    v[0] = value_of_end(text, false);
    v[1] = v[2] = value_of_end(text, true);
}

/* ---- others ---- */

void fr_values_of_fnv(const fr_name_and_mark *text, double v[3])
{
    const uint64_t prime = UINT64_C(0x100000001b3);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < text->name.len + text->mark.len; i++)
        hash = (hash ^ byte_at(text, i)) * prime;
    for (size_t i = 0; i < 3; i++, hash *= prime)
        v[i] = (double)hash / 18446744073709551616.0;
}

void fr_values_of_seed(const fr_name_and_mark *text, uint64_t seed, double v[3])
{
    uint64_t name = XXH64(text->name.at, text->name.len, seed);

    name = XXH64(text->mark.at, text->mark.len, name);
    for (uint64_t i = 0; i < 3; i++)
        v[i] = (double)(XXH64(&i, sizeof i, name) >> 11) / (double)(UINT64_C(1) << 53);
}
