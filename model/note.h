/*
 * note.h - what was skipped, chosen or repaired, counted by kind: one row of the table per kind.
 */
#ifndef FR_MODEL_NOTE_H
#define FR_MODEL_NOTE_H

#include "base/arena.h"
#include "base/fail.h"

/* X(id, name, loses, one, many): `loses` marks kinds that report omitted input, which are errors
 * with --strict. `one` and `many` are the sentences, with %s for the first case; a count is written
 * before `many`. */
#define FR_NOTE_KINDS(X)                                                                           \
    X(REJECTED_LINE, "rejected-line", true, "1 line rejected: %s",                                 \
      "lines rejected, the first: %s")                                                             \
    X(REJECTED_RECORD, "rejected-record", true, "1 record rejected: %s",                           \
      "records rejected, the first: %s")                                                           \
    X(NEGATIVE, "negative-value", true, "1 negative value: %s", "negative values, the first: %s")  \
    X(ORPHAN_FRAME, "orphan-frame", true, "1 frame outside of any record: %s",                     \
      "frames outside of any record, the first: %s")                                               \
    X(OTHER_EVENT, "other-event", false, "%s", "%s")                                               \
    X(OTHER_RECORD, "other-record", false, "1 record that is no sample: %s",                       \
      "records that are no samples, the first: %s")                                                \
    X(SKIPPED_LINE, "skipped-line", false, "1 line without stacks skipped: %s",                    \
      "lines without stacks skipped, the first: %s")                                               \
    X(LOST, "lost", false, "1 sample lost by the recorder: %s",                                    \
      "samples lost by the recorder: %s")                                                          \
    X(THROTTLED, "throttled", false, "the kernel throttled the sampling once: %s",                 \
      "times the kernel throttled the sampling: %s")                                               \
    X(UNFINISHED, "unfinished", false, "1 wait without an end: %s", "waits without an end: %s")    \
    X(UNMEASURED, "unmeasured", false, "1 wait that cannot be measured: %s",                       \
      "waits that cannot be measured: %s")                                                         \
    X(FRAMELESS, "frameless", false, "1 sample without a stack, kept as [no stack]: %s",           \
      "samples without a stack, kept as [no stack]: %s")                                           \
    X(CUT_STACK, "cut-stack", false, "1 sample with a stack cut by the recorder: %s",              \
      "samples with a stack cut by the recorder: %s")                                              \
    X(NO_FIELD, "no-field", true, "1 sample omitted, which lacks the number %s",                   \
      "samples omitted, which lack the number %s")                                                 \
    X(NO_TIME, "no-time", false, "1 sample without a time that can be read: %s",                   \
      "samples without a time that can be read: %s")                                               \
    X(CUT_NAME, "cut-name", false, "1 name cut at the limit: %s",                                  \
      "names cut at the limit, the first: %s")                                                     \
    X(REPAIRED_NAME, "repaired-name", false, "1 name made printable: %s",                          \
      "names made printable, the first: %s")                                                       \
    X(EMPTY_FRAME, "empty-frame", false, "%s", "%s")                                               \
    X(ZERO_VALUE, "zero-value", false, "1 sample of value 0 omitted: %s",                          \
      "samples of value 0 omitted, the first: %s")                                                 \
    X(ROUNDED, "rounded-value", false, "1 value rounded to 9 decimals: %s",                        \
      "values rounded to 9 decimals, the first: %s")                                               \
    X(UNKNOWN, "unknown-names", false, "%s", "%s")                                                 \
    X(QUALITY, "quality", false, "%s", "%s")                                                       \
    X(PROVENANCE, "provenance", false, "%s", "%s")                                                 \
    X(CHOICE, "choice", false, "%s", "%s")                                                         \
    X(REMOVED, "removed", false, "%s", "%s")                                                       \
    X(WENT_DOWN, "went-down", false, "%s", "%s")                                                   \
    X(NO_MATCH, "no-match", false, "%s", "%s")

typedef enum fr_note_kind {
#define FR_NOTE_ENUM(id, name, loses, one, many) FR_NOTE_##id,
    FR_NOTE_KINDS(FR_NOTE_ENUM)
#undef FR_NOTE_ENUM
        FR_N_NOTES
} fr_note_kind;

bool fr_note_loses(fr_note_kind kind);

typedef struct fr_note_entry {
    fr_note_kind kind;
    uint64_t n;
    uint64_t first_line;
    const char *source;
    const char *first; /* the first case, or the sentence */
} fr_note_entry;

typedef struct fr_notes {
    fr_arena arena;
    fr_note_entry *entries;
    size_t n, cap;
} fr_notes;

#define FR_NOTE_SOURCES 8 /* of one kind are distinguished; thousands of inputs may have the same */

/* Counts a case of `kind` in `source` at `line` (0: none). Where there are many sources, the later ones are
 * counted together, under the source "". False when memory ran out. */
bool fr_notes_add(fr_notes *notes, fr_note_kind kind, fr_bytes source, uint64_t line, uint64_t n,
                  fr_bytes first);
/* Appends notes of a text that follows `n_lines` others. */
bool fr_notes_append(fr_notes *to, const fr_notes *from, uint64_t n_lines);
bool fr_notes_copy(fr_notes *to,
                   const fr_notes *from); /* appends, counts added by kind and source */
/* The public form, valid as long as the entry. */
void fr_note_describe(const fr_note_entry *entry, fr_note *note);
void fr_notes_reset(fr_notes *notes);

#endif
