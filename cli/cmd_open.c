/*
 * cmd_open.c - flamerender open FILE: a page of a profile beside the temporary files, on the desktop by xdg-open or
 * open; without a desktop, the line that copies it by scp.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "options.h"
#include "recorder.h"

extern char **environ;

char *temporary_folder(fr_error *err)
{
    const char *base = getenv("TMPDIR");
    char path[PATH_MAX];
    if (!base || !*base)
        base = "/tmp";
    int n = snprintf(path, sizeof path, "%s/flamerender-XXXXXX", base);
    char *made = n > 0 && (size_t)n < sizeof path ? mkdtemp(path) : NULL;
    if (made && (made = strdup(path)) != NULL)
        return made;
    fail_with(err, FR_E_IO, "no folder can be made in '%s': %s", base, strerror(errno));
    hint_with(err, "TMPDIR=/elsewhere flamerender ... keeps temporary files elsewhere");
    return NULL;
}

/* The program that opens files on this desktop, malloc'ed; NULL: nobody sits here. */
static char *find_opener(void)
{
#ifdef __APPLE__
    return is_set("SSH_CONNECTION") ? NULL : program_find("open");
#else
    if (is_set("SSH_CONNECTION") || !(is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")))
        return NULL;
    return program_find("xdg-open");
#endif
}

/* "scp user@host:/tmp/x/app.html ." */
static void say_how(const char *path)
{
    char host[256] = "HOST", word[PATH_MAX + 100];
    const struct passwd *user = getpwuid(geteuid());
    fr_note note = {.kind = "page", .source = "", .n = 1};
    (void)gethostname(host, sizeof host - 1);
    fr_shell_word(word, sizeof word, path);
    if (!is_set("SSH_CONNECTION"))
        append_text(note.text, sizeof note.text, "open it in a browser: %s", path);
    else
        append_text(note.text, sizeof note.text, "copy it to where a browser is: scp %s@%s:%s .",
                    user ? user->pw_name : "USER", host, word);
    message_note(&note);
}

#define PATIENCE_MS 3000 /* an opener that takes longer shows the page itself */
#define TICK_MS     50

/* True if the opener took the page: it ended well, or goes on. */
static bool takes_page(pid_t process)
{
    int status = 0;
    for (int ms = 0; ms < PATIENCE_MS; ms += TICK_MS) {
        pid_t done = waitpid(process, &status, WNOHANG);
        if (done != 0)
            return done > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        (void)nanosleep(&(struct timespec){.tv_nsec = TICK_MS * 1000000L}, NULL);
    }
    return true;
}

void open_page(const char *path)
{
    char whole[PATH_MAX];
    char *opener = find_opener();
    pid_t process = 0;
    if (!realpath(path, whole))
        snprintf(whole, sizeof whole, "%s", path);
    const char *arguments[] = {opener, whole, NULL};
    bool opened = opener &&
                  posix_spawn(&process, opener, NULL, NULL, (char *const *)(uintptr_t)arguments,
                              environ) == 0 &&
                  takes_page(process);
    if (!opened)
        say_how(whole);
    free(opener);
}

/* ---- the command ---- */

bool run_open(const struct options *opt, size_t *n_bad, fr_error *err)
{
    char path[PATH_MAX];
    struct options own = *opt;
    char *folder = opt->output ? NULL : temporary_folder(err);
    if (!opt->output && !folder)
        return false;
    const char *name = opt->n_inputs ? path_end(opt->inputs[0]) : "-";
    size_t len = strcmp(name, "-") != 0 ? strcspn(name, ".") : 0;
    char plain[101];
    snprintf(plain, sizeof plain, "%.*s", len ? (int)(len < 100 ? len : 100) : 5,
             len ? name : "flame");
    /* "/srv/cpu.pb.gz" -> "cpu", "it's.folded" -> "it-s": scp may show the name to a shell at its other end. */
    for (char *at = plain; *at; at++)
        if ((unsigned char)*at < 0x80 && !isalnum((unsigned char)*at))
            *at = *at == '_' ? '_' : '-';
    snprintf(path, sizeof path, "%s/%s.html", folder ? folder : "", plain);
    own.command = command_find("render");
    own.output = opt->output ? opt->output : path;
    bool ok = own.command->run(&own, n_bad, err);
    if (ok)
        open_page(own.output);
    else if (folder)
        (void)rmdir(folder);
    free(folder);
    return ok;
}
