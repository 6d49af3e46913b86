/* shapes.c - pictures back to rectangles; every surprise is a failed test. */
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

#include "render/scene.h"

#define SWATCH (11 * FR_PX)

/* ---- lists */

void shapes_add(shape_list *to, shape one)
{
    if (to->n == to->cap) {
        to->cap = to->cap ? 2 * to->cap : 64;
        to->list = realloc(to->list, to->cap * sizeof *to->list);
        if (!to->list)
            abort();
    }
    one.at = to->n;
    to->list[to->n++] = one;
}

void picture_reset(picture *p)
{
    free(p->shapes.list);
    free(p->legend.list);
    *p = (picture){0};
}

/* -1, 0, 1 by place, size and colours. */
static int compare_looks(const shape *a, const shape *b)
{
    const int64_t x[] = {a->y, a->x, a->w, a->h, a->colour[0], a->colour[1]};
    const int64_t y[] = {b->y, b->x, b->w, b->h, b->colour[0], b->colour[1]};

    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static int compare_shapes(const void *a, const void *b)
{
    const shape *x = a, *y = b;
    int looks = compare_looks(x, y);

    return looks ? looks : (x->at > y->at) - (x->at < y->at);
}

static void sort(shape_list *s)
{
    if (s->n)
        qsort(s->list, s->n, sizeof *s->list, compare_shapes);
}

/* "20 34.5 100x17 #aabbcc/#001122" in tenths of a px */
static const char *shape_text(char to[96], const shape *s)
{
    if (!s)
        return "none";
    snprintf(to, 96, "x %lld y %lld w %lld h %lld #%06x/#%06x", (long long)s->x, (long long)s->y,
             (long long)s->w, (long long)s->h, (unsigned)s->colour[0], (unsigned)s->colour[1]);
    return to;
}

static bool same_looks(const shape_list *expected, const shape_list *found, char why[256])
{
    size_t i = 0;
    char a[96], b[96];

    while (i < expected->n && i < found->n &&
           compare_looks(&expected->list[i], &found->list[i]) == 0)
        i++;
    if (i == expected->n && i == found->n)
        return true;
    snprintf(why, 256, "%zu shapes of %zu; expected %s, found %s", found->n, expected->n,
             shape_text(a, i < expected->n ? &expected->list[i] : NULL),
             shape_text(b, i < found->n ? &found->list[i] : NULL));
    return false;
}

/* Both are sorted and look the same. */
static bool parents_first(const shape_list *expected, const shape_list *found, char why[256])
{
    size_t *place = calloc(expected->n + 1, sizeof *place);
    bool ok = true;

    if (!place)
        abort();
    for (size_t i = 0; i < expected->n; i++)
        place[expected->list[i].at] = found->list[i].at;
    for (size_t i = 0; i < expected->n && ok; i++) {
        const shape *s = &expected->list[i];
        char text[96];
        ok = s->parent == s->at || place[s->parent] < place[s->at];
        if (!ok)
            snprintf(why, 256, "painted before its parent: %s", shape_text(text, s));
    }
    free(place);
    return ok;
}

bool shapes_match(shape_list *expected, shape_list *found, char why[256])
{
    sort(expected);
    sort(found);
    return same_looks(expected, found, why) && parents_first(expected, found, why);
}

/* ---- numbers and colours */

/* Tenths of a px from "-12.3"; `*at` goes behind it. */
static int64_t read_length(const char **at)
{
    bool negative = **at == '-';
    char *end;
    int64_t tenths;

    *at += negative;
    if (**at < '0' || **at > '9')
        fail_msg("no number: '%.20s'", *at);
    tenths = strtol(*at, &end, 10) * FR_PX;
    if (*end == '.') {
        if (end[1] < '1' || end[1] > '9' || (end[2] >= '0' && end[2] <= '9'))
            fail_msg("more, or less, than tenths: '%.20s'", *at);
        tenths += end[1] - '0';
        end += 2;
    }
    *at = end;
    return negative ? -tenths : tenths;
}

/* "#6d7078" and no more, or up to `after`. */
static uint32_t read_colour(const char *text, char after)
{
    char *end;
    uint32_t colour;

    if (*text != '#')
        fail_msg("no colour: '%.20s'", text);
    colour = (uint32_t)strtoul(text + 1, &end, 16);
    if (end != text + 7 || *end != after)
        fail_msg("no colour: '%.20s'", text);
    return colour;
}

/* ---- scene-json */

static int64_t json_length(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    double tenths = json_number_value(value) * FR_PX;
    int64_t length = (int64_t)(tenths + (tenths < 0 ? -0.5 : 0.5));

    assert_true(json_is_number(value));
    if (tenths - (double)length > 1e-6 || tenths - (double)length < -1e-6)
        fail_msg("'%s' is no multiple of 0.1", key);
    return length;
}

static uint32_t json_colour(const json_t *fill, const char *key)
{
    const char *text = json_string_value(json_object_get(fill, key));

    assert_non_null(text);
    return read_colour(text, '\0');
}

static void set_json_colours(shape *s, const json_t *root, const json_t *item, fr_scheme scheme)
{
    size_t index = (size_t)json_integer_value(json_object_get(item, "fill"));
    const json_t *fill = json_array_get(json_object_get(root, "fills"), index);
    uint32_t light = json_colour(fill, "light"), dark = json_colour(fill, "dark");

    s->colour[0] = scheme == FR_SCHEME_DARK ? dark : light;
    s->colour[1] = scheme == FR_SCHEME_LIGHT ? light : dark;
}

static shape json_box(const json_t *root, const json_t *item, fr_scheme scheme)
{
    fr_box box = {.x0 = (int32_t)json_length(item, "x0"), .x1 = (int32_t)json_length(item, "x1")};
    shape s = {.x = box.x0,
               .y = json_length(item, "y"),
               .w = fr_box_painted_width(&box),
               .h = json_length(item, "h"),
               .parent = (size_t)json_integer_value(json_object_get(item, "parent")),
               .labelled = json_is_string(json_object_get(item, "label"))};

    set_json_colours(&s, root, item, scheme);
    return s;
}

static shape json_swatch(const json_t *root, const json_t *item, fr_scheme scheme)
{
    shape s = {.x = json_length(item, "x"), .y = json_length(item, "y"), .w = SWATCH, .h = SWATCH};

    set_json_colours(&s, root, item, scheme);
    return s;
}

picture picture_of_json(const char *text, size_t len, fr_scheme scheme)
{
    json_t *root = json_loadb(text, len, 0, NULL), *item;
    picture p = {0};
    size_t i;

    assert_non_null(root);
    assert_true(json_is_array(json_object_get(root, "boxes")));
    p.view.w = json_length(root, "width");
    p.view.h = json_length(root, "height");
    json_array_foreach(json_object_get(root, "boxes"), i, item)
        shapes_add(&p.shapes, json_box(root, item, scheme));
    json_array_foreach(json_object_get(root, "legend"), i, item)
        shapes_add(&p.legend, json_swatch(root, item, scheme));
    json_decref(root);
    return p;
}

/* ---- elements */

typedef struct document {
    xmlDocPtr tree;
    const char *dark; /* the rules of the dark scheme; NULL: none */
} document;

static bool is_named(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

/* NULL where it is not set; lives as long as the tree. Values have no entities. */
static const char *attribute(const xmlNode *node, const char *name)
{
    for (const xmlAttr *a = node->type == XML_ELEMENT_NODE ? node->properties : NULL; a;
         a = a->next)
        if (strcmp((const char *)a->name, name) == 0)
            return a->children ? (const char *)a->children->content : "";
    return NULL;
}

/* The node after this one in the document, within `root`; NULL at the end. */
static xmlNode *next_node(const xmlNode *root, xmlNode *node, bool inside)
{
    if (inside && node->children)
        return node->children;
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
}

/* The first element of a name in the document. */
static xmlNode *find_element(xmlNode *root, const char *name)
{
    xmlNode *node = root;

    while (node && !is_named(node, name))
        node = next_node(root, node, true);
    if (!node)
        fail_msg("no <%s>", name);
    return node;
}

static int64_t length_of(const xmlNode *node, const char *name, int64_t otherwise)
{
    const char *text = attribute(node, name);
    int64_t length = otherwise;

    if (text) {
        length = read_length(&text);
        assert_string_equal(text, "");
    } else if (otherwise < 0) {
        fail_msg("<%s> without %s", (const char *)node->name, name);
    }
    return length;
}

/* ---- where and in which colours */

/* Adds `translate(12 34.5)`. */
static void move_by(shape *s, const char *transform)
{
    static const char name[] = "translate(";
    const char *at = transform + sizeof name - 1;

    if (strncmp(transform, name, sizeof name - 1) != 0)
        fail_msg("transform '%s'", transform);
    s->x += read_length(&at);
    assert_int_equal(*at++, ' ');
    s->y += read_length(&at);
    assert_string_equal(at, ")");
}

/* Of the rule ".a12{fill:#6b3a30}"; false where the class has none. */
static bool rule_of(const document *d, const char *class_name, uint32_t *colour)
{
    char start[64];
    const char *rule;

    if (!class_name || !d->dark)
        return false;
    snprintf(start, sizeof start, ".%s{fill:", class_name);
    rule = strstr(d->dark, start);
    if (rule)
        *colour = read_colour(rule + strlen(start), '}');
    return rule != NULL;
}

/* The attributes of the element and of what it stands in: the nearest fill wins. */
static void resolve(const document *d, const xmlNode *node, shape *s)
{
    bool filled[2] = {false, false};

    for (; node && node->type == XML_ELEMENT_NODE; node = node->parent) {
        const char *fill = attribute(node, "fill"), *transform = attribute(node, "transform");
        uint32_t plain = fill ? read_colour(fill, '\0') : 0, ruled = plain;
        bool has_rule = rule_of(d, attribute(node, "class"), &ruled);
        if (transform)
            move_by(s, transform);
        if (!filled[0] && fill)
            s->colour[0] = plain;
        if (!filled[1] && (fill || has_rule))
            s->colour[1] = ruled;
        filled[0] |= fill != NULL;
        filled[1] |= fill != NULL || has_rule;
    }
    assert_true(filled[0] && filled[1]);
}

/* ---- shapes */

static void add_rect(const document *d, const xmlNode *node, shape_list *to)
{
    shape s = {.x = length_of(node, "x", 0),
               .y = length_of(node, "y", 0),
               .w = length_of(node, "width", -1),
               .h = length_of(node, "height", -1)};

    resolve(d, node, &s);
    shapes_add(to, s);
}

static int64_t read_step(const char **at, char command)
{
    if (**at != command)
        fail_msg("expected '%c': '%.40s'", command, *at);
    ++*at;
    return read_length(at);
}

/* M12.3 4h9v7h-9z M... */
static void add_path(const document *d, const xmlNode *node, shape_list *to)
{
    const char *at = attribute(node, "d");
    shape own = {0};

    assert_non_null(at);
    resolve(d, node, &own);
    while (*at) {
        shape s = own;
        s.x += read_step(&at, 'M');
        s.y += read_step(&at, ' ');
        s.w = read_step(&at, 'h');
        s.h = read_step(&at, 'v');
        assert_int_equal(read_step(&at, 'h'), -s.w);
        assert_int_equal(*at++, 'z');
        shapes_add(to, s);
    }
}

static const struct element {
    const char *name;
    void (*add)(const document *d, const xmlNode *node, shape_list *to); /* NULL: no shape */
    bool inside; /* what is in it can paint */
} elements[] = {
    {"svg", NULL, true},      {"g", NULL, true},        {"a", NULL, true},
    {"rect", add_rect, true}, {"path", add_path, true}, {"text", NULL, false},
    {"line", NULL, false},    {"title", NULL, false},   {"desc", NULL, false},
    {"style", NULL, false},   {"script", NULL, false},  {"metadata", NULL, false},
    {"view", NULL, false},
};

/* No attribute hides, moves or colours an element but those that are read. */
static void check_attributes(const xmlNode *node)
{
    static const char *const refused[] = {"style",  "opacity",   "fill-opacity", "display",
                                          "stroke", "clip-path", "visibility",   "mask",
                                          "filter", "hidden"};

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (attribute(node, refused[i]))
            fail_msg("<%s %s>", (const char *)node->name, refused[i]);
}

static const struct element *element_of(const xmlNode *node)
{
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (is_named(node, elements[i].name))
            return &elements[i];
    fail_msg("an element <%s>", (const char *)node->name);
    return elements;
}

static void add_shapes_of(const document *d, xmlNode *svg, shape_list *to)
{
    bool inside;

    for (xmlNode *node = svg; node; node = next_node(svg, node, inside)) {
        inside = false;
        if (node->type != XML_ELEMENT_NODE)
            continue;
        const struct element *e = element_of(node);
        inside = e->inside;
        if (e->inside)
            check_attributes(node);
        if (e->add)
            e->add(d, node, to);
    }
}

/* ---- documents */

/* viewBox="0 0 1200 345"; an HTML parser makes the name lower case. */
static shape view_of(const xmlNode *svg)
{
    const char *at = attribute(svg, "viewBox");
    shape s = {0};

    at = at ? at : attribute(svg, "viewbox");
    assert_non_null(at);
    s.x = read_length(&at);
    s.y = read_step(&at, ' ');
    s.w = read_step(&at, ' ');
    s.h = read_step(&at, ' ');
    assert_string_equal(at, "");
    return s;
}

static const char *dark_rules(const char *text)
{
    return strstr(text, "@media (prefers-color-scheme:dark){");
}

picture picture_of_svg(const char *text, size_t len)
{
    document d = {
        xmlReadMemory(text, (int)len, "picture.svg", NULL, XML_PARSE_HUGE | XML_PARSE_NONET),
        dark_rules(text)};
    picture p = {0};
    xmlNode *svg;

    assert_non_null(d.tree);
    svg = xmlDocGetRootElement(d.tree);
    p.view = view_of(svg);
    assert_int_equal(length_of(svg, "width", -1), p.view.w);
    assert_int_equal(length_of(svg, "height", -1), p.view.h);
    add_shapes_of(&d, svg, &p.shapes);
    xmlFreeDoc(d.tree);
    return p;
}

/* The squares in the items of the first list, where there is one. */
static void add_legend(const document *d, xmlNode *figure, shape_list *to)
{
    for (xmlNode *node = figure; node; node = next_node(figure, node, true))
        if (is_named(node, "svg") && is_named(node->parent, "li"))
            add_shapes_of(d, node, to);
}

picture picture_of_html(const char *text, size_t len)
{
    document d = {htmlReadMemory(text, (int)len, "picture.html", "utf-8",
                                 HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING),
                  dark_rules(text)};
    picture p = {0};
    xmlNode *figure, *svg;

    assert_non_null(d.tree);
    figure = find_element(xmlDocGetRootElement(d.tree), "figure");
    svg = find_element(figure, "svg");
    p.view = view_of(svg);
    add_shapes_of(&d, svg, &p.shapes);
    add_legend(&d, figure, &p.legend);
    xmlFreeDoc(d.tree);
    return p;
}
