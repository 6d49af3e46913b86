/*
 * table.c - self by one pass over the stacks, total by one walk in pre-order.
 *
 * The total of a name is the sum of the subtrees that start where the name is met first on the
 * way from the root:
 *
 *     node   subtree   open[a] before   total[a]
 *     a      8         0                + 8
 *       b    8
 *         a  3         1                (counted already)
 *
 * open[] counts how often a name stands on the path of the walk: what is left behind is closed
 * again, each stack once, so the cost follows the stacks and not their depth.
 */
#include "model/report/table.h"

#include <stdlib.h>

#include "base/input.h"
#include "base/number.h"
#include "base/text.h"
#include "model/build/tally.h"
#include "model/transform/names.h"
#include "model/tree/preorder.h"

/* ---- owners ---- */

/*
 * Whose code a frame is, by a file of patterns and teams.
 *
 *     # pattern         team: all that follows the blanks
 *     ^runtime[.]       Go runtime
 *     /src/billing/     Billing
 *     .                 Platform
 *
 * A pattern matches a part of the function's name, its file or its module; the first line that does
 * wins. What no line matches is "(nobody)", team 0.
 */

#define MOST_BYTES  FR_INPUT_BLOCK
#define MOST_RULES  10000
#define PATTERN_MAX 4096

typedef struct rule {
    fr_pattern *pattern;
    uint32_t team;
    bool used;
} rule;

struct fr_owners {
    fr_names *teams; /* in the order of the file; id 0 is the empty name, for nobody */
    rule *rules;
    size_t n_rules, rules_cap;
    uint32_t *first; /* by name id of the profile: the first rule that matches + 1, UNMATCHED */
    char path[256];
};

#define UNMATCHED UINT32_MAX

static bool fail_line(const fr_owners *o, uint64_t line, const char *text, fr_error *err)
{
    fr_fail(err, FR_E_FORMAT, line, 0, "%s", text);
    fr_fail_source(err, o->path);
    return fr_fail_hint(err,
                        "a line is a pattern, blanks, and the name of a team: ^runtime[.]  Go");
}

static bool take_line(fr_owners *o, uint64_t line, fr_bytes text, fr_error *err)
{
    char pattern[PATTERN_MAX];
    fr_error failure = {0};
    rule made = {0};
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
    made.pattern = fr_pattern_new(pattern, "--owners", FR_PATTERN_PART, &failure);
    if (!made.pattern) {
        failure.line = line;
        failure.code = failure.code == FR_E_USAGE ? FR_E_FORMAT : failure.code;
        fr_fail_source(&failure, o->path);
        return fr_fail_copy(err, &failure);
    }
    made.team = fr_names_add(o->teams, team);
    if (!fr_reserve(&o->rules, &o->rules_cap, o->n_rules + 1, sizeof made) ||
        made.team == FR_NO_ID) {
        fr_pattern_free(made.pattern);
        return fr_fail_memory(err);
    }
    o->rules[o->n_rules++] = made;
    return true;
}

fr_owners *fr_owners_new(const char *path, fr_error *err)
{
    fr_owners *o = calloc(1, sizeof *o);
    fr_input *in;
    fr_bytes all;
    bool good;

    if (!o || !(o->teams = fr_names_new())) {
        fr_owners_free(o);
        fr_fail_memory(err);
        return NULL;
    }
    fr_text_copy(o->path, sizeof o->path, fr_bytes_of(path));
    in = fr_input_open(path, NULL, err);
    all = in ? fr_input_fill(in, MOST_BYTES) : FR_LITERAL("");
    good = in && !fr_input_failed(in, err);
    if (good && !fr_input_at_end(in))
        good = fail_line(o, 0, "a file of owners of more than 1 MiB", err);
    for (uint64_t line = 1; good && all.len; line++) {
        size_t n = fr_bytes_find(all, '\n'), skip = n < all.len ? n + 1 : n;
        good = take_line(o, line, (fr_bytes){all.at, n}, err);
        all = (fr_bytes){all.at + skip, all.len - skip};
    }
    if (good && !o->n_rules)
        good = fail_line(o, 0, "no line of it is a rule", err);
    fr_input_free(in);
    if (good)
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

size_t fr_owners_rules(const fr_owners *o, size_t *n_unused)
{
    *n_unused = 0;
    for (size_t i = 0; i < o->n_rules; i++)
        *n_unused += !o->rules[i].used;
    return o->n_rules;
}

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

/* The team of a frame; all frames asked for are of one profile. False where a pattern takes too long. */
static bool find_team(fr_owners *o, const fr_profile *p, uint32_t frame, uint32_t *team,
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

typedef struct key_sums {
    int64_t self, total;
    uint32_t open; /* how often the key stands on the path of the walk */
} key_sums;

typedef struct sums {
    uint32_t *node, *depth; /* the walk */
    uint32_t *path;         /* by depth: key */
    int64_t *subtree;       /* by stack */
    key_sums *of;           /* by key */
} sums;

static uint32_t key_of(const fr_table_keys *keys, uint32_t stack)
{
    return keys->of_frame[stack ? keys->profile->stacks[stack].frame : 0];
}

static void sum_self(sums *s, const fr_table_keys *k, const fr_column *column)
{
    const fr_profile *p = k->profile;

    for (uint32_t i = 0; i < p->n_stacks; i++) {
        s->subtree[i] = fr_column_sum(column, i);
        if (s->subtree[i]) /* most have no value of their own */
            s->of[key_of(k, i)].self += s->subtree[i];
    }
    for (uint32_t i = p->n_stacks; i-- > 1;)
        s->subtree[p->stacks[i].parent] += s->subtree[i];
}

/* The empty stack holds nothing: only its own value counts. */
static bool sum_totals(sums *s, const fr_table_keys *k, const fr_column *column)
{
    uint32_t n_open = 0;
    bool recursive = false;

    s->of[key_of(k, 0)].total += fr_column_sum(column, 0);
    for (uint32_t i = 1; i < k->profile->n_stacks; i++) {
        uint32_t key = key_of(k, s->node[i]);
        int64_t subtree = s->subtree[s->node[i]];
        while (n_open >= s->depth[i])
            s->of[s->path[n_open--]].open--;
        s->path[++n_open] = key;
        if (s->of[key].open++ == 0)
            s->of[key].total += subtree;
        else
            recursive |= subtree > 0;
    }
    return recursive;
}

/* Rows of the keys that have a total. */
static bool keep_rows(fr_table *table, const fr_table_keys *k, const key_sums *of)
{
    size_t n = 0;

    for (uint32_t key = 0; key < k->n; key++)
        n += of[key].total != 0;
    table->rows = malloc((n ? n : 1) * sizeof *table->rows);
    if (!table->rows)
        return false;
    for (uint32_t key = 0; key < k->n; key++) {
        if (!of[key].total)
            continue;
        fr_bytes title =
            key < k->n_names ? fr_names_at(k->profile->names, key) : k->titles[key - k->n_names];
        table->rows[table->n_rows++] = (fr_table_row){title, key, of[key].self, of[key].total};
    }
    return true;
}

/* Takes the sums that were made while the profile was read: keys are names. */
static bool take_tally(fr_table *table, const fr_table_keys *k, uint32_t column)
{
    const fr_tally *t = k->profile->tally;
    uint32_t n_keys = (uint32_t)(t->n_keys < k->n_names ? t->n_keys : k->n_names);
    key_sums *of = calloc(k->n, sizeof *of);

    table->kept = fr_column_sum(&k->profile->columns[column], 0);
    table->recursive = t->recursive[column];
    for (uint32_t key = 0; key < n_keys && of; key++)
        of[key] = (key_sums){fr_tally_self(t, key, column), fr_tally_total(t, key, column), 0};
    bool good = of && keep_rows(table, k, of);
    free(of);
    return good;
}

static bool sum_stacks(fr_table *table, const fr_table_keys *k, uint32_t column)
{
    const fr_column *values = &k->profile->columns[column];
    const fr_profile *p = k->profile;
    sums s = {.node = malloc(p->n_stacks * sizeof *s.node),
              .depth = malloc(p->n_stacks * sizeof *s.depth),
              .path = malloc(p->n_stacks * sizeof *s.path),
              .subtree = malloc(p->n_stacks * sizeof *s.subtree),
              .of = calloc(k->n, sizeof *s.of)};
    bool good = s.node && s.depth && s.path && s.subtree && s.of &&
                fr_preorder_walk(fr_stack_parents(p), NULL, NULL, s.node, s.depth);

    if (good) {
        sum_self(&s, k, values);
        table->kept = s.subtree[0];
        table->recursive = sum_totals(&s, k, values);
        good = keep_rows(table, k, s.of);
    }
    free(s.node);
    free(s.depth);
    free(s.path);
    free(s.subtree);
    free(s.of);
    return good;
}

bool fr_table_init(fr_table *table, const fr_table_keys *keys, uint32_t column, fr_error *err)
{
    *table = (fr_table){0};
    return (keys->profile->tally ? take_tally(table, keys, column)
                                 : sum_stacks(table, keys, column)) ||
           fr_fail_memory(err);
}

void fr_table_reset(fr_table *table)
{
    free(table->rows);
    *table = (fr_table){0};
}

/* ---- order ---- */

static int compare_by_self(const void *a, const void *b)
{
    const fr_table_row *x = a, *y = b;

    return x->self != y->self ? (x->self < y->self ? 1 : -1) : fr_bytes_compare(x->name, y->name);
}

static int compare_by_total(const void *a, const void *b)
{
    const fr_table_row *x = a, *y = b;

    return x->total != y->total ? (x->total < y->total ? 1 : -1)
                                : fr_bytes_compare(x->name, y->name);
}

typedef int row_order(const void *a, const void *b);

static void swap_rows(fr_table_row *a, fr_table_row *b)
{
    fr_table_row row = *a;

    *a = *b;
    *b = row;
}

/* rows[0 .. n - 1] but for rows[at] are a heap, the last in order on top. */
static void sink(fr_table_row *rows, size_t n, size_t at, row_order *order)
{
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && order(&rows[child], &rows[child + 1]) < 0)
            child++;
        if (order(&rows[at], &rows[child]) >= 0)
            return;
        swap_rows(&rows[at], &rows[child]);
    }
}

/* The n_first rows that come first, in no order, before the others. */
static void select_rows(fr_table *table, size_t n_first, row_order *order)
{
    fr_table_row *rows = table->rows;

    for (size_t at = n_first / 2; at-- > 0;)
        sink(rows, n_first, at, order);
    for (size_t i = n_first; i < table->n_rows; i++) {
        if (order(&rows[i], &rows[0]) >= 0)
            continue;
        swap_rows(&rows[i], &rows[0]);
        sink(rows, n_first, 0, order);
    }
}

void fr_table_sort(fr_table *table, fr_top_order order, size_t n_first)
{
    row_order *compare = order == FR_TOP_TOTAL ? compare_by_total : compare_by_self;

    if (n_first == 0 || n_first > table->n_rows)
        n_first = table->n_rows;
    if (n_first < table->n_rows)
        select_rows(table, n_first, compare);
    qsort(table->rows, n_first, sizeof *table->rows, compare);
}

/* ---- frames to rows ---- */

/* The keys that stand for stacks and frames without a name. */
enum { NO_STACK, UNKNOWN, PROCESS, N_STANDINS };

static const fr_bytes standins[N_STANDINS] = {
    [NO_STACK] = {"[no stack]", 10},
    [UNKNOWN] = {"[unknown]", 9},
    [PROCESS] = {"[process]", 9}, /* frames that name one are in no module and no file */
};

/* The key of a title: a stand-in shares the row of what is really called so. */
static uint32_t key_of_title(fr_table_keys *k, fr_bytes title)
{
    uint32_t found = fr_names_find(k->profile->names, title);

    if (found != FR_NO_ID)
        return found;
    for (uint32_t i = k->n_names; i < k->n; i++)
        if (fr_bytes_equal(k->titles[i - k->n_names], title))
            return i;
    k->titles[k->n - k->n_names] = title;
    return k->n++;
}

/* Keys frames by their files or their modules. */
static void key_places(fr_table_keys *k, bool by_file)
{
    uint32_t unknown = key_of_title(k, standins[UNKNOWN]);
    uint32_t process = key_of_title(k, standins[PROCESS]);

    for (uint32_t f = 1; f < k->profile->n_frames; f++) {
        const fr_frame *frame = &k->profile->frames[f];
        uint32_t name = by_file ? frame->file : frame->module;
        k->of_frame[f] = name ? name : fr_frame_kind(frame) == FR_KIND_PROCESS ? process : unknown;
    }
}

/* Teams are rows of their own, whatever the profile's names are; nobody comes first. */
static bool key_owners(fr_table_keys *k, fr_owners *owners, fr_error *err)
{
    for (uint32_t team = 0; team < fr_names_count(owners->teams); team++)
        k->titles[team] = team ? fr_names_at(owners->teams, team) : FR_LITERAL("(nobody)");
    k->n = k->n_names + fr_names_count(owners->teams);
    for (uint32_t f = 0; f < k->profile->n_frames; f++) {
        uint32_t team = 0;
        if (f && !find_team(owners, k->profile, f, &team, err))
            return false;
        k->of_frame[f] = k->n_names + team;
    }
    return true;
}

/*
 * What the rows of a table are: a key for each frame.
 *
 *     frame                     by name    by module   by file   by owner (of "^/go/ runtime")
 *     sort  libc.so  /go/s.go   sort       libc.so     /go/s.go  runtime
 *     app   (a process)         app        [process]   [process] (nobody)
 */
bool fr_table_keys_init(fr_table_keys *k, const fr_profile *profile, fr_table_by by,
                        fr_owners *owners, fr_error *err)
{
    size_t n_titles = by == FR_TABLE_OWNER ? fr_names_count(owners->teams) : N_STANDINS;

    *k = (fr_table_keys){.profile = profile, .n_names = fr_names_count(profile->names)};
    k->n = k->n_names;
    k->of_frame = malloc(profile->n_frames * sizeof *k->of_frame);
    k->titles = malloc(n_titles * sizeof *k->titles);
    if (!k->of_frame || !k->titles)
        return fr_fail_memory(err);
    if (by == FR_TABLE_OWNER)
        return key_owners(k, owners, err);
    k->of_frame[0] = key_of_title(k, standins[NO_STACK]);
    if (by != FR_TABLE_NAME)
        key_places(k, by == FR_TABLE_FILE);
    for (uint32_t f = 1; by == FR_TABLE_NAME && f < profile->n_frames; f++)
        k->of_frame[f] = profile->frames[f].name;
    return true;
}

void fr_table_keys_reset(fr_table_keys *k)
{
    free(k->of_frame);
    free(k->titles);
    *k = (fr_table_keys){0};
}
