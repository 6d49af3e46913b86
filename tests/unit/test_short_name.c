/* test_short_name.c - each style of name keeps what tells it apart. */
#include "base/short_name.h"
#include "unit.h"

#define DOTS "\xe2\x80\xa6"

static const struct {
    const char *forms[8]; /* the name, then what is to be found, in order */
} names[] = {
    {{"JS:*sort /srv/app/w1.js:4:559", "sort w1.js:4:559", "sort w1.js:4", "sort"}},
    {{"JS:* /long/path/w1.js:4:733", "w1.js:4:733", "w1.js:4", "4:733"}},
    {{"LazyCompile:~get size /srv/a b.js:12:7", "get size a b.js:12:7", "get size a b.js:12",
      "get size"}},
    {{"JS:^processTicks node:internal/process/task_queues:67:35", "processTicks task_queues:67:35",
      "processTicks task_queues:67", "processTicks"}},
    {{"Builtin:ArraySort", "ArraySort"}},
    {{"(anonymous) (/long/path/w1.js:4:733)", "w1.js:4:733", "w1.js:4", "4:733"}},
    {{"handle (/srv/app/views.py:12)", "handle (views.py:12)", "handle"}},
    {{"sort (/srv/app/w1.js:4:559)", "sort w1.js:4:559", "sort w1.js:4", "sort"}},
    {{"[/usr/lib/x86_64-linux-gnu/libc.so.6]", "[libc.so.6]"}},
    {{"/usr/bin/ld", "ld"}},
    {{"com.example.shop.Order.process", "c.e.s.Order.process", "Order.process"}},
    {{"java/util/HashMap.get", "j/u/HashMap.get", "HashMap.get"}},
    {{"java.lang.Thread.run()V", "java.lang.Thread.run", "j.l.Thread.run", "Thread.run"}},
    {{"github.com/x/y/pkg.(*Server).Serve", "pkg.(*Server).Serve", "(*Server).Serve", "Serve"}},
    {{"net/http.Get", "http.Get", "Get"}},
    {{"main.(*tree).walk", "(*tree).walk", "walk"}},
    {{"std::vector<int, std::allocator<int> >::push_back(int const&)",
      "std::vector<int>::push_back(int const&)", "std::vector<int>::push_back",
      "vector<int>::push_back", "push_back"}},
    {{"void std::__introsort_loop<__gnu_cxx::__normal_iterator<int*, std::vector<int> >, "
      "long>(int, long)",
      "std::__introsort_loop<__gnu_cxx::__normal_iterator<int*, std::vector<int> >, long>",
      "std::__introsort_loop<" DOTS ">", "__introsort_loop<" DOTS ">"}},
    {{"(anonymous namespace)::nearest(int)", "{anon}::nearest(int)", "{anon}::nearest", "nearest"}},
    {{"ns::Stream::operator<<(int)", "ns::Stream::operator<<", "Stream::operator<<"}},
    {{"a::b::{lambda(int)#1}::operator()(int) const", "a::b::{lambda(int)#1}::operator()",
      "{lambda(int)#1}::operator()"}},
    {{"<alloc::vec::Vec<u8> as core::fmt::Debug>::fmt", "alloc::vec::Vec<u8>::fmt", "Vec<u8>::fmt",
      "fmt"}},
    {{"core::ops::function::FnOnce::call_once{{vtable.shim}}", "FnOnce::call_once{{vtable.shim}}",
      "call_once{{vtable.shim}}"}},
    {{"App\\Http\\Controllers\\Shop::buy", "Shop::buy", "buy"}},
    {{"parse.constprop.0.isra.0", "parse"}},
    {{"clock_nanosleep@@GLIBC_2.17", "clock_nanosleep"}},
    {{"put@plt"}},
    {{"luaV_execute"}},
    {{"operator new(unsigned long)", "operator new"}},
    {{"main"}},
    {{"["}},
    {{"<"}},
    {{"::"}},
    {{"operator"}},
    {{"a<b"}},
};

static void forms_of_each_style(void **state)
{
    fr_arena arena = {0};
    (void)state;

    for (size_t i = 0; i < COUNT(names); i++) {
        fr_short_forms found;
        fr_short_forms_find(fr_bytes_of(names[i].forms[0]), &arena, &found);
        for (size_t k = 0; k < 8 && names[i].forms[k]; k++)
            if (k >= found.n || !fr_bytes_equal(found.form[k], fr_bytes_of(names[i].forms[k])))
                fail_msg("%s: form %zu is '%.*s', not '%s'", names[i].forms[0], k,
                         k < found.n ? (int)found.form[k].len : 0,
                         k < found.n ? found.form[k].at : "", names[i].forms[k]);
        if (found.n < 8 && names[i].forms[found.n - 1] == NULL)
            fail_msg("%s: an unexpected form '%.*s'", names[i].forms[0],
                     (int)found.form[found.n - 1].len, found.form[found.n - 1].at);
    }
    fr_arena_reset(&arena);
}

static void random_bytes_end(void **state)
{
    static const char bits[] = "<>(){}[]:::/..$ *operatorA a1_-\\,std::allocator<";
    random_source random = {7};
    fr_arena arena = {0};
    (void)state;

    for (int round = 0; round < 20000; round++) {
        char name[64];
        size_t n = 1 + random_below(&random, sizeof name - 1);
        fr_short_forms found;
        for (size_t i = 0; i < n; i++)
            name[i] = bits[random_below(&random, sizeof bits - 1)];
        fr_short_forms_find((fr_bytes){name, n}, &arena, &found);
        assert_true(found.n >= 1 && found.n <= FR_MOST_FORMS);
        for (size_t i = 1; i < found.n; i++)
            assert_true(found.form[i].len > 0 && found.form[i].len < found.form[i - 1].len);
        fr_arena_reset(&arena);
    }
}

static void by_number_of_characters(void **state)
{
    fr_arena arena = {0};
    fr_bytes name = FR_LITERAL("a_long_name_of_c_without_any_parts_to_drop");
    (void)state;

    assert_true(fr_bytes_equal(fr_short_name(name, 60, &arena), name));
    assert_true(fr_bytes_equal(fr_short_name(name, 11, &arena), FR_LITERAL("a_lon" DOTS "_drop")));
    assert_true(fr_bytes_equal(fr_short_name(FR_LITERAL("com.example.Order.process"), 20, &arena),
                               FR_LITERAL("c.e.Order.process")));
    fr_arena_reset(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forms_of_each_style),
                                       cmocka_unit_test(random_bytes_end),
                                       cmocka_unit_test(by_number_of_characters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
