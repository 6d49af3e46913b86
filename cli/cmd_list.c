/* cmd_list.c - flamerender formats: the library's tables. */
#include <stdio.h>

#include "command.h"
#include "flamerender.h"

static const struct {
    uint32_t flag;
    const char *what;
} kept[] = {
    {FR_FORMAT_TIMED, "times"},           {FR_FORMAT_THREADS, "threads"},
    {FR_FORMAT_LINES, "files and lines"}, {FR_FORMAT_MODULES, "modules"},
    {FR_FORMAT_LOCATIONS, "addresses"},   {FR_FORMAT_LABELS, "labels"},
};

/*
 *     speedscope      JSON of speedscope, sampled and evented: py-spy, rbspy, dotnet-trace
 *                     .speedscope.json  keeps times, files and lines
 */
static void print_format(const fr_format_info *info)
{
    printf("  %-15s %s%s\n", info->name, info->title,
           info->flags & FR_FORMAT_ABSENT ? " (not in this build)" : "");
    const char *suffixes = info->suffixes, *kept_before = *suffixes ? "  keeps " : " keeps ";
    char text[300] = "";
    for (struct word word; word_next(&suffixes, &word);)
        append_text(text, sizeof text, " .%.*s", (int)word.len, word.text);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (info->flags & kept[i].flag) { /* what frames and samples have beside names and values */
            append_text(text, sizeof text, "%s%s", kept_before, kept[i].what);
            kept_before = ", ";
        }
    if (text[0])
        printf("  %-15s%s\n", "", text);
}

static void print_formats(const char *title, bool (*at)(size_t index, fr_format_info *info))
{
    fr_format_info info;

    printf("%s:\n", title);
    for (size_t i = 0; at(i, &info); i++)
        print_format(&info);
}

/* Recordings that other programs have to convert. */
static void print_others(void)
{
    static const char *const others[][2] = {
        {".trace bundles", "xctrace export --input X.trace --xpath "
                           "'/trace-toc/run/data/table[@schema=\"time-profile\"]' > x.xml"},
        {".nettrace", "dotnet-trace convert --format Speedscope FILE"},
        {".etl", "PerfView: CPU Stacks, File, Save View As, speedscope"},
        {"heap snapshots", "hold no stacks; node --heap-prof PROGRAM.js records them"},
        {"Perfetto, binary", "traceconv json FILE x.json"},
        {"Austin's MOJO", "mojo2austin FILE x.austin"},
    };

    puts("Not read as it is, but what this makes of it:");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        printf("  %-16s %s\n", others[i][0], others[i][1]);
}

static bool run_formats(const struct options *opt, size_t *n_bad, fr_error *err)
{
    (void)opt, (void)n_bad, (void)err;
    fr_format_info info;
    puts("Read, recognised by content (--input-format), packed by gzip, zip or zstd or not:");
    for (size_t i = 0; fr_input_format_at(i, &info); i++) {
        print_format(&info);
        printf("  %-15s made by: %s\n", "", fr_input_format_command(i));
    }
    print_others();
    print_formats("Pictures, written by render (--format, or the extension)", fr_picture_format_at);
    print_formats("Profiles, written by convert (--format, or the extension)",
                  fr_profile_format_at);
    print_formats("Reports, written by top (--format, or the extension)", fr_report_format_at);
    return true;
}

const struct command command_formats = {
    .name = "formats",
    .bit = COMMAND_FORMATS,
    .arguments = "",
    .summary = "Lists the formats that are read and written.",
    .examples = "",
    .run = run_formats,
};
