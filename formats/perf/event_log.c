/* event_log.c - a list of lists; inputs have few events. */
#include "formats/perf/event_log.h"

#include <stdio.h>
#include <stdlib.h>

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
