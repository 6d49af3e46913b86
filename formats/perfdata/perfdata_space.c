/*
 * perfdata_space.c - keeps what each process has mapped where, by the rules of perf's machine.c, thread.c and maps.c.
 *
 *     FORK 7 -> 8        8 has the maps of 7, and its comm
 *     COMM 8 "ls" exec   the maps stay: samples inside execve() are still of the old image
 *     MMAP2 8 ...        what is new cuts out what it overlaps
 */
#include "formats/perfdata/perfdata_module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define MAPS_MOST ((size_t)1 << 16) /* of one process: Linux allows 65 530 */

struct fr_perfdata_space {
    fr_perfdata_thread *threads;
    size_t n, cap;
    fr_slots slots; /* by tid */
    uint32_t last;  /* looked up last */
    uint32_t n_numbers, n_who;
    uint64_t n_omitted; /* maps beyond MAPS_MOST */
    fr_arena arena;     /* comms */
};

fr_perfdata_space *fr_perfdata_space_new(void)
{
    return calloc(1, sizeof(fr_perfdata_space));
}

uint64_t fr_perfdata_space_omitted(const fr_perfdata_space *s)
{
    return s->n_omitted;
}

/* ------------------------------------------------------------ maps */

static void release_maps(fr_perfdata_maps *maps)
{
    if (maps && --maps->n_users == 0)
        free(maps);
}

/* The first map that ends behind `address`. */
static size_t find_place(const fr_perfdata_maps *maps, uint64_t address)
{
    size_t i = maps ? fr_perfdata_behind(maps->items, maps->n, sizeof *maps->items, address) : 0;

    return i - (i > 0 && maps->items[i - 1].end > address);
}

static bool holds(const fr_perfdata_maps *maps, size_t i, uint64_t address)
{
    return maps && i < maps->n && maps->items[i].start <= address && address < maps->items[i].end;
}

const fr_perfdata_map *fr_perfdata_maps_find(const fr_perfdata_maps *maps, uint64_t address,
                                             size_t *last)
{
    if (!holds(maps, *last, address))
        *last = find_place(maps, address);
    return holds(maps, *last, address) ? &maps->items[*last] : NULL;
}

/* Makes the parts that replace maps `first` up to `behind`: `map`, and what it leaves of those at its ends. Returns
 * how many. */
static size_t cut_parts(const fr_perfdata_maps *maps, size_t first, size_t behind,
                        const fr_perfdata_map *map, fr_perfdata_map parts[3])
{
    size_t n = 0;

    if (first < behind && maps->items[first].start < map->start) {
        parts[n] = maps->items[first];
        parts[n++].end = map->start;
    }
    parts[n++] = *map;
    if (first < behind && maps->items[behind - 1].end > map->end) {
        parts[n] = maps->items[behind - 1];
        parts[n].offset += map->end - parts[n].start;
        parts[n++].start = map->end;
    }
    return n;
}

/* Makes maps that no other process has, with room for two more: what is mapped cuts one into two at most. */
static bool own(fr_perfdata_maps **maps)
{
    const fr_perfdata_maps *old = *maps;
    size_t n = old ? old->n : 0, cap = n + 2 > 16 ? n + n / 4 + 2 : 16;
    fr_perfdata_maps *copy;

    if (old && old->n_users == 1 && n + 2 <= old->cap)
        return true;
    copy = calloc(1, sizeof *copy + cap * sizeof *copy->items);
    if (!copy)
        return false;
    copy->n_users = 1;
    copy->cap = cap;
    copy->n = n;
    if (n)
        memcpy(copy->items, old->items, n * sizeof *old->items);
    release_maps(*maps);
    *maps = copy;
    return true;
}

static bool insert(fr_perfdata_maps **to, const fr_perfdata_map *map)
{
    size_t first = find_place(*to, map->start), behind = first, n;
    fr_perfdata_map parts[3];
    fr_perfdata_maps *maps;

    if (!own(to))
        return false;
    maps = *to;
    while (behind < maps->n && maps->items[behind].start < map->end)
        behind++;
    n = cut_parts(maps, first, behind, map, parts);
    if (n != behind - first)
        memmove(maps->items + first + n, maps->items + behind,
                (maps->n - behind) * sizeof *maps->items);
    memcpy(maps->items + first, parts, n * sizeof *parts);
    maps->n = maps->n - (behind - first) + n;
    return true;
}

static bool overlaps(const fr_perfdata_maps *maps, const fr_perfdata_map *map)
{
    size_t i = find_place(maps, map->start);

    return i < maps->n && maps->items[i].start < map->end;
}

bool fr_perfdata_space_map(fr_perfdata_space *s, int64_t pid, int64_t tid,
                           const fr_perfdata_map *map)
{
    fr_perfdata_thread *thread = fr_perfdata_space_thread(s, pid, tid);
    fr_perfdata_maps **maps;
    uint32_t number;

    if (!thread)
        return false;
    maps = &s->threads[thread->process].maps;
    if (*maps && (*maps)->n >= MAPS_MOST) {
        s->n_omitted++;
        return true;
    }
    number = *maps && !map->executable && !overlaps(*maps, map) ? (*maps)->number : ++s->n_numbers;
    if (!insert(maps, map))
        return false;
    (*maps)->number = number;
    return true;
}

const fr_perfdata_maps *fr_perfdata_space_maps(const fr_perfdata_space *s,
                                               const fr_perfdata_thread *thread)
{
    return s->threads[thread->process].maps;
}

/* ------------------------------------------------------------ threads */

static uint32_t find_thread(const fr_perfdata_space *s, int64_t tid, fr_slots_walk *walk)
{
    uint32_t i;

    *walk = fr_slots_walk_from(&s->slots, fr_slots_hash(&s->slots, &tid, sizeof tid));
    while (fr_slots_next(&s->slots, walk, &i))
        if (s->threads[i].tid == tid)
            return i;
    return UINT32_MAX;
}

static void set_comm(fr_perfdata_space *s, fr_perfdata_thread *thread, fr_bytes comm)
{
    char *copy;

    comm = fr_bytes_trim(comm);
    if (fr_bytes_equal(comm, thread->comm))
        return;
    copy = fr_arena_copy(&s->arena, comm);
    thread->comm = copy ? (fr_bytes){copy, comm.len} : (fr_bytes){0};
    thread->who = ++s->n_who;
}

/* ":7" until the recording names it; the idle task is "swapper". */
static void begin_thread(fr_perfdata_space *s, fr_perfdata_thread *thread)
{
    char name[32];
    int len = thread->tid == 0 ? snprintf(name, sizeof name, "swapper")
                               : snprintf(name, sizeof name, ":%" PRId64, thread->tid);

    set_comm(s, thread, (fr_bytes){name, (size_t)len});
}

/* A new thread that has maps of its own. */
static uint32_t add_thread(fr_perfdata_space *s, int64_t pid, int64_t tid)
{
    fr_slots_walk walk;

    if (!fr_reserve(&s->threads, &s->cap, s->n + 1, sizeof *s->threads) ||
        !fr_slots_make_room(&s->slots))
        return UINT32_MAX;
    (void)find_thread(s, tid, &walk);
    s->threads[s->n] = (fr_perfdata_thread){.pid = pid, .tid = tid, .process = (uint32_t)s->n};
    begin_thread(s, &s->threads[s->n]);
    fr_slots_put(&s->slots, &walk, (uint32_t)s->n);
    return (uint32_t)s->n++;
}

/* A thread belongs to the process of its pid, which may be known only later. */
static bool join_process(fr_perfdata_space *s, uint32_t i, int64_t pid)
{
    uint32_t process = i;
    fr_slots_walk walk;

    if (pid != s->threads[i].tid && pid >= 0) {
        process = find_thread(s, pid, &walk);
        if (process == UINT32_MAX)
            process = add_thread(s, pid, pid);
        if (process == UINT32_MAX)
            return false;
        process = s->threads[process].process;
    }
    s->threads[i].pid = pid;
    if (process != i) {
        release_maps(s->threads[i].maps);
        s->threads[i].maps = NULL;
    }
    s->threads[i].process = process;
    return true;
}

fr_perfdata_thread *fr_perfdata_space_thread(fr_perfdata_space *s, int64_t pid, int64_t tid)
{
    fr_slots_walk walk;
    uint32_t i;

    if (s->last < s->n && s->threads[s->last].tid == tid && s->threads[s->last].pid == pid)
        return &s->threads[s->last];
    i = s->n ? find_thread(s, tid, &walk) : UINT32_MAX;
    if (i == UINT32_MAX)
        i = add_thread(s, -1, tid);
    if (i == UINT32_MAX)
        return NULL;
    if (s->threads[i].pid < 0 && !join_process(s, i, pid))
        return NULL;
    s->last = i;
    return &s->threads[i];
}

bool fr_perfdata_space_comm(fr_perfdata_space *s, int64_t pid, int64_t tid, fr_bytes comm)
{
    fr_perfdata_thread *thread = fr_perfdata_space_thread(s, pid, tid);

    if (!thread)
        return false;
    set_comm(s, thread, comm);
    thread->named = true;
    return true;
}

/* The child begins anew, also where its number was another thread's before. */
static bool begin_child(fr_perfdata_space *s, const int64_t child[2])
{
    fr_perfdata_thread *thread = fr_perfdata_space_thread(s, child[0], child[1]);

    if (!thread)
        return false;
    release_maps(thread->maps);
    thread->maps = NULL;
    thread->named = false;
    thread->process = (uint32_t)(thread - s->threads);
    begin_thread(s, thread);
    return join_process(s, (uint32_t)(thread - s->threads), child[0]);
}

bool fr_perfdata_space_fork(fr_perfdata_space *s, const int64_t child[2], const int64_t parent[2],
                            bool made_up)
{
    fr_perfdata_thread *from, *to;
    fr_perfdata_maps *maps;

    if (child[1] == parent[1] || !fr_perfdata_space_thread(s, parent[0], parent[1]) ||
        !begin_child(s, child))
        return child[1] == parent[1];
    from = fr_perfdata_space_thread(s, parent[0], parent[1]);
    to = fr_perfdata_space_thread(s, child[0], child[1]);
    if (!from || !to)
        return false;
    if (from->named) {
        set_comm(s, to, from->comm);
        to->named = true;
    }
    maps = s->threads[from->process].maps;
    to = &s->threads[to->process];
    if (child[0] == parent[0] || made_up || !maps || to->maps)
        return true;
    maps->n_users++;
    to->maps = maps;
    return true;
}

void fr_perfdata_space_free(fr_perfdata_space *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n; i++)
        release_maps(s->threads[i].maps);
    free(s->threads);
    fr_slots_reset(&s->slots);
    fr_arena_reset(&s->arena);
    free(s);
}
