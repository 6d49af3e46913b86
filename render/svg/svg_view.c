/* svg_view.c - the view of a picture as JSON: all that its viewer needs besides the data. */
#include "render/svg/svg_view.h"

#include <inttypes.h>

#include "base/base64.h"
#include "base/text.h"
#include "render/svg/svg_attributes.h"

/* A profile does not tell the order of its input, nor, at a glance, who calls what, nor is a frame of one label: there
 * the script works on what is drawn. */
bool fr_svg_grows_from_profile(const fr_scene *scene)
{
    return strcmp(scene->what, "callers") != 0 && scene->view.sort != FR_SORT_INPUT &&
           !(scene->view.colouring && scene->view.colouring->by_label);
}

static void put_member(fr_output *out, const char *key, const char *text)
{
    fr_put_format(out, ",\"%s\":", key);
    fr_put_json(out, fr_bytes_of(text));
}

static void put_number(fr_output *out, const char *key, int64_t value)
{
    fr_put_format(out, ",\"%s\":%" PRId64, key, value);
}

static void put_colours(fr_output *out, const uint32_t colour[2])
{
    fr_put_format(out, "[\"#%06x\",\"#%06x\"]", (unsigned)colour[0], (unsigned)colour[1]);
}

static void put_tokens(fr_output *out, const fr_tokens *tokens)
{
    const struct {
        const char *key;
        const uint32_t *colour;
    } rows[] = {{"ground", tokens->ground},
                {"ink", tokens->ink},
                {"muted", tokens->muted},
                {"hairline", tokens->hairline}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fr_put_format(out, ",\"%s\":", rows[i].key);
        put_colours(out, rows[i].colour);
    }
}

static void put_fill(fr_output *out, const fr_fill *f)
{
    fr_put_char(out, '[');
    put_colours(out, (const uint32_t[]){f->light, f->dark});
    fr_put_char(out, ',');
    put_colours(out, (const uint32_t[]){f->ink_light, f->ink_dark});
    fr_put_char(out, ']');
}

static void put_fills(fr_output *out, const char *key, const fr_fill *fills, uint32_t n)
{
    fr_put_format(out, ",\n\"%s\":[", key);
    for (uint32_t i = 0; i < n; i++) {
        fr_put_text(out, i ? "," : "");
        put_fill(out, &fills[i]);
    }
}

/* The colours of a differential that the page makes. */
static void put_changes(fr_output *out, const fr_scene_view *view)
{
    put_fills(out, "changes", view->changes, FR_RAMP_COLOURS);
    fr_put_char(out, ']');
}

/* The entry of the legend that each fill is of, -1 for none. */
static void put_entries(fr_output *out, const fr_scene *s)
{
    fr_put_text(out, ",\n\"entries\":[");
    for (uint32_t i = 0; i < s->n_fills; i++)
        fr_put_format(out, i ? ",%d" : "%d", (int)s->fills[i].entry - 1);
    fr_put_char(out, ']');
}

/* What a frame of each fill is: "native"; "" where colour is no kind. */
static void put_kinds(fr_output *out, const fr_scene *s)
{
    fr_put_text(out, ",\n\"kinds\":[");
    for (uint32_t i = 0; i < s->n_fills; i++) {
        uint32_t entry = s->fills[i].entry;
        fr_put_text(out, i ? "," : "");
        fr_put_json(out,
                    fr_bytes_of(entry ? fr_colouring_title(s->view.colouring, entry - 1) : ""));
    }
    fr_put_char(out, ']');
}

/* The same by class: colours of a differential are no kinds. */
static void put_classes(fr_output *out)
{
    fr_put_text(out, ",\n\"kinds\":[");
    for (uint32_t c = 0; c < FR_N_CLASSES; c++) {
        fr_put_text(out, c ? "," : "");
        fr_put_json(out, fr_bytes_of(fr_class_title((fr_class)c)));
    }
    fr_put_char(out, ']');
}

/* One byte a frame, and where there are more fills than 256 the upper bytes after all the lower ones. */
static void put_frame_fills(fr_output *out, const fr_scene_view *view, uint32_t n_fills)
{
    fr_output *bytes = fr_output_memory();
    fr_bytes text = {NULL, 0};

    for (unsigned shift = 0; bytes && shift < (n_fills > 256 ? 16U : 8U); shift += 8)
        for (size_t i = 0; i < view->n_frame_fills; i++)
            fr_put_char(bytes, (char)(view->frame_fills[i] >> shift & 0xff));
    if (bytes)
        text.at = fr_output_bytes(bytes, &text.len);
    if (text.at)
        fr_put_base64(out, text);
    else
        fr_output_fail(out, FR_E_LIMIT, "memory ran out");
    fr_output_free(bytes);
}

/* [fill, title, marks], or of a ramp [[[fill, marks], ...], title, title before it] */
static void put_entry(fr_output *out, const fr_scene_swatch *swatch, size_t n)
{
    if (n == 1) {
        fr_put_format(out, "[%u,", (unsigned)swatch->fill);
        fr_put_json(out, fr_bytes_of(swatch->title));
        fr_put_format(out, swatch->marks ? ",%u]" : "]", (unsigned)swatch->marks);
        return;
    }
    fr_put_text(out, "[[");
    for (size_t i = 0; i < n; i++)
        fr_put_format(out, "%s[%u,%u]", i ? "," : "", (unsigned)swatch[i].fill,
                      (unsigned)swatch[i].marks);
    fr_put_text(out, "],");
    fr_put_json(out, fr_bytes_of(swatch[n - 1].title));
    fr_put_char(out, ',');
    fr_put_json(out, fr_bytes_of(swatch[0].title));
    fr_put_char(out, ']');
}

static void put_legend(fr_output *out, const fr_scene *s)
{
    fr_put_text(out, ",\n\"legend\":[");
    for (size_t i = 0, n; i < s->n_swatches; i += n) {
        n = fr_scene_count_joined(s, i);
        fr_put_text(out, i ? "," : "");
        put_entry(out, &s->swatches[i], n);
    }
    fr_put_char(out, ']');
}

/* Values as text: they may be larger than a number of JavaScript holds. */
static void put_undrawn(fr_output *out, const fr_scene *s)
{
    fr_put_format(out, ",\"whole\":\"%" PRId64 "\",\"undrawn\":\"%" PRId64 "\"", s->whole,
                  s->undrawn);
    if (s->n_undrawn != FR_UNKNOWN_COUNT)
        fr_put_format(out, ",\"n_undrawn\":\"%" PRIu64 "\"", s->n_undrawn);
}

static const char *const sorts[] = {"name", "value", "input"};
static const char *const truncates[] = {"distinct", "end", "start", "middle"};
static const char *const names[] = {"short", "full"};
static const char *const schemes[] = {"auto", "light", "dark"};

static void put_layout(fr_output *out, const fr_scene *s)
{
    const fr_scene_view *view = &s->view;

    put_number(out, "column", view->column);
    put_member(out, "sort", sorts[view->sort]);
    put_member(out, "names", names[view->names]);
    put_member(out, "truncate", truncates[view->truncate]);
    put_member(out, "scheme", schemes[s->scheme]);
    put_number(out, "row", view->row_height_px);
    put_number(out, "rows", view->max_depth);
    put_number(out, "minwidth", view->minwidth_millionths);
    put_number(out, "percent", view->minwidth_percent);
    put_number(out, "icicle", view->icicle);
    if (view->chart)
        put_number(out, "chart", view->in_time ? 2 : 1);
    put_number(out, "rest", view->rest_fill);
    put_number(out, "radius", s->radius);
    put_number(out, "label", s->label_size);
    if (view->has_match)
        put_number(out, "match", s->n_fills);
    put_number(out, "width", s->width);
    put_number(out, "decimals", s->decimals);
    put_undrawn(out, s);
}

static const char *const widths[] = {"mean", "new", "base", "max", "delta"};

static void put_texts(fr_output *out, const char *key, const char *const *texts, size_t n)
{
    fr_put_format(out, ",\"%s\":[", key);
    for (size_t i = 0; i < n; i++) {
        fr_put_text(out, i ? "," : "");
        fr_put_json(out, fr_bytes_of(texts[i]));
    }
    fr_put_char(out, ']');
}

/* Both sides: what a viewer needs to tell of changes, and to draw other widths. */
static void put_sides(fr_output *out, const fr_sides *s, bool page)
{
    fr_put_format(out, ",\n\"diff\":{\"width\":\"%s\"", widths[s->width_of]);
    put_member(out, "base", s->base_name);
    put_member(out, "new", s->new_name);
    fr_put_format(out, ",\"base_whole\":\"%" PRId64 "\",\"new_whole\":\"%" PRId64 "\"",
                  s->base_whole, s->new_whole);
    fr_put_format(out, ",\"one\":\"%" PRId64 "\"", s->one_profile);
    fr_put_format(out, ",\"factor\":\"%" PRId64 "\"", s->factor_ppm);
    put_number(out, "self", s->by_self);
    put_number(out, "callers", s->callers);
    put_member(out, "changed", s->changed);
    put_member(out, "root", s->root_label);
    put_texts(out, "ramps", s->ramp, 4);
    put_texts(out, "widths", s->width_words, 5);
    put_member(out, "by_self", s->self_words);
    put_member(out, "points", s->points_unit);
    fr_put_format(out, ",\"rate\":\"%" PRId64 "\"", s->rate_milli);
    if (page)
        fr_put_format(out, ",\"most\":[%d,%d]", (int)s->most[0], (int)s->most[1]);
    fr_put_char(out, '}');
}

/* It comes from outside. */
static void put_outside(fr_output *out, const char *key, const char *from)
{
    fr_arena arena = {0};
    fr_bytes clean = fr_text_repair(&arena, fr_bytes_of(from), FR_TEXT_RAW);

    fr_put_format(out, ",\"%s\":", key);
    fr_put_json(out, clean);
    if (!clean.at)
        fr_output_fail(out, FR_E_LIMIT, "memory ran out");
    fr_arena_reset(&arena);
}

/* [name, title, href] of each name that has one. */
static void put_attributes(fr_output *out, const fr_name_attributes *a)
{
    fr_put_text(out, ",\n\"attributes\":[");
    for (uint32_t id = 1, n = 0; id < fr_names_count(a->names); id++) {
        const fr_name_attribute *of = &a->of[id];
        if (!of->title && !of->href)
            continue;
        fr_put_text(out, n++ ? ",[" : "[");
        fr_put_json(out, fr_names_at(a->names, id));
        fr_put_char(out, ',');
        fr_put_json(out, fr_bytes_of(of->title ? of->title : ""));
        fr_put_char(out, ',');
        fr_put_json(out, fr_bytes_of(of->href ? of->href : ""));
        fr_put_char(out, ']');
    }
    fr_put_char(out, ']');
}

/* Columns that a page can show: [{"name": "cpu", "title": ...}, ...] */
static void put_columns(fr_output *out, const fr_scene_view *view)
{
    fr_put_text(out, ",\n\"columns\":[");
    for (size_t k = 0; k < view->n_columns; k++) {
        const fr_scene_column *column = &view->columns[k];
        fr_put_format(out, "%s{\"decimals\":%u,\"whole\":\"%" PRId64 "\"", k ? "," : "",
                      (unsigned)column->decimals, column->whole);
        put_member(out, "name", column->name);
        put_member(out, "title", column->title);
        put_member(out, "subtitle", column->subtitle);
        put_member(out, "unit", column->unit);
        put_member(out, "of", column->of);
        fr_put_char(out, '}');
    }
    fr_put_char(out, ']');
}

/* What a page shows as time goes, or why it does not. */
static void put_chart(fr_output *out, const fr_scene_chart *chart)
{
    if (chart->omitted)
        put_member(out, "untimed", chart->omitted);
    if (!chart->samples.at)
        return;
    fr_put_text(out, ",\n\"time\":{\"unit\":\"ns\",\"decimals\":0,\"chart\":2");
    put_member(out, "title", chart->title);
    put_member(out, "subtitle", chart->subtitle);
    put_member(out, "of", chart->of);
    fr_put_format(out, ",\"whole\":\"%" PRId64 "\"}", chart->whole);
}

void fr_svg_put_view(const fr_scene *s, const fr_write_options *opt, bool page, bool profile,
                     fr_output *out)
{
    fr_put_text(out, "{\"version\":1");
    put_member(out, "what", s->what);
    put_member(out, "title", s->view.title);
    put_member(out, "subtitle", s->view.subtitle);
    put_member(out, "notes", s->view.notes);
    put_member(out, "unit", s->unit);
    put_member(out, "own", s->own_title);
    put_member(out, "of", s->view.of);
    put_member(out, "font", s->font_family);
    put_outside(out, "search", opt->search ? opt->search : "");
    if (opt->link)
        put_outside(out, "link", opt->link);
    if (*s->nametype)
        put_member(out, "nametype", s->nametype);
    if (s->attributes.names)
        put_attributes(out, &s->attributes);
    put_layout(out, s);
    put_tokens(out, &s->tokens);
    put_fills(out, "fills", s->fills, s->n_fills);
    if (s->view.has_match) { /* what a search finds has the last one */
        fr_put_char(out, ',');
        put_fill(out, &s->view.match);
    }
    fr_put_char(out, ']');
    if (s->sides)
        put_classes(out);
    else if (s->view.colouring && !s->view.colouring->by_group)
        put_kinds(out, s);
    put_legend(out, s);
    if (s->view.colouring)
        put_entries(out, s);
    if (s->sides)
        put_sides(out, s->sides, page);
    if (!s->sides && profile && fr_svg_grows_from_profile(s)) {
        fr_put_format(out, ",\"root\":%u,\"frames\":\"", (unsigned)s->boxes[0].fill);
        put_frame_fills(out, &s->view, s->n_fills);
        fr_put_text(out, s->view.colouring->by_group ? "\",\"byFill\":true" : "\"");
        if (page)
            put_changes(out, &s->view);
        if (page && s->view.n_columns)
            put_columns(out, &s->view);
        if (page)
            put_chart(out, &s->chart);
    }
    fr_put_char(out, '}');
}
