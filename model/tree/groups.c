/* groups.c - the ways of grouping, and the widest groups. */
#include "model/tree/groups.h"

#include "base/arena.h"
#include "base/number.h"
#include "base/unknown.h"
#include "model/module.h"
#include "model/report/label_text.h"
#include "model/tree/preorder.h"

#include <stdlib.h>

/* Groups by self: no own value; less than 0.1, 1, 5, 20 % of the whole; FR_SELF_MOST: more. */
enum { FR_SELF_NONE, FR_SELF_LEAST, FR_SELF_MOST = 5, FR_N_SELF };

fr_bytes fr_groups_name(const fr_groups *g, uint32_t group)
{
    return group < g->n ? fr_names_at(g->names, g->name[group]) : FR_LITERAL("");
}

void fr_groups_drop_members(fr_groups *g)
{
    free(g->of_frame);
    free(g->of_stack);
    g->of_frame = g->of_stack = NULL;
}

void fr_groups_reset(fr_groups *g)
{
    fr_groups_drop_members(g);
    fr_names_free(g->names);
    *g = (fr_groups){0};
}

/* ---- the widest ---- */

static bool is_wider(const fr_groups *g, const int64_t *total, uint32_t a, uint32_t b)
{
    if (total[a] != total[b])
        return total[a] > total[b];
    return fr_bytes_compare(fr_names_at(g->names, a), fr_names_at(g->names, b)) < 0;
}

/* Puts a name at its place among the widest. */
static void rank(fr_groups *g, const int64_t *total, uint32_t name)
{
    uint32_t at = g->n;

    while (at > 0 && is_wider(g, total, name, g->name[at - 1]))
        at--;
    g->n_others += g->n == FR_MOST_GROUPS;
    g->n += g->n < FR_MOST_GROUPS;
    if (at == FR_MOST_GROUPS)
        return;
    memmove(&g->name[at + 1], &g->name[at], (g->n - 1 - at) * sizeof *g->name);
    g->name[at] = name;
}

/* The names with the largest totals become groups, of those for which counts[] is true; both arrays are by name id. */
static void rank_all(fr_groups *g, const int64_t *total, const bool *counts)
{
    uint32_t n = fr_names_count(g->names);

    for (uint32_t name = 1; name < n; name++)
        if (total[name] > 0 && counts[name])
            rank(g, total, name);
    for (uint32_t i = 0; i < g->n; i++)
        g->total[i] = total[g->name[i]];
}

/* The group of a name; FR_GROUP_OTHERS where it has none and `counts`, else FR_GROUP_NONE. */
static uint8_t find_group(const fr_groups *g, uint32_t name, bool counts)
{
    uint8_t group = 0;

    while (group < g->n && g->name[group] != name)
        group++;
    if (group < g->n)
        return group;
    return counts ? FR_GROUP_OTHERS : FR_GROUP_NONE;
}

/* ---- functions by what is their own: all frames of a name have one group ---- */

/* The shares of the whole at which the next group begins, in tenths of a percent: 0.1 %, 1 %, 5 %, 20 %. */
static const uint32_t steps[FR_N_SELF - 2] = {1, 10, 50, 200};

static uint8_t level_of(int64_t own, int64_t whole)
{
    uint8_t level = FR_SELF_LEAST;

    if (own <= 0)
        return FR_SELF_NONE;
    while (level < FR_SELF_MOST &&
           (fr_i128)own * 1000 >= (fr_i128)whole * steps[level - FR_SELF_LEAST])
        level++;
    return level;
}

static bool group_by_self(fr_groups *g, const fr_profile *p, uint32_t column, const char *key,
                          fr_error *err)
{
    int64_t *own = calloc(fr_names_count(p->names), sizeof *own), whole = 0;
    (void)key;

    g->of_frame = malloc((size_t)p->n_frames + 1);
    if (!own || !g->of_frame) {
        free(own);
        return fr_fail_memory(err);
    }
    for (uint32_t s = 0; s < p->n_stacks; s++) {
        int64_t value = fr_column_sum(&p->columns[column], s);
        whole += value;
        own[s ? p->frames[p->stacks[s].frame].name : 0] += value;
    }
    for (uint32_t f = 0; f < p->n_frames; f++)
        g->of_frame[f] = level_of(own[p->frames[f].name], whole);
    free(own);
    return true;
}

/* ---- modules, by their totals ---- */

/* Sums what frames are of, by id; each counts once in a stack. NULL: no memory. */
static int64_t *sum_totals(const fr_profile *p, uint32_t column, const uint32_t *of, uint32_t n)
{
    int64_t *below = calloc(p->n_stacks, sizeof *below), *total = calloc(n, sizeof *total);
    bool *outermost = below && total ? fr_outermost_new(p, of, n) : NULL;

    for (uint32_t s = p->n_stacks; outermost && s-- > 1;) {
        below[s] += fr_column_sum(&p->columns[column], s);
        below[p->stacks[s].parent] += below[s];
        total[of[p->stacks[s].frame]] += outermost[s] ? below[s] : 0;
    }
    if (!outermost) {
        free(total);
        total = NULL;
    }
    free(below);
    free(outermost);
    return total;
}

/* `of`: what each frame is of, an id of g->names; NULL: memory ran out. Frees it. */
static bool group_frames(fr_groups *g, const fr_profile *p, uint32_t column, uint32_t *of,
                         fr_error *err)
{
    uint32_t n = g->names ? fr_names_count(g->names) : 0;
    int64_t *total = of && n ? sum_totals(p, column, of, n) : NULL;
    bool *is = total ? malloc(n * sizeof *is) : NULL;

    /* "[unknown]" is the module of perf's frames that are in none. */
    for (uint32_t name = 0; name < n && is; name++)
        is[name] = name && !fr_name_is_bare(fr_names_at(g->names, name));
    g->of_frame = malloc((size_t)p->n_frames + 1);
    if (is)
        rank_all(g, total, is);
    for (uint32_t f = 0; f < p->n_frames && is && g->of_frame; f++)
        g->of_frame[f] = find_group(g, of[f], is[of[f]]);
    bool good = is && g->of_frame;
    free(is);
    free(total);
    free(of);
    return good || fr_fail_memory(err);
}

static bool group_by_modules(fr_groups *g, const fr_profile *profile, uint32_t column,
                             const char *key, fr_error *err)
{
    uint32_t *of = malloc((size_t)profile->n_frames * sizeof *of);
    (void)key;

    g->names = fr_names_share(profile->names);
    for (uint32_t f = 0; of && f < profile->n_frames; f++)
        of[f] = profile->frames[f].module;
    return group_frames(g, profile, column, of, err);
}

/*
 * Packages: each frame is of one, by its name, file and module. There is one rule for each language; the first that
 * fits decides.
 *
 *     github.com/x/pkg.(*T).Run          github.com/x/pkg       Go: the import path
 *     java.util.HashMap.get              java.util              Java; java/util/HashMap.get too
 *     v8::internal::Execution::Call      v8                     C++: the outermost namespace; Rust: the crate
 *     sort  /srv/app/w1.js               w1.js                  a script's file; of node_modules/x/..., x
 *     do_syscall_64  (kernel)            kernel
 *     memcpy  libc.so.6                  libc.so.6              else the module
 */

static fr_bytes part(fr_bytes text, size_t from, size_t to)
{
    return (fr_bytes){text.at + from, to - from};
}

/* Returns where the last part of a path begins. */
static size_t base_at(fr_bytes path)
{
    size_t slash = fr_bytes_find_last(path, '/');

    return slash < path.len ? slash + 1 : 0;
}

/* "/srv/app/w1.js", "node:internal/modules/run_main", "/usr/lib/python3/site-packages/yaml/load.py" */
static fr_bytes of_script(fr_bytes file)
{
    static const char *const suffixes[] = {".js", ".mjs", ".cjs", ".ts",
                                           ".py", ".rb",  ".php", ".lua"};
    static const char *const folders[] = {"node_modules/", "site-packages/"};

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t at = fr_bytes_find_text(file, fr_bytes_of(folders[i])),
               from = at + strlen(folders[i]);
        fr_bytes rest = at < file.len ? part(file, from, file.len) : FR_LITERAL("");
        if (rest.len)
            return part(rest, 0, fr_bytes_find(rest, '/'));
    }
    if (fr_bytes_starts(file, FR_LITERAL("node:")))
        return FR_LITERAL("node");
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (fr_bytes_ends(file, fr_bytes_of(suffixes[i])))
            return part(file, base_at(file), file.len);
    return FR_LITERAL("");
}

/* "v8::internal::Call", "<alloc::vec::Vec<T> as core::Clone>::clone", "void std::sort<int>(int*)" */
static fr_bytes of_namespace(fr_bytes name)
{
    size_t end = fr_bytes_find_text(name, FR_LITERAL("::")), from = end;

    if (end == name.len)
        return FR_LITERAL("");
    while (from > 0 && fr_is_word(name.at[from - 1]))
        from--;
    /* "JavaThread::run": a class, which stands in no namespace; "JSC::" is one */
    if (end > from + 1 && fr_is_upper(name.at[from]) && !fr_is_upper(name.at[from + 1]))
        return FR_LITERAL("");
    return part(name, from, end);
}

/* Words that compilers put behind a dot: "parse.isra.0". */
static bool is_clone(fr_bytes rest)
{
    static const char *const words[] = {"isra", "part", "constprop", "cold", "lto_priv", "llvm"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (fr_bytes_starts(rest, fr_bytes_of(words[i])))
            return true;
    /* "main.(*node[int]).ins": a method of Go */
    return rest.len == 0 || (*rest.at != '(' && !fr_is_word(*rest.at)) ||
           (*rest.at >= '0' && *rest.at <= '9');
}

/* Packages of Java are in small letters, and a path of Go ends at the first dot behind its last slash. */
static fr_bytes of_path(fr_bytes name)
{
    size_t len = 0, slash, dot, at = 1;

    while (len < name.len &&
           (fr_is_word(name.at[len]) || memchr("./~-@%", name.at[len], sizeof "./~-@%" - 1)))
        len++;
    fr_bytes text = part(name, 0, len);
    /* A class follows its packages: "HashMap" in "java.util.HashMap.get". */
    while (at < len &&
           !((text.at[at - 1] == '.' || text.at[at - 1] == '/') && fr_is_upper(text.at[at])))
        at++;
    slash = base_at(text);
    dot = slash + fr_bytes_find(part(text, slash, len), '.');
    if (len == 0 || !fr_is_word(*name.at) || dot >= len || dot == slash)
        return FR_LITERAL("");
    /* "net/http.HandlerFunc": the class is behind the dot of a path of Go */
    if (at < len &&
        (slash ? at <= slash
               : at > dot + 1 && fr_bytes_find(part(text, dot + 1, len), '.') < at - dot))
        return part(text, 0, at - 1);
    return slash == 0 && is_clone(part(name, dot + 1, name.len)) ? FR_LITERAL("")
                                                                 : part(text, 0, dot);
}

/* Returns a slice of the profile's names, or static text; empty where nothing is known, and for processes. */
static fr_bytes package_of(const fr_profile *profile, uint32_t frame)
{
    const fr_frame *f = &profile->frames[frame];
    fr_bytes name = fr_names_at(profile->names, f->name),
             module = fr_names_at(profile->names, f->module), found;

    if (fr_frame_kind(f) == FR_KIND_PROCESS)
        return FR_LITERAL("");
    if (fr_frame_kind(f) == FR_KIND_KERNEL)
        return FR_LITERAL("kernel");
    found = of_script(fr_names_at(profile->names, f->file));
    if (!found.len)
        found = of_namespace(name);
    if (!found.len)
        found = of_path(name);
    if (!found.len && module.len && !fr_name_is_bare(module))
        found = part(module, base_at(module), module.len);
    return found;
}

static bool group_by_packages(fr_groups *g, const fr_profile *profile, uint32_t column,
                              const char *key, fr_error *err)
{
    uint32_t *of = calloc((size_t)profile->n_frames + 1, sizeof *of);
    bool good = of != NULL;
    (void)key;

    g->names = fr_names_new();
    for (uint32_t f = 1; g->names && good && f < profile->n_frames; f++) {
        fr_bytes package = package_of(profile, f);
        of[f] = package.len ? fr_names_add(g->names, package) : 0;
        good = of[f] != FR_NO_ID;
    }
    if (!good) {
        free(of);
        of = NULL;
    }
    return group_frames(g, profile, column, of, err);
}

/*
 * Stacks by the values of a label: a stack is of the value that most of it, and of what it calls, has.
 *
 *     row  stack      labels             own votes     with what it calls
 *     1    main       handler = /tree    /tree 3       /tree 3, /sort 9     -> /sort
 *     2    main;sort  handler = /sort    /sort 9       /sort 9              -> /sort
 */

typedef struct labels {
    const fr_profile *profile;
    const fr_column *column;    /* by row */
    uint32_t *value;            /* by set: what it says of the key, an id of g->names; 0: nothing */
    uint8_t *group;             /* by set */
    uint32_t *first, *row;      /* rows by stack: row[first[s]] to row[first[s + 1]] */
    int64_t *votes;             /* FR_N_GROUPS by depth */
    uint32_t *depth;            /* by stack */
    uint32_t *place, *stack_at; /* by stack in pre-order, and the inverse */
} labels;

static bool take_arrays(labels *l)
{
    size_t n = l->profile->n_stacks, n_rows = fr_n_rows(l->profile);

    l->value = calloc(fr_label_sets_count(&l->profile->labelled.sets), sizeof *l->value);
    l->group = malloc(fr_label_sets_count(&l->profile->labelled.sets));
    l->first = fr_take_array(n + 2, sizeof *l->first, true);
    l->row = fr_take_array(n_rows + 1, sizeof *l->row, false);
    l->votes = calloc(((size_t)l->profile->max_depth + 2) * FR_N_GROUPS, sizeof *l->votes);
    l->depth = fr_take_array(n, sizeof *l->depth, true);
    l->place = fr_stack_places_new(l->profile, NULL);
    l->stack_at = fr_take_array(n, sizeof *l->stack_at, false);
    return l->value && l->group && l->first && l->row && l->votes && l->depth && l->place &&
           l->stack_at;
}

static bool name_sets(fr_groups *g, labels *l, fr_bytes key)
{
    uint32_t n = fr_label_sets_count(&l->profile->labelled.sets);
    bool good;

    g->names = fr_names_new();
    good = g->names != NULL;
    for (uint32_t set = 1; set < n && good; set++) {
        fr_output *out = fr_output_memory();
        fr_bytes text = {NULL, 0};
        bool says = fr_put_labels_of(out, l->profile, set, key);
        if (says)
            text.at = fr_output_bytes(out, &text.len);
        if (text.at)
            l->value[set] = text.len ? fr_names_add(g->names, text) : 0;
        fr_output_free(out);
        good = !says || (text.at && l->value[set] != FR_NO_ID);
    }
    return good;
}

static bool group_sets(fr_groups *g, labels *l)
{
    uint32_t n = fr_names_count(g->names), n_sets = fr_label_sets_count(&l->profile->labelled.sets);
    int64_t *total = calloc(n, sizeof *total);
    bool *counts = malloc(n * sizeof *counts), good = total && counts;

    for (uint32_t r = 0; r < fr_n_rows(l->profile) && good; r++)
        total[l->value[fr_row_at(l->profile, r).set]] += fr_column_sum(l->column, r);
    for (uint32_t name = 0; name < n && good; name++)
        counts[name] = name > 0;
    if (good)
        rank_all(g, total, counts);
    for (uint32_t set = 0; set < n_sets && good; set++)
        l->group[set] = find_group(g, l->value[set], l->value[set] > 0);
    free(total);
    free(counts);
    return good;
}

static uint8_t most_of(const int64_t *votes)
{
    uint8_t most = 0;

    for (uint8_t i = 1; i < FR_N_GROUPS; i++)
        if (votes[i] > votes[most])
            most = i;
    return most;
}

static bool group_stacks(fr_groups *g, labels *l)
{
    const fr_profile *p = l->profile;

    g->of_stack = malloc((size_t)p->n_stacks + 1);
    if (!g->of_stack)
        return false;
    for (uint32_t r = 0; r < fr_n_rows(p); r++)
        l->first[fr_row_at(p, r).stack + 2]++;
    for (uint32_t s = 1; s <= p->n_stacks; s++)
        l->first[s + 1] += l->first[s];
    for (uint32_t r = 0; r < fr_n_rows(p); r++)
        l->row[l->first[fr_row_at(p, r).stack + 1]++] = r;
    for (uint32_t s = 0; s < p->n_stacks; s++) {
        l->depth[s] = s ? l->depth[p->stacks[s].parent] + 1 : 0;
        l->stack_at[l->place[s]] = s;
    }
    for (uint32_t at = p->n_stacks; at-- > 0;) {
        /* the votes of a depth are those of all stacks there that are not yet their caller's */
        uint32_t s = l->stack_at[at];
        int64_t *votes = &l->votes[(size_t)(l->depth[s] + 1) * FR_N_GROUPS],
                *caller = votes - FR_N_GROUPS;
        for (uint32_t i = l->first[s]; i < l->first[s + 1]; i++)
            votes[l->group[fr_row_at(p, l->row[i]).set]] += fr_column_sum(l->column, l->row[i]);
        g->of_stack[s] = most_of(votes);
        for (uint32_t i = 0; i < FR_N_GROUPS; i++) {
            caller[i] += votes[i];
            votes[i] = 0;
        }
    }
    return true;
}

static bool group_by_labels(fr_groups *g, const fr_profile *profile, uint32_t column,
                            const char *key, fr_error *err)
{
    labels l = {.profile = profile, .column = fr_row_column(profile, column)};
    bool good = take_arrays(&l) && name_sets(g, &l, fr_bytes_of(key)) && group_sets(g, &l);
    bool known = good && g->n > 0;

    good = good && (!known || group_stacks(g, &l));
    free(l.value);
    free(l.group);
    free(l.first);
    free(l.row);
    free(l.votes);
    free(l.depth);
    free(l.place);
    free(l.stack_at);
    if (!good)
        return fr_fail_memory(err);
    if (known)
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "colour by a label: no sample has the label '%.60s'", key);
    return fr_fail_hint(err, "'flamerender tags FILE' lists labels");
}

/* ---- the ways of grouping ---- */

static const struct {
    const char *by; /* ends with ':' where a key follows */
    bool (*make)(fr_groups *g, const fr_profile *profile, uint32_t column, const char *key,
                 fr_error *err);
} makers[] = {{"module", group_by_modules},
              {"package", group_by_packages},
              {"self", group_by_self},
              {"label:", group_by_labels}};

/* Returns the text behind the name of a way of grouping; NULL: it is another one. */
static const char *key_of(const char *color_by, const char *by)
{
    size_t len = strlen(by);
    bool has_key = by[len - 1] == ':';

    if (strncmp(color_by, by, len) != 0 || (!has_key && color_by[len]))
        return NULL;
    return color_by + len;
}

bool fr_groups_init(fr_groups *g, const fr_profile *profile, uint32_t column, const char *color_by,
                    fr_error *err)
{
    const char *key = NULL;
    size_t i = 0;

    *g = (fr_groups){0};
    while (color_by && i < sizeof makers / sizeof *makers && !key)
        key = key_of(color_by, makers[i++].by);
    if (!key || makers[i - 1].make(g, profile, column, key, err))
        return true;
    fr_groups_reset(g);
    return false;
}
