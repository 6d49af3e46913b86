/*
 * plan.h - how inputs are read for what a command line asks of them: fr_read_options.purpose.
 *
 *     top cpu.pb.gz                         FR_FOR_TOP
 *     render cpu.pb.gz -o cpu.svg           FR_FOR_PICTURE
 *     convert --functions *.pb.gz           FR_FOR_FUNCTIONS
 *     convert cpu.pb.gz -o again.pb.gz      FR_FOR_ADDRESSES
 *     top --focus=read cpu.pb.gz            FR_FOR_ANYTHING: so is all else
 *
 * The output is the same for every purpose but FR_FOR_ADDRESSES. A purpose that is too narrow is an error
 * of the library, never a wrong output.
 */
#ifndef FLAMERENDER_CLI_PLAN_H
#define FLAMERENDER_CLI_PLAN_H

#include "destination.h"
#include "options.h"

/* The options that inputs are read with. `to`: what is written; NULL: a run of a differential. */
fr_read_options plan_reading(const struct options *opt, const struct destination *to);
/* Whether an option asks for a transform. */
bool plan_transforms(const struct options *opt);
/* Whether a transform omits idle CPUs. */
bool plan_excludes_idle(const struct options *opt);
/* Whether a picture carries its profile: a page always does, a picture with a script as --data says. */
fr_data plan_data(const struct options *opt, const struct destination *to);

#endif
