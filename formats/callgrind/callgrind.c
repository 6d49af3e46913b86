/*
 * callgrind.c - profiles of callgrind, cachegrind and Xdebug: functions, calls and what they cost.
 *
 *     events: Ir Dr                 what is counted
 *     ob=(1) /usr/bin/app           the module of the functions that follow
 *     fl=(1) parse.c                their file; fi=, fe= name the file of the lines that follow, which may be inlined
 *     fn=(1) parse                  a function; later it is (1) alone
 *     14 9012 310                   line and costs: its own
 *     cfn=(2) read                  it calls another: cob=, cfi= before it where they differ from ob= and those lines
 *     calls=40 12                   how often; the next line has what the calls cost with all beneath them
 *     +2 3000 90                    positions may be relative: +2, -2, *
 *
 * These files hold no stacks: they are estimated, and the picture says so. Reference: "Callgrind Format
 * Specification" of Valgrind 3.19. Omitted: numbers of calls, jumps, lines, events but one.
 */
#include "base/number.h"
#include "formats/lines.h"
#include "formats/list.h"
#include "formats/reader.h"
#include "formats/symbols.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct fr_call_function {
    fr_u128 inclusive, incoming; /* with all that it called; what its callers say of it */
    int64_t self;
    uint32_t first_call; /* the last call of it that was met; 0: none */
} fr_call_function;

typedef struct fr_call {
    int64_t cost;
    uint32_t callee;
    uint32_t next; /* of the same caller; 0: none */
} fr_call;

/* All zero but `held` it is empty. */
typedef struct fr_call_graph {
    fr_list functions;    /* fr_call_function: by frame id of the builder */
    fr_list calls;        /* fr_call: by id of `pairs` */
    fr_stack_table pairs; /* (caller + 1, callee) */
    fr_held held; /* by the lists, without a limit of their own; its builder takes the failures */
} fr_call_graph;

/*
 * A graph of calls with costs, of which stacks are estimated.
 *
 *     main  self 10                  main            10
 *       -> parse  cost 60            main;parse      40      parse holds 60 of its 90 from main, 30 from
 *       -> draw   cost 40            main;draw        5      draw: its own 60 are split 40 : 20
 *     parse self 60, -> read 30      main;draw;parse 20
 *     draw  self 10, -> parse 30     ...
 *
 * A graph holds what each function cost, and what each of its calls cost with all that they called, but not which
 * caller's caller it was. So a function's cost is split over its callers by what their calls cost. What each function
 * holds by itself stays exact: the parts of it add up to what the file says.
 */

#define LEAST_SHARE 10000 /* of all: paths below it are not followed */
#define MOST_STEPS  (UINT64_C(1) << 25)
#define ROW_STEPS   8 /* a row, which takes memory, counts as much as 8 rows looked at */
#define NO_ROW      UINT32_MAX

/* The item at `i` of a list, which gets zeroed ones up to it; NULL after a failure, which is the builder's. */
static void *item_at(fr_held *held, fr_list *list, size_t i, size_t size)
{
    while (list->n <= i)
        if (!fr_list_add(held, list, size))
            return NULL;
    return fr_list_at(list, i);
}

static fr_call_function *function_at(fr_call_graph *graph, uint32_t frame)
{
    return item_at(&graph->held, &graph->functions, frame, sizeof(fr_call_function));
}

/* Adds where the sum stays below 2^63. */
static void add(fr_call_graph *graph, int64_t *sum, int64_t cost)
{
    if (__builtin_add_overflow(*sum, cost, sum))
        fr_builder_fail(graph->held.b, FR_E_LIMIT, 0, 0,
                        "the costs of a function are 2^63 or more");
}

/* Adds to what calls of one function by another cost. A function's calls of itself say nothing new. */
static void add_call_cost(fr_call_graph *graph, uint32_t caller, uint32_t callee, int64_t cost)
{
    size_t n = graph->calls.n;
    fr_call_function *function;
    fr_call *call;
    uint32_t id;

    if (caller == callee || !function_at(graph, caller) || !function_at(graph, callee))
        return;
    id = fr_stack_table_add(&graph->pairs, (fr_stack){caller + 1, callee});
    call = id == FR_NO_ID ? NULL : item_at(&graph->held, &graph->calls, id, sizeof *call);
    if (!call) {
        fr_builder_fail_memory(graph->held.b);
        return;
    }
    if (id >= n) {
        function = fr_list_at(&graph->functions, caller);
        *call = (fr_call){.callee = callee, .next = function->first_call};
        function->first_call = id;
    }
    add(graph, &call->cost, cost);
}

/* ---- paths ---- */

typedef struct row {
    fr_u128 amount; /* of what the function holds with all that it called */
    uint32_t caller, function;
} row;

typedef struct walk {
    fr_call_graph *graph;
    const fr_call_function *functions; /* of the graph */
    fr_builder *b;
    row *rows;
    size_t n, cap;
    uint64_t steps; /* rows looked at */
    fr_u128 least;
    fr_u128 *amounts;  /* by function: of all its rows */
    uint32_t *largest; /* by function: its row of the largest amount; NO_ROW: none */
} walk;

static const fr_call *call_at(const fr_call_graph *graph, uint32_t id)
{
    return id ? fr_list_at(&graph->calls, id) : NULL;
}

static void sum_up(fr_call_graph *graph)
{
    fr_call_function *functions = graph->functions.items;

    for (size_t i = 0; i < graph->functions.n; i++) {
        fr_call_function *f = &functions[i];
        f->inclusive += (uint64_t)f->self;
        for (const fr_call *c = call_at(graph, f->first_call); c; c = call_at(graph, c->next)) {
            f->inclusive += (uint64_t)c->cost;
            functions[c->callee].incoming += (uint64_t)c->cost;
        }
    }
}

static void add_row(walk *w, uint32_t caller, uint32_t function, fr_u128 amount)
{
    row *rows = w->n < NO_ROW ? fr_grow(w->rows, &w->cap, w->n + 1, sizeof *rows) : NULL;

    if (!rows) {
        fr_builder_fail_memory(w->b);
        return;
    }
    w->rows = rows;
    rows[w->n] = (row){amount, caller, function};
    w->amounts[function] += amount;
    if (w->largest[function] == NO_ROW || rows[w->largest[function]].amount < amount)
        w->largest[function] = (uint32_t)w->n;
    w->n++;
    w->steps += ROW_STEPS;
}

/* True where the function is on the path already. */
static bool goes_round(walk *w, uint32_t at, uint32_t function)
{
    for (; at != NO_ROW; at = w->rows[at].caller, w->steps++)
        if (w->rows[at].function == function)
            return true;
    return false;
}

/* a * b / c, where a <= c. */
static fr_u128 share(fr_u128 a, int64_t b, fr_u128 c)
{
    while (a >> 64) { /* both lose bits that no double would hold */
        a >>= 1;
        c >>= 1;
    }
    return c ? a * (uint64_t)b / c : 0;
}

static void follow_calls(walk *w, uint32_t at)
{
    const fr_call_function *f = &w->functions[w->rows[at].function];

    for (const fr_call *c = call_at(w->graph, f->first_call); c; c = call_at(w->graph, c->next)) {
        fr_u128 amount = share(w->rows[at].amount, c->cost, f->inclusive);
        if (amount >= w->least && !goes_round(w, at, c->callee))
            add_row(w, at, c->callee, amount);
    }
}

/* ---- stacks ---- */

static void add_value(walk *w, uint32_t stack, uint32_t column, int64_t value)
{
    if (value > 0)
        fr_builder_add(w->b, stack, column, value, 0, 0.0);
}

/* A function's own cost by rows, in proportion; what rounding leaves goes to the largest. Rows stand behind their
 * callers'. */
static void add_rows(walk *w, uint32_t *stacks, int64_t *rests, uint32_t column)
{
    for (size_t i = 0; i < w->n && !fr_builder_failed(w->b); i++) {
        const row *at = &w->rows[i];
        int64_t self = w->functions[at->function].self;
        int64_t part = (int64_t)share(at->amount, self, w->amounts[at->function]);
        stacks[i] = fr_builder_push(w->b, at->caller == NO_ROW ? FR_NO_STACK : stacks[at->caller],
                                    at->function);
        rests[at->function] -= part;
        add_value(w, stacks[i], column, part);
    }
}

static void add_rests(walk *w, const uint32_t *stacks, const int64_t *rests, uint32_t column,
                      uint64_t *n_alone)
{
    for (size_t i = 0; i < w->graph->functions.n && !fr_builder_failed(w->b); i++) {
        bool alone = w->largest[i] == NO_ROW;
        if (rests[i] <= 0)
            continue;
        *n_alone += alone;
        add_value(w,
                  alone ? fr_builder_push(w->b, FR_NO_STACK, (uint32_t)i) : stacks[w->largest[i]],
                  column, rests[i]);
    }
}

static void emit(walk *w, uint32_t column, uint64_t *n_alone)
{
    uint32_t *stacks = malloc((w->n + 1) * sizeof *stacks);
    int64_t *rests = malloc((w->graph->functions.n + 1) * sizeof *rests);

    for (size_t i = 0; rests && i < w->graph->functions.n; i++)
        rests[i] = w->functions[i].self;
    if (stacks && rests) {
        add_rows(w, stacks, rests, column);
        add_rests(w, stacks, rests, column, n_alone);
    } else {
        fr_builder_fail_memory(w->b);
    }
    free(stacks);
    free(rests);
}

/* Adds stacks to a column of the builder. Calls of less than a ten-thousandth of all, and calls that go round in a
 * circle, are not followed; what they hold by themselves goes to the other stacks of those functions, or to a stack of
 * the function alone. *n_alone: how many functions stand alone for that reason. False where the graph has too many
 * paths to follow all. */
static bool estimate_stacks(fr_call_graph *graph, uint32_t column, uint64_t *n_alone)
{
    size_t n = graph->functions.n;
    walk w = {.graph = graph, .functions = graph->functions.items, .b = graph->held.b};
    fr_u128 all = 0;

    *n_alone = 0;
    sum_up(graph);
    w.amounts = calloc(n + 1, sizeof *w.amounts);
    w.largest = malloc((n + 1) * sizeof *w.largest);
    for (size_t i = 0; i < n && w.largest; i++) {
        w.largest[i] = NO_ROW;
        all += (uint64_t)w.functions[i].self;
    }
    w.least = all / LEAST_SHARE + 1;
    if (w.amounts && w.largest) {
        for (size_t i = 0; i < n; i++) {
            /* A path begins with the costs that no caller accounts for. */
            const fr_call_function *f = &w.functions[i];
            if (f->inclusive > f->incoming && f->inclusive - f->incoming >= w.least)
                add_row(&w, NO_ROW, (uint32_t)i, f->inclusive - f->incoming);
        }
        for (size_t i = 0; i < w.n && w.steps < MOST_STEPS && !fr_builder_failed(w.b); i++)
            follow_calls(&w, (uint32_t)i);
        emit(&w, column, n_alone);
    } else {
        fr_builder_fail_memory(w.b);
    }
    free(w.rows);
    free(w.amounts);
    free(w.largest);
    return w.steps < MOST_STEPS;
}

enum { FILES, FUNCTIONS, OBJECTS };

typedef enum head_kind {
    OWN_FILE,     /* the first have a name, which reading.now keeps */
    INLINED_FILE, /* the costs of an inlined function are those of the function around it */
    OBJECT,
    CALLEE_FILE,
    CALLEE_OBJECT,
    N_NAMES,
    FUNCTION = N_NAMES,
    CALLS,
    CALLEE,
    EVENTS,
    POSITIONS
} head_kind;

typedef struct event_name {
    const char *name, *unit;
    int64_t factor;
} event_name;

typedef struct reading {
    fr_builder *b;
    fr_lines lines;
    fr_call_graph graph;
    fr_stack_table ids; /* (number, table): names that are written as numbers later */
    fr_list names;      /* uint32_t: by id of `ids`: a name of the builder */
    uint32_t now
        [N_NAMES]; /* INLINED_FILE: of the lines that follow; of callees FR_NO_ID: those of the lines */
    uint32_t function, callee; /* frames; FR_NO_ID: none yet */
    uint32_t n_positions;
    uint32_t event; /* which cost of a line is read, from 0 */
    event_name named;
    char events[200], event_name[80];
    bool calls; /* the next line of costs is of calls */
    uint64_t n_rejected;
} reading;

int fr_callgrind_probe(fr_bytes head, bool whole)
{
    (void)whole;
    if (fr_bytes_starts(head, FR_LITERAL("# callgrind format")))
        return 100;
    return (fr_bytes_contain(head, "\nevents: ") ||
            fr_bytes_starts(head, FR_LITERAL("events: "))) &&
                   (fr_bytes_contain(head, "\nfn=") || fr_bytes_contain(head, "\nfl="))
               ? 100
               : 0;
}

/* ---- names ---- */

/* "???" is no file; a function without a name is [unknown]. */
static uint32_t add_name(reading *r, uint32_t table, fr_bytes text)
{
    char room[FR_STAND_IN_MAX];

    if (table == FUNCTIONS)
        text = fr_stand_in(text, (fr_bytes){0}, room);
    else if (fr_bytes_equal(text, FR_LITERAL("???")))
        return 0;
    return fr_builder_name(r->b, text, FR_TEXT_RAW);
}

/* "(1) parse.c" defines number 1, "(1)" is it, "parse.c" has no number. */
static uint32_t read_name(reading *r, uint32_t table, fr_bytes text)
{
    size_t close = fr_bytes_find(text, ')');
    uint64_t number;
    uint32_t id, *name;

    if (text.len < 3 || text.at[0] != '(' || close == text.len ||
        !fr_parse_u64((fr_bytes){text.at + 1, close - 1}, &number) || number >= UINT32_MAX)
        return add_name(r, table, text);
    id = fr_stack_table_add(&r->ids, (fr_stack){(uint32_t)number + 1, table});
    name = id == FR_NO_ID ? NULL : item_at(&r->graph.held, &r->names, id, sizeof *name);
    if (!name)
        return fr_builder_fail_memory(r->b);
    text = fr_bytes_trim((fr_bytes){text.at + close + 1, text.len - close - 1});
    if (text.len)
        *name = add_name(r, table, text);
    return *name;
}

static uint32_t read_function(reading *r, fr_bytes text, uint32_t file, uint32_t object)
{
    fr_frame frame = {.file = file, .module = object};

    frame.name = read_name(r, FUNCTIONS, text);
    if (!frame.name)
        frame.name = fr_builder_name(r->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW);
    return fr_builder_intern(r->b, &frame);
}

/* ---- lines ---- */

static void reject(reading *r, fr_bytes line)
{
    fr_lines_note(&r->lines, r->b, FR_NOTE_REJECTED_LINE, line);
    r->n_rejected++;
}

/* The next word of *text, which loses it; "" at the end. */
static fr_bytes take_word(fr_bytes *text)
{
    fr_bytes word;

    *text = fr_bytes_trim(*text);
    word = (fr_bytes){text->at, fr_bytes_find(*text, ' ')};
    *text = (fr_bytes){text->at + word.len, text->len - word.len};
    return word;
}

/* "820", "0x334" */
static bool read_number(fr_bytes word, uint64_t *value)
{
    static const char digits[] = "0123456789abcdef";

    if (!fr_bytes_starts(word, FR_LITERAL("0x")))
        return fr_parse_u64(word, value);
    *value = 0;
    for (size_t i = 2; i < word.len; i++) {
        char c = word.at[i];
        const char *digit = strchr(digits, c >= 'A' && c <= 'F' ? c + 'a' - 'A' : c);
        if (!digit || !c || *value >> 60)
            return false;
        *value = *value << 4 | (uint64_t)(digit - digits);
    }
    return word.len > 2;
}

/* "14", "+3", "-0x10", "*" */
static bool is_position(fr_bytes word)
{
    uint64_t value;

    if (fr_bytes_equal(word, FR_LITERAL("*")))
        return true;
    if (word.len && (word.at[0] == '+' || word.at[0] == '-'))
        word = (fr_bytes){word.at + 1, word.len - 1};
    return read_number(word, &value);
}

/* "14 9012 310": a cost that is missing is 0. */
static bool read_cost(const reading *r, fr_bytes text, int64_t *cost)
{
    fr_bytes word = {0};
    uint64_t value;

    for (uint32_t i = 0; i < r->n_positions; i++)
        if (!is_position(take_word(&text)))
            return false;
    for (uint32_t i = 0; i <= r->event; i++)
        word = take_word(&text);
    *cost = 0;
    if (word.len == 0)
        return true;
    if (!read_number(word, &value) || value > INT64_MAX)
        return false;
    return !__builtin_mul_overflow((int64_t)value, r->named.factor, cost);
}

static void take_cost(reading *r, fr_bytes text)
{
    fr_call_function *function;
    char quoted[100];
    int64_t cost;
    bool calls = r->calls;

    r->calls = false;
    if (r->function == FR_NO_ID) {
        reject(r, text);
        return;
    }
    if (!read_cost(r, text, &cost)) { /* sums without this line would be false, so it is an error */
        fr_text_copy(quoted, sizeof quoted, text);
        fr_builder_fail(r->b, FR_E_FORMAT, r->lines.n, 0,
                        "expected %" PRIu32 " position%s and costs as whole numbers: '%s'",
                        r->n_positions, r->n_positions == 1 ? "" : "s", quoted);
        return;
    }
    fr_builder_record(r->b, 1);
    if (!calls && (function = function_at(&r->graph, r->function)))
        add(&r->graph, &function->self, cost);
    else if (calls && r->callee != FR_NO_ID)
        add_call_cost(&r->graph, r->function, r->callee, cost);
    if (calls)
        r->now[CALLEE_FILE] = r->now[CALLEE_OBJECT] = FR_NO_ID;
}

static const struct {
    const char *head;
    head_kind kind;
} heads[] = {
    {"fn=", FUNCTION},     {"calls=", CALLS},       {"cfn=", CALLEE},    {"cfi=", CALLEE_FILE},
    {"cfl=", CALLEE_FILE}, {"cob=", CALLEE_OBJECT}, {"fl=", OWN_FILE},   {"fi=", INLINED_FILE},
    {"fe=", INLINED_FILE}, {"ob=", OBJECT},         {"events:", EVENTS}, {"positions:", POSITIONS},
};

/* "events: Ir Dr": a later part of the file may have other ones, or the same in another order. */
static void take_events(reading *r, fr_bytes text)
{
    fr_bytes names = text, word;
    char name[sizeof r->event_name];
    uint32_t event = 0;

    if (!r->event_name[0]) { /* the first: choose_event() chooses among them */
        fr_text_copy(r->events, sizeof r->events, text);
        return;
    }
    for (; (word = take_word(&names)).len > 0; event++) {
        fr_text_copy(name, sizeof name, word);
        if (strcmp(name, r->event_name) == 0)
            break;
    }
    r->event = event;
    if (word.len > 0)
        return;
    fr_builder_fail(r->b, FR_E_FORMAT, r->lines.n, 0,
                    "from here on the file has no event '%s', which the lines before have",
                    r->event_name);
    fr_builder_hint(r->b, "give each profile by itself; --event NAME chooses the event");
}

static void take_head(reading *r, head_kind kind, fr_bytes text)
{
    uint32_t *now = r->now;

    switch (kind) {
    case OWN_FILE:
    case INLINED_FILE:
    case CALLEE_FILE:
        now[kind] = read_name(r, FILES, text);
        if (kind == OWN_FILE)
            now[INLINED_FILE] = now[OWN_FILE];
        break;
    case OBJECT:
    case CALLEE_OBJECT:
        now[kind] = read_name(r, OBJECTS, text);
        break;
    case FUNCTION:
        now[INLINED_FILE] = now[OWN_FILE];
        r->function = read_function(r, text, now[OWN_FILE], now[OBJECT]);
        break;
    case CALLS:
        r->calls = true;
        break;
    case CALLEE:
        r->callee =
            read_function(r, text, now[now[CALLEE_FILE] != FR_NO_ID ? CALLEE_FILE : INLINED_FILE],
                          now[now[CALLEE_OBJECT] != FR_NO_ID ? CALLEE_OBJECT : OBJECT]);
        break;
    case EVENTS:
        take_events(r, text);
        break;
    case POSITIONS:
        for (r->n_positions = 0; take_word(&text).len > 0;)
            r->n_positions++;
    }
}

static bool is_skipped(fr_bytes line)
{
    static const char *const others[] = {"#", "jump=", "jcnd=", "jfi=", "jfn=", "rcalls="};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (fr_bytes_starts(line, fr_bytes_of(others[i])))
            return true;
    return line.len == 0 || fr_bytes_find(line, ':') < line.len; /* "creator: ..." */
}

static void take_line(reading *r, fr_bytes line)
{
    line = fr_bytes_trim(line);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        fr_bytes head = fr_bytes_of(heads[i].head);
        if (fr_bytes_starts(line, head)) {
            take_head(r, heads[i].kind,
                      fr_bytes_trim((fr_bytes){line.at + head.len, line.len - head.len}));
            return;
        }
    }
    if (line.len && strchr("0123456789+-*", line.at[0]) && line.at[0])
        take_cost(r, line);
    else if (!is_skipped(line))
        reject(r, line);
}

/* ---- the whole ---- */

/* The events' names stand before all costs; --event picks one, else the first is read. */
static void choose_event(reading *r, const fr_read_options *opt)
{
    /* Callgrind's own events are instructions and memory accesses; Xdebug's are a time and bytes. */
    static const event_name known[] = {{"Ir", "instructions", 1},
                                       {"Time_(10ns)", "ns", 10},
                                       {"Time", "us", 1},
                                       {"Memory_(bytes)", "bytes", 1},
                                       {"", "events", 1}};
    fr_bytes head = fr_input_fill(r->lines.in, FR_PROBE_BYTES), line, names, word;
    fr_bytes wanted = fr_bytes_of(opt->perf.event);
    bool found = wanted.len == 0;
    size_t i = 0;

    while (fr_lines_take(&head, &line) && !r->events[0])
        if (fr_bytes_starts(line, FR_LITERAL("events:")))
            take_head(r, EVENTS, fr_bytes_trim((fr_bytes){line.at + 7, line.len - 7}));
    names = fr_bytes_of(r->events);
    for (uint32_t k = 0; (word = take_word(&names)).len > 0; k++)
        if (k == 0 || (!found && fr_bytes_equal(word, wanted))) {
            fr_text_copy(r->event_name, sizeof r->event_name, word);
            r->event = k;
            found = found || fr_bytes_equal(word, wanted);
        }
    while (known[i].name[0] && strcmp(known[i].name, r->event_name) != 0)
        i++;
    r->named = known[i];
    if (!found)
        fr_builder_fail(r->b, FR_E_USAGE, 0, 0, "no event '%s': there are %s", opt->perf.event,
                        r->events);
}

static void add_stacks(reading *r)
{
    uint32_t column =
        fr_builder_column(r->b, r->named.name[0] ? r->named.unit : r->event_name, r->named.unit, 0);
    uint64_t n_alone;
    bool all;

    fr_builder_uncounted(r->b, column);
    all = estimate_stacks(&r->graph, column, &n_alone);
    if (r->graph.pairs.n > 1)
        fr_builder_say(r->b, FR_NOTE_QUALITY, "stacks are estimated from a graph of calls");
    else
        fr_builder_say(r->b, FR_NOTE_QUALITY, "the file has no calls: each function stands alone");
    if (!all)
        fr_builder_say(
            r->b, FR_NOTE_QUALITY,
            "too many paths: the deepest are not followed, and what their functions hold "
            "is at other paths or alone");
    if (strchr(r->events, ' '))
        fr_builder_say(r->b, FR_NOTE_OTHER_EVENT,
                       "'%s' is read of the events %s; --event NAME reads another", r->event_name,
                       r->events);
    if (n_alone && r->graph.pairs.n > 1)
        fr_builder_say(
            r->b, FR_NOTE_CHOICE,
            "functions without a caller of at least 0.01 %%, which stand alone: %" PRIu64, n_alone);
}

void fr_callgrind_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    reading r = {.b = b, .lines = fr_lines_of(in, opt), .n_positions = 1};
    fr_bytes line;

    r.function = r.callee = r.now[CALLEE_FILE] = r.now[CALLEE_OBJECT] = FR_NO_ID;
    r.graph.held = (fr_held){.b = b, .most = UINT64_MAX};
    if (!fr_stack_table_init(&r.ids) || !fr_stack_table_init(&r.graph.pairs))
        fr_builder_fail_memory(b);
    else
        choose_event(&r, opt);
    while (!fr_builder_failed(b) && fr_lines_next(&r.lines, &line))
        take_line(&r, line);
    if (!fr_builder_failed(b) && !fr_input_failed(in, NULL))
        add_stacks(&r);
    choice->n_lines = r.lines.n;
    choice->n_skipped = r.n_rejected;
    free(r.graph.functions.items);
    free(r.graph.calls.items);
    fr_stack_table_reset(&r.graph.pairs);
    fr_stack_table_reset(&r.ids);
    free(r.names.items);
}
