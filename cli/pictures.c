/* pictures.c - scenes to files. */
#define _GNU_SOURCE /* strsignal, prctl */
#include "destination.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

typedef bool subprocess_job(void *arg, fr_error *err);

/*
 * A job in a process of its own, so that a library that ends the process ends only that one.
 *
 * Pango, fontconfig, glib and cairo end the process where memory or stack is short (SIGTRAP, SIGSEGV). A
 * PNG or a PDF is therefore painted and written in a process of its own, whose end is an error with a
 * message. The file gets its name afterwards and here: however that process ends, the file is what the
 * status says.
 */

/* If the pipe fails, the job counts as failed, and its error is lost. */
static void send(int to, const fr_error *failure)
{
    const char *at = (const char *)failure;
    size_t left = sizeof *failure;
    while (left > 0) {
        ssize_t n = write(to, at, left);
        if (n < 0 && errno != EINTR)
            return;
        at += n > 0 ? n : 0;
        left -= n > 0 ? (size_t)n : 0;
    }
}

_Noreturn static void work(subprocess_job *job, void *arg, pid_t parent, int to)
{
    fr_error failure = {0};
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody waits for a picture whose program was ended */
    if (getppid() != parent)                /* it was ended before that call */
        _exit(1);
#endif
    bool ok = job(arg, &failure);
    send(to, &failure);
    _exit(ok ? 0 : failure.code != FR_OK ? (int)failure.code : FR_E_IO);
}

/* False where the job ended without a word. */
static bool hear(int from, fr_error *failure)
{
    size_t n = 0;
    ssize_t part;
    do {
        part = read(from, (char *)failure + n, sizeof *failure - n);
        n += part > 0 ? (size_t)part : 0;
    } while ((part > 0 && n < sizeof *failure) || (part < 0 && errno == EINTR));
    return n == sizeof *failure;
}

/* The job ended without a word of its own. */
static bool judge_status(int status, fr_error *err)
{
    if (WIFSIGNALED(status)) {
        if (WTERMSIG(status) == SIGPIPE) { /* the reader has left: as if this process had written */
            (void)signal(SIGPIPE, SIG_DFL);
            (void)raise(SIGPIPE);
        }
        fail_with(err, FR_E_LIMIT, "the libraries that draw text were stopped by signal %d (%s)",
                  WTERMSIG(status), strsignal(WTERMSIG(status)));
        return hint_with(
            err,
            "they need more memory or stack (ulimit -v, ulimit -s); SVG and HTML need neither");
    }
    /* A library may have ended it with status 0, before the picture was whole. */
    return fail_with(
        err, WEXITSTATUS(status) ? (fr_code)WEXITSTATUS(status) : FR_E_IO,
        "the picture is not written, and the process that painted it could not say why");
}

static bool fail_start(fr_error *err)
{
    fail_with(err, FR_E_LIMIT, "no process can be started to paint the picture: %s",
              strerror(errno));
    return hint_with(err, "ulimit -u limits processes; SVG and HTML need no further process");
}

/* Runs job(arg) in a new process; what it changes in memory is lost, its error is not. FR_E_LIMIT where a
 * signal ended it, or no process can be started. */
static bool run_subprocess(subprocess_job *job, void *arg, fr_error *err)
{
    fr_error failure = {0};
    int ends[2];
    if (pipe(ends) != 0)
        return fail_start(err);
    fflush(NULL);
    pid_t parent = getpid(), process = fork();
    if (process == 0)
        work(job, arg, parent, ends[1]);
    int why = errno;
    close(ends[1]);
    bool heard = process > 0 && hear(ends[0], &failure);
    close(ends[0]);
    errno = why;
    if (process < 0)
        return fail_start(err);
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        ;
    if (!heard)
        return judge_status(status, err);
    if (failure.code != FR_OK)
        *err = failure;
    return failure.code == FR_OK; /* whatever a thread of a library did after the report */
}

static bool carries_data(const struct options *opt, const fr_profile *profile,
                         const struct destination *to)
{
    fr_data data = plan_data(opt, to);
    fr_profile_info info;
    if (data != FR_DATA_AUTO)
        return data != FR_DATA_NONE;
    fr_profile_describe(profile, &info);
    return info.n_stacks <= FR_DATA_AUTO_STACKS && info.purpose != FR_FOR_PICTURE;
}

bool picture_lists_functions(const struct options *opt, const struct destination *to)
{
    return to->format.flags & FR_FORMAT_TABLE ||
           (opt->write.paper && to->format.flags & FR_FORMAT_PAPER);
}

bool picture_carries_labels(const struct options *opt, const struct destination *to)
{
    return opt->command->bit == COMMAND_RENDER && !(to->format.flags & FR_FORMAT_DATA_OPTIONAL) &&
           to->format.flags & FR_FORMAT_CARRIES_DATA && !opt->write.scriptless &&
           !opt->write.fragment && !opt->tree.callers && !opt->tree.chart;
}

static bool embed(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                  const struct destination *to, fr_error *err)
{
    if (!carries_data(opt, profile, to))
        return true;
    if (!picture_carries_labels(opt, to)) {
        destination_note_labels(to, opt, profile);
        return fr_scene_embed(scene, profile, err);
    }
    char omitted[160];
    if (!fr_scene_embed_labelled(scene, profile, omitted, sizeof omitted, err))
        return false;
    if (*omitted)
        note_with(opt,
                  "labels with too many values are not on the page: %s; --where chooses by them "
                  "before it is drawn",
                  omitted);
    return true;
}

struct painting {
    const struct options *opt;
    const fr_scene *scene;
    const struct destination *to;
    fr_output *out;
};

static void write_painting(const struct painting *p)
{
    fr_write_options how = p->opt->write;
    terminal_describe(&how, p->opt, p->to);
    fr_scene_write(p->scene, p->to->format.name, &how, p->out);
}

static bool paint(void *arg, fr_error *err)
{
    const struct painting *p = arg;
    write_painting(p);
    return fr_output_settle(p->out, err);
}

bool picture_write_scene(const struct options *opt, const fr_scene *scene,
                         const struct destination *to, fr_error *err)
{
    if (opt->drawn) {
        opt->drawn->alt[0] = '\0';
        append_text(opt->drawn->alt, sizeof opt->drawn->alt, "%s", fr_scene_alt(scene));
        opt->drawn->kept_ppm = fr_scene_kept_ppm(scene);
    }
    if (opt->alt && !to->path)
        return true; /* the sentence is all that is asked for */
    struct painting painting = {opt, scene, to, destination_open(to, err)};
    if (!painting.out)
        return false;
    if (!(to->format.flags & FR_FORMAT_BINARY)) {
        write_painting(&painting);
    } else if (!run_subprocess(paint, &painting, err)) {
        fr_output_free(painting.out);
        return false;
    }
    return fr_output_close(painting.out, err);
}

/* A palette, the names that this picture has, gets its place only after the picture has its own. */
static bool write_with_palette(const struct options *opt, const fr_scene *scene,
                               const struct destination *to, fr_error *err)
{
    fr_output *palette = fr_output_path(opt->paint.write_map, err);
    if (palette)
        fr_scene_write(scene, "palette", NULL, palette);
    bool ok = palette && fr_output_settle(palette, err) && picture_write_scene(opt, scene, to, err);
    if (ok)
        return fr_output_close(palette, err);
    fr_output_free(palette);
    return false;
}

bool picture_write(const struct options *opt, fr_scene *scene, const fr_profile *profile,
                   const struct destination *to, fr_error *err)
{
    bool lists = picture_lists_functions(opt, to);
    return (!lists || fr_scene_add_table(scene, profile, err)) &&
           embed(opt, scene, profile, to, err) &&
           (opt->paint.write_map ? write_with_palette(opt, scene, to, err)
                                 : picture_write_scene(opt, scene, to, err));
}

bool picture_write_diff(const struct options *opt, const fr_diff *diff, const fr_theme *theme,
                        const struct destination *to, fr_error *err)
{
    fr_scene *scene = fr_scene_diff(diff, theme, &opt->flame, err);
    bool ok = scene && picture_write(opt, scene, fr_diff_profile(diff), to, err);
    fr_scene_free(scene);
    return ok;
}
