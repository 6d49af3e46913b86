/*
 * perfdata_symbols.h - a table of symbols by address, and the rules by which perf chooses between them; ELF files, with
 * their build ids, and their symbols by file offset, as perf reads them. A build without libelf (-DFR_ELF=OFF) opens no
 * such file.
 *
 *     7f10 +20  GLOBAL qsort          two names of one place: the one that is not weak, global, with fewer leading
 *     7f10 +20  WEAK   __qsort        underscores, longer
 *     7f40 +0   GLOBAL _init          without a size: to the next symbol
 */
#ifndef FR_FORMATS_PERFDATA_SYMBOLS_H
#define FR_FORMATS_PERFDATA_SYMBOLS_H

#include "base/arena.h"

typedef enum fr_perfdata_binding {
    FR_PERFDATA_LOCAL,
    FR_PERFDATA_GLOBAL,
    FR_PERFDATA_WEAK
} fr_perfdata_binding;

typedef struct fr_perfdata_symbol {
    uint64_t start, end;
    const char *name;   /* as the table has it, mangled */
    const char *module; /* "[nfs]"; NULL: of the kernel itself, or of no kernel */
    fr_perfdata_binding binding;
    bool guessed; /* the table told no size */
} fr_perfdata_symbol;

/* Zeroed it is ready. */
typedef struct fr_perfdata_symbols {
    fr_perfdata_symbol *items;
    size_t n, cap;
    uint64_t *reach; /* the greatest end up to each item */
    fr_arena arena;
    bool full; /* memory ran out: the table lacks symbols */
} fr_perfdata_symbols;

/* Adds a symbol; the name is copied. */
void fr_perfdata_symbols_add(fr_perfdata_symbols *s, uint64_t start, uint64_t size, fr_bytes name,
                             fr_perfdata_binding binding);
/* Sorts the table; with `rules` ends are guessed, and one symbol stays of each place, as perf has it for ELF files. */
void fr_perfdata_symbols_settle(fr_perfdata_symbols *s, bool rules);
/* The innermost symbol that has the address; NULL: none. */
const fr_perfdata_symbol *fr_perfdata_symbols_find(const fr_perfdata_symbols *s, uint64_t address);
/* Adds the lines of /proc/kallsyms, and settles. *text: the address of _text, 0 where addresses are hidden. */
void fr_perfdata_symbols_kallsyms(fr_perfdata_symbols *s, fr_bytes text, uint64_t *start);
/* Adds the lines of a map of a JIT compiler, "7f10 2c name": of lines of one address the last wins. */
void fr_perfdata_symbols_jit(fr_perfdata_symbols *s, fr_bytes text);
void fr_perfdata_symbols_reset(fr_perfdata_symbols *s);

/* The name as perf shows it: of C++ without parameters and return type ("std::sort<int*>"), others as they are. In
 * `to`, of FR_PERFDATA_NAME_MOST bytes, or `name` itself. */
#define FR_PERFDATA_NAME_MOST ((size_t)64 << 10)
fr_bytes fr_perfdata_name_show(fr_bytes name, char *to);

/* ------------------------------------------------------------ ELF files */

#define FR_PERFDATA_BUILD_ID_MOST 64 /* bytes */

typedef struct fr_perfdata_elf {
    int fd;    /* -1: of memory */
    void *elf; /* Elf *; NULL: not open */
    char build_id[FR_PERFDATA_BUILD_ID_MOST];
    size_t n_build_id;
    bool has_symtab, has_dynsym;
    char debug_link[256]; /* name of the file with its symbols; "": none */
} fr_perfdata_elf;

/* A part of a file lies there in the address space that its symbols and debug information speak of. */
typedef struct fr_perfdata_segment {
    uint64_t address, size, offset;
    bool code;
} fr_perfdata_segment;

typedef struct fr_perfdata_segments {
    fr_perfdata_segment *items; /* malloc'ed */
    uint64_t low, high; /* what they take of addresses, from where the first one is aligned to */
    size_t n;
} fr_perfdata_segments;

/* True where this build reads ELF files. */
bool fr_perfdata_elf_can(void);
/* A descriptor of a regular file, for reading; -1 for anything else, which is never waited for. */
int fr_perfdata_open(const char *path);
/* False where the path is no ELF file that can be read. */
bool fr_perfdata_elf_open(fr_perfdata_elf *e, const char *path);
/* The same of a file that is in memory, such as the vdso; it must outlive `e`. */
bool fr_perfdata_elf_memory(fr_perfdata_elf *e, const void *bytes, size_t len);
void fr_perfdata_elf_close(fr_perfdata_elf *e);
/* Adds the symbols of `tables`, a file that may hold nothing but them, for the file that ran, and settles. */
void fr_perfdata_elf_symbols(const fr_perfdata_elf *tables, const fr_perfdata_elf *ran,
                             fr_perfdata_symbols *to, fr_perfdata_segments *segments);
/* The address of an offset in the file; false where no segment of code has it. */
bool fr_perfdata_segments_address(const fr_perfdata_segments *segments, uint64_t offset,
                                  uint64_t *address);
/* The build id in notes: of a section, or of /sys/kernel/notes. Empty where there is none. */
fr_bytes fr_perfdata_notes_build_id(fr_bytes notes);

#endif
