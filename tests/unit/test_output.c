/*
 * test_output.c - the funnel of writers: memory, descriptors, files that appear when they are
 * whole; numbers and escapes.
 */
#include "base/output.h"
#include "unit/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/fr_output_XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static const char *in_folder(const char *name)
{
    static char path[2][512];
    static int turn;

    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static void assert_file(const char *path, const char *want)
{
    char got[256] = {0};
    int fd = open(path, O_RDONLY);

    assert_true(fd >= 0);
    assert_int_equal(read(fd, got, sizeof got - 1), strlen(want));
    close(fd);
    assert_string_equal(got, want);
}

static void put_file(const char *path, const char *text, mode_t mode)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    assert_int_equal(fchmod(fd, mode), 0);
    close(fd);
}

static unsigned n_files(void)
{
    DIR *dir = opendir(folder);
    unsigned n = 0;

    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));)
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return n;
}

/* A whole output of one text. */
static bool write_path(const char *path, const char *text, fr_error *err)
{
    fr_output *out = fr_output_path(path, err);

    if (!out)
        return false;
    fr_put_text(out, text);
    return fr_output_close(out, err);
}

static void assert_put(void (*put)(fr_output *out, fr_bytes text), const char *text,
                       const char *want)
{
    fr_output *out = fr_output_memory();
    size_t len;

    assert_non_null(out);
    put(out, fr_bytes_of(text));
    assert_string_equal(fr_output_bytes(out, &len), want);
    assert_int_equal(len, strlen(want));
    fr_output_free(out);
}

static void escapes(void **state)
{
    (void)state;
    assert_put(fr_put_xml, "a<b>&\"c'd\xc3\xa4;", "a&lt;b&gt;&amp;&quot;c'd\xc3\xa4;");
    assert_put(fr_put_xml, "\x01", "\xef\xbf\xbd");
    assert_put(fr_put_xml, "", "");
    assert_put(fr_put_json, "a<b>&\"c'd\\\n", "\"a\\u003cb\\u003e\\u0026\\\"c'd\\\\\\n\"");
    assert_put(fr_put_json, "\x01", "\"\\ufffd\"");
}

static void scaled_numbers(void **state)
{
    static const struct {
        int64_t value;
        uint32_t decimals;
        const char *want;
    } rows[] = {
        {0, 0, "0"},
        {0, 9, "0"},
        {7, 0, "7"},
        {-7, 0, "-7"},
        {12345, 1, "1234.5"},
        {-20, 1, "-2"},
        {5, 3, "0.005"},
        {-5, 3, "-0.005"},
        {1000, 3, "1"},
        {1000, 2, "10"},
        {1010, 3, "1.01"},
        {INT64_MAX, 0, "9223372036854775807"},
        {INT64_MIN, 9, "-9223372036.854775808"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        fr_output *out = fr_output_memory();
        size_t len;
        assert_non_null(out);
        fr_put_scaled(out, rows[i].value, rows[i].decimals);
        assert_string_equal(fr_output_bytes(out, &len), rows[i].want);
        fr_output_free(out);
    }
}

static void memory_grows(void **state)
{
    fr_output *out = fr_output_memory();
    size_t len;

    (void)state;
    assert_non_null(out);
    for (int i = 0; i < 100000; i++)
        fr_put_format(out, "%06d\n", i);
    const char *bytes = fr_output_bytes(out, &len);
    assert_int_equal(len, 700000);
    assert_int_equal(strlen(bytes), 700000);
    assert_string_equal(bytes + len - 7, "099999\n");
    assert_true(fr_output_close(out, NULL));
}

static void failures_stick(void **state)
{
    fr_output *out = fr_output_memory();
    fr_error err = {0};
    size_t len;

    (void)state;
    assert_non_null(out);
    assert_false(fr_output_failed(out));
    fr_output_fail(out, FR_E_LIMIT, "the %s", "first");
    fr_output_fail(out, FR_E_USAGE, "the second");
    fr_put_text(out, "x");
    assert_true(fr_output_failed(out));
    assert_null(fr_output_bytes(out, &len));
    assert_false(fr_output_close(out, &err));
    assert_int_equal(err.code, FR_E_LIMIT);
    assert_string_equal(err.text, "the first");
}

static void formats_too_long(void **state)
{
    fr_output *out = fr_output_memory();
    char text[2000];

    (void)state;
    assert_non_null(out);
    memset(text, 'x', sizeof text);
    text[1999] = '\0';
    fr_put_format(out, "%s", text);
    assert_true(fr_output_failed(out));
    fr_output_free(out);
}

static void descriptors(void **state)
{
    int ends[2];
    char got[64] = {0};
    fr_error err = {0};

    (void)state;
    assert_int_equal(pipe(ends), 0);
    fr_output *out = fr_output_fd(ends[1], "a pipe");
    assert_non_null(out);
    fr_put_text(out, "through");
    assert_true(fr_output_close(out, &err));
    assert_int_equal(read(ends[0], got, sizeof got), 7);
    assert_int_equal(write(ends[1], "x", 1), 1); /* it stays open */
    close(ends[0]);
    close(ends[1]);
    out = fr_output_fd(ends[1], "a pipe");
    assert_non_null(out);
    fr_put_text(out, "into nothing");
    assert_false(fr_output_close(out, &err));
    assert_int_equal(err.code, FR_E_IO);
    assert_string_equal(err.source, "a pipe");
}

static void files_appear_whole(void **state)
{
    const char *path = in_folder("x.svg");
    fr_error err = {0};
    fr_output *out = fr_output_path(path, &err);

    (void)state;
    assert_non_null(out);
    for (int i = 0; i < 50000; i++)
        fr_put_text(out, "0123456789");
    assert_int_equal(access(path, F_OK), -1);
    fr_output_free(out);
    assert_int_equal(n_files(), 0);
    assert_true(write_path(path, "new", &err));
    assert_file(path, "new");
    assert_true(write_path(path, "newer", &err));
    assert_file(path, "newer");
    out = fr_output_path(path, &err);
    assert_non_null(out);
    fr_put_text(out, "half");
    fr_output_fail(out, FR_E_LIMIT, "no");
    assert_false(fr_output_close(out, &err));
    assert_file(path, "newer");
    assert_int_equal(n_files(), 1);
    unlink(path);
}

/* Who could read the old file can read the new one, and nobody else. */
static void modes_stay(void **state)
{
    static const mode_t modes[] = {0600, 0640, 0664};
    const char *path = in_folder("x.svg");
    struct stat status;

    (void)state;
    for (size_t i = 0; i < COUNT(modes); i++) {
        put_file(path, "old", modes[i]);
        assert_true(write_path(path, "new", NULL));
        assert_int_equal(stat(path, &status), 0);
        assert_int_equal(status.st_mode & 07777, modes[i]);
    }
    unlink(path);
}

/* A link stays a link: what it points to is replaced. /dev/stdout is such a link. */
static void links_are_followed(void **state)
{
    char target[512], link[512];
    struct stat status;

    (void)state;
    snprintf(target, sizeof target, "%s", in_folder("target.svg"));
    snprintf(link, sizeof link, "%s", in_folder("link.svg"));
    put_file(target, "old", 0644);
    assert_int_equal(symlink("target.svg", link), 0);
    assert_true(write_path(link, "new", NULL));
    assert_file(target, "new");
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    unlink(target);
    assert_true(write_path(link, "dangling", NULL));
    assert_file(target, "dangling");
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    unlink(target);
    assert_int_equal(n_files(), 1);
    unlink(link);
}

/* Links to links, to another folder, to themselves. */
static void links_that_lead_nowhere(void **state)
{
    char first[512], second[512], target[512];
    fr_error err = {0};

    (void)state;
    snprintf(first, sizeof first, "%s", in_folder("first.svg"));
    snprintf(second, sizeof second, "%s", in_folder("second.svg"));
    snprintf(target, sizeof target, "%s", in_folder("target.svg"));
    assert_int_equal(symlink("second.svg", first), 0);
    assert_int_equal(symlink(target, second), 0);
    assert_true(write_path(first, "new", NULL));
    assert_file(target, "new");
    assert_int_equal(n_files(), 3);
    unlink(target);
    unlink(second);
    assert_int_equal(symlink("nowhere/x.svg", second), 0);
    assert_false(write_path(first, "new", &err));
    assert_int_equal(err.code, FR_E_IO);
    unlink(second);
    assert_int_equal(symlink("first.svg", second), 0);
    err = (fr_error){0};
    assert_false(write_path(first, "new", &err));
    assert_int_equal(err.code, FR_E_IO);
    assert_int_equal(n_files(), 2);
    unlink(first);
    unlink(second);
}

static void long_names(void **state)
{
    char name[256];

    (void)state;
    memset(name, 'n', 255);
    name[255] = '\0';
    const char *path = in_folder(name);
    assert_true(write_path(path, "new", NULL));
    assert_file(path, "new");
    assert_true(write_path(path, "again", NULL));
    assert_file(path, "again");
    unlink(path);
}

static void places_that_cannot_be(void **state)
{
    static const char *const paths[] = {"/", "/nowhere/x.svg", "", "/dev/null/x.svg"};

    (void)state;
    for (size_t i = 0; i < COUNT(paths); i++) {
        fr_error err = {0};
        assert_false(write_path(paths[i], "x", &err));
        assert_int_equal(err.code, FR_E_IO);
        assert_string_equal(err.source, paths[i]);
    }
    assert_true(write_path("/dev/null", "x", NULL));
}

static bool ends_in_rename; /* the next rename() comes as the process is asked to end */

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

int __wrap_rename(const char *from, const char *to)
{
    if (ends_in_rename)
        raise(SIGTERM);
    return __real_rename(from, to);
}

/* The file has its last name, and then the process ends. */
static void an_end_waits_for_the_name(void **state)
{
    const char *path = in_folder("ended");
    pid_t child;
    int status;

    (void)state;
    assert_true(write_path(path, "old", NULL));
    child = fork();
    if (child == 0) {
        ends_in_rename = true;
        _exit(write_path(path, "new", NULL));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    assert_int_equal(n_files(), 1);
    assert_file(path, "new");
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes),
        cmocka_unit_test(scaled_numbers),
        cmocka_unit_test(memory_grows),
        cmocka_unit_test(failures_stick),
        cmocka_unit_test(formats_too_long),
        cmocka_unit_test(descriptors),
        cmocka_unit_test(files_appear_whole),
        cmocka_unit_test(modes_stay),
        cmocka_unit_test(links_are_followed),
        cmocka_unit_test(links_that_lead_nowhere),
        cmocka_unit_test(long_names),
        cmocka_unit_test(places_that_cannot_be),
        cmocka_unit_test(an_end_waits_for_the_name),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
