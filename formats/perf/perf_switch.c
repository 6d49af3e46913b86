/*
 * perf_switch.c - both forms are read from their right ends, because a comm may hold anything:
 * "prev_comm=a ==> b prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=c d next_pid=8 ...".
 */
#include "formats/perf/perf_switch.h"

#include "base/number.h"
#include "formats/perf/perf_fields.h"

static const fr_bytes arrow = {" ==> ", 5};

/* Where the last `key` starts, or text.len. */
static size_t find_last(fr_bytes text, fr_bytes key)
{
    for (size_t i = text.len >= key.len ? text.len - key.len + 1 : 0; i-- > 0;)
        if (memcmp(text.at + i, key.at, key.len) == 0)
            return i;
    return text.len;
}

/* "12 [120]" after `key`: the number before the first blank. */
static bool read_tid(fr_bytes text, fr_bytes key, int64_t *tid)
{
    size_t at = find_last(text, key);
    fr_perf_header ids = {0};

    if (at == text.len ||
        !fr_perf_read_ids(fr_perf_first_word(fr_perf_tail(text, at + key.len)), &ids) ||
        ids.has_pid)
        return false;
    *tid = ids.tid;
    return true;
}

/* "S", "R+", "D|K", "(R)"; as bits in old kernels: 0 and 256 are R, 16 and 32 exits. */
static fr_perf_leave read_leave(fr_bytes word)
{
    uint64_t bits;

    if (word.len && word.at[0] == '(')
        word = fr_perf_tail(word, 1);
    if (fr_parse_u64(word, &bits))
        return bits & 0x30   ? FR_PERF_LEAVE_DEAD
               : bits & 0xff ? FR_PERF_LEAVE_BLOCKED
                             : FR_PERF_LEAVE_PREEMPTED;
    if (word.len && (word.at[0] == 'X' || word.at[0] == 'Z' || word.at[0] == 'x'))
        return FR_PERF_LEAVE_DEAD;
    return word.len && word.at[0] == 'R' ? FR_PERF_LEAVE_PREEMPTED : FR_PERF_LEAVE_BLOCKED;
}

static bool read_named(fr_bytes out, fr_bytes in, fr_perf_switch *to)
{
    const fr_bytes state = FR_LITERAL(" prev_state=");
    size_t at = find_last(out, state);

    if (at < out.len)
        to->leave = read_leave(fr_perf_first_word(fr_perf_tail(out, at + state.len)));
    return read_tid(out, FR_LITERAL(" prev_pid="), &to->out_tid) &&
           read_tid(in, FR_LITERAL(" next_pid="), &to->in_tid);
}

/* "[120]" at the end of `text` is cut off; false where it isn't there. */
static bool cut_priority(fr_bytes *text)
{
    fr_bytes word = fr_perf_last_word(*text);

    if (word.len < 3 || word.at[0] != '[' || word.at[word.len - 1] != ']')
        return false;
    *text = fr_perf_drop_word(*text, word);
    return true;
}

static bool read_short(fr_bytes out, fr_bytes in, fr_perf_switch *to)
{
    fr_bytes state = fr_perf_last_word(out);

    to->leave = read_leave(state);
    out = fr_perf_drop_word(out, state);
    return cut_priority(&out) && cut_priority(&in) &&
           read_tid(out, FR_LITERAL(":"), &to->out_tid) &&
           read_tid(in, FR_LITERAL(":"), &to->in_tid);
}

bool fr_perf_switch_parse(fr_bytes text, fr_perf_switch *to)
{
    fr_bytes out, in;
    size_t at;

    *to = (fr_perf_switch){0};
    text = fr_perf_trim_end(text);
    at = find_last(text, arrow);
    if (at == text.len)
        return false;
    out = fr_perf_trim_end(fr_perf_head(text, at));
    in = fr_perf_tail(text, at + arrow.len);
    return read_named(out, in, to) || read_short(out, in, to);
}

bool fr_perf_switch_event(fr_bytes event)
{
    const fr_bytes name = FR_LITERAL("sched:sched_switch");

    return fr_bytes_starts(event, name) && (event.len == name.len || event.at[name.len] == ':');
}
