/*
 * test_box_labels.c - labels of recordings tell names apart: no cut stands for two names, and none has
 * fewer than six letters and digits. With FLAMERENDER_CORPUS the recordings there are read too.
 */
#include <ctype.h>
#include <glob.h>

#include "base/intern.h"
#include "base/text.h"
#include "profiles.h"
#include "render/measure.h"
#include "render/scene.h"
#include "unit.h"

#define DOTS  "\xe2\x80\xa6"
#define LEAST 6

static fr_scene *draw(const char *path)
{
    fr_error err = {0};
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_reader *reader = reader_of(&opt);
    assert_true(fr_reader_add_path(reader, path, &err));
    fr_profile *profile = finish(reader);
    fr_tree *tree = tree_of(profile, FR_SORT_NAME, false);
    fr_flame_options flame = FR_FLAME_DEFAULTS;
    fr_scene *scene = scene_of(tree, &flame);
    fr_tree_free(tree);
    fr_profile_free(profile);
    return scene;
}

/* An ellipsis that stands for characters, not for template arguments. */
static bool is_cut(const char *label)
{
    for (const char *at = label; (at = strstr(at, DOTS)); at += strlen(DOTS))
        if (at == label || at[-1] != '<')
            return true;
    return false;
}

static size_t count_letters(const char *label)
{
    size_t n = 0;

    for (size_t i = 0; label[i];) {
        uint32_t c = fr_text_next(fr_bytes_of(label), &i);
        n += c < 0x80 ? isalnum((int)c) != 0 : c != 0x2026;
    }
    return n;
}

static size_t check_labels(const fr_scene *s, const char *path)
{
    fr_names *cuts = fr_names_new();
    const char **owner = calloc(s->n_boxes + 1, sizeof *owner);
    size_t n = 0;

    for (size_t i = 0; i < s->n_boxes; i++) {
        const fr_box *box = &s->boxes[i];
        if (!box->label || !is_cut(box->label))
            continue;
        if (strstr(box->label, DOTS DOTS) || strstr(box->label, DOTS ">" DOTS))
            fail_msg("%s: '%s' has two ellipses side by side", path, box->label);
        if (count_letters(box->label) < LEAST)
            fail_msg("%s: '%s' of '%s' is too short", path, box->label, box->name);
        uint32_t id = fr_names_add(cuts, fr_bytes_of(box->label));
        if (owner[id] && strcmp(owner[id], box->name) != 0)
            fail_msg("%s: '%s' is '%s' and '%s'", path, box->label, owner[id], box->name);
        owner[id] = box->name;
        n++;
    }
    free(owner);
    fr_names_free(cuts);
    return n;
}

static void check_file(const char *path, size_t least_cut)
{
    fr_scene *scene = draw(path);

    assert_true(check_labels(scene, path) >= least_cut);
    fr_scene_free(scene);
}

static void our_recordings(void **state)
{
    static const char *const names[] = {"templates", "native", "nodejs", "gopipe"};
    char path[4096];
    (void)state;

    for (size_t i = 0; i < COUNT(names); i++) {
        snprintf(path, sizeof path, "%s/tests/data/%s.perf.gz", getenv("FR_SOURCE_DIR"), names[i]);
        check_file(path, 3);
    }
}

static void the_corpus(void **state)
{
    const char *corpus = getenv("FLAMERENDER_CORPUS");
    char pattern[4096];
    glob_t found;
    (void)state;

    if (!corpus)
        skip();
    snprintf(pattern, sizeof pattern, "%s/recordings/*.perf.gz", corpus);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++)
        check_file(found.gl_pathv[i], 0);
    globfree(&found);
}

/* Forms, then words from the end, the middle, the end; a cut that another name has is not taken. */
static const char snake[] = "lua_rawrunprotected";

static void the_first_free_cut(void **state)
{
    static const struct {
        const char *name;
        int32_t room;
        const char *want; /* NULL: none */
    } rows[] = {
        {"ns::Server::accept_all", 2000, "ns::Server::accept_all"},
        {"ns::Server::accept_all", 1000, "Server::accept_all"},
        {"ns::Server::accept_all", 600, "accept_all"},
        {snake, 1010, DOTS "rawrunprotected"},
        {"luaD_rawrunprotected", 1000, "luaD_ra" DOTS "rotected"},
        {snake, 1011, DOTS "rawrunprotected"}, /* its own cut is its own */
        {"abcdefghijklmnop", 600, "abcd" DOTS "nop"},
        {"abcdefghijklmnop", 300, NULL},
        {"std::less<std::vector<char, int>>::operator()(char)", 780, "less" DOTS "ator()"},
    };
    fr_labels labels = {0};
    fr_arena arena = {0};
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    (void)state;

    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *name = rows[i].name;
        fr_bytes label = fr_labels_fit(&labels, &arena, name, FR_LABEL_SIZE, rows[i].room, &opt);
        fr_bytes want = fr_bytes_of(rows[i].want);
        if (!fr_bytes_equal(label, want))
            fail_msg("%s in %d is '%.*s', not '%s'", name, (int)rows[i].room, (int)label.len,
                     label.at ? label.at : "", rows[i].want ? rows[i].want : "nothing");
    }
    fr_labels_reset(&labels);
    fr_arena_reset(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(our_recordings),
                                       cmocka_unit_test(the_corpus),
                                       cmocka_unit_test(the_first_free_cut)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
