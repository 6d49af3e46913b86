/*
 * reading_many.c - many inputs at once: chunks of them on several threads, each into a builder of its own. What a chunk
 * cannot do is read input by input, as one input is (reading.c).
 */
#include "formats/paths.h"
#include "formats/reading.h"
#include "model/build/builder_merge.h"

typedef struct many {
    fr_reader *reader;
    fr_reader at_start; /* options and choices that chunks are read with */
    const char *const *paths;
    size_t n;
    bool (*failed)(void *arg, size_t index, const fr_error *err);
    void *arg;
    fr_error *err;
} many;

/* An input straight into the builder of its chunk; only formats that choose nothing can. */
static bool read_part(const fr_reader *reader, fr_input *in, fr_builder *b, fr_choice *choice,
                      fr_error *err)
{
    const fr_format *format = fr_format_choose(in, reader->opt.input_format, err);
    bool good;

    if (!format || !format->shares)
        return false;
    fr_builder_begin_input(b);
    good = fr_reader_read_into(reader, format, in, b, choice, err);
    return fr_builder_end_input(b) && good;
}

static bool chooses_alike(const fr_choice *a, const fr_choice *b)
{
    return strcmp(a->event, b->event) == 0 && a->weight == b->weight && a->columns == b->columns;
}

/* The objects that read the inputs of a chunk, one after another. */
typedef struct chunk_reader {
    const fr_reader *reader;
    fr_builder *b;
    fr_input *in;
} chunk_reader;

static bool open_next(chunk_reader *c, const char *path, fr_error *err)
{
    bool good = true;

    if (c->in)
        good = fr_input_reopen(c->in, path, err);
    else
        c->in = fr_input_open(path, &c->reader->opt.limits, err);
    if (c->in && c->reader->opt.digest)
        fr_input_hash(c->in);
    return good && c->in;
}

/* One of a chunk. False: the chunk is to be read input by input, also where this one would choose
 * what those after it read. */
static bool read_one(chunk_reader *c, const char *path)
{
    fr_choice choice = c->reader->choice;
    fr_error err = {0};

    return open_next(c, path, &err) && read_part(c->reader, c->in, c->b, &choice, &err) &&
           chooses_alike(&choice, &c->reader->choice) && !fr_builder_failed(c->b);
}

static fr_builder *read_chunk(void *arg, size_t first, size_t last)
{
    const many *m = arg;
    chunk_reader c = {
        .reader = &m->at_start,
        .b = fr_builder_new(&m->at_start.opt.limits, NULL),
    };

    for (size_t i = first; i < last && c.b; i++) {
        if (read_one(&c, m->paths[i]))
            continue;
        fr_builder_free(c.b);
        c.b = NULL;
    }
    fr_input_free(c.in);
    return c.b;
}

static bool read_one_by_one(const many *m, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        fr_error err = {0};
        if (fr_reader_add_path(m->reader, m->paths[i], &err))
            continue;
        if (!m->failed || !m->failed(m->arg, i, &err))
            return fr_fail_copy(m->err, &err);
    }
    return true;
}

/* Inputs that may have to be read for another event; what they hold is not known. */
static bool log_chunk(const many *m, size_t first, size_t last)
{
    fr_event_log *log = &m->reader->log;
    bool good = true;

    for (size_t i = first; i < last && good && log->n && log->items[0].events.n; i++)
        good = fr_event_log_begin(log, m->paths[i], m->paths[i]);
    return good || fr_fail_memory(m->err);
}

static bool settle_chunk(void *arg, fr_builder *b, size_t first, size_t last)
{
    const many *m = arg;
    fr_reader *reader = m->reader;

    if (b && chooses_alike(&m->at_start.choice, &reader->choice) &&
        fr_builder_alike(reader->builder, b)) {
        if (reader->opt.progress)
            reader->opt.progress(reader->opt.progress_arg, last, m->n);
        return fr_reader_merge(reader, b, m->err) && log_chunk(m, first, last);
    }
    fr_builder_free(b);
    return read_one_by_one(m, first, last);
}

/* The choices of the first input hold for all; samples one by one need each input's clock. */
static bool goes_alone(const fr_reader *reader, size_t n)
{
    return !reader->builder || reader->opt.keep_samples || reader->opt.n_labels ||
           n < FR_PATHS_LEAST || !fr_choice_allows(&reader->choice, FR_WAY_PATHS);
}

bool fr_reader_add_paths(fr_reader *reader, const char *const *paths, size_t n,
                         bool (*failed)(void *arg, size_t index, const fr_error *err), void *arg,
                         fr_error *err)
{
    many m = {.reader = reader, .paths = paths, .n = n, .failed = failed, .arg = arg};
    fr_paths chunks = {paths, n, 0, &m, read_chunk, settle_chunk};
    size_t first = 0;
    fr_error local = {0};

    if (!fr_fail_null(err, reader, "reader"))
        return false;
    chunks.n_threads = reader->threads;
    m.err = &local;
    while (first < n && goes_alone(reader, n))
        if (!read_one_by_one(&m, first, first + 1))
            return fr_fail_copy(err, &local);
        else
            first++;
    m.at_start = *reader;
    m.at_start.opt.progress = NULL;
    if (first < n && !fr_paths_read(&chunks, first) && local.code == FR_OK)
        fr_fail_memory(&local);
    return fr_fail_copy(err, &local);
}
