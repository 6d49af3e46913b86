/* perfdata_module.c - finds the file of a module where perf's dso__load() looks for it, in the same order. */
#define _GNU_SOURCE /* memfd_create */
#include "formats/perfdata/perfdata_module.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "formats/lines.h"
#include "formats/list.h"
#include "model/module.h"

#define TEXT_MOST    ((size_t)256 << 20) /* bytes of kallsyms, and of a map of a JIT compiler */
#define MODULES_MOST ((size_t)1 << 20)
#define PATH_ROOM    (PATH_MAX + 64)
#define VDSO_MOST    ((size_t)64 << 10)

#define BUILD_IDS_SAID 3
#define STRIPPED_SHARE 5 /* one of so many places */

bool fr_perfdata_modules_begin(fr_perfdata_modules *m, const fr_read_options *opt,
                               const fr_perfdata_facts *facts, fr_builder *b)
{
    m->opt = opt;
    m->facts = facts;
    m->debuginfod = opt->perf.debuginfod ? fr_perfdata_debuginfod_begin(b) : NULL;
    return m->debuginfod || !opt->perf.debuginfod;
}

/* ------------------------------------------------------------ names */

/* Memory that no file is behind: code there is of a JIT compiler. */
static bool is_anonymous(const fr_perfdata_mmap *mmap)
{
    static const char *const heads[] = {"//anon", "/dev/zero", "/anon_hugepage", "[stack", "/SYSV"};

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (fr_bytes_starts(mmap->name, fr_bytes_of(heads[i])))
            return true;
    return mmap->huge || fr_bytes_equal(mmap->name, FR_LITERAL("[heap]"));
}

/* `build_id`: told by the record that maps it; else the sections of the file tell. */
static uint32_t add_module(fr_perfdata_modules *m, fr_bytes name, fr_bytes build_id,
                           fr_perfdata_module_kind kind)
{
    fr_perfdata_module module = {.kind = kind, .told = build_id.len > 0};
    fr_slots_walk walk;
    uint32_t i;

    if (!fr_slots_make_room(&m->slots))
        return FR_NO_PLACE;
    walk = fr_slots_walk_from(&m->slots, fr_bytes_hash(name, m->slots.seed));
    while (fr_slots_next(&m->slots, &walk, &i))
        if (fr_bytes_equal(m->items[i].name, name) && m->items[i].told == module.told &&
            (!module.told || fr_bytes_equal(m->items[i].build_id, build_id)))
            return i;
    if (m->n == MODULES_MOST || !fr_reserve(&m->items, &m->cap, m->n + 1, sizeof module))
        return FR_NO_PLACE;
    if (kind == FR_PERFDATA_NO_FILE)
        module.state = FR_PERFDATA_LOADED;
    if (!build_id.len)
        build_id = fr_perfdata_facts_find(m->facts, name);
    module.name = (fr_bytes){fr_arena_copy(&m->arena, name), name.len};
    module.build_id = (fr_bytes){fr_arena_copy(&m->arena, build_id), build_id.len};
    if (!module.name.at || !module.build_id.at)
        return FR_NO_PLACE;
    m->items[m->n] = module;
    fr_slots_put(&m->slots, &walk, (uint32_t)m->n);
    return (uint32_t)m->n++;
}

uint32_t fr_perfdata_modules_map(fr_perfdata_modules *m, const fr_perfdata_mmap *mmap,
                                 uint64_t *offset)
{
    char jit[64];

    *offset = mmap->offset;
    if (fr_bytes_equal(mmap->name, FR_LITERAL("[vdso]"))) {
        *offset = 0;
        return add_module(m, mmap->name, mmap->build_id, FR_PERFDATA_VDSO);
    }
    if (!is_anonymous(mmap))
        return add_module(m, mmap->name, mmap->build_id, FR_PERFDATA_FILE);
    *offset = mmap->start;
    if (!mmap->executable)
        return add_module(m, mmap->name, (fr_bytes){0}, FR_PERFDATA_NO_FILE);
    snprintf(jit, sizeof jit, "/tmp/perf-%" PRId64 ".map", mmap->pid);
    return add_module(m, fr_bytes_of(jit), (fr_bytes){0}, FR_PERFDATA_JIT);
}

uint32_t fr_perfdata_modules_kernel(fr_perfdata_modules *m)
{
    if (!m->kernel1) /* 0 is FR_NO_PLACE + 1 */
        m->kernel1 = 1 + add_module(m, FR_LITERAL(FR_PERFDATA_KERNEL_NAME), (fr_bytes){0},
                                    FR_PERFDATA_KERNEL);
    return m->kernel1 - 1;
}

/* ------------------------------------------------------------ files that are text */

/* All of a regular file, malloc'ed; at == NULL where it cannot be read. `own`: it must be of the user, or of root. *full:
 * memory ran out. */
static fr_bytes read_text(const char *path, bool own, bool *full)
{
    int fd = fr_perfdata_open(path);
    size_t len = 0, cap = 0;
    struct stat status;
    char *text = NULL;
    bool room = true;
    ssize_t n = 1;

    if (fd < 0 || fstat(fd, &status) != 0 ||
        (own && status.st_uid != 0 && status.st_uid != geteuid()))
        n = 0;
    while (n > 0 && len < TEXT_MOST) {
        room = fr_reserve(&text, &cap, len + ((size_t)1 << 20), 1);
        n = room ? read(fd, text + len, cap - len) : -1;
        len += n > 0 ? (size_t)n : 0;
    }
    if (fd >= 0)
        close(fd);
    if (n < 0) { /* a part of a table names functions wrongly */
        *full |= !room;
        free(text);
        return (fr_bytes){0};
    }
    return (fr_bytes){text, len};
}

/* The kernel that runs here is the one that was recorded, by its build id; where the recording tells none, by its
 * release and the place of _text, which differs from boot to boot. */
static bool is_kernel_here(const fr_perfdata_modules *m, const fr_perfdata_module *kernel,
                           uint64_t start)
{
    fr_bytes notes, here;
    struct utsname name;
    bool same, full = false;

    if (!kernel->build_id.len)
        return start == m->kernel_text && uname(&name) == 0 &&
               (!m->facts->release.len ||
                fr_bytes_equal(m->facts->release, fr_bytes_of(name.release)));
    notes = read_text("/sys/kernel/notes", false, &full);
    here = fr_perfdata_notes_build_id(notes);
    same = fr_bytes_equal(here, kernel->build_id);
    free((void *)(uintptr_t)notes.at);
    return same;
}

/* ------------------------------------------------------------ tables that are text */

/* Hexadecimal digits at the start of `text`, which moves behind them and the blank that follows. False without them. */
static bool take_hex(fr_bytes *text, uint64_t *n)
{
    size_t i = 0;

    if (fr_bytes_starts(*text, FR_LITERAL("0x")))
        *text = fr_perf_tail(*text, 2);
    for (*n = 0; i < text->len && i < 16 && fr_perf_digit(text->at[i]) < 16; i++)
        *n = *n << 4 | fr_perf_digit(text->at[i]);
    if (i == 0 || i == text->len || text->at[i] != ' ')
        return false;
    *text = fr_perf_tail(*text, i + 1);
    return true;
}

/* "ffffffff81000000 T _text", "ffffffffc0a01000 t nfs_open\t[nfs]" */
static void add_kernel_line(fr_perfdata_symbols *s, fr_bytes line, uint64_t *text_start)
{
    fr_perfdata_binding binding;
    size_t tab, before = s->n;
    uint64_t start;
    char type;

    if (!take_hex(&line, &start) || line.len < 3 || !start)
        return;
    type = line.at[0];
    line = (fr_bytes){line.at + 2, line.len - 2};
    tab = fr_bytes_find(line, '\t');
    if (fr_bytes_equal(line, FR_LITERAL("_text")))
        *text_start = start;
    if (!memchr("TtWwDdBb", type, 8) || line.at[0] == '$')
        return;
    binding = type == 'W' || type == 'w'   ? FR_PERFDATA_WEAK
              : type >= 'A' && type <= 'Z' ? FR_PERFDATA_GLOBAL
                                           : FR_PERFDATA_LOCAL;
    fr_perfdata_symbols_add(s, start, 0, (fr_bytes){line.at, tab}, binding);
    if (s->n > before && tab < line.len)
        s->items[before].module =
            fr_arena_copy(&s->arena, (fr_bytes){line.at + tab + 1, line.len - tab - 1});
}

/* Adds the lines of /proc/kallsyms, and settles. *start: the address of _text, 0 where addresses are hidden. */
static void read_kallsyms(fr_perfdata_symbols *s, fr_bytes text, uint64_t *start)
{
    fr_bytes line;

    *start = 0;
    while (fr_lines_cut(&text, true, &line))
        add_kernel_line(s, line, start);
    fr_perfdata_symbols_settle(s, true);
}

/* Adds the lines of a map of a JIT compiler, "7f10 2c name": of lines of one address the last wins. */
static void read_jit_map(fr_perfdata_symbols *s, fr_bytes text)
{
    uint64_t start, size;
    fr_bytes line;

    while (fr_lines_cut(&text, true, &line))
        if (take_hex(&line, &start) && take_hex(&line, &size) && line.len)
            fr_perfdata_symbols_add(s, start, size, line, FR_PERFDATA_GLOBAL);
    fr_perfdata_symbols_settle(s, false);
}

/* ------------------------------------------------------------ loading */

/* The loaders find a state for a module by its number: "missing" unless they say another. */
static void load_kernel(fr_perfdata_modules *m, uint32_t number)
{
    fr_perfdata_module *kernel = &m->items[number];
    const char *path = m->opt->perf.kallsyms;
    fr_bytes text;
    uint64_t start;

    if (!path && m->opt->perf.symfs)
        return;
    text = read_text(path ? path : "/proc/kallsyms", false, &kernel->symbols.full);
    read_kallsyms(&kernel->symbols, text, &start);
    free((void *)(uintptr_t)text.at);
    if (!kernel->symbols.n)
        return;
    kernel->state = FR_PERFDATA_LOADED;
    if (!path && !is_kernel_here(m, kernel, start)) {
        kernel->state = FR_PERFDATA_REFUSED;
        fr_perfdata_symbols_reset(&kernel->symbols);
    } else if (start && m->kernel_text) {
        kernel->shift = m->kernel_text - start;
    }
}

static void load_jit(fr_perfdata_modules *m, uint32_t number)
{
    fr_perfdata_module *module = &m->items[number];
    const char *folder = m->opt->perf.map_dir, *root = m->opt->perf.symfs;
    const char *file = strrchr(module->name.at, '/');
    char path[PATH_ROOM];
    fr_bytes text;
    int len = folder ? snprintf(path, sizeof path, "%s%s", folder, file)
                     : snprintf(path, sizeof path, "%s%s", root ? root : "", module->name.at);

    if (len < 0 || (size_t)len >= sizeof path)
        return;
    text = read_text(path, true, &module->symbols.full);
    if (text.len) {
        read_jit_map(&module->symbols, text);
        module->state = FR_PERFDATA_LOADED;
    } else if (access(path, F_OK) == 0) {
        module->state = FR_PERFDATA_REFUSED;
    }
    free((void *)(uintptr_t)text.at);
}

/* ------------------------------------------------------------ ELF files */

typedef struct search {
    fr_perfdata_modules *m;
    fr_perfdata_module *module;
    char name[PATH_ROOM];                       /* of the module's file */
    char id[2 * FR_PERFDATA_BUILD_ID_MOST + 1]; /* its build id in hexadecimal digits */
    fr_perfdata_elf ran, tables;                /* what was found */
    char ran_path[PATH_ROOM], tables_path[PATH_ROOM];
} search;

static bool is_same(const fr_perfdata_elf *e, fr_bytes build_id)
{
    size_t n = build_id.len < e->n_build_id ? build_id.len : e->n_build_id;

    /* MMAP2 and old headers pad ids to 20 bytes. */
    for (size_t i = n; i < build_id.len; i++)
        if (build_id.at[i])
            return false;
    return !build_id.len || (n == e->n_build_id && memcmp(build_id.at, e->build_id, n) == 0);
}

/* Takes what the search lacks from a file; the others are closed. */
static void try_file(search *s, const char *path)
{
    fr_perfdata_elf found;
    bool taken = false;

    if ((s->ran.elf && s->tables.elf) || !fr_perfdata_elf_open(&found, path))
        return;
    if (!is_same(&found, s->module->build_id)) {
        s->module->state = FR_PERFDATA_REFUSED;
        fr_perfdata_elf_close(&found);
        return;
    }
    if (!s->tables.elf && found.has_symtab) {
        s->tables = found;
        snprintf(s->tables_path, sizeof s->tables_path, "%s", path);
        taken = true;
    }
    if (!s->ran.elf && found.has_dynsym) {
        if (taken)
            taken = fr_perfdata_elf_open(&found, path);
        taken = true;
        s->ran = found;
        snprintf(s->ran_path, sizeof s->ran_path, "%s", path);
    }
    if (!taken)
        fr_perfdata_elf_close(&found);
}

/* The path that these texts make, up to a NULL; --symfs stands before all. */
static void try_path(search *s, const char *const *texts)
{
    const char *root = s->m->opt->perf.symfs;
    char path[PATH_ROOM];
    size_t len = 0, n;

    for (const char *text = root ? root : ""; text; text = *texts++) {
        n = strlen(text);
        if (n >= sizeof path - len)
            return;
        memcpy(path + len, text, n + 1);
        len += n;
    }
    try_file(s, path);
}

#define TRY(s, ...) try_path(s, (const char *const[]){__VA_ARGS__, NULL})

static void spell_id(search *s)
{
    fr_bytes id = s->module->build_id;

    while (id.len && !id.at[id.len - 1])
        id.len--;
    for (size_t i = 0; i < id.len && i < FR_PERFDATA_BUILD_ID_MOST; i++)
        snprintf(s->id + 2 * i, 3, "%02x", (unsigned char)id.at[i]);
}

static void try_debug_link(search *s, const char *link)
{
    char folder[PATH_ROOM];
    char *slash;

    snprintf(folder, sizeof folder, "%s", s->name);
    slash = strrchr(folder, '/');
    if (!slash || !link[0] || strchr(link, '/'))
        return;
    *slash = '\0';
    TRY(s, folder, "/", link);
    TRY(s, folder, "/.debug/", link);
    TRY(s, "/usr/lib/debug", folder, "/", link);
}

/* --debuginfod: what is still missing, from the servers. */
static void ask_servers(search *s, fr_perfdata_wanted wanted)
{
    char *path = s->id[0] ? fr_perfdata_debuginfod_find(s->m->debuginfod, s->id, wanted) : NULL;

    if (path)
        try_file(s, path);
    free(path);
}

/* Reads from the file itself the id of what is to be looked for, and its debug link. */
static void look_at_file(search *s, char link[256])
{
    const char *root = s->m->opt->perf.symfs;
    char path[2 * PATH_ROOM];
    fr_perfdata_elf own;
    char *id;

    link[0] = '\0';
    snprintf(path, sizeof path, "%s%s", root ? root : "", s->name);
    if (!fr_perfdata_elf_open(&own, path))
        return;
    memcpy(link, own.debug_link, sizeof own.debug_link);
    if (!s->module->build_id.len && own.n_build_id) {
        id = fr_arena_copy(&s->m->arena, (fr_bytes){own.build_id, own.n_build_id});
        s->module->build_id = (fr_bytes){id, id ? own.n_build_id : 0};
    }
    fr_perfdata_elf_close(&own);
}

static void finish_search(search *s)
{
    const fr_perfdata_elf *ran = s->ran.elf ? &s->ran : &s->tables;
    const fr_perfdata_elf *tables = s->tables.elf ? &s->tables : &s->ran;
    const char *ran_path = s->ran.elf ? s->ran_path : s->tables_path;
    const char *tables_path = s->tables.elf ? s->tables_path : s->ran_path;

    if (ran->elf) {
        fr_perfdata_elf_symbols(tables, ran, &s->module->symbols, &s->module->segments);
        s->module->state = FR_PERFDATA_LOADED;
        s->module->stripped = !s->tables.elf;
        s->module->ran = fr_arena_copy(&s->m->arena, fr_bytes_of(ran_path));
        s->module->tables = fr_arena_copy(&s->m->arena, fr_bytes_of(tables_path));
    }
    fr_perfdata_elf_close(&s->ran);
    fr_perfdata_elf_close(&s->tables);
}

static void load_file(fr_perfdata_modules *m, uint32_t number)
{
    fr_perfdata_module *module = &m->items[number];
    const char *home = getenv("HOME");
    search *s = calloc(1, sizeof *s);
    char link[256], head[3];

    module->symbols.full |= !s;
    if (s && module->name.len < PATH_MAX && module->name.len && module->name.at[0] == '/') {
        s->m = m;
        s->module = module;
        s->ran.fd = s->tables.fd = -1;
        snprintf(s->name, sizeof s->name, "%s", module->name.at);
        look_at_file(s, link);
        spell_id(s);
        snprintf(head, sizeof head, "%.2s", s->id);
        try_debug_link(s, link);
        /* ~/.debug, where perf record keeps what it saw: only there are files that were deleted or built again. */
        if (home && s->id[0] && !m->opt->perf.symfs)
            TRY(s, home, "/.debug/.build-id/", head, "/", s->id + 2, "/elf");
        TRY(s, "/usr/lib/debug", s->name, ".debug");
        TRY(s, "/usr/lib/debug", s->name);
        if (s->id[0])
            TRY(s, "/usr/lib/debug/.build-id/", head, "/", s->id + 2, ".debug");
        TRY(s, s->name);
        if (!s->tables.elf)
            ask_servers(s, FR_PERFDATA_DEBUG_FILE);
        if (!s->ran.elf)
            ask_servers(s, FR_PERFDATA_EXECUTABLE);
        finish_search(s);
    }
    free(s);
}

/* The bytes of an ELF file in memory, which ends in the table of its sections; 0 where it is none. */
static size_t length_of_elf(const char *bytes)
{
    const bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    bool wide = bytes && bytes[4] == 2;
    uint64_t at, size, n;

    if (!bytes || memcmp(bytes, "\177ELF", 4) != 0)
        return 0;
    at = fr_perfdata_number((fr_bytes){bytes + (wide ? 40 : 32), wide ? 8 : 4}, big);
    size = fr_perfdata_number((fr_bytes){bytes + (wide ? 58 : 46), 2}, big);
    n = fr_perfdata_number((fr_bytes){bytes + (wide ? 60 : 48), 2}, big);
    return at + size * n <= VDSO_MOST ? (size_t)(at + size * n) : 0;
}

/* The kernel's own library in every process: that of this process, where the recording has the same one. */
static void load_vdso(fr_perfdata_modules *m, uint32_t number)
{
    const char *bytes = (const char *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);
    const fr_perfdata_module *kernel = fr_perfdata_modules_wake(m, fr_perfdata_modules_kernel(m));
    bool here = kernel && kernel->state == FR_PERFDATA_LOADED;
    fr_perfdata_module *module = &m->items[number];
    size_t len = m->opt->perf.symfs ? 0 : length_of_elf(bytes);
    fr_perfdata_elf own;

    if (!len || !fr_perfdata_elf_memory(&own, bytes, len))
        return;
    if (module->build_id.len ? is_same(&own, module->build_id) : here) {
        fr_perfdata_elf_symbols(&own, &own, &module->symbols, &module->segments);
        module->state = FR_PERFDATA_LOADED;
    } else {
        module->state = FR_PERFDATA_REFUSED;
    }
    fr_perfdata_elf_close(&own);
}

/* By kind; FR_PERFDATA_NO_FILE has none and never sleeps. */
static void (*const loaders[])(fr_perfdata_modules *,
                               uint32_t) = {[FR_PERFDATA_FILE] = load_file,
                                            [FR_PERFDATA_VDSO] = load_vdso,
                                            [FR_PERFDATA_JIT] = load_jit,
                                            [FR_PERFDATA_KERNEL] = load_kernel};

fr_perfdata_module *fr_perfdata_modules_wake(fr_perfdata_modules *m, uint32_t module)
{
    if (module >= m->n)
        return NULL;
    if (m->items[module].state == FR_PERFDATA_ASLEEP) {
        m->items[module].state = FR_PERFDATA_MISSING;
        loaders[m->items[module].kind](m, module);
    }
    return &m->items[module];
}

int fr_perfdata_modules_open(fr_perfdata_modules *m, uint32_t module)
{
    const fr_perfdata_module *found = fr_perfdata_modules_wake(m, module);
    const char *bytes = (const char *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);
    size_t len;
    int fd;

    if (!found || found->state != FR_PERFDATA_LOADED)
        return -1;
    if (found->ran)
        return fr_perfdata_open(found->ran);
    len = found->kind == FR_PERFDATA_VDSO ? length_of_elf(bytes) : 0;
    fd = len ? memfd_create("vdso", MFD_CLOEXEC) : -1;
    if (fd >= 0 && write(fd, bytes, len) != (ssize_t)len) {
        close(fd);
        return -1;
    }
    return fd;
}

const fr_perfdata_symbol *fr_perfdata_modules_find(fr_perfdata_modules *m, uint32_t module,
                                                   uint64_t address)
{
    const fr_perfdata_module *found = fr_perfdata_modules_wake(m, module);

    return found ? fr_perfdata_symbols_find(&found->symbols, address - found->shift) : NULL;
}

/* ------------------------------------------------------------ what there is to be said */

/* By how many of their frames have no name, the most first: the module behind `last`, or the first, of those whose file
 * has no symbols of its own (`stripped`), or was not found. */
static const fr_perfdata_module *next_unnamed(const fr_perfdata_modules *modules, bool stripped,
                                              const fr_perfdata_module *last)
{
    const fr_perfdata_module *found = NULL;

    for (const fr_perfdata_module *m = modules->items; m < modules->items + modules->n; m++) {
        bool is_behind = !last || m->n_unnamed < last->n_unnamed ||
                         (m->n_unnamed == last->n_unnamed && m > last);
        if (m->n_unnamed && m->stripped == stripped && is_behind &&
            (!found || m->n_unnamed > found->n_unnamed))
            found = m;
    }
    return found;
}

/* "libfoo.so (04d1...)", "ld.so (build id not recorded)"; returns its length. */
static size_t spell_missing(const fr_perfdata_module *m, char *to, size_t cap)
{
    size_t len =
        (size_t)snprintf(to, cap, "%.*s (", (int)(m->name.len < 60 ? m->name.len : 60), m->name.at);

    for (size_t i = 0; i < m->build_id.len && i < 20; i++)
        len += (size_t)snprintf(to + len, cap - len, "%02x", (unsigned char)m->build_id.at[i]);
    return len + (size_t)snprintf(
                     to + len, cap - len, "%s%s)", m->build_id.len ? "" : "build id not recorded",
                     m->state == FR_PERFDATA_REFUSED ? ", the file here is another" : "");
}

/* The modules with most frames without names. */
static void list_unnamed(const fr_perfdata_modules *m, bool stripped, char *to, size_t cap)
{
    const fr_perfdata_module *found = NULL;
    size_t len = 0;

    to[0] = '\0';
    for (size_t n = 0; n < BUILD_IDS_SAID && (found = next_unnamed(m, stripped, found)); n++) {
        fr_bytes base = fr_module_base(found->name);
        if (n)
            len += (size_t)snprintf(to + len, cap - len, "%s", stripped ? ", " : "; ");
        if (stripped)
            len += (size_t)snprintf(to + len, cap - len, "%.*s",
                                    (int)(base.len < 60 ? base.len : 60), base.at);
        else
            len += spell_missing(found, to + len, cap - len);
    }
}

void fr_perfdata_modules_check(const fr_perfdata_modules *m, fr_builder *b)
{
    for (size_t i = 0; i < m->n; i++) {
        const fr_perfdata_module *module = &m->items[i];
        if (module->symbols.full)
            fr_builder_fail_memory(b);
        else if (module->symbols.cut)
            fr_builder_say(b, FR_NOTE_UNKNOWN,
                           "%.*s has too many symbols: functions at the end of its table have "
                           "names of others, or none",
                           (int)(module->name.len < 60 ? module->name.len : 60), module->name.at);
    }
}

void fr_perfdata_modules_say(const fr_perfdata_modules *m, uint64_t n_places, fr_builder *b)
{
    char list[400];
    uint64_t n = 0;

    fr_perfdata_modules_check(m, b);
    fr_perfdata_debuginfod_say(m->debuginfod, b);
    list_unnamed(m, false, list, sizeof list);
    if (list[0])
        fr_builder_say(b, FR_NOTE_UNKNOWN,
                       fr_perfdata_elf_can()
                           ? "functions are shown as module+offset where no file with their names "
                             "was found: %s; --symfs=DIR looks for files below a folder"
                           : "this build has no libelf: functions of programs and libraries are "
                             "shown as module+offset: %s; 'perf script -i FILE | flamerender' has "
                             "their names",
                       list);
    for (size_t i = 0; i < m->n; i++)
        n += m->items[i].stripped ? m->items[i].n_unnamed : 0;
    /* Most libraries of distributions are stripped: a word only where it hides much. */
    if (n * STRIPPED_SHARE < n_places || n == 0)
        return;
    list_unnamed(m, true, list, sizeof list);
    fr_builder_say(b, FR_NOTE_UNKNOWN,
                   "functions are shown as [module] where its file is stripped of names: %s; %s",
                   list,
                   m->opt->perf.debuginfod
                       ? "the servers in DEBUGINFOD_URLS have none"
                       : "--debuginfod fetches them from the servers in DEBUGINFOD_URLS, and "
                         "packages with debug symbols have them (Debian: -dbgsym)");
}

void fr_perfdata_modules_reset(fr_perfdata_modules *m)
{
    for (size_t i = 0; i < m->n; i++) {
        fr_perfdata_symbols_reset(&m->items[i].symbols);
        free(m->items[i].segments.items);
    }
    free(m->items);
    fr_slots_reset(&m->slots);
    fr_arena_reset(&m->arena);
    fr_perfdata_debuginfod_end(m->debuginfod);
    fr_perfdata_inlines_free(m->inlines);
    *m = (fr_perfdata_modules){.opt = m->opt, .facts = m->facts};
}
