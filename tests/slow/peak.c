/*
 * peak.c - runs a command and writes how it ended: "STATUS KIB", its exit status (128 + signal) and its
 * peak memory.
 *
 *     peak RESULT COMMAND ARGUMENTS...
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct rusage used;
    pid_t child = argc > 2 ? fork() : -1;
    FILE *result;
    int status;

    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 2;
    result = fopen(argv[1], "w");
    if (!result)
        return 2;
    fprintf(result, "%d %ld\n", WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status),
            used.ru_maxrss);
    return fclose(result) != 0;
}
