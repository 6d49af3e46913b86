/*
 * perf_fixture.h - perf script text read from memory, and the result as text; shared by the tests of
 * its reader.
 */
#ifndef FR_TESTS_PERF_FIXTURE_H
#define FR_TESTS_PERF_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "flamerender.h"
#include "formats/reader.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])
#define ROOM         ((size_t)1 << 16)

static inline fr_read_options perf_options(void)
{
    fr_read_options opt = FR_READ_DEFAULTS;
    opt.input_format = "perf-script";
    opt.perf.root = FR_ROOT_COMM_TID;
    return opt;
}

__attribute__((format(printf, 2, 3))) static inline void put(char *to, const char *format, ...)
{
    size_t used = strlen(to);
    va_list args;

    va_start(args, format);
    vsnprintf(to + used, ROOM - used, format, args);
    va_end(args);
}

static inline void put_profile(char *to, const fr_profile *profile)
{
    fr_output *out = fr_output_memory();
    size_t len = 0;
    const char *folded;
    fr_note note;

    assert_non_null(out);
    fr_profile_write(profile, "folded", out);
    folded = fr_output_bytes(out, &len);
    assert_non_null(folded);
    put(to, "%s", folded);
    fr_output_free(out);
    for (uint32_t i = 0; fr_profile_note(profile, i, &note); i++)
        put(to, "note %s x%" PRIu64 " line %" PRIu64 ": %s\n", note.kind, note.n, note.first_line,
            note.text);
}

/* The input as folded text and notes, or its error. */
static inline void read_text(const fr_read_options *opt, const char *text, size_t len,
                             char to[ROOM])
{
    fr_error err = {0};
    fr_reader *reader = fr_reader_new(opt, &err);
    fr_profile *profile = NULL;

    to[0] = '\0';
    if (fr_reader_add_memory(reader, "in", text, len, &err))
        profile = fr_reader_finish(reader, &err);
    else
        fr_reader_free(reader);
    if (profile)
        put_profile(to, profile);
    else
        put(to, "error %d line %" PRIu64 ": %s\nhint: %s\n", (int)err.code, err.line, err.text,
            err.hint);
    fr_profile_free(profile);
}

static inline void check(const fr_read_options *opt, const char *name, const char *text, size_t len,
                         const char *want)
{
    static char got[ROOM];

    read_text(opt, text, len, got);
    if (strcmp(got, want) != 0)
        fail_msg("%s\n-- got\n%s-- want\n%s", name, got, want);
}

static inline void check_text(const fr_read_options *opt, const char *text, const char *want)
{
    check(opt, text, text, strlen(text), want);
}

#define FRAMES "\t7f01 foo (/a)\n\t7f02 main (/a)\n"

#define EVENT(name, period, frame) "app 1/2 5.0: " period " " name ":\n\t7f01 " frame " (/a)\n\n"

#endif
