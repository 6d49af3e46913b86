/* columns.c - --sample-index. */
#include "columns.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"

/* "cpu, alloc_space" */
static void list_columns(const fr_profile *profile, char *to, size_t cap)
{
    fr_column_info info;
    to[0] = '\0';
    for (uint32_t i = 0; fr_profile_column(profile, i, &info); i++)
        append_text(to, cap, "%s%s", i ? ", " : "", info.name);
}

static bool is_named(const fr_column_info *info, const char *wanted)
{
    return strcmp(info->name, wanted) == 0;
}

/* The column of a name; a profile of "space" has it as "inuse_space" too, as pprof does. */
static bool find_name(const fr_profile *profile, const char *wanted, uint32_t *column)
{
    bool in_use = strncmp(wanted, "inuse_", 6) == 0;
    fr_column_info info;
    for (uint32_t i = 0; fr_profile_column(profile, i, &info); i++) {
        if (is_named(&info, wanted) || (in_use && is_named(&info, wanted + 6))) {
            *column = i;
            return true;
        }
    }
    return false;
}

/* A name of a column, else its number. */
static bool find_column(const fr_profile *profile, const char *wanted, uint32_t *column)
{
    fr_column_info info;
    if (find_name(profile, wanted, column))
        return true;
    size_t len = strspn(wanted, "0123456789");
    if (len == 0 || len > 4 || wanted[len])
        return false;
    *column = (uint32_t)strtoul(wanted, NULL, 10);
    return fr_profile_column(profile, *column, &info);
}

bool choose_column(const struct options *opt, const fr_profile *profile, const char *done,
                   uint32_t *column, fr_error *err)
{
    fr_profile_info info;
    fr_column_info chosen = {.name = ""};
    char names[200];
    fr_profile_describe(profile, &info);
    list_columns(profile, names, sizeof names);
    if (opt->sample_index) {
        if (find_column(profile, opt->sample_index, column))
            return true;
        return fail_with(err, FR_E_USAGE,
                         "'--sample-index' expects one of %s, or its number from 0, not '%s'",
                         names, opt->sample_index);
    }
    *column = info.shown_column;
    fr_profile_column(profile, *column, &chosen);
    if (info.n_columns > 1 && !opt->quiet) {
        fr_note note = {.kind = "column", .source = "", .n = 1};
        append_text(note.text, sizeof note.text,
                    "%" PRIu32 " value columns (%s): '%s' is %s; --sample-index picks another",
                    info.n_columns, names, chosen.name, done);
        message_note(&note);
    }
    return true;
}
