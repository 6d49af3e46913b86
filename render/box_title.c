/* box_title.c - tooltips without a script. */
#include "render/box_title.h"

#include "base/number.h"
#include "render/change_words.h"

#define SEPARATOR " \xc2\xb7 "

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
    if (scene->sides)
        fr_change_put_title(scene, (size_t)(box - scene->boxes), out);
    else
        put_plain_title(scene, box, out);
}
