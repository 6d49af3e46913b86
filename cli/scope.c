/*
 * scope.c - formats by the names and flags of their tables, so that a format is listed nowhere else.
 *
 * The columns `from` and `into` of options.def name the formats that an option matters to.
 *
 *     FROM("perf-script")       --event     of what is read, to perf script alone
 *     INTO(FR_FORMAT_BITMAP)    --scale     of what is written, to png alone
 *
 * An option that was given and matters to none of the formats at hand gets a note:
 *
 *     flamerender: note: '--event' has no effect: it is for perf-script, and the input is folded
 */
#include "options.h"

#include <string.h>

#define MOST_GROUPED 2 /* formats that make a group of --help */

typedef bool format_table(size_t index, fr_format_info *info);

/* All formats that have one of these flags go by one name. */
static const struct {
    uint32_t flag;
    const char *name;
} classes[] = {{FR_FORMAT_PICTURE, "pictures"}, {FR_FORMAT_REPORT, "reports"}};

#define CLASSES (FR_FORMAT_PICTURE | FR_FORMAT_REPORT)

/* "svg, html": appends the formats of a table that are among `names`, or have one of `flags`; returns how many. */
static size_t list(char *to, size_t cap, format_table *at, const char *names, uint32_t flags)
{
    fr_format_info info;
    size_t n = 0;
    for (size_t i = 0; at(i, &info); i++)
        if (info.flags & flags || (names && words_hold(names, info.name, strlen(info.name)))) {
            append_text(to, cap, "%s%s", to[0] ? ", " : "", info.name);
            n++;
        }
    return n;
}

/* "perf-script", "pictures, reports"; returns how many. */
static size_t list_scope(const struct option_row *row, char *to, size_t cap)
{
    uint32_t flags = row->into & ~(uint32_t)CLASSES;
    size_t n = 0;
    to[0] = '\0';
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (row->into & classes[i].flag)
            append_text(to, cap, "%s%s", to[0] ? ", " : "", classes[i].name);
    n += list(to, cap, fr_input_format_at, row->from, 0);
    n += list(to, cap, fr_picture_format_at, NULL, flags);
    n += list(to, cap, fr_profile_format_at, NULL, flags);
    return n + list(to, cap, fr_report_format_at, NULL, flags);
}

void scope_group(const struct option_row *row, char *to, size_t cap)
{
    size_t n = list_scope(row, to, cap);
    if (row->into & CLASSES || n > MOST_GROUPED)
        to[0] = '\0';
}

/* ---------------------------------------------------------------- what is ignored */

/* "folded, pprof"; false where the option matters to one of them. */
static bool is_unread(const struct option_row *row, uint64_t read, char *formats, size_t cap)
{
    fr_format_info info;
    formats[0] = '\0';
    if (!row->from || !read)
        return false;
    for (size_t i = 0; fr_input_format_at(i, &info); i++) {
        if (!(read >> i & 1))
            continue;
        if (words_hold(row->from, info.name, strlen(info.name)))
            return false;
        append_text(formats, cap, "%s%s", formats[0] ? ", " : "", info.name);
    }
    return true;
}

static void note_ignored(const struct options *opt, const struct option_row *row, const char *what,
                         const char *formats)
{
    char scope[240];
    list_scope(row, scope, sizeof scope);
    note_with(opt, "'--%.*s' has no effect: it is for %s, and the %s is %s",
              (int)strcspn(row->names, " "), row->names, scope, what, formats);
}

void scope_note(const struct options *opt, uint64_t read, const fr_format_info *written)
{
    const struct option_row *row;
    char formats[160];
    /* Options that judge matter to gates, too. */
    uint32_t into = written->flags | (opt->fail_if.n ? FR_FORMAT_REPORT : 0);
    for (size_t i = 0; (row = option_at(i)) != NULL; i++) {
        if (!opt->given[i])
            continue;
        if (row->into && !(row->into & into))
            note_ignored(opt, row, "output", written->name);
        if (is_unread(row, read, formats, sizeof formats))
            note_ignored(opt, row, "input", formats);
    }
}
