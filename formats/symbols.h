/*
 * symbols.h - names of functions: mangled ones become those of the source, once for each distinct name, after reading,
 * whatever the format; and what stands for the name of a function that nobody could name.
 */
#ifndef FR_FORMATS_SYMBOLS_H
#define FR_FORMATS_SYMBOLS_H

#include "base/name_place.h"
#include "model/build/builder.h"

/*
 * The name of a frame whose function nobody could name.
 *
 *     ?? of /usr/lib/libfoo.so        [libfoo.so]
 *     0x7f3a12b0                      [unknown]
 */
#define FR_STAND_IN_MAX 300

/* `name`, or what stands for it where it says nothing (fr_name_is_bare(), "???"): the module's file in brackets, or
 * "[unknown]". The result points into `name`, `module` or `room`. */
fr_bytes fr_stand_in(fr_bytes name, fr_bytes module, char room[FR_STAND_IN_MAX]);
/* The name of a function of a script, which is known by its place, too: "words (/srv/app.js:2:15)". Without a file it is
 * the function's own name, and FR_ANONYMOUS where that is empty. */
uint32_t fr_script_name(fr_builder *b, fr_name_place place);
/* A frame that a text names, not interned yet; module and file may be empty; kind 0: as its module has it. */
fr_frame fr_text_frame(fr_builder *b, fr_bytes name, fr_bytes module, fr_bytes file, uint32_t line,
                       uint32_t kind);
/* Counts a sample without frames, notes it with its line (0: unknown) and the reason, and returns the stack that stands
 * for it on `root`: "[no stack]". */
uint32_t fr_stand_in_stack(fr_builder *b, uint32_t root, uint64_t line, const char *reason);

/*
 * C++ symbol names (Itanium ABI) as their source has them, by the demangler of GCC.
 *
 *     _ZNSt6vectorIiSaIiEE9push_backERKi    std::vector<int, std::allocator<int> >::push_back(int const&)
 *
 * A build without libsupc++ leaves all names as they are.
 */
#define FR_CPP_NAME_MOST ((size_t)64 << 10) /* bytes of a decoded name */

bool fr_cpp_name_is(fr_bytes name); /* True where the name begins as a mangled one. */
/* The decoded name in `to`, which has room for FR_CPP_NAME_MOST bytes; empty where it cannot be decoded. */
fr_bytes fr_cpp_name_decode(fr_bytes name, char *to);

/*
 * Rust's legacy symbol names, which perf leaves mangled, or half so. Pure.
 *
 *     _ZN4core3fmt5write17h0123456789abcdefE                    core::fmt::write
 *     _$LT$a..B$u20$as$u20$c..D$GT$::fmt::h0123456789abcdef     <a::B as c::D>::fmt
 */
/* True for names that end in a hash, "::h" and 16 hex digits, or "17h" in a mangled name, and for those without it that
 * have escapes, "_$LT$a..B$GT$::fmt". */
bool fr_rust_name_legacy(fr_bytes name);
/* The name as Rust's source has it, without the hash, in `to`, which has room for 2 * name.len
 * bytes. `name` is legacy; one that turns out to be none is returned itself. */
fr_bytes fr_rust_name_decode(fr_bytes name, char *to);

/*
 * Rust's symbol names of the v0 scheme as its source has them. Pure.
 *
 *     _RNvNtCs1234_7mycrate3foo3bar                  mycrate::foo::bar
 *     _RNvXCs1_1aNtB2_1BNtCs2_4core3Add3add          <a::B as core::Add>::add
 *     _RNCNvCs1_1a4main0B3_                          a::main::{closure#0}
 *
 * Reference: https://doc.rust-lang.org/rustc/symbol-mangling/v0.html. As rustc-demangle's short form: without
 * hashes of crates. Identifiers in Punycode stay encoded (punycode{...}); constants that are no number, bool or char
 * leave the whole name as it is.
 */
bool fr_rust_v0_name_is(fr_bytes name); /* True where the name begins as a mangled one. */
/* The decoded name in `to`, which has room for FR_RUST_V0_MOST bytes; empty where it cannot be decoded. */
fr_bytes fr_rust_v0_name_decode(fr_bytes name, char *to);

/*
 * Methods as old agents wrote them, with their class and signature as the JVM has them. Pure.
 *
 *     Lcom/example/Parser;.parse(I[Ljava/lang/String;)V    com/example/Parser.parse(int, java/lang/String[])
 */

/* The method in `to`, which has room for 9 * name.len bytes; empty where it is of another form. */
fr_bytes fr_java_signature_decode(fr_bytes name, char *to);

/* Decodes the names of frames that are mangled: C++ (_Z), Rust (_ZN...17h...E, a::b::h0123456789abcdef,
 * _$LT$a$GT$::b, _R), Java (Lfoo/Bar;.m(I)V). The mangled name becomes the frame's system name where it has none. A
 * name that cannot be decoded stays. Names that hold a place ("JS:*words /srv/app.js:2:15", base/name_place.h) get
 * its one spelling, and their frames file and line where they have none. False when memory ran out. */
FR_CHECKED bool fr_symbols_decode(fr_profile *profile);

#endif
