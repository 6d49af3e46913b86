/* furniture.c - header and foot of a picture. */
#include "render/layout/furniture.h"

#include "base/output.h"
#include "render/layout/furniture_text.h"

#define TITLE_STEP  (23 * FR_PX) /* from a line of the title to the next */
#define SEPARATOR   " \xc2\xb7 " /* between the parts of a subtitle */
#define FOOT_STEP   (18 * FR_PX) /* from a line of the foot to the next */
#define SWATCH      (11 * FR_PX) /* side of a legend's square */
#define WIDE_SWATCH (20 * FR_PX)
#define SWATCH_GAP  (5 * FR_PX)  /* from the square to its title */
#define RAMP_STEP   (4 * FR_PX)  /* width of a colour of a ramp */
#define ENTRY_GAP   (17 * FR_PX) /* from an entry to the next */
#define MOST_BROKEN 4            /* lines of a text that break at a space; later ones are cut */

/* A line of text from the left margin, cut where it is too wide. */
static void add_line(fr_scene *scene, fr_text_role role, int32_t y, fr_bytes text, bool goes_on)
{
    bool fits = fr_role_width(role, text) <= fr_plot_room(scene);
    fr_bytes cut = fits ? text
                        : fr_label_cut(&scene->text, text, fr_role_size(role), fr_plot_room(scene),
                                       FR_TRUNCATE_END);

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
    fr_bytes separator = FR_LITERAL(SEPARATOR);

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
        if (fr_role_width(role, (fr_bytes){text.at, end}) > fr_plot_room(scene))
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
        if (fr_role_width(role, (fr_bytes){text.at, i}) > fr_plot_room(scene))
            break;
        fits = i;
    }
    return fits;
}

const char *fr_furnish_caution(fr_scene *scene, const char *subtitle, const char *caution)
{
    fr_output *out;
    const char *bytes, *kept = "";
    size_t len = 0;

    if (!*caution)
        return subtitle;
    out = fr_output_memory();
    if (out) {
        fr_put_text(out, subtitle);
        fr_put_text(out, *subtitle ? SEPARATOR : "");
        fr_put_text(out, caution);
    }
    bytes = out ? fr_output_bytes(out, &len) : NULL;
    if (bytes)
        kept = fr_scene_keep(scene, (fr_bytes){bytes, len});
    else
        scene->failed = true;
    fr_output_free(out);
    return kept;
}

/* A text that breaks at its dots, and at spaces where a part is wider than the room, from the baseline
 * y on. Returns the baseline of its last line. */
static int32_t add_lines(fr_scene *scene, fr_text_role role, int32_t y, int32_t step, fr_bytes rest)
{
    bool goes_on = false;

    for (size_t line = 0; rest.len; line++) {
        size_t n = parts_that_fit(scene, role, rest), skip = sizeof SEPARATOR - 1, words = 0;
        if (line < MOST_BROKEN && fr_role_width(role, (fr_bytes){rest.at, n}) > fr_plot_room(scene))
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
    int32_t y = *title ? 33 * FR_PX : 13 * FR_PX;

    y = add_lines(scene, FR_TEXT_TITLE, y, TITLE_STEP, fr_bytes_of(title));
    y += *subtitle ? 20 * FR_PX : 0;
    y = add_lines(scene, FR_TEXT_SUBTITLE, y, 16 * FR_PX, fr_bytes_of(subtitle));
    return y + 21 * FR_PX;
}

/* ---- foot ---- */

static int32_t legend_text(fr_scene *scene, int32_t x, int32_t y, const char *text)
{
    int32_t room = fr_right_edge(scene) - x;

    if (fr_role_width(FR_TEXT_LEGEND, fr_bytes_of(text)) > room)
        text =
            fr_scene_keep(scene, fr_label_cut(&scene->text, fr_bytes_of(text),
                                              fr_role_size(FR_TEXT_LEGEND), room, FR_TRUNCATE_END));
    fr_scene_add_text(scene, FR_TEXT_LEGEND, FR_ANCHOR_START, x, y, text);
    return x + fr_role_width(FR_TEXT_LEGEND, fr_bytes_of(text));
}

/* Returns how wide each colour of a ramp is: as much as the words beside it leave. */
static int32_t ramp_step(const fr_scene *scene, const fr_legend_entry *entry)
{
    int32_t words = fr_role_width(FR_TEXT_LEGEND, fr_bytes_of(entry->before)) +
                    fr_role_width(FR_TEXT_LEGEND, fr_bytes_of(entry->title));
    int32_t room = fr_right_edge(scene) - FR_MARGIN - words - 3 * SWATCH_GAP;
    int32_t step = room / (int32_t)entry->n_ramp / FR_PX * FR_PX;

    return step < FR_PX ? FR_PX : step < RAMP_STEP ? step : RAMP_STEP;
}

/* before [||||||||] title */
static int32_t add_ramp(fr_scene *scene, int32_t x, int32_t y, const fr_legend_entry *entry)
{
    int32_t step = ramp_step(scene, entry);

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
    int32_t text = SWATCH_GAP + fr_role_width(FR_TEXT_LEGEND, fr_bytes_of(entry->title));

    return entry->ramp ? text + SWATCH_GAP + (int32_t)entry->n_ramp * RAMP_STEP +
                             fr_role_width(FR_TEXT_LEGEND, fr_bytes_of(entry->before))
                       : text + swatch_width(entry);
}

/* The legend in as many lines as it needs, the first on the baseline *y, which is moved to the
 * last. Returns the right end of the last line. */
static int32_t add_legend(fr_scene *scene, int32_t *y, const fr_legend_entry *legend, size_t n)
{
    int32_t x = FR_MARGIN;

    for (size_t i = 0; i < n; i++) {
        if (x > FR_MARGIN && x + entry_width(&legend[i]) > fr_right_edge(scene)) {
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
    int32_t width = fr_role_width(FR_TEXT_STATEMENT, fr_bytes_of(statement)), end;

    y += 20 * FR_PX;
    end = add_legend(scene, &y, legend, n);
    if (end + 24 * FR_PX + width <= fr_right_edge(scene)) {
        fr_scene_add_text(scene, FR_TEXT_STATEMENT, FR_ANCHOR_END, fr_right_edge(scene), y,
                          statement);
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
