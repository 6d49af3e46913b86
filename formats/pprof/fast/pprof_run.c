/*
 * pprof_run.c - most of a pprof is strings, functions and locations in long runs, and most of them have
 * their fields in order:
 *
 *     22 0f  08 07  10 01  18 d6 a3 80 02  22 04  08 05  10 2a     location 7, mapping 1, an address,
 *                                                                  line 42 of function 5
 *
 * What looks otherwise ends the run, and is read field by field (pprof_index.c), with the same result.
 */
#include "formats/pprof/pprof_index.h"

#define NUMBER(field) ((field) << 3 | FR_WIRE_VARINT)
#define BYTES(field)  ((field) << 3 | FR_WIRE_BYTES)

/* A message is taken where so many bytes follow it: then no number of it has to be watched for the
 * end. What runs over the end of the message does not stand there at last. */
#define MARGIN 64

/* Groups of seven bits, the lowest first, each in a byte of its own: put together, pair by pair. */
static inline uint64_t join(uint64_t groups)
{
    groups = (groups & UINT64_C(0x007f007f007f007f)) | (groups & UINT64_C(0x7f007f007f007f00)) >> 1;
    groups = (groups & UINT64_C(0x00003fff00003fff)) | (groups & UINT64_C(0x3fff00003fff0000)) >> 2;
    return (groups & UINT64_C(0x000000000fffffff)) | (groups & UINT64_C(0x0fffffff00000000)) >> 4;
}

/* A number of three to eight bytes; behind a longer one nothing fits. */
static inline const char *take_long(const char *at, uint64_t *value)
{
    static const char nothing[MARGIN];
    uint64_t eight = 0, last;

    for (unsigned i = 0; i < 8; i++)
        eight |= (uint64_t)(unsigned char)at[i] << 8 * i;
    last = ~eight & UINT64_C(0x8080808080808080); /* bits of bytes that end a number */
    *value = join(eight & (last ^ (last - 1)) & UINT64_C(0x7f7f7f7f7f7f7f7f));
    return last ? at + (__builtin_ctzll(last) + 1) / 8 : nothing;
}

static inline const char *take_number(const char *at, uint64_t *value)
{
    uint64_t a = (unsigned char)at[0], b = (unsigned char)at[1];

    *value = a;
    if (a < 0x80)
        return at + 1;
    *value = (a & 0x7f) | b << 7;
    return b < 0x80 ? at + 2 : take_long(at, value);
}

/* The number of a field; 0 where another one stands. */
static inline const char *take_field(const char *at, int tag, uint64_t *value)
{
    *value = 0;
    return *at == tag ? take_number(at + 1, value) : at;
}

/* The bytes of a field, before `end`; NULL where they are not whole, or very many. */
static inline const char *open_bytes(const char *at, const char *end, const char **stop)
{
    size_t a = (unsigned char)at[1], b = (unsigned char)at[2];
    size_t len = a < 0x80 ? a : (a & 0x7f) | b << 7;

    at += a < 0x80 ? 2 : 3;
    *stop = at;
    if ((a & b) >= 0x80 || at > end || len > (size_t)(end - at))
        return NULL;
    *stop = at + len;
    return at;
}

/* Each of these takes the message whose tag stands at `at`, and returns its end; NULL where it looks
 * otherwise, or there is no memory: then nothing was taken. */

static inline const char *take_string(fr_pprof *p, const char *at, const char *end)
{
    const char *stop;
    fr_bytes *string;

    at = open_bytes(at, end, &stop);
    string = at ? fr_pprof_add_raw(p, &p->strings, sizeof *string) : NULL;
    if (!string)
        return NULL;
    *string = (fr_bytes){at, (size_t)(stop - at)};
    if (p->namer)
        fr_pprof_name_string(p, *string);
    return stop;
}

static inline const char *take_function(fr_pprof *p, const char *at, const char *end)
{
    const char *stop;
    uint64_t id, name, system_name, file, start_line;
    fr_pprof_function *function;

    at = open_bytes(at, end, &stop);
    if (!at)
        return NULL;
    at = take_field(at, NUMBER(1), &id);
    at = take_field(at, NUMBER(2), &name);
    at = take_field(at, NUMBER(3), &system_name);
    at = take_field(at, NUMBER(4), &file);
    at = take_field(at, NUMBER(5), &start_line);
    function = at == stop ? fr_pprof_add_raw(p, &p->functions, sizeof *function) : NULL;
    if (!function)
        return NULL;
    function->id = id;
    function->name = name;
    function->system_name = system_name;
    function->file = file;
    function->start_line = start_line;
    /* The rest is filled in with these; to zero it would take as long as all of the above. */
    function->frame.name = 0;
    function->has_kind = false;
    function->made = 0;
    if (p->namer)
        fr_pprof_want_name(p, stop, name);
    return stop;
}

/* Lines that follow the first one, up to `stop`; NULL where something else stands there. */
static const char *skip_lines(const char *at, const char *stop)
{
    while (at && at < stop && *at == BYTES(4))
        if (!open_bytes(at, stop, &at))
            return NULL;
    return at == stop ? at : NULL;
}

static inline const char *take_location(fr_pprof *p, const char *at, const char *end)
{
    const char *body, *stop, *line_stop;
    uint64_t id, mapping, address, function, line;
    fr_pprof_location *location;

    at = body = open_bytes(at, end, &stop);
    if (!at)
        return NULL;
    at = take_field(at, NUMBER(1), &id);
    at = take_field(at, NUMBER(2), &mapping);
    at = take_field(at, NUMBER(3), &address);
    at = *at == BYTES(4) ? open_bytes(at, stop, &line_stop) : NULL;
    if (!at)
        return NULL;
    at = take_field(at, NUMBER(1), &function);
    at = take_field(at, NUMBER(2), &line);
    location = at == line_stop && (at == stop || skip_lines(at, stop))
                   ? fr_pprof_add_raw(p, &p->locations, sizeof *location)
                   : NULL;
    if (!location)
        return NULL;
    *location = (fr_pprof_location){
        .id = id,
        .mapping_id = mapping,
        .address = address,
        .body = at == stop ? (fr_bytes){NULL, 0} : (fr_bytes){body, (size_t)(stop - body)},
        .lone = {function, line <= UINT32_MAX ? (uint32_t)line : 0, 0},
    };
    return stop;
}

/* Whether a string would be the first one behind sample types: others behind it are another profile's. */
static bool ends_types(const fr_pprof *p)
{
    return p->types.n > 0 && !p->types_ended;
}

const char *fr_pprof_take_runs(fr_pprof *p, fr_wire *w)
{
    const char *at = w->at, *end, *next = w->at;

    if (w->fault != FR_WIRE_GOOD || w->end - w->at < MARGIN)
        return w->at;
    end = w->end - MARGIN;
    for (; next && at < end && *at == BYTES(FR_PPROF_LOCATION); at = next ? next : at)
        next = take_location(p, at, end);
    for (; next && at < end && *at == BYTES(FR_PPROF_FUNCTION); at = next ? next : at)
        next = take_function(p, at, end);
    /* The first one, which must be empty, and one that ends the sample types are left to fr_pprof_index(). */
    for (; next && at < end && *at == BYTES(FR_PPROF_STRING) && p->strings.n && !ends_types(p);
         at = next ? next : at)
        next = take_string(p, at, end);
    return w->at = at;
}
