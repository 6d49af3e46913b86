/* work_units.c - lines of a name and a number. */
#include "work_units.h"

#include <stdio.h>
#include <string.h>

#include "messages.h"

/* "12", "1012.5"; 0: no such number. */
static double number_of(const char *text)
{
    double number = 0, place = 1;
    size_t digits = strspn(text, "0123456789."), points = 0;
    if (!digits || digits > 18 || text[digits])
        return 0;
    for (size_t i = 0; i < digits; i++) {
        points += text[i] == '.';
        if (text[i] == '.')
            continue;
        number = number * 10 + (text[i] - '0');
        place *= points ? 10 : 1;
    }
    return points < 2 ? number / place : 0;
}

static const char *last_blank(const char *line)
{
    const char *space = strrchr(line, ' '), *tab = strrchr(line, '\t');
    return !space || (tab && tab > space) ? tab : space;
}

bool work_units_read(struct work_units *units, const char *path, fr_error *err)
{
    if (!file_list_read(&units->lines, "--units", path, err))
        return false;
    for (size_t i = 0; i < units->lines.n; i++) {
        const char *line = units->lines.names[i], *blank = last_blank(line);
        if (line[0] == '#' || (blank && number_of(blank + 1) > 0))
            continue;
        fail_with(err, FR_E_FORMAT, "'%.200s' is not a name and a number above 0", line);
        append_text(err->source, sizeof err->source, "%s", path);
        return hint_with(err, "lines of --units are 'NAME NUMBER'");
    }
    return true;
}

double work_units_of(const struct work_units *units, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (size_t i = units->lines.n; i-- > 0;) {
        const char *line = units->lines.names[i], *blank = last_blank(line);
        if (line[0] == '#')
            continue;
        size_t len = (size_t)(blank - line);
        while (len && (line[len - 1] == ' ' || line[len - 1] == '\t'))
            len--;
        if ((len == strlen(path) && memcmp(line, path, len) == 0) ||
            (len == strlen(name) && memcmp(line, name, len) == 0))
            return number_of(blank + 1);
    }
    return 0;
}

void work_units_reset(struct work_units *units)
{
    file_list_reset(&units->lines);
}
