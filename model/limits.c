/* limits.c - what a file may make large, by default, and the library's version. */
#include "model/build/builder_merge.h"

void fr_limits_init(fr_limits *limits)
{
    *limits = (fr_limits)FR_LIMITS_DEFAULTS;
}

void fr_limits_lift(fr_limits *limits)
{
    *limits = (fr_limits){
        .memory = UINT64_MAX,
        .name_bytes = UINT32_MAX,
        .stack_depth = UINT32_MAX,
        .nodes = UINT32_MAX,
    };
}

const char *fr_version(void)
{
    return FR_VERSION;
}
