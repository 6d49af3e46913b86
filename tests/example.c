/*
 * example.c - the examples of flamerender.h and flamerender_trend.h as a program, so that they compile and run.
 *
 * Writes perf.txt and flame.svg into the working directory. tests/symbols.sh checks that every
 * line of the header's examples stands here.
 */
#include "flamerender.h"
#include "flamerender_trend.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char input[] = "app 7 1.000000: 250000 cycles:\n"
                            "\t4011d6 work+0x16 (/usr/bin/app)\n"
                            "\t401250 main+0x20 (/usr/bin/app)\n"
                            "\n";

static int tell(const fr_error *err)
{
    fprintf(stderr, "%s: %s\n", err->source, err->text);
    return err->code == FR_OK ? FR_E_IO : (int)err->code;
}

static bool write_input(void)
{
    FILE *file = fopen("perf.txt", "w");
    return file && fputs(input, file) >= 0 && fclose(file) == 0;
}

/* The first example of the header. */
static int draw_at_once(void)
{
    fr_error err = {0};
    bool drawn = fr_draw_path("perf.txt", "flame.svg", &err);
    return drawn ? 0 : tell(&err);
}

/* The main job of the header's head. */
static int draw(void)
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(NULL, &err);
    bool good = fr_reader_add_path(reader, "perf.txt", &err);
    fr_profile *profile = fr_reader_finish(reader, &err);
    fr_tree *tree = fr_tree_build(profile, NULL, &err);
    fr_theme *theme = fr_theme_new(NULL, &err);
    fr_scene *scene = fr_scene_flame(tree, theme, NULL, &err);
    fr_output *out = fr_output_path("flame.svg", &err);
    fr_scene_write(scene, "svg", NULL, out);
    good = fr_output_close(out, &err) && good;
    fr_scene_free(scene);
    fr_theme_free(theme);
    fr_tree_free(tree);
    fr_profile_free(profile);
    return good ? 0 : tell(&err);
}

/* Reading with options; what is wrong with `path` is told. */
static fr_profile *read_profile(const char *path)
{
    fr_error err = {0};
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.perf.event = "cycles";
    fr_reader *reader = fr_reader_new(&opt, &err);
    if (!reader)
        return NULL;
    if (!fr_reader_add_path(reader, path, &err))
        fprintf(stderr, "%s: %s\n", err.source, err.text);
    fr_profile *profile = fr_reader_finish(reader, &err);
    return profile;
}

static void print_tree(const fr_tree *tree)
{
    fr_tree_columns t = fr_tree_view(tree);
    for (uint32_t i = 0; i < t.n; i++)
        printf("%*s%s %" PRId64 "\n", (int)t.depth[i], "", fr_tree_name(tree, i), t.total[0][i]);
}

/* The length of the SVG of a scene, written to memory. */
static size_t measure(const fr_scene *scene)
{
    fr_output *out = fr_output_memory();
    if (!out)
        return 0;
    fr_scene_write(scene, "svg", NULL, out);
    size_t len;
    const char *svg = fr_output_bytes(out, &len);
    bool whole = svg && len > 7 && memcmp(svg + len - 7, "</svg>\n", 7) == 0;
    fr_output_free(out);
    return whole ? len : 0;
}

/* A profile against itself has changed nothing. */
static int compare(const fr_profile *before, const fr_profile *after)
{
    fr_error err = {0};
    fr_side base = {.profiles = &before, .n = 1, .label = "main"};
    fr_side new_ = {.profiles = &after, .n = 1, .label = "pr"};
    fr_diff *diff = fr_diff_build(&base, &new_, NULL, &err);
    fr_profile_info info = {0};
    if (diff)
        fr_profile_describe(fr_diff_profile(diff), &info);
    fr_diff_free(diff);
    return info.n_columns == 2 ? 0 : tell(&err);
}

/* Three points of one profile are no trend. */
static int follow(const fr_profile *profile)
{
    fr_error err = {0};
    const fr_profile *profiles[] = {profile, profile, profile};
    const char *paths[] = {"1", "2", "3"};
    size_t n = 3;
    bool added = true;
    fr_trend *trend = fr_trend_new(NULL, &err);
    for (size_t i = 0; i < n && trend; i++)
        added =
            added && fr_trend_add(trend, profiles[i], &(fr_trend_run_info){.name = paths[i]}, &err);
    bool judged = trend && added && fr_trend_judge(trend, &err);
    if (!judged)
        return tell(&err);
    fr_report *report = fr_report_trend(trend, NULL, &err);
    bool passed = report && fr_report_passed(report);
    fr_report_free(report);
    fr_trend_free(trend);
    return passed ? 0 : tell(&err);
}

static int print_and_measure(void)
{
    fr_error err = {0};
    fr_profile *profile = read_profile("perf.txt");
    fr_tree *tree = profile ? fr_tree_build(profile, NULL, &err) : NULL;
    fr_theme *theme = fr_theme_new(NULL, &err);
    fr_scene *scene = tree && theme ? fr_scene_flame(tree, theme, NULL, &err) : NULL;
    if (tree)
        print_tree(tree);
    size_t len = scene ? measure(scene) : 0;
    fr_scene_free(scene);
    fr_theme_free(theme);
    int compared = profile ? compare(profile, profile) : 1;
    compared = compared ? compared : follow(profile);
    fr_tree_free(tree);
    fr_profile_free(profile);
    return len ? compared : tell(&err);
}

/* "main" with 12 samples. */
static int build_by_hand(void)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    if (!b)
        return tell(&err);
    uint32_t cpu = fr_builder_column(b, "cpu", "samples", 0);
    uint32_t frame = fr_builder_frame(b, &(fr_frame_info){.name = "main"});
    uint32_t stack = fr_builder_push(b, FR_NO_STACK, frame);
    fr_builder_add(b, stack, cpu, 12, 12, 12.0);
    fr_profile *p = fr_builder_finish(b, &err);
    fr_column_info column = {0};
    bool found = p && fr_profile_column(p, 0, &column);
    fr_profile_free(p);
    return found && column.total == 12 && column.n_samples == 12 ? 0 : tell(&err);
}

int main(void)
{
    if (!write_input())
        return FR_E_IO;
    int status = draw();
    if (!status)
        status = draw_at_once();
    if (!status)
        status = print_and_measure();
    return status ? status : build_by_hand();
}
