/*
 * java_threads.c - dumps of all threads of a JVM by jstack, jcmd Thread.print or kill -3; several are samples.
 *
 *     "pool-1-thread-3" #12 daemon prio=5 os_prio=0 tid=0x00007f2c nid=0x1267 runnable [0x00007f2c]
 *        java.lang.Thread.State: RUNNABLE
 *     	at java.base@17.0.9/java.net.SocketInputStream.read(SocketInputStream.java:14)
 *     	at java.lang.Thread.sleep(java.base@17.0.9/Native Method)                  jstack has the module there
 *     	- locked <0x00000000e1f0> (a java.lang.Object)
 *
 * The outermost frame is the thread's name without the number at its end; its whole name and its state are labels,
 * so that --where state=RUNNABLE picks what runs. Reference: jstack(1) of JDK 17. Omitted: locks, and threads
 * without Java frames.
 */
#include "formats/listings/listing.h"

/* "pool-1-thread-3" -> "pool-1-thread"; "GC Thread#0" -> "GC Thread" */
static fr_bytes strip_number(fr_bytes name)
{
    size_t len = name.len;

    while (len > 0 && name.at[len - 1] >= '0' && name.at[len - 1] <= '9')
        len--;
    if (len > 0 && len < name.len && strchr("-#_ ", name.at[len - 1]))
        name.len = len - 1;
    return name;
}

static fr_listing_line read_thread(fr_bytes text)
{
    fr_listing_line line = {.kind = FR_LISTING_OPEN};
    size_t quote = fr_bytes_find_last(text, '"');

    if (quote == 0)
        return (fr_listing_line){.kind = FR_LISTING_OTHER};
    line.thread = (fr_bytes){text.at + 1, quote - 1};
    line.name = strip_number(line.thread);
    return line;
}

/* "java.base@17.0.9/java.lang.Thread.run(Thread.java:840)" */
static fr_listing_line read_frame(fr_bytes text)
{
    fr_listing_line line = {.kind = FR_LISTING_FRAME, .frame_kind = FR_KIND_JIT};
    size_t open = fr_bytes_find_last(text, '('), slash;
    fr_bytes place;

    if (open == text.len || text.at[text.len - 1] != ')')
        return (fr_listing_line){.kind = FR_LISTING_OTHER};
    line.name = (fr_bytes){text.at, open};
    slash = fr_bytes_find_last(line.name, '/');
    if (slash < open && fr_bytes_find(line.name, '@') < slash)
        line.name = fr_bytes_from(line.name, slash + 1);
    /* "Parser.java:14", "java.base@17.0.9/Thread.java:840", "java.base@17.0.9/Native Method", "Unknown Source" */
    place = (fr_bytes){text.at + open + 1, text.len - open - 2};
    slash = fr_bytes_find(place, '/');
    if (slash < place.len && fr_bytes_find(place, '@') < slash)
        place = fr_bytes_from(place, slash + 1);
    if (fr_bytes_equal(place, FR_LITERAL("Native Method")))
        line.frame_kind = FR_KIND_USER;
    else if (!fr_listing_place(place, &line.file, &line.line) &&
             !fr_bytes_equal(place, FR_LITERAL("Unknown Source")))
        line.file = place;
    return line;
}

static fr_listing_line read_line(fr_bytes text, bool open)
{
    static const char state[] = "java.lang.Thread.State: ";
    fr_listing_line line = {.kind = FR_LISTING_HEADING};

    text = fr_bytes_trim(text);
    if (text.len == 0 && open)
        line.kind = FR_LISTING_CLOSE;
    if (text.len < 4)
        return line;
    if (text.at[0] == '"')
        return read_thread(text);
    if (fr_bytes_starts(text, FR_LITERAL("at ")) && open)
        return read_frame(fr_bytes_trim(fr_bytes_from(text, 3)));
    if (fr_bytes_starts(text, fr_bytes_of(state))) {
        line.kind = FR_LISTING_STATE;
        line.state = (fr_bytes){text.at + sizeof state - 1, text.len - sizeof state + 1};
        line.state.len = fr_bytes_find(line.state, ' ');
    }
    return line;
}

const fr_dialect fr_java_threads_dialect = {.read = read_line, .unit = "samples", .is_dump = true};

int fr_java_threads_probe(fr_bytes head, bool whole)
{
    uint32_t n[FR_LISTING_KINDS];

    if (!fr_bytes_contain(head, "Full thread dump") &&
        !fr_bytes_contain(head, "java.lang.Thread.State: "))
        return 0;
    fr_listing_survey(head, whole, &fr_java_threads_dialect, n);
    return n[FR_LISTING_OPEN] > 0 && n[FR_LISTING_FRAME] > 0 ? 100 : 0;
}
