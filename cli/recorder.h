/*
 * recorder.h - perf record as a process of its own: found, tried, started, ended. No shell is involved.
 *
 *     struct recorder r = {.perf = "/usr/bin/perf", .frequency = 999, .command = argv, ...};
 *     recorder_try(&r, err) && recorder_run(&r, "/tmp/x/perf.data", &end, ...)
 */
#ifndef FLAMERENDER_CLI_RECORDER_H
#define FLAMERENDER_CLI_RECORDER_H

#include <sys/types.h>

#include "flamerender.h"

struct recorder {
    const char *perf; /* its path */
    uint32_t frequency;
    bool dumps, all_cpus;
    const char *process;     /* PID or PID,PID; NULL: none */
    const char *event;       /* NULL: perf's own */
    char *const *command;    /* up to a NULL; NULL: none */
    double duration_s;       /* 0: until it ends */
    bool quiet;              /* no progress */
    bool without_mapped_ids; /* recorder_try() found that perf or the kernel lacks --buildid-mmap */
    const char *run;         /* " (run 2 of 3)" or "" */
};

/* The end of a recording. */
struct recording_end {
    int status;       /* of the program, or of perf where there is none: as wait() has it */
    bool interrupted; /* SIGINT: draw what there is */
    bool expired;     /* the duration is over */
    bool killed;      /* perf itself, before it finished the file */
    int stopped_by;   /* SIGTERM, SIGHUP: flamerender itself is to end; 0: neither */
};

/* Records /bin/true into nothing, as a recording would be made: what perf refuses is an error in its words, with the
 * line that mends it. */
FR_CHECKED bool recorder_try(struct recorder *r, fr_error *err);
/* Records into `path`. While it runs, SIGINT ends the recording and not this process. False: perf did not start. */
FR_CHECKED bool recorder_run(const struct recorder *r, const char *path, struct recording_end *end,
                             fr_error *err);
/* This user may record programs without the kernel's part, which perf then leaves out without a word. */
bool recorder_omits_kernel(void);
/* perf on PATH, malloc'ed. NULL: not installed; the hint has the line that installs it. */
char *recorder_find_perf(fr_error *err);

/* Reads the beginning of a file of the system, NUL-terminated; returns its length, 0 where there is none. */
size_t read_beginning(const char *path, char *text, size_t cap);

struct stack_choice {
    bool dumps;     /* perf record --call-graph dwarf; else fp */
    char why[400];  /* a clause: "libc.so.6 keeps no frame pointers (1 % of its functions)" */
    char hint[400]; /* how the program tells the names of its functions; "": nothing is to do */
};

/* The program that execvp() would start, malloc'ed; NULL: errno says why there is none. */
char *program_find(const char *command);
/* For a program to be started, found by program_find(), with its arguments from its name on, up to a NULL. */
void stack_choose_command(struct stack_choice *choice, const char *program, char *const *arguments);
/* For a process that runs. */
void stack_choose_process(struct stack_choice *choice, const char *pid);

#endif
