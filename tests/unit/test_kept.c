/*
 * test_kept.c - what 'flamerender formats' says that each format keeps: an input of golden/ has it, and none has more.
 */
#define _DEFAULT_SOURCE
#include <dirent.h>

#include "model/profile.h"
#include "unit/unit.h"

#define MOST_FORMATS 64

static const struct {
    uint32_t flag;
    const char *what;
} kept[] = {
    {FR_FORMAT_TIMED, "times"},     {FR_FORMAT_THREADS, "threads"}, {FR_FORMAT_LINES, "lines"},
    {FR_FORMAT_MODULES, "modules"}, {FR_FORMAT_LABELS, "labels"},
};

/* Frames that stand for threads, or for processes: they may be all that is kept of threads. */
#define NAMED_ROOTS UINT32_C(0x80000000)

/* By the place in the table: what inputs have, and one of them that has each. */
static uint32_t found[MOST_FORMATS], n_inputs[MOST_FORMATS];
static char example[MOST_FORMATS][COUNT(kept)][300];

static uint32_t of_frames(const fr_profile *p)
{
    uint32_t flags = 0;

    for (uint32_t i = 1; i < p->n_frames; i++) {
        const fr_frame *f = &p->frames[i];
        flags |= f->file || f->line ? FR_FORMAT_LINES : 0;
        flags |= f->module ? FR_FORMAT_MODULES : 0;
        flags |= fr_frame_kind(f) == FR_KIND_PROCESS ? NAMED_ROOTS : 0;
    }
    return flags;
}

static uint32_t of_samples(const fr_profile *p)
{
    const fr_samples *s = &p->samples;
    uint32_t flags = 0;

    for (size_t i = 0; i < s->n; i++) {
        const fr_thread *t = &s->threads[s->thread[i]];
        flags |= s->time_ns[i] != FR_NO_TIME ? FR_FORMAT_TIMED : 0;
        flags |= t->tid >= 0 || t->comm ? FR_FORMAT_THREADS : 0;
    }
    return flags;
}

static void take(const char *path, const char *bytes, size_t len)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    fr_profile_info info;
    fr_format_info row;
    fr_error err = {0};

    opt.keep_samples = true;
    fr_profile *p = try_read(bytes, len, &opt, &err);
    if (!p)
        return;
    fr_profile_describe(p, &info);
    uint32_t flags = of_frames(p) | of_samples(p) | (p->labelled.n_rows ? FR_FORMAT_LABELS : 0);
    for (size_t i = 0; fr_input_format_at(i, &row) && i < MOST_FORMATS; i++) {
        if (strcmp(row.name, info.format) != 0)
            continue;
        n_inputs[i]++;
        found[i] |= flags;
        for (size_t k = 0; k < COUNT(kept); k++)
            if (flags & kept[k].flag)
                snprintf(example[i][k], sizeof example[i][k], "%.290s", path);
    }
    fr_profile_free(p);
}

static void take_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    size_t room = 1 << 20, len;
    char *bytes = malloc(room);

    assert_non_null(bytes);
    if (in) {
        len = fread(bytes, 1, room, in);
        fclose(in);
        if (len < room)
            take(path, bytes, len);
    }
    free(bytes);
}

/* The inputs of the cases of an area. */
static void take_area(const char *area)
{
    DIR *cases = opendir(area);
    struct dirent *c, *file;
    char path[4096];

    while (cases && (c = readdir(cases))) {
        snprintf(path, sizeof path, "%s/%s", area, c->d_name);
        DIR *files = c->d_name[0] == '.' ? NULL : opendir(path);
        while (files && (file = readdir(files)))
            if (strncmp(file->d_name, "in.", 3) == 0) {
                snprintf(path, sizeof path, "%s/%s/%s", area, c->d_name, file->d_name);
                take_file(path);
            }
        if (files)
            closedir(files);
    }
    if (cases)
        closedir(cases);
}

static void take_all(void)
{
    const char *root = getenv("FR_SOURCE_DIR");
    char golden[2000], area[2300];
    struct dirent *entry;

    snprintf(golden, sizeof golden, "%s/golden", root ? root : ".");
    DIR *areas = opendir(golden);
    assert_non_null(areas);
    while ((entry = readdir(areas)))
        if (entry->d_name[0] != '.') {
            snprintf(area, sizeof area, "%s/%s", golden, entry->d_name);
            take_area(area);
        }
    closedir(areas);
}

static void the_list_is_true(void **state)
{
    fr_format_info row;
    size_t n_wrong = 0;

    (void)state;
    take_all();
    for (size_t i = 0; fr_input_format_at(i, &row); i++) {
        if (!n_inputs[i])
            print_error("%s: no input of golden/ has it\n", row.name);
        n_wrong += !n_inputs[i];
        for (size_t k = 0; k < COUNT(kept) && n_inputs[i]; k++) {
            uint32_t means = kept[k].flag;
            bool says = row.flags & means, is;
            if (says && means == FR_FORMAT_THREADS)
                means |= NAMED_ROOTS;
            is = found[i] & means;
            if (says != is)
                print_error("%s: the list %s %s; %s\n", row.name, says ? "says" : "does not say",
                            kept[k].what, is ? example[i][k] : "no input has any");
            n_wrong += says != is;
        }
    }
    assert_int_equal(n_wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
