/*
 * legacy_text.c - heap, contention and threads as text, and what their lines share.
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
#include <inttypes.h>
#include <math.h>

#include "formats/legacy/legacy.h"
#include "formats/lines.h"

/* ---- lines ---- */

bool fr_legacy_line(fr_legacy *l, fr_bytes *line)
{
    if (!fr_lines_take(&l->rest, line))
        return false;
    l->line++;
    return true;
}

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

/* Maps come behind the samples, but are wanted before them. */
static void take_maps_behind(fr_legacy *l)
{
    fr_bytes text = l->rest, line;

    while (fr_lines_take(&text, &line))
        if (ends_samples(line))
            fr_legacy_take_maps(l, text);
}

bool fr_legacy_number(fr_bytes *text, int64_t *number)
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

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool fr_legacy_addresses(fr_legacy *l, fr_bytes text, size_t first)
{
    for (size_t i = 0; i + 2 < text.len; i++) {
        uint64_t address = 0;
        size_t begin = i + 2;
        if (text.at[i] != '0' || text.at[i + 1] != 'x' || !is_hex(text.at[begin]))
            continue;
        for (i = begin; i < text.len && is_hex(text.at[i]); i++)
            address = address << 4 | (uint64_t)((text.at[i] & 0xf) + (text.at[i] > '9' ? 9 : 0));
        if (i - begin > 16)
            return false;
        if (!fr_legacy_add_address(l, address - (l->n >= first)))
            return false;
    }
    return true;
}

void fr_legacy_take_duration(fr_legacy *l, fr_bytes ms)
{
    int64_t n;

    if (fr_legacy_number(&ms, &n) && n > 0 && n < INT64_MAX / 1000000)
        l->duration_ns = n * 1000000;
}

void fr_legacy_fail(fr_legacy *l, const char *expected)
{
    fr_builder_fail(l->b, FR_E_FORMAT, l->line, 0, "expected %s", expected);
}

/* A sample of size s is seen with a probability of 1 - exp(-s / rate). */
void fr_legacy_unsample(int64_t *count, int64_t *bytes, int64_t rate)
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

typedef struct heap {
    int64_t n[4]; /* objects and bytes in use, and allocated */
} heap;

/* "1: 1024 [2: 2048] @": *text loses it. */
static bool take_heap(fr_bytes *text, heap *h)
{
    return fr_legacy_number(text, &h->n[0]) && take_sign(text, ':') &&
           fr_legacy_number(text, &h->n[1]) && take_sign(text, '[') &&
           fr_legacy_number(text, &h->n[2]) && take_sign(text, ':') &&
           fr_legacy_number(text, &h->n[3]) && take_sign(text, ']') && take_sign(text, '@');
}

bool fr_legacy_is_heap(fr_bytes head)
{
    return fr_bytes_starts(head, FR_LITERAL("heap profile:"));
}

/* "heapprofile", "heap_v2/524288", "heap/1048576", "growthz": the rate, or 1; 0: it is none of these. */
static int64_t read_rate(fr_bytes name)
{
    fr_bytes number = name;
    size_t slash = fr_bytes_find(name, '/');
    int64_t rate = 0;

    name.len = slash;
    number = slash < number.len ? (fr_bytes){number.at + slash + 1, number.len - slash - 1}
                                : (fr_bytes){number.at, 0};
    (void)fr_legacy_number(&number, &rate);
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

static void add_heap(fr_legacy *l, heap *h, bool has_allocated, int64_t rate)
{
    int64_t values[4] = {0}, bytes = 0;
    size_t n = 0;

    for (size_t pair = has_allocated ? 2 : 0;; pair = 0) {
        int64_t *count = &h->n[pair], *size = &h->n[pair + 1];
        if (*count == 0 && *size != 0) {
            fr_legacy_fail(l, "no bytes where there are no objects");
            return;
        }
        bytes = *count ? *size / *count : bytes;
        if (*count > 0 && *size > 0)
            fr_legacy_unsample(count, size, rate);
        values[n++] = *count;
        values[n++] = *size;
        if (pair == 0)
            break;
    }
    fr_legacy_add_sample(l, values, bytes);
}

static const char heap_line[] = "'objects: bytes [objects: bytes] @ addresses'";

void fr_legacy_read_heap(fr_legacy *l)
{
    fr_bytes line;
    heap head, h;
    int64_t rate = 0;
    bool has_allocated;

    take_maps_behind(l);
    fr_legacy_line(l, &line);
    line = (fr_bytes){line.at + strlen("heap profile:"), line.len - (strlen("heap profile:"))};
    if (take_heap(&line, &head))
        rate = read_rate(fr_bytes_trim(line));
    if (rate == 0) {
        fr_legacy_fail(l, "'heap profile: objects: bytes [objects: bytes] @ heapprofile'");
        return;
    }
    has_allocated =
        rate >= 1 && !fr_bytes_contain(line, "growth") &&
        !fr_bytes_contain(line, "fragmentation") &&
        ((head.n[2] != head.n[0] && head.n[2]) || (head.n[3] != head.n[1] && head.n[3]));
    open_heap(l, has_allocated);
    while (!fr_builder_failed(l->b) && fr_legacy_line(l, &line) && !ends_samples(line)) {
        if (is_comment(line))
            continue;
        if (take_heap(&line, &h) && fr_legacy_addresses(l, line, 0))
            add_heap(l, &h, has_allocated, rate);
        else
            fr_legacy_fail(l, heap_line);
    }
}

/* ---- contention ---- */

bool fr_legacy_is_contention(fr_bytes head)
{
    return fr_bytes_starts(head, FR_LITERAL("--- contentionz ")) ||
           fr_bytes_starts(head, FR_LITERAL("--- contention:")) ||
           fr_bytes_starts(head, FR_LITERAL("--- mutex:"));
}

typedef struct contention {
    int64_t hz, period;
} contention;

/* "cycles/second = 2000000000" */
static bool take_attribute(fr_legacy *l, contention *c, fr_bytes line)
{
    size_t sign = fr_bytes_find(line, '=');
    fr_bytes key = fr_bytes_trim((fr_bytes){line.at, sign});
    fr_bytes value = {line.at + sign + 1, sign < line.len ? line.len - sign - 1 : 0};
    int64_t number;

    if (sign == line.len)
        return false;
    if (fr_bytes_equal(key, FR_LITERAL("ms since reset"))) {
        fr_legacy_take_duration(l, value);
    } else if (fr_legacy_number(&value, &number)) {
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
    int64_t values[4] = {0};
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
    values[0] = times;
    values[1] = cycles;
    fr_legacy_add_sample(l, values, 0);
}

void fr_legacy_read_contention(fr_legacy *l)
{
    contention c = {.period = 1};
    fr_bytes line;
    bool begun = false;

    take_maps_behind(l);
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
        if (fr_legacy_number(&line, &cycles) && fr_legacy_number(&line, &times) &&
            take_sign(&line, '@') && fr_legacy_addresses(l, line, 0))
            add_contention(l, &c, cycles, times);
        else
            fr_legacy_fail(l, "'cycles times @ addresses'");
    }
}

/* ---- threads ---- */

bool fr_legacy_is_threads(fr_bytes head)
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
    if (l->n == 0 && t->same)
        l->n = t->n_before;
    else if (l->n > 1 && l->stack[0] == l->stack[1] + 1) /* the innermost address twice */
        memmove(l->stack + 1, l->stack + 2, (--l->n - 1) * sizeof *l->stack);
    t->n_before = l->n;
    t->open = t->same = false;
    fr_legacy_add_sample(l, one, 0);
}

void fr_legacy_read_threads(fr_legacy *l)
{
    threads t = {0};
    fr_bytes line;

    take_maps_behind(l);
    fr_legacy_column(l, 0, "thread", "count");
    while (!fr_builder_failed(l->b) && fr_legacy_line(l, &line) && !ends_samples(line) &&
           !fr_bytes_starts(line, FR_LITERAL("---- no stack trace for"))) {
        if (fr_bytes_starts(line, FR_LITERAL("--- Thread "))) {
            end_thread(l, &t);
            t.open = true;
        } else if (t.open && fr_bytes_contain(line, "same as previous thread")) {
            t.same = true;
        } else if (t.open && !fr_legacy_addresses(l, line, 1)) {
            fr_legacy_fail(l, "addresses of at most 64 bits");
        }
    }
    end_thread(l, &t);
}
