/*
 * scene_json.c - the picture as data: every position, colour and text, one item per line.
 *
 *     {
 *     "what": "flame",             flame, icicle, callers
 *     "width": 1200, "height": 932,  px; all lengths are, with one decimal at most
 *     "whole": 6826,               what shares refer to, in units of 10^-decimals
 *     "unit": "samples", "decimals": 0,
 *     "description": "Flame graph of ...",
 *     "undrawn": {"value": 1952, "nodes": 1982},   nodes: null where not known
 *     "sides": {"base": "main", "new": "pr", "base_whole": 24000, "new_whole": 23700,
 *      "width_of": "mean"},        of a differential only: whole, start, total and self are then widths
 *     "fills": [                   colours by index
 *      {"light": "#ffaa99", "dark": "#7c4336", "ink_light": "#1c1d21", "ink_dark": "#f4f4f6"}
 *     ],
 *     "boxes": [                   in pre-order; parent is an index, the root is its own; start and
 *                                  total are the extent in units, x0 and x1 the edges; label null:
 *                                  none
 *      {"name": "main", "row": 1, "start": 0, "total": 6826, "self": 0, "x0": 20, "x1": 1180,
 *       "y": 829, "h": 17, "label": "main", "fill": 1, "kind": "user", "hidden": 0, "parent": 0}
 *                                  kind "rest": stands for narrow frames, as many as are hidden
 *                                  of a differential also, points and errors in percentage points:
 *      "base": 2964, "new": 3200, "points": 1.2, "error": 0.31, "verdict": "grew", "base_self": 0,
 *      "new_self": 0, "self_points": 0, "self_error": 0, "self_verdict": "noise", "marks": ["grew"]
 *     ],
 *     "texts": [{"role": "title", "x": 20, "y": 33, "anchor": "start", "text": "Flame graph"}],
 *     "legend": [{"title": "native", "x": 20, "y": 899, "fill": 1}]
 *     }
 *
 * JSON by RFC 8259. Numbers are exact and may be larger than 2^53.
 */
#include "base/members.h"
#include "model/module.h"
#include "render/backend.h"
#include "render/change_words.h"

/* Item `i` of a list: each stands on a line. */
static fr_members begin_item(fr_output *out, size_t i)
{
    return fr_members_begin(out, i ? ",\n {" : "\n {");
}

static void put_sides(fr_output *out, const fr_sides *s)
{
    fr_members m = fr_members_begin(out, ",\n\"sides\": {");

    fr_member_text(&m, "base", s->base_name);
    fr_member_text(&m, "new", s->new_name);
    fr_member_int(&m, "base_whole", s->base_whole);
    fr_member_int(&m, "new_whole", s->new_whole);
    fr_member_text(&m, "width_of", fr_width_names[s->width_of]);
    fr_members_end(&m);
}

static void put_head(const fr_scene *s, fr_output *out)
{
    fr_members m = fr_members_begin(out, "{\n");

    fr_member_text(&m, "what", s->what);
    fr_members_break(&m);
    fr_member_scaled(&m, "width", s->width, 1);
    fr_member_scaled(&m, "height", s->height, 1);
    fr_members_break(&m);
    fr_member_int(&m, "whole", s->whole);
    fr_members_break(&m);
    fr_member_text(&m, "unit", s->unit);
    fr_member_int(&m, "decimals", s->decimals);
    if (s->sides)
        put_sides(out, s->sides);
    fr_members_break(&m);
    fr_member_text(&m, "description", s->description);
    fr_members undrawn = fr_members_begin(out, ",\n\"undrawn\": {");
    fr_member_int(&undrawn, "value", s->undrawn);
    fr_member_key(&undrawn, "nodes");
    if (s->n_undrawn == FR_UNKNOWN_COUNT)
        fr_put_text(out, "null");
    else
        fr_put_format(out, "%llu", (unsigned long long)s->n_undrawn);
    fr_members_end(&undrawn);
}

static void put_fills(const fr_scene *s, fr_output *out)
{
    fr_put_text(out, ",\n\"fills\": [");
    for (size_t i = 0; i < s->n_fills; i++) {
        fr_members m = begin_item(out, i);
        fr_member_colour(&m, "light", s->fills[i].light);
        fr_member_colour(&m, "dark", s->fills[i].dark);
        fr_member_colour(&m, "ink_light", s->fills[i].ink_light);
        fr_member_colour(&m, "ink_dark", s->fills[i].ink_dark);
        fr_members_end(&m);
    }
    fr_put_text(out, "\n]");
}

static void put_marks(fr_members *m, uint8_t marks)
{
    static const char *const names[] = {"grew", "shrank", "own_grew", "own_shrank", "new", "gone"};
    bool any = false;

    fr_member_key(m, "marks");
    fr_put_char(m->out, '[');
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (marks & 1u << i) {
            fr_put_format(m->out, "%s\"%s\"", any ? ", " : "", names[i]);
            any = true;
        }
    fr_put_char(m->out, ']');
}

static void put_change(fr_members *m, const fr_box_change *c, uint8_t marks)
{
    fr_member_int(m, "base", c->total.base);
    fr_member_int(m, "new", c->total.new_);
    fr_member_scaled(m, "points", c->total.points, 3);
    fr_member_scaled(m, "error", c->total.error, 3);
    fr_member_text(m, "verdict", fr_change_verdict(&c->total));
    fr_member_int(m, "base_self", c->self.base);
    fr_member_int(m, "new_self", c->self.new_);
    fr_member_scaled(m, "self_points", c->self.points, 3);
    fr_member_scaled(m, "self_error", c->self.error, 3);
    fr_member_text(m, "self_verdict", fr_change_verdict(&c->self));
    put_marks(m, marks);
}

static void put_boxes(const fr_scene *s, fr_output *out)
{
    fr_put_text(out, ",\n\"boxes\": [");
    for (size_t i = 0; i < s->n_boxes; i++) {
        fr_members m = begin_item(out, i);
        const fr_box *b = &s->boxes[i];
        fr_member_text(&m, "name", b->name);
        fr_member_int(&m, "row", b->row);
        fr_member_int(&m, "start", b->start);
        fr_member_int(&m, "total", b->total);
        fr_member_int(&m, "self", b->self);
        fr_member_scaled(&m, "x0", b->x0, 1);
        fr_member_scaled(&m, "x1", b->x1, 1);
        fr_member_scaled(&m, "y", b->y, 1);
        fr_member_scaled(&m, "h", b->h, 1);
        fr_member_text(&m, "label", b->label);
        fr_member_int(&m, "fill", b->fill);
        fr_member_text(&m, "kind", b->rest ? "rest" : fr_kind_name(b->kind));
        fr_member_int(&m, "hidden", b->n_hidden);
        fr_member_int(&m, "parent", b->parent);
        if (s->sides)
            put_change(&m, &s->sides->boxes[i], s->boxes[i].marks);
        fr_members_end(&m);
    }
    fr_put_text(out, "\n]");
}

static void put_texts(const fr_scene *s, fr_output *out)
{
    static const char *const anchors[] = {"start", "middle", "end"};

    fr_put_text(out, ",\n\"texts\": [");
    for (size_t i = 0; i < s->n_texts; i++) {
        const fr_scene_text *t = &s->texts[i];
        fr_members m = begin_item(out, i);
        fr_member_text(&m, "role", fr_text_style_of(t->role).name);
        fr_member_scaled(&m, "x", t->x, 1);
        fr_member_scaled(&m, "y", t->y, 1);
        fr_member_text(&m, "anchor", anchors[t->anchor]);
        fr_member_text(&m, "text", t->text);
        fr_members_end(&m);
    }
    fr_put_text(out, "\n]");
}

static void put_legend(const fr_scene *s, fr_output *out)
{
    fr_put_text(out, ",\n\"legend\": [");
    for (size_t i = 0; i < s->n_swatches; i++) {
        const fr_scene_swatch *swatch = &s->swatches[i];
        fr_members m = begin_item(out, i);
        fr_member_text(&m, "title", swatch->title);
        fr_member_scaled(&m, "x", swatch->x, 1);
        fr_member_scaled(&m, "y", swatch->y, 1);
        fr_member_int(&m, "fill", swatch->fill);
        fr_members_end(&m);
    }
    fr_put_text(out, "\n]");
}

static void put_lengths(fr_output *out, const int32_t lengths[4])
{
    for (size_t k = 0; k < 4; k++) {
        fr_put_text(out, k ? ", " : "");
        fr_put_scaled(out, lengths[k], 1);
    }
}

/* [[x, y, width, height], ...]: of a heatmap the sums of columns, then of offsets. */
static void put_bars(const fr_scene *s, fr_output *out)
{
    for (size_t i = 0; i < s->n_bars; i++) {
        const fr_scene_bar *bar = &s->bars[i];
        fr_put_text(out, i ? ", [" : ",\n\"bars\": [[");
        put_lengths(out, (const int32_t[]){bar->x, bar->y, bar->w, bar->h});
        fr_put_text(out, i + 1 < s->n_bars ? "]" : "]]");
    }
}

/* [[x0, y0, x1, y1, fill], ...]: the fitted lines of a trend. */
static void put_strokes(const fr_scene *s, fr_output *out)
{
    for (size_t i = 0; i < s->n_strokes; i++) {
        const fr_scene_stroke *stroke = &s->strokes[i];
        fr_put_text(out, i ? ", [" : ",\n\"strokes\": [[");
        put_lengths(out, (const int32_t[]){stroke->x0, stroke->y0, stroke->x1, stroke->y1});
        fr_put_format(out, i + 1 < s->n_strokes ? ", %u]" : ", %u]]", (unsigned)stroke->fill);
    }
}

void fr_scene_json_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    (void)opt;
    put_head(scene, out);
    put_fills(scene, out);
    put_boxes(scene, out);
    put_texts(scene, out);
    put_legend(scene, out);
    put_bars(scene, out);
    put_strokes(scene, out);
    fr_put_text(out, "\n}\n");
}
