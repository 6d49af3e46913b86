/* rust_name.c - path parts, and the escapes in them (rustc's legacy mangling). */
#include "formats/perf/perf_line.h"
#include "formats/symbols.h"

#define HASH_BYTES 17 /* "h0123456789abcdef" */

static const struct escape {
    const char *spelled;
    char meant;
} escapes[] = {
    {"$SP$", '@'}, {"$BP$", '*'}, {"$RF$", '&'}, {"$LT$", '<'},
    {"$GT$", '>'}, {"$LP$", '('}, {"$RP$", ')'}, {"$C$", ','},
};

static bool is_hash(fr_bytes text)
{
    if (text.len != HASH_BYTES || text.at[0] != 'h')
        return false;
    for (size_t i = 1; i < text.len; i++)
        if (!fr_perf_hex(text.at[i]))
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
    if (name.len <= tail || !is_hash(fr_perf_tail(name, name.len - HASH_BYTES)))
        return false;
    return fr_bytes_starts(fr_perf_tail(name, name.len - tail), FR_LITERAL("::")) ||
           (fr_bytes_starts(name, FR_LITERAL("_ZN")) &&
            fr_bytes_starts(fr_perf_tail(name, name.len - tail), FR_LITERAL("17")));
}

/* ------------------------------------------------------------ parts */

/* Bytes of the escape that `text` starts with ("$LT$", "$u20$"), and what it means; 0 for none. */
static size_t read_escape(fr_bytes text, char *meant)
{
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        fr_bytes spelled = fr_bytes_of(escapes[i].spelled);
        if (!fr_bytes_starts(text, spelled))
            continue;
        *meant = escapes[i].meant;
        return spelled.len;
    }
    if (text.len < 5 || text.at[1] != 'u' || !fr_perf_hex(text.at[2]) || !fr_perf_hex(text.at[3]) ||
        text.at[4] != '$')
        return 0;
    *meant = (char)(fr_perf_digit(text.at[2]) << 4 | fr_perf_digit(text.at[3]));
    return *meant >= ' ' && *meant < 0x7f ? 5 : 0;
}

/* Appends a part: "_$LT$impl$u20$a..B$GT$" is "<impl a::B>". An unknown escape ends decoding. */
static size_t put_part(char *to, size_t at, fr_bytes part)
{
    size_t i = fr_bytes_starts(part, FR_LITERAL("_$")) ? 1 : 0;

    while (i < part.len) {
        size_t taken = part.at[i] == '$' ? read_escape(fr_perf_tail(part, i), &to[at]) : 1;
        if (taken == 0) {
            memcpy(to + at, part.at + i, part.len - i);
            return at + part.len - i;
        }
        if (part.at[i] != '$')
            to[at] = part.at[i];
        if (fr_bytes_starts(fr_perf_tail(part, i), FR_LITERAL(".."))) {
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
    const fr_bytes colons = FR_LITERAL("::");
    size_t at = 0, start = 0;

    for (size_t end; (end = fr_perf_find(path, start, colons)) < path.len; start = end + 2)
        at = put_part(to, put_joint(to, at), (fr_bytes){path.at + start, end - start});
    if (!is_hash(fr_perf_tail(path, start)))
        at = put_part(to, put_joint(to, at), fr_perf_tail(path, start));
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
        text = fr_perf_tail(text, i);
        if (i == 0 || len == 0 || len > text.len)
            return 0;
        if (len == text.len)
            return is_hash(text) ? at : 0;
        at = put_part(to, put_joint(to, at), (fr_bytes){text.at, len});
        text = fr_perf_tail(text, len);
    }
    return 0;
}

fr_bytes fr_rust_name_decode(fr_bytes name, char *to)
{
    size_t len = is_mangled(name) ? decode_lengths((fr_bytes){name.at + 3, name.len - 4}, to)
                                  : decode_path(name, to);

    return len ? (fr_bytes){to, len} : name;
}
