/* no_cairo.c - PNG and PDF in a build without cairo (-DFR_CAIRO=OFF): a sentence instead of a picture. */
#include "render/backend.h"

static void refuse(const char *format, fr_output *out)
{
    fr_output_fail(out, FR_E_USAGE, "this build of flamerender has no cairo and writes no %s",
                   format);
}

void fr_png_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    (void)scene, (void)opt;
    refuse("PNG", out);
}

void fr_pdf_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    (void)scene, (void)opt;
    refuse("PDF", out);
}
