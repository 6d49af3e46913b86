/*
 * legacy_cpu.c - the binary CPU profile of gperftools, in words of 4 or 8 bytes of either order.
 *
 *     0 3 0 PERIOD(us) 0                    0 3 1: of Java, whose addresses have names behind the samples
 *     COUNT DEPTH ADDRESS...                the innermost first; those after it are return addresses
 *     0 1 0                                 the end; the maps follow as text
 *
 * A frame that nearly all samples have above the innermost is the handler's of the signal: up to two of these are left
 * out, as pprof leaves them out.
 */
#include "formats/legacy/legacy.h"

typedef struct words {
    const unsigned char *at, *end;
    size_t size; /* of a word */
    bool high_first;
} words;

typedef struct sample {
    uint64_t count, depth;
    words stack; /* at its first address */
} sample;

/* The next word; false at the end. */
static bool take_word(words *w, uint64_t *word)
{
    *word = 0;
    if ((size_t)(w->end - w->at) < w->size)
        return false;
    for (size_t i = 0; i < w->size; i++)
        *word |= (uint64_t)w->at[i] << 8 * (w->high_first ? w->size - 1 - i : i);
    w->at += w->size;
    return true;
}

/* The words of a head, which *w is behind then. 0: no profile; else 1 + whether it is of Java. */
static int find_words(fr_bytes head, words *w, uint64_t *period)
{
    const unsigned char *at = (const unsigned char *)head.at;
    uint64_t n[5];

    for (size_t i = 0; i < 4 && head.len; i++) {
        bool whole = true;
        *w = (words){at, at + head.len, i < 2 ? 4 : 8, i % 2 == 1};
        for (size_t k = 0; k < 5; k++)
            whole = take_word(w, &n[k]) && whole;
        *period = n[3];
        if (whole && n[0] == 0 && n[1] == 3 && n[2] <= 1 && n[3] > 0 && n[4] == 0)
            return 1 + (int)n[2];
    }
    return 0;
}

static bool is_cpu(fr_bytes head)
{
    words w;
    uint64_t period;

    return find_words(head, &w, &period) > 0;
}

/* The next sample; false at the mark of the end, and where the input ends (*cut). */
static bool take_sample(words *w, sample *s, bool *cut)
{
    words before = *w;
    uint64_t first = 0;

    *cut = !take_word(w, &s->count) || !take_word(w, &s->depth) ||
           s->depth > (uint64_t)(w->end - w->at) / w->size;
    if (*cut) {
        *w = before;
        return false;
    }
    s->stack = *w;
    if (s->depth) {
        words stack = *w;
        (void)take_word(&stack, &first);
    }
    w->at += s->depth * w->size;
    return s->count > 0 || s->depth != 1 || first != 0;
}

/* ---- the handler's frames ---- */

/* The second address of a sample, where that is not `skipped`, else the third; 0: it has none. */
static uint64_t second_of(const sample *s, uint64_t skipped)
{
    words stack = s->stack;
    uint64_t address = 0, n = 0;

    for (; n < s->depth && n < 3; n++) {
        (void)take_word(&stack, &address);
        if (n == 1 && address - 1 != skipped)
            return address - 1;
    }
    return n == 3 ? address - 1 : 0;
}

/* The second address that nearly all samples have; 0: none. The majority's candidate is found in one walk, and its
 * share in another. */
static uint64_t find_common(words w, uint64_t skipped)
{
    words again = w;
    uint64_t candidate = 0, lead = 0, n = 0, n_candidate = 0;
    sample s;
    bool cut;

    while (take_sample(&w, &s, &cut)) {
        uint64_t second = second_of(&s, skipped);
        if (lead == 0)
            candidate = second;
        lead = second == candidate ? lead + 1 : lead - 1;
        n++;
    }
    while (take_sample(&again, &s, &cut))
        n_candidate += candidate && second_of(&s, skipped) == candidate;
    return candidate && n_candidate >= n - n / 32 ? candidate : 0;
}

/* ---- samples ---- */

/* The stack as pprof has it: without the handler's frames, and without the copy of the innermost address that the
 * handler may have left. */
static void load_stack(fr_legacy *l, const sample *s, bool is_java, const uint64_t skipped[2])
{
    words stack = s->stack;
    uint64_t address;

    l->stack.n = 0;
    for (uint64_t i = 0; i < s->depth && take_word(&stack, &address); i++)
        if (!fr_legacy_add_address(l, address - (!is_java && i > 0)))
            return;
    for (size_t i = 0; i < 2; i++)
        if (l->stack.n > 1 && skipped[i] && ((const uint64_t *)l->stack.items)[1] == skipped[i])
            fr_legacy_remove_second(l);
    if (!is_java)
        fr_legacy_remove_copy(l);
}

static void add_samples(fr_legacy *l, words *w, bool is_java, uint64_t period)
{
    uint64_t skipped[2] = {0};
    int64_t values[4] = {0};
    sample s;
    bool cut = false;

    if (!is_java && (skipped[0] = find_common(*w, 0)))
        skipped[1] = find_common(*w, skipped[0]);
    while (!fr_builder_failed(l->b) && take_sample(w, &s, &cut)) {
        load_stack(l, &s, is_java, skipped);
        values[0] = (int64_t)s.count;
        if (s.count > INT64_MAX || __builtin_mul_overflow(values[0], (int64_t)period, &values[1]))
            fr_builder_fail(l->b, FR_E_LIMIT, 0, 0, "a value of 2^63 or more");
        fr_legacy_add_sample(l, values, 0);
    }
    if (cut)
        fr_builder_say(l->b, FR_NOTE_CHOICE,
                       "the profile has no mark of its end: it was cut short");
}

static void read_cpu(fr_legacy *l)
{
    words w, behind;
    uint64_t period = 0;
    bool is_java = find_words(l->rest, &w, &period) == 2, cut;
    fr_bytes text;
    sample s;

    for (behind = w;
         take_sample(&behind, &s, &cut);) /* names and maps come before the samples here */
        continue;
    text = (fr_bytes){(const char *)behind.at, (size_t)(behind.end - behind.at)};
    if (period > INT64_MAX / 1000) {
        fr_legacy_fail(l, "a period in microseconds");
        return;
    }
    if (is_java)
        fr_legacy_take_java_names(l, text);
    else
        fr_legacy_take_maps(l, text);
    l->keeps_locations =
        l->keeps_locations && !is_java; /* its addresses are no more than numbers */
    l->period = (int64_t)period * 1000;
    l->period_type = "cpu";
    l->period_unit = "nanoseconds";
    fr_legacy_column(l, 0, "samples", "count");
    fr_legacy_column(l, 1, "cpu", "ns");
    add_samples(l, &w, is_java, period * 1000);
}

const fr_legacy_kind fr_legacy_cpu = {NULL, is_cpu, read_cpu};
