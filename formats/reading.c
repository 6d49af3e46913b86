/*
 * reading.c - the reader that takes one input after another.
 *
 * Each input fills a builder of its own, so that a bad one leaves nothing behind; builders merge.
 */
#include "formats/reading.h"

#include "base/pool.h"
#include "formats/listings/listing.h"
#include "formats/symbols.h"
#include "model/build/builder_merge.h"
#include "model/report/quality.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- which events each input holds, for choosing one that all have ---- */

bool fr_event_log_begin(fr_event_log *log, const char *name, const char *path)
{
    fr_logged_input input = {0};

    if (!fr_reserve(&log->items, &log->cap, log->n + 1, sizeof *log->items))
        return false;
    input.name = fr_arena_copy(&log->arena, fr_bytes_of(name));
    input.path = path ? fr_arena_copy(&log->arena, fr_bytes_of(path)) : NULL;
    if (!input.name || (path && !input.path))
        return false;
    log->items[log->n++] = input;
    return true;
}

/* Takes the last entry away: the input was no use. */
static void drop_input(fr_event_log *log)
{
    if (log->n)
        fr_perf_events_reset(&log->items[--log->n].events);
}

/* Takes over what `again`, a log of the same inputs, knows of its last one. False where that lacked no event, or was
 * known before. */
static bool learn(fr_event_log *log, const fr_event_log *again)
{
    const fr_logged_input *last = again->n ? &again->items[again->n - 1] : NULL;

    if (!last || !last->missing || again->n > log->n || log->items[again->n - 1].events.n)
        return false;
    fr_logged_input_set(&log->items[again->n - 1], &last->events, true);
    return true;
}

static bool has_event(const fr_logged_input *input, fr_bytes name)
{
    if (input->events.n == 0)
        return true;
    for (size_t i = 0; i < input->events.n; i++)
        if (input->events.items[i].n_samples && fr_bytes_equal(input->events.items[i].name, name))
            return true;
    return false;
}

/* The first event of the first input that all inputs have, as far as they are known; "" where there is none. */
static fr_bytes common_event(const fr_event_log *log)
{
    for (size_t e = 0; log->n && e < log->items[0].events.n; e++) {
        fr_bytes name = log->items[0].events.items[e].name;
        size_t i = 0;
        while (i < log->n && has_event(&log->items[i], name))
            i++;
        if (i == log->n)
            return name;
    }
    return (fr_bytes){0};
}

/* "a.txt has 'cycles' (3 samples); b.txt has 'faults' (1 sample)", as much as fits. */
static void describe_events(const fr_event_log *log, char *to, size_t room)
{
    size_t used = 0;

    to[0] = '\0';
    for (size_t i = 0; i < log->n; i++) {
        char events[160], entry[300];
        int len;
        if (log->items[i].events.n == 0)
            continue;
        fr_perf_events_list(&log->items[i].events, events, sizeof events);
        len = snprintf(entry, sizeof entry, "%s%.100s has %s", used ? "; " : "", log->items[i].name,
                       events);
        if (len >= (int)sizeof entry || used + (size_t)len + 6 > room) {
            snprintf(to + used, room - used, "; ...");
            return;
        }
        memcpy(to + used, entry, (size_t)len + 1);
        used += (size_t)len;
    }
}

/* The input that cannot be read twice; NULL where all can. */
static const char *input_read_once(const fr_event_log *log)
{
    for (size_t i = 0; i < log->n; i++)
        if (!log->items[i].path)
            return log->items[i].name;
    return NULL;
}

static void reset_log(fr_event_log *log)
{
    while (log->n)
        drop_input(log);
    free(log->items);
    fr_arena_reset(&log->arena);
    *log = (fr_event_log){0};
}

/* ---- purposes ---- */

static fr_needs needs_of(const fr_read_options *opt)
{
    bool drawn = opt->purpose == FR_FOR_PICTURE && opt->picture.data != FR_DATA_FULL;

    return (fr_needs){
        .functions_only = opt->purpose == FR_FOR_TOP,
        .drop_lines = opt->purpose == FR_FOR_FUNCTIONS,
        .keep_locations = opt->purpose == FR_FOR_ADDRESSES,
        .lines_until = drawn ? FR_DATA_AUTO_STACKS : 0,
        .min_share = drawn ? opt->picture.min_share : 0,
    };
}

/* True if profiles of this purpose are of one input. */
static bool is_lone(fr_purpose purpose)
{
    return purpose == FR_FOR_TOP || purpose == FR_FOR_PICTURE;
}

/* Returns what a profile that was read with these options may be used for. Frames that the profile asks to drop are
 * dropped from whole stacks; two sides are compared; a small profile may be put into its picture. */
static fr_purpose purpose_of(const fr_profile *p, const fr_read_options *opt)
{
    bool more = p->meta.recording.drop_frames != NULL;

    if (!is_lone(opt->purpose) || p->tally || p->meta.lacks_lines)
        return opt->purpose;
    if (opt->purpose == FR_FOR_PICTURE)
        more = more || fr_profile_has_sides(p) || opt->picture.data == FR_DATA_FULL ||
               (opt->picture.data == FR_DATA_AUTO && p->n_stacks - 1 <= FR_DATA_AUTO_STACKS);
    return more ? FR_FOR_ANYTHING : opt->purpose;
}

/* ---- The profile of all inputs, checked and with what is known of it as a whole ---- */

/* A profile without any value: if not one line could be read, why the first could not; else what was seen instead. */
static bool check_values(const fr_profile *profile, fr_error *err)
{
    const fr_notes *notes = &profile->meta.notes;
    fr_note note;

    for (uint32_t k = 0; k < profile->n_columns; k++)
        if (profile->columns[k].reference > 0)
            return true;
    for (size_t i = 0; i < notes->n && profile->meta.n_records == 0; i++)
        if (notes->entries[i].kind == FR_NOTE_REJECTED_LINE) {
            fr_note_describe(&notes->entries[i], &note);
            fr_fail(err, FR_E_FORMAT, note.first_line, 0, "no sample: %s", note.text);
            fr_fail_source(err, note.source);
            return false;
        }
    fr_fail(err, FR_E_EMPTY, 0, 0, "no samples: nothing that was read has a value");
    return fr_fail_hint(err, "the profile is readable; the program may have been idle");
}

/* Notes what has no time beside samples that do: "1.0.0:" where others have "1.000000:", rows of time 0, an input of sums.
 * Where no sample has a time, what needs times says so. */
static bool note_untimed(fr_profile *profile, fr_error *err)
{
    const fr_samples *samples = &profile->samples;
    const fr_column *column = &profile->columns[0];
    bool of_samples = column->counted && !column->count; /* values are numbers of samples */
    fr_i128 left = column->reference;
    uint64_t n = 0;

    for (size_t i = 0; i < samples->n && profile->meta.timed; i++) {
        int64_t value = samples->value ? samples->value[i] : 1;
        bool untimed = samples->time_ns[i] == FR_NO_TIME;
        left -= value;
        n += !untimed ? 0 : of_samples ? (uint64_t)value : 1;
    }
    if (!profile->meta.timed || !samples->n)
        return true;
    if (of_samples && left > 0)
        n += (uint64_t)left;
    bool good = true;
    if (n)
        good = fr_notes_add(&profile->meta.notes, FR_NOTE_NO_TIME, FR_LITERAL(""), 0, n,
                            FR_LITERAL("counted in sums, in no range of time"));
    else if (left > 0)
        good = fr_notes_add(&profile->meta.notes, FR_NOTE_VALUES_NO_TIME, FR_LITERAL(""), 0, 1,
                            FR_LITERAL("some values have no time: counted in sums, in no range of "
                                       "time"));
    return good || fr_fail_memory(err);
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
    fr_profile *profile = NULL;
    fr_read_options opt;
    fr_builder *b;
    bool decodes;

    if (!fr_fail_null(err, reader, "reader"))
        return NULL;
    b = reader->builder;
    opt = reader->opt;
    decodes = !opt.no_demangle && opt.perf.compat == FR_COMPAT_NONE;
    reader->builder = NULL;
    if (!b && opt.digest)
        b = empty_builder(&opt, err);
    if (b)
        profile = fr_builder_finish(b, err);
    else
        fr_fail(err, FR_E_EMPTY, 0, 0, "no input was read");
    fr_reader_free(reader);
    /* Partial merges may be of nothing: others bring values. */
    if (profile && (opt.digest || check_values(profile, err)) &&
        (!decodes || fr_symbols_decode(profile) || fr_fail_memory(err)) &&
        note_untimed(profile, err) &&
        (!opt.judge || fr_quality_note(profile) || fr_fail_memory(err))) {
        profile->meta.purpose = purpose_of(profile, &opt);
        profile->meta.min_share = needs_of(&opt).min_share;
        profile->meta.recording.provenance.known &= opt.digest;
        return profile;
    }
    fr_profile_free(profile);
    return NULL;
}

#define MOST_LABELS 64

/* FR_E_USAGE where a text is no KEY=VALUE. */
static bool check_input_labels(const fr_read_options *opt, fr_error *err)
{
    for (size_t i = 0; i < opt->n_labels; i++) {
        size_t key = strcspn(opt->labels[i], "=");
        if (key > 0 && opt->labels[i][key] && i < MOST_LABELS)
            continue;
        fr_fail(err, FR_E_USAGE, 0, 0, "expected KEY=VALUE of a label, not '%.100s'",
                opt->labels[i]);
        return fr_fail_hint(err,
                            "host=h17, or host={2}: the last part but one of the input's path");
    }
    return true;
}

fr_reader *fr_reader_new(const fr_read_options *opt, fr_error *err)
{
    fr_reader *reader;

    if (opt && opt->folded.columns > 2) {
        fr_fail(err, FR_E_USAGE, 0, 0, "%" PRIu32 " value columns; folded stacks have 1 or 2",
                opt->folded.columns);
        return NULL;
    }
    if (opt && !check_input_labels(opt, err))
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
    reader->choice.needs = needs_of(&reader->opt);
    reader->threads = reader->opt.threads ? reader->opt.threads : fr_pool_cpus();
    return reader;
}

void fr_reader_free(fr_reader *reader)
{
    if (!reader)
        return;
    fr_builder_free(reader->builder);
    reset_log(&reader->log);
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
    if (fr_builder_records(b) > 0)
        fr_builder_hint(b, "--input-format=%s reads the lines that fit", format->info.name);
    else
        fr_builder_hint(b, "no line fits; 'flamerender formats' lists what can be read");
}

/*
 * Labels that samples get from where they come: fr_read_options.labels.
 *
 *     host={2}  time={time}        web/v1/h17/0812.pb.gz -> host=h17, time=1700000000000000000 ns
 */

#define TIME "{time}"

/* The n-th part of a path, from its end; len 0: there is none. */
static fr_bytes part_of(const char *path, uint32_t n)
{
    size_t end = strlen(path), at = end;

    while (at > 0 && path[at - 1] != '/')
        at--;
    for (; n > 1 && at > 0; n--) {
        end = --at;
        while (at > 0 && path[at - 1] != '/')
            at--;
    }
    return (fr_bytes){path + at, n == 1 ? end - at : 0};
}

/* Replaces "{2}" by a part of the path and "{{" by "{"; false where the path has too few parts or the text gets too
 * long. */
static bool fill_in(const char *text, const char *path, char *to, size_t room)
{
    size_t used = 0;

    while (*text) {
        bool is_part = text[0] == '{' && text[1] >= '1' && text[1] <= '9' && text[2] == '}';
        fr_bytes piece = is_part ? part_of(path, (uint32_t)(text[1] - '0')) : (fr_bytes){text, 1};
        if (piece.len == 0 || used + piece.len >= room)
            return false;
        memcpy(to + used, piece.at, piece.len);
        used += piece.len;
        text += is_part ? 3 : text[0] == '{' && text[1] == '{' ? 2 : 1;
    }
    to[used] = '\0';
    return true;
}

static uint32_t name_of(fr_builder *b, fr_bytes text)
{
    return fr_builder_spelling(b, text, FR_TEXT_RAW);
}

static fr_label make_label(fr_builder *b, const char *text, const char *path)
{
    size_t key = strcspn(text, "=");
    char value[1000];

    fr_label label = {.key = name_of(b, (fr_bytes){text, key}), .is_text = 1};
    if (strcmp(text + key + 1, TIME) == 0) {
        label.is_text = 0;
        label.number = fr_builder_began(b);
        label.unit = name_of(b, FR_LITERAL("nanoseconds"));
    } else if (fill_in(text + key + 1, path, value, sizeof value)) {
        label.text = name_of(b, fr_bytes_of(value));
    } else {
        fr_builder_fail(b, FR_E_USAGE, 0, 0, "the path has no such part as '%.100s' asks for",
                        text);
        fr_builder_hint(b, "{1} is the last part of the path, {2} the one before it");
    }
    return label;
}

/* Gives them to all samples of `b`, which holds one input, of this name. Failures stick in the builder. */
static void add_input_labels(fr_builder *b, const fr_read_options *opt, const char *path)
{
    fr_label labels[MOST_LABELS];

    for (size_t i = 0; i < opt->n_labels && !fr_builder_failed(b); i++)
        labels[i] = make_label(b, opt->labels[i], path);
    if (opt->n_labels && !fr_builder_failed(b))
        fr_builder_label_rows(b, labels, opt->n_labels);
}

/* Reads all of `in` in the way of its format. */
static void read_whole(const fr_format *format, fr_input *in, fr_builder *b,
                       const fr_read_options *opt, fr_choice *choice)
{
    fr_json_document document;
    fr_json file;

    if (format->dialect) {
        fr_listing_read(in, b, opt, choice, format->dialect);
    } else if (format->read) {
        format->read(in, b, opt, choice);
    } else if (fr_json_read(&document, in, opt, format->ends_early)) {
        file = fr_json_whole(&document);
        format->read_json(&file, b, opt);
        fr_json_close(&document, in);
    }
}

bool fr_reader_read_into(const fr_reader *reader, const fr_format *format, fr_input *in,
                         fr_builder *b, fr_choice *choice, fr_error *err)
{
    bool waits = reader->opt.perf.off_cpu || reader->opt.perf.on_off;
    unsigned char digest[FR_SHA256_BYTES];

    if (reader->opt.shared_clock)
        fr_builder_share_clock(b);
    if (reader->opt.keep_samples)
        fr_builder_keep_samples(b);
    fr_builder_source(b, fr_input_name(in));
    fr_builder_format(b, format->info.name, fr_format_bit(format),
                      format->stacks | (waits ? FR_SAMPLES_LAST : 0));
    choice->n_lines = choice->n_skipped = 0;
    read_whole(format, in, b, &reader->opt, choice);
    if (reader->opt.digest) {
        /* A partial merge says which inputs it is of; any other input is one. */
        fr_input_digest(in, digest);
        fr_builder_count_input(b, digest);
    }
    if (reader->opt.n_labels)
        add_input_labels(b, &reader->opt, fr_input_name(in));
    check_skipped(reader, format, b, choice);
    if (reader->opt.strict)
        apply_strict(b);
    /* The error of the input comes before what the reader made of its end. */
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
    fr_reader_read_into(reader, format, in, b, choice, err);
    return b;
}

bool fr_reader_merge(fr_reader *reader, fr_builder *b, fr_error *err)
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

    if (reader->builder && is_lone(reader->opt.purpose))
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
    return fr_reader_merge(reader, b, err);
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
    *lacking = !good && learn(&before.log, &reader->log);
    fr_builder_free(good ? before.builder : reader->builder);
    reset_log(good ? &before.log : &reader->log);
    if (!good)
        *reader = before;
    return good;
}

/* The last input lacks the event that the first one chose. */
static bool choose_again(fr_reader *reader, fr_error *err)
{
    const char *once = input_read_once(&reader->log);
    bool good = false, lacking = true;
    fr_error other = {0};
    char list[400];
    int shown;

    while (lacking && !good) { /* each time one event less is left */
        fr_bytes event = common_event(&reader->log);
        other = (fr_error){0};
        lacking = false;
        shown = (int)(event.len < 200 ? event.len : 200);
        if (!event.len) {
            describe_events(&reader->log, list, sizeof list);
            fr_fail(&other, FR_E_FORMAT, 0, 0, "no event is in all inputs: %s", list);
            fr_fail_hint(&other, "inputs are added up, so all must have the event that is read");
        } else if (once) {
            fr_fail(&other, FR_E_FORMAT, 0, 0,
                    "the first event that all inputs have is '%.*s', but %s cannot be read a "
                    "second time",
                    shown, event.at, once);
            fr_fail_hint(&other, "--event %.*s chooses it from the beginning", shown, event.at);
        } else {
            good = read_again(reader, event, &lacking, &other);
        }
    }
    if (!good)
        drop_input(&reader->log); /* the reader may go on without this input */
    return good || fr_fail_copy(err, &other);
}

bool fr_reader_add_path(fr_reader *reader, const char *path, fr_error *err)
{
    const fr_event_log *log;
    fr_error local = {0};
    size_t n;

    if (!fr_fail_null(err, reader, "reader"))
        return false;
    log = &reader->log;
    n = log->n;
    if (read_path(reader, path, &local))
        return true;
    if (log->n > n && log->n > 1 && !reader->opt.perf.event && log->items[log->n - 1].missing)
        return choose_again(reader, err);
    if (log->n > n)
        drop_input(&reader->log);
    return fr_fail_copy(err, &local);
}

bool fr_reader_add_memory(fr_reader *reader, const char *name, const void *bytes, size_t len,
                          fr_error *err)
{
    fr_input *in;
    size_t n;
    bool good;

    if (!fr_fail_null(err, reader, "reader"))
        return false;
    n = reader->log.n;
    in = fr_input_memory(name, bytes, len, &reader->opt.limits, err);
    if (in && reader->opt.digest)
        fr_input_hash(in);
    good = in && read_input(reader, in, NULL, err);
    if (!good && reader->log.n > n)
        drop_input(&reader->log);
    fr_input_free(in);
    return good;
}
