/*
 * goroutines.c - stacks of goroutines: /debug/pprof/goroutine?debug=1 and debug=2, and panics. Other profiles of counts
 * have the form of debug=1, too: threadcreate, those of pprof.NewProfile().
 *
 *     goroutine profile: total 12                                     debug=1
 *     10 @ 0x43a5c5 0x406c4f
 *     # labels: {"job":"read"}                                        of pprof.Do()
 *     #	0x46a2b0	main.worker+0x30	/src/app/pool.go:88          the innermost first
 *
 *     goroutine 18 [chan receive, 3 minutes]:                         debug=2, SIGQUIT
 *     main.worker(0xc00001a0c0)
 *     	/src/app/pool.go:88 +0x30
 *     created by main.main in goroutine 1                              no caller of worker
 *     	/src/app/main.go:9 +0x100
 *
 * What a goroutine waits for is the label "state". Reference: runtime/pprof and runtime/traceback.go of Go 1.22.
 * Omitted: arguments, addresses, labels of pprof.Do() (a note counts their lines), how long it waits.
 */
#include "formats/listings/listing.h"

#include "base/text.h"

/* "[chan receive, 3 minutes]:" -> "chan receive" */
static fr_bytes read_state(fr_bytes text)
{
    fr_bytes state = fr_bytes_between(text, "[", ']');

    state.len = fr_bytes_find(state, ',');
    return state;
}

/* "main.(*T).f(0xc00001a0c0, 0x12)": the arguments are the last pair of brackets. */
static bool strip_arguments(fr_bytes *name)
{
    size_t depth = 0;

    for (size_t i = name->len; i > 0; i--) {
        depth += name->at[i - 1] == ')';
        depth -= name->at[i - 1] == '(';
        if (depth == 0) {
            bool found = i > 1 && i < name->len;
            name->len = found ? i - 1 : name->len;
            return found;
        }
    }
    return false;
}

/* "#	0x46a2b0	main.worker+0x30	/src/app/pool.go:88" */
static fr_listing_line read_debug_1(fr_bytes text)
{
    fr_listing_line line = {.kind = FR_LISTING_FRAME};
    fr_bytes rest, name, place;

    if (fr_bytes_starts(text, FR_LITERAL("# labels: ")))
        return (fr_listing_line){.kind = FR_LISTING_SKIPPED};
    if (!fr_listing_split(&text, "\t", &rest))
        return (fr_listing_line){.kind = FR_LISTING_OTHER};
    if (fr_bytes_equal(fr_bytes_trim(rest), FR_LITERAL("0x0"))) /* no stack was kept */
        return (fr_listing_line){.kind = FR_LISTING_HEADING};
    if (!fr_listing_split(&rest, "\t", &name) || !fr_listing_split(&name, "\t", &place))
        return (fr_listing_line){.kind = FR_LISTING_OTHER};
    line.name = fr_listing_strip_offset(fr_bytes_trim(name));
    (void)fr_listing_place(fr_bytes_trim(place), &line.file, &line.line);
    return line;
}

/* "threadcreate profile: total 8": the name of a profile, one word; at == NULL: another line. */
static fr_bytes read_title(fr_bytes text)
{
    fr_bytes name, total;

    text.len = fr_bytes_find(text, '\n');
    name = text;
    return fr_listing_split(&name, " profile: total ", &total) && name.len > 0 &&
                   fr_bytes_find(name, ' ') == name.len
               ? name
               : (fr_bytes){0};
}

static fr_listing_line read_line(fr_bytes text, bool open)
{
    fr_listing_line line = {.kind = FR_LISTING_HEADING};
    fr_bytes trimmed = fr_bytes_trim(text), count, addresses;

    if (trimmed.len == 0 || read_title(trimmed).at) {
        line.kind = open ? FR_LISTING_CLOSE : FR_LISTING_HEADING;
        return line;
    }
    if (trimmed.at[0] == '#')
        return read_debug_1(trimmed);
    count = trimmed; /* "10 @ 0x43a5c5 0x406c4f" */
    line.kind = FR_LISTING_OPEN;
    if (fr_listing_split(&count, " @", &addresses) && fr_listing_count(count, &line.count))
        return line;
    line = (fr_listing_line){.kind = FR_LISTING_OPEN, .state = read_state(trimmed)};
    if (fr_bytes_starts(trimmed, FR_LITERAL("goroutine ")) && line.state.len)
        return line;
    if (text.at[0] == '\t') { /* "	/src/app/pool.go:88 +0x30" */
        trimmed.len = fr_bytes_find(trimmed, ' ');
        line = (fr_listing_line){.kind = FR_LISTING_PLACE};
        if (!fr_listing_place(trimmed, &line.file, &line.line))
            line.kind = FR_LISTING_HEADING;
        return line;
    }
    if (open && fr_bytes_ends(trimmed, FR_LITERAL("frames elided...")))
        return (fr_listing_line){.kind = FR_LISTING_SKIPPED};
    line = (fr_listing_line){.kind = FR_LISTING_FRAME, .name = trimmed};
    if (!open || fr_bytes_starts(trimmed, FR_LITERAL("created by ")) ||
        !strip_arguments(&line.name))
        line.kind = FR_LISTING_HEADING;
    return line;
}

static const fr_dialect dialect = {
    .read = read_line, .column = "goroutine", .unit = "count", .is_dump = true};

int fr_goroutines_probe(fr_bytes head, bool whole)
{
    fr_bytes text = fr_bytes_beginning(head);
    uint32_t n[FR_LISTING_KINDS];

    if (read_title(text).at)
        return 100;
    if (!fr_bytes_contain(head, "goroutine ") || !fr_bytes_contain(head, "]:"))
        return 0;
    fr_listing_survey(head, whole, &dialect, n);
    return n[FR_LISTING_OPEN] > 0 && n[FR_LISTING_PLACE] > 0 &&
                   n[FR_LISTING_FRAME] >= n[FR_LISTING_OPEN]
               ? 60
               : 0;
}

void fr_goroutines_read(fr_input *in, fr_builder *b, const fr_read_options *opt, fr_choice *choice)
{
    fr_bytes title = read_title(fr_bytes_beginning(fr_input_fill(in, FR_PROBE_BYTES)));
    fr_dialect named = dialect;
    char column[41]; /* the name of a profile, cut */

    if (title.at) {
        fr_text_copy(column, sizeof column, title);
        named.column = column;
    }
    fr_listing_read(in, b, opt, choice, &named);
}
