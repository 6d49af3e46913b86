/*
 * change_words.c - tooltips without a script: what a box is, and what changed in it.
 *
 *     luaV_execute · 12.30 % -> 13.50 % · +1.20 pp ± 0.31 (× 1.10) · 2 964 -> 3 200 samples
 *     parse · share 50.00 % -> 45.45 %, because others grew; itself unchanged, +0.10 pp ± 0.60,
 *     within noise · 50 -> 50 samples
 *
 * assets/profile/change_words.js writes the same.
 */
#include "render/change_words.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/sentence.h"
#include "diff/diff.h"
#include "themes/theme.h"

#define ARROW      " \xe2\x86\x92 " /* U+2192 */
#define MINUS      "\xe2\x88\x92"   /* U+2212 */
#define PLUS_MINUS "\xc2\xb1"
#define TIMES      "\xc3\x97"
/* Narrower boxes are hard to point at, and most of a large picture. */
#define DETAILS_FROM (2 * FR_PX)
#define SEEN_APART   50 /* thousandths of a point from which share and change are distinguished */

/* ---- points ---- */

/* Two decimals of thousandths, rounded half up: "1.20", "<0.01". */
static char *format_hundredths(char to[FR_NUMBER_MAX], int64_t thousandths)
{
    long long shown = (thousandths + 5) / 10;

    if (thousandths > 0 && shown == 0)
        snprintf(to, FR_NUMBER_MAX, "<0.01");
    else
        snprintf(to, FR_NUMBER_MAX, "%lld.%02lld", shown / 100, shown % 100);
    return to;
}

char *fr_format_size(char to[FR_NUMBER_MAX], const fr_sides *s, int64_t points)
{
    int64_t milli = s->rate_milli ? (points * s->rate_milli + 50000) / 100000 : points;

    if (s->rate_milli && milli >= 99950)
        return fr_format_grouped(to, (milli + 500) / 1000, 0);
    if (s->rate_milli && milli >= 9995) {
        snprintf(to, FR_NUMBER_MAX, "%d.%d", (int)((milli + 50) / 1000),
                 (int)((milli + 50) / 100 % 10));
        return to;
    }
    return format_hundredths(to, milli);
}

char *fr_format_points(char to[FR_NUMBER_MAX], const fr_sides *s, int32_t points)
{
    char sized[FR_NUMBER_MAX];

    snprintf(to, FR_NUMBER_MAX, "%s%.30s%s",
             points < 0   ? MINUS
             : points > 0 ? "+"
                          : "",
             fr_format_size(sized, s, llabs(points)), s->points_unit);
    return to;
}

char *fr_format_sign(char to[FR_NUMBER_MAX], const fr_sides *s, const fr_change *c, bool unit)
{
    int64_t value = llabs(c->points), tenths = (value + 50) / 100;
    const char *maybe = c->verdict == FR_VERDICT_MAYBE ? "?" : "";
    char size[FR_NUMBER_MAX];

    if (s->rate_milli)
        fr_format_size(size, s, value);
    else if (value >= 95)
        snprintf(size, sizeof size, "%lld.%lld", (long long)tenths / 10, (long long)tenths % 10);
    else
        format_hundredths(size, value);
    snprintf(to, FR_NUMBER_MAX, "%s%.30s%s%s", c->points < 0 ? MINUS : "+", size,
             unit ? s->points_unit : "", maybe);
    return to;
}

const char *fr_change_verdict(const fr_change *change)
{
    return fr_verdict_name((fr_verdict)change->verdict);
}

/* ---- tooltips of a differential ---- */

static void put_share_of(fr_output *out, int64_t part, int64_t whole)
{
    char to[FR_NUMBER_MAX];
    fr_put_escaped(out, fr_format_share(to, part, whole, 2));
}

/* "12.30 % -> 13.50 %" */
static void put_shares(fr_output *out, const fr_scene *s, const fr_change *c)
{
    put_share_of(out, c->base, s->sides->base_whole);
    fr_put_text(out, ARROW);
    put_share_of(out, c->new_, s->sides->new_whole);
}

/* ", within noise" */
static const char *judged_as(const fr_change *c)
{
    static const char *const words[FR_N_VERDICTS] = {
        [FR_VERDICT_NOISE] = ", within noise",
        [FR_VERDICT_SMALL] = ", too small to matter",
        [FR_VERDICT_NEW] = ", new",
        [FR_VERDICT_GONE] = ", gone",
        [FR_VERDICT_UNJUDGED] = ", not judged",
        [FR_VERDICT_MAYBE] = ", maybe: not sure with one run a side",
    };

    if (c->verdict == FR_VERDICT_NOISE && c->base == 0 && c->new_ == 0)
        return "";
    return words[c->verdict] ? words[c->verdict] : "";
}

void fr_change_put(const fr_sides *s, const fr_change *c, fr_output *out)
{
    char to[FR_NUMBER_MAX];

    fr_put_escaped(out, fr_format_points(to, s, c->points));
    if (c->error > 0) {
        fr_put_text(out, " " PLUS_MINUS " ");
        fr_put_escaped(out, fr_format_size(to, s, c->error));
    }
    if (c->ratio > 0)
        fr_put_format(out, " (" TIMES FR_NARROW_SPACE "%d.%02d)", (int)c->ratio / 100,
                      (int)c->ratio % 100);
    fr_put_text(out, judged_as(c));
}

static void put_total_change(fr_output *out, const fr_scene *s, const fr_change *c)
{
    /* A share can change only because others did: then the frame's own change is distinguished. */
    if (llabs(c->share_points - c->points) < SEEN_APART) {
        put_shares(out, s, c);
        fr_put_text(out, FR_SEPARATOR);
        fr_change_put(s->sides, c, out);
        return;
    }
    fr_put_text(out, "share ");
    put_shares(out, s, c);
    if (!c->seen && llabs(c->share_points) > llabs(c->points))
        fr_put_text(out, c->share_points < 0 ? ", because others grew" : ", because others shrank");
    fr_put_text(out, c->seen ? "; itself " : "; itself unchanged, ");
    fr_change_put(s->sides, c, out);
}

static void put_value(fr_output *out, const fr_scene *s, int64_t value)
{
    char to[FR_NUMBER_MAX];
    fr_put_escaped(out, fr_scene_amount(to, s, value));
}

/* "2 964 -> 3 200 samples" */
static void put_amounts(fr_output *out, const fr_scene *s, const fr_change *c)
{
    put_value(out, s, c->base);
    fr_put_text(out, ARROW);
    put_value(out, s, c->new_);
    if (!fr_unit_has_multiples(s->unit)) {
        fr_put_char(out, ' ');
        fr_put_xml(out, fr_scene_unit(s, c->new_));
    }
}

/* Own value where it is another than the total, there is some, and something changed. */
static bool tells_self(const fr_box_change *c)
{
    bool same = c->self.base == c->total.base && c->self.new_ == c->total.new_;

    return !same && (c->self.base || c->self.new_) && (c->total.seen || c->self.seen);
}

void fr_change_put_title(const fr_scene *s, size_t i, fr_output *out)
{
    const fr_box_change *c = &s->sides->boxes[i];

    fr_put_escaped(out, fr_box_title(&s->boxes[i]));
    fr_put_text(out, s->boxes[i].rest ? FR_REST_TITLE FR_SEPARATOR : FR_SEPARATOR);
    (s->boxes[i].rest ? put_shares : put_total_change)(out, s, &c->total);
    fr_put_text(out, FR_SEPARATOR);
    put_amounts(out, s, &c->total);
    if (s->boxes[i].rest || !tells_self(c))
        return;
    fr_put_format(out, FR_SEPARATOR "%s ", s->own_title);
    put_shares(out, s, &c->self);
    fr_put_text(out, ", ");
    fr_change_put(s->sides, &c->self, out);
}

/* ---- tooltips ---- */

/* "1 234 samples"; "12.3 ms (12 345 678 ns)"; "2 ns" */
static void put_exact_amount(const fr_scene *s, int64_t value, fr_output *out)
{
    char to[FR_NUMBER_MAX] = "";
    bool multiple =
        fr_unit_has_multiples(s->unit) &&
        fr_is_rounded(fr_format_human(to, value, s->decimals, s->unit), value, s->decimals);

    if (multiple) {
        fr_put_escaped(out, to);
        fr_put_text(out, " (");
    }
    fr_put_grouped(out, value, s->decimals);
    fr_put_char(out, ' ');
    fr_put_xml(out, fr_scene_unit(s, value));
    fr_put_text(out, multiple ? ")" : "");
}

/* " · 56.78 % of parent", of both sides " · 56.78 % -> 60.12 % of parent"; not where that is the share of all. */
static void put_of_parent(const fr_scene *s, const fr_box *box, fr_output *out)
{
    const fr_box_change *sides = s->sides ? s->sides->boxes : NULL;
    size_t i = (size_t)(box - s->boxes), parent = box->parent;

    if (parent == 0 || (!sides && s->boxes[parent].total == s->whole))
        return;
    fr_put_text(out, FR_SEPARATOR);
    if (sides) {
        put_share_of(out, sides[i].total.base, sides[parent].total.base);
        fr_put_text(out, ARROW);
        put_share_of(out, sides[i].total.new_, sides[parent].total.new_);
    } else {
        put_share_of(out, box->total, s->boxes[parent].total);
    }
    fr_put_text(out, " of parent");
}

const char *fr_box_kind_title(const fr_scene *s, const char *title)
{
    const char *process = fr_class_title(FR_CLASS_PROCESS);

    return s->view.of_threads && strcmp(title, process) == 0 ? "thread" : title;
}

static void put_plain_title(const fr_scene *s, const fr_box *box, fr_output *out)
{
    fr_put_escaped(out, fr_box_title(box));
    fr_put_text(out, box->rest ? FR_REST_TITLE FR_SEPARATOR : FR_SEPARATOR);
    put_exact_amount(s, box->total, out);
    fr_put_text(out, FR_SEPARATOR);
    put_share_of(out, box->total, s->whole);
    if (box->self == box->total || box->rest)
        return;
    fr_put_format(out, FR_SEPARATOR "%s ", s->own_title);
    if (fr_unit_has_multiples(s->unit))
        put_exact_amount(s, box->self, out);
    else
        fr_put_grouped(out, box->self, s->decimals);
}

void fr_box_put_title(const fr_scene *scene, const fr_box *box, fr_output *out)
{
    const fr_name_attribute *own = fr_box_attribute(scene, box);

    if (own && own->title) {
        fr_put_escaped(out, own->title);
        return;
    }
    if (*scene->nametype && !box->rest) {
        fr_put_escaped(out, scene->nametype);
        fr_put_char(out, ' ');
    }
    if (scene->names_say_all)
        fr_put_escaped(out, fr_box_title(box));
    else if (scene->sides)
        fr_change_put_title(scene, (size_t)(box - scene->boxes), out);
    else
        put_plain_title(scene, box, out);
    if (box == scene->boxes || box->rest || !scene->view.zooms || box->x1 - box->x0 < DETAILS_FROM)
        return;
    put_of_parent(scene, box, out);
    fr_class kind = fr_class_of(fr_bytes_of(box->name), (fr_kind)box->kind, false);

    fr_put_text(out, FR_SEPARATOR);
    fr_put_text(out, fr_box_kind_title(scene, fr_class_title(kind)));
}
