/*
 * granularity.h - what makes two frames one: the fields that a granularity ignores are erased, as pprof's Aggregate()
 * does, and the other fields are written into the name.
 *
 *     functions      main.run
 *     filefunctions  main.run /src/run.go
 *     files          /src/run.go
 *     lines          main.run /src/run.go:12
 *     addresses      00000000004011d6 main.run /src/run.go:12
 */
#ifndef FR_MODEL_GRANULARITY_H
#define FR_MODEL_GRANULARITY_H

#include "model/build/builder.h"

/* Returns, for each frame of the profile, the frame of the builder that it becomes (itself where nothing is asked
 * for), added to the builder, which has the profile's frames. malloc'ed; NULL when memory ran out. */
uint32_t *fr_granularity_map(fr_builder *b, const fr_profile *profile,
                             const fr_transform_options *opt);

#endif
