/*
 * points.c - the moments that names tell, the order of points, and the axis that slopes are counted on.
 *
 * The point in time that the name of a file tells:
 *
 *     pattern               name                         key                    label
 *     cpu-{date}            cpu-2026-11-05T0700.pb.gz    seconds since 1970     2026-11-05 07:00 (UTC)
 *     {version}             api-v2.38.1-run3.pb.gz       2, 38, 1               v2.38.1
 *     build{number}         build107.folded              107                    107
 *
 * The rest of the pattern stands as it is, anywhere in what follows the last '/' of the name.
 */
#include "trend/trend.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "diff/diff.h"

#define HOUR       3600.0
#define DAY        86400.0
#define MOST_HOURS 96 /* a longer span is counted in days */
#define LABEL_ROOM 64 /* bytes of a label before its number, with a NUL */

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

fr_moment fr_moment_of_time(double seconds)
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

/* There is no 31st of February. */
static bool is_date(int64_t year, int64_t month, int64_t day)
{
    int64_t same_year, same_month, same_day;

    if (month < 1 || month > 12 || day < 1)
        return false;
    date_of(days_of(year, month, day), &same_year, &same_month, &same_day);
    return same_month == month && same_day == day;
}

/* Takes `n` digits off the text, after one of `before` where there is one. */
static bool take_digits(fr_bytes *text, const char *before, size_t n, int64_t *value)
{
    fr_bytes rest = *text;

    if (rest.len && *before && strchr(before, rest.at[0]))
        rest = (fr_bytes){rest.at + 1, rest.len - 1};
    *value = 0;
    for (size_t i = 0; i < n; i++) {
        if (i >= rest.len || !fr_is_digit(rest.at[i]))
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
        !take_digits(&rest, "-_.", 2, &day) || !is_date(year, month, day))
        return 0;
    fr_bytes date_end = rest;
    if (!take_digits(&rest, "T_- ", 2, &hour) || !take_digits(&rest, ":-_.", 2, &minute) ||
        hour > 23 || minute > 59) {
        hour = minute = 0;
        rest = date_end;
    } else if (!take_digits(&rest, ":-_.", 2, &second) || second > 59) {
        second = 0;
    }
    *moment = fr_moment_of_time((double)days_of(year, month, day) * 86400 +
                                (double)(hour * 3600 + minute * 60 + second));
    return text.len - rest.len;
}

/* ---------------------------------------------------------------- versions and numbers */

#define PART 1e15 /* digits that a double holds: an id of 19 digits takes two */

/* Reads a number into a part of a moment; returns its digits. */
static size_t digits_at(fr_bytes text, size_t at, fr_moment *moment, size_t part)
{
    double low = 0, high = 0;
    size_t n = 0;

    for (; at + n < text.len && fr_is_digit(text.at[at + n]); n++) {
        double first = floor(low / (PART / 10)); /* the digit that leaves the lower part */
        high = high * 10 + first;
        low = (low - first * (PART / 10)) * 10 + (text.at[at + n] - '0');
    }
    moment->part[part] = low;
    moment->high[part] = high;
    return n;
}

/* Names of files may hold any byte. */
static void set_label(fr_moment *moment, fr_bytes text)
{
    fr_text_copy(moment->label, LABEL_ROOM, text);
}

/* "v2.38.1", "2.38": numbers between dots. */
static size_t match_version(fr_bytes text, fr_moment *moment)
{
    size_t at = text.len && (text.at[0] == 'v' || text.at[0] == 'V'), parts = 0, end = 0;

    *moment = (fr_moment){.kind = FR_MOMENT_VERSION};
    while (parts < FR_MOMENT_PARTS) {
        size_t n = digits_at(text, at, moment, parts);
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
    size_t n = digits_at(text, 0, moment, 0);

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
            (before.len == 0 && at && fr_is_digit(rest.at[0]) && fr_is_digit(rest.at[-1])))
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

/* Names that are the same but for a date or a version: "cpu-", "2026-11-05", ".folded". */
typedef struct moment_pattern {
    fr_bytes before, behind; /* of a name that lives on */
    size_t part;
} moment_pattern;

/* The ways to take a name for one with a date or a version in it, dates first; false past the last. A version begins
 * with v, or has a dot. */
static bool moment_suggest(moment_pattern *pattern, const char *name, size_t index)
{
    fr_bytes text = base_name(name);
    fr_moment moment;

    for (size_t part = 0; part < N_PARTS; part++)
        for (size_t at = 0; at < text.len; at++) {
            fr_bytes rest = {text.at + at, text.len - at};
            size_t n = at && fr_is_digit(rest.at[0]) && fr_is_digit(rest.at[-1])
                           ? 0
                           : parts[part].match(rest, &moment);
            if (!n || !says_time(part, (fr_bytes){rest.at, n}) || index-- > 0)
                continue;
            *pattern = (moment_pattern){{text.at, at}, {rest.at + n, rest.len - n}, part};
            return true;
        }
    return false;
}

/* Returns true if the name is of the pattern, from its first byte to its last. */
static bool moment_fits(fr_moment *moment, const moment_pattern *pattern, const char *name)
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

/* Returns what stands before the first dot behind the last digit. */
static fr_bytes stem_of(fr_bytes name)
{
    size_t len = name.len, last = 0;

    for (size_t i = 0; i < name.len; i++)
        last = fr_is_digit(name.at[i]) ? i : last;
    for (size_t i = name.len; i-- > last + 1;)
        len = name.at[i] == '.' ? i : len;
    return (fr_bytes){name.at, len};
}

fr_moment fr_moment_of_order(const char *name, double order)
{
    fr_moment moment = {.kind = FR_MOMENT_ORDER, .part = {order}};

    set_label(&moment, stem_of(base_name(name)));
    return moment;
}

static int moment_compare(const fr_moment *a, const fr_moment *b)
{
    for (size_t i = 0; i < FR_MOMENT_PARTS; i++) {
        if (a->high[i] != b->high[i])
            return a->high[i] < b->high[i] ? -1 : 1;
        if (a->part[i] != b->part[i])
            return a->part[i] < b->part[i] ? -1 : 1;
    }
    return 0;
}

/* ---------------------------------------------------------------- the order of points */

static bool all_fit(const fr_trend *t, const moment_pattern *pattern)
{
    fr_moment first, other;
    bool differ = false;

    if (!moment_fits(&first, pattern, t->runs[0].name))
        return false;
    for (size_t r = 1; r < t->n_runs; r++) {
        if (!moment_fits(&other, pattern, t->runs[r].name))
            return false;
        differ = differ || moment_compare(&first, &other) != 0;
    }
    return differ;
}

/* Names of files that differ by a date or a version alone are the times of those that have none. */
static bool order_by_names(fr_trend *t)
{
    moment_pattern pattern;

    for (size_t i = 0; moment_suggest(&pattern, t->runs[0].name, i); i++) {
        if (!all_fit(t, &pattern))
            continue;
        for (size_t r = 0; r < t->n_runs; r++)
            t->in_names = moment_fits(&t->runs[r].moment, &pattern, t->runs[r].name);
        return true;
    }
    return false;
}

/* If some profile has no time of its own, and names do not tell it, all stand as they were given. */
static void agree_on_order(fr_trend *t)
{
    bool may_guess = t->opt.by == FR_TREND_BY_AUTO && !t->time_from_name;
    bool known = t->runs[0].moment.kind != FR_MOMENT_ORDER;

    for (size_t r = 0; r < t->n_runs; r++)
        known = known && t->runs[r].moment.kind == t->runs[0].moment.kind;
    if (known || (may_guess && order_by_names(t)))
        return;
    for (size_t r = 0; r < t->n_runs; r++)
        t->runs[r].moment = fr_moment_of_order(t->runs[r].name, (double)r);
}

typedef struct place {
    const fr_moment *moment;
    size_t run;
} place;

static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;
    int order = moment_compare(x->moment, y->moment);

    return order ? order : (x->run > y->run) - (x->run < y->run);
}

/* "2026-11-05 00:00": days by themselves have no time of day. */
static void shorten_labels(fr_trend *t)
{
    static const char midnight[] = " 00:00";
    bool all = t->points[0].kind == FR_MOMENT_TIME;

    for (uint32_t j = 0; j < t->n_points && all; j++)
        all = fr_bytes_ends(fr_bytes_of(t->points[j].label), fr_bytes_of(midnight)) &&
              strlen(t->points[j].label) == 16;
    for (uint32_t j = 0; j < t->n_points && all; j++)
        t->points[j].label[10] = '\0';
}

/* Returns how many bytes of each path are folders that all have. */
static size_t shared_folders(const fr_trend *t)
{
    const char *first = t->runs[0].name;
    size_t same = (size_t)(base_name(first).at - first);

    for (size_t r = 1; r < t->n_runs; r++) {
        const char *name = t->runs[r].name;
        size_t most = (size_t)(base_name(name).at - name), n = 0;
        while (n < same && n < most && name[n] == first[n])
            n++;
        same = n;
    }
    while (same && first[same - 1] != '/')
        same--;
    return same;
}

/* Points that are not told apart by names of files are by their folders: "v1/cpu", "v2/cpu". */
static void add_folders(fr_trend *t)
{
    size_t shared = shared_folders(t);

    for (uint32_t j = 0; j < t->n_points; j++) {
        const char *name = t->runs[j].name; /* in their order, a run is a point */
        fr_bytes stem = stem_of(base_name(name));
        set_label(&t->points[j],
                  (fr_bytes){name + shared, (size_t)(stem.at + stem.len - name) - shared});
    }
}

/* Adds a label to those that are taken; *id is its name. Returns false where it was taken, and where memory ran out. */
static bool is_new(fr_names *taken, const char *label, uint32_t *id)
{
    uint32_t n = fr_names_count(taken);

    *id = fr_names_add(taken, fr_bytes_of(label));
    return fr_names_count(taken) > n;
}

/* Calls a point that has the name of an earlier one "cpu (2)", the next one "cpu (3)". */
static bool number_labels(fr_trend *t, fr_names *taken)
{
    unsigned *next = calloc((size_t)t->n_points + 2, sizeof *next); /* by name */
    bool good = next != NULL;

    for (uint32_t j = 0; j < t->n_points && good; j++) {
        char *label = t->points[j].label, same[FR_MOMENT_TEXT];
        uint32_t name, id;
        memcpy(same, label, sizeof same);
        bool is_taken = !is_new(taken, label, &name);
        for (id = name; is_taken && id != FR_NO_ID; is_taken = !is_new(taken, label, &id))
            snprintf(label, FR_MOMENT_TEXT, "%.*s (%u)", LABEL_ROOM - 1, same, 2 + next[name]++);
        good = id != FR_NO_ID;
    }
    free(next);
    return good;
}

/* Every point is called by a name of its own: names stand in sentences, tables and addresses of pages. */
static bool tell_apart(fr_trend *t, fr_error *err)
{
    fr_names *labels = fr_names_new(), *taken = fr_names_new();
    bool good = labels && taken, repeat = false;

    for (uint32_t j = 0; j < t->n_points && good; j++) {
        uint32_t id;
        repeat = !is_new(labels, t->points[j].label, &id) || repeat;
        good = id != FR_NO_ID;
    }
    if (good && repeat && t->points[0].kind == FR_MOMENT_ORDER)
        add_folders(t);
    good = good && (!repeat || number_labels(t, taken));
    fr_names_free(labels);
    fr_names_free(taken);
    return good || fr_fail_memory(err);
}

static void set_axis(fr_trend *t)
{
    double span = t->points[t->n_points - 1].part[0] - t->points[0].part[0];
    bool timed = t->points[0].kind == FR_MOMENT_TIME, days = span > MOST_HOURS * HOUR;
    bool version = t->points[0].kind == FR_MOMENT_VERSION;

    for (uint32_t j = 0; j < t->n_points; j++)
        t->x[j] = timed ? (t->points[j].part[0] - t->points[0].part[0]) / (days ? DAY : HOUR) : j;
    t->x_unit = !timed ? version ? "version" : "point" : days ? "day" : "hour";
    t->x_short = !timed ? version ? "/version" : "/point" : days ? "/d" : "/h";
}

bool fr_points_order(fr_trend *t, fr_error *err)
{
    place *places = malloc((t->n_runs + 1) * sizeof *places);

    t->points = calloc(t->n_runs + 1, sizeof *t->points);
    t->n_replicas = calloc(t->n_runs + 1, sizeof *t->n_replicas);
    t->x = calloc(t->n_runs + 1, sizeof *t->x);
    t->room = calloc(FR_TREND_ROOM * t->n_runs + 1, sizeof *t->room);
    if (!places || !t->points || !t->n_replicas || !t->x || !t->room) {
        free(places);
        return fr_fail_memory(err);
    }
    agree_on_order(t);
    for (size_t r = 0; r < t->n_runs; r++)
        places[r] = (place){&t->runs[r].moment, r};
    qsort(places, t->n_runs, sizeof *places, compare_places);
    for (size_t i = 0; i < t->n_runs; i++) {
        fr_trend_run *run = &t->runs[places[i].run];
        if (i == 0 || moment_compare(places[i].moment, places[i - 1].moment) != 0)
            t->points[t->n_points++] = run->moment;
        run->point = t->n_points - 1;
        run->place = t->n_replicas[run->point]++;
    }
    free(places);
    shorten_labels(t);
    set_axis(t);
    return tell_apart(t, err);
}
