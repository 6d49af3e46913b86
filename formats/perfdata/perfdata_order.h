/*
 * perfdata_order.h - records in the order of their times. Those of one processor are in order in the file, and perf
 * says now and then (FINISHED_ROUND) that it has taken what all processors had.
 *
 *     cpu 0: 1 4 5 | cpu 1: 2 3 6 | round | ...       after the next round: 1 2 3 4 5 6
 */
#ifndef FR_FORMATS_PERFDATA_ORDER_H
#define FR_FORMATS_PERFDATA_ORDER_H

#include "formats/perfdata/perfdata_record.h"

typedef struct fr_perfdata_entry {
    uint64_t time;
    uint64_t at; /* of the record in `bytes` */
} fr_perfdata_entry;

/* Zeroed, with a place to deliver to, it is ready. */
typedef struct fr_perfdata_order {
    void (*deliver)(void *arg, const fr_perfdata_record *record);
    void *arg;
    char *bytes; /* records with their headers, those that wait */
    size_t n_bytes, bytes_cap, most;
    fr_perfdata_entry *entries, *spare;
    size_t n, cap, spare_cap;
    uint64_t newest;    /* time that was seen */
    uint64_t round;     /* the newest one when the last round ended */
    uint64_t delivered; /* the newest one that went out */
    uint64_t n_late;    /* went out after a newer one */
} fr_perfdata_order;

/* Keeps the record until its time has come; `time` UINT64_MAX or 0: it goes out at once. False when memory ran out. */
bool fr_perfdata_order_add(fr_perfdata_order *order, const fr_perfdata_record *record,
                           uint64_t time);
/* FINISHED_ROUND. */
bool fr_perfdata_order_round(fr_perfdata_order *order);
/* All that is left. */
bool fr_perfdata_order_end(fr_perfdata_order *order);
void fr_perfdata_order_reset(fr_perfdata_order *order);

#endif
