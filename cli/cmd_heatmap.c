/* cmd_heatmap.c - flamerender heatmap: when samples were taken, as a picture or as numbers. */
#include "intake.h"

#define BESIDE_FLAME_PX 250 /* height of the cells above a flame graph in the same window */

void init_timed(struct options *opt)
{
    opt->read.keep_samples = true;
}

/* Numbers are of seconds, whatever room a picture would have. */
static fr_heat_options heat_options(const struct options *opt, const fr_select_options *outline,
                                    const char *reading, bool picture)
{
    fr_heat_options heat = opt->heat;
    heat.column_s = picture || heat.column_s ? heat.column_s : 1;
    heat.title = opt->flame.title;
    heat.reading = reading;
    heat.subtitle = opt->flame.subtitle;
    heat.notes = opt->flame.notes;
    heat.width_px = opt->flame.width_px;
    heat.exclude_idle = opt->transform.idle == FR_IDLE_EXCLUDE;
    for (size_t i = 0; i < opt->earlier.n; i++)
        heat.exclude_idle |= opt->earlier.items[i].idle == FR_IDLE_EXCLUDE;
    heat.scheme = opt->flame.scheme;
    heat.outline = outline->n_ranges ? outline : NULL;
    return heat;
}

/* A page draws the flame graph of the cells that are selected. */
static bool has_flame(const struct options *opt, const struct destination *to)
{
    return to->format.flags & FR_FORMAT_SCRIPTED && to->format.flags & FR_FORMAT_CARRIES_DATA &&
           !(to->format.flags & FR_FORMAT_DATA_OPTIONAL) && !opt->write.scriptless;
}

static bool add_flame(const struct options *opt, fr_scene *heatmap, const fr_profile *profile,
                      const fr_theme *theme, const fr_heat_options *heat, fr_error *err)
{
    fr_flame_options options = opt->flame;
    options.title = opt->flame.title ? "" : NULL; /* else the page says what a selection has */
    options.subtitle = options.notes = "";
    options.icicle = true; /* its root stands below the cells */
    fr_tree_options stacks = opt->tree;
    stacks.color_by = options.color_by = fr_profile_colouring(profile);
    fr_tree *tree = fr_tree_build(profile, &stacks, err);
    fr_scene *flame = tree ? fr_scene_flame(tree, theme, &options, err) : NULL;
    bool coloured = flame && fr_scene_add_colours(flame, profile, theme, err);
    if (!coloured)
        fr_scene_free(flame);
    bool ok = coloured && fr_scene_add_flame(heatmap, flame, profile, heat, err);
    fr_tree_free(tree);
    return ok;
}

static bool draw(const struct options *opt, const fr_profile *profile, const fr_theme *theme,
                 const struct destination *to, fr_error *err)
{
    fr_select_options outline = FR_SELECT_DEFAULTS;
    outline.ranges = opt->outlines.items;
    outline.n_ranges = opt->outlines.n;
    bool picture = to->format.flags & FR_FORMAT_PICTURE;
    char reading[4096];
    options_reading(opt, picture && has_flame(opt, to), reading, sizeof reading);
    fr_heat_options heat = heat_options(opt, &outline, reading, picture);
    if (picture && has_flame(opt, to))
        heat.plot_px = BESIDE_FLAME_PX;
    fr_grid *grid = fr_grid_build(profile, &heat, err);
    fr_scene *scene = grid && picture ? fr_scene_heatmap(grid, theme, &heat, err) : NULL;
    bool ok = grid && (scene || !picture);
    if (ok && picture && has_flame(opt, to))
        ok = add_flame(opt, scene, profile, theme, &heat, err);
    fr_output *out = ok && !picture ? destination_open(to, err) : NULL;
    if (out)
        fr_grid_write(grid, to->format.name, out);
    ok = ok &&
         (picture ? picture_write_scene(opt, scene, to, err) : out && fr_output_close(out, err));
    fr_scene_free(scene);
    fr_grid_free(grid);
    return ok;
}

/* Cells that count samples, or how long they last, know no factor: the picture would say one that it does not have. */
static void omit_factors(struct options *opt)
{
    bool any = opt->transform.multiply_by || opt->transform.divide_by;
    for (size_t i = 0; i < opt->earlier.n; i++) {
        fr_transform_options *earlier = &opt->earlier.items[i];
        any |= earlier->multiply_by || earlier->divide_by;
        earlier->multiply_by = earlier->divide_by = NULL;
    }
    opt->transform.multiply_by = opt->transform.divide_by = NULL;
    if (any)
        note_with(opt, "'--factor' and '--divide-by' have no effect: cells count samples, or how "
                       "long they last");
}

/* All that can be refused is refused before the first byte is read. */
static bool run_heatmap(const struct options *opt, size_t *n_bad, fr_error *err)
{
    struct destination to;
    if (!destination_find(&to, &product_heatmap, opt, err) || !intake_check(opt, err))
        return false;
    fr_theme *theme = theme_choose(opt, err);
    struct options own = *opt;
    terminal_adapt(&own, &to);
    if (own.heat.value != FR_HEAT_WEIGHT)
        omit_factors(&own);
    fr_profile *profile = theme ? intake_profile(&own, &to, n_bad, err) : NULL;
    bool ok = profile && draw(&own, profile, theme, &to, err);
    fr_profile_free(profile);
    fr_theme_free(theme);
    return ok;
}

const struct command command_heatmap = {
    .name = "heatmap",
    .bit = COMMAND_HEATMAP,
    .arguments = "[FILE]...",
    .summary = "Draws when samples were taken, as FlameScope does.",
    .examples = "perf script | flamerender heatmap > scope.svg\n"
                "flamerender heatmap perf.txt --idle=exclude -o busy.svg\n"
                "flamerender heatmap perf.txt --outline 3.18-3.4 -o stall.svg\n",
    .max_inputs = SIZE_MAX,
    .run = run_heatmap,
    .init = init_timed,
};
