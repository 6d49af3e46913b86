/*
 * package.h - the package that a frame is of, by its name, file and module:
 *
 *     github.com/x/pkg.(*T).Run          github.com/x/pkg       Go: the import path
 *     java.util.HashMap.get              java.util              Java; java/util/HashMap.get too
 *     v8::internal::Execution::Call      v8                     C++: the outermost namespace; Rust: the crate
 *     sort  /srv/app/w1.js               w1.js                  a script's file; of node_modules/x/..., x
 *     dumps  /usr/lib/python3/json/__init__.py     json     the folder that a file stands for; of index.js too
 *     do_syscall_64  (kernel)            kernel
 *     memcpy  libc.so.6                  libc.so.6              else the module
 */
#ifndef FR_MODEL_PACKAGE_H
#define FR_MODEL_PACKAGE_H

#include "model/profile.h"

/* A slice of the profile's names, or static; empty where nothing is known, and for processes. */
fr_bytes fr_frame_package(const fr_profile *profile, uint32_t frame);
/* The packages of all frames, ids of `names`, to which they are added; 0: none. To be freed; NULL: memory ran out.
 * `code`: only those that names and files of scripts tell, no kernel and no modules. Where there are more stacks than
 * FR_DATA_AUTO_STACKS, files and modules are not asked: those that are read for a picture do not have them, and every
 * picture is to show the same. All frames of a name are of one package then. */
uint32_t *fr_packages_of_frames(const fr_profile *profile, fr_names *names, bool code);

#endif
