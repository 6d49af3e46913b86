/* svg_live.c - the elements with view and data, and the script. */
#include "render/svg/svg_live.h"

#include <stdlib.h>

#include "base/base64.h"
#include "render/assets.h"
#include "render/pack/pack_boxes.h"
#include "render/pack/pack_changes.h"
#include "render/pack/pack_functions.h"
#include "render/svg/svg_attributes.h"
#include "render/svg/svg_view.h"

#define AUTO_BYTES ((size_t)512 << 10) /* of packed data, under --data=auto */

bool fr_svg_is_live(const fr_scene *scene, const fr_write_options *opt)
{
    return scene->view.zooms && scene->n_boxes > 0 && !opt->scriptless;
}

/* Whether the profile goes into the picture. */
static bool carries_profile(const fr_scene *scene, const fr_write_options *opt)
{
    return scene->payload && opt->data != FR_DATA_NONE &&
           (opt->data == FR_DATA_FULL || scene->payload_len <= AUTO_BYTES);
}

/* Where a part stands: <metadata data-flamerender="view"> in a picture, <script id="flamerender-view"> in a page. The
 * view's JSON has no < and no &, fr_put_json() sees to that. */
typedef struct place {
    const char *begin, *mid, *end;
    uint32_t number; /* of a step, "view-5"; 0: the only one */
} place;

static const place in_picture = {"<metadata data-flamerender=\"", "\">", "</metadata>\n", 0};
static const place in_page = {"<script type=\"application/octet-stream\" id=\"flamerender-", "\">",
                              "</script>\n", 0};

static void begin_part(fr_output *out, const place *in, const char *what)
{
    fr_put_text(out, in->begin);
    fr_put_text(out, what);
    if (in->number)
        fr_put_format(out, "-%u", (unsigned)in->number);
    fr_put_text(out, in->mid);
}

static void put_data(fr_output *out, const place *in, const char *what, fr_bytes data)
{
    begin_part(out, in, what);
    fr_put_base64(out, data);
    fr_put_text(out, in->end);
}

/* `data` is freed. */
static void put_packed(fr_output *out, const place *in, const char *what, fr_bytes data)
{
    if (data.at)
        put_data(out, in, what, data);
    else
        fr_output_fail(out, FR_E_LIMIT, "memory ran out");
    free((char *)(uintptr_t)data.at);
}

/* All but the profile. Of a differential all nodes where the profile is carried too, else what is drawn. */
static void put_parts(const fr_scene *scene, const fr_write_options *opt, const place *in,
                      bool profile, fr_output *out)
{
    begin_part(out, in, "view");
    fr_svg_put_view(scene, opt, in != &in_picture, profile, out);
    fr_put_text(out, in->end);
    if (scene->sides)
        put_packed(out, in, "changes", fr_pack_changes(scene, profile && scene->sides->nodes));
    else if (!profile || !fr_svg_grows_from_profile(scene))
        put_packed(out, in, "boxes", fr_pack_boxes(scene));
}

static fr_bytes text_of(const fr_asset *script)
{
    return (fr_bytes){(const char *)script->at, script->len};
}

fr_bytes fr_page_live_script(void)
{
    return text_of(&fr_page_script);
}

void fr_svg_put_data(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    bool profile = carries_profile(scene, opt);

    put_parts(scene, opt, &in_picture, profile, out);
    if (profile)
        put_data(out, &in_picture, "data", (fr_bytes){scene->payload, scene->payload_len});
    if (scene->stroke) {
        fr_put_text(out, "<style>");
        fr_svg_put_outline_rule(scene, out);
        fr_put_text(out, "</style>\n");
    }
}

fr_bytes fr_svg_live_script(const fr_scene *scene)
{
    return text_of(scene->sides ? &fr_diff_script : &fr_flame_script);
}

void fr_svg_put_live(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    fr_svg_put_data(scene, opt, out);
    fr_put_text(out, "<script>//<![CDATA[\n");
    fr_put(out, fr_svg_live_script(scene));
    fr_put_text(out, "\n//]]></script>\n");
}

/* The flame graph of a selection, below a heatmap. */
void fr_html_put_below(const fr_scene *flame, const fr_write_options *opt, fr_output *out)
{
    put_parts(flame, opt, &in_page, true, out);
    put_data(out, &in_page, "data", (fr_bytes){flame->payload, flame->payload_len});
}

static void put_step_name(const fr_scene_step *step, bool first, fr_output *out)
{
    fr_put_format(out, "%s{\"point\":%u,\"name\":", first ? "" : ",", (unsigned)step->point);
    fr_put_json(out, fr_bytes_of(step->name));
    fr_put_char(out, '}');
}

void fr_html_put_steps(const fr_scene *trend, const fr_write_options *opt, fr_output *out)
{
    begin_part(out, &in_page, "steps");
    fr_put_char(out, '[');
    for (uint32_t i = 0; i < trend->n_steps; i++)
        put_step_name(&trend->steps[i], i == 0, out);
    fr_put_char(out, ']');
    fr_put_text(out, in_page.end);
    for (uint32_t i = 0; i < trend->n_steps; i++) {
        place numbered = in_page;
        numbered.number = trend->steps[i].point;
        put_parts(trend->steps[i].diff, opt, &numbered, true, out);
    }
}

void fr_html_put_live(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    put_parts(scene, opt, &in_page, scene->payload != NULL, out);
    if (scene->sides)
        put_packed(out, &in_page, "functions", fr_pack_functions(scene->sides));
    if (scene->chart.samples.at)
        put_data(out, &in_page, "chart", scene->chart.samples);
}
