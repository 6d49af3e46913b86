/*
 * test_symbols.c - mangled names become those of the source, whatever the format; hostile ones end soon.
 */
#include "formats/symbols.h"
#include "model/profile.h"
#include "unit/unit.h"

static char text[FR_CPP_NAME_MOST];

/* NULL: cannot be decoded. Wants of Rust are what c++filt 2.40 prints of rustc's own symbols, without hashes of
 * crates and types of constants. */
static const struct {
    fr_bytes (*decode)(fr_bytes name, char *to);
    const char *mangled, *plain;
} rows[] = {
#ifdef FR_CPP_DEMANGLER
    {fr_cpp_name_decode, "_ZN3foo3barEi", "foo::bar(int)"},
    {fr_cpp_name_decode, "_Z3foov.cold", "foo() [clone .cold]"},
    {fr_cpp_name_decode, "_ZN4node5SpawnERKN2v89ArgumentsE@plt",
     "node::Spawn(v8::Arguments const&)@plt"},
    {fr_cpp_name_decode, "_ZNSt6vectorIiSaIiEE9push_backERKi",
     "std::vector<int, std::allocator<int> >::push_back(int const&)"},
#endif
    {fr_cpp_name_decode, "_Z", NULL},
    {fr_cpp_name_decode, "_ZN3fo", NULL},
    {fr_java_signature_decode, "Lfoo/Bar;.m()V", "foo/Bar.m()"},
    {fr_java_signature_decode, "Lcom/example/Parser;.parse(I[Ljava/lang/String;[[J)V",
     "com/example/Parser.parse(int, java/lang/String[], long[][])"},
    {fr_java_signature_decode, "Lfoo/Bar;.<init>(ZBCDFS)V",
     "foo/Bar.<init>(boolean, byte, char, double, float, short)"},
    {fr_java_signature_decode, "Lfoo/Bar;.m(", NULL},
    {fr_java_signature_decode, "Lfoo/Bar;.m(Q)V", NULL},
    {fr_java_signature_decode, "Lfoo/Bar;.m([", NULL},
    {fr_java_signature_decode, "Lfoo/Bar;.(I)V", NULL},
    {fr_java_signature_decode, "L;.m()V", NULL},
    {fr_java_signature_decode, "Lfoo/Bar;", NULL},
    {fr_java_signature_decode, "Lfoo/Bar;::m", NULL},
    {fr_rust_v0_name_decode, "_RNvC6_123foo3bar", "123foo::bar"},
    {fr_rust_v0_name_decode, "_RNCNvCs1_1a4main0B3_", "a::main::{closure#0}"},
    {fr_rust_v0_name_decode, "_RNvXCs1_1aNtB2_1BNtCs2_4core3Add3add", "<a::B as core::Add>::add"},
    {fr_rust_v0_name_decode, "_RINvNtC3std3mem8align_ofdE", "std::mem::align_of::<f64>"},
    {fr_rust_v0_name_decode, "_RINvCs6xxl1lAjzDf_1a2cbKc78_Kb1_Kln5_EB2_",
     "a::cb::<'x', true, -5>"},
    {fr_rust_v0_name_decode, "_RINvCs6xxl1lAjzDf_1a2cbKce4_Kb0_Kl7fffffff_EB2_",
     "a::cb::<'\\u{e4}', false, 2147483647>"},
    {fr_rust_v0_name_decode, "_RINvCs6xxl1lAjzDf_1a3genFG_RL0_hERL0_hEB2_",
     "a::gen::<for<'a> fn(&'a u8) -> &'a u8>"},
    {fr_rust_v0_name_decode, "_RINvCs6xxl1lAjzDf_1a3genThAsj4_RSmcduEEB2_",
     "a::gen::<(u8, [i16; 4], &[u32], char, f64, ())>"},
    {fr_rust_v0_name_decode, "_RINvCs6xxl1lAjzDf_1a3genThEEB2_", "a::gen::<(u8,)>"},
    {fr_rust_v0_name_decode,
     "_RINvMNtNtCsgEmfK2I1SDS_4core3fmt2rtNtB3_8Argument9new_debugINtNtCslNYArtu3iFV_5alloc5boxed3"
     "BoxDNtB5_5DebugNtNtB7_6marker4SendEL_EECs6xxl1lAjzDf_1a",
     "<core::fmt::rt::Argument>::new_debug::<alloc::boxed::Box<dyn core::fmt::Debug + "
     "core::marker::Send>>"},
    {fr_rust_v0_name_decode,
     "_RINvMNtCsgEmfK2I1SDS_4core6optionINtB3_6OptionReE11map_or_elseNtNtCslNYArtu3iFV_5alloc6"
     "string6StringNCNvNtB12_3fmt6format0NvYeNtNtB12_6borrow7ToOwned8to_ownedECs6xxl1lAjzDf_1a",
     "<core::option::Option<&str>>::map_or_else::<alloc::string::String, "
     "alloc::fmt::format::{closure#0}, <str as alloc::borrow::ToOwned>::to_owned>"},
    {fr_rust_v0_name_decode, "_RINvCs1_1a1fDIC2FnThEEp6OutputhEL_E",
     "a::f::<dyn Fn<(u8,), Output = u8>>"},
    {fr_rust_v0_name_decode, "_RNvC1a1f.llvm.1234", "a::f"},
    {fr_rust_v0_name_decode, "_RNvC1a1f.cold", "a::f.cold"},
    {fr_rust_v0_name_decode, "_RNvC1au3f_x", "a::punycode{f_x}"},
    {fr_rust_v0_name_decode, "_RNvC1a", NULL},
    {fr_rust_v0_name_decode, "_RNvC1a9f", NULL},
    {fr_rust_v0_name_decode, "_RB_", NULL},
    {fr_rust_v0_name_decode, "_RNvB9_1f", NULL},
    {fr_rust_v0_name_decode, "_RNvCsZZZZZZZZZZZZZZ_1a1f", NULL},
};

static void names(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_bytes got = rows[i].decode(fr_bytes_of(rows[i].mangled), text);
        fr_bytes want = fr_bytes_of(rows[i].plain ? rows[i].plain : "");
        if (!fr_bytes_equal(got, want))
            print_error("%s: '%.*s'\n", rows[i].mangled, (int)got.len, got.at);
        assert_true(fr_bytes_equal(got, want));
    }
}

/* No beginning of a name is read past its end: each is a block of its own, for sanitizers. */
static void every_beginning(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t len = 0; len < strlen(rows[i].mangled); len++) {
            char *copy = malloc(len ? len : 1);
            assert_non_null(copy);
            memcpy(copy, rows[i].mangled, len);
            if (len > 2)
                rows[i].decode((fr_bytes){copy, len}, text);
            free(copy);
        }
}

/* Types that are twice as long as the one before, and one within another: both end. */
static void hostile_names(void **state)
{
    char name[4096] = "_Z1f1aIiiE";
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    (void)state;
    for (size_t i = 0; i < 17; i++) {
        char last[24];
        snprintf(last, sizeof last, "1%cIS%c_S%c_E", (char)('b' + i), digits[2 * i], digits[2 * i]);
        strcat(name, last);
    }
    fr_cpp_name_decode(fr_bytes_of(name), text);
    strcpy(name, "_RINvC1a1f");
    for (size_t i = 0; i < 60; i++) {
        char last[40];
        snprintf(last, sizeof last, "T%s%sE", i ? "B" : "h", i ? "8_" : "h");
        strcat(name, last);
    }
    fr_rust_v0_name_decode(fr_bytes_of(name), text);
    memset(name, 'R', sizeof name - 1); /* references to references */
    memcpy(name, "_RINvC1a1f", 10);
    name[sizeof name - 1] = '\0';
    assert_int_equal(fr_rust_v0_name_decode(fr_bytes_of(name), text).len, 0);
    memset(name, 'P', sizeof name - 1);
    memcpy(name, "_Z1f", 4);
    assert_int_equal(fr_cpp_name_decode((fr_bytes){name, sizeof name - 1}, text).len, 0);
}

static fr_profile *read_names(const char *folded, bool no_demangle, fr_compat compat)
{
    fr_read_options opt = FR_READ_DEFAULTS;

    opt.no_demangle = no_demangle;
    opt.perf.compat = compat;
    fr_reader *reader = fr_reader_new(&opt, NULL);
    assert_true(fr_reader_add_memory(reader, "x", folded, strlen(folded), NULL));
    fr_profile *p = fr_reader_finish(reader, NULL);
    assert_non_null(p);
    return p;
}

/* The mangled name is the system name of the frame. */
static void of_a_profile(void **state)
{
    static const char folded[] = "_RNvC1a1f;_RNvC1a1g 3\n_RNvC1a1f;a::g 4\n";
    fr_profile *p = read_names(folded, false, FR_COMPAT_NONE);
    size_t n = 0;

    (void)state;
    assert_written(p, "folded", "a::f;a::g 7\n");
    for (uint32_t f = 1; f < p->n_frames; f++)
        n += fr_bytes_starts(fr_names_at(p->names, p->frames[f].system_name),
                             FR_LITERAL("_RNvC1a1"));
    assert_int_equal(n, 2);
    fr_profile_free(p);
    p = read_names(folded, true, FR_COMPAT_NONE);
    assert_written(p, "folded", "_RNvC1a1f;_RNvC1a1g 3\n_RNvC1a1f;a::g 4\n");
    fr_profile_free(p);
    p = read_names(folded, false, FR_COMPAT_DIFFFOLDED);
    assert_written(p, "folded", "_RNvC1a1f;_RNvC1a1g 3\n_RNvC1a1f;a::g 4\n");
    fr_profile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(every_beginning),
        cmocka_unit_test(hostile_names),
        cmocka_unit_test(of_a_profile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
