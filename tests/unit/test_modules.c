/*
 * test_modules.c - the widest modules and the modules of nodes, against a count of random samples one by one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/number.h"
#include "generate.h"
#include "model/tree/tree.h"

#define N_SAMPLES 60
#define MOST_DEEP 6
#define N_NAMES   4
#define N_MODULES 20 /* the first is none */

typedef struct sample {
    uint32_t depth, name[MOST_DEEP], module[MOST_DEEP];
    int64_t value;
} sample;

static const char *module_name(uint32_t module, char to[16])
{
    snprintf(to, 16, "lib%c.so", (char)('a' + module));
    return module ? to : NULL;
}

static uint32_t frame_of(fr_builder *b, uint32_t name, uint32_t module)
{
    char text[16], other[16];

    snprintf(text, sizeof text, "f%u", (unsigned)name);
    return fr_builder_frame(b,
                            &(fr_frame_info){.name = text, .module = module_name(module, other)});
}

static fr_profile *draw_samples(uint64_t seed, sample *samples)
{
    fr_builder *b = fr_builder_new(NULL, NULL);
    random_source random = {seed};

    assert_non_null(b);
    uint32_t column = fr_builder_column(b, "cpu", "samples", 0);
    for (size_t i = 0; i < N_SAMPLES; i++) {
        sample *s = &samples[i];
        uint32_t stack = FR_NO_STACK;
        s->depth = 1 + random_below(&random, MOST_DEEP);
        s->value = 1 + random_below(&random, 9);
        for (uint32_t d = 0; d < s->depth; d++) {
            s->name[d] = random_below(&random, N_NAMES);
            s->module[d] = random_below(&random, seed % 2 ? N_MODULES : 3);
            stack = fr_builder_push(b, stack, frame_of(b, s->name[d], s->module[d]));
        }
        fr_builder_add(b, stack, column, s->value, (uint64_t)s->value, 0.0);
    }
    fr_profile *profile = fr_builder_finish(b, NULL);
    assert_non_null(profile);
    return profile;
}

static int64_t total_of(const sample *samples, uint32_t module)
{
    int64_t total = 0;

    for (size_t i = 0; i < N_SAMPLES; i++) {
        uint32_t d = 0;
        while (d < samples[i].depth && samples[i].module[d] != module)
            d++;
        total += d < samples[i].depth ? samples[i].value : 0;
    }
    return total;
}

/* The group of a module: how many are wider, or as wide and before it by name. */
static uint32_t group_of(const sample *samples, uint32_t module)
{
    uint32_t before = 0;

    if (module == 0)
        return FR_GROUP_NONE;
    for (uint32_t other = 1; other < N_MODULES; other++) {
        int64_t mine = total_of(samples, module), its = total_of(samples, other);
        before += its > mine || (its == mine && other < module);
    }
    return before < FR_MOST_GROUPS ? before : FR_GROUP_OTHERS;
}

static void modules_are_ranked(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        sample samples[N_SAMPLES];
        fr_profile *profile = draw_samples(seed, samples);
        fr_tree *tree = fr_tree_build(profile, &(fr_tree_options){.color_by = "module"}, NULL);
        uint32_t n = 0;
        assert_non_null(tree);
        for (uint32_t module = 1; module < N_MODULES; module++) {
            int64_t total = total_of(samples, module);
            uint32_t group = group_of(samples, module);
            char name[16];
            n += total > 0;
            if (total == 0 || group == FR_GROUP_OTHERS)
                continue;
            assert_true(group < tree->groups.n);
            assert_int_equal(tree->groups.total[group], total);
            assert_string_equal(fr_names_at(tree->names, tree->groups.name[group]).at,
                                module_name(module, name));
        }
        assert_int_equal(tree->groups.n + tree->groups.n_others, n);
        assert_true(seed % 2 == 0 || tree->groups.n_others > 0);
        fr_tree_free(tree);
        fr_profile_free(profile);
    }
}

/* The place in the sample of the frame that stands at the node's depth; depth where it is not there. */
static uint32_t frame_at(const sample *s, uint32_t depth, bool callers)
{
    if (depth > s->depth)
        return s->depth;
    return callers ? s->depth - depth : depth - 1;
}

/* Whether the sample passes through the node. */
static bool passes(const fr_tree *tree, uint32_t node, const sample *s)
{
    for (uint32_t at = node; at; at = tree->parent[at]) {
        uint32_t place = frame_at(s, tree->depth[at], tree->callers);
        char name[16];
        if (place == s->depth)
            return false;
        snprintf(name, sizeof name, "f%u", (unsigned)s->name[place]);
        if (strcmp(fr_tree_name(tree, at), name) != 0)
            return false;
    }
    return true;
}

static void check_nodes(const fr_tree *tree, const sample *samples)
{
    for (uint32_t node = 1; node < tree->n; node++) {
        int64_t votes[FR_N_GROUPS] = {0};
        uint32_t most = 0;
        for (size_t i = 0; i < N_SAMPLES; i++) {
            const sample *s = &samples[i];
            if (passes(tree, node, s)) {
                uint32_t place = frame_at(s, tree->depth[node], tree->callers);
                votes[group_of(samples, s->module[place])] += s->value;
            }
        }
        for (uint32_t group = 1; group < FR_N_GROUPS; group++)
            most = votes[group] > votes[most] ? group : most;
        assert_int_equal(tree->group[node], most);
    }
    assert_int_equal(tree->group[0], FR_GROUP_NONE);
}

static void nodes_have_the_module_of_most_value(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++)
        for (int callers = 0; callers < 2; callers++) {
            sample samples[N_SAMPLES];
            fr_profile *profile = draw_samples(seed, samples);
            fr_tree_options opt = {.color_by = "module", .callers = callers};
            fr_tree *tree = fr_tree_build(profile, &opt, NULL);
            assert_non_null(tree);
            check_nodes(tree, samples);
            fr_tree_free(tree);
            fr_profile_free(profile);
        }
}

/* Nobody asked: no groups. */
static void trees_have_no_groups_unasked(void **state)
{
    sample samples[N_SAMPLES];
    fr_profile *profile = draw_samples(1, samples);
    fr_tree *tree = fr_tree_build(profile, NULL, NULL);
    (void)state;

    assert_non_null(tree);
    assert_null(tree->group);
    assert_int_equal(tree->groups.n, 0);
    fr_tree_free(tree);
    fr_profile_free(profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modules_are_ranked),
        cmocka_unit_test(nodes_have_the_module_of_most_value),
        cmocka_unit_test(trees_have_no_groups_unasked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
