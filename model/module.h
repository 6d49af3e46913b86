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

#include "base/intern.h"
#include "flamerender.h"

const char *fr_kind_name(fr_kind kind);  /* "user", "off-cpu": the words in JSON; static. */
fr_kind fr_module_kind(fr_bytes module); /* Returns what runs in a module: kernel, jit or user. */
/* "libfoo.so" of "/usr/lib/libfoo.so (deleted)"; "[vdso]" stays. */
fr_bytes fr_module_base(fr_bytes module);

/* The package that a frame is of, by its name, file and module (package.c): a slice of the profile's names, or static;
 * empty where nothing is known, and for processes. */
fr_bytes fr_frame_package(const fr_profile *profile, uint32_t frame);
/* The packages of all frames, ids of `names`, to which they are added; 0: none. To be freed; NULL: memory ran out.
 * `code`: only those that names and files of scripts tell, no kernel and no modules. Where there are more stacks than
 * FR_DATA_AUTO_STACKS, files and modules are not asked: those that are read for a picture do not have them, and every
 * picture is to show the same. All frames of a name are of one package then. */
uint32_t *fr_packages_of_frames(const fr_profile *profile, fr_names *names, bool code);

#endif
