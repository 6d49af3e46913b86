/*
 * manifest.c - the lines of sha256sum, added up.
 *
 *     9f86d081884c7d65...a08  web/1.pb.gz       64 digits, a blank, a blank or '*', the name
 */
#include "manifest.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "file_list.h"
#include "messages.h"

enum { DIGEST = 32, DIGITS = 2 * DIGEST };

/* to + from, or to - from, mod 2^256. */
static void add(unsigned char to[DIGEST], const unsigned char from[DIGEST])
{
    unsigned carry = 0;
    for (size_t i = DIGEST; i-- > 0; carry >>= 8) {
        carry += (unsigned)to[i] + from[i];
        to[i] = (unsigned char)carry;
    }
}

static void subtract(unsigned char to[DIGEST], const unsigned char from[DIGEST])
{
    unsigned borrow = 0;
    for (size_t i = DIGEST; i-- > 0;) {
        unsigned less = (unsigned)from[i] + borrow;
        borrow = to[i] < less;
        to[i] = (unsigned char)(to[i] - less);
    }
}

static int digit_of(char c)
{
    const char digits[] = "0123456789abcdef", *at = c ? strchr(digits, c | 0x20) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* sha256sum puts '\' before the line of a name with a newline in it. */
static const char *digits_of(const char *line)
{
    return line + (*line == '\\');
}

static bool parse(const char *line, unsigned char digest[DIGEST])
{
    const char *at = digits_of(line);
    for (size_t i = 0; i < DIGITS; i++) {
        int digit = digit_of(at[i]);
        if (digit < 0)
            return false;
        digest[i / 2] = (unsigned char)(i % 2 ? digest[i / 2] | digit : digit << 4);
    }
    return at[DIGITS] == ' ' && at[DIGITS + 1];
}

static bool sum_lines(const struct file_list *list, const char *path, unsigned char sum[DIGEST],
                      fr_error *err)
{
    unsigned char digest[DIGEST];
    for (size_t i = 0; i < list->n; i++) {
        if (!parse(list->names[i], digest)) {
            fail_with(err, FR_E_FORMAT,
                      "--expect '%s': line %zu is not a SHA-256 and a name: '%.80s'", path, i + 1,
                      list->names[i]);
            return hint_with(err, "sha256sum FILE... writes such lines");
        }
        add(sum, digest);
    }
    return true;
}

/* The file of the list that the difference of two sums is of; NULL: none, or the difference is of several. */
static const char *name_of(const struct file_list *list, const unsigned char larger[DIGEST],
                           const unsigned char smaller[DIGEST])
{
    unsigned char rest[DIGEST], digest[DIGEST];
    memcpy(rest, larger, DIGEST);
    subtract(rest, smaller);
    for (size_t i = 0; i < list->n; i++)
        if (parse(list->names[i], digest) && memcmp(digest, rest, DIGEST) == 0)
            return digits_of(list->names[i]) + DIGITS + 2;
    return NULL;
}

static bool fail_count(const struct file_list *list, const unsigned char sum[DIGEST],
                       const fr_profile_info *info, fr_error *err)
{
    bool less = info->n_inputs < list->n;
    const char *name = less ? name_of(list, sum, info->digest) : name_of(list, info->digest, sum);
    fail_with(err, FR_E_FORMAT,
              "the merge is of %" PRIu64 " input%s, but %zu were expected%s%.200s", info->n_inputs,
              info->n_inputs == 1 ? "" : "s", list->n,
              !name  ? ""
              : less ? "; missing: "
                     : "; counted twice: ",
              name ? name : "");
    return hint_with(err, less ? "run the tasks again whose partial is missing"
                               : "give each partial and each file once");
}

static bool compare(const struct file_list *list, const char *path, const fr_profile_info *info,
                    fr_error *err)
{
    unsigned char sum[DIGEST] = {0};
    if (!sum_lines(list, path, sum, err))
        return false;
    if (info->n_inputs != list->n)
        return fail_count(list, sum, info, err);
    if (memcmp(sum, info->digest, DIGEST) == 0)
        return true;
    fail_with(
        err, FR_E_FORMAT,
        "the merge is of %zu inputs, as expected, but not of those listed: one is missing and "
        "another is counted twice, or a file has changed",
        list->n);
    return hint_with(err, "'sha256sum -c %s' finds files that have changed", path);
}

bool manifest_check(const char *path, const fr_profile *profile, fr_error *err)
{
    struct file_list list = {0};
    fr_profile_info info;
    fr_profile_describe(profile, &info);
    bool good = file_list_read(&list, "--expect", path, err) && compare(&list, path, &info, err);
    file_list_reset(&list);
    return good;
}
