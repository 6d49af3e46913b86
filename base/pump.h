/*
 * pump.h - bytes made in a thread of their own, a few buffers ahead of who reads them.
 */
#ifndef FR_BASE_PUMP_H
#define FR_BASE_PUMP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fr_pump fr_pump;

/* fill(arg, to, room) writes up to `room` bytes and returns how many; 0 ends it. It runs on the
 * pump's thread alone until the pump has ended. NULL: no thread or no memory; then call it yourself. */
fr_pump *fr_pump_start(size_t (*fill)(void *arg, char *to, size_t room), void *arg);
/* Up to `room` bytes; 0 when it has ended. */
size_t fr_pump_take(fr_pump *pump, char *to, size_t room);
/* True when nothing is left, as far as is known without waiting: what `fill` used is the caller's
 * again. */
bool fr_pump_ended(fr_pump *pump);
/* Stops and waits for the thread; NULL is fine. */
void fr_pump_free(fr_pump *pump);

#endif
