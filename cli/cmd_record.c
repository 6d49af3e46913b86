/*
 * cmd_record.c - flamerender record: one command from a program to a picture.
 *
 *     choose how stacks are taken -> try perf -> record, once or several times -> draw -> open
 *
 * The exit status is that of the program that was recorded, or the signal that ended it. What fails here is 125, as of
 * env; a program that is not found is 127, one that cannot be executed 126.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "destination.h"
#include "recorder.h"

enum { RUNS_MOST = MOST_VALUES };

struct work {
    const struct options *opt;
    struct recorder recorder;
    struct stack_choice stacks;
    char *program, *perf, *folder; /* malloc'ed; folder: where temporary files are */
    char **command;                /* what is recorded, up to a NULL: malloc'ed; NULL: no command */
    char output[PATH_MAX];
    char recordings[RUNS_MOST][PATH_MAX];
    uint32_t n; /* recordings that were made */
    struct recording_end end;
};

/* ---------------------------------------------------------------- what is asked for */

static bool check_usage(const struct options *opt, fr_error *err)
{
    const struct recording *r = &opt->recording;
    bool command = opt->n_inputs > 0;
    if (!command && !r->process && !r->all_cpus) {
        fail_with(err, FR_E_USAGE, "record what? A command, -p PID, or -a");
        return hint_with(err, "flamerender record -- make; flamerender record -a --duration 5");
    }
    if (r->process && r->all_cpus)
        return fail_with(err, FR_E_USAGE, "'-p' and '-a' exclude each other");
    if (command && r->process) {
        fail_with(err, FR_E_USAGE, "'-p %s' and the command '%s' exclude each other", r->process,
                  opt->inputs[0]);
        return hint_with(err, "--duration SECONDS ends the recording of a process");
    }
    if (r->process && strspn(r->process, "0123456789,") != strlen(r->process))
        return fail_with(err, FR_E_USAGE, "'-p' expects the number of a process, not '%s'",
                         r->process);
    if (opt->read.perf.debuginfod && !getenv("DEBUGINFOD_URLS")) {
        fail_with(err, FR_E_USAGE,
                  "'--debuginfod' asks the servers that DEBUGINFOD_URLS names, which is not set");
        return hint_with(err, "export DEBUGINFOD_URLS=https://SERVER");
    }
    if (r->heatmap && r->diff.n)
        return fail_with(err, FR_E_USAGE, "'--heatmap' and '--diff' exclude each other");
    if (r->runs > 1 && !command && !(r->duration_s > 0))
        return fail_with(err, FR_E_USAGE, "'--runs' needs a command, or --duration");
    if (opt->output && strcmp(opt->output, "-") == 0 && command) {
        fail_with(err, FR_E_USAGE, "'-o -': standard output is that of '%s'", opt->inputs[0]);
        return hint_with(err, "-o FILE");
    }
    return true;
}

/* Names the picture; `folder` has it where it is for the desktop alone. */
static void name_output(struct work *w, const char *folder)
{
    const struct recording *r = &w->opt->recording;
    bool beside = folder && r->open;
    if (w->opt->output)
        snprintf(w->output, sizeof w->output, "%s", w->opt->output);
    else
        snprintf(w->output, sizeof w->output, "%s%s%s.html", beside ? folder : "",
                 beside ? "/" : "",
                 r->diff.n    ? "diff"
                 : r->heatmap ? "heatmap"
                              : "flame");
}

/* Names the picture and the recordings. */
static bool name_files(struct work *w, fr_error *err)
{
    const struct recording *r = &w->opt->recording;
    char stem[PATH_MAX - 64];
    w->folder = temporary_folder(err);
    if (!w->folder)
        return false;
    name_output(w, w->folder);
    const char *slash = strrchr(w->output, '/'), *dot = strrchr(w->output, '.');
    bool has = dot && dot != w->output && (!slash || dot > slash + 1);
    if (r->keep) /* "app.html" -> "app"; "perf.out" stays */
        snprintf(stem, sizeof stem, "%.*s", has ? (int)(dot - w->output) : (int)strlen(w->output),
                 w->output);
    else
        snprintf(stem, sizeof stem, "%.*s/recording", (int)sizeof stem - 16, w->folder);
    for (uint32_t i = 0; i < r->runs; i++)
        if (r->runs > 1)
            snprintf(w->recordings[i], PATH_MAX, "%s.%" PRIu32 ".perf.data", stem, i + 1);
        else
            snprintf(w->recordings[i], PATH_MAX, "%s.perf.data", stem);
    return true;
}

/* ---------------------------------------------------------------- how it is recorded */

static bool find_program(struct work *w, int *status, fr_error *err)
{
    const struct options *opt = w->opt;
    const char *name = opt->n_inputs ? opt->inputs[0] : NULL;
    if (!name)
        return true;
    w->command = calloc(opt->n_inputs + 1, sizeof *w->command);
    if (!w->command)
        return fail_with(err, FR_E_LIMIT, "out of memory");
    memcpy(w->command, opt->inputs, opt->n_inputs * sizeof *w->command);
    w->program = program_find(name);
    if (w->program)
        return true;
    *status = errno == EACCES ? 126 : 127;
    fail_with(err, FR_E_IO, "'%s' cannot be started: %s", name, strerror(errno));
    if (strchr(name, ' '))
        hint_with(err, "no shell is asked: write 'record -- make -j2' without quotes around the "
                       "command, or 'record -- sh -c \"...\"'");
    return false;
}

static void choose_stacks(struct work *w)
{
    const struct options *opt = w->opt;
    const struct recording *r = &opt->recording;
    if (w->program)
        stack_choose_command(&w->stacks, w->program, w->command);
    if (r->process)
        stack_choose_process(&w->stacks, r->process);
    else if (!w->program || r->all_cpus)
        w->stacks = (struct stack_choice){
            .dumps = true, .why = "some of the programs of a machine keep no frame pointers"};
    if (r->call_graph == CALL_GRAPH_AUTO)
        return;
    w->stacks.dumps = r->call_graph == CALL_GRAPH_DWARF;
    snprintf(w->stacks.why, sizeof w->stacks.why, "--call-graph asks for it");
}

static void prepare(struct work *w)
{
    const struct options *opt = w->opt;
    const struct recording *r = &opt->recording;
    choose_stacks(w);
    /* A dump is 8 KiB a sample, which a disk has to take. */
    uint32_t usual = !w->stacks.dumps ? 999 : r->all_cpus ? 99 : 199;
    w->recorder = (struct recorder){.perf = w->perf,
                                    .frequency = r->frequency ? r->frequency : usual,
                                    .dumps = w->stacks.dumps,
                                    .all_cpus = r->all_cpus,
                                    .process = r->process,
                                    .event = opt->read.perf.event,
                                    .command = w->command,
                                    .duration_s = r->duration_s,
                                    .quiet = opt->quiet};
}

static void say_beginning(const struct work *w)
{
    const struct options *opt = w->opt;
    note_with(opt, "recording %s at %" PRIu32 " Hz into %s; stacks are taken by %s: %s",
              w->program               ? opt->inputs[0]
              : opt->recording.process ? "the process"
                                       : "all of the machine",
              w->recorder.frequency, w->recordings[0], w->stacks.dumps ? "dumps" : "frame pointers",
              w->stacks.why);
    if (w->stacks.hint[0])
        note_with(opt, "%s", w->stacks.hint);
    if (recorder_omits_kernel())
        note_with(opt, "what the kernel does for the program is left out; 'sudo sysctl "
                       "kernel.perf_event_paranoid=1' lets users record it");
}

/* ---------------------------------------------------------------- recording */

/* The program was stopped by what ends the recording. */
static bool was_ended(const struct work *w)
{
    const struct recording_end *end = &w->end;
    bool by_us = WIFSIGNALED(end->status) &&
                 (WTERMSIG(end->status) == SIGTERM || WTERMSIG(end->status) == SIGINT);
    return by_us && (end->expired || (end->interrupted && !w->program));
}

static bool record_all(struct work *w, fr_error *err)
{
    uint32_t runs = w->opt->recording.runs;
    struct stat status;
    char run[48] = "";
    for (w->n = 0; w->n < runs; w->n++) {
        if (runs > 1)
            snprintf(run, sizeof run, " (run %" PRIu32 " of %" PRIu32 ")", w->n + 1, runs);
        w->recorder.run = run;
        if (!recorder_run(&w->recorder, w->recordings[w->n], &w->end, err))
            return false;
        if (stat(w->recordings[w->n], &status) != 0)
            return fail_with(err, FR_E_IO, "perf has recorded nothing");
        if (status.st_size == 0) {
            (void)unlink(w->recordings[w->n]);
            return fail_with(err, FR_E_IO, "perf has recorded nothing");
        }
        /* A program that is killed ends perf too, but not before the file is whole. */
        if (w->end.killed) {
            char word[sizeof err->hint - 64];
            fr_shell_word(word, sizeof word, w->recordings[w->n++]);
            fail_with(err, FR_E_IO, "perf was ended by signal %d before it finished the recording",
                      WTERMSIG(w->end.status));
            return hint_with(err, "flamerender %s -o flame.html draws what there is", word);
        }
        bool failed = w->end.status != 0 && !was_ended(w);
        if (failed || w->end.interrupted || w->end.stopped_by) {
            w->n++;
            break;
        }
    }
    return true;
}

/* ---------------------------------------------------------------- drawing */

static const char *draw_command(const struct recording *r)
{
    return r->diff.n ? "diff" : r->heatmap ? "heatmap" : "render";
}

/* Makes the command line that draws the recordings. */
static void plan_drawing(const struct work *w, struct options *to, char **inputs)
{
    const struct recording *r = &w->opt->recording;
    *to = *w->opt;
    to->command = command_find(draw_command(r));
    if (to->command->init)
        to->command->init(to);
    to->output = w->output;
    to->inputs = inputs;
    to->n_inputs = w->n;
    if (to->read.perf.event && !strchr(to->read.perf.event, ','))
        to->read.perf.event =
            NULL; /* there is no other, and perf may have changed its name: "cycles:u" */
    for (uint32_t i = 0; i < w->n; i++)
        inputs[i] = (char *)(uintptr_t)w->recordings[i];
    if (!r->diff.n)
        return;
    to->n_inputs = 0;
    to->sides[0].paths = r->diff;
    to->sides[1].paths.n = w->n;
    for (uint32_t i = 0; i < w->n; i++)
        to->sides[1].paths.items[i] = w->recordings[i];
}

/* The last words when a signal ends this process while it draws: only write() may be called there. */
static char last_words[PATH_MAX + 100];

static void on_end(int number)
{
    (void)!write(STDERR_FILENO, last_words, strlen(last_words));
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void put_kept(const struct work *w, char *to, size_t cap)
{
    append_text(to, cap, "the recording is kept: %s", w->n ? w->recordings[0] : "");
    if (w->n > 1)
        append_text(to, cap, " and %" PRIu32 " more", w->n - 1);
}

static bool draw(const struct work *w, fr_error *err)
{
    struct options own;
    char *inputs[RUNS_MOST];
    size_t n_bad = 0;
    plan_drawing(w, &own, inputs);
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    snprintf(last_words, sizeof last_words, "\nflamerender: note: ");
    put_kept(w, last_words, sizeof last_words - 2);
    append_text(last_words, sizeof last_words, "\n");
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction now, action = {.sa_handler = on_end};
        if (sigaction(ends[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            (void)sigaction(ends[i], &action, NULL);
    }
    memory_limit(own.read.limits.memory);
    return own.command->run(&own, &n_bad, err);
}

/* All that the drawing would refuse is refused before anything runs. */
static bool check_drawing(struct work *w, fr_error *err)
{
    const struct recording *r = &w->opt->recording;
    struct destination to;
    struct options own = *w->opt;
    name_output(w, NULL);
    own.output = w->output;
    own.n_inputs = 0;
    own.command = command_find(draw_command(r));
    return destination_find(&to,
                            r->diff.n    ? &product_diff
                            : r->heatmap ? &product_heatmap
                                         : &product_picture,
                            &own, err);
}

/* ---------------------------------------------------------------- the end */

/* Ends as the program ended. */
static int pass_on(const struct work *w)
{
    int status = w->end.status;
    if (was_ended(w) || status == 0)
        return 0;
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    fflush(NULL);
    (void)signal(WTERMSIG(status), SIG_DFL);
    (void)raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}

static void say_kept(const struct work *w)
{
    fr_note note = {.kind = "recording", .source = "", .n = 1};
    put_kept(w, note.text, sizeof note.text);
    message_note(&note);
}

static int fail(const struct work *w, int status, const fr_error *err)
{
    (void)message_error(err);
    if (w->n)
        say_kept(w);
    return status;
}

static int finish(struct work *w, fr_error *err)
{
    if (w->end.stopped_by) { /* this process was told to end: it keeps what there is, and ends so */
        say_kept(w);
        fflush(NULL);
        (void)signal(w->end.stopped_by, SIG_DFL);
        (void)raise(w->end.stopped_by);
    }
    if (!draw(w, err))
        return fail(w, 125, err);
    for (uint32_t i = 0; i < w->n && !w->opt->recording.keep; i++)
        (void)unlink(w->recordings[i]);
    char kept[PATH_MAX + 100] = "";
    if (w->opt->recording.keep)
        put_kept(w, kept, sizeof kept);
    note_with(w->opt, "drawn: %s%s%s", w->output, kept[0] ? "; " : "", kept);
    if (w->opt->recording.open)
        open_page(w->output);
    return 0;
}

int run_record(const struct options *opt)
{
    struct work *w = calloc(1, sizeof *w);
    fr_error err = {0};
    int status = 125;
    if (!w)
        return 125;
    w->opt = opt;
    if (!check_usage(opt, &err) || !find_program(w, &status, &err) ||
        (w->perf = recorder_find_perf(&err)) == NULL || !check_drawing(w, &err)) {
        status = fail(w, status, &err);
    } else {
        prepare(w);
        bool ok = recorder_try(&w->recorder, &err) && name_files(w, &err);
        if (ok)
            say_beginning(w);
        ok = ok && record_all(w, &err);
        status = ok ? finish(w, &err) : fail(w, 125, &err);
    }
    if (w->folder)
        (void)rmdir(w->folder); /* it stays where something is kept in it */
    if (status == 0)
        status = pass_on(w);
    free(w->program);
    free(w->command);
    free(w->perf);
    free(w->folder);
    free(w);
    return status;
}
