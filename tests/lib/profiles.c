/*
 * profiles.c - bytes to objects and back, for tests of random profiles; every failure is a
 * failed test.
 */
#include "profiles.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

fr_read_options one_column(void)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.input_format = "folded"; /* a random profile may look like something else */
    opt.folded.columns = 1;
    return opt;
}

fr_profile *finish(fr_reader *reader)
{
    fr_error err = {0};
    fr_profile *profile = fr_reader_finish(reader, &err);
    if (!profile)
        print_error("finish: %s\n", err.text);
    assert_non_null(profile);
    return profile;
}

fr_reader *reader_of(const fr_read_options *opt)
{
    fr_reader *reader = fr_reader_new(opt, NULL);
    assert_non_null(reader);
    return reader;
}

void add(fr_reader *reader, const void *bytes, size_t len)
{
    fr_error err = {0};
    bool added = fr_reader_add_memory(reader, "random", bytes, len, &err);
    if (!added)
        print_error("line %u: %s\n", (unsigned)err.line, err.text);
    assert_true(added);
}

fr_profile *read_bytes(const void *bytes, size_t len)
{
    fr_read_options opt = one_column();
    fr_reader *reader = reader_of(&opt);
    add(reader, bytes, len);
    return finish(reader);
}

static text taken(fr_output *out)
{
    text copy = {0};
    const char *bytes = fr_output_bytes(out, &copy.len);
    assert_non_null(bytes);
    copy.at = malloc(copy.len + 1);
    assert_non_null(copy.at);
    memcpy(copy.at, bytes, copy.len + 1);
    fr_output_free(out);
    return copy;
}

text folded_of(const fr_profile *profile)
{
    fr_output *out = fr_output_memory();
    assert_non_null(out);
    fr_profile_write(profile, "folded", out);
    return taken(out);
}

fr_tree *tree_of(const fr_profile *profile, fr_sort sort, bool callers)
{
    fr_tree_options opt = FR_TREE_DEFAULTS;
    opt.sort = sort;
    opt.callers = callers;
    fr_tree *tree = fr_tree_build(profile, &opt, NULL);
    assert_non_null(tree);
    return tree;
}

fr_scene *scene_of(const fr_tree *tree, const fr_flame_options *opt)
{
    fr_error err = {0};
    fr_theme *theme = fr_theme_new(NULL, &err);
    assert_non_null(theme);
    fr_scene *scene = fr_scene_flame(tree, theme, opt, &err);
    if (!scene)
        print_error("scene: %s\n", err.text);
    assert_non_null(scene);
    fr_theme_free(theme);
    return scene;
}

text svg_of(const fr_profile *profile)
{
    fr_tree *tree = tree_of(profile, FR_SORT_NAME, false);
    fr_scene *scene = scene_of(tree, NULL);
    fr_output *out = fr_output_memory();
    assert_non_null(out);
    fr_scene_write(scene, "svg", NULL, out);
    fr_scene_free(scene);
    fr_tree_free(tree);
    return taken(out);
}

void assert_same(text a, text b)
{
    if (a.len != b.len || memcmp(a.at, b.at, a.len) != 0) {
        size_t at = 0;
        while (at < a.len && at < b.len && a.at[at] == b.at[at])
            at++;
        size_t from = at > 40 ? at - 40 : 0;
        print_error("differ at byte %zu:\n%.120s\n-- and --\n%.120s\n", at, a.at + from,
                    b.at + from);
    }
    assert_true(a.len == b.len && memcmp(a.at, b.at, a.len) == 0);
    free(a.at);
    free(b.at);
}

/* The folded form of `a`, which is freed, is that of `b`, which is freed. */
void assert_same_profiles(fr_profile *a, fr_profile *b)
{
    assert_same(folded_of(a), folded_of(b));
    fr_profile_free(a);
    fr_profile_free(b);
}
