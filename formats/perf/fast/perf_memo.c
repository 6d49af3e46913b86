/*
 * perf_memo.c - a sample's lines, leaf first: guessed, compared, else looked up; then its stack.
 *
 *     <TAB>ffffffff81a2 native_halt+0xb ([kernel])    "native_halt" so many bytes before the end of a
 *     <TAB>ffffffff81b0 cpu_idle+0x4f ([kernel])       sample of "swapper": that was stack 31. Its lines
 *     <TAB>ffffffff81c5 start_kernel+0x9 ([kernel])    and those of the stacks that called it are
 *     (empty line)                                     compared: this is stack 31 again
 *
 * In recordings 97 % of the frame lines are repeats, and most stacks are, too. So what was met is
 * remembered three times, each a guess that comparing the bytes confirms or not:
 *   - by the start of a line's symbol, the bytes from there to the end of the sample, and the root: the
 *     stack from this line on. It is asked at the first line and wherever a guess fails;
 *   - by all bytes of a line, found in a table: the frame, and the stack the line led to last;
 *   - by stack: the line that its leaf was.
 * The lines above the guess that holds to the end (the leaf side) are pushed on it.
 */
#include "base/arena.h"
#include "base/lanes.h"
#include "formats/perf/perf_line.h"
#include "formats/perf/perf_script.h"
#include "model/build/builder_bulk.h"

#include <stdlib.h>

#define LINES_MAX  ((size_t)1 << 19)
#define WORDS_MAX  ((size_t)8 << 20)
#define LINE_MAX   UINT16_MAX
#define SKIP       17 /* bytes of "<TAB>%16lx", tab and address */
#define OFFSET_MAX 16 /* digits */

/* The form of a line: how many bytes stand before its text, and what the address tells. */
enum {
    LINE_WHOLE = 0, /* no address is passed over */
    LINE_USER = SKIP,
    LINE_KERNEL = SKIP | 0x100
};

typedef struct fr_perf_memo_line {
    uint32_t value; /* what fr_perf_memo_put() was given */
    uint32_t stack; /* in the sample that held it last; FR_NO_STACK: none */
    uint16_t len;   /* of all its bytes, with the newline */
    /* Bytes before the digits of its offset; 0: there are no such digits to be passed over */
    uint16_t head;
    uint16_t tail; /* where they end */
    uint16_t form;
    char bytes[]; /* with the address it had first */
} fr_perf_memo_line;

/* The facts about a stack. */
typedef struct fr_perf_memo_node {
    uint32_t parent; /* the stack that called it */
    uint32_t line;   /* of its leaf, in the sample that held it last; 0: none */
} fr_perf_memo_node;

/* A line of the sample being read. */
typedef struct fr_perf_memo_step {
    uint32_t line;
    uint32_t hint; /* what is to lead to its stack; 0: nothing */
} fr_perf_memo_step;

/*
 * ------------------------------------------------------------ the table
 *
 *     <TAB>ffffffff81b0 cpu_idle+0x4f ([kernel])
 *          ^^^^^^^^^^^^ ^^^^^^^^^^^   ^^^^^^^^^^^^ what has to be the same
 *          the address  head "+0x"   tail, with the newline
 *
 * A line is known by what stands after its address, which says nothing about the frame unless
 * addresses are kept. Where only the offset in the function differs the frame is the same, and such
 * a line needs no place of its own.
 */

static inline fr_perf_memo_line *line_at(const fr_perf_memo_lines *lines, uint32_t id)
{
    return (fr_perf_memo_line *)(void *)(lines->words + id);
}

/* Hexadecimal digits, as perf prints them. */
static inline fr_lanes_mask hex_lanes(fr_lanes text)
{
    return (fr_lanes_mask)(text - '0' < 10) | (fr_lanes_mask)(text - 'a' < 6);
}

/* "    7f0000000002": blanks, then hexadecimal digits, with one at the end. */
static inline bool is_address(const char *at)
{
    fr_lanes text = fr_lanes_load(at);
    uint32_t digits = fr_lanes_bits(hex_lanes(text));
    uint32_t blanks = fr_lanes_bits((fr_lanes_mask)(text == ' '));

    return (digits | blanks) == 0xffff && (blanks & (blanks + 1)) == 0 && digits;
}

/* Returns what fr_address_is_kernel() tells of it: "ffff8" or more, but not "ffffffffffff". */
static inline uint32_t address_form(const char *at)
{
    uint64_t left = fr_bytes_load8(at), right = fr_bytes_load8(at + 8), f = FR_BYTES_EACH('f');
    bool high = ((left ^ f) & UINT32_MAX) == 0 && at[4] >= '8';
    bool none = left == f && ((right ^ f) & UINT32_MAX) == 0;

    return high && !none ? LINE_KERNEL : LINE_USER;
}

static size_t skip_of(uint32_t form)
{
    return form & 0xff;
}

fr_perf_key fr_perf_memo_lines_key(const fr_perf_memo_lines *lines, fr_bytes line)
{
    uint32_t form = LINE_WHOLE;
    fr_bytes text;

    /* "<TAB>    7f0000000002 main (/usr/bin/app)" */
    if (!lines->keeps_addresses && line.len > SKIP && line.at[0] == '\t' && line.at[SKIP] == ' ' &&
        is_address(line.at + 1))
        form = address_form(line.at + 1);
    text = (fr_bytes){line.at + skip_of(form), line.len - skip_of(form)};
    return (fr_perf_key){text, form, fr_bytes_hash(text, lines->seed) ^ form};
}

uint32_t fr_perf_memo_lines_find(const fr_perf_memo_lines *lines, const fr_perf_key *key)
{
    fr_slots_walk walk = fr_slots_walk_from(&lines->slots, key->hash);
    uint32_t id;

    while (lines->slots.n && fr_slots_next(&lines->slots, &walk, &id)) {
        const fr_perf_memo_line *known = line_at(lines, id);
        if (known->form == key->form && known->len == skip_of(key->form) + key->text.len + 1 &&
            memcmp(known->bytes + skip_of(key->form), key->text.at, key->text.len) == 0)
            return id;
    }
    return FR_PERF_NO_LINE;
}

/* True where another line would be too much: all have to be forgotten. */
static bool lines_full(const fr_perf_memo_lines *lines)
{
    return lines->slots.n_used >= LINES_MAX || lines->n_words > WORDS_MAX;
}

/* Room for one more line of `n_words`. */
static bool make_room(fr_perf_memo_lines *lines, size_t n_words)
{
    if (!fr_slots_make_room(&lines->slots) ||
        !fr_reserve(&lines->words, &lines->words_cap, lines->n_words + n_words + 1,
                    sizeof *lines->words))
        return false;
    lines->n_words += lines->n_words == 0; /* 0 stands for none */
    return true;
}

uint32_t fr_perf_memo_lines_put(fr_perf_memo_lines *lines, const fr_perf_key *key, uint32_t value)
{
    size_t skip = skip_of(key->form), len = skip + key->text.len;
    size_t n_words = (sizeof(fr_perf_memo_line) + len + 8) / 8;
    fr_perf_memo_line *line;
    fr_slots_walk walk;
    uint32_t id, other;

    if (len >= LINE_MAX || !make_room(lines, n_words))
        return FR_PERF_NO_LINE;
    walk = fr_slots_walk_from(&lines->slots, key->hash);
    while (fr_slots_next(&lines->slots, &walk, &other))
        continue;
    id = (uint32_t)lines->n_words;
    lines->n_words += n_words;
    line = line_at(lines, id);
    *line = (fr_perf_memo_line){
        .value = value, .len = (uint16_t)(len + 1), .form = (uint16_t)key->form};
    memcpy(line->bytes, key->text.at - skip, len);
    line->bytes[len] = '\n';
    fr_slots_put(&lines->slots, &walk, id);
    return id;
}

void fr_perf_memo_lines_reset(fr_perf_memo_lines *lines)
{
    free(lines->words);
    fr_slots_reset(&lines->slots);
    *lines = (fr_perf_memo_lines){.seed = lines->seed, .keeps_addresses = lines->keeps_addresses};
}

/* ------------------------------------------------------------ matching */

/* " main+0x1f (/usr/bin/app)": what stands before "+0x" and from " (" on is read alike whatever is
 * between, as perf_line.c cuts the module from the right end and then the offset. An unknown symbol
 * is different: its address tells something. */
void fr_perf_memo_lines_pass_offset(fr_perf_memo_lines *lines, uint32_t id, const fr_perf_key *key,
                                    const fr_perf_frame *frame)
{
    const char *end = key->text.at + key->text.len, *digits;
    fr_perf_memo_line *line = line_at(lines, id);
    size_t n = 0;

    if (key->form == LINE_WHOLE || fr_perf_frame_unknown(frame))
        return;
    digits = frame->symbol.at + frame->symbol.len + 3;
    if (end - digits < 4 || memcmp(digits - 3, "+0x", 3) != 0)
        return;
    while (n < OFFSET_MAX && digits + n < end && fr_perf_hex(digits[n]))
        n++;
    if (n == 0 || end - digits < (ptrdiff_t)n + 2 || memcmp(digits + n, " (", 2) != 0 ||
        frame->module.at != digits + n + 2)
        return;
    line->head = (uint16_t)((size_t)(digits - key->text.at) + SKIP);
    line->tail = (uint16_t)(line->head + n);
}

/* "main+0x2b (/a)" for "main+0x1f (/a)": its bytes, address and all, or 0. */
static inline size_t match_offset(const fr_perf_memo_line *line, const char *at, const char *end)
{
    size_t n, rest = (size_t)line->len - line->tail;
    uint32_t others;

    if ((size_t)(end - at) < line->head + FR_LANES + rest ||
        memcmp(at + SKIP, line->bytes + SKIP, line->head - (size_t)SKIP) != 0)
        return 0;
    others = ~fr_lanes_bits(hex_lanes(fr_lanes_load(at + line->head)));
    n = (size_t)__builtin_ctz(others);
    if (n == 0 || memcmp(at + line->head + n, line->bytes + line->tail, rest) != 0)
        return 0;
    return line->head + n + rest;
}

/* True if what stands before the text of the line tells no more than it did there. */
static inline bool address_match(const fr_perf_memo_line *line, const char *at)
{
    return line->form == LINE_WHOLE ||
           (at[0] == '\t' && is_address(at + 1) && address_form(at + 1) == line->form);
}

/* fr_perf_memo_match() of short lines, and where the offset differs. */
static size_t compare_whole(const fr_perf_memo_line *line, const char *at, const char *end)
{
    size_t len = line->head ? match_offset(line, at, end) : 0, skip = skip_of(line->form);

    if (len == 0 && line->len <= (size_t)(end - at) &&
        memcmp(at + skip, line->bytes + skip, line->len - skip) == 0)
        len = line->len;
    return len && address_match(line, at) ? len : 0;
}

static inline size_t match_line(const fr_perf_memo_line *line, const char *at, const char *end)
{
    const char *bytes = line->bytes;
    size_t len = line->len, skip = line->form & 0xff;

    /* Most of those that don't match differ in the first letters of the symbol. */
    if (len < SKIP + 8 || len > (size_t)(end - at))
        return compare_whole(line, at, end);
    if (fr_bytes_load8(at + SKIP) != fr_bytes_load8(bytes + SKIP) &&
        (line->head == 0 || line->head >= SKIP + 8))
        return 0;
    if (memcmp(at + skip, bytes + skip, len - skip) != 0)
        return line->head ? compare_whole(line, at, end) : 0;
    return address_match(line, at) ? len : 0;
}

size_t fr_perf_memo_match(const fr_perf_memo_lines *lines, uint32_t id, const char *at,
                          const char *end)
{
    return match_line(line_at(lines, id), at, end);
}

#define NO_NODE    UINT32_MAX
#define HINT_BITS  16
#define N_HINTS    ((size_t)1 << HINT_BITS)
#define SYMBOL_AT  (SKIP + 1)
#define SYMBOL     16   /* bytes of it that a hint looks at */
#define NEAR       2048 /* bytes */
#define MOST_HINTS 2    /* a sample: where so many fail the stacks are new */

/* ------------------------------------------------------------ lines */

uint32_t fr_perf_memo_find(const fr_perf_memo *memo, const fr_perf_key *key)
{
    uint32_t id = fr_perf_memo_lines_find(&memo->lines, key);

    return id == FR_PERF_NO_LINE ? FR_PERF_NEW_LINE : line_at(&memo->lines, id)->value;
}

void fr_perf_memo_put(fr_perf_memo *memo, const fr_perf_key *key, uint32_t value)
{
    if (lines_full(&memo->lines))
        fr_perf_memo_reset(memo);
    (void)fr_perf_memo_lines_put(&memo->lines, key, value);
}

void fr_perf_memo_reset(fr_perf_memo *memo)
{
    fr_perf_memo_lines lines;

    fr_perf_memo_lines_reset(&memo->lines);
    free(memo->nodes);
    free(memo->hints);
    free(memo->path);
    lines = memo->lines;
    *memo = (fr_perf_memo){.lines = lines};
}

/* ------------------------------------------------------------ nodes */

static bool grow_nodes(fr_perf_memo *memo, uint32_t stack)
{
    size_t cap = memo->nodes_cap;
    fr_perf_memo_node *nodes = fr_grow(memo->nodes, &cap, (size_t)stack + 1, sizeof *nodes);

    if (!nodes)
        return false;
    memset(nodes + memo->nodes_cap, 0, (cap - memo->nodes_cap) * sizeof *nodes);
    memo->nodes = nodes;
    memo->nodes_cap = cap;
    return true;
}

/* The stack of `parent` with the frame of a line called, which the line remembers. `is_new`: so is
 * the parent, and then the stack. False when memory ran out. */
static bool push_line(fr_perf_memo *memo, fr_builder *b, uint32_t *stack, bool *is_new, uint32_t id)
{
    fr_perf_memo_line *line = line_at(&memo->lines, id);
    uint32_t parent = *stack, n = fr_builder_n_stacks(b), pushed = line->stack;

    if (*is_new)
        pushed = fr_builder_push_new(b, parent, line->value);
    else if (pushed == FR_NO_STACK || memo->nodes[pushed].parent != parent)
        pushed = fr_builder_push(b, parent, line->value);
    *is_new = pushed == n;
    if (pushed >= memo->nodes_cap && !grow_nodes(memo, pushed))
        return false; /* a stack without a node is not remembered */
    line->stack = *stack = pushed;
    memo->nodes[pushed] = (fr_perf_memo_node){parent, id};
    return true;
}

/* The stack of the root frame alone. */
static bool push_root(fr_perf_memo *memo, const fr_perf_samples *samples)
{
    if (memo->root == samples->root && memo->nodes_cap)
        return true;
    memo->root = samples->root;
    memo->root_stack =
        memo->root == FR_NO_ID ? FR_NO_STACK : fr_builder_push(samples->b, FR_NO_STACK, memo->root);
    if (!memo->hints)
        memo->hints = fr_take_array(N_HINTS, sizeof *memo->hints, true);
    return memo->root_stack < memo->nodes_cap || grow_nodes(memo, memo->root_stack);
}

/* ------------------------------------------------------------ samples */

typedef enum memo_result {
    FR_PERF_MEMO_READ, /* a whole sample */
    FR_PERF_MEMO_MORE, /* the text ends before the sample does */
    FR_PERF_MEMO_ODD,  /* something is no plain frame: to be read line by line */
    FR_PERF_MEMO_GO_ON /* never returned */
} memo_result;

/* A sample on its way: text from `at` on is still to be read. */
typedef struct walk {
    fr_perf_memo *memo;
    fr_perf_samples *samples;
    const char *at, *end;
    const char *blank; /* before the empty line; NULL: not known */
    uint32_t n_hints;  /* looked for */
    size_t n;          /* lines taken: memo->path */
    uint32_t tail;     /* guess: the stack of line `n_leaf` and all that follow it */
    size_t n_leaf;
    uint32_t next; /* its part from line n on; NO_NODE: there is no guess */
} walk;

/* A bit for each of 64 bytes that is `c`. */
static inline uint64_t find_lanes(const char *at, char c)
{
    uint64_t bits = 0;

    for (size_t i = 0; i < 4; i++)
        bits |= (uint64_t)fr_lanes_bits(
                    (fr_lanes_mask)(fr_lanes_load(at + i * FR_LANES) == (unsigned char)c))
                << i * FR_LANES;
    return bits;
}

/* The newline before the first empty line; NULL where there is none near. Stacks that are longer than
 * that hardly come again. */
static const char *find_end(const char *at, const char *end)
{
    uint64_t before = 0;

    if (end - at > NEAR)
        end = at + NEAR;
    for (; end - at >= 64; at += 64) {
        uint64_t newlines = find_lanes(at, '\n');
        uint64_t blank = newlines & (newlines << 1 | before);
        if (blank)
            return at + __builtin_ctzll(blank) - 1;
        before = newlines >> 63;
    }
    for (; at < end; at++) {
        if (*at == '\n' && before)
            return at - 1;
        before = *at == '\n';
    }
    return NULL;
}

/* The bytes of a word before the first '+'. */
static inline uint64_t before_offset(uint64_t word, bool *found)
{
    uint64_t rest = word ^ FR_BYTES_EACH('+');
    /* The top bits of the bytes that are '+'; those above the first one may be wrong. */
    uint64_t plus = (rest - FR_BYTES_EACH(1)) & ~rest & FR_BYTES_EACH(0x80);

    *found = plus != 0;
    return word & (((plus & -plus) >> 7) - 1);
}

/* Returns what leads to the stack of the next line: "main" of "main+0x1f (/usr/bin/app)", and how much
 * follows it. 0: nothing. */
static inline uint32_t hint_of(walk *w)
{
    uint64_t name[2], hash;
    bool found;

    if (!w->blank || !w->memo->hints || w->n_hints == MOST_HINTS ||
        w->end - w->at < SYMBOL_AT + SYMBOL)
        return 0;
    w->n_hints++;
    name[0] = before_offset(fr_bytes_load8(w->at + SYMBOL_AT), &found);
    name[1] = found ? 0 : before_offset(fr_bytes_load8(w->at + SYMBOL_AT + 8), &found);
    hash = (name[0] ^ (uint64_t)(w->blank - w->at) << 32 ^ w->memo->root_stack) *
           UINT64_C(0xd6e8feb86659fd93);
    hash = (hash ^ hash >> 32 ^ name[1]) * UINT64_C(0xd6e8feb86659fd93);
    return (uint32_t)((hash ^ hash >> 32) & (N_HINTS - 1));
}

static bool take_line(walk *w, uint32_t line, uint32_t hint)
{
    fr_perf_memo *memo = w->memo;

    if (w->n == memo->path_cap &&
        !fr_reserve(&memo->path, &memo->path_cap, w->n + 1, sizeof *memo->path))
        return false;
    memo->path[w->n++] = (fr_perf_memo_step){line, hint};
    return true;
}

/* Takes the next line if it says what the leaf of the stack `node` says. */
static inline bool take_as(walk *w, uint32_t node, uint32_t hint)
{
    const fr_perf_memo *memo = w->memo;
    uint32_t id = memo->nodes[node].line;
    size_t len = id == FR_PERF_NO_LINE ? 0 : match_line(line_at(&memo->lines, id), w->at, w->end);

    if (len == 0 || !take_line(w, id, hint))
        return false;
    w->at += len;
    w->next = memo->nodes[node].parent;
    return true;
}

/* Takes lines while they say what they did when the guessed stack was met. */
static void follow(walk *w)
{
    uint32_t root = w->memo->root_stack;

    while (w->next != root && take_as(w, w->next, 0))
        ;
}

/* Takes a line that is what led to a stack before; what follows is guessed to be as it was there. */
static bool take_hint(walk *w, uint32_t hint)
{
    uint32_t node = hint ? w->memo->hints[hint] : FR_NO_STACK;

    if (node == FR_NO_STACK || !take_as(w, node, hint))
        return false;
    w->tail = node;
    w->n_leaf = w->n - 1;
    return true;
}

/* A line that was never met: its id if it is a plain frame. Names that are cut are noted line by line. */
static uint32_t learn_line(walk *w, fr_bytes line, const fr_perf_key *key)
{
    size_t most = w->samples->opt->limits.name_bytes;
    fr_perf_memo_lines *lines = &w->memo->lines;
    fr_perf_line parsed;
    uint32_t id;

    if (line.at[0] != '\t' || lines_full(lines))
        return FR_PERF_NO_LINE;
    fr_perf_line_read(line, &parsed);
    if (parsed.kind != FR_PERF_FRAME || fr_perf_names_joined(&parsed.frame))
        return FR_PERF_NO_LINE;
    id = fr_perf_memo_lines_put(lines, key, fr_perf_names_frame(&w->samples->names, &parsed.frame));
    if (id != FR_PERF_NO_LINE && parsed.frame.symbol.len <= most / 2 &&
        parsed.frame.module.len <= most)
        fr_perf_memo_lines_pass_offset(lines, id, key, &parsed.frame);
    return id;
}

/* Takes a line that was looked up, and makes a guess of what follows it if there is none. */
static bool take_known(walk *w, uint32_t id, uint32_t hint)
{
    fr_perf_memo *memo = w->memo;
    uint32_t before = w->next == NO_NODE || w->next == memo->root_stack ? FR_PERF_NO_LINE
                                                                        : memo->nodes[w->next].line;

    if (!take_line(w, id, hint))
        return false;
    /* The guess may be right about the frame of this line too, if not about its bytes. */
    if (before != FR_PERF_NO_LINE &&
        line_at(&memo->lines, before)->value == line_at(&memo->lines, id)->value) {
        memo->nodes[w->next].line = id;
        w->next = memo->nodes[w->next].parent;
        return true;
    }
    w->tail = line_at(&memo->lines, id)->stack;
    w->n_leaf = w->n - 1;
    w->next = w->tail == FR_NO_STACK ? NO_NODE : memo->nodes[w->tail].parent;
    return true;
}

/* Takes the next line: by what led to a stack before, else by a hash of its bytes. */
static memo_result take_next(walk *w)
{
    const fr_perf_memo_lines *lines = &w->memo->lines;
    uint32_t hint = hint_of(w), id;
    const char *newline;
    fr_perf_key key;
    fr_bytes line;

    if (take_hint(w, hint))
        return FR_PERF_MEMO_GO_ON;
    newline = memchr(w->at, '\n', (size_t)(w->end - w->at));
    if (!newline)
        return FR_PERF_MEMO_MORE;
    line = (fr_bytes){w->at, (size_t)(newline - w->at)};
    line.len -= line.len && line.at[line.len - 1] == '\r';
    w->at = newline + 1;
    if (line.len == 0)
        return FR_PERF_MEMO_READ;
    key = fr_perf_memo_lines_key(lines, line);
    id = fr_perf_memo_lines_find(lines, &key);
    if (id == FR_PERF_NO_LINE)
        id = learn_line(w, line, &key);
    if (id == FR_PERF_NO_LINE || line_at(lines, id)->value >= FR_PERF_ANNEX_LINE ||
        !take_known(w, id, hint))
        return FR_PERF_MEMO_ODD;
    return FR_PERF_MEMO_GO_ON;
}

/* The stack of all lines taken; false when memory ran out. */
static bool find_stack(walk *w, uint32_t *stack)
{
    fr_perf_memo *memo = w->memo;
    bool good = true, is_new = false;

    if (w->next == memo->root_stack) {
        *stack = w->tail;
        if (memo->path[w->n_leaf].hint)
            memo->hints[memo->path[w->n_leaf].hint] = w->tail;
    } else {
        *stack = memo->root_stack;
        w->n_leaf = w->n;
    }
    for (size_t i = w->n_leaf; good && i-- > 0;) {
        good = push_line(memo, w->samples->b, stack, &is_new, memo->path[i].line);
        if (good && memo->path[i].hint)
            memo->hints[memo->path[i].hint] = *stack;
    }
    return good;
}

/* Reads the frames of the open sample, up to and with the empty line, and gives it its stack. `*used`: bytes of `text`
 * they took. Where no whole sample was read it is as if nothing had been. */
static memo_result recognise_sample(fr_perf_script *r, fr_bytes text, size_t *used)
{
    walk w = {.memo = &r->memo,
              .samples = &r->samples,
              .at = text.at,
              .end = text.at + text.len,
              .blank = find_end(text.at, text.at + text.len),
              .next = NO_NODE};
    memo_result result;
    uint32_t stack;

    if (!push_root(w.memo, w.samples))
        return FR_PERF_MEMO_ODD;
    do {
        if (w.next != NO_NODE)
            follow(&w);
        if (w.at < w.end && *w.at == '\n') {
            w.at++;
            result = FR_PERF_MEMO_READ;
        } else {
            result = take_next(&w);
        }
    } while (result == FR_PERF_MEMO_GO_ON);
    if (result != FR_PERF_MEMO_READ)
        return result;
    if (w.n == 0 || w.n > w.samples->opt->limits.stack_depth || !find_stack(&w, &stack))
        return FR_PERF_MEMO_ODD;
    w.samples->found = stack;
    *used = (size_t)(w.at - text.at);
    r->line += w.n + 1;
    return FR_PERF_MEMO_READ;
}

/* ------------------------------------------------------------ ordinary samples as wholes
 *
 * A header line, frames that came before, an empty line. The lines of perf_script.c read what is not ordinary.
 */

/* Frames of a sample that is not read; its bytes. */
static size_t skip_quick_frames(fr_perf_script *r, fr_bytes text)
{
    const char *at = text.at, *end = text.at + text.len, *newline;

    for (; at < end && *at == '\t'; at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline)
            break;
        r->line++;
    }
    return (size_t)(at - text.at);
}

/* True while nothing is known of the stack of the open sample, which is to be read. */
static bool is_blank(const fr_perf_samples *s)
{
    bool chilled = s->is_switch && s->opt->perf.on_off; /* its frames become others */

    return s->open && !s->ignored && s->n_frames == 0 && s->inline_frame == FR_NO_ID && !chilled;
}

/* Frames and empty line of a sample whose header was read; false where that cannot be done so. */
static bool read_quick_frames(fr_perf_script *r, fr_bytes text, size_t *used, bool *more)
{
    memo_result result = is_blank(&r->samples) ? recognise_sample(r, text, used) : FR_PERF_MEMO_ODD;

    *more = result == FR_PERF_MEMO_MORE;
    if (result == FR_PERF_MEMO_READ)
        fr_perf_samples_end(&r->samples);
    return result == FR_PERF_MEMO_READ;
}

size_t fr_perf_quick_samples(fr_perf_script *r, fr_bytes window, bool *more)
{
    size_t used = 0, taken;

    for (*more = false; used < window.len; used += taken) {
        fr_bytes text = {window.at + used, window.len - used}, line;
        if (r->samples.open && r->samples.ignored)
            taken = skip_quick_frames(r, text);
        else if (!r->samples.open)
            taken = r->pending_len || r->cut ? 0 : fr_perf_script_line(r, text, &line);
        else if (!read_quick_frames(r, text, &taken, more))
            break;
        if (taken == 0)
            break;
    }
    return used;
}
