/*
 * cpp_name.c - calls the demangler, and leaves it where it prints too much.
 *
 *     _Z1f1aIiiE1bIS_S_E1cIS0_S0_E...    each type is twice as long as the one before
 *
 * The demangler is C without allocation on this way, so that it can be left by longjmp().
 */
#include "formats/cpp_name.h"

#include <setjmp.h>

#define MOST_MANGLED 1024 /* bytes; the demangler refuses longer ones itself */

bool fr_cpp_name_is(fr_bytes name)
{
    return fr_bytes_starts(name, FR_LITERAL("_Z"));
}

#ifdef FR_CPP_DEMANGLER

typedef struct printed {
    char *to;
    size_t len;
    jmp_buf beyond;
} printed;

/* A function of libsupc++: true where it could print all of the name, a piece at a time. */
int __gcclibcxx_demangle_callback(const char *mangled, void (*put)(const char *, size_t, void *),
                                  void *arg);

static void put(const char *text, size_t len, void *arg)
{
    printed *p = arg;

    if (len > FR_CPP_NAME_MOST - p->len)
        longjmp(p->beyond, 1);
    memcpy(p->to + p->len, text, len);
    p->len += len;
}

static bool demangle(const char *mangled, printed *p)
{
    if (setjmp(p->beyond))
        return false;
    return __gcclibcxx_demangle_callback(mangled, put, p) == 0;
}

/* "_Z3foov@plt", "_Z3foov@@LIB_1.0": what follows an at sign is no part of the mangled name. */
fr_bytes fr_cpp_name_decode(fr_bytes name, char *to)
{
    char mangled[MOST_MANGLED + 1];
    printed p = {.to = to};
    size_t n = fr_bytes_find(name, '@'), rest = name.len - n;

    if (n > MOST_MANGLED || fr_bytes_find((fr_bytes){name.at, n}, '\0') < n)
        return (fr_bytes){0};
    memcpy(mangled, name.at, n);
    mangled[n] = '\0';
    if (!demangle(mangled, &p) || rest > FR_CPP_NAME_MOST - p.len)
        return (fr_bytes){0};
    memcpy(to + p.len, name.at + n, rest);
    return (fr_bytes){to, p.len + rest};
}

#else

fr_bytes fr_cpp_name_decode(fr_bytes name, char *to)
{
    (void)name, (void)to;
    return (fr_bytes){0};
}

#endif
