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
#include "model/module.h"
#include "render/backend.h"
#include "render/change_words.h"

/* The object that is being written, and what stands before its next member. */
typedef struct object {
    fr_output *out;
    const char *before;
} object;

/* Item `i` of a list: each stands on a line. */
static object begin_item(fr_output *out, size_t i)
{
    return (object){out, i ? ",\n {" : "\n {"};
}

static void put_key(object *o, const char *key)
{
    fr_put_format(o->out, "%s\"%s\": ", o->before, key);
    o->before = ", ";
}

static void put_string(object *o, const char *key, const char *text)
{
    put_key(o, key);
    if (text)
        fr_put_json(o->out, fr_bytes_of(text));
    else
        fr_put_text(o->out, "null");
}

static void put_int(object *o, const char *key, int64_t value)
{
    put_key(o, key);
    fr_put_int(o->out, value);
}

/* px from tenths */
static void put_length(object *o, const char *key, int32_t tenths)
{
    put_key(o, key);
    fr_put_scaled(o->out, tenths, 1);
}

static void put_colour(object *o, const char *key, uint32_t colour)
{
    put_key(o, key);
    fr_put_format(o->out, "\"#%06x\"", (unsigned)colour);
}

static void put_sides(fr_output *out, const fr_sides *s)
{
    static const char *const widths[] = {"mean", "new", "base", "max", "delta"};
    object o = {out, ",\n\"sides\": {"};

    put_string(&o, "base", s->base_name);
    put_string(&o, "new", s->new_name);
    put_int(&o, "base_whole", s->base_whole);
    put_int(&o, "new_whole", s->new_whole);
    put_string(&o, "width_of", widths[s->width_of]);
    fr_put_char(out, '}');
}

static void put_undrawn(const fr_scene *s, fr_output *out)
{
    object o = {out, ",\n\"undrawn\": {"};

    put_int(&o, "value", s->undrawn);
    put_key(&o, "nodes");
    if (s->n_undrawn == FR_UNKNOWN_COUNT)
        fr_put_text(out, "null");
    else
        fr_put_format(out, "%llu", (unsigned long long)s->n_undrawn);
    fr_put_char(out, '}');
}

static void put_head(const fr_scene *s, fr_output *out)
{
    object o = {out, "{\n"};

    put_string(&o, "what", s->what);
    o.before = ",\n";
    put_length(&o, "width", s->width);
    put_length(&o, "height", s->height);
    o.before = ",\n";
    put_int(&o, "whole", s->whole);
    o.before = ",\n";
    put_string(&o, "unit", s->unit);
    put_int(&o, "decimals", s->decimals);
    if (s->sides)
        put_sides(out, s->sides);
    o.before = ",\n";
    put_string(&o, "description", s->description);
    put_undrawn(s, out);
}

static void put_fills(const fr_scene *s, fr_output *out)
{
    fr_put_text(out, ",\n\"fills\": [");
    for (size_t i = 0; i < s->n_fills; i++) {
        object o = begin_item(out, i);
        put_colour(&o, "light", s->fills[i].light);
        put_colour(&o, "dark", s->fills[i].dark);
        put_colour(&o, "ink_light", s->fills[i].ink_light);
        put_colour(&o, "ink_dark", s->fills[i].ink_dark);
        fr_put_char(out, '}');
    }
    fr_put_text(out, "\n]");
}

static void put_position(object *o, const fr_box *b)
{
    put_length(o, "x0", b->x0);
    put_length(o, "x1", b->x1);
    put_length(o, "y", b->y);
    put_length(o, "h", b->h);
}

static void put_box(object *o, const fr_box *b)
{
    put_string(o, "name", b->name);
    put_int(o, "row", b->row);
    put_int(o, "start", b->start);
    put_int(o, "total", b->total);
    put_int(o, "self", b->self);
    put_position(o, b);
    put_string(o, "label", b->label);
    put_int(o, "fill", b->fill);
    put_string(o, "kind", b->rest ? "rest" : fr_kind_name(b->kind));
    put_int(o, "hidden", b->n_hidden);
    put_int(o, "parent", b->parent);
}

static void put_points(object *o, const char *key, int32_t points)
{
    put_key(o, key);
    fr_put_text(o->out, points < 0 ? "-" : "");
    fr_put_scaled(o->out, points < 0 ? -(int64_t)points : points, 3);
}

static void put_marks(object *o, uint8_t marks)
{
    static const char *const names[] = {"grew", "shrank", "own_grew", "own_shrank", "new", "gone"};
    bool any = false;

    put_key(o, "marks");
    fr_put_char(o->out, '[');
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (marks & 1u << i) {
            fr_put_format(o->out, "%s\"%s\"", any ? ", " : "", names[i]);
            any = true;
        }
    fr_put_char(o->out, ']');
}

static void put_change(object *o, const fr_box_change *c, uint8_t marks)
{
    put_int(o, "base", c->total.base);
    put_int(o, "new", c->total.new_);
    put_points(o, "points", c->total.points);
    put_points(o, "error", c->total.error);
    put_string(o, "verdict", fr_change_verdict(&c->total));
    put_int(o, "base_self", c->self.base);
    put_int(o, "new_self", c->self.new_);
    put_points(o, "self_points", c->self.points);
    put_points(o, "self_error", c->self.error);
    put_string(o, "self_verdict", fr_change_verdict(&c->self));
    put_marks(o, marks);
}

static void put_boxes(const fr_scene *s, fr_output *out)
{
    fr_put_text(out, ",\n\"boxes\": [");
    for (size_t i = 0; i < s->n_boxes; i++) {
        object o = begin_item(out, i);
        put_box(&o, &s->boxes[i]);
        if (s->sides)
            put_change(&o, &s->sides->boxes[i], s->boxes[i].marks);
        fr_put_char(out, '}');
    }
    fr_put_text(out, "\n]");
}

static void put_texts(const fr_scene *s, fr_output *out)
{
    static const char *const anchors[] = {"start", "middle", "end"};

    fr_put_text(out, ",\n\"texts\": [");
    for (size_t i = 0; i < s->n_texts; i++) {
        const fr_scene_text *t = &s->texts[i];
        object o = begin_item(out, i);
        put_string(&o, "role", fr_text_style_of(t->role).name);
        put_length(&o, "x", t->x);
        put_length(&o, "y", t->y);
        put_string(&o, "anchor", anchors[t->anchor]);
        put_string(&o, "text", t->text);
        fr_put_char(out, '}');
    }
    fr_put_text(out, "\n]");
}

static void put_legend(const fr_scene *s, fr_output *out)
{
    fr_put_text(out, ",\n\"legend\": [");
    for (size_t i = 0; i < s->n_swatches; i++) {
        const fr_scene_swatch *swatch = &s->swatches[i];
        object o = begin_item(out, i);
        put_string(&o, "title", swatch->title);
        put_length(&o, "x", swatch->x);
        put_length(&o, "y", swatch->y);
        put_int(&o, "fill", swatch->fill);
        fr_put_char(out, '}');
    }
    fr_put_text(out, "\n]");
}

/* [[x, y, width, height], ...]: of a heatmap the sums of columns, then of offsets. */
static void put_bars(const fr_scene *s, fr_output *out)
{
    if (s->n_bars == 0)
        return;
    fr_put_text(out, ",\n\"bars\": [");
    for (size_t i = 0; i < s->n_bars; i++) {
        const fr_scene_bar *bar = &s->bars[i];
        const int32_t lengths[] = {bar->x, bar->y, bar->w, bar->h};
        fr_put_text(out, i ? ", [" : "[");
        for (size_t k = 0; k < 4; k++) {
            fr_put_text(out, k ? ", " : "");
            fr_put_scaled(out, lengths[k], 1);
        }
        fr_put_char(out, ']');
    }
    fr_put_char(out, ']');
}

/* [[x0, y0, x1, y1, fill], ...]: the fitted lines of a trend. */
static void put_strokes(const fr_scene *s, fr_output *out)
{
    if (s->n_strokes == 0)
        return;
    fr_put_text(out, ",\n\"strokes\": [");
    for (size_t i = 0; i < s->n_strokes; i++) {
        const fr_scene_stroke *stroke = &s->strokes[i];
        const int32_t lengths[] = {stroke->x0, stroke->y0, stroke->x1, stroke->y1};
        fr_put_text(out, i ? ", [" : "[");
        for (size_t k = 0; k < 4; k++) {
            fr_put_scaled(out, lengths[k], 1);
            fr_put_text(out, ", ");
        }
        fr_put_format(out, "%u]", (unsigned)stroke->fill);
    }
    fr_put_char(out, ']');
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
