/* owners.c - lines of patterns and teams, matched once for each distinct name, file and module. */
#include "model/report/owners.h"

#include <stdlib.h>

#include "base/input.h"
#include "base/text.h"
#include "model/transform/pattern.h"

#define MOST_BYTES  FR_INPUT_BLOCK
#define MOST_RULES  10000
#define PATTERN_MAX 4096

typedef struct rule {
    fr_pattern *pattern;
    uint32_t team;
    bool used;
} rule;

struct fr_owners {
    fr_names *teams; /* id 0 is the empty name, for nobody */
    rule *rules;
    size_t n_rules, rules_cap;
    uint32_t *first; /* by name id of the profile: the first rule that matches + 1, UNMATCHED */
    char path[256];
};

#define UNMATCHED UINT32_MAX

/* ---- reading ---- */

static bool fail_line(const fr_owners *o, uint64_t line, const char *text, fr_error *err)
{
    fr_fail(err, FR_E_FORMAT, line, 0, "%s", text);
    fr_fail_source(err, o->path);
    return fr_fail_hint(err,
                        "a line is a pattern, blanks, and the name of a team: ^runtime[.]  Go");
}

static bool add_rule(fr_owners *o, uint64_t line, const char *pattern, fr_bytes team, fr_error *err)
{
    fr_error failure = {0};
    rule *rules, made = {.pattern = fr_pattern_new(pattern, "--owners", FR_PATTERN_PART, &failure)};

    if (!made.pattern) {
        failure.line = line;
        failure.code = failure.code == FR_E_USAGE ? FR_E_FORMAT : failure.code;
        fr_fail_source(&failure, o->path);
        return fr_fail_copy(err, &failure);
    }
    made.team = fr_names_add(o->teams, team);
    rules = fr_grow(o->rules, &o->rules_cap, o->n_rules + 1, sizeof *rules);
    if (!rules || made.team == FR_NO_ID) {
        o->rules = rules ? rules : o->rules;
        fr_pattern_free(made.pattern);
        return fr_fail_memory(err);
    }
    o->rules = rules;
    o->rules[o->n_rules++] = made;
    return true;
}

static bool take_line(fr_owners *o, uint64_t line, fr_bytes text, fr_error *err)
{
    char pattern[PATTERN_MAX];
    size_t n = 0;
    fr_bytes team;

    text = fr_bytes_trim(text);
    if (!text.len || text.at[0] == '#')
        return true;
    while (n < text.len && text.at[n] != ' ' && text.at[n] != '\t')
        n++;
    team = fr_bytes_trim((fr_bytes){text.at + n, text.len - n});
    if (!team.len)
        return fail_line(o, line, "expected 'pattern team'", err);
    if (n >= sizeof pattern || memchr(text.at, '\0', n))
        return fail_line(o, line, "the pattern is too long, or holds a NUL", err);
    if (o->n_rules == MOST_RULES)
        return fail_line(o, line, "more than 10000 lines", err);
    memcpy(pattern, text.at, n);
    pattern[n] = '\0';
    return add_rule(o, line, pattern, team, err);
}

static bool take_lines(fr_owners *o, fr_bytes all, fr_error *err)
{
    for (uint64_t line = 1; all.len; line++) {
        size_t n = fr_bytes_find(all, '\n'), skip = n < all.len ? n + 1 : n;
        if (!take_line(o, line, (fr_bytes){all.at, n}, err))
            return false;
        all = (fr_bytes){all.at + skip, all.len - skip};
    }
    return o->n_rules || fail_line(o, 0, "no line of it is a rule", err);
}

static bool read_file(fr_owners *o, const char *path, fr_error *err)
{
    fr_input *in = fr_input_open(path, NULL, err);
    fr_bytes all;
    bool good;

    if (!in)
        return false;
    all = fr_input_fill(in, MOST_BYTES);
    good = !fr_input_failed(in, err);
    if (good && !fr_input_at_end(in))
        good = fail_line(o, 0, "a file of owners of more than 1 MiB", err);
    good = good && take_lines(o, all, err);
    fr_input_free(in);
    return good;
}

fr_owners *fr_owners_new(const char *path, fr_error *err)
{
    fr_owners *o = calloc(1, sizeof *o);

    if (!o || !(o->teams = fr_names_new())) {
        fr_owners_free(o);
        fr_fail_memory(err);
        return NULL;
    }
    fr_text_copy(o->path, sizeof o->path, fr_bytes_of(path));
    if (read_file(o, path, err))
        return o;
    fr_owners_free(o);
    return NULL;
}

void fr_owners_free(fr_owners *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < o->n_rules; i++)
        fr_pattern_free(o->rules[i].pattern);
    fr_names_free(o->teams);
    free(o->rules);
    free(o->first);
    free(o);
}

uint32_t fr_owners_count(const fr_owners *o)
{
    return fr_names_count(o->teams);
}

fr_bytes fr_owners_team(const fr_owners *o, uint32_t team)
{
    return team ? fr_names_at(o->teams, team) : FR_LITERAL("(nobody)");
}

size_t fr_owners_rules(const fr_owners *o)
{
    return o->n_rules;
}

size_t fr_owners_used(const fr_owners *o)
{
    size_t n = 0;

    for (size_t i = 0; i < o->n_rules; i++)
        n += o->rules[i].used;
    return n;
}

/* ---- matching ---- */

/* The first rule that matches a name, or UNMATCHED. */
static uint32_t first_rule(fr_owners *o, const fr_profile *p, uint32_t name, fr_error *err)
{
    fr_error failure = {0};
    uint32_t i = 0;

    if (name == 0)
        return UNMATCHED;
    if (o->first[name])
        return o->first[name] == UNMATCHED ? UNMATCHED : o->first[name] - 1;
    while (i < o->n_rules && failure.code == FR_OK &&
           !fr_pattern_matches(o->rules[i].pattern, fr_names_at(p->names, name), &failure))
        i++;
    fr_fail_copy(err, &failure);
    o->first[name] = i < o->n_rules ? i + 1 : UNMATCHED;
    return i < o->n_rules ? i : UNMATCHED;
}

bool fr_owners_find(fr_owners *o, const fr_profile *p, uint32_t frame, uint32_t *team,
                    fr_error *err)
{
    const fr_frame *f = &p->frames[frame];
    uint32_t names[] = {f->name, f->file, f->module}, best = UNMATCHED;
    fr_error failure = {0};

    if (!o->first)
        o->first = calloc(fr_names_count(p->names), sizeof *o->first);
    if (!o->first)
        return fr_fail_memory(err);
    for (int i = 0; i < 3; i++) {
        uint32_t found = first_rule(o, p, names[i], &failure);
        best = found < best ? found : best;
    }
    *team = best == UNMATCHED ? 0 : o->rules[best].team;
    if (best != UNMATCHED)
        o->rules[best].used = true;
    return fr_fail_copy(err, &failure);
}
