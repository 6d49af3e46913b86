/*
 * fuzz_end_to_end.c - bytes of any kind through detection, transforms, tree and scene into every
 * text output. The last byte and the size choose the options, so that corpus files stay readable.
 */
#include "fuzz.h"

#include <string.h>

static const char *const patterns[] = {NULL, "a", "^main$", "", "(a+)+$", "[k]", "foo|bar"};
#define N_PATTERNS (sizeof patterns / sizeof *patterns)

static fr_profile *transform(fr_profile *profile, unsigned pick)
{
    fr_transform_options opt = FR_TRANSFORM_DEFAULTS;
    opt.focus = patterns[pick % N_PATTERNS];
    opt.hide = patterns[pick / 3 % N_PATTERNS];
    opt.show_from = patterns[pick / 5 % N_PATTERNS];
    opt.recursion = (fr_recursion)(pick % 3);
    opt.relative_percentages = pick & 1;
    fr_error err = {0};
    fr_profile *changed = fr_profile_transform(profile, &opt, &err);
    PROMISE((changed != NULL) == (err.code == FR_OK));
    if (!changed)
        fuzz_check_error(&err);
    fr_profile_free(profile);
    return changed;
}

static fr_scene *lay_out(const fr_tree *tree, unsigned pick)
{
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    opt.icicle = pick & 1;
    opt.width_px = 200 + pick * 5;
    opt.truncate = (fr_truncate)(pick % 3);
    opt.minwidth_percent = pick & 2;
    opt.max_depth = pick & 4 ? 2000 : 5;
    fr_error err = {0};
    fr_theme *theme = fr_theme_new(NULL, &err);
    PROMISE(theme);
    fr_scene *scene = fr_scene_flame(tree, theme, &opt, &err);
    fr_theme_free(theme);
    if (!scene)
        fuzz_check_error(&err);
    return scene;
}

static void draw(const fr_profile *profile, unsigned pick)
{
    fr_tree_options opt = FR_TREE_DEFAULTS;
    opt.sort = (fr_sort)(pick % 3);
    opt.callers = pick & 8;
    fr_error err = {0};
    fr_tree *tree = fr_tree_build(profile, &opt, &err);
    if (!tree) {
        fuzz_check_error(&err);
        return;
    }
    fuzz_check_sums(profile, tree);
    fr_scene *scene = lay_out(tree, pick);
    fr_format_info format;
    for (size_t i = 0; scene && fr_picture_format_at(i, &format); i++)
        if (!(format.flags & FR_FORMAT_BINARY)) /* slow, and pango is not ours to fuzz */
            fuzz_write_scene(scene, format.name);
    fr_scene_free(scene);
    fr_tree_free(tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned pick = size ? (data[size - 1] ^ (unsigned)size) & 0xff : 0;
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.limits = fuzz_limits();
    opt.perf.root = (fr_root)(pick % 4);
    opt.perf.addresses = pick & 16;
    fr_profile *profile = fuzz_read(&opt, data, size);
    if (profile && pick & 32)
        profile = transform(profile, pick);
    if (!profile)
        return 0;
    draw(profile, pick);
    fr_format_info format;
    for (size_t i = 0; fr_profile_format_at(i, &format); i++) {
        size_t len;
        free(fuzz_write_profile(profile, format.name, &len));
    }
    fr_profile_free(profile);
    return 0;
}
