/* java_name.c - "L" class ";::" method, as in https://github.com/jvm-profiling-tools/perf-map-agent. */
#include "formats/perf/java_name.h"

static const fr_bytes arrow = {"->", 2};
static const fr_bytes mark = {";::", 3};

static bool is_class_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
           c == '_' || c == '$' || c == '-' || c == '.' || (unsigned char)c >= 0x80;
}

/* Bytes of "Lfoo/Bar", or 0 where no method follows it. */
static size_t class_length(fr_bytes method)
{
    size_t i = 1;

    while (i < method.len && is_class_byte(method.at[i]))
        i++;
    return method.len > i + mark.len && method.at[0] == 'L' && i > 1 &&
                   fr_bytes_starts((fr_bytes){method.at + i, method.len - i}, mark)
               ? i
               : 0;
}

bool fr_java_name_last(fr_bytes *symbol, fr_bytes *method)
{
    size_t i = symbol->len;

    if (!symbol->len)
        return false;
    while (i && !(symbol->len - i >= arrow.len && memcmp(symbol->at + i, arrow.at, arrow.len) == 0))
        i--;
    *method = (fr_bytes){symbol->at, symbol->len};
    if (i) {
        *method = (fr_bytes){symbol->at + i + arrow.len, symbol->len - i - arrow.len};
        symbol->len = i;
    } else {
        symbol->len = 0;
    }
    return true;
}

bool fr_java_name_is(fr_bytes symbol)
{
    bool good = symbol.len > 0 && symbol.at[0] == 'L';
    fr_bytes method;

    while (good && fr_java_name_last(&symbol, &method))
        good = class_length(method) > 0;
    return good;
}

fr_bytes fr_java_name_decode(fr_bytes method, char *to)
{
    size_t len = class_length(method), rest = method.len - len - 1;

    memcpy(to, method.at + 1, len - 1);
    memcpy(to + len - 1, method.at + len + 1, rest);
    return (fr_bytes){to, len - 1 + rest};
}
