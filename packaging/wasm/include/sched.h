/* sched.h - one processor. */
#ifndef FR_WASI_SCHED_H
#define FR_WASI_SCHED_H

typedef int cpu_set_t;

#define CPU_ZERO(set)                     ((void)(*(set) = 1))
#define CPU_COUNT(set)                    (*(set))
#define sched_getaffinity(pid, size, set) ((void)(set), 0)

#endif
