/* firefox_table.c - a column of either layout. */
#include <stdlib.h>

#include "base/arena.h"
#include "formats/firefox/firefox.h"

static int64_t number_of(const fr_json *at, uint32_t power)
{
    bool rounded = false;

    if (fr_json_is_number(at))
        return fr_json_scaled(at, power, INT64_MIN / 4, &rounded);
    if (at->value != FR_JSON_NONE && fr_json_tape_kind(&at->document->tape, at->value) == 't')
        return 1;
    return FR_FIREFOX_NONE;
}

static bool add(fr_firefox_column *column, size_t *cap, int64_t number)
{
    int64_t *items = fr_grow(column->items, cap, column->n + 1, sizeof *items);

    if (!items)
        return false;
    column->items = items;
    items[column->n++] = number;
    return true;
}

/* An item of a row, by its place. */
static int64_t cell_of(const fr_json *row, size_t place, uint32_t power)
{
    fr_json cell = fr_json_items(row, "cells");

    while (fr_json_next(&cell))
        if (cell.index == place)
            return number_of(&cell, power);
    return FR_FIREFOX_NONE;
}

fr_firefox_column fr_firefox_column_read(const fr_json *table, const char *name, uint32_t power)
{
    fr_json schema = fr_json_member(table, "schema"), list, place, item;
    fr_firefox_column column = {0};
    bool by_row = fr_json_exists(&schema);
    size_t cap = 0, at = 0;

    list = fr_json_member(table, by_row ? "data" : name);
    place = by_row ? fr_json_member(&schema, name) : list;
    if (fr_json_failed(table) || !fr_json_exists(&place) || !fr_json_is_list(&list))
        return column;
    if (by_row)
        at = (size_t)fr_json_integer(&place, 0, 1000, "the place of a column");
    item = fr_json_items(&list, "rows");
    while (fr_json_next(&item))
        if (!add(&column, &cap, by_row ? cell_of(&item, at, power) : number_of(&item, power)))
            fr_fail_memory(&table->document->err);
    return column;
}
