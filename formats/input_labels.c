/*
 * input_labels.c - the texts of labels, with parts of the path and the time put in.
 */
#include "formats/input_labels.h"

#include <stdio.h>

#include "model/build/builder_merge.h"

#define MOST_LABELS 64
#define TIME        "{time}"

bool fr_input_labels_check(const fr_read_options *opt, fr_error *err)
{
    for (size_t i = 0; i < opt->n_labels; i++) {
        size_t key = strcspn(opt->labels[i], "=");
        if (key > 0 && opt->labels[i][key] && i < MOST_LABELS)
            continue;
        fr_fail(err, FR_E_USAGE, 0, 0, "expected KEY=VALUE of a label, not '%.100s'",
                opt->labels[i]);
        return fr_fail_hint(err,
                            "host=h17, or host={2}: the last part but one of the input's path");
    }
    return true;
}

/* The n-th part of a path, from its end; len 0: there is none. */
static fr_bytes part_of(const char *path, uint32_t n)
{
    size_t end = strlen(path), at = end;

    while (at > 0 && path[at - 1] != '/')
        at--;
    for (; n > 1 && at > 0; n--) {
        end = --at;
        while (at > 0 && path[at - 1] != '/')
            at--;
    }
    return (fr_bytes){path + at, n == 1 ? end - at : 0};
}

/* "{2}" at the start of a text: its length, and the number; else 0. */
static size_t number_at(const char *text, uint32_t *n)
{
    bool is_part = text[0] == '{' && text[1] >= '1' && text[1] <= '9' && text[2] == '}';

    *n = is_part ? (uint32_t)(text[1] - '0') : 0;
    return is_part ? 3 : 0;
}

/* Replaces {N}; false where the path has too few parts or the text gets too long. */
static bool fill_in(const char *text, const char *path, char *to, size_t room)
{
    size_t used = 0;

    while (*text) {
        uint32_t n;
        size_t len = number_at(text, &n);
        fr_bytes piece = len ? part_of(path, n) : (fr_bytes){text, 1};
        if (piece.len == 0 || used + piece.len >= room)
            return false;
        memcpy(to + used, piece.at, piece.len);
        used += piece.len;
        text += len ? len : 1;
    }
    to[used] = '\0';
    return true;
}

static uint32_t name_of(fr_builder *b, fr_bytes text)
{
    return fr_builder_spelling(b, text, FR_TEXT_RAW);
}

static fr_label make_label(fr_builder *b, const char *text, const char *path)
{
    size_t key = strcspn(text, "=");
    char value[1000];

    fr_label label = {.key = name_of(b, (fr_bytes){text, key}), .is_text = 1};
    if (strcmp(text + key + 1, TIME) == 0) {
        label.is_text = 0;
        label.number = fr_builder_began(b);
        label.unit = name_of(b, FR_LITERAL("nanoseconds"));
    } else if (fill_in(text + key + 1, path, value, sizeof value)) {
        label.text = name_of(b, fr_bytes_of(value));
    } else {
        fr_builder_fail(b, FR_E_USAGE, 0, 0, "the path has no such part as '%.100s' asks for",
                        text);
        fr_builder_hint(b, "{1} is the last part of the path, {2} the one before it");
    }
    return label;
}

void fr_input_labels_add(fr_builder *b, const fr_read_options *opt, const char *path)
{
    fr_label labels[MOST_LABELS];

    for (size_t i = 0; i < opt->n_labels && !fr_builder_failed(b); i++)
        labels[i] = make_label(b, opt->labels[i], path);
    if (opt->n_labels && !fr_builder_failed(b))
        fr_builder_label_rows(b, labels, opt->n_labels);
}
