/*
 * recognise.c - which format an input has: its content decides, and a suffix breaks ties.
 */
#include "base/text.h"
#include "base/unwrap.h"
#include "formats/reader.h"
#include "formats/suspects.h"

#define SURE   100 /* magic: no other format needs to be asked */
#define LIKELY 60  /* below it the signs of other things are looked for */

#define LIST_OF_FORMATS "'flamerender formats' lists what can be read"
#define ANYWAY          "--input-format=NAME reads it as that format anyway"

static const fr_format *find_format(const char *name)
{
    const fr_format *format;

    for (size_t i = 0; (format = fr_format_row(i)); i++)
        if (strcmp(format->info.name, name) == 0)
            return format;
    return NULL;
}

/* True if `name` ends in one of the format's suffixes, those of wrappings left aside. */
static bool has_suffix(const fr_format *format, fr_bytes name)
{
    const char *suffix = format->info.suffixes;

    name = fr_unwrap_name(name);
    while (*suffix) {
        size_t len = strcspn(suffix, " ");
        if (name.len > len && name.at[name.len - len - 1] == '.' &&
            fr_bytes_ends(name, (fr_bytes){suffix, len}))
            return true;
        suffix += len + (suffix[len] == ' ');
    }
    return false;
}

/* The best row, and its score. */
static const fr_format *detect(fr_bytes head, bool whole, const char *name, int *score)
{
    const fr_format *best = NULL, *format;
    int best_score = 0;

    for (size_t i = 0; best_score < 2 * SURE && (format = fr_format_row(i)); i++) {
        int found = format->probe(head, whole) * 2;
        if (found > 0 && has_suffix(format, fr_bytes_of(name)))
            found++;
        if (found > best_score) {
            best = format;
            best_score = found;
        }
    }
    *score = best_score / 2;
    return best;
}

/* Quotes the first line that is neither blank nor a comment. */
static bool fail_quoting(fr_bytes head, fr_error *err)
{
    uint64_t line = 1;
    char quoted[80];
    fr_bytes text;

    for (;; line++) {
        size_t end = fr_bytes_find(head, '\n');
        text = fr_bytes_trim((fr_bytes){head.at, end});
        if (end == head.len || (text.len && text.at[0] != '#'))
            break;
        head = (fr_bytes){head.at + end + 1, head.len - end - 1};
    }
    fr_text_copy(quoted, sizeof quoted, text);
    fr_fail(err, FR_E_FORMAT, line, 0, "not a known kind of profile: '%s%s'", quoted,
            text.len < sizeof quoted ? "" : "...");
    if (fr_bytes_find(text, ';') < text.len)
        return fr_fail_hint(err,
                            "a line of folded stacks ends in a number below 2^63: main;parse 42; "
                            "--input-format=folded reads those that do");
    return fr_fail_hint(err, LIST_OF_FORMATS "; " ANYWAY);
}

/* A format that few lines speak for yields to the signs of others. NULL: *err has what it is instead. */
static const fr_format *recognise(fr_bytes head, bool whole, const char *name, fr_error *err)
{
    int score;
    const fr_format *format = detect(head, whole, name, &score);
    const fr_suspect *suspect = score < SURE ? fr_suspect_find(head, score >= LIKELY) : NULL;

    if (suspect) {
        fr_fail(err, suspect->code, 0, 0, "%s", suspect->text);
        fr_fail_hint(err, "%s; " ANYWAY, suspect->hint ? suspect->hint : LIST_OF_FORMATS);
    } else if (!format) {
        fail_quoting(head, err);
    }
    return suspect ? NULL : format;
}

const fr_format *fr_format_choose(fr_input *in, const char *name, fr_error *err)
{
    fr_bytes head = fr_input_fill(in, FR_PROBE_BYTES);
    bool whole = fr_input_at_end(in) && head.len <= FR_PROBE_BYTES;
    const fr_format *format;

    head.len = head.len < FR_PROBE_BYTES ? head.len : FR_PROBE_BYTES;
    if (fr_input_failed(in, err))
        return NULL;
    if (head.len == 0) {
        fr_fail(err, FR_E_EMPTY, 0, 0, "is empty");
        fr_fail_hint(err, "the command before the pipe printed nothing; see its own messages");
        return NULL;
    }
    if (name) {
        format = find_format(name);
        if (!format)
            fr_fail(err, FR_E_USAGE, 0, 0, "unknown input format '%s'", name);
        return format;
    }
    return recognise(head, whole, fr_input_name(in), err);
}
