/* reading.h - the reader that takes one input after another, to those who read for it. */
#ifndef FR_FORMATS_READING_H
#define FR_FORMATS_READING_H

#include "formats/perf/perf_events.h"
#include "formats/reader.h"

struct fr_reader {
    fr_read_options opt;
    fr_choice choice;
    size_t threads;
    fr_builder *builder; /* of all inputs so far; NULL: none */
    fr_event_log log;
};

/* A new last entry of the log; false when memory ran out. */
bool fr_event_log_begin(fr_event_log *log, const char *name, const char *path);
/* Reads all of `in` into `b` and says what failed; the choice is the reader's after success. */
bool fr_reader_read_into(const fr_reader *reader, const fr_format *format, fr_input *in,
                         fr_builder *b, fr_choice *choice, fr_error *err);
/* Adds what an input, or several, came to. Takes `b`. */
bool fr_reader_merge(fr_reader *reader, fr_builder *b, fr_error *err);

#endif
