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
#include "render/backend.h"
#include "render/change_words.h"

static void put_key(fr_output *out, const char *key)
{
    fr_put_format(out, "\"%s\": ", key);
}

static void put_string(fr_output *out, const char *key, const char *text)
{
    put_key(out, key);
    if (text)
        fr_put_json(out, fr_bytes_of(text));
    else
        fr_put_text(out, "null");
}

static void put_int(fr_output *out, const char *key, int64_t value)
{
    put_key(out, key);
    fr_put_int(out, value);
}

/* px from tenths */
static void put_length(fr_output *out, const char *key, int32_t tenths)
{
    put_key(out, key);
    fr_put_scaled(out, tenths, 1);
}

/* Before item `i` of a list: each stands on a line. */
static void begin_item(fr_output *out, size_t i)
{
    fr_put_text(out, i ? ",\n {" : "\n {");
}

static void put_comma(fr_output *out)
{
    fr_put_text(out, ", ");
}

static void put_colour(fr_output *out, const char *key, uint32_t colour)
{
    fr_put_format(out, "\"%s\": \"#%06x\"", key, (unsigned)colour);
}

static void put_sides(fr_output *out, const fr_sides *s)
{
    static const char *const widths[] = {"mean", "new", "base", "max", "delta"};

    fr_put_text(out, "\"sides\": {");
    put_string(out, "base", s->base_name);
    put_comma(out);
    put_string(out, "new", s->new_name);
    put_comma(out);
    put_int(out, "base_whole", s->base_whole);
    put_comma(out);
    put_int(out, "new_whole", s->new_whole);
    put_comma(out);
    put_string(out, "width_of", widths[s->width_of]);
    fr_put_text(out, "},\n");
}

static void put_head(const fr_scene *s, fr_output *out)
{
    fr_put_text(out, "{\n");
    put_string(out, "what", s->what);
    fr_put_text(out, ",\n");
    put_length(out, "width", s->width);
    put_comma(out);
    put_length(out, "height", s->height);
    fr_put_text(out, ",\n");
    put_int(out, "whole", s->whole);
    fr_put_text(out, ",\n");
    put_string(out, "unit", s->unit);
    put_comma(out);
    put_int(out, "decimals", s->decimals);
    fr_put_text(out, ",\n");
    if (s->sides)
        put_sides(out, s->sides);
    put_string(out, "description", s->description);
    fr_put_text(out, ",\n\"undrawn\": {");
    put_int(out, "value", s->undrawn);
    if (s->n_undrawn == FR_UNKNOWN_COUNT)
        fr_put_text(out, ", \"nodes\": null");
    else
        fr_put_format(out, ", \"nodes\": %llu", (unsigned long long)s->n_undrawn);
    fr_put_text(out, "}");
}

static void put_fills(const fr_scene *s, fr_output *out)
{
    fr_put_text(out, ",\n\"fills\": [");
    for (size_t i = 0; i < s->n_fills; i++) {
        begin_item(out, i);
        put_colour(out, "light", s->fills[i].light);
        put_comma(out);
        put_colour(out, "dark", s->fills[i].dark);
        put_comma(out);
        put_colour(out, "ink_light", s->fills[i].ink_light);
        put_comma(out);
        put_colour(out, "ink_dark", s->fills[i].ink_dark);
        fr_put_char(out, '}');
    }
    fr_put_text(out, "\n]");
}

static const char *const kinds[FR_N_KINDS] = {
    [FR_KIND_USER] = "user",
    [FR_KIND_KERNEL] = "kernel",
    [FR_KIND_JIT] = "jit",
    [FR_KIND_INLINED] = "inlined",
    [FR_KIND_INTERPRETED] = "interpreted",
    [FR_KIND_PROCESS] = "process",
    [FR_KIND_OFF_CPU] = "off-cpu",
};

static void put_position(const fr_box *b, fr_output *out)
{
    put_length(out, "x0", b->x0);
    put_comma(out);
    put_length(out, "x1", b->x1);
    put_comma(out);
    put_length(out, "y", b->y);
    put_comma(out);
    put_length(out, "h", b->h);
    put_comma(out);
}

static void put_box(const fr_box *b, fr_output *out)
{
    put_string(out, "name", b->name);
    put_comma(out);
    put_int(out, "row", b->row);
    put_comma(out);
    put_int(out, "start", b->start);
    put_comma(out);
    put_int(out, "total", b->total);
    put_comma(out);
    put_int(out, "self", b->self);
    put_comma(out);
    put_position(b, out);
    put_string(out, "label", b->label);
    put_comma(out);
    put_int(out, "fill", b->fill);
    put_comma(out);
    put_string(out, "kind", b->rest ? "rest" : kinds[b->kind]);
    put_comma(out);
    put_int(out, "hidden", b->n_hidden);
    put_comma(out);
    put_int(out, "parent", b->parent);
}

static void put_points(fr_output *out, const char *key, int32_t points)
{
    put_key(out, key);
    fr_put_text(out, points < 0 ? "-" : "");
    fr_put_scaled(out, points < 0 ? -(int64_t)points : points, 3);
    put_comma(out);
}

static void put_marks(fr_output *out, uint8_t marks)
{
    static const char *const names[] = {"grew", "shrank", "own_grew", "own_shrank", "new", "gone"};
    bool any = false;

    fr_put_text(out, "\"marks\": [");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (marks & 1u << i) {
            fr_put_format(out, "%s\"%s\"", any ? ", " : "", names[i]);
            any = true;
        }
    fr_put_char(out, ']');
}

static void put_change(fr_output *out, const fr_box_change *c, uint8_t marks)
{
    put_comma(out);
    put_int(out, "base", c->total.base);
    put_comma(out);
    put_int(out, "new", c->total.new_);
    put_comma(out);
    put_points(out, "points", c->total.points);
    put_points(out, "error", c->total.error);
    put_string(out, "verdict", fr_change_verdict(&c->total));
    put_comma(out);
    put_int(out, "base_self", c->self.base);
    put_comma(out);
    put_int(out, "new_self", c->self.new_);
    put_comma(out);
    put_points(out, "self_points", c->self.points);
    put_points(out, "self_error", c->self.error);
    put_string(out, "self_verdict", fr_change_verdict(&c->self));
    put_comma(out);
    put_marks(out, marks);
}

static void put_boxes(const fr_scene *s, fr_output *out)
{
    fr_put_text(out, ",\n\"boxes\": [");
    for (size_t i = 0; i < s->n_boxes; i++) {
        begin_item(out, i);
        put_box(&s->boxes[i], out);
        if (s->sides)
            put_change(out, &s->sides->boxes[i], s->boxes[i].marks);
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
        begin_item(out, i);
        put_string(out, "role", fr_text_style_of(t->role).name);
        put_comma(out);
        put_length(out, "x", t->x);
        put_comma(out);
        put_length(out, "y", t->y);
        put_comma(out);
        put_string(out, "anchor", anchors[t->anchor]);
        put_comma(out);
        put_string(out, "text", t->text);
        fr_put_char(out, '}');
    }
    fr_put_text(out, "\n]");
}

static void put_legend(const fr_scene *s, fr_output *out)
{
    fr_put_text(out, ",\n\"legend\": [");
    for (size_t i = 0; i < s->n_swatches; i++) {
        const fr_scene_swatch *swatch = &s->swatches[i];
        begin_item(out, i);
        put_string(out, "title", swatch->title);
        put_comma(out);
        put_length(out, "x", swatch->x);
        put_comma(out);
        put_length(out, "y", swatch->y);
        put_comma(out);
        put_int(out, "fill", swatch->fill);
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

void fr_scene_json_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    (void)opt;
    put_head(scene, out);
    put_fills(scene, out);
    put_boxes(scene, out);
    put_texts(scene, out);
    put_legend(scene, out);
    put_bars(scene, out);
    fr_put_text(out, "\n}\n");
}
