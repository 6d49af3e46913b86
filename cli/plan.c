/*
 * plan.c - the one place that knows what a command line needs of its inputs.
 *
 * Whatever has an option that changes the profile before it is shown is read for anything. These options
 * are found by their rows in options.def: a new one needs no change here.
 */
#include "plan.h"

#include "pictures.h"

#include <string.h>

bool plan_transforms(const struct options *opt)
{
    return opt->earlier.n > 0 || OPTIONS_CHANGED(opt, transform);
}

bool plan_excludes_idle(const struct options *opt)
{
    bool excluded = opt->transform.idle == FR_IDLE_EXCLUDE;
    for (size_t i = 0; i < opt->earlier.n; i++)
        excluded |= opt->earlier.items[i].idle == FR_IDLE_EXCLUDE;
    return excluded;
}

fr_data plan_data(const struct options *opt, const struct destination *to)
{
    if (!(to->format.flags & FR_FORMAT_CARRIES_DATA))
        return FR_DATA_NONE;
    if (!(to->format.flags & FR_FORMAT_DATA_OPTIONAL))
        return FR_DATA_FULL;
    return opt->write.scriptless ? FR_DATA_NONE : opt->write.data;
}

/* One input, which is shown as it was read. */
static bool is_shown_as_read(const struct options *opt)
{
    return opt->n_inputs <= 1 && !opt->files_from && !opt->since && !opt->labels.n &&
           !plan_transforms(opt) && !OPTIONS_CHANGED(opt, select) && !opt->ranges.n &&
           !opt->where.n;
}

/* Frames are merged to functions, and nothing else is asked of them. */
static bool merges_functions(const struct options *opt)
{
    struct options rest = *opt;
    rest.transform.granularity = FR_GRANULARITY_NAMES;
    rest.n_inputs = 1;
    rest.files_from = NULL;
    return opt->transform.granularity == FR_GRANULARITY_FUNCTIONS && is_shown_as_read(&rest);
}

static bool lists_names(const struct options *opt)
{
    return !opt->top.owners && (!opt->top.by || strcmp(opt->top.by, "name") == 0);
}

static bool asks_addresses(const struct options *opt)
{
    bool asked = opt->transform.granularity == FR_GRANULARITY_ADDRESSES;
    for (size_t i = 0; i < opt->earlier.n; i++)
        asked |= opt->earlier.items[i].granularity == FR_GRANULARITY_ADDRESSES;
    return asked;
}

static fr_purpose purpose_of(const struct options *opt, const struct destination *to)
{
    unsigned command = opt->command->bit;
    if (command == COMMAND_CONVERT && merges_functions(opt))
        return FR_FOR_FUNCTIONS;
    if (asks_addresses(opt) || (to && to->format.flags & FR_FORMAT_LOCATIONS))
        return FR_FOR_ADDRESSES;
    if (!to || !is_shown_as_read(opt))
        return FR_FOR_ANYTHING;
    if (command == COMMAND_TOP && lists_names(opt))
        return FR_FOR_TOP;
    if (command == COMMAND_RENDER && !opt->tree.chart && !opt->tree.callers &&
        !opt->tree.color_by && opt->tree.sort != FR_SORT_INPUT)
        return FR_FOR_PICTURE;
    return FR_FOR_ANYTHING;
}

fr_read_options plan_reading(const struct options *opt, const struct destination *to)
{
    fr_read_options read = opt->read;
    read.judge = (opt->command->bit & (COMMAND_RENDER | COMMAND_HEATMAP)) != 0;
    read.shared_clock = opt->clock == 1;
    read.purpose = purpose_of(opt, to);
    read.digest |= opt->shard || opt->expect;
    read.labels = opt->labels.items;
    read.n_labels = opt->labels.n;
    read.picture.min_share = fr_flame_min_share(&opt->flame);
    read.picture.data = !to                                ? FR_DATA_AUTO
                        : picture_lists_functions(opt, to) ? FR_DATA_FULL /* of all functions */
                                                           : plan_data(opt, to);
    return read;
}
