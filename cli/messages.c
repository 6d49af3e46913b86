/*
 * messages.c - lines on standard error, filling errors of our own, and the word that was probably meant.
 *
 *     flamerender: error: a.folded:3: expected 'frame;frame value'
 *     flamerender: hint: --skip-bad goes on without this input
 *     flamerender: note: a.folded:7: 2 lines rejected, the first: 'main'
 *
 * Control characters, bidi controls and what is not UTF-8 are shown as escapes: no file name and no
 * input can drive the terminal or fake a line.
 */
#include "options.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LINE_MAX_BYTES 4096

/* "flamerender: note: a.folded:7: text": one write, so that lines of two programs don't mix. */
static void say(const char *what, const char *source, uint64_t line, const char *text)
{
    char raw[LINE_MAX_BYTES] = "", shown[LINE_MAX_BYTES];
    if (source[0])
        append_text(raw, sizeof raw, "%s:", source);
    if (source[0] && line)
        append_text(raw, sizeof raw, "%" PRIu64 ":", line);
    append_text(raw, sizeof raw, "%s%s", source[0] ? " " : "", text);
    fr_printable(shown, sizeof shown, raw);
    char whole[LINE_MAX_BYTES + 64];
    int n = snprintf(whole, sizeof whole, "flamerender: %s: %s\n", what, shown);
    fwrite(whole, 1, (size_t)n, stderr);
}

static void say_error(const char *what, const fr_error *err)
{
    say(what, err->source, err->line, err->text[0] ? err->text : "failed for an unknown reason");
    if (err->hint[0])
        say("hint", "", 0, err->hint);
    else if (err->code == FR_E_LIMIT && strcmp(err->text, "out of memory") == 0)
        say("hint", "", 0, "--limit-memory raises the limit; or narrow the input");
}

int message_error(const fr_error *err)
{
    say_error("error", err);
    return err->code ? (int)err->code : (int)FR_E_LIMIT;
}

void message_warning(const fr_error *err)
{
    say_error("warning", err);
}

void message_note(const fr_note *note)
{
    say("note", note->source, note->first_line, note->text);
}

void note_with(const struct options *opt, const char *format, ...)
{
    fr_note note = {.source = ""};
    va_list args;
    va_start(args, format);
    vsnprintf(note.text, sizeof note.text, format, args);
    va_end(args);
    if (!opt->quiet)
        message_note(&note);
}

bool fail_with(fr_error *err, fr_code code, const char *format, ...)
{
    if (err->code)
        return false;
    *err = (fr_error){.code = code};
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return false;
}

bool hint_with(fr_error *err, const char *format, ...)
{
    if (err->hint[0])
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(err->hint, sizeof err->hint, format, args);
    va_end(args);
    return false;
}

void append_text(char *to, size_t cap, const char *format, ...)
{
    size_t n = strlen(to);
    va_list args;
    va_start(args, format);
    vsnprintf(to + n, cap - n, format, args);
    va_end(args);
}

void put_text(fr_output *out, const char *text)
{
    fr_output_write(out, text, strlen(text));
}

bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

int64_t now_ns(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

bool shows_progress(bool quiet)
{
    const char *term = getenv("TERM");
    return !quiet && term && strcmp(term, "dumb") != 0 && isatty(STDERR_FILENO);
}

/* ---- space-separated lists, and near misses ---- */

#define LONGEST 32 /* words beyond are never near to anything */

const char *path_end(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

bool word_next(const char **list, struct word *word)
{
    const char *at = *list + strspn(*list, " ");
    *word = (struct word){at, strcspn(at, " ")};
    *list = at + word->len;
    return word->len > 0;
}

bool word_is(struct word word, const char *text, size_t len)
{
    return word.len == len && memcmp(word.text, text, len) == 0;
}

bool words_hold(const char *list, const char *text, size_t len)
{
    for (struct word word; word_next(&list, &word);)
        if (word_is(word, text, len))
            return true;
    return false;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Optimal string alignment: insertion, deletion, substitution, and swapped neighbours cost 1. */
static size_t distance_between(struct word a, struct word b)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *here = rows[2];
    for (size_t j = 0; j <= b.len; j++)
        above[j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        here[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            bool same = a.text[i - 1] == b.text[j - 1];
            here[j] = least(least(above[j], here[j - 1]) + 1, above[j - 1] + !same);
            if (i > 1 && j > 1 && a.text[i - 1] == b.text[j - 2] && a.text[i - 2] == b.text[j - 1])
                here[j] = least(here[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = above, above = here, here = free_row;
    }
    return above[b.len];
}

void nearest_init(struct nearest *nearest, const char *wanted, size_t len)
{
    *nearest = (struct nearest){.wanted = {wanted, len}, .distance = len / 3 + 1};
}

void nearest_offer(struct nearest *nearest, struct word word)
{
    if (word.len > LONGEST || nearest->wanted.len > LONGEST)
        return;
    size_t distance = distance_between(nearest->wanted, word);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->best = word;
    }
}
