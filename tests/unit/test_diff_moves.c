/* test_diff_moves.c - functions at other lines, and files at other paths: who is taken as whom. */
#include "diff/diff.h"
#include "diff/moves.h"
#include "diff_fixture.h"

#define M "m;"

typedef struct moved_case {
    const char *base, *new_;
    struct {
        const char *name; /* in the differential */
        int64_t base, new_;
    } functions[6];
    size_t n_files;
} moved_case;

static const moved_case cases[] = {
    /* a line was added at the top: each function is itself, whatever stands at its old place now */
    {M "f (/a.js:2:5) 10\nm;g (/a.js:3:5) 20\n",
     M "f (/a.js:3:5) 11\nm;g (/a.js:4:5) 21\n",
     {{"f (/a.js:3:5)", 10, 11}, {"g (/a.js:4:5)", 20, 21}},
     0},
    /* V8's tiers are one function */
    {M "JS:*f /a.js:2:5 10\nm;JS:~f /a.js:2:5 5\n",
     M "JS:^f /a.js:9:5 11\n",
     {{"f (/a.js:9:5)", 15, 11}},
     0},
    /* anonymous functions by order; the one at line 4 of new is that of line 3 */
    {M "(anonymous) (/a.js:3:5) 10\nm;(anonymous) (/a.js:4:5) 20\n",
     M "(anonymous) (/a.js:4:5) 11\nm;(anonymous) (/a.js:5:5) 21\n",
     {{"(anonymous) (/a.js:4:5)", 10, 11}, {"(anonymous) (/a.js:5:5)", 20, 21}},
     0},
    /* ... by the lines that named ones moved: that of line 3 has no samples any more */
    {M "f (/a.js:1:5) 7\nm;(anonymous) (/a.js:3:5) 10\nm;(anonymous) (/a.js:4:5) 20\n",
     M "f (/a.js:2:5) 7\nm;(anonymous) (/a.js:5:5) 21\n",
     {{"(anonymous) (/a.js:5:5)", 20, 21},
      {"(anonymous) (/a.js:3:5)", 10, 0},
      {"f (/a.js:2:5)", 7, 7}},
     0},
    /* ... and where another one has its old place now, both are shown */
    {M "f (/a.js:1:5) 7\nm;(anonymous) (/a.js:3:5) 10\nm;(anonymous) (/a.js:2:5) 20\n",
     M "f (/a.js:2:5) 7\nm;(anonymous) (/a.js:3:5) 21\n",
     {{"(anonymous) (/a.js:3:5)", 20, 21}, {"(anonymous) (/a.js:3:5), gone", 10, 0}},
     0},
    /* methods of one name by order */
    {M "get (/a.js:3:5) 10\nm;get (/a.js:8:5) 20\n",
     M "get (/a.js:4:5) 11\nm;get (/a.js:9:5) 21\n",
     {{"get (/a.js:4:5)", 10, 11}, {"get (/a.js:9:5)", 20, 21}},
     0},
    /* lines that ran are one function */
    {M "run (/a.py:3) 10\nm;run (/a.py:4) 5\n",
     M "run (/a.py:5) 16\n",
     {{"run (/a.py)", 15, 16}},
     0},
    /* other files are other functions */
    {M "f (/a.js:2:5) 10\n",
     M "f (/b.js:2:5) 11\n",
     {{"f (/a.js:2:5)", 10, 0}, {"f (/b.js:2:5)", 0, 11}},
     0},
    /* a file that lies elsewhere: one function is enough where its name is the same */
    {M "f (/ci/1/a.js:2:5) 10\n", M "f (/ci/2/a.js:3:5) 11\n", {{"f (/ci/2/a.js:3:5)", 10, 11}}, 1},
    /* a file of another name with the same functions */
    {M "f (/a.js:2:5) 10\nm;g (/a.js:4:5) 20\n",
     M "f (/b.js:2:5) 11\nm;g (/b.js:9:5) 21\n",
     {{"f (/b.js:2:5)", 10, 11}, {"g (/b.js:9:5)", 20, 21}},
     1},
    /* a file that both have has not moved */
    {M "f (/a.js:2:5) 10\nm;g (/a.js:4:5) 20\n",
     M "f (/b.js:2:5) 11\nm;g (/b.js:9:5) 21\nm;h (/a.js:1:5) 3\n",
     {{"f (/a.js:2:5)", 10, 0}, {"f (/b.js:2:5)", 0, 11}},
     0},
};

static void who_is_whom(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_diff *d = diff_of(cases[i].base, cases[i].new_, NULL);
        for (size_t k = 0; cases[i].functions[k].name; k++) {
            const fr_diff_function *f = function_of(d, cases[i].functions[k].name);
            if (!f)
                fail_msg("case %zu: no '%s'", i, cases[i].functions[k].name);
            if (f->total.base != cases[i].functions[k].base ||
                f->total.new_ != cases[i].functions[k].new_)
                fail_msg("case %zu: '%s' is %d and %d", i, cases[i].functions[k].name,
                         (int)f->total.base, (int)f->total.new_);
        }
        assert_int_equal(d->moves->n_files, cases[i].n_files);
        fr_diff_free(d);
    }
}

static void exact_names(void **state)
{
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    (void)state;
    opt.exact_names = true;
    fr_diff *d = diff_of(M "f (/a.js:2:5) 10\n", M "f (/a.js:3:5) 11\n", &opt);
    assert_int_equal(function_of(d, "f (/a.js:2:5)")->total.new_, 0);
    assert_int_equal(function_of(d, "f (/a.js:3:5)")->total.base, 0);
    fr_diff_free(d);
}

/* --rename says that two files are one before anything is guessed. */
static void renamed_by_hand(void **state)
{
    static const char *const rules[] = {"s|/old\\.js|/new.js|"};
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    (void)state;
    opt.renames = rules;
    opt.n_renames = 1;
    fr_diff *d = diff_of(M "f (/old.js:2:5) 10\n", M "f (/new.js:3:5) 11\n", &opt);
    assert_int_equal(function_of(d, "f (/new.js:3:5)")->total.base, 10);
    assert_int_equal(function_of(d, "f (/new.js:3:5)")->total.new_, 11);
    assert_int_equal(d->moves->n_files, 0);
    fr_diff_free(d);
}

static void option_of_a_file(void **state)
{
    static const struct {
        const char *from, *to, *option;
    } moves[] = {
        {"/ci/1/lib/a.js", "/ci/2/lib/a.js", "--rename 's|/ci/1/|/ci/2/|'"},
        {"/srv/old.js", "/srv/new.js", "--rename 's|/srv/old\\.js|/srv/new.js|'"},
        {"/a/x.js", "/x.js", "--rename 's|/a/|/|'"},
        {"/a'`id`/x.js", "/b'|$/x.js", "--rename 's,/a'\\''`id`/,/b'\\''|$/,'"},
        {"/a/x.js", "/$1/x.js", "no --rename says it"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(moves); i++) {
        char base[200], new_[200];
        fr_bytes from, to, option;
        snprintf(base, sizeof base, "m;f (%s:1:1) 10\nm;g (%s:2:1) 10\n", moves[i].from,
                 moves[i].from);
        snprintf(new_, sizeof new_, "m;f (%s:1:1) 10\nm;g (%s:2:1) 10\n", moves[i].to, moves[i].to);
        fr_diff *d = diff_of(base, new_, NULL);
        assert_int_equal(d->moves->n_files, 1);
        fr_moves_file(d->moves, 0, &from, &to, &option);
        assert_string_equal(from.at, moves[i].from);
        assert_string_equal(to.at, moves[i].to);
        assert_string_equal(option.at, moves[i].option);
        fr_diff_free(d);
    }
}

static fr_profile *read_recording(const char *name)
{
    char path[512];
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(NULL, &err);
    const char *root = getenv("FR_SOURCE_DIR");

    snprintf(path, sizeof path, "%s/tests/data/%s", root ? root : ".", name);
    assert_non_null(reader);
    if (!fr_reader_add_path(reader, path, &err))
        fail_msg("%s: %s", path, err.text);
    return fr_reader_finish(reader, &err);
}

/* A real recording of Node.js, before and after a line of comment was added and words() got three times the work:
 * only words() and what lies in it may have a colour. */
static void only_what_changed_is_coloured(void **state)
{
    fr_profile *before = read_recording("shop-before.perf.gz");
    fr_profile *after = read_recording("shop-after.perf.gz");
    fr_side base = {.profiles = (const fr_profile *const *)&before, .n = 1};
    fr_side new_ = {.profiles = (const fr_profile *const *)&after, .n = 1};
    fr_error err = {0};
    fr_diff_options opt = FR_DIFF_DEFAULTS;
    opt.sampling_only = true;
    fr_diff *d = fr_diff_build(&base, &new_, &opt, &err);
    size_t n_words = 0;
    (void)state;
    assert_non_null(d);
    assert_int_equal(d->moves->n_moved, 12); /* all functions of shop.js that have samples */
    for (uint32_t i = 1; i < d->tree->n; i++) {
        fr_verdict verdict = fr_diff_total(d, i).verdict;
        bool words = strcmp(fr_tree_name(d->tree, i), "words (/tmp/demo/shop.js:4:15)") == 0;
        n_words += words && verdict == FR_VERDICT_GREW;
        if (!words && verdict != FR_VERDICT_NOISE && verdict != FR_VERDICT_SMALL)
            fail_msg("'%s' is %s", fr_tree_name(d->tree, i), fr_verdict_name(verdict));
    }
    assert_int_equal(n_words, 1);
    fr_diff_free(d);
    fr_profile_free(before);
    fr_profile_free(after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_whom),
        cmocka_unit_test(exact_names),
        cmocka_unit_test(renamed_by_hand),
        cmocka_unit_test(option_of_a_file),
        cmocka_unit_test(only_what_changed_is_coloured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
