/*
 * perf_field.h - a number in the text of a tracepoint, by its name. Pure.
 *
 *     kmem:kmalloc: call_site=x ptr=0xff bytes_req=512 bytes_alloc=512        bytes_req
 *     syscalls:sys_enter_read: fd: 0x3, buf: 0x7ffe12, count: 0x200           count
 */
#ifndef FR_FORMATS_PERF_FIELD_H
#define FR_FORMATS_PERF_FIELD_H

#include "base/bytes.h"

/* The value of the first field of this name; false where there is none, or where it is no number
 * from 0 to 2^63 - 1, decimal or 0x. */
bool fr_perf_field_read(fr_bytes text, fr_bytes name, int64_t *value);

#endif
