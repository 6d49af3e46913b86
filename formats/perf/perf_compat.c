/* perf_compat.c - the regular expressions of stackcollapse-perf.pl, by hand. */
#include "formats/perf/perf_compat.h"

#include "formats/perf/perf_frame.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Position of `word` in `text` from `at` on, or text.len. */
static size_t find_word(fr_bytes text, size_t at, fr_bytes word)
{
    for (; at + word.len <= text.len; at++)
        if (memcmp(text.at + at, word.at, word.len) == 0)
            return at;
    return text.len;
}

static bool holds(fr_bytes text, fr_bytes word)
{
    return find_word(text, 0, word) < text.len;
}

/* ------------------------------------------------------------ lines */

/* /(\w+)\s*(.+) \((.*)\)/: the module is what stands between the last " (" and the last ')'. */
static bool cut_module(fr_bytes text, fr_perf_compat *to)
{
    size_t close = text.len, open;

    while (close && text.at[close - 1] != ')')
        close--;
    if (close < 3)
        return false;
    for (open = close - 2; open && !(text.at[open] == '(' && text.at[open - 1] == ' '); open--)
        continue;
    if (open < 2) /* one byte of name at least */
        return false;
    to->names = (fr_bytes){text.at, open - 1};
    to->module = (fr_bytes){text.at + open + 1, close - open - 2};
    return true;
}

bool fr_perf_compat_split(fr_bytes line, fr_perf_compat *to)
{
    fr_bytes text = fr_bytes_trim(line);
    size_t pc = 0;

    *to = (fr_perf_compat){0};
    while (pc < text.len && !is_blank(text.at[pc]))
        pc++;
    if (pc == 0 || !cut_module((fr_bytes){text.at + pc, text.len - pc}, to))
        return false;
    to->pc = (fr_bytes){text.at, pc};
    while (to->names.len > 1 && is_blank(to->names.at[0]))
        to->names = (fr_bytes){to->names.at + 1, to->names.len - 1};
    to->names = fr_perf_frame_strip_offset(to->names);
    return to->names.len && to->names.at[0] != '(';
}

bool fr_perf_compat_last(fr_bytes *names, fr_bytes *name)
{
    size_t at = names->len;

    while (at >= 2 && memcmp(names->at + at - 2, "->", 2) != 0)
        at--;
    if (at < 2)
        at = 0;
    *name = (fr_bytes){names->at + at, names->len - at};
    names->len = at ? at - 2 : 0;
    return name->len > 0 || at > 0;
}

/* ------------------------------------------------------------ names */

size_t fr_perf_compat_room(const fr_perf_compat *frame)
{
    return frame->names.len + frame->module.len + frame->pc.len + 8; /* "[unknown <>]" at most */
}

static size_t put(char *to, size_t at, fr_bytes text)
{
    if (text.len)
        memcpy(to + at, text.at, text.len);
    return at + text.len;
}

static fr_bytes base_name(fr_bytes module)
{
    size_t i = module.len;

    while (i && module.at[i - 1] != '/')
        i--;
    return (fr_bytes){module.at + i, module.len - i};
}

/* "[libfoo.so]", "[[vdso]]", "[unknown <7f01>]" */
static fr_bytes unknown_name(const fr_perf_compat *frame, bool addresses, char *to)
{
    bool known = !fr_bytes_equal(frame->module, FR_LITERAL("[unknown]"));
    size_t len = put(to, 0, FR_LITERAL("["));

    len = put(to, len, known ? base_name(frame->module) : FR_LITERAL("unknown"));
    if (addresses) {
        len = put(to, len, FR_LITERAL(" <"));
        len = put(to, len, frame->pc);
        len = put(to, len, FR_LITERAL(">"));
    }
    len = put(to, len, FR_LITERAL("]"));
    return (fr_bytes){to, len};
}

/* "net/http.(*Client).Do" */
static bool is_go_method(fr_bytes name)
{
    size_t open = find_word(name, 0, FR_LITERAL(".("));

    return open < name.len && find_word(name, open + 2, FR_LITERAL(").")) < name.len;
}

/* Returns where the arguments begin: "std::f(int)", but not "(anonymous namespace)::f". */
static size_t find_arguments(fr_bytes name)
{
    for (size_t i = 0; i < name.len; i++)
        if (name.at[i] == '(' && !fr_bytes_starts((fr_bytes){name.at + i, name.len - i},
                                                  FR_LITERAL("(anonymous namespace)")))
            return i;
    return name.len;
}

/* Without arguments and quotes, ':' for ';'; in place. */
static fr_bytes tidy_generic(char *at, size_t len)
{
    size_t end = is_go_method((fr_bytes){at, len}) ? len : find_arguments((fr_bytes){at, len});
    size_t n = 0;

    for (size_t i = 0; i < end; i++)
        if (at[i] != '"' && at[i] != '\'')
            at[n++] = at[i] == ';' ? ':' : at[i];
    return (fr_bytes){at, n};
}

fr_bytes fr_perf_compat_tidy(const fr_perf_compat *frame, fr_bytes name, bool java, bool addresses,
                             char *to)
{
    fr_bytes tidied;

    if (fr_bytes_equal(name, FR_LITERAL("[unknown]")))
        tidied = unknown_name(frame, addresses, to);
    else
        tidied = (fr_bytes){to, put(to, 0, name)};
    tidied = tidy_generic(to, tidied.len);
    /* "Ljava/io/File:::read" */
    if (java && tidied.len && tidied.at[0] == 'L' && fr_bytes_find(tidied, '/') < tidied.len)
        tidied = (fr_bytes){tidied.at + 1, tidied.len - 1};
    return tidied;
}

/* ------------------------------------------------------------ annotations */

static bool is_kernel(fr_bytes module)
{
    return (fr_bytes_starts(module, FR_LITERAL("[")) ||
            fr_bytes_ends(module, FR_LITERAL("vmlinux"))) &&
           !holds(module, FR_LITERAL("unknown"));
}

/* "/tmp/perf-7539.map" anywhere in the module */
static bool is_perf_map(fr_bytes module)
{
    const fr_bytes head = FR_LITERAL("/tmp/perf-");
    size_t at = find_word(module, 0, head);

    for (; at < module.len; at = find_word(module, at + 1, head)) {
        size_t i = at + head.len;
        while (i < module.len && module.at[i] >= '0' && module.at[i] <= '9')
            i++;
        if (i > at + head.len &&
            fr_bytes_starts((fr_bytes){module.at + i, module.len - i}, FR_LITERAL(".map")))
            return true;
    }
    return false;
}

fr_kind fr_perf_compat_suffix(const fr_read_options *opt, fr_bytes module, fr_bytes name,
                              bool inlined)
{
    if (inlined)
        return holds(name, FR_LITERAL("_[i]")) ? FR_N_KINDS : FR_KIND_INLINED;
    if ((opt->perf.annotate_kernel || opt->perf.annotate_all) && is_kernel(module))
        return FR_KIND_KERNEL;
    if ((opt->perf.annotate_jit || opt->perf.annotate_all) && is_perf_map(module) &&
        !holds(name, FR_LITERAL("_[j]")))
        return FR_KIND_JIT;
    return FR_N_KINDS;
}
