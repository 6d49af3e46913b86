/*
 * module.h - kinds of frames, as the name of their module gives them. A module is the file that has the code of
 * a frame, or a word for it in brackets.
 *
 *     /usr/lib/libfoo.so (deleted)    libfoo.so          user
 *     /tmp/perf-7539.map              perf-7539.map      jit
 *     [kernel.kallsyms]               the same           kernel
 */
#ifndef FR_MODEL_MODULE_H
#define FR_MODEL_MODULE_H

#include "base/bytes.h"
#include "flamerender.h"

const char *fr_kind_name(fr_kind kind);  /* "user", "off-cpu": the words in JSON; static. */
fr_kind fr_module_kind(fr_bytes module); /* Returns what runs in a module: kernel, jit or user. */
/* "libfoo.so" of "/usr/lib/libfoo.so (deleted)"; "[vdso]" stays. */
fr_bytes fr_module_base(fr_bytes module);

#endif
