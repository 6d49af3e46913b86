/*
 * perfdata_inline.c - an index of each compilation unit: the ranges of what was inlined, by address.
 *
 *     DW_TAG_subprogram sorter            [12a0 12f0)
 *       DW_TAG_inlined_subroutine cmp     [12b0 12d0)   depth 2
 *         DW_TAG_inlined_subroutine mix   [12b4 12c0)   depth 3: at 12b8 mix, cmp
 *
 * Each unit is walked once, when one of its addresses is asked for, with a stack of our own, and with a limit on what
 * it holds: such files come from anywhere.
 */
#include "formats/perfdata/perfdata_module.h"

#include <stdlib.h>

#ifdef FR_DW

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <unistd.h>

#define DEPTH_MOST  256
#define DIES_MOST   ((size_t)8 << 20) /* of a unit */
#define RANGES_MOST ((size_t)4 << 20)
#define NESTED_MOST 1024 /* ranges that begin between an address and the start of one that has it */

/* Addresses of something: a unit by its offset, or an inlined function by its name. */
typedef struct range {
    uint64_t low, high;
    uint64_t unit;
    const char *name;
    uint32_t depth;
    fr_perfdata_line call;
} range;

/* Sorted by where they begin. */
typedef struct ranges {
    range *items;
    size_t n, cap;
    uint64_t *reach; /* the greatest end up to each */
} ranges;

typedef struct unit {
    uint64_t offset;
    ranges inlined;
} unit;

typedef struct file {
    bool opened;
    int fd;
    Elf *elf;
    Dwarf *dwarf; /* NULL: no debug information */
    ranges units;
    unit *read; /* units that were walked */
    size_t n_read, read_cap;
} file;

typedef struct fr_perfdata_inlines {
    file *files; /* by module */
    size_t n_files, files_cap;
    fr_perfdata_inline *found;
    size_t found_cap;
} inlines;

/* ------------------------------------------------------------ ranges */

/* All addresses of a DIE, each range with what `one` says. */
static void add_ranges(ranges *r, Dwarf_Die *die, range one)
{
    Dwarf_Addr base;
    ptrdiff_t at = 0;

    while (r->n < RANGES_MOST && (at = dwarf_ranges(die, at, &base, &one.low, &one.high)) > 0) {
        if (one.low >= one.high)
            continue;
        if (!fr_reserve(&r->items, &r->cap, r->n + 1, sizeof one))
            return;
        r->items[r->n++] = one;
    }
}

static int compare_ranges(const void *a, const void *b)
{
    const range *x = a, *y = b;

    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return (x->depth > y->depth) - (x->depth < y->depth);
}

static void sort_ranges(ranges *r)
{
    if (r->n)
        qsort(r->items, r->n, sizeof *r->items, compare_ranges);
    r->reach = fr_perfdata_reach(r->items, r->n, sizeof *r->items);
}

/* The next range before *at that has the address; NULL: none. *at begins as r->n. */
static const range *find_range(const ranges *r, uint64_t address, size_t *at)
{
    size_t from = fr_perfdata_behind(r->items, *at, sizeof *r->items, address);

    for (size_t n = 0; r->reach && from-- > 0 && n < NESTED_MOST && r->reach[from] > address; n++)
        if (address < r->items[from].high) {
            *at = from;
            return &r->items[from];
        }
    *at = 0;
    return NULL;
}

static void free_ranges(ranges *r)
{
    free(r->items);
    free(r->reach);
}

/* ------------------------------------------------------------ a unit */

/* Its linkage name, which may stand where it was declared; else the name without its scopes. */
static const char *name_of(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *name;

    if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ||
        dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute)) {
        name = dwarf_formstring(&attribute);
        if (name)
            return name;
    }
    name = dwarf_diename(die);
    return name ? name : "";
}

/* The line that calls an inlined function. */
static fr_perfdata_line call_of(Dwarf_Die *die, Dwarf_Files *files)
{
    fr_perfdata_line call = {0};
    Dwarf_Attribute attribute;
    Dwarf_Word number;

    if (dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &number) == 0 &&
        number <= UINT32_MAX)
        call.line = (uint32_t)number;
    if (files && dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &number) == 0)
        call.file = dwarf_filesrc(files, number, NULL, NULL);
    return call;
}

/* Only these have functions below them. */
static bool is_entered(int tag)
{
    return tag == DW_TAG_compile_unit || tag == DW_TAG_partial_unit || tag == DW_TAG_subprogram ||
           tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_namespace || tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
           tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

/* The DIE after the one at the top: its first child, its sibling, or that of what it is in. False at the end. */
static bool step(Dwarf_Die *stack, size_t *depth)
{
    Dwarf_Die *top = &stack[*depth];

    if (*depth + 1 < DEPTH_MOST && is_entered(dwarf_tag(top)) && dwarf_haschildren(top) == 1 &&
        dwarf_child(top, top + 1) == 0) {
        ++*depth;
        return true;
    }
    while (*depth > 0) {
        Dwarf_Die next;
        if (dwarf_siblingof(&stack[*depth], &next) == 0) {
            stack[*depth] = next;
            return true;
        }
        --*depth;
    }
    return false;
}

static void walk_unit(file *f, unit *to)
{
    Dwarf_Die *stack = calloc(DEPTH_MOST, sizeof *stack);
    size_t depth = 0, n = 0, n_files;
    Dwarf_Files *files = NULL;

    if (stack && dwarf_offdie(f->dwarf, to->offset, &stack[0])) {
        if (dwarf_getsrcfiles(&stack[0], &files, &n_files) != 0)
            files = NULL;
        do
            if (dwarf_tag(&stack[depth]) == DW_TAG_inlined_subroutine) {
                range one = {.name = name_of(&stack[depth]),
                             .depth = (uint32_t)depth,
                             .call = call_of(&stack[depth], files)};
                add_ranges(&to->inlined, &stack[depth], one);
            }
        while (++n < DIES_MOST && step(stack, &depth));
    }
    free(stack);
    sort_ranges(&to->inlined);
}

static unit *read_unit(file *f, uint64_t offset)
{
    for (size_t i = f->n_read; i-- > 0;)
        if (f->read[i].offset == offset)
            return &f->read[i];
    if (!fr_reserve(&f->read, &f->read_cap, f->n_read + 1, sizeof *f->read))
        return NULL;
    f->read[f->n_read] = (unit){.offset = offset};
    walk_unit(f, &f->read[f->n_read]);
    return &f->read[f->n_read++];
}

/* ------------------------------------------------------------ a file */

static void list_units(file *f)
{
    Dwarf_Off at = 0, next;
    size_t header;
    Dwarf_Die die;

    while (dwarf_nextcu(f->dwarf, at, &next, &header, NULL, NULL, NULL) == 0 && next > at) {
        range one = {.unit = at + header};
        if (dwarf_offdie(f->dwarf, one.unit, &die))
            add_ranges(&f->units, &die, one);
        at = next;
    }
    sort_ranges(&f->units);
}

/* True where the sections that names stand in end as a name does: libdw 0.188 reads on until it meets a NUL. */
static bool is_whole(Elf *elf)
{
    GElf_Shdr header;
    size_t names;

    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        const char *name = gelf_getshdr(section, &header) && elf_getshdrstrndx(elf, &names) == 0
                               ? elf_strptr(elf, names, header.sh_name)
                               : NULL;
        const Elf_Data *data;
        if (!name || (strcmp(name, ".debug_str") != 0 && strcmp(name, ".debug_line_str") != 0))
            continue;
        data = elf_getdata(section, NULL); /* libdw has unpacked it */
        if (data && data->d_buf && data->d_size &&
            ((const char *)data->d_buf)[data->d_size - 1] != '\0')
            return false;
    }
    return true;
}

static void open_file(file *f, const char *path)
{
    f->opened = true;
    f->fd = fr_perfdata_open(path);
    if (f->fd < 0)
        return;
    elf_version(EV_CURRENT);
    f->elf = elf_begin(f->fd, ELF_C_READ, NULL);
    f->dwarf = f->elf ? dwarf_begin_elf(f->elf, DWARF_C_READ, NULL) : NULL;
    if (f->dwarf && !is_whole(f->elf)) {
        dwarf_end(f->dwarf);
        f->dwarf = NULL;
    }
    if (f->dwarf)
        list_units(f);
}

/* The file of a module that has debug information; NULL: none. */
static file *find_file(fr_perfdata_modules *modules, uint32_t module)
{
    const fr_perfdata_module *found = fr_perfdata_modules_wake(modules, module);
    inlines *l = modules->inlines ? modules->inlines : calloc(1, sizeof *l);

    modules->inlines = l;
    if (!l || !fr_reserve(&l->files, &l->files_cap, (size_t)module + 1, sizeof *l->files))
        return NULL;
    while (l->n_files <= module)
        l->files[l->n_files++] = (file){.fd = -1};
    if (!l->files[module].opened && found->tables)
        open_file(&l->files[module], found->tables);
    return l->files[module].dwarf ? &l->files[module] : NULL;
}

/* The unit of a place, with its file and its address there; NULL: none is known. */
static const range *find_unit(fr_perfdata_modules *modules, uint32_t module, uint64_t offset,
                              file **in, uint64_t *address)
{
    size_t at;

    *in = find_file(modules, module);
    if (!*in || !fr_perfdata_segments_address(&modules->items[module].segments, offset, address))
        return NULL;
    at = (*in)->units.n;
    return find_range(&(*in)->units, *address, &at);
}

static bool add_found(inlines *l, size_t n, const range *one)
{
    if (!fr_reserve(&l->found, &l->found_cap, n + 1, sizeof *l->found))
        return false;
    for (; n > 0 && l->found[n - 1].depth < one->depth; n--) /* few, and nearly in order */
        l->found[n] = l->found[n - 1];
    l->found[n] = (fr_perfdata_inline){one->name, one->depth, one->call};
    return true;
}

size_t fr_perfdata_inlines_at(fr_perfdata_modules *modules, uint32_t module, uint64_t offset,
                              const fr_perfdata_inline **found)
{
    const range *of_unit = NULL, *one;
    uint64_t address;
    size_t at, n = 0;
    file *f = NULL;
    unit *in;

    if (!modules->opt->perf.no_inline)
        of_unit = find_unit(modules, module, offset, &f, &address);
    in = of_unit ? read_unit(f, of_unit->unit) : NULL;
    at = in ? in->inlined.n : 0;
    while (in && n < DEPTH_MOST && (one = find_range(&in->inlined, address, &at)))
        n += add_found(modules->inlines, n, one);
    *found = in ? modules->inlines->found : NULL;
    return n;
}

fr_perfdata_line fr_perfdata_inlines_line(fr_perfdata_modules *modules, uint32_t module,
                                          uint64_t offset)
{
    uint64_t address;
    file *f;
    const range *of_unit = find_unit(modules, module, offset, &f, &address);
    fr_perfdata_line at = {0};
    Dwarf_Line *line;
    Dwarf_Die die;
    int number;

    if (!of_unit || !dwarf_offdie(f->dwarf, of_unit->unit, &die))
        return at;
    line = dwarf_getsrc_die(&die, address);
    if (line && dwarf_lineno(line, &number) == 0 && number > 0) {
        at.line = (uint32_t)number;
        at.file = dwarf_linesrc(line, NULL, NULL);
    }
    return at;
}

void fr_perfdata_inlines_free(inlines *l)
{
    if (!l)
        return;
    for (size_t i = 0; i < l->n_files; i++) {
        file *f = &l->files[i];
        for (size_t k = 0; k < f->n_read; k++)
            free_ranges(&f->read[k].inlined);
        free(f->read);
        free_ranges(&f->units);
        dwarf_end(f->dwarf);
        elf_end(f->elf);
        if (f->fd >= 0)
            close(f->fd);
    }
    free(l->files);
    free(l->found);
    free(l);
}

#else

size_t fr_perfdata_inlines_at(fr_perfdata_modules *modules, uint32_t module, uint64_t offset,
                              const fr_perfdata_inline **found)
{
    (void)modules, (void)module, (void)offset;
    *found = NULL;
    return 0;
}

fr_perfdata_line fr_perfdata_inlines_line(fr_perfdata_modules *modules, uint32_t module,
                                          uint64_t offset)
{
    (void)modules, (void)module, (void)offset;
    return (fr_perfdata_line){0};
}

void fr_perfdata_inlines_free(struct fr_perfdata_inlines *l)
{
    (void)l;
}

#endif
