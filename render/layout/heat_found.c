/* heat_found.c - what stands out in time, as sentences in the foot of a heatmap and as selections of its page. */
#include "render/layout/heat_plot.h"

#include <stdio.h>
#include <string.h>

#include "base/output.h"

#define SEPARATOR " \xc2\xb7 "

_Static_assert(FR_SCENE_MOST_FOUND == FR_MAX_PERTURBATIONS, "all that is found has room");

static const char *words_of(fr_scene *scene, const fr_grid *grid, size_t i)
{
    const fr_perturbation *p = &grid->found.at[i];
    fr_output *out = fr_output_memory();

    if (out) {
        fr_put_format(out, "%zu  ", i + 1);
        fr_perturbation_put(p, grid->meta.origin_ns, out);
    }
    return fr_scene_keep_output(scene, out);
}

/* A page selects ranges, and bands of its columns. */
static const char *address_of(fr_scene *scene, const fr_grid *grid, const fr_perturbation *p)
{
    char text[sizeof p->select + 24];
    const char *times = strchr(p->select, ' ');

    if (!times || (p->period_ns && p->period_ns != fr_grid_column_ns(grid)))
        return "";
    snprintf(text, sizeof text, "#range=%s", times + 1);
    if (p->period_ns == 1000000000)
        strcat(text, "/1");
    return fr_scene_keep(scene, fr_bytes_of(text));
}

void fr_heat_find(fr_scene *scene, const fr_grid *grid)
{
    scene->heat.n_found = (uint32_t)grid->found.n;
    for (size_t i = 0; i < grid->found.n; i++)
        scene->heat.found[i] = (fr_scene_found){
            words_of(scene, grid, i), fr_scene_keep(scene, fr_bytes_of(grid->found.at[i].select)),
            address_of(scene, grid, &grid->found.at[i])};
}

const char *fr_heat_notes(fr_scene *scene)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, scene->heat.note);
    for (size_t i = 0; i < scene->heat.n_found; i++) {
        fr_put_text(out, i || *scene->heat.note ? SEPARATOR : "");
        fr_put_format(out, "%s: %s", scene->heat.found[i].words, scene->heat.found[i].options);
    }
    return fr_scene_keep_output(scene, out);
}
