/* hosts.h - pictures for where they are shown: what fits there, and the text that shows it. */
#ifndef FLAMERENDER_CLI_HOSTS_H
#define FLAMERENDER_CLI_HOSTS_H

#include "destination.h"
#include "options.h"

#define ROWS_PAST_CHANGE 10 /* that stills and terminals show of a differential */

/* Refuses what a host does not show; chooses its own format where none was. FR_E_USAGE with the way out. */
FR_CHECKED bool host_check(const struct options *opt, struct destination *to, fr_error *err);
/* Makes the options those of a still where one is asked for: sizes of a host or a sheet, no script. */
void still_adapt(struct options *opt, const struct destination *to);

/* Draws a picture into `to`. */
typedef bool still_draw(void *arg, const struct options *opt, const struct destination *to,
                        fr_error *err);
/* Draws by `draw`, also the dark twin that a host wants, and says what is lost and how to show it. */
FR_CHECKED bool still_publish(struct options *opt, const struct destination *to, still_draw *draw,
                              void *arg, fr_error *err);

#endif
