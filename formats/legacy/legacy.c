/* legacy.c - the kinds of legacy profiles, and what is around their samples. */
#include "formats/legacy/legacy.h"

#include "formats/lines.h"
#include "model/recording.h"

#include <inttypes.h>
#include <stdlib.h>

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
static bool take_java_sample(fr_legacy *l, const java *j, fr_bytes line)
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

static void read_java(fr_legacy *l)
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

static bool is_jemalloc(fr_bytes head)
{
    return fr_bytes_starts(head, FR_LITERAL("heap_v2/"));
}

static bool take_sign(fr_bytes *text, char sign)
{
    *text = fr_bytes_trim(*text);
    if (text->len == 0 || text->at[0] != sign)
        return false;
    *text = (fr_bytes){text->at + 1, text->len - 1};
    return true;
}

/* "t*: 13: 6688 [0: 0]" */
static bool take_values(fr_bytes line, int64_t n[4])
{
    line = (fr_bytes){line.at + 2, line.len - 2};
    return take_sign(&line, ':') && fr_legacy_number(&line, &n[0]) && take_sign(&line, ':') &&
           fr_legacy_number(&line, &n[1]) && take_sign(&line, '[') &&
           fr_legacy_number(&line, &n[2]) && take_sign(&line, ':') &&
           fr_legacy_number(&line, &n[3]) && take_sign(&line, ']');
}

static void add_values(fr_legacy *l, int64_t n[4], int64_t rate)
{
    int64_t values[4] = {0};

    if ((n[0] == 0) != (n[1] == 0) || (n[2] == 0) != (n[3] == 0) || n[0] < 0 || n[1] < 0 ||
        n[2] < 0 || n[3] < 0) {
        fr_legacy_fail(l, "bytes where there are objects, and none below 0");
        return;
    }
    fr_legacy_unsample(&n[0], &n[1], rate);
    fr_legacy_unsample(&n[2], &n[3], rate);
    values[0] = n[2];
    values[1] = n[3];
    values[2] = n[0];
    values[3] = n[1];
    fr_legacy_add_sample(l, values, 0);
}

static bool is_stack(fr_bytes line)
{
    return line.len > 0 && line.at[0] == '@';
}

static void take_maps(fr_legacy *l)
{
    fr_bytes text = l->rest, line;

    while (fr_lines_take(&text, &line))
        if (fr_bytes_equal(line, FR_LITERAL("MAPPED_LIBRARIES:")))
            fr_legacy_take_maps(l, text);
}

static void read_jemalloc(fr_legacy *l)
{
    fr_bytes line;
    int64_t rate = 0, n[4];
    bool in_stack = false;

    take_maps(l);
    fr_legacy_line(l, &line);
    line = (fr_bytes){line.at + 8, line.len - 8};
    if (!fr_legacy_number(&line, &rate) || rate < 1)
        fr_legacy_fail(l, "'heap_v2/' and the bytes between two samples");
    fr_legacy_column(l, 0, "alloc_objects", "count");
    fr_legacy_column(l, 1, "alloc_space", "bytes");
    fr_legacy_column(l, 2, "inuse_objects", "count");
    fr_legacy_column(l, 3, "inuse_space", "bytes");
    while (!fr_builder_failed(l->b) && fr_legacy_line(l, &line) &&
           !fr_bytes_equal(line, FR_LITERAL("MAPPED_LIBRARIES:"))) {
        if (is_stack(line)) {
            l->n = 0;
            in_stack = fr_legacy_addresses(l, line, 0);
            if (!in_stack)
                fr_legacy_fail(l, "addresses of at most 64 bits");
        } else if (in_stack && fr_bytes_starts(line, FR_LITERAL("t*:"))) {
            if (take_values(line, n))
                add_values(l, n, rate);
            else
                fr_legacy_fail(l, "'t*: objects: bytes [objects: bytes]'");
            in_stack = false;
        } else if (line.len > 0 && line.at[0] != 't') {
            fr_legacy_fail(l, "'@ addresses' or 't*: objects: bytes [objects: bytes]'");
        }
    }
}

/*
 * The binary CPU profile of gperftools, in words of 4 or 8 bytes of either order.
 *
 *     0 3 0 PERIOD(us) 0                    0 3 1: of Java, whose addresses have names behind the samples
 *     COUNT DEPTH ADDRESS...                the innermost first; those after it are return addresses
 *     0 1 0                                 the end; the maps follow as text
 *
 * A frame that nearly all samples have above the innermost is the handler's of the signal: up to two of these are left
 * out, as pprof leaves them out.
 */

typedef struct words {
    const unsigned char *at, *end;
    size_t size; /* of a word */
    bool high_first;
} words;

typedef struct sample {
    uint64_t count, depth;
    words stack; /* at its first address */
} sample;

/* The next word; false at the end. */
static bool take_word(words *w, uint64_t *word)
{
    *word = 0;
    if ((size_t)(w->end - w->at) < w->size)
        return false;
    for (size_t i = 0; i < w->size; i++)
        *word |= (uint64_t)w->at[i] << 8 * (w->high_first ? w->size - 1 - i : i);
    w->at += w->size;
    return true;
}

/* 0: no profile; else 1 + whether it is of Java. */
static int read_head(words *w, uint64_t *period)
{
    uint64_t n[5];

    for (size_t i = 0; i < 5; i++)
        if (!take_word(w, &n[i]))
            return 0;
    *period = n[3];
    return n[0] == 0 && n[1] == 3 && n[2] <= 1 && n[3] > 0 && n[4] == 0 ? 1 + (int)n[2] : 0;
}

static int find_words(fr_bytes head, words *w, uint64_t *period)
{
    static const struct {
        size_t size;
        bool high_first;
    } kinds[] = {{4, false}, {4, true}, {8, false}, {8, true}};
    int found = 0;

    for (size_t i = 0; i < 4 && !found; i++) {
        const unsigned char *at = (const unsigned char *)head.at;
        *w = (words){at, at + head.len, kinds[i].size, kinds[i].high_first};
        found = head.len ? read_head(w, period) : 0;
    }
    return found;
}

static bool is_cpu(fr_bytes head)
{
    words w;
    uint64_t period;

    return find_words(head, &w, &period) > 0;
}

/* The next sample; false at the mark of the end, and where the input ends (*cut). */
static bool take_sample(words *w, sample *s, bool *cut)
{
    words before = *w;
    uint64_t first = 0;

    *cut = !take_word(w, &s->count) || !take_word(w, &s->depth) ||
           s->depth > (uint64_t)(w->end - w->at) / w->size;
    if (*cut) {
        *w = before;
        return false;
    }
    s->stack = *w;
    if (s->depth) {
        words stack = *w;
        (void)take_word(&stack, &first);
    }
    w->at += s->depth * w->size;
    return s->count > 0 || s->depth != 1 || first != 0;
}

/* ---- the handler's frames ---- */

/* The second address of a sample, where that is not `skipped`, else the third; 0: it has none. */
static uint64_t second_of(const sample *s, uint64_t skipped)
{
    words stack = s->stack;
    uint64_t address = 0, n = 0;

    for (; n < s->depth && n < 3; n++) {
        (void)take_word(&stack, &address);
        if (n == 1 && address - 1 != skipped)
            return address - 1;
    }
    return n == 3 ? address - 1 : 0;
}

/* The second address that nearly all samples have; 0: none. The majority's candidate is found in one walk, and its
 * share in another. */
static uint64_t find_common(words w, uint64_t skipped)
{
    words again = w;
    uint64_t candidate = 0, lead = 0, n = 0, n_candidate = 0;
    sample s;
    bool cut;

    while (take_sample(&w, &s, &cut)) {
        uint64_t second = second_of(&s, skipped);
        if (lead == 0)
            candidate = second;
        lead = second == candidate ? lead + 1 : lead - 1;
        n++;
    }
    while (take_sample(&again, &s, &cut))
        n_candidate += candidate && second_of(&s, skipped) == candidate;
    return candidate && n_candidate >= n - n / 32 ? candidate : 0;
}

/* ---- samples ---- */

static void remove_second(fr_legacy *l)
{
    memmove(l->stack + 1, l->stack + 2, (l->n - 2) * sizeof *l->stack);
    l->n--;
}

/* The stack as pprof has it: without the handler's frames, and without the copy of the innermost address that the
 * handler may have left. */
static void load_stack(fr_legacy *l, const sample *s, bool is_java, const uint64_t skipped[2])
{
    words stack = s->stack;
    uint64_t address;

    l->n = 0;
    for (uint64_t i = 0; i < s->depth && take_word(&stack, &address); i++)
        if (!fr_legacy_add_address(l, address - (!is_java && i > 0)))
            return;
    for (size_t i = 0; i < 2; i++)
        if (l->n > 1 && skipped[i] && l->stack[1] == skipped[i])
            remove_second(l);
    if (!is_java && l->n > 1 && l->stack[0] == l->stack[1] + 1)
        remove_second(l);
}

static void add_samples(fr_legacy *l, words *w, bool is_java, uint64_t period)
{
    uint64_t skipped[2] = {0};
    int64_t values[4] = {0};
    sample s;
    bool cut = false;

    if (!is_java && (skipped[0] = find_common(*w, 0)))
        skipped[1] = find_common(*w, skipped[0]);
    while (!fr_builder_failed(l->b) && take_sample(w, &s, &cut)) {
        load_stack(l, &s, is_java, skipped);
        values[0] = (int64_t)s.count;
        if (s.count > INT64_MAX || __builtin_mul_overflow(values[0], (int64_t)period, &values[1]))
            fr_builder_fail(l->b, FR_E_LIMIT, 0, 0, "a value of 2^63 or more");
        fr_legacy_add_sample(l, values, 0);
    }
    if (cut)
        fr_builder_say(l->b, FR_NOTE_CHOICE,
                       "the profile has no mark of its end: it was cut short");
}

/* The text behind the samples: names and maps come before them here. */
static fr_bytes text_behind(words w)
{
    sample s;
    bool cut;

    while (take_sample(&w, &s, &cut))
        ;
    return (fr_bytes){(const char *)w.at, (size_t)(w.end - w.at)};
}

static void read_cpu(fr_legacy *l)
{
    words w;
    uint64_t period;
    bool is_java = find_words(l->rest, &w, &period) == 2;
    fr_bytes text = text_behind(w);

    if (period > INT64_MAX / 1000) {
        fr_legacy_fail(l, "a period in microseconds");
        return;
    }
    if (is_java)
        fr_legacy_take_java_names(l, text);
    else
        fr_legacy_take_maps(l, text);
    l->keeps_locations =
        l->keeps_locations && !is_java; /* its addresses are no more than numbers */
    l->period = (int64_t)period * 1000;
    l->period_type = "cpu";
    l->period_unit = "nanoseconds";
    fr_legacy_column(l, 0, "samples", "count");
    fr_legacy_column(l, 1, "cpu", "ns");
    add_samples(l, &w, is_java, period * 1000);
}

#define MOST_BYTES (UINT64_C(1) << 30)

static const struct {
    bool (*is)(fr_bytes head);
    void (*read)(fr_legacy *l);
} kinds[] = {
    {is_cpu, read_cpu},
    {fr_legacy_is_heap, fr_legacy_read_heap},
    {is_jemalloc, read_jemalloc},
    {is_java, read_java},
    {fr_legacy_is_contention, fr_legacy_read_contention},
    {fr_legacy_is_threads, fr_legacy_read_threads},
};

#define N_KINDS (sizeof kinds / sizeof *kinds)

static size_t find_kind(fr_bytes head)
{
    size_t i = 0;

    while (i < N_KINDS && !kinds[i].is(head))
        i++;
    return i;
}

int fr_pprof_legacy_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return find_kind(head) < N_KINDS || fr_bytes_starts(head, FR_LITERAL("--- symbol\n")) ? 100 : 0;
}

/* Lines like "--- heap" between the symbols and the samples. */
static void take_marker(fr_legacy *l)
{
    fr_bytes before = l->rest, line;

    if (fr_legacy_line(l, &line) && fr_bytes_starts(line, FR_LITERAL("--- ")) &&
        find_kind(before) == N_KINDS)
        return;
    l->rest = before;
    l->line--;
}

static void say_nameless(fr_legacy *l)
{
    if (l->n_nameless)
        fr_builder_say(l->b, FR_NOTE_CHOICE,
                       "addresses without a name: %" PRIu64
                       "; 'go tool pprof -proto PROGRAM FILE > named.pb.gz' names them where the "
                       "program is at hand",
                       l->n_nameless);
}

static void record_facts(fr_legacy *l)
{
    fr_recording r = {.duration_ns = l->duration_ns, .period = l->period};

    if (l->period_type) {
        fr_builder_fact(l->b, &r.period_type, fr_bytes_of(l->period_type));
        fr_builder_fact(l->b, &r.period_unit, fr_bytes_of(l->period_unit));
    }
    fr_builder_record_facts(l->b, &r);
    fr_recording_reset(&r);
}

static void read_all(fr_legacy *l)
{
    size_t kind;

    if (fr_legacy_take_symbols(l))
        take_marker(l);
    kind = find_kind(l->rest);
    if (kind < N_KINDS)
        kinds[kind].read(l);
    else
        fr_legacy_fail(l, "a legacy profile of pprof");
    record_facts(l);
    say_nameless(l);
}

void fr_pprof_legacy_read(fr_input *in, fr_builder *b, const fr_read_options *opt,
                          fr_choice *choice)
{
    fr_legacy l = {.b = b, .opt = opt, .keeps_locations = choice->needs.keep_locations};

    l.all = l.rest = fr_input_all(in, opt, MOST_BYTES);
    if (!fr_input_failed(in, NULL))
        read_all(&l);
    free(l.symbols);
    free(l.maps);
    free(l.stack);
}
