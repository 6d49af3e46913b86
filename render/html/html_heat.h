/* html_heat.h - what stands below the cells of a heatmap, for a page. */
#ifndef FR_RENDER_HTML_HEAT_H
#define FR_RENDER_HTML_HEAT_H

#include "render/scene.h"

/* A <ul> with the colours as one ramp between the words of its ends, and the other words of the legend. */
void fr_html_put_cells_legend(const fr_scene *scene, fr_output *out);
/* The note, and an <ol> of what stands out: links that select it. */
void fr_html_put_found(const fr_scene *scene, fr_output *out);

#endif
