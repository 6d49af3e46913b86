/*
 * java_name.h - methods as perf-map-agent writes them into /tmp/perf-PID.map. Pure.
 *
 *     Lfoo/Bar;::baz                            foo/Bar::baz
 *     Lfoo/Bar;::baz->Lfoo/Qux;::quux           foo/Bar::baz, and foo/Qux::quux inlined into it
 *
 * Everything else stays as it is: "operator->", "LazyCompile:*f a.js", "List::operator/".
 */
#ifndef FR_FORMATS_JAVA_NAME_H
#define FR_FORMATS_JAVA_NAME_H

#include "base/bytes.h"

/* True for a method, or several joined by "->". */
bool fr_java_name_is(fr_bytes symbol);
/* Cuts the last method off `symbol`, for which fr_java_name_is() holds; false where none is left. */
bool fr_java_name_last(fr_bytes *symbol, fr_bytes *method);
/* "foo/Bar::baz" of one method, in `to`, which has room for method.len bytes. */
fr_bytes fr_java_name_decode(fr_bytes method, char *to);

#endif
