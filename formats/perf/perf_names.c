/* perf_names.c - names as they are written to be read: roots, unknown functions, Rust's symbols. */
#include "formats/perf/perf_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/unknown.h"
#include "formats/perf/java_name.h"
#include "formats/perf/perf_compat.h"
#include "formats/perf/rust_name.h"
#include "model/module.h"

static void fail_memory(fr_perf_names *n)
{
    fr_builder_fail(n->b, FR_E_LIMIT, 0, 0, "memory ran out");
}

void fr_perf_names_init(fr_perf_names *n, fr_builder *b, const fr_read_options *opt)
{
    *n = (fr_perf_names){.b = b, .opt = opt};
    n->comms.seed = n->sources.seed = fr_hash_seed();
}

void fr_perf_names_reset(fr_perf_names *n)
{
    fr_line_cache_reset(&n->comms);
    fr_line_cache_reset(&n->sources);
    free(n->off_cpu);
    free(n->text);
    free(n->module);
}

/* Room for `need` bytes of n->text. */
bool fr_perf_names_reserve(fr_perf_names *n, size_t need)
{
    char *text = fr_grow(n->text, &n->text_cap, need, 1);

    if (!text) {
        fail_memory(n);
        return false;
    }
    n->text = text;
    return true;
}

/* "java", "java-123", "java-123/124", as stackcollapse-perf.pl has them; '?': the line doesn't
 * tell.
 */
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

/* The outermost frame; FR_NO_ID for none. */
uint32_t fr_perf_names_root(fr_perf_names *n, const fr_perf_header *h)
{
    uint32_t frame;

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
    char *copy = fr_grow(n->module, &n->module_cap, module.len + 1, 1);

    n->module_name = module.len ? fr_builder_name(n->b, module, FR_TEXT_RAW) : 0;
    n->module_kind = fr_module_kind(module);
    n->module_len = 0;
    if (!copy) {
        fail_memory(n);
        return;
    }
    n->module = copy;
    n->module_len = module.len;
    if (module.len)
        memcpy(copy, module.at, module.len);
}

/* Names such as "Lfoo/Bar;::baz" are Java's only where a JIT compiler wrote them. */
static bool is_java(const fr_perf_frame *frame)
{
    fr_bytes base;

    if (!fr_java_name_is(frame->symbol))
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
    return java ? fr_java_name_decode(symbol, n->text) : fr_rust_name_decode(symbol, n->text);
}

/* Returns true if folded stacks shall tell the kind. */
static bool is_annotated(const fr_read_options *opt, uint32_t kind)
{
    return opt->perf.annotate_all || (opt->perf.annotate_kernel && kind == FR_KIND_KERNEL) ||
           (opt->perf.annotate_jit && kind == FR_KIND_JIT);
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
    if (is_annotated(n->opt, whole.kind))
        whole.kind |= FR_KIND_ANNOTATED;
    return fr_builder_intern(n->b, &whole);
}

uint32_t fr_perf_names_compat(fr_perf_names *n, const fr_perf_compat *line, fr_bytes name,
                              bool inlined, bool java)
{
    fr_frame whole = {0};
    fr_bytes tidied;
    fr_kind suffix;

    if (!fr_perf_names_reserve(n, fr_perf_compat_room(line)))
        return FR_NO_ID;
    if (!fr_bytes_equal(line->module, (fr_bytes){n->module, n->module_len}))
        read_module(n, line->module);
    tidied = fr_perf_compat_tidy(line, name, java, n->opt->perf.addresses, n->text);
    suffix = fr_perf_compat_suffix(n->opt, line->module, tidied, inlined);
    n->has_symbols = n->has_symbols || !fr_bytes_equal(name, FR_LITERAL("[unknown]"));
    whole.name = fr_builder_spelling(n->b, tidied, FR_TEXT_RAW);
    whole.module = n->module_name;
    whole.kind = suffix != FR_N_KINDS ? suffix | FR_KIND_ANNOTATED : n->module_kind;
    return fr_builder_intern(n->b, &whole);
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

/* ------------------------------------------------------------ waits */

uint32_t fr_perf_names_off_cpu(fr_perf_names *n, uint32_t frame)
{
    uint32_t *known = fr_grow(n->off_cpu, &n->off_cpu_cap, (size_t)frame + 1, sizeof *known);
    fr_frame whole;

    if (!known) {
        fail_memory(n);
        return frame;
    }
    n->off_cpu = known;
    for (; n->n_off_cpu <= frame; n->n_off_cpu++)
        known[n->n_off_cpu] = 0;
    if (!known[frame]) {
        whole = fr_builder_frame_at(n->b, frame);
        whole.kind = FR_KIND_OFF_CPU;
        known[frame] = fr_builder_intern(n->b, &whole);
    }
    return known[frame];
}
