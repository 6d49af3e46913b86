/*
 * perfdata_frames.h - what is mapped where, and addresses as frames: each place in a file once, whichever process it
 * is in.
 *
 *     7f52a010 -> libc.so.6 + 3ef10 -> qsort              one frame
 *     40129b   -> app + 129b        -> mix, inlined into sorter     two, the innermost first
 *
 * A module without symbols gives "libc.so.6+0x3ef10".
 */
#ifndef FR_FORMATS_PERFDATA_FRAMES_H
#define FR_FORMATS_PERFDATA_FRAMES_H

#include "formats/perf/perf_sample.h"
#include "formats/perfdata/perfdata_module.h"

/*
 * Processes, their threads, and what is mapped where in each: as it was at the time of the record
 * that is read.
 *
 *     FORK 7 -> 8        8 has the maps of 7, and its comm
 *     COMM 8 "ls" exec   the maps stay: samples inside execve() are still of the old image
 *     MMAP2 8 ...        what is new cuts out what it overlaps
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

/* Zeroed it is ready. */
typedef struct fr_perfdata_space {
    fr_perfdata_thread *threads;
    size_t n, cap;
    fr_slots slots; /* by tid */
    uint32_t last;  /* looked up last */
    uint32_t n_numbers, n_who;
    fr_arena arena; /* comms */
} fr_perfdata_space;

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
void fr_perfdata_space_reset(fr_perfdata_space *s);

/* ------------------------------------------------------------ frames */

/* An address is looked up in one of these ways. */
typedef enum fr_perfdata_view {
    FR_PERFDATA_OF_KERNEL,
    FR_PERFDATA_OF_USER,
    FR_PERFDATA_UNWOUND /* of user code, with the functions that were inlined there */
} fr_perfdata_view;

/* Frames of one address, in fr_perfdata_frames.pool. */
typedef struct fr_perfdata_run {
    uint32_t first, n;
} fr_perfdata_run;

typedef struct fr_perfdata_frames {
    fr_builder *b;
    fr_perf_names *names;
    fr_perfdata_modules *modules;
    fr_perfdata_inlines *inlines;
    bool addresses, lines; /* frames without a symbol differ by address */
    struct fr_perfdata_place *places;
    size_t n_known, places_cap;
    fr_slots slots;  /* of places */
    size_t last_map; /* of the maps that were looked at last, the one that was found */
    uint32_t *pool;
    size_t n_pool, pool_cap;
    uint64_t n_places; /* of user code, named or not */
    char *text;        /* FR_PERFDATA_NAME_MOST bytes, and room for a suffix */
} fr_perfdata_frames;

bool fr_perfdata_frames_init(fr_perfdata_frames *f, fr_builder *b, fr_perf_names *names,
                             fr_perfdata_modules *modules, fr_perfdata_inlines *inlines,
                             const fr_read_options *opt);
fr_perfdata_run fr_perfdata_frames_at(fr_perfdata_frames *f, const fr_perfdata_maps *maps,
                                      uint64_t address, fr_perfdata_view view);
/* The line that perf script would print: "7f01 qsort+0x1f (/usr/lib/libc.so.6)"; good until the next call. */
fr_bytes fr_perfdata_frames_line(fr_perfdata_frames *f, const fr_perfdata_maps *maps,
                                 uint64_t address, fr_perfdata_view view);
void fr_perfdata_frames_reset(fr_perfdata_frames *f);

/*
 * ------------------------------------------------------------ the addresses of a sample, the leaf first
 *
 * They are its call chain without the markers, and what the dump of its stack and its registers (perf record
 * --call-graph dwarf) unwind to, by the tables of the files that were mapped (libdw). A build without libdw unwinds
 * nothing.
 *
 *     ffffff80 ffffffff8101 fffffe00 7f01 7f52        kernel 8101; user 7f01, 7f52
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

/* True where this build unwinds. */
bool fr_perfdata_unwind_can(void);
/* Appends the addresses of user code, the leaf first: of callers one less than where they go on, inside of the call. */
void fr_perfdata_unwind(fr_perfdata_chain *chain, fr_perfdata_modules *modules,
                        const fr_perfdata_maps *maps, const fr_perfdata_sample *sample,
                        uint64_t mask, bool big);

#endif
