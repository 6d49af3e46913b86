/*
 * svg_live.c - the elements with view and data, and the script.
 *
 * What makes an SVG picture answer: its data, inert, and the one script, the same text in every picture (so that one
 * hash allows all of them).
 *
 *     <metadata data-flamerender="view">{"what":"flame","unit":"samples",...}</metadata>
 *     <metadata data-flamerender="data">RlJQSw...</metadata>      model/pack.h or containers.h, base64
 *     <script>...</script>                                        render/assets, as one text
 */
#include "render/svg/svg.h"

#include "base/members.h"
#include "base/output.h"
#include "base/text.h"
#include "render/change_words.h"
#include "render/pack/containers.h"

#include <inttypes.h>
#include <stdlib.h>

/*
 * The view of a picture: what its viewer needs to know besides the data, as JSON without < and &.
 *
 *     {"version":1,"what":"flame","title":"...","unit":"samples",...,"fills":[[[light,dark],[ink,ink]],...],...}
 */

/* Returns true if the script builds the picture's tree from the profile. A profile does not tell the order of its input,
 * nor, at a glance, who calls what, nor is a frame of one label: there the script works on what is drawn. */
static bool grows_from_profile(const fr_scene *scene)
{
    return strcmp(scene->what, "callers") != 0 && scene->view.sort != FR_SORT_INPUT &&
           !(scene->view.colouring && scene->view.colouring->by_label);
}

static void put_colours(fr_output *out, const uint32_t colour[2])
{
    fr_put_format(out, "[\"#%06x\",\"#%06x\"]", (unsigned)colour[0], (unsigned)colour[1]);
}

static void put_tokens(fr_members *m, const fr_tokens *tokens)
{
    const struct {
        const char *key;
        const uint32_t *colour;
    } rows[] = {{"ground", tokens->ground},
                {"ink", tokens->ink},
                {"muted", tokens->muted},
                {"hairline", tokens->hairline}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fr_member_key(m, rows[i].key);
        put_colours(m->out, rows[i].colour);
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

/* The key of a list, on a line of its own. */
static fr_output *begin_list(fr_members *m, const char *key)
{
    fr_members_break(m);
    fr_member_key(m, key);
    fr_put_char(m->out, '[');
    return m->out;
}

/* `last` follows them; NULL: nothing does. */
static void put_fills(fr_members *m, const char *key, const fr_fill *fills, uint32_t n,
                      const fr_fill *last)
{
    fr_output *out = begin_list(m, key);

    for (uint32_t i = 0; i < n; i++) {
        fr_put_text(out, i ? "," : "");
        put_fill(out, &fills[i]);
    }
    if (last) {
        fr_put_char(out, ',');
        put_fill(out, last);
    }
    fr_put_char(out, ']');
}

/* The entry of the legend that each fill is of, -1 for none. */
static void put_entries(fr_members *m, const fr_scene *s)
{
    fr_output *out = begin_list(m, "entries");

    for (uint32_t i = 0; i < s->n_fills; i++)
        fr_put_format(out, i ? ",%d" : "%d", (int)s->fills[i].entry - 1);
    fr_put_char(out, ']');
}

/* Returns true if frames have this fill where colour is the first way; also where there are no ways. */
static bool is_kind(const fr_scene *s, uint32_t fill)
{
    const fr_scene_way *way = s->view.ways;
    bool is = !way;

    for (size_t i = 0; way && i <= s->view.n_frame_fills && !is; i++)
        is = way->fills[i] == fill;
    return is;
}

/* Writes what a frame of each fill is: "native"; "" where colour is no kind. */
static void put_kinds(fr_members *m, const fr_scene *s)
{
    fr_output *out = begin_list(m, "kinds");
    const fr_colouring *c = s->view.ways ? s->view.ways->colouring : s->view.colouring;

    for (uint32_t i = 0; i < s->n_fills; i++) {
        uint32_t entry = s->fills[i].entry;
        const char *title = entry && is_kind(s, i) ? fr_colouring_title(c, entry - 1) : "";
        fr_put_text(out, i ? "," : "");
        fr_put_json(out, fr_bytes_of(fr_box_kind_title(s, title)));
    }
    fr_put_char(out, ']');
}

static void put_texts(fr_members *m, const char *key, const char *const *texts, size_t n)
{
    fr_member_key(m, key);
    fr_put_char(m->out, '[');
    for (size_t i = 0; i < n; i++) {
        fr_put_text(m->out, i ? "," : "");
        fr_put_json(m->out, fr_bytes_of(texts[i]));
    }
    fr_put_char(m->out, ']');
}

/* Writes what a frame of each class is: colours of a differential are no kinds. */
static void put_classes(fr_members *m, const fr_scene *s)
{
    const char *titles[FR_N_CLASSES];

    for (uint32_t c = 0; c < FR_N_CLASSES; c++)
        titles[c] = fr_box_kind_title(s, fr_class_title((fr_class)c));
    fr_members_break(m);
    put_texts(m, "kinds", titles, FR_N_CLASSES);
}

/* One byte a frame, and where there are more fills than 256 the upper bytes after all the lower ones. */
static void put_fill_bytes(fr_output *bytes, const uint16_t *fills, size_t n, uint32_t n_fills)
{
    for (unsigned shift = 0; shift < (n_fills > 256 ? 16U : 8U); shift += 8)
        for (size_t i = 0; i < n; i++)
            fr_put_char(bytes, (char)(fills[i] >> shift & 0xff));
}

static void put_frame_fills(fr_output *out, const fr_scene_view *view, uint32_t n_fills)
{
    fr_output *bytes = fr_output_memory();

    put_fill_bytes(bytes, view->frame_fills, view->n_frame_fills, n_fills);
    fr_put_base64(out, fr_part_bytes(bytes, out));
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

static void put_legend(fr_members *m, const fr_scene *s)
{
    fr_output *out = begin_list(m, "legend");

    for (size_t i = 0, n; i < s->n_swatches; i += n) {
        n = fr_scene_count_joined(s, i);
        fr_put_text(out, i ? "," : "");
        put_entry(out, &s->swatches[i], n);
    }
    fr_put_char(out, ']');
}

/* A container, which is freed. */
static void put_packed(fr_output *out, fr_bytes packed)
{
    if (packed.at)
        fr_put_base64(out, packed);
    else
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    free((char *)(uintptr_t)packed.at);
}

/* The fills of the frames of all ways, one after the other, in a container. */
static void put_way_fills(fr_output *out, const fr_scene *s)
{
    fr_output *bytes = fr_output_memory();

    for (size_t i = 0; i < FR_SCENE_WAYS; i++)
        put_fill_bytes(bytes, s->view.ways[i].fills, s->view.n_frame_fills + 1, s->n_fills);
    put_packed(out, fr_pack_container("FRCO", bytes));
}

static void put_way(fr_output *out, const fr_scene_way *way)
{
    fr_members m = fr_members_begin_compact(out, "{");

    fr_member_text(&m, "by", way->colouring->name);
    if (way->colouring->words)
        fr_member_text(&m, "words", way->colouring->words);
    fr_member_int(&m, "root", way->root);
    if (way->colouring->by_group || way->colouring->by_search)
        fr_member_bool(&m, "byFill", true);
    fr_member_key(&m, "legend");
    fr_put_char(out, '[');
    for (size_t i = 0; i < way->n_legend; i++) {
        fr_put_text(out, i ? "," : "");
        put_entry(out, &way->legend[i], 1);
    }
    fr_put_char(out, ']');
    fr_members_end(&m);
}

/* Lists what the reader of a page may colour by. */
static void put_ways(fr_members *whole, const fr_scene *s)
{
    const char *by = s->view.color_by;

    fr_members_break(whole);
    fr_member_key(whole, "colours");
    fr_members m = fr_members_begin_compact(whole->out, "{");
    fr_member_text(&m, "by", *by ? by : s->view.colouring->name);
    fr_member_text(&m, "chosen", s->view.chosen_way);
    fr_member_int(&m, "match", s->n_fills);
    fr_member_key(&m, "frames");
    fr_put_char(m.out, '"');
    put_way_fills(m.out, s);
    fr_put_char(m.out, '"');
    fr_member_key(&m, "ways");
    for (size_t i = 0; i < FR_SCENE_WAYS; i++) {
        fr_put_char(m.out, i ? ',' : '[');
        put_way(m.out, &s->view.ways[i]);
    }
    fr_put_char(m.out, ']');
    fr_members_end(&m);
}

static const char *const sorts[] = {FR_SORT_WORDS(FR_WORD_AT)};
static const char *const truncates[] = {FR_TRUNCATE_WORDS(FR_WORD_AT)};
static const char *const names[] = {FR_NAMES_WORDS(FR_WORD_AT)};

static void put_layout(fr_members *m, const fr_scene *s)
{
    const fr_scene_view *view = &s->view;

    fr_member_int(m, "column", view->column);
    fr_member_text(m, "sort", sorts[view->sort]);
    fr_member_text(m, "names", names[view->names]);
    fr_member_text(m, "truncate", truncates[view->truncate]);
    fr_member_text(m, "scheme", fr_scheme_names[s->scheme]);
    fr_member_int(m, "row", view->row_height_px);
    fr_member_int(m, "rows", view->max_depth);
    fr_member_int(m, "minwidth", view->minwidth_millionths);
    fr_member_int(m, "percent", view->minwidth_percent);
    fr_member_int(m, "icicle", view->icicle);
    if (view->chart)
        fr_member_int(m, "chart", view->in_time ? 2 : 1);
    fr_member_int(m, "rest", view->rest_fill);
    fr_member_int(m, "radius", s->radius);
    fr_member_int(m, "label", s->label_size);
    if (view->has_match)
        fr_member_int(m, "match", s->n_fills);
    fr_member_int(m, "width", s->width);
    fr_member_int(m, "decimals", s->decimals);
    /* Values as text: they may be larger than a number of JavaScript holds. */
    fr_member_digits(m, "whole", s->whole);
    fr_member_digits(m, "undrawn", s->undrawn);
    if (s->n_undrawn != FR_UNKNOWN_COUNT)
        fr_member_digits(m, "n_undrawn", (int64_t)s->n_undrawn);
}

/* Both sides: what a viewer needs to tell of changes, and to draw other widths. */
static void put_sides(fr_members *whole, const fr_sides *s, bool page)
{
    fr_members_break(whole);
    fr_member_key(whole, "diff");
    fr_members m = fr_members_begin_compact(whole->out, "{");
    fr_member_text(&m, "width", fr_width_names[s->width_of]);
    fr_member_text(&m, "base", s->base_name);
    fr_member_text(&m, "new", s->new_name);
    fr_member_digits(&m, "base_whole", s->base_whole);
    fr_member_digits(&m, "new_whole", s->new_whole);
    fr_member_digits(&m, "one", s->one_profile);
    fr_member_digits(&m, "factor", s->factor_ppm);
    fr_member_int(&m, "self", s->by_self);
    fr_member_int(&m, "callers", s->callers);
    fr_member_text(&m, "changed", s->changed);
    fr_member_text(&m, "root", s->root_label);
    put_texts(&m, "ramps", s->ramp, 4);
    put_texts(&m, "widths", s->width_words, 5);
    fr_member_text(&m, "by_self", s->self_words);
    fr_member_text(&m, "points", s->points_unit);
    fr_member_digits(&m, "rate", s->rate_milli);
    if (page) {
        fr_member_key(&m, "most");
        fr_put_format(m.out, "[%d,%d]", (int)s->most[0], (int)s->most[1]);
        if (s->again)
            fr_member_bool(&m, "again", true);
    }
    fr_members_end(&m);
}

/* It comes from outside. */
static void put_outside(fr_members *m, const char *key, const char *from)
{
    fr_arena arena = {0};
    fr_bytes clean = fr_text_repair(&arena, fr_bytes_of(from), FR_TEXT_RAW);

    fr_member_bytes(m, key, clean);
    if (!clean.at)
        fr_output_fail(m->out, FR_E_LIMIT, "out of memory");
    fr_arena_reset(&arena);
}

/* [name, title, href] of each name that has one. */
static void put_attributes(fr_members *m, const fr_name_attributes *a)
{
    fr_output *out = begin_list(m, "attributes");

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
static void put_columns(fr_members *m, const fr_scene_view *view)
{
    fr_output *out = begin_list(m, "columns");

    for (size_t k = 0; k < view->n_columns; k++) {
        const fr_scene_column *column = &view->columns[k];
        fr_members c = fr_members_begin_compact(out, k ? ",{" : "{");
        fr_member_int(&c, "decimals", column->decimals);
        fr_member_digits(&c, "whole", column->whole);
        if (column->empty)
            fr_member_int(&c, "empty", 1);
        fr_member_text(&c, "name", column->name);
        fr_member_text(&c, "measures", column->measures);
        fr_member_text(&c, "subtitle", column->subtitle);
        fr_member_text(&c, "unit", column->unit);
        fr_member_text(&c, "of", column->of);
        fr_members_end(&c);
    }
    fr_put_char(out, ']');
}

/* Writes what a page shows as time goes, or why it does not. */
static void put_chart(fr_members *whole, const fr_scene_chart *chart)
{
    if (chart->omitted)
        fr_member_text(whole, "untimed", chart->omitted);
    if (!chart->samples.at)
        return;
    fr_members_break(whole);
    fr_member_key(whole, "time");
    fr_members m = fr_members_begin_compact(whole->out, "{");
    fr_member_text(&m, "unit", "ns");
    fr_member_int(&m, "decimals", 0);
    fr_member_int(&m, "chart", 2);
    if (chart->title)
        fr_member_text(&m, "title", chart->title);
    fr_member_text(&m, "subtitle", chart->subtitle);
    fr_member_text(&m, "of", chart->of);
    fr_member_digits(&m, "whole", chart->whole);
    fr_member_int(&m, "start", chart->start_ns);
    fr_member_key(&m, "recorded");
    fr_put_format(m.out, "[%" PRId64 ",%" PRId64 "]", chart->first_ns, chart->last_ns);
    if (chart->lasts)
        fr_member_bool(&m, "lasts", true);
    if (chart->parts)
        fr_member_bool(&m, "parts", true);
    if (chart->parts && chart->of_times)
        fr_member_bool(&m, "ofTimes", true);
    if (chart->parts && *chart->reading)
        fr_member_text(&m, "reading", chart->reading);
    if (chart->opens)
        fr_member_bool(&m, "opens", true);
    fr_members_end(&m);
}

/* `page` adds what only the script of a page knows; `profile` says that the profile is carried too. */
static void put_view(const fr_scene *s, const fr_write_options *opt, bool page, bool profile,
                     fr_output *out)
{
    fr_members m = fr_members_begin_compact(out, "{");

    fr_member_int(&m, "version", 1);
    fr_member_text(&m, "what", s->what);
    fr_member_text(&m, "title", s->view.title);
    fr_member_text(&m, "subtitle", s->view.subtitle);
    fr_member_text(&m, "notes", s->view.notes);
    if (page && s->view.measures)
        fr_member_text(&m, "measures", s->view.measures);
    fr_member_text(&m, "unit", s->unit);
    fr_member_text(&m, "own", s->own_title);
    fr_member_text(&m, "of", s->view.of);
    fr_member_text(&m, "font", s->font_family);
    put_outside(&m, "search", opt->search ? opt->search : "");
    if (opt->link)
        put_outside(&m, "link", opt->link);
    if (*s->nametype)
        fr_member_text(&m, "nametype", s->nametype);
    if (s->attributes.names)
        put_attributes(&m, &s->attributes);
    put_layout(&m, s);
    put_tokens(&m, &s->tokens);
    put_fills(&m, "fills", s->fills, s->n_fills, /* what a search finds has the last one */
              s->view.has_match || s->view.ways ? &s->view.match : NULL);
    if (s->sides)
        put_classes(&m, s);
    else if (s->view.ways || (s->view.colouring && !s->view.colouring->by_group))
        put_kinds(&m, s);
    put_legend(&m, s);
    if (s->view.colouring)
        put_entries(&m, s);
    if (s->sides)
        put_sides(&m, s->sides, page);
    if (!s->sides && profile && grows_from_profile(s)) {
        fr_member_int(&m, "root", s->boxes[0].fill);
        fr_member_key(&m, "frames");
        fr_put_char(out, '"');
        put_frame_fills(out, &s->view, s->n_fills);
        fr_put_char(out, '"');
        if (s->view.colouring->by_group || s->view.colouring->by_search)
            fr_member_bool(&m, "byFill", true);
        if (page && s->view.ways)
            put_ways(&m, s);
        if (page) /* the colours of a differential that the page makes */
            put_fills(&m, "changes", s->view.changes, FR_RAMP_COLOURS, NULL);
        if (page && s->view.n_columns)
            put_columns(&m, &s->view);
        if (page)
            put_chart(&m, &s->chart);
    }
    fr_members_end(&m);
}

/* ---- the elements with view and data, and the script ---- */

#define AUTO_BYTES ((size_t)512 << 10) /* of packed data, under --data=auto */

bool fr_svg_is_live(const fr_scene *scene, const fr_write_options *opt)
{
    return scene->view.zooms && scene->n_boxes > 0 && !opt->scriptless;
}

/* The place of a part: <metadata data-flamerender="view"> in a picture, <script id="flamerender-view"> in a page. The
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
static void put_packed_part(fr_output *out, const place *in, const char *what, fr_bytes data)
{
    begin_part(out, in, what);
    put_packed(out, data);
    fr_put_text(out, in->end);
}

/* All but the profile. Of a differential all nodes where the profile is carried too, else what is drawn. */
static void put_parts(const fr_scene *scene, const fr_write_options *opt, const place *in,
                      bool profile, fr_output *out)
{
    begin_part(out, in, "view");
    put_view(scene, opt, in != &in_picture, profile, out);
    fr_put_text(out, in->end);
    if (scene->sides)
        put_packed_part(out, in, "changes", fr_pack_changes(scene, profile && scene->sides->nodes));
    else if (!profile || !grows_from_profile(scene))
        put_packed_part(out, in, "boxes", fr_pack_boxes(scene));
}

void fr_svg_put_data(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    bool profile = scene->payload && opt->data != FR_DATA_NONE &&
                   (opt->data == FR_DATA_FULL || scene->payload_len <= AUTO_BYTES);

    put_parts(scene, opt, &in_picture, profile, out);
    if (profile)
        put_data(out, &in_picture, "data", (fr_bytes){scene->payload, scene->payload_len});
    if (scene->stroke) {
        fr_put_text(out, "<style>");
        fr_svg_put_outline_rule(scene, out);
        fr_put_text(out, "</style>\n");
    }
}

fr_bytes fr_asset_bytes(fr_asset asset)
{
    return (fr_bytes){(const char *)asset.at, asset.len};
}

fr_bytes fr_svg_live_script(const fr_scene *scene)
{
    return fr_asset_bytes(scene->sides ? fr_diff_script : fr_flame_script);
}

void fr_svg_put_script(fr_bytes script, fr_output *out)
{
    fr_put_text(out, "<script>//<![CDATA[\n");
    fr_put(out, script);
    fr_put_text(out, "\n//]]></script>\n");
}

void fr_html_put_data(const char *what, fr_bytes bytes, fr_output *out)
{
    put_data(out, &in_page, what, bytes);
}

/* The flame graph of a selection, below a heatmap. */
void fr_html_put_below(const fr_scene *flame, const fr_write_options *opt, fr_output *out)
{
    put_parts(flame, opt, &in_page, true, out);
    put_data(out, &in_page, "data", (fr_bytes){flame->payload, flame->payload_len});
}

void fr_html_put_steps(const fr_scene *trend, const fr_write_options *opt, fr_output *out)
{
    begin_part(out, &in_page, "steps");
    fr_put_char(out, '[');
    for (uint32_t i = 0; i < trend->n_steps; i++) {
        const fr_scene_step *step = &trend->steps[i];
        fr_put_format(out, "%s{\"point\":%u,\"name\":", i ? "," : "", (unsigned)step->point);
        fr_put_json(out, fr_bytes_of(step->name));
        fr_put_char(out, '}');
    }
    fr_put_char(out, ']');
    fr_put_text(out, in_page.end);
    for (uint32_t i = 0; i < trend->n_steps; i++) {
        place numbered = in_page;
        numbered.number = trend->steps[i].point;
        put_parts(trend->steps[i].diff, opt, &numbered, true, out);
        put_packed_part(out, &numbered, "functions",
                        fr_pack_functions(trend->steps[i].diff->sides));
    }
}

void fr_html_put_live(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    put_parts(scene, opt, &in_page, scene->payload != NULL, out);
    if (scene->sides)
        put_packed_part(out, &in_page, "functions", fr_pack_functions(scene->sides));
    if (scene->chart.samples.at)
        put_data(out, &in_page, "chart", scene->chart.samples);
}
