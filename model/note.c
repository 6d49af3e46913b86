/* note.c - counting notes by kind and source. */
#include "model/profile.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/text.h"

#define FR_NOTE_SOURCES 8 /* of one kind are distinguished; thousands of inputs may have the same */

static const struct {
    const char *name;
    bool loses;
    const char *one, *many;
} kinds[] = {
#define NOTE_ROW(id, name, loses, one, many) {name, loses, one, many},
    FR_NOTE_KINDS(NOTE_ROW)
#undef NOTE_ROW
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
    fr_note_entry *entry = find_entry(notes, kind, source, first), *entries;

    if (!entry && source.len && count_sources(notes, kind, first) >= FR_NOTE_SOURCES) {
        source.len = 0;
        entry = find_entry(notes, kind, source, first);
    }
    if (entry) {
        entry->n += is_sentence(kind) ? 0 : n;
        return true;
    }
    entries = fr_grow(notes->entries, &notes->cap, notes->n + 1, sizeof *entries);
    if (!entries)
        return false;
    notes->entries = entries;
    entry = &entries[notes->n];
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
