/*
 * sides.c - reading the inputs of both sides, and cutting them.
 *
 * The two sides of `flamerender diff`, from the command line to profiles.
 *
 *     diff a.folded b.folded                        a file a side
 *     diff --base a1 a2 --new b1 b2                 runs
 *     diff --base profiles --new latest             the newest of many
 *     diff both.folded                              two value columns
 *     diff perf.txt --new-range 12.2-12.8           a stall and the rest
 *     diff cpu.pb.gz --base-where version=1 --new-where version=2
 */
#include "intake.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* ---------------------------------------------------------------- what is asked for */

/* The side is what the ranges of the other one leave: "rest". */
static bool asked_rest(const struct side *side)
{
    return side->ranges.n == 1 && strcmp(side->ranges.items[0], "rest") == 0;
}

/* The side is a part of its input: some labels or seconds of it. */
static bool asked_slice(const struct side *side)
{
    return side->where.n || side->ranges.n;
}

/* The inputs of a side: its own, one of two, or the one that both share. */
static size_t asked_paths(const struct options *opt, int which)
{
    if (opt->sides[which].paths.n)
        return opt->sides[which].paths.n;
    return opt->n_inputs ? 1 : 0;
}

static const char *asked_path(const struct options *opt, int which, size_t i)
{
    if (opt->sides[which].paths.n)
        return opt->sides[which].paths.items[i];
    return opt->inputs[opt->n_inputs == 2 ? which : 0];
}

size_t sides_paths(const struct options *opt, char **paths)
{
    size_t n = 0;
    for (size_t i = 0; i < opt->n_inputs; i++)
        paths[n++] = opt->inputs[i];
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < opt->sides[which].paths.n; i++)
            paths[n++] = (char *)opt->sides[which].paths.items[i];
    return n;
}

static bool check_inputs(const struct options *opt, fr_error *err)
{
    if (opt->n_inputs > N_SIDES) {
        fail_with(err, FR_E_USAGE, "'diff' takes two inputs, not '%s' too", opt->inputs[N_SIDES]);
        return hint_with(err, "several runs: --base FILE... --new FILE...; identical ones: "
                              "--calibrate");
    }
    bool lists = opt->sides[BASE_SIDE].paths.n || opt->sides[NEW_SIDE].paths.n;
    if (lists && opt->n_inputs) {
        fail_with(err, FR_E_USAGE,
                  "'%s' is on no side: with --base and --new every input needs one of them",
                  opt->inputs[0]);
        return hint_with(err, "--base FILE and --new FILE name every run");
    }
    for (int which = 0; which < N_SIDES; which++)
        if (asked_paths(opt, which) == 0) {
            fail_with(err, FR_E_USAGE, "there is no input for the %s side", which ? "new" : "base");
            return hint_with(err, "flamerender diff BASE NEW, or --base FILE... --new FILE...");
        }
    return true;
}

static bool check_slices(const struct options *opt, fr_error *err)
{
    const struct side *base = &opt->sides[BASE_SIDE], *new_ = &opt->sides[NEW_SIDE];
    if (asked_rest(base) && asked_rest(new_))
        return fail_with(err, FR_E_USAGE, "only one side can be 'rest'");
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < opt->sides[which].ranges.n; i++)
            if (opt->sides[which].ranges.n > 1 &&
                strcmp(opt->sides[which].ranges.items[i], "rest") == 0)
                return fail_with(err, FR_E_USAGE, "'rest' cannot be combined with other ranges");
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < opt->sides[which].ranges.n; i++)
            if (strchr(opt->sides[which].ranges.items[i], '/') &&
                (opt->sides[which].ranges.n > 1 || opt->select.band))
                return fail_with(err, FR_E_USAGE,
                                 "a side has one band, such as 0.25-0.31/1, and no other range");
    if ((base->ranges.n || new_->ranges.n) &&
        (opt->ranges.n || opt->select.from || opt->select.to)) {
        fail_with(err, FR_E_USAGE, "'--%s' cannot be combined with the range of a side",
                  opt->ranges.n      ? "range"
                  : opt->select.from ? "from"
                                     : "to");
        return hint_with(err, "give both sides their ranges: --base-range A-B --new-range C-D");
    }
    if (asked_rest(base) ? new_->ranges.n == 0 : asked_rest(new_) && base->ranges.n == 0)
        return fail_with(err, FR_E_USAGE,
                         "'rest' is everything outside the other side's range: give that range");
    return true;
}

/* Units of work are told of each run, or of all of a side together. */
static bool check_units(const struct options *opt, fr_error *err)
{
    for (int which = 0; opt->diff.normalize == FR_NORMALIZE_PER && which < N_SIDES; which++) {
        size_t n = opt->sides[which].n_units, n_runs = asked_paths(opt, which);
        if (n > 1 && n != n_runs)
            return fail_with(err, FR_E_USAGE,
                             "'--normalize' has %zu numbers for the %s side, which has %zu run%s",
                             n, which == NEW_SIDE ? "new" : "base", n_runs, n_runs == 1 ? "" : "s");
    }
    return true;
}

bool sides_check(const struct options *opt, fr_error *err)
{
    return check_inputs(opt, err) && check_slices(opt, err) && check_units(opt, err);
}

/* ---------------------------------------------------------------- selecting */

struct slice {
    fr_select_options select;
    const char *where[2 * MOST_VALUES];
};

/* A side without a range of its own has the rest of the other's, unless labels choose among the samples. */
static bool has_rest(const struct options *opt, int which)
{
    const struct side *mine = &opt->sides[which], *other = &opt->sides[!which];
    return asked_rest(mine) || (mine->ranges.n == 0 && other->ranges.n && opt->n_inputs == 1 &&
                                !mine->where.n && !other->where.n);
}

static void choose_ranges(struct slice *slice, const struct options *opt, int which)
{
    const struct side *mine = &opt->sides[which], *other = &opt->sides[!which];
    bool rest = has_rest(opt, which);
    if (!rest && mine->ranges.n == 0)
        return;
    const struct values *ranges = rest ? &other->ranges : &mine->ranges;
    slice->select.outside = rest;
    if (ranges->n == 1 && strchr(ranges->items[0], '/')) { /* "0.25-0.31/1": a band, not a range */
        slice->select.band = ranges->items[0];
        return;
    }
    slice->select.ranges = ranges->items;
    slice->select.n_ranges = ranges->n;
}

static void slice_init(struct slice *slice, const struct options *opt, int which)
{
    const struct values *common = &opt->where, *own = &opt->sides[which].where;
    *slice = (struct slice){.select = intake_selection(opt)};
    memcpy(slice->where, common->items, common->n * sizeof *slice->where);
    memcpy(slice->where + common->n, own->items, own->n * sizeof *slice->where);
    slice->select.where = slice->where;
    slice->select.n_where = common->n + own->n;
    choose_ranges(slice, opt, which);
}

/* ---------------------------------------------------------------- reading */

/* No sample is no error here: the other side is all there is. */
static bool note_empty(const struct options *opt, const char *path, int which, fr_error *err)
{
    fr_note note = {.kind = "empty-side", .source = path, .n = 1};
    if (err->code != FR_E_EMPTY)
        return false;
    append_text(note.text, sizeof note.text, "no samples for the %s side: %s",
                which ? "new" : "base", err->text);
    if (!opt->quiet)
        message_note(&note);
    *err = (fr_error){0};
    return true;
}

/* Selects and transforms a whole as `opt` says; NULL with `err`. Where a path is given for a note, nothing of it may be
 * selected. Frees `whole` unless it is shared: a side that is all of it takes the whole itself, which cannot be shared
 * then. */
static fr_profile *slice_of(const struct options *opt, const char *path, fr_profile *whole,
                            bool shared, int which, fr_error *err)
{
    struct slice slice;
    fr_profile *left = whole;
    slice_init(&slice, opt, which);
    if (intake_selects(&slice.select)) {
        left = fr_profile_select(whole, &slice.select, err);
        /* a run in which nothing of it ran has its time all the same; one that ended before has none, and diff leaves
         * it out */
        fr_error none = {0};
        slice.select.keep_empty = true;
        if (!left && path && err->code == FR_E_EMPTY)
            left = fr_profile_select(whole, &slice.select, &none);
        if (left && err->code == FR_E_EMPTY)
            (void)note_empty(opt, path, which, err);
        if (!shared)
            fr_profile_free(whole);
    }
    return left ? intake_transform(opt, left, err) : NULL;
}

static bool needs_samples(const struct options *opt, int which)
{
    struct slice slice;
    slice_init(&slice, opt, which);
    return intake_selects(&slice.select);
}

/* An input that was read, or NULL and *err, becomes a run of its side. */
static bool take_run(struct loaded_side *side, const struct options *opt, int which,
                     const char *path, fr_profile *whole, bool shared, fr_error *err)
{
    fr_profile *left = whole ? slice_of(opt, path, whole, shared, which, err) : NULL;
    if (!left && !note_empty(opt, path, which, err))
        return false;
    side->labels[side->n] = path;
    side->profiles[side->n++] = left;
    return true;
}

static bool load_path(struct loaded_side *side, const struct options *opt, int which, size_t i,
                      fr_error *err)
{
    const struct lone_input input = {.path = asked_path(opt, which, i),
                                     .keep_samples = needs_samples(opt, which)};
    return take_run(side, opt, which, input.path, intake_read(opt, NULL, &input, err), false, err);
}

/* One input for both sides, read once and cut twice. A side that is all of it comes last. */
static bool load_slices(struct sides *sides, const struct options *opt, fr_error *err)
{
    const char *path = opt->inputs[0];
    fr_profile *whole =
        intake_read(opt, NULL, &(struct lone_input){.path = path, .keep_samples = true}, err);
    int last = needs_samples(opt, BASE_SIDE) ? NEW_SIDE : BASE_SIDE;
    if (whole && take_run(&sides->side[!last], opt, !last, path, whole, true, err))
        return take_run(&sides->side[last], opt, last, path, whole, false, err);
    fr_profile_free(whole);
    return false;
}

/* "main;foo 30 20": base and new in one input, as in one of our own pictures of a differential. */
static bool load_columns(struct sides *sides, const struct options *opt, fr_error *err)
{
    struct loaded_side *base = &sides->side[BASE_SIDE], *new_ = &sides->side[NEW_SIDE];
    fr_column_info first = {.name = ""}, second = {.name = ""};
    if (!load_path(base, opt, BASE_SIDE, 0, err))
        return false;
    if (base->profiles[0]) {
        fr_profile_column(base->profiles[0], 0, &first);
        fr_profile_column(base->profiles[0], 1, &second);
    }
    if (strcmp(first.name, "base") != 0 || strcmp(second.name, "new") != 0) {
        fail_with(err, FR_E_USAGE,
                  "'%s' has no two sides: one value column, or several that are "
                  "not base and new",
                  opt->inputs[0]);
        return hint_with(err, "give a second input, or cut this one: --base-where, --new-where, "
                              "--new-range");
    }
    if (opt->sample_index) {
        fail_with(err, FR_E_USAGE,
                  "'--sample-index' has no effect: the two columns of '%s' are the sides",
                  opt->inputs[0]);
        return hint_with(err, "--swap exchanges them");
    }
    new_->profiles[0] = base->profiles[0];
    new_->labels[0] = base->labels[0];
    new_->columns[0] = 1;
    new_->n = 1;
    new_->shares = true;
    return true;
}

/* One side on its way. */
struct reading {
    const struct options *opt;
    struct lone_input input;
    fr_profile *whole;
    fr_error err;
};

static void *read_side(void *arg)
{
    struct reading *r = arg;
    r->whole = intake_read(r->opt, NULL, &r->input, &r->err);
    return NULL;
}

/* One file a side: they are read side by side, with one progress bar; what there is to say is said in their order. */
static bool load_both(struct sides *sides, const struct options *opt, fr_error *err)
{
    struct reading readings[N_SIDES];
    pthread_t thread;
    long n_cpus = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t threads = opt->read.threads ? opt->read.threads : (uint32_t)(n_cpus > 1 ? n_cpus : 1);
    for (int which = 0; which < N_SIDES; which++)
        readings[which] = (struct reading){.opt = opt,
                                           .input = {.path = asked_path(opt, which, 0),
                                                     .keep_samples = needs_samples(opt, which),
                                                     .quiet = which == NEW_SIDE,
                                                     .threads = threads > 1 ? threads / 2 : 1}};
    struct reading *base = &readings[BASE_SIDE], *new_ = &readings[NEW_SIDE];
    bool apart = pthread_create(&thread, NULL, read_side, new_) == 0;
    read_side(base);
    if (apart)
        pthread_join(thread, NULL);
    else
        read_side(new_);
    bool good = take_run(&sides->side[BASE_SIDE], opt, BASE_SIDE, base->input.path, base->whole,
                         false, &base->err);
    if (!good)
        fr_profile_free(new_->whole);
    else
        good = take_run(&sides->side[NEW_SIDE], opt, NEW_SIDE, new_->input.path, new_->whole, false,
                        &new_->err);
    if (!good)
        *err = base->err.code != FR_OK ? base->err : new_->err;
    return good;
}

/* Pipes are read in their turn. */
static bool load_paths(struct sides *sides, const struct options *opt, fr_error *err)
{
    if (asked_paths(opt, BASE_SIDE) == 1 && asked_paths(opt, NEW_SIDE) == 1 &&
        opt->read.threads != 1 && path_is_file(asked_path(opt, BASE_SIDE, 0)) &&
        path_is_file(asked_path(opt, NEW_SIDE, 0)))
        return load_both(sides, opt, err);
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < asked_paths(opt, which); i++)
            if (!load_path(&sides->side[which], opt, which, i, err))
                return false;
    return true;
}

/* ---------------------------------------------------------------- columns, empty sides, names */

/* A choice among several columns is reported once. */
static bool choose_columns(struct sides *sides, const struct options *opt, fr_error *err)
{
    const char *done = "compared";
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < sides->side[which].n; i++) {
            struct loaded_side *side = &sides->side[which];
            if (!side->profiles[i] || sides->side[NEW_SIDE].shares)
                continue;
            if (!choose_column(opt, side->profiles[i], done, &side->columns[i], err))
                return false;
            done = NULL;
        }
    return true;
}

static fr_profile *empty_like(const fr_column_info *column, fr_error *err)
{
    fr_builder *builder = fr_builder_new(NULL, err);
    if (!builder)
        return NULL;
    fr_builder_column(builder, column->name, column->unit, column->decimals);
    return fr_builder_finish(builder, err);
}

static bool fill_empty(struct sides *sides, const struct options *opt, fr_error *err)
{
    const fr_profile *model = NULL;
    fr_column_info column;
    uint32_t chosen = 0;
    bool any = false;
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < sides->side[which].n; i++) {
            const fr_profile *profile = sides->side[which].profiles[i];
            model = model ? model : profile;
            any |= profile && !intake_is_empty(profile);
        }
    if (!any)
        return fail_with(err, FR_E_EMPTY, "there is no sample on either side");
    if (!choose_column(opt, model, NULL, &chosen, err))
        return false;
    fr_profile_column(model, chosen, &column);
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < sides->side[which].n; i++) {
            struct loaded_side *side = &sides->side[which];
            if (!side->profiles[i] && !(side->profiles[i] = empty_like(&column, err)))
                return false;
        }
    return true;
}

/* "version=v1", "12.2-12.8 s", "rest", "all" */
static void put_slice(struct loaded_side *side, const struct options *opt, int which)
{
    const struct side *asked = &opt->sides[which];
    for (size_t i = 0; i < asked->where.n; i++)
        append_text(side->text, sizeof side->text, "%s%s", side->text[0] ? ", " : "",
                    asked->where.items[i]);
    for (size_t i = 0; i < asked->ranges.n; i++) {
        /* "12.2-12.8 s", "rest"; a band "0.5-0.7 s of every second", "0.5-0.7 s of every 3 s" */
        const char *range = asked->ranges.items[i];
        size_t ends = strcspn(range, "/");
        const char *period = range[ends] ? range + ends + 1 : "";
        append_text(side->text, sizeof side->text, "%s%.*s%s", side->text[0] ? ", " : "", (int)ends,
                    range, strcmp(range, "rest") == 0 ? "" : " s");
        if (*period && strcmp(period, "1") == 0)
            append_text(side->text, sizeof side->text, " of every second");
        else if (*period)
            append_text(side->text, sizeof side->text, " of every %s s", period);
    }
    if (!side->text[0])
        append_text(side->text, sizeof side->text, has_rest(opt, which) ? "rest" : "all");
    side->label = side->text;
}

/* Files by their names, unless both have the same one; runs are counted elsewhere. */
static void name_sides(struct sides *sides, const struct options *opt)
{
    struct loaded_side *base = &sides->side[BASE_SIDE], *new_ = &sides->side[NEW_SIDE];
    const char *a = path_end(base->labels[0]), *b = path_end(new_->labels[0]);
    bool same = strcmp(a, b) == 0;
    base->label = same ? base->labels[0] : a;
    new_->label = same ? new_->labels[0] : b;
    if (base->n > 1 || new_->n > 1 || new_->shares || strcmp(base->label, new_->label) == 0)
        base->label = new_->label = NULL;
    for (int which = 0; which < N_SIDES; which++) {
        const struct side *asked = &opt->sides[which];
        if (opt->n_inputs == 1 && (asked_slice(asked) || asked_slice(&opt->sides[!which])))
            put_slice(&sides->side[which], opt, which);
        if (asked->name)
            sides->side[which].label = asked->name;
    }
}

bool sides_load(struct sides *sides, const struct options *opt, fr_error *err)
{
    /* One input: both sides are cut out of it. */
    bool sliced = asked_slice(&opt->sides[BASE_SIDE]) || asked_slice(&opt->sides[NEW_SIDE]);
    *sides = (struct sides){0};
    bool good = opt->n_inputs != 1 ? load_paths(sides, opt, err)
                : sliced           ? load_slices(sides, opt, err)
                                   : load_columns(sides, opt, err);
    if (!good || !choose_columns(sides, opt, err) || !fill_empty(sides, opt, err))
        return false;
    name_sides(sides, opt);
    return true;
}

bool sides_load_runs(struct sides *sides, const struct options *opt, fr_error *err)
{
    size_t n_empty = 0;
    *sides = (struct sides){0};
    if (opt->n_inputs > MOST_VALUES)
        return fail_with(err, FR_E_USAGE, "more than %d runs", (int)MOST_VALUES);
    for (size_t i = 0; i < opt->n_inputs; i++) {
        struct loaded_side *side = &sides->side[BASE_SIDE];
        const struct lone_input input = {.path = opt->inputs[i],
                                         .keep_samples = needs_samples(opt, BASE_SIDE)};
        fr_profile *whole = intake_read(opt, NULL, &input, err);
        fr_profile *left = whole ? slice_of(opt, NULL, whole, false, BASE_SIDE, err) : NULL;
        if (!left)
            return false;
        side->labels[side->n] = opt->inputs[i];
        side->profiles[side->n++] = left;
        n_empty += intake_is_empty(left);
    }
    if (opt->n_inputs && n_empty == opt->n_inputs)
        return fail_with(err, FR_E_EMPTY, "nothing is left of any run");
    return choose_columns(sides, opt, err);
}

uint64_t sides_formats(const struct sides *sides)
{
    uint64_t formats = 0;
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < sides->side[which].n; i++)
            formats |= intake_formats(sides->side[which].profiles[i]);
    return formats;
}

void sides_free(struct sides *sides)
{
    for (int which = 0; which < N_SIDES; which++)
        for (size_t i = 0; i < sides->side[which].n && !sides->side[which].shares; i++)
            fr_profile_free(sides->side[which].profiles[i]);
}

fr_side sides_side(const struct sides *sides, const struct options *opt, int which)
{
    int from = opt->swap ? !which : which;
    const struct loaded_side *side = &sides->side[from];
    return (fr_side){
        .profiles = (const fr_profile *const *)side->profiles,
        .columns = side->columns,
        .labels = side->labels,
        .units = opt->diff.normalize == FR_NORMALIZE_PER && opt->sides[from].n_units == side->n
                     ? opt->sides[from].units
                     : NULL,
        .n = side->n,
        .label = side->label,
    };
}

/* ---------------------------------------------------------------- the differential */

static bool is_ranged(const struct options *opt)
{
    return opt->sides[BASE_SIDE].ranges.n || opt->sides[NEW_SIDE].ranges.n;
}

bool sides_are_difffolded(const struct options *opt)
{
    return opt->read.perf.compat == FR_COMPAT_DIFFFOLDED;
}

bool sides_have_model(const struct options *opt)
{
    return opt->noise && strcmp(opt->noise, "none") != 0;
}

/* Two times of one recording are no two runs: nothing but sampling is noise between them. And who accepts sampling
 * noise is judged by it alone. */
fr_diff_options sides_diff_options(const struct options *opt, const char *noise, bool scales)
{
    fr_diff_options diff = opt->diff;
    if (!OPTIONS_GIVEN(opt, diff.normalize) && is_ranged(opt))
        diff.normalize = FR_NORMALIZE_TIME;
    if (opt->swap) {
        diff.per_base = opt->diff.per_new;
        diff.per_new = opt->diff.per_base;
    }
    diff.exact_names = diff.exact_names || sides_are_difffolded(opt);
    diff.scale_base = scales;
    diff.noise = noise;
    diff.sampling_only = opt->accept_sampling_noise || (opt->noise && !sides_have_model(opt)) ||
                         (is_ranged(opt) && opt->n_inputs == 1);
    diff.renames = opt->renames.items;
    diff.n_renames = opt->renames.n;
    diff.sort = opt->tree.sort;
    diff.callers = opt->tree.callers;
    diff.threads = opt->read.threads;
    return diff;
}

fr_diff *sides_diff(const struct sides *sides, const struct options *opt, const char *noise,
                    bool scales, fr_error *err)
{
    fr_diff_options diff = sides_diff_options(opt, noise, scales);
    fr_side base = sides_side(sides, opt, BASE_SIDE), new_ = sides_side(sides, opt, NEW_SIDE);
    return fr_diff_build(&base, &new_, &diff, err);
}
