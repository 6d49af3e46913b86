/* box_title.c - tooltips without a script. */
#include "render/box_title.h"

#include "base/number.h"
#include "render/change_words.h"
#include "themes/theme.h"

#define SEPARATOR " \xc2\xb7 "
#define ARROW     " \xe2\x86\x92 "

#define DETAILS_FROM                                                                               \
    (2 * FR_PX) /* narrower boxes are hard to point at, and most of a large picture */

static void put_value(const fr_scene *s, int64_t value, fr_output *out)
{
    char to[FR_NUMBER_MAX];
    fr_put_text(out, fr_format_grouped(to, value, s->decimals));
}

/* "1 234 samples"; "12.3 ms (12 345 678 ns)"; "2 ns" */
static void put_amount(const fr_scene *s, int64_t value, fr_output *out)
{
    char to[FR_NUMBER_MAX] = "";
    bool multiple =
        fr_unit_has_multiples(s->unit) &&
        fr_is_rounded(fr_format_human(to, value, s->decimals, s->unit), value, s->decimals);

    if (multiple) {
        fr_put_xml(out, fr_bytes_of(to));
        fr_put_text(out, " (");
    }
    put_value(s, value, out);
    fr_put_char(out, ' ');
    fr_put_xml(out, fr_scene_unit(s, value));
    fr_put_text(out, multiple ? ")" : "");
}

/* " · 56.78 % of parent", of both sides " · 56.78 % -> 60.12 % of parent"; not where that is the share of all. */
static void put_of_parent(const fr_scene *s, const fr_box *box, fr_output *out)
{
    char to[FR_NUMBER_MAX];
    const fr_box_change *sides = s->sides ? s->sides->boxes : NULL;
    size_t i = (size_t)(box - s->boxes), parent = box->parent;

    if (parent == 0 || (!sides && s->boxes[parent].total == s->whole))
        return;
    fr_put_text(out, SEPARATOR);
    if (sides) {
        fr_put_xml(out, fr_bytes_of(
                            fr_format_share(to, sides[i].total.base, sides[parent].total.base, 2)));
        fr_put_text(out, ARROW);
        fr_put_xml(out, fr_bytes_of(
                            fr_format_share(to, sides[i].total.new_, sides[parent].total.new_, 2)));
    } else {
        fr_put_xml(out, fr_bytes_of(fr_format_share(to, box->total, s->boxes[parent].total, 2)));
    }
    fr_put_text(out, " of parent");
}

const char *fr_box_kind_title(const fr_scene *s, const char *title)
{
    const char *process = fr_class_title(FR_CLASS_PROCESS);

    return s->view.of_threads && strcmp(title, process) == 0 ? "thread" : title;
}

/* Writes what of a box is no amount: " · kernel". */
static void put_kind(const fr_scene *s, const fr_box *box, fr_output *out)
{
    fr_class kind = fr_class_of(fr_bytes_of(box->name), (fr_kind)box->kind, false);

    fr_put_text(out, SEPARATOR);
    fr_put_text(out, fr_box_kind_title(s, fr_class_title(kind)));
}

static void put_plain_title(const fr_scene *s, const fr_box *box, fr_output *out)
{
    char to[FR_NUMBER_MAX];

    fr_put_xml(out, fr_bytes_of(fr_box_title(box)));
    fr_put_text(out, box->rest ? FR_REST_TITLE SEPARATOR : SEPARATOR);
    put_amount(s, box->total, out);
    fr_put_text(out, SEPARATOR);
    fr_put_xml(out, fr_bytes_of(fr_format_share(to, box->total, s->whole, 2)));
    if (box->self == box->total || box->rest)
        return;
    fr_put_format(out, SEPARATOR "%s ", s->own_title);
    if (fr_unit_has_multiples(s->unit))
        put_amount(s, box->self, out);
    else
        put_value(s, box->self, out);
}

void fr_box_put_title(const fr_scene *scene, const fr_box *box, fr_output *out)
{
    const fr_name_attribute *own = fr_box_attribute(scene, box);

    if (own && own->title) {
        fr_put_xml(out, fr_bytes_of(own->title));
        return;
    }
    if (*scene->nametype && !box->rest) {
        fr_put_xml(out, fr_bytes_of(scene->nametype));
        fr_put_char(out, ' ');
    }
    if (scene->names_say_all)
        fr_put_xml(out, fr_bytes_of(fr_box_title(box)));
    else if (scene->sides)
        fr_change_put_title(scene, (size_t)(box - scene->boxes), out);
    else
        put_plain_title(scene, box, out);
    if (box == scene->boxes || box->rest || !scene->view.zooms || box->x1 - box->x0 < DETAILS_FROM)
        return;
    put_of_parent(scene, box, out);
    put_kind(scene, box, out);
}
