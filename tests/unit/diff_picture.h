/*
 * diff_picture.h - two sides as folded text, compared and laid out; shared by the tests of the
 * differential's picture.
 */
#ifndef FR_TESTS_DIFF_PICTURE_H
#define FR_TESTS_DIFF_PICTURE_H

#include "diff/diff.h"
#include "render/scene.h"
#include "unit.h"

typedef struct fixture {
    fr_diff *diff;
    fr_theme *theme;
    fr_scene *scene; /* of the last layout */
} fixture;

static inline fixture compare_with(const char *base, const char *new_, const fr_diff_options *opt)
{
    fr_error err = {0};
    const fr_profile *profiles[] = {base ? read_folded(base) : NULL,
                                    new_ ? read_folded(new_) : NULL};
    fr_side sides[] = {{.profiles = &profiles[0], .n = 1, .label = "main"},
                       {.profiles = &profiles[1], .n = 1, .label = "pr"}};
    fixture f = {.diff = fr_diff_build(&sides[0], &sides[1], opt, &err),
                 .theme = fr_theme_new(NULL, &err)};

    if (!f.diff)
        fail_msg("%s", err.text);
    assert_non_null(f.theme);
    for (int i = 0; i < 2; i++)
        fr_profile_free((fr_profile *)(uintptr_t)profiles[i]);
    return f;
}

static inline fixture compare(const char *base, const char *new_)
{
    const fr_diff_options opt = {.fdr = 0.05, .min_change_pp = 0.1, .sampling_only = true};

    return compare_with(base, new_, &opt);
}

static inline const fr_scene *lay_out(fixture *f, const fr_flame_options *opt)
{
    fr_error err = {0};

    fr_scene_free(f->scene);
    f->scene = fr_scene_diff(f->diff, f->theme, opt, &err);
    if (!f->scene)
        fail_msg("%s", err.text);
    return f->scene;
}

static inline void fixture_free(fixture *f)
{
    fr_scene_free(f->scene);
    fr_theme_free(f->theme);
    fr_diff_free(f->diff);
    *f = (fixture){0};
}

/* The index of the first box of a name; fails where it is not drawn. */
static inline size_t index_of(const fr_scene *scene, const char *name)
{
    for (size_t i = 0; i < scene->n_boxes; i++)
        if (strcmp(scene->boxes[i].name, name) == 0)
            return i;
    fail_msg("no box named '%s'", name);
    return 0;
}

static inline const fr_box *drawn(const fr_scene *scene, const char *name)
{
    return &scene->boxes[index_of(scene, name)];
}

/* The first text of a role that holds `part`; "" where none does. */
static inline const char *text_with(const fr_scene *scene, fr_text_role role, const char *part)
{
    for (size_t i = 0; i < scene->n_texts; i++)
        if (scene->texts[i].role == role && strstr(scene->texts[i].text, part))
            return scene->texts[i].text;
    return "";
}

/* What a back-end writes, without a script; the caller frees it. */
static inline char *painted(const fr_scene *scene, const char *format, size_t *len)
{
    fr_write_options opt = FR_WRITE_DEFAULTS;
    fr_output *out = fr_output_memory();
    const char *bytes;
    char *copy;

    opt.scriptless = true;
    assert_non_null(out);
    fr_scene_write(scene, format, &opt, out);
    bytes = fr_output_bytes(out, len);
    assert_non_null(bytes);
    copy = malloc(*len + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, *len + 1);
    fr_output_free(out);
    return copy;
}

#endif
