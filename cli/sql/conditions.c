/*
 * conditions.c - the options that select samples, as conditions on a row.
 *
 *     --where service=api        service = 'api'
 *     --where 'path~^/v1'        arrayExists((k, v) -> k = 'path' AND match(v, '^/v1'), label_keys, label_values)
 *     --from @1700000000.5       time >= 1700000000500000000
 *
 * A condition that is negated holds for samples without the key too, as it does elsewhere.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/messages.h"
#include "cli/sql/sql.h"

static const char *const columns[] = {"service", "version", "region", "host", "type", "unit"};

bool sql_is_column(const char *key, size_t n)
{
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (strlen(columns[i]) == n && memcmp(columns[i], key, n) == 0)
            return true;
    return false;
}

void sql_put_key(struct sql_text *to, const char *key, size_t n)
{
    if (sql_is_column(key, n)) {
        sql_put_n(to, key, n);
        return;
    }
    sql_put(to, "label_values[indexOf(label_keys, ");
    sql_quote(to, key, n);
    sql_put(to, ")]");
}

/* ---------------------------------------------------------------- --where */

/* Signs that text can be compared by; longer ones first. */
static const struct sign {
    const char *text;
    bool negated, pattern, known;
} signs[] = {
    {"!=", true, false, true},   {"!~", true, true, true},   {">=", false, false, false},
    {"<=", false, false, false}, {">", false, false, false}, {"<", false, false, false},
    {"=", false, false, true},   {"~", false, true, true},
};

static const struct sign *find_sign(const char *text)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text, signs[i].text, strlen(signs[i].text)) == 0)
            return &signs[i];
    return NULL;
}

static void put_comparison(struct sql_text *to, const char *what, size_t n, const struct sign *sign,
                           const char *value)
{
    sql_put(to, sign->pattern ? "match(" : "");
    sql_put_n(to, what, n);
    sql_put(to, sign->pattern ? ", " : " = ");
    sql_quote(to, value, strlen(value));
    sql_put(to, sign->pattern ? ")" : "");
}

/* An empty column stands for no label. */
static void put_condition(struct sql_text *to, const char *key, size_t n, const struct sign *sign,
                          const char *value)
{
    sql_put(to, sign->negated ? "NOT " : "");
    if (sql_is_column(key, n)) {
        sql_put(to, "(");
        sql_put_n(to, key, n);
        sql_put(to, " != '' AND ");
        put_comparison(to, key, n, sign, value);
        sql_put(to, ")");
        return;
    }
    sql_put(to, "arrayExists((k, v) -> k = ");
    sql_quote(to, key, n);
    sql_put(to, " AND ");
    put_comparison(to, "v", 1, sign, value);
    sql_put(to, ", label_keys, label_values)");
}

static bool put_where(struct sql_text *to, const char *text, fr_error *err)
{
    size_t n = strcspn(text, "=!<>~");
    const struct sign *sign = find_sign(text + n);
    if (n == 0 || !sign) {
        fail_with(err, FR_E_USAGE,
                  "--where '%s': expected KEY=VALUE, KEY!=VALUE, KEY~REGEX or KEY!~REGEX", text);
        return false;
    }
    if (!sign->known) {
        fail_with(err, FR_E_USAGE, "--where '%s': an engine compares labels as texts, by = != ~ !~",
                  text);
        return hint_with(err, "--from and --to select by time");
    }
    put_condition(to, text, n, sign, text + n + strlen(sign->text));
    return true;
}

static bool put_list(struct sql_text *to, const struct values *where, const char *before,
                     fr_error *err)
{
    for (size_t i = 0; i < where->n; i++, before = " AND ") {
        sql_put(to, before);
        if (!put_where(to, where->items[i], err))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- --from, --to */

/* "@1700000000.25" in ns. */
static bool parse_time(const char *text, int64_t *ns)
{
    int64_t value = 0;
    int decimals = -1;
    if (*text++ != '@' || !*text)
        return false;
    for (; *text; text++) {
        if (*text == '.' && decimals < 0)
            decimals = 0;
        else if (*text < '0' || *text > '9' || decimals == 9 ||
                 __builtin_mul_overflow(value, 10, &value) ||
                 __builtin_add_overflow(value, *text - '0', &value))
            return false;
        else
            decimals += decimals >= 0;
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < 9; decimals++)
        if (__builtin_mul_overflow(value, 10, &value))
            return false;
    *ns = value;
    return true;
}

static bool put_time(struct sql_text *to, const char *option, const char *text, const char *sign,
                     fr_error *err)
{
    char condition[60];
    int64_t ns = 0;
    if (!text)
        return true;
    if (!parse_time(text, &ns)) {
        fail_with(err, FR_E_USAGE, "'%s' expects @SECONDS since 1970 for an engine, not '%s'",
                  option, text);
        return hint_with(err, "%s @$(date -d '2026-11-22 10:00' +%%s)", option);
    }
    snprintf(condition, sizeof condition, " AND time %s %" PRId64, sign, ns);
    sql_put(to, condition);
    return true;
}

/* ---------------------------------------------------------------- all */

bool sql_put_selection(struct sql_text *to, const struct options *opt, fr_error *err)
{
    sql_put(to, "1");
    if (opt->sample_index) {
        sql_put(to, " AND type = ");
        sql_quote(to, opt->sample_index, strlen(opt->sample_index));
    }
    return put_list(to, &opt->where, " AND ", err) &&
           put_time(to, "--from", opt->select.from, ">=", err) &&
           put_time(to, "--to", opt->select.to, "<", err);
}

bool sql_put_side(struct sql_text *to, const struct side *side, fr_error *err)
{
    sql_put(to, side->where.n ? "" : "1");
    return put_list(to, &side->where, "", err);
}
