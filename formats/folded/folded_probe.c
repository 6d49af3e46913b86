/*
 * folded_probe.c - how much of a text looks like folded stacks. They have no magic, and the lines of many
 * other texts end in a number.
 *
 *     main;parse 42        a stack: ';' with no blank behind it
 *     main 5               a single frame: a name of few words, then a number
 *     replicas: 3          prose, a table or a setting, as is "2026-11-22 queue length 5"
 *     17 4                 columns of numbers
 */
#include "formats/folded/folded.h"
#include "formats/lines.h"

#define MOST_WORDS 4 /* "unsigned long std::foo<int, int>(char)": words outside of brackets */

typedef enum line_kind { STACK, SINGLE, ALONE, OTHER } line_kind; /* ALONE: no name, a value */

typedef struct survey {
    uint32_t n[OTHER + 1], n_all, n_controls;
    line_kind first;  /* of the first line that counts; OTHER where there is none */
    uint32_t n_prose; /* of the single frames: several words, and no sign of a function */
} survey;

/* "main;parse", but not "Mozilla/5.0 (X11; Linux)". */
static bool has_separator(fr_bytes stack)
{
    for (size_t i = 0;
         (i += fr_bytes_find((fr_bytes){stack.at + i, stack.len - i}, ';')) < stack.len; i++)
        if (i + 1 == stack.len || stack.at[i + 1] != ' ')
            return true;
    return false;
}

static bool is_number_only(fr_bytes stack)
{
    for (size_t i = 0; i < stack.len; i++)
        if (!strchr("0123456789.,+-%eE \t", stack.at[i]) || !stack.at[i])
            return false;
    return true;
}

/* Words outside of brackets: 3 of "void f<int, char>(int, char) const". */
static size_t count_words(fr_bytes name)
{
    size_t n = 0, depth = 0;
    bool in_word = false;

    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        bool blank = c == ' ' || c == '\t';
        if (strchr("([{<", c) && c)
            depth++;
        else if (strchr(")]}>", c) && c && depth > 0)
            depth--;
        n += depth == 0 && !blank && !in_word;
        in_word = !blank;
    }
    return n;
}

/* "port =", "replicas:", "main, 1, 3,": a setting or a column of a table. */
static bool ends_as_setting(fr_bytes name)
{
    char last = name.at[name.len - 1];

    return last == ':' || last == ',' ||
           (strchr("=|", last) && last && (name.len == 1 || name.at[name.len - 2] == ' '));
}

/* "Debian GNU/Linux", but not "a 1" and "void f(int) const": two words that begin with a letter. */
static bool is_prose(fr_bytes name)
{
    size_t n = 0;

    for (size_t i = 0; i < name.len; i++) {
        char lower = name.at[i] | 0x20;
        if (name.at[i] == '(' || name.at[i] == '<' ||
            (i > 0 && name.at[i] == ':' && name.at[i - 1] == ':'))
            return false;
        n += lower >= 'a' && lower <= 'z' && (i == 0 || name.at[i - 1] == ' ');
    }
    return n > 1;
}

static line_kind classify(fr_bytes text, uint32_t *n_prose)
{
    fr_folded_line line;

    if (fr_folded_parse(text, 1, &line))
        return OTHER;
    if (line.stack.len == 0)
        return ALONE;
    if (has_separator(line.stack))
        return STACK;
    if (is_number_only(line.stack) || ends_as_setting(line.stack) ||
        count_words(line.stack) > MOST_WORDS)
        return OTHER;
    *n_prose += is_prose(line.stack);
    return SINGLE;
}

/* Bytes that no text has. */
static uint32_t count_controls(fr_bytes text)
{
    uint32_t n = 0;

    for (size_t i = 0; i < text.len; i++)
        n += (unsigned char)text.at[i] < ' ' && (!text.at[i] || !strchr("\t\r\x1b", text.at[i]));
    return n;
}

/* The lines of a head; the last one counts where it is whole. */
static survey count_lines(fr_bytes head, bool whole)
{
    survey s = {.first = OTHER};
    fr_bytes text;

    while (fr_lines_cut(&head, whole, &text)) {
        line_kind kind;
        if (fr_folded_is_blank(text))
            continue;
        kind = classify(text, &s.n_prose);
        if (s.n_all++ == 0)
            s.first = kind;
        s.n[kind]++;
        s.n_controls += count_controls(text);
    }
    return s;
}

/* 60 where nearly all lines are stacks, 10 where most are, or where nearly all lines are single frames. The
 * head of a table speaks against them. */
int fr_folded_probe(fr_bytes head, bool whole)
{
    survey s = count_lines(head, whole);
    uint32_t n = s.n_all, n_good = s.n[STACK] + s.n[SINGLE], n_bad = n - n_good;

    if (n == 0) /* one line that is longer than what can be seen */
        return !whole && fr_bytes_find(head, ';') < head.len ? 10 : 0;
    if (s.n_controls > n || (n == 1 && s.n_prose == 1)) /* "Debian GNU/Linux 12" */
        return 0;
    if (s.n[STACK] * UINT64_C(10) >= n * UINT64_C(9))
        return 60;
    if (s.n[STACK] * UINT64_C(2) > n)
        return 10;
    return s.first != OTHER && n_good >= n_bad && n_bad <= n / 10 + 1 ? 10 : 0;
}
