/*
 * diff_words.c - writes the sentences of a differential's picture: what changed, how sure that is, what is compared.
 *
 *     parse takes 1.4x as long: 14.6 -> 20.2 % of samples, sure beyond sampling noise
 *     main -> pr-1841 · 6 other functions changed · both sides are of one size (...) · width is ...
 *     7 of 312 functions changed · 3 262 boxes drawn
 */
#include "render/layout/diff_words.h"

#include <string.h>

#include "base/number.h"
#include "base/sentence.h"
#include "render/change_words.h"
#include "render/measure.h"

#define ARROW      " \xe2\x86\x92 " /* U+2192 */
#define N_NAMED    3                /* functions in the description */
#define VISIBLE_10 1                /* of fr_diff.visible_pp: a frame of 10 % */

static void put_share_of(fr_output *out, int64_t part, int64_t whole)
{
    char to[FR_NUMBER_MAX];
    fr_put_text(out, fr_format_share(to, part, whole, 2));
}

/* ---- title and subtitle ---- */

static const char *const width_texts[] = {
    [FR_WIDTH_OF_MEAN] = "width is the mean of both shares",
    [FR_WIDTH_OF_NEW] = "width is the share in ",
    [FR_WIDTH_OF_BASE] = "width is the share in ",
    [FR_WIDTH_OF_MAX] = "width is the larger share of own value, and what is on it",
    [FR_WIDTH_OF_DELTA] = "width is the change of own share, and what is on it",
};

/* A box of a callers graph is a part of what the function it stands on has itself. */
#define CALLERS_WORDS FR_SEPARATOR "colour is of own values, by caller"

/* The words for how one run a side is judged. */
#define USUAL_WORDS                                                                                \
    "one run a side: sure is what is more than runs of one program usually differ by; "            \
    "JIT-compiled "                                                                                \
    "code, and functions that wait, are never sure"

static void put_width(fr_output *out, const fr_sides *sides, fr_width_of of)
{
    fr_put_text(out, width_texts[of]);
    if (of == FR_WIDTH_OF_NEW)
        fr_put_text(out, sides->new_name);
    if (of == FR_WIDTH_OF_BASE)
        fr_put_text(out, sides->base_name);
}

const char *fr_diff_words_of_width(fr_scene *scene, fr_width_of of)
{
    fr_output *out = fr_output_memory();

    if (out)
        put_width(out, scene->sides, of);
    return fr_scene_keep_output(scene, out);
}

/* The step "3.4-3.6 s" is what a side is called, and what lies outside of it is the other side, "rest". */
static bool names_a_side(const char *step, const char *name)
{
    const char *outside = "outside of: ";

    return strcmp(step, name) == 0 ||
           (strcmp(name, "rest") == 0 && strncmp(step, outside, strlen(outside)) == 0);
}

const char *fr_diff_words_subtitle(fr_scene *scene, const fr_diff *diff)
{
    const fr_sides *sides = scene->sides;
    const fr_notes *steps = &diff->tree->meta.steps;
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_sides(out, diff);
    if (*diff->event) {
        fr_put_text(out, FR_SEPARATOR);
        fr_put_text(out, diff->event);
    }
    for (size_t i = 0; i < steps->n; i++) {
        const char *step = steps->entries[i].first;
        if (names_a_side(step, sides->base_name) || names_a_side(step, sides->new_name))
            continue;
        fr_put_text(out, FR_SEPARATOR);
        fr_put_text(out, step);
    }
    fr_put_text(out,
                diff->tree->callers ? FR_SEPARATOR "stacks turned over: callers are on top" : "");
    fr_put_text(out, FR_SEPARATOR);
    put_width(out, sides, sides->width_of);
    fr_put_text(out, sides->by_self ? FR_DIFF_SELF_WORDS : sides->callers ? CALLERS_WORDS : "");
    return fr_scene_keep_output(scene, out);
}

/* Below the picture: how the sides are compared, and what could not be seen. */
static void put_details(fr_output *out, const fr_scene *scene, const fr_diff *diff)
{
    fr_put_text(out, diff->factor.text);
    if (!diff->counted)
        return;
    fr_put_text(out, FR_SEPARATOR);
    if (diff->usual)
        fr_put_text(out, USUAL_WORDS FR_SEPARATOR);
    else if (diff->one_run && !scene->sides->rate_milli)
        fr_put_text(
            out, "how much runs differ from each other is not known: one run a side" FR_SEPARATOR);
    if (diff->visible_pp[VISIBLE_10] > 0) {
        fr_put_text(out, "a change under about ");
        double points = diff->visible_pp[VISIBLE_10];
        char to[FR_NUMBER_MAX];

        if (scene->sides->rate_milli) {
            fr_put_text(out, fr_format_size(to, scene->sides, (int64_t)(points * 1000 + 0.5)));
            fr_put_text(out, scene->sides->points_unit);
        } else {
            fr_say(out, "{}", fr_as_decimal(points));
            fr_put_text(out, " points");
        }
        fr_put_text(out, " would not show in a function of 10" FR_NARROW_SPACE "%");
    }
}

const char *fr_diff_words_notes(fr_scene *scene, const fr_diff *diff, const char *notes)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, notes);
    fr_put_text(out, *notes ? FR_SEPARATOR : "");
    put_details(out, scene, diff);
    return fr_scene_keep_output(scene, out);
}

const char *fr_diff_words_root(fr_scene *scene, const fr_diff *diff)
{
    const fr_sides *sides = scene->sides;

    if (diff->base_total[0] == sides->base_whole && diff->new_total[0] == sides->new_whole)
        return "all";
    fr_output *out = fr_output_memory();
    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, "all" FR_SEPARATOR);
    put_share_of(out, diff->base_total[0], sides->base_whole);
    fr_put_text(out, ARROW);
    put_share_of(out, diff->new_total[0], sides->new_whole);
    fr_put_text(out, " of the whole");
    return fr_scene_keep_output(scene, out);
}

/* ---- what changed ---- */

const char *fr_diff_words_changed(fr_scene *scene, const fr_diff *diff)
{
    size_t n = fr_diff_count_changed(diff), maybe = fr_diff_count(diff, FR_VERDICT_MAYBE);
    int64_t by_chance = (int64_t)(diff->fdr * (double)n + 0.5);
    fr_output *out = diff->counted ? fr_output_memory() : NULL;

    if (!diff->counted)
        return "";
    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_count(out, n);
    fr_put_text(out, " of ");
    fr_put_counted(out, diff->n_functions, "function changed", "functions changed");
    if (by_chance)
        fr_put_format(out, " (of these about %lld by chance)", (long long)by_chance);
    if (maybe) {
        fr_put_text(out, "; ");
        fr_put_counted(out, maybe, "may have", "may have");
    }
    return fr_scene_keep_output(scene, out);
}

const char *fr_diff_words_statement(fr_scene *scene, bool whole_tree, const fr_flame_options *opt,
                                    fr_undrawn narrow, fr_undrawn deep)
{
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    if (*scene->sides->changed) {
        fr_put_text(out, scene->sides->changed);
        fr_put_text(out, FR_SEPARATOR);
    }
    fr_flame_put_drawn(out, scene, whole_tree, opt, narrow, deep);
    return fr_scene_keep_output(scene, out);
}

/* ---- description ---- */

static double size_of(const fr_diff_function *f)
{
    return f->self.change_pp < 0 ? -f->self.change_pp : f->self.change_pp;
}

/* The functions whose own value changed most; the first of equals, in the order of the table. */
static size_t find_largest(const fr_diff *diff, const fr_diff_function *largest[N_NAMED])
{
    size_t n = 0;

    for (size_t i = 0; i < diff->n_functions; i++) {
        const fr_diff_function *f = &diff->functions[i];
        size_t at = n;
        if (!fr_verdict_is_change(f->self.verdict))
            continue;
        while (at > 0 && size_of(f) > size_of(largest[at - 1]))
            at--;
        n += n < N_NAMED;
        for (size_t k = n - 1; k > at; k--)
            largest[k] = largest[k - 1];
        if (at < N_NAMED)
            largest[at] = f;
    }
    return n;
}

static void put_function(fr_output *out, fr_scene *scene, const fr_diff *diff,
                         const fr_diff_function *f)
{
    fr_bytes name = fr_label_cut(&scene->text, fr_names_at(diff->tree->names, f->name),
                                 FR_LABEL_SIZE, 400 * FR_PX, FR_TRUNCATE_MIDDLE);
    double milli = f->self.change_pp * 1000;
    char to[FR_NUMBER_MAX];

    fr_put(out, name.at ? name : FR_LITERAL("?"));
    fr_put_char(out, ' ');
    fr_put_text(
        out, fr_format_points(to, scene->sides, (int32_t)(milli < 0 ? milli - 0.5 : milli + 0.5)));
}

const char *fr_diff_words_description(fr_scene *scene, const fr_diff *diff)
{
    const fr_diff_function *largest[N_NAMED] = {NULL};
    size_t n = find_largest(diff, largest);
    fr_output *out = fr_output_memory();

    if (!out)
        return fr_scene_keep_output(scene, out);
    fr_put_text(out, "Differential flame graph of ");
    fr_put_text(out, scene->sides->base_name);
    fr_put_text(out, " and ");
    fr_put_text(out, scene->sides->new_name);
    fr_put_text(out, ": ");
    fr_put_headline(out, diff);
    fr_put_char(out, '.');
    fr_put_text(out, n ? " Largest own changes: " : "");
    for (size_t i = 0; i < n; i++) {
        fr_put_text(out, i ? ", " : "");
        put_function(out, scene, diff, largest[i]);
    }
    fr_put_text(out, n ? "." : "");
    return fr_scene_keep_output(scene, out);
}
