/*
 * test_perf_frame.c - frame lines of perf script text: names whole, offsets off, modules with
 * blanks and parentheses, kinds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formats/perf/perf_line.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

struct frame_case {
    const char *line;
    const char *want; /* ip|symbol|module, then "|inlined"; "no": no frame */
};

typedef bool parser(fr_bytes line, fr_perf_frame *frame);

static void check(parser *parse, const struct frame_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        fr_perf_frame frame;
        char got[512] = "no";
        if (parse(fr_bytes_of(cases[i].line), &frame))
            snprintf(got, sizeof got, "%" PRIx64 "|%.*s|%.*s%s", frame.ip, (int)frame.symbol.len,
                     frame.symbol.at, (int)frame.module.len, frame.module.at,
                     frame.inlined ? "|inlined" : "");
        if (strcmp(got, cases[i].want) != 0)
            fail_msg("line '%s'\n got  '%s'\n want '%s'", cases[i].line, got, cases[i].want);
    }
}

static const struct frame_case frame_cases[] = {
    {"\tffffffff8103ce3b native_safe_halt+0xb ([kernel.kallsyms])",
     "ffffffff8103ce3b|native_safe_halt|[kernel.kallsyms]"},
    {"\t            7f01 foo (/usr/bin/app)", "7f01|foo|/usr/bin/app"},
    {"                   dd777 v8::internal::Execution::Call(v8::internal::Isolate*) (/a/node)",
     "dd777|v8::internal::Execution::Call(v8::internal::Isolate*)|/a/node"},
    {"ffffffff8103d0ca native_write_msr_safe ([kernel.kallsyms])",
     "ffffffff8103d0ca|native_write_msr_safe|[kernel.kallsyms]"},
    {"\t7f01 foo (/a) ", "7f01|foo|/a"},
    {"\t7f01 foo (/a)\r", "7f01|foo|/a"},
    {"\t7f01   foo   (/a)", "7f01|foo|/a"},
    /* modules */
    {"\t7f01 leafcaller (/usr/bin/a b)", "7f01|leafcaller|/usr/bin/a b"},
    {"\t7f03 baz (/tmp/x (deleted))", "7f03|baz|/tmp/x (deleted)"},
    {"\t7f04 [unknown] (/tmp/lib space.so (deleted))",
     "7f04|[unknown]|/tmp/lib space.so (deleted)"},
    {"\t7f04 f(int) (/opt/a (x86)/lib.so)", "7f04|f(int)|/opt/a (x86)/lib.so"},
    {"\t7f04 f(int) (/opt/a)b.so)", "7f04|f(int)|/opt/a)b.so"},
    {"\t9c51fd34 java.lang.String.hashCode ([JIT app cache])",
     "9c51fd34|java.lang.String.hashCode|[JIT app cache]"},
    {"\t7f04 foo (//anon)", "7f04|foo|//anon"},
    {"\t7f04 foo+0x1 (/usr/lib/libc.so.6+0x2724a)", "7f04|foo|/usr/lib/libc.so.6"},
    {"\t7f04 foo (inlined)", "7f04|foo||inlined"},
    {"\t29b5 nearest+0x45 (inlined)", "29b5|nearest||inlined"},
    {"\t7f01 foo", "7f01|foo|"},
    {"\t7f01", "7f01||"},
    {"\t7f0f  (/usr/bin/app)", "7f0f||/usr/bin/app"},
    {"\t7f0f (/usr/bin/app)", "7f0f||/usr/bin/app"},
    {"\t7f10 (java) (/usr/bin/app)", "7f10|(java)|/usr/bin/app"},
    /* offsets */
    {"\t7f01 foo+0x1f+0x2 (/a)", "7f01|foo+0x1f|/a"},
    {"\t7f01 operator+ (/a)", "7f01|operator+|/a"},
    {"\t7f01 operator++0x1f (/a)", "7f01|operator+|/a"},
    {"\t7f01 foo+0x (/a)", "7f01|foo+0x|/a"},
    {"\t7f01 +0x1 (/a)", "7f01||/a"},
    {"\t7f01 a+0x12b::c (/a)", "7f01|a+0x12b::c|/a"},
    /* names */
    {"\t7f01 std::_Function_handler<void (vg::Alignment&), main_gaffe(int, "
     "char**)::{lambda()#1}::operator()() const::{lambda(vg::Alignment&)#1}>::_M_invoke+0x12 (/a)",
     "7f01|std::_Function_handler<void (vg::Alignment&), main_gaffe(int, "
     "char**)::{lambda()#1}::operator()() const::{lambda(vg::Alignment&)#1}>::_M_invoke|/a"},
    {"\t7f01 foo<(some_enum)0>::bar (/a)", "7f01|foo<(some_enum)0>::bar|/a"},
    {"\t7f01 exec<void (*)()>(void (*)()) (/a)", "7f01|exec<void (*)()>(void (*)())|/a"},
    {"\t7f01 (anonymous namespace)::f(int, char) (/a)",
     "7f01|(anonymous namespace)::f(int, char)|/a"},
    {"\t7f01 operator< (/a)", "7f01|operator<|/a"},
    {"\t7f01 operator() (/a)", "7f01|operator()|/a"},
    {"\t7f01 operator->(x) (/a)", "7f01|operator->(x)|/a"},
    {"\t7f01 std::operator<< <std::char_traits<char> > (/a)",
     "7f01|std::operator<< <std::char_traits<char> >|/a"},
    {"\t7f01 decltype(auto) foo(int) (/a)", "7f01|decltype(auto) foo(int)|/a"},
    {"\t7f01 net/http.(*liveSwitchReader).Read (/a)", "7f01|net/http.(*liveSwitchReader).Read|/a"},
    {"\t7f01 main.Map[...].Get (/a)", "7f01|main.Map[...].Get|/a"},
    {"\t7f01 Lfoo/Bar;::baz->Lfoo/Qux;::quux (/tmp/perf-7.map)",
     "7f01|Lfoo/Bar;::baz->Lfoo/Qux;::quux|/tmp/perf-7.map"},
    {"\t7f01 RegExp:[&<>\"'] (/tmp/perf-7.map)", "7f01|RegExp:[&<>\"']|/tmp/perf-7.map"},
    {"\t7f01 LazyCompile:~body_0 evalmachine.<anonymous>:1 (/tmp/perf-7.map)",
     "7f01|LazyCompile:~body_0 evalmachine.<anonymous>:1|/tmp/perf-7.map"},
    {"\t7f01 void (*foo)(int)", "7f01|void (*foo)(int)|"},
    /* no frames */
    {"\t0x7f02/0x7f03/P/-/-/1 ", "no"},
    {"\t7F01 foo (/a)", "no"},
    {"\t12345678901234567 foo (/a)", "no"},
    {"\tfoo (/a)", "no"},
    {"  a.c:12", "no"},
    {"", "no"},
    {"\t", "no"},
};

static void test_frames(void **state)
{
    (void)state;
    check(fr_perf_frame_parse, frame_cases, COUNT(frame_cases));
}

static const struct frame_case inline_cases[] = {
    {"  ffffffff9aa3c8de foo+0x3 (/usr/bin/app)", "ffffffff9aa3c8de|foo|/usr/bin/app"},
    {"             1234 foo (/a)", "1234|foo|/a"},
    {"  1234 foo (/a)", "1234|foo|/a"},
    {"     7f1234567890 foo", "7f1234567890|foo|"},
    {"     7f1234567890 foo (/a) 0x7f02/0x7f03/P/-/-/1  0x7f02/0x7f03/P/-/-/1 ",
     "7f1234567890|foo|/a"},
    {"     7f1234567890 foo+0x1 (/a) =>     7f1234567891 bar+0x0 (/b)", "7f1234567890|foo|/a"},
    {"     7f1234567890 [unknown] ([unknown])", "7f1234567890|[unknown]|[unknown]"},
    /* text of tracepoints, addresses of memory events */
    {" fd: 0x3, buf: (x)", "no"},
    {" 12 foo (bar)", "no"},
    {" 7f01 foo", "no"},
    {"     7f1234567890", "no"},
    {"     7f1234567890 |OP LOAD|LVL L1 hit", "no"},
    {"     7f1234567890          5080021 |OP LOAD|LVL L1 hit", "no"},
    {" page=0xff pfn=6 order=0", "no"},
    {"", "no"},
};

static void test_frames_on_header_lines(void **state)
{
    (void)state;
    check(fr_perf_frame_parse_inline, inline_cases, COUNT(inline_cases));
}

static const struct {
    const char *line;
    fr_perf_line_kind kind;
} line_cases[] = {
    {"", FR_PERF_BLANK},
    {"  \r", FR_PERF_BLANK},
    {"# captured on : Sat", FR_PERF_COMMENT},
    {"#", FR_PERF_COMMENT},
    {"#!shebang", FR_PERF_COMMENT},
    {"#worker 12 5.0: cycles:", FR_PERF_HEADER},
    {"java 12 5.0: cycles:", FR_PERF_HEADER},
    {"cafe 12 [000] 1.5: cycles: ", FR_PERF_HEADER},
    {"        cafe 12688 [002] 6544038.708352: 34467 cycles: 7f01 foo (/a)", FR_PERF_HEADER},
    {"java 12 cycles:", FR_PERF_UNTIMED},
    {"PERF_RECORD_MMAP2 1/2: [0x55(0x1000) @ 0 08:02 1 2]: r-xp /usr/bin/app", FR_PERF_RECORD},
    {"app 12 5.0: PERF_RECORD_LOST lost 55", FR_PERF_RECORD},
    {"app 12 PERF_RECORD_COMM: app:1/2", FR_PERF_RECORD},
    {"\t7f01 foo (/a)", FR_PERF_FRAME},
    {"\t7f01", FR_PERF_FRAME},
    {"    7f01 foo (/a)", FR_PERF_FRAME},
    {"ffffffff8103d0ca native_write_msr_safe ([kernel.kallsyms])", FR_PERF_FRAME},
    {"            13a80b608e0a RegExp:x", FR_PERF_FRAME},
    {"  a.c:12", FR_PERF_ANNEX},
    {"  ld-2.29.so[11634]", FR_PERF_ANNEX},
    {"  dead code.c:12", FR_PERF_ANNEX},
    {"  a.c:12 (inlined)", FR_PERF_ANNEX},
    {"\t0x7f02/0x7f03/P/-/-/1 ", FR_PERF_ANNEX},
    {"0x7f02/0x7f03/P/-/-/1 0x7f02/0x7f03/P/-/-/1", FR_PERF_ANNEX},
    {"\tfoo (/a)", FR_PERF_NO_FRAME},
    {"[ perf record: Captured and wrote 0.006 MB perf.data (65 samples) ]", FR_PERF_OTHER},
    {"Was the 'perf record' command properly terminated?", FR_PERF_OTHER},
    {"java 12", FR_PERF_OTHER},
    {"main;foo 12", FR_PERF_OTHER},
};

static void test_kinds_of_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(line_cases); i++) {
        fr_perf_line line;
        fr_perf_line_read(fr_bytes_of(line_cases[i].line), &line);
        if (line.kind != line_cases[i].kind)
            fail_msg("line '%s' is of kind %d, not %d", line_cases[i].line, (int)line.kind,
                     (int)line_cases[i].kind);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_frames_on_header_lines),
        cmocka_unit_test(test_kinds_of_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
