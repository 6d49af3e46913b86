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
    void *items;
    const char *copy;

    for (size_t i = 0; i < events->n; i++)
        if (fr_bytes_equal(events->items[i].name, name))
            return (uint32_t)(events->last = i);
    if (events->n > EVENTS_MAX)
        return (uint32_t)(events->last = EVENTS_MAX);
    items = fr_grow(events->items, &events->cap, events->n + 1, sizeof *events->items);
    if (!items)
        return FR_NO_ID;
    events->items = items;
    name = events->n == EVENTS_MAX ? more_events : name;
    copy = fr_arena_copy(&events->arena, name);
    if (!copy)
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

uint32_t fr_perf_events_add_shown(fr_perf_events *events, fr_bytes name)
{
    return add(events, cut(name), FR_TEXT_ESCAPED);
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
        if (!event->read && event->n_samples)
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
    uint32_t id = fr_perf_events_add_shown(events, name);
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

/* ------------------------------------------------------------ events of several inputs */

bool fr_event_log_begin(fr_event_log *log, const char *name, const char *path)
{
    fr_logged_input *items = fr_grow(log->items, &log->cap, log->n + 1, sizeof *items);
    fr_logged_input input = {0};

    if (!items)
        return false;
    log->items = items;
    input.name = fr_arena_copy(&log->arena, fr_bytes_of(name));
    input.path = path ? fr_arena_copy(&log->arena, fr_bytes_of(path)) : NULL;
    if (!input.name || (path && !input.path))
        return false;
    items[log->n++] = input;
    return true;
}

void fr_event_log_drop(fr_event_log *log)
{
    if (log->n)
        fr_perf_events_reset(&log->items[--log->n].events);
}

static void set_events(fr_logged_input *input, const fr_perf_events *events, bool missing)
{
    fr_perf_events_reset(&input->events);
    for (size_t i = 0; i < events->n; i++) {
        uint32_t id = fr_perf_events_add_shown(&input->events, events->items[i].name);
        if (id != FR_NO_ID)
            input->events.items[id].n_samples += events->items[i].n_samples;
    }
    input->missing = missing;
}

void fr_event_log_take(fr_event_log *log, const fr_perf_events *events, bool missing)
{
    if (log->n)
        set_events(&log->items[log->n - 1], events, missing);
}

bool fr_event_log_learn(fr_event_log *log, const fr_event_log *again)
{
    const fr_logged_input *last = again->n ? &again->items[again->n - 1] : NULL;

    if (!last || !last->missing || again->n > log->n || log->items[again->n - 1].events.n)
        return false;
    set_events(&log->items[again->n - 1], &last->events, true);
    return true;
}

static bool has_event(const fr_logged_input *input, fr_bytes name)
{
    if (input->events.n == 0)
        return true;
    for (size_t i = 0; i < input->events.n; i++)
        if (input->events.items[i].n_samples && fr_bytes_equal(input->events.items[i].name, name))
            return true;
    return false;
}

fr_bytes fr_event_log_common(const fr_event_log *log)
{
    for (size_t e = 0; log->n && e < log->items[0].events.n; e++) {
        fr_bytes name = log->items[0].events.items[e].name;
        size_t i = 0;
        while (i < log->n && has_event(&log->items[i], name))
            i++;
        if (i == log->n)
            return name;
    }
    return (fr_bytes){0};
}

void fr_event_log_describe(const fr_event_log *log, char *to, size_t room)
{
    size_t used = 0;

    to[0] = '\0';
    for (size_t i = 0; i < log->n; i++) {
        char events[160], entry[300];
        int len;
        if (log->items[i].events.n == 0)
            continue;
        fr_perf_events_list(&log->items[i].events, events, sizeof events);
        len = snprintf(entry, sizeof entry, "%s%.100s has %s", used ? "; " : "", log->items[i].name,
                       events);
        if (len >= (int)sizeof entry || used + (size_t)len + 6 > room) {
            snprintf(to + used, room - used, "; ...");
            return;
        }
        memcpy(to + used, entry, (size_t)len + 1);
        used += (size_t)len;
    }
}

const char *fr_event_log_once(const fr_event_log *log)
{
    for (size_t i = 0; i < log->n; i++)
        if (!log->items[i].path)
            return log->items[i].name;
    return NULL;
}

void fr_event_log_reset(fr_event_log *log)
{
    while (log->n)
        fr_event_log_drop(log);
    free(log->items);
    fr_arena_reset(&log->arena);
    *log = (fr_event_log){0};
}
