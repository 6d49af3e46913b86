/*
 * unit.h - what the tests of single modules share: cmocka, and text to profile and back.
 */
#ifndef FR_TESTS_UNIT_H
#define FR_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "flamerender.h"
#include "generate.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The profile of bytes under options (NULL: the defaults), or NULL and *err. */
static inline fr_profile *try_read(const void *bytes, size_t len, const fr_read_options *opt,
                                   fr_error *err)
{
    fr_reader *reader = fr_reader_new(opt, err);

    if (!reader)
        return NULL;
    if (fr_reader_add_memory(reader, "test", bytes, len, err))
        return fr_reader_finish(reader, err);
    fr_reader_free(reader);
    return NULL;
}

static inline fr_read_options folded_options(uint32_t columns)
{
    fr_read_options opt = FR_READ_DEFAULTS;

    opt.input_format = "folded";
    opt.folded.columns = columns;
    return opt;
}

/* The profile of folded text of one column; it must be readable. */
static inline fr_profile *read_folded(const char *given)
{
    fr_read_options opt = folded_options(1);
    fr_error err = {0};
    fr_profile *profile = try_read(given, strlen(given), &opt, &err);

    if (!profile)
        print_error("%s\n", err.text);
    assert_non_null(profile);
    return profile;
}

/* What a profile is written as, malloc'ed and NUL-terminated. */
static inline char *written(const fr_profile *profile, const char *format)
{
    fr_output *out = fr_output_memory();
    size_t len;
    const char *bytes;
    char *copy;

    assert_non_null(out);
    fr_profile_write(profile, format, out);
    bytes = fr_output_bytes(out, &len);
    assert_non_null(bytes);
    copy = malloc(len + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, len + 1);
    fr_output_free(out);
    return copy;
}

static inline void assert_written(const fr_profile *profile, const char *format, const char *want)
{
    char *got = written(profile, format);

    assert_string_equal(got, want);
    free(got);
}

/* The note of a kind, n == 0 where there is none. */
static inline fr_note note_of(const fr_profile *profile, const char *kind)
{
    fr_note note = {0};

    for (uint32_t i = 0; fr_profile_note(profile, i, &note); i++)
        if (strcmp(note.kind, kind) == 0)
            return note;
    return (fr_note){.kind = kind};
}

#endif
