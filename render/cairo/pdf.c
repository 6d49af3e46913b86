/*
 * pdf.c - the picture as a page of its size: vector shapes, texts that can be selected and searched.
 *
 *     units of the scene (0.1 px) --x 0.075--> points (1/72 inch; a px is 0.75 of them) --cairo--> PDF
 *
 * The page has a title and no date, so that the same picture gives the same bytes. The oldest version
 * of PDF that has all that is needed is written: newer ones differ more between versions of cairo.
 *
 * Where memory runs out, cairo and pango may end the process: the output then keeps what it had. While
 * it writes fonts, cairo (1.16) may also lose the failure, so the end of the page is looked at.
 *
 * PDF 1.4, https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/pdfreference1.4.pdf, written
 * by cairo. Deliberately absent: pages larger than viewers show (UserUnit, which cairo does not write).
 */
#include <cairo-pdf.h>

#include "render/backend.h"
#include "render/cairo/cairo_paint.h"

#define POINTS_A_UNIT 0.075 /* a px is 1/96 inch */
#define SIDE_MAX      14400 /* points: PDF 1.4, appendix C */

#define END "%%EOF\n"

typedef struct sink {
    fr_output *out;
    char tail[sizeof END - 1]; /* the last bytes written */
} sink;

static cairo_status_t write_part(void *arg, const unsigned char *bytes, unsigned len)
{
    sink *s = arg;
    size_t kept = len < sizeof s->tail ? sizeof s->tail - len : 0;

    memmove(s->tail, s->tail + sizeof s->tail - kept, kept);
    memcpy(s->tail + kept, bytes + len - (sizeof s->tail - kept), sizeof s->tail - kept);
    return fr_cairo_write(s->out, bytes, len);
}

static double points_of(int32_t length)
{
    return length * POINTS_A_UNIT;
}

static bool check_size(const fr_scene *scene, fr_output *out)
{
    double width = points_of(scene->width), height = points_of(scene->height);

    if (width <= SIDE_MAX && height <= SIDE_MAX)
        return true;
    fr_output_fail(out, FR_E_LIMIT, "a PDF page of %.0f x %.0f points is over %d a side", width,
                   height, SIDE_MAX);
    fr_output_hint(out, "%s; SVG has no such limit", fr_cairo_smaller(scene, width > SIDE_MAX));
    return false;
}

static void describe(const fr_scene *scene, cairo_surface_t *page)
{
    const char *title = "";

    for (size_t i = scene->n_texts; i-- > 0;)
        if (scene->texts[i].role == FR_TEXT_TITLE)
            title = scene->texts[i].whole;
    cairo_pdf_surface_restrict_to_version(page, CAIRO_PDF_VERSION_1_4);
    cairo_pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_TITLE, title);
    cairo_pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_SUBJECT, scene->description);
    cairo_pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_CREATOR, "flamerender");
    cairo_pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_CREATE_DATE, ""); /* none */
}

void fr_pdf_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    sink s = {.out = out};

    (void)opt;
    if (fr_output_failed(out) || !check_size(scene, out))
        return;
    cairo_surface_t *page = cairo_pdf_surface_create_for_stream(
        write_part, &s, points_of(scene->width), points_of(scene->height));
    describe(scene, page);
    (void)fr_cairo_paint(scene, page, POINTS_A_UNIT, false, out); /* its failure is in `out` */
    cairo_surface_finish(page);
    if (cairo_surface_status(page) != CAIRO_STATUS_SUCCESS ||
        memcmp(s.tail, END, sizeof s.tail) != 0)
        fr_output_fail(out, FR_E_LIMIT, "memory ran out"); /* no news to a failed output */
    cairo_surface_destroy(page);
}
