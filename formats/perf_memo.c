/* perf_memo.c - lines by their bytes, in a table with open addressing; nodes by their stack. */
#include "formats/perf_memo.h"

#include <stdlib.h>

#include "formats/perf_line.h"

#define NO_LINE     UINT32_C(0)
#define NO_NODE     UINT32_MAX
#define SLOTS_FIRST ((size_t)1 << 12)
#define LINES_MAX   ((size_t)1 << 19)
#define BYTES_MAX   ((size_t)64 << 20)
#define LINE_MAX    ((size_t)64 << 10)
#define COLUMNS     16            /* of an address: "%16lx" */
#define SKIP        (COLUMNS + 1) /* with the tab */

/* ------------------------------------------------------------ addresses */

/* Eight bytes, the first one lowest. */
static inline uint64_t load(const char *at)
{
    uint64_t word;

    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))
#define TOPS       EACH(0x80)

/* The top bit of every byte that is `least` or more. No byte of `word` has its own top bit set. */
static inline uint64_t reach(uint64_t word, unsigned least)
{
    return (word + EACH(0x80 - least)) & TOPS;
}

/* Blanks, then hexadecimal digits: the top bits of the digits in *digits. */
static inline bool is_padded_hex(uint64_t word, uint64_t *digits)
{
    uint64_t blanks = TOPS & ~reach(word ^ EACH(' '), 1);

    *digits =
        (reach(word, '0') & ~reach(word, '9' + 1)) | (reach(word, 'a') & ~reach(word, 'f' + 1));
    return (word & TOPS) == 0 && (*digits | blanks) == TOPS && (*digits << 8 & ~*digits) == 0;
}

/* "    7f0000000002", with a digit at the end. */
static inline bool is_address(const uint64_t columns[2])
{
    uint64_t left, right;

    return is_padded_hex(columns[0], &left) && is_padded_hex(columns[1], &right) && right >> 63 &&
           (left == 0 || right == TOPS);
}

/* Tab and address at the start of "<TAB>    7f0000000002 main (/usr/bin/app)"; 0 where the line does
 * not start so. */
static inline uint32_t address_bytes(const fr_perf_memo *memo, fr_bytes line)
{
    uint64_t columns[2];

    if (memo->keeps_addresses || line.len <= SKIP || line.at[0] != '\t' || line.at[SKIP] != ' ')
        return 0;
    columns[0] = load(line.at + 1);
    columns[1] = load(line.at + 9);
    return is_address(columns) ? SKIP : 0;
}

static inline void note_address(fr_perf_memo_line *line, const char *at)
{
    if (!line->skip)
        return;
    line->address[0] = load(at + 1);
    line->address[1] = load(at + 9);
}

/* True if the text at `at` starts with tab and an address. */
static inline bool has_address(const fr_perf_memo_line *line, const char *at)
{
    uint64_t columns[2] = {load(at + 1), load(at + 9)};

    return at[0] == '\t' && ((columns[0] == line->address[0] && columns[1] == line->address[1]) ||
                             is_address(columns));
}

/* ------------------------------------------------------------ lines */

fr_perf_key fr_perf_memo_key(const fr_perf_memo *memo, fr_bytes line)
{
    uint32_t skip = address_bytes(memo, line);
    fr_bytes text = {line.at + skip, line.len - skip};

    return (fr_perf_key){text, skip, fr_bytes_hash(text, memo->seed) ^ skip};
}

static fr_bytes cut_return(fr_bytes line)
{
    return (fr_bytes){line.at, line.len - (line.len && line.at[line.len - 1] == '\r')};
}

fr_perf_key fr_perf_memo_peek(const fr_perf_memo *memo, fr_bytes text)
{
    fr_bytes line = {text.at, fr_bytes_find(text, '\n')};
    fr_perf_key key;

    if (line.len == text.len || memo->n_slots == 0)
        return (fr_perf_key){0};
    key = fr_perf_memo_key(memo, cut_return(line));
    __builtin_prefetch(&memo->slots[(size_t)key.hash & (memo->n_slots - 1)]);
    return key;
}

/* The line's id, or NO_LINE. */
static uint32_t find_line(const fr_perf_memo *memo, const fr_perf_key *key)
{
    size_t mask = memo->n_slots - 1;
    uint32_t tag = (uint32_t)(key->hash >> 32);

    if (memo->n_slots == 0)
        return NO_LINE;
    for (size_t i = (size_t)key->hash & mask; memo->slots[i].line; i = (i + 1) & mask) {
        const fr_perf_memo_line *known;
        if (memo->slots[i].tag != tag)
            continue;
        known = &memo->lines[memo->slots[i].line];
        if (known->len == key->text.len + 1 && known->skip == key->skip &&
            memcmp(known->at, key->text.at, key->text.len) == 0)
            return memo->slots[i].line;
    }
    return NO_LINE;
}

static void place_line(fr_perf_memo_slot *slots, size_t n_slots, uint64_t hash, uint32_t line)
{
    size_t i = (size_t)hash & (n_slots - 1);

    while (slots[i].line)
        i = (i + 1) & (n_slots - 1);
    slots[i] = (fr_perf_memo_slot){(uint32_t)(hash >> 32), line};
}

static bool grow_slots(fr_perf_memo *memo)
{
    size_t n_slots = memo->n_slots ? memo->n_slots * 2 : SLOTS_FIRST;
    fr_perf_memo_slot *slots = calloc(n_slots, sizeof *slots);

    if (!slots)
        return false;
    for (uint32_t line = 1; line < memo->n_lines; line++)
        place_line(slots, n_slots, memo->lines[line].hash, line);
    free(memo->slots);
    memo->slots = slots;
    memo->n_slots = n_slots;
    return true;
}

static bool is_full(const fr_perf_memo *memo)
{
    return memo->n_lines >= LINES_MAX || memo->arena.held > BYTES_MAX;
}

/* Room for one more line; what is full forgets all. */
static bool make_room(fr_perf_memo *memo)
{
    void *lines;

    if (is_full(memo))
        fr_perf_memo_reset(memo);
    if (memo->n_lines * 2 >= memo->n_slots && !grow_slots(memo))
        return false;
    lines = fr_grow(memo->lines, &memo->lines_cap, memo->n_lines + 2, sizeof *memo->lines);
    if (!lines)
        return false;
    memo->lines = lines;
    memo->n_lines += memo->n_lines == 0; /* [0] stands for none */
    return true;
}

uint32_t fr_perf_memo_find(const fr_perf_memo *memo, const fr_perf_key *key)
{
    uint32_t id = find_line(memo, key);

    return id == NO_LINE ? FR_PERF_NEW_LINE : memo->lines[id].value;
}

/* The id of the new line; NO_LINE where it isn't remembered. */
static uint32_t put_line(fr_perf_memo *memo, const fr_perf_key *key, uint32_t value)
{
    fr_bytes text = key->text;
    uint32_t id;
    char *copy;

    if (text.len >= LINE_MAX || !make_room(memo))
        return NO_LINE;
    copy = fr_arena_take(&memo->arena, text.len + 1);
    if (!copy)
        return NO_LINE;
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\n';
    id = (uint32_t)memo->n_lines++;
    memo->lines[id] = (fr_perf_memo_line){.hash = key->hash,
                                          .at = copy,
                                          .len = (uint32_t)text.len + 1,
                                          .skip = key->skip,
                                          .value = value};
    place_line(memo->slots, memo->n_slots, key->hash, id);
    return id;
}

void fr_perf_memo_put(fr_perf_memo *memo, const fr_perf_key *key, uint32_t value)
{
    (void)put_line(memo, key, value);
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
    fr_perf_memo_line *line = &memo->lines[id];
    uint32_t parent = *stack, n = fr_builder_n_stacks(b);

    if (*is_new)
        line->stack = fr_builder_push_new(b, parent, line->value);
    else if (line->stack == FR_NO_STACK || memo->nodes[line->stack].parent != parent)
        line->stack = fr_builder_push(b, parent, line->value);
    *stack = line->stack;
    *is_new = *stack == n;
    if (*stack >= memo->nodes_cap && !grow_nodes(memo, *stack))
        return false;
    memo->nodes[*stack] = (fr_perf_memo_node){parent, id};
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
    return memo->root_stack < memo->nodes_cap || grow_nodes(memo, memo->root_stack);
}

/* ------------------------------------------------------------ samples */

/* A sample on its way: text from `at` on is still to be read. */
typedef struct walk {
    fr_perf_memo *memo;
    fr_perf_samples *samples;
    const char *at, *end;
    size_t n;      /* lines taken: memo->path */
    uint32_t tail; /* guess: the stack of line `n_leaf` and all that follow it */
    size_t n_leaf;
    uint32_t next; /* its part from line n on; NO_NODE: there is no guess */
    uint32_t first_odd;
    fr_perf_key ahead; /* of the first line, or zeroed */
} walk;

static bool take_line(walk *w, uint32_t line)
{
    fr_perf_memo *memo = w->memo;

    if (w->n == memo->path_cap) {
        void *path = fr_grow(memo->path, &memo->path_cap, w->n + 1, sizeof *memo->path);
        if (!path)
            return false;
        memo->path = path;
    }
    memo->path[w->n++] = line;
    return true;
}

/* memcmp() for texts of the size of a line, without its call: 16 bytes a step. */
static inline bool is_same(const char *a, const char *b, size_t n)
{
    if (n < 16)
        return memcmp(a, b, n) == 0;
    for (size_t i = 0; i < n - 16; i += 16)
        if ((load(a + i) ^ load(b + i)) | (load(a + i + 8) ^ load(b + i + 8)))
            return false;
    return !((load(a + n - 16) ^ load(b + n - 16)) | (load(a + n - 8) ^ load(b + n - 8)));
}

/* The bytes of a line with its newline, if the text goes on with it, but for an address; else 0. */
static inline size_t match_line(const walk *w, const fr_perf_memo_line *line)
{
    size_t len = (size_t)line->skip + line->len;

    if (len > (size_t)(w->end - w->at) || (line->skip && !has_address(line, w->at)) ||
        !is_same(w->at + line->skip, line->at, line->len))
        return 0;
    return len;
}

/* Takes lines while they are what they were when the guessed stack was met last. */
static void follow(walk *w)
{
    const fr_perf_memo *memo = w->memo;

    while (w->next != memo->root_stack) {
        uint32_t id = memo->nodes[w->next].line;
        size_t len = id == NO_LINE ? 0 : match_line(w, &memo->lines[id]);
        if (len == 0 || !take_line(w, id))
            return;
        w->at += len;
        w->next = memo->nodes[w->next].parent;
    }
}

/* A line that was never met: its id if it is a plain frame. */
static uint32_t learn_line(walk *w, fr_bytes line, const fr_perf_key *key)
{
    fr_perf_line parsed;

    if (line.at[0] != '\t' || is_full(w->memo))
        return NO_LINE;
    fr_perf_line_read(line, &parsed);
    if (parsed.kind != FR_PERF_FRAME || fr_perf_names_joined(&parsed.frame))
        return NO_LINE;
    return put_line(w->memo, key, fr_perf_names_frame(&w->samples->names, &parsed.frame));
}

/* The id of a line; NO_LINE if it is no plain frame. */
static uint32_t recognise_line(walk *w, fr_bytes line)
{
    fr_perf_key key = w->ahead.text.at ? w->ahead : fr_perf_memo_key(w->memo, line);
    uint32_t id = find_line(w->memo, &key);

    w->ahead.text.at = NULL;
    if (id == NO_LINE)
        id = learn_line(w, line, &key);
    if (id == NO_LINE || w->memo->lines[id].value >= w->first_odd)
        return NO_LINE;
    note_address(&w->memo->lines[id], line.at);
    return id;
}

/* The guess is right about the frame of this line too, if not about its bytes: "main+0x2b" for
 * "main+0x1f". */
static bool is_as_guessed(const walk *w, uint32_t id)
{
    const fr_perf_memo *memo = w->memo;
    uint32_t before;

    if (w->next == NO_NODE || w->next == memo->root_stack)
        return false;
    before = memo->nodes[w->next].line;
    return before != NO_LINE && memo->lines[before].value == memo->lines[id].value;
}

/* Takes a line that was looked up, and makes a guess of what follows it if there is none. */
static bool take_known(walk *w, uint32_t id)
{
    fr_perf_memo *memo = w->memo;

    if (!take_line(w, id))
        return false;
    if (is_as_guessed(w, id)) {
        memo->nodes[w->next].line = id;
        w->next = memo->nodes[w->next].parent;
        return true;
    }
    w->tail = memo->lines[id].stack;
    w->n_leaf = w->n - 1;
    w->next = w->tail == FR_NO_STACK ? NO_NODE : memo->nodes[w->tail].parent;
    return true;
}

/* Takes the next line by a hash of its bytes. */
static fr_perf_memo_result take_next(walk *w)
{
    const char *newline;
    fr_bytes line;
    uint32_t id;

    newline = memchr(w->at, '\n', (size_t)(w->end - w->at));
    if (!newline)
        return FR_PERF_MEMO_MORE;
    line = cut_return((fr_bytes){w->at, (size_t)(newline - w->at)});
    w->at = newline + 1;
    if (line.len == 0)
        return FR_PERF_MEMO_READ;
    id = recognise_line(w, line);
    return id == NO_LINE || !take_known(w, id) ? FR_PERF_MEMO_ODD : FR_PERF_MEMO_GO_ON;
}

/* The stack of all lines taken; false when memory ran out. */
static bool find_stack(walk *w, uint32_t *stack)
{
    fr_perf_memo *memo = w->memo;
    bool good = true, is_new = false;

    if (w->next == memo->root_stack) {
        *stack = w->tail;
    } else {
        *stack = memo->root_stack;
        w->n_leaf = w->n;
    }
    for (size_t i = w->n_leaf; good && i-- > 0;)
        good = push_line(memo, w->samples->b, stack, &is_new, memo->path[i]);
    return good;
}

fr_perf_memo_result fr_perf_memo_read(fr_perf_memo *memo, fr_perf_samples *samples, fr_bytes text,
                                      fr_perf_key ahead, uint32_t first_odd, size_t *used,
                                      size_t *n)
{
    walk w = {.memo = memo,
              .samples = samples,
              .at = text.at,
              .end = text.at + text.len,
              .next = NO_NODE,
              .first_odd = first_odd,
              .ahead = ahead};
    fr_perf_memo_result result;
    uint32_t stack;

    *used = *n = 0;
    if (!push_root(memo, samples))
        return FR_PERF_MEMO_ODD;
    while ((result = take_next(&w)) == FR_PERF_MEMO_GO_ON)
        if (w.next != NO_NODE)
            follow(&w);
    if (result != FR_PERF_MEMO_READ)
        return result;
    if (w.n == 0 || w.n > samples->opt->limits.stack_depth || !find_stack(&w, &stack))
        return FR_PERF_MEMO_ODD;
    fr_perf_samples_found(samples, stack);
    *used = (size_t)(w.at - text.at);
    *n = w.n + 1;
    return FR_PERF_MEMO_READ;
}

void fr_perf_memo_reset(fr_perf_memo *memo)
{
    fr_arena_reset(&memo->arena);
    free(memo->lines);
    free(memo->slots);
    free(memo->nodes);
    free(memo->path);
    *memo = (fr_perf_memo){.seed = memo->seed, .keeps_addresses = memo->keeps_addresses};
}
