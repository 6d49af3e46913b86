/*
 * highlights.c - what to look at in a profile, as the sentence over its picture, found in three passes over a tree at
 * most:
 *
 *     13 % of the time clears pages: clear_page_erms; 20 % is under sort w1.js:4
 *     23 % of the time is in insert itself, under build; with what it calls 43 %
 *     50 % of the time is idle: pv_native_safe_halt; 5 % is in code without names: [collapse]
 *     nothing stands out: no function has 3 % of the time itself
 *
 * hot: the function with the largest own value. under: the narrowest of its callers under which two thirds of that are.
 * branch: where value divides below the last node that holds half of it all, the widest part. The viewer has the same
 * in render/assets/profile/highlights.js.
 */
#include "model/measured.h"

#include <stdlib.h>

#include "base/name_place.h"
#include "base/number.h"
#include "base/sentence.h"
#include "base/short_name.h"
#include "model/transform/idle.h"
#include "model/tree/tree.h"

#define LEAST_HOT_PERCENT    3
#define LEAST_BRANCH_PERCENT 10
#define MOST_NAME            40 /* characters */
#define MOST_CALLER          32

/* ---- words of functions ---- */

typedef struct phrase {
    const char *one, *many, *names;
} phrase;

static const phrase phrases[] = {
#define PHRASE(one, many, names) {one, many, names},
#include "model/report/phrases.def"
#undef PHRASE
};

typedef struct highlight {
    fr_bytes name; /* empty: none */
    int64_t value;
} highlight;

typedef struct highlights {
    int64_t whole;
    highlight idle; /* only where it is larger than any function that works */
    highlight hot, under, branch;
} highlights;

static bool fits(const phrase *p, fr_bytes name)
{
    for (const char *at = p->names, *end; *at; at = end + 1) {
        fr_bytes wanted = {at + 1, 0};
        end = strchr(at, '|');
        wanted.len = (size_t)(end - wanted.at);
        if (*at == '=' ? fr_bytes_equal(name, wanted) : fr_bytes_starts(name, wanted))
            return true;
    }
    return false;
}

static bool is_nameless(fr_bytes name)
{
    return fr_name_is_bare(name) || fr_name_is_bracketed(name);
}

/* Memory and things do nothing: of them a phrase would not be true. */
static const phrase *find_phrase(fr_bytes name, bool of_work)
{
    static const phrase idle = {"is idle", "are idle", ""};
    static const phrase nameless = {"is in code without names", "are in code without names", ""};

    if (fr_name_is_idle(name))
        return &idle;
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases && of_work; i++)
        if (fits(&phrases[i], name))
            return &phrases[i];
    return is_nameless(name) ? &nameless : NULL;
}

/* By name id; to be freed. */
static int64_t *sum_own(const fr_tree *tree)
{
    uint32_t k = tree->column;
    int64_t *own = calloc((size_t)fr_names_count(tree->names) + 1, sizeof *own);
    /* on the root of callers stand the functions that own the value */
    const int64_t *values = tree->callers ? tree->total[k] : tree->self[k];

    for (uint32_t i = 1; i < tree->n && own; i = tree->callers ? tree->end[i] : i + 1)
        own[tree->name[i]] += values[i];
    return own;
}

static bool is_larger(const highlight *a, const highlight *b)
{
    return a->value != b->value ? a->value > b->value : fr_bytes_compare(a->name, b->name) < 0;
}

/* Returns the id of the hot function; 0: there is none. */
static uint32_t find_hot(highlights *h, const fr_tree *tree, const int64_t *own)
{
    uint32_t n_names = fr_names_count(tree->names), hot = 0;

    for (uint32_t name = 1; name < n_names; name++) {
        highlight seen = {fr_names_at(tree->names, name), own[name]};
        if (seen.value <= 0 || !is_larger(&seen, &h->hot))
            continue; /* an idle one that is smaller is not told of */
        if (!fr_name_is_idle(seen.name)) {
            h->hot = seen;
            hot = name;
        } else if (is_larger(&seen, &h->idle)) {
            h->idle = seen;
        }
    }
    if (h->idle.value <= h->hot.value)
        h->idle = (highlight){{NULL, 0}, 0};
    return hot;
}

/* ---- where it sits ---- */

/* True where `part` is at least so many parts of so many of `whole`. */
static bool is_part(int64_t part, int64_t whole, int times, int of)
{
    return (double)part * of >= (double)whole * times;
}

typedef struct site {
    int64_t sits, total;
    uint32_t open; /* the end of the outermost node */
} site;

typedef struct sites {
    int64_t *below; /* by node: what of the hot function's own value is there or below */
    site *of;       /* by name */
} sites;

/* Adds up the own value of a function; returns its node with most of it. */
static uint32_t mark_hot(sites *s, const fr_tree *tree, uint32_t hot)
{
    const int64_t *self = tree->self[tree->column];
    uint32_t most = 0;

    for (uint32_t i = tree->n; i-- > 1;) {
        if (tree->name[i] == hot) {
            s->below[i] += self[i];
            most = !most || self[i] >= self[most] ? i : most;
        }
        s->below[tree->parent[i]] += s->below[i];
    }
    return most;
}

/* A kernel function is better told by what entered the kernel. */
static bool tells(const fr_tree *tree, uint32_t node, uint32_t hot_node)
{
    fr_kind kind = (fr_kind)tree->kind[node];

    return kind != FR_KIND_PROCESS && tree->name[node] != tree->name[hot_node] &&
           (kind != FR_KIND_KERNEL || tree->kind[hot_node] != FR_KIND_KERNEL) &&
           !is_nameless(fr_node_name(tree, node));
}

/* Finds the narrowest function that holds two thirds, among the callers of the node that has most. One that holds two
 * thirds of the whole says little. */
static void find_under(highlights *h, const sites *s, const fr_tree *tree, uint32_t hot_node)
{
    uint32_t best = 0;

    for (uint32_t i = tree->parent[hot_node]; i > 0; i = tree->parent[i]) {
        uint32_t name = tree->name[i];
        if (!is_part(s->of[name].sits, h->hot.value, 2, 3) || !tells(tree, i, hot_node))
            continue;
        if (!best || s->of[name].total < s->of[best].total)
            best = name;
    }
    if (best && is_part(h->whole, s->of[best].total, 3, 2))
        h->under = (highlight){fr_names_at(tree->names, best), s->of[best].sits};
}

static bool find_sites(highlights *h, const fr_tree *tree, uint32_t hot)
{
    size_t n_names = (size_t)fr_names_count(tree->names) + 1;
    sites s = {calloc(tree->n, sizeof *s.below), calloc(n_names, sizeof *s.of)};
    bool good = s.below && s.of;
    uint32_t node = good ? mark_hot(&s, tree, hot) : 0;

    if (node) {
        /* each name counts once in a stack */
        const int64_t *total = tree->total[tree->column];
        for (uint32_t i = 1; i < tree->n; i++) {
            site *of = &s.of[tree->name[i]];
            if (i < of->open)
                continue;
            of->open = tree->end[i];
            of->sits += s.below[i];
            of->total += total[i];
        }
        find_under(h, &s, tree, node);
    }
    free(s.below);
    free(s.of);
    return good;
}

/* ---- where value divides ---- */

static bool is_idle_node(const fr_tree *tree, uint32_t node)
{
    fr_bytes name = fr_node_name(tree, node);

    return fr_name_is_idle(name) || fr_bytes_starts(name, FR_LITERAL("swapper"));
}

/* Returns the widest child that works; of equal ones the first by name. 0: there is none. */
static uint32_t widest_child(const fr_tree *tree, uint32_t node)
{
    const int64_t *total = tree->total[tree->column];
    uint32_t best = 0;

    for (uint32_t c = node + 1; c < tree->end[node]; c = tree->end[c]) {
        highlight seen = {fr_node_name(tree, c), total[c]},
                  last = {best ? fr_node_name(tree, best) : FR_LITERAL(""), total[best]};
        if ((!best || is_larger(&seen, &last)) && !is_idle_node(tree, c))
            best = c;
    }
    return best;
}

/* The trunk is what holds half of the work; the branch, four fifths of the widest part above the trunk. */
static void find_branch(highlights *h, const fr_tree *tree)
{
    const int64_t *total = tree->total[tree->column];
    int64_t busy = total[0], most;
    uint32_t node = 0, next = widest_child(tree, 0);

    for (uint32_t c = 1; c < tree->n; c = tree->end[c])
        busy -= is_idle_node(tree, c) ? total[c] : 0;
    for (; next && total[next] > busy / 2; next = widest_child(tree, next))
        node = next;
    if (!next)
        return;
    most = total[next];
    for (node = next; next && is_part(total[next], most, 4, 5); next = widest_child(tree, next))
        node = next;
    if (!is_nameless(fr_node_name(tree, node)))
        h->branch = (highlight){fr_node_name(tree, node), total[node]};
}

static bool is_share(const highlights *h, int64_t value, int percent)
{
    return value > 0 && is_part(value, h->whole, percent, 100);
}

/* False when memory ran out. Names live as long as the tree. */
static bool find_highlights(highlights *h, const fr_tree *tree, int64_t whole)
{
    int64_t *own = tree->own ? NULL : sum_own(tree);
    uint32_t hot;

    *h = (highlights){.whole = whole};
    if (!tree->own && !own)
        return false;
    hot = find_hot(h, tree, own ? own : tree->own);
    free(own);
    if (tree->callers)
        return true;
    find_branch(h, tree);
    return !is_share(h, h->hot.value, LEAST_HOT_PERCENT) || find_sites(h, tree, hot);
}

/* ---- the sentence ---- */

const char *fr_highlights_what(const char *event, const char *unit)
{
    fr_unit_kind kind = fr_unit_kind_of(unit);

    if (kind == FR_UNIT_MEMORY)
        return "the memory";
    return kind == FR_UNIT_TIME ||
                   (*event && fr_measures_time(event, unit) && strcmp(event, unit) != 0)
               ? "the time"
               : fr_measured_unit(event, unit);
}

static void put_name(fr_output *out, fr_bytes name, size_t most)
{
    fr_arena arena = {0};

    fr_put(out, fr_short_name(name, most, &arena));
    fr_arena_reset(&arena);
}

/* "13 %", and in the first clause "of the time"; of two words it is one thing: "is". */
static bool put_share(fr_output *out, const highlights *h, int64_t value, const char *what,
                      bool first)
{
    bool is_one = fr_bytes_starts(fr_bytes_of(what), FR_LITERAL("the "));

    fr_say(out, "{}", fr_as_share(value, h->whole, 0));
    if (first)
        fr_put_format(out, is_one ? " of %s" : " of the %s", what);
    fr_put_char(out, ' ');
    return is_one;
}

/* "clears pages: clear_page_erms", "is in insert itself" */
static void put_function(fr_output *out, const highlight *of, const char *what, bool is_one)
{
    bool of_work = strcmp(what, "the time") == 0 || strcmp(what, "samples") == 0;
    const phrase *p = find_phrase(of->name, of_work);

    if (p) {
        fr_put_text(out, is_one ? p->one : p->many);
        fr_put_text(out, ": ");
    } else {
        fr_put_text(out, is_one ? "is in " : "are in ");
    }
    put_name(out, of->name, MOST_NAME);
    fr_put_text(out, p ? "" : " itself");
}

static void put_branch(fr_output *out, const highlights *h, const char *what, bool first)
{
    if (!first && fr_bytes_equal(h->branch.name, h->hot.name)) {
        fr_say(out, "with what it calls {}", fr_as_share(h->branch.value, h->whole, 0));
        return;
    }
    fr_put_text(out, put_share(out, h, h->branch.value, what, first) ? "is under " : "are under ");
    put_name(out, h->branch.name, MOST_NAME);
}

/* True where the branch says more than that it is the hot function. */
static bool has_branch(const highlights *h)
{
    return is_share(h, h->branch.value, LEAST_BRANCH_PERCENT) &&
           (!fr_bytes_equal(h->branch.name, h->hot.name) ||
            is_part(h->branch.value, h->hot.value, 5, 4));
}

static void put_sentence(const highlights *h, const char *what, fr_output *out)
{
    bool idle = is_share(h, h->idle.value, LEAST_HOT_PERCENT),
         hot = is_share(h, h->hot.value, LEAST_HOT_PERCENT), branch = !idle && has_branch(h);

    if (idle)
        put_function(out, &h->idle, what, put_share(out, h, h->idle.value, what, true));
    fr_put_text(out, idle && hot ? "; " : "");
    if (hot) {
        put_function(out, &h->hot, what, put_share(out, h, h->hot.value, what, !idle));
        /* not where the branch, which is told of next, has the same name */
        if (h->under.value && !(branch && fr_bytes_equal(h->under.name, h->branch.name))) {
            fr_put_text(out, h->under.value == h->hot.value ? ", under " : ", mostly under ");
            put_name(out, h->under.name, MOST_CALLER);
        }
    }
    fr_put_text(out, hot && branch ? "; " : "");
    if (branch)
        put_branch(out, h, what, !hot);
    if (!hot) {
        bool first = !idle && !branch,
             is_one = fr_bytes_starts(fr_bytes_of(what), FR_LITERAL("the "));
        fr_put_text(out, first ? "nothing stands out: " : "; ");
        fr_put_format(out, "no function has %d" FR_NARROW_SPACE "%%", LEAST_HOT_PERCENT);
        if (first)
            fr_put_format(out, is_one ? " of %s" : " of the %s", what);
        fr_put_text(out, " itself");
    }
}

bool fr_highlights_put(const fr_tree *tree, int64_t whole, const char *what, fr_output *out)
{
    highlights h;

    if (!find_highlights(&h, tree, whole))
        return false;
    put_sentence(&h, what, out);
    return true;
}

void fr_highlights_put_thread(const fr_tree *chart, fr_output *out)
{
    const int64_t *total = chart->total[chart->column];
    int64_t all = 0, most = 0;
    uint32_t best = 0, n = 0;

    for (uint32_t lane = 1; lane < chart->n; lane = chart->end[lane], n++) {
        int64_t runs = 0;
        for (uint32_t c = lane + 1; c < chart->end[lane]; c = chart->end[c])
            runs += total[c];
        all += runs;
        if (runs > most) {
            most = runs;
            best = lane;
        }
    }
    if (n < 2 || most < all - most)
        return;
    fr_say(out, "{} of the time {} in one thread: ", fr_as_share(most, all, 0),
           chart->waits ? "is" : "runs");
    put_name(out, fr_node_name(chart, best), MOST_NAME);
}
