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
#include "formats/perfdata/perfdata_symbols.h"
#include "model/build/builder.h"

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

/* Which file of a build. */
typedef enum fr_perfdata_wanted {
    FR_PERFDATA_DEBUG_FILE, /* with symbols and debug information */
    FR_PERFDATA_EXECUTABLE  /* the file that ran */
} fr_perfdata_wanted;

/* A function of libdebuginfod that finds a file: an open descriptor, or -errno. */
typedef int fr_perfdata_debuginfod_find_fn(void *client, const unsigned char *build_id, int len,
                                           char **path);

/* Zeroed it asks nobody. */
typedef struct fr_perfdata_debuginfod {
    void *client; /* NULL: not begun */
    void (*end)(void *client);
    fr_perfdata_debuginfod_find_fn *find[2]; /* by fr_perfdata_wanted */
    uint64_t n_asked, n_found;
    unsigned n_failed; /* in a row: no server answered */
    int why;           /* errno of the last that failed so */
} fr_perfdata_debuginfod;

/* Loads the library. Fails the builder where it is not installed, no server is named, or this build reads no ELF
 * files. */
bool fr_perfdata_debuginfod_begin(fr_perfdata_debuginfod *d, fr_builder *b);
/* The path of the file of a build id (hexadecimal digits), malloc'ed; NULL where no server has it. */
char *fr_perfdata_debuginfod_find(fr_perfdata_debuginfod *d, const char *build_id,
                                  fr_perfdata_wanted wanted);
/* Notes how many files the servers had. */
void fr_perfdata_debuginfod_say(const fr_perfdata_debuginfod *d, fr_builder *b);
void fr_perfdata_debuginfod_end(fr_perfdata_debuginfod *d);

typedef struct fr_perfdata_modules {
    const fr_read_options *opt;
    const fr_perfdata_facts *facts;
    fr_perfdata_debuginfod debuginfod;
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
/* Notes what servers had, and the modules whose functions have no names; `n_places`: places of user code, named or not. */
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
