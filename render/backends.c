/* backends.c - the table of picture back-ends. Adding one is a file and a row. */
#include "render/backend.h"

#define PAINTED (FR_FORMAT_DRAWN | FR_FORMAT_COLOURED)
#ifdef FR_NO_CAIRO
#define BY_CAIRO FR_FORMAT_ABSENT /* no_cairo.c */
#else
#define BY_CAIRO 0
#endif

static const fr_backend backends[] = {
    {{"svg", "SVG picture, right without script and in light and dark", "svg",
      FR_FORMAT_CARRIES_DATA | FR_FORMAT_DATA_OPTIONAL | FR_FORMAT_SCRIPTED | FR_FORMAT_STILL |
          PAINTED},
     fr_svg_paint},
    {{"html", "one page with the picture, its viewer, a table of functions and the profile",
      "html htm", FR_FORMAT_CARRIES_DATA | FR_FORMAT_SCRIPTED | FR_FORMAT_PAGE | PAINTED},
     fr_html_paint},
    {{"png", "PNG bitmap, at any --scale", "png",
      FR_FORMAT_BITMAP | FR_FORMAT_BINARY | FR_FORMAT_STILL | PAINTED | BY_CAIRO},
     fr_png_paint},
    {{"pdf", "PDF page of the picture's size, with texts that can be searched", "pdf",
      FR_FORMAT_BINARY | FR_FORMAT_STILL | FR_FORMAT_PAPER | PAINTED | BY_CAIRO},
     fr_pdf_paint},
    {{"term", "coloured blocks for a terminal, with the functions below", "ansi",
      FR_FORMAT_TERMINAL | FR_FORMAT_TABLE},
     fr_term_paint},
    {{"scene-json", "the boxes of the picture as JSON", "",
      FR_FORMAT_FOR_PROGRAMS | FR_FORMAT_DRAWN},
     fr_scene_json_paint},
    {{"text", "the boxes of the picture as an indented tree", "", 0}, fr_scene_text_paint},
    {{"palette", "the colours of names, for --cp: main->rgb(230,41,10)", "", 0},
     fr_palette_map_paint},
};

#define N_BACKENDS (sizeof backends / sizeof *backends)
#define N_LISTED   (N_BACKENDS - 1) /* a palette is no picture */

bool fr_picture_format_at(size_t index, fr_format_info *info)
{
    if (index >= N_LISTED)
        return false;
    *info = backends[index].info;
    info->flags |= FR_FORMAT_PICTURE;
    return true;
}

void fr_scene_write(const fr_scene *scene, const char *format, const fr_write_options *opt,
                    fr_output *out)
{
    fr_write_options defaults = FR_WRITE_DEFAULTS;

    if (!out)
        return;
    if (!scene) {
        fr_output_fail(out, FR_E_USAGE, "there is no scene");
        return;
    }
    for (size_t i = 0; i < N_BACKENDS; i++)
        if (strcmp(backends[i].info.name, format) == 0) {
            backends[i].paint(scene, opt ? opt : &defaults, out);
            return;
        }
    fr_output_fail(out, FR_E_USAGE, "unknown picture format '%.64s'", format);
}
