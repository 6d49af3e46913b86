/*
 * theme.c - themes from JSON: "flame" and others are compiled in, any file can be one.
 *
 *     { "light": { "ground": "#ffffff", "ink": "#1c1d21", ... },
 *       "dark":  { ... },
 *       "classes": {
 *         "native": { "hue": 28, "span": 20, "hues": 4,
 *                     "light": { "lightness": 0.80, "apart": 0.045, "chroma": 0.105 },
 *                     "dark":  { ... } },
 *         "root": { "light": "#eceef2", "dark": "#2d323b" } },
 *       "heat": {
 *         "light": { "zero": "#f3f3f1", "outside": "#ffffff", "lightness": [0.93, 0.36],
 *                    "chroma": [0.05, 0.14, 0.18, 0.15], "hue": [95, 70, 40, 27] },
 *         "dark":  { ... } },
 *       "diff": {
 *         "light": { "unchanged": "#eceded",
 *                    "grew":   { "lightness": [0.94, 0.68], "chroma": [0.01, 0.165], "hue": 26 },
 *                    "shrank": { ... } },
 *         "dark":  { ... } } }
 *
 * What a theme omits is as in the default. What it says must be known here: a misspelt key is
 * an error, as is a value out of its range.
 */
#include "themes/theme.h"

#include "base/input.h"
#include "themes/builtin.h"
#include "themes/colour.h"
#include "themes/ramp.h"

#include <jansson.h>
#include <stdlib.h>

#define DEFAULT_THEME "flame"
#define N_HUES        4 /* FR_STEPS = N_HUES hues x two lightnesses */
#define FONT_MAX      256
#define FILE_MAX      (FR_INPUT_BLOCK - 1)
#define ROOM_FOR_JSON 64 /* bytes for a byte of text, and more than enough */

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

/* Half-way through a JSON theme: where we are, for messages. */
typedef struct reading {
    fr_theme *theme;
    fr_error *err;
    const char *in; /* the object being read: "light", "native" */
} reading;

static const char *const scheme_keys[N_SCHEMES] = {"light", "dark"};

static const char *const class_keys[FR_N_CLASSES] = {
    [FR_CLASS_NATIVE] = "native",   [FR_CLASS_CPP] = "cpp",         [FR_CLASS_KERNEL] = "kernel",
    [FR_CLASS_MANAGED] = "managed", [FR_CLASS_INLINED] = "inlined", [FR_CLASS_PROCESS] = "process",
    [FR_CLASS_OFF_CPU] = "off-cpu", [FR_CLASS_UNKNOWN] = "unknown", [FR_CLASS_ROOT] = "root",
};

/* ---------------------------------------------------------------- values */

static bool reject(const reading *r, const char *key, const char *expected)
{
    return fr_fail(r->err, FR_E_FORMAT, 0, 0, "theme: \"%s\" in \"%s\" should be %s", key, r->in,
                   expected);
}

/* "#1c1d21" */
static bool parse_colour(const json_t *value, uint32_t *rgb)
{
    const char *text = json_string_value(value);
    if (!text || text[0] != '#' || strlen(text) != 7 ||
        strspn(text + 1, "0123456789abcdefABCDEF") != 6)
        return false;
    *rgb = (uint32_t)strtoul(text + 1, NULL, 16);
    return true;
}

static bool read_colour(const reading *r, const char *key, const json_t *value, uint32_t *rgb)
{
    return parse_colour(value, rgb) || reject(r, key, "a colour as \"#1c1d21\"");
}

typedef struct number_key {
    const char *key;
    double min, max;
    double *to;
} number_key;

/* Each number of `keys` in `object`, all of them there and in range. */
static bool read_numbers(const reading *r, const json_t *object, const number_key *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_object_get(object, keys[i].key);
        double number = json_number_value(value);
        if (!json_is_number(value) || number < keys[i].min || number > keys[i].max)
            return fr_fail(r->err, FR_E_FORMAT, 0, 0,
                           "theme: \"%s\" in \"%s\" should be a number from %d to %d", keys[i].key,
                           r->in, (int)keys[i].min, (int)keys[i].max);
        *keys[i].to = number;
    }
    return true;
}

/* The object under `key`, or NULL where there is none; *ok is false where it is something else. */
static const json_t *read_object(const reading *r, const json_t *in, const char *key, bool *ok)
{
    const json_t *object = json_object_get(in, key);
    if (object && !json_is_object(object)) {
        *ok = reject(r, key, "an object");
        object = NULL;
    }
    return object;
}

/* False with an error where `object` has a key that is not among `known`. */
static bool only_known(const reading *r, const json_t *object, const char *const *known, size_t n)
{
    void *at = json_object_iter((json_t *)(uintptr_t)object);
    for (; at; at = json_object_iter_next((json_t *)(uintptr_t)object, at)) {
        const char *key = json_object_iter_key(at);
        size_t i = 0;
        while (i < n && strcmp(key, known[i]) != 0)
            i++;
        if (i == n)
            return fr_fail(r->err, FR_E_FORMAT, 0, 0, "theme: unknown key \"%s\" in \"%s\"", key,
                           r->in);
    }
    return true;
}

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

static void fill_class(fr_theme *theme, fr_class c, const palette *p)
{
    for (uint32_t step = 0; step < FR_STEPS; step++) {
        theme->fills[c][step].light = colour_of_step(p, &p->tones[LIGHT], step);
        theme->fills[c][step].dark = colour_of_step(p, &p->tones[DARK], step);
    }
}

static bool read_tone(const reading *r, const json_t *object, tone *t)
{
    static const char *const known[] = {"lightness", "apart", "chroma"};
    const number_key keys[] = {{"lightness", 0, 1, &t->lightness},
                               {"apart", 0, 1, &t->apart},
                               {"chroma", 0, 1, &t->chroma}};
    return only_known(r, object, known, 3) && read_numbers(r, object, keys, 3);
}

/* { "hue": 28, "span": 20, "hues": 4, "light": {...}, "dark": {...} } */
static bool read_palette(const reading *r, const json_t *object, fr_class c)
{
    static const char *const known[] = {"hue", "span", "hues", "light", "dark"};
    palette p;
    const number_key keys[] = {
        {"hue", 0, 360, &p.hue}, {"span", 0, 360, &p.span}, {"hues", 1, N_HUES, &p.hues}};
    if (!only_known(r, object, known, 5) || !read_numbers(r, object, keys, 3))
        return false;
    for (size_t s = 0; s < N_SCHEMES; s++)
        if (!read_tone(r, json_object_get(object, scheme_keys[s]), &p.tones[s]))
            return false;
    fill_class(r->theme, c, &p);
    return true;
}

/* { "light": "#eceef2", "dark": "#2d323b" }: one fill for all steps. */
static bool read_single(const reading *r, const json_t *object, fr_class c)
{
    fr_theme_fill fill = {0};
    if (!only_known(r, object, scheme_keys, N_SCHEMES) ||
        !read_colour(r, "light", json_object_get(object, "light"), &fill.light) ||
        !read_colour(r, "dark", json_object_get(object, "dark"), &fill.dark))
        return false;
    for (size_t step = 0; step < FR_STEPS; step++)
        r->theme->fills[c][step] = fill;
    return true;
}

static bool read_class(const reading *r, const json_t *object, fr_class c)
{
    bool single = json_is_string(json_object_get(object, "light"));
    return single ? read_single(r, object, c) : read_palette(r, object, c);
}

static bool read_classes(const reading *outer, const json_t *classes)
{
    const reading r = {outer->theme, outer->err, "classes"};
    bool ok = only_known(&r, classes, class_keys, FR_N_CLASSES);
    for (fr_class c = 0; ok && c < FR_N_CLASSES; c++) {
        const json_t *object = read_object(&r, classes, class_keys[c], &ok);
        const reading inner = {r.theme, r.err, class_keys[c]};
        ok = ok && (!object || read_class(&inner, object, c));
    }
    return ok;
}

/* ---------------------------------------------------------------- the ramp of heatmaps */

/* "hue": [95, 70, 40, 27]: `n` numbers from 0 to `max`. */
static bool read_list(const reading *r, const json_t *object, const char *key, double max, size_t n,
                      double *to)
{
    const json_t *list = json_object_get(object, key);
    bool good = json_array_size(list) == n;
    for (size_t i = 0; good && i < n; i++) {
        const json_t *value = json_array_get(list, i);
        to[i] = json_number_value(value);
        good = json_is_number(value) && to[i] >= 0 && to[i] <= max;
    }
    return good || fr_fail(r->err, FR_E_FORMAT, 0, 0,
                           "theme: \"%s\" in \"%s\" should be a list of %zu numbers from 0 to %d",
                           key, r->in, n, (int)max);
}

static uint32_t *of_scheme(fr_theme_fill *fill, size_t scheme)
{
    return scheme == DARK ? &fill->dark : &fill->light;
}

/* { "zero": ..., "outside": ..., "lightness": [...], "chroma": [...], "hue": [...] } */
static bool read_ramp(const reading *r, const json_t *object, size_t s)
{
    static const char *const known[] = {"zero", "outside", "lightness", "chroma", "hue"};
    fr_theme_fill *heat = r->theme->heat;
    fr_ramp ramp;
    if (!only_known(r, object, known, 5) ||
        !read_colour(r, "zero", json_object_get(object, "zero"), of_scheme(&heat[HEAT_ZERO], s)) ||
        !read_colour(r, "outside", json_object_get(object, "outside"),
                     of_scheme(&heat[HEAT_OUTSIDE], s)) ||
        !read_list(r, object, "lightness", 1, 2, ramp.lightness) ||
        !read_list(r, object, "chroma", 1, FR_RAMP_STOPS, ramp.chroma) ||
        !read_list(r, object, "hue", 360, FR_RAMP_STOPS, ramp.hue))
        return false;
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++)
        *of_scheme(&heat[step], s) = fr_ramp_colour(&ramp, step);
    return true;
}

static bool read_heat(const reading *outer, const json_t *object)
{
    const reading r = {outer->theme, outer->err, "heat"};
    bool ok = only_known(&r, object, scheme_keys, N_SCHEMES);
    for (size_t s = 0; ok && s < N_SCHEMES; s++) {
        const json_t *ramp = read_object(&r, object, scheme_keys[s], &ok);
        ok = ok && (!ramp || read_ramp(&r, ramp, s));
    }
    return ok;
}

/* ---------------------------------------------------------------- the ramps of differentials */

/* { "lightness": [...], "chroma": [...], "hue": 26 } into the fills from `first` on. */
static bool read_side(const reading *outer, const json_t *in, const char *key, size_t s,
                      size_t first)
{
    static const char *const known[] = {"lightness", "chroma", "hue"};
    bool ok = true;
    const json_t *object = read_object(outer, in, key, &ok);
    const reading r = {outer->theme, outer->err, key};
    fr_diff_ramp ramp;
    const number_key hue = {"hue", 0, 360, &ramp.hue};
    if (!object)
        return ok && reject(outer, key, "an object");
    if (!only_known(&r, object, known, 3) ||
        !read_list(&r, object, "lightness", 1, 2, ramp.lightness) ||
        !read_list(&r, object, "chroma", 1, 2, ramp.chroma) || !read_numbers(&r, object, &hue, 1))
        return false;
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++)
        *of_scheme(&r.theme->diff[first + step], s) = fr_diff_ramp_colour(&ramp, step);
    return true;
}

static bool read_diff_scheme(const reading *r, const json_t *object, size_t s)
{
    static const char *const known[] = {"unchanged", "grew", "shrank"};
    return only_known(r, object, known, 3) &&
           read_colour(r, "unchanged", json_object_get(object, "unchanged"),
                       of_scheme(&r->theme->diff[DIFF_UNCHANGED], s)) &&
           read_side(r, object, "grew", s, DIFF_GREW) &&
           read_side(r, object, "shrank", s, DIFF_SHRANK);
}

static bool read_diff(const reading *outer, const json_t *object)
{
    const reading r = {outer->theme, outer->err, "diff"};
    bool ok = only_known(&r, object, scheme_keys, N_SCHEMES);
    for (size_t s = 0; ok && s < N_SCHEMES; s++) {
        const json_t *scheme = read_object(&r, object, scheme_keys[s], &ok);
        ok = ok && (!scheme || read_diff_scheme(&r, scheme, s));
    }
    return ok;
}

/* ---------------------------------------------------------------- the rest of a theme */

/* "palette": 42, the percentage of a palette's colour in a fill */
static bool read_palette_share(const reading *r, const json_t *object, size_t s)
{
    double percent;
    const number_key keys[] = {{"palette", 0, 100, &percent}};
    if (!json_object_get(object, "palette"))
        return true;
    if (!read_numbers(r, object, keys, 1))
        return false;
    r->theme->tokens.palette[s] = (uint32_t)percent;
    return true;
}

/* { "ground": "#ffffff", "ink": ..., "muted": ..., "hairline": ..., "fill_ink": ..., "palette": 100 } */
static bool read_scheme(const reading *outer, const json_t *object, size_t s)
{
    static const char *const known[] = {"ground",   "ink",      "muted",
                                        "hairline", "fill_ink", "palette"};
    const reading r = {outer->theme, outer->err, scheme_keys[s]};
    fr_theme_tokens *t = &r.theme->tokens;
    uint32_t *const to[] = {&t->ground[s], &t->ink[s], &t->muted[s], &t->hairline[s],
                            &r.theme->fill_ink[s]};
    if (!only_known(&r, object, known, 6) || !read_palette_share(&r, object, s))
        return false;
    for (size_t i = 0; i < 5; i++) {
        const json_t *value = json_object_get(object, known[i]);
        if (value && !read_colour(&r, known[i], value, to[i]))
            return false;
    }
    return true;
}

/* 'DejaVu Sans', "O'Neill", serif: within one sort of quotes the other is a letter. */
static bool has_paired_quotes(const char *text)
{
    char open = '\0';
    for (; *text; text++) {
        if (*text != '"' && *text != '\'')
            continue;
        if (!open)
            open = *text;
        else if (open == *text)
            open = '\0';
    }
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

static bool read_font(const reading *r, const json_t *value)
{
    fr_bytes text = {json_string_value(value), json_string_length(value)};
    if (!is_plain(text))
        return reject(r, "font", "a list of font families in ASCII");
    return fr_theme_set_font(r->theme, text) ||
           reject(r, "font", "a list of font families, each quote of which is closed by another");
}

static void choose_ink(const fr_theme *theme, fr_theme_fill *fill)
{
    fill->ink_light = fr_ink_on(fill->light, theme->fill_ink[LIGHT]);
    fill->ink_dark = fr_ink_on(fill->dark, theme->fill_ink[DARK]);
}

/* The fills' inks, once all colours are known. */
static void choose_inks(fr_theme *theme)
{
    for (size_t i = 0; i < FR_N_CLASSES * FR_STEPS; i++)
        choose_ink(theme, &theme->fills[i / FR_STEPS][i % FR_STEPS]);
    for (size_t i = 0; i < N_HEAT_FILLS; i++)
        choose_ink(theme, &theme->heat[i]);
    for (size_t i = 0; i < N_DIFF_FILLS; i++)
        choose_ink(theme, &theme->diff[i]);
}

static bool read_root(const reading *r, const json_t *root)
{
    static const char *const known[] = {"font", "light", "dark", "classes", "heat", "diff"};
    if (!json_is_object(root))
        return fr_fail(r->err, FR_E_FORMAT, 0, 0, "theme: expected a JSON object");
    const json_t *font = json_object_get(root, "font");
    bool ok = only_known(r, root, known, 6) && (!font || read_font(r, font));
    for (size_t s = 0; ok && s < N_SCHEMES; s++) {
        const json_t *scheme = read_object(r, root, scheme_keys[s], &ok);
        ok = ok && (!scheme || read_scheme(r, scheme, s));
    }
    const json_t *classes = ok ? read_object(r, root, "classes", &ok) : NULL;
    ok = ok && (!classes || read_classes(r, classes));
    const json_t *heat = ok ? read_object(r, root, "heat", &ok) : NULL;
    ok = ok && (!heat || read_heat(r, heat));
    const json_t *diff = ok ? read_object(r, root, "diff", &ok) : NULL;
    return ok && (!diff || read_diff(r, diff));
}

static json_t *parse(fr_bytes text, json_error_t *at)
{
    return json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, at);
}

/* Where an allocation fails, jansson says that the JSON is bad, or leaves a byte out of a string without a
 * word. So it looks twice: what differs, or has no room left for a third look, is a lack of memory. */
static json_t *parse_surely(fr_bytes text, json_error_t *at, bool *lacks_memory)
{
    json_error_t again;
    json_t *root = parse(text, at), *second = parse(text, &again);
    void *room = malloc(ROOM_FOR_JSON * (text.len + 1));
    *lacks_memory = !room || !root != !second || (root && !json_equal(root, second));
    free(room);
    json_decref(second);
    return root;
}

/* Reads `text` over what `theme` has already. */
static bool read_json(fr_theme *theme, fr_bytes text, fr_error *err)
{
    json_error_t at;
    bool lacks_memory, ok = false;
    json_t *root = parse_surely(text, &at, &lacks_memory);
    const reading r = {theme, err, "theme"};
    if (lacks_memory)
        fr_fail_memory(err);
    else if (!root)
        fr_fail(err, FR_E_FORMAT, at.line > 0 ? (uint64_t)at.line : 0,
                at.position > 0 ? (uint64_t)at.position : 0, "theme: bad JSON: %s", at.text);
    else
        ok = read_root(&r, root);
    json_decref(root);
    choose_inks(theme);
    return ok;
}

/* ---------------------------------------------------------------- where themes come from */

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
    return read_json(theme, (fr_bytes){(const char *)row->json, row->len}, err);
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
    ok = ok && read_json(theme, text, err);
    fr_input_free(in);
    return ok || fr_fail_source(err, path);
}

/* "unknown theme 'flam': expected default, flame, or a file as ./my.json" */
static bool fail_unknown(const char *name, fr_error *err)
{
    char known[256] = "default";
    size_t len = strlen(known);
    for (const fr_theme_builtin *row = fr_theme_builtins; row->name; row++) {
        size_t more = strlen(row->name);
        if (len + more + 3 > sizeof known)
            break;
        memcpy(known + len, ", ", 2);
        memcpy(known + len + 2, row->name, more + 1);
        len += more + 2;
    }
    fr_fail(err, FR_E_USAGE, 0, 0, "unknown theme '%s': expected %s", name, known);
    return fr_fail_hint(err, "a theme of your own is a file: ./my-theme.json");
}

static bool is_path(const char *name)
{
    return strchr(name, '/') || fr_bytes_ends(fr_bytes_of(name), FR_LITERAL(".json"));
}

static bool read_theme(fr_theme *theme, const char *name, fr_error *err)
{
    const fr_theme_builtin *base = find_builtin(DEFAULT_THEME);
    if (!base) /* cannot be: the default is compiled in */
        return fail_unknown(DEFAULT_THEME, err);
    if (!read_builtin(theme, base, err))
        return false;
    if (is_path(name))
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
