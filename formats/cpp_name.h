/*
 * cpp_name.h - C++ symbol names (Itanium ABI) as their source has them, by the demangler of GCC.
 *
 *     _ZNSt6vectorIiSaIiEE9push_backERKi    std::vector<int, std::allocator<int> >::push_back(int const&)
 *
 * The demangler is libsupc++'s, linked statically: no library is loaded for it. It refuses mangled names of
 * more than 1024 bytes and deep ones; what it prints is bounded here, because a name of 300 bytes can stand
 * for one of 2^60. A build without libsupc++ leaves all names as they are.
 */
#ifndef FR_FORMATS_CPP_NAME_H
#define FR_FORMATS_CPP_NAME_H

#include "base/bytes.h"

#define FR_CPP_NAME_MOST ((size_t)64 << 10) /* bytes of a decoded name */

/* True where the name begins as a mangled one. */
bool fr_cpp_name_is(fr_bytes name);
/* The decoded name in `to`, which has room for FR_CPP_NAME_MOST bytes; empty where it cannot be decoded. */
fr_bytes fr_cpp_name_decode(fr_bytes name, char *to);

#endif
