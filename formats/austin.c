/*
 * austin.c - text of Austin, the sampler of CPython: a sample a line, with what it measured.
 *
 *     # austin: 3.6.0
 *     # mode: full                    wall, cpu: us; memory: bytes; full: us, whether idle, bytes
 *     P4711;T0:1820;/srv/app.py:<module>:9;/srv/app.py:parse:14 300,0,1024
 *     # duration: 10120331
 *
 * Bytes below 0 were freed. Processes and threads are the outermost frames, as in the text. Reference: collapsed stacks
 * of austin-python 2; Austin 3.7's manual. Omitted: its binary form (MOJO), which mojo2austin turns into this one.
 */
#include "base/number.h"
#include "formats/lines.h"
#include "formats/reader.h"

typedef enum measure { TIME, MEMORY, FULL } measure;

typedef struct austin {
    fr_builder *b;
    fr_lines lines;
    measure measure;
    bool is_cpu, has_columns;
    uint32_t columns[4];
    fr_recording facts;
    uint64_t n_rejected;
} austin;

/* ---- "# mode: wall" ---- */

static bool read_us(fr_bytes text, int64_t *ns)
{
    uint64_t us;

    return fr_parse_u64(text, &us) && us <= INT64_MAX / 1000 && (*ns = (int64_t)us * 1000) >= 0;
}

/* Files that are joined may hold one mode after another: their values make no sum. */
static void take_mode(austin *a, fr_bytes value)
{
    measure is = fr_bytes_equal(value, FR_LITERAL("memory")) ? MEMORY
                 : fr_bytes_equal(value, FR_LITERAL("full")) ? FULL
                                                             : TIME;
    bool is_cpu = fr_bytes_equal(value, FR_LITERAL("cpu"));
    char shown[40];

    if (a->has_columns && (is != a->measure || is_cpu != a->is_cpu)) {
        fr_text_copy(shown, sizeof shown, value);
        fr_builder_fail(a->b, FR_E_FORMAT, a->lines.n, 0,
                        "mode '%s' follows samples of another mode", shown);
        fr_builder_hint(a->b, "give each recording of Austin by itself");
    }
    a->measure = is;
    a->is_cpu = is_cpu;
}

static void take_comment(austin *a, fr_bytes line)
{
    size_t colon = fr_bytes_find(line, ':');
    fr_bytes key = fr_bytes_trim((fr_bytes){line.at + 1, colon > 0 ? colon - 1 : 0}), value;

    if (colon == line.len)
        return;
    value = fr_bytes_trim(fr_bytes_from(line, colon + 1));
    if (fr_bytes_equal(key, FR_LITERAL("mode"))) {
        take_mode(a, value);
    } else if (fr_bytes_equal(key, FR_LITERAL("duration"))) {
        (void)read_us(value, &a->facts.duration_ns);
    } else if (fr_bytes_equal(key, FR_LITERAL("interval"))) {
        (void)read_us(value, &a->facts.period);
    }
}

/* ---- samples ---- */

/* The last one is drawn where none is asked for. */
static void open_columns(austin *a)
{
    static const struct {
        const char *name, *unit;
    } all[] = {{"freed_space", "bytes"}, {"alloc_space", "bytes"}, {"cpu", "us"}, {"wall", "us"}};

    if (a->has_columns)
        return;
    a->has_columns = true;
    for (size_t i = 0; i < 4; i++) {
        bool memory = i < 2, wanted = a->measure == FULL || (a->measure == MEMORY && memory) ||
                                      (a->measure == TIME && i == (a->is_cpu ? 2u : 3u));
        if (!wanted)
            continue;
        a->columns[i] = fr_builder_column(a->b, all[i].name, all[i].unit, 0);
        fr_builder_uncounted(a->b, a->columns[i]);
    }
}

static void add(austin *a, uint32_t stack, size_t i, int64_t value)
{
    if (value > 0)
        fr_builder_add(a->b, stack, a->columns[i], value, 0, 0.0);
}

static void add_memory(austin *a, uint32_t stack, int64_t bytes)
{
    add(a, stack, bytes < 0 ? 0 : 1, bytes < 0 ? -bytes : bytes);
}

/* Up to three whole numbers between commas; how many, 0: they are something else. */
static size_t read_numbers(fr_bytes text, int64_t n[3])
{
    size_t count = 0;

    while (count < 3) {
        size_t comma = fr_bytes_find(text, ',');
        fr_decimal value;
        if (fr_decimal_parse((fr_bytes){text.at, comma}, &value) != FR_PARSE_OK || value.decimals)
            return 0;
        n[count++] = value.mantissa;
        if (comma == text.len)
            return count;
        text = fr_bytes_from(text, comma + 1);
    }
    return 0;
}

static uint32_t push_frames(austin *a, fr_bytes text)
{
    uint32_t stack = FR_NO_STACK;
    size_t n = 0;

    for (; text.len > 0; n++) {
        size_t end = fr_bytes_find(text, ';');
        fr_bytes name = {text.at, end};
        if (fr_bytes_equal(name, FR_LITERAL(":GC:")))
            name = FR_LITERAL("[GC]");
        if (fr_bytes_equal(name, FR_LITERAL(":INVALID:")))
            name = FR_LITERAL("[unknown]");
        stack = fr_builder_push(a->b, stack,
                                fr_builder_named(a->b, name, FR_TEXT_RAW,
                                                 n < 2 ? FR_KIND_PROCESS : FR_KIND_USER,
                                                 (fr_bytes){NULL, 0}));
        end += end < text.len;
        text = fr_bytes_from(text, end);
    }
    return stack;
}

static void add_sample(austin *a, fr_bytes frames, const int64_t n[3])
{
    uint32_t stack = push_frames(a, frames);

    fr_builder_record(a->b, 1);
    if (a->measure == MEMORY) {
        add_memory(a, stack, n[0]);
        return;
    }
    if (a->measure == FULL) {
        add(a, stack, 2, n[1] == 0 ? n[0] : 0);
        add_memory(a, stack, n[2]);
    }
    add(a, stack, a->measure == TIME && a->is_cpu ? 2 : 3, n[0]);
}

static void take_line(austin *a, fr_bytes line)
{
    size_t blank = fr_bytes_find_last(line, ' ') + 1; /* behind it */
    int64_t n[3] = {0};

    if (line.len == 0)
        return;
    if (line.at[0] == '#') {
        take_comment(a, line);
        return;
    }
    open_columns(a);
    if (line.at[0] == 'P' && blank <= line.len &&
        read_numbers(fr_bytes_from(line, blank), n) == (a->measure == FULL ? 3 : 1) &&
        n[0] > INT64_MIN && n[2] > INT64_MIN && (n[0] >= 0 || a->measure == MEMORY)) {
        add_sample(a, fr_bytes_trim((fr_bytes){line.at, blank}), n);
        return;
    }
    fr_lines_note(&a->lines, a->b, FR_NOTE_REJECTED_LINE, line);
    a->n_rejected++;
}

void fr_austin_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    austin a = {.b = b, .lines = fr_lines_of(in, opt)};
    fr_bytes line;

    while (!fr_builder_failed(b) && fr_lines_next(&a.lines, &line))
        take_line(&a, line);
    open_columns(&a);
    fr_lines_note_end(&a.lines, b);
    if (a.facts.period) {
        fr_builder_fact(b, &a.facts.period_type, FR_LITERAL("wall"));
        fr_builder_fact(b, &a.facts.period_unit, FR_LITERAL("nanoseconds"));
    }
    fr_builder_record_facts(b, &a.facts);
    fr_recording_reset(&a.facts);
    choice->n_lines = a.lines.n;
    choice->n_skipped = a.n_rejected;
}
