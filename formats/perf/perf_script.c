/*
 * perf_script.c - the text of `perf script` (Linux perf 3.x to 6.x, simpleperf's report-sample).
 *
 *     java 12688 [002] 6544038.708352:     34467 cycles:u:
 *     <TAB>ffffffff8103ce3b native_safe_halt+0xb ([kernel.kallsyms])
 *     <TAB>    7f0000000002 main (/usr/bin/app)
 *     (empty line)
 *
 * Lines stream through the input's window and are never copied. The plain path reads line by line and takes everything.
 * The fast way reads a whole ordinary sample at a time (fast/perf_memo.c). A sample ends at an empty line, at the
 * next header or at the end of the text, so neither a missing blank line nor a missing last one loses or mixes stacks.
 * docs/formats-perf-script.md has the details; perf_offcpu.c adds up off-CPU times.
 *
 * Omitted: source lines and branch stacks (counted), symbolising.
 */
#include "formats/perf/perf_script.h"

#include "formats/lines.h"
#include "formats/split.h"
#include "model/build/builder_merge.h"

#include <inttypes.h>
#include <stdlib.h>

#define SAMPLE_BYTES ((size_t)64 << 10) /* larger ones are read line by line */

/* ------------------------------------------------------------ the beginning: which form the headers have */

typedef struct survey {
    size_t n[FR_PERF_FORM_HEADLESS + 1];
    fr_perf_line_kind above; /* the line before, where no sample is open */
    bool open;
} survey;

static void count_line(survey *s, const fr_perf_line *line)
{
    fr_perf_frame frame;

    if (line->kind == FR_PERF_FRAME && !s->open) {
        s->n[FR_PERF_FORM_UNTIMED] += s->above == FR_PERF_UNTIMED;
        s->n[FR_PERF_FORM_BARE] += s->above == FR_PERF_OTHER || s->above == FR_PERF_ANNEX;
        s->n[FR_PERF_FORM_HEADLESS] +=
            s->above == FR_PERF_BLANK && fr_perf_frame_sure(&line->frame);
        s->open = true;
    } else if (line->kind == FR_PERF_BLANK || !s->open) {
        s->open = false;
        s->above = line->kind == FR_PERF_COMMENT ? FR_PERF_BLANK : line->kind;
    }
    s->n[FR_PERF_FORM_TIMED] += line->kind == FR_PERF_HEADER;
    s->n[FR_PERF_FORM_UNTIMED] +=
        line->kind == FR_PERF_UNTIMED && fr_perf_frame_parse_inline(line->header.rest, &frame);
}

/* Chooses the most frequent form, the surer one of equals: a comm such as "job 42" makes single headers
 * look as if they had a tid. */
static fr_perf_form survey_form(fr_bytes head)
{
    survey s = {.above = FR_PERF_BLANK};
    fr_perf_form best = FR_PERF_FORM_TIMED;
    fr_perf_line parsed;
    fr_bytes line;

    while (fr_lines_cut(&head, true, &line)) {
        fr_perf_line_read(line, &parsed);
        count_line(&s, &parsed);
    }
    for (fr_perf_form form = FR_PERF_FORM_UNTIMED; form <= FR_PERF_FORM_HEADLESS; form++)
        if (s.n[form] > s.n[best])
            best = form;
    return s.n[FR_PERF_FORM_TIMED] + s.n[best] == 0 ? FR_PERF_FORM_BARE : best;
}

/* ------------------------------------------------------------ how far apart samples are */

#define TRACKS_MAX    64
#define DISTANCES_MAX 1024
#define LEAST         8

/* The last sample of a thread and event. */
typedef struct track {
    int64_t tid, time_ns;
    uint64_t event;
} track;

typedef struct distances {
    track tracks[TRACKS_MAX];
    size_t n_tracks;
    int64_t ns[DISTANCES_MAX];
    size_t n;
} distances;

static void add_sample(distances *d, const fr_perf_header *h)
{
    track now = {h->tid, h->time_ns, fr_bytes_hash(h->event, 1)};
    size_t i = 0;

    while (i < d->n_tracks && (d->tracks[i].tid != now.tid || d->tracks[i].event != now.event))
        i++;
    if (i == TRACKS_MAX)
        return;
    if (i == d->n_tracks)
        d->n_tracks++;
    else if (now.time_ns > d->tracks[i].time_ns && d->n < DISTANCES_MAX)
        d->ns[d->n++] = now.time_ns - d->tracks[i].time_ns;
    d->tracks[i] = now;
}

static int order(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

/* Returns the median time between two samples of a thread, of events other than switches, in nanoseconds: a sample stands
 * for so much where nothing says it. 0: too few to tell. */
static int64_t survey_interval(fr_bytes head)
{
    distances *d = calloc(1, sizeof *d);
    fr_perf_line parsed;
    int64_t median = 0;
    fr_bytes line;

    while (d && fr_lines_cut(&head, true, &line)) {
        fr_perf_line_read(line, &parsed);
        if (parsed.kind == FR_PERF_HEADER && parsed.header.has_time && parsed.header.has_tid &&
            !fr_perf_switch_event(parsed.header.event))
            add_sample(d, &parsed.header);
    }
    if (d && d->n >= LEAST) {
        qsort(d->ns, d->n, sizeof *d->ns, order);
        median = d->ns[d->n / 2];
    }
    free(d);
    return median;
}

/* ------------------------------------------------------------ perf script text or another, and where samples begin */

/* "cycles:  7f01 foo (/a)": a header and its only frame. Without a module it may be any table. */
static int score_inline_frame(const fr_perf_header *header)
{
    fr_perf_frame frame;

    if (!fr_perf_frame_parse_inline(header->rest, &frame))
        return 0;
    return frame.module.len || frame.inlined ? 60 : 10;
}

/* A frame below `before`: the last line that may begin or end a sample. */
static int score_frame(const fr_perf_frame *frame, fr_perf_line_kind before)
{
    bool headed = before == FR_PERF_UNTIMED || before == FR_PERF_OTHER;
    bool modular = frame->module.len || frame->inlined;

    if (before == FR_PERF_HEADER || (headed && modular))
        return 60;
    return headed || fr_perf_frame_sure(frame) ? 10 : 0;
}

static int score_line(const fr_perf_line *line, fr_perf_line_kind before)
{
    if (line->kind == FR_PERF_FRAME)
        return score_frame(&line->frame, before);
    if (line->kind == FR_PERF_HEADER)
        return score_inline_frame(&line->header) > 10 ? 60 : 10;
    if (line->kind == FR_PERF_RECORD)
        return line->header.has_time ? 10 : 0;
    if (line->kind != FR_PERF_UNTIMED)
        return 0;
    return fr_bytes_trim(line->header.rest).len == 0 ? 10 : score_inline_frame(&line->header);
}

/* Lines by whether they have a place in perf script text. Comments, blank lines and what belongs to a
 * frame have one in every text. */
typedef struct tally {
    size_t fit, misfit, waiting; /* waiting: may be a header, which the next line tells */
    int best;                    /* the score of the best line */
} tally;

static void tally_line(tally *t, const fr_perf_line *line, int found)
{
    fr_perf_line_kind kind = line->kind;
    bool vague = kind == FR_PERF_UNTIMED || kind == FR_PERF_OTHER;
    bool below = kind == FR_PERF_FRAME && found > 0; /* of a header, which what waits is then */

    t->best = found > t->best ? found : t->best;
    if (kind == FR_PERF_COMMENT || kind == FR_PERF_ANNEX)
        return;
    *(below ? &t->fit : &t->misfit) += t->waiting;
    t->fit += below || kind == FR_PERF_HEADER || kind == FR_PERF_RECORD || (vague && found >= 60);
    t->misfit += kind == FR_PERF_NO_FRAME || (kind == FR_PERF_FRAME && !below);
    t->waiting = vague && found == 0; /* a frame may follow */
}

int fr_perf_script_probe(fr_bytes head, bool whole)
{
    fr_perf_line_kind before = FR_PERF_BLANK;
    fr_perf_line parsed;
    tally t = {0};
    fr_bytes line;
    size_t misfit;

    while (fr_lines_cut(&head, whole, &line)) {
        fr_perf_line_read(line, &parsed);
        tally_line(&t, &parsed, score_line(&parsed, before));
        if (parsed.kind == FR_PERF_HEADER || parsed.kind == FR_PERF_UNTIMED ||
            parsed.kind == FR_PERF_OTHER || parsed.kind == FR_PERF_BLANK)
            before = parsed.kind;
        else if (parsed.kind == FR_PERF_ANNEX && before == FR_PERF_BLANK)
            before = FR_PERF_OTHER; /* "  958", of perf script -F tid,ip,sym */
    }
    /* The best line is believed where the others fit too. */
    misfit = t.misfit + t.waiting;
    if (misfit > t.fit)
        return 0;
    return misfit * 4 > t.fit && t.best > 10 ? 10 : t.best;
}

/* An empty line ends a sample, a header begins one, whatever was before. */
size_t fr_perf_script_boundary(fr_bytes text)
{
    fr_bytes rest = text, line;
    fr_perf_line parsed;

    while (fr_lines_cut(&rest, false, &line)) {
        fr_perf_line_read(line, &parsed);
        if (parsed.kind == FR_PERF_BLANK)
            return text.len - rest.len;
        if (parsed.kind == FR_PERF_HEADER)
            return (size_t)(line.at - text.at);
    }
    return text.len;
}

/* ------------------------------------------------------------ lines that may be headers */

typedef fr_perf_script script;

static void skip_line(script *r, fr_bytes line)
{
    fr_builder_note(r->b, FR_NOTE_SKIPPED_LINE, r->line, fr_bytes_trim(line));
}

/* No frame followed. */
static void drop_pending(script *r)
{
    if (r->pending_len)
        fr_builder_note(r->b, FR_NOTE_SKIPPED_LINE, r->pending_line,
                        fr_bytes_trim((fr_bytes){r->pending, r->pending_len}));
    r->n_misfits += r->pending_len > 0;
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

static void read_other(script *r, fr_bytes line)
{
    if (r->samples.open) {
        skip_line(r, line);
        return;
    }
    drop_pending(r);
    r->pending_len = line.len < sizeof r->pending ? line.len : sizeof r->pending;
    memcpy(r->pending, line.at, r->pending_len);
    r->pending_line = r->line;
}

/* Returns true if the frame of `line` is part of a sample that is read. */
static bool takes_frame(script *r, fr_bytes line)
{
    const fr_perf_header nothing = {0};

    /* "<TAB>7f01 foo (/a)" after a blank line, of perf script -F ip,sym,dso; without -g there are
     * neither tabs nor blank lines, and each frame is a sample. */
    if (r->form == FR_PERF_FORM_HEADLESS && (!r->samples.open || line.at[0] != '\t'))
        read_header(r, &nothing);
    if (r->form == FR_PERF_FORM_HEADLESS || r->samples.open || begin_pending(r))
        return !r->samples.ignored;
    drop_pending(r);
    r->n_orphans++;
    r->n_misfits++;
    fr_builder_note(r->b, FR_NOTE_ORPHAN_FRAME, r->line, fr_bytes_trim(line));
    return false;
}

static void read_frame(script *r, uint32_t frame, fr_bytes line)
{
    if (takes_frame(r, line))
        fr_perf_samples_push(&r->samples, frame);
}

/* `key`: of the line; NULL where lines are not remembered. */
static void remember(script *r, const fr_perf_key *key, uint32_t value)
{
    if (key)
        fr_perf_memo_put(&r->memo, key, value);
}

/* Adds the methods of a line that joins several: the last is the innermost. */
static void push_joined(fr_perf_samples *s, const fr_perf_frame *frame)
{
    fr_perf_frame method = *frame;
    fr_bytes names = frame->symbol;

    while (fr_java_name_last(&names, &method.symbol)) {
        method.inlined = names.len > 0;
        fr_perf_samples_push(s, fr_perf_names_frame(&s->names, &method));
    }
}

static void read_new_frame(script *r, const fr_perf_frame *parsed, fr_bytes line,
                           const fr_perf_key *key)
{
    uint32_t frame;

    if (r->samples.opt->perf.compat == FR_COMPAT_STACKCOLLAPSE) {
        /* several frames, or names that depend on the comm */
        if (takes_frame(r, line) && !fr_perf_samples_push_compat(&r->samples, line))
            fr_builder_note(r->b, FR_NOTE_REJECTED_LINE, r->line, fr_bytes_trim(line));
        return;
    }
    if (fr_perf_names_joined(parsed)) {
        if (takes_frame(r, line))
            push_joined(&r->samples, parsed);
        return;
    }
    frame = fr_perf_names_frame(&r->samples.names, parsed);
    remember(r, key, frame);
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

/* A line that is not remembered. */
static void read_new_line(script *r, fr_bytes line, const fr_perf_key *key)
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
        if (r->form == FR_PERF_FORM_TIMED)
            read_other(r, line);
        else
            read_header(r, &parsed.header);
        break;
    case FR_PERF_RECORD: /* "PERF_RECORD_LOST lost 55", "PERF_RECORD_MMAP2 1/2: ..." */
        end_sample(r);
        fr_perf_samples_record(&r->samples, &parsed.header, r->line);
        break;
    case FR_PERF_FRAME:
        read_new_frame(r, &parsed.frame, line, key);
        break;
    case FR_PERF_ANNEX:
        remember(r, key, FR_PERF_ANNEX_LINE);
        read_annex(r, line);
        break;
    case FR_PERF_NO_FRAME: /* "<TAB>foo (/a)": a frame that cannot be read */
        drop_pending(r);
        r->n_misfits++;
        if (!r->samples.ignored)
            fr_builder_note(r->b, FR_NOTE_REJECTED_LINE, r->line, fr_bytes_trim(line));
        break;
    case FR_PERF_OTHER:
        read_other(r, line);
        break;
    }
}

static void read_line(script *r, fr_bytes line)
{
    fr_perf_key key;
    uint32_t value;

    r->line++;
    if (line.len == 0) {
        end_sample(r);
        return;
    }
    if (line.at[0] == '\t' && r->samples.ignored)
        return;
    if (!r->remembers || !fr_perf_blank(line.at[0])) { /* a header; hardly one comes again */
        read_new_line(r, line, NULL);
        return;
    }
    key = fr_perf_memo_lines_key(&r->memo.lines, line);
    value = fr_perf_memo_find(&r->memo, &key);
    if (value == FR_PERF_NEW_LINE)
        read_new_line(r, line, &key);
    else if (value == FR_PERF_ANNEX_LINE)
        read_annex(r, line);
    else
        read_frame(r, value, line);
}

static fr_bytes cut_return(fr_bytes line)
{
    return (fr_bytes){line.at, line.len - (line.len && line.at[line.len - 1] == '\r')};
}

size_t fr_perf_script_line(fr_perf_script *r, fr_bytes text, fr_bytes *line)
{
    size_t newline = fr_bytes_find(text, '\n');

    if (newline == text.len)
        return 0;
    *line = cut_return((fr_bytes){text.at, newline});
    if (!r->cut)
        read_line(r, *line);
    r->cut = false;
    return newline + 1;
}

/* ------------------------------------------------------------ the loop */

/* Reads whole lines up to and with an empty one; returns the bytes used. */
static size_t read_slowly(script *r, fr_bytes text)
{
    size_t used = 0, taken = 1;
    fr_bytes line = {text.at, 1};

    for (; taken > 0 && line.len > 0; used += taken)
        taken = fr_perf_script_line(r, (fr_bytes){text.at + used, text.len - used}, &line);
    return used;
}

/* Reads the whole lines of the window; returns the bytes used. With `waits` a sample at its end may
 * be left for a larger window. */
static size_t read_lines(script *r, fr_bytes window, bool waits)
{
    size_t used = 0, taken = 1;
    bool more = false;

    while (taken > 0) {
        if (r->whole)
            used +=
                fr_perf_quick_samples(r, (fr_bytes){window.at + used, window.len - used}, &more);
        if (more && waits && window.len - used < SAMPLE_BYTES)
            break;
        taken = read_slowly(r, (fr_bytes){window.at + used, window.len - used});
        used += taken;
    }
    return used;
}

/* The window is one piece of a line: the first piece is read, the others are passed over. */
static size_t read_piece(script *r, fr_bytes window, bool last)
{
    if (!r->cut)
        read_line(r, cut_return(window));
    if (!r->cut && !last)
        fr_builder_note(
            r->b, FR_NOTE_CUT_NAME, r->line,
            FR_LITERAL("a line is longer than a name may be; the rest of it is ignored"));
    r->cut = true;
    return window.len;
}

/* Reads what there is of whole samples and lines in the next window of the input. */
static void read_window(fr_perf_script *r, fr_input *in)
{
    fr_bytes window = fr_input_fill(in, r->rest + 1);
    size_t used;

    r->ended = window.len <= r->rest;
    used = read_lines(r, window, !r->ended);
    if (used < window.len &&
        (r->ended || (used == 0 && window.len >= FR_INPUT_BLOCK &&
                      !fr_input_lengthen(in, r->samples.opt->limits.name_bytes))))
        used += read_piece(r, (fr_bytes){window.at + used, window.len - used}, r->ended);
    fr_input_skip(in, used);
    r->rest = window.len - used;
    fr_split_progress(r->samples.opt, in, r->n_parts);
}

/* Reads all that is left of the input, and ends its last sample. */
static void read_rest(fr_perf_script *r, fr_input *in)
{
    r->ended = false;
    while (!r->ended && !fr_builder_failed(r->b))
        read_window(r, in);
    end_sample(r);
}

static void init_script(fr_perf_script *r, fr_builder *b, const fr_read_options *opt,
                        fr_choice *choice, fr_perf_form form)
{
    *r = (script){.b = b, .form = form, .n_parts = 1};
    fr_perf_samples_init(&r->samples, b, opt, choice);
    r->memo.lines.seed = fr_hash_seed();
    r->memo.lines.keeps_addresses = opt->perf.addresses;
    r->remembers = fr_choice_allows(choice, FR_WAY_PERF_MEMO);
    r->whole = r->remembers && opt->perf.compat == FR_COMPAT_NONE &&
               form != FR_PERF_FORM_HEADLESS; /* its frames begin samples */
}

static void reset_script(fr_perf_script *r)
{
    fr_perf_samples_reset(&r->samples);
    fr_perf_memo_reset(&r->memo);
}

/*
 * A whole input of perf script text: its head on one thread, which chooses what is
 * read, and the rest in parts on several, where it is large.
 */

/* A part after the first. */
typedef struct part {
    fr_perf_script r;
    fr_choice choice;
} part;

/* A part reads the events and weighs as the first one does. */
static bool begin_part(void *arg, const void *of, fr_input *in, fr_builder *b)
{
    const fr_perf_script *first = of;
    const fr_read_options *opt = first->samples.opt;
    part *p = arg;

    (void)in;
    if (fr_builder_keeps_samples(first->b))
        fr_builder_keep_samples(b);
    p->choice = *first->samples.choice;
    init_script(&p->r, b, opt, &p->choice, first->form);
    p->r.samples.interval_ns = first->samples.interval_ns;
    fr_perf_provenance_merge(&p->r.samples.provenance, &first->samples.provenance);
    if (!first->samples.offcpu.mode)
        fr_perf_weight_begin(&p->r.samples.weight, b, opt, &p->choice,
                             first->samples.weight.periods);
    return true;
}

/* A part starts with its reader. */
static void read_part(void *arg, fr_input *in, uint64_t n_parts)
{
    fr_perf_script *r = arg;

    r->n_parts = n_parts;
    read_rest(r, in);
}

static bool join_part(void *first, void *arg, const fr_input *in)
{
    fr_perf_script *to = first, *r = arg;

    if (!to->samples.offcpu.mode)
        fr_perf_weight_agree(&to->samples.weight, to->b, &r->samples.weight, r->b);
    if (!fr_split_join(to->b, r->b, in, to->line))
        return false;
    fr_perf_samples_join(&to->samples, &r->samples, to->line);
    to->line += r->line;
    to->n_orphans += r->n_orphans;
    to->n_misfits += r->n_misfits;
    return !to->samples.weight.beyond; /* the parts have not counted alike */
}

static void end_part(void *arg)
{
    reset_script(arg);
}

static const fr_split_reader parts = {sizeof(part), begin_part, read_part, join_part, end_part};

/* ------------------------------------------------------------ reading */

/* No more than is at hand when it is read for the first time: it may be read again. */
static fr_bytes head_of(fr_input *in)
{
    fr_bytes head = fr_input_fill(in, FR_PROBE_BYTES);

    return (fr_bytes){head.at, head.len < FR_PROBE_BYTES ? head.len : FR_PROBE_BYTES};
}

void fr_perf_script_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_perf_script r;
    bool empty;

    init_script(&r, b, opt, choice, survey_form(head_of(in)));
    if (opt->perf.on_off)
        r.samples.interval_ns = survey_interval(head_of(in));
    /* Up to the first sample that is read, which chooses for all, or through the first mebibyte. */
    while (choice->threads > 1 && r.samples.n_read == 0 && !r.ended && !fr_builder_failed(b) &&
           fr_input_offset(in) < FR_INPUT_BLOCK)
        read_window(&r, in);
    if (r.samples.n_read == 0 || !fr_split_run(&parts, &r, in, opt, choice))
        read_rest(&r, in);
    if (!choice->again) {
        fr_perf_samples_finish(&r.samples);
        empty = !fr_builder_failed(b) && r.samples.n_read == 0;
        if (empty && r.n_orphans) {
            fr_builder_fail(b, FR_E_FORMAT, 0, 0, "%" PRIu64 " frames, but no line starts a sample",
                            r.n_orphans);
            fr_builder_hint(b,
                            "perf script -F comm,tid,time,event,ip,sym,dso prints what is needed");
        } else if (empty) {
            fr_builder_fail(b, FR_E_EMPTY, 0, 0, "no sample in %" PRIu64 " line%s", r.line,
                            r.line == 1 ? "" : "s");
            fr_builder_hint(b, "the text of 'perf script' was expected");
        }
        choice->n_lines = r.line;
        choice->n_skipped = r.n_misfits;
    }
    reset_script(&r);
}
