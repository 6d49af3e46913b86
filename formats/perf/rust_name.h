/*
 * rust_name.h - Rust's legacy symbol names, which perf leaves mangled, or half so. Pure.
 *
 *     _ZN4core3fmt5write17h0123456789abcdefE                    core::fmt::write
 *     _$LT$a..B$u20$as$u20$c..D$GT$::fmt::h0123456789abcdef     <a::B as c::D>::fmt
 *
 * formats/symbols.h has the v0 scheme (_R...).
 */
#ifndef FR_FORMATS_RUST_NAME_H
#define FR_FORMATS_RUST_NAME_H

#include "base/bytes.h"

/* True for names that end in a hash, "::h" and 16 hex digits, or "17h" in a mangled name, and for those without it that
 * have escapes, "_$LT$a..B$GT$::fmt". */
bool fr_rust_name_legacy(fr_bytes name);
/* The name as Rust's source has it, without the hash, in `to`, which has room for 2 * name.len
 * bytes. `name` is legacy; one that turns out to be none is returned itself. */
fr_bytes fr_rust_name_decode(fr_bytes name, char *to);

#endif
