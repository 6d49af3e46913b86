/* perfdata_symbolizer.c - modules, symbols and debug information of perf.data, asked by offset. */
#include "formats/perfdata/perfdata_symbolizer.h"

#include <stdio.h>
#include <stdlib.h>

#include "formats/list.h"
#include "formats/perfdata/perfdata_module.h"

#define LINES_MOST 64

struct fr_symbolizer {
    fr_perfdata_facts facts;
    fr_perfdata_modules modules;
    fr_arena names; /* of the lines that are given out */
    fr_symbolizer_line lines[LINES_MOST];
    char text[FR_PERFDATA_NAME_MOST];
};

bool fr_symbolizer_can(void)
{
    return fr_perfdata_elf_can();
}

fr_symbolizer *fr_symbolizer_new(const fr_read_options *opt, fr_builder *b)
{
    fr_symbolizer *s = calloc(1, sizeof *s);

    if (!s) {
        fr_builder_fail_memory(b);
        return NULL;
    }
    if (!fr_perfdata_modules_begin(&s->modules, opt, &s->facts, b)) {
        fr_symbolizer_free(s);
        return NULL;
    }
    return s;
}

/* "04d1" -> its two bytes; empty where it is something else, such as Go's own id. */
static fr_bytes read_id(fr_bytes text, char to[FR_PERFDATA_BUILD_ID_MOST])
{
    size_t n = text.len / 2;

    if (text.len % 2 || n > FR_PERFDATA_BUILD_ID_MOST)
        return (fr_bytes){0};
    for (size_t i = 0; i < text.len; i++) {
        unsigned digit = fr_perf_digit(text.at[i]);
        if (digit == 16)
            return (fr_bytes){0};
        to[i / 2] = (char)(i % 2 ? (unsigned)to[i / 2] << 4 | digit : digit);
    }
    return (fr_bytes){to, n};
}

/* The number of the place's module; without a file its build id stands for one. */
static uint32_t find_module(fr_symbolizer *s, const fr_symbolizer_place *place)
{
    char id[FR_PERFDATA_BUILD_ID_MOST], name[2 * FR_PERFDATA_BUILD_ID_MOST + 32];
    fr_perfdata_mmap mmap = {.name = place->file, .executable = true};
    uint64_t offset;

    mmap.build_id = read_id(place->build_id, id);
    if ((!mmap.name.len || mmap.name.at[0] != '/') && mmap.build_id.len) {
        snprintf(name, sizeof name, "/nowhere/%.*s", (int)place->build_id.len, place->build_id.at);
        mmap.name = fr_bytes_of(name);
    }
    if (!mmap.name.len || mmap.name.at[0] != '/')
        return FR_NO_PLACE;
    return fr_perfdata_modules_map(&s->modules, &mmap, &offset);
}

/* The offset in the file; false where no code is there. */
static bool find_offset(const fr_perfdata_module *module, const fr_symbolizer_place *place,
                        uint64_t *offset)
{
    *offset = place->address - place->start + place->offset;
    return place->start || place->offset ||
           fr_perfdata_segments_offset(&module->segments, place->address, offset);
}

static void add_line(fr_symbolizer *s, size_t *n, const char *name, const char *file, uint32_t line)
{
    fr_bytes shown = fr_perfdata_name_show(fr_bytes_of(name), s->text);
    const char *kept = *n < LINES_MOST ? fr_arena_copy(&s->names, shown) : NULL;

    if (kept)
        s->lines[(*n)++] = (fr_symbolizer_line){
            .name = {kept, shown.len}, .file = fr_bytes_of(file ? file : ""), .line = line};
}

size_t fr_symbolizer_find(fr_symbolizer *s, const fr_symbolizer_place *place,
                          const fr_symbolizer_line **lines)
{
    uint32_t number = find_module(s, place);
    const fr_perfdata_module *module = fr_perfdata_modules_wake(&s->modules, number);
    const fr_perfdata_symbol *symbol;
    const fr_perfdata_inline *inlined;
    fr_perfdata_line at = {0};
    uint64_t offset;
    size_t n = 0, n_inlined;

    *lines = s->lines;
    fr_arena_reset(&s->names);
    if (!module || module->state != FR_PERFDATA_LOADED || !find_offset(module, place, &offset))
        return 0;
    symbol = fr_perfdata_modules_find(&s->modules, number, offset);
    if (!symbol)
        return 0;
    at = fr_perfdata_inlines_line(&s->modules, number, offset);
    n_inlined = fr_perfdata_inlines_at(&s->modules, number, offset, &inlined);
    for (size_t i = 0; i < n_inlined && n + 1 < LINES_MOST; i++) {
        add_line(s, &n, inlined[i].name, at.file, at.line);
        at = inlined[i].call;
    }
    add_line(s, &n, symbol->name, at.file, at.line);
    return n;
}

void fr_symbolizer_say(const fr_symbolizer *s, fr_builder *b)
{
    fr_perfdata_modules_check(&s->modules, b);
    fr_perfdata_debuginfod_say(s->modules.debuginfod, b);
}

void fr_symbolizer_free(fr_symbolizer *s)
{
    if (!s)
        return;
    fr_perfdata_modules_reset(&s->modules);
    fr_perfdata_facts_reset(&s->facts);
    fr_arena_reset(&s->names);
    free(s);
}
