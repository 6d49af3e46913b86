/*
 * svg_furniture.c - all of a picture but its boxes: texts, lines, the swatches of the legend.
 *
 *     <text x="24" y="28" font-size="16" font-weight="700" class="i" fill="#1c1d21">Where the CPU went</text>
 *     <line x1="24" y1="60" x2="1176" y2="60" class="l" stroke="#e6e7ea"/>
 *     <rect x="24" y="52" width="11" height="11" rx="2" class="a0" fill="#ffaa99"/>
 */
#include "render/svg/svg_furniture.h"

#include "render/svg/svg_attributes.h"
#include "render/svg/svg_marks.h"
#include "render/svg/svg_rings.h"
#include "render/svg/svg_sheet.h"

#define MOST_SWATCHES 64

void fr_svg_put_title(const fr_scene *scene, fr_output *out)
{
    if (scene->n_texts > 0 && scene->texts[0].role == FR_TEXT_TITLE)
        fr_scene_put_text(scene, FR_TEXT_TITLE, out);
    else
        fr_put_text(out, scene->what);
}

static void put_text(const fr_scene *scene, const fr_scene_text *t, fr_output *out)
{
    static const char *const anchors[] = {NULL, "middle", "end"};
    fr_text_style style = fr_text_style_of(t->role);
    const fr_tokens *tokens = &scene->tokens;

    fr_put_text(out, "<text");
    fr_svg_put_length("x", t->x, out);
    fr_svg_put_length("y", t->y, out);
    fr_svg_put_length("font-size", style.size, out);
    if (style.bold)
        fr_put_text(out, " font-weight=\"700\"");
    if (anchors[t->anchor])
        fr_put_format(out, " text-anchor=\"%s\"", anchors[t->anchor]);
    fr_svg_put_colour(scene, "fill", style.muted ? "m" : "i",
                      style.muted ? tokens->muted : tokens->ink, out);
    fr_put_char(out, '>');
    fr_put_xml(out, fr_bytes_of(t->text));
    fr_put_text(out, "</text>\n");
}

static void put_line(const fr_scene *scene, const fr_scene_line *line, fr_output *out)
{
    const fr_tokens *tokens = &scene->tokens;
    const uint32_t *colour = line->muted ? tokens->muted : tokens->hairline;

    fr_put_text(out, "<line");
    fr_svg_put_length("x1", line->x0, out);
    fr_svg_put_length("y1", line->y0, out);
    fr_svg_put_length("x2", line->x1, out);
    fr_svg_put_length("y2", line->y1, out);
    fr_svg_put_colour(scene, "stroke", line->muted ? "t" : "l", colour, out);
    fr_put_text(out, "/>\n");
}

static void put_swatch(const fr_scene *scene, const fr_scene_swatch *swatch, fr_output *out)
{
    fr_put_text(out, "<rect");
    fr_svg_put_length("x", swatch->x, out);
    fr_svg_put_length("y", swatch->y, out);
    fr_svg_put_length("width", swatch->w, out);
    fr_svg_put_length("height", swatch->h, out);
    if (!swatch->joined)
        fr_put_text(out, " rx=\"2\"");
    fr_svg_put_fill(scene, swatch->fill, out);
    fr_put_text(out, "/>\n");
}

/* At most MOST_SWATCHES at a time. */
static void put_swatch_marks(const fr_scene *scene, const fr_scene_swatch *swatches, size_t n,
                             fr_output *out)
{
    fr_svg_marked marked[MOST_SWATCHES];

    for (size_t i = 0; i < n; i++) {
        const fr_scene_swatch *w = &swatches[i];
        marked[i] =
            (fr_svg_marked){{w->x, w->y, w->w, w->h}, w->marks, fr_svg_ink_of(scene, w->fill)};
    }
    fr_svg_put_marks(scene, marked, n, FR_SVG_NO_INK, out);
}

static void put_swatches(const fr_scene *s, fr_output *out)
{
    for (size_t i = 0; i < s->n_swatches; i++)
        put_swatch(s, &s->swatches[i], out);
    for (size_t i = 0, n; i < s->n_swatches; i += n) {
        n = s->n_swatches - i < MOST_SWATCHES ? s->n_swatches - i : MOST_SWATCHES;
        put_swatch_marks(s, &s->swatches[i], n, out);
    }
}

void fr_svg_put_swatch(const fr_scene *scene, uint32_t fill, fr_output *out)
{
    fr_put_text(out, "<svg width=\"11\" height=\"11\" aria-hidden=\"true\">"
                     "<rect width=\"11\" height=\"11\" rx=\"2\"");
    fr_svg_put_fill(scene, fill, out);
    fr_put_text(out, "/></svg>");
}

void fr_svg_put_swatches(const fr_scene *scene, const fr_scene_swatch *swatches, size_t n,
                         fr_output *out)
{
    fr_scene_swatch moved[MOST_SWATCHES];

    n = n < MOST_SWATCHES ? n : MOST_SWATCHES;
    if (n == 1 && !swatches->marks) {
        fr_svg_put_swatch(scene, swatches->fill, out);
        return;
    }
    fr_put_text(out, "<svg");
    fr_svg_put_length("width", swatches->w * (int32_t)n, out);
    fr_svg_put_length("height", swatches->h, out);
    fr_put_text(out, " aria-hidden=\"true\">\n");
    for (size_t i = 0; i < n; i++) {
        moved[i] = swatches[i];
        moved[i].x = (int32_t)i * moved[i].w;
        moved[i].y = 0;
        put_swatch(scene, &moved[i], out);
    }
    put_swatch_marks(scene, moved, n, out);
    fr_put_text(out, "</svg>");
}

void fr_svg_put_furniture(const fr_scene *scene, const fr_svg_part *part, fr_output *out)
{
    for (size_t i = 0; i < scene->n_texts; i++)
        if (part->roles & 1u << scene->texts[i].role)
            put_text(scene, &scene->texts[i], out);
    for (size_t i = 0; i < scene->n_lines; i++)
        if (!scene->lines[i].over)
            put_line(scene, &scene->lines[i], out);
    fr_svg_put_bars(scene, out);
    if (part->roles & 1u << FR_TEXT_LEGEND)
        put_swatches(scene, out);
}
