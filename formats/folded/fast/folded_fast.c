/*
 * folded_fast.c - ordinary lines of folded stacks, some at a time: lines into batches, batches into stacks, values onto
 * the stacks. Two fast ways:
 *
 *     batch     32 lines are looked up side by side
 *     sorted    lines in byte order are known to make new stacks, and not looked up;
 *               for as long as an input is in order, then its batches are looked up
 */
#include "formats/folded/folded.h"
#include "formats/lines.h"
#include "formats/split.h"
#include "model/build/builder_bulk.h"

#include <stdlib.h>

#define FR_BATCH_LINES  32
#define FR_BATCH_FRAMES 4096

/* A line whose stack is not known yet: frames [first, first + n) of the batch. */
typedef struct fr_pending {
    fr_folded_line line;
    uint64_t number, offset; /* of the line, from 1; of its first byte */
    uint32_t first, n;
    uint32_t shared; /* frames that the line before has too */
    size_t same;     /* bytes that its stack starts with as that of the line before does */
} fr_pending;

/* Zeroed but for `b`, a seed of `tokens` and `in_order` it is ready. */
typedef struct fr_folded_fast {
    fr_builder *b;
    fr_line_cache tokens;                 /* bytes of a frame -> frame */
    fr_pending lines[FR_BATCH_LINES + 1]; /* [0]: the last line of the batch before; n == 0: none */
    char *copy;                           /* the stack of that line, when the window has moved */
    size_t copy_cap;
    uint32_t n_lines; /* without that one */
    uint32_t n_frames;
    bool odd; /* some token is not spelled as its frame is: others may mean the same frame */
    /* By frame of the batch: its id, its end in the text, its stack, the hash of its token. */
    uint32_t frame[FR_BATCH_FRAMES], end[FR_BATCH_FRAMES], stack[FR_BATCH_FRAMES];
    uint64_t hash[FR_BATCH_FRAMES];
    uint32_t frames_now[FR_BATCH_LINES], stacks_now[FR_BATCH_LINES];
    /* Lines in byte order: the greatest so far is the last one of the batch. */
    bool in_order;                     /* so far */
    struct fr_folded_earlier *earlier; /* by depth, then by length */
    size_t n_earlier, earlier_cap;
    uint64_t n_sorted; /* lines that were not less */
    uint64_t n_less;   /* that were */
    uint32_t n_stacks; /* of the builder, when this was left */
} fr_folded_fast;

/* find() begins to look here. A hint a few lines ahead of it fetches the slot; then the line that the slot holds. */
static inline const fr_line_slot *slot_of(const fr_line_cache *cache, uint64_t hash)
{
    return &cache->slots[(size_t)hash & (cache->n_slots - 1)];
}

/* The line that the next one follows. */
static inline const fr_pending *fr_folded_before(const fr_folded_fast *fast)
{
    return &fast->lines[fast->n_lines];
}

/* A child before one whose name it starts; it may come again. */
typedef struct fr_folded_earlier {
    uint32_t depth, len, stack; /* len: bytes of its name */
} fr_folded_earlier;

/*
 * A large input of folded stacks on several threads: lines don't depend on each other, so it is
 * cut at any of them.
 */

size_t fr_folded_boundary(fr_bytes text)
{
    (void)text; /* it starts with a line */
    return 0;
}

static bool begin_part(void *part, const void *first, fr_input *in, fr_builder *b)
{
    const fr_folded *f = first;

    fr_folded_begin(part, in, b, f->opt, f->choice);
    fr_folded_open_columns(part, f->n_columns);
    return true;
}

static void read_part(void *part, fr_input *in, uint64_t n_parts)
{
    fr_folded *f = part;

    (void)in; /* it has it */
    f->n_parts = n_parts;
    fr_folded_rest(f);
}

static bool join_part(void *first, void *part, const fr_input *in)
{
    fr_folded *f = first;
    const fr_folded *p = part;

    if (!fr_split_join(f->b, p->b, in, f->line))
        return false;
    f->line += p->line;
    f->n_rejected += p->n_rejected;
    return true;
}

static void end_part(void *part)
{
    const fr_folded *f = part;

    fr_folded_fast_free(f->fast);
}

static const fr_split_reader parts = {sizeof(fr_folded), begin_part, read_part, join_part,
                                      end_part};

bool fr_folded_parts(fr_folded *f, fr_choice *choice)
{
    return fr_split_run(&parts, f, f->in, f->opt, choice);
}

/*
 * Lines of folded stacks become stacks, some at a time.
 *
 *     a;b;c 1
 *     a;d   2      what a line shares with the one before it is not hashed again
 *     a;d;e 5
 *
 * Frames of a line depend on each other, lines do not: the tokens of all lines of a batch are
 * fetched before the first is compared, and the frames at one depth of all lines are pushed at
 * once, so that misses of the cache overlap.
 */

#define NO_ROOM UINT32_MAX

/* "foo" is the frame foo, "foo_[k]" the kernel's. "foo ", "a\\x3bb", broken UTF-8 and a name that was
 * cut mean a frame that has another spelling, too. */
static bool is_spelled(const fr_folded_fast *fast, uint32_t frame, fr_bytes token)
{
    fr_bytes name = fr_builder_frame_name(fast->b, frame);
    bool annotated = fr_builder_frame_at(fast->b, frame).kind & FR_KIND_ANNOTATED;

    return fr_bytes_starts(token, name) && token.len == name.len + (annotated ? 4 : 0);
}

static uint32_t find_frame(fr_folded_fast *fast, fr_bytes token, uint64_t hash)
{
    uint32_t frame = fr_line_cache_find(&fast->tokens, token, hash);

    if (frame != FR_LINE_UNKNOWN)
        return frame;
    frame = fr_builder_named(fast->b, token, FR_TEXT_ESCAPED, FR_KIND_USER, (fr_bytes){NULL, 0});
    fast->odd |= !is_spelled(fast, frame, token);
    fr_line_cache_put(&fast->tokens, token, hash, frame);
    return frame;
}

/* ---- lines ---- */

/* Lines have hundreds of bytes in common: 32 at a time, then 8, then one by one. */
static size_t common(fr_bytes a, fr_bytes b)
{
    size_t n = a.len < b.len ? a.len : b.len, i = 0;

    for (; i + 32 <= n; i += 32) {
        uint64_t differ = (fr_bytes_load8(a.at + i) ^ fr_bytes_load8(b.at + i)) |
                          (fr_bytes_load8(a.at + i + 8) ^ fr_bytes_load8(b.at + i + 8)) |
                          (fr_bytes_load8(a.at + i + 16) ^ fr_bytes_load8(b.at + i + 16)) |
                          (fr_bytes_load8(a.at + i + 24) ^ fr_bytes_load8(b.at + i + 24));
        if (differ)
            break;
    }
    while (i + 8 <= n && fr_bytes_load8(a.at + i) == fr_bytes_load8(b.at + i))
        i += 8;
    while (i < n && a.at[i] == b.at[i])
        i++;
    return i;
}

/* Counts how many of the n frames of a text, which end at end[], stand at the start of `text` too, if it
 * shares `same` bytes with that text. */
static uint32_t count_shared(const uint32_t *end, uint32_t n, fr_bytes text, size_t same)
{
    uint32_t shared = 0;

    /* Ends that lie within the common bytes; of those only the last may not be an end in `text`. To
     * count them all is cheaper than to search: no branch has to be guessed. */
    for (uint32_t i = 0; i < n; i++)
        shared += end[i] <= same;
    if (shared && end[shared - 1] < text.len && text.at[end[shared - 1]] != ';')
        shared--;
    return shared;
}

/* Ends and hashes of the tokens from byte `from` on, into places from `at` on; their slots in the
 * cache are on their way then. Returns the place after the last, or NO_ROOM. */
static uint32_t split_tokens(fr_folded_fast *fast, fr_bytes text, size_t from, uint32_t at)
{
    for (size_t end; from <= text.len; from = end + 1) {
        fr_bytes rest = {text.at + from, text.len - from};
        if (at == FR_BATCH_FRAMES)
            return NO_ROOM;
        end = from + fr_bytes_find(rest, ';');
        fast->hash[at] = fr_line_hash(&fast->tokens, (fr_bytes){rest.at, end - from});
        if (fast->tokens.n_slots)
            __builtin_prefetch(slot_of(&fast->tokens, fast->hash[at]));
        fast->end[at++] = (uint32_t)end;
    }
    return at;
}

/* Takes a line whose stack is not empty and shares `same` bytes with the line before; false where the
 * batch is full. A line of very many frames never fits an empty batch. */
static bool batch_add(fr_folded_fast *fast, const fr_folded_line *line, size_t same,
                      uint64_t number, uint64_t offset)
{
    const fr_pending *before = fr_folded_before(fast);
    fr_pending *added = &fast->lines[fast->n_lines + 1];
    uint32_t at = fast->n_frames, shared;
    fr_bytes text = line->stack;

    if (fast->n_lines == FR_BATCH_LINES || text.len >= UINT32_MAX)
        return false;
    shared = count_shared(fast->end + before->first, before->n, text, same);
    if (shared > FR_BATCH_FRAMES - at)
        return false;
    *added = (fr_pending){*line, number, offset, .first = at, .shared = shared, .same = same};
    memcpy(fast->end + at, fast->end + before->first, shared * sizeof *fast->end);
    at += shared;
    at = split_tokens(fast, text, shared ? (size_t)fast->end[at - 1] + 1 : 0, at);
    if (at == NO_ROOM)
        return false;
    added->n = at - added->first;
    fast->n_frames = at;
    fast->n_lines++;
    return true;
}

/* Finds the frames of all lines. */
static void batch_find(fr_folded_fast *fast)
{
    for (uint32_t i = 1; i <= fast->n_lines; i++) {
        const fr_pending *p = &fast->lines[i];
        for (uint32_t at = p->first + p->shared; at < p->first + p->n; at++)
            if (fast->tokens.n_slots)
                __builtin_prefetch(slot_of(&fast->tokens, fast->hash[at])->at);
    }
    for (uint32_t i = 1; i <= fast->n_lines; i++) {
        const fr_pending *p = &fast->lines[i];
        uint32_t at = p->first + p->shared;
        size_t from = p->shared ? (size_t)fast->end[at - 1] + 1 : 0;
        for (; at < p->first + p->n; at++) {
            fr_bytes token = {p->line.stack.at + from, fast->end[at] - from};
            fast->frame[at] = find_frame(fast, token, fast->hash[at]);
            from = (size_t)fast->end[at] + 1;
        }
    }
}

/* ---- stacks ---- */

/* Pushes the frames at `depth` of the lines that do not share them. False where no line is that
 * deep. After the last depth lines[i] (from 1) has stack[first + n - 1]. */
static bool walk_depth(fr_folded_fast *fast, uint32_t depth)
{
    uint32_t n = 0;
    bool deep = false;

    for (uint32_t i = 1; i <= fast->n_lines; i++) {
        const fr_pending *p = &fast->lines[i];
        deep |= depth < p->n;
        if (depth >= p->n || depth < p->shared)
            continue;
        fast->frames_now[n] = fast->frame[p->first + depth];
        fast->stacks_now[n++] = depth ? fast->stack[p->first + depth - 1] : FR_NO_STACK;
    }
    fr_builder_push_many(fast->b, n, fast->stacks_now, fast->frames_now);
    n = 0;
    for (uint32_t i = 1; i <= fast->n_lines; i++) {
        const fr_pending *p = &fast->lines[i];
        if (depth < p->shared)
            fast->stack[p->first + depth] = fast->stack[p[-1].first + depth];
        else if (depth < p->n)
            fast->stack[p->first + depth] = fast->stacks_now[n++];
    }
    return deep;
}

/* Empties the batch but for its last line, which the next one follows. */
static void batch_next(fr_folded_fast *fast)
{
    fr_pending *last = &fast->lines[fast->n_lines], *first = &fast->lines[0];

    memmove(fast->end, fast->end + last->first, last->n * sizeof *fast->end);
    memmove(fast->stack, fast->stack + last->first, last->n * sizeof *fast->stack);
    *first = *last;
    first->first = 0;
    fast->n_frames = first->n;
    fast->n_lines = 0;
}

/* Copies what an empty batch has of the window, which moves; false when memory ran out. */
static bool batch_keep(fr_folded_fast *fast)
{
    fr_bytes *stack = &fast->lines[0].line.stack;
    char *copy;

    if (stack->len == 0 || stack->at == fast->copy)
        return true;
    copy = fr_grow(fast->copy, &fast->copy_cap, stack->len, 1);
    if (!copy)
        return false;
    fast->copy = memcpy(copy, stack->at, stack->len);
    stack->at = copy;
    return true;
}

/*
 * Lines in byte order, as collapsers write them: their stacks are known to be new.
 *
 *     a;b;c 1       greatest so far
 *     a;b;d 2       "a;b" is shared with it; had "a;b;d" come before, every line between that one
 *                   and this would start with its bytes, and so would the greatest: it is new
 *     a;b;d(int) 1  "a;b;d" comes again below: its bytes start the greatest, so it is kept in mind
 *     a;b;d;e 4
 *
 * So a line that is not less than all lines before it needs no look into the stack table. That
 * holds while different tokens mean different frames (fr_folded_fast.odd) and every stack of the
 * builder came from a line of this input; a few lines that are less are looked up.
 */

#define FEW_LESS 64 /* lines that are less which never end the order */

/* Returns true if a stack, which shares `same` bytes with the last line of the batch, is not less than it. Ends the
 * order where too many are less. */
static bool sorted_continues(fr_folded_fast *fast, fr_bytes text, size_t same)
{
    fr_bytes greatest = fr_folded_before(fast)->line.stack;

    if (same == greatest.len ||
        (same < text.len && (unsigned char)greatest.at[same] < (unsigned char)text.at[same]))
        return true;
    fast->n_less++;
    fast->in_order = fast->n_less <= FEW_LESS || fast->n_less <= fast->n_sorted / 4;
    return false;
}

/* Drops the children that cannot come again below a line which differs from the greatest at `depth`, where
 * both share `common` bytes. */
static void drop_earlier(fr_folded_fast *fast, uint32_t depth, size_t common)
{
    for (; fast->n_earlier; fast->n_earlier--) {
        const fr_folded_earlier *last = &fast->earlier[fast->n_earlier - 1];
        if (last->depth < depth || (last->depth == depth && last->len <= common))
            break;
    }
}

/* Without memory for it stacks are looked up from now on, which is as good. */
static void keep_earlier(fr_folded_fast *fast, fr_folded_earlier child)
{
    fr_folded_earlier *earlier =
        fr_grow(fast->earlier, &fast->earlier_cap, fast->n_earlier + 1, sizeof *fast->earlier);

    fast->in_order = earlier != NULL;
    if (!earlier)
        return;
    fast->earlier = earlier;
    fast->earlier[fast->n_earlier++] = child;
}

static uint32_t push(fr_folded_fast *fast, uint32_t parent, uint32_t frame)
{
    return fast->in_order ? fr_builder_push_new(fast->b, parent, frame)
                          : fr_builder_push(fast->b, parent, frame);
}

/* The stack of the first frame that the line before does not have, a token of `len` bytes at `depth`
 * where that one has a token that shares `common` bytes: only a name that starts that one can have
 * come before. */
static uint32_t push_first(fr_folded_fast *fast, const fr_pending *p, size_t len, size_t common)
{
    uint32_t depth = p->shared, frame = fast->frame[p->first + depth];
    uint32_t parent = depth ? fast->stack[p->first + depth - 1] : FR_NO_STACK;
    const fr_folded_earlier *last = fast->n_earlier ? &fast->earlier[fast->n_earlier - 1] : NULL;

    if (len > common)
        return push(fast, parent, frame);
    if (fast->n_less || !fast->in_order)
        return fr_builder_push(fast->b, parent, frame);
    if (!last || last->depth != depth || last->len != len)
        return push(fast, parent, frame);
    fast->n_earlier--; /* it comes again */
    return last->stack;
}

/* The frames of a line that the line before does not have. */
static void push_line(fr_folded_fast *fast, const fr_pending *p)
{
    const fr_pending *before = p - 1;
    const uint32_t *end = fast->end + p->first, *frame = fast->frame + p->first;
    uint32_t *stack = fast->stack + p->first, depth = p->shared;
    size_t from = depth ? (size_t)end[depth - 1] + 1 : 0;
    size_t common = p->same > from ? p->same - from : 0;

    memcpy(stack, fast->stack + before->first, depth * sizeof *stack);
    if (depth == p->n)
        return;
    drop_earlier(fast, depth, common);
    if (depth < before->n && fast->end[before->first + depth] - from <= common)
        keep_earlier(fast,
                     (fr_folded_earlier){depth, (uint32_t)(fast->end[before->first + depth] - from),
                                         fast->stack[before->first + depth]});
    stack[depth] = push_first(fast, p, end[depth] - from, common);
    while (++depth < p->n)
        stack[depth] = push(fast, stack[depth - 1], frame[depth]);
}

fr_folded_fast *fr_folded_fast_new(const fr_choice *choice, fr_builder *b)
{
    fr_folded_fast *fast =
        fr_choice_allows(choice, FR_WAY_FOLDED_BATCH) ? calloc(1, sizeof *fast) : NULL;

    if (!fast)
        return NULL;
    fast->b = b;
    fast->tokens.seed = fr_hash_seed();
    fast->in_order = fr_choice_allows(choice, FR_WAY_FOLDED_SORTED);
    fast->n_stacks = fr_builder_n_stacks(b);
    return fast;
}

void fr_folded_fast_free(fr_folded_fast *fast)
{
    if (!fast)
        return;
    fr_line_cache_reset(&fast->tokens);
    free(fast->copy);
    free(fast->earlier);
    free(fast);
}

/* Finds the stacks of the lines that wait, and adds their values. */
static void flush(fr_folded_fast *fast, fr_folded *f)
{
    uint64_t line = f->line, line_at = f->line_at;

    batch_find(fast);
    fast->in_order = fast->in_order && !fast->odd;
    if (fast->in_order) {
        for (uint32_t i = 1; i <= fast->n_lines; i++)
            push_line(fast, &fast->lines[i]);
        fast->n_sorted += fast->n_lines;
    } else {
        for (uint32_t depth = 0; walk_depth(fast, depth); depth++)
            continue;
    }
    for (uint32_t i = 1; i <= fast->n_lines; i++) {
        const fr_pending *p = &fast->lines[i];
        f->line = p->number;
        f->line_at = p->offset;
        fr_folded_take(f, &p->line, fast->stack[p->first + p->n - 1]);
    }
    f->line = line;
    f->line_at = line_at;
    batch_next(fast);
}

/* A line that is less than those before it, in an input that is in order but for a few. */
static void take_less(fr_folded_fast *fast, fr_folded *f, const fr_folded_line *line)
{
    uint32_t stack = FR_NO_STACK;
    fr_bytes text = line->stack;

    flush(fast, f);
    for (size_t end, at = 0; at <= text.len; at = end + 1) {
        fr_bytes rest = {text.at + at, text.len - at};
        fr_bytes token = {rest.at, fr_bytes_find(rest, ';')};
        uint32_t frame = find_frame(fast, token, fr_line_hash(&fast->tokens, token));
        end = at + token.len;
        stack = fr_builder_push(f->b, stack, frame);
    }
    fr_folded_take(f, line, stack);
}

/* False: it has too many frames for a batch. */
static bool add_line(fr_folded_fast *fast, fr_folded *f, const fr_folded_line *line)
{
    size_t same = common(fr_folded_before(fast)->line.stack, line->stack);

    if (fast->in_order && !sorted_continues(fast, line->stack, same)) {
        take_less(fast, f, line);
        return true;
    }
    if (batch_add(fast, line, same, f->line, f->line_at))
        return true;
    flush(fast, f);
    return batch_add(fast, line, same, f->line, f->line_at);
}

/* A line with a stack and all its values, of which nothing is to be noted. */
static bool is_ordinary(const fr_folded *f, fr_bytes text, fr_folded_line *line)
{
    bool zero = true, negative = false;

    if (fr_folded_is_blank(text) || fr_folded_parse(text, f->n_columns, line))
        return false;
    for (uint32_t k = 0; k < line->n_values; k++) {
        zero = zero && line->value[k].mantissa == 0;
        negative = negative || line->value[k].mantissa < 0;
    }
    return line->stack.len && line->n_values == f->n_columns && !zero && !negative;
}

/* False: the line is for the plain reader. */
static bool take_line(fr_folded_fast *fast, fr_folded *f, fr_bytes text)
{
    fr_folded_line line;

    if (!is_ordinary(f, text, &line))
        return false;
    f->line++;
    if (add_line(fast, f, &line))
        return true;
    f->line--;
    return false;
}

size_t fr_folded_fast_read(fr_folded_fast *fast, fr_folded *f, fr_bytes text, bool last)
{
    uint64_t offset = f->line_at;
    size_t at = 0, newline;

    /* Stacks of lines that the plain reader took are not known to be new. */
    fast->in_order = fast->in_order && fr_builder_n_stacks(f->b) == fast->n_stacks;
    for (; at < text.len && !fr_builder_failed(f->b); at += newline + (at + newline < text.len)) {
        fr_bytes rest = {text.at + at, text.len - at};
        newline = fr_bytes_find(rest, '\n');
        f->line_at = offset + at;
        if ((newline == rest.len && !last) || !take_line(fast, f, (fr_bytes){rest.at, newline}))
            break;
    }
    flush(fast, f);
    if (!batch_keep(fast))
        fr_builder_fail_memory(f->b);
    fast->n_stacks = fr_builder_n_stacks(f->b);
    return at;
}
