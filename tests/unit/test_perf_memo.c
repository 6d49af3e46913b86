/*
 * test_perf_memo.c - perf script text read a sample at a time is what it is line by line: headers,
 * random texts of all that a recording holds, samples across the ends of blocks, real recordings.
 */
#include "unit.h"

#include "formats/perf_quick_header.h"
#include "formats/perf_script.h"
#include "model/profile.h"

#define N_TEXTS 300

typedef struct text_buffer {
    char *at;
    size_t len, cap;
} text_buffer;

__attribute__((format(printf, 2, 3))) static void put(text_buffer *text, const char *format, ...)
{
    va_list args;

    if (text->cap - text->len < 4096) {
        text->cap = text->cap ? 2 * text->cap : 1 << 16;
        text->at = realloc(text->at, text->cap);
        assert_non_null(text->at);
    }
    va_start(args, format);
    text->len += (size_t)vsnprintf(text->at + text->len, 4096, format, args);
    va_end(args);
}

/* ------------------------------------------------------------ headers */

/* Which of them are of the common shape was decided by reading them. */
static const struct header_row {
    const char *line;
    bool quick;
} headers[] = {
    {"java 12688 [002] 6544038.708352:     34467 cycles:u: ", true},
    {"java 12688/12689 [002] 6544038.708352:     34467 cycles:u:", true},
    {"V8 WorkerThread 24636/25607 [000]  94564.109216:     100 cycles:u: \r", true},
    {"gzip 17677  1000.000100:     100010 cpu-clock:ppp: ", true},
    {"a: b 1/2 [003] 5.123456789: cpu_core/cycles:Pu/: ", false}, /* the first colon is comm's */
    {"a:b 1/2 [003] 5.123456789: cpu/event=0x3c,umask=0x1/: ", true},
    {"[k]/0:1 [x] 9 1.000001: 7 cycles:", true},
    {":-1 -1/-1 [001] 1.000001: 7 cycles:", false},
    {"sh 1 [001] 1.000001: 123456789012345678 cycles:", true},
    {"sh 1 [001] 1.000001: 9223372036854775808 cycles:", false},
    {"sh 1 [001] 9223372036.000001: 1 cycles:", false},
    {"sh 1 [001] 1.0001: 1 cycles:", false},
    {"sh 1 [001] K 1.000001: 1 cycles:", false},
    {"sh 1 [001] 1.000001: 1 cycles: 7f01 main (/a)", false},
    {"sh 1 [001] 1.000001: sched:sched_switch: prev_comm=a", false},
    {"sh 1 [001] 1.000001: PERF_RECORD_LOST: ", false},
    {"sh 1 [001] 1.000001: 12: ", true},
    {"sh 1 [001] 1.000001: 12 ", false},
    {"sh 1 [001] 1.000001:", false},
    {"1 [001] 1.000001: 5 cycles:", false},
    {"[001] 1.000001: 5 cycles:", false},
    {"  sh 1 [001] 1.000001: 5 cycles:", false},
    {"# sh 1 [001] 1.000001: 5 cycles:", false},
    {"#sh 1 [001] 1.000001: 5 cycles:", false},
    {"", false},
};

static bool same_text(fr_bytes a, fr_bytes b)
{
    return fr_bytes_equal(a, b);
}

static void assert_same_headers(const fr_perf_header *a, const fr_perf_header *b)
{
    assert_true(same_text(a->comm, b->comm) && same_text(a->event, b->event));
    assert_true(same_text(a->rest, b->rest) && a->is_record == b->is_record);
    assert_true(a->has_pid == b->has_pid && a->pid == b->pid);
    assert_true(a->has_tid == b->has_tid && a->tid == b->tid);
    assert_true(a->has_cpu == b->has_cpu && a->cpu == b->cpu);
    assert_true(a->has_time == b->has_time && a->time_ns == b->time_ns);
    assert_true(a->has_period == b->has_period && a->period == b->period);
}

/* Where the quick one says yes, the other says the same. */
static bool check_header(const char *line, size_t len)
{
    fr_perf_header quick, timed;

    if (!fr_perf_quick_header((fr_bytes){line, len}, &quick))
        return false;
    if (!fr_perf_header_timed((fr_bytes){line, len}, &timed))
        fail_msg("only the quick one takes '%.*s'", (int)len, line);
    assert_same_headers(&quick, &timed);
    return true;
}

static void quick_headers(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(headers); i++)
        if (check_header(headers[i].line, strlen(headers[i].line)) != headers[i].quick)
            fail_msg("'%s'", headers[i].line);
}

/* Headers with some bytes changed: most are none any more, but some are others. */
static void changed_headers(void **state)
{
    static const char bytes[] = "0123456789 \t\r:/.[]-#aP";
    random_source random = {7};
    size_t n_quick = 0;

    (void)state;
    for (uint32_t round = 0; round < 200000; round++) {
        char line[128];
        size_t len = strlen(headers[round % (COUNT(headers) - 1)].line);
        memcpy(line, headers[round % (COUNT(headers) - 1)].line, len);
        for (uint32_t n = 1 + random_below(&random, 3); n > 0; n--)
            line[random_below(&random, (uint32_t)len)] =
                bytes[random_below(&random, sizeof bytes - 1)];
        n_quick += check_header(line, len);
    }
    assert_true(n_quick > 20000);
}

/* ------------------------------------------------------------ whole texts */

typedef void read_function(fr_input *in, fr_builder *b, const fr_read_options *opt,
                           fr_choice *choice);

typedef struct outcome {
    fr_profile *profile;
    fr_error err;
    fr_choice choice;
} outcome;

static outcome read_by(read_function *read, const char *text, size_t len,
                       const fr_read_options *opt)
{
    outcome result = {0};
    fr_input *in = fr_input_memory("in", text, len, &opt->limits, &result.err);
    fr_builder *b = fr_builder_new(&opt->limits, &result.err);

    assert_non_null(in);
    assert_non_null(b);
    if (opt->keep_samples)
        fr_builder_keep_samples(b, false);
    read(in, b, opt, &result.choice);
    result.profile = fr_builder_finish(b, &result.err);
    fr_input_free(in);
    return result;
}

#define ASSERT_SAME(a, b, n) assert_true((n) == 0 || memcmp((a), (b), (n) * sizeof *(a)) == 0)

static void assert_same_column(const fr_column *a, const fr_column *b, uint32_t n_stacks)
{
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->unit, b->unit);
    assert_true(a->counted == b->counted && a->reference == b->reference);
    ASSERT_SAME(a->sum, b->sum, n_stacks);
    assert_true(!a->count == !b->count);
    if (a->count)
        ASSERT_SAME(a->count, b->count, n_stacks);
    for (uint32_t i = 0; a->squares && i < n_stacks; i++)
        assert_true(a->squares[i] >= b->squares[i] && a->squares[i] <= b->squares[i]);
}

static void assert_same_samples(const fr_samples *a, const fr_samples *b)
{
    assert_int_equal(a->n, b->n);
    ASSERT_SAME(a->time_ns, b->time_ns, a->n);
    ASSERT_SAME(a->stack, b->stack, a->n);
    ASSERT_SAME(a->thread, b->thread, a->n);
    ASSERT_SAME(a->cpu, b->cpu, a->n);
    assert_true(!a->value == !b->value);
    if (a->value)
        ASSERT_SAME(a->value, b->value, a->n);
    assert_int_equal(a->n_threads, b->n_threads);
}

static void assert_same_notes(const fr_profile *a, const fr_profile *b)
{
    fr_note x, y;
    uint32_t i = 0;

    for (; fr_profile_note(a, i, &x); i++) {
        assert_true(fr_profile_note(b, i, &y));
        assert_string_equal(x.kind, y.kind);
        assert_string_equal(x.text, y.text);
        assert_true(x.n == y.n && x.first_line == y.first_line);
    }
    assert_false(fr_profile_note(b, i, &y));
}

/* Not only what can be seen: ids too, so the order in which things were met. */
static void assert_same_profile(const fr_profile *a, const fr_profile *b)
{
    assert_int_equal(a->n_frames, b->n_frames);
    assert_int_equal(a->n_stacks, b->n_stacks);
    assert_int_equal(a->n_columns, b->n_columns);
    assert_int_equal(a->max_depth, b->max_depth);
    ASSERT_SAME(a->stacks, b->stacks, a->n_stacks);
    for (uint32_t i = 0; i < a->n_frames; i++) {
        assert_true(same_text(fr_frame_name(a, i), fr_frame_name(b, i)));
        assert_int_equal(a->frames[i].kind, b->frames[i].kind);
    }
    for (uint32_t k = 0; k < a->n_columns; k++)
        assert_same_column(&a->columns[k], &b->columns[k], a->n_stacks);
    assert_same_samples(&a->samples, &b->samples);
    assert_true(a->meta.n_records == b->meta.n_records);
    assert_true(a->meta.n_frameless == b->meta.n_frameless);
    assert_true(a->meta.first_ns == b->meta.first_ns && a->meta.last_ns == b->meta.last_ns);
    assert_same_notes(a, b);
}

/* True if the text could be read. */
static bool check_text(const char *text, size_t len, const fr_read_options *opt)
{
    outcome quick = read_by(fr_perf_script_read, text, len, opt);
    outcome slow = read_by(fr_perf_script_read_slowly, text, len, opt);
    bool read = quick.profile != NULL;

    assert_int_equal(quick.err.code, slow.err.code);
    assert_true(quick.err.line == slow.err.line);
    assert_string_equal(quick.err.text, slow.err.text);
    assert_string_equal(quick.err.hint, slow.err.hint);
    assert_string_equal(quick.choice.event, slow.choice.event);
    assert_int_equal(quick.choice.weight, slow.choice.weight);
    assert_true(!quick.profile == !slow.profile);
    if (read)
        assert_same_profile(quick.profile, slow.profile);
    fr_profile_free(quick.profile);
    fr_profile_free(slow.profile);
    return read;
}

/* ------------------------------------------------------------ random texts */

static const char *const modules[] = {"/usr/bin/app", "/lib/libc.so.6", "[kernel.kallsyms]",
                                      "[unknown]"};
static const char *const odd_lines[] = {
    "0x7f02/0x7f03/P/-/-/1\n",
    "  a.c:12\n",
    "\tno address (/a)\n",
    "\t            29b5 nearest+0x45 (inlined)\n",
    "7f0000000002 main (/usr/bin/app)\n",
    "            7f03 blanks (/usr/bin/app)\n",
    "# a comment\n",
    "warning: lost in the middle\n",
    "app 12 [001] 1.000002: PERF_RECORD_LOST lost 55\n",
    "app 12 cycles:\n",
    "\t\n",
    " \n",
    "\n",
    "\r\n",
    "\t            29b6 \x01\xff+0x2 (/usr/bin/app)\n",
    "\t            29b7\n",
};

/* A frame line: few functions, each at few addresses, as calls return to few places. */
static void put_frame(text_buffer *text, random_source *random, uint32_t function, bool crlf)
{
    uint32_t address = random_below(random, 20) ? function % 3 : random_below(random, 1000);

    put(text, "\t    7f%04x%04x function_%u+0x%x (%s)%s\n", function, address, function,
        address + 1, modules[function % COUNT(modules)], crlf ? "\r" : "");
}

static void put_header(text_buffer *text, random_source *random, bool odd)
{
    static const char *const comms[] = {"app", "java", "V8 Worker", "kworker/0:1", "a: b"};
    static const char *const events[] = {"cycles:u", "cpu-clock:ppp", "sched:sched_switch"};
    uint32_t tid = 10 + random_below(random, 4);
    const char *comm = comms[tid % (odd ? 5 : 3)], *event = events[0];

    if (random_below(random, 5) == 0)
        event = events[random_below(random, 3)];
    put(text, "%s %u/%u ", comm, tid / 2, tid);
    if (random_below(random, 4))
        put(text, "[%03u] ", random_below(random, 4));
    put(text, "%u.%06u: ", 5 + random_below(random, 3), random_below(random, 1000000));
    if (!odd || random_below(random, 4))
        put(text, "%10u ", random_below(random, 3) ? 100 : random_below(random, 1000));
    put(text, "%s: ", event);
    if (odd && random_below(random, 8) == 0)
        put(text, random_below(random, 2) ? "7f01 inline_leaf (/usr/bin/app)" : "prev_comm=a b=1");
    put(text, "\n");
}

/* A stack of one of few roots, whose middle is often that of the sample before. */
static void put_sample(text_buffer *text, random_source *random, uint32_t *path, bool odd)
{
    uint32_t depth = 1 + random_below(random, 12), keep = random_below(random, 13);
    bool crlf = odd && random_below(random, 20) == 0;

    if (odd && random_below(random, 8) == 0)
        put(text, "%s", odd_lines[random_below(random, COUNT(odd_lines))]);
    if (!odd || random_below(random, 8))
        put_header(text, random, odd);
    for (uint32_t i = 0; i < 12; i++)
        if (i >= keep)
            path[i] = i < 2 ? i + random_below(random, 2) : random_below(random, 40);
    for (uint32_t i = depth; i-- > 0;) {
        put_frame(text, random, path[i], crlf);
        if (odd && random_below(random, 40) == 0)
            put(text, "%s", odd_lines[random_below(random, COUNT(odd_lines))]);
    }
    if (!odd || random_below(random, 20))
        put(text, crlf ? "\r\n" : "\n");
}

static text_buffer random_text(uint64_t seed)
{
    random_source random = {seed};
    uint32_t path[12] = {0}, n = 1 + random_below(&random, 200);
    text_buffer text = {0};

    for (uint32_t i = 0; i < n; i++)
        put_sample(&text, &random, path, seed % 2);
    if (seed % 3 == 0) /* the end is cut off */
        text.len -= random_below(&random, (uint32_t)(text.len < 400 ? text.len : 400));
    return text;
}

static fr_read_options random_options(uint64_t seed)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    random_source random = {seed};

    opt.root = (fr_root)random_below(&random, 4);
    opt.keep_samples = random_below(&random, 2);
    opt.weight = (fr_weight)random_below(&random, 3);
    opt.addresses = random_below(&random, 4) == 0;
    opt.annotate_all = random_below(&random, 4) == 0;
    opt.strip_thread_numbers = random_below(&random, 4) == 0;
    if (random_below(&random, 4) == 0)
        opt.event = "cpu-clock:ppp,sched:sched_switch";
    if (random_below(&random, 8) == 0)
        opt.compat = FR_COMPAT_STACKCOLLAPSE;
    if (random_below(&random, 8) == 0)
        opt.limits.stack_depth = random_below(&random, 12);
    if (random_below(&random, 8) == 0)
        opt.limits.nodes = random_below(&random, 500);
    if (random_below(&random, 8) == 0)
        opt.limits.name_bytes = 16;
    return opt;
}

static void random_texts(void **state)
{
    size_t n_read = 0;

    (void)state;
    for (uint64_t seed = 0; seed < N_TEXTS; seed++) {
        text_buffer text = random_text(seed);
        fr_read_options opt = random_options(seed);
        n_read += check_text(text.at, text.len, &opt);
        free(text.at);
    }
    assert_true(n_read > N_TEXTS / 2);
}

/* Bytes changed, lines cut and joined. */
static void damaged_texts(void **state)
{
    static const char bytes[] = "\n\n\n\t :/.0a\r\x80[]()";

    (void)state;
    for (uint64_t seed = 0; seed < N_TEXTS; seed++) {
        text_buffer text = random_text(seed);
        fr_read_options opt = random_options(seed);
        random_source random = {seed};
        for (uint32_t n = 1 + random_below(&random, 200); n > 0 && text.len; n--)
            text.at[random_below(&random, (uint32_t)text.len)] =
                bytes[random_below(&random, sizeof bytes - 1)];
        check_text(text.at, text.len, &opt);
        free(text.at);
    }
}

/* ------------------------------------------------------------ ends of blocks */

/* The first block ends at 64 KiB: every byte of a sample comes to lie there. */
static void samples_across_blocks(void **state)
{
    fr_read_options opt = FR_READ_DEFAULTS;

    (void)state;
    for (uint32_t shift = 0; shift < 700; shift++) {
        random_source random = {3};
        uint32_t path[12] = {0};
        text_buffer text = {0};
        put(&text, "# %*s\n", (int)shift + 1, "");
        while (text.len < 68000)
            put_sample(&text, &random, path, false);
        assert_true(check_text(text.at, text.len, &opt));
        free(text.at);
    }
}

/* Samples that are longer than what is waited for, than the first block, and than any block. */
static void long_samples(void **state)
{
    static const uint32_t depths[] = {1500, 4000, 40000};
    fr_read_options opt = FR_READ_DEFAULTS;

    (void)state;
    for (size_t i = 0; i < COUNT(depths); i++) {
        text_buffer text = {0};
        for (uint32_t sample = 0; sample < 6; sample++) {
            put(&text, "app 1 [001] %u.000001: 5 cycles:\n", sample);
            for (uint32_t k = 0; k < depths[i]; k++)
                put(&text, "\t 7f%08x f%u (/usr/bin/app)\n", k, (k * 7 + sample / 2) % 100);
            put(&text, "\n");
        }
        assert_true(check_text(text.at, text.len, &opt));
        free(text.at);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_headers),         cmocka_unit_test(changed_headers),
        cmocka_unit_test(random_texts),          cmocka_unit_test(damaged_texts),
        cmocka_unit_test(samples_across_blocks), cmocka_unit_test(long_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
