/*
 * perf_heads.c - a header line from left to right: what it shares with headers before it is compared and not read.
 *
 *     V8 WorkerThread 24636/25607 [000]  94564.109216:     100 cycles:u:
 *     ---------- left ----------- --- moment --       ------ right -----
 *
 * Only the fraction of the second, "109216:", is read in each line.
 */
#include "formats/perf/fast/perf_heads.h"

#include "base/lanes.h"
#include "formats/perf/fast/perf_quick_header.h"
#include "formats/perf/perf_line.h"

static const struct fr_perf_head *find_head(fr_perf_heads *heads, fr_bytes text)
{
    for (uint32_t i = 0; i < FR_PERF_HEADS; i++) {
        uint32_t at = (heads->last + i) % FR_PERF_HEADS;
        const struct fr_perf_head *head = &heads->heads[at];
        if (head->left_len && head->left_len < text.len &&
            fr_lanes_same(text.at, head->left, head->left_len) &&
            fr_perf_blank(text.at[head->left_len])) {
            heads->last = at;
            return head;
        }
    }
    return NULL;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && fr_perf_blank(*at))
        at++;
    return at;
}

static const char *read_digits(const char *at, const char *end, uint64_t *value)
{
    for (*value = 0; at < end && fr_perf_digit(*at); at++)
        *value = *value * 10 + (uint64_t)(*at - '0');
    return at;
}

/* "[003] " */
static const char *read_cpu_next(const char *at, const char *end, fr_perf_header *h)
{
    const char *word = at + 1;

    at = read_digits(word, end, &h->cpu);
    if (at == word || at - word > FR_PERF_QUICK_ID_DIGITS || end - at < 2 || *at != ']' ||
        !fr_perf_blank(at[1]))
        return NULL;
    h->has_cpu = true;
    return skip_blanks(at + 1, end);
}

/* " [003]  94564." at `at`; the byte after it, or NULL. Most headers are of the same second. */
static const char *read_second(fr_perf_heads *heads, const char *at, const char *end,
                               fr_perf_header *h)
{
    const char *from = at, *word;

    at = skip_blanks(at, end);
    if (at < end && *at == '[')
        at = read_cpu_next(at, end, h);
    if (!at)
        return NULL;
    word = at;
    at = read_digits(word, end, &heads->seconds);
    heads->moment_len = 0;
    if (at == word || at - word > FR_PERF_QUICK_SECONDS_DIGITS || at == end || *at != '.')
        return NULL;
    at++;
    heads->cpu = h->cpu;
    heads->has_cpu = h->has_cpu;
    if (at - from > FR_PERF_MOMENT_BYTES)
        return at;
    heads->moment_len = (uint32_t)(at - from);
    memcpy(heads->moment, from, heads->moment_len);
    return at;
}

/* Six digits, the first one lowest in `word`; the top two bytes are others. False where one is none. */
static inline bool read_six(uint64_t word, uint64_t *value)
{
    uint64_t digits = (word << 16) ^ FR_BYTES_EACH('0') << 16;

    if (((digits + (FR_BYTES_EACH(6) << 16)) | digits) & FR_BYTES_EACH(0xf0))
        return false;
    digits = digits * 10 + (digits >> 8); /* pairs, in every other byte */
    digits = ((digits & UINT64_C(0xff000000ff)) * (100 + (UINT64_C(1000000) << 32)) +
              (digits >> 16 & UINT64_C(0xff000000ff)) * (1 + (UINT64_C(10000) << 32))) >>
             32;
    *value = (uint32_t)digits;
    return true;
}

/* "109216:" or "109216000:", in ns; the byte after it, or NULL. */
static const char *read_fraction(const char *at, const char *end, uint64_t *ns)
{
    uint64_t nanoseconds = 0;
    const char *word = at + 6;

    if (end - at < 11 || !read_six(fr_bytes_load8(at), ns))
        return NULL;
    at = *word == ':' ? word : read_digits(word, word + 3, &nanoseconds);
    *ns = *ns * 1000 + nanoseconds;
    return at != word + (*word == ':' ? 0 : 3) || *at != ':' ? NULL : at + 1;
}

/* " [003]  94564.109216:" at `at`; the byte after it, or NULL. */
static const char *read_moment(fr_perf_heads *heads, const char *at, const char *end,
                               fr_perf_header *h)
{
    uint64_t fraction_ns;

    if (heads->moment_len && heads->moment_len < (size_t)(end - at) &&
        fr_lanes_same(at, heads->moment, heads->moment_len)) {
        at += heads->moment_len;
        h->cpu = heads->cpu;
        h->has_cpu = heads->has_cpu;
    } else {
        at = read_second(heads, at, end, h);
    }
    at = at ? read_fraction(at, end, &fraction_ns) : NULL;
    if (!at)
        return NULL;
    h->time_ns = (int64_t)(heads->seconds * 1000000000 + fraction_ns);
    h->has_time = true;
    return at;
}

/* "     100" of another period: where it ends, or NULL. */
static const char *read_period(const char *from, const char *end, fr_perf_header *h)
{
    const char *word = skip_blanks(from, end), *at;

    at = read_digits(word, end, &h->period);
    return word == from || at == word || at - word > FR_PERF_QUICK_PERIOD_DIGITS ? NULL : at;
}

/* Reads the text after the time: all as before, or all but the period. Returns its end, or NULL. */
static const char *read_right(const fr_perf_heads *heads, const char *at, const char *end,
                              fr_perf_header *h)
{
    uint32_t same_from = 0;

    h->period = heads->period;
    if ((size_t)(end - at) < heads->right_len ||
        !fr_lanes_same(at, heads->right, heads->right_len)) {
        same_from = heads->period_end;
        at = same_from ? read_period(at, end, h) : NULL;
        if (!at || (size_t)(end - at) < heads->right_len - same_from ||
            !fr_lanes_same(at, heads->right + same_from, heads->right_len - same_from))
            return NULL;
    }
    h->has_period = heads->has_period;
    h->event = (fr_bytes){at + heads->event_at - same_from, heads->event_len};
    h->rest = (fr_bytes){h->event.at + h->event.len + 1, 0};
    h->what = heads->n_what;
    return at + heads->right_len - same_from;
}

/* A line that is like those before; its bytes, or 0. */
static size_t read_alike(fr_perf_heads *heads, fr_bytes text, fr_perf_header *h)
{
    const char *end = text.at + text.len, *at;
    const struct fr_perf_head *head = heads->right_len ? find_head(heads, text) : NULL;

    *h = (fr_perf_header){0};
    at = head ? read_moment(heads, text.at + head->left_len, end, h) : NULL;
    if (!at || h->has_cpu != head->has_cpu)
        return 0;
    at = read_right(heads, at, end, h);
    if (!at)
        return 0;
    h->comm = (fr_bytes){text.at, head->comm_len};
    h->pid = head->pid;
    h->tid = head->tid;
    h->has_pid = head->has_pid;
    h->has_tid = true;
    h->who = head->who;
    return (size_t)(at - text.at);
}

/* Returns where "comm pid/tid" ends in a header that was read. */
static const char *end_of_left(const fr_perf_header *h)
{
    const char *at = h->comm.at + h->comm.len;

    while (fr_perf_blank(*at))
        at++;
    while (!fr_perf_blank(*at))
        at++;
    return at;
}

/* Returns where the time that follows the ids ends. */
static const char *end_of_time(const char *at)
{
    while (*at != ':')
        at++;
    return at + 1;
}

static void remember_left(fr_perf_heads *heads, fr_bytes left, const fr_perf_header *h)
{
    struct fr_perf_head *head;

    heads->last = (heads->last + FR_PERF_HEADS - 1) % FR_PERF_HEADS;
    head = &heads->heads[heads->last];
    *head = (struct fr_perf_head){.left_len = (uint32_t)left.len,
                                  .comm_len = (uint32_t)h->comm.len,
                                  .pid = h->pid,
                                  .tid = h->tid,
                                  .has_pid = h->has_pid,
                                  .has_cpu = h->has_cpu,
                                  .who = ++heads->n_who};
    memcpy(head->left, left.at, left.len);
}

/* Returns where the period ends in what stands after the time; 0: there is none. */
static uint32_t find_period_end(fr_bytes right, const fr_perf_header *h)
{
    fr_perf_header read = {0};
    const char *at = read_period(right.at, right.at + right.len, &read);
    bool found = at && h->has_period && read.period == h->period && fr_perf_blank(*at);

    return found ? (uint32_t)(at - right.at) : 0;
}

/* `right` is with its newline. */
static void remember_right(fr_perf_heads *heads, fr_bytes right, const fr_perf_header *h)
{
    fr_perf_header read;

    if (heads->right_len && read_right(heads, right.at, right.at + right.len, &read))
        return;
    memcpy(heads->right, right.at, right.len);
    heads->right_len = (uint32_t)right.len;
    heads->event_at = (uint32_t)(h->event.at - right.at);
    heads->event_len = (uint32_t)h->event.len;
    heads->period = h->period;
    heads->has_period = h->has_period;
    heads->period_end = find_period_end(right, h);
    heads->n_what++;
}

/* `line` is with its newline. "job 42 5/6" begins as "job 42" does, which is another thread. */
static void remember(fr_perf_heads *heads, fr_bytes line, fr_perf_header *h)
{
    const struct fr_perf_head *head = find_head(heads, line);
    const char *left = end_of_left(h), *right = end_of_time(left);
    size_t left_len = (size_t)(left - line.at), right_len = line.len - (size_t)(right - line.at);

    if (left_len > FR_PERF_HEAD_BYTES || right_len > FR_PERF_HEAD_BYTES)
        return;
    if (!head || head->left_len != left_len)
        remember_left(heads, (fr_bytes){line.at, left_len}, h);
    remember_right(heads, (fr_bytes){right, right_len}, h);
    h->who = heads->heads[heads->last].who;
    h->what = heads->n_what;
}

/* A time stamp in the comm: what it is depends on all of the line. */
static bool has_stamp(fr_bytes left)
{
    size_t places;

    for (size_t colon = fr_perf_find_colon(left, 0); colon < left.len;
         colon = fr_perf_find_colon(left, colon + 1))
        if (fr_perf_find_stamp(left, colon, &places) < left.len)
            return true;
    return false;
}

/* A header whose comm makes it hard to read, "nginx: worker 12/12 [003] 94564.109216: 100 cycles:" or
 * "job 42 12 94564.109216: 100 cycles:", but not the next one of the same thread. */
static bool read_hard_header(fr_perf_heads *heads, fr_bytes line, fr_perf_header *h)
{
    fr_perf_header moment = {0};
    const char *left, *right;

    if (!line.len || fr_perf_blank(*line.at) || *line.at == '#' || !fr_perf_header_timed(line, h) ||
        h->is_record || !h->has_tid || !h->comm.len || h->comm.at != line.at || !h->event.len ||
        fr_bytes_trim(h->rest).len)
        return false;
    for (size_t i = 0; i < h->event.len; i++)
        if (fr_perf_blank(h->event.at[i]))
            return false;
    left = end_of_left(h);
    right = read_moment(heads, left, line.at + line.len, &moment);
    return right && right <= h->event.at && moment.time_ns == h->time_ns && h->has_time &&
           moment.has_cpu == h->has_cpu && moment.cpu == h->cpu &&
           !has_stamp((fr_bytes){line.at, (size_t)(left - line.at)});
}

size_t fr_perf_heads_read(fr_perf_heads *heads, fr_bytes text, fr_perf_header *h)
{
    size_t len = read_alike(heads, text, h);
    fr_bytes line;

    if (len)
        return len;
    line = (fr_bytes){text.at, fr_bytes_find(text, '\n')};
    if (line.len == text.len ||
        (!fr_perf_quick_header(line, h) && !read_hard_header(heads, line, h)))
        return 0;
    remember(heads, (fr_bytes){line.at, line.len + 1}, h);
    return line.len + 1;
}
