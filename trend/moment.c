/* moment.c - reads dates, versions and numbers in names of files (--time-from-name), and dates as seconds. */
#include "trend/trend.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns what follows the last '/', or all. */
static fr_bytes base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return fr_bytes_of(slash && slash[1] ? slash + 1 : path);
}

/* ---------------------------------------------------------------- dates */

/* Days since 1970 of a date of the Gregorian calendar (Hinnant, chrono-compatible low-level date
 * algorithms, 2013). */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    int64_t y = year - (month <= 2), era = y / 400, of_era = y - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static void date_of(int64_t days, int64_t *year, int64_t *month, int64_t *day)
{
    int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
    int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;

    *day = of_year - (153 * m + 2) / 5 + 1;
    *month = m < 10 ? m + 3 : m - 9;
    *year = y + era * 400 + (*month <= 2);
}

static fr_moment moment_of_seconds(double seconds)
{
    fr_moment moment = {.kind = FR_MOMENT_TIME, .part = {seconds}};
    int64_t whole = (int64_t)floor(seconds), days = whole / 86400, rest = whole % 86400;
    int64_t year, month, day;

    if (rest < 0) {
        rest += 86400;
        days--;
    }
    date_of(days, &year, &month, &day);
    snprintf(moment.label, sizeof moment.label,
             "%04" PRId64 "-%02" PRId64 "-%02" PRId64 " %02" PRId64 ":%02" PRId64, year, month, day,
             rest / 3600, rest / 60 % 60);
    if (rest % 60)
        snprintf(moment.label + 16, sizeof moment.label - 16, ":%02" PRId64, rest % 60);
    return moment;
}

fr_moment fr_moment_of_time(int64_t ns)
{
    return moment_of_seconds((double)ns * 1e-9);
}

/* Takes `n` digits off the text, after one of `before` where there is one. */
static bool take_digits(fr_bytes *text, const char *before, size_t n, int64_t *value)
{
    fr_bytes rest = *text;

    if (rest.len && *before && strchr(before, rest.at[0]))
        rest = (fr_bytes){rest.at + 1, rest.len - 1};
    *value = 0;
    for (size_t i = 0; i < n; i++) {
        if (i >= rest.len || !is_digit(rest.at[i]))
            return false;
        *value = *value * 10 + (rest.at[i] - '0');
    }
    *text = (fr_bytes){rest.at + n, rest.len - n};
    return true;
}

/* "2026-11-05", "20261105", "2026-11-05T07:30:15", "20261105_0730": returns its length; 0: none. */
static size_t match_date(fr_bytes text, fr_moment *moment)
{
    fr_bytes rest = text;
    int64_t year, month, day, hour = 0, minute = 0, second = 0;

    if (!take_digits(&rest, "", 4, &year) || !take_digits(&rest, "-_.", 2, &month) ||
        !take_digits(&rest, "-_.", 2, &day) || month < 1 || month > 12 || day < 1 || day > 31)
        return 0;
    fr_bytes date_end = rest;
    if (!take_digits(&rest, "T_- ", 2, &hour) || !take_digits(&rest, ":-_.", 2, &minute) ||
        hour > 23 || minute > 59) {
        hour = minute = 0;
        rest = date_end;
    } else if (!take_digits(&rest, ":-_.", 2, &second) || second > 59) {
        second = 0;
    }
    *moment = moment_of_seconds((double)days_of(year, month, day) * 86400 +
                                (double)(hour * 3600 + minute * 60 + second));
    return text.len - rest.len;
}

/* ---------------------------------------------------------------- versions and numbers */

static size_t digits_at(fr_bytes text, size_t at, double *value)
{
    size_t n = 0;

    *value = 0;
    for (; at + n < text.len && is_digit(text.at[at + n]); n++)
        *value = *value * 10 + (text.at[at + n] - '0');
    return n;
}

static void set_label(fr_moment *moment, fr_bytes text)
{
    int len = text.len < sizeof moment->label ? (int)text.len : (int)sizeof moment->label - 1;

    snprintf(moment->label, sizeof moment->label, "%.*s", len, text.at);
}

/* "v2.38.1", "2.38": numbers between dots. */
static size_t match_version(fr_bytes text, fr_moment *moment)
{
    size_t at = text.len && (text.at[0] == 'v' || text.at[0] == 'V'), parts = 0, end = 0;

    *moment = (fr_moment){.kind = FR_MOMENT_VERSION};
    while (parts < FR_MOMENT_PARTS) {
        size_t n = digits_at(text, at, &moment->part[parts]);
        if (!n)
            break;
        parts++;
        end = at + n;
        if (end >= text.len || text.at[end] != '.')
            break;
        at = end + 1;
    }
    set_label(moment, (fr_bytes){text.at, end});
    return parts ? end : 0;
}

static size_t match_number(fr_bytes text, fr_moment *moment)
{
    *moment = (fr_moment){.kind = FR_MOMENT_VERSION};
    size_t n = digits_at(text, 0, &moment->part[0]);

    set_label(moment, (fr_bytes){text.at, n});
    return n;
}

/* ---------------------------------------------------------------- patterns */

static const struct {
    const char *name;
    size_t (*match)(fr_bytes text, fr_moment *moment);
} parts[] = {{"{date}", match_date}, {"{version}", match_version}, {"{number}", match_number}};

#define N_PARTS (sizeof parts / sizeof *parts)

/* The part in braces, and what stands before and behind it. */
static size_t find_part(const char *pattern, fr_bytes *before, fr_bytes *behind)
{
    for (size_t i = 0; i < N_PARTS; i++) {
        const char *at = strstr(pattern, parts[i].name);
        if (!at)
            continue;
        *before = (fr_bytes){pattern, (size_t)(at - pattern)};
        *behind = fr_bytes_of(at + strlen(parts[i].name));
        return i;
    }
    return N_PARTS;
}

bool fr_moment_check(const char *pattern, fr_error *err)
{
    fr_bytes before, behind;

    if (find_part(pattern, &before, &behind) < N_PARTS &&
        fr_bytes_find(before, '{') == before.len && fr_bytes_find(behind, '{') == behind.len)
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0,
            "the pattern '%.200s' of names has not one of {date}, {version} and {number}", pattern);
    return fr_fail_hint(err,
                        "cpu-{date} fits cpu-2026-11-05.pb.gz; {version} fits api-v2.38.folded");
}

bool fr_moment_of_name(fr_moment *moment, const char *pattern, const char *name, fr_error *err)
{
    fr_bytes text = base_name(name), before = {0}, behind = {0};
    size_t part = find_part(pattern, &before, &behind);

    for (size_t at = 0; part < N_PARTS && at + before.len < text.len; at++) {
        fr_bytes rest = {text.at + at, text.len - at};
        if (!fr_bytes_starts(rest, before) ||
            (before.len == 0 && at && is_digit(rest.at[0]) && is_digit(rest.at[-1])))
            continue;
        rest = (fr_bytes){rest.at + before.len, rest.len - before.len};
        size_t n = parts[part].match(rest, moment);
        if (n && fr_bytes_starts((fr_bytes){rest.at + n, rest.len - n}, behind))
            return true;
    }
    fr_fail(err, FR_E_FORMAT, 0, 0, "the name '%.200s' does not fit the pattern '%.100s'", name,
            pattern);
    return fr_fail_hint(err, "--by order takes points as they are given");
}

/* ---------------------------------------------------------------- names by themselves */

/* A number by itself may count anything. */
static bool says_time(size_t part, fr_bytes matched)
{
    return parts[part].match == match_date || (matched.len && strchr("vV", matched.at[0])) ||
           fr_bytes_find(matched, '.') < matched.len;
}

bool fr_moment_suggest(fr_moment_pattern *pattern, const char *name, size_t index)
{
    fr_bytes text = base_name(name);
    fr_moment moment;

    for (size_t part = 0; part < N_PARTS; part++)
        for (size_t at = 0; at < text.len; at++) {
            fr_bytes rest = {text.at + at, text.len - at};
            size_t n = at && is_digit(rest.at[0]) && is_digit(rest.at[-1])
                           ? 0
                           : parts[part].match(rest, &moment);
            if (!n || !says_time(part, (fr_bytes){rest.at, n}) || index-- > 0)
                continue;
            *pattern = (fr_moment_pattern){{text.at, at}, {rest.at + n, rest.len - n}, part};
            return true;
        }
    return false;
}

bool fr_moment_fits(fr_moment *moment, const fr_moment_pattern *pattern, const char *name)
{
    fr_bytes text = base_name(name), rest;
    size_t n;

    if (!fr_bytes_starts(text, pattern->before))
        return false;
    rest = (fr_bytes){text.at + pattern->before.len, text.len - pattern->before.len};
    n = parts[pattern->part].match(rest, moment);
    return n && says_time(pattern->part, (fr_bytes){rest.at, n}) &&
           fr_bytes_equal((fr_bytes){rest.at + n, rest.len - n}, pattern->behind);
}

fr_moment fr_moment_of_order(const char *name, double order)
{
    fr_moment moment = {.kind = FR_MOMENT_ORDER, .part = {order}};
    fr_bytes text = base_name(name);
    size_t len = text.len, last = 0;

    for (size_t i = 0; i < text.len; i++)
        last = is_digit(text.at[i]) ? i : last;
    for (size_t i = text.len; i-- > last + 1;)
        len = text.at[i] == '.' ? i : len;
    set_label(&moment, (fr_bytes){text.at, len});
    return moment;
}

int fr_moment_compare(const fr_moment *a, const fr_moment *b)
{
    for (size_t i = 0; i < FR_MOMENT_PARTS; i++)
        if (a->part[i] != b->part[i])
            return a->part[i] < b->part[i] ? -1 : 1;
    return 0;
}
