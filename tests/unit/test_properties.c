/*
 * test_properties.c - what must hold for every profile, tried on random ones.
 *
 * A failure prints the seed. FR_SEED=n runs that seed alone, FR_SEEDS=n as many as that.
 */
#include "flamerender.h"
#include "generate.h"
#include "model/pack.h"
#include "model/tree/tree.h"
#include "profiles.h"
#include "render/scene.h"
#include "rounds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

/* ---- the properties */

static void sums_are_exact(const generated *g)
{
    fr_profile *profile = read_bytes(g->text, g->len);
    fr_column_info column;
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    assert_true(fr_profile_column(profile, 0, &column));
    assert_int_equal(column.total, g->total);
    assert_int_equal(column.kept, g->total);
    assert_int_equal(info.n_records, g->n_lines);
    fr_tree *tree = tree_of(profile, FR_SORT_NAME, false);
    fr_tree_columns t = fr_tree_view(tree);
    int64_t sum = 0;
    for (uint32_t i = 0; i < t.n; i++)
        sum += t.self[0][i];
    assert_int_equal(sum, g->total);
    assert_int_equal(t.total[0][0], g->total);
    fr_tree_free(tree);
    fr_profile_free(profile);
}

static void check_node(const fr_tree *tree, uint32_t i)
{
    fr_tree_columns t = fr_tree_view(tree);
    int64_t children = 0;
    const char *before = NULL;
    for (uint32_t c = i + 1; c < t.end[i]; c = t.end[c]) {
        assert_int_equal(t.parent[c], i);
        assert_int_equal(t.depth[c], t.depth[i] + 1);
        assert_in_range(t.end[c], c + 1, t.end[i]);
        children += t.total[0][c];
        const char *name = fr_tree_name(tree, c);
        assert_true(!before || strcmp(before, name) < 0);
        before = name;
    }
    assert_true(t.self[0][i] >= 0);
    assert_int_equal(t.total[0][i], t.self[0][i] + children);
}

static void tree_is_whole(const generated *g)
{
    fr_profile *profile = read_bytes(g->text, g->len);
    fr_tree *tree = tree_of(profile, FR_SORT_NAME, false);
    fr_tree_columns t = fr_tree_view(tree);
    assert_int_equal(t.end[0], t.n);
    for (uint32_t i = 0; i < t.n; i++)
        check_node(tree, i);
    fr_tree_free(tree);
    fr_profile_free(profile);
}

static void heavier_siblings_come_first(const generated *g)
{
    fr_profile *profile = read_bytes(g->text, g->len);
    fr_tree *tree = tree_of(profile, FR_SORT_VALUE, false);
    fr_tree_columns t = fr_tree_view(tree);
    for (uint32_t i = 0; i < t.n; i++)
        for (uint32_t c = i + 1; c < t.end[i] && t.end[c] < t.end[i]; c = t.end[c])
            assert_true(t.total[0][c] >= t.total[0][t.end[c]]);
    fr_tree_free(tree);
    fr_profile_free(profile);
}

static void check_box(const fr_scene *scene, size_t i, int32_t *edge, int64_t *start)
{
    const fr_box *box = &scene->boxes[i], *parent = &scene->boxes[box->parent];
    assert_true(box->x0 <= box->x1 && box->total >= 0 && box->self >= 0);
    assert_true(box->x0 >= 0 && box->x1 <= scene->width);
    assert_true(box->y >= 0 && box->y + box->h <= scene->height);
    if (i == 0)
        return;
    assert_true(box->parent < i);
    assert_true(box->x0 >= parent->x0 && box->x1 <= parent->x1);
    assert_true(box->start >= parent->start);
    assert_true(box->start + box->total <= parent->start + parent->total);
    assert_int_equal(box->row, parent->row + parent->more_rows + 1);
    assert_true(box->y + box->h <= parent->y || parent->y + parent->h <= box->y);
    /* siblings: left to right, no overlap */
    assert_true(box->x0 >= edge[box->parent] && box->start >= start[box->parent]);
    edge[box->parent] = box->x1;
    start[box->parent] = box->start + box->total;
}

/* What is not drawn, by the boxes' own figures: of each box, total less self less drawn children. What
 * stands for narrow frames draws none of them. */
static int64_t undrawn_of(const fr_scene *scene)
{
    int64_t undrawn = 0;
    for (size_t i = 0; i < scene->n_boxes; i++) {
        if (scene->boxes[i].rest)
            continue;
        undrawn += scene->boxes[i].total - scene->boxes[i].self;
        undrawn -= i ? scene->boxes[i].total : 0;
    }
    return undrawn;
}

static void boxes_fit(const generated *g)
{
    random_source random = {(uint64_t)g->total};
    fr_flame_options opt = FR_FLAME_DEFAULTS;
    opt.width_px = 120 + random_below(&random, 3000);
    opt.minwidth_millionths = random_below(&random, 3) ? 100000 : random_below(&random, 20000000);
    opt.icicle = random_below(&random, 2);
    opt.max_depth = random_below(&random, 4) ? 2000 : 1 + random_below(&random, 20);
    fr_profile *profile = read_bytes(g->text, g->len);
    fr_tree *tree = tree_of(profile, (fr_sort)random_below(&random, 3), false);
    fr_scene *scene = scene_of(tree, &opt);
    assert_true(scene->n_boxes > 0);
    assert_int_equal(scene->boxes[0].total, g->total);
    int32_t *edge = calloc(scene->n_boxes, sizeof *edge);
    int64_t *start = calloc(scene->n_boxes, sizeof *start);
    assert_true(edge && start);
    for (size_t i = 0; i < scene->n_boxes; i++)
        check_box(scene, i, edge, start);
    assert_int_equal(scene->undrawn, undrawn_of(scene));
    assert_int_equal(scene->n_boxes - scene->n_rests + scene->n_undrawn, fr_tree_view(tree).n);
    free(edge);
    free(start);
    fr_scene_free(scene);
    fr_tree_free(tree);
    fr_profile_free(profile);
}

static void order_of_lines_is_nothing(const generated *g)
{
    generated other = generate_shuffled(g, (uint64_t)g->total + 1);
    fr_profile *a = read_bytes(g->text, g->len), *b = read_bytes(other.text, other.len);
    assert_same(svg_of(a), svg_of(b));
    assert_same_profiles(a, b);
    generated_reset(&other);
}

static void written_folded_reads_back(const generated *g)
{
    fr_profile *profile = read_bytes(g->text, g->len);
    text folded = folded_of(profile);
    fr_profile *again = read_bytes(folded.at, folded.len);
    fr_column_info column;
    assert_true(fr_profile_column(again, 0, &column));
    assert_int_equal(column.total, g->total);
    free(folded.at);
    assert_same_profiles(profile, again);
}

static void packed_reads_back(const generated *g)
{
    fr_error err = {0};
    fr_profile *profile = read_bytes(g->text, g->len);
    fr_bytes packed = {0}, repacked = {0};
    assert_true(fr_pack_encode(profile, NULL, &packed, &err));
    fr_profile *again = fr_pack_decode(packed, NULL, &err);
    if (!again)
        print_error("pack: %s\n", err.text);
    assert_non_null(again);
    assert_true(fr_pack_encode(again, NULL, &repacked, &err));
    assert_int_equal(packed.len, repacked.len);
    assert_memory_equal(packed.at, repacked.at, packed.len);
    free((void *)(uintptr_t)packed.at);
    free((void *)(uintptr_t)repacked.at);
    assert_same_profiles(profile, again);
}

/* NULL where nothing is left, which must be said as such. */
static fr_profile *transformed(const fr_profile *profile, const fr_transform_options *opt)
{
    fr_error err = {0};
    fr_profile *changed = fr_profile_transform(profile, opt, &err);
    assert_true(changed || err.code == FR_E_EMPTY);
    return changed;
}

static void assert_idempotent(const fr_profile *profile, const fr_transform_options *opt)
{
    fr_profile *once = transformed(profile, opt);
    if (!once)
        return;
    fr_profile *twice = transformed(once, opt);
    assert_non_null(twice);
    assert_same_profiles(once, twice);
}

static void transforms_are_idempotent(const generated *g)
{
    static const char *const patterns[] = {"foo", "^b", "a|q", "z>$", "."};
    fr_profile *profile = read_bytes(g->text, g->len);
    fr_transform_options none, opt;
    none = (fr_transform_options)FR_TRANSFORM_DEFAULTS;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        opt = none, opt.focus = patterns[i];
        assert_idempotent(profile, &opt);
        opt = none, opt.ignore = patterns[i];
        assert_idempotent(profile, &opt);
        opt = none, opt.hide = patterns[i];
        assert_idempotent(profile, &opt);
        opt = none, opt.show = patterns[i];
        assert_idempotent(profile, &opt);
        opt = none, opt.show_from = patterns[i];
        assert_idempotent(profile, &opt);
    }
    opt = none, opt.recursion = FR_RECURSION_DIRECT;
    assert_idempotent(profile, &opt);
    opt = none, opt.recursion = FR_RECURSION_CYCLES;
    assert_idempotent(profile, &opt);
    fr_profile_free(profile);
}

static int64_t kept_of(fr_profile *profile)
{
    fr_column_info column = {0};
    assert_true(!profile || fr_profile_column(profile, 0, &column));
    fr_profile_free(profile);
    return column.kept;
}

static void focus_and_ignore_share_the_total(const generated *g)
{
    fr_profile *profile = read_bytes(g->text, g->len);
    fr_transform_options focus, ignore;
    focus = (fr_transform_options)FR_TRANSFORM_DEFAULTS;
    ignore = (fr_transform_options)FR_TRANSFORM_DEFAULTS;
    focus.focus = ignore.ignore = "foo|^b";
    int64_t kept = kept_of(transformed(profile, &focus));
    assert_int_equal(kept + kept_of(transformed(profile, &ignore)), g->total);
    fr_profile_free(profile);
}

/* ---- recursion and callers against the plainest implementation there is: on lines of text */

typedef struct frames {
    const char *at[64];
    size_t len[64];
    uint32_t n;
} frames;

static bool same_run(const frames *f, uint32_t a, uint32_t b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (f->len[a + i] != f->len[b + i] ||
            memcmp(f->at[a + i], f->at[b + i], f->len[a + i]) != 0)
            return false;
    return true;
}

static void push_folding(frames *f, const char *at, size_t len, uint32_t longest)
{
    f->at[f->n] = at;
    f->len[f->n++] = len;
    for (uint32_t p = 1; p <= longest && 2 * p <= f->n; p++)
        if (same_run(f, f->n - p, f->n - 2 * p, p)) {
            f->n -= p;
            return;
        }
}

/* Lines with every stack folded by cycles up to `longest` frames, and perhaps turned round. */
static text rewritten(const generated *g, uint32_t longest, bool reversed)
{
    text to = {malloc(g->len + 1), 0};
    assert_non_null(to.at);
    for (uint32_t line = 0; line < g->n_lines; line++) {
        frames f = {.n = 0};
        const char *end = g->text + g->line_at[line + 1], *at = g->text + g->line_at[line];
        const char *value = end - 1;
        while (value[-1] != ' ')
            value--;
        while (at < value) {
            const char *stop = memchr(at, ';', (size_t)(value - 1 - at));
            stop = stop ? stop : value - 1;
            push_folding(&f, at, (size_t)(stop - at), longest);
            at = stop + 1;
        }
        for (uint32_t i = 0; i < f.n; i++) {
            uint32_t k = reversed ? f.n - 1 - i : i;
            memcpy(to.at + to.len, f.at[k], f.len[k]);
            to.len += f.len[k];
            to.at[to.len++] = i + 1 < f.n ? ';' : ' ';
        }
        memcpy(to.at + to.len, value, (size_t)(end - value));
        to.len += (size_t)(end - value);
    }
    to.at[to.len] = '\0';
    return to;
}

static void recursion_is_folded_as_written(const generated *g)
{
    static const uint32_t longest[] = {[FR_RECURSION_DIRECT] = 1, [FR_RECURSION_CYCLES] = 64};
    for (fr_recursion recursion = FR_RECURSION_DIRECT; recursion <= FR_RECURSION_CYCLES;
         recursion++) {
        fr_transform_options opt = FR_TRANSFORM_DEFAULTS;
        opt.recursion = recursion;
        fr_profile *profile = read_bytes(g->text, g->len);
        text plain = rewritten(g, longest[recursion], false);
        assert_same_profiles(transformed(profile, &opt), read_bytes(plain.at, plain.len));
        free(plain.at);
        fr_profile_free(profile);
    }
}

static void callers_are_reversed_stacks(const generated *g)
{
    text plain = rewritten(g, 0, true);
    fr_profile *profile = read_bytes(g->text, g->len), *turned = read_bytes(plain.at, plain.len);
    fr_tree *callers = tree_of(profile, FR_SORT_NAME, true);
    fr_tree *reversed = tree_of(turned, FR_SORT_NAME, false);
    fr_tree_columns a = fr_tree_view(callers), b = fr_tree_view(reversed);
    assert_int_equal(a.n, b.n);
    for (uint32_t i = 0; i < a.n; i++) {
        assert_string_equal(fr_tree_name(callers, i), fr_tree_name(reversed, i));
        assert_int_equal(a.end[i], b.end[i]);
        assert_int_equal(a.total[0][i], b.total[0][i]);
    }
    fr_tree_free(callers);
    fr_tree_free(reversed);
    fr_profile_free(profile);
    fr_profile_free(turned);
    free(plain.at);
}

/* ---- inputs: whatever the way in, the same profile */

static text gzipped(const char *bytes, size_t len)
{
    z_stream z = {0};
    text to = {malloc(len + 1024), 0};
    assert_non_null(to.at);
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (Bytef *)(uintptr_t)bytes;
    z.avail_in = (uInt)len;
    z.next_out = (Bytef *)to.at;
    z.avail_out = (uInt)(len + 1024);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    to.len = z.total_out;
    deflateEnd(&z);
    return to;
}

static void gzip_is_transparent(const generated *g)
{
    /* two members, cut anywhere, are one stream */
    size_t cut = (size_t)g->total % g->len;
    text head = gzipped(g->text, cut), tail = gzipped(g->text + cut, g->len - cut);
    head.at = realloc(head.at, head.len + tail.len);
    assert_non_null(head.at);
    memcpy(head.at + head.len, tail.at, tail.len);
    assert_same_profiles(read_bytes(g->text, g->len), read_bytes(head.at, head.len + tail.len));
    free(head.at);
    free(tail.at);
}

static fr_profile *read_path(const char *path)
{
    fr_read_options opt = one_column();
    fr_error err = {0};
    fr_reader *reader = reader_of(&opt);
    bool added = fr_reader_add_path(reader, path, &err);
    if (!added)
        print_error("%s: %s\n", err.source, err.text);
    assert_true(added);
    return finish(reader);
}

static void pipe_is_a_file(const generated *g)
{
    char file[] = "/tmp/fr-properties-XXXXXX", path[64];
    int fd = mkstemp(file), ends[2];
    assert_true(fd >= 0 && pipe(ends) == 0);
    size_t len = g->len < 60000 ? g->len : g->line_at[g->n_lines / 8]; /* fits a pipe's buffer */
    assert_true(len < 60000);
    assert_true(write(fd, g->text, len) == (ssize_t)len);
    assert_true(write(ends[1], g->text, len) == (ssize_t)len);
    close(fd);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    if (len)
        assert_same_profiles(read_path(file), read_path(path));
    close(ends[0]);
    unlink(file);
}

static void inputs_merge(const generated *g)
{
    fr_read_options opt = one_column();
    fr_reader *reader = reader_of(&opt);
    uint32_t n_inputs = g->n_lines < 5 ? g->n_lines : 5;
    for (uint32_t i = 0; i < n_inputs; i++) {
        size_t from = g->line_at[g->n_lines * i / n_inputs];
        add(reader, g->text + from, g->line_at[g->n_lines * (i + 1) / n_inputs] - from);
    }
    assert_same_profiles(read_bytes(g->text, g->len), finish(reader));
}

static void line_ends_are_nothing(const generated *g)
{
    text crlf = {malloc(g->len * 2), 0};
    assert_non_null(crlf.at);
    for (size_t i = 0; i < g->len; i++) {
        if (g->text[i] == '\n')
            crlf.at[crlf.len++] = '\r';
        if (g->text[i] != '\n' || i + 1 < g->len) /* and no end at the last line */
            crlf.at[crlf.len++] = g->text[i];
    }
    assert_same_profiles(read_bytes(g->text, g->len), read_bytes(crlf.at, crlf.len));
    free(crlf.at);
}

/* ---- the runs */

typedef struct property {
    const char *name;
    void (*holds)(const generated *g);
    name_pool pool; /* the wildest names it holds for */
    uint32_t n_seeds;
} property;

static const property properties[] = {
    {"sums are exact", sums_are_exact, NAMES_HOSTILE, 300},
    {"the tree is whole", tree_is_whole, NAMES_HOSTILE, 200},
    {"heavier siblings come first", heavier_siblings_come_first, NAMES_HOSTILE, 100},
    {"boxes fit", boxes_fit, NAMES_HOSTILE, 300},
    {"the order of lines is nothing", order_of_lines_is_nothing, NAMES_ODD, 150},
    {"written folded reads back", written_folded_reads_back, NAMES_HOSTILE, 300},
    {"packed reads back", packed_reads_back, NAMES_HOSTILE, 200},
    {"transforms are idempotent", transforms_are_idempotent, NAMES_HOSTILE, 60},
    {"focus and ignore share the total", focus_and_ignore_share_the_total, NAMES_HOSTILE, 100},
    {"recursion is folded as written", recursion_is_folded_as_written, NAMES_PLAIN, 300},
    {"callers are reversed stacks", callers_are_reversed_stacks, NAMES_PLAIN, 200},
    {"gzip is transparent", gzip_is_transparent, NAMES_HOSTILE, 60},
    {"a pipe is a file", pipe_is_a_file, NAMES_HOSTILE, 60},
    {"inputs merge", inputs_merge, NAMES_HOSTILE, 100},
    {"line ends are nothing", line_ends_are_nothing, NAMES_ODD, 60},
};
#define N_PROPERTIES (sizeof properties / sizeof *properties)

static uint64_t seed_now;

static int tell_seed(void **state)
{
    (void)state;
    if (seed_now)
        print_error("the seed was FR_SEED=%llu\n", (unsigned long long)seed_now);
    return 0;
}

static void run_property(void **state)
{
    const property *p = *state;
    const char *one = getenv("FR_SEED"), *many = getenv("FR_SEEDS");
    uint64_t n = many ? strtoull(many, NULL, 10) : rounds(p->n_seeds / 3, p->n_seeds);
    for (uint64_t i = 1; i <= (one ? 1 : n); i++) {
        seed_now = one ? strtoull(one, NULL, 10) : i;
        name_pool pool = (name_pool)(seed_now % ((uint64_t)p->pool + 1));
        generated g = generate_folded(seed_now, pool);
        p->holds(&g);
        generated_reset(&g);
    }
    seed_now = 0;
}

int main(void)
{
    struct CMUnitTest tests[N_PROPERTIES];
    for (size_t i = 0; i < N_PROPERTIES; i++)
        tests[i] = (struct CMUnitTest){properties[i].name, run_property, NULL, tell_seed,
                                       (void *)(uintptr_t)&properties[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
