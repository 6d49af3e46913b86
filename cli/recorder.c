/* recorder.c - posix_spawn, signals, and waiting with a line that says how it goes. */
#define _GNU_SOURCE
#include "recorder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command.h"

extern char **environ;

/* ---------------------------------------------------------------- perf */

/* A distribution has perf in this package: ID or ID_LIKE of /etc/os-release. %s is the release of the kernel. */
static const struct {
    const char *id, *line;
} packages[] = {
    {"ubuntu", "sudo apt install linux-tools-common linux-tools-%s"},
    {"debian", "sudo apt install linux-perf"},
    {"fedora", "sudo dnf install perf"},
    {"rhel", "sudo dnf install perf"},
    {"suse", "sudo zypper install perf"},
    {"arch", "sudo pacman -S perf"},
    {"alpine", "sudo apk add perf"},
    {NULL, "install the package 'perf' or 'linux-tools' of this system"},
};

size_t read_beginning(const char *path, char *text, size_t cap)
{
    FILE *file = fopen(path, "re");
    size_t len = file ? fread(text, 1, cap - 1, file) : 0;
    text[len] = '\0';
    if (file)
        fclose(file);
    return len;
}

static void hint_install(fr_error *err)
{
    char text[2048], line[200];
    struct utsname name = {0};
    size_t i = 0;
    read_beginning("/etc/os-release", text, sizeof text);
    (void)uname(&name);
    while (packages[i].id && !strstr(text, packages[i].id))
        i++;
    const char *at = strstr(packages[i].line, "%s");
    size_t len = at ? (size_t)(at - packages[i].line) : strlen(packages[i].line);
    snprintf(line, sizeof line, "%.*s%.100s", (int)len, packages[i].line, at ? name.release : "");
    hint_with(err, "%s", line);
}

char *recorder_find_perf(fr_error *err)
{
    char *perf = program_find("perf");
    if (perf)
        return perf;
    fail_with(err, FR_E_IO, "perf, which makes the recording, is not installed");
    hint_install(err);
    return NULL;
}

enum { ARGUMENTS_MOST = 32 };

/* The arguments of perf record up to those of the program; returns their number. */
static size_t fill_arguments(const struct recorder *r, const char *path, char *frequency,
                             const char **to)
{
    size_t n = 0;
    to[n++] = "perf";
    to[n++] = "record";
    to[n++] = "-F";
    to[n++] = frequency;
    to[n++] = "--call-graph";
    to[n++] = r->dumps ? "dwarf" : "fp";
    to[n++] = "-N"; /* no copies of programs in ~/.debug */
    if (!r->without_mapped_ids)
        to[n++] = "--buildid-mmap";
    if (r->event) {
        to[n++] = "-e";
        to[n++] = r->event;
    }
    if (r->all_cpus)
        to[n++] = "-a";
    if (r->process) {
        to[n++] = "-p";
        to[n++] = r->process;
    }
    to[n++] = "-o";
    to[n++] = path;
    return n;
}

/* The process group, the descriptors and the environment stay; `errors` takes standard error, -1: it stays too. What
 * this program ignores, others do not. */
static int spawn(pid_t *process, const char *perf, char *const *arguments, int errors)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    int why = posix_spawn_file_actions_init(&actions);
    if (why)
        return why;
    why = posix_spawnattr_init(&attributes);
    if (!why) {
        sigemptyset(&signals);
        sigaddset(&signals, SIGXFSZ);
        (void)posix_spawnattr_setsigdefault(&attributes, &signals);
        (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        if (errors >= 0)
            why = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
        if (!why)
            why = posix_spawn(process, perf, &actions, &attributes, arguments, environ);
        (void)posix_spawnattr_destroy(&attributes);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return why;
}

static bool fail_spawn(const struct recorder *r, int why, fr_error *err)
{
    return fail_with(err, FR_E_IO, "'%s' cannot be started: %s", r->perf, strerror(why));
}

/* ---------------------------------------------------------------- what perf refuses */

/* -1 to 4; -2 where the system does not say. */
static int read_paranoia(void)
{
    char text[16];
    int level;
    read_beginning("/proc/sys/kernel/perf_event_paranoid", text, sizeof text);
    return sscanf(text, "%d", &level) == 1 ? level : -2;
}

/* CAP_SYS_ADMIN or CAP_PERFMON, by which a user records as root does. */
static bool has_capability(void)
{
    char line[128];
    uint64_t effective = 0;
    FILE *file = fopen("/proc/self/status", "re");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "CapEff:", 7) == 0)
            effective = strtoull(line + 7, NULL, 16);
    if (file)
        fclose(file);
    return effective & (UINT64_C(1) << 21 | UINT64_C(1) << 38);
}

bool recorder_omits_kernel(void)
{
    return geteuid() != 0 && read_paranoia() >= 2 && !has_capability();
}

/* Words of perf's, and what mends it. */
static const struct {
    const char *words, *hint;
} refusals[] = {
    {"perf not found for kernel", NULL}, /* Ubuntu's wrapper: as if it were not installed */
    {"Maximum frequency rate", "-F takes fewer samples a second; or: sudo sysctl "
                               "kernel.perf_event_max_sample_rate=100000"},
    {"No such process", "the process has ended"},
    {"Couldn't create thread/CPU maps", "is there such a process, and is it yours?"},
    {"ptrace", "processes of others are recorded by root: sudo flamerender record ..."},
    {"Too many open files", "ulimit -n 65536"},
    {"mmap", "sudo sysctl kernel.perf_event_mlock_kb=4096, or fewer recordings at the same time"},
    {"unknown option", "perf here is too old; perf of Linux 5 or later records as is needed"},
    {"not supported", "--event cpu-clock works in virtual machines without counters"},
    {"No such file or directory", "--event cpu-clock works in virtual machines without counters"},
};

/* -p names a process of somebody else. */
static bool is_of_another(const char *process)
{
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%d", atoi(process));
    return stat(path, &status) == 0 && status.st_uid != geteuid();
}

static void hint_refusal(const struct recorder *r, const char *words, fr_error *err)
{
    int level = read_paranoia(), wanted = r->all_cpus ? 0 : 1;
    bool limited = strstr(words, "access") || strstr(words, "Access") ||
                   strstr(words, "permission") || strstr(words, "Permission") ||
                   strstr(words, "not permitted");
    if (limited && geteuid() != 0 && r->process && is_of_another(r->process))
        hint_with(err,
                  "process %s is another user's, which root records: sudo flamerender record -p %s",
                  r->process, r->process);
    else if (limited && geteuid() != 0 && level > wanted)
        hint_with(err,
                  "kernel.perf_event_paranoid is %d: 'sudo sysctl kernel.perf_event_paranoid=%d' "
                  "lets users record %s",
                  level, r->all_cpus ? -1 : 1,
                  r->all_cpus ? "all of the machine" : "their own programs");
    else if (limited)
        hint_with(err, "a container must be started with --cap-add PERFMON --security-opt "
                       "seccomp=unconfined to be recorded in");
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals && !err->hint[0]; i++)
        if (strstr(words, refusals[i].words)) {
            if (!refusals[i].hint)
                hint_install(err);
            else
                hint_with(err, "%s", refusals[i].hint);
        }
}

/* The first line of perf's that is neither empty nor a heading, without "Error:". */
static void find_reason(const char *words, char *to, size_t cap)
{
    to[0] = '\0';
    while (*words && !to[0]) {
        size_t len = strcspn(words, "\n");
        const char *next = words + len + (words[len] != '\0');
        while (len && strchr(" \t\r", *words))
            words++, len--;
        if (len > 6 && strncmp(words, "Error:", 6) == 0) {
            words += 6, len -= 6;
            while (len && *words == ' ')
                words++, len--;
        }
        if (len && strncmp(words, "Error:", 6) != 0 && strncmp(words, "[ perf", 6) != 0 &&
            strncmp(words, "WARNING:", 8) != 0)
            snprintf(to, cap, "%.*s", (int)(len < 300 ? len : 300), words);
        else if (strncmp(words, "WARNING:", 8) == 0)
            snprintf(to, cap, "%.*s", len > 9 ? (int)(len - 9 < 300 ? len - 9 : 300) : 0,
                     len > 9 ? words + 9 : "");
        words = next;
    }
}

/* Runs perf record for /bin/true, with its standard error in `words`; its status, -1: it cannot be started. */
static int try_once(const struct recorder *r, char *words, size_t cap, int *why)
{
    const char *arguments[ARGUMENTS_MOST];
    char frequency[16];
    pid_t process;
    int ends[2], status = -1;
    size_t len = 0;
    ssize_t part;
    snprintf(frequency, sizeof frequency, "%" PRIu32, r->frequency);
    size_t n = fill_arguments(r, "/dev/null", frequency, arguments);
    arguments[n++] = "--";
    arguments[n++] = "true";
    arguments[n] = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        *why = errno;
        return -1;
    }
    *why = spawn(&process, r->perf, (char *const *)(uintptr_t)arguments, ends[1]);
    close(ends[1]);
    while (!*why &&
           ((part = read(ends[0], words + len, cap - 1 - len)) > 0 || (part < 0 && errno == EINTR)))
        len += part > 0 ? (size_t)part : 0;
    close(ends[0]);
    words[len] = '\0';
    while (!*why && waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    return *why ? -1 : status;
}

bool recorder_try(struct recorder *r, fr_error *err)
{
    char words[16384] = "", reason[320];
    int why, status = try_once(r, words, sizeof words, &why);
    if (status > 0 && (strstr(words, "buildid-mmap") || strstr(words, "build id"))) {
        r->without_mapped_ids = true;
        status = try_once(r, words, sizeof words, &why);
    }
    if (status == 0)
        return true;
    if (why)
        return fail_spawn(r, why, err);
    find_reason(words, reason, sizeof reason);
    if (WIFSIGNALED(status) && !reason[0])
        return fail_with(err, FR_E_IO, "perf was ended by signal %d", WTERMSIG(status));
    fail_with(err, FR_E_IO, "perf cannot record: %s", reason[0] ? reason : "it does not say why");
    hint_refusal(r, words, err);
    return false;
}

/* ---------------------------------------------------------------- signals */

static volatile sig_atomic_t interrupted, stopped_by, ended;
static volatile pid_t recording; /* perf's process; 0: none */

/* Ctrl-C reaches perf and the program too; what was sent to this process alone is passed on. */
static void on_interrupt(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (number == SIGCHLD) {
        ended = 1;
        return;
    }
    if (number == SIGINT)
        interrupted = 1;
    else
        stopped_by = number;
    if (recording > 0 && (number != SIGINT || info->si_code <= 0))
        (void)kill(recording, number == SIGHUP ? SIGTERM : number);
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};
enum { N_SIGNALS = sizeof signals / sizeof *signals };

static void catch_signals(struct sigaction before[N_SIGNALS])
{
    struct sigaction action = {.sa_sigaction = on_interrupt, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    interrupted = stopped_by = ended = 0;
    for (int i = 0; i < N_SIGNALS; i++) {
        (void)sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN || signals[i] == SIGCHLD) /* as nohup has it */
            (void)sigaction(signals[i], &action, NULL);
    }
}

/* ---------------------------------------------------------------- waiting */

/* "recording  12 s  3.4 MB" on a terminal's standard error. */
static void draw_progress(const struct recorder *r, double seconds, uint64_t bytes)
{
    fprintf(stderr, "\r\033[Krecording%s  %.0f s", r->run, seconds);
    if (r->duration_s > 0)
        fprintf(stderr, " of %g", r->duration_s);
    fprintf(stderr, "  %.1f MB%s", (double)bytes / 1e6,
            r->command ? "" : "  Ctrl-C ends it and draws");
}

#define TICK_NS    100000000
#define PATIENCE_S 1 /* a short recording shows no progress */
#define GRACE_S    1 /* for what perf ends itself */
#define DEPTH_MOST 64

/* 0: there is no such process. "81 (a name) S 80 ..." */
static pid_t parent_of(pid_t process)
{
    char path[64], text[512];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    read_beginning(path, text, sizeof text);
    const char *name_end = strrchr(text, ')');
    return name_end && sscanf(name_end, ") %*c %d", &parent) == 1 ? parent : 0;
}

/* perf ends the program alone. What waits for others, as make does, ends when they do. */
static void end_descendants(pid_t of)
{
    DIR *all = opendir("/proc");
    const struct dirent *entry;
    while (all && (entry = readdir(all)) != NULL) {
        pid_t process = (pid_t)strtol(entry->d_name, NULL, 10), up = process;
        for (int depth = 0; up > 1 && up != of && depth < DEPTH_MOST; depth++)
            up = parent_of(up);
        if (up == of && process != of)
            (void)kill(process, SIGTERM);
    }
    if (all)
        closedir(all);
}

static void wait_for_end(const struct recorder *r, const char *path, struct recording_end *end)
{
    bool shows = shows_progress(r->quiet), shown = false;
    double begun = 0, next = 0, ending = 0;
    while (waitpid(recording, &end->status, WNOHANG) == 0) {
        struct stat status = {0};
        double now = (double)now_ns() / 1e9;
        (void)stat(path, &status);
        if (begun == 0 &&
            status.st_size > 0) /* perf has opened its events, and starts the program */
            begun = now, next = now + PATIENCE_S;
        if (begun > 0 && r->duration_s > 0 && now - begun >= r->duration_s && !end->expired) {
            end->expired = true;
            ending = now + GRACE_S;
            (void)kill(recording, SIGINT);
        }
        if (end->expired && r->command && now >= ending) {
            end_descendants(recording);
            ending = now + GRACE_S;
        }
        if (shows && begun > 0 && now >= next) {
            draw_progress(r, now - begun, (uint64_t)status.st_size);
            shown = true;
            next = now + 0.5;
        }
        if (!ended)
            (void)nanosleep(&(struct timespec){.tv_nsec = TICK_NS}, NULL);
        ended = 0;
    }
    if (shown)
        fputs("\r\033[K", stderr);
}

/* The seventh word of the header is how long the records are. perf writes it when it ends: a file that it did not
 * live to finish has 0 there. */
static bool is_finished(const char *path)
{
    uint64_t words[7] = {0};
    FILE *file = fopen(path, "re");
    if (file) {
        words[6] = fread(words, sizeof *words, 7, file) == 7 ? words[6] : 0;
        fclose(file);
    }
    return words[6] != 0;
}

bool recorder_run(const struct recorder *r, const char *path, struct recording_end *end,
                  fr_error *err)
{
    struct sigaction before[N_SIGNALS];
    char frequency[16];
    size_t n = 0, n_command = 0;
    while (r->command && r->command[n_command])
        n_command++;
    const char **arguments = calloc(ARGUMENTS_MOST + n_command, sizeof *arguments);
    if (!arguments)
        return fail_with(err, FR_E_LIMIT, "out of memory");
    snprintf(frequency, sizeof frequency, "%" PRIu32, r->frequency);
    n = fill_arguments(r, path, frequency, arguments);
    arguments[n++] = "-q";
    if (r->command) {
        arguments[n++] = "--";
        memcpy(arguments + n, r->command, n_command * sizeof *arguments);
    }
    *end = (struct recording_end){0};
    fflush(NULL);
    catch_signals(before);
    pid_t process = 0;
    int why = spawn(&process, r->perf, (char *const *)(uintptr_t)arguments, -1);
    recording = why ? 0 : process;
    if (!why)
        wait_for_end(r, path, end);
    recording = 0;
    end->killed = !why && WIFSIGNALED(end->status) && !is_finished(path);
    end->interrupted = interrupted;
    end->stopped_by = stopped_by;
    for (int i = 0; i < N_SIGNALS; i++)
        (void)sigaction(signals[i], &before[i], NULL);
    free(arguments);
    return !why || fail_spawn(r, why, err);
}
