/* svg_trend.c - the script of a trend (render/assets/trend.js). */
#include "render/svg/svg_trend.h"

#include "render/assets.h"

bool fr_trend_is_live(const fr_scene *scene, const fr_write_options *opt)
{
    return strcmp(scene->what, "trend") == 0 && scene->n_boxes > 0 && !opt->scriptless;
}

fr_bytes fr_trend_script_text(void)
{
    return (fr_bytes){(const char *)fr_trend_script.at, fr_trend_script.len};
}

fr_bytes fr_trend_page_text(void)
{
    return (fr_bytes){(const char *)fr_trend_page_script.at, fr_trend_page_script.len};
}

void fr_svg_put_trend(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    if (!fr_trend_is_live(scene, opt))
        return;
    fr_put_text(out, "<script>//<![CDATA[\n");
    fr_put(out, fr_trend_script_text());
    fr_put_text(out, "\n//]]></script>\n");
}
