/*
 * rows.c - rows of samples, and answers of an engine, as an input.
 *
 *     type<TAB>unit<TAB>stack<TAB>value
 *     cpu<TAB>nanoseconds<TAB>main;run<TAB>20000000
 *     cpu<TAB>nanoseconds<TAB>main;gc<TAB>10000000
 *     <an empty line>
 *     <TAB><TAB><TAB>30000000
 *
 * Reference: formats TSV and TSVWithNames of https://clickhouse.com/docs/interfaces/formats, and GROUP BY ... WITH
 * TOTALS. An answer, which has no column stack_id, must end in the line of totals: a server or a client that stops
 * half-way does not leave a smaller picture. Values are whole numbers from 0 to 2^63 - 1; others are an error.
 */
#include "formats/rows/rows.h"

#include "formats/folded/folded.h"
#include "formats/lines.h"
#include "model/build/builder.h"

#include <inttypes.h>
#include <stdlib.h>

/*
 * The cells of a line, and whether a first line names such cells.
 *
 *     main;operator\t(int)<TAB>12<TAB>['endpoint','it\'s']
 */

const char *const fr_rows_names[FR_ROWS_N_COLUMNS] = {
    [FR_ROWS_TIME] = "time",       [FR_ROWS_TYPE] = "type",           [FR_ROWS_UNIT] = "unit",
    [FR_ROWS_KEYS] = "label_keys", [FR_ROWS_VALUES] = "label_values", [FR_ROWS_ID] = "stack_id",
    [FR_ROWS_VALUE] = "value",     [FR_ROWS_BASE] = "base",           [FR_ROWS_NEW] = "new",
    [FR_ROWS_STACK] = "stack",
};

const char *const fr_rows_tags[FR_ROWS_N_TAGS] = {"service", "version", "region", "host"};

/* The next cell, which *line loses with its tab. False where there is none. */
static bool read_cell(fr_bytes *line, bool *more, fr_bytes *cell)
{
    size_t tab = fr_bytes_find(*line, '\t');

    if (!*more)
        return false;
    *cell = (fr_bytes){line->at, tab};
    *more = tab < line->len;
    tab += *more;
    *line = (fr_bytes){line->at + tab, line->len - tab};
    return true;
}

/* Returns the byte after a backslash; these stand for themselves: '\'', '\\', and whatever has no meaning. */
static char unescaped(char c)
{
    static const char from[] = "tnrbf0av", to[] = {'\t', '\n', '\r', '\b', '\f', '\0', '\a', '\v'};
    const char *at = c ? strchr(from, c) : NULL;

    return at ? to[at - from] : c;
}

/* A cell as it was before it was escaped; in `scratch` where that differs. at == NULL: no memory. */
static fr_bytes unescape_cell(fr_arena *scratch, fr_bytes cell)
{
    char *to;
    size_t n = 0;

    if (fr_bytes_find(cell, '\\') == cell.len)
        return cell;
    to = fr_arena_take(scratch, cell.len);
    for (size_t i = 0; i < cell.len && to; i++)
        to[n++] = cell.at[i] == '\\' && i + 1 < cell.len ? unescaped(cell.at[++i]) : cell.at[i];
    return (fr_bytes){to, n};
}

static bool is_at(fr_bytes array, size_t at, char c)
{
    return at < array.len && array.at[at] == c;
}

/* The next text of "['a','b']", whose *at is where it goes on; starts at 0. False at the end; *broken where the cell
 * is no array. */
static bool read_element(fr_arena *scratch, fr_bytes array, size_t *at, fr_bytes *text,
                         bool *broken)
{
    size_t from = *at + 1, end;

    *broken = true;
    if (!is_at(array, *at, *at ? ',' : '[')) {
        *broken = !(*at && is_at(array, *at, ']') && *at + 1 == array.len);
        return false;
    }
    if (*at == 0 && is_at(array, from, ']')) {
        *broken = from + 1 != array.len;
        return false;
    }
    if (!is_at(array, from, '\''))
        return false;
    for (end = ++from; end < array.len && array.at[end] != '\''; end++)
        end += array.at[end] == '\\';
    if (!is_at(array, end, '\''))
        return false;
    *text = unescape_cell(scratch, (fr_bytes){array.at + from, end - from});
    *at = end + 1;
    *broken = false;
    return text->at != NULL;
}

static bool is_name(fr_bytes text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:-",
                    text.at[i]) ||
            !text.at[i])
            return false;
    return text.len > 0;
}

/* The column of a name; FR_ROWS_N_COLUMNS: a label. */
static fr_rows_column find_named_column(fr_bytes name)
{
    fr_rows_column c = 0;

    while (c < FR_ROWS_N_COLUMNS && !fr_bytes_equal(name, fr_bytes_of(fr_rows_names[c])))
        c++;
    return c;
}

/* Bytes before the line of names. An answer without a row may begin with an empty line and that of the totals. */
static size_t find_names(fr_bytes head)
{
    size_t end;

    if (head.len == 0 || head.at[0] != '\n')
        return 0;
    end = 1 + fr_bytes_find((fr_bytes){head.at + 1, head.len - 1}, '\n');
    return end < head.len ? end + 1 : head.len;
}

/* A value, or both of a comparison, and what they are of. */
int fr_rows_probe(fr_bytes head, bool whole)
{
    size_t before = find_names(head);
    fr_bytes rest = {head.at + before, head.len - before}, line, cell;
    bool more = true, has[FR_ROWS_N_COLUMNS + 1] = {false};

    if (!fr_lines_cut(&rest, whole, &line))
        return 0;
    line = fr_bytes_trim(line);
    while (read_cell(&line, &more, &cell)) {
        if (!is_name(cell))
            return 0;
        has[find_named_column(cell)] = true;
    }
    return has[FR_ROWS_TYPE] && (has[FR_ROWS_VALUE] || (has[FR_ROWS_BASE] && has[FR_ROWS_NEW]))
               ? 100
               : 0;
}

#define MOST_CELLS 256

typedef struct value {
    uint32_t stack, set, column;
    int64_t value;
} value;

typedef struct rows {
    fr_builder *b;
    fr_lines lines;
    fr_arena scratch;                /* of a line */
    fr_rows_column role[MOST_CELLS]; /* of each cell; FR_ROWS_N_COLUMNS: a label */
    uint32_t key[MOST_CELLS];        /* of labels: names */
    uint32_t n_cells;
    int place[FR_ROWS_N_COLUMNS]; /* of each column: its cell, or -1 */
    fr_bytes cell[MOST_CELLS];
    fr_names *ids;      /* of stacks, by their text */
    uint32_t *stack_of; /* by id */
    size_t stack_of_cap;
    value *values;
    size_t n_values, values_cap;
    char column[FR_MAX_COLUMNS][2][80]; /* types and units */
    uint32_t n_columns;
    fr_i128 sum, total;
    bool has_total;
    bool times_others; /* rows of types that are not the first have times */
} rows;

static void fail(rows *r, fr_code code, const char *text, fr_bytes shown)
{
    char quoted[100];

    fr_text_copy(quoted, sizeof quoted, shown);
    fr_builder_fail(r->b, code, r->lines.n, 0, "%s: '%s'", text, quoted);
}

/* ---- the head ---- */

static void read_head(rows *r, fr_bytes line)
{
    bool more = true;
    fr_bytes cell;

    for (size_t c = 0; c < FR_ROWS_N_COLUMNS; c++)
        r->place[c] = -1;
    for (; read_cell(&line, &more, &cell) && r->n_cells < MOST_CELLS; r->n_cells++) {
        r->role[r->n_cells] = find_named_column(cell);
        if (r->role[r->n_cells] < FR_ROWS_N_COLUMNS)
            r->place[r->role[r->n_cells]] = (int)r->n_cells;
        else
            r->key[r->n_cells] = fr_builder_spelling(r->b, cell, FR_TEXT_ESCAPED);
    }
    if (more)
        fr_builder_fail(r->b, FR_E_LIMIT, 1, 0, "more than %d columns", MOST_CELLS);
    if (r->place[FR_ROWS_VALUE] < 0 && (r->place[FR_ROWS_BASE] < 0 || r->place[FR_ROWS_NEW] < 0))
        fr_builder_fail(r->b, FR_E_FORMAT, 1, 0,
                        "expected a first line that names a column 'value', or 'base' and 'new'");
}

/* ---- a row ---- */

/* The text of a column; "" where there is none. */
static fr_bytes text_of(rows *r, fr_rows_column column)
{
    fr_bytes text = FR_LITERAL("");

    if (r->place[column] >= 0)
        text = unescape_cell(&r->scratch, r->cell[r->place[column]]);
    if (!text.at)
        fr_builder_fail(r->b, FR_E_LIMIT, r->lines.n, 0, "out of memory");
    return text;
}

static int64_t number_of(rows *r, fr_rows_column column)
{
    fr_bytes text = r->cell[r->place[column]];
    fr_decimal number = {0};
    fr_parse parsed = fr_decimal_parse(text, &number);

    if (parsed == FR_PARSE_TOO_LARGE)
        fail(r, FR_E_LIMIT, "the value is larger than 9223372036854775807", text);
    else if (parsed != FR_PARSE_OK || number.decimals || number.mantissa < 0)
        fail(r, FR_E_FORMAT, "expected a whole number from 0 on", text);
    return number.mantissa;
}

/* The stack of a row, by its text, or by its id where a row before had the text. */
static uint32_t stack_of(rows *r)
{
    fr_bytes text = text_of(r, FR_ROWS_STACK), id = text_of(r, FR_ROWS_ID);
    uint32_t n = fr_names_count(r->ids), at = id.len ? fr_names_add(r->ids, id) : 0;
    void *grown = fr_grow(r->stack_of, &r->stack_of_cap, (size_t)at + 1, sizeof *r->stack_of);

    if (at == FR_NO_ID || !grown)
        return fr_builder_fail(r->b, FR_E_LIMIT, r->lines.n, 0, "out of memory");
    r->stack_of = grown;
    if (!at || at >= n || text.len) {
        if (!text.len && r->place[FR_ROWS_STACK] >= 0)
            fr_builder_fail(r->b, FR_E_FORMAT, r->lines.n, 0,
                            "a row without a stack: the table of stacks does not have its id");
        r->stack_of[at] = fr_folded_stack(r->b, text.len ? text : FR_LITERAL("[no stack]"));
    }
    return r->stack_of[at];
}

static void add_label(rows *r, fr_label *labels, size_t *n, uint32_t key, fr_bytes text)
{
    if (*n == MOST_CELLS)
        fail(r, FR_E_LIMIT, "a row of too many labels", text);
    else
        labels[(*n)++] = (fr_label){
            .key = key, .is_text = 1, .text = fr_builder_spelling(r->b, text, FR_TEXT_ESCAPED)};
}

/* ['a','b'] and ['1','2'] */
static void add_arrays(rows *r, fr_label *labels, size_t *n)
{
    fr_bytes keys = r->cell[r->place[FR_ROWS_KEYS]], values = r->cell[r->place[FR_ROWS_VALUES]];
    size_t at = 0, value_at = 0;
    bool broken, value_broken;
    fr_bytes key, text;

    while (read_element(&r->scratch, keys, &at, &key, &broken)) {
        if (!read_element(&r->scratch, values, &value_at, &text, &value_broken)) {
            broken = true;
            break;
        }
        add_label(r, labels, n, fr_builder_spelling(r->b, key, FR_TEXT_ESCAPED), text);
    }
    if (broken || read_element(&r->scratch, values, &value_at, &text, &value_broken) ||
        value_broken)
        fail(r, FR_E_FORMAT, "expected label_keys and label_values as two arrays of one length",
             keys);
}

static uint32_t labels_of(rows *r)
{
    fr_label labels[MOST_CELLS];
    size_t n = 0;

    for (uint32_t i = 0; i < r->n_cells; i++)
        if (r->role[i] == FR_ROWS_N_COLUMNS && r->cell[i].len)
            add_label(r, labels, &n, r->key[i], unescape_cell(&r->scratch, r->cell[i]));
    if (r->place[FR_ROWS_KEYS] >= 0 && r->place[FR_ROWS_VALUES] >= 0)
        add_arrays(r, labels, &n);
    return fr_builder_label_set(r->b, labels, n);
}

/* The column of a type and a unit; they are opened when all rows are read. */
static uint32_t column_of(rows *r, fr_bytes type, fr_bytes unit)
{
    uint32_t k = 0;

    type = fr_text_repair(&r->scratch, type, FR_TEXT_ESCAPED); /* as the builder compares them */
    unit = fr_text_repair(&r->scratch, unit, FR_TEXT_ESCAPED);
    if (type.len >= sizeof *r->column[0] || unit.len >= sizeof *r->column[0])
        fail(r, FR_E_LIMIT, "a type or unit of more than 79 bytes", type);
    while (k < r->n_columns && !(fr_bytes_equal(type, fr_bytes_of(r->column[k][0])) &&
                                 fr_bytes_equal(unit, fr_bytes_of(r->column[k][1]))))
        k++;
    if (k < r->n_columns || fr_builder_failed(r->b))
        return k;
    if (k == FR_MAX_COLUMNS)
        return fr_builder_fail(r->b, FR_E_LIMIT, r->lines.n, 0, "more than %d types",
                               FR_MAX_COLUMNS);
    memcpy(r->column[k][0], type.at, type.len);
    memcpy(r->column[k][1], unit.at, unit.len);
    return r->n_columns++;
}

static void add_value(rows *r, uint32_t stack, uint32_t set, uint32_t column, int64_t number)
{
    value *grown = fr_grow(r->values, &r->values_cap, r->n_values + 1, sizeof *grown);

    if (!grown) {
        fr_builder_fail(r->b, FR_E_LIMIT, r->lines.n, 0, "out of memory");
        return;
    }
    r->values = grown;
    r->values[r->n_values++] = (value){stack, set, column, number};
    r->sum += number;
}

static void take_row(rows *r)
{
    uint32_t stack = stack_of(r), set = labels_of(r);
    int64_t number, time;
    uint32_t column;

    if (r->place[FR_ROWS_VALUE] < 0) { /* base and new, of one type */
        fr_bytes type = text_of(r, FR_ROWS_TYPE), unit = text_of(r, FR_ROWS_UNIT);
        if (column_of(r, type, unit) > 0) {
            fail(r, FR_E_FORMAT, "a comparison of several types, one of them", type);
            fr_builder_hint(r->b, "choose one: flamerender sql diff --sample-index NAME");
        }
        add_value(r, stack, set, 0, number_of(r, FR_ROWS_BASE));
        add_value(r, stack, set, 1, number_of(r, FR_ROWS_NEW));
        return;
    }
    number = number_of(r, FR_ROWS_VALUE);
    column = column_of(r, text_of(r, FR_ROWS_TYPE), text_of(r, FR_ROWS_UNIT));
    add_value(r, stack, set, column, number);
    time = r->place[FR_ROWS_TIME] >= 0 ? number_of(r, FR_ROWS_TIME) : 0;
    if (time == 0 || number == 0)
        return;
    fr_builder_time(r->b, time);
    if (column == 0)
        fr_builder_sample(r->b, stack, time, fr_builder_thread(r->b, -1, -1, 0), FR_NO_CPU, number);
    else
        r->times_others |= fr_builder_keeps_samples(r->b);
}

static bool cut(rows *r, fr_bytes line)
{
    bool more = true;
    uint32_t n = 0;
    fr_bytes cell;

    while (n < MOST_CELLS && read_cell(&line, &more, &cell))
        r->cell[n++] = cell;
    if (n == r->n_cells && !more && !r->lines.cut)
        return true;
    return fr_builder_fail(
        r->b, FR_E_FORMAT, r->lines.n, 0,
        "expected %" PRIu32 " cells, as the first line has, not %" PRIu32 "%s", r->n_cells, n,
        r->lines.cut ? " of a line that is longer than a name may be (--limit-name)" : "");
}

/* ---- the whole ---- */

static fr_i128 total_in(rows *r, fr_rows_column column)
{
    fr_bytes text = r->place[column] >= 0 ? r->cell[r->place[column]] : FR_LITERAL("0");
    fr_i128 number = 0;

    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] < '0' || text.at[i] > '9' || i > 36) /* three of them fit */
            fail(r, FR_E_FORMAT, "expected the total", text);
        else
            number = number * 10 + (text.at[i] - '0');
    return number;
}

/* The line after the empty one. */
static void take_total(rows *r)
{
    fr_bytes line;

    if (!fr_lines_next(&r->lines, &line) || !cut(r, line))
        return;
    r->total = total_in(r, FR_ROWS_VALUE) + total_in(r, FR_ROWS_BASE) + total_in(r, FR_ROWS_NEW);
    r->has_total = true;
}

static void check_total(rows *r)
{
    if (fr_builder_failed(r->b) || (!r->has_total && r->place[FR_ROWS_ID] >= 0))
        return;
    if (r->has_total && r->sum == r->total)
        return;
    fr_builder_fail(r->b, FR_E_FORMAT, r->lines.n, 0,
                    r->has_total
                        ? "the rows are not all: their sum is not the total in the last line"
                        : "the rows are not all: the line of totals is missing at the end");
    fr_builder_hint(r->b, "ask again; 'flamerender sql' prints queries that end in totals");
}

/* The values of a column are numbers of samples. */
static bool is_count(const rows *r, uint32_t column)
{
    const char *name = r->column[column][0], *unit = r->column[column][1];

    return strcmp(name, "samples") == 0 || strcmp(unit, "samples") == 0 || strcmp(unit, "") == 0;
}

/* Returns how many samples value `i` has: a pprof counts them in a row of their own, which stands shortly before; 0:
 * unknown. */
static uint64_t samples_of(const rows *r, size_t i)
{
    const value *v = &r->values[i];

    for (size_t back = 0; back <= i && back < r->n_columns; back++) {
        const value *at = v - back;
        if (at->stack != v->stack || at->set != v->set)
            return 0;
        if (is_count(r, at->column))
            return (uint64_t)at->value;
    }
    return 0;
}

static void open_columns(rows *r)
{
    bool sides = r->place[FR_ROWS_VALUE] < 0, known[FR_MAX_COLUMNS] = {false};
    const char *const names[] = {"base", "new"};
    uint32_t n = sides ? 2 : r->n_columns;

    for (uint32_t k = 0; k < n; k++)
        known[k] = !sides || is_count(r, 0);
    for (size_t i = 0; i < r->n_values && !sides; i++)
        known[r->values[i].column] &= r->values[i].value == 0 || samples_of(r, i) > 0;
    for (uint32_t k = 0; k < n; k++) {
        const char *unit = r->column[sides ? 0 : k][1], *name = sides ? names[k] : r->column[k][0];
        fr_builder_column(r->b, name, *unit ? unit : "samples", 0);
        if (!known[k])
            fr_builder_uncounted(r->b, k);
    }
}

static void add_values(rows *r)
{
    bool sides = r->place[FR_ROWS_VALUE] < 0, counted = false;
    uint64_t n_records = 0;

    open_columns(r);
    if (r->times_others)
        fr_builder_say(r->b, FR_NOTE_CHOICE,
                       "times are those of '%s': rows of other types have none", r->column[0][0]);
    for (uint32_t k = 0; k < r->n_columns; k++)
        counted |= r->n_columns > 1 && is_count(r, k);
    /* Rows of one type are a sample each, where none counts them. */
    for (size_t i = 0; i < r->n_values; i++)
        if (!counted)
            n_records += r->values[i].column == 0;
        else if (is_count(r, r->values[i].column))
            n_records += (uint64_t)r->values[i].value;
    fr_builder_record(r->b, n_records);
    for (size_t i = 0; i < r->n_values && !fr_builder_failed(r->b); i++) {
        const value *v = &r->values[i];
        uint64_t n = !sides ? samples_of(r, i) : is_count(r, 0) ? (uint64_t)v->value : 0;
        double squares = n ? (double)v->value / (double)n * (double)v->value : 0;
        if (v->value)
            fr_builder_add_row(r->b, fr_builder_row(r->b, v->stack, v->set), v->column, v->value, n,
                               squares);
    }
}

static void read_rows(rows *r)
{
    fr_bytes line;

    if (find_names(fr_input_fill(r->lines.in, FR_PROBE_BYTES)) > 0)
        r->has_total = fr_lines_next(&r->lines, &line) && fr_lines_next(&r->lines, &line);
    if (fr_lines_next(&r->lines, &line))
        read_head(r, line);
    while (!fr_builder_failed(r->b) && !r->has_total && fr_lines_next(&r->lines, &line)) {
        fr_arena_mark mark = fr_arena_now(&r->scratch);
        if (line.len == 0)
            take_total(r);
        else if (cut(r, line))
            take_row(r);
        fr_arena_rewind(&r->scratch, mark);
    }
    check_total(r);
    if (!fr_builder_failed(r->b))
        add_values(r);
}

void fr_rows_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    rows r = {.b = b, .lines = fr_lines_of(in, opt), .ids = fr_names_new()};

    (void)choice;
    if (r.ids)
        read_rows(&r);
    else
        fr_builder_fail_memory(b);
    fr_names_free(r.ids);
    fr_arena_reset(&r.scratch);
    free(r.stack_of);
    free(r.values);
}
