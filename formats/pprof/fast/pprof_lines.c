/*
 * pprof_lines.c - counting stacks of line numbers, which are never more than those of frames:
 *
 *     main a.go:3, run a.go:9      3 9
 *     main a.go:3, run a.go:12     3 12     two stacks of lines are two of frames at least
 */
#include "formats/pprof/fast/pprof_lines.h"

#include <stdlib.h>

#include "base/arena.h"
#include "formats/pprof/fast/pprof_branch.h"
#include "model/build/stack_table.h"

#define BYTES_A_STACK 8   /* fewer than so many bytes are hardly worth counting */
#define TRIAL         500 /* samples, after which it is asked whether it can be */
#define MOST_LINES    16  /* of a location; of more, the sample counts up to there */

typedef struct counting {
    const fr_pprof *p;
    fr_stack_table stacks; /* frames are line numbers */
    uint64_t *ids;
    size_t ids_cap;
} counting;

/* The lines of a location, innermost first; 0: none or too many. */
static uint32_t find_lines(const fr_pprof_location *location, fr_pprof_line lines[MOST_LINES])
{
    fr_wire w = fr_wire_of(location->body), inner;
    fr_wire_field field;
    uint32_t n = 0;

    if (!location->body.at) {
        lines[0] = location->lone;
        return 1;
    }
    while (fr_wire_next(&w, &field)) {
        if (field.number != 4 || field.type != FR_WIRE_BYTES)
            continue;
        if (n == MOST_LINES || !fr_pprof_parse_line(field.bytes, &lines[n++], &inner))
            return 0;
    }
    return n;
}

/* Another program's process is no frame: how stacks are judged then depends on how many there are. */
static bool has_processes(const fr_pprof *p)
{
    for (size_t i = 0; i < p->locations.n; i++) {
        fr_pprof_line lines[MOST_LINES];
        uint32_t n = find_lines(fr_pprof_at(&p->locations, i, sizeof(fr_pprof_location)), lines);
        while (n-- > 0)
            if (lines[n].kind && ((lines[n].kind - 1) & 0xff) == FR_KIND_PROCESS)
                return true;
    }
    return false;
}

static bool is_called(const fr_pprof *p, size_t type, const char *name)
{
    const fr_pprof_type *t = fr_pprof_at(&p->types, type, sizeof *t);
    const fr_bytes *strings = p->strings.items;
    size_t len = strlen(name);

    /* "base\0x": the column is called "base" */
    return t->type < p->strings.n && strings[t->type].len >= len &&
           memcmp(strings[t->type].at, name, len) == 0 &&
           (strings[t->type].len == len || !strings[t->type].at[len]);
}

/* A differential, which is drawn as one. */
static bool has_sides(const fr_pprof *p)
{
    return p->types.n == 2 && is_called(p, 0, "base") && is_called(p, 1, "new");
}

/* One frame more for each line; false where the rest of the sample is not counted. */
static bool push_location(counting *c, uint64_t id, uint32_t *stack)
{
    uint32_t i = fr_id_map_find(&c->p->location_ids, id), n;
    fr_pprof_line lines[MOST_LINES];

    if (i == FR_NO_PLACE)
        return false;
    n = find_lines(fr_pprof_at(&c->p->locations, i, sizeof(fr_pprof_location)), lines);
    for (uint32_t line = n; line-- > 0 && *stack != FR_NO_ID;)
        *stack = fr_stack_table_add(&c->stacks, (fr_stack){*stack, lines[line].line});
    return n > 0 && *stack != FR_NO_ID;
}

static bool count_sample(counting *c, fr_bytes message)
{
    fr_bytes packed = {NULL, 0};
    fr_wire w;
    uint32_t stack = 0;
    bool zero;
    size_t n;
    void *ids;

    if (!fr_pprof_packed_ids(message, &packed, &zero) || zero)
        return true;
    ids = fr_grow(c->ids, &c->ids_cap, packed.len, sizeof *c->ids);
    if (!ids)
        return false;
    c->ids = ids;
    w = fr_wire_of(packed);
    for (n = fr_wire_numbers(&w, c->ids); n-- > 0;)
        if (!push_location(c, c->ids[n], &stack))
            break;
    return stack != FR_NO_ID;
}

/* Whether there are too few, should the rest of the samples bring as many new stacks as those since `from`,
 * when there were `n`: they bring fewer as a rule. */
static bool is_hopeless(const counting *c, const fr_wire *w, const char *from, uint32_t n,
                        uint32_t most)
{
    double more = (double)(c->stacks.n - n) * (double)(w->end - w->at) / (double)(w->at - from);

    return c->stacks.n + more < most;
}

static bool are_more(const fr_pprof *p, uint32_t most)
{
    counting c = {.p = p};
    fr_wire w = fr_wire_of(p->samples);
    fr_wire_field field;
    bool more = false, good = fr_stack_table_init(&c.stacks);
    const char *from = w.at;
    uint32_t n = 0;

    for (uint64_t i = 1; good && !more && i < (uint64_t)most + TRIAL; i++) {
        if (!fr_wire_next(&w, &field))
            break;
        if (field.number == FR_PPROF_SAMPLE && field.type == FR_WIRE_BYTES)
            good = count_sample(&c, field.bytes);
        more = c.stacks.n - 1 > most; /* without the empty one */
        if (i % TRIAL)
            continue;
        if (!more && is_hopeless(&c, &w, from, n, most))
            break;
        from = w.at;
        n = c.stacks.n;
    }
    fr_stack_table_reset(&c.stacks);
    free(c.ids);
    return more;
}

bool fr_pprof_can_leave_lines(const fr_pprof *p, uint32_t most)
{
    return p->samples.len / BYTES_A_STACK >= most && !p->header[FR_PPROF_DROP_FRAMES] &&
           !has_sides(p) && are_more(p, most) && !has_processes(p);
}
