/* note.c - counting notes by kind and source. */
#include "model/profile.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/text.h"

#define FR_NOTE_SOURCES 8 /* of one kind are distinguished; thousands of inputs may have the same */

/* `loses` marks kinds that report omitted input, which are errors with --strict. `one` and `many` are the sentences,
 * with %s for the first case; a count is written before `many`. */
static const struct {
    const char *name;
    bool loses;
    const char *one, *many;
} kinds[FR_N_NOTES] = {
    [FR_NOTE_REJECTED_LINE] = {"rejected-line", true, "1 line rejected: %s",
                               "lines rejected, the first: %s"},
    [FR_NOTE_REJECTED_RECORD] = {"rejected-record", true, "1 record rejected: %s",
                                 "records rejected, the first: %s"},
    [FR_NOTE_NEGATIVE] = {"negative-value", true, "1 negative value: %s",
                          "negative values, the first: %s"},
    [FR_NOTE_ORPHAN_FRAME] = {"orphan-frame", true, "1 frame outside of any record: %s",
                              "frames outside of any record, the first: %s"},
    [FR_NOTE_OTHER_EVENT] = {"other-event", false, "%s", "%s"},
    [FR_NOTE_OTHER_RECORD] = {"other-record", false, "1 record that is no sample: %s",
                              "records that are no samples, the first: %s"},
    [FR_NOTE_SKIPPED_LINE] = {"skipped-line", false, "1 line without stacks skipped: %s",
                              "lines without stacks skipped, the first: %s"},
    [FR_NOTE_LOST] = {"lost", false, "1 sample lost by the recorder: %s",
                      "samples lost by the recorder: %s"},
    [FR_NOTE_THROTTLED] = {"throttled", false, "the kernel throttled the sampling once: %s",
                           "times the kernel throttled the sampling: %s"},
    [FR_NOTE_UNFINISHED] = {"unfinished", false, "1 wait without an end: %s",
                            "waits without an end: %s"},
    [FR_NOTE_UNMEASURED] = {"unmeasured", false, "1 wait that cannot be measured: %s",
                            "waits that cannot be measured: %s"},
    [FR_NOTE_FRAMELESS] = {"frameless", false, "1 sample without a stack, kept as [no stack]: %s",
                           "samples without a stack, kept as [no stack]: %s"},
    [FR_NOTE_CUT_STACK] = {"cut-stack", false, "1 sample with a stack cut by the recorder: %s",
                           "samples with a stack cut by the recorder: %s"},
    [FR_NOTE_NO_FIELD] = {"no-field", true, "1 sample omitted, which lacks the number %s",
                          "samples omitted, which lack the number %s"},
    [FR_NOTE_NO_TIME] = {"no-time", false, "1 sample without a time that can be read: %s",
                         "samples without a time that can be read: %s"},
    [FR_NOTE_VALUES_NO_TIME] = {"values-no-time", false, "%s", "%s"},
    [FR_NOTE_CUT_NAME] = {"cut-name", false, "1 name cut at the limit: %s",
                          "names cut at the limit, the first: %s"},
    [FR_NOTE_REPAIRED_NAME] = {"repaired-name", false, "1 name made printable: %s",
                               "names made printable, the first: %s"},
    [FR_NOTE_EMPTY_FRAME] = {"empty-frame", false, "%s", "%s"},
    [FR_NOTE_ZERO_VALUE] = {"zero-value", false, "1 sample of value 0 omitted: %s",
                            "samples of value 0 omitted, the first: %s"},
    [FR_NOTE_ROUNDED] = {"rounded-value", false, "1 value rounded to 9 decimals: %s",
                         "values rounded to 9 decimals, the first: %s"},
    [FR_NOTE_UNKNOWN] = {"unknown-names", false, "%s", "%s"},
    [FR_NOTE_QUALITY] = {"quality", false, "%s", "%s"},
    [FR_NOTE_PROVENANCE] = {"provenance", false, "%s", "%s"},
    [FR_NOTE_CHOICE] = {"choice", false, "%s", "%s"},
    [FR_NOTE_REMOVED] = {"removed", false, "%s", "%s"},
    [FR_NOTE_WENT_DOWN] = {"went-down", false, "%s", "%s"},
    [FR_NOTE_NO_MATCH] = {"no-match", false, "%s", "%s"},
};

/* Every case of such a kind is a sentence of its own, which is kept once. Cases of the other kinds are
 * counted, and the first one is kept. */
static bool is_sentence(fr_note_kind kind)
{
    return strcmp(kinds[kind].one, "%s") == 0;
}

bool fr_note_loses(fr_note_kind kind)
{
    return kinds[kind].loses;
}

/* The entry that counts this case: of its kind and source, and for a sentence with the same
 * words. */
static fr_note_entry *find_entry(const fr_notes *notes, fr_note_kind kind, fr_bytes source,
                                 fr_bytes first)
{
    for (size_t i = 0; i < notes->n; i++) {
        const fr_note_entry *entry = &notes->entries[i];
        if (entry->kind == kind && fr_bytes_equal(fr_bytes_of(entry->source), source) &&
            (!is_sentence(kind) || fr_bytes_equal(fr_bytes_of(entry->first), first)))
            return &notes->entries[i];
    }
    return NULL;
}

/* Entries of one kind (and sentence) with a source of their own. */
static size_t count_sources(const fr_notes *notes, fr_note_kind kind, fr_bytes first)
{
    size_t n = 0;

    for (size_t i = 0; i < notes->n; i++) {
        const fr_note_entry *entry = &notes->entries[i];
        n += entry->kind == kind && entry->source[0] &&
             (!is_sentence(kind) || fr_bytes_equal(fr_bytes_of(entry->first), first));
    }
    return n;
}

bool fr_notes_add(fr_notes *notes, fr_note_kind kind, fr_bytes source, uint64_t line, uint64_t n,
                  fr_bytes first)
{
    fr_note_entry *entry = find_entry(notes, kind, source, first);

    if (!entry && source.len && count_sources(notes, kind, first) >= FR_NOTE_SOURCES) {
        source.len = 0;
        entry = find_entry(notes, kind, source, first);
    }
    if (entry) {
        entry->n += is_sentence(kind) ? 0 : n;
        return true;
    }
    if (!fr_reserve(&notes->entries, &notes->cap, notes->n + 1, sizeof *notes->entries))
        return false;
    entry = &notes->entries[notes->n];
    *entry = (fr_note_entry){.kind = kind, .n = n, .first_line = line};
    entry->source = fr_arena_copy(&notes->arena, source);
    entry->first = fr_arena_copy(&notes->arena, first);
    if (!entry->source || !entry->first)
        return false;
    notes->n++;
    return true;
}

bool fr_notes_say(fr_notes *notes, fr_note_kind kind, const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return fr_notes_add(notes, kind, FR_LITERAL(""), 0, 1, fr_bytes_of(text));
}

bool fr_notes_append(fr_notes *to, const fr_notes *from, uint64_t n_lines)
{
    for (size_t i = 0; i < from->n; i++) {
        const fr_note_entry *entry = &from->entries[i];
        uint64_t line = entry->first_line ? entry->first_line + n_lines : 0;
        if (!fr_notes_add(to, entry->kind, fr_bytes_of(entry->source), line, entry->n,
                          fr_bytes_of(entry->first)))
            return false;
    }
    return true;
}

bool fr_notes_copy(fr_notes *to, const fr_notes *from)
{
    return fr_notes_append(to, from, 0);
}

/* The one %s of a row of the table, replaced; the count stands before it where there are many. */
void fr_note_describe(const fr_note_entry *entry, fr_note *note)
{
    const char *row = entry->n == 1 ? kinds[entry->kind].one : kinds[entry->kind].many;
    const char *hole = strstr(row, "%s");
    char count[FR_NUMBER_MAX] = "", text[1024];

    if (entry->n > 1 && !is_sentence(entry->kind))
        snprintf(count, sizeof count, "%" PRIu64 " ", entry->n);
    *note = (fr_note){
        .kind = kinds[entry->kind].name,
        .source = entry->source,
        .n = entry->n,
        .first_line = entry->first_line,
    };
    snprintf(text, sizeof text, "%s%.*s%s", count, (int)(hole - row), row, entry->first);
    fr_text_copy(note->text, sizeof note->text, fr_bytes_of(text));
}

void fr_notes_reset(fr_notes *notes)
{
    fr_arena_reset(&notes->arena);
    free(notes->entries);
    *notes = (fr_notes){0};
}
