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

/* Bytes made right where they are wanted, without a copy: the room at `to`, behind what was taken so far, is
 * the pump's until it is full or reclaimed. fr_pump_lent() waits for bytes there and returns how many are new
 * since it was last asked, which are the caller's; 0: the room is full, or all has ended. */
void fr_pump_lend(fr_pump *pump, char *to, size_t room);
size_t fr_pump_lent(fr_pump *pump);
/* Whether fr_pump_lent() would have to wait. */
bool fr_pump_lags(fr_pump *pump);
/* Ends it, before fr_pump_take(): returns how many bytes stand in the room beside those reported. */
size_t fr_pump_reclaim(fr_pump *pump);

/* True when nothing is left, as far as is known without waiting: what `fill` used is the caller's
 * again. */
bool fr_pump_ended(fr_pump *pump);
/* Stops and waits for the thread; NULL is fine. */
void fr_pump_free(fr_pump *pump);

#endif
