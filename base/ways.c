/*
 * ways.c - which fast ways a build has: all, none (-DFR_FAST=0), or all but one
 * (-DFR_WAY_OFF=FR_WAY_SPLIT), which prices that one.
 */
#include "base/ways.h"

#ifndef FR_FAST
#define FR_FAST 1
#endif
#ifndef FR_WAY_OFF
#define FR_WAY_OFF FR_N_WAYS
#endif

bool fr_way_on(fr_way way)
{
    return FR_FAST && way != FR_WAY_OFF;
}
