/* tree_scene.c - the scene of a tree before it has boxes: its options checked, its sizes, fonts and colours. */
#include "model/measured.h"
#include "render/layout/diff_paint.h"
#include "render/layout/tree_boxes.h"

#define MAX_WIDTH_PX 100000
#define MAX_ROW_PX   1000
#define MIN_FONT_PX  4
#define MAX_FONT_PX  100

bool fr_tree_scene_check(const fr_flame_options *opt, fr_error *err)
{
    if (!fr_furnish_check_width(opt->width_px, MAX_WIDTH_PX, err))
        return false;
    if (opt->row_height_px < 1 || opt->row_height_px > MAX_ROW_PX)
        return fr_fail(err, FR_E_USAGE, 0, 0, "the height of a row is %u px, expected 1 to %d",
                       (unsigned)opt->row_height_px, MAX_ROW_PX);
    if (opt->max_depth < 1 || opt->max_depth > FR_MAX_ROWS)
        return fr_fail(err, FR_E_USAGE, 0, 0, "%u rows asked for, expected 1 to %u",
                       (unsigned)opt->max_depth, (unsigned)FR_MAX_ROWS);
    if (!(opt->font_px >= MIN_FONT_PX && opt->font_px <= MAX_FONT_PX))
        return fr_fail(err, FR_E_USAGE, 0, 0, "labels of %.1f px asked for, expected %d to %d",
                       opt->font_px, MIN_FONT_PX, MAX_FONT_PX);
    return true;
}

void fr_tree_scene_describe(fr_scene *s, const fr_tree *tree, const fr_theme *theme,
                            const fr_flame_options *opt)
{
    fr_theme_tokens tokens = fr_theme_tokens_of(theme);

    s->own_title = tree->callers ? "outermost" : "self";
    fr_scene_take_tokens(s, &tokens, opt->scheme);
    s->stroke = tokens.stroke;
    s->label_size = (int32_t)(opt->font_px * FR_PX + 0.5);
    s->nametype = fr_scene_clean(s, opt->nametype, "");
    if (fr_theme_attributes_of(theme))
        s->failed |= !fr_name_attributes_read(&s->attributes,
                                              fr_bytes_of(fr_theme_attributes_of(theme)), NULL);
    s->width = (int32_t)opt->width_px * FR_PX;
    s->radius = 15;
    s->unit =
        fr_scene_clean(s, opt->countname,
                       fr_measured_unit(tree->column_name[tree->column], tree->unit[tree->column]));
    s->decimals = tree->decimals[tree->column];
    s->view.of = fr_flame_of(s);
    for (uint32_t i = 0; i < FR_RAMP_COLOURS; i++)
        s->view.changes[i] = fr_fill_of_theme(fr_diff_ramp_fill(theme, i));
    /* A viewer needs these to do the same again. */
    s->view.zooms = true;
    s->view.icicle = opt->icicle;
    s->view.chart = tree->start != NULL;
    s->view.of_threads = tree->meta.stacks & FR_STACKS_OF_THREADS;
    s->view.in_time = tree->in_time;
    s->view.sort = tree->sort;
    s->view.names = opt->names;
    s->view.truncate = opt->truncate;
    s->view.column = tree->column;
    s->view.row_height_px = opt->row_height_px;
    s->view.max_depth = opt->max_depth;
    s->view.minwidth_millionths = opt->minwidth_millionths;
    s->view.minwidth_percent = opt->minwidth_percent;
}

void fr_tree_scene_add_fills(fr_scene *s, const fr_theme *theme)
{
    fr_theme_fill rest = fr_rest_fill(theme);

    s->view.rest_fill = fr_scene_fill(s, fr_fill_of_theme(rest));
    s->view.has_match =
        fr_theme_tokens_of(theme).match != 0 || (s->view.colouring && s->view.colouring->by_search);
    if (s->view.has_match)
        s->view.match = fr_fill_of_theme(fr_search_fill(theme));
}
