/* signal.h - masks of signals: no signal ever comes. */
#ifndef FR_WASI_SIGNAL_H
#define FR_WASI_SIGNAL_H

#include_next <signal.h>

typedef unsigned char sigset_t; /* as wasi-libc has it elsewhere */

enum { SIG_BLOCK, SIG_SETMASK = 2 };

#define sigemptyset(set)                  (*(set) = 0)
#define sigaddset(set, number)            ((void)(set), (void)(number))
#define pthread_sigmask(how, set, before) ((void)(how), (void)(set), (void)(before))

#endif
