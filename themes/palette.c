/*
 * palette.c - hues, and the colour of a frame: a rule picks the hue, the name shades it; and colours of names, as
 * flamegraph.pl --cp keeps them.
 *
 * The palettes of flamegraph.pl: a rule picks the hue of a frame by its name, and three values that its
 * name gives shade it. A colour follows from a name alone, so there are as many as names.
 *
 *     java    org/a/B:::run_[j]   ends in _[j]   green    r = b = 50 + 60 * v1, g = 200 + 55 * v1
 *
 * Formulas and rules are those of flamegraph.pl (2024), those of `python`, `rust` and `inferno-...` of inferno 0.12.
 * All are computed here from their descriptions in docs/compat.md.
 */
#include "themes/theme.h"

#include <stdlib.h>

#include "base/bytes.h"

/* ---- three values in [0, 1) from a name, as flamegraph.pl and inferno take them; names are valid UTF-8 ---- */

/* "foo" and "_[k]": one text, in two places. */
typedef struct name_and_mark {
    fr_bytes name, mark;
} name_and_mark;

#define XXH_INLINE_ALL

#include <xxhash.h>

/* ---- characters, from either end ---- */

typedef struct cursor {
    const name_and_mark *text;
    size_t at, len; /* in bytes of both */
    bool backwards;
} cursor;

static unsigned char byte_at(const name_and_mark *text, size_t i)
{
    const char *at = i < text->name.len ? &text->name.at[i] : &text->mark.at[i - text->name.len];

    return (unsigned char)*at;
}

static cursor cursor_at_end(const name_and_mark *text, bool backwards)
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

    for (*len = 1; i + *len < c->len && *len < 4 && continues(byte_at(c->text, i + *len));)
        ++*len;
    uint32_t code = byte_at(c->text, i) & lead_bits[*len];
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
static void values_of_sum(const name_and_mark *text, double v[3])
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

static double value_of_end(const name_and_mark *text, bool backwards)
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

/* ---- others ---- */

static void values_of_fnv(const name_and_mark *text, double v[3])
{
    const uint64_t prime = UINT64_C(0x100000001b3);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < text->name.len + text->mark.len; i++)
        hash = (hash ^ byte_at(text, i)) * prime;
    for (size_t i = 0; i < 3; i++, hash *= prime)
        v[i] = (double)hash / 18446744073709551616.0;
}

/* Our --random: a hash of the seed and the name, so that the same seed gives the same picture. */
static void values_of_seed(const name_and_mark *text, uint64_t seed, double v[3])
{
    uint64_t name = XXH64(text->name.at, text->name.len, seed);

    name = XXH64(text->mark.at, text->mark.len, name);
    for (uint64_t i = 0; i < 3; i++)
        v[i] = (double)(XXH64(&i, sizeof i, name) >> 11) / (double)(UINT64_C(1) << 53);
}

/* ---- the hue that a palette gives a frame: rules, and the table of palettes ---- */

typedef enum hue { HOT, MEM, IO, RED, GREEN, BLUE, YELLOW, PURPLE, AQUA, ORANGE, N_HUES } hue;

typedef struct rule {
    bool (*test)(const fr_coloured *frame, const char *text); /* NULL: holds for all frames */
    const char *text;
    hue hue;
    const char *title; /* of the entry in the legend; rules of one title follow in one entry */
} rule;

struct fr_palette {
    const char *name;
    const rule *rules;
};

/* ---- questions about a frame ---- */

static bool has(const fr_coloured *f, const char *part)
{
    return fr_bytes_contain(f->name, part);
}

static bool starts(const fr_coloured *f, const char *heads)
{
    while (*heads) {
        size_t len = strcspn(heads, "|");
        if (f->name.len >= len && memcmp(f->name.at, heads, len) == 0)
            return true;
        heads += len + (heads[len] == '|');
    }
    return false;
}

static bool is_kind(const fr_coloured *f, const char *mark)
{
    return fr_bytes_equal(fr_kind_mark(f->kind), fr_bytes_of(mark));
}

static bool is_jit_with(const fr_coloured *f, const char *part)
{
    return f->kind == FR_KIND_JIT && has(f, part);
}

static bool is_or_was_kind(const fr_coloured *f, const char *mark)
{
    return is_kind(f, mark) || has(f, mark);
}

/* "Ljava/lang/Thread:::run", "java/lang/Thread.run" */
static bool is_java_package(const fr_coloured *f, const char *packages)
{
    fr_coloured bare = *f;

    if (starts(f, "L"))
        bare.name = (fr_bytes){f->name.at + 1, f->name.len - 1};
    return starts(f, packages) || starts(&bare, packages);
}

/* "/app/x.js" */
static bool is_js_path(const fr_coloured *f, const char *suffix)
{
    size_t slash = fr_bytes_find(f->name, '/');
    fr_coloured rest = {.name = {f->name.at + slash, f->name.len - slash}};

    return slash < f->name.len && has(&rest, suffix);
}

/* inferno's Java: "scala/X.y", "Foo.bar", "Foo", also after an L. */
static bool is_java_like(const fr_coloured *f, const char *unused)
{
    fr_bytes name = f->name;

    (void)unused;
    if (name.len > 0 && name.at[0] == 'L')
        name = (fr_bytes){name.at + 1, name.len - 1};
    return fr_bytes_find(name, '/') < name.len ||
           (fr_bytes_find(name, '.') < name.len && name.at[0] != '[') ||
           (name.len > 0 && name.at[0] >= 'A' && name.at[0] <= 'Z');
}

static bool is_blank(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return f->name.len == 1 && f->name.at[0] == ' ';
}

static bool is_all_blank(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return f->name.len > 0 && fr_bytes_trim(f->name).len == 0;
}

/* "python3.11", "Python" */
static bool is_python(fr_bytes part)
{
    size_t i = 6;

    if (!fr_bytes_starts(part, FR_LITERAL("python")) &&
        !fr_bytes_starts(part, FR_LITERAL("Python")))
        return false;
    while (i < part.len && (part.at[i] == '.' || (part.at[i] >= '0' && part.at[i] <= '9')))
        i++;
    return i == part.len;
}

static bool is_site_package(fr_bytes part)
{
    return fr_bytes_equal(part, FR_LITERAL("site-packages"));
}

static bool has_path_part(fr_bytes path, bool (*test)(fr_bytes part))
{
    for (size_t start = 0, len; start < path.len; start += len + 1) {
        fr_bytes rest = {path.at + start, path.len - start};
        len = fr_bytes_find(rest, '/');
        if (test((fr_bytes){rest.at, len}))
            return true;
    }
    return false;
}

static bool is_of_site_package(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return has_path_part(f->name, is_site_package);
}

static bool is_of_python(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return has_path_part(f->name, is_python);
}

/* "module`core::fmt" starts as "core::fmt" does. */
static bool starts_in_module(const fr_coloured *f, const char *heads)
{
    size_t tick = fr_bytes_find(f->name, '`');
    fr_coloured bare = *f;

    if (tick < f->name.len)
        bare.name = (fr_bytes){f->name.at + tick + 1, f->name.len - tick - 1};
    return starts(&bare, heads);
}

/* ---- rules ---- */

#define END                                                                                        \
    {                                                                                              \
        NULL, NULL, N_HUES, NULL                                                                   \
    }
#define ALL(hue) {NULL, NULL, hue, ""}, END

static const rule hot[] = {ALL(HOT)}, mem[] = {ALL(MEM)}, io[] = {ALL(IO)}, red[] = {ALL(RED)},
                  green[] = {ALL(GREEN)}, blue[] = {ALL(BLUE)}, yellow[] = {ALL(YELLOW)},
                  purple[] = {ALL(PURPLE)}, aqua[] = {ALL(AQUA)}, orange[] = {ALL(ORANGE)};

static const rule java[] = {
    {is_kind, "_[j]", GREEN, "Java"},
    {is_kind, "_[i]", AQUA, "inlined"},
    {is_java_package, "java/|javax/|jdk/|net/|org/|com/|io/|sun/", GREEN, "Java"},
    {has, ":::", GREEN, "Java"},
    {has, "::", YELLOW, "C++"},
    {is_kind, "_[k]", ORANGE, "kernel"},
    {NULL, NULL, RED, "native"},
    END,
};

static const rule js[] = {
    {is_jit_with, "/", GREEN, "JavaScript"},
    {is_kind, "_[j]", AQUA, "built-in"},
    {has, "::", YELLOW, "C++"},
    {is_js_path, ".js", GREEN, "JavaScript"},
    {has, ":", AQUA, "built-in"},
    {is_blank, NULL, GREEN, "JavaScript"},
    {is_or_was_kind, "_[k]", ORANGE, "kernel"},
    {NULL, NULL, RED, "native"},
    END,
};

static const rule perl[] = {
    {has, "::", YELLOW, "C++"},  {has, "Perl", GREEN, "Perl"},
    {has, ".pl", GREEN, "Perl"}, {is_or_was_kind, "_[k]", ORANGE, "kernel"},
    {NULL, NULL, RED, "native"}, END,
};

/* inferno's marks count before names do. */
static const rule inferno_java[] = {
    {is_kind, "_[k]", ORANGE, "kernel"}, {is_kind, "_[i]", AQUA, "inlined"},
    {is_kind, "_[j]", GREEN, "Java"},    {has, "::", YELLOW, "C++"},
    {starts, "-[|+[", YELLOW, "C++"},    {is_java_like, NULL, GREEN, "Java"},
    {NULL, NULL, RED, "native"},         END,
};

static const rule inferno_js[] = {
    {is_all_blank, NULL, GREEN, "JavaScript"},
    {is_kind, "_[k]", ORANGE, "kernel"},
    {is_jit_with, "/", GREEN, "JavaScript"},
    {is_kind, "_[j]", AQUA, "built-in"},
    {has, "::", YELLOW, "C++"},
    {has, ":", AQUA, "built-in"},
    {is_js_path, "node_modules/", PURPLE, "packages"},
    {is_js_path, ".js", GREEN, "JavaScript"},
    {NULL, NULL, RED, "native"},
    END,
};

static const rule inferno_perl[] = {
    {is_kind, "_[k]", ORANGE, "kernel"}, {has, "Perl", GREEN, "Perl"}, {has, ".pl", GREEN, "Perl"},
    {has, "::", YELLOW, "C++"},          {NULL, NULL, RED, "native"},  END,
};

static const rule python[] = {
    {is_of_site_package, NULL, AQUA, "packages"},
    {is_of_python, NULL, YELLOW, "Python's own"},
    {starts, "<built-in|<method|<frozen", YELLOW, "Python's own"},
    {NULL, NULL, RED, "other code"},
    END,
};

static const rule rust[] = {
    {starts_in_module, "<core::future::from_generator::GenFuture<T>", AQUA, "crates"},
    {starts_in_module, "core::|std::|alloc::|<core::|<std::|<alloc::", ORANGE, "Rust's own"},
    {has, "::", AQUA, "crates"},
    {NULL, NULL, YELLOW, "other code"},
    END,
};

static const rule chain[] = {
    {has, "_[w]", AQUA, "waker"},
    {NULL, NULL, BLUE, "waiting"},
    END,
};

static const struct fr_palette palettes[] = {
    {"hot", hot},
    {"mem", mem},
    {"io", io},
    {"wakeup", aqua},
    {"chain", chain},
    {"java", java},
    {"js", js},
    {"perl", perl},
    {"python", python},
    {"rust", rust},
    {"red", red},
    {"green", green},
    {"blue", blue},
    {"yellow", yellow},
    {"purple", purple},
    {"aqua", aqua},
    {"orange", orange},
    {"inferno-java", inferno_java},
    {"inferno-js", inferno_js},
    {"inferno-perl", inferno_perl},
};

const fr_palette *fr_palette_find(const char *name)
{
    for (size_t i = 0; i < sizeof palettes / sizeof *palettes; i++)
        if (strcmp(palettes[i].name, name) == 0)
            return &palettes[i];
    return NULL;
}

/* ---- hues: base + span * v of each channel, cut to a whole number ---- */

typedef struct channel {
    uint16_t base, span;
    uint8_t of; /* which of the three values: 1, 2, 3 */
} channel;

static const channel hues[N_HUES][3] = {
    [HOT] = {{205, 50, 3}, {0, 230, 1}, {0, 55, 2}},
    [MEM] = {{0, 0, 1}, {190, 50, 2}, {0, 210, 1}},
    [IO] = {{80, 60, 1}, {80, 60, 1}, {190, 55, 2}},
    [RED] = {{200, 55, 1}, {50, 80, 1}, {50, 80, 1}},
    [GREEN] = {{50, 60, 1}, {200, 55, 1}, {50, 60, 1}},
    [BLUE] = {{80, 60, 1}, {80, 60, 1}, {205, 50, 1}},
    [YELLOW] = {{175, 55, 1}, {175, 55, 1}, {50, 20, 1}},
    [PURPLE] = {{190, 65, 1}, {80, 60, 1}, {190, 65, 1}},
    [AQUA] = {{50, 60, 1}, {165, 55, 1}, {165, 55, 1}},
    [ORANGE] = {{190, 65, 1}, {90, 65, 1}, {0, 0, 1}},
};

static uint32_t tone_of(hue h, const double v[3])
{
    uint32_t rgb = 0;

    for (size_t i = 0; i < 3; i++) {
        const channel *c = &hues[h][i];
        rgb = rgb << 8 | (c->base + (uint32_t)(c->span * v[c->of - 1]));
    }
    return rgb;
}

/* ---- entries: the titles of rules, each once, in their order ---- */

static const rule *first_of_title(const fr_palette *p, const rule *r)
{
    const rule *first = p->rules;

    while (strcmp(first->title, r->title) != 0)
        first++;
    return first;
}

static const rule *rule_of_entry(const fr_palette *p, uint32_t entry)
{
    const rule *r = p->rules;

    for (; r->title; r++)
        if (first_of_title(p, r) == r && entry-- == 0)
            break;
    return r;
}

uint32_t fr_palette_entries(const fr_palette *p)
{
    uint32_t n = 0;

    while (rule_of_entry(p, n)->title)
        n++;
    return n;
}

const char *fr_palette_title(const fr_palette *p, uint32_t entry)
{
    return rule_of_entry(p, entry)->title;
}

uint32_t fr_palette_middle(const fr_palette *p, uint32_t entry)
{
    return tone_of(rule_of_entry(p, entry)->hue, (const double[]){0.5, 0.5, 0.5});
}

/* ---- the colour of a frame ---- */

#define SEPARATOR_GREY 0xa0a0a0 /* "--": between the stacks of a chain */
#define DASH_GREY      0xc8c8c8 /* "-" */

fr_bytes fr_kind_mark(fr_kind kind)
{
    return kind == FR_KIND_KERNEL    ? FR_LITERAL("_[k]")
           : kind == FR_KIND_JIT     ? FR_LITERAL("_[j]")
           : kind == FR_KIND_INLINED ? FR_LITERAL("_[i]")
                                     : FR_LITERAL("");
}

static void shade(const fr_shading *how, const fr_coloured *frame, double v[3])
{
    name_and_mark name = {frame->name, fr_kind_mark(frame->kind)};

    switch (how->shade) {
    case FR_SHADE_HASH:
        /* flamegraph.pl --hash: the first three characters give v1, the last three v2 and v3. */
        v[0] = value_of_end(&name, false);
        v[1] = v[2] = value_of_end(&name, true);
        break;
    case FR_SHADE_DETERMINISTIC:
        values_of_fnv(&name, v);
        break;
    case FR_SHADE_RANDOM:
        values_of_seed(&name, how->seed, v);
        break;
    case FR_SHADE_NAME:
    case FR_N_SHADES:
    default:
        values_of_sum(&name, v);
    }
}

static const uint32_t *mapped(const fr_palette_map *map, const fr_coloured *frame)
{
    char text[1024];
    fr_bytes mark = fr_kind_mark(frame->kind);
    size_t len = frame->name.len + mark.len;

    if (!map->names || len > sizeof text)
        return NULL;
    memcpy(text, frame->name.at, frame->name.len);
    memcpy(text + frame->name.len, mark.at, mark.len);
    uint32_t id = fr_names_find(map->names, (fr_bytes){text, len});
    return id == FR_NO_ID || map->rgb[id] == FR_NOT_MAPPED ? NULL : &map->rgb[id];
}

uint32_t fr_palette_colour(const fr_palette *p, const fr_shading *how, const fr_coloured *frame,
                           uint32_t *entry)
{
    const rule *r = p->rules;
    const uint32_t *rgb = mapped(&how->map, frame);
    double v[3];

    while (r->test && !r->test(frame, r->text))
        r++;
    const rule *first = first_of_title(p, r);
    *entry = 0;
    for (const rule *before = p->rules; before != first; before++)
        *entry += first_of_title(p, before) == before;
    if (rgb)
        return *rgb;
    if (fr_bytes_equal(frame->name, FR_LITERAL("--")))
        return SEPARATOR_GREY;
    if (fr_bytes_equal(frame->name, FR_LITERAL("-")))
        return DASH_GREY;
    shade(how, frame, v);
    return tone_of(r->hue, v);
}

/* ---- maps of colours ---- */

bool fr_palette_map_copy(fr_palette_map *to, const fr_palette_map *from)
{
    size_t size = from->names ? fr_names_count(from->names) * sizeof *from->rgb : 0;

    *to = (fr_palette_map){0};
    if (!from->names)
        return true;
    to->rgb = malloc(size + 1);
    if (!to->rgb)
        return false;
    memcpy(to->rgb, from->rgb, size);
    to->names = fr_names_share(from->names);
    return true;
}

void fr_palette_map_reset(fr_palette_map *map)
{
    fr_names_free(map->names);
    free(map->rgb);
    *map = (fr_palette_map){0};
}
