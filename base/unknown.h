/*
 * unknown.h - names that stand for a function nobody could name:
 *
 *     [unknown]              bare: not even the module is known
 *     ??  <unknown>          the same, of other tools
 *     0x7f3a12b0             bare: an address; also "7f3a12b0c4d8", all of at least 8 hex digits
 *     [libfoo.so] [vdso]     the module is known
 */
#ifndef FR_BASE_UNKNOWN_H
#define FR_BASE_UNKNOWN_H

#include "base/bytes.h"

/* "[unknown]", "[libc.so.6]", "[[vdso]]": one pair of brackets around all of it. */
bool fr_name_is_bracketed(fr_bytes name);
bool fr_name_is_address(fr_bytes name); /* "0x7f3a12b0" */
bool fr_name_is_bare(fr_bytes name);    /* Neither function nor module. */
/* Returns where "+0x3ef10" begins that ends a name: the length of the name where none does. */
size_t fr_name_offset_at(fr_bytes name);
/* Returns true for an address in the upper half of the 64 bits that is no marker such as ffffffffffffffff. */
bool fr_address_is_kernel(uint64_t address);
/* The number in a name that is an address of either form; 0: none. */
uint64_t fr_name_address(fr_bytes name);

#endif
