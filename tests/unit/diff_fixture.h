/*
 * diff_fixture.h - differentials of folded text, and what they say of a function or a node.
 */
#ifndef FR_TESTS_DIFF_FIXTURE_H
#define FR_TESTS_DIFF_FIXTURE_H

#include "diff/diff.h"
#include "unit.h"

/* Of profiles that are freed; each side a list of folded texts that ends with NULL. */
static inline fr_diff *try_diff(const char *const *base, const char *const *new_,
                                const fr_diff_options *opt, fr_error *err)
{
    fr_profile *profiles[2][40] = {{NULL}};
    const char *const *texts[] = {base, new_};
    fr_side sides[2] = {{0}};
    fr_diff *diff;

    for (size_t s = 0; s < 2; s++) {
        for (size_t i = 0; texts[s][i]; i++)
            profiles[s][sides[s].n++] = read_folded(texts[s][i]);
        sides[s].profiles = (const fr_profile *const *)profiles[s];
    }
    diff = fr_diff_build(&sides[0], &sides[1], opt, err);
    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < sides[s].n; i++)
            fr_profile_free(profiles[s][i]);
    return diff;
}

/* Of one text a side. */
static inline fr_diff *diff_of(const char *base, const char *new_, const fr_diff_options *opt)
{
    fr_error err = {0};
    fr_diff *diff = try_diff((const char *[]){base, NULL}, (const char *[]){new_, NULL}, opt, &err);

    if (!diff)
        print_error("%s\n", err.text);
    assert_non_null(diff);
    return diff;
}

/* The first node of this name. */
static inline uint32_t node_of(const fr_diff *diff, const char *name)
{
    for (uint32_t i = 1; i < diff->tree->n; i++)
        if (strcmp(fr_tree_name(diff->tree, i), name) == 0)
            return i;
    fail_msg("no node '%s'", name);
    return 0;
}

static inline const fr_diff_function *function_of(const fr_diff *diff, const char *name)
{
    return fr_diff_function_of(diff, fr_names_find(diff->tree->names, fr_bytes_of(name)));
}

#define assert_near(got, want, within)                                                             \
    do {                                                                                           \
        double got_ = (got), want_ = (want);                                                       \
        if (!(got_ >= want_ - (within) && got_ <= want_ + (within)))                               \
            fail_msg("%s is %.9g, not %.9g", #got, got_, want_);                                   \
    } while (0)

#endif
