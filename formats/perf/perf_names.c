/*
 * perf_names.c - names as they are written to be read: roots, unknown functions, Rust's symbols.
 *
 *     java 12/13 (--tid)                  java-12/13            the root
 *     7f01 [unknown] (/lib/libfoo.so)     [libfoo.so]           unknown functions
 *     7f02 _ZN4core3fmt5write17h...E      core::fmt::write      Rust's legacy symbols
 *     7f03 Lfoo/Bar;::baz (/tmp/perf-7.map)    foo/Bar::baz     Java
 *
 * Everything else stays as it is: "operator->", "LazyCompile:*f a.js", "List::operator/".
 */
#include "formats/perf/perf_sample.h"

#include "base/name_place.h"
#include "base/number.h"
#include "formats/symbols.h"
#include "model/build/builder.h"
#include "model/module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * ------------------------------------------------------------ methods of Java
 *
 * They stand so in /tmp/perf-PID.map, as perf-map-agent writes it:
 *
 *     Lfoo/Bar;::baz                            foo/Bar::baz
 *     Lfoo/Bar;::baz->Lfoo/Qux;::quux           foo/Bar::baz, and foo/Qux::quux inlined into it
 */

static const fr_bytes arrow = {"->", 2};
static const fr_bytes mark = {";::", 3};

/* Bytes of "Lfoo/Bar", or 0 where no method follows it. */
static size_t class_length(fr_bytes method)
{
    size_t i = 1;

    for (; i < method.len; i++) {
        char c = method.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
        if (!letter && !fr_is_digit(c) && !memchr("/_$-.", c, 5))
            break;
    }
    return method.len > i + mark.len && method.at[0] == 'L' && i > 1 &&
                   fr_bytes_starts(fr_perf_tail(method, i), mark)
               ? i
               : 0;
}

bool fr_java_name_last(fr_bytes *symbol, fr_bytes *method)
{
    size_t at = fr_perf_find_last(*symbol, arrow);
    bool joined = at < symbol->len;

    if (!symbol->len)
        return false;
    *method = joined ? fr_perf_tail(*symbol, at + arrow.len) : *symbol;
    symbol->len = joined ? at : 0;
    return true;
}

/* "foo/Bar::baz" of one method, in `to`, which has room for method.len bytes. */
static fr_bytes decode_java_name(fr_bytes method, char *to)
{
    size_t len = class_length(method), rest = method.len - len - 1;

    memcpy(to, method.at + 1, len - 1);
    memcpy(to + len - 1, method.at + len + 1, rest);
    return (fr_bytes){to, len - 1 + rest};
}

/*
 * ------------------------------------------------------------ lines as stackcollapse-perf.pl reads them
 *
 * FlameGraph 41fee1f: the names equal its own byte for byte.
 *
 *     <TAB>7f01 std::f(int)+0x1f (/a)       std::f
 *     <TAB>7f02 LFoo;::a->LBar;::b (/m)     LFoo:::a, LBar:::b_[i]
 *     <TAB>7f03 [unknown] (/lib/x.so)       [x.so]
 */

typedef struct compat {
    fr_bytes pc, names, module; /* `names`: one or more, joined by "->", the caller first */
} compat;

/* /(\w+)\s*(.+) \((.*)\)/: the module is what stands between the last " (" and the last ')'. */
static bool cut_module(fr_bytes text, compat *to)
{
    size_t close = 1 + fr_bytes_find_last(text, ')'), open;

    if (close > text.len || close < 3)
        return false;
    for (open = close - 2; open && !(text.at[open] == '(' && text.at[open - 1] == ' '); open--)
        continue;
    if (open < 2) /* one byte of name at least */
        return false;
    to->names = (fr_bytes){text.at, open - 1};
    to->module = (fr_bytes){text.at + open + 1, close - open - 2};
    return true;
}

/* Takes a frame line, or the frame at the end of a header line, apart. False where the script drops the line: without a
 * module, or with a name that starts with '('. */
static bool compat_split(fr_bytes line, compat *to)
{
    fr_bytes text = fr_bytes_trim(line);

    *to = (compat){.pc = fr_perf_first_word(text)};
    if (!to->pc.len || !cut_module(fr_perf_tail(text, to->pc.len), to))
        return false;
    while (to->names.len > 1 && fr_perf_blank(to->names.at[0]))
        to->names = fr_perf_tail(to->names, 1);
    to->names = fr_perf_frame_strip_offset(to->names);
    return to->names.len && to->names.at[0] != '(';
}

static size_t put(char *to, size_t at, fr_bytes text)
{
    if (text.len)
        memcpy(to + at, text.at, text.len);
    return at + text.len;
}

/* "[libfoo.so]", "[[vdso]]", "[unknown <7f01>]" */
static size_t compat_unknown(const compat *frame, bool addresses, char *to)
{
    bool known = !fr_bytes_equal(frame->module, FR_LITERAL("[unknown]"));
    size_t len = put(to, 0, FR_LITERAL("[")), base = frame->module.len;

    while (base && frame->module.at[base - 1] != '/')
        base--;
    len = put(to, len, known ? fr_perf_tail(frame->module, base) : FR_LITERAL("unknown"));
    if (addresses) {
        len = put(to, len, FR_LITERAL(" <"));
        len = put(to, len, frame->pc);
        len = put(to, len, FR_LITERAL(">"));
    }
    return put(to, len, FR_LITERAL("]"));
}

/* "net/http.(*Client).Do" */
static bool is_go_method(fr_bytes name)
{
    size_t open = fr_perf_find(name, 0, FR_LITERAL(".("));

    return fr_perf_find(name, open + 2, FR_LITERAL(").")) < name.len;
}

/* Returns where the arguments begin: "std::f(int)", but not "(anonymous namespace)::f". */
static size_t find_arguments(fr_bytes name)
{
    for (size_t i = 0; i < name.len; i++)
        if (name.at[i] == '(' &&
            !fr_bytes_starts(fr_perf_tail(name, i), FR_LITERAL("(anonymous namespace)")))
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

/* One name as the script spells it, without annotation, in `to`, which has room for all of the frame and 8 bytes. */
static fr_bytes compat_tidy(const compat *frame, fr_bytes name, bool java, bool addresses, char *to)
{
    bool unknown = fr_bytes_equal(name, FR_LITERAL("[unknown]"));
    size_t len = unknown ? compat_unknown(frame, addresses, to) : put(to, 0, name);
    fr_bytes tidied = tidy_generic(to, len);

    /* "Ljava/io/File:::read" */
    if (java && tidied.len && tidied.at[0] == 'L' && fr_bytes_find(tidied, '/') < tidied.len)
        tidied = fr_perf_tail(tidied, 1);
    return tidied;
}

static bool is_kernel(fr_bytes module)
{
    return (fr_bytes_starts(module, FR_LITERAL("[")) ||
            fr_bytes_ends(module, FR_LITERAL("vmlinux"))) &&
           !fr_bytes_contain(module, "unknown");
}

/* "/tmp/perf-7539.map" anywhere in the module */
static bool is_perf_map(fr_bytes module)
{
    const fr_bytes head = FR_LITERAL("/tmp/perf-");

    for (size_t at = 0; (at = fr_perf_find(module, at, head)) < module.len; at++) {
        size_t i = at + head.len;
        while (i < module.len && fr_is_digit(module.at[i]))
            i++;
        if (i > at + head.len && fr_bytes_starts(fr_perf_tail(module, i), FR_LITERAL(".map")))
            return true;
    }
    return false;
}

/* The kind that the script annotates the tidied name with; FR_N_KINDS for none. `inlined`: a later
 * one of several names. */
static fr_kind compat_suffix(const fr_read_options *opt, fr_bytes module, fr_bytes name,
                             bool inlined)
{
    if (inlined)
        return fr_bytes_contain(name, "_[i]") ? FR_N_KINDS : FR_KIND_INLINED;
    if ((opt->perf.annotate_kernel || opt->perf.annotate_all) && is_kernel(module))
        return FR_KIND_KERNEL;
    if ((opt->perf.annotate_jit || opt->perf.annotate_all) && is_perf_map(module) &&
        !fr_bytes_contain(name, "_[j]"))
        return FR_KIND_JIT;
    return FR_N_KINDS;
}

/* ------------------------------------------------------------ all names */

static bool fail_memory(fr_perf_names *n)
{
    return fr_builder_fail(n->b, FR_E_LIMIT, 0, 0, "out of memory");
}

void fr_perf_names_reset(fr_perf_names *n)
{
    fr_line_cache_reset(&n->comms);
    fr_line_cache_reset(&n->sources);
    free(n->off_cpu);
    free(n->text);
    free(n->module);
}

bool fr_perf_names_reserve(fr_perf_names *n, size_t need)
{
    return fr_reserve(&n->text, &n->text_cap, need, 1) || fail_memory(n);
}

/* "java", "java-123", "java-123/124", as stackcollapse-perf.pl has them; '?': the line doesn't tell. */
static fr_bytes root_name(fr_perf_names *n, const fr_perf_header *h)
{
    char pid[24] = "?", tid[24] = "?";
    int len;

    if (n->opt->perf.root == FR_ROOT_COMM)
        return h->comm;
    if (!fr_perf_names_reserve(n, h->comm.len + 64))
        return (fr_bytes){0};
    if (h->has_pid)
        snprintf(pid, sizeof pid, "%" PRId64, h->pid);
    if (h->has_tid)
        snprintf(tid, sizeof tid, "%" PRId64, h->tid);
    if (h->comm.len)
        memcpy(n->text, h->comm.at, h->comm.len);
    len = n->opt->perf.root == FR_ROOT_COMM_PID
              ? snprintf(n->text + h->comm.len, 64, "-%s", pid)
              : snprintf(n->text + h->comm.len, 64, "-%s/%s", pid, tid);
    return (fr_bytes){n->text, h->comm.len + (size_t)len};
}

/* stackcollapse-perf.pl has '_' for blanks. `name` is n->text or is copied there. */
static fr_bytes fill_blanks(fr_perf_names *n, fr_bytes name)
{
    if (n->opt->perf.compat != FR_COMPAT_STACKCOLLAPSE || fr_bytes_find(name, ' ') == name.len)
        return name;
    if (!fr_perf_names_reserve(n, name.len))
        return (fr_bytes){0};
    memmove(n->text, name.at, name.len);
    for (size_t i = 0; i < name.len; i++)
        if (n->text[i] == ' ')
            n->text[i] = '_';
    return (fr_bytes){n->text, name.len};
}

static uint32_t find_root(fr_perf_names *n, const fr_perf_header *h)
{
    bool nameless = !h->comm.len && !h->has_pid && !h->has_tid; /* perf script -F ip,sym */
    fr_bytes name = n->opt->perf.root == FR_ROOT_NONE || nameless ? (fr_bytes){0} : root_name(n, h);
    uint64_t hash;
    uint32_t frame;

    name = fill_blanks(n, name);
    if (!name.len)
        return FR_NO_ID;
    hash = fr_line_hash(&n->comms, name);
    frame = fr_line_cache_find(&n->comms, name, hash);
    if (frame == FR_LINE_UNKNOWN) {
        frame = fr_builder_named(n->b, name, FR_TEXT_RAW, FR_KIND_PROCESS, (fr_bytes){0});
        fr_line_cache_put(&n->comms, name, hash, frame);
    }
    return frame;
}

uint32_t fr_perf_names_root(fr_perf_names *n, const fr_perf_header *h)
{
    uint32_t frame;

    /* A comm is the name of a thread; only of the first thread, whose tid is the pid, it is that of the process too. */
    if (h->has_tid && n->opt->perf.root != FR_ROOT_COMM_PID && !(h->has_pid && h->pid == h->tid))
        fr_builder_stacks_are(n->b, FR_STACKS_OF_THREADS);
    if (n->comm_len && fr_bytes_equal(h->comm, (fr_bytes){n->comm, n->comm_len}))
        return n->comm_frame;
    frame = find_root(n, h);
    n->comm_len =
        n->opt->perf.root == FR_ROOT_COMM && h->comm.len <= sizeof n->comm ? h->comm.len : 0;
    if (n->comm_len)
        memcpy(n->comm, h->comm.at, n->comm_len);
    n->comm_frame = frame;
    return frame;
}

/* "[libfoo.so]" for a frame without a symbol; "[vdso]" isn't bracketed twice. */
static fr_bytes unknown_name(fr_perf_names *n, const fr_perf_frame *frame)
{
    fr_bytes base = fr_module_base(frame->module);
    bool bracketed;
    int len;

    if (!base.len)
        base = FR_LITERAL("[unknown]");
    bracketed = base.at[0] == '[';
    if (bracketed && !n->opt->perf.addresses)
        return base;
    if (!fr_perf_names_reserve(n, base.len + 64))
        return (fr_bytes){0};
    len = snprintf(n->text, base.len + 64, bracketed ? "%.*s" : "[%.*s]", (int)base.len, base.at);
    if (n->opt->perf.addresses)
        len += snprintf(n->text + len, 32, " 0x%" PRIx64, frame->ip);
    return (fr_bytes){n->text, (size_t)len};
}

/* Name and kind of a module that is not the last one. */
static void read_module(fr_perf_names *n, fr_bytes module)
{
    bool room = fr_reserve(&n->module, &n->module_cap, module.len + 1, 1) || fail_memory(n);

    n->module_name = module.len ? fr_builder_name(n->b, module, FR_TEXT_RAW) : 0;
    n->module_kind = fr_module_kind(module);
    n->module_len = room ? module.len : 0;
    if (n->module_len)
        memcpy(n->module, module.at, module.len);
}

/* True for a method, or several joined by "->". Names such as "Lfoo/Bar;::baz" are Java's only where a JIT compiler
 * wrote them. */
static bool is_java(const fr_perf_frame *frame)
{
    fr_bytes base, symbol = frame->symbol, method;
    bool good = symbol.len > 0 && symbol.at[0] == 'L';

    while (good && fr_java_name_last(&symbol, &method))
        good = class_length(method) > 0;
    if (!good)
        return false;
    base = fr_module_base(frame->module);
    return fr_bytes_starts(base, FR_LITERAL("perf-")) && fr_bytes_ends(base, FR_LITERAL(".map"));
}

bool fr_perf_names_joined(const fr_perf_frame *frame)
{
    fr_bytes names = frame->symbol, last;

    return frame->symbol.len && frame->symbol.at[0] == 'L' && is_java(frame) &&
           fr_java_name_last(&names, &last) && names.len > 0;
}

/* The symbol as its source has it; the mangled one becomes the frame's system name. */
static fr_bytes decode_symbol(fr_perf_names *n, const fr_perf_frame *frame, fr_frame *whole)
{
    fr_bytes symbol = frame->symbol;
    bool java = is_java(frame) && !fr_perf_names_joined(frame);

    if ((!java && !fr_rust_name_legacy(symbol)) || !fr_perf_names_reserve(n, 2 * symbol.len))
        return symbol;
    whole->system_name = fr_builder_name(n->b, symbol, FR_TEXT_RAW);
    return java ? decode_java_name(symbol, n->text) : fr_rust_name_decode(symbol, n->text);
}

uint32_t fr_perf_names_frame(fr_perf_names *n, const fr_perf_frame *frame)
{
    bool unknown = fr_perf_frame_unknown(frame);
    fr_frame whole = {.address = unknown && n->opt->perf.addresses ? frame->ip : 0};
    fr_bytes name = unknown ? unknown_name(n, frame) : decode_symbol(n, frame, &whole);

    n->has_symbols = n->has_symbols || !unknown;
    if (!fr_bytes_equal(frame->module, (fr_bytes){n->module, n->module_len}))
        read_module(n, frame->module);
    whole.name = fr_builder_name(n->b, name, FR_TEXT_RAW);
    whole.module = n->module_name;
    whole.kind = frame->inlined ? FR_KIND_INLINED : n->module_kind;
    /* "ffffffff8109f9f8 [unknown] ([unknown])": hidden by kptr_restrict */
    if (unknown && n->module_kind == FR_KIND_USER && fr_address_is_kernel(frame->ip))
        whole.kind = FR_KIND_KERNEL;
    if (n->opt->perf.annotate_all ||
        (n->opt->perf.annotate_kernel && whole.kind == FR_KIND_KERNEL) ||
        (n->opt->perf.annotate_jit && whole.kind == FR_KIND_JIT))
        whole.kind |= FR_KIND_ANNOTATED; /* folded stacks shall tell the kind */
    return fr_builder_intern(n->b, &whole);
}

/* One name of a line as the script has it; `inlined`: a later one of several joined by "->", `java`: comm starts so. */
static uint32_t compat_name(fr_perf_names *n, const compat *line, fr_bytes name, bool inlined,
                            bool java)
{
    fr_frame whole = {0};
    fr_bytes tidied;
    fr_kind suffix;

    /* "[unknown <>]" at most */
    if (!fr_perf_names_reserve(n, line->names.len + line->module.len + line->pc.len + 8))
        return FR_NO_ID;
    if (!fr_bytes_equal(line->module, (fr_bytes){n->module, n->module_len}))
        read_module(n, line->module);
    tidied = compat_tidy(line, name, java, n->opt->perf.addresses, n->text);
    suffix = compat_suffix(n->opt, line->module, tidied, inlined);
    n->has_symbols = n->has_symbols || !fr_bytes_equal(name, FR_LITERAL("[unknown]"));
    whole.name = fr_builder_spelling(n->b, tidied, FR_TEXT_RAW);
    whole.module = n->module_name;
    whole.kind = suffix != FR_N_KINDS ? suffix | FR_KIND_ANNOTATED : n->module_kind;
    return fr_builder_intern(n->b, &whole);
}

bool fr_perf_samples_push_compat(fr_perf_samples *s, fr_bytes line)
{
    compat frame;
    fr_bytes names, name;

    if (!compat_split(line, &frame))
        return false;
    names = frame.names;
    while (fr_bytes_ends(names, FR_LITERAL("->")))
        names.len -= 2;
    while (fr_java_name_last(&names, &name))
        fr_perf_samples_push(
            s, compat_name(&s->names, &frame, name, name.at > frame.names.at, s->java));
    return true;
}

/* ------------------------------------------------------------ lines of source */

/* "foo" and "a.c:12" -> "foo:a.c:12". The frame's name is copied first: the table may move. */
static uint32_t join_source(fr_perf_names *n, uint32_t frame, fr_bytes source)
{
    fr_bytes name = fr_builder_frame_name(n->b, frame);
    size_t len = name.len + 1 + source.len;

    if (!fr_perf_names_reserve(n, len))
        return 0;
    memcpy(n->text, name.at, name.len);
    n->text[name.len] = ':';
    memcpy(n->text + name.len + 1, source.at, source.len);
    return fr_builder_name(n->b, (fr_bytes){n->text, len}, FR_TEXT_RAW);
}

static uint32_t make_sourced(fr_perf_names *n, uint32_t frame, const fr_perf_source *source)
{
    fr_frame whole = fr_builder_frame_at(n->b, frame);

    if (source->inlined)
        whole.kind = FR_KIND_INLINED | (n->opt->perf.annotate_all ? FR_KIND_ANNOTATED : 0);
    if (source->file.len) {
        whole.file = fr_builder_name(n->b, source->file, FR_TEXT_RAW);
        whole.line = source->line;
        if (n->opt->perf.srcline)
            whole.name = join_source(n, frame, source->text);
    }
    return fr_builder_intern(n->b, &whole);
}

/* The bytes that a frame and its source are known by, in n->text; "" without memory. */
static fr_bytes source_key(fr_perf_names *n, uint32_t frame, const fr_perf_source *source)
{
    size_t len = sizeof frame + 1 + source->text.len;

    if (!fr_perf_names_reserve(n, len))
        return (fr_bytes){0};
    memcpy(n->text, &frame, sizeof frame);
    n->text[sizeof frame] = source->inlined ? 'i' : ' ';
    if (source->text.len)
        memcpy(n->text + sizeof frame + 1, source->text.at, source->text.len);
    return (fr_bytes){n->text, len};
}

uint32_t fr_perf_names_source(fr_perf_names *n, uint32_t frame, const fr_perf_source *source)
{
    fr_bytes key;
    uint64_t hash;
    uint32_t sourced;

    if (!source->file.len && !source->inlined)
        return frame;
    key = source_key(n, frame, source);
    hash = fr_line_hash(&n->sources, key);
    sourced = fr_line_cache_find(&n->sources, key, hash);
    if (sourced != FR_LINE_UNKNOWN)
        return sourced;
    sourced = make_sourced(n, frame, source); /* which uses n->text too */
    fr_line_cache_put(&n->sources, source_key(n, frame, source), hash, sourced);
    return sourced;
}

/* "a.c:12 (inlined)", "a.c:12 (discriminator 3)" */
static bool cut_note(fr_bytes *text, const char *head)
{
    size_t open = text->len;

    while (open && text->at[open - 1] != '(')
        open--;
    if (open < 3 || text->at[open - 2] != ' ' || text->at[text->len - 1] != ')' ||
        !fr_bytes_starts(fr_perf_tail(*text, open), fr_bytes_of(head)))
        return false;
    *text = fr_perf_trim_end(fr_perf_head(*text, open - 1));
    return true;
}

/* "app[7f02]", "[kernel.kallsyms][ffffffff821f8b58]" */
static bool ends_in_address(fr_bytes text)
{
    size_t i = text.len ? text.len - 1 : 0;

    if (!i || text.at[i] != ']')
        return false;
    while (i && strchr("0123456789abcdefx", text.at[i - 1]) && text.at[i - 1])
        i--;
    return i > 1 && i + 1 < text.len && text.at[i - 1] == '[';
}

static bool read_position(fr_bytes text, fr_perf_source *source)
{
    size_t colon = fr_bytes_find_last(text, ':');
    uint64_t line;

    if (!colon || colon == text.len || !fr_parse_u64(fr_perf_tail(text, colon + 1), &line) ||
        line > UINT32_MAX)
        return false;
    source->text = text;
    source->file = fr_perf_head(text, colon);
    source->line = (uint32_t)line;
    if (fr_bytes_equal(source->file, FR_LITERAL("??")))
        source->file = source->text = (fr_bytes){0};
    return true;
}

/*
 * Reads the line of source below a frame, of perf script -F +srcline, as tools/perf/util/srcline.c and map.c print it;
 * false where `line` is none.
 *
 *     <TAB>7f01 foo (/a)
 *       entry.S:10                        file and line
 *       a.c:12 (inlined)                  an inlined frame, which has no module
 *       libc.so.6[11634]                  perf knew none
 */
static bool parse_source(fr_bytes line, fr_perf_source *source)
{
    fr_bytes text = fr_bytes_trim(line);

    *source = (fr_perf_source){0};
    if (line.len < 3 || line.at[0] != ' ' || line.at[1] != ' ' || line.at[2] == ' ')
        return false;
    source->inlined = cut_note(&text, "inlined)");
    (void)cut_note(&text, "discriminator ");
    return read_position(text, source) || ends_in_address(text);
}

bool fr_perf_samples_source(fr_perf_samples *s, fr_bytes line)
{
    uint32_t *frame = s->n_frames ? &s->frames[s->n_frames - 1] : &s->inline_frame;
    size_t n = s->n_frames + (s->inline_frame != FR_NO_ID);
    fr_perf_source source;

    if (s->opt->perf.compat == FR_COMPAT_STACKCOLLAPSE || n == s->n_sourced || *frame == FR_NO_ID ||
        !parse_source(line, &source))
        return false;
    s->n_sourced = n;
    *frame = fr_perf_names_source(&s->names, *frame, &source);
    return true;
}
