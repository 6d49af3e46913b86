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

/* ---- title and subtitle ---- */

/* A side's name follows where the text ends in a blank. */
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

const char *fr_diff_words_of_width(fr_scene *scene, fr_width_of of)
{
    return fr_scene_say(scene, "{}{}", width_texts[of],
                        of == FR_WIDTH_OF_NEW    ? scene->sides->new_name
                        : of == FR_WIDTH_OF_BASE ? scene->sides->base_name
                                                 : "");
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

    fr_put_sides(out, diff);
    if (*diff->event)
        fr_say(out, FR_SEPARATOR "{}", diff->event);
    for (size_t i = 0; i < steps->n; i++) {
        const char *step = steps->entries[i].first;
        if (!names_a_side(step, sides->base_name) && !names_a_side(step, sides->new_name))
            fr_say(out, FR_SEPARATOR "{}", step);
    }
    fr_say(out, "{}" FR_SEPARATOR "{}{}",
           diff->tree->callers ? FR_SEPARATOR "stacks turned over: callers are on top" : "",
           sides->width_words[sides->width_of],
           sides->by_self   ? FR_DIFF_SELF_WORDS
           : sides->callers ? CALLERS_WORDS
                            : "");
    return fr_scene_keep_output(scene, out);
}

/* Below the picture: how the sides are compared, and what could not be seen. */
static void put_details(fr_output *out, const fr_sides *sides, const fr_diff *diff)
{
    double points = diff->visible_pp[VISIBLE_10];
    char size[FR_NUMBER_MAX];

    fr_put_text(out, diff->factor.text);
    if (!diff->counted)
        return;
    fr_put_text(out, FR_SEPARATOR);
    if (diff->usual)
        fr_put_text(out, USUAL_WORDS FR_SEPARATOR);
    else if (diff->one_run && !sides->rate_milli)
        fr_put_text(
            out, "how much runs differ from each other is not known: one run a side" FR_SEPARATOR);
    if (points > 0) {
        if (sides->rate_milli)
            fr_format_size(size, sides, (int64_t)(points * 1000 + 0.5));
        fr_say(out,
               "a change under about {}{} would not show in a function of 10" FR_NARROW_SPACE "%",
               sides->rate_milli ? fr_word_text(size) : fr_as_decimal(points),
               sides->rate_milli ? sides->points_unit : " points");
    }
}

const char *fr_diff_words_notes(fr_scene *scene, const fr_diff *diff, const char *notes)
{
    fr_output *out = fr_sentence("{}{}", notes, *notes ? FR_SEPARATOR : "");

    put_details(out, scene->sides, diff);
    return fr_scene_keep_output(scene, out);
}

const char *fr_diff_words_root(fr_scene *scene, const fr_diff *diff)
{
    const fr_sides *sides = scene->sides;
    char base[FR_NUMBER_MAX], new_[FR_NUMBER_MAX];

    if (diff->base_total[0] == sides->base_whole && diff->new_total[0] == sides->new_whole)
        return "all";
    return fr_scene_say(scene, "all" FR_SEPARATOR "{}" ARROW "{} of the whole",
                        fr_format_share(base, diff->base_total[0], sides->base_whole, 2),
                        fr_format_share(new_, diff->new_total[0], sides->new_whole, 2));
}

/* ---- what changed ---- */

const char *fr_diff_words_changed(fr_scene *scene, const fr_diff *diff)
{
    size_t n = fr_diff_count_changed(diff), maybe = fr_diff_count(diff, FR_VERDICT_MAYBE);
    int64_t by_chance = (int64_t)(diff->fdr * (double)n + 0.5);

    if (!diff->counted)
        return "";
    fr_output *out = fr_sentence(
        "{} of {}", n, fr_as_count(diff->n_functions, "function changed", "functions changed"));
    if (by_chance)
        fr_say(out, " (of these about {} by chance)", fr_as_digits(by_chance));
    if (maybe)
        fr_say(out, "; {} may have", maybe);
    return fr_scene_keep_output(scene, out);
}

const char *fr_diff_words_statement(fr_scene *scene, bool whole_tree, const fr_flame_options *opt,
                                    fr_undrawn narrow, fr_undrawn deep)
{
    const char *changed = scene->sides->changed;
    fr_output *out = fr_sentence("{}{}", changed, *changed ? FR_SEPARATOR : "");

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

    fr_format_points(to, scene->sides, (int32_t)(milli < 0 ? milli - 0.5 : milli + 0.5));
    fr_say(out, "{} {}", name.at ? name : FR_LITERAL("?"), to);
}

const char *fr_diff_words_description(fr_scene *scene, const fr_diff *diff)
{
    const fr_diff_function *largest[N_NAMED] = {NULL};
    size_t n = find_largest(diff, largest);
    fr_output *out = fr_sentence("Differential flame graph of {} and {}: ", scene->sides->base_name,
                                 scene->sides->new_name);

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
