/*
 * v8_log.c - ticks of node --prof, as 'node --prof-process --preprocess -j' makes them of its log.
 *
 *     {"code": [{"name": "words /srv/app.js:2:15", "type": "JS", "kind": "Opt", "func": 9, "tm": 520}, ...],
 *      "functions": [...], "ticks": [{"tm": 469346, "vm": 0, "s": [46158, 406, -1, 22212960]}]}
 *
 * A stack is pairs, the innermost first: the index of a code and a place in it, or -1 and an address of native code.
 * tm is in us. Reference: tools/profile.mjs and tools/tickprocessor.mjs of V8 (2023). Omitted: functions, places,
 * tiers, states of the machine other than garbage collection.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "formats/symbols.h"
#include "formats/v8/v8_profile.h"
#include "model/build/builder.h"

#define GC 1 /* of "vm" */

typedef struct tick_log {
    fr_builder *b;
    uint32_t *codes;  /* by index: the frame; 0: no tick names it. codes[n_codes]: native code */
    uint32_t *frames; /* of one stack, the innermost first */
    size_t n_codes, frames_cap;
    uint32_t column, thread, gc;
} tick_log;

int fr_v8_log_probe(fr_bytes head, bool whole)
{
    fr_bytes text = fr_bytes_beginning(head);

    (void)whole;
    if (!fr_bytes_starts(text, FR_LITERAL("{")))
        return 0;
    text = fr_bytes_beginning(fr_bytes_from(text, 1));
    return fr_bytes_starts(text, FR_LITERAL("\"code\"")) && fr_bytes_contain(head, "\"type\"") ? 100
                                                                                               : 0;
}

static uint32_t read_code(fr_builder *b, const fr_json *code)
{
    fr_json name = fr_json_member(code, "name"), type = fr_json_member(code, "type");
    fr_bytes what = fr_json_exists(&type) ? fr_json_text(&type) : FR_LITERAL("");
    fr_bytes text = fr_json_text(&name);
    fr_frame frame = {.kind = FR_KIND_USER};
    char room[FR_STAND_IN_MAX], *spelled;
    fr_arena arena = {0};
    bool has_kind;

    if (fr_bytes_equal(what, FR_LITERAL("SHARED_LIB"))) {
        frame.module = fr_builder_name(b, text, FR_TEXT_RAW);
        text = fr_stand_in(FR_LITERAL(""), text, room);
    } else if (!fr_bytes_equal(what, FR_LITERAL("CPP"))) {
        frame.kind = FR_KIND_JIT;
        /* " /srv/app.js:1:1" has no name, which V8's perf maps spell "JS:^ /srv/app.js:1:1". */
        if (fr_bytes_starts(text, FR_LITERAL(" "))) {
            spelled = fr_arena_take(&arena, text.len + 4);
            if (spelled) {
                memcpy(spelled, "JS:^", 4);
                memcpy(spelled + 4, text.at, text.len);
            }
            text = (fr_bytes){spelled, spelled ? text.len + 4 : 0};
        }
    }
    if (!text.at)
        fr_builder_fail_memory(b);
    frame = fr_builder_spell(b, text, FR_TEXT_RAW, frame, &has_kind);
    fr_arena_reset(&arena);
    return fr_builder_intern(b, &frame);
}

/* The code of a pair, and -1 for native code; moves on by the pair. False at the end. */
static bool next_pair(const tick_log *l, fr_json *cell, int64_t *code)
{
    if (!fr_json_next(cell))
        return false;
    *code = fr_json_integer(cell, -1, (int64_t)l->n_codes - 1, "the index of a code");
    if (!fr_json_next(cell) && !fr_json_failed(cell))
        fr_json_fail(cell->in, "expected pairs of a code and a place");
    return !fr_json_failed(cell);
}

/* Frames of the codes that ticks name. */
static bool read_codes(tick_log *l, const fr_json *file)
{
    fr_json list = fr_json_member(file, "code"), code = fr_json_items(&list, "codes");
    fr_json ticks = fr_json_member(file, "ticks"), tick = fr_json_items(&ticks, "ticks");
    fr_frame native = {.kind = FR_KIND_USER,
                       .name = fr_builder_name(l->b, FR_LITERAL("[unknown]"), FR_TEXT_RAW)};
    fr_frame gc = {.kind = FR_KIND_USER,
                   .name = fr_builder_name(l->b, FR_LITERAL("(garbage collector)"), FR_TEXT_RAW)};

    l->n_codes = fr_json_count(&list, "codes");
    l->codes = calloc(l->n_codes + 1, sizeof *l->codes);
    if (!l->codes)
        return fr_fail_memory(&file->document->err);
    while (fr_json_next(&tick)) {
        fr_json stack = fr_json_member(&tick, "s"), cell = fr_json_items(&stack, "numbers");
        int64_t index;
        while (next_pair(l, &cell, &index))
            l->codes[index < 0 ? l->n_codes : (size_t)index] = 1;
    }
    while (fr_json_next(&code))
        if (l->codes[code.index])
            l->codes[code.index] = read_code(l->b, &code);
    l->codes[l->n_codes] = fr_builder_intern(l->b, &native);
    l->gc = fr_builder_intern(l->b, &gc);
    return !fr_json_failed(file);
}

static uint32_t read_stack(tick_log *l, const fr_json *tick)
{
    fr_json list = fr_json_member(tick, "s"), cell = fr_json_items(&list, "numbers");
    uint32_t stack = FR_NO_STACK;
    size_t n = 0;

    for (int64_t index; next_pair(l, &cell, &index); n++) {
        if (!fr_reserve(&l->frames, &l->frames_cap, n + 1, sizeof *l->frames)) {
            fr_fail_memory(&tick->document->err);
            return stack;
        }
        l->frames[n] = l->codes[index < 0 ? l->n_codes : (size_t)index];
    }
    while (n-- > 0)
        stack = fr_builder_push(l->b, stack, l->frames[n]);
    return stack;
}

static void read_ticks(tick_log *l, const fr_json *file)
{
    fr_json ticks = fr_json_member(file, "ticks"), tick = fr_json_items(&ticks, "ticks");

    while (fr_json_next(&tick) && !fr_builder_failed(l->b)) {
        fr_json time = fr_json_member(&tick, "tm"), state = fr_json_member(&tick, "vm");
        int64_t now_ns = fr_v8_ns(&time, 0);
        uint32_t stack = read_stack(l, &tick);
        if (fr_json_exists(&state) && fr_json_integer(&state, 0, INT32_MAX, "a state") == GC)
            stack = fr_builder_push(l->b, stack, l->gc);
        else if (stack == FR_NO_STACK && !fr_json_failed(&tick) && !fr_builder_failed(l->b))
            stack = fr_stand_in_stack(l->b, FR_NO_STACK, 0, "a tick with an empty list");
        fr_builder_add(l->b, stack, l->column, 1, 1, 1.0);
        fr_builder_time(l->b, now_ns);
        fr_builder_sample(l->b, stack, now_ns, l->thread, FR_NO_CPU, 1);
        fr_builder_record(l->b, 1);
    }
}

void fr_v8_log_read(const fr_json *file, fr_builder *b, const fr_read_options *opt)
{
    tick_log l = {.b = b,
                  .column = fr_builder_column(b, "samples", "samples", 0),
                  .thread = fr_builder_thread(b, -1, -1, 0)};

    (void)opt;
    if (read_codes(&l, file))
        read_ticks(&l, file);
    free(l.codes);
    free(l.frames);
}
