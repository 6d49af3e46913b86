/* rust_name.c - path parts, and the escapes in them (rustc's legacy mangling). */
#include "formats/symbols.h"

#define HASH_BYTES 17 /* "h0123456789abcdef" */

static const struct escape {
    const char *spelled;
    char meant;
} escapes[] = {
    {"$SP$", '@'}, {"$BP$", '*'}, {"$RF$", '&'}, {"$LT$", '<'},
    {"$GT$", '>'}, {"$LP$", '('}, {"$RP$", ')'}, {"$C$", ','},
};

static fr_bytes from(fr_bytes text, size_t at)
{
    return (fr_bytes){text.at + at, text.len - at};
}

static int hex_value(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool is_hash(fr_bytes text)
{
    if (text.len != HASH_BYTES || text.at[0] != 'h')
        return false;
    for (size_t i = 1; i < text.len; i++)
        if (hex_value(text.at[i]) < 0)
            return false;
    return true;
}

static bool is_mangled(fr_bytes name)
{
    return fr_bytes_starts(name, FR_LITERAL("_ZN")) && fr_bytes_ends(name, FR_LITERAL("E"));
}

bool fr_rust_name_legacy(fr_bytes name)
{
    const size_t tail = HASH_BYTES + 2; /* "::h0123456789abcdef", "17h0123456789abcdef" */

    /* "_$LT$a..B$GT$::fmt": recorders cut the hash off and leave the rest. */
    if (fr_bytes_find(name, '$') < name.len && !fr_bytes_starts(name, FR_LITERAL("_Z")) &&
        ((fr_bytes_contain(name, "$LT$") && fr_bytes_contain(name, "$GT$")) ||
         fr_bytes_contain(name, "$u20$")))
        return true;

    if (is_mangled(name))
        name.len--;
    if (name.len <= tail || !is_hash(from(name, name.len - HASH_BYTES)))
        return false;
    return fr_bytes_starts(from(name, name.len - tail), FR_LITERAL("::")) ||
           (fr_bytes_starts(name, FR_LITERAL("_ZN")) &&
            fr_bytes_starts(from(name, name.len - tail), FR_LITERAL("17")));
}

/* ------------------------------------------------------------ parts */

/* Bytes of the escape that `text` starts with ("$LT$", "$u20$"), and what it means; 0 for none. */
static size_t read_escape(fr_bytes text, char *meant)
{
    int high, low;

    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        fr_bytes spelled = fr_bytes_of(escapes[i].spelled);
        if (!fr_bytes_starts(text, spelled))
            continue;
        *meant = escapes[i].meant;
        return spelled.len;
    }
    if (text.len < 5 || text.at[1] != 'u' || text.at[4] != '$')
        return 0;
    high = hex_value(text.at[2]);
    low = hex_value(text.at[3]);
    *meant = (char)(high * 16 + low);
    return high >= 2 && high <= 7 && low >= 0 && *meant != 0x7f ? 5 : 0;
}

/* Appends a part: "_$LT$impl$u20$a..B$GT$" is "<impl a::B>". An unknown escape ends decoding. */
static size_t put_part(char *to, size_t at, fr_bytes part)
{
    size_t i = fr_bytes_starts(part, FR_LITERAL("_$")) ? 1 : 0;

    while (i < part.len) {
        size_t taken = part.at[i] == '$' ? read_escape(from(part, i), &to[at]) : 1;
        if (taken == 0) {
            memcpy(to + at, part.at + i, part.len - i);
            return at + part.len - i;
        }
        if (part.at[i] != '$')
            to[at] = part.at[i];
        if (fr_bytes_starts(from(part, i), FR_LITERAL(".."))) {
            to[at++] = ':';
            to[at] = ':';
            taken = 2;
        }
        at++;
        i += taken;
    }
    return at;
}

static size_t put_joint(char *to, size_t at)
{
    if (at == 0)
        return at;
    memcpy(to + at, "::", 2);
    return at + 2;
}

/* "a::b::h0123456789abcdef", or without the hash */
static size_t decode_path(fr_bytes path, char *to)
{
    size_t at = 0, start = 0;

    for (size_t i = 0; i + 2 <= path.len; i++) {
        if (memcmp(path.at + i, "::", 2) != 0)
            continue;
        at = put_part(to, put_joint(to, at), (fr_bytes){path.at + start, i - start});
        start = i + 2;
        i++;
    }
    if (!is_hash(from(path, start)))
        at = put_part(to, put_joint(to, at), from(path, start));
    return at;
}

/* "4core3fmt5write17h0123456789abcdef"; 0 where lengths don't fit. */
static size_t decode_lengths(fr_bytes text, char *to)
{
    size_t at = 0;

    while (text.len > 0) {
        size_t len = 0, i = 0;
        for (; i < text.len && i < 6 && text.at[i] >= '0' && text.at[i] <= '9'; i++)
            len = len * 10 + (size_t)(text.at[i] - '0');
        text = from(text, i);
        if (i == 0 || len == 0 || len > text.len)
            return 0;
        if (len == text.len)
            return is_hash(text) ? at : 0;
        at = put_part(to, put_joint(to, at), (fr_bytes){text.at, len});
        text = from(text, len);
    }
    return 0;
}

fr_bytes fr_rust_name_decode(fr_bytes name, char *to)
{
    size_t len = is_mangled(name) ? decode_lengths((fr_bytes){name.at + 3, name.len - 4}, to)
                                  : decode_path(name, to);

    return len ? (fr_bytes){to, len} : name;
}
