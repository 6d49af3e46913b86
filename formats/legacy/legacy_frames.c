/*
 * legacy_frames.c - the frames of addresses: names where there is a list of them, else the file that is mapped there.
 *
 *     --- symbol                                      of pprof --raw and jeprof --raw
 *     binary=/usr/bin/app
 *     0x00000000004011d6 main.run--inlined            the innermost last
 *     ---
 *     400000-40b000 r-xp 00001000 fd:00 12345 /usr/bin/app          /proc/PID/maps
 *     400000-40b000: /usr/bin/app (@1000)                           the brief form
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "formats/legacy/legacy.h"
#include "formats/lines.h"
#include "formats/listings/listing.h"
#include "model/labels.h"
#include "model/module.h"

static void fail_memory(fr_legacy *l)
{
    fr_builder_fail(l->b, FR_E_LIMIT, l->line, 0, "out of memory");
}

/* The first word of *text, which loses it. */
static fr_bytes take_word(fr_bytes *text)
{
    fr_bytes word;

    *text = fr_bytes_trim(*text);
    word = (fr_bytes){text->at, 0};
    while (word.len < text->len && text->at[word.len] != ' ' && text->at[word.len] != '\t')
        word.len++;
    *text = (fr_bytes){text->at + word.len, text->len - word.len};
    return word;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Digits, perhaps behind 0x, at the beginning of *text, which loses them. */
static bool take_hex(fr_bytes *text, uint64_t *number)
{
    size_t begin = fr_bytes_starts(*text, FR_LITERAL("0x")) ? 2 : 0, i = begin;

    *number = 0;
    for (; i < text->len && hex_digit(text->at[i]) >= 0; i++)
        *number = *number << 4 | (uint64_t)hex_digit(text->at[i]);
    if (i == begin || i > begin + 16)
        return false;
    *text = (fr_bytes){text->at + i, text->len - i};
    return true;
}

/* ---- names ---- */

static void add_symbol(fr_legacy *l, const fr_legacy_symbol *symbol)
{
    fr_legacy_symbol *symbols =
        fr_grow(l->symbols, &l->symbols_cap, l->n_symbols + 1, sizeof *symbols);

    if (!symbols) {
        fail_memory(l);
        return;
    }
    l->symbols = symbols;
    symbols[l->n_symbols++] = *symbol;
}

/* Of one address twice, the first in the input comes first. */
static int by_address(const void *a, const void *b)
{
    const fr_legacy_symbol *x = a, *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->names.at < y->names.at ? -1 : x->names.at > y->names.at;
}

static void sort_symbols(fr_legacy *l)
{
    if (l->n_symbols)
        qsort(l->symbols, l->n_symbols, sizeof *l->symbols, by_address);
}

static const fr_legacy_symbol *find_symbol(const fr_legacy *l, uint64_t address)
{
    size_t low = 0, high = l->n_symbols;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->symbols[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->n_symbols && l->symbols[low].address == address ? &l->symbols[low] : NULL;
}

bool fr_legacy_take_symbols(fr_legacy *l)
{
    fr_bytes line;

    if (!fr_bytes_starts(l->rest, FR_LITERAL("--- symbol\n")))
        return false;
    fr_legacy_line(l, &line);
    while (fr_legacy_line(l, &line) && !fr_bytes_equal(line, FR_LITERAL("---"))) {
        fr_legacy_symbol symbol = {0};
        if (!fr_bytes_starts(line, FR_LITERAL("0x")) || !take_hex(&line, &symbol.address))
            continue;
        symbol.names = fr_bytes_trim(line);
        if (symbol.names.len)
            add_symbol(l, &symbol);
    }
    sort_symbols(l);
    return true;
}

/* "Foo.bar (Foo.java:12)", "gcc_init (/usr/lib/libfoo.so)", "generated stub/JIT", "GC" */
static void read_java_name(fr_bytes text, fr_legacy_symbol *symbol)
{
    size_t open = text.len;

    symbol->names = fr_bytes_contain(text, "generated stub/JIT") ? FR_LITERAL("STUB") : text;
    while (open > 0 && text.at[open - 1] != '(')
        open--;
    if (open < 2 || text.at[open - 2] != ' ' || text.at[text.len - 1] != ')')
        return;
    symbol->names = fr_bytes_trim((fr_bytes){text.at, open - 1});
    symbol->file = (fr_bytes){text.at + open, text.len - open - 1};
    if (fr_bytes_ends(symbol->file, FR_LITERAL(":-1"))) /* of a line that is not known */
        symbol->file.len -= 3;
    else if (!fr_listing_place(symbol->file, &symbol->file, &symbol->line))
        symbol->file = fr_module_base(symbol->file);
}

void fr_legacy_take_java_names(fr_legacy *l, fr_bytes text)
{
    fr_bytes line;

    while (fr_lines_take(&text, &line)) {
        fr_legacy_symbol symbol = {0};
        if (!fr_bytes_starts(line, FR_LITERAL("0x")) || !take_hex(&line, &symbol.address))
            continue;
        line = fr_bytes_trim(line);
        if (line.len == 0)
            continue;
        read_java_name(line, &symbol);
        add_symbol(l, &symbol);
    }
    sort_symbols(l);
}

/* ---- maps ---- */

static bool is_permission(fr_bytes word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!word.at[i] || !strchr("-rwxps", word.at[i]))
            return false;
    return word.len == 4;
}

/* What follows the range and the permissions. */
static void read_file(fr_bytes text, fr_legacy_map *map)
{
    fr_bytes before = text, word = take_word(&text), device;

    if (take_hex(&word, &map->offset) && word.len == 0) { /* 00001000 fd:00 12345 /usr/bin/app */
        device = take_word(&text);
        (void)take_word(&text);
        if (fr_bytes_find(device, ':') < device.len) {
            map->file = fr_bytes_trim(text);
            return;
        }
    }
    map->offset = 0;
    map->file = take_word(&before);
    word = take_word(&before); /* (@1000) */
    if (fr_bytes_starts(word, FR_LITERAL("(@"))) {
        word = (fr_bytes){word.at + 2, word.len - 2};
        (void)take_hex(&word, &map->offset);
    }
}

/* False where the line is none, or its memory is not executed. */
static bool read_map(fr_bytes line, fr_legacy_map *map)
{
    fr_bytes before, word;

    *map = (fr_legacy_map){0};
    if (!take_hex(&line, &map->start) || line.len == 0 || !strchr("- ", line.at[0]))
        return false;
    line = fr_bytes_trim((fr_bytes){line.at + 1, line.len - 1});
    if (!take_hex(&line, &map->end) || map->end <= map->start)
        return false;
    if (line.len && line.at[0] == ':')
        line = (fr_bytes){line.at + 1, line.len - 1};
    before = line;
    word = take_word(&line);
    if (is_permission(word) && word.at[2] != 'x')
        return false;
    read_file(is_permission(word) ? line : before, map);
    return true;
}

static void enter_map(fr_legacy *l, fr_legacy_map *map)
{
    fr_mapping made = {.start = map->start, .size = map->end - map->start, .offset = map->offset};

    map->module = map->file.len ? fr_builder_name(l->b, map->file, FR_TEXT_RAW) : 0;
    made.file = map->module;
    if (l->keeps_locations)
        map->mapping = fr_builder_mapping(l->b, &made);
}

void fr_legacy_take_maps(fr_legacy *l, fr_bytes text)
{
    fr_bytes line;

    while (!fr_builder_failed(l->b) && fr_lines_take(&text, &line)) {
        fr_legacy_map map, *maps;
        if (!read_map(line, &map))
            continue;
        maps = fr_grow(l->maps, &l->maps_cap, l->n_maps + 1, sizeof *maps);
        if (!maps) {
            fail_memory(l);
            return;
        }
        l->maps = maps;
        enter_map(l, &map);
        maps[l->n_maps++] = map;
    }
}

static const fr_legacy_map *find_map(const fr_legacy *l, uint64_t address)
{
    for (size_t i = 0; i < l->n_maps; i++)
        if (address >= l->maps[i].start && address < l->maps[i].end)
            return &l->maps[i];
    return NULL;
}

/* ---- stacks ---- */

bool fr_legacy_add_address(fr_legacy *l, uint64_t address)
{
    uint64_t *stack = fr_grow(l->stack, &l->stack_cap, l->n + 1, sizeof *stack);

    if (!stack) {
        fail_memory(l);
        return false;
    }
    l->stack = stack;
    stack[l->n++] = address;
    return true;
}

/* Where an address is. */
static fr_frame place_of(const fr_legacy *l, const fr_legacy_map *map, uint64_t address)
{
    fr_frame frame = {.kind = FR_KIND_USER};

    if (map) {
        frame.module = map->module;
        frame.kind = fr_module_kind(map->file);
    }
    if (l->keeps_locations) {
        frame.mapping =
            map && map->mapping ? map->mapping : fr_builder_mapping(l->b, &(fr_mapping){0});
        frame.address = map ? address - map->start : address;
    }
    return frame;
}

static uint32_t push_nameless(fr_legacy *l, uint32_t stack, const fr_legacy_map *map,
                              uint64_t address)
{
    fr_bytes base = map ? fr_module_base(map->file) : (fr_bytes){NULL, 0};
    fr_frame frame = place_of(l, map, address);
    char name[300];
    bool has_kind;

    if (base.len)
        snprintf(name, sizeof name, base.at[0] == '[' ? "%.*s" : "[%.*s]",
                 (int)(base.len < 250 ? base.len : 250), base.at);
    else
        snprintf(name, sizeof name, "0x%llx", (unsigned long long)address);
    if (l->opt->perf.addresses && !l->keeps_locations)
        frame.address = address;
    l->n_nameless++;
    frame = fr_builder_spell(l->b, fr_bytes_of(name), FR_TEXT_RAW, frame, &has_kind);
    return fr_builder_push(l->b, stack, fr_builder_intern(l->b, &frame));
}

/* "caller--inlined": frames of their own. */
static uint32_t push_named(fr_legacy *l, uint32_t stack, const fr_legacy_symbol *symbol,
                           uint64_t address)
{
    fr_frame place = place_of(l, find_map(l, address), address);
    fr_bytes names = symbol->names, name;
    bool inlined = false, has_kind;

    place.line = symbol->line;
    place.file = symbol->file.len ? fr_builder_name(l->b, symbol->file, FR_TEXT_RAW) : 0;
    do {
        fr_frame frame = place;
        name = names;
        if (!fr_listing_split(&name, "--", &names))
            names.len = 0;
        frame.kind = inlined ? FR_KIND_INLINED : place.kind;
        inlined = true;
        if (name.len == 0)
            continue;
        frame = fr_builder_spell(l->b, name, FR_TEXT_RAW, frame, &has_kind);
        stack = fr_builder_push(l->b, stack, fr_builder_intern(l->b, &frame));
    } while (names.len > 0);
    return stack;
}

static uint32_t push_address(fr_legacy *l, uint32_t stack, uint64_t address)
{
    const fr_legacy_symbol *symbol = find_symbol(l, address);

    if (!symbol)
        symbol = find_symbol(l, address + 1); /* lists may have the address of the return */
    return symbol ? push_named(l, stack, symbol, address)
                  : push_nameless(l, stack, find_map(l, address), address);
}

static uint32_t push_stack(fr_legacy *l)
{
    uint32_t stack = FR_NO_STACK;

    for (size_t i = l->n; i-- > 0;)
        stack = push_address(l, stack, l->stack[i]);
    if (l->n > 0)
        return stack;
    fr_builder_frameless(l->b, 1);
    fr_builder_note(l->b, FR_NOTE_FRAMELESS, l->line, FR_LITERAL("a sample without addresses"));
    return fr_builder_push(l->b, stack,
                           fr_builder_named(l->b, FR_LITERAL("[no stack]"), FR_TEXT_RAW,
                                            FR_KIND_USER, (fr_bytes){NULL, 0}));
}

void fr_legacy_column(fr_legacy *l, size_t i, const char *name, const char *unit)
{
    l->counted[i] = strcmp(name, "samples") == 0;
    l->columns[i] = fr_builder_column(l->b, name, unit, 0);
    l->n_columns = i + 1;
    if (!l->counted[i])
        fr_builder_uncounted(l->b, l->columns[i]);
}

static uint32_t label_of(fr_legacy *l, int64_t bytes)
{
    fr_label label = {.number = bytes};

    if (bytes == 0)
        return 0;
    label.key = label.unit = fr_builder_name(l->b, FR_LITERAL("bytes"), FR_TEXT_RAW);
    return fr_builder_label_set(l->b, &label, 1);
}

void fr_legacy_add_sample(fr_legacy *l, const int64_t *values, int64_t bytes)
{
    uint32_t stack = push_stack(l), row = fr_builder_row(l->b, stack, label_of(l, bytes));

    for (size_t i = 0; i < l->n_columns; i++)
        if (values[i] < 0)
            fr_builder_fail(l->b, FR_E_FORMAT, l->line, 0, "a negative value");
        else if (values[i] > 0)
            fr_builder_add_row(l->b, row, l->columns[i], values[i],
                               l->counted[i] ? (uint64_t)values[i] : 0,
                               l->counted[i] ? (double)values[i] : 0.0);
    fr_builder_record(l->b, 1);
    l->n = 0;
}
