/*
 * perf_script.c - the text of `perf script` (Linux perf 3.x to 6.x, simpleperf's report-sample).
 *
 *     java 12688 [002] 6544038.708352:     34467 cycles:u:
 *     <TAB>ffffffff8103ce3b native_safe_halt+0xb ([kernel.kallsyms])
 *     <TAB>    7f0000000002 main (/usr/bin/app)
 *     (empty line)
 *
 * Lines stream through the input's window and are never copied. A frame line is recognised by its
 * bytes (line_cache.h); only lines seen for the first time, and headers, are parsed. A sample ends
 * at an empty line, at the next header or at the end of the text, so neither a missing blank line
 * nor a missing last one loses or mixes stacks. docs/formats-perf-script.md has the details.
 *
 * Left out: source lines and branch stacks (counted), off-CPU times, symbolising.
 */
#include <inttypes.h>
#include <stdio.h>

#include "formats/perf_line.h"
#include "formats/perf_sample.h"
#include "formats/perf_survey.h"
#include "formats/reader.h"

#define ANNEX         (FR_LINE_UNKNOWN - 1) /* value in the cache: no frame, to be skipped */
#define PENDING_BYTES 512
#define BATCH_LINES   32

typedef struct script {
    fr_perf_samples samples;
    fr_line_cache lines; /* frame lines -> frames */
    fr_builder *b;
    uint64_t line;
    fr_perf_form form;
    bool cut; /* inside of a line that was cut */
    uint64_t n_orphans;
    /* A line that is a header only if a frame follows: "java 12", of -F comm,tid,ip,sym. */
    char pending[PENDING_BYTES];
    size_t pending_len;
    uint64_t pending_line;
} script;

static void skip_line(script *r, fr_bytes line)
{
    fr_builder_note(r->b, FR_NOTE_SKIPPED_LINE, r->line, fr_bytes_trim(line));
}

/* ------------------------------------------------------------ lines that may be headers */

static void set_pending(script *r, fr_bytes line)
{
    r->pending_len = line.len < PENDING_BYTES ? line.len : PENDING_BYTES;
    memcpy(r->pending, line.at, r->pending_len);
    r->pending_line = r->line;
}

/* No frame followed. */
static void drop_pending(script *r)
{
    if (r->pending_len)
        fr_builder_note(r->b, FR_NOTE_SKIPPED_LINE, r->pending_line,
                        fr_bytes_trim((fr_bytes){r->pending, r->pending_len}));
    r->pending_len = 0;
}

static bool begin_pending(script *r)
{
    fr_bytes line = {r->pending, r->pending_len};
    fr_perf_header header;

    if (!r->pending_len)
        return false;
    if (!fr_perf_header_untimed(line, &header)) {
        if (r->form != FR_PERF_FORM_BARE)
            return false;
        fr_perf_header_bare(line, &header);
    }
    r->pending_len = 0;
    fr_perf_samples_begin(&r->samples, &header, r->pending_line);
    return true;
}

/* ------------------------------------------------------------ one function per kind of line */

static void end_sample(script *r)
{
    drop_pending(r);
    fr_perf_samples_end(&r->samples);
}

static void read_header(script *r, const fr_perf_header *header)
{
    drop_pending(r);
    fr_perf_samples_begin(&r->samples, header, r->line);
}

static void read_untimed(script *r, fr_bytes line, const fr_perf_header *header)
{
    if (r->form != FR_PERF_FORM_TIMED) {
        read_header(r, header);
    } else if (r->samples.open) {
        skip_line(r, line);
    } else {
        drop_pending(r);
        set_pending(r, line);
    }
}

static void read_other(script *r, fr_bytes line)
{
    if (r->samples.open) {
        skip_line(r, line);
        return;
    }
    drop_pending(r);
    set_pending(r, line);
}

/* "<TAB>7f01 foo (/a)" after a blank line, of perf script -F ip,sym,dso; without -g there are
 * neither tabs nor blank lines, and each frame is a sample. */
static bool begin_headless(script *r, fr_bytes line)
{
    const fr_perf_header nothing = {0};

    if (r->form != FR_PERF_FORM_HEADLESS)
        return false;
    if (!r->samples.open || line.at[0] != '\t')
        read_header(r, &nothing);
    return true;
}

/* Whether the frame of `line` is of a sample that is read. */
static bool takes_frame(script *r, fr_bytes line)
{
    if (begin_headless(r, line) || r->samples.open || begin_pending(r))
        return !r->samples.ignored;
    drop_pending(r);
    r->n_orphans++;
    fr_builder_note(r->b, FR_NOTE_ORPHAN_FRAME, r->line, fr_bytes_trim(line));
    return false;
}

static void read_frame(script *r, uint32_t frame, fr_bytes line)
{
    if (takes_frame(r, line))
        fr_perf_samples_push(&r->samples, frame);
}

static void read_new_frame(script *r, const fr_perf_frame *parsed, fr_bytes line, uint64_t hash)
{
    uint32_t frame;

    if (r->samples.opt->compat == FR_COMPAT_STACKCOLLAPSE) {
        /* several frames, or names that depend on the comm */
        if (takes_frame(r, line) && !fr_perf_samples_push_compat(&r->samples, line))
            fr_builder_note(r->b, FR_NOTE_REJECTED_LINE, r->line, fr_bytes_trim(line));
        return;
    }
    frame = fr_perf_names_frame(&r->samples.names, parsed);
    fr_line_cache_put(&r->lines, line, hash, frame);
    read_frame(r, frame, line);
}

static void read_annex(script *r, fr_bytes line)
{
    if (!r->samples.open) { /* "  958", of perf script -F tid,ip,sym */
        read_other(r, line);
        return;
    }
    drop_pending(r);
    if (!r->samples.ignored && !fr_perf_samples_source(&r->samples, line))
        skip_line(r, line);
}

/* "PERF_RECORD_LOST lost 55", "PERF_RECORD_MMAP2 1/2: ..." */
static void read_record(script *r, const fr_perf_header *header)
{
    end_sample(r);
    fr_perf_samples_record(&r->samples, header, r->line);
}

/* "<TAB>foo (/a)": a frame that cannot be read. */
static void read_no_frame(script *r, fr_bytes line)
{
    drop_pending(r);
    if (!r->samples.ignored)
        fr_builder_note(r->b, FR_NOTE_REJECTED_LINE, r->line, fr_bytes_trim(line));
}

/* A line that the cache doesn't know. */
static void read_new_line(script *r, fr_bytes line, uint64_t hash)
{
    fr_perf_line parsed;

    fr_perf_line_read(line, &parsed);
    switch (parsed.kind) {
    case FR_PERF_BLANK:
        end_sample(r);
        break;
    case FR_PERF_COMMENT:
        drop_pending(r);
        fr_perf_provenance_read(&r->samples.provenance, line);
        break;
    case FR_PERF_HEADER:
        read_header(r, &parsed.header);
        break;
    case FR_PERF_UNTIMED:
        read_untimed(r, line, &parsed.header);
        break;
    case FR_PERF_RECORD:
        read_record(r, &parsed.header);
        break;
    case FR_PERF_FRAME:
        read_new_frame(r, &parsed.frame, line, hash);
        break;
    case FR_PERF_ANNEX:
        fr_line_cache_put(&r->lines, line, hash, ANNEX);
        read_annex(r, line);
        break;
    case FR_PERF_NO_FRAME:
        read_no_frame(r, line);
        break;
    case FR_PERF_OTHER:
        read_other(r, line);
        break;
    }
}

static void read_line(script *r, fr_bytes line, uint64_t hash)
{
    uint32_t value;

    r->line++;
    if (line.len == 0) {
        end_sample(r);
        return;
    }
    if (line.at[0] == '\t' && r->samples.ignored)
        return;
    value = fr_line_cache_find(&r->lines, line, hash);
    if (value == FR_LINE_UNKNOWN)
        read_new_line(r, line, hash);
    else if (value == ANNEX)
        read_annex(r, line);
    else
        read_frame(r, value, line);
}

/* ------------------------------------------------------------ the loop */

/* Lines ahead of the one being read, so that what the cache knows of them is on its way. */
typedef struct batch {
    fr_bytes lines[BATCH_LINES];
    uint64_t hashes[BATCH_LINES];
    size_t n;
} batch;

static fr_bytes cut_return(fr_bytes line)
{
    return (fr_bytes){line.at, line.len - (line.len && line.at[line.len - 1] == '\r')};
}

/* The next whole lines of `text`; returns the bytes they take. */
static size_t gather_lines(const script *r, fr_bytes text, batch *ahead)
{
    const char *at = text.at, *end = text.at + text.len, *newline;

    for (ahead->n = 0; ahead->n < BATCH_LINES && at < end; ahead->n++, at = newline + 1) {
        fr_bytes line;
        newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline)
            break;
        line = cut_return((fr_bytes){at, (size_t)(newline - at)});
        ahead->lines[ahead->n] = line;
        ahead->hashes[ahead->n] = fr_line_hash(&r->lines, line);
        fr_line_cache_fetch_slot(&r->lines, ahead->hashes[ahead->n]);
    }
    for (size_t i = 0; i < ahead->n; i++)
        fr_line_cache_fetch_line(&r->lines, ahead->hashes[i]);
    return (size_t)(at - text.at);
}

/* Reads the whole lines of the window; returns the bytes used. */
static size_t read_lines(script *r, fr_bytes window)
{
    size_t used = 0, taken;
    batch ahead;

    do {
        taken = gather_lines(r, (fr_bytes){window.at + used, window.len - used}, &ahead);
        for (size_t i = 0; i < ahead.n; i++) {
            if (!r->cut)
                read_line(r, ahead.lines[i], ahead.hashes[i]);
            r->cut = false;
        }
        used += taken;
    } while (taken > 0);
    return used;
}

/* The window is one piece of a line: the first piece is read, the others are passed over. */
static size_t read_piece(script *r, fr_bytes window, bool last)
{
    fr_bytes line = cut_return(window);

    if (!r->cut)
        read_line(r, line, fr_line_hash(&r->lines, line));
    if (!r->cut && !last)
        fr_builder_note(r->b, FR_NOTE_CUT_NAME, r->line,
                        FR_LITERAL("a line of more than 1 MiB is read up to there"));
    r->cut = true;
    return window.len;
}

static void report_progress(const fr_input *in, const fr_read_options *opt)
{
    uint64_t done, size;

    if (!opt->progress)
        return;
    fr_input_progress(in, &done, &size);
    opt->progress(opt->progress_arg, done, size);
}

static void read_all(script *r, fr_input *in)
{
    size_t rest = 0;
    bool last = false;

    while (!last && !fr_builder_failed(r->b)) {
        fr_bytes window = fr_input_fill(in, rest + 1);
        size_t used = read_lines(r, window);
        last = window.len <= rest;
        if (used == 0 && window.len > 0 && (last || window.len >= FR_INPUT_BLOCK))
            used = read_piece(r, window, last);
        fr_input_skip(in, used);
        rest = window.len - used;
        report_progress(in, r->samples.opt);
    }
}

/* Not one sample: says what there was. */
static void fail_empty(script *r)
{
    if (r->n_orphans) {
        fr_builder_fail(r->b, FR_E_FORMAT, 0, 0, "%" PRIu64 " frames, but no line starts a sample",
                        r->n_orphans);
        fr_builder_hint(r->b,
                        "perf script -F comm,tid,time,event,ip,sym,dso prints what is needed");
        return;
    }
    fr_builder_fail(r->b, FR_E_EMPTY, 0, 0, "no sample in %" PRIu64 " lines", r->line);
    fr_builder_hint(r->b, "the text of 'perf script' was expected");
}

void fr_perf_script_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    script r = {.b = b, .lines = {.seed = fr_hash_seed()}};

    fr_perf_samples_init(&r.samples, b, opt, choice);
    r.form = fr_perf_survey(fr_input_fill(in, FR_PROBE_BYTES));
    read_all(&r, in);
    drop_pending(&r);
    fr_perf_samples_finish(&r.samples);
    if (!fr_builder_failed(b) && r.samples.n_read == 0)
        fail_empty(&r);
    fr_perf_samples_reset(&r.samples);
    fr_line_cache_reset(&r.lines);
}

/* ------------------------------------------------------------ probe */

static bool has_inline_frame(const fr_perf_header *header)
{
    fr_perf_frame frame;

    return fr_perf_frame_parse_inline(header->rest, &frame);
}

static bool begins_or_ends(fr_perf_line_kind kind)
{
    return kind == FR_PERF_HEADER || kind == FR_PERF_UNTIMED || kind == FR_PERF_OTHER ||
           kind == FR_PERF_BLANK;
}

/* A frame below `before`: the last line that may begin or end a sample. */
static int score_frame(const fr_perf_frame *frame, fr_perf_line_kind before)
{
    bool headed = before == FR_PERF_UNTIMED || before == FR_PERF_OTHER;
    bool modular = frame->module.len || frame->inlined;

    if (before == FR_PERF_HEADER || (headed && modular))
        return 60;
    return headed || modular ? 10 : 0;
}

static int score_line(const fr_perf_line *line, fr_perf_line_kind before)
{
    if (line->kind == FR_PERF_FRAME)
        return score_frame(&line->frame, before);
    if (line->kind == FR_PERF_HEADER)
        return has_inline_frame(&line->header) ? 60 : 10;
    if (line->kind == FR_PERF_UNTIMED)
        return has_inline_frame(&line->header)             ? 60
               : fr_bytes_trim(line->header.rest).len == 0 ? 10
                                                           : 0;
    return 0;
}

int fr_perf_script_probe(fr_bytes head, bool whole)
{
    fr_perf_line_kind before = FR_PERF_BLANK;
    fr_perf_line parsed;
    fr_bytes line;
    int score = 0;

    while (score < 60 && fr_perf_next_line(&head, whole, &line)) {
        int found;
        fr_perf_line_read(line, &parsed);
        found = score_line(&parsed, before);
        score = found > score ? found : score;
        if (begins_or_ends(parsed.kind))
            before = parsed.kind;
    }
    return score;
}
