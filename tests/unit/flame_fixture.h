/*
 * flame_fixture.h - small profiles as folded lines, laid out; shared by the tests of layouts and
 * back-ends. Names may hold anything but ';' and are split at it.
 */
#ifndef FR_TESTS_FLAME_FIXTURE_H
#define FR_TESTS_FLAME_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/tree/tree.h"
#include "render/scene.h"

typedef struct folded {
    const char *stack;
    int64_t value;
} folded;

typedef struct fixture {
    fr_profile *profile;
    fr_tree *tree;
    fr_theme *theme;
    fr_scene *scene; /* of the last layout */
} fixture;

static inline uint32_t push_named(fr_builder *b, uint32_t parent, const char *at, size_t len)
{
    char *name = strndup(at, len);
    fr_frame_info info = {.name = name};
    uint32_t stack = fr_builder_push(b, parent, fr_builder_frame(b, &info));

    free(name);
    return stack;
}

static inline void add_folded(fr_builder *b, uint32_t column, const folded *line)
{
    uint32_t stack = FR_NO_STACK;
    const char *at = line->stack;

    while (*at) {
        size_t len = strcspn(at, ";");
        stack = push_named(b, stack, at, len);
        at += len + (at[len] == ';');
    }
    fr_builder_add(b, stack, column, line->value, (uint64_t)line->value, 0.0);
}

static inline fixture fixture_of(fr_builder *b, const fr_tree_options *opt)
{
    fr_error err = {0};
    fixture f = {0};

    f.profile = fr_builder_finish(b, &err);
    assert_non_null(f.profile);
    f.tree = fr_tree_build(f.profile, opt, &err);
    assert_non_null(f.tree);
    f.theme = fr_theme_new(NULL, &err);
    assert_non_null(f.theme);
    return f;
}

/* A profile of samples of "cpu-clock", its tree and the default theme. */
static inline fixture fixture_new(const folded *lines, size_t n)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    uint32_t column;

    assert_non_null(b);
    column = fr_builder_column(b, "cpu-clock", "samples", 0);
    for (size_t i = 0; i < n; i++)
        add_folded(b, column, &lines[i]);
    return fixture_of(b, NULL);
}

#define FIXTURE(...)                                                                               \
    fixture_new((const folded[]){__VA_ARGS__},                                                     \
                sizeof((const folded[]){__VA_ARGS__}) / sizeof(folded))

static inline const fr_scene *lay_out(fixture *f, const fr_flame_options *opt)
{
    fr_error err = {0};

    fr_scene_free(f->scene);
    f->scene = fr_scene_flame(f->tree, f->theme, opt, &err);
    if (!f->scene)
        fail_msg("%s", err.text);
    return f->scene;
}

static inline void fixture_free(fixture *f)
{
    fr_scene_free(f->scene);
    fr_theme_free(f->theme);
    fr_tree_free(f->tree);
    fr_profile_free(f->profile);
    *f = (fixture){0};
}

/* The first box of a name; NULL where it is not drawn. */
static inline const fr_box *box_named(const fr_scene *scene, const char *name)
{
    for (size_t i = 0; i < scene->n_boxes; i++)
        if (strcmp(scene->boxes[i].name, name) == 0)
            return &scene->boxes[i];
    return NULL;
}

/* The same for a box that must be there. */
static inline const fr_box *drawn(const fr_scene *scene, const char *name)
{
    const fr_box *box = box_named(scene, name);

    if (box)
        return box;
    fail_msg("no box named '%s'", name);
    return scene->boxes;
}

/* The first text of a role; "" where there is none. */
static inline const char *text_of(const fr_scene *scene, fr_text_role role)
{
    for (size_t i = 0; i < scene->n_texts; i++)
        if (scene->texts[i].role == role)
            return scene->texts[i].text;
    return "";
}

/* What a back-end writes; the caller frees it. */
static inline char *written_with(const fr_scene *scene, const char *format,
                                 const fr_write_options *opt, size_t *len)
{
    fr_output *out = fr_output_memory();
    const char *bytes;
    char *copy;

    assert_non_null(out);
    fr_scene_write(scene, format, opt, out);
    bytes = fr_output_bytes(out, len);
    assert_non_null(bytes);
    copy = strndup(bytes, *len);
    assert_non_null(copy);
    assert_int_equal(strlen(copy), *len);
    fr_output_free(out);
    return copy;
}

/* Without a script. */
static inline char *written(const fr_scene *scene, const char *format, size_t *len)
{
    fr_write_options opt = FR_WRITE_DEFAULTS;
    opt.scriptless = true;
    return written_with(scene, format, &opt, len);
}

/* An output that has failed keeps its failure, whatever is written into it then. */
static inline void check_failed_outputs(const char *format)
{
    fixture f = FIXTURE({"main", 1});
    fr_output *full = fr_output_path("/dev/full", NULL), *failed = fr_output_memory();
    fr_error err = {0};

    assert_true(full && failed);
    lay_out(&f, NULL);
    fr_scene_write(f.scene, format, NULL, full);
    assert_false(fr_output_close(full, &err));
    assert_int_equal(err.code, FR_E_IO);
    fr_scene_write(f.scene, "no such format", NULL, failed);
    fr_scene_write(f.scene, format, NULL, failed);
    err = (fr_error){0};
    assert_false(fr_output_close(failed, &err));
    assert_int_equal(err.code, FR_E_USAGE);
    fixture_free(&f);
}

#endif
