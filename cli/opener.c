/* opener.c - xdg-open, open, or scp. */
#define _GNU_SOURCE
#include "opener.h"

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

#include "messages.h"
#include "stack_choice.h"

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

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
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
    char host[256] = "HOST", word[PATH_MAX + 100], text[PATH_MAX + 400] = "";
    const struct passwd *user = getpwuid(geteuid());
    fr_note note = {.kind = "page", .source = "", .n = 1};
    if (!is_set("SSH_CONNECTION")) {
        append_text(note.text, sizeof note.text, "open it in a browser: %s", path);
        message_note(&note);
        return;
    }
    (void)gethostname(host, sizeof host - 1);
    fr_shell_word(word, sizeof word, path);
    append_text(text, sizeof text, "scp %s@%s:%s .", user ? user->pw_name : "USER", host, word);
    append_text(note.text, sizeof note.text, "copy it to where a browser is: %s", text);
    message_note(&note);
}

#define PATIENCE_MS 3000 /* an opener that takes longer shows the page itself */
#define TICK_MS     50

/* Whether the opener took the page: it ended well, or goes on. */
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
