/*
 * perfdata_module.h - what is mapped, and where: programs and libraries, the kernel, the vdso, code of JIT compilers;
 * each with its symbols, which are loaded when the first address is asked for; and addresses as frames.
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

/*
 * Items that lie in the address space: each begins with u64 where it starts and where it ends, and they are sorted by
 * where they start.
 */

/* The first of n items of `size` bytes that starts behind `address`; n: none. */
size_t fr_perfdata_behind(const void *items, size_t n, size_t size, uint64_t address);
/* The greatest end up to each item, malloc'ed: nothing before has an address that is not below it. NULL when memory ran
 * out. */
uint64_t *fr_perfdata_reach(const void *items, size_t n, size_t size);

/* ------------------------------------------------------------ tables of symbols by address */

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
    bool cut;  /* there are more than are kept */
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

/*
 * ------------------------------------------------------------ ELF files
 *
 * They have a build id, and symbols by file offset. A build without libelf (-DFR_ELF=OFF) opens none.
 */

#define FR_PERFDATA_BUILD_ID_MOST 64 /* bytes */

typedef struct fr_perfdata_elf {
    int fd;    /* -1: of memory */
    void *elf; /* Elf *; NULL: not open */
    char build_id[FR_PERFDATA_BUILD_ID_MOST];
    size_t n_build_id;
    bool has_symtab, has_dynsym;
    char debug_link[256]; /* name of the file with its symbols; "": none */
} fr_perfdata_elf;

/* The parts of a file, in the address space that its symbols and debug information speak of. */
typedef struct fr_perfdata_segments {
    struct fr_perfdata_segment *items; /* malloc'ed */
    uint64_t low, high; /* what they take of addresses, from where the first one is aligned to */
    size_t n;
} fr_perfdata_segments;

bool fr_perfdata_elf_can(void); /* True where this build reads ELF files. */
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
/* The offset of an address; false where no segment has it. */
bool fr_perfdata_segments_offset(const fr_perfdata_segments *segments, uint64_t address,
                                 uint64_t *offset);
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
    struct fr_perfdata_inlines *inlines; /* NULL: none was asked for */
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
uint32_t fr_perfdata_modules_kernel(fr_perfdata_modules *m);
/* The symbol at an offset, or at an address of the kernel or of a JIT compiler; NULL: none. Loads what is asleep. */
const fr_perfdata_symbol *fr_perfdata_modules_find(fr_perfdata_modules *m, uint32_t module,
                                                   uint64_t address);
/* A descriptor of the module's file, or a copy of the vdso, for libraries that read it; -1: none. */
int fr_perfdata_modules_open(fr_perfdata_modules *m, uint32_t module);
/* Loads what is asleep. */
fr_perfdata_module *fr_perfdata_modules_wake(fr_perfdata_modules *m, uint32_t module);
/* Fails the builder where memory ran out for a table of symbols; notes the tables that are cut. */
void fr_perfdata_modules_check(const fr_perfdata_modules *m, fr_builder *b);
/* That, and notes what servers had, and the modules whose functions have no names; `n_places`: all places of user code. */
void fr_perfdata_modules_say(const fr_perfdata_modules *m, uint64_t n_places, fr_builder *b);
void fr_perfdata_modules_reset(fr_perfdata_modules *m);

/* ---- functions that were inlined at a place, by the file's debug information (DWARF) ---- */

typedef struct fr_perfdata_line {
    const char *file; /* NULL: not known */
    uint32_t line;
} fr_perfdata_line;

typedef struct fr_perfdata_inline {
    const char *name;      /* mangled where the file tells it */
    uint32_t depth;        /* the innermost has the greatest */
    fr_perfdata_line call; /* where the function that it is a part of calls it */
} fr_perfdata_inline;

/* The functions inlined at a place of a module, the innermost first: mix and cmp for app + 129b, which is mix, inlined
 * into cmp, inlined into sorter. They are good until the next call. None where opt->perf.no_inline is set. */
size_t fr_perfdata_inlines_at(fr_perfdata_modules *modules, uint32_t module, uint64_t offset,
                              const fr_perfdata_inline **found);
/* The line of source of a place, which is the innermost function's. */
fr_perfdata_line fr_perfdata_inlines_line(fr_perfdata_modules *modules, uint32_t module,
                                          uint64_t offset);
void fr_perfdata_inlines_free(struct fr_perfdata_inlines *l); /* NULL is fine */

/*
 * ------------------------------------------------------------ processes
 *
 * Their threads, and what is mapped where in each: as it was at the time of the record that is read.
 *
 * Maps get another number where code is mapped, and processes that share them since a fork share it: the unwinder looks
 * at the files of one number once. Data beside the code changes no number.
 */

typedef struct fr_perfdata_map {
    uint64_t start, end, offset;
    uint32_t module; /* the caller's number */
    bool executable;
} fr_perfdata_map;

typedef struct fr_perfdata_maps {
    uint32_t n_users;
    uint32_t number; /* no others have it; 0: of no process */
    size_t n, cap;
    fr_perfdata_map items[]; /* by address, none overlaps another */
} fr_perfdata_maps;

typedef struct fr_perfdata_thread {
    int64_t pid, tid;
    fr_bytes comm;          /* in the arena */
    uint32_t who;           /* a number that changes with comm: never 0 */
    bool named;             /* by the recording */
    uint32_t process;       /* the thread whose maps are its own */
    fr_perfdata_maps *maps; /* of a process; NULL: none, or those of `process` */
} fr_perfdata_thread;

typedef struct fr_perfdata_space fr_perfdata_space;

fr_perfdata_space *fr_perfdata_space_new(void);    /* NULL when memory ran out */
void fr_perfdata_space_free(fr_perfdata_space *s); /* NULL is fine */
uint64_t
fr_perfdata_space_omitted(const fr_perfdata_space *s); /* maps, where a process has too many */
/* The thread, made where it is new; NULL when memory ran out. It is good until the next call. */
fr_perfdata_thread *fr_perfdata_space_thread(fr_perfdata_space *s, int64_t pid, int64_t tid);
bool fr_perfdata_space_comm(fr_perfdata_space *s, int64_t pid, int64_t tid, fr_bytes comm);
/* `made_up`: perf wrote the record for a process that ran before it began. */
bool fr_perfdata_space_fork(fr_perfdata_space *s, const int64_t child[2], const int64_t parent[2],
                            bool made_up);
bool fr_perfdata_space_map(fr_perfdata_space *s, int64_t pid, int64_t tid,
                           const fr_perfdata_map *map);
/* The maps of a thread; NULL: nothing is mapped. */
const fr_perfdata_maps *fr_perfdata_space_maps(const fr_perfdata_space *s,
                                               const fr_perfdata_thread *thread);
/* The map of an address; NULL: none. *last: the item that was found last, at first any number. */
const fr_perfdata_map *fr_perfdata_maps_find(const fr_perfdata_maps *maps, uint64_t address,
                                             size_t *last);

/* ------------------------------------------------------------ frames */

typedef enum fr_perfdata_view {
    FR_PERFDATA_OF_KERNEL,
    FR_PERFDATA_OF_USER,
    FR_PERFDATA_UNWOUND /* of user code, with the functions that were inlined there */
} fr_perfdata_view;

typedef struct fr_perfdata_frames fr_perfdata_frames;

/* NULL after it failed the builder: memory ran out. */
fr_perfdata_frames *fr_perfdata_frames_new(fr_builder *b, fr_perf_names *names,
                                           fr_perfdata_modules *modules,
                                           const fr_read_options *opt);
void fr_perfdata_frames_free(fr_perfdata_frames *f); /* NULL is fine */
/* The frames of an address, *n of them, the innermost first; they are good until the next call. A module without
 * symbols gives "libc.so.6+0x3ef10". */
const uint32_t *fr_perfdata_frames_at(fr_perfdata_frames *f, const fr_perfdata_maps *maps,
                                      uint64_t address, fr_perfdata_view view, size_t *n);
/* The line that perf script would print: "7f01 qsort+0x1f (/usr/lib/libc.so.6)"; good until the next call. */
fr_bytes fr_perfdata_frames_line(fr_perfdata_frames *f, const fr_perfdata_maps *maps,
                                 uint64_t address, fr_perfdata_view view);
/* The places of user code that were met, named or not. */
uint64_t fr_perfdata_frames_places(const fr_perfdata_frames *f);

/*
 * ------------------------------------------------------------ the addresses of a sample, the leaf first
 *
 * They are its call chain without the markers, and what the dump of its stack and its registers (perf record
 * --call-graph dwarf) unwind to, by the tables of the files that were mapped (libdw). A build without libdw unwinds
 * nothing.
 */

typedef struct fr_perfdata_step {
    uint64_t address;
    fr_perfdata_view view;
} fr_perfdata_step;

/* Zeroed it is ready. */
typedef struct fr_perfdata_chain {
    fr_perfdata_step *steps;
    size_t n, cap;
    bool failed;                           /* memory ran out */
    struct fr_perfdata_unwinder *unwinder; /* NULL: nothing was unwound */
} fr_perfdata_chain;

void fr_perfdata_chain_add(fr_perfdata_chain *chain, uint64_t address, fr_perfdata_view view);
/* Appends the addresses of `words`; none where a marker in them is of an unknown kind, as perf does: false. */
bool fr_perfdata_chain_read(fr_perfdata_chain *chain, fr_bytes words, bool big);
/* The same with the processor's own stack (LBR) in place of the user's part of `words`. */
void fr_perfdata_chain_calls(fr_perfdata_chain *chain, fr_bytes words, fr_bytes branches, bool big);
void fr_perfdata_chain_reset(fr_perfdata_chain *chain);

bool fr_perfdata_unwind_can(void); /* True where this build unwinds. */
/* Appends the addresses of user code, the leaf first: of callers one less than where they go on, inside of the call. */
void fr_perfdata_unwind(fr_perfdata_chain *chain, fr_perfdata_modules *modules,
                        const fr_perfdata_maps *maps, const fr_perfdata_sample *sample,
                        uint64_t mask, bool big);

#endif
