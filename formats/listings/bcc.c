/*
 * bcc.c - stacks as the tools of BCC print them without -f: profile, offcputime, offwaketime, stackcount.
 *
 *     Tracing off-CPU time (us) of all threads ...
 *
 *         b'schedule'                       the innermost first; old versions print bytes of Python
 *         b'entry_SYSCALL_64'
 *         --                                with -d: user frames follow
 *         read
 *         -                app (4711)       the process
 *             120331                        microseconds, or how often
 *
 * Reference: the examples in the tools folder of BCC 0.28. Omitted: process ids, and the tools that print other things.
 */
#include "formats/listings/listing.h"

/* "app (4711)", "app [4711]" without the process id; "" where there is none. */
static fr_bytes strip_pid(fr_bytes text)
{
    size_t open;
    uint64_t pid;

    if (text.len < 4 || !strchr(")]", text.at[text.len - 1]))
        return (fr_bytes){0};
    text.len--;
    open = fr_bytes_find_last(text, text.at[text.len] == ')' ? '(' : '[');
    if (open == 0 || open == text.len || text.at[open - 1] != ' ' ||
        !fr_listing_count(fr_bytes_from(text, open + 1), &pid))
        return (fr_bytes){0};
    return fr_bytes_trim((fr_bytes){text.at, open});
}

static fr_listing_line read_line(fr_bytes text, bool open)
{
    fr_bytes trimmed = fr_bytes_trim(text);
    fr_listing_line line = {.kind = FR_LISTING_COUNT};

    (void)open;
    if (!fr_bytes_starts(text, FR_LITERAL("  ")) || text.len == 2)
        return (fr_listing_line){.kind = FR_LISTING_HEADING,
                                 .unit = fr_bytes_contain(text, "time (us)") ? "us" : NULL};
    if (fr_listing_count(trimmed, &line.count))
        return line;
    line.kind = FR_LISTING_BREAK;
    if (fr_bytes_equal(trimmed, FR_LITERAL("--")))
        return line;
    line.kind = FR_LISTING_ROOT;
    if (fr_bytes_starts(trimmed, FR_LITERAL("- ")))
        line.name = strip_pid(fr_bytes_trim(fr_bytes_from(trimmed, 1)));
    else if (fr_bytes_ends(trimmed, FR_LITERAL("]")))
        line.name = strip_pid(trimmed);
    if (line.name.len)
        return line;
    line.kind = FR_LISTING_FRAME;
    if (trimmed.len > 3 && fr_bytes_starts(trimmed, FR_LITERAL("b'")) &&
        trimmed.at[trimmed.len - 1] == '\'') /* bytes as Python prints them */
        trimmed = (fr_bytes){trimmed.at + 2, trimmed.len - 3};
    line.name = fr_listing_strip_offset(trimmed);
    return line;
}

const fr_dialect fr_bcc_dialect = {.read = read_line, .unit = "samples"};

int fr_bcc_probe(fr_bytes head, bool whole)
{
    uint32_t n[FR_LISTING_KINDS];

    if (!fr_bytes_contain(head, "Hit Ctrl-C to end.") && !fr_bytes_contain(head, "\n    -   "))
        return 0;
    fr_listing_survey(head, whole, &fr_bcc_dialect, n);
    return n[FR_LISTING_FRAME] > 0 && n[FR_LISTING_COUNT] > 0 &&
                   n[FR_LISTING_HEADING] <= 2 * n[FR_LISTING_COUNT] + 8
               ? 60
               : 0;
}
