/*
 * pprof_lines.h - whether files, lines and addresses can be left out of a pprof's frames for a picture
 * of it: fr_read_options.lines_until.
 */
#ifndef FR_FORMATS_PPROF_LINES_H
#define FR_FORMATS_PPROF_LINES_H

#include "formats/pprof/pprof_index.h"

/* After fr_pprof_index(). True where there are surely more stacks than `most` (their lines alone make so
 * many), and nothing but a tree of them asks for their frames. Fails nothing. */
bool fr_pprof_can_leave_lines(const fr_pprof *p, uint32_t most);

#endif
