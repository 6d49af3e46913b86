/*
 * test_colour_choice.c - what colour means where nobody says: profiles just above and just below each bound, by hand; and
 * a pprof of many stacks, read for a picture and for anything.
 */
#include "flame_fixture.h"
#include "model/module.h"
#include "render/scene.h"

typedef struct leaf {
    const char *name, *file, *module;
    fr_kind kind;
    int64_t value;
} leaf;

static fr_profile *profile_of(const leaf *leaves, size_t n)
{
    fr_builder *b = fr_builder_new(NULL, NULL);

    assert_non_null(b);
    uint32_t column = fr_builder_column(b, "cpu", "samples", 0);
    for (size_t i = 0; i < n; i++) {
        const leaf *l = &leaves[i];
        fr_frame_info caller = {.name = "x.Caller"},
                      info = {
                          .name = l->name, .file = l->file, .module = l->module, .kind = l->kind};
        uint32_t stack = fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &caller));
        stack = fr_builder_push(b, stack, fr_builder_frame(b, &info));
        fr_builder_add(b, stack, column, l->value, (uint64_t)l->value, 0.0);
    }
    fr_profile *profile = fr_builder_finish(b, NULL);
    assert_non_null(profile);
    return profile;
}

#define CHOICE_OF(...)                                                                             \
    choice_of((leaf[]){__VA_ARGS__}, sizeof((leaf[]){__VA_ARGS__}) / sizeof(leaf))

static const char *choice_of(const leaf *leaves, size_t n)
{
    fr_profile *profile = profile_of(leaves, n);

    assert_null(fr_profile_colouring(profile)); /* nothing is chosen yet */
    assert_true(fr_profile_choose_colouring(profile, NULL, NULL));
    const char *choice = fr_profile_colouring(profile);
    fr_profile_free(profile);
    return choice ? choice : "kind";
}

static void one_kind_has_more_than_80_percent(void **state)
{
    (void)state;
    assert_string_equal(CHOICE_OF({"a.F", NULL, NULL, FR_KIND_USER, 50},
                                  {"b.F", NULL, NULL, FR_KIND_USER, 31},
                                  {"sys", NULL, NULL, FR_KIND_KERNEL, 19}),
                        "package");
    assert_string_equal(CHOICE_OF({"a.F", NULL, NULL, FR_KIND_USER, 50},
                                  {"b.F", NULL, NULL, FR_KIND_USER, 30},
                                  {"sys", NULL, NULL, FR_KIND_KERNEL, 20}),
                        "kind");
    /* 70 % native, 30 % managed */
    assert_string_equal(
        CHOICE_OF({"a.F", NULL, NULL, FR_KIND_USER, 70}, {"b.F", NULL, NULL, FR_KIND_JIT, 30}),
        "kind");
    /* inlined functions are of the kind that their names say */
    assert_string_equal(
        CHOICE_OF({"a.F", NULL, NULL, FR_KIND_USER, 50}, {"b.F", NULL, NULL, FR_KIND_INLINED, 50}),
        "package");
}

static void half_has_a_package(void **state)
{
    (void)state;
    assert_string_equal(CHOICE_OF({"a.F", NULL, NULL, FR_KIND_USER, 30},
                                  {"b.F", NULL, NULL, FR_KIND_USER, 20},
                                  {"parse", NULL, NULL, FR_KIND_USER, 50}),
                        "package");
    assert_string_equal(CHOICE_OF({"a.F", NULL, NULL, FR_KIND_USER, 30},
                                  {"b.F", NULL, NULL, FR_KIND_USER, 20},
                                  {"parse", NULL, NULL, FR_KIND_USER, 51}),
                        "kind");
    /* neither modules nor the kernel are packages */
    assert_string_equal(CHOICE_OF({"main", NULL, "/bin/app", FR_KIND_USER, 60},
                                  {"read", NULL, "/lib/libc.so.6", FR_KIND_USER, 40}),
                        "kind");
    assert_string_equal(CHOICE_OF({"sys", NULL, NULL, FR_KIND_KERNEL, 90},
                                  {"a.F", NULL, NULL, FR_KIND_USER, 5},
                                  {"b.F", NULL, NULL, FR_KIND_USER, 5}),
                        "kind");
}

static void two_packages_have_self(void **state)
{
    (void)state;
    assert_string_equal(CHOICE_OF({"a.F", NULL, NULL, FR_KIND_USER, 99}), "kind");
    assert_string_equal(
        CHOICE_OF({"a.F", NULL, NULL, FR_KIND_USER, 99}, {"a.G", NULL, NULL, FR_KIND_USER, 99}),
        "kind");
    assert_string_equal(
        CHOICE_OF({"a.F", NULL, NULL, FR_KIND_USER, 99}, {"b.F", NULL, NULL, FR_KIND_USER, 1}),
        "package");
}

static void each_language_has_packages(void **state)
{
    (void)state;
    assert_string_equal(CHOICE_OF({"java.util.HashMap.get", NULL, NULL, FR_KIND_JIT, 50},
                                  {"org.app.Cart.sum", NULL, NULL, FR_KIND_JIT, 50}),
                        "package");
    assert_string_equal(CHOICE_OF({"load", "/srv/app/load.py", NULL, FR_KIND_INTERPRETED, 50},
                                  {"load", "/srv/app/save.py", NULL, FR_KIND_INTERPRETED, 50}),
                        "package");
    assert_string_equal(CHOICE_OF({"sort", "/srv/w1.js", NULL, FR_KIND_JIT, 50},
                                  {"run", "/srv/node_modules/x/i.js", NULL, FR_KIND_JIT, 50}),
                        "package");
    assert_string_equal(CHOICE_OF({"std::sort<int>(int*)", NULL, NULL, FR_KIND_USER, 50},
                                  {"app::Cart::sum", NULL, NULL, FR_KIND_USER, 50}),
                        "package");
    assert_string_equal(
        CHOICE_OF({"alloc::vec::Vec<T>::push", NULL, NULL, FR_KIND_USER, 50},
                  {"<serde::de::Map as core::Clone>::clone", NULL, NULL, FR_KIND_USER, 50}),
        "package");
}

static void a_file_may_stand_for_its_folder(void **state)
{
    static const char *const files[][2] = {{"/lib/json/__init__.py", "json"},
                                           {"/srv/app/index.js", "app"},
                                           {"/srv/app/w1.js", "w1.js"},
                                           {"__init__.py", "__init__.py"},
                                           {"/index.js", "index.js"}};
    (void)state;

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        fr_profile *profile = profile_of(&(leaf){"f", files[i][0], NULL, FR_KIND_JIT, 1}, 1);
        for (uint32_t f = 1; f < profile->n_frames; f++)
            if (strcmp(fr_frame_name(profile, f).at, "f") == 0)
                assert_true(fr_bytes_equal(fr_frame_package(profile, f), fr_bytes_of(files[i][1])));
        fr_profile_free(profile);
    }
}

/* Arguments tell of other code, and a path of Go may have capitals. */
static void names_tell_packages(void **state)
{
    static const char *const names[][2] = {
        {"github.com/BurntSushi/toml.(*decoder).unify", "github.com/BurntSushi/toml"},
        {"github.com/Masterminds/semver.New", "github.com/Masterminds/semver"},
        {"net/http.HandlerFunc.ServeHTTP", "net/http"},
        {"java/util/HashMap.get", "java/util"},
        {"java.util.Foo$$Lambda/0x0123.run", "java.util"},
        {"compute(std::vector<int>)", ""},
        {"process<std::vector<int> >", ""},
        {"bool std::operator< <int>(int)", "std"},
        {"v8::(anonymous namespace)::run(std::string)", "v8"},
        {"<alloc::vec::Vec<T> as core::clone::Clone>::clone", "alloc"}};
    (void)state;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        fr_profile *profile = profile_of(&(leaf){names[i][0], NULL, NULL, FR_KIND_USER, 1}, 1);
        for (uint32_t f = 1; f < profile->n_frames; f++)
            if (strcmp(fr_frame_name(profile, f).at, names[i][0]) == 0) {
                fr_bytes package = fr_frame_package(profile, f);
                assert_int_equal(package.len, strlen(names[i][1]));
                assert_memory_equal(package.at, names[i][1], package.len);
            }
        fr_profile_free(profile);
    }
}

/* A choice is of the whole: what is left of it has the same. */
static void a_choice_stays(void **state)
{
    leaf leaves[] = {{"a.F", NULL, NULL, FR_KIND_USER, 50},
                     {"b.F", NULL, NULL, FR_KIND_USER, 40},
                     {"parse", NULL, NULL, FR_KIND_USER, 10}};
    fr_profile *profile = profile_of(leaves, 3);
    fr_transform_options focus = FR_TRANSFORM_DEFAULTS;
    (void)state;

    focus.focus = "parse";
    assert_true(fr_profile_choose_colouring(profile, NULL, NULL));
    fr_profile *left = fr_profile_transform(profile, &focus, NULL);
    assert_non_null(left);
    assert_string_equal(fr_profile_colouring(left), "package");
    assert_true(fr_profile_choose_colouring(left, NULL, NULL));
    assert_null(fr_profile_colouring(left));
    fr_profile_free(left);
    fr_profile_free(profile);
}

/* The legend has self: main is on every stack, and has none. */
static void shares_are_self(void **state)
{
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    fixture f = FIXTURE({"main.main;b.F", 25}, {"main.main;a.F", 75});
    (void)state;

    fr_tree_free(f.tree);
    f.tree = fr_tree_build(f.profile, &(fr_tree_options){.color_by = "package"}, NULL);
    opt.color_by = "package";
    const fr_scene *s = lay_out(&f, &opt);
    assert_int_equal(s->n_swatches, 3);
    assert_string_equal(s->swatches[0].title, "a 75.0\xe2\x80\xaf%");
    assert_string_equal(s->swatches[1].title, "b 25.0\xe2\x80\xaf%");
    assert_string_equal(s->swatches[2].title, "main 0\xe2\x80\xaf%");
    fixture_free(&f);
}

/* Of more than FR_DATA_AUTO_STACKS stacks names alone tell packages, so that a picture of them is as any other. */
static void many_stacks_are_told_by_name(void **state)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    fr_names *names = fr_names_new();
    (void)state;

    assert_true(b && names);
    uint32_t column = fr_builder_column(b, "cpu", "samples", 0);
    fr_frame_info load = {.name = "load", .file = "load.py"},
                  sys = {.name = "sys", .kind = FR_KIND_KERNEL};
    uint32_t first = fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &load)),
             second = fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &sys));
    fr_builder_add(b, first, column, 1, 1, 0.0);
    fr_builder_add(b, second, column, 1, 1, 0.0);
    for (uint32_t i = 0; i < FR_DATA_AUTO_STACKS; i++) {
        char name[32];
        snprintf(name, sizeof name, "x.F%u", (unsigned)i);
        fr_frame_info info = {.name = name};
        fr_builder_add(b, fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &info)), column, 1, 1,
                       0.0);
    }
    fr_profile *profile = fr_builder_finish(b, NULL);
    assert_non_null(profile);
    uint32_t *of = fr_packages_of_frames(profile, names, false);
    assert_non_null(of);
    assert_int_equal(fr_names_count(names), 3); /* "", kernel, x */
    for (uint32_t f = 1; f < profile->n_frames; f++) {
        fr_bytes name = fr_frame_name(profile, f), package = fr_names_at(names, of[f]);
        assert_string_equal(package.at, strcmp(name.at, "load") == 0  ? ""
                                        : strcmp(name.at, "sys") == 0 ? "kernel"
                                                                      : "x");
    }
    free(of);
    fr_names_free(names);
    fr_profile_free(profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_kind_has_more_than_80_percent),
        cmocka_unit_test(half_has_a_package),
        cmocka_unit_test(two_packages_have_self),
        cmocka_unit_test(each_language_has_packages),
        cmocka_unit_test(a_file_may_stand_for_its_folder),
        cmocka_unit_test(names_tell_packages),
        cmocka_unit_test(a_choice_stays),
        cmocka_unit_test(shares_are_self),
        cmocka_unit_test(many_stacks_are_told_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
