/* furniture.c - the header, foot and axis of a picture. */
#include "render/layout/furniture.h"

#include "base/number.h"
#include "base/sentence.h"
#include "render/measure.h"

/* ---- widths of texts, and the room for them ---- */

/* Bold text is measured as plain text that is a tenth larger, which is never narrower: so does the
 * viewer. */
static int32_t role_size(fr_text_role role)
{
    fr_text_style style = fr_text_style_of(role);
    return style.bold ? style.size + style.size / 10 : style.size;
}

static int32_t role_width(fr_text_role role, fr_bytes text)
{
    return fr_text_width(text, role_size(role), false);
}

/* Return where the plot ends at the right, and how wide it is. */
static int32_t right_edge(const fr_scene *scene)
{
    return scene->width - FR_MARGIN;
}

static int32_t plot_room(const fr_scene *scene)
{
    return scene->width - 2 * FR_MARGIN;
}

/* ---- lines of text ---- */

#define MIN_WIDTH_PX 100
#define TITLE_STEP   (23 * FR_PX) /* from a line of the title to the next */
#define FOOT_STEP    (18 * FR_PX) /* from a line of the foot to the next */
#define SWATCH       (11 * FR_PX) /* side of a legend's square */
#define WIDE_SWATCH  (20 * FR_PX)
#define SWATCH_GAP   (5 * FR_PX)  /* from the square to its title */
#define RAMP_STEP    (4 * FR_PX)  /* width of a colour of a ramp */
#define ENTRY_GAP    (17 * FR_PX) /* from an entry to the next */
#define MOST_BROKEN  4            /* lines of a text that break at a space; later ones are cut */

/* A line of text from the left margin, cut where it is too wide. */
static void add_line(fr_scene *scene, fr_text_role role, int32_t y, fr_bytes text, bool goes_on)
{
    bool fits = role_width(role, text) <= plot_room(scene);
    fr_bytes cut =
        fits ? text
             : fr_label_cut(&scene->text, text, role_size(role), plot_room(scene), FR_TRUNCATE_END);

    if (!cut.at ||
        !fr_scene_add_text(scene, role, FR_ANCHOR_START, FR_MARGIN, y, fr_scene_keep(scene, cut)))
        return;
    scene->texts[scene->n_texts - 1].goes_on = goes_on;
    if (!fits)
        scene->texts[scene->n_texts - 1].whole = fr_scene_keep(scene, text);
}

/* ---- header ---- */

/* Position of the next separator from `from` on, or the length. */
static size_t next_separator(fr_bytes text, size_t from)
{
    fr_bytes separator = FR_LITERAL(FR_SEPARATOR);

    for (size_t i = from; i + separator.len <= text.len; i++)
        if (memcmp(text.at + i, separator.at, separator.len) == 0)
            return i;
    return text.len;
}

/* Length of the first parts of `text` that fit a line together; at least one part. */
static size_t parts_that_fit(const fr_scene *scene, fr_text_role role, fr_bytes text)
{
    size_t fits = next_separator(text, 0);

    for (size_t end = fits; end < text.len;) {
        end = next_separator(text, end + 1);
        if (role_width(role, (fr_bytes){text.at, end}) > plot_room(scene))
            break;
        fits = end;
    }
    return fits;
}

/* Length of the first words of `text` that fit a line together; 0 where the first one does not. */
static size_t words_that_fit(const fr_scene *scene, fr_text_role role, fr_bytes text)
{
    size_t fits = 0;

    for (size_t i = 1; i < text.len; i++) {
        if (text.at[i] != ' ')
            continue;
        if (role_width(role, (fr_bytes){text.at, i}) > plot_room(scene))
            break;
        fits = i;
    }
    return fits;
}

bool fr_furnish_check_width(uint32_t width_px, uint32_t most, fr_error *err)
{
    return (width_px >= MIN_WIDTH_PX && width_px <= most) ||
           fr_fail(err, FR_E_USAGE, 0, 0, "the width is %u px, expected %d to %u",
                   (unsigned)width_px, MIN_WIDTH_PX, (unsigned)most);
}

const char *fr_furnish_caution(fr_scene *scene, const char *subtitle, const char *caution)
{
    return *caution
               ? fr_scene_say(scene, "{}{}{}", subtitle, *subtitle ? FR_SEPARATOR : "", caution)
               : subtitle;
}

/* A text that breaks at its dots, and at spaces where a part is wider than the room, from the baseline
 * y on. Returns the baseline of its last line. */
static int32_t add_lines(fr_scene *scene, fr_text_role role, int32_t y, int32_t step, fr_bytes rest)
{
    bool goes_on = false;

    for (size_t line = 0; rest.len; line++) {
        size_t n = parts_that_fit(scene, role, rest), skip = sizeof FR_SEPARATOR - 1, words = 0;
        if (line < MOST_BROKEN && role_width(role, (fr_bytes){rest.at, n}) > plot_room(scene))
            words = words_that_fit(scene, role, (fr_bytes){rest.at, n});
        if (words) {
            n = words;
            skip = 1;
        }
        y += line ? step : 0;
        add_line(scene, role, y, (fr_bytes){rest.at, n}, goes_on);
        goes_on = words > 0;
        n += n < rest.len ? skip : 0;
        rest = (fr_bytes){rest.at + n, rest.len - n};
    }
    return y;
}

int32_t fr_furnish_header(fr_scene *scene, const char *title, const char *subtitle)
{
    title = scene->spared >= FR_SPARED_TITLE ? "" : title;
    subtitle = scene->spared >= FR_SPARED_SUBTITLE ? "" : subtitle;

    int32_t y = *title ? 33 * FR_PX : 13 * FR_PX;
    y = add_lines(scene, FR_TEXT_TITLE, y, TITLE_STEP, fr_bytes_of(title));
    y += *subtitle ? 20 * FR_PX : 0;
    y = add_lines(scene, FR_TEXT_SUBTITLE, y, 16 * FR_PX, fr_bytes_of(subtitle));
    return y + 21 * FR_PX;
}

/* ---- foot ---- */

static int32_t legend_text(fr_scene *scene, int32_t x, int32_t y, const char *text)
{
    int32_t room = right_edge(scene) - x;

    if (role_width(FR_TEXT_LEGEND, fr_bytes_of(text)) > room)
        text = fr_scene_keep(scene, fr_label_cut(&scene->text, fr_bytes_of(text),
                                                 role_size(FR_TEXT_LEGEND), room, FR_TRUNCATE_END));
    fr_scene_add_text(scene, FR_TEXT_LEGEND, FR_ANCHOR_START, x, y, text);
    return x + role_width(FR_TEXT_LEGEND, fr_bytes_of(text));
}

/* before [||||||||] title: each colour is as wide as the words beside it leave. */
static int32_t add_ramp(fr_scene *scene, int32_t x, int32_t y, const fr_legend_entry *entry)
{
    int32_t words = role_width(FR_TEXT_LEGEND, fr_bytes_of(entry->before)) +
                    role_width(FR_TEXT_LEGEND, fr_bytes_of(entry->title));
    int32_t room = right_edge(scene) - FR_MARGIN - words - 3 * SWATCH_GAP;
    int32_t step = room / (int32_t)entry->n_ramp / FR_PX * FR_PX;

    step = step < FR_PX ? FR_PX : step < RAMP_STEP ? step : RAMP_STEP;
    x = (legend_text(scene, x, y, entry->before) + SWATCH_GAP) / FR_PX * FR_PX;
    for (size_t i = 0; i < entry->n_ramp; i++, x += step)
        fr_scene_add_swatch(scene,
                            (fr_scene_swatch){.x = x,
                                              .y = y - 9 * FR_PX,
                                              .w = step,
                                              .h = SWATCH,
                                              .fill = entry->ramp[i].fill,
                                              .title = i == 0                  ? entry->before
                                                       : i + 1 < entry->n_ramp ? ""
                                                                               : entry->title,
                                              .marks = entry->ramp[i].marks,
                                              .joined = true});
    return legend_text(scene, x + SWATCH_GAP, y, entry->title);
}

/* Wider where a pattern is to be seen. */
static int32_t swatch_width(const fr_legend_entry *entry)
{
    return entry->marks & (FR_MARK_NEW | FR_MARK_GONE) ? WIDE_SWATCH : SWATCH;
}

static int32_t add_colour(fr_scene *scene, int32_t x, int32_t y, const fr_legend_entry *entry)
{
    fr_scene_add_swatch(scene, (fr_scene_swatch){.x = x,
                                                 .y = y - 9 * FR_PX,
                                                 .w = swatch_width(entry),
                                                 .h = SWATCH,
                                                 .fill = entry->fill,
                                                 .title = entry->title,
                                                 .marks = entry->marks});
    return legend_text(scene, x + swatch_width(entry) + SWATCH_GAP, y, entry->title);
}

static int32_t entry_width(const fr_legend_entry *entry)
{
    int32_t text = SWATCH_GAP + role_width(FR_TEXT_LEGEND, fr_bytes_of(entry->title));

    return entry->ramp ? text + SWATCH_GAP + (int32_t)entry->n_ramp * RAMP_STEP +
                             role_width(FR_TEXT_LEGEND, fr_bytes_of(entry->before))
                       : text + swatch_width(entry);
}

/* The legend in as many lines as it needs, the first on the baseline *y, which is moved to the
 * last. Returns the right end of the last line. */
static int32_t add_legend(fr_scene *scene, int32_t *y, const fr_legend_entry *legend, size_t n)
{
    int32_t x = FR_MARGIN;

    for (size_t i = 0; i < n; i++) {
        if (x > FR_MARGIN && x + entry_width(&legend[i]) > right_edge(scene)) {
            x = FR_MARGIN;
            *y += FOOT_STEP;
        }
        x = (legend[i].ramp ? add_ramp : add_colour)(scene, x, *y, &legend[i]) + ENTRY_GAP;
    }
    return x > FR_MARGIN ? x - ENTRY_GAP : x;
}

int32_t fr_furnish_foot(fr_scene *scene, int32_t y, const fr_legend_entry *legend, size_t n,
                        const char *statement, const char *note)
{
    int32_t width = role_width(FR_TEXT_STATEMENT, fr_bytes_of(statement));

    n = scene->spared >= FR_SPARED_LEGEND ? 0 : n;
    y += 20 * FR_PX;
    int32_t end = add_legend(scene, &y, legend, n);
    if (end + 24 * FR_PX + width <= right_edge(scene)) {
        fr_scene_add_text(scene, FR_TEXT_STATEMENT, FR_ANCHOR_END, right_edge(scene), y, statement);
    } else {
        y += n ? FOOT_STEP : 0;
        y = add_lines(scene, FR_TEXT_STATEMENT, y, 16 * FR_PX, fr_bytes_of(statement));
    }
    if (*note) {
        y += FOOT_STEP;
        y = add_lines(scene, FR_TEXT_NOTE, y, 15 * FR_PX, fr_bytes_of(note));
    }
    return y + 24 * FR_PX;
}

/* ---- axes: shares of the whole, or seconds of a chart ---- */

#define WIDE_SPACE (10 * FR_PX) /* between two labels of the axis, at least */
#define WHOLE_PPM  INT64_C(1000000)

/* Steps between ticks, in millionths of the whole. */
static const int64_t tick_steps[] = {250000, 200000, 100000, 50000, 20000, 10000, 5000, 2000, 1000,
                                     500,    200,    100,    50,    20,    10,    5,    2,    1};

/* The widest step that gives at least three intervals; whole quarters for the whole. */
static int64_t tick_step(int64_t end_ppm)
{
    size_t i = 0;

    while (i + 1 < sizeof tick_steps / sizeof *tick_steps && tick_steps[i] * 3 > end_ppm)
        i++;
    return tick_steps[i];
}

/* Decimals of the ticks in percent, at least one: 2 of a step of 0.05 %. */
static uint32_t tick_places(int64_t step)
{
    uint32_t places = 1;

    for (int64_t tenth = 1000; tenth > step; tenth /= 10)
        places++;
    return places;
}

/* "25 %" of 250000. */
static const char *tick_text(fr_scene *scene, int64_t ppm)
{
    return fr_scene_say(scene, "{}", fr_as_measure(ppm, 4, "%"));
}

/* The place of an axis: ticks from y0 to y1, texts on the baseline y. */
typedef struct axis {
    fr_scene *scene;
    int32_t y0, y1, baseline;
    int32_t free_from, free_to; /* where a further label has room */
} axis;

/* The line stands on half a px within the plot, so that it is one px and no blur. */
static void add_tick(const axis *a, int32_t x, fr_anchor anchor, const char *text)
{
    int32_t at = (anchor == FR_ANCHOR_END ? x - FR_PX : x) / FR_PX * FR_PX + FR_PX / 2;

    fr_scene_add_line(a->scene, (fr_scene_line){at, a->y0, at, a->y1, .muted = true});
    fr_scene_add_text(a->scene, FR_TEXT_AXIS, anchor, x, a->baseline, text);
}

/* A tick between the ends, omitted where its label would touch another. */
static void add_inner_tick(axis *a, int32_t x, const char *text)
{
    int32_t half = role_width(FR_TEXT_AXIS, fr_bytes_of(text)) / 2 + WIDE_SPACE;

    if (x - half < a->free_from || x + half > a->free_to)
        return;
    add_tick(a, x, FR_ANCHOR_MIDDLE, text);
    a->free_from = x + half - WIDE_SPACE;
}

/* An axis below the edge y, or above it, with the tick of its left end. */
static axis begin_axis(fr_scene *scene, int32_t y, bool above, const char *zero)
{
    axis a = {scene, y + 3 * FR_PX, y + 8 * FR_PX, y + 19 * FR_PX, 0, 0};

    if (above)
        a = (axis){scene, y - 8 * FR_PX, y - 3 * FR_PX, y - 11 * FR_PX, 0, 0};
    a.free_from = FR_MARGIN + role_width(FR_TEXT_AXIS, fr_bytes_of(zero));
    add_tick(&a, FR_MARGIN, FR_ANCHOR_START, zero);
    return a;
}

void fr_furnish_axis(fr_scene *scene, int32_t y, bool above, int64_t part, int64_t whole)
{
    int64_t end = (int64_t)((fr_i128)part * WHOLE_PPM / whole), step = tick_step(end);
    char share[FR_NUMBER_MAX];
    const char *last = tick_text(scene, WHOLE_PPM);
    axis a = begin_axis(scene, y, above, tick_text(scene, 0));

    if (part != whole)
        last = fr_scene_keep(scene,
                             fr_bytes_of(fr_format_share(share, part, whole, tick_places(step))));
    a.free_to = right_edge(scene) - role_width(FR_TEXT_AXIS, fr_bytes_of(last));
    for (int64_t at = step; at < end && a.free_from < a.free_to; at += step) {
        fr_i128 x = (fr_i128)at * whole * plot_room(scene) / ((fr_i128)part * WHOLE_PPM);
        add_inner_tick(&a, FR_MARGIN + (int32_t)x, tick_text(scene, at));
    }
    add_tick(&a, right_edge(scene), FR_ANCHOR_END, last);
}

#define TIME_TICKS 8 /* at most */

/* 1, 2 or 5 times a power of ten ns. */
static int64_t time_step(int64_t span)
{
    static const int64_t next[] = {2, 5, 10};
    int64_t power = 1, step = 1;

    for (size_t i = 0; step <= (span - 1) / TIME_TICKS; i++) {
        step = power * next[i % 3];
        power *= i % 3 == 2 ? 10 : 1;
    }
    return step;
}

/* "0.25 s" */
static const char *time_text(fr_scene *scene, int64_t ns)
{
    return fr_scene_say(scene, "{}", fr_as_measure(ns, 9, "s"));
}

void fr_furnish_time_axis(fr_scene *scene, int32_t y, bool above, int64_t span)
{
    int64_t step = time_step(span);
    axis a = begin_axis(scene, y, above, time_text(scene, 0));

    a.free_to = right_edge(scene) + FR_MARGIN;
    for (int64_t at = step; at <= span; at += step) {
        fr_i128 x = (fr_i128)at * plot_room(scene) / span;
        add_inner_tick(&a, FR_MARGIN + (int32_t)x, time_text(scene, at));
        if (at > span - step) /* a step more may be more than 63 bits */
            break;
    }
}
