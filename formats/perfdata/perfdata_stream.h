/*
 * perfdata_stream.h - the bytes of a recording, record by record.
 *
 *     file    "PERFILE2", u64 size, ... where attrs, data and sections are | data | sections
 *     pipe    "PERFILE2", u64 16 | records: attrs, features and samples alike
 *
 * Records that perf packed (-z) are one stream of zstd, cut anywhere: they come out unpacked, and what is packed in
 * them need not be whole records either.
 */
#ifndef FR_FORMATS_PERFDATA_STREAM_H
#define FR_FORMATS_PERFDATA_STREAM_H

#include "formats/perfdata/perfdata_record.h"

/* Zeroed it is ready. */
typedef struct fr_perfdata_stream {
    fr_input *in;
    const fr_read_options *opt;
    fr_bytes whole; /* all of an input that has no positions; at == NULL: `in` is read in windows */
    bool big;
    bool unfinished;  /* perf did not live to write where the data ends */
    bool no_sections; /* the file ends before its sections */
    bool cut;         /* the input ends inside of a record, or what follows is none */
    uint64_t at;      /* position of the next record */
    uint64_t end;     /* of the data */
    size_t taken;     /* of the window, by the record that was given last */
    void *unpacker;
    char *unpacked;
    size_t n_unpacked, unpacked_cap, used; /* `used`: given as records already */
} fr_perfdata_stream;

/* Reads what stands before the records, and the sections of a file. Failures stick in the input. */
void fr_perfdata_stream_begin(fr_perfdata_stream *s, fr_input *in, const fr_read_options *opt,
                              fr_perfdata_facts *facts);
/* The next record, which is good until the next call. False at the end, and after a failure. */
bool fr_perfdata_stream_next(fr_perfdata_stream *s, fr_perfdata_record *record);
/* The tracing data that follow a record of that kind in a pipe, malloc'ed; at == NULL: they are cut. */
fr_bytes fr_perfdata_stream_tracing(fr_perfdata_stream *s, const fr_perfdata_record *record);
void fr_perfdata_stream_end(fr_perfdata_stream *s);

#endif
