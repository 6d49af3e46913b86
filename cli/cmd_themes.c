/*
 * cmd_themes.c - flamerender themes: what can colour a picture, and a sample of a theme or a palette.
 *
 *     flamerender themes                     the names
 *     flamerender themes classic > x.svg     a small picture in it
 *     flamerender themes all > x.html        one of each
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

/* Stacks that have a box of every kind. */
static const char sample[] = "app;main;parse;std::sort 14\n"
                             "app;main;parse;std::map::find 9\n"
                             "app;main;serve;java/util/List.get_[i] 8\n"
                             "app;main;serve;Lorg/a/B:::run_[j] 16\n"
                             "app;main;serve;/srv/app.js:12_[j] 7\n"
                             "app;main;vfs_read_[k] 12\n"
                             "app;main;malloc 10\n"
                             "app;main;[unknown] 5\n";

static void print_names(void)
{
    fr_colouring_info info;
    const char *name;

    printf("Themes (--theme):\n");
    for (size_t i = 0; (name = fr_theme_name_at(i)) != NULL; i++)
        printf("  %s\n", name);
    printf("Meanings of colour (--color-by, --colors):\n");
    for (size_t i = 0; fr_colouring_at(i, &info); i++)
        printf("  %-12s %s\n", info.name, info.title);
    printf("'flamerender themes NAME > sample.svg' draws a sample, "
           "'flamerender themes all > samples.html' one of each.\n");
}

static bool is_colouring(const char *name)
{
    fr_colouring_info info;

    for (size_t i = 0; fr_colouring_at(i, &info); i++)
        if (strcmp(info.name, name) == 0)
            return true;
    return false;
}

static fr_profile *read_sample(fr_error *err)
{
    fr_reader *reader = fr_reader_new(NULL, err);

    if (reader && !fr_reader_add_memory(reader, "sample", sample, sizeof sample - 1, err)) {
        fr_reader_free(reader);
        return NULL;
    }
    return reader ? fr_reader_finish(reader, err) : NULL;
}

/* The name is that of a theme, a file, or a palette in the default theme. */
static bool draw_sample(const char *name, fr_output *out, fr_error *err)
{
    fr_write_options how = FR_WRITE_DEFAULTS;
    fr_flame_options flame = FR_FLAME_DEFAULTS;
    fr_tree_options options = FR_TREE_DEFAULTS;
    bool palette = is_colouring(name);
    fr_theme *theme = fr_theme_new(palette ? NULL : name, err);
    fr_profile *profile = theme ? read_sample(err) : NULL;

    options.color_by = palette ? name : NULL;
    flame.title = name;
    flame.color_by = palette ? name : NULL;
    fr_tree *tree = profile ? fr_tree_build(profile, &options, err) : NULL;
    fr_scene *scene = tree ? fr_scene_flame(tree, theme, &flame, err) : NULL;
    how.scriptless = true;
    if (scene)
        fr_scene_write(scene, "svg", &how, out);
    fr_scene_free(scene);
    fr_tree_free(tree);
    fr_profile_free(profile);
    fr_theme_free(theme);
    return scene != NULL;
}

/* A page with a sample of every theme, then of every palette that needs nothing else. */
static bool draw_all(fr_output *out, fr_error *err)
{
    fr_colouring_info info;
    const char *name;

    put_text(out,
             "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Themes and "
             "palettes</title>\n<meta name=\"color-scheme\" content=\"light dark\">\n"
             "<style>svg{display:block;max-width:100%;height:auto;margin:0 auto 16px}</style>\n");
    for (size_t i = 0; (name = fr_theme_name_at(i)) != NULL; i++)
        if (!draw_sample(name, out, err))
            return false;
    for (size_t i = 0; fr_colouring_at(i, &info); i++)
        if (!strchr(info.name, ':') && !draw_sample(info.name, out, err))
            return false;
    put_text(out, "</html>\n");
    return true;
}

static bool draw(const char *name, fr_error *err)
{
    fr_output *out = fr_output_fd(STDOUT_FILENO, "standard output");

    if (!out)
        return fail_with(err, FR_E_LIMIT, "out of memory");
    if (strcmp(name, "all") == 0 ? draw_all(out, err) : draw_sample(name, out, err))
        return fr_output_close(out, err);
    fr_output_free(out);
    return false;
}

static bool run_themes(const struct options *opt, size_t *n_bad, fr_error *err)
{
    (void)n_bad;
    if (opt->n_inputs)
        return draw(opt->inputs[0], err);
    print_names();
    return true;
}

const struct command command_themes = {
    .name = "themes",
    .bit = COMMAND_THEMES,
    .arguments = "[NAME]",
    .summary = "Lists themes and palettes, or draws a sample.",
    .examples = "flamerender themes classic > classic.svg\n",
    .max_inputs = 1,
    .run = run_themes,
};
