/*
 * test_rust_name.c - legacy Rust symbols, mangled and half so, and names that only look like them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "formats/symbols.h"

#define HASH "h0123456789abcdef"

static const struct {
    const char *symbol, *name; /* NULL: not legacy Rust */
} cases[] = {
    {"core::fmt::write::" HASH, "core::fmt::write"},
    {"_ZN4core3fmt5write17" HASH "E", "core::fmt::write"},
    {"_ZN1a1b1c1d1e17" HASH "E", "a::b::c::d::e"},
    {"_$LT$a..B$u20$as$u20$c..D$GT$::fmt::" HASH, "<a::B as c::D>::fmt"},
    {"_ZN26_$LT$a..B$u20$as$u20$c..D$GT$3fmt17" HASH "E", NULL}, /* 26 is too few */
    {"_ZN29_$LT$a..B$u20$as$u20$c..D$GT$3fmt17" HASH "E", "<a::B as c::D>::fmt"},
    {"core::ptr::drop_in_place$LT$$RF$str$C$$LP$$RP$$GT$::" HASH,
     "core::ptr::drop_in_place<&str,()>"},
    {"main::_$u7b$$u7b$closure$u7d$$u7d$::" HASH, "main::{{closure}}"},
    {"a::x$SP$y$BP$z::" HASH, "a::x@y*z"},
    {"a::b$XY$c..d::" HASH, "a::b$XY$c..d"}, /* unknown: what follows stays */
    {"a::b$u0a$c::" HASH, "a::b$u0a$c"},
    {"a::b$::" HASH, "a::b$"},
    {"a::b.c::" HASH, "a::b.c"},
    {"foo", NULL},
    {HASH, NULL},
    {"::" HASH, NULL},
    {"foo_" HASH, NULL},
    {"foo::h0123456789abcdeg", NULL},
    {"foo::h0123", NULL},
    {"_ZN3fooE", NULL},
    {"_ZN3fooEv", NULL},
    {"_RNvC6_123foo3bar", NULL},
    {"_ZN99999999999999999999a17" HASH "E", NULL},
    {"_ZN17" HASH "E", NULL},
};

/* Decodes, or gives the symbol itself back. */
static void test_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fr_bytes symbol = fr_bytes_of(cases[i].symbol), name = symbol;
        fr_bytes want = cases[i].name ? fr_bytes_of(cases[i].name) : symbol;
        char to[400];
        if (fr_rust_name_legacy(symbol))
            name = fr_rust_name_decode(symbol, to);
        if (!fr_bytes_equal(name, want))
            fail_msg("%s: %.*s", cases[i].symbol, (int)name.len, name.at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
