/*
 * scene.h - a picture before it is written: what every layout makes and every back-end paints.
 *
 *     +--------------------------------------------+
 *     | texts[TITLE]                                |   all coordinates are integers,
 *     | texts[SUBTITLE]                             |   tenths of a px, y down
 *     |   boxes: rows of h, edges x0 .. x1          |
 *     | lines, texts[AXIS]                          |
 *     | swatches, texts[LEGEND]   texts[STATEMENT]  |
 *     +--------------------------------------------+
 *
 * A back-end never sees a tree or a grid: to add one, paint texts, lines, swatches, bars, strokes, boxes and the
 * lines that are over them in that order.
 */
#ifndef FR_RENDER_SCENE_H
#define FR_RENDER_SCENE_H

#include "base/number.h"
#include "base/output.h"
#include "base/sentence.h"
#include "themes/theme.h"

#define FR_PX        10    /* units of a coordinate in a px */
#define FR_MAX_FILLS 65535 /* per picture; what comes later has a fill of its entry */

#define FR_RAMP_COLOURS 33 /* of changes: 16 that shrank, unchanged, 16 that grew */

/* A colour by role in both schemes, 0xRRGGBB, with the ink that reads on it. */
typedef struct fr_fill {
    uint32_t light, dark;
    uint32_t ink_light, ink_dark;
    uint32_t entry; /* of the legend, from 1; 0: of none */
} fr_fill;

/* A fill of a theme: of no entry of the legend; and of one, counted from 0. */
fr_fill fr_fill_of_theme(fr_theme_fill f);
fr_fill fr_fill_of_entry(fr_theme_fill f, uint32_t entry);

/* ---- what a differential adds to a scene: amounts on both sides, and how sure they are ---- */

extern const char *const fr_width_names[5]; /* "mean", "new", "base", "max", "delta" */

/* An amount on both sides of a differential. Points are percentage points of the whole, in thousandths. */
typedef struct fr_change {
    int64_t base, new_;   /* as measured */
    int32_t points;       /* against a frame that did not change: what colours tell */
    int32_t share_points; /* new share - base share */
    int32_t error;        /* half width of the 95 % interval of points; 0: not known */
    int32_t ratio; /* hundredths: new per base, over that of a frame that did not change; 0: none */
    uint8_t verdict; /* fr_verdict of diff/diff.h */
    bool seen;       /* shown in colour, with its sign */
} fr_change;

/* The facts that a differential adds to a box. */
typedef struct fr_box_change {
    fr_change total, self;
    uint16_t total_fill, self_fill; /* index into fills, coloured by either */
    bool passes_on;                 /* one child has most of the change: total_fill is paler */
} fr_box_change;

/* A node, drawn or not, for a viewer that draws it in another width or zoomed. */
typedef struct fr_side_node {
    const char *name; /* lives as long as the scene */
    uint32_t row;
    uint8_t kind; /* fr_kind */
    fr_box_change change;
} fr_side_node;

/* A function, all of its frames together. */
typedef struct fr_side_function {
    const char *name;
    fr_change total, self;
    uint16_t fill; /* by the change of self */
} fr_side_function;

/* The facts that a differential adds to a scene, whose boxes then have widths as values, in units of their own:
 * what was measured is here. */
typedef struct fr_sides {
    const char *base_name, *new_name;
    int64_t base_whole, new_whole; /* what shares refer to */
    fr_width_of width_of;
    bool by_self;         /* colours tell of self */
    bool callers;         /* merged from the leaves: own code is what the innermost boxes are */
    fr_box_change *boxes; /* of each box */
    size_t n_boxes, cap;
    fr_side_node *nodes; /* all of the tree, in pre-order; NULL: too many for a viewer */
    size_t n_nodes;
    fr_side_function *functions; /* what changed first, then the largest own change */
    size_t n_functions, n_all_functions;
    int64_t one_profile; /* width of MAX and DELTA that is a profile; 0: widths are shares */
    int64_t factor_ppm;  /* new per base of a frame that did not change, in millionths */
    const char *changed; /* "7 of 312 functions changed (of these about 1 by chance)" */
    int32_t most[2]; /* thousandths of a point that the ramp's ends stand for: of total, of self */
    const char *ramp[4];        /* titles of the ramp's ends: of total, of self */
    const char *width_words[5]; /* of every fr_width_of, in the subtitle */
    const char *self_words;     /* in the subtitle where colours tell of self */
    const char *root_label;
    const char *points_unit; /* behind points: " pp"; of ranges "/s" or " CPUs" */
    int64_t rate_milli;      /* of ranges: what 100 points are, in thousandths of that; else 0 */
    bool again;              /* the program says the same of the picture that it reads back */
} fr_sides;

/* ---- the parts of a picture ---- */

typedef enum fr_text_role {
    FR_TEXT_TITLE,     /* 19 px bold, ink; sizes: fr_text_style_of() */
    FR_TEXT_SUBTITLE,  /* 12 px, muted */
    FR_TEXT_AXIS,      /* 10.5 px, muted */
    FR_TEXT_LEGEND,    /* 11 px, muted */
    FR_TEXT_STATEMENT, /* 11 px, muted: what is not drawn */
    FR_TEXT_NOTE,      /* 11 px, muted: the author's line */
    FR_TEXT_PANEL,     /* 12 px bold, ink: the name of a panel */
    FR_N_TEXT_ROLES
} fr_text_role;

/* The style of a role. `size` is in tenths of a px; muted text has the muted colour, other the ink. */
typedef struct fr_text_style {
    const char *name; /* "title": names the role in data outputs */
    int32_t size;
    bool bold, muted;
} fr_text_style;

fr_text_style fr_text_style_of(fr_text_role role);

typedef enum fr_anchor { FR_ANCHOR_START, FR_ANCHOR_MIDDLE, FR_ANCHOR_END } fr_anchor;

typedef struct fr_scene_text {
    fr_text_role role;
    fr_anchor anchor;
    int32_t x, y; /* baseline */
    const char *text;
    const char *whole; /* before it was cut to its line: for outputs whose lines flow */
    bool goes_on;      /* the sentence of the line before it, broken at a space, not at a dot */
} fr_scene_text;

/* A line of 1 px from (x0, y0) to (x1, y1). */
typedef struct fr_scene_line {
    int32_t x0, y0, x1, y1;
    bool muted; /* an axis tick in the muted ink; else in the hairline colour */
    bool over;  /* part of a ring over the boxes: 2 px in the ink, 1.5 px of ground at its sides */
} fr_scene_line;

/* A bar of a sum, under the boxes. */
typedef struct fr_scene_bar {
    int32_t x, y, w, h;
    uint32_t fill; /* index into fills; the same for all bars */
} fr_scene_bar;

/* A line of 2 px in a fill, under the boxes. */
typedef struct fr_scene_stroke {
    int32_t x0, y0, x1, y1;
    uint32_t fill; /* index into fills */
} fr_scene_stroke;

#define FR_STROKE    (2 * FR_PX) /* width of a stroke */
#define FR_RING      (2 * FR_PX) /* width of a ring */
#define FR_RING_HALO (5 * FR_PX) /* ... with the ground at its sides */

/* Marks say what a box says besides its colour, so that nothing depends on that alone; bits. */
typedef enum fr_mark {
    FR_MARK_GREW = 1,     /* a bar of 2 px along the top */
    FR_MARK_SHRANK = 2,   /* ... along the bottom */
    FR_MARK_OWN_GREW = 4, /* a short bar at the right end, where the own value is: its upper half */
    FR_MARK_OWN_SHRANK = 8, /* ... its lower half */
    FR_MARK_NEW = 16,       /* dots */
    FR_MARK_GONE = 32       /* hatching */
} fr_mark;

/* A legend's square, or a piece of its ramp. */
typedef struct fr_scene_swatch {
    int32_t x, y, w, h;
    uint32_t fill;     /* index into fills */
    const char *title; /* what the colour means, for outputs without pictures; also a text */
    uint8_t marks;     /* fr_mark */
    bool joined;       /* touches its neighbours: a ramp, with square corners */
} fr_scene_swatch;

/* One node or cell. Boxes stand in pre-order: parents before children, siblings left to right. */
typedef struct fr_box {
    int64_t start, total, self; /* [start, start + total) in value units, and the own part of it */
    const char *name;           /* whole, the scene's; "" for the root; of a rest "26 frames" */
    const char *label;          /* cut to fit, the scene's; NULL: none */
    uint32_t parent;            /* box; the root is its own */
    uint32_t n_hidden;          /* children not drawn; of a rest the frames that it stands for */
    int64_t hidden;             /* totals of children not drawn */
    int32_t x0, x1;             /* edges: neighbours share them */
    int32_t y, h;
    uint16_t row;  /* 0 = root */
    uint16_t fill; /* index into fills */
    uint8_t kind;  /* fr_kind */
    uint8_t marks; /* fr_mark */
    bool rest; /* stands for frames each too narrow to draw; self: what has no further rest on it */
    uint16_t more_rows; /* that a rest fills, away from the root: all of them have this total */
    uint16_t lane;      /* of a chart: rows that its lane stands higher; counted in `row` */
    uint32_t chain;     /* of a still: index of a chain + 1; 0: one frame */
} fr_box;

/* Frames each of which has nothing but its callee, as one box of a still: from the root side to the leaf side. */
typedef struct fr_scene_chain {
    uint32_t n; /* frames */
    const char *first, *last;
} fr_scene_chain;

#define FR_CHAIN_STEP " \xe2\x80\xba " /* between names of a chain: an angle that every font has */

/* A function of the profile, drawn or not. */
typedef struct fr_scene_top_row {
    const char *name;
    int64_t self, total;
    uint32_t fill;
} fr_scene_top_row;

#define FR_TOP_ROWS 30
/* The functions with the largest self (render/pack/embed.c). */
typedef struct fr_scene_top {
    fr_scene_top_row rows[FR_TOP_ROWS];
    size_t n, n_all; /* rows; functions of the profile */
} fr_scene_top;

typedef struct fr_tokens {
    uint32_t ground[2], ink[2], muted[2], hairline[2]; /* [0] light, [1] dark; 0xRRGGBB */
} fr_tokens;

/* A value column that a page may show in place of the one that was drawn. */
typedef struct fr_scene_column {
    const char *name, *measures, *subtitle, *unit, *of;
    uint32_t decimals;
    int64_t whole;
    bool empty; /* nothing of it can be drawn */
} fr_scene_column;

/* Colour may mean this on a page besides what it means as it opens (render/layout/colour_ways.c). */
typedef struct fr_scene_way {
    const fr_colouring *colouring;
    uint32_t root; /* the fill of the root */
    /* By frame of the payload, and at last of lanes: index into the scene's fills */
    const uint16_t *fills;
    fr_scene_swatch legend[FR_GROUPS + 2]; /* fill and title are set */
    size_t n_legend;
} fr_scene_way;

enum { FR_SCENE_WAYS = 5 };

/* The data that a viewer needs to lay the same picture out again, zoomed or in another width. */
typedef struct fr_scene_view {
    bool zooms;  /* false: nothing below is set, and the picture stays as it is */
    bool icicle; /* the root is on top */
    const char *title, *subtitle, *notes; /* before they were cut to lines */
    const char *of;                       /* fr_flame_of() */
    const char *measures; /* "the time": the title says where it went; NULL: an author's title */
    bool of_threads;      /* frames of the class FR_CLASS_PROCESS on the root are threads */
    fr_sort sort;
    fr_name_style names;
    fr_truncate truncate;
    bool chart, in_time; /* boxes have places of their own; their values are ns, told as seconds */
    uint32_t column;     /* of the profile */
    uint32_t row_height_px, max_depth;
    int64_t minwidth_millionths;
    bool minwidth_percent;
    const fr_colouring *colouring;   /* NULL: of a differential */
    const char *color_by;            /* of fr_flame_options */
    fr_fill palette[FR_MAX_PALETTE]; /* of its places, also those that no box has */
    fr_tones tones;                  /* of places that are colours */
    fr_shading shading;
    bool has_match;
    fr_fill match;         /* of what a search finds, where has_match; no box has it yet */
    uint32_t rest_fill;    /* of boxes that stand for narrow frames: index into fills */
    uint16_t *frame_fills; /* by frame of the payload: index into the scene's fills */
    size_t n_frame_fills;
    const fr_scene_way
        *ways; /* FR_SCENE_WAYS of them; the first is by kind. NULL: colour stays as it is */
    const char *chosen_way; /* what the program chooses for the profile: the name of one of them */
    const struct fr_scene_column *columns; /* of the payload, where it has several */
    size_t n_columns;
    fr_fill changes[FR_RAMP_COLOURS]; /* of a page's differentials: shrank most to grew most */
} fr_scene_view;

/* A thing that stands out in time, as a sentence and as a selection. */
typedef struct fr_scene_found {
    const char *words; /* "1  from 3.4 s for 200 ms: rebuild_index, which hardly runs around it" */
    const char *options; /* "--range 3.4-3.6" */
    const char *address; /* "#range=3.4-3.6", which a page selects by; "": by cells it cannot */
} fr_scene_found;

#define FR_SCENE_MOST_FOUND 12

/* The data that the script of a heatmap needs besides the boxes. */
typedef struct fr_scene_heat {
    uint32_t rows, columns, column_s; /* rows 0: the picture is no heatmap */
    int64_t first_second;             /* at which column 0 starts, as --range counts */
    int32_t bottom, row;              /* lower edge of the cells, height of one */
    const char *options;              /* of the command that selects: " --idle=exclude", or "" */
    int64_t recorded_ns
        [2]; /* when the recording, or the range of it, begins and ends; with a flame graph */
    const char *note; /* what the picture notes beside what was found */
    fr_scene_found found[FR_SCENE_MOST_FOUND];
    uint32_t n_found;
    bool lasts;                      /* samples last for their values */
    bool counted;                    /* values count samples */
    bool weighs;                     /* cells add values up, and do not count samples */
    bool coarse;                     /* samples have the times of their cells */
    bool no_lanes;                   /* who ran takes too much room */
    bool of_times, has_holes;        /* of a selection by time; of several ranges, or a band */
    bool of_inputs;                  /* of several recordings: `diff` would compare these */
    int64_t range_ns[2];             /* of one range, as --range counts */
    int64_t most;                    /* what the last colour of the ramp means */
    uint32_t ramp[FR_RAMP_STEPS][2]; /* colours of cells, 0xRRGGBB: light and dark */
    uint64_t unit_ns;                /* what a value of 1 lasts, in ns; 0: it is no time */
} fr_scene_heat;

/* A differential that the page of a trend opens, and the point that it shows the change to. */
typedef struct fr_scene_step {
    fr_scene *diff;
    const char *name; /* of the point, "v2.5" */
    uint32_t point;
} fr_scene_step;

#define FR_SCENE_MOST_STEPS 4

#define FR_CHART_TITLE "What ran when" /* of a chart of many threads */
/* Why a page has no order in time, where no flame chart can be drawn either. */
#define FR_CHART_TOO_LONG "its threads run for more than 292 years together"

/* The data that a flame graph's page shows as time goes if samples have times, owned. No samples: none. */
typedef struct fr_scene_chart {
    const char *title, *subtitle, *of; /* title NULL: that of the flame graph */
    const char *reading;               /* fr_flame_options.reading; "" for none */
    int64_t whole;
    /* Starts of the first lane and of what is recorded, and its end, as --range counts: from the second in which the
     * recording starts */
    int64_t start_ns, first_ns, last_ns;
    bool lasts;          /* samples are spans */
    bool of_times;       /* of a selection by time */
    bool parts;          /* a part of the time is a part of the profile */
    bool opens;          /* the page opens so */
    fr_bytes samples;    /* render/pack/chart_samples.c */
    const char *omitted; /* why there is none, for people; NULL: there is nothing to say */
} fr_scene_chart;

/* A still omits these one after the other where a single row is too high. */
typedef enum fr_spared {
    FR_SPARED_NOTHING,
    FR_SPARED_LEGEND,
    FR_SPARED_SUBTITLE,
    FR_SPARED_TITLE
} fr_spared;

struct fr_scene {
    fr_arena text; /* owns every string of the scene */
    /* "flame", "icicle", "callers", "chart", "diff", "heatmap", "trend": names the layout in data outputs */
    const char *what;
    fr_scheme scheme;
    fr_tokens tokens;
    const char *font_family;
    int32_t width, height;
    int32_t radius;       /* corner of boxes */
    int32_t label_size;   /* of the labels in boxes */
    uint32_t stroke;      /* round boxes: fr_theme_tokens.stroke */
    const char *nametype; /* before names in tooltips; "": nothing */
    fr_name_attributes attributes;
    int32_t tooltip_from; /* narrower boxes have no tooltip: there are too many of them */
    fr_fill *fills;
    uint32_t n_fills;
    size_t cap_fills;
    uint32_t *fill_slots; /* hash table of fills: index + 1, or 0 */
    size_t n_fill_slots;
    fr_box *boxes;
    size_t n_boxes, cap_boxes;
    size_t n_rests; /* of the boxes */
    fr_scene_text *texts;
    size_t n_texts, cap_texts;
    fr_scene_line *lines;
    size_t n_lines, cap_lines;
    fr_scene_swatch *swatches;
    size_t n_swatches, cap_swatches;
    fr_scene_bar *bars;
    size_t n_bars, cap_bars;
    fr_scene_stroke *strokes;
    size_t n_strokes, cap_strokes;
    int64_t whole;         /* what shares refer to */
    const char *unit;      /* of values, for people: "samples" */
    const char *own_title; /* what `self` is: "self"; of callers, where stacks begin, "outermost" */
    uint32_t decimals;     /* values are integers of 10^-decimals units */
    const char *description;       /* one or two sentences: what, total, the three largest leaves */
    bool names_say_all;            /* tooltips are the names of boxes and nothing more */
    bool failed;                   /* memory ran out while it was made */
    int64_t kept_self, cut_self;   /* in rows that are drawn, and in those cut to a height */
    uint32_t n_rows_cut, n_chains; /* rows cut; chains of callees folded into a row each */
    fr_spared spared;              /* what had no room in a height */
    struct fr_scene_chain *chains;
    size_t cap_chains;
    uint64_t n_undrawn; /* nodes not drawn; FR_UNKNOWN_COUNT where the tree is not whole */
    int64_t undrawn;    /* sum of totals of the topmost undrawn nodes */
    char *payload;      /* packed data (model/pack.h), opaque here; NULL: none */
    size_t payload_len;
    const char *omitted_labels; /* keys without room in the payload: "request, user"; or NULL */
    fr_sides *sides;            /* of a differential; NULL: none */
    fr_scene_top top;           /* none where no profile was embedded */
    fr_scene_view view;
    fr_scene_heat heat;
    /* The flame graph of all samples of a heatmap, or those of the points of a trend; for pages; NULL: none */
    fr_scene *flame;
    fr_bytes samples; /* ... and the samples (render/pack/heat_samples.c), owned */
    fr_bytes lanes;   /* ... and who ran (render/pack/heat_samples.c), owned; at == NULL: none */
    fr_scene_chart chart;
    fr_scene_step steps[FR_SCENE_MOST_STEPS]; /* of a trend: differentials, for pages, owned */
    uint32_t n_steps;
    struct fr_report *changes; /* of a trend: what changed, for a page's table, owned; or NULL */
};

#define FR_UNKNOWN_COUNT UINT64_MAX

#define FR_LABEL_SIZE  115 /* of labels, where nothing else is asked for: 11.5 px */
#define FR_LABEL_PAD   40  /* from the left edge of a box to its label */
#define FR_LABEL_RIGHT 20  /* from the label to the right edge, at least */
#define FR_ROUND_FROM  40  /* narrower boxes have sharp corners: rounding would not be seen */

fr_scene *fr_scene_new(void); /* NULL when memory ran out */
/* Each appends one, or memory runs out, which sticks in `failed`, so that a layout may
 * add without looking and ask once. Text is copied; what a box points to must be in `text` already. */
bool fr_scene_add_box(fr_scene *scene, const fr_box *box);
void fr_scene_add_change(fr_scene *scene, const fr_box_change *change); /* of the next box */
bool fr_scene_add_text(fr_scene *scene, fr_text_role role, fr_anchor anchor, int32_t x, int32_t y,
                       const char *text);
void fr_scene_add_line(fr_scene *scene, fr_scene_line line);
void fr_scene_add_swatch(fr_scene *scene, fr_scene_swatch swatch);
void fr_scene_add_bar(fr_scene *scene, fr_scene_bar bar);
void fr_scene_add_stroke(fr_scene *scene, fr_scene_stroke stroke);
bool fr_scene_has_text(const fr_scene *scene, fr_text_role role); /* one that is not empty */
/* All lines of a role as one text, whole, by `put`: fr_put_xml for one; nothing where there are none. */
void fr_scene_put_text(const fr_scene *scene, fr_text_role role,
                       void (*put)(fr_output *out, fr_bytes text), fr_output *out);
/* Returns how many swatches from `i` on are one entry of the legend: a ramp is many. */
size_t fr_scene_count_joined(const fr_scene *scene, size_t i);
/* Index of a fill equal to this one, added if new. Where the table is full, of the first of the same entry. */
uint32_t fr_scene_fill(fr_scene *scene, fr_fill fill);
/* Writes "run > 2 more > step" with names of at most `most` characters, or "4 frames" where that is 0. */
void fr_chain_words(const fr_scene *scene, const fr_box *box, size_t most, char *to, size_t cap);
/* Returns what `value` is counted in: the scene's unit, "sample" for 1 of "samples". */
fr_bytes fr_scene_unit(const fr_scene *scene, int64_t value);
/* "12.3 ms", but "1 234" of samples, whose unit the caller writes. */
char *fr_scene_amount(char to[FR_NUMBER_MAX], const fr_scene *scene, int64_t value);
/* A copy in `text`; "" and `failed` when memory ran out. */
const char *fr_scene_keep(fr_scene *scene, fr_bytes text);
/* Keeps a copy of what was written, and frees that; where that failed, the scene fails. */
const char *fr_scene_keep_output(fr_scene *scene, fr_output *out);
/* Keeps a sentence, whose words are those of fr_say(): fr_scene_say(scene, "{} or more", n). */
#define fr_scene_say(scene, ...) fr_scene_keep_output(scene, fr_sentence(__VA_ARGS__))
/* `text` made printable (escapes that it has stay as they are), or `other` where it is NULL. */
const char *fr_scene_clean(fr_scene *scene, const char *text, const char *other);

/* Returns what of a box is painted: its edges, less the gap of 0.6 px to a neighbour where it is wider than
 * 2 px. The same for every back-end. */
int32_t fr_box_painted_width(const fr_box *box);

/* Baseline of a label of a size below the top of its box: capitals (0.716 em) stand in the middle. */
int32_t fr_label_baseline(const fr_box *box, int32_t size);

/* Returns true if a row has room for labels. */
bool fr_row_holds_labels(int32_t height_px, int32_t size);

/* After the name of a rest: "26 frames, each too narrow to draw". */
#define FR_REST_TITLE ", each too narrow to draw"
/* Returns how many functions of a differential, the first ones, have a change to show. */
size_t fr_sides_count_seen(const fr_sides *sides);
/* Returns what people call a box: its name, "all" for the root. */
const char *fr_box_title(const fr_box *box);

/* Returns the attribute that its name was given; NULL: none. */
const fr_name_attribute *fr_box_attribute(const fr_scene *scene, const fr_box *box);

/* A text, escaped for XML. */
void fr_put_escaped(fr_output *out, const char *plain);

/* ---- from frames to fills, by the scene's colouring (box_colour.c) ---- */

/* The scene's colouring, its listed places and how it shades names; `groups` as in fr_colouring.fill_of. */
void fr_box_colour_describe(fr_scene *scene, const fr_colouring *colouring, const fr_theme *theme,
                            const fr_bytes *groups);
uint32_t fr_box_colour_place(const fr_scene *scene, const fr_coloured *frame);
/* The fill of a place: index into the scene's fills, to which it is added. */
uint32_t fr_box_colour_fill(fr_scene *scene, uint32_t place);
/* Fills scene->view.frame_fills: an index into the scene's fills (to which it adds) for each frame in the order of the
 * container (model/pack.h), so that a viewer needs neither the rules of classes nor the hash of names. */
bool fr_frame_fills_add(fr_scene *scene, const fr_profile *profile, fr_error *err);
/* Decides whether packages tell more of a profile than kinds do: fr_profile_choose_colouring(). */
FR_CHECKED bool fr_are_packages_better(const fr_profile *profile, bool *are, fr_error *err);

/* Takes inks, ground and font of a theme, and the scheme that was asked for, or else the theme's. */
void fr_scene_take_tokens(fr_scene *scene, const fr_theme_tokens *tokens, fr_scheme asked);
/* Says of each value column of the profile what a page tells of it, where there are several: a reader may choose
 * another than the one that was drawn. Fills scene->view.columns. False where memory ran out. */
bool fr_column_words_add(fr_scene *scene, const fr_profile *profile);

#endif
