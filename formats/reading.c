/*
 * reading.c - the reader that takes one input after another.
 *
 * Each input fills a builder of its own, so that a bad one leaves nothing behind; builders merge.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/pool.h"
#include "formats/input_labels.h"
#include "formats/paths.h"
#include "formats/perf/event_log.h"
#include "formats/reader.h"
#include "formats/symbols.h"
#include "model/build/builder_merge.h"
#include "model/report/quality.h"

struct fr_reader {
    fr_read_options opt;
    fr_choice choice;
    size_t threads;
    fr_builder *builder; /* of all inputs so far; NULL: none */
    fr_event_log log;
};

fr_reader *fr_reader_new(const fr_read_options *opt, fr_error *err)
{
    fr_reader *reader;

    if (opt && opt->folded.columns > 2) {
        fr_fail(err, FR_E_USAGE, 0, 0, "%" PRIu32 " value columns; folded stacks have 1 or 2",
                opt->folded.columns);
        return NULL;
    }
    if (opt && !fr_input_labels_check(opt, err))
        return NULL;
    reader = calloc(1, sizeof *reader);
    if (!reader) {
        fr_fail_memory(err);
        return NULL;
    }
    if (opt)
        reader->opt = *opt;
    else
        reader->opt = (fr_read_options)FR_READ_DEFAULTS;
    reader->choice.needs = fr_needs_of(&reader->opt);
    reader->threads = reader->opt.threads ? reader->opt.threads : fr_pool_cpus();
    return reader;
}

void fr_reader_free(fr_reader *reader)
{
    if (!reader)
        return;
    fr_builder_free(reader->builder);
    fr_event_log_reset(&reader->log);
    free(reader);
}

/* ---- reading ---- */

/* The first note that reports omitted input is an error under --strict. */
static void apply_strict(fr_builder *b)
{
    const fr_notes *notes = fr_builder_notes(b);

    for (size_t i = 0; i < notes->n; i++) {
        fr_note note;
        if (!fr_note_loses(notes->entries[i].kind))
            continue;
        fr_note_describe(&notes->entries[i], &note);
        fr_builder_fail(b, FR_E_FORMAT, note.first_line, 0, "%s", note.text);
        fr_builder_hint(b, "--strict makes this an error");
    }
}

/* "'samples', 'cpu'" */
static void list_columns(const fr_builder *b, char *to, size_t room)
{
    size_t used = 0;

    to[0] = '\0';
    for (uint32_t k = 0; *fr_builder_column_name(b, k) && used < room; k++)
        used += (size_t)snprintf(to + used, room - used, "%s'%.40s'", k ? ", " : "",
                                 fr_builder_column_name(b, k));
}

/* Samples of folded text and cycles of perf script make no sum: one of them would not be drawn. */
static bool check_alike(fr_builder *all, fr_builder *b, fr_error *err)
{
    char these[160], those[160];

    if (fr_builder_share_columns(all, b))
        return true;
    list_columns(b, these, sizeof these);
    list_columns(all, those, sizeof those);
    fr_fail(err, FR_E_FORMAT, 0, 0, "has values of %s, but the inputs before it have %s", these,
            those);
    return fr_fail_hint(err, "inputs are added up, so all must measure the same; 'flamerender "
                             "convert' makes folded stacks of each");
}

/* A text of another kind, of which some lines look like the format's. */
static void check_skipped(const fr_reader *reader, const fr_format *format, fr_builder *b,
                          const fr_choice *choice)
{
    if (reader->opt.input_format || choice->n_skipped <= choice->n_lines / 2)
        return;
    fr_builder_fail(b, FR_E_FORMAT, 0, 0,
                    "%" PRIu64 " of %" PRIu64 " lines do not fit: this is not %s",
                    choice->n_skipped, choice->n_lines, format->info.title);
    fr_builder_hint(b, "--input-format=%s reads the lines that fit", format->info.name);
}

static bool reads_waits(const fr_read_options *opt)
{
    return opt->perf.off_cpu || opt->perf.on_off;
}

/* A partial merge says which inputs it is of; any other input is one. */
static void count_input(fr_input *in, fr_builder *b)
{
    unsigned char digest[FR_SHA256_BYTES];

    fr_input_digest(in, digest);
    fr_builder_count_input(b, digest);
}

/* Reads all of `in` into `b` and says what failed; the choice is the reader's after success. */
static bool read_into(const fr_reader *reader, const fr_format *format, fr_input *in, fr_builder *b,
                      fr_choice *choice, fr_error *err)
{
    if (reader->opt.keep_samples)
        fr_builder_keep_samples(b, reader->opt.shared_clock);
    fr_builder_source(b, fr_input_name(in));
    fr_builder_format(b, format->info.name, fr_format_bit(format),
                      format->stacks | (reads_waits(&reader->opt) ? FR_SAMPLES_LAST : 0));
    choice->n_lines = choice->n_skipped = 0;
    format->read(in, b, &reader->opt, choice);
    if (reader->opt.digest)
        count_input(in, b);
    if (reader->opt.n_labels)
        fr_input_labels_add(b, &reader->opt, fr_input_name(in));
    check_skipped(reader, format, b, choice);
    if (reader->opt.strict)
        apply_strict(b);
    /* What the input said of itself comes before what the reader made of its end. */
    if (!fr_input_failed(in, err))
        fr_builder_error(b, err);
    return err->code == FR_OK;
}

/* A builder with all of `in`, on so many threads; NULL when memory ran out. */
static fr_builder *fill_builder(fr_reader *reader, const fr_format *format, fr_input *in,
                                fr_choice *choice, size_t threads, fr_error *err)
{
    fr_builder *b = fr_builder_new(&reader->opt.limits, err);

    if (!b)
        return NULL;
    *choice = reader->choice;
    choice->threads = threads;
    choice->boundary = format->boundary;
    choice->log = reader->log.n ? &reader->log : NULL;
    read_into(reader, format, in, b, choice, err);
    return b;
}

static bool merge_input(fr_reader *reader, fr_builder *b, fr_error *err)
{
    if (!reader->builder) {
        reader->builder = b;
        return true;
    }
    fr_builder_merge(reader->builder, b);
    fr_builder_free(b);
    return !fr_builder_error(reader->builder, err);
}

/* A second input of a purpose that has one. */
static bool fail_second(const char *name, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0, "only one input can be read for this purpose");
    fr_fail_hint(err, "read several with fr_read_options.purpose = FR_FOR_ANYTHING");
    fr_fail_source(err, name);
    return false;
}

static bool read_input(fr_reader *reader, fr_input *in, const char *path, fr_error *err)
{
    fr_error local = {0};
    fr_builder *b = NULL;
    const fr_format *format = fr_format_choose(in, reader->opt.input_format, &local);
    fr_choice choice = reader->choice;

    if (reader->builder && fr_purpose_is_lone(reader->opt.purpose))
        return fail_second(fr_input_name(in), err);
    if (format && !fr_event_log_begin(&reader->log, fr_input_name(in), path))
        fr_fail_memory(&local);
    else if (format)
        b = fill_builder(reader, format, in, &choice, reader->threads, &local);
    if (b && choice.again) {
        fr_builder_free(b);
        fr_input_rewind(in);
        local = (fr_error){0};
        b = fill_builder(reader, format, in, &choice, 1, &local);
    }
    if (local.code == FR_OK && reader->builder)
        check_alike(reader->builder, b, &local);
    if (local.code != FR_OK) {
        fr_builder_free(b);
        fr_fail_source(&local, fr_input_name(in));
        return fr_fail_copy(err, &local);
    }
    choice.threads = 0; /* chosen for each input */
    choice.boundary = NULL;
    choice.log = NULL;
    choice.again = false;
    reader->choice = choice;
    return merge_input(reader, b, err);
}

static bool read_path(fr_reader *reader, const char *path, fr_error *err)
{
    bool again = strcmp(path, "-") != 0;
    fr_input *in = fr_input_open(path, &reader->opt.limits, err);
    if (in && reader->opt.digest)
        fr_input_hash(in);
    bool good = in && read_input(reader, in, again ? path : NULL, err);

    if (!in && fr_bytes_ends(fr_bytes_of(path), FR_LITERAL(".trace")))
        fr_fail_hint(err,
                     "of a bundle of Instruments give what 'xctrace export --input X.trace --xpath "
                     "/trace-toc/run/data/table[@schema=\"time-profile\"]' prints");
    fr_input_free(in);
    return good;
}

/* ---- several inputs: an event that all have ---- */

static bool lacks_event(const fr_reader *reader)
{
    return reader->log.n > 1 && !reader->opt.perf.event &&
           reader->log.items[reader->log.n - 1].missing;
}

static bool fail_no_common(const fr_reader *reader, fr_error *err)
{
    char list[400];

    fr_event_log_describe(&reader->log, list, sizeof list);
    *err = (fr_error){0};
    fr_fail(err, FR_E_FORMAT, 0, 0, "no event is in all inputs: %s", list);
    return fr_fail_hint(err, "inputs are added up, so all must have the event that is read");
}

static bool fail_read_once(const char *name, fr_bytes event, fr_error *err)
{
    *err = (fr_error){0};
    fr_fail(err, FR_E_FORMAT, 0, 0,
            "the first event that all inputs have is '%.*s', but %s cannot be read a second time",
            (int)(event.len < 200 ? event.len : 200), event.at, name);
    return fr_fail_hint(err, "--event %.*s chooses it from the beginning",
                        (int)(event.len < 200 ? event.len : 200), event.at);
}

/* Reads all inputs so far again, for `event`; on failure the reader stays as it was, but knows more
 * of an input that lacks it (*lacking). */
static bool read_again(fr_reader *reader, fr_bytes event, bool *lacking, fr_error *err)
{
    fr_reader before = *reader;
    bool good = true;

    reader->log = (fr_event_log){0};
    reader->builder = NULL;
    reader->choice = (fr_choice){.needs = before.choice.needs, .plain = before.choice.plain};
    memcpy(reader->choice.event, event.at, event.len); /* at most 255 bytes: perf_events.c */
    for (size_t i = 0; good && i < before.log.n; i++)
        good = read_path(reader, before.log.items[i].path, err);
    if (good)
        fr_builder_say(reader->builder, FR_NOTE_CHOICE,
                       "'%.*s' is read, the first event that all inputs have", (int)event.len,
                       event.at);
    *lacking = !good && fr_event_log_learn(&before.log, &reader->log);
    fr_builder_free(good ? before.builder : reader->builder);
    fr_event_log_reset(good ? &before.log : &reader->log);
    if (!good)
        *reader = before;
    return good;
}

/* The last input lacks the event that the first one chose. */
static bool choose_again(fr_reader *reader, fr_error *err)
{
    const char *once = fr_event_log_once(&reader->log);
    bool good = false, lacking = true;
    fr_error other = {0};

    while (lacking && !good) { /* each time one event less is left */
        fr_bytes event = fr_event_log_common(&reader->log);
        other = (fr_error){0};
        lacking = false;
        if (!event.len)
            fail_no_common(reader, &other);
        else if (once)
            fail_read_once(once, event, &other);
        else
            good = read_again(reader, event, &lacking, &other);
    }
    if (!good)
        fr_event_log_drop(&reader->log); /* the reader may go on without this input */
    return good || fr_fail_copy(err, &other);
}

bool fr_reader_add_path(fr_reader *reader, const char *path, fr_error *err)
{
    fr_error local = {0};
    size_t n = reader->log.n;

    if (read_path(reader, path, &local))
        return true;
    if (reader->log.n > n && lacks_event(reader))
        return choose_again(reader, err);
    if (reader->log.n > n)
        fr_event_log_drop(&reader->log);
    return fr_fail_copy(err, &local);
}

/* ---- many inputs ---- */

typedef struct many {
    fr_reader *reader;
    fr_reader at_start; /* options and choices that chunks are read with */
    const char *const *paths;
    size_t n;
    bool (*failed)(void *arg, size_t index, const fr_error *err);
    void *arg;
    fr_error *err;
} many;

/* An input straight into the builder of its chunk; only formats that choose nothing can. */
static bool read_part(const fr_reader *reader, fr_input *in, fr_builder *b, fr_choice *choice,
                      fr_error *err)
{
    const fr_format *format = fr_format_choose(in, reader->opt.input_format, err);
    bool good;

    if (!format || !format->shares)
        return false;
    fr_builder_begin_input(b);
    good = read_into(reader, format, in, b, choice, err);
    return fr_builder_end_input(b) && good;
}

static bool chooses_alike(const fr_choice *a, const fr_choice *b)
{
    return strcmp(a->event, b->event) == 0 && a->weight == b->weight && a->columns == b->columns;
}

/* What the inputs of a chunk are read with, one after another. */
typedef struct chunk_reader {
    const fr_reader *reader;
    fr_builder *b;
    fr_input *in;
} chunk_reader;

static bool open_next(chunk_reader *c, const char *path, fr_error *err)
{
    bool good = true;

    if (c->in)
        good = fr_input_reopen(c->in, path, err);
    else
        c->in = fr_input_open(path, &c->reader->opt.limits, err);
    if (c->in && c->reader->opt.digest)
        fr_input_hash(c->in);
    return good && c->in;
}

/* One of a chunk. False: the chunk is to be read input by input, also where this one would choose
 * what those after it read. */
static bool read_one(chunk_reader *c, const char *path)
{
    fr_choice choice = c->reader->choice;
    fr_error err = {0};

    return open_next(c, path, &err) && read_part(c->reader, c->in, c->b, &choice, &err) &&
           chooses_alike(&choice, &c->reader->choice) && !fr_builder_failed(c->b);
}

static fr_builder *read_chunk(void *arg, size_t first, size_t last)
{
    const many *m = arg;
    chunk_reader c = {
        .reader = &m->at_start,
        .b = fr_builder_new(&m->at_start.opt.limits, NULL),
    };

    for (size_t i = first; i < last && c.b; i++) {
        if (read_one(&c, m->paths[i]))
            continue;
        fr_builder_free(c.b);
        c.b = NULL;
    }
    fr_input_free(c.in);
    return c.b;
}

static bool read_one_by_one(const many *m, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        fr_error err = {0};
        if (fr_reader_add_path(m->reader, m->paths[i], &err))
            continue;
        if (!m->failed || !m->failed(m->arg, i, &err))
            return fr_fail_copy(m->err, &err);
    }
    return true;
}

/* Inputs that may have to be read for another event; what they hold is not known. */
static bool log_chunk(const many *m, size_t first, size_t last)
{
    fr_event_log *log = &m->reader->log;
    bool good = true;

    for (size_t i = first; i < last && good && log->n && log->items[0].events.n; i++)
        good = fr_event_log_begin(log, m->paths[i], m->paths[i]);
    return good || fr_fail_memory(m->err);
}

static bool settle_chunk(void *arg, fr_builder *b, size_t first, size_t last)
{
    const many *m = arg;
    fr_reader *reader = m->reader;

    if (b && chooses_alike(&m->at_start.choice, &reader->choice) &&
        fr_builder_alike(reader->builder, b)) {
        if (reader->opt.progress)
            reader->opt.progress(reader->opt.progress_arg, last, m->n);
        return merge_input(reader, b, m->err) && log_chunk(m, first, last);
    }
    fr_builder_free(b);
    return read_one_by_one(m, first, last);
}

/* What the first input chooses holds for all; samples one by one need each input's clock. */
static bool goes_alone(const fr_reader *reader, size_t n)
{
    return !reader->builder || reader->opt.keep_samples || reader->opt.n_labels ||
           n < FR_PATHS_LEAST || !fr_choice_allows(&reader->choice, FR_WAY_PATHS);
}

bool fr_reader_add_paths(fr_reader *reader, const char *const *paths, size_t n,
                         bool (*failed)(void *arg, size_t index, const fr_error *err), void *arg,
                         fr_error *err)
{
    many m = {.reader = reader, .paths = paths, .n = n, .failed = failed, .arg = arg};
    fr_paths chunks = {paths, n, reader->threads, &m, read_chunk, settle_chunk};
    size_t first = 0;
    fr_error local = {0};

    m.err = &local;
    while (first < n && goes_alone(reader, n))
        if (!read_one_by_one(&m, first, first + 1))
            return fr_fail_copy(err, &local);
        else
            first++;
    m.at_start = *reader;
    m.at_start.opt.progress = NULL;
    if (first < n && !fr_paths_read(&chunks, first) && local.code == FR_OK)
        fr_fail_memory(&local);
    return fr_fail_copy(err, &local);
}

bool fr_reader_add_memory(fr_reader *reader, const char *name, const void *bytes, size_t len,
                          fr_error *err)
{
    fr_input *in = fr_input_memory(name, bytes, len, &reader->opt.limits, err);
    size_t n = reader->log.n;
    if (in && reader->opt.digest)
        fr_input_hash(in);
    bool good = in && read_input(reader, in, NULL, err);

    if (!good && reader->log.n > n)
        fr_event_log_drop(&reader->log);
    fr_input_free(in);
    return good;
}

/* Not one line could be read: why the first could not. False where none was rejected. */
static bool fail_rejected(const fr_profile *profile, fr_error *err)
{
    const fr_notes *notes = &profile->meta.notes;

    for (size_t i = 0; i < notes->n; i++) {
        fr_note note;
        if (notes->entries[i].kind != FR_NOTE_REJECTED_LINE)
            continue;
        fr_note_describe(&notes->entries[i], &note);
        fr_fail(err, FR_E_FORMAT, note.first_line, 0, "no sample: %s", note.text);
        fr_fail_source(err, note.source);
        return true;
    }
    return false;
}

/* A profile without any value: what was seen instead. */
static bool check_values(const fr_profile *profile, fr_error *err)
{
    for (uint32_t k = 0; k < profile->n_columns; k++)
        if (profile->columns[k].reference > 0)
            return true;
    if (profile->meta.n_records == 0 && fail_rejected(profile, err))
        return false;
    fr_fail(err, FR_E_EMPTY, 0, 0, "no samples: nothing that was read has a value");
    return fr_fail_hint(err, "the profile is readable; the program may have been idle");
}

/* "1.0.0:" where others have "1.000000:". Where no sample has a time, what needs times says so. */
static bool note_untimed(fr_profile *profile, fr_error *err)
{
    const fr_samples *samples = &profile->samples;
    uint64_t n = 0;

    for (size_t i = 0; i < samples->n && profile->meta.timed; i++)
        n += samples->time_ns[i] == FR_NO_TIME;
    return n == 0 ||
           fr_notes_add(&profile->meta.notes, FR_NOTE_NO_TIME, FR_LITERAL(""), 0, n,
                        FR_LITERAL("counted in sums, in no range of time")) ||
           fr_fail_memory(err);
}

static bool judge_stacks(fr_profile *profile, fr_error *err)
{
    return fr_quality_note(profile) || fr_fail_memory(err);
}

/* Partial merges may be of nothing: others bring values. */
static bool check_content(const fr_profile *profile, const fr_read_options *opt, fr_error *err)
{
    return opt->digest || check_values(profile, err);
}

static bool decode_names(fr_profile *profile, fr_error *err)
{
    return fr_symbols_decode(profile) || fr_fail_memory(err);
}

/* The merge of no input: what a partial of an empty share is made of. */
static fr_builder *empty_builder(const fr_read_options *opt, fr_error *err)
{
    static const unsigned char nothing[FR_SHA256_BYTES];
    fr_builder *b = fr_builder_new(&opt->limits, err);
    fr_recording none = {0};

    fr_provenance_add(&none.provenance, 0, nothing);
    if (b)
        fr_builder_record_facts(b, &none);
    return b;
}

fr_profile *fr_reader_finish(fr_reader *reader, fr_error *err)
{
    fr_builder *b = reader->builder;
    fr_read_options opt = reader->opt;
    fr_profile *profile = NULL;
    bool decodes = !opt.no_demangle && opt.perf.compat == FR_COMPAT_NONE;

    reader->builder = NULL;
    if (!b && opt.digest)
        b = empty_builder(&opt, err);
    if (b)
        profile = fr_builder_finish(b, err);
    else
        fr_fail(err, FR_E_EMPTY, 0, 0, "no input was read");
    fr_reader_free(reader);
    if (profile && check_content(profile, &opt, err) && (!decodes || decode_names(profile, err)) &&
        note_untimed(profile, err) && (!opt.judge || judge_stacks(profile, err))) {
        profile->meta.purpose = fr_purpose_of(profile, &opt);
        profile->meta.min_share = fr_needs_of(&opt).min_share;
        profile->meta.recording.provenance.known &= opt.digest;
        return profile;
    }
    fr_profile_free(profile);
    return NULL;
}
