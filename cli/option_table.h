/*
 * option_table.h - how the text of an option becomes a member of struct options: one setter per kind.
 */
#ifndef FR_CLI_OPTION_TABLE_H
#define FR_CLI_OPTION_TABLE_H

#include "options.h"

typedef bool option_setter(struct options *opt, const struct option_row *row, const char *value,
                           fr_error *err);

option_setter set_flag;      /* bool, true */
option_setter set_text;      /* const char *, as it is */
option_setter set_list;      /* struct values, one more */
option_setter set_pattern;   /* const char *, not empty, once */
option_setter set_then;      /* struct rounds: takes opt->transform, which begins anew */
option_setter set_number;    /* uint32_t or uint64_t, digits only */
option_setter set_seconds;   /* uint32_t, whole seconds; "auto" is 0 */
option_setter set_size;      /* the same with K, M, G or T, of 1024 each */
option_setter set_weight;    /* a choice, or the name of a field -> read.perf.weight_field */
option_setter set_minwidth;  /* "0.1", "0.5px", "0.01%" -> flame.minwidth_ */
option_setter set_scale;     /* "2", "1.5" -> write.scale_percent */
option_setter set_normalize; /* "typical", "per:100,120" -> diff.normalize, diff.per_ */
option_setter set_points;    /* double, "0.1pp" or "0.1" */
option_setter set_percent;   /* "20%" -> 200000 */
option_setter set_fraction;  /* double, "5%" is 0.05, as is "0.05" */
option_setter set_named;     /* const char *, one of the names of row->name_at */
option_setter set_address;   /* const char *, "http://..." or "https://..." */
option_setter set_amount;    /* double above 0, or in the row's range: "1000", "0.5" */
option_setter set_colour;    /* const char *, one of the choices, or "#rrggbb" */
option_setter set_file_or;   /* const char *, or row->instead */
option_setter set_choice;    /* an enum, by name or, for SETS and MAYBE, the row's value */

/* "0.1", "2px", "0.01%" in millionths; false where it is no such thing or finer than a
 * millionth. */
bool parse_minwidth(const char *text, int64_t *millionths, bool *percent);
/* "2", "1.5", "0.25" in percent; false where it is no such thing, finer than a percent, under 0.25
 * or over 16. */
/* A share in ppm: "20%", "0.5%". */
bool parse_percent(const char *text, int64_t *ppm);
bool parse_scale(const char *text, uint32_t *percent);
/* "4096", "64K", "4GiB"; false where it is no such thing or too large. */
bool parse_size(const char *text, uint64_t *size);

#endif
