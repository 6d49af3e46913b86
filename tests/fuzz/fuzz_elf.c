/*
 * fuzz_elf.c - bytes as the program that a recording of dumps was made of: its symbols, what was inlined, lines, and the
 * tables that stacks are unwound by. Then names are asked for all over the file, as pprof --symbolize asks.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/perfdata/perfdata_symbolizer.h"

#define PROGRAM "/tmp/demo/sorter" /* as the recording has it */
#define PLACES  64

static char root[64], path[128];
static uint8_t recording[1 << 16];
static size_t n_recording;

static void remove_folders(void)
{
    unlink(path);
    for (char *slash = strrchr(path, '/'); slash && slash >= path + strlen(root);
         slash = strrchr(path, '/')) {
        *slash = '\0';
        rmdir(path);
    }
}

/* A folder for --symfs with the program's folder in it, and the recording. */
static void prepare(void)
{
    FILE *file = fopen(FR_RECORDING, "rb");
    const char *tmp = getenv("TMPDIR");

    PROMISE(file && (n_recording = fread(recording, 1, sizeof recording, file)) > 0);
    fclose(file);
    snprintf(root, sizeof root, "%.40s/fuzz_elf.XXXXXX", tmp ? tmp : "/tmp");
    PROMISE(mkdtemp(root));
    snprintf(path, sizeof path, "%s%s", root, PROGRAM);
    for (char *slash = path + strlen(root); (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        PROMISE(mkdir(path, 0700) == 0);
        *slash = '/';
    }
    atexit(remove_folders);
}

static void ask_for_names(const fr_read_options *opt, size_t size)
{
    fr_symbolizer_place place = {.file = fr_bytes_of(PROGRAM)};
    fr_error err = {0};
    fr_builder *b = fr_builder_new(&opt->limits, &err);
    fr_symbolizer *symbolizer = b ? fr_symbolizer_new(opt, b) : NULL;
    const fr_symbolizer_line *lines;

    PROMISE(symbolizer);
    for (size_t i = 0; i < 2 * PLACES; i++) {
        place.offset =
            i < PLACES ? 0
                       : 1; /* an address of the file, or of a part of it that was mapped at 1 */
        place.start = place.offset;
        place.address = (uint64_t)size * (i % PLACES) / PLACES;
        for (size_t n = fr_symbolizer_find(symbolizer, &place, &lines), k = 0; k < n; k++)
            PROMISE(lines[k].name.at && lines[k].file.at);
    }
    fr_symbolizer_free(symbolizer);
    fr_builder_free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    int fd;

    if (!n_recording)
        prepare();
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    PROMISE(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    close(fd);
    opt.limits = fuzz_limits();
    opt.input_format = "perf-data";
    opt.perf.symfs = root;
    opt.perf.srcline = true;
    opt.perf.map_dir = opt.perf.kallsyms = "/nonexistent";
    fuzz_read_and_write(&opt, recording, n_recording);
    ask_for_names(&opt, size);
    return 0;
}
