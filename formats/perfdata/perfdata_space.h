/*
 * perfdata_space.h - processes, their threads, and what is mapped where in each: as it was at the time of the record
 * that is read.
 *
 *     FORK 7 -> 8        8 has the maps of 7, and its comm
 *     COMM 8 "ls" exec   the maps stay: samples inside execve() are still of the old image
 *     MMAP2 8 ...        what is new cuts out what it overlaps
 *
 * Maps get another number where code is mapped, and processes that share them since a fork share it: the unwinder looks
 * at the files of one number once. Data beside the code changes no number.
 */
#ifndef FR_FORMATS_PERFDATA_SPACE_H
#define FR_FORMATS_PERFDATA_SPACE_H

#include "base/arena.h"
#include "base/slots.h"
#include "formats/perfdata/perfdata_record.h"

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

#endif
