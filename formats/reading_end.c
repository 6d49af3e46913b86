/* reading_end.c - the profile of all inputs, checked and with what is known of it as a whole. */
#include <stdlib.h>

#include "formats/reading.h"
#include "formats/symbols.h"
#include "model/build/builder_merge.h"
#include "model/report/quality.h"

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
