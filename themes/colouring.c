/* colouring.c - the table of what colours a box. Adding a palette is a row. */
#include "themes/colouring.h"

/* ---- by kind: what a frame is, and within that its name ---- */

_Static_assert(FR_N_CLASSES *FR_STEPS <= FR_MAX_PALETTE, "the palette holds all fills");

static uint32_t place_by_kind(const fr_coloured *frame)
{
    fr_class c = fr_class_of(frame->name, frame->kind, frame->is_root);

    return c * FR_STEPS + (frame->is_root ? 0 : fr_name_step(frame->name));
}

static fr_theme_fill fill_of_class(const fr_theme *theme, uint32_t place)
{
    return fr_theme_fill_of(theme, (fr_class)(place / FR_STEPS), place % FR_STEPS);
}

static const char *title_of_class(uint32_t entry)
{
    return fr_class_title((fr_class)entry);
}

/* ---- the table ---- */

static const fr_colouring colourings[] = {
    {"kind", FR_N_CLASSES *FR_STEPS, FR_STEPS, place_by_kind, fill_of_class, title_of_class},
};

#define N_COLOURINGS (sizeof colourings / sizeof *colourings)

const fr_colouring *fr_colouring_find(const char *name, fr_error *err)
{
    for (size_t i = 0; i < N_COLOURINGS; i++)
        if (!name || strcmp(colourings[i].name, name) == 0)
            return &colourings[i];
    fr_fail(err, FR_E_USAGE, 0, 0, "boxes are not coloured by '%.64s'", name);
    return NULL;
}
