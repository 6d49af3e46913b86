/* scene.c - the picture before it is written: growing lists of boxes, texts, lines, swatches, bars and strokes. */
#include "render/scene.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/short_name.h"
#include "base/text.h"

const char *const fr_width_names[5] = {FR_WIDTH_OF_WORDS(FR_WORD_AT)};

static const fr_text_style styles[FR_N_TEXT_ROLES] = {
    [FR_TEXT_TITLE] = {"title", 190, true, false},
    [FR_TEXT_SUBTITLE] = {"subtitle", 120, false, true},
    [FR_TEXT_AXIS] = {"axis", 105, false, true},
    [FR_TEXT_LEGEND] = {"legend", 110, false, true},
    [FR_TEXT_STATEMENT] = {"statement", 110, false, true},
    [FR_TEXT_NOTE] = {"note", 110, false, true},
    [FR_TEXT_PANEL] = {"panel", 120, true, false},
};

fr_text_style fr_text_style_of(fr_text_role role)
{
    return styles[role];
}

fr_scene *fr_scene_new(void)
{
    fr_scene *scene = calloc(1, sizeof *scene);

    if (!scene)
        return NULL;
    scene->what = scene->font_family = scene->unit = scene->description = "";
    scene->own_title = "self";
    scene->nametype = "";
    scene->label_size = FR_LABEL_SIZE;
    return scene;
}

void fr_scene_free(fr_scene *scene)
{
    if (!scene)
        return;
    fr_arena_reset(&scene->text);
    free(scene->boxes);
    free(scene->chains);
    free(scene->texts);
    free(scene->lines);
    free(scene->swatches);
    free(scene->bars);
    free(scene->strokes);
    free(scene->payload);
    fr_scene_free(scene->flame); /* which has none of its own */
    free((char *)(uintptr_t)scene->samples.at);
    free((char *)(uintptr_t)scene->lanes.at);
    free((char *)(uintptr_t)scene->chart.samples.at);
    fr_report_free(scene->changes);
    for (uint32_t i = 0; i < scene->n_steps; i++)
        fr_scene_free(scene->steps[i].diff); /* nor has a differential */
    free(scene->fills);
    free(scene->fill_slots);
    free(scene->view.frame_fills);
    fr_palette_map_reset(&scene->view.shading.map);
    fr_name_attributes_reset(&scene->attributes);
    free(scene->sides ? scene->sides->boxes : NULL);
    free(scene->sides ? scene->sides->nodes : NULL);
    free(scene->sides ? scene->sides->functions : NULL);
    free(scene->sides);
    free(scene);
}

static bool run_out(fr_scene *scene)
{
    scene->failed = true;
    return false;
}

/* Returns the list with a copy of `item` at its end, or as it was where memory ran out. */
static void *append(fr_scene *scene, void *list, size_t *n, size_t *cap, const void *item,
                    size_t size)
{
    char *grown = fr_grow(list, cap, *n + 1, size);

    if (!grown) {
        scene->failed = true;
        return list;
    }
    memcpy(grown + (*n)++ * size, item, size);
    return grown;
}

bool fr_scene_add_box(fr_scene *scene, const fr_box *box)
{
    scene->boxes =
        append(scene, scene->boxes, &scene->n_boxes, &scene->cap_boxes, box, sizeof *box);
    return !scene->failed;
}

void fr_scene_add_change(fr_scene *scene, const fr_box_change *change)
{
    fr_sides *s = scene->sides;

    s->boxes = append(scene, s->boxes, &s->n_boxes, &s->cap, change, sizeof *change);
}

const char *fr_scene_keep(fr_scene *scene, fr_bytes text)
{
    const char *copy = fr_arena_copy(&scene->text, text);

    if (!copy)
        scene->failed = true;
    return copy ? copy : "";
}

const char *fr_scene_keep_output(fr_scene *scene, fr_output *out)
{
    fr_bytes text = {NULL, 0};

    text.at = fr_output_bytes(out, &text.len);
    const char *kept = text.at ? fr_scene_keep(scene, text) : "";
    scene->failed |= !text.at;
    fr_output_free(out);
    return kept;
}

const char *fr_scene_clean(fr_scene *scene, const char *text, const char *other)
{
    fr_bytes clean =
        fr_text_repair(&scene->text, fr_bytes_of(text ? text : other), FR_TEXT_ESCAPED);

    if (!clean.at)
        scene->failed = true;
    return fr_scene_keep(scene, clean);
}

void fr_scene_take_tokens(fr_scene *scene, const fr_theme_tokens *t, fr_scheme asked)
{
    scene->scheme = asked ? asked : (fr_scheme)t->scheme;
    scene->tokens = (fr_tokens){.ground = {t->ground[0], t->ground[1]},
                                .ink = {t->ink[0], t->ink[1]},
                                .muted = {t->muted[0], t->muted[1]},
                                .hairline = {t->hairline[0], t->hairline[1]}};
    scene->font_family = fr_scene_clean(scene, t->font_family, "");
}

bool fr_scene_add_text(fr_scene *scene, fr_text_role role, fr_anchor anchor, int32_t x, int32_t y,
                       const char *text)
{
    const char *kept = fr_scene_keep(scene, fr_bytes_of(text));
    fr_scene_text item = {role, anchor, x, y, kept, kept, false};

    scene->texts =
        append(scene, scene->texts, &scene->n_texts, &scene->cap_texts, &item, sizeof item);
    return !scene->failed;
}

void fr_scene_put_text(const fr_scene *scene, fr_text_role role,
                       void (*put)(fr_output *out, fr_bytes text), fr_output *out)
{
    bool any = false;

    for (size_t i = 0; i < scene->n_texts; i++) {
        const fr_scene_text *t = &scene->texts[i];
        if (t->role != role || !*t->whole)
            continue;
        if (any)
            fr_put_text(out, t->goes_on ? " " : FR_SEPARATOR);
        any = true;
        put(out, fr_bytes_of(t->whole));
    }
}

void fr_scene_add_line(fr_scene *scene, fr_scene_line line)
{
    scene->lines =
        append(scene, scene->lines, &scene->n_lines, &scene->cap_lines, &line, sizeof line);
}

void fr_scene_add_bar(fr_scene *scene, fr_scene_bar bar)
{
    scene->bars = append(scene, scene->bars, &scene->n_bars, &scene->cap_bars, &bar, sizeof bar);
}

void fr_scene_add_stroke(fr_scene *scene, fr_scene_stroke stroke)
{
    scene->strokes = append(scene, scene->strokes, &scene->n_strokes, &scene->cap_strokes, &stroke,
                            sizeof stroke);
}

void fr_scene_add_swatch(fr_scene *scene, fr_scene_swatch swatch)
{
    scene->swatches = append(scene, scene->swatches, &scene->n_swatches, &scene->cap_swatches,
                             &swatch, sizeof swatch);
}

size_t fr_scene_count_joined(const fr_scene *scene, size_t i)
{
    size_t n = 1;

    while (scene->swatches[i].joined && i + n < scene->n_swatches && scene->swatches[i + n].joined)
        n++;
    return n;
}

const char *fr_scene_alt(const fr_scene *scene)
{
    return scene ? scene->description : "";
}

uint32_t fr_scene_kept_ppm(const fr_scene *scene)
{
    fr_i128 all = scene ? (fr_i128)scene->kept_self + scene->cut_self : 0;

    return all > 0 ? (uint32_t)((fr_i128)scene->kept_self * 1000000 / all) : 1000000;
}

void fr_chain_words(const fr_scene *scene, const fr_box *box, size_t most, char *to, size_t cap)
{
    const fr_scene_chain *chain = &scene->chains[box->chain - 1];
    fr_arena arena = {0};
    fr_bytes first, last;

    if (most) {
        first = fr_text_cut(fr_short_name(fr_bytes_of(chain->first), most, &arena), cap / 3);
        last = fr_text_cut(fr_short_name(fr_bytes_of(chain->last), most, &arena), cap / 3);
        snprintf(to, cap, "%.*s" FR_CHAIN_STEP "%u more" FR_CHAIN_STEP "%.*s", (int)first.len,
                 first.at, (unsigned)chain->n - 2, (int)last.len, last.at);
    } else {
        snprintf(to, cap, "%u frames", (unsigned)chain->n);
    }
    fr_arena_reset(&arena);
}

/* ---- fills ---- */

fr_fill fr_fill_of_theme(fr_theme_fill f)
{
    return (fr_fill){f.light, f.dark, f.ink_light, f.ink_dark, 0};
}

fr_fill fr_fill_of_entry(fr_theme_fill f, uint32_t entry)
{
    return (fr_fill){f.light, f.dark, f.ink_light, f.ink_dark, entry + 1};
}

static bool same_fill(const fr_fill *a, const fr_fill *b)
{
    return a->light == b->light && a->dark == b->dark && a->ink_light == b->ink_light &&
           a->ink_dark == b->ink_dark && a->entry == b->entry;
}

/* Returns where the fill is in the table, or would be. */
static uint32_t *slot_of(fr_scene *scene, const fr_fill *fill)
{
    uint64_t hash = ((uint64_t)fill->light << 32 ^ (uint64_t)fill->dark << 8 ^ fill->entry) *
                    UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (size_t)(hash >> 32) & (scene->n_fill_slots - 1);

    while (scene->fill_slots[i] && !same_fill(&scene->fills[scene->fill_slots[i] - 1], fill))
        i = (i + 1) & (scene->n_fill_slots - 1);
    return &scene->fill_slots[i];
}

static bool grow_slots(fr_scene *scene)
{
    size_t n = scene->n_fill_slots ? scene->n_fill_slots * 4 : 256;
    uint32_t *slots = calloc(n, sizeof *slots);

    if (!slots)
        return run_out(scene);
    free(scene->fill_slots);
    scene->fill_slots = slots;
    scene->n_fill_slots = n;
    for (uint32_t i = 0; i < scene->n_fills; i++)
        *slot_of(scene, &scene->fills[i]) = i + 1;
    return true;
}

static uint32_t first_of_entry(const fr_scene *scene, uint32_t entry)
{
    for (uint32_t i = 0; i < scene->n_fills; i++)
        if (scene->fills[i].entry == entry)
            return i;
    return 0;
}

uint32_t fr_scene_fill(fr_scene *scene, fr_fill fill)
{
    fr_fill *fills;
    uint32_t *slot;

    if (scene->n_fills * 2 >= scene->n_fill_slots && !grow_slots(scene))
        return 0;
    slot = slot_of(scene, &fill);
    if (*slot)
        return *slot - 1;
    if (scene->n_fills == FR_MAX_FILLS)
        return first_of_entry(scene, fill.entry);
    fills = fr_grow(scene->fills, &scene->cap_fills, scene->n_fills + 1, sizeof *fills);
    if (!fills) {
        run_out(scene);
        return 0;
    }
    scene->fills = fills;
    scene->fills[scene->n_fills] = fill;
    *slot = ++scene->n_fills;
    return scene->n_fills - 1;
}

#define LABEL_ROW 12 /* rows lower than 1.2 times the labels have none */

int32_t fr_box_painted_width(const fr_box *box)
{
    int32_t w = box->x1 - box->x0;
    return w > 2 * FR_PX ? w - 6 : w;
}

int32_t fr_label_baseline(const fr_box *box, int32_t size)
{
    return (box->h + size * 5 / 7) / 2;
}

const char *fr_box_title(const fr_box *box)
{
    return *box->name ? box->name : "all";
}

void fr_put_escaped(fr_output *out, const char *plain)
{
    fr_put_xml(out, fr_bytes_of(plain));
}

bool fr_row_holds_labels(int32_t height_px, int32_t size)
{
    return height_px * FR_PX * 10 >= size * LABEL_ROW;
}

const fr_name_attribute *fr_box_attribute(const fr_scene *scene, const fr_box *box)
{
    return box->rest ? NULL : fr_name_attributes_find(&scene->attributes, fr_bytes_of(box->name));
}

fr_bytes fr_scene_unit(const fr_scene *scene, int64_t value)
{
    return fr_unit_for(scene->unit, value, scene->decimals);
}

char *fr_scene_amount(char to[FR_NUMBER_MAX], const fr_scene *scene, int64_t value)
{
    return fr_unit_has_multiples(scene->unit)
               ? fr_format_human(to, value, scene->decimals, scene->unit)
               : fr_format_grouped(to, value, scene->decimals);
}

size_t fr_sides_count_seen(const fr_sides *s)
{
    size_t n = 0;

    while (n < s->n_functions && (s->functions[n].total.seen || s->functions[n].self.seen))
        n++;
    return n;
}

bool fr_scene_has_text(const fr_scene *scene, fr_text_role role)
{
    for (size_t i = 0; i < scene->n_texts; i++)
        if (scene->texts[i].role == role && *scene->texts[i].whole)
            return true;
    return false;
}
