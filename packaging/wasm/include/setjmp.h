/*
 * setjmp.h - WebAssembly without exceptions has no jumps. The one place that jumps, formats/symbols.c, leaves the
 * printer of C++ names from a function that it calls: there longjmp() returns, and the printer is told to end
 * (cpp_demangler.c).
 */
#ifndef FR_WASI_SETJMP_H
#define FR_WASI_SETJMP_H

typedef int jmp_buf;

extern int fr_wasi_jumped;

#define setjmp(buf) ((buf) = fr_wasi_jumped = 0)
#define longjmp(buf, value)                                                                        \
    do {                                                                                           \
        (buf) = fr_wasi_jumped = (value);                                                          \
        return;                                                                                    \
    } while (0)

#endif
