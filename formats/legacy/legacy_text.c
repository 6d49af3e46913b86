/*
 * legacy_text.c - the kinds that are text: heap, contention and threads, of Java and of jemalloc, and what their lines
 * share.
 *
 *     heap profile:    3:   4096 [    5:   8192] @ heapprofile       tcmalloc; growth, fragmentation too
 *          1:   1024 [     2:   2048] @ 0x4011d6 0x401a2b            in use: objects, bytes; allocated; return addresses
 *     --- contentionz 1 ---
 *     cycles/second = 2000000000
 *     sampling period = 100
 *         1500 3 @ 0x4011d6 0x401a2b                                 cycles, times
 *     --- threadz 1 ---
 *     --- Thread 7f794ab90940 (name: main/14748) stack: ---
 *       PC: 0x7f01 0x401a2b: run
 */
#include <math.h>

#include "formats/legacy/legacy.h"
#include "formats/lines.h"
#include "formats/listings/listing.h"

/* ---- lines ---- */

static bool is_comment(fr_bytes line)
{
    return line.len == 0 || line.at[0] == '#';
}

/* "MAPPED_LIBRARIES:" and the like end the samples. */
static bool ends_samples(fr_bytes line)
{
    return fr_bytes_contain(line, "--- Memory map: ---") ||
           fr_bytes_contain(line, "MAPPED_LIBRARIES:");
}

/* Maps come behind the samples, but are wanted before them. All are behind the first line that `ends` the samples. */
static void take_maps_behind(fr_legacy *l, bool (*ends)(fr_bytes line))
{
    fr_bytes text = l->rest, line;

    while (fr_lines_take(&text, &line))
        if (ends(line)) {
            fr_legacy_take_maps(l, text);
            return;
        }
}

/* A number after blanks, which *text loses. */
static bool take_number(fr_bytes *text, int64_t *number)
{
    fr_bytes t = fr_bytes_trim(*text);
    bool negative = t.len && t.at[0] == '-';
    size_t i = negative;

    *number = 0;
    for (; i < t.len && t.at[i] >= '0' && t.at[i] <= '9'; i++)
        if (__builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, t.at[i] - '0', number))
            return false;
    if (i == (size_t)negative)
        return false;
    *number = negative ? -*number : *number;
    *text = (fr_bytes){t.at + i, t.len - i};
    return true;
}

/* A sign after blanks, which *text loses. */
static bool take_sign(fr_bytes *text, char sign)
{
    fr_bytes t = fr_bytes_trim(*text);

    if (t.len == 0 || t.at[0] != sign)
        return false;
    *text = (fr_bytes){t.at + 1, t.len - 1};
    return true;
}

/* "1: 1024 [2: 2048]", which *text loses: objects and bytes, in use and allocated. */
static bool take_amounts(fr_bytes *text, int64_t n[4])
{
    return take_number(text, &n[0]) && take_sign(text, ':') && take_number(text, &n[1]) &&
           take_sign(text, '[') && take_number(text, &n[2]) && take_sign(text, ':') &&
           take_number(text, &n[3]) && take_sign(text, ']');
}

/* "sampling period = 100": the words before and behind the sign; false where there is none. */
static bool split_attribute(fr_bytes line, fr_bytes *key, fr_bytes *value)
{
    size_t sign = fr_bytes_find(line, '=');

    if (sign == line.len)
        return false;
    *key = fr_bytes_trim((fr_bytes){line.at, sign});
    *value = fr_bytes_trim((fr_bytes){line.at + sign + 1, line.len - sign - 1});
    return true;
}

/* Addresses after "@", to the stack: moved by -1 from the `first` on. */
static bool take_addresses(fr_legacy *l, fr_bytes text, size_t first)
{
    for (fr_bytes rest; fr_listing_split(&text, "0x", &rest); text = rest) {
        size_t len = rest.len;
        uint64_t address;
        bool fits = fr_legacy_hex(&rest, &address);
        if (rest.len < len && !(fits && fr_legacy_add_address(l, address - (l->stack.n >= first))))
            return false;
    }
    return true;
}

/* "ms since reset" */
static void take_duration(fr_legacy *l, fr_bytes ms)
{
    int64_t n;

    if (take_number(&ms, &n) && n > 0 && n < INT64_MAX / 1000000)
        l->duration_ns = n * 1000000;
}

/* Estimates what was allocated where one of `rate` bytes was sampled: a sample of size s is seen with a probability of
 * 1 - exp(-s / rate). */
static void unsample(int64_t *count, int64_t *bytes, int64_t rate)
{
    double scale;

    if (*count == 0 || *bytes == 0) {
        *count = *bytes = 0;
        return;
    }
    if (rate <= 1)
        return;
    scale = 1 / (1 - exp(-((double)*bytes / (double)*count) / (double)rate));
    if ((double)*count * scale < 9e18 && (double)*bytes * scale < 9e18) {
        *count = (int64_t)((double)*count * scale);
        *bytes = (int64_t)((double)*bytes * scale);
    }
}

/* ---- heap ---- */

/* "heapprofile", "heap_v2/524288", "heap/1048576", "growthz": the rate, or 1; 0: it is none of these. */
static int64_t read_rate(fr_bytes name)
{
    size_t slash = fr_bytes_find(name, '/');
    fr_bytes number = {name.at + slash, name.len - slash};
    int64_t rate = 0;

    name.len = slash;
    (void)(take_sign(&number, '/') && take_number(&number, &rate));
    if (fr_bytes_starts(name, FR_LITERAL("growth")) ||
        fr_bytes_starts(name, FR_LITERAL("fragmentation")) ||
        fr_bytes_equal(name, FR_LITERAL("heapprofile")))
        return 1;
    if (fr_bytes_equal(name, FR_LITERAL("heap")))
        rate /= 2;
    else if (!fr_bytes_equal(name, FR_LITERAL("heap_v2")) &&
             !fr_bytes_equal(name, FR_LITERAL("heapz_v2")))
        return 0;
    return rate > 0 ? rate : 1;
}

static void open_heap(fr_legacy *l, bool has_allocated)
{
    size_t i = 0;

    if (has_allocated) {
        fr_legacy_column(l, i++, "alloc_objects", "count");
        fr_legacy_column(l, i++, "alloc_space", "bytes");
    }
    fr_legacy_column(l, i++, has_allocated ? "inuse_objects" : "objects", "count");
    fr_legacy_column(l, i, has_allocated ? "inuse_space" : "space", "bytes");
}

static void add_heap(fr_legacy *l, const int64_t n[4], bool has_allocated, int64_t rate)
{
    int64_t values[4] = {n[2], n[3], n[0], n[1]}, bytes = 0;
    size_t first = has_allocated ? 0 : 2;

    for (size_t i = first; i < 4; i += 2) {
        int64_t *count = &values[i], *size = &values[i + 1];
        if (*count == 0 && *size != 0) {
            fr_legacy_fail(l, "no bytes where there are no objects");
            return;
        }
        bytes = *count ? *size / *count : bytes;
        if (*count > 0 && *size > 0)
            unsample(count, size, rate);
    }
    fr_legacy_add_sample(l, values + first, bytes);
}

static void read_heap(fr_legacy *l)
{
    fr_bytes line;
    int64_t head[4], amounts[4], rate = 0;
    bool has_allocated;

    take_maps_behind(l, ends_samples);
    fr_legacy_line(l, &line);
    line = (fr_bytes){line.at + strlen("heap profile:"), line.len - strlen("heap profile:")};
    if (take_amounts(&line, head) && take_sign(&line, '@'))
        rate = read_rate(fr_bytes_trim(line));
    if (rate == 0) {
        fr_legacy_fail(l, "'heap profile: objects: bytes [objects: bytes] @ heapprofile'");
        return;
    }
    has_allocated = !fr_bytes_contain(line, "growth") && !fr_bytes_contain(line, "fragmentation") &&
                    ((head[2] != head[0] && head[2]) || (head[3] != head[1] && head[3]));
    open_heap(l, has_allocated);
    while (!fr_builder_failed(l->b) && fr_legacy_line(l, &line) && !ends_samples(line)) {
        if (is_comment(line))
            continue;
        if (take_amounts(&line, amounts) && take_sign(&line, '@') && take_addresses(l, line, 0))
            add_heap(l, amounts, has_allocated, rate);
        else
            fr_legacy_fail(l, "'objects: bytes [objects: bytes] @ addresses'");
    }
}

/* ---- contention ---- */

typedef struct contention {
    int64_t hz, period;
} contention;

/* "cycles/second = 2000000000" */
static bool take_attribute(fr_legacy *l, contention *c, fr_bytes line)
{
    fr_bytes key, value;
    int64_t number;

    if (!split_attribute(line, &key, &value))
        return false;
    if (fr_bytes_equal(key, FR_LITERAL("ms since reset"))) {
        take_duration(l, value);
    } else if (take_number(&value, &number)) {
        if (fr_bytes_equal(key, FR_LITERAL("cycles/second")))
            c->hz = number;
        else if (fr_bytes_equal(key, FR_LITERAL("sampling period")))
            c->period = number;
    }
    return true;
}

/* Cycles in ns, of all that were not sampled, too. */
static void add_contention(fr_legacy *l, const contention *c, int64_t cycles, int64_t times)
{
    double delay = (double)cycles;

    if (c->period > 0 && c->hz > 0) {
        delay = delay * (double)c->period / ((double)c->hz / 1e9);
        cycles = delay < 9.2e18 ? (int64_t)delay : -1;
    }
    if (c->period > 0 && __builtin_mul_overflow(times, c->period, &times))
        times = -1;
    if (times < 0 || cycles < 0) {
        fr_builder_fail(l->b, FR_E_LIMIT, l->line, 0, "a value of 2^63 or more, or below 0");
        return;
    }
    fr_legacy_add_sample(l, (const int64_t[4]){times, cycles}, 0);
}

static void read_contention(fr_legacy *l)
{
    contention c = {.period = 1};
    fr_bytes line;
    bool begun = false;

    take_maps_behind(l, ends_samples);
    fr_legacy_line(l, &line);
    fr_legacy_column(l, 0, "contentions", "count");
    fr_legacy_column(l, 1, "delay", "ns");
    l->period_type = "contentions";
    l->period_unit = "count";
    while (!fr_builder_failed(l->b) && fr_legacy_line(l, &line) &&
           !fr_bytes_starts(line, FR_LITERAL("---")) && !ends_samples(line)) {
        int64_t cycles, times;
        if (is_comment(line) || (!begun && take_attribute(l, &c, line)))
            continue;
        begun = true;
        l->period = c.period;
        if (take_number(&line, &cycles) && take_number(&line, &times) && take_sign(&line, '@') &&
            take_addresses(l, line, 0))
            add_contention(l, &c, cycles, times);
        else
            fr_legacy_fail(l, "'cycles times @ addresses'");
    }
}

/* ---- threads ---- */

static bool is_threads(fr_bytes head)
{
    head = fr_bytes_beginning(head);
    return fr_bytes_starts(head, FR_LITERAL("--- threadz ")) ||
           (fr_bytes_starts(head, FR_LITERAL("--- Thread ")) &&
            fr_bytes_contain((fr_bytes){head.at, fr_bytes_find(head, '\n')}, "stack: ---"));
}

typedef struct threads {
    bool open, same;
    size_t n_before; /* addresses of the thread before, which are still in their places */
} threads;

/* The thread that is open ends; "same as previous thread" stands for a stack. */
static void end_thread(fr_legacy *l, threads *t)
{
    static const int64_t one[4] = {1};

    if (!t->open)
        return;
    if (l->stack.n == 0 && t->same)
        l->stack.n = t->n_before;
    else
        fr_legacy_remove_copy(l);
    t->n_before = l->stack.n;
    t->open = t->same = false;
    fr_legacy_add_sample(l, one, 0);
}

static void read_threads(fr_legacy *l)
{
    threads t = {0};
    fr_bytes line;

    take_maps_behind(l, ends_samples);
    fr_legacy_column(l, 0, "thread", "count");
    while (!fr_builder_failed(l->b) && fr_legacy_line(l, &line) && !ends_samples(line) &&
           !fr_bytes_starts(line, FR_LITERAL("---- no stack trace for"))) {
        if (fr_bytes_starts(line, FR_LITERAL("--- Thread "))) {
            end_thread(l, &t);
            t.open = true;
        } else if (t.open && fr_bytes_contain(line, "same as previous thread")) {
            t.same = true;
        } else if (t.open && !take_addresses(l, line, 1)) {
            fr_legacy_fail(l, "addresses of at most 64 bits");
        }
    }
    end_thread(l, &t);
}

/*
 * Heap and contention of Java, by Google's agent: the names of its addresses stand behind the samples.
 *
 *     --- heapz 1 ---
 *     format = java
 *     resolution = bytes
 *         1048576 2 @ 0x01 0x02                   bytes, objects; contention: time, times
 *       0x01 com.example.Foo.bar (Foo.java:12)
 */

#define HEAP_RATE 524288 /* bytes */

typedef struct java {
    bool is_heap, has_columns;
    int64_t period; /* 0: not known */
} java;

static bool is_java(fr_bytes head)
{
    if (!fr_bytes_starts(head, FR_LITERAL("--- heapz 1 ---")) &&
        !fr_bytes_starts(head, FR_LITERAL("--- contentionz 1 ---")))
        return false;
    head.len = head.len < 400 ? head.len : 400;
    return fr_bytes_contain(head, "format = java") || fr_bytes_contain(head, "format=java");
}

static void open_columns(fr_legacy *l, java *j, fr_bytes unit)
{
    char text[32];

    if (fr_bytes_equal(unit, FR_LITERAL("microseconds")))
        unit = FR_LITERAL("us");
    if (fr_bytes_equal(unit, FR_LITERAL("milliseconds")))
        unit = FR_LITERAL("ms");
    if (fr_bytes_equal(unit, FR_LITERAL("nanoseconds")))
        unit = FR_LITERAL("ns");
    fr_text_copy(text, sizeof text, unit);
    fr_legacy_column(l, 0, j->is_heap ? "inuse_objects" : "contentions", "count");
    fr_legacy_column(l, 1, j->is_heap ? "inuse_space" : "delay", text);
    j->has_columns = true;
}

/* "sampling period = 100": false where the line is none. */
static bool take_java_attribute(fr_legacy *l, java *j, fr_bytes line)
{
    fr_bytes key, value;

    if (!split_attribute(line, &key, &value))
        return false;
    if (fr_bytes_equal(key, FR_LITERAL("resolution")) && !j->has_columns)
        open_columns(l, j, value);
    if (fr_bytes_equal(key, FR_LITERAL("ms since reset")))
        take_duration(l, value);
    if (fr_bytes_equal(key, FR_LITERAL("sampling period")) &&
        (!take_number(&value, &j->period) || j->period < 0))
        fr_legacy_fail(l, "a period of 0 or more");
    return true;
}

static void add_sample(fr_legacy *l, const java *j, int64_t amount, int64_t times)
{
    int64_t values[4] = {times, amount}, bytes = 0;

    if (j->is_heap && times <= 0) {
        fr_legacy_fail(l, "a number of objects above 0");
        return;
    }
    if (j->is_heap) {
        bytes = amount / times;
        unsample(&values[0], &values[1], HEAP_RATE);
    } else if (j->period && (__builtin_mul_overflow(times, j->period, &values[0]) ||
                             __builtin_mul_overflow(amount, j->period, &values[1]))) {
        fr_builder_fail(l->b, FR_E_LIMIT, l->line, 0, "a value of 2^63 or more");
    }
    fr_legacy_add_sample(l, values, bytes);
}

/* "1048576 2 @ 0x01 0x02": false where the line is none. */
static bool take_java_sample(fr_legacy *l, const java *j, fr_bytes line)
{
    int64_t amount, times;

    if (!take_number(&line, &amount) || !take_number(&line, &times) || !take_sign(&line, '@'))
        return false;
    if (take_addresses(l, line, SIZE_MAX))
        add_sample(l, j, amount, times);
    else
        fr_legacy_fail(l, "addresses of at most 64 bits");
    return true;
}

static void read_java(fr_legacy *l)
{
    java j = {.is_heap = fr_bytes_starts(l->rest, FR_LITERAL("--- heapz"))};
    fr_bytes line;
    bool begun = false, going = true;

    l->keeps_locations = false; /* its addresses are no more than numbers */
    fr_legacy_take_java_names(l, l->rest);
    fr_legacy_line(l, &line);
    while (going && !fr_builder_failed(l->b) && fr_legacy_line(l, &line)) {
        if (line.len == 0 || (!begun && take_java_attribute(l, &j, line)))
            continue;
        if (!j.has_columns)
            open_columns(l, &j, j.is_heap ? FR_LITERAL("bytes") : FR_LITERAL("ns"));
        begun = true;
        going = take_java_sample(l, &j, line);
    }
    /* Behind the samples the names begin. */
    if (!going && !fr_bytes_starts(line, FR_LITERAL("0x")))
        fr_legacy_fail(l, "'amount times @ addresses' or '0xaddress name'");
}

/*
 * Heap profiles of jemalloc (MALLOC_CONF=prof:true, prof_dump).
 *
 *     heap_v2/524288                          sampled every so many bytes
 *       t*: 28106: 56637512 [0: 0]            all threads: objects, bytes [allocated so far, where prof_accum is on]
 *       t3: 352: 16777344 [0: 0] main
 *     @ 0x5f86da8 0x5f5a1dc                   a stack of return addresses, and its values below it
 *       t*: 13: 6688 [0: 0]
 *       t3: 12: 6496 [0: 0]
 *     MAPPED_LIBRARIES:
 *
 * What was not sampled is estimated, as jeprof does. Omitted: values by thread, which are parts of t*.
 */

/* "t*: 13: 6688 [0: 0]" */
static void add_values(fr_legacy *l, int64_t n[4], int64_t rate)
{
    if ((n[0] == 0) != (n[1] == 0) || (n[2] == 0) != (n[3] == 0) || n[0] < 0 || n[1] < 0 ||
        n[2] < 0 || n[3] < 0) {
        fr_legacy_fail(l, "bytes where there are objects, and none below 0");
        return;
    }
    unsample(&n[0], &n[1], rate);
    unsample(&n[2], &n[3], rate);
    fr_legacy_add_sample(l, (const int64_t[4]){n[2], n[3], n[0], n[1]}, 0);
}

static bool ends_stacks(fr_bytes line)
{
    return fr_bytes_equal(line, FR_LITERAL("MAPPED_LIBRARIES:"));
}

static void read_jemalloc(fr_legacy *l)
{
    fr_bytes line;
    int64_t rate = 0, n[4];
    bool in_stack = false;

    take_maps_behind(l, ends_stacks);
    fr_legacy_line(l, &line);
    line = (fr_bytes){line.at + 8, line.len - 8};
    if (!take_number(&line, &rate) || rate < 1)
        fr_legacy_fail(l, "'heap_v2/' and the bytes between two samples");
    open_heap(l, true);
    while (!fr_builder_failed(l->b) && fr_legacy_line(l, &line) && !ends_stacks(line)) {
        if (line.len > 0 && line.at[0] == '@') {
            l->stack.n = 0;
            in_stack = take_addresses(l, line, 0);
            if (!in_stack)
                fr_legacy_fail(l, "addresses of at most 64 bits");
        } else if (in_stack && fr_bytes_starts(line, FR_LITERAL("t*:"))) {
            line = (fr_bytes){line.at + 3, line.len - 3};
            if (take_amounts(&line, n))
                add_values(l, n, rate);
            else
                fr_legacy_fail(l, "'t*: objects: bytes [objects: bytes]'");
            in_stack = false;
        } else if (line.len > 0 && line.at[0] != 't') {
            fr_legacy_fail(l, "'@ addresses' or 't*: objects: bytes [objects: bytes]'");
        }
    }
}

const fr_legacy_kind fr_legacy_texts[] = {
    {"heap profile:", NULL, read_heap},
    {"heap_v2/", NULL, read_jemalloc},
    {NULL, is_java, read_java},
    {"--- contentionz ", NULL, read_contention},
    {"--- contention:", NULL, read_contention},
    {"--- mutex:", NULL, read_contention},
    {NULL, is_threads, read_threads},
    {NULL, NULL, NULL},
};
