/*
 * legacy.c - finds the kind of a legacy profile (legacy_cpu.c, legacy_text.c), and makes frames of addresses: names where
 * there is a list of them, else the file that is mapped there.
 *
 *     --- symbol                                      of pprof --raw and jeprof --raw
 *     binary=/usr/bin/app
 *     0x00000000004011d6 main.run--inlined            the innermost last
 *     ---
 *     400000-40b000 r-xp 00001000 fd:00 12345 /usr/bin/app          /proc/PID/maps
 *     400000-40b000: /usr/bin/app (@1000)                           the brief form
 *
 * Return addresses are moved into the call before them, as pprof does.
 * Reference: profile/legacy_profile.go and legacy_java_profile.go of google/pprof; jeprof.in of jemalloc 5.3.
 */
#include "formats/legacy/legacy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/lines.h"
#include "formats/listings/listing.h"
#include "formats/symbols.h"
#include "model/labels.h"
#include "model/module.h"

/* A symbol and a map begin with their address and a slice of the input. */
typedef struct place {
    uint64_t address;
    fr_bytes text;
} place;

/* The text: names, "caller--inlined", the innermost last. */
typedef struct symbol {
    place at;
    fr_bytes file;
    uint32_t line;
} symbol;

/* The text: the file. */
typedef struct map {
    place at;
    uint64_t end, offset;
    uint64_t reach;           /* the greatest end up to this map, by start */
    uint32_t module, mapping; /* ids of the builder; mapping 0: not asked for */
} map;

bool fr_legacy_line(fr_legacy *l, fr_bytes *line)
{
    if (!fr_lines_take(&l->rest, line))
        return false;
    l->line++;
    return true;
}

void fr_legacy_fail(fr_legacy *l, const char *expected)
{
    fr_builder_fail(l->b, FR_E_FORMAT, l->line, 0, "expected %s", expected);
}

/* The first word of *text, which loses it. */
static fr_bytes take_text(fr_bytes *text)
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

bool fr_legacy_hex(fr_bytes *text, uint64_t *number)
{
    size_t i = 0;

    *number = 0;
    for (; i < text->len && hex_digit(text->at[i]) >= 0; i++)
        *number = *number << 4 | (uint64_t)hex_digit(text->at[i]);
    *text = (fr_bytes){text->at + i, text->len - i};
    return i > 0 && i <= 16;
}

/* The same, perhaps behind 0x. */
static bool take_hex(fr_bytes *text, uint64_t *number)
{
    if (fr_bytes_starts(*text, FR_LITERAL("0x")))
        *text = (fr_bytes){text->at + 2, text->len - 2};
    return fr_legacy_hex(text, number);
}

/* ---- places ---- */

/* The first in the input comes first where two have one address. */
static int by_address(const void *a, const void *b)
{
    const place *x = a, *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->text.at < y->text.at ? -1 : x->text.at > y->text.at;
}

static void sort_places(fr_list *list)
{
    if (list->n)
        qsort(list->items, list->n, list->size, by_address);
}

/* Returns how many places have a lower address. */
static size_t count_below(const fr_list *list, uint64_t address)
{
    size_t low = 0, high = list->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (((const place *)fr_list_at(list, middle))->address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- names ---- */

static const symbol *find_symbol(const fr_legacy *l, uint64_t address)
{
    size_t i = count_below(&l->symbols, address);
    const symbol *found = i < l->symbols.n ? fr_list_at(&l->symbols, i) : NULL;

    return found && found->at.address == address ? found : NULL;
}

/* "Foo.bar (Foo.java:12)", "gcc_init (/usr/lib/libfoo.so)", "generated stub/JIT", "GC" */
static void read_java_name(fr_bytes text, symbol *s)
{
    size_t open = text.len;

    s->at.text = fr_bytes_contain(text, "generated stub/JIT") ? FR_LITERAL("STUB") : text;
    while (open > 0 && text.at[open - 1] != '(')
        open--;
    if (open < 2 || text.at[open - 2] != ' ' || text.at[text.len - 1] != ')')
        return;
    s->at.text = fr_bytes_trim((fr_bytes){text.at, open - 1});
    s->file = (fr_bytes){text.at + open, text.len - open - 1};
    if (fr_bytes_ends(s->file, FR_LITERAL(":-1"))) /* of a line that is not known */
        s->file.len -= 3;
    else if (!fr_listing_place(s->file, &s->file, &s->line))
        s->file = fr_module_base(s->file);
}

/* "0x7f01 names"; other lines are skipped. */
static void take_symbol(fr_legacy *l, fr_bytes line, bool is_java)
{
    uint64_t address;
    symbol *added;

    if (!fr_bytes_starts(line, FR_LITERAL("0x")) || !take_hex(&line, &address))
        return;
    line = fr_bytes_trim(line);
    added = line.len ? fr_list_add(&l->held, &l->symbols, sizeof *added) : NULL;
    if (!added)
        return;
    added->at = (place){address, line};
    if (is_java)
        read_java_name(line, added);
}

/* "--- symbol" at the beginning of what is left, which loses it: true where it was there. */
static bool take_symbols(fr_legacy *l)
{
    fr_bytes line;

    if (!fr_bytes_starts(l->rest, FR_LITERAL("--- symbol\n")))
        return false;
    fr_legacy_line(l, &line);
    while (fr_legacy_line(l, &line) && !fr_bytes_equal(line, FR_LITERAL("---")))
        take_symbol(l, line, false);
    sort_places(&l->symbols);
    return true;
}

void fr_legacy_take_java_names(fr_legacy *l, fr_bytes text)
{
    fr_bytes line;

    while (fr_lines_take(&text, &line))
        take_symbol(l, line, true);
    sort_places(&l->symbols);
}

/* ---- maps ---- */

static bool is_permission(fr_bytes word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!word.at[i] || !strchr("-rwxps", word.at[i]))
            return false;
    return word.len == 4;
}

/* Reads what follows the range and the permissions. */
static void read_file(fr_bytes text, map *m)
{
    fr_bytes before = text, word = take_text(&text), device;

    if (take_hex(&word, &m->offset) && word.len == 0) { /* 00001000 fd:00 12345 /usr/bin/app */
        device = take_text(&text);
        (void)take_text(&text);
        if (fr_bytes_find(device, ':') < device.len) {
            m->at.text = fr_bytes_trim(text);
            return;
        }
    }
    m->offset = 0;
    m->at.text = take_text(&before);
    word = take_text(&before); /* (@1000) */
    if (fr_bytes_starts(word, FR_LITERAL("(@"))) {
        word = (fr_bytes){word.at + 2, word.len - 2};
        (void)take_hex(&word, &m->offset);
    }
}

/* False where the line is none, or its memory is not executed. */
static bool read_map(fr_bytes line, map *m)
{
    fr_bytes before, word;

    *m = (map){0};
    if (!take_hex(&line, &m->at.address) || line.len == 0 || !strchr("- ", line.at[0]))
        return false;
    line = fr_bytes_trim((fr_bytes){line.at + 1, line.len - 1});
    if (!take_hex(&line, &m->end) || m->end <= m->at.address)
        return false;
    if (line.len && line.at[0] == ':')
        line = (fr_bytes){line.at + 1, line.len - 1};
    before = line;
    word = take_text(&line);
    if (is_permission(word) && word.at[2] != 'x')
        return false;
    read_file(is_permission(word) ? line : before, m);
    return true;
}

void fr_legacy_take_maps(fr_legacy *l, fr_bytes text)
{
    uint64_t reach = 0;
    fr_bytes line;
    map m, *added;

    while (!fr_builder_failed(l->b) && fr_lines_take(&text, &line)) {
        if (!read_map(line, &m) || !(added = fr_list_add(&l->held, &l->maps, sizeof *added)))
            continue;
        *added = m;
        added->module = m.at.text.len ? fr_builder_name(l->b, m.at.text, FR_TEXT_RAW) : 0;
        if (l->keeps_locations)
            added->mapping = fr_builder_mapping(l->b, &(fr_mapping){.start = m.at.address,
                                                                    .size = m.end - m.at.address,
                                                                    .offset = m.offset,
                                                                    .file = added->module});
    }
    sort_places(&l->maps);
    for (size_t i = 0; i < l->maps.n; i++) {
        added = fr_list_at(&l->maps, i);
        added->reach = reach = added->end > reach ? added->end : reach;
    }
}

/* It is the first in the input where maps overlap. */
static const map *find_map(const fr_legacy *l, uint64_t address)
{
    const map *found = NULL, *m;
    size_t i = address == UINT64_MAX ? l->maps.n : count_below(&l->maps, address + 1);

    while (i-- > 0 && (m = fr_list_at(&l->maps, i))->reach > address)
        if (address < m->end && (!found || m->at.text.at < found->at.text.at))
            found = m;
    return found;
}

/* ---- stacks ---- */

bool fr_legacy_add_address(fr_legacy *l, uint64_t address)
{
    uint64_t *added = fr_list_add(&l->held, &l->stack, sizeof *added);

    if (added)
        *added = address;
    return added != NULL;
}

void fr_legacy_remove_second(fr_legacy *l)
{
    uint64_t *stack = l->stack.items;

    memmove(stack + 1, stack + 2, (--l->stack.n - 1) * sizeof *stack);
}

void fr_legacy_remove_copy(fr_legacy *l)
{
    const uint64_t *stack = l->stack.items;

    if (l->stack.n > 1 && stack[0] == stack[1] + 1)
        fr_legacy_remove_second(l);
}

/* A frame without a name, at the place of an address. */
static fr_frame place_of(const fr_legacy *l, const map *m, uint64_t address)
{
    fr_frame frame = {.kind = FR_KIND_USER};

    if (m) {
        frame.module = m->module;
        frame.kind = fr_module_kind(m->at.text);
    }
    if (l->keeps_locations) {
        frame.mapping = m && m->mapping ? m->mapping : fr_builder_mapping(l->b, &(fr_mapping){0});
        frame.address = m ? address - m->at.address : address;
    }
    return frame;
}

static uint32_t push_nameless(fr_legacy *l, uint32_t stack, const map *m, uint64_t address)
{
    fr_bytes base = m ? fr_module_base(m->at.text) : (fr_bytes){NULL, 0};
    fr_frame frame = place_of(l, m, address);
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
static uint32_t push_named(fr_legacy *l, uint32_t stack, const symbol *s, uint64_t address)
{
    fr_frame known = place_of(l, find_map(l, address), address);
    fr_bytes names = s->at.text, name;
    bool inlined = false, has_kind;

    known.line = s->line;
    known.file = s->file.len ? fr_builder_name(l->b, s->file, FR_TEXT_RAW) : 0;
    do {
        fr_frame frame = known;
        name = names;
        if (!fr_listing_split(&name, "--", &names))
            names.len = 0;
        frame.kind = inlined ? FR_KIND_INLINED : known.kind;
        inlined = true;
        if (name.len == 0)
            continue;
        frame = fr_builder_spell(l->b, name, FR_TEXT_RAW, frame, &has_kind);
        stack = fr_builder_push(l->b, stack, fr_builder_intern(l->b, &frame));
    } while (names.len > 0);
    return stack;
}

void fr_legacy_column(fr_legacy *l, size_t i, const char *name, const char *unit)
{
    l->counted[i] = strcmp(name, "samples") == 0;
    l->columns[i] = fr_builder_column(l->b, name, unit, 0);
    l->n_columns = i + 1;
    if (!l->counted[i])
        fr_builder_uncounted(l->b, l->columns[i]);
}

void fr_legacy_add_sample(fr_legacy *l, const int64_t *values, int64_t bytes)
{
    uint32_t stack = FR_NO_STACK, set = 0, row;
    fr_label label = {.number = bytes};

    for (size_t i = l->stack.n; i-- > 0;) {
        uint64_t address = ((const uint64_t *)l->stack.items)[i];
        const symbol *s = find_symbol(l, address);
        if (!s)
            s = find_symbol(l, address + 1); /* lists may have the address of the return */
        stack = s ? push_named(l, stack, s, address)
                  : push_nameless(l, stack, find_map(l, address), address);
    }
    if (l->stack.n == 0)
        stack = fr_stand_in_stack(l->b, stack, l->line, "a sample without addresses");
    if (bytes) {
        label.key = label.unit = fr_builder_name(l->b, FR_LITERAL("bytes"), FR_TEXT_RAW);
        set = fr_builder_label_set(l->b, &label, 1);
    }
    row = fr_builder_row(l->b, stack, set);
    for (size_t i = 0; i < l->n_columns; i++)
        if (values[i] < 0)
            fr_builder_fail(l->b, FR_E_FORMAT, l->line, 0, "a negative value");
        else if (values[i] > 0)
            fr_builder_add_row(l->b, row, l->columns[i], values[i],
                               l->counted[i] ? (uint64_t)values[i] : 0,
                               l->counted[i] ? (double)values[i] : 0.0);
    fr_builder_record(l->b, 1);
    l->stack.n = 0;
}

#define MOST_BYTES (UINT64_C(1) << 30)

/* The kind that begins so; NULL: none. */
static const fr_legacy_kind *find_kind(fr_bytes head)
{
    if (fr_legacy_cpu.is(head))
        return &fr_legacy_cpu;
    for (const fr_legacy_kind *text = fr_legacy_texts; text->read; text++)
        if (text->head ? fr_bytes_starts(head, fr_bytes_of(text->head)) : text->is(head))
            return text;
    return NULL;
}

int fr_pprof_legacy_probe(fr_bytes head, bool whole)
{
    (void)whole;
    return find_kind(head) || fr_bytes_starts(head, FR_LITERAL("--- symbol\n")) ? 100 : 0;
}

/* Lines like "--- heap" between the symbols and the samples. */
static void take_marker(fr_legacy *l)
{
    fr_bytes before = l->rest, line;

    if (fr_legacy_line(l, &line) && fr_bytes_starts(line, FR_LITERAL("--- ")) && !find_kind(before))
        return;
    l->rest = before;
    l->line--;
}

static void read_all(fr_legacy *l)
{
    const fr_legacy_kind *kind;
    fr_recording r;

    if (take_symbols(l))
        take_marker(l);
    kind = find_kind(l->rest);
    if (kind)
        kind->read(l);
    else
        fr_legacy_fail(l, "a legacy profile of pprof");
    r = (fr_recording){.duration_ns = l->duration_ns, .period = l->period};
    if (l->period_type) {
        fr_builder_fact(l->b, &r.period_type, fr_bytes_of(l->period_type));
        fr_builder_fact(l->b, &r.period_unit, fr_bytes_of(l->period_unit));
    }
    fr_builder_record_facts(l->b, &r);
    fr_recording_reset(&r);
    if (l->n_nameless)
        fr_builder_say(l->b, FR_NOTE_CHOICE,
                       "addresses without a name: %" PRIu64
                       "; 'go tool pprof -proto PROGRAM FILE > named.pb.gz' names them where the "
                       "program is at hand",
                       l->n_nameless);
}

void fr_pprof_legacy_read(fr_input *in, fr_builder *b, const fr_read_options *opt,
                          fr_choice *choice)
{
    fr_legacy l = {.b = b,
                   .opt = opt,
                   .keeps_locations = choice->needs.keep_locations,
                   .held = {.b = b, .most = UINT64_MAX}};

    l.all = l.rest = fr_input_all(in, opt, MOST_BYTES);
    if (!fr_input_failed(in, NULL))
        read_all(&l);
    free(l.symbols.items);
    free(l.maps.items);
    free(l.stack.items);
}
