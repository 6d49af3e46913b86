/*
 * defaults.c - the _DEFAULTS initializers of the public headers as values, for languages that warn of initializers that
 * leave members out.
 */
#include "flamerender.h"
#include "flamerender_trend.h"

fr_limits fr_limits_defaults(void)
{
    return (fr_limits)FR_LIMITS_DEFAULTS;
}

fr_read_options fr_read_defaults(void)
{
    return (fr_read_options)FR_READ_DEFAULTS;
}

fr_tree_options fr_tree_defaults(void)
{
    return (fr_tree_options)FR_TREE_DEFAULTS;
}

fr_flame_options fr_flame_defaults(void)
{
    return (fr_flame_options)FR_FLAME_DEFAULTS;
}

fr_write_options fr_write_defaults(void)
{
    return (fr_write_options)FR_WRITE_DEFAULTS;
}

fr_select_options fr_select_defaults(void)
{
    return (fr_select_options)FR_SELECT_DEFAULTS;
}

fr_transform_options fr_transform_defaults(void)
{
    return (fr_transform_options)FR_TRANSFORM_DEFAULTS;
}

fr_heat_options fr_heat_defaults(void)
{
    return (fr_heat_options)FR_HEAT_DEFAULTS;
}

fr_diff_options fr_diff_defaults(void)
{
    return (fr_diff_options)FR_DIFF_DEFAULTS;
}

fr_gate_options fr_gate_defaults(void)
{
    return (fr_gate_options)FR_GATE_DEFAULTS;
}

fr_top_options fr_top_defaults(void)
{
    return (fr_top_options)FR_TOP_DEFAULTS;
}

fr_check_options fr_check_defaults(void)
{
    return (fr_check_options)FR_CHECK_DEFAULTS;
}

fr_diff_report_options fr_diff_report_defaults(void)
{
    return (fr_diff_report_options)FR_DIFF_REPORT_DEFAULTS;
}

fr_trend_options fr_trend_defaults(void)
{
    return (fr_trend_options)FR_TREND_DEFAULTS;
}

fr_trend_report_options fr_trend_report_defaults(void)
{
    return (fr_trend_report_options)FR_TREND_REPORT_DEFAULTS;
}
