/*
 * thread_table.h - finds the row of a thread by (pid, tid, comm), in the table of threads that a
 * builder fills. A recorded build has 100 000 of them.
 */
#ifndef FR_MODEL_THREAD_TABLE_H
#define FR_MODEL_THREAD_TABLE_H

#include "base/slots.h"
#include "model/profile.h"

typedef struct fr_thread_table {
    fr_slots slots;
    uint32_t last; /* the row found last, which is nearly always asked for again */
} fr_thread_table;

/* The row of the thread in `samples`, added where it is new; FR_NO_THREAD when memory ran out. */
#define FR_NO_THREAD UINT32_MAX
uint32_t fr_thread_table_add(fr_thread_table *table, fr_samples *samples, fr_thread thread);
void fr_thread_table_reset(fr_thread_table *table);

#endif
