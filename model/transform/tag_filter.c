/* tag_filter.c - pprof's filters of labels, as it reads them (internal/driver/driver_focus.go). */
#include <stdlib.h>

#include "base/text.h"
#include "model/select/where.h"
#include "model/transform/tags.h"

struct fr_tag_filter {
    char *text;   /* a copy, cut at commas */
    fr_bytes key; /* at == NULL: any */
    bool is_range;
    fr_amount_range range;
    fr_pattern **patterns;
    size_t n_patterns;
};

/* "12", "-3", "4kb": digits, then letters. */
static bool is_whole_amount(fr_bytes text)
{
    size_t i = text.len && strchr("+-", text.at[0]) ? 1 : 0, digits = i;

    while (i < text.len && text.at[i] >= '0' && text.at[i] <= '9')
        i++;
    if (i == digits)
        return false;
    while (i < text.len && (text.at[i] | 0x20) >= 'a' && (text.at[i] | 0x20) <= 'z')
        i++;
    return i == text.len;
}

/* Only whole numbers are pprof's ranges: 1.5 is an expression. */
static bool parse_range(fr_tag_filter *f, fr_bytes value)
{
    size_t colon = fr_bytes_find(value, ':');
    fr_bytes low = {value.at, colon};
    fr_bytes high = {value.at + colon + 1, colon < value.len ? value.len - colon - 1 : 0};

    if (low.len == 0 && high.len == 0)
        return false;
    return (low.len == 0 || is_whole_amount(low)) && (high.len == 0 || is_whole_amount(high)) &&
           fr_amount_range_parse(value, &f->range);
}

static bool add_pattern(fr_tag_filter *f, const char *option, const char *text, fr_error *err)
{
    fr_pattern *pattern = fr_pattern_new(text, option, FR_PATTERN_PART, err);

    if (pattern)
        f->patterns[f->n_patterns++] = pattern;
    return pattern != NULL;
}

static bool parse_patterns(fr_tag_filter *f, const char *option, char *value, fr_error *err)
{
    size_t n = 1;

    for (const char *at = value; *at; at++)
        n += *at == ',';
    f->patterns = calloc(n, sizeof *f->patterns);
    if (!f->patterns)
        return fr_fail_memory(err);
    for (char *comma; (comma = strchr(value, ',')) != NULL; value = comma + 1) {
        *comma = '\0';
        if (!add_pattern(f, option, value, err))
            return false;
    }
    return add_pattern(f, option, value, err);
}

fr_tag_filter *fr_tag_filter_new(const char *option, const char *text, fr_error *err)
{
    fr_tag_filter *f = calloc(1, sizeof *f);
    char *value = f ? strdup(text) : NULL;
    bool good = value != NULL || fr_fail_memory(err);

    if (good) {
        size_t equals = strcspn(value, "=");
        f->text = value;
        if (value[equals]) {
            f->key = (fr_bytes){value, equals};
            value += equals + 1;
        }
        f->is_range = parse_range(f, fr_bytes_of(value));
        good = f->is_range || parse_patterns(f, option, value, err);
    }
    if (good)
        return f;
    fr_tag_filter_free(f);
    return NULL;
}

void fr_tag_filter_free(fr_tag_filter *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->n_patterns; i++)
        fr_pattern_free(f->patterns[i]);
    free(f->patterns);
    free(f->text);
    free(f);
}

bool fr_tag_filter_is_range(const fr_tag_filter *f)
{
    return f->is_range;
}

static bool has_key(const fr_tag_filter *f, const fr_profile *p, const fr_label *label)
{
    return !f->key.at || fr_bytes_equal(fr_names_at(p->names, label->key), f->key);
}

static bool in_range(const fr_tag_filter *f, const fr_profile *p, const fr_label *label)
{
    return !label->is_text &&
           fr_amount_range_holds(&f->range, label->number, fr_label_unit(p, label));
}

/* Matches the text of a label if there is a key, "key:text" if there is none. */
static bool matches(const fr_tag_filter *f, fr_pattern *pattern, const fr_profile *p,
                    const fr_label *label, fr_error *err)
{
    fr_bytes text = fr_names_at(p->names, label->text), key = fr_names_at(p->names, label->key);
    char *both;
    bool good;

    if (!label->is_text || f->key.at)
        return label->is_text && fr_pattern_matches(pattern, text, err);
    both = malloc(key.len + text.len + 2);
    if (!both)
        return fr_fail_memory(err);
    memcpy(both, key.at, key.len);
    both[key.len] = ':';
    memcpy(both + key.len + 1, text.at, text.len);
    good = fr_pattern_matches(pattern, (fr_bytes){both, key.len + 1 + text.len}, err);
    free(both);
    return good;
}

static bool any_label(const fr_tag_filter *f, fr_pattern *pattern, const fr_profile *p,
                      uint32_t set, fr_error *err)
{
    size_t n;
    const fr_label *labels = fr_label_set(&p->labelled.sets, set, &n);

    for (size_t i = 0; i < n; i++)
        if (has_key(f, p, &labels[i]) &&
            (f->is_range ? in_range(f, p, &labels[i]) : matches(f, pattern, p, &labels[i], err)))
            return true;
    return false;
}

/* Any expression will do for a key; without one each must match something. */
bool fr_tag_filter_likes(const fr_tag_filter *f, const fr_profile *p, uint32_t set, fr_error *err)
{
    bool any = f->key.at != NULL;

    if (f->is_range)
        return any_label(f, NULL, p, set, err);
    for (size_t i = 0; i < f->n_patterns; i++)
        if (any_label(f, f->patterns[i], p, set, err) == any)
            return any;
    return !any;
}
