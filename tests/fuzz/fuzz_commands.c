/*
 * fuzz_commands.c - bytes of any kind through what the subcommands make of a profile with its samples: tables, the
 * judgement of its stacks, the heatmap with its page, and the differential with itself, which shows no change. The last
 * byte and the size choose the options, so that corpus files stay readable.
 */
#include "fuzz.h"

#include "flamerender_analysis.h"

#include <string.h>

static void write_report(fr_report *report, const char *format)
{
    fr_output *out = fr_output_memory();
    const char *text;
    size_t len;

    PROMISE(out);
    fr_report_write(report, format, out);
    text = fr_output_bytes(out, &len);
    PROMISE(text);
    if (strcmp(format, "csv") != 0) /* its lines end in \r\n */
        fuzz_check_text(text, len);
    fr_output_free(out);
}

/* Takes the report, and every kind of text is written of it. */
static void finish_report(fr_report *report, const fr_error *err)
{
    static const char *const formats[] = {"text", "markdown", "csv", "json"};

    if (!report)
        fuzz_check_error(err);
    for (size_t i = 0; report && i < 4; i++)
        write_report(report, formats[i]);
    fr_report_free(report);
}

static void list(const fr_profile *profile, unsigned pick)
{
    static const char *const rows[] = {NULL, "module", "file", "label:*"};
    fr_top_options top = FR_TOP_DEFAULTS;
    fr_error err = {0};

    top.by = rows[pick % 4];
    top.order = (fr_top_order)(pick / 4 % 2);
    top.running = pick & 16 && pick % 4 < 3;
    finish_report(fr_report_top(profile, &top, &err), &err);
}

static void judge(const fr_profile *profile)
{
    fr_check_options opt = FR_CHECK_DEFAULTS;
    fr_error err = {0};
    fr_report *report = fr_report_check(profile, &opt, &err);

    if (report && !fr_report_add_perturbations(report, profile, &err)) {
        fr_report_free(report);
        report = NULL;
    }
    finish_report(report, &err);
}

static void write_pictures(const fr_scene *scene)
{
    fr_format_info format;

    for (size_t i = 0; scene && fr_picture_format_at(i, &format); i++)
        if (!(format.flags & FR_FORMAT_BINARY))
            fuzz_write_scene(scene, format.name);
}

static void draw_times(const fr_profile *profile, unsigned pick)
{
    fr_heat_options opt = FR_HEAT_DEFAULTS;
    fr_error err = {0};
    fr_theme *theme = fr_theme_new(NULL, &err);
    fr_grid *grid;
    fr_scene *scene;

    opt.rows = 1 + pick % 60;
    opt.value = (fr_heat_value)(pick % 3);
    opt.exclude_idle = pick & 16;
    PROMISE(theme);
    grid = fr_grid_build(profile, &opt, &err);
    scene = grid ? fr_scene_heatmap(grid, theme, &opt, &err) : NULL;
    if (!scene)
        fuzz_check_error(&err);
    write_pictures(scene);
    fr_scene_free(scene);
    fr_grid_free(grid);
    fr_theme_free(theme);
}

static void compare_with_itself(const fr_profile *profile, unsigned pick)
{
    fr_side sides[2] = {{.profiles = &profile, .n = 1, .label = "base"},
                        {.profiles = &profile, .n = 1, .label = "new"}};
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    fr_diff_report_options rows = FR_DIFF_REPORT_DEFAULTS;
    fr_flame_options flame = FR_FLAME_DEFAULTS;
    fr_error err = {0};
    fr_theme *theme = fr_theme_new(NULL, &err);
    fr_diff *diff;
    fr_scene *scene;

    opt.exact_names = pick & 1;
    opt.sampling_only = pick & 2;
    rows.for_programs = pick & 4;
    PROMISE(theme);
    diff = fr_diff_build(&sides[0], &sides[1], &opt, &err);
    if (!diff) {
        fuzz_check_error(&err);
    } else {
        finish_report(fr_report_diff(diff, &rows, &err), &err);
        scene = fr_scene_diff(diff, theme, &flame, &err);
        if (!scene)
            fuzz_check_error(&err);
        write_pictures(scene);
        fr_scene_free(scene);
        fr_diff_free(diff);
    }
    fr_theme_free(theme);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned pick = size ? (data[size - 1] ^ (unsigned)size) & 0xff : 0;
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_profile *profile;

    opt.limits = fuzz_limits();
    opt.keep_samples = true;
    profile = fuzz_read(&opt, data, size);
    if (!profile)
        return 0;
    list(profile, pick);
    judge(profile);
    if (pick & 32)
        draw_times(profile, pick);
    else
        compare_with_itself(profile, pick);
    fr_profile_free(profile);
    return 0;
}
