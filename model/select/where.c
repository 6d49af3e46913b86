/* where.c - the grammar of --where, and label sets against it. */
#include "model/select/where.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"

typedef struct operation {
    const char *sign;
    bool pattern, negated, only_numbers;
    char bound; /* 'l': the number is the low end, 'h': the high one */
    bool open;
} operation;

/* Longer signs first. */
static const operation operations[] = {
    {.sign = "!=", .negated = true},
    {.sign = "!~", .negated = true, .pattern = true},
    {.sign = ">=", .only_numbers = true, .bound = 'l'},
    {.sign = "<=", .only_numbers = true, .bound = 'h'},
    {.sign = ">", .only_numbers = true, .bound = 'l', .open = true},
    {.sign = "<", .only_numbers = true, .bound = 'h', .open = true},
    {.sign = "=", .pattern = false},
    {.sign = "~", .pattern = true},
};

static bool fail_condition(const char *text, const char *expected, fr_error *err)
{
    fr_fail(err, FR_E_USAGE, 0, 0, "--where '%s': expected %s", text, expected);
    return fr_fail_hint(err, "handler=/tree, tenant!=t04, handler~^/api, bytes=4kb:64kb, "
                             "latency>=10ms, comm=java, cpu=0:3");
}

bool fr_condition_parse(fr_condition *c, const char *text, fr_error *err)
{
    size_t n = strcspn(text, "=!<>~");
    const operation *op = NULL;
    fr_amount bound;
    const char *value;

    for (size_t i = 0; i < sizeof operations / sizeof *operations && !op; i++)
        if (fr_bytes_starts(fr_bytes_of(text + n), fr_bytes_of(operations[i].sign)))
            op = &operations[i];
    *c = (fr_condition){.key = fr_bytes_trim((fr_bytes){text, n})};
    if (!op || c->key.len == 0)
        return fail_condition(text, "KEY=VALUE, KEY!=VALUE, KEY~REGEX or KEY>=NUMBER", err);
    value = text + n + strlen(op->sign);
    c->value = fr_bytes_of(value);
    c->negated = op->negated;
    c->only_numbers = op->only_numbers;
    if (op->pattern) {
        c->pattern = fr_pattern_new(value, "--where", FR_PATTERN_PART, err);
        return c->pattern != NULL;
    }
    if (!op->bound) {
        c->numeric = fr_amount_range_parse(c->value, &c->range);
        return true;
    }
    if (!fr_amount_parse(c->value, &bound))
        return fail_condition(text, "a number, perhaps with a unit", err);
    c->numeric = true; /* "latency>=10ms": one end of a range */
    if (op->bound == 'l')
        c->range = (fr_amount_range){.low = bound, .has_low = true, .above = op->open};
    else
        c->range = (fr_amount_range){.high = bound, .has_high = true, .below = op->open};
    return true;
}

void fr_condition_reset(fr_condition *c)
{
    fr_pattern_free(c->pattern);
    *c = (fr_condition){0};
}

bool fr_condition_likes_text(const fr_condition *c, fr_bytes text, fr_error *err)
{
    if (c->pattern)
        return fr_pattern_matches(c->pattern, text, err);
    return !c->only_numbers && fr_bytes_equal(c->value, text);
}

bool fr_condition_likes_number(const fr_condition *c, int64_t number, fr_bytes unit, fr_error *err)
{
    char digits[24];

    if (!c->pattern)
        return c->numeric && fr_amount_range_holds(&c->range, number, unit);
    snprintf(digits, sizeof digits, "%" PRId64, number);
    return fr_pattern_matches(c->pattern, fr_bytes_of(digits), err);
}

fr_bytes fr_label_unit(const fr_profile *p, const fr_label *label)
{
    fr_bytes key = fr_names_at(p->names, label->key);

    if (label->unit)
        return fr_names_at(p->names, label->unit);
    if (fr_bytes_equal(key, FR_LITERAL("alignment")) || fr_bytes_equal(key, FR_LITERAL("request")))
        return FR_LITERAL("bytes");
    return key;
}

bool fr_condition_meets(const fr_condition *c, const fr_profile *p, uint32_t set, fr_error *err)
{
    size_t n;
    const fr_label *labels = fr_label_set(&p->labelled.sets, set, &n);

    for (size_t i = 0; i < n; i++) {
        const fr_label *label = &labels[i];
        if (!fr_bytes_equal(fr_names_at(p->names, label->key), c->key))
            continue;
        if (label->is_text
                ? fr_condition_likes_text(c, fr_names_at(p->names, label->text), err)
                : fr_condition_likes_number(c, label->number, fr_label_unit(p, label), err))
            return !c->negated;
    }
    return c->negated;
}

static int compare_texts(const void *a, const void *b)
{
    return fr_bytes_compare(*(const fr_bytes *)a, *(const fr_bytes *)b);
}

void fr_label_keys(const fr_profile *p, char *to, size_t room)
{
    const fr_label_sets *sets = &p->labelled.sets;
    fr_bytes keys[32];
    size_t n = 0, used = 0;

    for (size_t i = 0; i < sets->n_labels && n < 32; i++) {
        fr_bytes key = fr_names_at(p->names, sets->labels[i].key);
        size_t k = 0;
        while (k < n && !fr_bytes_equal(keys[k], key))
            k++;
        if (k == n)
            keys[n++] = key;
    }
    qsort(keys, n, sizeof *keys, compare_texts);
    to[0] = '\0';
    for (size_t k = 0; k < n && used + 3 < room; k++) {
        if (k)
            used += (size_t)snprintf(to + used, room - used, ", ");
        fr_text_copy(to + used, room - used, keys[k]);
        used += strlen(to + used);
    }
}
