/*
 * test_perf_offcpu.c - the text of sched:sched_switch, waits of threads, and parts of a recording
 * joined: wherever it is cut, the sum is the same.
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

#include "formats/perf/perf_sample.h"
#include "model/build/builder.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* ------------------------------------------------------------ text */

static const struct {
    const char *text, *want; /* "out in B|P|D", or "no" */
} texts[] = {
    {"prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120",
     "1 2 B"},
    {" prev_comm=a prev_pid=1 prev_prio=120 prev_state=R+ ==> next_comm=swapper/0 next_pid=0 "
     "next_prio=120 ",
     "1 0 P"},
    {"prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=b next_pid=12345 "
     "next_prio=120",
     "0 12345 P"},
    {"prev_comm=a prev_pid=1 prev_prio=120 prev_state=D|K ==> next_comm=b next_pid=2 next_prio=0",
     "1 2 B"},
    {"prev_comm=a prev_pid=1 prev_prio=120 prev_state=x ==> next_comm=b next_pid=2 next_prio=0",
     "1 2 D"},
    {"prev_comm=a prev_pid=1 prev_prio=120 prev_state=Z ==> next_comm=b next_pid=2 next_prio=0",
     "1 2 D"},
    {"prev_comm=a prev_pid=1 prev_prio=120 prev_state=0 ==> next_comm=b next_pid=2 next_prio=0",
     "1 2 P"},
    {"prev_comm=a prev_pid=1 prev_prio=120 prev_state=256 ==> next_comm=b next_pid=2 next_prio=0",
     "1 2 P"},
    {"prev_comm=a prev_pid=1 prev_prio=120 prev_state=32 ==> next_comm=b next_pid=2 next_prio=0",
     "1 2 D"},
    {"prev_comm=a prev_pid=1 prev_prio=120 prev_state=128 ==> next_comm=b next_pid=2 next_prio=0",
     "1 2 B"},
    {"prev_comm=a prev_pid=1 prev_prio=120 ==> next_comm=foo next_pid=12", "1 12 B"},
    /* comms that look like the rest */
    {"prev_comm=x ==> y prev_pid=7 prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b c "
     "next_pid=9 next_pid=2 next_prio=120",
     "1 2 B"},
    {"a:1 [120] S ==> b:2 [120]", "1 2 B"},
    {"V8 Worker:8:1 [120] R ==> [pool 1] ==> x:2 [120]", "no"},
    {"V8 Worker:8:1 [120] R ==> [pool 1]:2 [120]", "1 2 P"},
    {"task swapper:0 [140] (R) ==> foo:12 [120]", "0 12 P"},
    {"", "no"},
    {" ==> ", "no"},
    {"a:1 [120] S == b:2 [120]", "no"},
    {"prev_comm=a prev_pid=x prev_state=S ==> next_comm=b next_pid=2", "no"},
};

static void test_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        fr_perf_switch sw;
        char got[64] = "no";
        if (fr_perf_switch_parse(fr_bytes_of(texts[i].text), &sw))
            snprintf(got, sizeof got, "%" PRId64 " %" PRId64 " %c", sw.out_tid, sw.in_tid,
                     "BPD"[sw.leave]);
        if (strcmp(got, texts[i].want) != 0)
            fail_msg("'%s'\n got  %s\n want %s", texts[i].text, got, texts[i].want);
    }
}

static void test_event_names(void **state)
{
    (void)state;
    assert_true(fr_perf_switch_event(fr_bytes_of("sched:sched_switch")));
    assert_true(fr_perf_switch_event(fr_bytes_of("sched:sched_switch:u")));
    assert_false(fr_perf_switch_event(fr_bytes_of("sched:sched_switch2")));
    assert_false(fr_perf_switch_event(fr_bytes_of("cycles")));
}

/* ------------------------------------------------------------ waits */

/* "o1S@5" thread 1 leaves with S at 5; "i1@9" it runs again. */
typedef struct step {
    bool out;
    int64_t tid, at;
    fr_perf_leave leave;
} step;

typedef struct part {
    fr_builder *b;
    fr_perf_offcpu o;
} part;

static part new_part(fr_off_cpu mode)
{
    part p = {.b = fr_builder_new(NULL, NULL), .o = {.mode = mode}};

    assert_non_null(p.b);
    fr_builder_keep_samples(p.b);
    fr_builder_share_clock(p.b);
    p.o.column = fr_builder_column(p.b, "off-CPU time", "ns", 0);
    return p;
}

/* Each thread leaves from a stack of its own, "thread N;wait". */
static void take(part *p, const step *steps, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const step *s = &steps[i];
        fr_perf_exit out = {.tid = s->tid, .time_ns = s->at, .leave = s->leave};
        char name[32];
        if (!s->out) {
            fr_perf_offcpu_in(&p->o, p->b, s->tid, s->at);
            continue;
        }
        snprintf(name, sizeof name, "thread %" PRId64, s->tid);
        out.stack = fr_builder_push(p->b, FR_NO_STACK,
                                    fr_builder_frame(p->b, &(fr_frame_info){.name = name}));
        out.stack = fr_builder_push(p->b, out.stack,
                                    fr_builder_frame(p->b, &(fr_frame_info){.name = "wait"}));
        out.thread = fr_builder_thread(p->b, 1, s->tid, 0);
        fr_perf_offcpu_out(&p->o, p->b, &out);
    }
}

static void append(part *to, part *from)
{
    fr_perf_offcpu_merge(&to->o, to->b, &from->o, from->b);
    fr_builder_merge(to->b, from->b);
    fr_builder_free(from->b);
    fr_perf_offcpu_reset(&from->o);
}

/* Folded text, notes and samples of all; frees the part. */
static void describe(part *p, char *to, size_t room)
{
    fr_output *out = fr_output_memory();
    fr_profile *profile;
    size_t len = 0, used;
    fr_note note;

    fr_perf_offcpu_say(&p->o, p->b);
    fr_builder_sort_samples(p->b);
    profile = fr_builder_finish(p->b, NULL);
    assert_non_null(profile);
    fr_profile_write(profile, "folded", out);
    (void)fr_output_bytes(out, &len);
    used = (size_t)snprintf(to, room, "%s", len ? fr_output_bytes(out, &len) : "");
    for (uint32_t i = 0; fr_profile_note(profile, i, &note); i++)
        used += (size_t)snprintf(to + used, room - used, "%s %" PRIu64 "\n", note.kind, note.n);
    for (size_t i = 0; i < profile->samples.n; i++)
        used += (size_t)snprintf(to + used, room - used, "%" PRId64 "+%" PRId64 " ",
                                 profile->samples.time_ns[i],
                                 profile->samples.value ? profile->samples.value[i] : 1);
    assert_true(used < room);
    fr_output_free(out);
    fr_profile_free(profile);
    fr_perf_offcpu_reset(&p->o);
}

#define B FR_PERF_LEAVE_BLOCKED
#define P FR_PERF_LEAVE_PREEMPTED
#define D FR_PERF_LEAVE_DEAD

static const struct {
    fr_off_cpu mode;
    step steps[6];
    size_t n;
    const char *want;
} waits[] = {
    {FR_OFF_CPU_ALL, {{1, 1, 10, B}, {0, 1, 25, B}}, 2, "thread 1;wait 15\n10+15 "},
    {FR_OFF_CPU_ALL, {{1, 1, 10, P}, {0, 1, 25, B}}, 2, "thread 1;wait 15\n10+15 "},
    {FR_OFF_CPU_BLOCKED,
     {{1, 1, 10, P}, {0, 1, 25, B}, {1, 1, 30, B}, {0, 1, 33, B}},
     4,
     "thread 1;wait 3\nchoice 1\n30+3 "},
    /* no end; no beginning; a switch-in is missing; time runs backwards; the thread is dead */
    {FR_OFF_CPU_ALL,
     {{1, 1, 10, B}, {0, 1, 12, B}, {1, 1, 25, B}},
     3,
     "thread 1;wait 2\nunfinished 1\n10+2 "},
    {FR_OFF_CPU_ALL, {{0, 1, 10, B}, {1, 1, 11, B}, {0, 1, 25, B}}, 3, "thread 1;wait 14\n11+14 "},
    {FR_OFF_CPU_ALL,
     {{1, 1, 10, B}, {1, 1, 20, B}, {0, 1, 25, B}},
     3,
     "thread 1;wait 5\nunmeasured 1\n20+5 "},
    {FR_OFF_CPU_ALL,
     {{1, 1, 10, B}, {0, 1, 5, B}, {1, 2, 6, B}, {0, 2, 7, B}},
     4,
     "thread 2;wait 1\nunmeasured 1\n6+1 "},
    {FR_OFF_CPU_ALL, {{1, 1, 10, B}, {0, 1, 12, B}, {1, 1, 20, D}}, 3, "thread 1;wait 2\n10+2 "},
    /* threads don't mix */
    {FR_OFF_CPU_ALL,
     {{1, 1, 10, B}, {0, 2, 10, B}, {1, 2, 30, B}, {0, 1, 30, B}, {0, 2, 31, B}},
     5,
     "thread 1;wait 20\nthread 2;wait 1\n10+20 30+1 "},
};

static void test_waits(void **state)
{
    char got[512];

    (void)state;
    for (size_t i = 0; i < COUNT(waits); i++) {
        part p = new_part(waits[i].mode);
        take(&p, waits[i].steps, waits[i].n);
        describe(&p, got, sizeof got);
        if (strcmp(got, waits[i].want) != 0)
            fail_msg("case %zu\n got\n%s\n want\n%s", i, got, waits[i].want);
    }
}

/* ------------------------------------------------------------ parts */

#define STEPS 90

/* Five threads that come and go in any order, some steps missing, as in a lossy recording. */
static void make_steps(uint32_t seed, step steps[STEPS])
{
    for (size_t i = 0; i < STEPS; i++) {
        seed = seed * 1664525u + 1013904223u;
        steps[i] = (step){.out = seed >> 30 & 1,
                          .tid = 1 + (seed >> 20) % 5,
                          .at = (int64_t)i * 100 + (seed >> 12) % 150,
                          .leave = (fr_perf_leave)((seed >> 8) % 16 % 3)};
    }
}

static void check_cuts(const step *steps, fr_off_cpu mode, size_t first, size_t second,
                       const char *want)
{
    static char got[16384];
    part a = new_part(mode), b = new_part(mode), c = new_part(mode);

    take(&a, steps, first);
    take(&b, steps + first, second - first);
    take(&c, steps + second, STEPS - second);
    if ((first + second) % 2) { /* joined from either end */
        append(&b, &c);
        append(&a, &b);
    } else {
        append(&a, &b);
        append(&a, &c);
    }
    describe(&a, got, sizeof got);
    if (strcmp(got, want) != 0)
        fail_msg("cut at %zu and %zu\n got\n%s\n want\n%s", first, second, got, want);
}

static void test_cut_anywhere(void **state)
{
    static char want[16384];
    step steps[STEPS];

    (void)state;
    for (uint32_t seed = 1; seed <= 6; seed++) {
        fr_off_cpu mode = seed % 2 ? FR_OFF_CPU_ALL : FR_OFF_CPU_BLOCKED;
        part whole = new_part(mode);
        make_steps(seed, steps);
        take(&whole, steps, STEPS);
        describe(&whole, want, sizeof want);
        for (size_t first = 0; first <= STEPS; first++)
            for (size_t second = first; second <= STEPS; second += 7)
                check_cuts(steps, mode, first, second, want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_event_names),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_cut_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
