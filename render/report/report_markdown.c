/*
 * report_markdown.c - a report as GitHub-flavoured Markdown, the body of a comment.
 *
 *     ### Top functions by self
 *
 *     6 826 samples of cpu-clock in 68.9 s of recording
 *
 *     | self | self % | function |
 *     |---:|---:|:---|
 *     | 1 234 | 18.08 % | `main` |
 *
 *     30 of 120 functions shown: 96.8 % of self
 *
 * A name is a code span, where nothing is markup, mention or link; one that holds a pipe, a
 * backtick or blanks at its ends is a <code> element with every sign of punctuation as a
 * character reference, which every reader of tables agrees on. In sentences a sign is escaped where
 * GitHub would take it for markup: depth: at most 3, but \*3\*, \#12, \:smile:, http\://. Names of
 * functions are shortened (report_format.h).
 *
 * A comment holds fewer than 65 536 characters: rows that would not fit are omitted, and a
 * sentence says how many.
 */
#include <stdlib.h>

#include "base/sentence.h"
#include "render/report/report_format.h"

#define MOST       65535 /* characters of a comment */
#define MOST_NOTES 16384 /* of them for notes and verdict */
#define RESERVE    200   /* for the sentence about what was omitted */

/* The report, or a section of it. */
typedef struct table {
    const fr_report *report;
    fr_report_names names;
} table;

static bool is_punctuation(char c)
{
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}

static void put_name(fr_output *out, fr_bytes name)
{
    bool span = name.len && name.at[0] != ' ' && name.at[name.len - 1] != ' ' &&
                fr_bytes_find(name, '|') == name.len && fr_bytes_find(name, '`') == name.len;

    if (!name.len)
        return;
    fr_put_text(out, span ? "`" : "<code>");
    if (span)
        fr_put(out, name);
    for (size_t i = 0; !span && i < name.len; i++)
        if (is_punctuation(name.at[i]) || name.at[i] == ' ')
            fr_put_format(out, "&#%d;", name.at[i]);
        else
            fr_put_char(out, name.at[i]);
    fr_put_text(out, span ? "`" : "</code>");
}

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

/* ":smile:" and "http://" are more than their signs. */
static bool begins_code(fr_bytes rest)
{
    size_t i = 1;

    while (i < rest.len && (is_word(rest.at[i]) || memchr("_+-", rest.at[i], 3)))
        i++;
    if (i == 1)
        return fr_bytes_starts(rest, FR_LITERAL("://"));
    return i < rest.len && rest.at[i] == ':';
}

/* "- item", "+ item", "1. item", "1) item" and "---" at the start of a line. */
static bool begins_list(fr_bytes text, size_t i)
{
    size_t digits = 0;

    if (i == 0)
        return memchr("-+=", text.at[0], 3) != NULL;
    while (digits < i && text.at[digits] >= '0' && text.at[digits] <= '9')
        digits++;
    return digits == i && (text.at[i] == '.' || text.at[i] == ')') &&
           (i + 1 == text.len || text.at[i + 1] == ' ');
}

/* Returns true if GitHub would take text.at[i] for markup. */
static bool is_markup(fr_bytes text, size_t i)
{
    char c = text.at[i], before = i ? text.at[i - 1] : ' ',
         after = i + 1 < text.len ? text.at[i + 1] : ' ';

    switch (c) {
    case '_': /* within a word it is a letter */
        return !is_word(before) || !is_word(after);
    case ':':
        return begins_code((fr_bytes){text.at + i, text.len - i});
    case '&':
        return is_word(after) || after == '#';
    case '\\':
        return is_punctuation(after);
    default:
        return memchr("*`[]<>|~$#@", c, 11) || begins_list(text, i);
    }
}

/* Shown literally; the comment keeps an '@' from calling people. */
static void put_sentence(fr_output *out, fr_bytes text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (is_markup(text, i))
            fr_put_char(out, '\\');
        fr_put_char(out, text.at[i]);
        if (text.at[i] == '@')
            fr_put_text(out, "<!-- -->");
    }
}

/* ---- parts ---- */

static void put_columns(const fr_report *report, fr_output *out)
{
    for (size_t c = 0; c < report->n_columns; c++) {
        fr_put_text(out, "| ");
        put_sentence(out, fr_bytes_of(report->columns[c].title));
        fr_put_text(out, c + 1 < report->n_columns ? " " : " |\n");
    }
    for (size_t c = 0; c < report->n_columns; c++)
        fr_put_text(out, report->columns[c].kind == FR_CELL_TEXT ? "|:---" : "|---:");
    fr_put_text(out, report->n_columns ? "|\n" : "");
}

static void put_row(const table *t, size_t row, fr_output *out)
{
    const fr_report *report = t->report;
    char to[FR_NUMBER_MAX];

    for (size_t c = 0; c < report->n_columns; c++) {
        fr_put_text(out, "| ");
        if (report->columns[c].kind == FR_CELL_TEXT)
            put_name(out, fr_report_names_shown(&t->names, report, row, c));
        else
            fr_put_text(out, fr_cell_format(to, report, c, fr_report_cell(report, row, c)));
        fr_put_char(out, ' ');
    }
    fr_put_text(out, "|\n");
}

static void put_note(const table *t, size_t i, fr_output *out)
{
    fr_put_char(out, '\n');
    put_sentence(out, fr_bytes_of(t->report->notes[i]));
    fr_put_char(out, '\n');
}

/* ---- what fits ---- */

/* Writes what a memory output holds, and frees it. False where it does not fit into *room, which shrinks
 * otherwise. */
static bool put_if_it_fits(fr_output *part, size_t *room, fr_output *out)
{
    size_t len = 0, n = 0; /* bytes, characters */
    const char *bytes = fr_output_bytes(part, &len);
    bool fits = false;

    if (!bytes)
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    for (size_t i = 0; bytes && i < len; i++)
        n += ((unsigned char)bytes[i] & 0xc0) != 0x80;
    if (bytes && n <= *room) {
        fr_put(out, (fr_bytes){bytes, len});
        *room -= n;
        fits = true;
    }
    fr_output_free(part);
    return fits;
}

/* Items one by one; returns how many did not fit. */
static size_t put_items(const table *t, size_t n,
                        void (*put)(const table *t, size_t i, fr_output *out), size_t *room,
                        fr_output *out)
{
    size_t n_omitted = 0;

    for (size_t i = 0; i < n && !fr_output_failed(out); i++) {
        if (*room == 0)
            return n_omitted + n - i;
        fr_output *part = fr_output_memory();
        put(t, i, part);
        n_omitted += !put_if_it_fits(part, room, out);
    }
    return n_omitted;
}

static void put_omitted(size_t n, const char *what, fr_output *out)
{
    if (n)
        fr_say(out, "\n{} {}{} omitted to stay under 65 536 characters\n", n, what,
               n == 1 ? "" : "s");
}

/* Notes and verdict are made first, so that rows know how much room there is. */
static fr_output *notes_of(const table *t, size_t n_tables, size_t *room)
{
    fr_output *notes = fr_output_memory(), *verdict = fr_output_memory();
    size_t left = MOST_NOTES, n_short = 0;

    if (t->report->verdict) {
        fr_put_text(verdict, "\n**");
        put_sentence(verdict, fr_bytes_of(t->report->verdict));
        fr_put_text(verdict, "**\n");
    }
    put_if_it_fits(verdict, &left, notes);
    put_omitted(put_items(t, t->report->n_notes, put_note, &left, notes), "note", notes);
    for (size_t i = 0; i < n_tables; i++)
        n_short += t[i].names.n_short;
    if (n_short) { /* "12 names are shortened; ...", of all tables */
        fr_put_char(notes, '\n');
        fr_put_shortened(notes, n_short);
        fr_put_char(notes, '\n');
    }
    *room -= MOST_NOTES - left + 2 * RESERVE;
    return notes;
}

#define SECTION_END "\n</details>\n"

/* Writes what fits of a section, at most a quarter of the room. */
static void put_section(const table *t, size_t *room, fr_output *out)
{
    fr_output *head = fr_output_memory();
    size_t left = *room / 4, before = left;

    /* Folds the section away. Its title is of this program and holds no markup; within HTML a
     * backslash would be shown. */
    fr_put_text(head, "\n<details><summary>");
    fr_put_text(head, t->report->title);
    fr_put_text(head, "</summary>\n\n");
    put_columns(t->report, head);
    if (!put_if_it_fits(head, &left, out))
        return;
    left -= left > sizeof SECTION_END + RESERVE ? sizeof SECTION_END + RESERVE : left;
    put_omitted(put_items(t, fr_report_n_rows(t->report), put_row, &left, out), "row", out);
    fr_put_text(out, SECTION_END);
    *room -= before - left;
}

/* ---- the whole ---- */

static void free_tables(table *tables, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fr_report_names_reset(&tables[i].names);
    free(tables);
}

/* The report's own table, then those of its sections that people read; NULL when memory ran out. */
static table *find_tables(const fr_report *report, size_t *n)
{
    table *tables = calloc(report->n_sections + 1, sizeof *tables);
    bool good = tables != NULL;

    *n = 0;
    for (size_t i = 0; good && i <= report->n_sections; i++) {
        const fr_report *r = i ? report->sections[i - 1] : report;
        if (i && (r->for_programs || fr_report_n_rows(r) == 0))
            continue;
        tables[*n].report = r;
        good = fr_report_names_init(&tables[(*n)++].names, r);
    }
    if (good)
        return tables;
    free_tables(tables, *n);
    *n = 0;
    return NULL;
}

static void write_tables(const table *tables, size_t n, fr_output *out)
{
    const fr_report *report = tables->report;
    size_t room = MOST - RESERVE, n_omitted = 0, all = MOST;
    fr_output *notes = notes_of(tables, n, &room), *head = fr_output_memory();
    fr_output *sections = fr_output_memory();

    for (size_t i = 1; i < n; i++)
        put_section(&tables[i], &room, sections);
    if (*report->title) {
        fr_put_text(head, "### ");
        put_sentence(head, fr_bytes_of(report->title));
        fr_put_text(head, "\n\n");
    }
    if (*report->subtitle) {
        put_sentence(head, fr_bytes_of(report->subtitle));
        fr_put_text(head, "\n\n");
    }
    if (fr_report_n_rows(report) || !report->n_sections)
        put_columns(report, head);
    if (put_if_it_fits(head, &room, out))
        n_omitted = put_items(tables, fr_report_n_rows(report), put_row, &room, out);
    put_omitted(n_omitted, "row", out);
    put_if_it_fits(sections, &all, out);
    put_if_it_fits(notes, &all, out);
}

void fr_report_markdown_write(const fr_report *report, fr_output *out)
{
    size_t n;
    table *tables = find_tables(report, &n);

    if (tables)
        write_tables(tables, n, out);
    else
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    free_tables(tables, n);
}
