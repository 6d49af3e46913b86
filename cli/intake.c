/*
 * intake.c - reading and transforming, with progress, notes and --skip-bad.
 */
#include "intake.h"

#include <string.h>
#include <unistd.h>

#include "file_list.h"
#include "kept_files.h"
#include "messages.h"
#include "progress.h"
#include "words.h"

/* ---------------------------------------------------------------- before reading */

static bool check_terminal(const struct options *opt, fr_error *err)
{
    if (opt->n_inputs > 0 || opt->files_from || !isatty(STDIN_FILENO))
        return true;
    fail_with(err, FR_E_USAGE, "no input: standard input is a terminal");
    return hint_with(err, "flamerender FILE -o flame.svg, or: perf script | flamerender > "
                          "flame.svg; --help tells more");
}

static bool check_input_format(const struct options *opt, fr_error *err)
{
    const char *wanted = opt->read.input_format;
    char names[200] = "";
    struct nearest nearest;
    fr_format_info info;
    if (!wanted)
        return true;
    nearest_init(&nearest, wanted, strlen(wanted));
    for (size_t i = 0; fr_input_format_at(i, &info); i++) {
        if (strcmp(info.name, wanted) == 0)
            return true;
        append_text(names, sizeof names, "%s%s", i ? ", " : "", info.name);
        nearest_offer(&nearest, (struct word){info.name, strlen(info.name)});
    }
    fail_with(err, FR_E_USAGE, "'--input-format' expects one of %s, not '%s'", names, wanted);
    return !nearest.best.text ? false : hint_with(err, "did you mean '%s'?", nearest.best.text);
}

fr_select_options intake_selection(const struct options *opt)
{
    fr_select_options select = opt->select;
    select.ranges = opt->ranges.items;
    select.n_ranges = opt->ranges.n;
    select.where = opt->where.items;
    select.n_where = opt->where.n;
    return select;
}

bool intake_selects(const fr_select_options *select)
{
    return select->from || select->to || select->band || select->n_ranges || select->n_where;
}

static bool has_transforms(const fr_transform_options *t)
{
    return t->tag_root || t->tag_leaf || t->tag_focus || t->tag_ignore || t->focus || t->ignore ||
           t->hide || t->show || t->show_from || t->prune_from || t->drop_frames ||
           t->keep_frames || t->no_inlines || t->trim_path || t->divide_by ||
           t->granularity != FR_GRANULARITY_NAMES || t->recursion != FR_RECURSION_KEEP ||
           t->relative_percentages;
}

/* A profile of one frame, to try the patterns on. */
static fr_profile *tiny_profile(fr_error *err)
{
    fr_builder *builder = fr_builder_new(NULL, err);
    if (!builder)
        return NULL;
    uint32_t column = fr_builder_column(builder, "samples", "samples", 0);
    uint32_t frame = fr_builder_frame(builder, &(fr_frame_info){.name = "a"});
    fr_builder_add(builder, fr_builder_push(builder, FR_NO_STACK, frame), column, 1, 1, 1.0);
    return fr_builder_finish(builder, err);
}

/* A pattern that cannot be compiled should not cost a long read. */
static bool check_patterns(const struct options *opt, fr_error *err)
{
    if (!has_transforms(&opt->transform))
        return true;
    fr_error trial = {0};
    fr_profile *before = tiny_profile(&trial);
    fr_profile *after = before ? fr_profile_transform(before, &opt->transform, &trial) : NULL;
    fr_profile_free(after);
    fr_profile_free(before);
    if (trial.code != FR_E_USAGE)
        return true;
    *err = trial;
    return false;
}

static bool check_compat(const struct options *opt, fr_error *err)
{
    if (opt->read.compat != FR_COMPAT_DIFFFOLDED || opt->command->bit == COMMAND_DIFF)
        return true;
    fail_with(err, FR_E_USAGE, "'--compat=difffolded' is of 'diff'");
    return hint_with(err, "flamerender diff BASE NEW --compat=difffolded");
}

/* Nor should rows that there are not, or a price that is none. A file of owners may be a pipe: it is
 * read once. */
static bool check_table(const struct options *opt, fr_error *err)
{
    fr_top_options top = {.by = opt->top.by,
                          .cost = opt->top.cost,
                          .cores = opt->top.cores,
                          .running = opt->top.running};
    fr_error trial = {0};
    if (opt->command->bit != COMMAND_TOP)
        return true;
    fr_profile *profile = tiny_profile(&trial);
    fr_report_free(profile ? fr_report_top(profile, &top, &trial) : NULL);
    fr_profile_free(profile);
    if (trial.code != FR_E_USAGE)
        return true;
    *err = trial;
    return false;
}

bool intake_check(const struct options *opt, fr_error *err)
{
    if (!check_compat(opt, err))
        return false;
    return check_input_format(opt, err) && check_patterns(opt, err) && check_table(opt, err) &&
           check_terminal(opt, err);
}

/* ---------------------------------------------------------------- reading */

/* "flamerender x.folded convert", "flamerender rendr x.folded": the word was read as a file. */
static void hint_at_command(const char *path, fr_error *err)
{
    const struct command *near = command_near(path);
    if (err->code != FR_E_IO || access(path, F_OK) == 0)
        return;
    if (near && strcmp(near->name, path) == 0)
        hint_with(err, "a subcommand comes before the inputs: flamerender %s ...", path);
    else if (near)
        hint_with(err, "there is a subcommand '%s'", near->name);
}

/* A wrong event or option is wrong for every input. */
static bool can_be_skipped(const fr_error *err)
{
    return err->code != FR_E_USAGE;
}

/* What happens to an input that cannot be read. */
struct bad_inputs {
    const struct options *opt;
    struct progress *progress;
    size_t n;
};

static bool go_on_without(void *arg, size_t index, const fr_error *err)
{
    struct bad_inputs *bad = arg;
    (void)index;
    if (!bad->opt->skip_bad || !can_be_skipped(err))
        return false;
    progress_erase(bad->progress);
    fr_error shown = *err;
    hint_at_command(err->source, &shown);
    message_warning(&shown);
    bad->n++;
    return true;
}

static bool read_inputs(fr_reader *reader, const struct options *opt, struct progress *progress,
                        size_t *n_bad, fr_error *err)
{
    struct bad_inputs bad = {opt, progress, 0};
    struct file_list list = {0};
    bool ok = (!opt->files_from || file_list_read(&list, opt->files_from, err)) &&
              file_list_before(&list, opt->inputs, opt->n_inputs, err) &&
              kept_files_check_paths(opt, list.names, list.n, err);
    size_t n = list.n;
    ok = ok &&
         fr_reader_add_paths(reader, (const char *const *)list.names, n, go_on_without, &bad, err);
    if (!ok)
        progress_erase(progress);
    if (!ok && err->source[0])
        hint_at_command(err->source, err);
    *n_bad = bad.n;
    file_list_reset(&list);
    return ok && (*n_bad < n || fail_with(err, FR_E_FORMAT, "none of the inputs could be read"));
}

/* `top` of one profile as it is needs no stacks. */
static bool needs_functions_only(const struct options *opt)
{
    fr_select_options select = intake_selection(opt);
    bool by_name = !opt->top.owners && (!opt->top.by || strcmp(opt->top.by, "name") == 0);
    return opt->command->bit == COMMAND_TOP && by_name && opt->n_inputs <= 1 && !opt->files_from &&
           !opt->since && !intake_selects(&select) && !has_transforms(&opt->transform);
}

/* True where all that is asked of frames is their functions, so that nothing else need be read. A picture
 * judges the stacks that were recorded, and the difference of two profiles is one of those. */
static bool drops_lines(const struct options *opt)
{
    fr_transform_options rest = opt->transform;
    fr_select_options select = intake_selection(opt);
    rest.granularity = FR_GRANULARITY_NAMES;
    return opt->command->bit == COMMAND_CONVERT &&
           opt->transform.granularity == FR_GRANULARITY_FUNCTIONS && !has_transforms(&rest) &&
           !intake_selects(&select) && !opt->since;
}

/* True where frames are shown as they were read, by name alone. */
static bool shows_names_alone(const struct options *opt)
{
    fr_select_options select = intake_selection(opt);
    bool by_sample = opt->tree.callers && opt->tree.sort == FR_SORT_INPUT;
    return opt->n_inputs <= 1 && !opt->files_from && !opt->since && !by_sample &&
           !intake_selects(&select) && !has_transforms(&opt->transform);
}

static fr_profile *read_profile(const struct options *opt, bool keep_samples, size_t *n_bad,
                                fr_error *err)
{
    struct progress progress;
    progress_init(&progress, opt->quiet);
    fr_read_options read = opt->read;
    read.keep_samples |= keep_samples;
    read.judge = (opt->command->bit & (COMMAND_RENDER | COMMAND_HEATMAP)) != 0;
    read.functions_only = needs_functions_only(opt);
    read.shared_clock = opt->clock == 1;
    read.drop_lines = drops_lines(opt);
    if (!shows_names_alone(opt))
        read.lines_until = 0;
    if (!read.lines_until)
        read.min_share = 0;
    read.keep_locations |= opt->transform.granularity == FR_GRANULARITY_ADDRESSES;
    read.progress = progress_update;
    read.progress_arg = &progress;
    fr_reader *reader = fr_reader_new(&read, err);
    if (!reader)
        return NULL;
    fr_profile *profile = NULL;
    if (read_inputs(reader, opt, &progress, n_bad, err))
        profile = fr_reader_finish(reader, err);
    else
        fr_reader_free(reader);
    progress_erase(&progress);
    return profile;
}

static void say_notes(const struct options *opt, const fr_profile *profile)
{
    fr_note note;
    for (uint32_t i = 0; !opt->quiet && fr_profile_note(profile, i, &note); i++)
        message_note(&note);
}

/* What a profile asks to drop is dropped where it is shown, as pprof does; what is converted keeps
 * its frames and what it asks. */
static bool drops_frames(const struct options *opt, const fr_profile *profile)
{
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    return opt->command->bit != COMMAND_CONVERT && info.drop_frames[0];
}

fr_profile *intake_transform(const struct options *opt, fr_profile *whole, fr_error *err)
{
    fr_transform_options transform = opt->transform;
    fr_profile *left = whole;
    transform.own_drop_frames = drops_frames(opt, whole);
    if (has_transforms(&transform) || transform.own_drop_frames) {
        left = fr_profile_transform(whole, &transform, err);
        if (!left)
            say_notes(opt, whole);
        fr_profile_free(whole);
    }
    if (left)
        say_notes(opt, left);
    return left;
}

/* Takes away what the earlier profile has. Frees `later`. */
static fr_profile *subtract(const struct options *opt, fr_profile *later, fr_error *err)
{
    fr_profile *earlier = intake_read(opt, opt->since, false, err);
    fr_select_options select = FR_SELECT_DEFAULTS;
    select.since = earlier;
    fr_profile *grown = earlier ? fr_profile_select(later, &select, err) : NULL;
    fr_profile_free(earlier);
    fr_profile_free(later);
    return grown;
}

fr_profile *intake_profile(const struct options *opt, size_t *n_bad, fr_error *err)
{
    fr_select_options select = intake_selection(opt);
    *n_bad = 0;
    fr_profile *whole = read_profile(opt, intake_selects(&select), n_bad, err);
    if (whole && opt->since)
        whole = subtract(opt, whole, err);
    if (whole && intake_selects(&select)) {
        fr_profile *selected = fr_profile_select(whole, &select, err);
        fr_profile_free(whole);
        whole = selected;
    }
    return whole ? intake_transform(opt, whole, err) : NULL;
}

fr_profile *intake_read(const struct options *opt, const char *path, bool keep_samples,
                        fr_error *err)
{
    struct options one = *opt;
    size_t n_bad = 0;
    char *paths[] = {(char *)path};
    one.inputs = paths;
    one.n_inputs = 1;
    one.skip_bad = false;
    one.files_from = NULL;
    return read_profile(&one, keep_samples, &n_bad, err);
}
