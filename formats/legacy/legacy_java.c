/*
 * legacy_java.c - heap and contention of Java, by Google's agent: the names of its addresses stand behind the samples.
 *
 *     --- heapz 1 ---
 *     format = java
 *     resolution = bytes
 *         1048576 2 @ 0x01 0x02                   bytes, objects; contention: time, times
 *       0x01 com.example.Foo.bar (Foo.java:12)
 */
#include "formats/legacy/legacy.h"

#define HEAP_RATE 524288 /* bytes */

typedef struct java {
    bool is_heap, has_columns;
    int64_t period; /* 0: not known */
} java;

bool fr_legacy_is_java(fr_bytes head)
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
static bool take_attribute(fr_legacy *l, java *j, fr_bytes line)
{
    size_t sign = fr_bytes_find(line, '=');
    fr_bytes key = fr_bytes_trim((fr_bytes){line.at, sign});
    fr_bytes value;

    if (sign == line.len)
        return false;
    value = fr_bytes_trim((fr_bytes){line.at + sign + 1, line.len - sign - 1});
    if (fr_bytes_equal(key, FR_LITERAL("resolution")) && !j->has_columns)
        open_columns(l, j, value);
    if (fr_bytes_equal(key, FR_LITERAL("ms since reset")))
        fr_legacy_take_duration(l, value);
    if (fr_bytes_equal(key, FR_LITERAL("sampling period")) &&
        (!fr_legacy_number(&value, &j->period) || j->period < 0))
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
        fr_legacy_unsample(&values[0], &values[1], HEAP_RATE);
    } else if (j->period && (__builtin_mul_overflow(times, j->period, &values[0]) ||
                             __builtin_mul_overflow(amount, j->period, &values[1]))) {
        fr_builder_fail(l->b, FR_E_LIMIT, l->line, 0, "a value of 2^63 or more");
    }
    fr_legacy_add_sample(l, values, bytes);
}

/* "1048576 2 @ 0x01 0x02": false where the line is none. */
static bool take_sample(fr_legacy *l, const java *j, fr_bytes line)
{
    int64_t amount, times;

    if (!fr_legacy_number(&line, &amount) || !fr_legacy_number(&line, &times))
        return false;
    line = fr_bytes_trim(line);
    if (line.len == 0 || line.at[0] != '@')
        return false;
    if (fr_legacy_addresses(l, line, SIZE_MAX))
        add_sample(l, j, amount, times);
    else
        fr_legacy_fail(l, "addresses of at most 64 bits");
    return true;
}

void fr_legacy_read_java(fr_legacy *l)
{
    java j = {.is_heap = fr_bytes_starts(l->rest, FR_LITERAL("--- heapz"))};
    fr_bytes line;
    bool begun = false, going = true;

    l->keeps_locations = false; /* its addresses are no more than numbers */
    fr_legacy_take_java_names(l, l->rest);
    fr_legacy_line(l, &line);
    while (going && !fr_builder_failed(l->b) && fr_legacy_line(l, &line)) {
        if (line.len == 0 || (!begun && take_attribute(l, &j, line)))
            continue;
        if (!j.has_columns)
            open_columns(l, &j, j.is_heap ? FR_LITERAL("bytes") : FR_LITERAL("ns"));
        begun = true;
        going = take_sample(l, &j, line);
    }
    /* Behind the samples the names begin. */
    if (!going && !fr_bytes_starts(line, FR_LITERAL("0x")))
        fr_legacy_fail(l, "'amount times @ addresses' or '0xaddress name'");
}
