/*
 * test_hostile.c - names that try to break out, through every way in and every way out; messages
 * are test_cli_hostile.c's.
 *
 * Whatever a name holds: XML stays well-formed and inert, JSON parses and gives the name back,
 * folded text reads back identically, and no raw control character reaches any output or message.
 */
#include "flamerender.h"
#include "fuzz/fuzz.h"
#include "unit/hostile_names.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

/* ---- outputs */

typedef struct shape {
    int scripts, events, foreign, links, styles;
} shape;

static bool is_inner_link(const char *href)
{
    return href[0] == '#' || strncmp(href, "data:", 5) == 0;
}

static void look_at_attributes(const xmlNode *node, shape *seen)
{
    for (const xmlAttr *a = node->properties; a; a = a->next) {
        const char *name = (const char *)a->name;
        seen->events +=
            tolower((unsigned char)name[0]) == 'o' && tolower((unsigned char)name[1]) == 'n';
        xmlChar *value = xmlNodeGetContent((const xmlNode *)a);
        bool href = strcmp(name, "href") == 0 || strcmp(name, "src") == 0;
        seen->links += href && !is_inner_link((const char *)value);
        xmlFree(value);
    }
}

static const xmlNode *next_node(const xmlNode *node)
{
    if (node->children && node->type == XML_ELEMENT_NODE)
        return node->children;
    while (node && !node->next)
        node = node->parent && node->parent->type == XML_ELEMENT_NODE ? node->parent : NULL;
    return node ? node->next : NULL;
}

static int n_xml_errors;

static void count_error(void *arg, const char *message, ...)
{
    (void)arg, (void)message;
    n_xml_errors++;
}

/* Data for a viewer: what no browser runs. */
static bool is_data_block(const xmlNode *node)
{
    xmlChar *type = xmlGetProp(node, BAD_CAST "type");
    bool is_data = type && strcmp((const char *)type, "application/octet-stream") == 0;
    xmlFree(type);
    return is_data;
}

static void look_at_elements(const xmlNode *root, shape *seen)
{
    for (const xmlNode *node = root; node; node = next_node(node)) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        const char *name = (const char *)node->name;
        seen->scripts += strcasecmp(name, "script") == 0 && !is_data_block(node);
        seen->foreign += strcasecmp(name, "foreignObject") == 0;
        seen->styles += strcasecmp(name, "style") == 0;
        look_at_attributes(node, seen);
    }
}

/* What is in the document; it is well-formed. `text` gets all its text, malloc'ed by libxml2. */
static shape look_at_xml(const char *bytes, size_t len, xmlChar **text)
{
    shape seen = {0};
    n_xml_errors = 0;
    xmlSetGenericErrorFunc(NULL, count_error);
    xmlDoc *doc = xmlReadMemory(bytes, (int)len, "out.svg", NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
    assert_non_null(doc);
    assert_int_equal(n_xml_errors, 0);
    assert_null(doc->intSubset);
    look_at_elements(xmlDocGetRootElement(doc), &seen);
    *text = xmlNodeGetContent(xmlDocGetRootElement(doc));
    xmlFreeDoc(doc);
    return seen;
}

static char *written(const fr_scene *scene, const fr_profile *profile, const char *format,
                     size_t *len)
{
    fr_output *out = fr_output_memory();
    assert_non_null(out);
    if (scene)
        fr_scene_write(scene, format, NULL, out);
    else
        fr_profile_write(profile, format, out);
    const char *bytes = fr_output_bytes(out, len);
    assert_non_null(bytes);
    char *copy = malloc(*len + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, *len + 1);
    fr_output_free(out);
    return copy;
}

/* How an inert picture looks: that of a harmless name. */
static shape harmless;

static void check_inert(shape seen, int scripts, const char *text, const char *shown)
{
    assert_int_equal(seen.scripts, scripts);
    assert_int_equal(seen.styles, harmless.styles);
    assert_int_equal(seen.events, 0);
    assert_int_equal(seen.foreign, 0);
    assert_int_equal(seen.links, 0);
    if (shown && !strstr(text, shown))
        print_error("not in the picture: %s\n", shown);
    assert_true(!shown || strstr(text, shown));
}

static void check_svg(const char *bytes, size_t len, const char *shown)
{
    xmlChar *text;
    shape seen = look_at_xml(bytes, len, &text);
    check_inert(seen, harmless.scripts, (const char *)text, shown);
    xmlFree(text);
}

/* As a browser would read it, mending what is wrong; so the parser's complaints mean nothing. */
static void check_html(const char *bytes, size_t len, const char *shown)
{
    shape seen = {0};
    htmlDocPtr doc = htmlReadMemory(bytes, (int)len, "out.html", NULL,
                                    HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING);
    assert_non_null(doc);
    look_at_elements(xmlDocGetRootElement(doc), &seen);
    xmlChar *text = xmlNodeGetContent(xmlDocGetRootElement(doc));
    check_inert(seen, 1, (const char *)text, shown); /* the viewer */
    xmlFree(text);
    xmlFreeDoc(doc);
}

static void check_json(const char *format, const char *bytes, size_t len)
{
    json_error_t err;
    json_t *json = json_loadb(bytes, len, 0, &err);
    if (!json)
        print_error("%s: %s\n", format, err.text);
    assert_non_null(json);
    json_decref(json);
}

/* One of `scene` and `profile` in one format. */
static void check_output(const fr_scene *scene, const fr_profile *profile,
                         const fr_format_info *info, const char *shown)
{
    size_t len;
    const char *format = info->name;
    char *bytes = written(scene, profile, format, &len);
    if (!(info->flags & FR_FORMAT_BINARY))
        fuzz_check_text(bytes, len);
    if (strcmp(format, "svg") == 0)
        check_svg(bytes, len, shown);
    if (strcmp(format, "html") == 0)
        check_html(bytes, len, shown);
    if (strstr(format, "json"))
        check_json(format, bytes, len);
    free(bytes);
}

/* Every format, bitmaps only where a text is to be shown, as they take long; `shown` is a text that must be found in the picture, or NULL. */
static void check_outputs(const fr_scene *scene, const fr_profile *profile, const char *shown)
{
    fr_format_info format;
    for (size_t i = 0; fr_picture_format_at(i, &format); i++)
        if (shown || !(format.flags & FR_FORMAT_BINARY))
            check_output(scene, NULL, &format, shown);
    for (size_t i = 0; fr_profile_format_at(i, &format); i++)
        check_output(NULL, profile, &format, shown);
}

/* ---- profiles */

/* main with `name` under it and a leaf under that. */
static fr_profile *profile_of(const char *name)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    assert_non_null(b);
    uint32_t column = fr_builder_column(b, "cpu", "samples", 0);
    uint32_t top =
        fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &(fr_frame_info){.name = "main"}));
    uint32_t mid = fr_builder_push(
        b, top, fr_builder_frame(b, &(fr_frame_info){.name = name, .file = name, .module = name}));
    uint32_t leaf = fr_builder_push(b, mid, fr_builder_frame(b, &(fr_frame_info){.name = "leaf"}));
    fr_builder_add(b, mid, column, 50, 50, 50.0);
    fr_builder_add(b, leaf, column, 50, 50, 50.0);
    fr_profile *profile = fr_builder_finish(b, &err);
    assert_non_null(profile);
    return profile;
}

static fr_tree *tree_of(const fr_profile *profile)
{
    fr_tree *tree = fr_tree_build(profile, NULL, NULL);
    assert_non_null(tree);
    return tree;
}

static fr_theme *plain_theme; /* of all pictures */

static fr_scene *scene_of(const fr_tree *tree, const fr_flame_options *opt)
{
    fr_scene *scene = fr_scene_flame(tree, plain_theme, opt, NULL);
    assert_non_null(scene);
    return scene;
}

/* ---- the ways in */

static void names_of_frames(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_HOSTILE; i++) {
        fr_profile *profile = profile_of(hostile[i]);
        fr_tree *tree = tree_of(profile);
        assert_int_equal(fr_tree_view(tree).n, 4);
        fr_flame_options wide = FR_FLAME_DEFAULTS;
        wide.width_px = 1200; /* the longest fits */
        fr_scene *scene = scene_of(tree, &wide);
        assert_true(fr_scene_embed(scene, profile, NULL));
        check_outputs(scene, profile, fr_tree_name(tree, 2));
        fr_scene_free(scene);
        fr_tree_free(tree);
        fr_profile_free(profile);
    }
}

/* main with every name under it, each on one side or on both. */
static fr_profile *sides_of_all(void)
{
    fr_error err = {0};
    fr_builder *b = fr_builder_new(NULL, &err);
    assert_non_null(b);
    uint32_t base = fr_builder_column(b, "base", "samples", 0);
    uint32_t new_ = fr_builder_column(b, "new", "samples", 0);
    uint32_t top =
        fr_builder_push(b, FR_NO_STACK, fr_builder_frame(b, &(fr_frame_info){.name = "main"}));
    for (size_t i = 0; i < N_HOSTILE; i++) {
        fr_frame_info frame = {.name = hostile[i], .file = hostile[i], .module = hostile[i]};
        uint32_t stack = fr_builder_push(b, top, fr_builder_frame(b, &frame));
        if (i % 3 != 0)
            fr_builder_add(b, stack, base, 1000, 1000, 1000.0);
        if (i % 3 != 1)
            fr_builder_add(b, stack, new_, 1000, 1000, 1000.0);
    }
    fr_profile *profile = fr_builder_finish(b, &err);
    assert_non_null(profile);
    return profile;
}

/* Sides that are called as badly. */
static fr_diff *diff_of_all(const char *label)
{
    static const uint32_t columns[] = {0, 1};
    const fr_profile *profile = sides_of_all();
    fr_side base = {.profiles = &profile, .columns = &columns[0], .n = 1, .label = label};
    fr_side new_ = {.profiles = &profile, .columns = &columns[1], .n = 1, .label = label};
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    fr_error err = {0};
    opt.exact_names = true;
    fr_diff *diff = fr_diff_build(&base, &new_, &opt, &err);
    if (!diff)
        print_error("%s\n", err.text);
    assert_non_null(diff);
    fr_profile_free((fr_profile *)(uintptr_t)profile);
    return diff;
}

/* Every name is in the text of a picture: in tooltips, if not in labels. */
static void check_all_shown(const fr_scene *scene, const fr_tree *tree)
{
    size_t len;
    xmlChar *text;
    char *svg = written(scene, NULL, "svg", &len);
    look_at_xml(svg, len, &text);
    for (uint32_t i = 2; i < fr_tree_view(tree).n; i++)
        if (!strstr((const char *)text, fr_tree_name(tree, i)))
            fail_msg("not in the picture: %s", fr_tree_name(tree, i));
    xmlFree(text);
    free(svg);
}

static void names_on_both_sides(void **state)
{
    (void)state;
    fr_theme *theme = fr_theme_new(NULL, NULL);
    assert_non_null(theme);
    for (size_t i = 0; i < N_HOSTILE; i += 8) {
        fr_flame_options wide = FR_FLAME_DEFAULTS;
        fr_diff *diff = diff_of_all(hostile[i]);
        wide.width_px = 4000;
        fr_scene *scene = fr_scene_diff(diff, theme, &wide, NULL);
        fr_tree *tree = tree_of(fr_diff_profile(diff));
        assert_non_null(scene);
        assert_true(fr_scene_embed(scene, fr_diff_profile(diff), NULL));
        check_outputs(scene, fr_diff_profile(diff), NULL);
        check_all_shown(scene, tree);
        fr_tree_free(tree);
        fr_scene_free(scene);
        fr_diff_free(diff);
    }
    fr_theme_free(theme);
}

static fr_profile *read_as(const char *format, const char *bytes, size_t len)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.input_format = format;
    opt.folded.columns = strcmp(format, "folded") == 0;
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(&opt, &err);
    assert_non_null(reader);
    bool added = fr_reader_add_memory(reader, "test", bytes, len, &err);
    if (!added)
        print_error("%s: %s\n", bytes, err.text);
    assert_true(added);
    fr_profile *profile = fr_reader_finish(reader, &err);
    assert_non_null(profile);
    return profile;
}

static void folded_reads_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_HOSTILE; i++) {
        fr_profile *profile = profile_of(hostile[i]);
        size_t len, again_len, n_lines = 0;
        char *folded = written(NULL, profile, "folded", &len);
        for (size_t k = 0; k < len; k++)
            n_lines += folded[k] == '\n';
        assert_int_equal(n_lines, 2);
        fr_profile *again = read_as("folded", folded, len);
        char *folded_again = written(NULL, again, "folded", &again_len);
        assert_string_equal(folded, folded_again);
        fr_tree *tree = tree_of(profile), *tree_again = tree_of(again);
        assert_int_equal(fr_tree_view(tree_again).n, 4);
        if (i + 1 < N_HOSTILE) /* the last, name_[k], is read as a kernel frame */
            assert_string_equal(fr_tree_name(tree, 2), fr_tree_name(tree_again, 2));
        fr_tree_free(tree);
        fr_tree_free(tree_again);
        free(folded);
        free(folded_again);
        fr_profile_free(profile);
        fr_profile_free(again);
    }
}

static void distinct_names_stay_distinct(void **state)
{
    (void)state;
    fr_builder *b = fr_builder_new(NULL, NULL);
    assert_non_null(b);
    uint32_t column = fr_builder_column(b, "cpu", "samples", 0);
    for (size_t i = 0; i < N_HOSTILE; i++) {
        uint32_t frame = fr_builder_frame(b, &(fr_frame_info){.name = hostile[i]});
        fr_builder_add(b, fr_builder_push(b, FR_NO_STACK, frame), column, 1, 1, 1.0);
    }
    fr_profile *profile = fr_builder_finish(b, NULL);
    assert_non_null(profile);
    fr_tree *tree = tree_of(profile);
    fr_tree_columns t = fr_tree_view(tree);
    assert_int_equal(t.n, N_HOSTILE + 1);
    for (uint32_t i = 1; i < t.n; i++)
        assert_int_equal(t.total[0][i], 1);
    fr_tree_free(tree);
    fr_profile_free(profile);
}

/* The name in a file of its format, as bytes: line ends would end it, of course. */
static void raw_bytes_in_files(void **state)
{
    (void)state;
    static const struct {
        const char *format, *before, *after;
    } files[] = {
        {"folded", "main;x", ";leaf 3\n"},
        {"perf-script", "app 7 1.0: 5 cycles:\n\t4011d6 ", " (/usr/bin/app)\n\n"},
        {"perf-script", "x", " 7 1.0: 5 cycles:\n\t4011d6 f (/usr/bin/app)\n\n"},
        {"perf-script", "app 7 1.0: 5 x", "/:\n\t4011d6 f (/usr/bin/app)\n\n"},
        {"perf-script", "app 7 1.0: 5 cycles:\n\t4011d6 [unknown] (/usr/", ")\n\n"},
    };
    for (size_t f = 0; f < sizeof files / sizeof *files; f++)
        for (size_t i = 0; i < N_HOSTILE; i++) {
            bool event = strstr(files[f].after, "/:\n") != NULL;
            if (strchr(hostile[i], '\n') || (event && strpbrk(hostile[i], " :\t\r\b")))
                continue;
            char bytes[1024];
            int len = snprintf(bytes, sizeof bytes, "%s%s%s", files[f].before, hostile[i],
                               files[f].after);
            fr_profile *profile = read_as(files[f].format, bytes, (size_t)len);
            fr_tree *tree = tree_of(profile);
            fr_scene *scene = scene_of(tree, NULL);
            check_outputs(scene, profile, NULL);
            fr_scene_free(scene);
            fr_tree_free(tree);
            fr_profile_free(profile);
        }
}

static void texts_of_the_author(void **state)
{
    (void)state;
    fr_profile *profile = profile_of("harmless");
    fr_tree *tree = tree_of(profile);
    for (size_t i = 0; i < N_HOSTILE; i++)
        for (int sink = 0; sink < 4; sink++) {
            fr_flame_options opt = FR_FLAME_DEFAULTS;
            const char **sinks[] = {&opt.title, &opt.subtitle, &opt.notes, &opt.countname};
            *sinks[sink] = hostile[i];
            fr_scene *scene = scene_of(tree, &opt);
            check_outputs(scene, profile, NULL);
            fr_scene_free(scene);
        }
    fr_tree_free(tree);
    fr_profile_free(profile);
}

static int set_up(void **state)
{
    (void)state;
    plain_theme = fr_theme_new(NULL, NULL);
    assert_non_null(plain_theme);
    fr_profile *profile = profile_of("harmless");
    fr_tree *tree = tree_of(profile);
    fr_scene *scene = scene_of(tree, NULL);
    size_t len;
    xmlChar *text;
    char *svg = written(scene, NULL, "svg", &len);
    harmless = look_at_xml(svg, len, &text);
    xmlFree(text);
    free(svg);
    fr_scene_free(scene);
    fr_tree_free(tree);
    fr_profile_free(profile);
    return harmless.scripts > 1;
}

static int tear_down(void **state)
{
    (void)state;
    fr_theme_free(plain_theme);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_frames),    cmocka_unit_test(names_on_both_sides),
        cmocka_unit_test(folded_reads_back),  cmocka_unit_test(distinct_names_stay_distinct),
        cmocka_unit_test(raw_bytes_in_files), cmocka_unit_test(texts_of_the_author),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
