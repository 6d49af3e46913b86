/*
 * stack_choice.h - how perf is to take stacks so that they are whole: by frame pointers, where the program keeps
 * them, or as dumps of the stack, which are unwound by the program's tables.
 *
 *     libc.so.6    1 % of its functions keep the frame pointer: dumps
 *     gopipe       built by Go, which always keeps it: frame pointers
 *     node         makes code while it runs, which has frame pointers and no tables: frame pointers
 */
#ifndef FLAMERENDER_CLI_STACK_CHOICE_H
#define FLAMERENDER_CLI_STACK_CHOICE_H

#include "flamerender.h"

struct stack_choice {
    bool dumps;    /* perf record --call-graph dwarf; else fp */
    char why[400]; /* a clause: "libc.so.6 keeps no frame pointers (1 % of its functions)" */
    char hint
        [400]; /* what the program must be told to tell the names of its functions; "": nothing */
};

/* The program that execvp() would start, malloc'ed; NULL: errno says why there is none. */
char *program_find(const char *command);
/* For a program to be started, found by program_find(), with its arguments from its name on, up to a NULL. */
void stack_choose_command(struct stack_choice *choice, const char *program, char *const *arguments);
/* For a process that runs. */
void stack_choose_process(struct stack_choice *choice, const char *pid);
/* For all of the machine. */
void stack_choose_machine(struct stack_choice *choice);

#endif
