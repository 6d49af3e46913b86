/*
 * symbols.h - mangled names of a profile become those of the source: once for each distinct name, after reading,
 * whatever the format.
 */
#ifndef FR_FORMATS_SYMBOLS_H
#define FR_FORMATS_SYMBOLS_H

#include "model/profile.h"

/* Decodes the names of frames that are mangled: C++ (_Z), Rust (_ZN...17h...E, a::b::h0123456789abcdef,
 * _$LT$a$GT$::b, _R), Java (Lfoo/Bar;.m(I)V). The mangled name becomes the frame's system name where it has none. A
 * name that cannot be decoded stays. Names that hold a place ("JS:*words /srv/app.js:2:15", base/name_place.h) get its one spelling, and their frames file and line where
 * they have none. False when memory ran out. */
FR_CHECKED bool fr_symbols_decode(fr_profile *profile);

#endif
