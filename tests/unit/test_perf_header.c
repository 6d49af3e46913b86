/*
 * test_perf_header.c - header lines of perf script text, field by field: every form that perf has
 * printed, and comms that look like other fields.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/perf/perf_line.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

typedef bool parser(fr_bytes line, fr_perf_header *h);

struct header_case {
    const char *line;
    const char *want; /* comm|pid/tid|cpu|time|period|event|rest; "" where absent; "no": none */
};

__attribute__((format(printf, 3, 4))) static void put(char *to, size_t room, const char *format,
                                                      ...)
{
    size_t used = strlen(to);
    va_list args;

    va_start(args, format);
    vsnprintf(to + used, room - used, format, args);
    va_end(args);
}

static void describe(const fr_perf_header *h, char *to, size_t room)
{
    fr_bytes rest = fr_bytes_trim(h->rest);

    to[0] = '\0';
    put(to, room, "%.*s|", (int)h->comm.len, h->comm.at);
    if (h->has_pid)
        put(to, room, "%" PRId64 "/", h->pid);
    if (h->has_tid)
        put(to, room, "%" PRId64, h->tid);
    put(to, room, "|");
    if (h->has_cpu)
        put(to, room, "%" PRIu64, h->cpu);
    put(to, room, "|");
    if (h->has_time)
        put(to, room, "%" PRId64, h->time_ns);
    put(to, room, "|");
    if (h->has_period)
        put(to, room, "%" PRIu64, h->period);
    put(to, room, "|%.*s|%.*s", (int)h->event.len, h->event.at, (int)rest.len, rest.at);
}

static void check(parser *parse, const struct header_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        fr_perf_header h;
        char got[1024] = "no";
        if (parse(fr_bytes_of(cases[i].line), &h))
            describe(&h, got, sizeof got);
        if (strcmp(got, cases[i].want) != 0)
            fail_msg("line '%s'\n got  '%s'\n want '%s'", cases[i].line, got, cases[i].want);
    }
}

static const struct header_case timed_cases[] = {
    /* what perf prints */
    {"java 12688 [002] 6544038.708352: cpu-clock: ", "java|12688|2|6544038708352000||cpu-clock|"},
    {"java 12688 [002] 6544038.708352:     235 cpu-clock: ",
     "java|12688|2|6544038708352000|235|cpu-clock|"},
    {"java 12688/12689 [002]  6544.708352123:     235 cycles:u: ",
     "java|12688/12689|2|6544708352123|235|cycles:u|"},
    {"vote   913    72.176760:     257597 cycles:uppp: ",
     "vote|913||72176760000|257597|cycles:uppp|"},
    {"supervisor main  7137/7137  [000]  1208.188565: cpu-clock: ",
     "supervisor main|7137/7137|0|1208188565000||cpu-clock|"},
    {"swapper     0 [000] 158665.570607: sched:sched_switch: prev_comm=swapper/0 prev_pid=0 ==> "
     "next_comm=foo next_pid=12",
     "swapper|0|0|158665570607000||sched:sched_switch|prev_comm=swapper/0 prev_pid=0 ==> "
     "next_comm=foo next_pid=12"},
    {"foo  1/2 [000] 158665.570607:          1 sched:sched_switch: prev_comm=a prev_pid=1",
     "foo|1/2|0|158665570607000|1|sched:sched_switch|prev_comm=a prev_pid=1"},
    {"            java 12688 [002] 6544038.708352:   34467 cycles:u:  ffffffff9aa3c8de foo+0x3 "
     "(/usr/bin/app)",
     "java|12688|2|6544038708352000|34467|cycles:u|ffffffff9aa3c8de foo+0x3 (/usr/bin/app)"},
    {"java 19983/19984 [001] d.h.  6544038.708352:   235 cycles: ",
     "java|19983/19984|1|6544038708352000|235|cycles|"},
    {"java 19983 K  6544038.708352:   235 cycles: ", "java|19983||6544038708352000|235|cycles|"},
    {"java 1/2 [001] 1.0:   235 cpu/event=0x3c,umask=0x1/: ",
     "java|1/2|1|1000000000|235|cpu/event=0x3c,umask=0x1/|"},
    {"java 1/2 [001] 1.0:   235 cpu_core/cycles/P: ",
     "java|1/2|1|1000000000|235|cpu_core/cycles/P|"},
    {"java 1/2 [001] 1.0:   235 cpu_atom/cycles:Pu/: ",
     "java|1/2|1|1000000000|235|cpu_atom/cycles:Pu/|"},
    {"app -1/-1 [001] 1.0: 5 cycles: ", "app|-1/-1|1|1000000000|5|cycles|"},
    {"glgears\t12345 [003] 76.5:\t235 cpu-cycles:", "glgears|12345|3|76500000000|235|cpu-cycles|"},
    /* fields omitted */
    {"node 9097 2977.728765: cpu-clock:u: ", "node|9097||2977728765000||cpu-clock:u|"},
    {"12688 6544038.708352: cpu-clock: ", "|12688||6544038708352000||cpu-clock|"},
    {"6544038.708352: cpu-clock: ", "|||6544038708352000||cpu-clock|"},
    {"java 6544038.708352: cpu-clock: ", "java|||6544038708352000||cpu-clock|"},
    {"java [003] 6544038.708352: cpu-clock: ", "java||3|6544038708352000||cpu-clock|"},
    {"java 12 5.0:", "java|12||5000000000|||"},
    {"java 12 5.0:        235 ", "java|12||5000000000|235||"},
    {"java 12 5.0:  401136 foo (/a)", "java|12||5000000000|||401136 foo (/a)"},
    {"java 12 5.0:   235     7f0000401136 foo (/a)",
     "java|12||5000000000|235||7f0000401136 foo (/a)"},
    /* comms */
    {"V8 WorkerThread 24636/25607 [000] 94564.109216: 100 cycles: ",
     "V8 WorkerThread|24636/25607|0|94564109216000|100|cycles|"},
    {"  CUPSManager cup 11320 186448.846888:    1008373 cycles: ",
     "CUPSManager cup|11320||186448846888000|1008373|cycles|"},
    {"Plex DLNA Serve 26638 [001] 856620.530720:    2654110 cycles:",
     "Plex DLNA Serve|26638|1|856620530720000|2654110|cycles|"},
    {"[ET_NET 0] 1234 [000] 5.0: cycles:", "[ET_NET 0]|1234|0|5000000000||cycles|"},
    {"[3] 1234 5.0: cycles:", "[3]|1234||5000000000||cycles|"},
    {"foo 123 bar 456/457 [000] 94564.109216: 100 cycles: ",
     "foo 123 bar|456/457|0|94564109216000|100|cycles|"},
    {"job 42 7/9  7144 [001]  1208.5:    5025125 cpu-clock: ",
     "job 42 7/9|7144|1|1208500000000|5025125|cpu-clock|"},
    {"web 0.0.0.0:80  7143 [001]  1208.5:    5025125 cpu-clock: ",
     "web 0.0.0.0:80|7143|1|1208500000000|5025125|cpu-clock|"},
    {"a;b (c)   7145 [001]  1208.5:    5025125 cpu-clock: ",
     "a;b (c)|7145|1|1208500000000|5025125|cpu-clock|"},
    {"t 99076 10314749.002559:     250000 cycles:uppp: ",
     "t|99076||10314749002559000|250000|cycles:uppp|"},
    {"a 1690389 290967.693997:          1 cycles: ", "a|1690389||290967693997000|1|cycles|"},
    {":1234  1234 [000] 94564.109216: 100 cycles: ", ":1234|1234|0|94564109216000|100|cycles|"},
    {":-1    -1/-1 [000] 94564.109216: 100 cycles: ", ":-1|-1/-1|0|94564109216000|100|cycles|"},
    {"kworker/0:1-ev  12 [000] 1.5: cycles: ", "kworker/0:1-ev|12|0|1500000000||cycles|"},
    {"cafe 12 [000] 1.5: cycles: ", "cafe|12|0|1500000000||cycles|"},
    {"1.2: 13 [000] 5.0: cycles:", "1.2:|13|0|5000000000||cycles|"},
    {"x: 1.2: y 13 [000] 5.0: cycles:", "x: 1.2: y|13|0|5000000000||cycles|"},
    {"foo K 13 [000] 5.0: cycles:", "foo K|13|0|5000000000||cycles|"},
    /* text that looks like fields */
    {"app 12 [000] 5.0: ftrace:print: 13 [001] 6.5: bogus: 7",
     "app|12|0|5000000000||ftrace:print|13 [001] 6.5: bogus: 7"},
    {"app 12 [000] 5.0: syscalls:sys_enter_read: fd: 0x3, buf: 0x7f, count: (x)",
     "app|12|0|5000000000||syscalls:sys_enter_read|fd: 0x3, buf: 0x7f, count: (x)"},
    {"f  9566 [001] 18490161.191157: mm_pagevec_free: page=0xff pfn=6 order=0",
     "f|9566|1|18490161191157000||mm_pagevec_free|page=0xff pfn=6 order=0"},
    {"app 12 [000] 5.0: 235 cpu/mem-loads/P:     7f0012345678 |OP LOAD|LVL L1 hit",
     "app|12|0|5000000000|235|cpu/mem-loads/P|7f0012345678 |OP LOAD|LVL L1 hit"},
    {"app 12 [000] 5.0: my event:", "app|12|0|5000000000||my event|"},
    /* --latency: a cpu without brackets, in its column; names that end in numbers are none */
    {"java    12   1 5.000000: cycles:", "java|12|1|5000000000||cycles|"},
    {"java 12345/12346   0 5.000000: 7 cycles:", "java|12345/12346|0|5000000000|7|cycles|"},
    {"job 42     7 5.000000: cycles:", "job 42|7||5000000000||cycles|"},
    {"job 42   777 5.000000: cycles:", "job 42|777||5000000000||cycles|"},
    {"foo 123 456 5.000000: cycles:", "foo 123|456||5000000000||cycles|"},
    /* numbers that don't fit */
    {"app 12 [000] 18446744073709.551615:  5 cycles:", "app|12|0||5|cycles|"},
    {"app 12 [000] 5.0:  18446744073709551615 cycles:", "app|12|0|5000000000||cycles|"},
    {"app 12 [000] 5.1234567890123: 7 cycles:", "app|12|0|5123456789|7|cycles|"},
    {"app 12345678901 [000] 5.0: 7 cycles:", "app 12345678901||0|5000000000|7|cycles|"},
    /* no samples */
    {"app 12 [000] 5.0: PERF_RECORD_LOST lost 55",
     "app|12|0|5000000000||PERF_RECORD_LOST|PERF_RECORD_LOST lost 55"},
    {"app 12 5.0: PERF_RECORD_COMM: app:1/2",
     "app|12||5000000000||PERF_RECORD_COMM:|PERF_RECORD_COMM: app:1/2"},
    /* no headers */
    {"", "no"},
    {"java 19983 cycles:", "no"},
    {"[ perf record: Captured and wrote 0.006 MB perf.data (65 samples) ]", "no"},
    {"Processed 12 1.0: something else happened", "no"},
    {"version 1.2: foo", "no"},
    {"main;foo;bar 12", "no"},
    {":", "no"},
    {"1.0:", "no"},
    {".0: cycles:", "no"},
    {"x1.0: cycles:", "no"},
};

static void test_timed(void **state)
{
    (void)state;
    check(fr_perf_header_timed, timed_cases, COUNT(timed_cases));
}

static const struct header_case untimed_cases[] = {
    {"java 19983 cycles:", "java|19983||||cycles|"},
    {"foobar [worker] 21332 cycles:", "foobar [worker]|21332||||cycles|"},
    {"func_ab 15294 cpu-clock: ", "func_ab|15294||||cpu-clock|"},
    {"java 1/2 [001]        235 cycles:u: ", "java|1/2|1||235|cycles:u|"},
    {"java 1/2 235 cycles: ", "java|1/2|||235|cycles|"},
    {"java [001] 235 cycles: ", "no"},
    {"java 19983        235 cycles: ", "java|19983|||235|cycles|"},
    {"java 19983 12345678901 cycles: ", "java|19983|||12345678901|cycles|"},
    {"job 42     7 cycles: ", "job 42|7||||cycles|"},
    {"foo 12 sched:sched_switch: prev_comm=a: b", "foo|12||||sched:sched_switch|prev_comm=a: b"},
    {"V8: worker 12 cycles:", "V8: worker|12||||cycles|"},
    {"a: 12 b: 13 c:", "a:|12||||b|13 c:"},
    {"java cycles:", "no"},
    {"Warning: something", "no"},
    {"main;foo;bar 12", "no"},
    {"", "no"},
};

static void test_untimed(void **state)
{
    (void)state;
    check(fr_perf_header_untimed, untimed_cases, COUNT(untimed_cases));
}

static bool parse_bare(fr_bytes line, fr_perf_header *h)
{
    fr_perf_header_bare(line, h);
    return true;
}

static const struct header_case bare_cases[] = {
    {"java 19983", "java|19983|||||"},
    {"java  1/2  [003] ", "java|1/2|3||||"},
    {"V8 WorkerThread", "V8 WorkerThread||||||"},
    {"12", "|12|||||"},
    {"", "||||||"},
    {"sh  8833.237964:", "sh|||8833237964000|||"},
    {"8833.237964: ", "|||8833237964000|||"},
    {"web 1.5:", "web 1.5:||||||"},
    /* with an event, without a tid; flags such as K may as well end a comm */
    {"java cycles:", "java|||||cycles|"},
    {" sched:sched_switch: ", "|||||sched:sched_switch|"},
    {"cpu-clock/freq=499/: ", "|||||cpu-clock/freq=499/|"},
    {"waiter K              1  sched:sched_switch: ", "waiter K||||1|sched:sched_switch|"},
    {"pipe producer U        2004008 cpu-clock:", "pipe producer U||||2004008|cpu-clock|"},
    {"a sched:sched_switch: prev_comm=b prev_pid=1", "a|||||sched:sched_switch|prev_comm=b "
                                                     "prev_pid=1"},
    {"supervisor main [001] K              1  x:", "supervisor main||1||1|x|"},
    {"12345 1595.404681: cycles:", "|12345||1595404681000||cycles|"},
    /* a lone number: a tid, or a period by its column */
    {"  958 ", "|958|||||"},
    {"         1 ", "||||1||"},
    {"   2004008 ", "||||2004008||"},
    {"  958/961   U        2004008 ", "|958/961|||2004008||"},
    {"  958          1 ", "|958|||1||"},
    {"K     ", "K||||||"},
};

static const struct header_case inline_cases[] = {
    {"          waiter  ffffffff821f8b58 __schedule ([kernel.kallsyms])",
     "waiter||||||ffffffff821f8b58 __schedule ([kernel.kallsyms])"},
    {"   pipe producer   958/961   U        2004008      5605d13be219 compute (/tmp/a b)",
     "pipe producer|958/961|||2004008||5605d13be219 compute (/tmp/a b)"},
    {"   pipe producer U        2004008 cpu-clock/freq=499/:      5605d13be219 compute (/a)",
     "pipe producer U||||2004008|cpu-clock/freq=499/|5605d13be219 compute (/a)"},
    {" 1528.002730:  ffffffff821f8b58 __schedule ([k])",
     "|||1528002730000|||ffffffff821f8b58 __schedule ([k])"},
    {"  958      5605d13be219 compute (/a)", "|958|||||5605d13be219 compute (/a)"},
    {"   2004008      5605d13be219 compute (/a)", "||||2004008||5605d13be219 compute (/a)"},
    /* the comm is hexadecimal too, in its column of 16 */
    {"            face  ffffffff821f8b58 foo (/a)", "face||||||ffffffff821f8b58 foo (/a)"},
    /* frames by themselves, and prose */
    {" ffffffff821f8b58 __schedule ([kernel.kallsyms])", "no"},
    {"     5605d13be219 compute (/tmp/ps/waiter)", "no"},
    {"        9c51fd34 java.lang.String.hashCode ([JIT app cache])", "no"},
    {"main;foo 12", "no"},
    {"", "no"},
};

static void test_bare(void **state)
{
    (void)state;
    check(parse_bare, bare_cases, COUNT(bare_cases));
}

static void test_inline(void **state)
{
    (void)state;
    check(fr_perf_header_inline, inline_cases, COUNT(inline_cases));
}

/* Lines of a megabyte that try every position take no longer than they must. */
static void test_hostile_lines_are_linear(void **state)
{
    static const char *const pieces[] = {"1.0: ", "1 ",        ": ",
                                         "a:b ",  "1.0:",      "  ",
                                         "[1] ",  "x1.0: y: ", "                 7f01 a (/b"};
    size_t room = (size_t)1 << 20;
    char *line = malloc(room);
    fr_perf_header h;

    (void)state;
    assert_non_null(line);
    for (size_t i = 0; i < COUNT(pieces); i++) {
        size_t len = strlen(pieces[i]);
        for (size_t at = 0; at + len <= room; at += len)
            memcpy(line + at, pieces[i], len);
        (void)!fr_perf_header_timed((fr_bytes){line, room}, &h);
        (void)!fr_perf_header_untimed((fr_bytes){line, room}, &h);
        fr_perf_header_bare((fr_bytes){line, room}, &h);
        (void)!fr_perf_header_inline((fr_bytes){line, room}, &h);
    }
    free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_timed),
        cmocka_unit_test(test_untimed),
        cmocka_unit_test(test_bare),
        cmocka_unit_test(test_inline),
        cmocka_unit_test(test_hostile_lines_are_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
