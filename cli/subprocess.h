/*
 * subprocess.h - a job in a process of its own, so that a library that ends the process ends only that one.
 *
 * Pango, fontconfig, glib and cairo end the process where memory or stack is short (SIGTRAP, SIGSEGV). A
 * PNG or a PDF is therefore painted and written in a process of its own, whose end is an error with a
 * message.
 */
#ifndef FLAMERENDER_CLI_SUBPROCESS_H
#define FLAMERENDER_CLI_SUBPROCESS_H

#include "flamerender.h"

typedef bool subprocess_job(void *arg, fr_error *err);

/* Runs job(arg) in a new process; what it changes in memory is lost, its error is not. FR_E_LIMIT where a
 * signal ended it, or no process can be started. */
FR_CHECKED bool subprocess_run(subprocess_job *job, void *arg, fr_error *err);

#endif
