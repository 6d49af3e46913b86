/*
 * test_suspects.c - what is no profile but given as one gets a sentence of its own.
 */
#include "formats/reader.h"
#include "unit/unit.h"

static void things(void **state)
{
#define ROW(bytes, says)                                                                           \
    {                                                                                              \
        {(bytes), sizeof(bytes) - 1}, says                                                         \
    }
    static const struct {
        fr_bytes head;
        const char *says; /* NULL: no suspect */
    } rows[] = {
        ROW("\x7f"
            "ELF\2\1\1\0\0",
            "ELF"),
        ROW("<?xml version=\"1.0\"?>\n<!DOCTYPE svg PUBLIC \"\">\n<svg width=\"1\"/>",
            "SVG picture"),
        ROW("<svg/>", "SVG picture"),
        ROW("<!DOCTYPE html><html>", "HTML"),
        ROW("<!doctype html>", "HTML"),
        ROW("<!DOCTYPE HTML PUBLIC>", "HTML"),
        ROW("<html>", "HTML"),
        ROW("<HTML>", "HTML"),
        ROW("\n\n  <html lang=\"en\">", "HTML"),
        ROW("\xef\xbb\xbf<!doctype html>", "HTML"),
        ROW("<!DOCTYPE html><body><svg class=\"icon\"/></body>", "HTML"),
        ROW("{\"nodes\": []}", "JSON"),
        ROW("\n[{\"cat\": 1}]", "JSON"),
        ROW("[1, 2]", "JSON"),
        ROW("{}", "JSON"),
        ROW("\x28\xb5\x2f\xfd\0", "zstd"),
        ROW("Nettrace\x14\0\0\0!FastSerialization.1", ".NET"),
        ROW("\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
            "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\2\0\2\xc0\1\0",
            "ETL"),
        ROW("\x0a\x12\xa2\x02\x10\x82\x47\x7a\x76\xb2\x8d\x42\xba\x81\xdc\x33\x32\x6d\x57\xa0\x79",
            "Perfetto"),
        ROW("MOJ\3\1austin\0003.6.0\0", "MOJO"),
        ROW("{\"snapshot\":{\"meta\":{}}}", "heap snapshot"),
        ROW("{\"resourceProfiles\":[{\"scopeProfiles\":[]}]}", "OpenTelemetry"),
        ROW("goroutine 3 is not to be found\n", "dump of Go"),
        ROW("# To display\n# Overhead  Command\n  12.3%  x\n", "perf report"),
        ROW("# ========\n# captured on: x\n#\n", "only comments"),
        ROW("\n \n\t\n", "only comments"),
        ROW("", "only comments"),
        ROW("\3\0\1\2bytes\0\0", "binary"),
        ROW("main;a\0b of a longer line 5", NULL),
        ROW("x\n   Performance counter stats for 'app':\n", "perf stat"),
        ROW("x Performance counter stats for 'app':\n", NULL),
        ROW("0000000000401136 T parse\n0000000000401200 t draw\n", "symbols"),
        ROW("0000000000401136 0000000000000010 T parse\n", "symbols"),
        ROW("1 2\n3 4\n", "columns of numbers"),
        ROW("a,b,c\n1,2,3\n", "comma-separated"),
        ROW("a,b\n1,2\n", NULL),
        ROW("on Monday, on Tuesday, and: once\nno, no, no\n", NULL),
        ROW("[    0.000000] Linux version\n", NULL),
        ROW("==4711== Memcheck\n", "valgrind"),
        ROW("=========\n", NULL),
        ROW("\x0a\x04\x08\x01\x10\x02\x12\0\0", "binary"),
        ROW("v8-version,11,3,244,8,-node.16,0\nv8-platform,linux,linux\n", "node --prof"),
        ROW("# This is the CMakeCache file.\n# TYPE is a hint to GUIs\n", "CMake"),
        ROW("# TYPE hits counter\nhits 5\n", "Prometheus"),
        ROW("web.cpu.user 12.5 1700000060\nweb.cpu.sys 3 1700000060\n", "Graphite"),
        ROW("cpu;rack=a1;site=x 12 1700000060\n", "Graphite"),
        ROW("cpu;rack;site 12 1700000060\n", NULL),
        ROW("cpu;a=b;site 12 1700000060\n", NULL),
        ROW("web.cpu.user 12.5 170000006\n", NULL),
        ROW("main 12 1700000060\n", NULL),
        ROW("0.52 0.58 0.59 1/389 12345\n", "/proc/loadavg"),
        ROW("main 1/389 12345\n", NULL),
        ROW("Released in March 2021\nRewritten by Anna 2019\n", "years"),
        ROW("Released in March 2021\nmain 5\n", NULL),
        ROW("Web Content;main loop 2021\nWeb Content;draw it 1999\n", NULL),
        ROW("void f(int) const 2021\nns::g of h 1999\n", NULL),
        ROW("main 2021\nparse 1999\n", NULL),
        ROW("======\nWARNING: ThreadSanitizer: data race (pid=4711)\n", "ThreadSanitizer"),
        ROW("x\n======\nWARNING: DATA RACE\nRead at 0x00c000014090\n", "race detector"),
        ROW("plain prose of no format\n", NULL),
        ROW("[init] started\n", NULL),
        ROW("{ braces of prose\n", NULL),
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const fr_suspect *got = fr_suspect_find(rows[i].head, false);
        if (!got != !rows[i].says || (got && !strstr(got->text, rows[i].says)))
            print_error("row %zu: %s\n", i, got ? got->text : "nothing");
        assert_int_equal(got != NULL, rows[i].says != NULL);
        assert_true(!got || strstr(got->text, rows[i].says));
        assert_true(!got || !got->hint || got->hint[0]);
    }
}

/* What speaks against any format of texts is told, whatever a probe says of the other lines. */
static void sure_things(void **state)
{
    static const struct {
        const char *head;
        bool sure;
    } rows[] = {
        {"x\nWARNING: ThreadSanitizer: data race\n    #0 main a.c:8 (a+0x6e66)\n", true},
        {"WARNING: DATA RACE\n", true},
        {"cpu;rack=a1 12 1700000060\n", true},
        {"v8-version,11,3\n", true},
        {"0.52 0.58 0.59 1/389 12345\n", false},
        {"Released in March 2021\n", false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(fr_suspect_find(fr_bytes_of(rows[i].head), true) != NULL, rows[i].sure);
}

/* No row reads past its end. */
static void every_head_of_everything(void **state)
{
    static const char bytes[] = "<!DOCTYPE html>{[\"PERFILE2\x7f"
                                "ELFPK\3\4\x28\xb5\x2f\xfd# x\n";

    (void)state;
    for (size_t from = 0; from < sizeof bytes; from++)
        for (size_t len = 0; from + len < sizeof bytes; len++) {
            char *copy = malloc(len ? len : 1);
            assert_non_null(copy);
            memcpy(copy, bytes + from, len);
            fr_suspect_find((fr_bytes){copy, len}, len % 2);
            free(copy);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things),
        cmocka_unit_test(sure_things),
        cmocka_unit_test(every_head_of_everything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
