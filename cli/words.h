/*
 * words.h - space-separated lists, and the word that was probably meant.
 */
#ifndef FLAMERENDER_CLI_WORDS_H
#define FLAMERENDER_CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* A slice of a list; not NUL-terminated. */
struct word {
    const char *text;
    size_t len;
};

/* Takes the next word off the list:
 *     for (struct word w; word_next(&list, &w);) */
bool word_next(const char **list, struct word *word);
bool word_is(struct word word, const char *text, size_t len);
bool words_hold(const char *list, const char *text, size_t len);

/* The nearest of the words offered, by edit distance with transpositions; nothing is near where
 * more than a third of the letters would have to change. */
struct nearest {
    struct word wanted;
    struct word best; /* text is NULL where nothing is near */
    size_t distance;
};

void nearest_init(struct nearest *nearest, const char *wanted, size_t len);
void nearest_offer(struct nearest *nearest, struct word word);

#endif
