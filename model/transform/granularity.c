/* granularity.c - frames without what a granularity ignores, named by what is left. */
#include "model/transform/granularity.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"

/* The parts of a frame that a granularity keeps. */
typedef struct kept {
    bool function, file, line, address;
} kept;

static const kept levels[] = {
    [FR_GRANULARITY_NAMES] = {true, true, true, true},
    [FR_GRANULARITY_FUNCTIONS] = {.function = true},
    [FR_GRANULARITY_FILEFUNCTIONS] = {.function = true, .file = true},
    [FR_GRANULARITY_FILES] = {.file = true},
    [FR_GRANULARITY_LINES] = {.function = true, .file = true, .line = true},
    [FR_GRANULARITY_ADDRESSES] = {true, true, true, true},
};

typedef struct work {
    fr_builder *b;
    const fr_profile *profile;
    const fr_transform_options *opt;
    kept keeps;
    fr_arena arena; /* the name that is being made */
} work;

/* ---- paths ---- */

/* The rest of `path` after `prefix` and a slash, which the prefix may end in; or all of it. */
static fr_bytes without_prefix(fr_bytes path, fr_bytes prefix)
{
    while (prefix.len > 1 && prefix.at[prefix.len - 1] == '/')
        prefix.len--;
    if (!prefix.len || path.len <= prefix.len + 1 || !fr_bytes_starts(path, prefix) ||
        path.at[prefix.len] != '/')
        return path;
    return (fr_bytes){path.at + prefix.len + 1, path.len - prefix.len - 1};
}

/* The first prefix of the list "/home/me:/usr" that fits goes; Bazel's "/proc/self/cwd/" always
 * does, as in pprof (internal/report/source.go, trimPath). */
static fr_bytes trim_path(fr_bytes path, const char *list)
{
    fr_bytes left = fr_bytes_of(list ? list : ""), cwd;

    while (left.len) {
        fr_bytes prefix = {left.at, fr_bytes_find(left, ':')}, rest = without_prefix(path, prefix);
        size_t skip = prefix.len < left.len ? prefix.len + 1 : left.len;
        if (rest.len < path.len)
            return rest;
        left = (fr_bytes){left.at + skip, left.len - skip};
    }
    cwd = without_prefix(path, FR_LITERAL("/proc/self/cwd"));
    return cwd.len < path.len ? without_prefix(cwd, FR_LITERAL(".")) : path;
}

static uint32_t trimmed(work *w, uint32_t file)
{
    fr_bytes path = fr_names_at(w->profile->names, file), rest = trim_path(path, w->opt->trim_path);

    return rest.len == path.len ? file : fr_builder_name(w->b, rest, FR_TEXT_ESCAPED);
}

/* ---- names ---- */

/* A name that stands for a whole of something, "[libc.so.6]" or a process, says more than no file. */
static bool stands_alone(const fr_frame *frame, fr_bytes name)
{
    return fr_frame_kind(frame) == FR_KIND_PROCESS ||
           (name.len > 1 && name.at[0] == '[' && name.at[name.len - 1] == ']');
}

static fr_bytes base_of(fr_bytes path)
{
    size_t from = path.len;

    while (from > 0 && path.at[from - 1] != '/')
        from--;
    return (fr_bytes){path.at + from, path.len - from};
}

/* Returns the name that stands for a frame without a file: "[libc.so.6]", "[unknown]". */
static uint32_t name_without_file(work *w, const fr_frame *frame, uint32_t name)
{
    fr_bytes module = base_of(fr_names_at(w->profile->names, frame->module));
    char to[300];

    if (stands_alone(frame, fr_names_at(w->profile->names, name)))
        return name;
    if (!module.len)
        return fr_builder_name(w->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW);
    snprintf(to, sizeof to, module.at[0] == '[' ? "%.*s" : "[%.*s]",
             (int)(module.len < 250 ? module.len : 250), module.at);
    return fr_builder_name(w->b, fr_bytes_of(to), FR_TEXT_ESCAPED);
}

/* "00000000004011d6 main.run /src/run.go:12", as far as it is known. */
static uint32_t spelled(work *w, const fr_frame *made, fr_bytes file)
{
    fr_bytes name = fr_names_at(w->profile->names, made->name);
    size_t room = name.len + file.len + 40, at = 0;
    char *to = fr_arena_take(&w->arena, room);
    uint32_t id;

    if (!to)
        return 0;
    if (made->address && w->keeps.address)
        at += (size_t)snprintf(to, room, "%016" PRIx64 " ", made->address);
    memcpy(to + at, name.at, name.len);
    at += name.len;
    if (file.len) {
        to[at++] = ' ';
        memcpy(to + at, file.at, file.len);
        at += file.len;
        if (made->line)
            at += (size_t)snprintf(to + at, room - at, ":%" PRIu32, made->line);
    }
    id = fr_builder_name(w->b, (fr_bytes){to, at}, FR_TEXT_ESCAPED);
    fr_arena_reset(&w->arena);
    return id;
}

static uint32_t name_of(work *w, const fr_frame *frame, const fr_frame *made)
{
    fr_bytes file = trim_path(fr_names_at(w->profile->names, frame->file), w->opt->trim_path);

    if (!w->keeps.function)
        return frame->file ? made->file : name_without_file(w, frame, frame->name);
    if (!w->keeps.file || w->opt->keep_names)
        return frame->name;
    return spelled(w, made, file);
}

static uint32_t project(work *w, uint32_t id)
{
    const fr_frame *frame = &w->profile->frames[id];
    fr_frame made = {.name = frame->name, .module = frame->module, .kind = frame->kind};

    if (w->keeps.function)
        made.system_name = frame->system_name;
    if (w->keeps.file)
        made.file = trimmed(w, frame->file);
    if (w->keeps.function && w->keeps.file)
        made.start_line = frame->start_line;
    if (w->keeps.line)
        made.line = frame->line;
    if (w->keeps.address)
        made.address = fr_frame_address(w->profile, frame);
    if (w->opt->granularity != FR_GRANULARITY_NAMES)
        made.name = name_of(w, frame, &made);
    return made.name ? fr_builder_intern(w->b, &made) : id;
}

uint32_t *fr_granularity_map(fr_builder *b, const fr_profile *profile,
                             const fr_transform_options *opt)
{
    work w = {.b = b, .profile = profile, .opt = opt, .keeps = levels[opt->granularity]};
    uint32_t *as = malloc(profile->n_frames * sizeof *as);

    for (uint32_t f = 0; f < profile->n_frames && as; f++)
        as[f] =
            f && (opt->granularity != FR_GRANULARITY_NAMES || opt->trim_path) ? project(&w, f) : f;
    fr_arena_reset(&w.arena);
    return as;
}
