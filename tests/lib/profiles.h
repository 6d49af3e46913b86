/*
 * profiles.h - bytes to objects and back, for tests of random profiles; every failure is a
 * failed test.
 */
#ifndef FR_TESTS_PROFILES_H
#define FR_TESTS_PROFILES_H

#include "flamerender.h"

typedef struct text {
    char *at; /* malloc'ed, NUL-terminated */
    size_t len;
} text;

/* Folded text of one column. */
fr_read_options one_column(void);
fr_reader *reader_of(const fr_read_options *opt);
void add(fr_reader *reader, const void *bytes, size_t len);
fr_profile *finish(fr_reader *reader);
/* The three of them. */
fr_profile *read_bytes(const void *bytes, size_t len);

text folded_of(const fr_profile *profile);
fr_tree *tree_of(const fr_profile *profile, fr_sort sort, bool callers);
fr_scene *scene_of(const fr_tree *tree, const fr_flame_options *opt);
text svg_of(const fr_profile *profile);

/* Both are freed. */
void assert_same(text a, text b);
/* The folded forms are the same; both are freed. */
void assert_same_profiles(fr_profile *a, fr_profile *b);

#endif
