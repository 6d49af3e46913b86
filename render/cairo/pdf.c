/*
 * pdf.c - the picture as a page of its size: vector shapes, texts that can be selected and searched.
 *
 *     units of the scene (0.1 px) --x 0.075--> points (1/72 inch; a px is 0.75 of them) --cairo--> PDF
 *
 * With --paper it is a sheet: the picture as large as it fits, and below it the functions in two columns.
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
#include <stdlib.h>

#include "base/number.h"
#include "base/short_name.h"
#include "render/cairo/cairo_paint.h"
#include "render/change_words.h"
#include "render/measure.h"

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

/* ---- sheets of paper ---- */

#define ROW         (13 * FR_PX) /* of the table of functions */
#define BAR         (36 * FR_PX) /* its longest bar */
#define SHARES      (40 * FR_PX) /* a column of shares */
#define GUTTER      (20 * FR_PX) /* between the two columns of rows */
#define MARGIN      (20 * FR_PX)
#define BASELINE    (10 * FR_PX) /* of a row */
#define BASE        (46 * FR_PX) /* the end of shares of a differential: base, */
#define BASE_TO_NEW (38 * FR_PX) /* ... and new */
#define SQUARE      (4 * FR_PX)  /* of the colour of a change */
#define NAME_SIZE   105
#define MOST_ROWS   15

static const struct {
    double width, height; /* points, upright */
} sheets[] = {[FR_PAPER_NONE] = {0, 0},
              [FR_PAPER_A4] = {595.28, 841.89},
              [FR_PAPER_A3] = {841.89, 1190.55},
              [FR_PAPER_LETTER] = {612, 792}};

/* A page: points, and how many of them a unit of the scene is. */
typedef struct page {
    double width, height, scale;
} page;

/* Functions that the table lists: those with the largest self, or those that changed. */
static size_t count_functions(const fr_scene *scene)
{
    return scene->sides ? fr_sides_count_seen(scene->sides) : scene->top.n;
}

/* Returns points a unit where a sheet shows the picture and, below it, the functions that it would like to show. */
static double fit(const fr_scene *scene, double width, double height)
{
    size_t n = count_functions(scene);
    int32_t rows = n < 2 * MOST_ROWS ? (int32_t)(n + 1) / 2 : MOST_ROWS;
    int32_t table = rows ? (rows + 1) * ROW + MARGIN : 0;
    double across = width / scene->width, down = height / (scene->height + table);

    return across < down ? across : down;
}

/* The sheet lies as the picture is the larger on it, above its functions. */
static page page_of(const fr_scene *scene, fr_paper paper)
{
    double width = sheets[paper].width, height = sheets[paper].height;
    if (paper == FR_PAPER_NONE)
        return (page){scene->width * POINTS_A_UNIT, scene->height * POINTS_A_UNIT, POINTS_A_UNIT};
    double upright = fit(scene, width, height), across = fit(scene, height, width);
    return across > upright ? (page){height, width, across} : (page){width, height, upright};
}

static void add_words(fr_scene *s, fr_anchor anchor, int32_t x, int32_t y, const char *words)
{
    fr_scene_add_text(s, FR_TEXT_AXIS, anchor, x, y, words);
}

/* Returns where the last column of numbers ends: those of a differential are wider. */
static int32_t numbers_end(const fr_scene *s)
{
    return BAR + 2 * SHARES + (s->sides ? 10 * FR_PX : 0);
}

/* The name of a row that begins at `x` and is `width` wide. */
static void add_name(fr_scene *s, const char *name, int32_t x, int32_t y, int32_t width)
{
    int32_t from = x + numbers_end(s) + 6 * FR_PX;
    fr_bytes cut = fr_label_cut(&s->text, fr_short_name(fr_bytes_of(name), 60, &s->text), NAME_SIZE,
                                x + width - from, FR_TRUNCATE_MIDDLE);

    add_words(s, FR_ANCHOR_START, from, y, cut.at ? fr_scene_keep(s, cut) : "");
}

/* "# 7.8 %  23.7 %  +17.3  words" */
static void add_change(fr_scene *s, const fr_side_function *f, int32_t x, int32_t y, int32_t width)
{
    const fr_sides *sides = s->sides;
    const fr_change *c = f->total.seen ? &f->total : &f->self;
    char to[FR_NUMBER_MAX];

    fr_scene_add_bar(
        s, (fr_scene_bar){
               .x = x, .y = y + 2 * FR_PX, .w = SQUARE, .h = ROW - 4 * FR_PX, .fill = f->fill});
    y += BASELINE;
    add_words(s, FR_ANCHOR_END, x + BASE, y, fr_format_share(to, c->base, sides->base_whole, 1));
    add_words(s, FR_ANCHOR_END, x + BASE + BASE_TO_NEW, y,
              fr_format_share(to, c->new_, sides->new_whole, 1));
    add_words(s, FR_ANCHOR_END, x + numbers_end(s), y, fr_format_sign(to, sides, c, false));
    add_name(s, f->name, x, y, width);
}

/* "=== 13.0 %  13.0 %  clear_page_erms" */
static void add_own(fr_scene *s, const fr_scene_top_row *row, int32_t x, int32_t y, int32_t width)
{
    char to[FR_NUMBER_MAX];
    int64_t most = s->top.rows[0].self;

    fr_scene_add_bar(s,
                     (fr_scene_bar){.x = x,
                                    .y = y + 2 * FR_PX,
                                    .w = most > 0 ? (int32_t)((fr_i128)row->self * BAR / most) : 0,
                                    .h = ROW - 4 * FR_PX,
                                    .fill = row->fill});
    add_words(s, FR_ANCHOR_END, x + BAR + SHARES, y + BASELINE,
              fr_format_share(to, row->self, s->whole, 1));
    add_words(s, FR_ANCHOR_END, x + BAR + 2 * SHARES, y + BASELINE,
              fr_format_share(to, row->total, s->whole, 1));
    add_name(s, row->name, x, y + BASELINE, width);
}

/* The functions in two columns below the picture, as many as the sheet has room for. */
static void add_table(fr_scene *s, const page *p)
{
    int32_t bottom = (int32_t)(p->height / p->scale) - MARGIN, top = s->height + ROW;
    int32_t n = (int32_t)count_functions(s), room = (bottom - top) / ROW, half = (n + 1) / 2;
    int32_t width = (s->width - 2 * MARGIN - GUTTER) / 2;

    half = half < room ? half : room;
    for (int32_t column = 0; column < 2 && column * half < n && half > 0; column++) {
        int32_t x = MARGIN + column * (width + GUTTER), head = top - 3 * FR_PX;
        if (s->sides)
            add_words(s, FR_ANCHOR_END, x + BASE, head, "base");
        add_words(s, FR_ANCHOR_END, x + (s->sides ? BASE + BASE_TO_NEW : BAR + SHARES), head,
                  s->sides ? "new" : s->own_title);
        add_words(s, FR_ANCHOR_END, x + numbers_end(s), head, s->sides ? "change" : "total");
        add_words(s, FR_ANCHOR_START, x + numbers_end(s) + 6 * FR_PX, head, "function");
        for (int32_t i = column * half; i < (column + 1) * half && i < n; i++) {
            int32_t y = top + (i - column * half) * ROW;
            if (s->sides)
                add_change(s, &s->sides->functions[i], x, y, width);
            else
                add_own(s, &s->top.rows[i], x, y, width);
        }
    }
}

/* A copy of the scene that may get more texts and bars, and owns them. */
static bool copy_furniture(fr_scene *sheet, const fr_scene *scene)
{
    *sheet = *scene;
    sheet->text = (fr_arena){0};
    sheet->texts = malloc((scene->n_texts + 1) * sizeof *sheet->texts);
    sheet->bars = malloc((scene->n_bars + 1) * sizeof *sheet->bars);
    sheet->cap_texts = scene->n_texts + 1;
    sheet->cap_bars = scene->n_bars + 1;
    if (sheet->texts && scene->n_texts)
        memcpy(sheet->texts, scene->texts, scene->n_texts * sizeof *sheet->texts);
    if (sheet->bars && scene->n_bars)
        memcpy(sheet->bars, scene->bars, scene->n_bars * sizeof *sheet->bars);
    return sheet->texts && sheet->bars;
}

/* ---- the page ---- */

static bool check_size(const fr_scene *scene, fr_output *out)
{
    double width = scene->width * POINTS_A_UNIT, height = scene->height * POINTS_A_UNIT;

    if (width <= SIDE_MAX && height <= SIDE_MAX)
        return true;
    fr_output_fail(out, FR_E_LIMIT, "a PDF page of %.0f x %.0f points is over %d a side", width,
                   height, SIDE_MAX);
    fr_output_hint(out, "%s; SVG has no such limit", fr_cairo_smaller(scene, width > SIDE_MAX));
    return false;
}

static void paint_page(const fr_scene *scene, const page *p, fr_output *out)
{
    sink s = {.out = out};
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(write_part, &s, p->width, p->height);

    const char *title = "";

    for (size_t i = scene->n_texts; i-- > 0;)
        if (scene->texts[i].role == FR_TEXT_TITLE)
            title = scene->texts[i].whole;
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, scene->description);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "flamerender");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, ""); /* none */
    (void)fr_cairo_paint(scene, surface, p->scale, false, out); /* its failure is in `out` */
    cairo_surface_finish(surface);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS ||
        memcmp(s.tail, END, sizeof s.tail) != 0)
        fr_output_fail(out, FR_E_LIMIT, "out of memory"); /* no news to a failed output */
    cairo_surface_destroy(surface);
}

void fr_pdf_paint(const fr_scene *scene, const fr_write_options *opt, fr_output *out)
{
    page p = page_of(scene, opt->paper);

    if (fr_output_failed(out) || (!opt->paper && !check_size(scene, out)))
        return;
    if (opt->paper) {
        fr_scene sheet;

        if (copy_furniture(&sheet, scene)) {
            add_table(&sheet, &p);
            paint_page(&sheet, &p, out);
        }
        if (sheet.failed || !sheet.texts || !sheet.bars)
            fr_output_fail(out, FR_E_LIMIT, "out of memory");
        fr_arena_reset(&sheet.text);
        free(sheet.texts);
        free(sheet.bars);
    } else {
        paint_page(scene, &p, out);
    }
}
