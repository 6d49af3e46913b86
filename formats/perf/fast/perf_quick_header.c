/* perf_quick_header.c - from the first colon that ends a word leftwards and rightwards. */
#include "formats/perf/fast/perf_quick_header.h"

#include "base/lanes.h"
#include "formats/perf/perf_fields.h"

#define ID_DIGITS      9
#define SECONDS_DIGITS 9
#define PERIOD_DIGITS  18

static bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *skip_blanks_back(const char *from, const char *at)
{
    while (at > from && is_blank(at[-1]))
        at--;
    return at;
}

/* The digits that end at `end`; returns the first of them. */
static const char *read_digits_back(const char *from, const char *end, uint64_t *value)
{
    uint64_t scale = 1;

    for (*value = 0; end > from && is_digit(end[-1]); scale *= 10)
        *value += (uint64_t)(*--end - '0') * scale;
    return end;
}

/* The same for 1 to `most` digits; NULL for any other number of them. */
static const char *read_number_back(const char *from, const char *end, int most, uint64_t *value)
{
    const char *first = end - from > most + 1 ? end - most - 1 : from;
    const char *start = read_digits_back(first, end, value);

    return start == end || end - start > most ? NULL : start;
}

/* "94564.109216" that ends at `end` and begins a word. */
static const char *read_time(const char *from, const char *end, fr_perf_header *h)
{
    uint64_t fraction, seconds;
    const char *dot = read_number_back(from, end, 9, &fraction), *start;

    if (!dot || (end - dot != 6 && end - dot != 9) || dot == from || dot[-1] != '.')
        return NULL;
    start = read_number_back(from, dot - 1, SECONDS_DIGITS, &seconds);
    if (!start || start == from || !is_blank(start[-1]))
        return NULL;
    h->time_ns = (int64_t)(seconds * 1000000000 + (end - dot == 6 ? fraction * 1000 : fraction));
    h->has_time = true;
    return start;
}

/* "[003]" at the end of a text, if there is one. */
static const char *read_cpu(const char *from, const char *end, fr_perf_header *h)
{
    const char *start;

    if (end == from || end[-1] != ']')
        return end;
    start = read_number_back(from, end - 1, ID_DIGITS, &h->cpu);
    if (!start || start == from || *--start != '[' || start == from || !is_blank(start[-1]))
        return NULL;
    h->has_cpu = true;
    return skip_blanks_back(from, start);
}

/* "24636/25607" or "25607" at the end of a text that goes on before it. */
static const char *read_ids(const char *from, const char *end, fr_perf_header *h)
{
    uint64_t pid, tid;
    const char *start = read_number_back(from, end, ID_DIGITS, &tid);

    if (!start || start == from)
        return NULL;
    h->tid = (int64_t)tid;
    h->has_tid = true;
    if (start[-1] == '/') {
        start = read_number_back(from, start - 1, ID_DIGITS, &pid);
        if (!start || start == from)
            return NULL;
        h->pid = (int64_t)pid;
        h->has_pid = true;
    }
    return is_blank(start[-1]) ? skip_blanks_back(from, start) : NULL;
}

/* "     100 cycles:u:" up to `end`. */
static bool read_what(const char *at, const char *end, fr_perf_header *h)
{
    const char *word;

    while (at < end && is_blank(*at))
        at++;
    for (word = at; at < end && is_digit(*at); at++)
        h->period = h->period * 10 + (uint64_t)(*at - '0');
    if (at > word && at < end && is_blank(*at)) {
        h->has_period = true;
        if (at - word > PERIOD_DIGITS)
            return false;
        while (at < end && is_blank(*at))
            at++;
    } else {
        h->period = 0;
        at = word;
    }
    h->event = (fr_bytes){at, (size_t)(end - at) - 1};
    h->rest = (fr_bytes){end, 0};
    for (word = at; word < end; word++)
        if (is_blank(*word))
            return false;
    return end - at > 1 && end[-1] == ':' && *at != 'P'; /* "PERF_RECORD_..." is no event */
}

/* "java    12   1 5.0:": the last number may be a cpu. */
static bool ends_in_number(const char *from, const char *end)
{
    const char *at = end;

    while (at > from && (is_digit(at[-1]) || at[-1] == '/'))
        at--;
    return at < end && (at == from || is_blank(at[-1]));
}

bool fr_perf_quick_header(fr_bytes line, fr_perf_header *h)
{
    const char *from = line.at, *end = line.at + line.len, *colon, *at;

    while (end > from && (is_blank(end[-1]) || end[-1] == '\r'))
        end--;
    if (end == from || is_blank(*from) || *from == '\r' || *from == '#')
        return false;
    colon = memchr(from, ':', (size_t)(end - from));
    while (colon && colon + 1 < end && !is_blank(colon[1]))
        colon = memchr(colon + 1, ':', (size_t)(end - colon - 1));
    *h = (fr_perf_header){0};
    at = colon ? read_time(from, colon, h) : NULL;
    at = at ? read_cpu(from, skip_blanks_back(from, at), h) : NULL;
    at = at ? read_ids(from, at, h) : NULL;
    if (!at || at == from || at[-1] == '\r')
        return false;
    if (!h->has_cpu && is_digit(at[-1]) && ends_in_number(from, at))
        return false;
    h->comm = (fr_bytes){from, (size_t)(at - from)};
    return read_what(colon + 1, end, h);
}

/* ------------------------------------------------------------ by the headers before */

static const struct fr_perf_head *find_head(fr_perf_heads *heads, fr_bytes text)
{
    for (uint32_t i = 0; i < FR_PERF_HEADS; i++) {
        uint32_t at = (heads->last + i) % FR_PERF_HEADS;
        const struct fr_perf_head *head = &heads->heads[at];
        if (head->left_len && head->left_len < text.len &&
            fr_lanes_same(text.at, head->left, head->left_len) &&
            is_blank(text.at[head->left_len])) {
            heads->last = at;
            return head;
        }
    }
    return NULL;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static const char *read_digits(const char *at, const char *end, uint64_t *value)
{
    for (*value = 0; at < end && is_digit(*at); at++)
        *value = *value * 10 + (uint64_t)(*at - '0');
    return at;
}

/* "[003] " */
static const char *read_cpu_next(const char *at, const char *end, fr_perf_header *h)
{
    const char *word = at + 1;

    at = read_digits(word, end, &h->cpu);
    if (at == word || at - word > ID_DIGITS || end - at < 2 || *at != ']' || !is_blank(at[1]))
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
    if (at == word || at - word > SECONDS_DIGITS || at == end || *at != '.')
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
    return word == from || at == word || at - word > PERIOD_DIGITS ? NULL : at;
}

/* What stands after the time: all of it as before, or all but the period. Where it ends, or NULL. */
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

/* Where "comm pid/tid" ends in a header that was read. */
static const char *end_of_left(const fr_perf_header *h)
{
    const char *at = h->comm.at + h->comm.len;

    while (is_blank(*at))
        at++;
    while (!is_blank(*at))
        at++;
    return at;
}

/* Where the time ends that follows the ids. */
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

/* Where the period ends in what stands after the time; 0: there is none. */
static uint32_t find_period_end(fr_bytes right, const fr_perf_header *h)
{
    fr_perf_header read = {0};
    const char *at = read_period(right.at, right.at + right.len, &read);
    bool found = at && h->has_period && read.period == h->period && is_blank(*at);

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

    if (!line.len || is_blank(*line.at) || *line.at == '#' || !fr_perf_header_timed(line, h) ||
        h->is_record || !h->has_tid || !h->comm.len || h->comm.at != line.at || !h->event.len ||
        fr_bytes_trim(h->rest).len)
        return false;
    for (size_t i = 0; i < h->event.len; i++)
        if (is_blank(h->event.at[i]))
            return false;
    left = end_of_left(h);
    right = read_moment(heads, left, line.at + line.len, &moment);
    return right && right <= h->event.at && moment.time_ns == h->time_ns && h->has_time &&
           moment.has_cpu == h->has_cpu && moment.cpu == h->cpu &&
           !has_stamp((fr_bytes){line.at, (size_t)(left - line.at)});
}

size_t fr_perf_quick_header_next(fr_perf_heads *heads, fr_bytes text, fr_perf_header *h)
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
