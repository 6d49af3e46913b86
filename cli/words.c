/*
 * words.c - space-separated lists, and near misses.
 */
#include "words.h"

#include <string.h>

#define LONGEST 32 /* words beyond are never near to anything */

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
