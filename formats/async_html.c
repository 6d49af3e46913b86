/*
 * async_html.c - flame graphs of async-profiler and its jfrconv as HTML: exact, for the page holds the numbers.
 *
 *     <h1>CPU profile</h1> ...
 *     const cpool = [
 *     'all',
 *     ' java/lang/Thread.run',      a sign for how much is as in the name before (32: nothing), and the rest
 *     '1start',                     17 characters are: "java/lang/Thread.start"
 *     ];
 *     unpack(cpool);
 *     n(3,11)                       a frame on the row of the last one, right behind it: name * 8 + type, width
 *     u(9,10)                       a row deeper, where the last one begins; no width: as wide as that
 *     f(17,1,3,5)                   on row 1, 3 to the right of where the last one begins
 *
 * Reference: src/res/flame.html of async-profiler 3 and 4. Omitted: differences (d=), counts of tiers, the older
 * form that has names in each call.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/number.h"
#include "formats/lines.h"
#include "formats/reader.h"

#define MOST_BYTES (UINT64_C(1) << 30)
#define POOL       "const cpool = ["

typedef struct open_frame {
    int64_t left, width, rest; /* rest: what no callee has */
    uint32_t stack;
} open_frame;

typedef struct page {
    fr_builder *b;
    fr_bytes *names;
    size_t n_names, names_cap;
    fr_arena arena;
    open_frame *open; /* by row */
    size_t n_open, open_cap;
    int64_t level, left, width; /* of the last frame */
    uint32_t column;
    bool counts; /* values are numbers of samples, not of bytes */
    uint64_t line, n;
} page;

static void fail_line(page *p, const char *expected, fr_bytes line)
{
    char shown[60];

    fr_text_copy(shown, sizeof shown, line);
    fr_builder_fail(p->b, FR_E_FORMAT, p->line, 0, "expected %s, found '%s'", expected, shown);
}

/* ---- names ---- */

/* Without backslashes before \ and '. */
static char *unescape(page *p, fr_bytes text, size_t shared, size_t *len)
{
    char *to = fr_arena_take(&p->arena, shared + text.len + 1);
    size_t n = shared;

    for (size_t i = 0; to && i < text.len; i++) {
        i += text.at[i] == '\\' && i + 1 < text.len;
        to[n++] = text.at[i];
    }
    *len = n;
    return to;
}

/* "'6start'," */
static bool add_name(page *p, fr_bytes line)
{
    fr_bytes before = p->n_names ? p->names[p->n_names - 1] : FR_LITERAL("");
    size_t shared = 0, len;
    char *name;

    if (!fr_reserve(&p->names, &p->names_cap, p->n_names + 1, sizeof *p->names))
        return fr_builder_fail_memory(p->b);
    if (line.len && line.at[line.len - 1] == ',')
        line.len--;
    if (line.len < 2 || line.at[0] != '\'' || line.at[line.len - 1] != '\'')
        return false;
    line = (fr_bytes){line.at + 1, line.len - 2};
    if (p->n_names && line.len) { /* the first name stands as it is */
        size_t skip = line.at[0] == '\\' && line.len > 1 ? 2 : 1;
        shared = (size_t)(unsigned char)line.at[skip - 1] - 32;
        line = fr_bytes_from(line, skip);
    }
    if (shared > before.len)
        return false;
    name = unescape(p, line, shared, &len);
    if (!name)
        return fr_builder_fail_memory(p->b);
    if (shared)
        memcpy(name, before.at, shared);
    p->names[p->n_names++] = (fr_bytes){name, len};
    return true;
}

static void read_names(page *p, fr_bytes *text)
{
    while (text->len && !fr_builder_failed(p->b)) {
        fr_bytes line;
        fr_lines_take(text, &line);
        p->line++;
        if (fr_bytes_starts(line, FR_LITERAL("]")))
            return;
        if (line.len && !add_name(p, line))
            fail_line(p, "a name such as '(main',", line);
    }
}

/* ---- frames ---- */

static const uint32_t kinds[8] = {FR_KIND_INTERPRETED, FR_KIND_JIT,  FR_KIND_INLINED,
                                  FR_KIND_USER,        FR_KIND_USER, FR_KIND_KERNEL,
                                  FR_KIND_JIT,         FR_KIND_USER};

/* Rows from this one on are complete. */
static void close_rows(page *p, size_t level)
{
    while (p->n_open > level) {
        const open_frame *at = &p->open[--p->n_open];
        if (at->rest > 0)
            fr_builder_add(p->b, at->stack, p->column, at->rest, p->counts ? (uint64_t)at->rest : 0,
                           p->counts ? (double)at->rest : 0.0);
    }
}

static uint32_t stack_of(page *p, int64_t key)
{
    uint32_t frame;

    if (p->n_open == 0)
        return FR_NO_STACK; /* "all" */
    frame = fr_builder_named(p->b, p->names[key >> 3], FR_TEXT_RAW, kinds[key & 7],
                             (fr_bytes){NULL, 0});
    return fr_builder_push(p->b, p->open[p->n_open - 1].stack, frame);
}

/* The frame lies in the one below it, beside those before it. */
static bool place(page *p, int64_t key)
{
    open_frame *around;

    close_rows(p, (size_t)p->level);
    if ((size_t)p->level != p->n_open)
        return false;
    if (!fr_reserve(&p->open, &p->open_cap, p->n_open + 1, sizeof *p->open))
        return fr_builder_fail_memory(p->b);
    around = p->n_open ? &p->open[p->n_open - 1] : NULL;
    if (around && (p->left < around->left || p->width > around->rest ||
                   p->left > around->left + around->width - p->width))
        return false;
    if (around)
        around->rest -= p->width;
    p->open[p->n_open] = (open_frame){p->left, p->width, p->width, stack_of(p, key)};
    p->n_open++;
    p->n++;
    return true;
}

/* Up to 7 numbers, "f(17,1,3,5)" without its name; how many. */
static size_t read_numbers(fr_bytes line, int64_t numbers[7])
{
    size_t n = 0;

    line = fr_bytes_from(line, 2);
    while (line.len && n < 7) {
        size_t end = fr_bytes_find(line, ','), close = fr_bytes_find(line, ')');
        uint64_t value;
        end = close < end ? close : end;
        if (end == line.len || !fr_parse_u64((fr_bytes){line.at, end}, &value) ||
            value > INT64_MAX / 4)
            return 0;
        numbers[n++] = (int64_t)value;
        if (end == close)
            return n;
        line = fr_bytes_from(line, end + 1);
    }
    return 0;
}

/* Moves to the frame of a call; returns its key, or -1. */
static int64_t locate(page *p, fr_bytes line)
{
    int64_t numbers[7] = {0};
    size_t n = read_numbers(line, numbers), width = line.at[0] == 'f' ? 3 : 1;

    if (n == 0 || (line.at[0] == 'f' && n < 3) || (uint64_t)numbers[0] >> 3 >= p->n_names)
        return -1;
    if (line.at[0] == 'f') {
        p->level = numbers[1];
        p->left += numbers[2];
    } else if (line.at[0] == 'u') {
        p->level++;
    } else {
        p->left += p->width;
    }
    p->width = n > width && numbers[width] ? numbers[width] : p->width;
    return p->left > INT64_MAX / 4 ? -1 : numbers[0];
}

static void read_frames(page *p, fr_bytes text)
{
    while (text.len && !fr_builder_failed(p->b)) {
        fr_bytes line;
        int64_t key;
        fr_lines_take(&text, &line);
        p->line++;
        if (fr_bytes_starts(line, FR_LITERAL("search(")) ||
            fr_bytes_starts(line, FR_LITERAL("</script>")))
            break;
        if (line.len < 4 || line.at[1] != '(' || !strchr("fun", line.at[0]))
            continue; /* "unpack(cpool);", "d=3" of a difference */
        key = locate(p, line);
        if (key < 0 || !place(p, key))
            fail_line(p, "a frame within the one below it, such as u(9,10)", line);
    }
    close_rows(p, 0);
    fr_builder_record(p->b, p->n);
}

/* ---- the whole ---- */

typedef struct measure {
    const char *title, *event;
} measure;

/* The page's title tells what was measured. */
static const measure measures[] = {
    {"CPU", "cpu"},     {"cpu", "cpu"},   {"Wall", "wall"}, {"wall", "wall"},
    {"Alloc", "alloc"}, {"Lock", "lock"}, {"lock", "lock"}, {"itimer", "cpu"},
};

static void open_column(page *p, fr_bytes head)
{
    fr_bytes title = fr_bytes_between(head, "<h1>", '\n');
    const char *event = "samples";

    for (size_t i = sizeof measures / sizeof *measures; i-- > 0;)
        if (fr_bytes_contain(title, measures[i].title))
            event = measures[i].event;
    p->counts = !fr_bytes_contain(head, "'1 byte'");
    p->column = fr_builder_column(p->b, event, p->counts ? "samples" : "bytes", 0);
    if (!p->counts)
        fr_builder_uncounted(p->b, p->column);
}

void fr_async_html_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    page p = {.b = b};
    fr_bytes all = fr_input_all(in, opt, MOST_BYTES), text, line;
    size_t pool = fr_bytes_find_text(all, POOL);

    (void)choice;
    if (fr_input_failed(in, NULL))
        return;
    if (pool == all.len) {
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "expected a page of async-profiler with '" POOL "'");
        return;
    }
    text = fr_bytes_from(all, pool);
    open_column(&p, (fr_bytes){all.at, pool});
    p.line = 1;
    for (size_t i = 0; i < pool; i++)
        p.line += all.at[i] == '\n';
    fr_lines_take(&text, &line);
    read_names(&p, &text);
    read_frames(&p, text);
    if (!fr_bytes_contain(all, "</html>"))
        fr_builder_fail(b, FR_E_FORMAT, 0, 0, "the page ends early: copy it again");
    fr_arena_reset(&p.arena);
    free(p.names);
    free(p.open);
}
