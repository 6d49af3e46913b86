/*
 * theme.c - where themes come from: "flame" and others are compiled in, any file can be one. What a theme omits is as
 * in the default. What it says must be known there: a misspelt key is an error, as is a value out of its range.
 */
#include "themes/theme.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "base/fail.h"
#include "base/input.h"
#include "base/text.h"

#define N_HUES   4 /* FR_STEPS = N_HUES hues x two lightnesses */
#define FONT_MAX 256

enum { LIGHT, DARK, N_SCHEMES };
enum { DIFF_GREW, DIFF_SHRANK = FR_RAMP_STEPS, DIFF_UNCHANGED = 2 * FR_RAMP_STEPS, N_DIFF_FILLS };
enum { HEAT_ZERO = FR_RAMP_STEPS, HEAT_OUTSIDE, N_HEAT_FILLS }; /* the ramp stands before them */

struct fr_theme {
    fr_theme_tokens tokens, made; /* as they are now, and before fr_theme_set() */
    uint32_t fill_ink[N_SCHEMES];
    fr_theme_fill fills[FR_N_CLASSES][FR_STEPS];
    fr_theme_fill heat[N_HEAT_FILLS];
    fr_theme_fill diff[N_DIFF_FILLS];
    fr_shading shading;
    char *attributes;
    char font[FONT_MAX];
};

/*
 * Values of a theme's JSON, and messages that name where a wrong one stands:
 *
 *     theme: $.classes.cpp.light.chroma: expected a number from 0 to 1, found "much"
 */

/* An object that is being read, and those that it is in. */
typedef struct place {
    fr_error *err;
    const struct place *in; /* NULL: the whole, "$" */
    const char *key;
} place;

/* A number of an object. */
typedef struct range {
    const char *key;
    double min, max;
    double *to;
} range;

static const char *const scheme_keys[N_SCHEMES] = {"light", "dark"};

static const char *const class_keys[FR_N_CLASSES] = {
    [FR_CLASS_NATIVE] = "native",   [FR_CLASS_CPP] = "cpp",         [FR_CLASS_KERNEL] = "kernel",
    [FR_CLASS_MANAGED] = "managed", [FR_CLASS_INLINED] = "inlined", [FR_CLASS_PROCESS] = "process",
    [FR_CLASS_OFF_CPU] = "off-cpu", [FR_CLASS_UNKNOWN] = "unknown", [FR_CLASS_IDLE] = "idle",
    [FR_CLASS_RUNTIME] = "runtime", [FR_CLASS_ROOT] = "root",
};

#define ROOM_FOR_JSON 64 /* bytes for a byte of text, and more than enough */
#define MOST_IN       6  /* objects in each other, and more than a theme has */

/* ---- messages ---- */

static void append(char *to, size_t room, const char *text)
{
    size_t len = strlen(to);

    snprintf(to + len, room - len, "%s", text);
}

/* "$.classes.cpp.light" */
static void put_path(const place *at, const char *key, char *to, size_t room)
{
    const char *keys[MOST_IN];
    char clean[40];
    size_t n = 0;

    for (; at->in && n < MOST_IN; at = at->in)
        keys[n++] = at->key;
    snprintf(to, room, "$");
    while (n-- > 0) {
        append(to, room, ".");
        append(to, room, keys[n]);
    }
    if (!key)
        return;
    fr_text_copy(clean, sizeof clean, fr_bytes_of(key));
    append(to, room, ".");
    append(to, room, clean);
}

static bool reject_path(fr_error *err, const char *path, const json_t *found, const char *expected)
{
    char shown[40];
    char *text = found ? json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    fr_text_copy(shown, sizeof shown,
                 fr_bytes_of(text    ? text
                             : found ? "something else"
                                     : "nothing"));
    free(text);
    return fr_fail(err, FR_E_FORMAT, 0, 0, "theme: %s: expected %s, found %s", path, expected,
                   shown);
}

/* False, with an error: what stands under `key` is not what is expected. */
static bool reject(const place *at, const char *key, const json_t *found, const char *expected)
{
    char path[120];

    put_path(at, key, path, sizeof path);
    return reject_path(at->err, path, found, expected);
}

/* ---- values ---- */

static bool read_colour(const place *at, const json_t *object, const char *key, uint32_t *rgb)
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);

    return (text && fr_rgb_read(text, rgb)) || reject(at, key, value, "a colour like #a0b1c2");
}

static bool is_within(const json_t *value, double min, double max)
{
    double number = json_number_value(value);

    return json_is_number(value) && number >= min && number <= max;
}

/* Each of `n` numbers, all of them there and in range. */
static bool read_numbers(const place *at, const json_t *object, const range *numbers, size_t n)
{
    char expected[60];

    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_object_get(object, numbers[i].key);
        if (!is_within(value, numbers[i].min, numbers[i].max)) {
            snprintf(expected, sizeof expected, "a number from %d to %d", (int)numbers[i].min,
                     (int)numbers[i].max);
            return reject(at, numbers[i].key, value, expected);
        }
        *numbers[i].to = json_number_value(value);
    }
    return true;
}

/* "hue": [95, 70, 40, 27]: `n` numbers from 0 to `max`. */
static bool read_list(const place *at, const json_t *object, const char *key, double max, size_t n,
                      double *to)
{
    const json_t *list = json_object_get(object, key);
    char path[120], expected[60];

    if (json_array_size(list) != n) {
        snprintf(expected, sizeof expected, "a list of %zu numbers from 0 to %d", n, (int)max);
        return reject(at, key, list, expected);
    }
    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_array_get(list, i);
        to[i] = json_number_value(value);
        if (is_within(value, 0, max))
            continue;
        put_path(at, key, path, sizeof path - 8);
        snprintf(path + strlen(path), 8, "[%u]", (unsigned)i % 1000);
        snprintf(expected, sizeof expected, "a number from 0 to %d", (int)max);
        return reject_path(at->err, path, value, expected);
    }
    return true;
}

/* The object under `key`, or NULL where there is none; *ok is false where it is something else. */
static const json_t *find_object(const place *at, const json_t *in, const char *key, bool *ok)
{
    const json_t *object = json_object_get(in, key);

    if (!object || json_is_object(object))
        return object;
    *ok = reject(at, key, object, "an object");
    return NULL;
}

/* False where `object` has a key that is not among `known`. */
static bool has_only(const place *at, const json_t *object, const char *const *known, size_t n)
{
    void *it = json_object_iter((json_t *)(uintptr_t)object);
    char path[120], list[160] = "";

    for (; it; it = json_object_iter_next((json_t *)(uintptr_t)object, it)) {
        size_t i = 0;
        while (i < n && strcmp(json_object_iter_key(it), known[i]) != 0)
            i++;
        if (i < n)
            continue;
        for (i = 0; i < n; i++) {
            append(list, sizeof list, i == 0 ? "" : i + 1 < n ? ", " : " or ");
            append(list, sizeof list, known[i]);
        }
        put_path(at, json_object_iter_key(it), path, sizeof path);
        return fr_fail(at->err, FR_E_FORMAT, 0, 0, "theme: %s: unknown key, expected %s", path,
                       list);
    }
    return true;
}

/* ---- the whole ---- */

static json_t *parse(fr_bytes text, json_error_t *at)
{
    return json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, at);
}

/* The whole text. NULL: it is no JSON, or memory ran out. */
static json_t *parse_whole(fr_bytes text, fr_error *err)
{
    json_error_t at, again;
    /* If an allocation fails, jansson says that the JSON is bad, or omits a byte of a string without a
     * word. So it looks twice: what differs, or has no room for a third look, is a lack of memory. */
    json_t *root = parse(text, &at), *second = parse(text, &again);
    void *room = malloc(ROOM_FOR_JSON * (text.len + 1));

    bool lacks_memory = !room || !root != !second || (root && !json_equal(root, second));

    free(room);
    json_decref(second);
    if (lacks_memory) {
        fr_fail_memory(err);
        json_decref(root);
        return NULL;
    }
    if (!root)
        fr_fail(err, FR_E_FORMAT, at.line > 0 ? (uint64_t)at.line : 0,
                at.position > 0 ? (uint64_t)at.position : 0, "theme: bad JSON: %s", at.text);
    return root;
}

const char *const fr_scheme_names[3] = {FR_SCHEME_WORDS(FR_WORD_AT)};

#define DEFAULT_THEME "flame"
#define FILE_MAX      (FR_INPUT_BLOCK - 1)

/* ---------------------------------------------------------------- classes */

/* One scheme of a class: two lightnesses `apart`, at one chroma. */
typedef struct tone {
    double lightness, apart, chroma;
} tone;

typedef struct palette {
    double hue, span, hues;
    tone tones[N_SCHEMES];
} palette;

/* Steps 0 to 3 are the lighter half, in the order of hues. Fewer hues are shared by more steps. */
static uint32_t colour_of_step(const palette *p, const tone *t, uint32_t step)
{
    uint32_t hues = (uint32_t)p->hues, hue = step % N_HUES * hues / N_HUES;
    double offset = hues > 1 ? p->span * ((double)hue / (hues - 1) - 0.5) : 0.0;
    double lift = step < N_HUES ? t->apart / 2 : -t->apart / 2;
    return fr_oklch_rgb((fr_oklch){t->lightness + lift, t->chroma, p->hue + offset});
}

static bool read_tone(const place *at, const json_t *object, tone *t)
{
    static const char *const known[] = {"lightness", "apart", "chroma"};
    const range keys[] = {{"lightness", 0, 1, &t->lightness},
                          {"apart", 0, 1, &t->apart},
                          {"chroma", 0, 1, &t->chroma}};
    return has_only(at, object, known, 3) && read_numbers(at, object, keys, 3);
}

/* { "hue": 28, "span": 20, "hues": 4, "light": {...}, "dark": {...} } */
static bool read_palette(fr_theme *theme, const place *at, const json_t *object, fr_class c)
{
    static const char *const known[] = {"hue", "span", "hues", "light", "dark"};
    palette p;
    const range keys[] = {
        {"hue", 0, 360, &p.hue}, {"span", 0, 360, &p.span}, {"hues", 1, N_HUES, &p.hues}};
    if (!has_only(at, object, known, 5) || !read_numbers(at, object, keys, 3))
        return false;
    for (size_t s = 0; s < N_SCHEMES; s++) {
        const place inner = {at->err, at, scheme_keys[s]};
        if (!read_tone(&inner, json_object_get(object, scheme_keys[s]), &p.tones[s]))
            return false;
    }
    for (uint32_t step = 0; step < FR_STEPS; step++) {
        theme->fills[c][step].light = colour_of_step(&p, &p.tones[LIGHT], step);
        theme->fills[c][step].dark = colour_of_step(&p, &p.tones[DARK], step);
    }
    return true;
}

/* { "light": "#eceef2", "dark": "#2d323b" }: one fill for all steps. */
static bool read_single(fr_theme *theme, const place *at, const json_t *object, fr_class c)
{
    fr_theme_fill fill = {0};
    if (!has_only(at, object, scheme_keys, N_SCHEMES) ||
        !read_colour(at, object, "light", &fill.light) ||
        !read_colour(at, object, "dark", &fill.dark))
        return false;
    for (size_t step = 0; step < FR_STEPS; step++)
        theme->fills[c][step] = fill;
    return true;
}

static bool read_classes(fr_theme *theme, const place *in, const json_t *classes)
{
    const place at = {in->err, in, "classes"};
    bool ok = has_only(&at, classes, class_keys, FR_N_CLASSES);
    for (fr_class c = 0; ok && c < FR_N_CLASSES; c++) {
        const json_t *object = find_object(&at, classes, class_keys[c], &ok);
        const place inner = {at.err, &at, class_keys[c]};
        bool single = json_is_string(json_object_get(object, "light"));
        ok = ok && (!object || (single ? read_single(theme, &inner, object, c)
                                       : read_palette(theme, &inner, object, c)));
    }
    return ok;
}

/* ---------------------------------------------------------------- the ramp of heatmaps */

static uint32_t *of_scheme(fr_theme_fill *fill, size_t scheme)
{
    return scheme == DARK ? &fill->dark : &fill->light;
}

/* { "zero": ..., "outside": ..., "lightness": [...], "chroma": [...], "hue": [...] } */
static bool read_ramp(fr_theme *theme, const place *at, const json_t *object, size_t s)
{
    static const char *const known[] = {"zero", "outside", "lightness", "chroma", "hue"};
    fr_theme_fill *heat = theme->heat;
    fr_ramp ramp;
    if (!has_only(at, object, known, 5) ||
        !read_colour(at, object, "zero", of_scheme(&heat[HEAT_ZERO], s)) ||
        !read_colour(at, object, "outside", of_scheme(&heat[HEAT_OUTSIDE], s)) ||
        !read_list(at, object, "lightness", 1, 2, ramp.lightness) ||
        !read_list(at, object, "chroma", 1, FR_RAMP_STOPS, ramp.chroma) ||
        !read_list(at, object, "hue", 360, FR_RAMP_STOPS, ramp.hue))
        return false;
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++)
        *of_scheme(&heat[step], s) = fr_ramp_colour(&ramp, step);
    return true;
}

/* ---------------------------------------------------------------- the ramps of differentials */

/* { "lightness": [...], "chroma": [...], "hue": 26 } into the fills from `first` on. */
static bool read_side(fr_theme *theme, const place *in, const json_t *sides, const char *key,
                      size_t s, size_t first)
{
    static const char *const known[] = {"lightness", "chroma", "hue"};
    bool ok = true;
    const json_t *object = find_object(in, sides, key, &ok);
    const place at = {in->err, in, key};
    fr_diff_ramp ramp;
    const range hue = {"hue", 0, 360, &ramp.hue};
    if (!object)
        return ok && reject(in, key, object, "an object");
    if (!has_only(&at, object, known, 3) ||
        !read_list(&at, object, "lightness", 1, 2, ramp.lightness) ||
        !read_list(&at, object, "chroma", 1, 2, ramp.chroma) || !read_numbers(&at, object, &hue, 1))
        return false;
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++)
        *of_scheme(&theme->diff[first + step], s) = fr_diff_ramp_colour(&ramp, step);
    return true;
}

static bool read_diff_scheme(fr_theme *theme, const place *at, const json_t *object, size_t s)
{
    static const char *const known[] = {"unchanged", "grew", "shrank"};
    return has_only(at, object, known, 3) &&
           read_colour(at, object, "unchanged", of_scheme(&theme->diff[DIFF_UNCHANGED], s)) &&
           read_side(theme, at, object, "grew", s, DIFF_GREW) &&
           read_side(theme, at, object, "shrank", s, DIFF_SHRANK);
}

/* Reads an object under `key`, which may be missing, with a part for each scheme. */
static bool read_schemes(fr_theme *theme, const place *in, const json_t *root, const char *key,
                         bool (*read)(fr_theme *theme, const place *at, const json_t *object,
                                      size_t s))
{
    const place at = {in->err, in, key};
    bool ok = true;
    const json_t *object = find_object(in, root, key, &ok);
    ok = ok && (!object || has_only(&at, object, scheme_keys, N_SCHEMES));
    for (size_t s = 0; ok && object && s < N_SCHEMES; s++) {
        const json_t *scheme = find_object(&at, object, scheme_keys[s], &ok);
        const place inner = {at.err, &at, scheme_keys[s]};
        ok = ok && (!scheme || read(theme, &inner, scheme, s));
    }
    return ok;
}

/* ---------------------------------------------------------------- the rest of a theme */

/* { "ground": "#ffffff", "ink": ..., "muted": ..., "hairline": ..., "fill_ink": ..., "palette": 100 } */
static bool read_scheme(fr_theme *theme, const place *in, const json_t *object, size_t s)
{
    static const char *const known[] = {"ground",   "ink",      "muted",
                                        "hairline", "fill_ink", "palette"};
    const place at = {in->err, in, scheme_keys[s]};
    fr_theme_tokens *t = &theme->tokens;
    uint32_t *const to[] = {&t->ground[s], &t->ink[s], &t->muted[s], &t->hairline[s],
                            &theme->fill_ink[s]};
    double percent = t->palette[s]; /* of a palette's colour in a fill */
    const range share = {"palette", 0, 100, &percent};
    if (!has_only(&at, object, known, 6) ||
        (json_object_get(object, "palette") && !read_numbers(&at, object, &share, 1)))
        return false;
    t->palette[s] = (uint32_t)percent;
    for (size_t i = 0; i < 5; i++)
        if (json_object_get(object, known[i]) && !read_colour(&at, object, known[i], to[i]))
            return false;
    return true;
}

/* 'DejaVu Sans', "O'Neill", serif: within one sort of quotes the other is a letter. */
static bool has_paired_quotes(const char *text)
{
    char open = '\0';
    for (; *text; text++)
        if (*text == open)
            open = '\0';
        else if (!open && (*text == '"' || *text == '\''))
            open = *text;
    return !open;
}

/* A family list goes into attributes and style sheets: what could end it there is refused. */
static bool is_plain(fr_bytes text)
{
    bool plain = text.at && text.len > 0 && text.len < FONT_MAX;
    for (size_t i = 0; plain && i < text.len; i++)
        plain = text.at[i] >= ' ' && text.at[i] <= 'z' && !strchr("\\<>&;:(){}[]@/", text.at[i]);
    return plain;
}

bool fr_theme_set_font(fr_theme *theme, fr_bytes text)
{
    if (!is_plain(text) || !has_paired_quotes(text.at))
        return false;
    memcpy(theme->font, text.at, text.len + 1);
    return true;
}

static bool read_font(fr_theme *theme, const place *at, const json_t *value)
{
    fr_bytes text = {json_string_value(value), json_string_length(value)};
    if (!is_plain(text))
        return reject(at, "font", value, "a list of font families in ASCII");
    return fr_theme_set_font(theme, text) ||
           reject(at, "font", value,
                  "a list of font families, each quote of which is closed by another");
}

/* "scheme": "dark": pictures are dark for every reader. */
static bool read_fixed(fr_theme *theme, const place *at, const json_t *root)
{
    const json_t *value = json_object_get(root, "scheme");
    const char *text = json_string_value(value);
    for (uint32_t i = 0; text && i < 3; i++)
        if (strcmp(text, fr_scheme_names[i]) == 0) {
            theme->tokens.scheme = i;
            return true;
        }
    return !value || reject(at, "scheme", value, "\"auto\", \"light\" or \"dark\"");
}

static void choose_inks(const fr_theme *theme, fr_theme_fill *fills, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fills[i] = fr_fill_inked(fills[i].light, fills[i].dark, theme->fill_ink);
}

static bool read_root(fr_theme *theme, const place *at, const json_t *root)
{
    static const char *const known[] = {"font",    "scheme", "light", "dark",
                                        "classes", "heat",   "diff"};
    if (!json_is_object(root))
        return fr_fail(at->err, FR_E_FORMAT, 0, 0, "theme: expected a JSON object");
    const json_t *font = json_object_get(root, "font");
    bool ok = has_only(at, root, known, 7) && (!font || read_font(theme, at, font)) &&
              read_fixed(theme, at, root);
    for (size_t s = 0; ok && s < N_SCHEMES; s++) {
        const json_t *scheme = find_object(at, root, scheme_keys[s], &ok);
        ok = ok && (!scheme || read_scheme(theme, at, scheme, s));
    }
    const json_t *classes = ok ? find_object(at, root, "classes", &ok) : NULL;
    ok = ok && (!classes || read_classes(theme, at, classes));
    return ok && read_schemes(theme, at, root, "heat", read_ramp) &&
           read_schemes(theme, at, root, "diff", read_diff_scheme);
}

/* Reads `text` over what `theme` has already. FR_E_FORMAT: the message has the path of what is wrong. */
static bool theme_read(fr_theme *theme, fr_bytes text, fr_error *err)
{
    const place whole = {err, NULL, NULL};
    json_t *root = parse_whole(text, err);
    bool ok = root && read_root(theme, &whole, root);
    json_decref(root);
    /* Inks follow once all colours are known. */
    choose_inks(theme, theme->fills[0], FR_N_CLASSES * FR_STEPS);
    choose_inks(theme, theme->heat, N_HEAT_FILLS);
    choose_inks(theme, theme->diff, N_DIFF_FILLS);
    return ok;
}

static const fr_theme_builtin *find_builtin(const char *name)
{
    if (strcmp(name, "default") == 0)
        name = DEFAULT_THEME;
    for (const fr_theme_builtin *row = fr_theme_builtins; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static bool read_builtin(fr_theme *theme, const fr_theme_builtin *row, fr_error *err)
{
    return theme_read(theme, (fr_bytes){(const char *)row->json, row->len}, err);
}

static bool read_file(fr_theme *theme, const char *path, fr_error *err)
{
    fr_input *in = fr_input_open(path, NULL, err);
    if (!in)
        return false;
    fr_bytes text = fr_input_fill(in, FR_INPUT_BLOCK);
    bool ok = !fr_input_failed(in, err);
    if (ok && text.len > FILE_MAX)
        ok = fr_fail(err, FR_E_LIMIT, 0, 0, "theme: larger than 1 MiB");
    ok = ok && theme_read(theme, text, err);
    fr_input_free(in);
    return ok || fr_fail_source(err, path);
}

/* "unknown theme 'flam': expected default, flame, or a file as ./my.json" */
static bool fail_unknown(const char *name, fr_error *err)
{
    char known[256] = "default";
    for (const fr_theme_builtin *row = fr_theme_builtins; row->name; row++) {
        append(known, sizeof known, ", ");
        append(known, sizeof known, row->name);
    }
    fr_fail(err, FR_E_USAGE, 0, 0, "unknown theme '%s': expected %s", name, known);
    return fr_fail_hint(err, "a theme of your own is a file: ./my-theme.json");
}

static bool read_theme(fr_theme *theme, const char *name, fr_error *err)
{
    const fr_theme_builtin *base = find_builtin(DEFAULT_THEME);
    if (!base) /* cannot be: the default is compiled in */
        return fail_unknown(DEFAULT_THEME, err);
    if (!read_builtin(theme, base, err))
        return false;
    if (strchr(name, '/') || fr_bytes_ends(fr_bytes_of(name), FR_LITERAL(".json")))
        return read_file(theme, name, err);
    const fr_theme_builtin *row = find_builtin(name);
    if (!row)
        return fail_unknown(name, err);
    return row == base || read_builtin(theme, row, err);
}

fr_theme *fr_theme_new(const char *name, fr_error *err)
{
    fr_theme *theme = calloc(1, sizeof *theme);
    if (!theme) {
        fr_fail_memory(err);
        return NULL;
    }
    if (!read_theme(theme, name ? name : DEFAULT_THEME, err)) {
        free(theme);
        return NULL;
    }
    theme->tokens.font_family = theme->font;
    theme->made = theme->tokens;
    return theme;
}

void fr_theme_free(fr_theme *theme)
{
    if (theme) {
        fr_palette_map_reset(&theme->shading.map);
        free(theme->attributes);
    }
    free(theme);
}

const char *fr_theme_name_at(size_t index)
{
    for (const fr_theme_builtin *row = fr_theme_builtins; row->name; row++)
        if (index-- == 0)
            return row->name;
    return NULL;
}

fr_theme_fill fr_theme_fill_of(const fr_theme *theme, fr_class c, uint32_t step)
{
    return theme->fills[c][step % FR_STEPS];
}

fr_theme_tokens fr_theme_tokens_of(const fr_theme *theme)
{
    return theme->tokens;
}

fr_theme_tokens fr_theme_made_tokens(const fr_theme *theme)
{
    return theme->made;
}

const fr_shading *fr_theme_shading_of(const fr_theme *theme)
{
    return &theme->shading;
}

const char *fr_theme_attributes_of(const fr_theme *theme)
{
    return theme->attributes;
}

fr_theme_parts fr_theme_parts_of(fr_theme *theme)
{
    return (fr_theme_parts){&theme->tokens, &theme->shading, &theme->attributes};
}

fr_theme_fill fr_theme_heat_of(const fr_theme *theme, uint32_t step)
{
    return theme->heat[step < FR_RAMP_STEPS ? step : FR_RAMP_STEPS - 1];
}

fr_theme_fill fr_theme_heat_zero(const fr_theme *theme)
{
    return theme->heat[HEAT_ZERO];
}

fr_theme_fill fr_theme_heat_outside(const fr_theme *theme)
{
    return theme->heat[HEAT_OUTSIDE];
}

fr_theme_fill fr_theme_grew_of(const fr_theme *theme, uint32_t step)
{
    return theme->diff[DIFF_GREW + (step < FR_RAMP_STEPS ? step : FR_RAMP_STEPS - 1)];
}

fr_theme_fill fr_theme_shrank_of(const fr_theme *theme, uint32_t step)
{
    return theme->diff[DIFF_SHRANK + (step < FR_RAMP_STEPS ? step : FR_RAMP_STEPS - 1)];
}

fr_theme_fill fr_theme_unchanged(const fr_theme *theme)
{
    return theme->diff[DIFF_UNCHANGED];
}
