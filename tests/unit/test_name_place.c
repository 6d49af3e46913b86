/* test_name_place.c - each tool's spelling of a function and its place, and names that hold none. */
#include "base/name_place.h"
#include "unit.h"

static const struct {
    const char *name, *spelled; /* spelled NULL: holds no place */
    const char *file;
    uint32_t line, column;
    bool anonymous;
} cases[] = {
    /* V8 */
    {"JS:*words /srv/app.js:2:15", "words (/srv/app.js:2:15)", "/srv/app.js", 2, 15, false},
    {"JS:^ /srv/app.js:4:733", "(anonymous) (/srv/app.js:4:733)", "/srv/app.js", 4, 733, true},
    {"JS:~get size /srv/a b.js:4:5", "get size (/srv/a b.js:4:5)", "/srv/a b.js", 4, 5, false},
    {"LazyCompile:*draw /srv/draw.js:3", "draw (/srv/draw.js:3)", "/srv/draw.js", 3, 0, false},
    {"JS:~Module._load node:internal/modules/cjs/loader:1003:24",
     "Module._load (node:internal/modules/cjs/loader:1003:24)", "node:internal/modules/cjs/loader",
     1003, 24, false},
    {"Script:~ /srv/app.js:1:1", "(anonymous) (/srv/app.js:1:1)", "/srv/app.js", 1, 1, true},
    {"Function:~f evalmachine.<anonymous>:1:9", "f (evalmachine.<anonymous>:1:9)",
     "evalmachine.<anonymous>", 1, 9, false},
    {"Eval:~ <anonymous>:1:1", "(anonymous) (<anonymous>:1:1)", "<anonymous>", 1, 1, true},
    /* 0x */
    {"parse /srv/parse.js:14:15", "parse (/srv/parse.js:14:15)", "/srv/parse.js", 14, 15, false},
    /* Python */
    {"handle (/srv/app/views.py:12)", "handle (/srv/app/views.py:12)", "/srv/app/views.py", 12, 0,
     false},
    {"<lambda> (views.py:12)", "<lambda> (views.py:12)", "views.py", 12, 0, true},
    {"<module> (<string>:1)", "<module> (<string>:1)", "<string>", 1, 0, false},
    {"py::handle:/srv/app/views.py", "handle (/srv/app/views.py)", "/srv/app/views.py", 0, 0,
     false},
    {"py:: handle :/srv/app/views.py", "handle (/srv/app/views.py)", "/srv/app/views.py", 0, 0,
     false},
    {"/srv/app/views.py:handle:12", "handle (/srv/app/views.py:12)", "/srv/app/views.py", 12, 0,
     false},
    /* Ruby */
    {"total - /srv/shop.rb:12", "total (/srv/shop.rb:12)", "/srv/shop.rb", 12, 0, false},
    {"block in total - /srv/shop.rb:13", "block in total (/srv/shop.rb:13)", "/srv/shop.rb", 13, 0,
     true},
    /* PHP */
    {"Shop::total /srv/shop.php:12", "Shop::total (/srv/shop.php:12)", "/srv/shop.php", 12, 0,
     false},
    {"{closure:/srv/shop.php:12-15}", "{closure} (/srv/shop.php:12)", "/srv/shop.php", 12, 0, true},
    {"{closure:/srv/shop.php(12)}", "{closure} (/srv/shop.php:12)", "/srv/shop.php", 12, 0, true},
    /* Elixir */
    {"Shop.total/1 (lib/shop.ex:12)", "Shop.total/1 (lib/shop.ex:12)", "lib/shop.ex", 12, 0, false},
    /* no place */
    {"main", NULL, NULL, 0, 0, false},
    {"$shop:total/1", NULL, NULL, 0, 0, false},
    {"-total/1-fun-0-", NULL, NULL, 0, 0, false},
    {"Function::Call", NULL, NULL, 0, 0, false},
    {"JS:*words", NULL, NULL, 0, 0, false},
    {"RegExp:[a-z]:12", NULL, NULL, 0, 0, false},
    {"operator() (int)", NULL, NULL, 0, 0, false},
    {"f (int, a.b:12)", NULL, NULL, 0, 0, false},
    {"f (inlined)", NULL, NULL, 0, 0, false},
    {"main.run /src/run.go:12", NULL, NULL, 0, 0,
     false}, /* a line that --granularity=lines wrote */
    {"foo:a.c:12", NULL, NULL, 0, 0, false},
    {"a - b", NULL, NULL, 0, 0, false},
    {"{closure:12}", NULL, NULL, 0, 0, false},
    {"py::", NULL, NULL, 0, 0, false},
    {"f ()", NULL, NULL, 0, 0, false},
    {"f (:12)", NULL, NULL, 0, 0, false},
    {"12:34:56", NULL, NULL, 0, 0, false},
    {"", NULL, NULL, 0, 0, false},
};

static void spellings(void **state)
{
    fr_arena arena = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        fr_name_place place, again;
        bool found = fr_name_place_find(fr_bytes_of(cases[i].name), &place);
        if (found != (cases[i].spelled != NULL))
            fail_msg("'%s'", cases[i].name);
        if (!found)
            continue;
        fr_bytes spelled = fr_name_place_spell(&place, &arena);
        if (!fr_bytes_equal(spelled, fr_bytes_of(cases[i].spelled)))
            fail_msg("'%s' became '%.*s'", cases[i].name, (int)spelled.len, spelled.at);
        assert_true(fr_bytes_equal(place.file, fr_bytes_of(cases[i].file)));
        assert_int_equal(place.line, cases[i].line);
        assert_int_equal(place.column, cases[i].column);
        assert_int_equal(fr_name_place_is_anonymous(&place), cases[i].anonymous);
        /* what is written reads as the same place */
        assert_true(fr_name_place_find(spelled, &again));
        assert_true(fr_bytes_equal(again.function, place.function));
        assert_true(fr_bytes_equal(again.file, place.file));
        assert_true(again.line == place.line && again.column == place.column);
    }
    fr_arena_reset(&arena);
}

/* Whatever a name is, it is spelled in one way: a second reading changes nothing. */
static void random_names_settle(void **state)
{
    static const char bits[] = "JS:*f /a.js:1:2 (x.py:3) - {closure:}<b>";
    random_source random = {11};
    fr_arena arena = {0};
    (void)state;
    for (int round = 0; round < 20000; round++) {
        char name[40];
        size_t n = random_below(&random, sizeof name);
        fr_name_place place, again;
        for (size_t i = 0; i < n; i++)
            name[i] = bits[random_below(&random, sizeof bits - 1)];
        if (!fr_name_place_find((fr_bytes){name, n}, &place))
            continue;
        fr_bytes once = fr_name_place_spell(&place, &arena);
        if (fr_name_place_find(once, &again) &&
            !fr_bytes_equal(fr_name_place_spell(&again, &arena), once))
            fail_msg("'%.*s' became '%.*s'", (int)n, name, (int)once.len, once.at);
        fr_arena_reset(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spellings),
        cmocka_unit_test(random_names_settle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
