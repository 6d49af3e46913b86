/*
 * macos_sample.c - text of sample(1) of macOS.
 *
 *     Analysis of sampling App (pid 4711) every 1 millisecond
 *     Call graph:
 *         855 Thread_112233   DispatchQueue_1: com.apple.main-thread  (serial)
 *         + 855 start  (in libdyld.dylib) + 1  [0x7fff6bc3ecc9]
 *         +   640 parse  (in App) + 88  [0x10a2b5a18]  parse.c:14
 *         +   ! 640 read_line  (in App) + 12,24,...  [0x10a2b5b2c,0x10a2b5b38,...]
 *     Total number in stack (recursive counted multiple, when >=5):
 *
 * A number is how many samples met the frame. How deep it stands is its column. Reference: facts of sample(1) and of
 * its readers. Omitted: offsets and addresses. Threads that wait are kept.
 */
#include "formats/lines.h"
#include "formats/outlines/outline.h"

/* "parse  (in App) + 88  [0x10a2b5a18]  parse.c:14" */
static void read_name(fr_bytes text, fr_outline_line *line)
{
    static const char sign[] = "  (in ";
    fr_bytes module;

    line->name = text;
    for (size_t i = 0; i + sizeof sign < text.len; i++) {
        if (memcmp(text.at + i, sign, sizeof sign - 1) != 0)
            continue;
        line->name = (fr_bytes){text.at, i};
        i += sizeof sign - 1;
        module = fr_bytes_from(text, i);
        module.len = fr_bytes_find(module, ')');
        line->module = module;
        return;
    }
    for (size_t i = 0; i + 2 < text.len; i++) /* "Thread_112233   DispatchQueue_1: ..." */
        if (memcmp(text.at + i, "   ", 3) == 0) {
            line->name.len = i;
            return;
        }
}

/* "Thread_112233" is a number that differs with each run; the queue behind it is a name. */
static void read_thread(fr_bytes text, fr_outline_line *line)
{
    size_t colon = fr_bytes_find(text, ':');

    if (!fr_bytes_starts(text, FR_LITERAL("Thread_")))
        return;
    line->frame_kind = FR_KIND_PROCESS;
    line->name = FR_LITERAL("thread");
    if (colon + 2 < text.len) {
        line->name = fr_bytes_from(text, colon + 2);
        for (size_t i = 0; i + 1 < line->name.len; i++)
            if (line->name.at[i] == ' ' && line->name.at[i + 1] == ' ')
                line->name.len = i;
    }
}

static fr_outline_line read_node(fr_bytes text)
{
    fr_outline_line line = {.kind = FR_OUTLINE_NODE};
    size_t from = 0, end;

    while (from < text.len && memchr(" +!:|", text.at[from], 5))
        from++;
    line.depth = (uint32_t)from;
    text = fr_bytes_trim(fr_bytes_from(text, from));
    end = fr_bytes_find(text, ' ');
    if (from < 4 || end == text.len || !fr_outline_number((fr_bytes){text.at, end}, &line.value))
        return (fr_outline_line){.kind = FR_OUTLINE_OTHER};
    text = fr_bytes_trim(fr_bytes_from(text, end));
    read_name(text, &line);
    read_thread(text, &line);
    return line;
}

static fr_outline_line read_line(fr_bytes text, fr_outline_table *table)
{
    fr_outline_line line = {.kind = FR_OUTLINE_HEADING};

    if (fr_bytes_starts(text, FR_LITERAL("Call graph:"))) {
        table->begun = true;
        line.kind = FR_OUTLINE_BEGIN;
    } else if (table->begun && fr_bytes_starts(text, FR_LITERAL("Total number in stack"))) {
        table->begun = false;
        line.kind = FR_OUTLINE_END;
    } else if (table->begun && fr_bytes_trim(text).len > 0) {
        return read_node(text);
    }
    return line;
}

static const fr_outline outline = {
    .read = read_line, .column = "samples", .unit = "samples", .inclusive = true};

int fr_macos_sample_probe(fr_bytes head, bool whole)
{
    uint32_t n[FR_OUTLINE_OTHER + 1] = {0};
    fr_outline_table table = {0};
    fr_bytes line;

    if (!fr_bytes_contain(head, "Call graph:\n") && !fr_bytes_contain(head, "Call graph:\r"))
        return 0;
    while (fr_lines_cut(&head, whole, &line)) {
        if (line.len && line.at[line.len - 1] == '\r')
            line.len--;
        n[read_line(line, &table).kind]++;
    }
    return n[FR_OUTLINE_NODE] > n[FR_OUTLINE_OTHER] ? 100 : 0;
}

void fr_macos_sample_read(fr_input *in, fr_builder *b, const fr_read_options *opt,
                          fr_choice *choice)
{
    fr_outline_read(in, b, opt, choice, &outline);
}
