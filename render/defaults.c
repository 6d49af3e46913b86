/*
 * defaults.c - the _DEFAULTS initializers of the public headers as values, for languages that warn of initializers that
 * leave members out.
 */
#include "flamerender.h"
#include "flamerender_trend.h"

#define RETURN_DEFAULTS(type, function, initializer)                                               \
    type function(void)                                                                            \
    {                                                                                              \
        return (type)initializer;                                                                  \
    }

RETURN_DEFAULTS(fr_limits, fr_limits_defaults, FR_LIMITS_DEFAULTS)
RETURN_DEFAULTS(fr_read_options, fr_read_defaults, FR_READ_DEFAULTS)
RETURN_DEFAULTS(fr_tree_options, fr_tree_defaults, FR_TREE_DEFAULTS)
RETURN_DEFAULTS(fr_flame_options, fr_flame_defaults, FR_FLAME_DEFAULTS)
RETURN_DEFAULTS(fr_write_options, fr_write_defaults, FR_WRITE_DEFAULTS)
RETURN_DEFAULTS(fr_select_options, fr_select_defaults, FR_SELECT_DEFAULTS)
RETURN_DEFAULTS(fr_transform_options, fr_transform_defaults, FR_TRANSFORM_DEFAULTS)
RETURN_DEFAULTS(fr_heat_options, fr_heat_defaults, FR_HEAT_DEFAULTS)
RETURN_DEFAULTS(fr_diff_options, fr_diff_defaults, FR_DIFF_DEFAULTS)
RETURN_DEFAULTS(fr_gate_options, fr_gate_defaults, FR_GATE_DEFAULTS)
RETURN_DEFAULTS(fr_top_options, fr_top_defaults, FR_TOP_DEFAULTS)
RETURN_DEFAULTS(fr_check_options, fr_check_defaults, FR_CHECK_DEFAULTS)
RETURN_DEFAULTS(fr_diff_report_options, fr_diff_report_defaults, FR_DIFF_REPORT_DEFAULTS)
RETURN_DEFAULTS(fr_trend_options, fr_trend_defaults, FR_TREND_DEFAULTS)
RETURN_DEFAULTS(fr_trend_report_options, fr_trend_report_defaults, FR_TREND_REPORT_DEFAULTS)
