/*
 * listing.c - makes stacks of lines that a dialect has understood.
 *
 * The frames of one stack are held until its end, since they come innermost first and the builder wants
 * the outermost first.
 */
#include "formats/listings/listing.h"

#include "base/number.h"
#include "formats/lines.h"
#include "formats/symbols.h"
#include "model/labels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- for dialects ---- */

fr_bytes fr_listing_strip_offset(fr_bytes symbol)
{
    size_t i = symbol.len;

    while (i && strchr("0123456789abcdef", symbol.at[i - 1]) && symbol.at[i - 1])
        i--;
    if (i == symbol.len || i < 2)
        return symbol;
    if (i >= 3 && memcmp(symbol.at + i - 3, "+0x", 3) == 0) /* the x is no digit */
        return (fr_bytes){symbol.at, i - 3};
    while (i < symbol.len && symbol.at[i] > '9')
        i++;
    if (i < symbol.len && i > 1 && symbol.at[i - 1] == '+')
        return (fr_bytes){symbol.at, i - 1};
    return symbol;
}

bool fr_listing_count(fr_bytes text, uint64_t *count)
{
    return fr_parse_u64(fr_bytes_trim(text), count);
}

bool fr_listing_place(fr_bytes text, fr_bytes *file, uint32_t *line)
{
    size_t colon = fr_bytes_find_last(text, ':');
    uint64_t number;

    if (colon == 0 || colon == text.len || !fr_parse_u64(fr_bytes_from(text, colon + 1), &number) ||
        number > UINT32_MAX)
        return false;
    *file = (fr_bytes){text.at, colon};
    *line = (uint32_t)number;
    return true;
}

bool fr_listing_split(fr_bytes *text, const char *sign, fr_bytes *rest)
{
    size_t at = fr_bytes_find_text(*text, sign);

    if (at == text->len)
        return false;
    *rest = fr_bytes_from(*text, at + strlen(sign));
    text->len = at;
    return true;
}

void fr_listing_survey(fr_bytes head, bool whole, const fr_dialect *dialect,
                       uint32_t n[FR_LISTING_KINDS])
{
    bool open = false;
    fr_bytes line;

    memset(n, 0, FR_LISTING_KINDS * sizeof *n);
    while (fr_lines_cut(&head, whole, &line)) {
        fr_listing_kind kind;
        if (line.len && line.at[line.len - 1] == '\r')
            line.len--;
        kind = dialect->read(line, open).kind;
        open = kind == FR_LISTING_OPEN || kind == FR_LISTING_FRAME || kind == FR_LISTING_ROOT ||
               (open && kind != FR_LISTING_COUNT && kind != FR_LISTING_CLOSE);
        n[kind]++;
    }
}

typedef struct listing {
    fr_builder *b;
    const fr_read_options *opt;
    const fr_dialect *dialect;
    fr_lines lines;
    fr_frame *frames; /* of the open stack, innermost first */
    size_t n, cap;
    size_t n_inner;     /* before the break; 0: there is none */
    uint32_t root;      /* a name; 0: none */
    fr_label labels[2]; /* of the open stack */
    size_t n_labels;
    uint64_t count, opened_at; /* `count`: of the head; 0: not known */
    bool open;
    /* A count without frames: of an empty stack, or what the next stack begins with */
    uint64_t waiting;
    bool waits;
    const char *unit;
    char series[80];      /* of the stacks that are read; "": the first one's, or none */
    char other[80];       /* the first of the series that are not read */
    uint64_t n_elsewhere; /* stacks of these */
    bool elsewhere;       /* the open stack is of one of them */
    bool has_column, counts;
    uint32_t column;
    uint64_t n_rejected;
} listing;

/* ---- a stack ---- */

static void begin_stack(listing *l)
{
    l->n = l->n_inner = l->n_labels = 0;
    l->root = 0;
    l->count = 0;
    l->open = l->elsewhere = false;
    l->opened_at = l->lines.n + 1;
}

static void add_frame(listing *l, const fr_listing_line *line)
{
    if (!fr_reserve(&l->frames, &l->cap, l->n + 1, sizeof *l->frames)) {
        fr_builder_fail_memory(l->b);
        return;
    }
    l->open = true;
    l->frames[l->n++] =
        fr_text_frame(l->b, line->name, line->module, line->file, line->line, line->frame_kind);
}

static void add_label(listing *l, const char *key, fr_bytes text)
{
    if (text.len == 0 || l->n_labels == sizeof l->labels / sizeof *l->labels)
        return;
    l->labels[l->n_labels++] = (fr_label){
        .key = fr_builder_name(l->b, fr_bytes_of(key), FR_TEXT_RAW),
        .text = fr_builder_name(l->b, text, FR_TEXT_RAW),
        .is_text = 1,
    };
}

/* Functions by which a kernel is entered; a stack that begins with one is the kernel's. */
static bool enters_kernel(const listing *l, const fr_frame *frame)
{
    static const char *const heads[] = {"entry_", "ret_from_fork", "asm_", "el0t_", "do_syscall_"};
    uint32_t id = fr_builder_intern(l->b, frame);
    fr_bytes name = fr_builder_frame_name(l->b, id);

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (fr_bytes_starts(name, fr_bytes_of(heads[i])))
            return true;
    return false;
}

/* Pushes frames [from, end), the last one first. */
static uint32_t push_frames(listing *l, uint32_t stack, size_t from, size_t end, bool kernel)
{
    for (size_t i = end; i-- > from;) {
        if (kernel && l->frames[i].kind == FR_KIND_USER)
            l->frames[i].kind = FR_KIND_KERNEL;
        if (l->opt->perf.annotate_kernel && l->frames[i].kind == FR_KIND_KERNEL)
            l->frames[i].kind |= FR_KIND_ANNOTATED;
        stack = fr_builder_push(l->b, stack, fr_builder_intern(l->b, &l->frames[i]));
    }
    return stack;
}

/* Two stacks in one are a user's and the kernel's, which it called, in either order. */
static uint32_t push_stack(listing *l, uint32_t stack)
{
    bool both = l->n_inner > 0 && l->n_inner < l->n;

    if (both && enters_kernel(l, &l->frames[l->n - 1])) {
        stack = push_frames(l, stack, 0, l->n_inner, false);
        return push_frames(l, stack, l->n_inner, l->n, true);
    }
    stack = push_frames(l, stack, l->n_inner, l->n, false);
    return push_frames(l, stack, 0, l->n_inner, both);
}

/* The column of values: its unit is known when the first stack ends. */
static void open_column(listing *l)
{
    const char *unit = l->opt->weight_unit ? l->opt->weight_unit : l->unit;

    if (l->has_column)
        return;
    l->has_column = true;
    l->counts = strcmp(unit, "samples") == 0;
    l->column = fr_builder_column(
        l->b, l->dialect->column && !l->opt->weight_unit ? l->dialect->column : unit, unit, 0);
    if (!l->counts)
        fr_builder_uncounted(l->b, l->column);
}

static void add_stack(listing *l, uint64_t count)
{
    const fr_frame root = {.name = l->root, .kind = FR_KIND_PROCESS};
    uint32_t stack = FR_NO_STACK, row;

    if (l->root)
        stack = fr_builder_push(l->b, stack, fr_builder_intern(l->b, &root));
    stack = l->n ? push_stack(l, stack)
                 : fr_stand_in_stack(l->b, stack, l->lines.n, "a count without frames");
    row = fr_builder_row(l->b, stack, fr_builder_label_set(l->b, l->labels, l->n_labels));
    fr_builder_add_row(l->b, row, l->column, (int64_t)count, l->counts ? count : 0,
                       l->counts ? (double)count : 0.0);
}

static void end_stack(listing *l, uint64_t count)
{
    open_column(l);
    fr_builder_record(l->b, !l->elsewhere);
    if (count > INT64_MAX)
        fr_builder_fail(l->b, FR_E_LIMIT, l->lines.n, 0, "a count of 2^63 or more");
    else if (count == 0)
        fr_builder_note(l->b, FR_NOTE_ZERO_VALUE, l->lines.n, FR_LITERAL("0"));
    else if (!l->elsewhere)
        add_stack(l, count);
    begin_stack(l);
}

/* The stack that is open ends without a count of its own. */
static void close_stack(listing *l)
{
    if (l->n == 0 && l->count == 0)
        begin_stack(l);
    else if (l->dialect->is_dump || l->count) {
        end_stack(l, l->count ? l->count : 1);
    } else {
        fr_builder_note(l->b, FR_NOTE_REJECTED_LINE, l->opened_at,
                        FR_LITERAL("a stack without a count"));
        begin_stack(l);
    }
}

/* ---- lines ---- */

static void set_root(listing *l, fr_bytes name)
{
    if (name.len == 0)
        return;
    l->root = fr_builder_name(l->b, name, FR_TEXT_RAW);
    l->open = true;
}

/* Values of two maps make no sum: the first one is read. */
static void choose_series(listing *l, fr_bytes series)
{
    char shown[80];

    fr_text_copy(shown, sizeof shown, series);
    if (!l->has_column && !l->series[0])
        memcpy(l->series, shown, sizeof shown);
    l->elsewhere = strcmp(l->series, shown) != 0;
    l->n_elsewhere += l->elsewhere;
    if (l->n_elsewhere == 1 && l->elsewhere)
        memcpy(l->other, shown, sizeof shown);
}

static void open_stack(listing *l, const fr_listing_line *line)
{
    close_stack(l);
    l->open = true;
    l->opened_at = l->lines.n;
    l->count = line->count;
    set_root(l, line->name);
    add_label(l, "thread", line->thread);
    add_label(l, "state", line->state);
    if (line->series.len)
        choose_series(l, line->series);
    if (line->unit && !l->elsewhere)
        l->unit = line->unit;
}

/* A number without frames before it is the count of an empty stack, unless a frame follows at once: then it
 * is a key, a process id, by which the stacks were distinguished. */
static void settle_number(listing *l, fr_listing_kind next)
{
    char id[24];

    if (!l->waits)
        return;
    l->waits = false;
    if (next == FR_LISTING_FRAME) {
        snprintf(id, sizeof id, "%" PRIu64, l->waiting);
        set_root(l, fr_bytes_of(id));
    } else {
        end_stack(l, l->waiting);
    }
}

static void take_line(listing *l, fr_bytes text)
{
    fr_listing_line line = l->dialect->read(text, l->open);
    fr_frame *last;

    settle_number(l, line.kind);
    last = l->n ? &l->frames[l->n - 1] : NULL;
    switch (line.kind) {
    case FR_LISTING_HEADING:
        l->unit = line.unit ? line.unit : l->unit;
        break;
    case FR_LISTING_SKIPPED:
        fr_lines_note(&l->lines, l->b, FR_NOTE_SKIPPED_LINE, text);
        break;
    case FR_LISTING_OPEN:
        open_stack(l, &line);
        break;
    case FR_LISTING_FRAME:
        if (line.innermost && l->n > 0)
            close_stack(l);
        add_frame(l, &line);
        break;
    case FR_LISTING_STATE:
        add_label(l, "state", line.state);
        break;
    case FR_LISTING_PLACE:
        if (last && !last->file) {
            last->file = fr_builder_name(l->b, line.file, FR_TEXT_RAW);
            last->line = line.line;
        }
        break;
    case FR_LISTING_BREAK:
        l->n_inner = l->n;
        set_root(l, line.name);
        break;
    case FR_LISTING_ROOT:
        set_root(l, line.name);
        break;
    case FR_LISTING_COUNT:
        set_root(l, line.name);
        l->waits = !l->open;
        l->waiting = line.count;
        if (l->open)
            end_stack(l, line.count);
        break;
    case FR_LISTING_CLOSE:
        close_stack(l);
        break;
    case FR_LISTING_OTHER:
    default:
        fr_lines_note(&l->lines, l->b, FR_NOTE_REJECTED_LINE, text);
        l->n_rejected++;
    }
}

void fr_listing_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice,
                     const fr_dialect *dialect)
{
    listing l = {.b = b, .opt = opt, .dialect = dialect, .lines = fr_lines_of(in, opt)};
    fr_bytes line;

    l.unit = dialect->unit;
    begin_stack(&l);
    while (!fr_builder_failed(b) && fr_lines_next(&l.lines, &line))
        take_line(&l, line);
    settle_number(&l, FR_LISTING_HEADING);
    close_stack(&l);
    open_column(&l);
    if (l.n_elsewhere)
        fr_builder_say(b, FR_NOTE_OTHER_EVENT,
                       "stacks of '%s' are read; those of others are not: %" PRIu64
                       ", the first of '%s'",
                       l.series, l.n_elsewhere, l.other);
    fr_lines_note_end(&l.lines, b);
    choice->n_lines = l.lines.n;
    choice->n_skipped = l.n_rejected;
    free(l.frames);
}
