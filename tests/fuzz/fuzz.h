/*
 * fuzz.h - what fuzz targets share. A target is one file fuzz_<name>.c with LLVMFuzzerTestOneInput
 * and a folder corpus/<name>/ of small inputs. With -DFR_FUZZ=ON it is a libFuzzer executable;
 * always it is linked with replay.c and run over its corpus by ctest.
 *
 * A broken promise is abort(), so that it counts as a crash.
 */
#ifndef FR_TESTS_FUZZ_H
#define FR_TESTS_FUZZ_H

#include "flamerender.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PROMISE(what)                                                                              \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #what);             \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Limits that keep one run short: 256 MiB, 64 Ki deep. */
fr_limits fuzz_limits(void);
/* A failure has a code, a sentence in printable text, and nothing else is promised. */
void fuzz_check_error(const fr_error *err);
/* Valid UTF-8 without control characters but newline (and tab), bidi controls and non-characters.
 */
bool fuzz_text_is_clean(const char *text, size_t len);
void fuzz_check_text(const char *text, size_t len);
/* Reads `data` under `opt`; NULL where it is rejected, with everything about the error checked. */
fr_profile *fuzz_read(const fr_read_options *opt, const uint8_t *data, size_t size);
/* Reads `data` under `opt`, builds a tree, checks sums, and writes folded text and JSON. */
void fuzz_read_and_write(const fr_read_options *opt, const uint8_t *data, size_t size);
/* Column sums agree with the tree's: sum of self = total of root = kept. */
void fuzz_check_sums(const fr_profile *profile, const fr_tree *tree);
/* Writes in `format` and checks text. The bytes, malloc'ed, and their number in *len; none where the format cannot
 * hold the profile. */
char *fuzz_write_profile(const fr_profile *profile, const char *format, size_t *len);
void fuzz_write_scene(const fr_scene *scene, const char *format);

#endif
