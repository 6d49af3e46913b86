/* members.c - keys, commas and values of JSON objects. */
#include "base/members.h"

#include <inttypes.h>

fr_members fr_members_begin(fr_output *out, const char *begin)
{
    return (fr_members){out, begin, ", ", ": "};
}

fr_members fr_members_begin_compact(fr_output *out, const char *begin)
{
    return (fr_members){out, begin, ",", ":"};
}

void fr_members_break(fr_members *m)
{
    m->before = ",\n";
}

void fr_members_end(fr_members *m)
{
    fr_put_char(m->out, '}');
}

void fr_member_key(fr_members *m, const char *key)
{
    fr_put_format(m->out, "%s\"%s\"%s", m->before, key, m->colon);
    m->before = m->next;
}

void fr_member_text(fr_members *m, const char *key, const char *text)
{
    fr_member_key(m, key);
    if (text)
        fr_put_json(m->out, fr_bytes_of(text));
    else
        fr_put_text(m->out, "null");
}

void fr_member_bytes(fr_members *m, const char *key, fr_bytes text)
{
    fr_member_key(m, key);
    fr_put_json(m->out, text);
}

void fr_member_int(fr_members *m, const char *key, int64_t value)
{
    fr_member_key(m, key);
    fr_put_int(m->out, value);
}

void fr_member_bool(fr_members *m, const char *key, bool value)
{
    fr_member_key(m, key);
    fr_put_text(m->out, value ? "true" : "false");
}

void fr_member_scaled(fr_members *m, const char *key, int64_t value, uint32_t decimals)
{
    fr_member_key(m, key);
    fr_put_scaled(m->out, value, decimals);
}

void fr_member_digits(fr_members *m, const char *key, int64_t value)
{
    fr_member_key(m, key);
    fr_put_format(m->out, "\"%" PRId64 "\"", value);
}

void fr_member_colour(fr_members *m, const char *key, uint32_t rgb)
{
    fr_member_key(m, key);
    fr_put_format(m->out, "\"#%06x\"", (unsigned)rgb);
}
