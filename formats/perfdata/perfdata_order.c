/* perfdata_order.c - a merge sort of what waits: it is made of a sorted run for each processor, and of what was left over. */
#include "formats/perfdata/perfdata_order.h"

#include <stdlib.h>

#define HELD_MOST ((size_t)128 << 20) /* bytes that wait; larger rounds go out early */

static void read_header(const char *at, fr_perfdata_record *record)
{
    size_t len;

    memcpy(&record->type, at, 4);
    memcpy(&record->misc, at + 4, 2);
    memcpy(&len, at + 8, sizeof len);
    record->body = (fr_bytes){at + 8 + sizeof len, len};
}

/* Keeps type, misc, the length of the body and the body. */
static bool keep(fr_perfdata_order *order, const fr_perfdata_record *record, uint64_t time)
{
    size_t head = 8 + sizeof record->body.len;
    size_t need = order->n_bytes + head + ((record->body.len + 7) & ~(size_t)7);
    char *bytes = fr_grow(order->bytes, &order->bytes_cap, need, 1);
    fr_perfdata_entry *entries;

    if (!bytes)
        return false;
    order->bytes = bytes;
    entries = fr_grow(order->entries, &order->cap, order->n + 1, sizeof *entries);
    if (!entries)
        return false;
    order->entries = entries;
    bytes += order->n_bytes;
    memcpy(bytes, &record->type, 4);
    memcpy(bytes + 4, &record->misc, 2);
    memcpy(bytes + 8, &record->body.len, sizeof record->body.len);
    if (record->body.len)
        memcpy(bytes + head, record->body.at, record->body.len);
    entries[order->n++] = (fr_perfdata_entry){time, order->n_bytes};
    order->n_bytes = need;
    return true;
}

/* ------------------------------------------------------------ sorting */

/* The end of the run that begins at `from`. */
static size_t run_end(const fr_perfdata_entry *entries, size_t from, size_t n)
{
    size_t i = from + 1;

    while (i < n && entries[i - 1].time <= entries[i].time)
        i++;
    return i < n ? i : n;
}

static void merge_runs(const fr_perfdata_entry *from, size_t a, size_t b, size_t end,
                       fr_perfdata_entry *to)
{
    size_t i = a, k = b;

    for (size_t at = a; at < end; at++)
        to[at] = k == end || (i < b && from[i].time <= from[k].time) ? from[i++] : from[k++];
}

/* One pass: each two neighbours become one run. True if there was but one. */
static bool merge_pass(fr_perfdata_order *order)
{
    fr_perfdata_entry *sorted = order->spare;
    size_t n = order->n, a = 0, cap = order->cap;

    if (run_end(order->entries, 0, n) == n)
        return true;
    while (a < n) {
        size_t b = run_end(order->entries, a, n);
        size_t end = b < n ? run_end(order->entries, b, n) : n;
        merge_runs(order->entries, a, b, end, sorted);
        a = end;
    }
    order->spare = order->entries;
    order->entries = sorted;
    order->cap = order->spare_cap;
    order->spare_cap = cap;
    return false;
}

static bool sort(fr_perfdata_order *order)
{
    fr_perfdata_entry *spare =
        fr_grow(order->spare, &order->spare_cap, order->n + 1, sizeof *order->spare);

    if (!spare)
        return false;
    order->spare = spare;
    while (order->n && !merge_pass(order))
        ;
    return true;
}

/* ------------------------------------------------------------ going out */

static void send(fr_perfdata_order *order, const fr_perfdata_record *record, uint64_t time)
{
    order->n_late += time < order->delivered;
    order->delivered = time > order->delivered ? time : order->delivered;
    order->deliver(order->arg, record);
}

/* What was left over moves to the front of `bytes`. */
static bool close_ranks(fr_perfdata_order *order, size_t n_sent)
{
    fr_perfdata_order rest = {.bytes_cap = 0};
    fr_perfdata_record record;
    bool ok = true;

    if (n_sent == order->n)
        order->n = order->n_bytes = 0;
    if (n_sent == 0 || order->n == 0)
        return true;
    for (size_t i = n_sent; ok && i < order->n; i++) {
        read_header(order->bytes + order->entries[i].at, &record);
        ok = keep(&rest, &record, order->entries[i].time);
    }
    free(order->bytes);
    free(order->entries);
    order->bytes = rest.bytes;
    order->entries = rest.entries;
    order->n = rest.n;
    order->n_bytes = rest.n_bytes;
    order->cap = rest.cap;
    order->bytes_cap = rest.bytes_cap;
    return ok;
}

/* Sends all up to a time. */
static bool flush(fr_perfdata_order *order, uint64_t until)
{
    fr_perfdata_record record;
    size_t i = 0;

    if (!sort(order))
        return false;
    for (; i < order->n && order->entries[i].time <= until; i++) {
        read_header(order->bytes + order->entries[i].at, &record);
        send(order, &record, order->entries[i].time);
    }
    return close_ranks(order, i);
}

bool fr_perfdata_order_add(fr_perfdata_order *order, const fr_perfdata_record *record,
                           uint64_t time)
{
    size_t most = order->most ? order->most : HELD_MOST;

    if (time == 0 || time == UINT64_MAX) {
        order->deliver(order->arg, record);
        return true;
    }
    order->newest = time > order->newest ? time : order->newest;
    if (!keep(order, record, time))
        return false;
    if (order->n_bytes + order->n * sizeof *order->entries < most)
        return true;
    return sort(order) && flush(order, order->entries[order->n / 2].time);
}

bool fr_perfdata_order_round(fr_perfdata_order *order)
{
    bool ok = order->round == 0 || flush(order, order->round);

    order->round = order->newest;
    return ok;
}

bool fr_perfdata_order_end(fr_perfdata_order *order)
{
    return flush(order, UINT64_MAX);
}

void fr_perfdata_order_reset(fr_perfdata_order *order)
{
    free(order->bytes);
    free(order->entries);
    free(order->spare);
    *order = (fr_perfdata_order){0};
}
