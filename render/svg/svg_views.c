/* svg_views.c - which boxes get a link, and what each shows. */
#include "render/svg/svg_views.h"

#include <stdlib.h>

#define LEAST_ROWS 4
#define EDGE       (2 * FR_PX) /* under the caller */

static int32_t width_of(const fr_box *box)
{
    return box->x1 - box->x0;
}

/* The widest first; of equal ones the one that comes first in the scene. */
static int compare_widths(const void *a, const void *b)
{
    const fr_box *x = *(const fr_box *const *)a, *y = *(const fr_box *const *)b;

    if (width_of(x) != width_of(y))
        return width_of(x) > width_of(y) ? -1 : 1;
    return (x > y) - (x < y);
}

bool fr_svg_views_find(fr_svg_views *views, const fr_scene *scene, uint32_t n)
{
    size_t found = 1;

    if (n == 0 || scene->n_boxes == 0)
        return true;
    views->boxes = malloc((scene->n_boxes + 1) * sizeof *views->boxes);
    if (!views->boxes)
        return false;
    views->boxes[0] = scene->boxes;
    for (size_t i = 1; i < scene->n_boxes; i++)
        if (width_of(&scene->boxes[i]) < width_of(scene->boxes) && !scene->boxes[i].rest)
            views->boxes[found++] = &scene->boxes[i];
    qsort(views->boxes + 1, found - 1, sizeof *views->boxes, compare_widths);
    views->n = found - 1 < n ? found : (size_t)n + 1;
    return true;
}

void fr_svg_views_reset(fr_svg_views *views)
{
    free(views->boxes);
    *views = (fr_svg_views){0};
}

/* Its number, or n. What is as wide as the root leads to the whole picture, as the root does. */
static size_t find_view(const fr_svg_views *views, const fr_box *box)
{
    size_t i = 0;

    if (views->n && width_of(box) >= width_of(views->boxes[0]))
        return 0;
    while (i < views->n && views->boxes[i] != box)
        i++;
    return i;
}

static bool begin_address(const fr_scene *scene, const fr_box *box, fr_output *out)
{
    const fr_name_attribute *own = fr_box_attribute(scene, box);

    if (!own || !own->href)
        return false;
    fr_put_text(out, "<a href=\"");
    fr_put_xml(out, fr_bytes_of(own->href));
    fr_put_format(out, "\" target=\"%s\">", own->target ? own->target : "_top");
    return true;
}

bool fr_svg_begin_link(const fr_svg_views *views, const fr_scene *scene, const fr_box *box,
                       fr_output *out)
{
    size_t i = find_view(views, box);

    if (begin_address(scene, box, out))
        return true;
    if (i < views->n)
        fr_put_format(out, "<a href=\"#v%zu\">", i);
    return i < views->n;
}

/* As wide as the box with a little air, in the picture's shape, and LEAST_ROWS high; the box stands at the
 * edge on which its children do not grow, and below it, whole, its caller, whose link leads out. */
static void put_view(const fr_scene *scene, const fr_box *box, size_t number, fr_output *out)
{
    int32_t pitch = (int32_t)scene->view.row_height_px * FR_PX, caller = pitch + EDGE;
    int32_t w = width_of(box) + 2 * (width_of(box) / 50 + 1);
    int32_t h = (int32_t)((int64_t)w * scene->height / scene->width);
    int32_t y;

    if (h < LEAST_ROWS * pitch) {
        h = LEAST_ROWS * pitch;
        w = (int32_t)((int64_t)h * scene->width / scene->height);
    }
    y = scene->view.icicle ? box->y - caller : box->y + box->h + caller - h;
    const int32_t rectangle[] = {(box->x0 + box->x1 - w) / 2, y, w, h};

    fr_put_format(out, "<view id=\"v%zu\" viewBox=\"", number);
    for (size_t i = 0; i < 4; i++) {
        fr_put_text(out, i ? " " : "");
        fr_put_scaled(out, rectangle[i], 1);
    }
    fr_put_text(out, "\"/>\n");
}

void fr_svg_put_views(const fr_svg_views *views, const fr_scene *scene, fr_output *out)
{
    if (views->n == 0)
        return;
    fr_put_text(out, "<view id=\"v0\" viewBox=\"0 0 ");
    fr_put_scaled(out, scene->width, 1);
    fr_put_char(out, ' ');
    fr_put_scaled(out, scene->height, 1);
    fr_put_text(out, "\"/>\n");
    for (size_t i = 1; i < views->n; i++)
        put_view(scene, views->boxes[i], i, out);
}
