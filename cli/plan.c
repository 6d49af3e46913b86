/*
 * plan.c - the one place that knows what a command line needs of its inputs.
 *
 * Whatever has an option that changes the profile before it is shown is read for anything. These options
 * are found by their rows in options.def: a new one needs no change here.
 *
 * Inputs are read for what a command line asks of them: fr_read_options.purpose.
 *
 *     top cpu.pb.gz                         FR_FOR_TOP
 *     render cpu.pb.gz -o cpu.svg           FR_FOR_PICTURE
 *     convert --functions *.pb.gz           FR_FOR_FUNCTIONS
 *     convert cpu.pb.gz -o again.pb.gz      FR_FOR_ADDRESSES
 *     top --focus=read cpu.pb.gz            FR_FOR_ANYTHING: so is all else
 *
 * The output is the same for every purpose but FR_FOR_ADDRESSES. A purpose that is too narrow is an error
 * of the library, never a wrong output.
 */
#include "destination.h"

#include <string.h>

bool plan_transforms(const struct options *opt)
{
    return opt->earlier.n > 0 || OPTIONS_CHANGED(opt, transform);
}

fr_data plan_data(const struct options *opt, const struct destination *to)
{
    if (!(to->format.flags & FR_FORMAT_CARRIES_DATA))
        return FR_DATA_NONE;
    if (!(to->format.flags & FR_FORMAT_DATA_OPTIONAL))
        return FR_DATA_FULL;
    return opt->write.scriptless ? FR_DATA_NONE : opt->write.data;
}

/* No sample was left out; `transforms`: frames were changed. */
static bool keeps_all(const struct options *opt, bool transforms)
{
    return !opt->since && !opt->labels.n && !transforms && !OPTIONS_CHANGED(opt, select) &&
           !opt->ranges.n && !opt->where.n;
}

/* Returns true if frames are changed by other transforms than the one at this offset. */
static bool has_others(const struct options *opt, size_t at, size_t size)
{
    size_t from = offsetof(struct options, transform), to = from + sizeof opt->transform;
    return opt->earlier.n > 0 || options_changed(opt, from, at - from) ||
           options_changed(opt, at + size, to - at - size);
}

bool plan_changes_frames(const struct options *opt)
{
    return has_others(opt, offsetof(struct options, transform.idle), sizeof opt->transform.idle);
}

/* Frames are merged to functions, and nothing else is asked of them. */
static bool merges_functions(const struct options *opt)
{
    bool others = has_others(opt, offsetof(struct options, transform.granularity),
                             sizeof opt->transform.granularity);
    return opt->transform.granularity == FR_GRANULARITY_FUNCTIONS && keeps_all(opt, others);
}

static fr_purpose purpose_of(const struct options *opt, const struct destination *to)
{
    unsigned command = opt->command->bit;
    bool addresses = opt->transform.granularity == FR_GRANULARITY_ADDRESSES;
    for (size_t i = 0; i < opt->earlier.n; i++)
        addresses |= opt->earlier.items[i].granularity == FR_GRANULARITY_ADDRESSES;
    if (command == COMMAND_CONVERT && merges_functions(opt))
        return FR_FOR_FUNCTIONS;
    if (addresses || (to && to->format.flags & FR_FORMAT_LOCATIONS))
        return FR_FOR_ADDRESSES;
    if (!to || opt->n_inputs > 1 || opt->files_from || !keeps_all(opt, plan_transforms(opt)))
        return FR_FOR_ANYTHING;
    if (command == COMMAND_TOP && !opt->top.owners &&
        (!opt->top.by || strcmp(opt->top.by, "name") == 0))
        return FR_FOR_TOP;
    if (command == COMMAND_RENDER && !opt->tree.chart && !opt->tree.callers &&
        !fr_colouring_of_tree(opt->flame.color_by) && opt->tree.sort != FR_SORT_INPUT)
        return FR_FOR_PICTURE;
    return FR_FOR_ANYTHING;
}

bool plan_keeps_threads(const struct options *opt, const struct destination *to)
{
    return picture_carries_labels(opt, to) && opt->n_inputs <= 1 && !opt->files_from;
}

fr_read_options plan_reading(const struct options *opt, const struct destination *to)
{
    fr_read_options read = opt->read;
    read.judge = (opt->command->bit & (COMMAND_RENDER | COMMAND_HEATMAP)) != 0;
    read.shared_clock = opt->clock == 1;
    read.purpose = purpose_of(opt, to);
    read.digest |= opt->shard || opt->expect;
    read.keep_samples |= opt->tree.chart || (to && plan_keeps_threads(opt, to));
    read.folded.in_order |= opt->tree.chart;
    read.labels = opt->labels.items;
    read.n_labels = opt->labels.n;
    read.picture.min_share = fr_flame_min_share(&opt->flame);
    read.picture.data = !to                                ? FR_DATA_AUTO
                        : picture_lists_functions(opt, to) ? FR_DATA_FULL /* of all functions */
                                                           : plan_data(opt, to);
    return read;
}
