/* unwrap.c - the table of wrappings, and the layers of an input. */
#include "base/wrapping.h"

#include <inttypes.h>
#include <stdlib.h>

#define PACKED_MOST  2 /* layers that make bytes fewer: each can make a thousand of one */
#define PACKED_BYTES ((size_t)256 << 10)

/* The most that an input may unpack to without a limit. It is no bomb if it is small, or if deflate alone, whose most
 * is 1 032 to 1, can have packed it. */
#define SMALL_BYTES  (UINT64_C(1) << 30)
#define LIKELY_RATIO 1100

static const fr_wrapping *const wrappings[] = {
    &fr_wrapping_gzip,
#ifdef FR_ZSTD
    &fr_wrapping_zstd,
#endif
    &fr_wrapping_zip,
    &fr_wrapping_utf16,
};

#define N_WRAPPINGS (sizeof wrappings / sizeof *wrappings)

typedef struct layer {
    const fr_wrapping *kind; /* of `state`, which is kept from source to source; NULL: none yet */
    void *state;
    char *block;
    fr_bytes packed; /* in the block */
    bool drained;    /* what it takes from has no more */
} layer;

struct fr_unwrapper {
    size_t (*take)(void *arg, char *to, size_t room);
    void *arg;
    uint64_t limit, unwrapped, taken; /* bytes: of all layers, and from the source */
    layer layers[FR_UNWRAP_LAYERS];   /* the outermost wrapping first */
    size_t n;
};

fr_unwrapper *fr_unwrapper_new(size_t (*take)(void *arg, char *to, size_t room), void *arg,
                               uint64_t limit)
{
    fr_unwrapper *u = calloc(1, sizeof *u);

    if (u)
        *u = (fr_unwrapper){.take = take, .arg = arg, .limit = limit};
    return u;
}

static void free_state(layer *l)
{
    if (l->kind)
        l->kind->release(l->state);
    l->kind = NULL;
    l->state = NULL;
}

void fr_unwrapper_free(fr_unwrapper *u)
{
    for (size_t i = 0; u && i < FR_UNWRAP_LAYERS; i++) {
        free_state(&u->layers[i]);
        free(u->layers[i].block);
    }
    free(u);
}

void fr_unwrapper_restart(fr_unwrapper *u)
{
    u->n = 0;
    u->unwrapped = u->taken = 0;
}

static const fr_wrapping *find_wrapping(fr_bytes head)
{
    for (size_t i = 0; i < N_WRAPPINGS; i++) {
        const fr_wrapping *kind = wrappings[i];
        if (fr_bytes_starts(head, fr_bytes_of(kind->magic)) ||
            (kind->magic_2 && fr_bytes_starts(head, fr_bytes_of(kind->magic_2))))
            return kind;
    }
    return NULL;
}

bool fr_unwrap_knows(fr_bytes head)
{
    return find_wrapping(head) != NULL;
}

bool fr_unwrapper_add(fr_unwrapper *u, fr_bytes head, fr_error *err)
{
    const fr_wrapping *kind = find_wrapping(head);
    layer *l = &u->layers[u->n];
    int n_packed;

    if (!kind)
        return fr_fail(err, FR_E_USAGE, 0, 0, "is not packed");
    n_packed = kind->packs;
    for (size_t i = 0; i < u->n; i++)
        n_packed += u->layers[i].kind->packs;
    if (u->n == FR_UNWRAP_LAYERS || n_packed > PACKED_MOST) {
        fr_fail(err, FR_E_LIMIT, 0, 0, "is packed more than %d times", PACKED_MOST);
        return fr_fail_hint(err, "unpack it first");
    }
    if (l->kind != kind) {
        free_state(l);
        l->state = kind->make();
        l->kind = l->state ? kind : NULL;
    }
    if (!l->block)
        l->block = malloc(PACKED_BYTES);
    if (!l->state || !l->block)
        return fr_fail_memory(err);
    kind->begin(l->state);
    memcpy(l->block, head.at, head.len);
    l->packed = (fr_bytes){l->block, head.len};
    l->drained = false;
    if (u->n++ == 0)
        u->taken += head.len;
    return true;
}

/* False where the bytes are more than the limit, or than likely. */
static bool is_within_limit(const fr_unwrapper *u, fr_error *err)
{
    uint64_t likely = u->taken > SMALL_BYTES / LIKELY_RATIO ? u->taken * LIKELY_RATIO : SMALL_BYTES;
    uint64_t limit = u->limit ? u->limit : likely;

    if (u->unwrapped <= limit)
        return true;
    if (u->limit)
        fr_fail(err, FR_E_LIMIT, 0, 0, "inflates to more than %" PRIu64 " bytes", limit);
    else
        fr_fail(err, FR_E_LIMIT, 0, 0,
                "inflates to more than %" PRIu64 " bytes, %" PRIu64 " times what it is packed in",
                limit, limit / (u->taken ? u->taken : 1));
    return fr_fail_hint(err, "--limit-inflated raises the limit");
}

static size_t unwrap_layer(fr_unwrapper *u, size_t n, char *to, size_t room, fr_error *err)
{
    layer *l = &u->layers[n];

    for (;;) {
        size_t got = l->kind->unwrap(l->state, &l->packed, to, room, err);
        u->unwrapped += got;
        if (!is_within_limit(u, err))
            return 0;
        if (got > 0 || err->code != FR_OK)
            return got;
        if (l->packed.len == 0 && !l->drained) { /* refilled by the layer before, or the source */
            l->packed.at = l->block;
            l->packed.len = n ? unwrap_layer(u, n - 1, l->block, PACKED_BYTES, err)
                              : u->take(u->arg, l->block, PACKED_BYTES);
            u->taken += n ? 0 : l->packed.len;
            l->drained = l->packed.len == 0;
        }
        if (l->packed.len == 0) {
            if (!l->kind->whole(l->state) && err->code == FR_OK) {
                fr_fail(err, FR_E_FORMAT, 0, 0, "the %s ends too early", l->kind->name);
                fr_fail_hint(err, "the file was cut short: copy or record it again");
            }
            return 0;
        }
    }
}

size_t fr_unwrap(fr_unwrapper *u, char *to, size_t room, fr_error *err)
{
    return unwrap_layer(u, u->n - 1, to, room, err);
}

bool fr_unwrapper_done(const fr_unwrapper *u)
{
    for (size_t i = 0; i < u->n; i++)
        if (u->layers[i].packed.len > 0 || !u->layers[i].kind->whole(u->layers[i].state))
            return false;
    return true;
}

fr_bytes fr_unwrap_name(fr_bytes name)
{
    for (size_t i = 0; i < N_WRAPPINGS; i++) {
        fr_bytes suffix = fr_bytes_of(wrappings[i]->suffix);
        if (suffix.len == 0 || !fr_bytes_ends(name, suffix))
            continue;
        name.len -= suffix.len;
        i = SIZE_MAX; /* begin again: there may be another */
    }
    return name;
}
