/*
 * symbols.h - mangled names of a profile become those of the source: once for each distinct name, after reading,
 * whatever the format.
 */
#ifndef FR_FORMATS_SYMBOLS_H
#define FR_FORMATS_SYMBOLS_H

#include "base/bytes.h"
#include "model/profile.h"

/*
 * Methods as old agents wrote them, with their class and signature as the JVM has them. Pure.
 *
 *     Lcom/example/Parser;.parse(I[Ljava/lang/String;)V    com/example/Parser.parse(int, java/lang/String[])
 */

/* The method in `to`, which has room for 9 * name.len bytes; empty where it is of another form. */
fr_bytes fr_java_signature_decode(fr_bytes name, char *to);

/* Decodes the names of frames that are mangled: C++ (_Z), Rust (_ZN...17h...E, a::b::h0123456789abcdef,
 * _$LT$a$GT$::b, _R), Java (Lfoo/Bar;.m(I)V). The mangled name becomes the frame's system name where it has none. A
 * name that cannot be decoded stays. Names that hold a place ("JS:*words /srv/app.js:2:15", base/name_place.h) get its one spelling, and their frames file and line where
 * they have none. False when memory ran out. */
FR_CHECKED bool fr_symbols_decode(fr_profile *profile);

#endif
