/*
 * test_colouring.c - what colours a box: texts read on every fill, modules have hues of their own, and the
 * fills of a picture are those of a table made here from the same rows.
 */
#include "flame_fixture.h"
#include "themes/theme.h"

static fr_fill as_fill(fr_theme_fill f)
{
    return fr_fill_of_theme(f);
}

static bool same(fr_fill a, fr_fill b)
{
    return a.light == b.light && a.dark == b.dark && a.ink_light == b.ink_light &&
           a.ink_dark == b.ink_dark;
}

/* Names that were never chosen by hand: "m17_0" to "m17_11". */
static void name_groups(char text[FR_GROUPS][16], fr_bytes groups[FR_GROUPS], unsigned salt)
{
    for (unsigned i = 0; i < FR_GROUPS; i++) {
        snprintf(text[i], 16, "m%u_%u", salt, i);
        groups[i] = fr_bytes_of(text[i]);
    }
}

/* ---- fills */

static size_t n_fills;

static void check_fill(const char *theme, const char *what, fr_theme_fill f)
{
    n_fills++;
    if (fr_contrast(f.light, f.ink_light) < 4.5 || fr_contrast(f.dark, f.ink_dark) < 4.5)
        fail_msg("theme %s, %s: #%06x #%06x", theme, what, (unsigned)f.light, (unsigned)f.dark);
}

/* "label:" wants a key. */
static const fr_colouring *colouring_at(size_t index)
{
    fr_colouring_info info;
    char name[40];

    if (!fr_colouring_at(index, &info))
        return NULL;
    snprintf(name, sizeof name, "%s%s", info.name, strchr(info.name, ':') ? "x" : "");
    return fr_colouring_find(name, NULL);
}

/* 16 * 16 * 16 colours, which hold what any palette or palette.map gives to 8 of 255. */
static void check_colours(const char *name, fr_theme *theme)
{
    fr_tones tones = fr_tones_of(theme);
    char colour[8];

    for (uint32_t i = 0; i < 4096; i++) {
        uint32_t rgb = (i >> 8) * 0x110000 + (i >> 4 & 15) * 0x1100 + (i & 15) * 0x11;
        snprintf(colour, sizeof colour, "#%06x", (unsigned)rgb);
        check_fill(name, "a palette", fr_palette_fill(&tones, FR_PLACE_OF_ENTRY(0) | rgb));
        assert_true(fr_theme_set(theme, "match", colour, NULL));
        check_fill(name, "a match", fr_match_fill(theme));
    }
}

static void check_ramps(const char *name, const fr_theme *theme)
{
    for (uint32_t step = 0; step < FR_RAMP_STEPS; step++) {
        check_fill(name, "what grew", fr_theme_grew_of(theme, step));
        check_fill(name, "what shrank", fr_theme_shrank_of(theme, step));
        check_fill(name, "a cell", fr_theme_heat_of(theme, step));
    }
    check_fill(name, "what did not change", fr_theme_unchanged(theme));
    check_fill(name, "an empty cell", fr_theme_heat_zero(theme));
    check_fill(name, "narrow frames", fr_rest_fill(theme));
}

/* Every theme with every colouring, palette and ramp, light and dark. */
static void texts_read_on_every_fill(void **state)
{
    char text[FR_GROUPS][16];
    fr_bytes groups[FR_GROUPS];
    const char *name;
    (void)state;

    name_groups(text, groups, 1);
    for (size_t t = 0; (name = fr_theme_name_at(t)); t++) {
        fr_theme *theme = fr_theme_new(name, NULL);
        const fr_colouring *c;
        assert_non_null(theme);
        for (size_t i = 0; (c = colouring_at(i)) != NULL; i++) {
            assert_true(c->n_places <= FR_MAX_PALETTE);
            for (uint32_t place = 0; place < c->n_places; place++)
                check_fill(name, c->name, c->fill_of(theme, groups, place));
        }
        check_ramps(name, theme);
        check_colours(name, theme);
        fr_theme_free(theme);
    }
    assert_true(n_fills > 4 * (8192 + 72 + 15 + 15 + 7));
}

/* Twelve modules, the others and none: fourteen colours, whatever the names. */
static void modules_have_hues_of_their_own(void **state)
{
    fr_theme *theme = fr_theme_new(NULL, NULL);
    const fr_colouring *c = fr_colouring_find("module", NULL);
    char text[FR_GROUPS][16];
    fr_bytes groups[FR_GROUPS];
    (void)state;

    assert_true(theme && c);
    for (unsigned salt = 0; salt < 200; salt++) {
        name_groups(text, groups, salt);
        for (uint32_t a = 0; a < FR_GROUPS + 2; a++)
            for (uint32_t b = 0; b < a; b++) {
                fr_theme_fill x = c->fill_of(theme, groups, a), y = c->fill_of(theme, groups, b);
                assert_true(x.light != y.light && x.dark != y.dark);
            }
    }
    fr_theme_free(theme);
}

/* A hue depends on the module's name and on wider modules alone, and other names pick other hues. */
static void hues_are_stable(void **state)
{
    fr_theme *theme = fr_theme_new(NULL, NULL);
    const fr_colouring *c = fr_colouring_find("module", NULL);
    char text[FR_GROUPS][16];
    fr_bytes groups[FR_GROUPS], fewer[FR_GROUPS];
    uint32_t seen[FR_GROUPS], n_seen = 0;
    (void)state;

    assert_true(theme && c);
    for (unsigned salt = 0; salt < 200; salt++) {
        name_groups(text, groups, salt);
        for (uint32_t n = 1; n <= FR_GROUPS; n++) {
            for (uint32_t i = 0; i < FR_GROUPS; i++)
                fewer[i] = i < n ? groups[i] : FR_LITERAL("");
            assert_int_equal(c->fill_of(theme, fewer, n - 1).light,
                             c->fill_of(theme, groups, n - 1).light);
        }
        uint32_t first = c->fill_of(theme, groups, 0).light, i = 0;
        while (i < n_seen && seen[i] != first)
            i++;
        if (i == n_seen)
            seen[n_seen++] = first;
    }
    assert_int_equal(n_seen, FR_GROUPS);
    fr_theme_free(theme);
}

/* ---- pictures */

typedef struct frame {
    const char *name, *module;
    fr_kind kind;
} frame;

/* "read" is in two modules: under main in libc (5 of 8), under run in app. */
static fixture modules_of_frames(void)
{
    static const frame stacks[][3] = {
        {{"app", NULL, FR_KIND_PROCESS}, {"main", "/bin/app", 0}, {"read", "/lib/libc.so.6", 0}},
        {{"app", NULL, FR_KIND_PROCESS}, {"main", "/bin/app", 0}, {"read", "/bin/app", 0}},
        {{"app", NULL, FR_KIND_PROCESS}, {"run", "/bin/app", 0}, {"read", "/bin/app", 0}},
        {{"app", NULL, FR_KIND_PROCESS},
         {"run", "/bin/app", 0},
         {"sys", "[kernel]", FR_KIND_KERNEL}},
        {{"app", NULL, FR_KIND_PROCESS}, {"[unknown]", "[unknown]", 0}, {"x", NULL, 0}},
    };
    static const int64_t values[] = {5, 3, 7, 4, 1};
    fr_builder *b = fr_builder_new(NULL, NULL);

    assert_non_null(b);
    uint32_t column = fr_builder_column(b, "cpu", "samples", 0);
    for (size_t i = 0; i < 5; i++) {
        uint32_t stack = FR_NO_STACK;
        for (size_t d = 0; d < 3; d++) {
            const frame *f = &stacks[i][d];
            fr_frame_info info = {.name = f->name, .module = f->module, .kind = f->kind};
            stack = fr_builder_push(b, stack, fr_builder_frame(b, &info));
        }
        fr_builder_add(b, stack, column, values[i], (uint64_t)values[i], 0.0);
    }
    return fixture_of(b, &(fr_tree_options){.color_by = "module"});
}

static void boxes_have_the_fill_of_their_module(void **state)
{
    /* By total: app 19 of 20, libc 5, the kernel 4. */
    static const struct {
        const char *name, *parent;
        uint32_t group;
    } expected[] = {{"app", "", FR_GROUP_NONE},
                    {"main", "app", 0},
                    {"read", "main", 1},
                    {"run", "app", 0},
                    {"read", "run", 0},
                    {"sys", "run", 2},
                    {"[unknown]", "app", FR_GROUP_NONE},
                    {"x", "[unknown]", FR_GROUP_NONE}};
    fr_bytes groups[FR_GROUPS] = {FR_LITERAL("app"), FR_LITERAL("libc.so.6"),
                                  FR_LITERAL("[kernel]")};
    fixture f = modules_of_frames();
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    const fr_colouring *c = fr_colouring_find("module", NULL);
    size_t n = 0;
    (void)state;

    opt.color_by = "module";
    const fr_scene *s = lay_out(&f, &opt);
    assert_int_equal(s->n_boxes, 9);
    for (size_t i = 1; i < s->n_boxes; i++)
        for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
            const fr_box *box = &s->boxes[i];
            if (strcmp(box->name, expected[k].name) != 0 ||
                strcmp(s->boxes[box->parent].name, expected[k].parent) != 0)
                continue;
            fr_theme_fill wanted = c->fill_of(f.theme, groups, expected[k].group);
            assert_true(same(s->fills[box->fill], as_fill(wanted)));
            n++;
        }
    assert_int_equal(n, 8);
    assert_int_equal(s->n_swatches, 4);
    /* Own: app 3 and 7 of 20, libc 5, the kernel 4. */
    assert_string_equal(s->swatches[0].title, "app 50.0\xe2\x80\xaf%");
    assert_string_equal(s->swatches[1].title, "libc.so.6 25.0\xe2\x80\xaf%");
    assert_string_equal(s->swatches[2].title, "[kernel] 20.0\xe2\x80\xaf%");
    assert_string_equal(s->swatches[3].title, "no module");
    fixture_free(&f);
}

/* A viewer has a fill for each frame: frames of the same module have the same one. */
static void frames_have_the_fill_of_their_module(void **state)
{
    fixture f = modules_of_frames();
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    fr_bytes groups[FR_GROUPS] = {FR_LITERAL("app"), FR_LITERAL("libc.so.6"),
                                  FR_LITERAL("[kernel]")};
    /* By name and then module: [unknown], app, main, read of app, read of libc, run, sys, x. */
    static const uint32_t expected[] = {FR_GROUP_NONE, FR_GROUP_NONE, 0, 0, 1, 0, 2, FR_GROUP_NONE};
    const fr_colouring *c = fr_colouring_find("module", NULL);
    (void)state;

    opt.color_by = "module";
    const fr_scene *s = lay_out(&f, &opt);
    assert_true(fr_scene_embed(f.scene, f.profile, NULL));
    assert_int_equal(s->view.n_frame_fills, 8);
    for (size_t i = 0; i < 8; i++) {
        fr_theme_fill wanted = c->fill_of(f.theme, groups, expected[i]);
        assert_true(same(s->fills[s->view.frame_fills[i]], as_fill(wanted)));
    }
    fixture_free(&f);
}

/* ---- what is refused */

static void wrong_colourings_are_usage_errors(void **state)
{
    static const char *const wrong[] = {"modul", "module"}; /* the second: of a tree without */
    fixture f = FIXTURE({"main", 1});
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    fr_colouring_info info;
    (void)state;

    for (size_t i = 0; i < 2; i++) {
        fr_error err = {0};
        opt.color_by = wrong[i];
        assert_null(fr_scene_flame(f.tree, f.theme, &opt, &err));
        assert_int_equal(err.code, FR_E_USAGE);
    }
    assert_true(fr_colouring_at(0, &info));
    assert_string_equal(info.name, "kind");
    assert_false(fr_colouring_at(1000, &info));
    fixture_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_read_on_every_fill),
        cmocka_unit_test(modules_have_hues_of_their_own),
        cmocka_unit_test(hues_are_stable),
        cmocka_unit_test(boxes_have_the_fill_of_their_module),
        cmocka_unit_test(frames_have_the_fill_of_their_module),
        cmocka_unit_test(wrong_colourings_are_usage_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
