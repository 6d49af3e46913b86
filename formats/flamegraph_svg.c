/*
 * flamegraph_svg.c - pictures of flamegraph.pl and inferno (cargo flamegraph, py-spy, rbspy), read back.
 *
 *     <g id="frames">                                                                flamegraph.pl
 *     <g><title>main (1,234 samples, 5.67%)</title><rect x="10.0" y="69" width="66.9" .../></g>
 *     <g><title>...</title><a xlink:href="..."><rect .../></a></g>                   with a link
 *     <svg id="frames" ...>                                                          inferno
 *     <g><title>main (1,234 samples, 5.67%)</title><rect ... y="69" fg:x="0" fg:w="1234"/></g>
 *
 * A box is a title and the rect after it. How many samples it holds is exact: fg:w, else the number in the title.
 * Its caller is the box next to its row, towards the root, that lies across it: by fg:x, else by x and width,
 * which are rounded alike for both. A stack's own value is what its callees leave of it. Root at the bottom or at
 * the top. Reference: facts of flamegraph.pl (2024) and inferno 0.12. Omitted: colours, links, and the changes
 * in the titles of differentials.
 */
#define _GNU_SOURCE /* memrchr */
#include <inttypes.h>
#include <stdlib.h>

#include "base/number.h"
#include "formats/reader.h"
#include "formats/xml.h"

typedef struct box {
    int64_t x, end;      /* samples of fg:x and fg:w, else millionths of a px */
    int64_t y;           /* millionths of a px; from the root row on it grows */
    int64_t total, rest; /* rest: what no callee has */
    uint32_t frame, stack;
    bool is_all;
} box;

typedef struct picture {
    fr_builder *b;
    fr_xml *xml;
    box *boxes;
    size_t n, cap;
    char *title; /* of the <g> that is open; "" once its box is known */
    size_t title_len, title_cap;
    bool in_title;
    char unit[64];     /* "samples": of the first title that names one */
    bool differential; /* a title ends in "; +1.23%)" */
    uint64_t n_over;   /* boxes that hold more than is left of their caller */
} picture;

/* ---- a box ---- */

/* "69", "10.0", "0.8805%" in millionths. */
static bool parse_length(fr_bytes text, int64_t *millionths)
{
    fr_decimal d;

    if (text.len && text.at[text.len - 1] == '%')
        text.len--;
    if (fr_decimal_parse(text, &d) != FR_PARSE_OK)
        return false;
    for (; d.decimals > 6; d.decimals--)
        d.mantissa /= 10;
    return fr_scale_up(d.mantissa, 6 - d.decimals, millionths) &&
           llabs(*millionths) < INT64_MAX / 4;
}

static bool parse_samples(fr_bytes text, int64_t *n)
{
    uint64_t value;

    if (!fr_parse_u64(text, &value) || value > INT64_MAX / 4)
        return false;
    *n = (int64_t)value;
    return true;
}

/* A number from the element that starts here; false where there is none. */
static bool read_number(picture *p, const char *name, bool (*parse)(fr_bytes text, int64_t *value),
                        int64_t *value)
{
    fr_bytes text;

    return fr_xml_attribute(p->xml, name, &text) && parse(text, value);
}

/* "main (1,234 samples, 5.67%; +0.12%)" becomes "main"; *n is the number, and p->unit what it counts. Names may hold
 * brackets of their own. */
static bool take_count(picture *p, fr_bytes *name, int64_t *n)
{
    const char *open = name->len ? memrchr(name->at, '(', name->len) : NULL;
    fr_bytes inside, unit;
    size_t i = 0;

    if (!open || name->at[name->len - 1] != ')')
        return false;
    inside = (fr_bytes){open + 1, (size_t)(name->at + name->len - open) - 2};
    for (*n = 0;
         i < inside.len && ((inside.at[i] >= '0' && inside.at[i] <= '9') || inside.at[i] == ',');
         i++)
        if (inside.at[i] != ',' &&
            (*n >= INT64_MAX / 40 || (*n = *n * 10 + (inside.at[i] - '0')) < 0))
            return false;
    if (i == 0 || i == inside.len || inside.at[i] != ' ')
        return false;
    unit = fr_bytes_from(inside, i + 1);
    unit.len = fr_bytes_find(unit, ',');
    if (i + 1 + unit.len == inside.len || !fr_bytes_contain(inside, "%"))
        return false;
    if (!p->unit[0])
        fr_text_copy(p->unit, sizeof p->unit, unit);
    p->differential = p->differential || fr_bytes_contain(inside, "%; ");
    *name = fr_bytes_trim((fr_bytes){name->at, (size_t)(open - name->at)});
    return true;
}

/* Finds where the box lies and what it holds; *name loses its count. */
static bool measure(picture *p, box *at, fr_bytes *name)
{
    bool counted = take_count(p, name, &at->total);
    int64_t width;

    if (!read_number(p, "y", parse_length, &at->y))
        return false;
    if (read_number(p, "fg:x", parse_samples, &at->x) &&
        read_number(p, "fg:w", parse_samples, &width))
        at->total = width;
    else if (!counted || !read_number(p, "x", parse_length, &at->x) ||
             !read_number(p, "width", parse_length, &width))
        return false;
    at->end = at->x + width;
    at->rest = at->total;
    return width >= 0;
}

static void read_box(picture *p, uint64_t most)
{
    fr_bytes name = fr_bytes_trim((fr_bytes){p->title, p->title_len});
    char shown[60];
    box *at;

    p->title_len = 0;
    if (p->n * sizeof *at >= most || !fr_reserve(&p->boxes, &p->cap, p->n + 1, sizeof *at)) {
        fr_builder_fail(p->b, FR_E_LIMIT, 0, 0, "%zu boxes take more memory than is allowed", p->n);
        fr_builder_hint(p->b, "--limit-memory raises the limit");
        return;
    }
    at = &p->boxes[p->n];
    *at = (box){0};
    if (measure(p, at, &name)) {
        at->is_all = fr_bytes_equal(name, FR_LITERAL("all"));
        at->frame =
            fr_builder_named(p->b, name, FR_TEXT_ESCAPED, FR_KIND_USER, (fr_bytes){NULL, 0});
        p->n++;
        return;
    }
    fr_text_copy(shown, sizeof shown, name);
    fr_builder_fail(p->b, FR_E_FORMAT, fr_xml_line(p->xml), 0,
                    "expected a title such as 'main (12 samples, 3.45%%)' and a rect, found '%s'",
                    shown);
}

static bool add_title(picture *p, fr_bytes text)
{
    if (!fr_reserve(&p->title, &p->title_cap, p->title_len + text.len + 1, 1))
        return false;
    memcpy(p->title + p->title_len, text.at, text.len);
    p->title_len += text.len;
    return true;
}

static void read_boxes(picture *p, uint64_t most)
{
    fr_xml_piece piece;

    while (!fr_builder_failed(p->b) && (piece = fr_xml_next(p->xml)) != FR_XML_NONE) {
        bool title = piece != FR_XML_TEXT && fr_xml_is(p->xml, "title");
        if (piece == FR_XML_TEXT && p->in_title) {
            if (!add_title(p, fr_xml_text(p->xml)))
                fr_builder_fail_memory(p->b);
        } else if (title || (piece == FR_XML_START && fr_xml_is(p->xml, "g"))) {
            p->in_title = title && piece == FR_XML_START;
            p->title_len = piece == FR_XML_START ? 0 : p->title_len;
        } else if (piece == FR_XML_START && p->title_len && fr_xml_is(p->xml, "rect")) {
            read_box(p, most);
        }
    }
}

/* ---- the tree ---- */

static int order_boxes(const void *left, const void *right)
{
    const box *a = left, *b = right;

    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->end != b->end)
        return a->end < b->end ? -1 : 1;
    return a->frame < b->frame ? -1 : a->frame > b->frame;
}

/* The box that is a row of its own at the bottom or at the top and as wide as any: the root, by preference
 * called "all". */
static const box *find_root(const picture *p)
{
    const box *ends[2] = {p->boxes, p->boxes}, *root = NULL; /* at the bottom, at the top */
    size_t n[2] = {0, 0};
    int64_t largest = 0;

    for (const box *at = p->boxes; at < p->boxes + p->n; at++) {
        ends[0] = at->y > ends[0]->y ? at : ends[0];
        ends[1] = at->y < ends[1]->y ? at : ends[1];
        largest = at->total > largest ? at->total : largest;
    }
    for (const box *at = p->boxes; at < p->boxes + p->n; at++) {
        n[0] += at->y == ends[0]->y;
        n[1] += at->y == ends[1]->y;
    }
    for (int i = 0; i < 2; i++)
        if (n[i] == 1 && ends[i]->total == largest && (!root || (ends[i]->is_all && !root->is_all)))
            root = ends[i];
    return root;
}

static bool lies_across(const box *caller, const box *at)
{
    return caller->x <= at->x && caller->end >= at->end;
}

/* Puts a row on the one before it; both from the left. A box without width may touch two callers: then the
 * second one is its caller where the first has not so much left. */
static bool place_row(picture *p, size_t first_caller, size_t end_caller, size_t first, size_t end)
{
    size_t c = first_caller;
    char shown[60];

    for (size_t i = first; i < end && !fr_builder_failed(p->b); i++) {
        box *at = &p->boxes[i], *caller;
        while (c + 1 < end_caller && p->boxes[c].end < at->end)
            c++;
        c +=
            p->boxes[c].rest < at->total && c + 1 < end_caller && lies_across(&p->boxes[c + 1], at);
        caller = &p->boxes[c];
        if (!lies_across(caller, at)) {
            fr_text_copy(shown, sizeof shown, fr_builder_frame_name(p->b, at->frame));
            fr_builder_fail(p->b, FR_E_FORMAT, 0, 0, "the box of '%s' lies on no box of a caller",
                            shown);
            return false;
        }
        p->n_over += caller->rest < at->total;
        caller->rest = caller->rest < at->total ? 0 : caller->rest - at->total;
        at->stack = fr_builder_push(p->b, caller->stack, at->frame);
    }
    return true;
}

static size_t row_end(const picture *p, size_t from)
{
    size_t i = from;

    while (i < p->n && p->boxes[i].y == p->boxes[from].y)
        i++;
    return i;
}

/* False where there is no root. */
static bool place_boxes(picture *p)
{
    const box *root = p->n ? find_root(p) : NULL;
    size_t before = 0, first, end;
    bool upwards = false;

    for (size_t i = 0; root && i < p->n; i++)
        upwards = upwards || p->boxes[i].y < root->y;
    for (size_t i = 0; upwards && i < p->n; i++)
        p->boxes[i].y = -p->boxes[i].y;
    if (!root)
        return false;
    qsort(p->boxes, p->n, sizeof *p->boxes, order_boxes);
    if (!p->boxes[0].is_all)
        p->boxes[0].stack = fr_builder_push(p->b, FR_NO_STACK, p->boxes[0].frame);
    for (first = row_end(p, 0); first < p->n; before = first, first = end) {
        end = row_end(p, first);
        if (!place_row(p, before, first, first, end))
            break;
    }
    return true;
}

/* ---- the whole ---- */

static void add_values(picture *p)
{
    const char *typed = fr_unit_typed(p->unit), *unit = typed        ? typed
                                                        : p->unit[0] ? p->unit
                                                                     : "samples";
    uint32_t column = fr_builder_column(p->b, unit, unit, 0);
    bool counts = strcmp(unit, "samples") == 0;

    for (size_t i = 0; i < p->n; i++) {
        int64_t own = p->boxes[i].rest;
        if (own)
            fr_builder_add(p->b, p->boxes[i].stack, column, own, counts ? (uint64_t)own : 0,
                           counts ? (double)own : 0.0);
    }
    fr_builder_record(p->b, p->n);
}

void fr_flamegraph_svg_read(fr_input *in, fr_builder *b, const fr_read_options *opt,
                            fr_choice *choice)
{
    picture p = {.b = b, .xml = fr_xml_open(in)};

    (void)choice;
    if (p.xml)
        read_boxes(&p, opt->limits.memory);
    if (!fr_builder_failed(b) && !fr_input_failed(in, NULL)) {
        if (place_boxes(&p))
            add_values(&p);
        else
            fr_builder_fail(
                b, FR_E_FORMAT, 0, 0,
                "expected one box as wide as the picture at its bottom or top, the root 'all'");
        fr_builder_say(b, FR_NOTE_CHOICE,
                       "read from the boxes of a picture: what was too narrow to draw counts as "
                       "self of its caller");
        if (p.differential)
            fr_builder_say(b, FR_NOTE_CHOICE,
                           "the picture is a differential: the second of its profiles is read, "
                           "which sets the widths");
        if (p.n_over)
            fr_builder_say(b, FR_NOTE_CHOICE,
                           "%" PRIu64
                           " boxes are wider than the room on their callers, which then count with "
                           "no own value",
                           p.n_over);
    }
    fr_xml_close(p.xml);
    free(p.boxes);
    free(p.title);
}
