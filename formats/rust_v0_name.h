/*
 * rust_v0_name.h - Rust's symbol names of the v0 scheme as its source has them. Pure.
 *
 *     _RNvNtCs1234_7mycrate3foo3bar                  mycrate::foo::bar
 *     _RNvXCs1_1aNtB2_1BNtCs2_4core3Add3add          <a::B as core::Add>::add
 *     _RNCNvCs1_1a4main0B3_                          a::main::{closure#0}
 *
 * Reference: https://doc.rust-lang.org/rustc/symbol-mangling/v0.html. As rustc-demangle's short form: without
 * hashes of crates. Identifiers in Punycode stay encoded (punycode{...}); constants that are no number, bool or char
 * leave the whole name as it is.
 */
#ifndef FR_FORMATS_RUST_V0_NAME_H
#define FR_FORMATS_RUST_V0_NAME_H

#include "base/bytes.h"

#include <inttypes.h>
#include <stdio.h>

/* True where the name begins as a mangled one. */
bool fr_rust_v0_name_is(fr_bytes name);
/* The decoded name in `to`, which has room for FR_RUST_V0_MOST bytes; empty where it cannot be decoded. */
fr_bytes fr_rust_v0_name_decode(fr_bytes name, char *to);

#endif
