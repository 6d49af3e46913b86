/*
 * test_trace_order.c - events of a trace may stand in any order: shuffled ones give the same profile, samples and spans,
 * for every kind of trace that the reader knows. No two events of these traces begin at the same time, since then their
 * order in the file says which one is around the other.
 */
#include "rounds.h"
#include "unit/unit.h"

#define MOST_EVENTS 16

/* %s is where the events stand; the others of a list are shuffled too. */
typedef struct trace {
    const char *before, *after;
    const char *events[MOST_EVENTS];
    const char *folded; /* what it is */
} trace;

#define THREAD(tid, name)                                                                          \
    "{\"ph\":\"M\",\"pid\":1,\"tid\":" #tid ",\"ts\":0,\"name\":\"thread_name\","                  \
    "\"args\":{\"name\":\"" name "\"}}"
#define SPAN(tid, ts, rest) "{\"pid\":1,\"tid\":" #tid ",\"ts\":" #ts "," rest "}"
#define BEGINS(tid, id, ts)                                                                        \
    "{\"ph\":\"P\",\"pid\":1,\"tid\":" #tid ",\"ts\":" #ts ",\"name\":\"Profile\",\"id\":\"" id    \
    "\",\"args\":{\"data\":{\"startTime\":" #ts "}}}"
#define CHUNK(id, ts, nodes, samples, deltas)                                                      \
    "{\"ph\":\"P\",\"pid\":1,\"tid\":9,\"ts\":" #ts ",\"name\":\"ProfileChunk\",\"id\":\"" id      \
    "\",\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[" nodes "],\"samples\":" samples            \
    "},\"timeDeltas\":" deltas "}}}"
#define NODE(id, parent, name)                                                                     \
    "{\"id\":" #id "," parent "\"callFrame\":{\"functionName\":\"" name "\",\"scriptId\":0}}"
#define SAMPLE(ts, tid, sf)                                                                        \
    "{\"cpu\":\"-1\",\"name\":\"\",\"ts\":\"" #ts "\",\"pid\":1,\"tid\":\"" #tid                   \
    "\",\"weight\":\"1\",\"sf\":" #sf "}"

static const trace traces[] = {
    {"{\"traceEvents\":[",
     "]}",
     {THREAD(2, "main"), THREAD(3, "worker"),
      SPAN(2, 100, "\"ph\":\"X\",\"dur\":50,\"name\":\"a\""),
      SPAN(2, 105, "\"ph\":\"B\",\"name\":\"b\""), SPAN(2, 110, "\"ph\":\"B\",\"name\":\"c\""),
      SPAN(2, 120, "\"ph\":\"E\""), SPAN(2, 125, "\"ph\":\"E\""),
      SPAN(3, 90, "\"ph\":\"X\",\"dur\":10,\"name\":\"a\""),
      SPAN(3, 200, "\"ph\":\"B\",\"name\":\"d\""),
      SPAN(3, 230, "\"ph\":\"X\",\"tdur\":7,\"name\":\"e\""), SPAN(3, 260, "\"ph\":\"E\"")},
     "main;a 30000\nmain;a;b 10000\nmain;a;b;c 10000\n"
     "worker;a 10000\nworker;d 53000\nworker;d;e 7000\n"},
    {"[",
     "]",
     {THREAD(2, "main"), BEGINS(2, "0x1", 1000),
      CHUNK("0x1", 1100, NODE(1, "", "(root)") "," NODE(2, "\"parent\":1,", "f"), "[2,2]",
            "[10,20]"),
      CHUNK("0x1", 1200, NODE(3, "\"parent\":2,", "g"), "[3,2,3]", "[30,40,-5]"),
      CHUNK("0x1", 1300, "", "[2]", "[100]"), BEGINS(3, "0x2", 1050),
      CHUNK("0x2", 1150, NODE(1, "", "(root)") "," NODE(2, "\"parent\":1,", "h"), "[2,2]", "[1,2]"),
      CHUNK("0x3", 1250, "", "[7]", "[3]")},
     "f 240000\nf;g 40000\nh 4000\n"},
    {"{\"traceEvents\":[",
     "]}",
     {THREAD(2, "main"),
      "{\"ph\":\"I\",\"pid\":1,\"tid\":2,\"ts\":50,\"name\":\"CpuProfile\",\"args\":{\"data\":{"
      "\"cpuProfile\":{\"nodes\":[" NODE(1, "\"children\":[2],", "(root)") "," NODE(
          2, "", "f") "],\"startTime\":10,\"endTime\":40,\"samples\":[2],\"timeDeltas\":[5]}}}}",
      SPAN(2, 100, "\"ph\":\"X\",\"dur\":50,\"name\":\"a\"")},
     "f 25000\n"},
    {"{\"traceEvents\":[" THREAD(
         2, "js") "],\"stackFrames\":{"
                  "\"3\":{\"name\":\"g(/"
                  "a.js:9:2)\",\"category\":\"JavaScript\",\"line\":\"9\",\"column\":\"2\","
                  "\"funcLine\":\"7\",\"funcColumn\":\"1\",\"parent\":2},"
                  "\"1\":{\"name\":\"[root]\",\"category\":\"root\"},"
                  "\"2\":{\"name\":\"f\",\"category\":\"JavaScript\",\"parent\":1}},\"samples\":[",
     "]}",
     {SAMPLE(1000, 2, 2), SAMPLE(1010, 2, 3), SAMPLE(1030, 2, 1), SAMPLE(1040, 2, 3),
      SAMPLE(1005, 4, 2), SAMPLE(1007, 4, 2)},
     "[no stack] 10000\nf 14000\nf;g (/a.js:7:1) 30000\n"},
};

/* The order of a permutation, and `len` bytes of text. */
static char *put_together(const trace *t, const size_t *order, size_t n)
{
    size_t room = strlen(t->before) + strlen(t->after) + n + 1;
    char *text;

    for (size_t i = 0; i < n; i++)
        room += strlen(t->events[i]);
    text = malloc(room);
    assert_non_null(text);
    strcpy(text, t->before);
    for (size_t i = 0; i < n; i++) {
        strcat(text, i ? "," : "");
        strcat(text, t->events[order[i]]);
    }
    return strcat(text, t->after);
}

static fr_profile *read_trace(const trace *t, const size_t *order, size_t n)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_error err = {0};
    char *text = put_together(t, order, n);
    fr_profile *p;

    opt.keep_samples = true;
    p = try_read(text, strlen(text), &opt, &err);
    if (!p)
        print_error("%s\n%s\n", err.text, text);
    assert_non_null(p);
    free(text);
    return p;
}

static void any_order(void **state)
{
    random_source random = {7};

    (void)state;
    for (size_t k = 0; k < COUNT(traces); k++) {
        size_t order[MOST_EVENTS], n = 0;
        char *json, *lanes;
        for (; n < MOST_EVENTS && traces[k].events[n]; n++)
            order[n] = n;
        fr_profile *p = read_trace(&traces[k], order, n);
        assert_written(p, "folded", traces[k].folded);
        json = written(p, "json");
        lanes = written(p, "chrome");
        fr_profile_free(p);
        for (uint64_t round = 0; round < rounds(60, 2000); round++) {
            for (size_t i = n; i-- > 1;) {
                size_t j = random_below(&random, (uint32_t)i + 1), was = order[i];
                order[i] = order[j];
                order[j] = was;
            }
            p = read_trace(&traces[k], order, n);
            assert_written(p, "json", json);
            assert_written(p, "chrome", lanes);
            fr_profile_free(p);
        }
        free(json);
        free(lanes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_order)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
