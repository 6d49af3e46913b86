/*
 * tags.c - pseudo frames for labels, and rows of values by their labels: a map from (stack, set) to
 * stack or nothing, before any other transform.
 *
 *     main;alloc {handler=/tree}     --tagroot handler    /tree;main;alloc
 *                                    --tagleaf handler    main;alloc;/tree
 *
 * pprof's meaning (viewers: internal/driver/tagroot.go, driver_focus.go). A filter is [KEY=]VALUE:
 * a number or a range of numbers (4kb, 4kb:64kb, :64kb, 4mb:), or a list of expressions, of which any
 * must match a text of KEY. Without KEY each of them must match some "key:text".
 */
#include "model/transform/steps.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/output.h"
#include "base/text.h"
#include "model/build/builder_merge.h"
#include "model/labels.h"
#include "model/report/amount.h"

/* ---- filters by label ---- */

typedef struct filter {
    const char *option, *text; /* "--tagfocus"; text NULL: not asked for */
    char *copy;                /* of the text, cut at commas */
    fr_bytes key;              /* at == NULL: any */
    bool is_range;
    fr_amount_range range;
    fr_pattern **patterns;
    size_t n_patterns;
    bool matched, omits;
    int64_t removed; /* value of the column that notes tell of */
} filter;

/* "12", "-3", "4kb": digits, then letters. */
static bool is_whole_amount(fr_bytes text)
{
    size_t i = text.len && strchr("+-", text.at[0]) ? 1 : 0, digits = i;

    while (i < text.len && text.at[i] >= '0' && text.at[i] <= '9')
        i++;
    if (i == digits)
        return false;
    while (i < text.len && (text.at[i] | 0x20) >= 'a' && (text.at[i] | 0x20) <= 'z')
        i++;
    return i == text.len;
}

/* Only whole numbers are pprof's ranges: 1.5 is an expression. */
static bool parse_range(filter *f, fr_bytes value)
{
    size_t colon = fr_bytes_find(value, ':');
    fr_bytes low = {value.at, colon};
    fr_bytes high = {value.at + colon + 1, colon < value.len ? value.len - colon - 1 : 0};

    if (low.len == 0 && high.len == 0)
        return false;
    return (low.len == 0 || is_whole_amount(low)) && (high.len == 0 || is_whole_amount(high)) &&
           fr_amount_range_parse(value, &f->range);
}

static bool add_pattern(filter *f, const char *text, fr_error *err)
{
    fr_pattern *pattern = fr_pattern_new(text, f->option, FR_PATTERN_PART, err);

    if (pattern)
        f->patterns[f->n_patterns++] = pattern;
    return pattern != NULL;
}

static bool parse_patterns(filter *f, char *value, fr_error *err)
{
    size_t n = 1;

    for (const char *at = value; *at; at++)
        n += *at == ',';
    f->patterns = calloc(n, sizeof *f->patterns);
    if (!f->patterns)
        return fr_fail_memory(err);
    for (char *comma; (comma = strchr(value, ',')) != NULL; value = comma + 1) {
        *comma = '\0';
        if (!add_pattern(f, value, err))
            return false;
    }
    return add_pattern(f, value, err);
}

static bool parse_filter(filter *f, fr_error *err)
{
    char *value = f->copy = strdup(f->text);
    size_t equals = value ? strcspn(value, "=") : 0;

    if (!value)
        return fr_fail_memory(err);
    if (value[equals]) {
        f->key = (fr_bytes){value, equals};
        value += equals + 1;
    }
    f->is_range = parse_range(f, fr_bytes_of(value));
    return f->is_range || parse_patterns(f, value, err);
}

/* Matches the text of a label if there is a key, "key:text" if there is none. */
static bool matches(const filter *f, fr_pattern *pattern, const fr_profile *p,
                    const fr_label *label, fr_error *err)
{
    fr_bytes text = fr_names_at(p->names, label->text), key = fr_names_at(p->names, label->key);
    char *both;
    bool good;

    if (!label->is_text || f->key.at)
        return label->is_text && fr_pattern_matches(pattern, text, err);
    both = malloc(key.len + text.len + 2);
    if (!both)
        return fr_fail_memory(err);
    memcpy(both, key.at, key.len);
    both[key.len] = ':';
    memcpy(both + key.len + 1, text.at, text.len);
    good = fr_pattern_matches(pattern, (fr_bytes){both, key.len + 1 + text.len}, err);
    free(both);
    return good;
}

static bool any_label(const filter *f, fr_pattern *pattern, const fr_profile *p, uint32_t set,
                      fr_error *err)
{
    size_t n;
    const fr_label *labels = fr_label_set(&p->labelled.sets, set, &n);

    for (size_t i = 0; i < n; i++)
        if ((!f->key.at || fr_bytes_equal(fr_names_at(p->names, labels[i].key), f->key)) &&
            (f->is_range
                 ? (!labels[i].is_text && fr_amount_range_holds(&f->range, labels[i].number,
                                                                fr_label_unit(p, &labels[i])))
                 : matches(f, pattern, p, &labels[i], err)))
            return true;
    return false;
}

/* Any expression will do for a key; without one each must match something. */
static bool filter_likes(const filter *f, const fr_profile *p, uint32_t set, fr_error *err)
{
    bool any = f->key.at != NULL;

    if (f->is_range)
        return any_label(f, NULL, p, set, err);
    for (size_t i = 0; i < f->n_patterns; i++)
        if (any_label(f, f->patterns[i], p, set, err) == any)
            return any;
    return !any;
}

/* ---- what is asked ---- */

enum { FOCUS, IGNORE, N_FILTERS };
enum { ROOT, LEAF, N_ENDS };
#define KEPT N_FILTERS

/* The pseudo frames of one end. */
typedef struct end {
    const char *option, *text;
    fr_bytes *keys; /* outermost first */
    size_t n_keys;
    uint32_t *frames; /* by set: n_keys frames of the builder */
    bool matched;     /* some set has one of the keys */
} end;

typedef struct tags {
    const fr_profile *profile;
    fr_builder *b;
    filter filters[N_FILTERS];
    end ends[N_ENDS];
    uint8_t *verdict; /* by set: the filter that drops it, or KEPT */
    uint32_t *mapped; /* by stack: itself in the builder; only without root frames */
    uint32_t *path;   /* frames of a stack, innermost first */
    bool loses_samples, keep_empty;
    uint32_t told;                   /* the column that notes tell of */
    double left_out[FR_MAX_COLUMNS]; /* by filters */
    fr_error err;
} tags;

bool fr_tags_asked(const fr_transform_options *opt)
{
    return opt->tag_focus || opt->tag_ignore || opt->tag_root || opt->tag_leaf;
}

static uint32_t count_sets(const tags *t)
{
    return fr_label_sets_count(&t->profile->labelled.sets);
}

/* ---- filters ---- */

static bool compile(tags *t, const fr_transform_options *opt)
{
    t->filters[FOCUS] = (filter){.option = "--tagfocus", .text = opt->tag_focus};
    t->filters[IGNORE] = (filter){.option = "--tagignore", .text = opt->tag_ignore};
    for (int i = 0; i < N_FILTERS; i++)
        if (t->filters[i].text && !parse_filter(&t->filters[i], &t->err))
            return false;
    return true;
}

static bool likes(tags *t, int i, uint32_t set)
{
    filter *f = &t->filters[i];
    bool liked = f->text && filter_likes(f, t->profile, set, &t->err);

    f->matched |= liked;
    return liked;
}

static bool judge(tags *t)
{
    t->verdict = malloc(count_sets(t));
    if (!t->verdict)
        return fr_fail_memory(&t->err);
    for (uint32_t set = 0; set < count_sets(t); set++) {
        bool focused = likes(t, FOCUS, set), ignored = likes(t, IGNORE, set);
        t->verdict[set] = t->filters[FOCUS].text && !focused ? FOCUS : ignored ? IGNORE : KEPT;
    }
    return t->err.code == FR_OK;
}

/* ---- pseudo frames ---- */

static bool split_keys(tags *t, end *e, const char *option, const char *text)
{
    size_t n = 1;

    *e = (end){.option = option, .text = text};
    if (!text)
        return true;
    for (const char *at = text; *at; at++)
        n += *at == ',';
    e->keys = calloc(n, sizeof *e->keys);
    if (!e->keys)
        return fr_fail_memory(&t->err);
    for (fr_bytes left = fr_bytes_of(text); e->n_keys < n;) {
        size_t comma = fr_bytes_find(left, ',');
        e->keys[e->n_keys++] = fr_bytes_trim((fr_bytes){left.at, comma});
        left = (fr_bytes){left.at + comma + 1, comma < left.len ? left.len - comma - 1 : 0};
    }
    return true;
}

/* "/tree", or "[no handler]" where the set has no such label; its file is the key, as in pprof. */
static uint32_t frame_for(tags *t, end *e, uint32_t set, fr_bytes key)
{
    fr_output *out = fr_output_memory();
    fr_frame known = {.kind = FR_KIND_PROCESS};
    bool found = fr_put_labels_of(out, t->profile, set, key);
    uint32_t frame = 0;
    size_t len;
    const char *text;

    if (!found)
        fr_put_format(out, "[no %.*s]", (int)(key.len < 200 ? key.len : 200), key.at);
    text = fr_output_bytes(out, &len);
    if (text) {
        e->matched |= found;
        known.file = fr_builder_spelling(t->b, key, FR_TEXT_ESCAPED);
        frame = fr_builder_complete(t->b, (fr_bytes){text, len}, FR_TEXT_ESCAPED, known);
    } else {
        fr_fail_memory(&t->err);
    }
    fr_output_free(out);
    return frame;
}

static bool make_frames(tags *t, end *e)
{
    e->frames = calloc(count_sets(t) * e->n_keys + 1, sizeof *e->frames);
    if (!e->frames)
        return fr_fail_memory(&t->err);
    for (uint32_t set = 0; set < count_sets(t); set++)
        for (size_t k = 0; k < e->n_keys && t->err.code == FR_OK; k++)
            e->frames[set * e->n_keys + k] = frame_for(t, e, set, e->keys[k]);
    return t->err.code == FR_OK;
}

static uint32_t push_frames(tags *t, uint32_t stack, const end *e, uint32_t set)
{
    for (size_t k = 0; k < e->n_keys; k++)
        stack = fr_builder_push(t->b, stack, e->frames[set * e->n_keys + k]);
    return stack;
}

static uint32_t push_path(tags *t, uint32_t to, uint32_t stack)
{
    const fr_profile *p = t->profile;
    size_t n = 0;

    for (; stack != FR_NO_STACK; stack = p->stacks[stack].parent)
        t->path[n++] = p->stacks[stack].frame;
    while (n-- > 0)
        to = fr_builder_push(t->b, to, t->path[n]);
    return to;
}

static uint32_t map_stack(tags *t, uint32_t stack, uint32_t set)
{
    uint32_t to = t->mapped ? t->mapped[stack]
                            : push_path(t, push_frames(t, FR_NO_STACK, &t->ends[ROOT], set), stack);

    return push_frames(t, to, &t->ends[LEAF], set);
}

static void move_row(tags *t, uint32_t r)
{
    const fr_profile *p = t->profile;
    fr_row row = fr_row_at(p, r);

    if (!fr_row_has_value(p, r))
        return;
    if (t->verdict[row.set] != KEPT) {
        t->loses_samples |= p->samples.n > 0;
        filter *by = &t->filters[t->verdict[row.set]];
        by->omits = true;
        by->removed += fr_column_sum(fr_row_column(p, t->told), r);
        for (uint32_t k = 0; k < p->n_columns; k++)
            t->left_out[k] += (double)fr_column_sum(fr_row_column(p, k), r);
        return;
    }
    fr_builder_copy_values(t->b, fr_builder_row(t->b, map_stack(t, row.stack, row.set), row.set), p,
                           r);
}

/* Samples one by one have no labels. So they stay only where no filter dropped a row, which may have been theirs. */
static void move_samples(tags *t)
{
    const fr_samples *s = &t->profile->samples;

    for (size_t i = 0; i < s->n && !t->loses_samples; i++)
        fr_builder_sample(t->b, map_stack(t, s->stack[i], FR_NO_LABELS), s->time_ns[i],
                          s->thread[i], s->cpu[i], s->value ? s->value[i] : 1);
}

/* Without root frames stacks stay where they are. */
static bool map_all(tags *t)
{
    const fr_profile *p = t->profile;

    /* Stacks of samples without a value may be deeper than max_depth. */
    t->path = malloc(p->n_stacks * sizeof *t->path);
    if (!t->ends[ROOT].n_keys)
        t->mapped = calloc(p->n_stacks, sizeof *t->mapped);
    if (!t->path || (!t->mapped && !t->ends[ROOT].n_keys))
        return fr_fail_memory(&t->err);
    for (uint32_t i = 1; i < p->n_stacks && t->mapped; i++)
        t->mapped[i] = fr_builder_push(t->b, t->mapped[p->stacks[i].parent], p->stacks[i].frame);
    for (uint32_t r = 0; r < fr_n_rows(p); r++)
        move_row(t, r);
    move_samples(t);
    return true;
}

/* ---- what was done ---- */

static bool say(fr_notes *notes, fr_note_kind kind, const char *option, const char *text,
                const char *what)
{
    char quoted[200];

    fr_text_copy(quoted, sizeof quoted, fr_bytes_of(text));
    return fr_notes_say(notes, kind, "%s '%s'%s", option, quoted, what);
}

static bool describe_filter(const tags *t, const filter *f, fr_meta *meta)
{
    char share[FR_NUMBER_MAX], what[120];
    bool good = say(&meta->steps, FR_NOTE_CHOICE, f->option + 2, f->text, "");

    if (f->is_range)
        good = good && say(&meta->notes, FR_NOTE_CHOICE, f->option, f->text,
                           " is read as numbers, not as an expression");
    if (!f->matched)
        return good && say(&meta->notes, FR_NOTE_NO_MATCH, f->option, f->text, " matched no label");
    if (f->removed == 0)
        return good;
    snprintf(what, sizeof what, " omitted %s of the profile",
             fr_format_share(share, f->removed, t->profile->columns[t->told].reference, 2));
    return good && say(&meta->notes, FR_NOTE_REMOVED, f->option, f->text, what);
}

static bool describe(const tags *t, fr_profile *made)
{
    bool good = fr_meta_inherit(&made->meta, &t->profile->meta);
    const char *keys = t->ends[t->ends[ROOT].text ? ROOT : LEAF].text;

    for (int i = 0; i < N_ENDS && good; i++) {
        const end *e = &t->ends[i];
        if (e->text)
            good = say(&made->meta.steps, FR_NOTE_CHOICE, e->option + 2, e->text, "") &&
                   (e->matched || say(&made->meta.notes, FR_NOTE_NO_MATCH, e->option, e->text,
                                      " is a label of no sample"));
    }
    for (int i = 0; i < N_FILTERS && good; i++)
        if (t->filters[i].text)
            good = describe_filter(t, &t->filters[i], &made->meta);
    if (good && t->loses_samples)
        good = fr_notes_say(&made->meta.notes, FR_NOTE_CHOICE,
                            "samples with times have no labels: their times are omitted");
    else if (good && t->profile->samples.n && (t->ends[ROOT].matched || t->ends[LEAF].matched))
        good = fr_notes_say(&made->meta.notes, FR_NOTE_CHOICE,
                            "samples with times have no labels: in the order of time they are "
                            "'[no %.*s]'",
                            (int)strcspn(keys, ","), keys);
    return good;
}

static bool check_not_empty(const tags *t, const fr_profile *made, fr_error *err)
{
    for (uint32_t r = 0; r < fr_n_rows(made); r++)
        if (fr_row_has_value(made, r))
            return true;
    for (int i = 0; i < N_FILTERS; i++)
        if (t->filters[i].omits)
            fr_fail(err, FR_E_EMPTY, 0, 0, "nothing is left after %s '%s'", t->filters[i].option,
                    t->filters[i].text);
    fr_fail(err, FR_E_EMPTY, 0, 0, "nothing is left");
    return fr_fail_hint(err, "'flamerender tags' lists the labels; --where KEY=TEXT compares whole "
                             "texts");
}

static fr_profile *finish(tags *t, fr_error *err)
{
    fr_profile *made = fr_builder_finish(t->b, err);

    t->b = NULL;
    for (uint32_t k = 0; made && k < made->n_columns; k++) {
        made->columns[k].reference = t->profile->columns[k].reference;
        made->columns[k].left_out = t->profile->columns[k].left_out + t->left_out[k];
    }
    bool good = made && (describe(t, made) || fr_fail_memory(err)) &&
                (t->keep_empty || check_not_empty(t, made, err));
    if (good)
        made->meta.of_part |= t->filters[FOCUS].omits || t->filters[IGNORE].omits;
    return fr_profile_kept(good, made);
}

static void reset(tags *t)
{
    for (int i = 0; i < N_FILTERS; i++) {
        for (size_t k = 0; k < t->filters[i].n_patterns; k++)
            fr_pattern_free(t->filters[i].patterns[k]);
        free(t->filters[i].patterns);
        free(t->filters[i].copy);
    }
    for (int i = 0; i < N_ENDS; i++) {
        free(t->ends[i].keys);
        free(t->ends[i].frames);
    }
    fr_builder_free(t->b);
    free(t->verdict);
    free(t->mapped);
    free(t->path);
}

bool fr_tags_check(const fr_transform_options *opt, fr_error *err)
{
    tags t = {.profile = NULL};
    bool good = compile(&t, opt);

    fr_fail_copy(err, &t.err);
    reset(&t);
    return good;
}

/* An earlier step that chose samples one by one has left values without their labels. */
static bool check_labels(const fr_profile *profile, const fr_transform_options *opt, fr_error *err)
{
    const char *option = opt->tag_focus    ? "--tagfocus"
                         : opt->tag_ignore ? "--tagignore"
                         : opt->tag_root   ? "--tagroot"
                                           : "--tagleaf";

    if (!profile->meta.lost_labels)
        return true;
    fr_fail(err, FR_E_USAGE, 0, 0, "%s: a label cannot be asked for together with %s", option,
            "times, comm, pid, tid or cpu");
    return fr_fail_hint(err, "values by label are sums of the whole recording; comm=NAME and tid=N "
                             "go together with times");
}

fr_profile *fr_tags_apply(const fr_profile *profile, const fr_transform_options *opt, fr_error *err)
{
    tags t = {.profile = profile,
              .keep_empty = opt->keep_empty,
              .told = opt->column < profile->n_columns ? opt->column : 0};
    fr_profile *made = NULL;
    bool good = check_labels(profile, opt, &t.err) && compile(&t, opt) &&
                split_keys(&t, &t.ends[ROOT], "--tagroot", opt->tag_root) &&
                split_keys(&t, &t.ends[LEAF], "--tagleaf", opt->tag_leaf);

    if (good)
        t.b = fr_builder_like(profile, &t.err);
    good = t.b && judge(&t) && make_frames(&t, &t.ends[ROOT]) && make_frames(&t, &t.ends[LEAF]) &&
           map_all(&t);
    if (fr_fail_copy(err, &t.err) && good)
        made = finish(&t, err);
    reset(&t);
    return made;
}
