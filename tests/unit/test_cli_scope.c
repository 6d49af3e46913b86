/*
 * test_cli_scope.c - the column `of` of options.def is true: every option with every format that is read or written.
 *
 *   - An option with a note "'--scale' has no effect" changes nothing: not a byte, not the status.
 *   - An option without that note changes something, in one of the contexts below. A row that lacks its column
 *     fails here, as does one whose column lacks a format.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/destination.h"
#include "cli_run.h"
#include "pprof_message.h"
#include "rounds.h"

#define COUNT(table)  (sizeof(table) / sizeof(table)[0])
#define MOST_CONTEXTS 9

/* ---- files that nothing in golden/shared has ---- */

#define LONG "a_name_that_has_no_shorter_form_and_fits_no_box_of_a_fifth_"

static const struct {
    const char *path, *text;
} files[] = {
    {"rich.perf", "# ========\n"
                  "# hostname : box\n"
                  "# cmdline : /usr/bin/perf record -g ./app\n"
                  "# ========\n"
                  "#\n"
                  "worker-12 100/101 [000] 1.000000: 250 cycles: \n"
                  "\tffffffff81000000 do_syscall ([kernel.kallsyms])\n"
                  "\t4005d0 _ZN3foo3barEv+0x10 (/bin/app)\n"
                  "  a.c:12\n"
                  "\t7f0000001234 [unknown] (/bin/app)\n"
                  "\t7f0000001250 compiled (/tmp/perf-100.map)\n"
                  "\t400500 main (/bin/app)\n"
                  "\n"
                  "worker-3 100/102 [001] 2.500000: 750 cycles: \n"
                  "\t4005d0 main (/bin/app)\n"
                  "\n"
                  "worker-3 100/102 [001] 2.600000: 50 instructions: \n"
                  "\t4005d0 main (/bin/app)\n"
                  "\n"
                  "this is no record\n"},
    {"fields.perf", "app 1 [000] 1.0: kmem:kmalloc: bytes_req=512\n\t7f01 f (/a)\n\n"
                    "app 1 [000] 1.1: kmem:kmalloc: ptr=0\n\t7f02 g (/a)\n"},
    {"rich.folded", "main;_ZN3foo3barEv 5\nmain;_ZN3foo3barEv;a_[k] 1\nno value\n"},
    {"long.folded",
     "main;std::vector<int, std::allocator<int> >::push_back_and_keep_what_was_there(int) 10\n"
     "main;std::vector<long, std::allocator<long> >::push_back_and_keep_what_was_there(long) 10\n"
     "main;" LONG "left 10\n"
     "main;" LONG "right 10\n"},
    {"chain.folded", "main;b;c;d;e;f;g 3\nmain;x 1\n"},
    {"ratio.folded", "main;a 3 1\nmain;b 4 9\n"},
    {"minus.folded", "main;a -3\nmain;b 4\n"},
    {"teams", "main core\n"},
    {"near.base", "main;a 100\nmain;b 450\nmain;c 450\n"},
    {"near.new", "main;a 122\nmain;b 439\nmain;c 439\n"},
    {"later.json",
     "{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\", \"shared\": "
     "{\"frames\": "
     "[{\"name\": \"late\"}]}, \"profiles\": [{\"type\": \"sampled\", \"name\": \"x\", \"unit\": "
     "\"seconds\", \"startValue\": 100, \"endValue\": 101, \"samples\": [[0]], \"weights\": "
     "[1]}]}"},
    {"theme.json", "{\"name\": \"mine\", \"font\": \"monospace\"}"},
    {"list", "long.folded\n"},
    {"palette.map", "main->rgb(1,2,3)\n"},
    {"attributes", "main\ttitle=here\thref=https://host/x\na\thref=https://host/a\n"},
};

/* ---- what is written ---- */

/* Arguments of a subcommand in which its options can show what they do; an option that shows it in none of them has
 * a context of its own. */
static const struct context {
    const char *command;
    const struct product *product;
    const char *args[4];
} contexts[] = {
    {"render", &product_picture, {"long.folded"}},
    {"render", &product_picture, {"long.folded", "--colors=hot"}},
    {"render", &product_picture, {"long.folded", "--colors=hot", "--random"}},
    {"render", &product_picture, {"long.folded", "--flamechart"}},
    {"render", &product_picture, {"long.folded", "--fragment"}},
    {"render", &product_picture, {"two-sides.folded"}},
    {"render", &product_picture, {"chain.folded"}},
    {"render", &product_picture, {"three-seconds.perf"}},
    {"diff", &product_diff, {"one-grew.base", "one-grew.new"}},
    {"diff", &product_diff, {"gate.base", "gate.new", "--fail-if=whole > 1pp"}},
    {"diff", &product_diff, {"names.base", "names.new"}},
    {"diff", &product_diff, {"three-seconds.perf", "three-seconds.perf"}},
    {"diff", &product_diff, {"one-grew.base", "one-grew.new", "--compat=difffolded"}},
    {"diff", &product_diff, {"long.folded", "long.folded"}},
    {"diff", &product_diff, {"near.base", "near.new"}},
    {"diff", &product_diff, {"one-grew.base", "one-grew.new", "--fragment"}},
    {"trend", &product_trend, {"points", "--time-from-name={version}"}},
    {"trend",
     &product_trend,
     {"points/api-v2.8.folded", "points/api-v2.9.folded", "points/api-v2.10.folded"}},
    {"trend",
     &product_trend,
     {"points/api-v2.6.folded", "points/api-v2.7.folded", "points/api-v2.8.folded",
      "points/api-v2.9.folded"}},
    {"heatmap", &product_heatmap, {"three-seconds.perf"}},
    {"heatmap", &product_heatmap, {"rich.perf"}},
    {"heatmap", &product_heatmap, {"busy.perf"}},
    {"top", &product_report, {"labels.pb"}},
    {"top", &product_report, {"long.folded"}},
    {"check", &product_report, {"nameless-and-broken.perf"}},
    {"tags", &product_report, {"labels.pb"}},
};

/* The groups of options that are about what is written. */
static bool is_of_output(const struct option_row *row)
{
    return row->task <= TASK_PICTURE;
}

static cli_outcome run(const char *command, const char *format, const char *const *args,
                       const char *option)
{
    const char *argv[10] = {command, format};
    size_t n = 2;

    if (strcmp(format, "--format=term") == 0)
        argv[n++] = "--ansi=always"; /* what is written here is read by no terminal */
    for (size_t i = 0; i < 4 && args[i]; i++)
        argv[n++] = args[i];
    if (option)
        argv[n++] = option;
    return cli_run(argv);
}

static bool is_noted(const struct option_row *row, const cli_outcome *o)
{
    char note[100];

    snprintf(note, sizeof note, "note: '--%.*s' has no effect", (int)strcspn(row->names, " "),
             row->names);
    return strstr(o->said, note) != NULL;
}

/* What a row did with a format, in all runs. */
struct effect {
    bool noted, changed;
};

/* Gives the row's option in every way, and compares what comes with what comes without it. */
static void try_row(const struct option_row *row, const char *command, const char *format,
                    const char *const *args, const cli_outcome *without, struct effect *effect)
{
    char option[80];

    for (size_t i = 0; cli_give(row, i, option, sizeof option) && !effect->changed; i++) {
        cli_outcome got = run(command, format, args, option);
        bool noted = is_noted(row, &got), changed = !cli_outcome_equal(without, &got);
        if (noted && changed)
            fail_msg("%s %s %s has a note, but an effect", command, format, option);
        effect->noted |= noted;
        effect->changed |= changed;
        cli_outcome_free(&got);
    }
}

/* The titles of a differential's boxes have the name of the values; a bitmap shows no titles. A palette is written
 * beside the picture. */
static bool is_hidden(const struct option_row *row, const char *command)
{
    return (strcmp(row->names, "countname") == 0 && strcmp(command, "diff") == 0) ||
           strcmp(row->names, "write-palette") == 0;
}

static size_t n_silent; /* options without an effect and without a note */

/* One format of a subcommand, and all rows of its options. */
static void walk_format(const char *command, const char *format)
{
    const struct command *found = command_find(command);
    const struct option_row *row;
    cli_outcome without[COUNT(contexts)] = {0};

    for (size_t c = 0; c < COUNT(contexts); c++)
        if (strcmp(contexts[c].command, command) == 0)
            without[c] = run(command, format, contexts[c].args, NULL);
    for (size_t r = 0; (row = option_at(r)) != NULL; r++) {
        struct effect effect = {false, false};
        if (!is_of_output(row) || !(row->commands & found->bit))
            continue;
        for (size_t c = 0; c < COUNT(contexts) && !effect.changed; c++)
            if (strcmp(contexts[c].command, command) == 0)
                try_row(row, command, format, contexts[c].args, &without[c], &effect);
        if (!effect.noted && !effect.changed && !is_hidden(row, command)) {
            print_error("%s %s: '--%s' has no effect, and no note\n", command, format, row->names);
            n_silent++;
        }
    }
    for (size_t c = 0; c < COUNT(contexts); c++)
        cli_outcome_free(&without[c]);
}

/* Bitmaps take long to paint: under `slow` alone. */
static void options_of_output(void **state)
{
    const char *last = "";

    (void)state;
    for (size_t c = 0; c < COUNT(contexts); c++) {
        fr_format_info info;
        char format[40];
        bool again = strcmp(last, contexts[c].command) == 0;
        last = contexts[c].command;
        for (size_t i = 0; !again && contexts[c].product->format_at(i, &info); i++) {
            snprintf(format, sizeof format, "--format=%s", info.name);
            if (!(info.flags & FR_FORMAT_BINARY) || rounds(0, 1))
                walk_format(last, format);
        }
    }
    assert_int_equal(n_silent, 0);
}

/* ---- what is read ---- */

/* Inputs by format. */
static const struct source {
    const char *format;
    const char *args[4];
} sources[] = {
    {"perf-script", {"rich.perf"}},
    {"perf-script", {"fields.perf", "--weight=bytes_req"}},
    {"perf-script", {"three-seconds.perf", "two-samples.perf", "--from=3"}},
    {"perf-script", {"off-cpu.perf"}},
    {"folded", {"rich.folded"}},
    {"folded", {"ratio.folded"}},
    {"folded", {"minus.folded"}},
    {"pprof", {"labels.pb"}},
    {"pprof", {"addresses.pb"}},
    {"pprof", {"own.pb"}},
    {"pprof", {"own.pb", "--symbolize"}},
    {"speedscope", {"threads.json"}},
    {"speedscope", {"threads.json", "later.json", "--from=60"}},
    {"flamerender", {"own.svg"}},
    {"flamegraph-svg", {"main-parse.svg"}},
};

static bool is_of_input(const struct option_row *row)
{
    return row->task == TASK_INPUT || row->task == TASK_SELECTION;
}

/* How many formats a row changes something of; a note for one of them must be its column's. `without`: what comes of
 * each source. */
static size_t count_changed(const struct option_row *row, const cli_outcome *without)
{
    size_t n = 0;

    for (size_t s = 0; s < COUNT(sources);) {
        const char *format = sources[s].format;
        bool wanted = !row->from || words_hold(row->from, format, strlen(format));
        struct effect effect = {false, false};
        for (; s < COUNT(sources) && sources[s].format == format; s++)
            try_row(row, "convert", "--format=json", sources[s].args, &without[s], &effect);
        if (effect.noted == wanted)
            fail_msg("%s: '--%s' has %s note", format, row->names, effect.noted ? "a" : "no");
        if (row->from && effect.changed != wanted)
            fail_msg("%s: '--%s' has no effect", format, row->names);
        n += effect.changed;
    }
    return n;
}

/* What changes nothing: threads, and --skip-bad where no input is bad. An option that matters to one format says so. */
static void options_of_input(void **state)
{
    static const char idle[] = "threads skip-bad";
    const struct option_row *row;
    cli_outcome without[COUNT(sources)];

    (void)state;
    for (size_t s = 0; s < COUNT(sources); s++)
        without[s] = run("convert", "--format=json", sources[s].args, NULL);
    for (size_t r = 0; (row = option_at(r)) != NULL; r++) {
        if (!is_of_input(row) || words_hold(idle, row->names, strcspn(row->names, " ")))
            continue;
        size_t n = count_changed(row, without);
        if (!row->from && n < 2)
            fail_msg("'--%s' matters to %zu formats: its row lacks FROM()", row->names, n);
    }
    for (size_t s = 0; s < COUNT(sources); s++)
        cli_outcome_free(&without[s]);
}

/* ---- names ---- */

/* "folded, perf-script": each is the name of a format. */
static void columns_name_formats(void **state)
{
    const struct option_row *row;

    (void)state;
    for (size_t r = 0; (row = option_at(r)) != NULL; r++) {
        const char *names = row->from ? row->from : "";
        for (struct word word; word_next(&names, &word);) {
            fr_format_info info = {.name = ""};
            size_t i = 0;
            while (fr_input_format_at(i, &info) && !word_is(word, info.name, strlen(info.name)))
                i++;
            if (!fr_input_format_at(i, &info))
                fail_msg("--%s: there is no format '%.*s'", row->names, (int)word.len, word.text);
        }
    }
}

/* ---- notes ---- */

static void check_notes(const char *const *argv, const char *want)
{
    cli_outcome o = cli_run(argv);

    assert_int_equal(o.status, 0);
    assert_string_equal(o.said, want);
    cli_outcome_free(&o);
}

/* One of several inputs is enough; options that judge matter to gates; what is asked for is quiet. */
static void notes_say_why(void **state)
{
#define NOTE "flamerender: note: "
    (void)state;
    check_notes(
        (const char *[]){"render", "ratio.folded", "--sample-index=0", "--format=html", "--on-off",
                         "--views=2", NULL},
        NOTE
        "'--views' has no effect: it is for svg, and the output is html\n" NOTE
        "'--on-off' has no effect: it is for perf-data, perf-script, and the input is folded\n");
    check_notes((const char *[]){"render", "ratio.folded", "--sample-index=0", "--format=html",
                                 "--on-off", "--views=2", "--quiet", NULL},
                "");
    check_notes((const char *[]){"top", "--format=csv", "two-samples.perf", "--unit=exact",
                                 "--weight=samples", "--drop-labels", NULL},
                NOTE
                "'--unit' has no effect: it is for text, markdown, and the output is csv\n" NOTE
                "'--drop-labels' has no effect: it is for pprof, and the input is "
                "perf-script\n");
    check_notes(
        (const char *[]){"convert", "own.svg", "long.folded", "--columns=1", "--on-off", NULL},
        NOTE "'--on-off' has no effect: it is for perf-data, perf-script, and the input is "
             "flamerender, folded\n");
    check_notes((const char *[]){"diff", "--format=folded", "gate.base", "gate.new",
                                 "--diff-by=self", "--width=300", NULL},
                NOTE "'--diff-by' has no effect: it is for pictures, reports, and the output is "
                     "folded\n" NOTE
                     "'--width' has no effect: it is for pictures, and the output is folded\n");
    check_notes((const char *[]){"diff", "--format=folded", "gate.base", "gate.base",
                                 "--diff-by=self", "--fail-if=whole > 90pp",
                                 "--accept-sampling-noise", NULL},
                "");
}

/* A noise model, of runs that are alike. */
static int make_noise(void)
{
    const char *const argv[] = {"diff",         "--calibrate",   "one-grew.base",
                                "one-grew.new", "one-grew.base", NULL};
    cli_outcome o = cli_run(argv);
    FILE *file = fopen("noise.json", "w");
    int failed = o.status != 0 || !file || fwrite(o.written, 1, o.n_written, file) < o.n_written;

    if (file)
        failed |= fclose(file) != 0;
    cli_outcome_free(&o);
    return failed;
}

/* A picture that carries its data. */
static int make_picture(void)
{
    const char *const argv[] = {"render", "rich.folded", "--output=own.svg", "--no-demangle", NULL};
    cli_outcome o = cli_run(argv);
    int failed = o.status != 0;

    cli_outcome_free(&o);
    return failed;
}

/* The address of two bytes of an inlined function. This file is compiled with -g, which says so. */
extern const char inlined_code[];

static inline __attribute__((always_inline)) int triple(int n)
{
    __asm__ volatile(".globl inlined_code\ninlined_code: nop; nop");
    return n * 3;
}

#ifdef __clang__
#define ONCE __attribute__((noinline))
#else
#define ONCE __attribute__((noinline, noclone)) /* a copy would have the label again */
#endif

ONCE static int triple_and_one(int n)
{
    return triple(n) + 1;
}

/* A function of this program by its address alone, as profilers write it that leave names to others. */
static int make_addresses(void)
{
    extern const char __executable_start[];
    char path[4096];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
    uint64_t start = 0x10000, at = (uintptr_t)inlined_code - (uintptr_t)__executable_start;
    fr_wire_out m = {0};

    if (len < 0 || triple_and_one(len > 0) != 4)
        return -1;
    path[len] = '\0';
    PPROF_STRINGS(&m, "", "samples", "count", path);
    PPROF_NUMBERS(&m, PPROF_SAMPLE_TYPES, 1, 2);
    PPROF_NUMBERS(&m, PPROF_MAPPINGS, 1, start, start + (1 << 30), 0, 3);
    pprof_put_location(&m, 1, 1, start + at + 1, 0, NULL);
    pprof_put_sample(&m, PPROF_LIST(1), PPROF_LIST(5));

    FILE *file = fopen("own.pb", "w");
    int failed = !file || fwrite(m.at, 1, m.n, file) < m.n;
    if (file)
        failed |= fclose(file) != 0;
    fr_wire_out_reset(&m);
    return failed;
}

/* One cell of a heatmap that is fuller than 99 % of them. */
static int make_stall(void)
{
    FILE *file = fopen("busy.perf", "w");

    for (int i = 0; file && i < 300; i++)
        fprintf(file, "app 1 [000] %d.%02d0000: 1 cycles:\n\t7f01 f (/a)\n\n", i < 150 ? i / 50 : 3,
                i < 150 ? i % 50 * 2 : 10);
    return !file || fclose(file) != 0;
}

static int write_files(void **state)
{
    int failed = cli_open_folder(state);

    for (size_t i = 0; i < COUNT(files) && !failed; i++) {
        FILE *file = fopen(files[i].path, "w");
        failed = !file || fputs(files[i].text, file) < 0;
        if (file)
            failed |= fclose(file) != 0;
    }
    return failed || make_noise() || make_picture() || make_addresses() || make_stall();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_of_output),
        cmocka_unit_test(options_of_input),
        cmocka_unit_test(columns_name_formats),
        cmocka_unit_test(notes_say_why),
    };

    return cmocka_run_group_tests(tests, write_files, cli_close_folder);
}
