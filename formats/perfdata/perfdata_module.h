/*
 * perfdata_module.h - what is mapped: programs and libraries, the kernel, the vdso, code of JIT compilers; each with
 * its symbols, which are loaded when the first address is asked for.
 *
 *     /usr/lib/libc.so.6   04d1...   found as /root/.debug/.build-id/04/d1.../elf
 *     [kernel.kallsyms]    9f3c...   /proc/kallsyms, where the kernel that runs has this build id
 *     /tmp/perf-81.map               code of process 81
 *
 * A file whose build id differs from the recording's is never believed.
 */
#ifndef FR_FORMATS_PERFDATA_MODULE_H
#define FR_FORMATS_PERFDATA_MODULE_H

#include "formats/perfdata/perfdata_record.h"
#include "model/build/builder.h"

/*
 * A table of symbols by address, and the rules by which perf chooses between them; ELF files, with
 * their build ids, and their symbols by file offset, as perf reads them. A build without libelf (-DFR_ELF=OFF) opens no
 * such file.
 *
 *     7f10 +20  GLOBAL qsort          two names of one place: the one that is not weak, global, with fewer leading
 *     7f10 +20  WEAK   __qsort        underscores, longer
 *     7f40 +0   GLOBAL _init          without a size: to the next symbol
 */

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

/* ------------------------------------------------------------ modules */

#define FR_PERFDATA_KERNEL_NAME "[kernel.kallsyms]"

typedef enum fr_perfdata_module_kind {
    FR_PERFDATA_FILE,
    FR_PERFDATA_VDSO,
    FR_PERFDATA_JIT,
    FR_PERFDATA_NO_FILE, /* a stack, a heap, memory that data lie in */
    FR_PERFDATA_KERNEL
} fr_perfdata_module_kind;

typedef enum fr_perfdata_module_state {
    FR_PERFDATA_ASLEEP, /* nothing was asked for */
    FR_PERFDATA_LOADED,
    FR_PERFDATA_MISSING, /* its file is not there, or is no ELF file */
    FR_PERFDATA_REFUSED  /* the file there is another one, or belongs to somebody else */
} fr_perfdata_module_state;

typedef struct fr_perfdata_module {
    fr_bytes name, build_id; /* in the arena; the id is empty where it is not known */
    fr_perfdata_module_kind kind;
    fr_perfdata_module_state state;
    bool told;     /* its build id is of the record that mapped it */
    bool stripped; /* its file has no symbols but those that it shares with others */
    fr_perfdata_symbols symbols;
    fr_perfdata_segments segments; /* of its file */
    uint64_t shift;     /* of the kernel: what its addresses moved by since the table was made */
    char *ran, *tables; /* paths of the files that were taken, in the arena; NULL: none */
    uint64_t n_unnamed; /* frames that got no name */
} fr_perfdata_module;

/*
 * Files that are not here, from the servers that DEBUGINFOD_URLS names (--debuginfod). They are asked by build id,
 * through libdebuginfod, which is loaded while the program runs and never without the option.
 *
 *     04d1..., a file with symbols   ->   SERVER/buildid/04d1.../debuginfo   ->   ~/.cache/debuginfod_client/04d1.../debuginfo
 */

typedef enum fr_perfdata_wanted {
    FR_PERFDATA_DEBUG_FILE, /* with symbols and debug information */
    FR_PERFDATA_EXECUTABLE  /* the file that ran */
} fr_perfdata_wanted;

typedef struct fr_perfdata_debuginfod fr_perfdata_debuginfod; /* NULL asks nobody */

/* Loads the library. NULL, and the builder fails, where it is not installed, no server is named, or this build reads no
 * ELF files. */
fr_perfdata_debuginfod *fr_perfdata_debuginfod_begin(fr_builder *b);
/* The path of the file of a build id (hexadecimal digits), malloc'ed; NULL where no server has it. */
char *fr_perfdata_debuginfod_find(fr_perfdata_debuginfod *d, const char *build_id,
                                  fr_perfdata_wanted wanted);
/* Notes how many files the servers had. */
void fr_perfdata_debuginfod_say(const fr_perfdata_debuginfod *d, fr_builder *b);
void fr_perfdata_debuginfod_end(fr_perfdata_debuginfod *d);

typedef struct fr_perfdata_modules {
    const fr_read_options *opt;
    const fr_perfdata_facts *facts;
    fr_perfdata_debuginfod *debuginfod;
    uint64_t kernel_text; /* the address of _text when it was recorded; 0: not told */
    fr_perfdata_module *items;
    size_t n, cap;
    uint32_t kernel1; /* the kernel's number + 1; 0: not among them yet */
    fr_slots slots;   /* by name */
    fr_arena arena;
} fr_perfdata_modules;

/* Readies zeroed ones. Fails the builder where servers are to be asked and cannot be. */
bool fr_perfdata_modules_begin(fr_perfdata_modules *m, const fr_read_options *opt,
                               const fr_perfdata_facts *facts, fr_builder *b);
/* The number of the module that a record MMAP names; FR_NO_PLACE when memory ran out. *offset: where its file offset
 * begins, for those whose addresses are no offsets. */
uint32_t fr_perfdata_modules_map(fr_perfdata_modules *m, const fr_perfdata_mmap *mmap,
                                 uint64_t *offset);
/* The kernel. */
uint32_t fr_perfdata_modules_kernel(fr_perfdata_modules *m);
/* The symbol at an offset, or at an address of the kernel or of a JIT compiler; NULL: none. Loads what is asleep. */
const fr_perfdata_symbol *fr_perfdata_modules_find(fr_perfdata_modules *m, uint32_t module,
                                                   uint64_t address);
/* A descriptor of the module's file, or a copy of the vdso, for libraries that read it; -1: none. */
int fr_perfdata_modules_open(fr_perfdata_modules *m, uint32_t module);
/* Loads what is asleep. */
fr_perfdata_module *fr_perfdata_modules_wake(fr_perfdata_modules *m, uint32_t module);
/* Notes what servers had, and the modules whose functions have no names; `n_places`: all places of
 * user code. */
void fr_perfdata_modules_say(const fr_perfdata_modules *m, uint64_t n_places, fr_builder *b);
void fr_perfdata_modules_reset(fr_perfdata_modules *m);

/*
 * Functions that were inlined at a place, by the file's debug information (DWARF).
 *
 *     app + 129b        mix (inlined into) cmp (inlined into) sorter        mix, cmp: the innermost first
 *
 * Each compilation unit is walked once, when one of its addresses is asked for.
 */

/* A line of source; file: NULL where it is not known. */
typedef struct fr_perfdata_line {
    const char *file;
    uint32_t line;
} fr_perfdata_line;

typedef struct fr_perfdata_inline {
    const char *name;      /* mangled where the file tells it */
    uint32_t depth;        /* the innermost has the greatest */
    fr_perfdata_line call; /* where the function that it is a part of calls it */
} fr_perfdata_inline;

/* Zeroed it is ready. */
typedef struct fr_perfdata_inlines {
    bool off;                              /* nothing is looked up */
    struct fr_perfdata_inline_file *files; /* by module */
    size_t n_files, files_cap;
    fr_perfdata_inline *found;
    size_t found_cap;
} fr_perfdata_inlines;

/* The functions inlined at a place of a module, the innermost first; they are good until the next call. */
size_t fr_perfdata_inlines_at(fr_perfdata_inlines *l, fr_perfdata_modules *modules, uint32_t module,
                              uint64_t offset, const fr_perfdata_inline **found);
/* The line of source of a place, which is the innermost function's. */
fr_perfdata_line fr_perfdata_inlines_line(fr_perfdata_inlines *l, fr_perfdata_modules *modules,
                                          uint32_t module, uint64_t offset);
void fr_perfdata_inlines_reset(fr_perfdata_inlines *l);

#endif
