/*
 * cpp_demangler.c - GCC's demangler for C++ (libiberty's cp-demangle.c, compiled in as it is), which can be left while
 * it prints: formats/symbols.c jumps out of it, and where there are no jumps its printer gets the mark of a failure.
 *
 *     _Z1f1aIiiE1bIS_S_E1cIS0_S0_E...    each type is twice as long as the one before
 */
#include <setjmp.h>
#include <stddef.h>

int fr_wasi_jumped;

#define IN_GLIBCPP_V3
#define __gcclibcxx_demangle_callback demangle_all
#include "cp-demangle.c"
#undef __gcclibcxx_demangle_callback

typedef struct listener {
    void (*put)(const char *, size_t, void *);
    void *arg;
} listener;

/* The printer calls with its own buffer, so that the printer is where that is. */
static void put_part(const char *text, size_t len, void *arg)
{
    const listener *to = arg;
    struct d_print_info *printer =
        (struct d_print_info *)(text - offsetof(struct d_print_info, buf));

    if (!fr_wasi_jumped)
        to->put(text, len, to->arg);
    if (fr_wasi_jumped)
        printer->demangle_failure = 1;
}

int __gcclibcxx_demangle_callback(const char *mangled, void (*put)(const char *, size_t, void *),
                                  void *arg);

int __gcclibcxx_demangle_callback(const char *mangled, void (*put)(const char *, size_t, void *),
                                  void *arg)
{
    listener to = {put, arg};
    int status = demangle_all(mangled, put_part, &to);

    return fr_wasi_jumped ? -2 : status;
}
