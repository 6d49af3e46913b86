/*
 * test_flamegraph_svg.c - random profiles drawn as flamegraph.pl and inferno draw them, and read back: every stack that
 * was drawn has its value again, and what was too narrow is its caller's.
 */
#include "model/tree/tree.h"
#include "unit/unit.h"

#include <math.h>

enum { WIDTH = 1180, ROW = 16, TOP = 36 };

typedef struct drawing {
    const fr_tree *tree;
    int64_t *start; /* of each node: the sum of what lies left of it */
    bool *drawn;
    bool inferno, icicle;
    FILE *to;
} drawing;

/* Own values lie left of callees, as the sorted lines of folded text do. */
static void lay_out(drawing *d, double minwidth)
{
    const fr_tree *t = d->tree;
    int64_t *used = calloc(t->n, sizeof *used);

    assert_non_null(used);
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t up = t->parent[i];
        d->start[i] = i ? d->start[up] + used[up] : 0;
        d->drawn[i] = (i == 0 || d->drawn[up]) &&
                      (double)t->total[0][i] * WIDTH / (double)t->total[0][0] >= minwidth;
        if (i)
            used[up] += t->total[0][i];
        used[i] = t->self[0][i];
    }
    free(used);
}

/* 1234567 as "1,234,567". */
static void put_count(FILE *to, int64_t n)
{
    char digits[32];
    int len = snprintf(digits, sizeof digits, "%lld", (long long)n);

    for (int i = 0; i < len; i++)
        fprintf(to, i && (len - i) % 3 == 0 ? ",%c" : "%c", digits[i]);
}

static void put_name(FILE *to, fr_bytes name)
{
    for (size_t i = 0; i < name.len; i++)
        switch (name.at[i]) {
        case '&':
            fputs("&amp;", to);
            break;
        case '<':
            fputs("&lt;", to);
            break;
        default:
            fputc(name.at[i], to);
        }
}

static void put_box(const drawing *d, uint32_t i)
{
    const fr_tree *t = d->tree;
    double scale = (double)WIDTH / (double)t->total[0][0];
    int64_t total = t->total[0][i];
    int y = d->icicle ? TOP + (int)t->depth[i] * ROW : 100000 - (int)(t->depth[i] + 1) * ROW;

    fputs("<g >\n<title>", d->to);
    put_name(d->to, i ? fr_node_name(t, i) : FR_LITERAL("all"));
    fputs(" (", d->to);
    put_count(d->to, total);
    fprintf(d->to, " samples, %.2f%%)</title>", 100.0 * (double)total / (double)t->total[0][0]);
    if (d->inferno) {
        fprintf(d->to, "<rect x=\"%.4f%%\" y=\"%d\" fg:x=\"%lld\" fg:w=\"%lld\"/></g>\n",
                100.0 * (double)d->start[i] / (double)t->total[0][0], y, (long long)d->start[i],
                (long long)total);
        return;
    }
    double x = rint((10 + (double)d->start[i] * scale) * 10);
    double end = rint((10 + (double)(d->start[i] + total) * scale) * 10);
    fprintf(d->to,
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"15.0\" rx=\"2\" ry=\"2\" />\n</g>\n",
            x / 10, y, (end - x) / 10);
}

/* The boxes in an order that says nothing, as Perl's hashes have it. */
static void put_boxes(const drawing *d, uint64_t seed)
{
    random_source random = {seed};
    uint32_t n = d->tree->n, *order = malloc(n * sizeof *order);

    assert_non_null(order);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = random_below(&random, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (uint32_t i = 0; i < n; i++)
        if (d->drawn[order[i]])
            put_box(d, order[i]);
    free(order);
}

static char *draw(const drawing *d, uint64_t seed)
{
    char *text = NULL;
    size_t len;
    drawing own = *d;

    own.to = open_memstream(&text, &len);
    assert_non_null(own.to);
    fputs(
        "<?xml version=\"1.0\" standalone=\"no\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG "
        "1.1//EN\" "
        "\"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:fg=\"http://github.com/jonhoo/inferno\">\n"
        "<rect x=\"0.0\" y=\"0\" width=\"1200.0\" height=\"294.0\" fill=\"url(#background)\"  />\n",
        own.to);
    fputs("<g id=\"frames\">\n", own.to);
    put_boxes(&own, seed);
    fputs("</g></svg>\n", own.to);
    fclose(own.to);
    return text;
}

/* Folded text of what is drawn. */
static char *expected(const drawing *d)
{
    const fr_tree *t = d->tree;
    int64_t *own = malloc(t->n * sizeof *own);
    uint32_t path[64];
    char *text = NULL;
    size_t len;
    FILE *to = open_memstream(&text, &len);

    assert_true(own && to);
    for (uint32_t i = 0; i < t->n; i++)
        own[i] = t->self[0][i];
    for (uint32_t i = 1; i < t->n; i++)
        if (!d->drawn[i] && d->drawn[t->parent[i]])
            own[t->parent[i]] += t->total[0][i];
    for (uint32_t i = 0; i < t->n; i++) {
        path[t->depth[i]] = i;
        if (!d->drawn[i] || own[i] == 0)
            continue;
        for (uint32_t k = 1; k <= t->depth[i]; k++)
            fprintf(to, "%s%.*s", k > 1 ? ";" : "", (int)fr_node_name(t, path[k]).len,
                    fr_node_name(t, path[k]).at);
        fprintf(to, " %lld\n", (long long)own[i]);
    }
    fclose(to);
    free(own);
    return text;
}

static void check_picture(const fr_tree *tree, uint64_t seed)
{
    drawing d = {.tree = tree, .inferno = seed % 2, .icicle = seed / 2 % 2};

    d.start = calloc(tree->n, sizeof *d.start);
    d.drawn = calloc(tree->n, sizeof *d.drawn);
    assert_true(d.start && d.drawn);
    lay_out(&d, d.inferno ? 0.0 : 0.1);
    char *svg = draw(&d, seed), *want = expected(&d);
    fr_error err = {0};
    fr_profile *p = try_read(svg, strlen(svg), NULL, &err);
    if (!p)
        print_error("seed %llu: %s\n", (unsigned long long)seed, err.text);
    assert_non_null(p);
    assert_written(p, "folded", want);
    fr_profile_free(p);
    free(svg);
    free(want);
    free(d.start);
    free(d.drawn);
}

static void random_pictures(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        generated g = generate_folded(seed, NAMES_PLAIN);
        fr_profile *p = read_folded(g.text);
        fr_tree *tree = fr_tree_build(p, NULL, NULL);
        assert_non_null(tree);
        check_picture(tree, seed);
        fr_tree_free(tree);
        fr_profile_free(p);
        generated_reset(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_pictures)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
