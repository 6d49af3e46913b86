/* perf_events.c - keeps the events of a recording in a short list, searched from the event met last. */
#include "formats/perf/perf_events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define EVENTS_MAX       64
#define NAME_BYTES       255 /* what fr_choice keeps */
#define NAME_SHOWN_TWICE 100 /* longer ones would fill the sentence */

static const fr_bytes more_events = {"(more events)", 13};

static fr_bytes cut(fr_bytes name)
{
    size_t len = name.len < NAME_BYTES ? name.len : (size_t)NAME_BYTES;

    while (len && len < name.len && ((unsigned char)name.at[len] & 0xc0) == 0x80)
        len--;
    return (fr_bytes){name.at, len};
}

static uint32_t find_or_append(fr_perf_events *events, fr_bytes name)
{
    const char *copy;

    for (size_t i = 0; i < events->n; i++)
        if (fr_bytes_equal(events->items[i].name, name))
            return (uint32_t)(events->last = i);
    if (events->n > EVENTS_MAX)
        return (uint32_t)(events->last = EVENTS_MAX);
    name = events->n == EVENTS_MAX ? more_events : name;
    copy = fr_arena_copy(&events->arena, name);
    if (!copy || !fr_reserve(&events->items, &events->cap, events->n + 1, sizeof *events->items))
        return FR_NO_ID;
    events->items[events->n] = (fr_perf_event){.name = {copy, name.len}};
    return (uint32_t)(events->last = events->n++);
}

/* A name with bytes that cannot be shown is known by its repaired form: what notes print is what
 * --event takes. */
static uint32_t add(fr_perf_events *events, fr_bytes name, fr_text_mode mode)
{
    fr_arena scratch = {0};
    fr_bytes shown = name;
    uint32_t event = FR_NO_ID;

    if (fr_text_clean(name, mode))
        return find_or_append(events, name);
    shown = fr_text_repair(&scratch, name, mode);
    if (shown.at)
        event = find_or_append(events, cut(shown));
    fr_arena_reset(&scratch);
    return event;
}

uint32_t fr_perf_events_add(fr_perf_events *events, fr_bytes name)
{
    name = cut(name);
    if (events->n && fr_bytes_equal(events->items[events->last].name, name))
        return (uint32_t)events->last;
    return add(events, name, FR_TEXT_RAW);
}

/* Adds a name as events are known by it, and notes show it: its escapes are escapes. */
static uint32_t add_shown(fr_perf_events *events, fr_bytes name)
{
    return add(events, cut(name), FR_TEXT_ESCAPED);
}

bool fr_perf_events_merge(fr_perf_events *to, const fr_perf_events *from)
{
    for (size_t i = 0; i < from->n; i++) {
        uint32_t id = add_shown(to, from->items[i].name);
        if (id == FR_NO_ID)
            return false;
        to->items[id].n_samples += from->items[i].n_samples;
        to->items[id].read |= from->items[i].read;
    }
    return true;
}

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

void fr_perf_events_list(const fr_perf_events *events, char *to, size_t room)
{
    size_t used = 0;

    to[0] = '\0';
    for (size_t i = 0; i < events->n; i++) {
        const fr_perf_event *event = &events->items[i];
        char entry[NAME_BYTES + 64];
        int len = snprintf(entry, sizeof entry, "%s'%.*s' (%" PRIu64 " sample%s)", used ? ", " : "",
                           (int)event->name.len, event->name.at, event->n_samples,
                           plural(event->n_samples));
        if (event->n_samples == 0 || used + (size_t)len + 1 > room)
            continue;
        memcpy(to + used, entry, (size_t)len + 1);
        used += (size_t)len;
    }
}

void fr_perf_events_say(const fr_perf_events *events, fr_builder *b)
{
    const fr_perf_event *end = events->items + events->n;
    size_t n_read = 0;

    for (const fr_perf_event *event = events->items; event < end; event++)
        n_read += event->read;
    for (const fr_perf_event *event = events->items; n_read > 1 && event < end; event++)
        if (event->read) /* "A,B" was asked for */
            fr_builder_say(b, FR_NOTE_CHOICE, "event '%.*s' adds %" PRIu64 " sample%s to the sum",
                           (int)event->name.len, event->name.at, event->n_samples,
                           plural(event->n_samples));
    for (const fr_perf_event *event = events->items; event < end; event++) {
        int len = (int)event->name.len, again = len > NAME_SHOWN_TWICE ? 0 : len;
        if (event - events->items == EVENTS_MAX && event->n_samples)
            fr_builder_say(b, FR_NOTE_OTHER_EVENT,
                           "events beyond the first %d have %" PRIu64
                           " sample%s and were not read; --event NAME reads one",
                           EVENTS_MAX, event->n_samples, plural(event->n_samples));
        else if (!event->read && event->n_samples)
            fr_builder_say(b, FR_NOTE_OTHER_EVENT,
                           "event '%.*s' has %" PRIu64 " sample%s and was not read; --event "
                           "%.*s%sreads it",
                           len, event->name.at, event->n_samples, plural(event->n_samples), again,
                           event->name.at, again ? " " : "");
    }
}

/* ------------------------------------------------------------ choosing */

/* Cuts the first name off `list`; false at its end. */
static bool next_name(fr_bytes *list, fr_bytes *name)
{
    bool between_slashes = false;
    size_t i = 0;

    for (; i < list->len && (between_slashes || list->at[i] != ','); i++)
        between_slashes ^= list->at[i] == '/';
    *name = fr_bytes_trim((fr_bytes){list->at, i});
    if (list->len == 0)
        return false;
    i += i < list->len;
    *list = (fr_bytes){list->at + i, list->len - i};
    return true;
}

static bool choose(fr_perf_events *events, fr_bytes name, char label[FR_PERF_LABEL])
{
    uint32_t id = add_shown(events, name);
    size_t len = strlen(label), comma = len > 0;
    fr_perf_event *event;

    if (id == FR_NO_ID)
        return false;
    event = &events->items[id];
    if (!event->read && len + comma + event->name.len < FR_PERF_LABEL)
        snprintf(label + len, FR_PERF_LABEL - len, "%s%.*s", comma ? "," : "", (int)event->name.len,
                 event->name.at);
    event->read = true;
    return true;
}

bool fr_perf_events_choose(fr_perf_events *events, fr_bytes name, char label[FR_PERF_LABEL])
{
    label[0] = '\0';
    return choose(events, name, label);
}

bool fr_perf_events_choose_list(fr_perf_events *events, fr_bytes list, char label[FR_PERF_LABEL])
{
    fr_bytes rest = list, name;
    bool chosen = false;

    label[0] = '\0';
    while (next_name(&rest, &name)) {
        if (name.len && !choose(events, name, label))
            return false;
        chosen |= name.len > 0;
    }
    return chosen || choose(events, list, label);
}

void fr_perf_events_reset(fr_perf_events *events)
{
    free(events->items);
    fr_arena_reset(&events->arena);
    *events = (fr_perf_events){0};
}

const char *fr_perf_event_unit(fr_bytes list)
{
    bool clock = list.len > 0;
    fr_bytes name;

    while (next_name(&list, &name))
        clock = clock && (fr_bytes_starts(name, FR_LITERAL("cpu-clock")) ||
                          fr_bytes_starts(name, FR_LITERAL("task-clock")));
    return clock ? "ns" : "events";
}

void fr_logged_input_set(fr_logged_input *input, const fr_perf_events *events, bool missing)
{
    fr_perf_events_reset(&input->events);
    (void)fr_perf_events_merge(&input->events, events);
    input->missing = missing;
}
