/*
 * test_palettes.c - flamegraph.pl's palettes: the fill of every box, computed here a second time in another way:
 * from the whole name with its mark, as text, with formulas and rules as tables of text.
 */
#include "flame_fixture.h"
#include "themes/theme.h"

/* ---- values, from wide characters ---- */

typedef struct wide {
    uint32_t at[64];
    size_t n;
} wide;

static wide widen(const char *text)
{
    wide w = {.n = 0};
    const unsigned char *s = (const unsigned char *)text;

    while (*s) {
        unsigned more = *s < 0x80 ? 0 : *s < 0xe0 ? 1 : *s < 0xf0 ? 2 : 3;
        uint32_t c = more == 0 ? *s : *s & (0x3fU >> more);
        for (s++; more > 0; more--, s++)
            c = c << 6 | (*s & 0x3fU);
        w.at[w.n++] = c;
    }
    return w;
}

static void by_sum(const char *name, double v[3])
{
    wide w = widen(name);
    uint64_t x = 0; /* what is lost on top is lost in drand48, too */

    for (size_t i = 0; i < w.n; i++)
        x += w.at[i];
    x = (x % 4294967296U * 65536 + 13070) * 25214903917U + 11;
    v[0] = v[1] = v[2] = (double)(x % 281474976710656U) / 281474976710656.0;
}

static double ends_value(wide w)
{
    static const double weights[] = {1, 0.7, 0.49};
    double sum = 0, weight = 1;
    size_t from = 0;

    for (size_t i = 1; i < w.n && !from; i++)
        from = w.at[i] == '`' ? i + 1 : 0;
    for (size_t i = 0; i < 3 && from + i < w.n; i++) {
        sum += weights[i] * (double)(w.at[from + i] % (10 + i)) / (double)(9 + i);
        weight += weights[i];
    }
    return 1 - sum / weight;
}

static void by_ends(const char *name, double v[3])
{
    wide w = widen(name), back = {.n = w.n};

    for (size_t i = 0; i < w.n; i++)
        back.at[i] = w.at[w.n - 1 - i];
    v[0] = ends_value(w);
    v[1] = v[2] = ends_value(back);
}

static void by_fnv(const char *name, double v[3])
{
    uint64_t h = 14695981039346656037U;

    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211U;
    v[0] = (double)h / 0x1p64;
    v[1] = (double)(h * 1099511628211U) / 0x1p64;
    v[2] = (double)(h * 1099511628211U * 1099511628211U) / 0x1p64;
}

/* ---- hues, as facts have them ---- */

static uint32_t hue_of(const char *hue, const double v[3])
{
    double a = v[0], b = v[1], c = v[2];
    const struct {
        const char *hue;
        double r, g, b;
    } rows[] = {
        {"hot", 205 + 50 * c, 230 * a, 55 * b},
        {"mem", 0, 190 + 50 * b, 210 * a},
        {"io", 80 + 60 * a, 80 + 60 * a, 190 + 55 * b},
        {"red", 200 + 55 * a, 50 + 80 * a, 50 + 80 * a},
        {"green", 50 + 60 * a, 200 + 55 * a, 50 + 60 * a},
        {"blue", 80 + 60 * a, 80 + 60 * a, 205 + 50 * a},
        {"yellow", 175 + 55 * a, 175 + 55 * a, 50 + 20 * a},
        {"purple", 190 + 65 * a, 80 + 60 * a, 190 + 65 * a},
        {"aqua", 50 + 60 * a, 165 + 55 * a, 165 + 55 * a},
        {"orange", 190 + 65 * a, 90 + 65 * a, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].hue, hue) == 0)
            return (uint32_t)rows[i].r << 16 | (uint32_t)rows[i].g << 8 | (uint32_t)rows[i].b;
    fail_msg("no hue %s", hue);
    return 0;
}

/* ---- rules, from names as folded text has them ---- */

/* The hue of a name by each palette that knows languages: java, js, perl, python, rust, chain; inferno's
 * java, js, perl. */
static const struct {
    const char *name, *hues[9];
} names[] = {
    {"main", {"red", "red", "red", "red", "yellow", "blue", "red", "red", "red"}},
    {"Lorg/a/B:::run_[j]",
     {"green", "green", "yellow", "red", "aqua", "blue", "green", "green", "yellow"}},
    {"Interpreter_[j]", {"green", "aqua", "red", "red", "yellow", "blue", "green", "aqua", "red"}},
    {"java/lang/Thread.run",
     {"green", "red", "red", "red", "yellow", "blue", "green", "red", "red"}},
    {"org/x/Y.z_[i]", {"aqua", "red", "red", "red", "yellow", "blue", "aqua", "red", "red"}},
    {"scala/X.y", {"red", "red", "red", "red", "yellow", "blue", "green", "red", "red"}},
    {"std::sort",
     {"yellow", "yellow", "yellow", "red", "orange", "blue", "yellow", "yellow", "yellow"}},
    {"v8::Call_[k]",
     {"yellow", "yellow", "yellow", "red", "aqua", "blue", "orange", "orange", "orange"}},
    {"vfs_read_[k]",
     {"orange", "orange", "orange", "red", "yellow", "blue", "orange", "orange", "orange"}},
    {"/srv/app.js:12", {"red", "green", "red", "red", "yellow", "blue", "green", "aqua", "red"}},
    {"Builtin:Array", {"red", "aqua", "red", "red", "yellow", "blue", "green", "aqua", "red"}},
    {"Perl_runops", {"red", "red", "green", "red", "yellow", "blue", "green", "red", "green"}},
    {"x.pl_[k]",
     {"orange", "orange", "green", "red", "yellow", "blue", "orange", "orange", "orange"}},
    {"/lib/site-packages/a.py",
     {"red", "red", "red", "aqua", "yellow", "blue", "green", "red", "red"}},
    {"/lib/python3.11/b.py",
     {"red", "red", "red", "yellow", "yellow", "blue", "green", "red", "red"}},
    {"/lib/pythonic/b.py", {"red", "red", "red", "red", "yellow", "blue", "green", "red", "red"}},
    {"<built-in method x>", {"red", "red", "red", "yellow", "yellow", "blue", "red", "red", "red"}},
    {"app`core::fmt::write",
     {"yellow", "yellow", "yellow", "red", "orange", "blue", "yellow", "yellow", "yellow"}},
    {"<alloc::vec::Vec as X>::a",
     {"yellow", "yellow", "yellow", "red", "orange", "blue", "yellow", "yellow", "yellow"}},
    {"waker_[w]", {"red", "red", "red", "red", "yellow", "aqua", "red", "red", "red"}},
    {"caf\xc3\xa9\xe2\x82\xac",
     {"red", "red", "red", "red", "yellow", "blue", "red", "red", "red"}},
    {"x`y`zed", {"red", "red", "red", "red", "yellow", "blue", "red", "red", "red"}},
    {"/app/node_modules/x/y.js",
     {"red", "green", "red", "red", "yellow", "blue", "green", "purple", "red"}},
    {"-[NSView draw]", {"red", "red", "red", "red", "yellow", "blue", "yellow", "red", "red"}},
    {"LFoo", {"red", "red", "red", "red", "yellow", "blue", "green", "red", "red"}},
    {"Linux", {"red", "red", "red", "red", "yellow", "blue", "red", "red", "red"}},
};

static const char *const languages[] = {
    "java", "js", "perl", "python", "rust", "chain", "inferno-java", "inferno-js", "inferno-perl"};
static const char *const single[][2] = {
    {"hot", "hot"},   {"mem", "mem"},       {"io", "io"},         {"wakeup", "aqua"},
    {"red", "red"},   {"green", "green"},   {"blue", "blue"},     {"yellow", "yellow"},
    {"aqua", "aqua"}, {"orange", "orange"}, {"purple", "purple"},
};

#define N_NAMES     (sizeof names / sizeof *names)
#define N_LANGUAGES (sizeof languages / sizeof *languages)
#define N_SINGLE    (sizeof single / sizeof *single)

/* ---- pictures ---- */

static const struct {
    const char *shade;
    void (*values)(const char *name, double v[3]);
} shades[] = {{"name", by_sum}, {"hash", by_ends}, {"deterministic", by_fnv}};

static fixture names_beside_each_other(void)
{
    folded lines[N_NAMES];

    for (size_t i = 0; i < N_NAMES; i++)
        lines[i] = (folded){names[i].name, 10};
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t column = fr_builder_column(b, "samples", "samples", 0);
    for (size_t i = 0; i < N_NAMES; i++)
        add_folded(b, column, &lines[i]);
    return fixture_of(b, NULL);
}

/* The name that a box had in folded text. */
static const char *whole_name(const fr_box *box, char to[80])
{
    static const char *const marks[FR_N_KINDS] = {
        [FR_KIND_KERNEL] = "_[k]", [FR_KIND_JIT] = "_[j]", [FR_KIND_INLINED] = "_[i]"};

    snprintf(to, 80, "%s%s", box->name, marks[box->kind] ? marks[box->kind] : "");
    return to;
}

static const char *hue_by(size_t language, const char *name)
{
    for (size_t i = 0; i < N_NAMES; i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].hues[language];
    fail_msg("no name %s", name);
    return NULL;
}

/* Every box but the root, whose name has no rule: it falls through them all. */
static void check_boxes(const fr_scene *s, size_t language, const char *hue, size_t shade)
{
    char name[80];

    for (size_t i = 1; i < s->n_boxes; i++) {
        const fr_fill *fill = &s->fills[s->boxes[i].fill];
        double v[3];
        whole_name(&s->boxes[i], name);
        shades[shade].values(name, v);
        uint32_t wanted = hue_of(hue ? hue : hue_by(language, name), v);
        if (fill->light != wanted || fill->dark != wanted)
            fail_msg("%s, %s: #%06x, not #%06x", hue ? hue : languages[language], name,
                     (unsigned)fill->light, (unsigned)wanted);
        assert_true(fr_contrast(fill->light, fill->ink_light) >= 4.5);
        assert_true(fr_contrast(fill->dark, fill->ink_dark) >= 4.5);
    }
}

static void fills_are_the_formulas(void **state)
{
    fixture f = names_beside_each_other();
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;

    fr_theme_free(f.theme);
    f.theme = fr_theme_new("classic", NULL);
    assert_non_null(f.theme);
    for (size_t shade = 0; shade < sizeof shades / sizeof *shades; shade++) {
        assert_true(fr_theme_set(f.theme, "shade", shades[shade].shade, NULL));
        for (size_t p = 0; p < N_SINGLE + N_LANGUAGES; p++) {
            opt.color_by = p < N_SINGLE ? single[p][0] : languages[p - N_SINGLE];
            const fr_scene *s = lay_out(&f, &opt);
            assert_int_equal(s->n_boxes, N_NAMES + 1);
            check_boxes(s, p < N_SINGLE ? 0 : p - N_SINGLE, p < N_SINGLE ? single[p][1] : NULL,
                        shade);
        }
    }
    fixture_free(&f);
}

/* All themes, both schemes, thousands of colours of every palette. */
static void texts_read_on_every_shade(void **state)
{
    const char *theme_name;
    fr_colouring_info info;
    (void)state;

    for (size_t t = 0; (theme_name = fr_theme_name_at(t)); t++) {
        fr_theme *theme = fr_theme_new(theme_name, NULL);
        fr_tones tones = fr_tones_of(theme);
        for (size_t i = 0; fr_colouring_at(i, &info); i++) {
            const fr_colouring *c = fr_colouring_find(info.name, NULL);
            for (uint32_t k = 0; c && c->palette && k < 400; k++) {
                char name[32];
                snprintf(name, sizeof name, "%s%u", k % 2 ? "a::b" : "/x.js", (unsigned)k);
                fr_coloured frame = {.name = fr_bytes_of(name), .kind = k % 4};
                fr_shading how = {.shade = k % FR_N_SHADES, .seed = k};
                fr_theme_fill fill = fr_palette_fill(&tones, fr_colouring_place(c, &how, &frame));
                assert_true(fr_contrast(fill.light, fill.ink_light) >= 4.5);
                assert_true(fr_contrast(fill.dark, fill.ink_dark) >= 4.5);
            }
        }
        fr_theme_free(theme);
    }
}

static uint32_t light_of(const fr_scene *s, const char *name)
{
    for (size_t i = 0; i < s->n_boxes; i++)
        if (strcmp(s->boxes[i].name, name) == 0)
            return s->fills[s->boxes[i].fill].light;
    fail_msg("no box %s", name);
    return 0;
}

static void separators_are_grey(void **state)
{
    fixture f = FIXTURE({"a;--;b", 5}, {"a;-", 5});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;

    opt.color_by = "chain";
    const fr_scene *s = lay_out(&f, &opt);
    assert_int_equal(light_of(s, "--"), 0xa0a0a0);
    assert_int_equal(light_of(s, "-"), 0xc8c8c8);
    fixture_free(&f);
}

/* The same seed the same picture, another seed another. */
static void random_follows_its_seed(void **state)
{
    fixture f = FIXTURE({"a;b;c", 5});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    uint32_t seen[3];
    (void)state;

    opt.color_by = "hot";
    assert_true(fr_theme_set(f.theme, "shade", "random", NULL));
    for (size_t i = 0; i < 3; i++) {
        assert_true(fr_theme_set(f.theme, "seed", i == 1 ? "8" : "7", NULL));
        seen[i] = light_of(lay_out(&f, &opt), "b");
    }
    assert_int_equal(seen[0], seen[2]);
    assert_int_not_equal(seen[0], seen[1]);
    fixture_free(&f);
}

/* More names than a byte counts: all fills are there, those of frames in the data, too. */
static void many_fills(void **state)
{
    enum { N = 1200 };
    fr_builder *b = fr_builder_new(NULL, NULL);
    uint32_t column = fr_builder_column(b, "samples", "samples", 0);
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;

    for (int i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%d", i);
        add_folded(b, column, &(folded){name, 1});
    }
    fixture f = fixture_of(b, NULL);
    opt.color_by = "hot";
    assert_true(fr_theme_set(f.theme, "shade", "random", NULL));
    const fr_scene *s = lay_out(&f, &opt);
    assert_true(s->n_fills > 1000);
    assert_true(fr_scene_embed(f.scene, f.profile, NULL));
    for (size_t i = 1; i < s->n_boxes; i++) {
        bool found = false;
        for (size_t k = 0; k < s->view.n_frame_fills && !found; k++)
            found = s->view.frame_fills[k] == s->boxes[i].fill;
        assert_true(found);
    }
    fixture_free(&f);
}

/* ---- palette.map ---- */

static void maps_win_over_formulas(void **state)
{
    fixture f = FIXTURE({"a;operator->;k_[k]", 5});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;

    opt.color_by = "hot";
    assert_true(fr_theme_set(f.theme, "palette-map",
                             "operator->->rgb(1,2,3)\nk_[k]->rgb(255, 0, 16)\r\n\n", NULL));
    const fr_scene *s = lay_out(&f, &opt);
    assert_int_equal(light_of(s, "operator->"), 0x010203);
    assert_int_equal(light_of(s, "k"), 0xff0010);
    fixture_free(&f);
}

static void wrong_parts_are_refused(void **state)
{
    static const struct {
        const char *part, *value;
        fr_code code;
        uint64_t line;
    } rows[] = {
        {"ground", "#12345", FR_E_USAGE, 0},
        {"ground", "pink", FR_E_USAGE, 0},
        {"ink", "yellow", FR_E_USAGE, 0},
        {"font", "a<b", FR_E_USAGE, 0},
        {"shade", "dark", FR_E_USAGE, 0},
        {"seed", "-1", FR_E_USAGE, 0},
        {"nose", "1", FR_E_USAGE, 0},
        {"palette-map", "a->rgb(1,2,3)\nb->rgb(256,0,0)\n", FR_E_FORMAT, 2},
        {"attributes", "a\thref=https://h\nb\thref=ftp://h\n", FR_E_FORMAT, 2},
        {"attributes", "a\thref=https://h/\"x\n", FR_E_FORMAT, 1},
        {"attributes", "a\tonload=x\n", FR_E_FORMAT, 1},
        {"attributes", "a\ttarget=x y\n", FR_E_FORMAT, 1},
        {"attributes", "a title=x\n", FR_E_FORMAT, 1},
        {"attributes", "a\ttitle\n", FR_E_FORMAT, 1},
        {"match", "#12345", FR_E_USAGE, 0},
        {"stroke", "thin", FR_E_USAGE, 0},
        {"palette-map", "a->rgb(1,2)\n", FR_E_FORMAT, 1},
        {"palette-map", "a rgb(1,2,3)\n", FR_E_FORMAT, 1},
        {"palette-map", "a->rgb(1,2,3)x\n", FR_E_FORMAT, 1},
    };
    fr_theme *theme = fr_theme_new(NULL, NULL);
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fr_error err = {0};
        assert_false(fr_theme_set(theme, rows[i].part, rows[i].value, &err));
        assert_int_equal(err.code, rows[i].code);
        assert_int_equal(err.line, rows[i].line);
    }
    fr_theme_free(theme);
}

/* Whatever the ground, texts on it read. */
static void inks_read_on_every_ground(void **state)
{
    static const char *const grounds[] = {"yellow", "blue", "green", "grey", "#000000", "#ff0000"};
    (void)state;

    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
        fr_theme *theme = fr_theme_new(NULL, NULL);
        assert_true(fr_theme_set(theme, "ground", grounds[i], NULL));
        assert_true(fr_theme_set(theme, "ink", "#888888", NULL));
        fr_theme_tokens t = fr_theme_tokens_of(theme);
        for (size_t s = 0; s < 2; s++) {
            assert_true(fr_contrast(t.ground[s], t.ink[s]) >= 4.5);
            assert_true(fr_contrast(t.ground[s], t.muted[s]) >= 4.5);
        }
        fr_theme_free(theme);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_are_the_formulas),
        cmocka_unit_test(texts_read_on_every_shade),
        cmocka_unit_test(separators_are_grey),
        cmocka_unit_test(random_follows_its_seed),
        cmocka_unit_test(many_fills),
        cmocka_unit_test(maps_win_over_formulas),
        cmocka_unit_test(wrong_parts_are_refused),
        cmocka_unit_test(inks_read_on_every_ground),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
