/*
 * java_signature.h - methods as old agents wrote them, with their class and signature as the JVM has them. Pure.
 *
 *     Lcom/example/Parser;.parse(I[Ljava/lang/String;)V    com/example/Parser.parse(int, java/lang/String[])
 */
#ifndef FR_FORMATS_JAVA_SIGNATURE_H
#define FR_FORMATS_JAVA_SIGNATURE_H

#include "base/bytes.h"

/* The method in `to`, which has room for 9 * name.len bytes; empty where it is of another form. */
fr_bytes fr_java_signature_decode(fr_bytes name, char *to);

#endif
