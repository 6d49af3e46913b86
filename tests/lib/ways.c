/* ways.c - reads without fr_reader, so that a test can choose. */
#include "ways.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/output.h"
#include "identical.h"
#include "model/build/builder_merge.h"

reading read_ways(const char *format, bool plain, const void *bytes, size_t len,
                  const fr_read_options *opt)
{
    reading r = {.choice = {.plain = plain}};
    fr_input *in = fr_input_memory("in", bytes, len, &opt->limits, &r.err);
    fr_builder *b = fr_builder_new(&opt->limits, &r.err);
    const fr_format *row;

    assert_non_null(in);
    assert_non_null(b);
    if (opt->shared_clock)
        fr_builder_share_clock(b);
    if (opt->keep_samples)
        fr_builder_keep_samples(b);
    row = fr_format_choose(in, format, &r.err);
    assert_non_null(row);
    row->read(in, b, opt, &r.choice);
    r.profile = fr_builder_finish(b, &r.err);
    fr_input_free(in);
    return r;
}

void assert_same_readings(const reading *a, const reading *b)
{
    assert_int_equal(a->err.code, b->err.code);
    assert_true(a->err.line == b->err.line && a->err.offset == b->err.offset);
    assert_string_equal(a->err.text, b->err.text);
    assert_string_equal(a->err.hint, b->err.hint);
    assert_string_equal(a->choice.event, b->choice.event);
    assert_int_equal(a->choice.weight, b->choice.weight);
    assert_int_equal(a->choice.columns, b->choice.columns);
    assert_true(!a->profile == !b->profile);
}

void reading_reset(reading *r)
{
    fr_profile_free(r->profile);
}

/* Depths, totals and names of a tree in the order of input. */
static void put_tree(const fr_profile *profile, bool callers, fr_output *out)
{
    fr_tree_options opt = FR_TREE_DEFAULTS;
    fr_error err = {0};
    fr_tree *tree;
    fr_tree_columns nodes;

    opt.sort = FR_SORT_INPUT;
    opt.callers = callers;
    tree = fr_tree_build(profile, &opt, &err);
    assert_non_null(tree);
    nodes = fr_tree_view(tree);
    for (uint32_t i = 0; i < nodes.n; i++) {
        const char *name = fr_tree_name(tree, i);
        fr_put_int(out, nodes.depth[i]);
        for (uint32_t k = 0; k < nodes.n_columns; k++)
            fr_put_int(out, nodes.total[k][i]);
        fr_output_write(out, name, strlen(name));
    }
    fr_tree_free(tree);
}

static char *seen(const fr_profile *profile)
{
    fr_output *out = fr_output_memory();
    size_t len;
    char *text;

    fr_profile_write(profile, "json", out);
    put_tree(profile, false, out);
    put_tree(profile, true, out);
    text = strdup(fr_output_bytes(out, &len));
    assert_non_null(text);
    fr_output_free(out);
    return text;
}

void assert_seen_alike(const fr_profile *a, const fr_profile *b)
{
    char *of_a = seen(a), *of_b = seen(b);

    assert_string_equal(of_a, of_b);
    assert_same_notes(a, b);
    free(of_a);
    free(of_b);
}
