/*
 * change_words.h - what a box is and what changed in it, in words, for every back-end.
 */
#ifndef FR_RENDER_CHANGE_WORDS_H
#define FR_RENDER_CHANGE_WORDS_H

#include "base/number.h"
#include "render/scene.h"

/* "1.20": points without sign and unit, in the unit of the sides: percentage points, or a rate, of which
 * 100 points are sides->rate_milli thousandths ("195", "12.3"). */
char *fr_format_size(char to[FR_NUMBER_MAX], const fr_sides *sides, int64_t points);
/* "+1.20 pp", "-0.40 pp" (with U+2212), "<0.01 pp"; "+195/s", "+0.83 CPUs". */
char *fr_format_points(char to[FR_NUMBER_MAX], const fr_sides *sides, int32_t points);
/* Two digits that mean something: "+12.3", "-2.1" (with U+2212), "+0.04", "+<0.01", "+2.1?" where it is not sure;
 * with the unit where `unit`. */
char *fr_format_sign(char to[FR_NUMBER_MAX], const fr_sides *sides, const fr_change *change,
                     bool unit);
/* "grew", "noise" ...: names the verdict in data outputs. */
const char *fr_change_verdict(const fr_change *change);
/* "+0.40 pp ± 0.60, within noise", escaped for XML. */
void fr_change_put(const fr_sides *sides, const fr_change *change, fr_output *out);
/* The tooltip of box `i`, escaped for XML; own changes only where something changed. */
void fr_change_put_title(const fr_scene *scene, size_t i, fr_output *out);
/* Writes the tooltip of pictures without a script: "main · 1 234 samples · 12.34 % · 56.78 % of parent · native",
 * with the own value where it is another: " · self 12"; boxes under 2 px without the last two. Of a differential
 * both sides, as above. Escaped for XML. */
void fr_box_put_title(const fr_scene *scene, const fr_box *box, fr_output *out);
/* The title of a class of frames (fr_class_title()) in a picture: "thread" for "process" where stacks are of threads
 * (FR_STACKS_OF_THREADS). */
const char *fr_box_kind_title(const fr_scene *scene, const char *title);

#endif
