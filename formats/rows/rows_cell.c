/*
 * rows_cell.c - the cells of a line, and whether a first line names such cells.
 *
 *     main;operator\t(int)<TAB>12<TAB>['endpoint','it\'s']
 */
#include "formats/rows/rows.h"

#include "formats/reader.h"

const char *const fr_rows_names[FR_ROWS_N_COLUMNS] = {
    [FR_ROWS_TIME] = "time",       [FR_ROWS_TYPE] = "type",           [FR_ROWS_UNIT] = "unit",
    [FR_ROWS_KEYS] = "label_keys", [FR_ROWS_VALUES] = "label_values", [FR_ROWS_ID] = "stack_id",
    [FR_ROWS_VALUE] = "value",     [FR_ROWS_BASE] = "base",           [FR_ROWS_NEW] = "new",
    [FR_ROWS_STACK] = "stack",
};

const char *const fr_rows_tags[FR_ROWS_N_TAGS] = {"service", "version", "region", "host"};

bool fr_rows_cell(fr_bytes *line, bool *more, fr_bytes *cell)
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

fr_bytes fr_rows_unescape(fr_arena *scratch, fr_bytes cell)
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

bool fr_rows_element(fr_arena *scratch, fr_bytes array, size_t *at, fr_bytes *text, bool *broken)
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
    *text = fr_rows_unescape(scratch, (fr_bytes){array.at + from, end - from});
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

fr_rows_column fr_rows_column_of(fr_bytes name)
{
    fr_rows_column c = 0;

    while (c < FR_ROWS_N_COLUMNS && !fr_bytes_equal(name, fr_bytes_of(fr_rows_names[c])))
        c++;
    return c;
}

size_t fr_rows_before_names(fr_bytes head)
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
    size_t before = fr_rows_before_names(head);
    fr_bytes line = {head.at + before,
                     fr_bytes_find((fr_bytes){head.at + before, head.len - before}, '\n')};
    fr_bytes cell;
    bool more = true, has[FR_ROWS_N_COLUMNS + 1] = {false};

    if (before + line.len == head.len && !whole)
        return 0;
    line = fr_bytes_trim(line);
    while (fr_rows_cell(&line, &more, &cell)) {
        if (!is_name(cell))
            return 0;
        has[fr_rows_column_of(cell)] = true;
    }
    return has[FR_ROWS_TYPE] && (has[FR_ROWS_VALUE] || (has[FR_ROWS_BASE] && has[FR_ROWS_NEW]))
               ? 100
               : 0;
}
