/* perf_field.c - "name=12", "name: 0xc": what libtraceevent prints for the print_fmt of an event. */
#include "formats/perf/perf_field.h"

#include "formats/perf/perf_fields.h"

/* The value of a digit, or 16. */
static unsigned digit_of(char c)
{
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                  : 16;
}

static bool is_name(char c)
{
    return digit_of(c) < 10 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '-';
}

static bool read_number(fr_bytes text, int64_t *value)
{
    bool hex = text.len > 2 && text.at[0] == '0' && (text.at[1] == 'x' || text.at[1] == 'X');
    unsigned base = hex ? 16 : 10;
    size_t i = hex ? 2 : 0, start = i;

    *value = 0;
    for (; i < text.len && digit_of(text.at[i]) < base; i++)
        if (__builtin_mul_overflow(*value, (int64_t)base, value) ||
            __builtin_add_overflow(*value, (int64_t)digit_of(text.at[i]), value))
            return false;
    return i > start && (i == text.len || !is_name(text.at[i]));
}

/* What stands behind "name=" or "name: " at `at`; NULL where that is another name. */
static fr_bytes value_at(fr_bytes text, size_t at, size_t name_len)
{
    fr_bytes rest = fr_perf_trim_start(fr_perf_tail(text, at + name_len));

    if ((at > 0 && is_name(text.at[at - 1])) || !rest.len ||
        (rest.at[0] != '=' && rest.at[0] != ':'))
        return (fr_bytes){0};
    return fr_perf_trim_start(fr_perf_tail(rest, 1));
}

bool fr_perf_field_read(fr_bytes text, fr_bytes name, int64_t *value)
{
    for (size_t i = 0; name.len && i + name.len <= text.len; i++) {
        fr_bytes found;
        if (memcmp(text.at + i, name.at, name.len) != 0)
            continue;
        found = value_at(text, i, name.len);
        if (found.at)
            return read_number(found, value);
    }
    return false;
}
