/*
 * report_markdown.c - a report as GitHub-flavoured Markdown, the body of a comment.
 *
 *     ### Top functions by self
 *
 *     cpu\-clock · 6 826 samples in 68.9 s
 *
 *     | self | self % | function |
 *     |---:|---:|:---|
 *     | 1 234 | 18.08 % | `main` |
 *
 *     30 of 120 functions; the others hold 3.2 % as self
 *
 * A name is a code span, where nothing is markup, mention or link; one that holds a pipe, a
 * backtick or blanks at its ends is a <code> element with every sign of punctuation as a
 * character reference, which every reader of tables agrees on. Everything else has its
 * punctuation escaped.
 *
 * A comment holds fewer than 65 536 characters: rows that would not fit are left out, and a
 * sentence says how many.
 */
#include "render/report_format.h"

#define MOST       65535 /* characters of a comment */
#define MOST_NOTES 16384 /* of them for notes and verdict */
#define RESERVE    200   /* for the sentence about what was left out */

static bool is_punctuation(char c)
{
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
           (c >= '{' && c <= '~');
}

static bool fits_a_code_span(fr_bytes name)
{
    return name.len && name.at[0] != ' ' && name.at[name.len - 1] != ' ' &&
           fr_bytes_find(name, '|') == name.len && fr_bytes_find(name, '`') == name.len;
}

static void put_references(fr_output *out, fr_bytes text)
{
    for (size_t i = 0; i < text.len; i++)
        if (is_punctuation(text.at[i]) || text.at[i] == ' ')
            fr_put_format(out, "&#%d;", text.at[i]);
        else
            fr_put_char(out, text.at[i]);
}

static void put_name(fr_output *out, fr_bytes name)
{
    bool span = fits_a_code_span(name);

    if (!name.len)
        return;
    fr_put_text(out, span ? "`" : "<code>");
    if (span)
        fr_put(out, name);
    else
        put_references(out, name);
    fr_put_text(out, span ? "`" : "</code>");
}

/* Shown literally; the comment keeps an '@' from calling people. Commas, points and the like are
 * harmless within a sentence. */
static void put_sentence(fr_output *out, fr_bytes text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (is_punctuation(c) && !memchr("%,.;'()", c, 7))
            fr_put_char(out, '\\');
        fr_put_char(out, c);
        if (c == '@')
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

static void put_heading(const fr_report *report, fr_output *out)
{
    if (*report->title) {
        fr_put_text(out, "### ");
        put_sentence(out, fr_bytes_of(report->title));
        fr_put_text(out, "\n\n");
    }
    if (*report->subtitle) {
        put_sentence(out, fr_bytes_of(report->subtitle));
        fr_put_text(out, "\n\n");
    }
    put_columns(report, out);
}

/* A section is folded away: "<details><summary>Why</summary>". */
static void put_section_head(const fr_report *section, fr_output *out)
{
    fr_put_text(out, "\n<details><summary>");
    put_sentence(out, fr_bytes_of(section->title));
    fr_put_text(out, "</summary>\n\n");
    put_columns(section, out);
}

static void put_row(const fr_report *report, size_t row, fr_output *out)
{
    char to[FR_NUMBER_MAX];

    for (size_t c = 0; c < report->n_columns; c++) {
        const fr_cell *cell = fr_report_cell(report, row, c);
        fr_put_text(out, "| ");
        if (report->columns[c].kind == FR_CELL_TEXT)
            put_name(out, fr_report_text(report, cell));
        else
            fr_put_text(out, fr_cell_format(to, report, c, cell));
        fr_put_char(out, ' ');
    }
    fr_put_text(out, "|\n");
}

static void put_verdict(const fr_report *report, fr_output *out)
{
    if (!report->verdict)
        return;
    fr_put_text(out, "\n**");
    put_sentence(out, fr_bytes_of(report->verdict));
    fr_put_text(out, "**\n");
}

static void put_note(const fr_report *report, size_t i, fr_output *out)
{
    fr_put_char(out, '\n');
    put_sentence(out, fr_bytes_of(report->notes[i]));
    fr_put_char(out, '\n');
}

/* ---- what fits ---- */

static size_t characters(fr_bytes text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.len; i++)
        n += ((unsigned char)text.at[i] & 0xc0) != 0x80;
    return n;
}

/* What a memory output holds, and frees it. False where it does not fit into *room, which shrinks
 * otherwise. */
static bool put_if_it_fits(fr_output *part, size_t *room, fr_output *out)
{
    size_t len = 0, n;
    const char *bytes = part ? fr_output_bytes(part, &len) : NULL;
    bool fits = false;

    if (!bytes)
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    n = bytes ? characters((fr_bytes){bytes, len}) : 0;
    if (bytes && n <= *room) {
        fr_put(out, (fr_bytes){bytes, len});
        *room -= n;
        fits = true;
    }
    fr_output_free(part);
    return fits;
}

/* Items one by one; returns how many did not fit. */
static size_t put_items(const fr_report *report, size_t n,
                        void (*put)(const fr_report *report, size_t i, fr_output *out),
                        size_t *room, fr_output *out)
{
    size_t n_left_out = 0;

    for (size_t i = 0; i < n && !fr_output_failed(out); i++) {
        fr_output *part = *room ? fr_output_memory() : NULL;
        if (part)
            put(report, i, part);
        if (*room == 0 || !put_if_it_fits(part, room, out))
            n_left_out++;
    }
    return n_left_out;
}

static void put_left_out(size_t n, const char *what, fr_output *out)
{
    char to[FR_NUMBER_MAX];

    if (n)
        fr_put_format(out, "\n%s %s%s left out to stay under 65 536 characters\n",
                      fr_format_grouped(to, (int64_t)n, 0), what, n == 1 ? "" : "s");
}

/* Notes and verdict are made first, so that rows know how much room there is. */
static fr_output *notes_of(const fr_report *report, size_t *room)
{
    fr_output *notes = fr_output_memory(), *verdict = fr_output_memory();
    size_t left = MOST_NOTES;

    if (!notes || !verdict) {
        fr_output_free(notes);
        fr_output_free(verdict);
        return NULL;
    }
    put_verdict(report, verdict);
    put_if_it_fits(verdict, &left, notes);
    put_left_out(put_items(report, report->n_notes, put_note, &left, notes), "note", notes);
    *room -= MOST_NOTES - left + RESERVE;
    return notes;
}

#define SECTION_END "\n</details>\n"

/* What fits of a section, at most a quarter of the room. */
static void put_section(const fr_report *section, size_t *room, fr_output *out)
{
    fr_output *head = fr_output_memory();
    size_t left = *room / 4, before = left, n_left_out;

    if (head)
        put_section_head(section, head);
    if (!put_if_it_fits(head, &left, out))
        return;
    left -= left > sizeof SECTION_END + RESERVE ? sizeof SECTION_END + RESERVE : left;
    n_left_out = put_items(section, fr_report_n_rows(section), put_row, &left, out);
    put_left_out(n_left_out, "row", out);
    fr_put_text(out, SECTION_END);
    *room -= before - left;
}

static fr_output *sections_of(const fr_report *report, size_t *room)
{
    fr_output *sections = fr_output_memory();

    for (size_t i = 0; sections && i < report->n_sections; i++)
        if (!report->sections[i]->for_programs && fr_report_n_rows(report->sections[i]))
            put_section(report->sections[i], room, sections);
    return sections;
}

void fr_report_markdown_write(const fr_report *report, fr_output *out)
{
    size_t room = MOST - RESERVE, n_left_out = 0, all = MOST;
    fr_output *notes = notes_of(report, &room), *head = fr_output_memory();
    fr_output *sections = sections_of(report, &room);

    if (head)
        put_heading(report, head);
    if (put_if_it_fits(head, &room, out))
        n_left_out = put_items(report, fr_report_n_rows(report), put_row, &room, out);
    put_left_out(n_left_out, "row", out);
    put_if_it_fits(sections, &all, out);
    put_if_it_fits(notes, &all, out);
}
