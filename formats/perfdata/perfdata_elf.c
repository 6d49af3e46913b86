/*
 * perfdata_elf.c - reads the symbols of an ELF file by the rules of dso__load_sym() and dso__synthesize_plt_symbols() of
 * perf 6.1 (symbol-elf.c).
 *
 *     qsort  FUNC GLOBAL 0x3ef10 size 24  ->  file offset, by the segment of the file that ran; what is neither
 *                                             function nor object, or stands in no section that is loaded, is left out
 *     .plt entry k of .rela.plt           ->  "name@plt"
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/perfdata/perfdata_module.h"

/* A part of a file, and where it lies in the file's own address space. */
typedef struct fr_perfdata_segment {
    uint64_t address, size, offset;
    bool code;
} fr_perfdata_segment;

/* A recording may name anything. Nothing but a file is opened, not even to look at it: that starts a watchdog, winds
 * a tape back, and wakes who waits at a pipe. */
int fr_perfdata_open(const char *path)
{
    struct stat status;
    int fd = stat(path, &status) == 0 && S_ISREG(status.st_mode)
                 ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
                 : -1;

    if (fd >= 0 && (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(fd);
        return -1;
    }
    return fd;
}

/* u32 size of the name, u32 size of the content, u32 type, name, content, each padded to 4. */
fr_bytes fr_perfdata_notes_build_id(fr_bytes notes)
{
    const bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    fr_perfdata_cursor at = fr_perfdata_cursor_of(notes, big);

    while (at.left.len >= 12) {
        uint32_t name_size = fr_perfdata_u32(&at), size = fr_perfdata_u32(&at);
        uint32_t type = fr_perfdata_u32(&at);
        fr_bytes name = fr_perfdata_take(&at, ((uint64_t)name_size + 3) & ~UINT64_C(3));
        fr_bytes content = fr_perfdata_take(&at, ((uint64_t)size + 3) & ~UINT64_C(3));
        if (type == 3 && name_size == 4 && name.len && memcmp(name.at, "GNU", 4) == 0 &&
            content.len && size <= FR_PERFDATA_BUILD_ID_MOST)
            return (fr_bytes){content.at, size};
    }
    return (fr_bytes){0};
}

/* Maps begin at pages: what is before the segment in its first page belongs to it. */
bool fr_perfdata_segments_address(const fr_perfdata_segments *segments, uint64_t offset,
                                  uint64_t *address)
{
    for (size_t i = 0; i < segments->n; i++) {
        const fr_perfdata_segment *segment = &segments->items[i];
        uint64_t start = segment->offset & ~UINT64_C(4095);
        if (!segment->code || offset < start ||
            offset - start >= segment->size + (segment->offset - start))
            continue;
        *address = offset - segment->offset + segment->address;
        return true;
    }
    return false;
}

bool fr_perfdata_segments_offset(const fr_perfdata_segments *segments, uint64_t address,
                                 uint64_t *offset)
{
    for (size_t i = 0; i < segments->n; i++) {
        const fr_perfdata_segment *segment = &segments->items[i];
        if (address >= segment->address && address - segment->address < segment->size) {
            *offset = address - segment->address + segment->offset;
            return true;
        }
    }
    return false;
}

#ifdef FR_ELF

#include <gelf.h>

bool fr_perfdata_elf_can(void)
{
    return true;
}

/* ------------------------------------------------------------ opening */

static fr_bytes content_of(Elf_Scn *section)
{
    Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;

    return data && data->d_buf ? (fr_bytes){data->d_buf, data->d_size} : (fr_bytes){0};
}

static const char *name_of(Elf *elf, const GElf_Shdr *header)
{
    size_t names;
    const char *name =
        elf_getshdrstrndx(elf, &names) == 0 ? elf_strptr(elf, names, header->sh_name) : NULL;

    return name ? name : "";
}

static bool look_inside(fr_perfdata_elf *e)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    fr_bytes found;

    if (!e->elf || elf_kind(e->elf) != ELF_K_ELF) {
        fr_perfdata_elf_close(e);
        return false;
    }
    while ((section = elf_nextscn(e->elf, section))) {
        if (!gelf_getshdr(section, &header))
            continue;
        e->has_symtab |= header.sh_type == SHT_SYMTAB;
        e->has_dynsym |= header.sh_type == SHT_DYNSYM;
        if (header.sh_type == SHT_NOTE && e->n_build_id == 0) {
            found = fr_perfdata_notes_build_id(content_of(section));
            if (found.len)
                memcpy(e->build_id, found.at, found.len);
            e->n_build_id = found.len;
        }
        if (strcmp(name_of(e->elf, &header), ".gnu_debuglink") == 0) {
            found = fr_perfdata_text(content_of(section));
            if (found.len && found.len < sizeof e->debug_link)
                memcpy(e->debug_link, found.at, found.len);
        }
    }
    return true;
}

bool fr_perfdata_elf_open(fr_perfdata_elf *e, const char *path)
{
    *e = (fr_perfdata_elf){.fd = fr_perfdata_open(path)};
    if (e->fd < 0)
        return false;
    elf_version(EV_CURRENT);
    e->elf = elf_begin(e->fd, ELF_C_READ, NULL);
    return look_inside(e);
}

bool fr_perfdata_elf_memory(fr_perfdata_elf *e, const void *bytes, size_t len)
{
    *e = (fr_perfdata_elf){.fd = -1};
    elf_version(EV_CURRENT);
    e->elf = elf_memory((char *)(uintptr_t)bytes, len);
    return look_inside(e);
}

void fr_perfdata_elf_close(fr_perfdata_elf *e)
{
    elf_end(e->elf);
    if (e->fd >= 0)
        close(e->fd);
    e->elf = NULL;
    e->fd = -1;
}

/* ------------------------------------------------------------ symbols */

typedef struct loader {
    fr_perfdata_symbols *to;
    Elf *tables, *ran;
    fr_perfdata_segments segments; /* of the file that ran */
    int machine;
} loader;

static void take_segments(loader *l)
{
    size_t n;
    GElf_Phdr header;

    if (elf_getphdrnum(l->ran, &n) != 0 || n > UINT16_MAX ||
        !(l->segments.items = calloc(n + 1, sizeof *l->segments.items)))
        return;
    for (size_t i = 0; i < n; i++) {
        if (!gelf_getphdr(l->ran, (int)i, &header) || header.p_type != PT_LOAD)
            continue;
        uint64_t size = header.p_memsz > header.p_filesz ? header.p_memsz : header.p_filesz;
        if (l->segments.n == 0)
            l->segments.low = header.p_vaddr & -(header.p_align ? header.p_align : 1);
        if (header.p_vaddr + size > l->segments.high)
            l->segments.high = header.p_vaddr + size;
        l->segments.items[l->segments.n++] =
            (fr_perfdata_segment){header.p_vaddr, size, header.p_offset, header.p_flags & PF_X};
    }
}

/* ARM's "$a", "$d.12": marks between code and data. */
static bool is_mapping_mark(const loader *l, const char *name)
{
    return (l->machine == EM_ARM || l->machine == EM_AARCH64) && name[0] == '$' && name[1] &&
           strchr("adtx", name[1]) && (name[2] == '\0' || name[2] == '.');
}

/* The section of a symbol; a file of symbols alone has no content, and says less. */
static bool find_section(const loader *l, size_t index, GElf_Shdr *header, Elf **elf)
{
    Elf_Scn *section = elf_getscn(l->tables, index);

    *elf = l->tables;
    if (!section || !gelf_getshdr(section, header))
        return false;
    if (header->sh_type != SHT_NOBITS || l->ran == l->tables)
        return true;
    section = elf_getscn(l->ran, index);
    *elf = l->ran;
    return section && gelf_getshdr(section, header);
}

static void add_symbol(const loader *l, const GElf_Sym *sym, const char *name)
{
    fr_perfdata_binding binding = GELF_ST_BIND(sym->st_info) == STB_WEAK     ? FR_PERFDATA_WEAK
                                  : GELF_ST_BIND(sym->st_info) == STB_GLOBAL ? FR_PERFDATA_GLOBAL
                                                                             : FR_PERFDATA_LOCAL;
    int type = GELF_ST_TYPE(sym->st_info), seen = GELF_ST_VISIBILITY(sym->st_other);
    bool is_code = type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT;
    bool is_label = type == STT_NOTYPE && seen != STV_HIDDEN && seen != STV_INTERNAL;
    uint64_t address = sym->st_value, place;
    GElf_Shdr section;
    const char *section_name;
    Elf *elf;

    if (sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_ABS || !name || !name[0] ||
        is_mapping_mark(l, name) || (!is_code && !is_label) ||
        !find_section(l, sym->st_shndx, &section, &elf) || !(section.sh_flags & SHF_ALLOC))
        return;
    section_name = name_of(elf, &section);
    if (!is_code && !strstr(section_name, "text") && !strstr(section_name, "data"))
        return;
    if (l->machine == EM_ARM && type == STT_FUNC)
        address &= ~UINT64_C(1); /* Thumb */
    if (!fr_perfdata_segments_offset(&l->segments, address, &place))
        place = address - (section.sh_addr - section.sh_offset);
    fr_perfdata_symbols_add(l->to, place, sym->st_size, fr_bytes_of(name), binding);
}

static void add_tables(const loader *l, GElf_Word type)
{
    Elf_Scn *section = NULL;
    GElf_Shdr header;
    GElf_Sym sym;

    while ((section = elf_nextscn(l->tables, section))) {
        Elf_Data *data;
        size_t n;
        if (!gelf_getshdr(section, &header) || header.sh_type != type)
            continue;
        data = elf_getdata(section, NULL);
        n = header.sh_entsize ? (size_t)(header.sh_size / header.sh_entsize) : 0;
        for (size_t i = 0; data && i < n && i < INT32_MAX && gelf_getsym(data, (int)i, &sym); i++)
            add_symbol(l, &sym, elf_strptr(l->tables, header.sh_link, sym.st_name));
    }
}

/* ------------------------------------------------------------ the table of calls into libraries */

static Elf_Scn *find_named(Elf *elf, const char *name, GElf_Shdr *header)
{
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(elf, section)))
        if (gelf_getshdr(section, header) && strcmp(name_of(elf, header), name) == 0)
            return section;
    return NULL;
}

/* Sizes of the first entry and of the others. */
static void size_plt(int machine, const GElf_Shdr *plt, uint64_t *head, uint64_t *entry)
{
    static const struct {
        int machine;
        uint64_t head, entry;
    } rows[] = {{EM_ARM, 20, 12}, {EM_AARCH64, 32, 16}, {EM_SPARC, 48, 12}, {EM_SPARCV9, 128, 32}};

    *head = *entry = plt->sh_entsize;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].machine == machine) {
            *head = rows[i].head;
            *entry = rows[i].entry;
        }
}

/* The index of the symbol of relocation `i`; 0: none. */
static size_t relocated(Elf_Data *data, bool with_addend, int i)
{
    GElf_Rela rela;
    GElf_Rel rel;

    if (with_addend)
        return gelf_getrela(data, i, &rela) ? GELF_R_SYM(rela.r_info) : 0;
    return gelf_getrel(data, i, &rel) ? GELF_R_SYM(rel.r_info) : 0;
}

static void add_plt_name(const loader *l, const char *name, uint64_t at, uint64_t size)
{
    char text[1024];
    size_t len = name ? strlen(name) : 0;

    if (!name || len > sizeof text - 5) /* "": of a function that chooses itself (IFUNC) */
        return;
    memcpy(text, name, len);
    memcpy(text + len, "@plt", 4);
    fr_perfdata_symbols_add(l->to, at, size, (fr_bytes){text, len + 4}, FR_PERFDATA_GLOBAL);
}

static void add_plt(const loader *l)
{
    GElf_Shdr plt, relocations, names;
    Elf_Scn *section = find_named(l->ran, ".rela.plt", &relocations), *dynsym;
    Elf_Data *data, *symbols;
    uint64_t head, entry, at;
    GElf_Sym sym;
    size_t n;

    section = section ? section : find_named(l->ran, ".rel.plt", &relocations);
    dynsym = section ? elf_getscn(l->ran, relocations.sh_link) : NULL;
    if (!dynsym || !gelf_getshdr(dynsym, &names) || names.sh_type != SHT_DYNSYM ||
        !find_named(l->ran, ".plt", &plt) || !relocations.sh_entsize)
        return;
    data = elf_getdata(section, NULL);
    symbols = elf_getdata(dynsym, NULL);
    size_plt(l->machine, &plt, &head, &entry);
    at = plt.sh_offset + head;
    n = (size_t)(relocations.sh_size / relocations.sh_entsize);
    for (size_t i = 0; data && symbols && i < n && i < INT32_MAX; i++, at += entry) {
        size_t k = relocated(data, relocations.sh_type == SHT_RELA, (int)i);
        if (k < INT32_MAX && gelf_getsym(symbols, (int)k, &sym))
            add_plt_name(l, elf_strptr(l->ran, names.sh_link, sym.st_name), at, entry);
    }
}

void fr_perfdata_elf_symbols(const fr_perfdata_elf *tables, const fr_perfdata_elf *ran,
                             fr_perfdata_symbols *to, fr_perfdata_segments *segments)
{
    loader l = {.to = to, .tables = tables->elf, .ran = ran->elf};
    GElf_Ehdr header;

    if (gelf_getehdr(l.tables, &header))
        l.machine = header.e_machine;
    take_segments(&l);
    add_tables(&l, SHT_SYMTAB);
    add_tables(&l, SHT_DYNSYM);
    fr_perfdata_symbols_settle(to, true);
    add_plt(&l);
    fr_perfdata_symbols_settle(to, false);
    *segments = l.segments;
}

#else

bool fr_perfdata_elf_can(void)
{
    return false;
}

bool fr_perfdata_elf_open(fr_perfdata_elf *e, const char *path)
{
    (void)path;
    *e = (fr_perfdata_elf){.fd = -1};
    return false;
}

bool fr_perfdata_elf_memory(fr_perfdata_elf *e, const void *bytes, size_t len)
{
    (void)bytes, (void)len;
    *e = (fr_perfdata_elf){.fd = -1};
    return false;
}

void fr_perfdata_elf_close(fr_perfdata_elf *e)
{
    (void)e;
}

void fr_perfdata_elf_symbols(const fr_perfdata_elf *tables, const fr_perfdata_elf *ran,
                             fr_perfdata_symbols *to, fr_perfdata_segments *segments)
{
    (void)tables, (void)ran, (void)to, (void)segments;
}

#endif
