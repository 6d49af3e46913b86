/*
 * report.h - rows and columns with units, and the sentences around them: what every table is before it is written.
 *
 *     title       Top functions by self
 *     subtitle    6 826 samples of cpu-clock in 68.9 s of recording
 *     columns     self (value)   self_share (share)   function (text)
 *     rows        1234           1234 of 6826         main
 *     notes       30 of 120 functions shown: 96.8 % of self
 *     verdict     (gates) total of main grew by 2.1 pp: more than 1 pp
 *
 *     fr_report *report = fr_report_new("top");
 *     fr_report_add_column(report, &(fr_report_column){.key = "self", ...});
 *     fr_report_add_value(report, 1234);
 *     return fr_report_finish(report, err);
 *
 * A report is a funnel: cells are added row by row in the order of the columns. After a failure every call does
 * nothing, and fr_report_finish() returns the failure. A report owns all its text, and repairs it when it is added.
 */
#ifndef FR_MODEL_REPORT_H
#define FR_MODEL_REPORT_H

#include "base/arena.h"
#include "base/fail.h"
#include "base/intern.h"
#include "base/sentence.h"

typedef enum fr_cell_kind {
    FR_CELL_TEXT,
    FR_CELL_VALUE,  /* an amount of the column's unit */
    FR_CELL_SHARE,  /* part of whole */
    FR_CELL_COUNT,  /* of things: functions, runs */
    FR_CELL_NUMBER, /* 2.1 pp, 1.9x: of 10^-decimals */
    FR_N_CELL_KINDS
} fr_cell_kind;

/* Keys are lower case, stable, and unique within a report: data outputs use them. */
typedef struct fr_report_column {
    const char *key;   /* "self_share" */
    const char *title; /* for people: "self %" */
    const char *unit;  /* VALUE: "ns"; NUMBER: "pp", "x"; else "" */
    fr_cell_kind kind;
    uint32_t decimals; /* VALUE, NUMBER: integers of 10^-decimals units */
    uint32_t places;   /* NUMBER: decimals that people are shown; at most `decimals` */
    bool is_change;    /* numbers are shown with their sign, +12 */
} fr_report_column;

typedef struct fr_cell {
    int64_t value; /* VALUE, COUNT, NUMBER; of a SHARE the part */
    int64_t whole; /* SHARE */
    uint32_t text; /* TEXT: id in texts */
    bool none;     /* NUMBER: there is none; JSON has null */
} fr_cell;

struct fr_report {
    const char *kind; /* "top": names what the rows are, static */
    fr_arena arena;   /* sentences, keys, titles */
    fr_names *texts;  /* of cells */
    const char *title, *subtitle;
    /* Unit that amounts of its kind are shown in to people; NULL: what suits each */
    const char *shown;
    const char *verdict; /* NULL: none */
    bool passed;         /* what the verdict says */
    fr_report_column *columns;
    size_t n_columns, cap_columns;
    fr_cell *cells; /* row-major */
    size_t n_cells, cap_cells;
    const char **notes;
    size_t n_notes, cap_notes;
    struct fr_report **sections; /* smaller tables below, by kind */
    size_t n_sections, cap_sections;
    bool full_names;   /* text and markdown show functions' names whole */
    uint32_t line;     /* columns of text that fit; 0: 100 */
    bool for_programs; /* a section that only JSON has: people read sentences */
    uint64_t n_all;    /* rows, those included that were omitted */
    fr_error err;      /* the first failure */
};

fr_report *fr_report_new(const char *kind); /* NULL when memory ran out */
void fr_report_add_column(fr_report *report, const fr_report_column *column);

void fr_report_add_text(fr_report *report, fr_bytes text);
void fr_report_add_value(fr_report *report, int64_t value);
void fr_report_add_count(fr_report *report, int64_t count);
void fr_report_add_share(fr_report *report, int64_t part, int64_t whole);
/* Rounded half away from zero to the decimals of the column. A number that is not finite makes an empty cell. */
void fr_report_add_number(fr_report *report, double number);
/* A NUMBER of so many 10^-decimals of its column, exactly. */
void fr_report_add_scaled(fr_report *report, int64_t value);
/* A report with a title and an array of columns, to be filled and added; NULL when memory ran out. */
fr_report *fr_report_new_section(const char *kind, const char *title,
                                 const fr_report_column *columns, size_t n);
#define FR_REPORT_SECTION(kind, title, columns)                                                    \
    fr_report_new_section((kind), (title), (columns), sizeof(columns) / sizeof *(columns))
/* Takes the section (NULL: memory ran out). A failure of the section becomes one of the report. */
void fr_report_add_section(fr_report *report, fr_report *section);

/* Sentences, copied; a later title, subtitle or verdict replaces the one before. */
void fr_report_set_title(fr_report *report, fr_bytes title);
void fr_report_set_subtitle(fr_report *report, fr_bytes subtitle);
void fr_report_set_shown(fr_report *report, const char *unit);
void fr_report_set_verdict(fr_report *report, bool passed, fr_bytes verdict);
void fr_report_add_note(fr_report *report, fr_bytes note);
/* Sets the title to the text of a memory output (NULL: memory ran out), and frees that. */
void fr_report_take_title(fr_report *report, fr_output *sentence);
void fr_report_take_subtitle(fr_report *report, fr_output *sentence);
void fr_report_take_note(fr_report *report, fr_output *sentence);
/* Adds a note that is one sentence (base/sentence.h): fr_report_note(report, "{} omitted", n). */
#define fr_report_note(report, ...) fr_report_take_note(report, fr_sentence(__VA_ARGS__))

/* The report, whole, or NULL and it is freed (NULL is fine too: memory ran out). */
fr_report *fr_report_finish(fr_report *report, fr_error *err);

size_t fr_report_n_rows(const fr_report *report);

const fr_cell *fr_report_cell(const fr_report *report, size_t row, size_t column);

fr_bytes fr_report_text(const fr_report *report, const fr_cell *cell);

#endif
