/*
 * select_words.c - a selection in words, for the steps under a picture and for errors.
 */
#include "model/select/select_words.h"

#include <stdio.h>
#include <string.h>

/* Appends "before" "text" "after", with a dot between items. */
static void append(char *to, size_t room, const char *before, const char *text, const char *after)
{
    size_t used = strlen(to);
    const char *joint = used == 0 ? "" : to[used - 1] == ':' ? " " : " \xc2\xb7 ";

    snprintf(to + used, room - used, "%s%s%s%s", joint, before, text, after);
}

/* "0.5-0.7/3" -> "0.5-0.7 s of every 3 s"; "0.5-0.7" -> "0.5-0.7 s of every second" */
static void append_band(char *to, size_t room, const char *band)
{
    size_t ends = strcspn(band, "/");
    const char *period = band[ends] ? band + ends + 1 : "1";
    char part[100], after[100] = " s of every second";

    snprintf(part, sizeof part, "%.*s", (int)ends, band);
    if (strcmp(period, "1") != 0)
        snprintf(after, sizeof after, " s of every %s s", period);
    append(to, room, "", part, after);
}

void fr_select_describe(const fr_select_options *opt, char *to, size_t room)
{
    char from[100];

    to[0] = '\0';
    if (opt->outside && (opt->from || opt->to || opt->n_ranges))
        append(to, room, "outside of", "", ":");
    snprintf(from, sizeof from, "from %s to ", opt->from ? opt->from : "");
    if (opt->from && opt->to)
        append(to, room, from, opt->to, " s");
    else if (opt->from)
        append(to, room, "from ", opt->from, " s");
    else if (opt->to)
        append(to, room, "up to ", opt->to, " s");
    for (size_t i = 0; i < opt->n_ranges; i++)
        append(to, room, "", opt->ranges[i], " s");
    if (opt->band)
        append_band(to, room, opt->band);
    for (size_t i = 0; i < opt->n_where; i++)
        append(to, room, "", opt->where[i], "");
}
