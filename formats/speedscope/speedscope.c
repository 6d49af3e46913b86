/*
 * speedscope.c - JSON of speedscope: what py-spy, rbspy, dotnet-trace, austin and the viewer itself write.
 *
 *     {"$schema": "https://www.speedscope.app/file-format-schema.json",
 *      "shared": {"frames": [{"name": "main", "file": "a.c", "line": 3}]},
 *      "profiles": [...]}
 *
 * Times become nanoseconds. Profiles of one unit are threads, as a rule, and are added up; those that
 * speedscope_writer.c wrote are the value columns of one profile. Reference: file-format-spec.ts of
 * speedscope 1.25. Omitted: column numbers, activeProfileIndex, endValue.
 */
#include "formats/speedscope/speedscope.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The schema's name may stand behind the first 64 KiB: keys have no order. */
int fr_speedscope_probe(fr_bytes head, bool whole)
{
    (void)whole;
    if (!fr_bytes_starts(fr_bytes_beginning(head), FR_LITERAL("{")))
        return 0;
    if (fr_bytes_contain(head, FR_SPEEDSCOPE_SCHEMA))
        return 100;
    return (fr_bytes_contain(head, "\"shared\"") && fr_bytes_contain(head, "\"frames\"")) ||
                   (fr_bytes_contain(head, "\"startValue\"") && fr_bytes_contain(head, "\"unit\""))
               ? 60
               : 0;
}

/* ---- frames ---- */

static uint32_t read_frame(fr_speedscope *r, const fr_json *at)
{
    fr_json name = fr_json_member(at, "name"), file = fr_json_member(at, "file");
    fr_json line = fr_json_member(at, "line");
    fr_frame known = {.kind = FR_KIND_USER};
    bool has_kind;

    if (fr_json_exists(&file))
        known.file = fr_builder_name(r->b, fr_json_text(&file), FR_TEXT_ESCAPED);
    if (fr_json_exists(&line))
        known.line = (uint32_t)fr_json_integer(&line, 0, UINT32_MAX, "a line");
    known = fr_builder_spell(r->b, fr_json_text(&name), FR_TEXT_ESCAPED, known, &has_kind);
    return fr_builder_intern(r->b, &known);
}

static bool read_frames(fr_speedscope *r, const fr_json *file)
{
    fr_json shared = fr_json_member(file, "shared"), list = fr_json_member(&shared, "frames"),
            frame;
    size_t n = fr_json_count(&list, "frames");

    r->frames = malloc((n + 1) * sizeof *r->frames);
    if (!r->frames)
        return fr_fail_memory(&file->document->err);
    frame = fr_json_items(&list, "frames");
    while (fr_json_next(&frame))
        r->frames[frame.index] = read_frame(r, &frame);
    r->n_frames = (int64_t)n;
    return !fr_json_failed(file);
}

/* ---- the file ---- */

/* The profile of a name, else of a number from 0; the count of all where there is none. */
static size_t find_profile(const fr_json *list, size_t n, const char *wanted)
{
    uint64_t number = n;
    fr_json profile = fr_json_items(list, "profiles");

    while (fr_json_next(&profile)) {
        fr_json name = fr_json_member(&profile, "name");
        if (fr_json_exists(&name) && fr_bytes_equal(fr_json_text(&name), fr_bytes_of(wanted)))
            return profile.index;
    }
    return fr_parse_u64(fr_bytes_of(wanted), &number) && number < n ? (size_t)number : n;
}

/* "'main', 'worker'", as many as there is room for. */
static void list_names(const fr_json *list, size_t n, char *to, size_t room)
{
    size_t used = 0;
    char shown[40];

    for (size_t i = 0; i < n && used < room; i++) {
        fr_json profile = fr_json_item(list, i), name = fr_json_member(&profile, "name");
        if (used + 2 * sizeof shown > room) {
            snprintf(to + used, room - used, ", ...");
            return;
        }
        fr_text_copy(shown, sizeof shown,
                     fr_json_exists(&name) ? fr_json_text(&name) : FR_LITERAL(""));
        used += (size_t)snprintf(to + used, room - used, "%s'%s'", i ? ", " : "", shown);
    }
}

static void read_profiles(fr_speedscope *r, const fr_json *file)
{
    fr_json list = fr_json_member(file, "profiles"), profile;
    size_t n = fr_json_count(&list, "profiles"), first = 0, end = n;
    char names[300] = "";

    list_names(&list, n, names, sizeof names);
    if (r->opt->speedscope.profile && !fr_json_failed(file)) {
        first = find_profile(&list, n, r->opt->speedscope.profile);
        end = first + 1;
    }
    if (first == n && n > 0) {
        fr_builder_fail(r->b, FR_E_USAGE, 0, 0, "no profile '%s': there are %s",
                        r->opt->speedscope.profile, names);
        fr_builder_hint(r->b, "--profile takes a name, or a number from 0 to %zu", n - 1);
        return;
    }
    if (end - first > 1 && !r->ours)
        fr_builder_say(
            r->b, FR_NOTE_CHOICE,
            "%zu profiles are read, those of one unit added up: %s; --profile NAME reads one", n,
            names);
    profile = fr_json_items(&list, "profiles");
    while (!fr_builder_failed(r->b) && fr_json_next(&profile) && profile.index < end)
        if (profile.index >= first)
            fr_speedscope_read_profile(r, &profile);
}

static bool is_ours(const fr_json *file)
{
    fr_json exporter = fr_json_member(file, "exporter");

    return fr_json_exists(&exporter) &&
           fr_bytes_equal(fr_json_text(&exporter), FR_LITERAL(FR_SPEEDSCOPE_OURS));
}

void fr_speedscope_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_speedscope r = {.b = b, .opt = opt};
    fr_json_document document;
    fr_json file;

    (void)choice;
    if (!fr_json_read(&document, in, opt))
        return;
    file = fr_json_whole(&document);
    r.ours = is_ours(&file);
    if (read_frames(&r, &file))
        read_profiles(&r, &file);
    if (r.n_rounded)
        fr_builder_say(b, FR_NOTE_CHOICE, "%" PRIu64 " values are rounded, to ns or to 9 decimals",
                       r.n_rounded);
    free(r.frames);
    fr_json_close(&document, in);
}
