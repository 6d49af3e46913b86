/*
 * archive.c - the one file of a zip archive, read from its beginning to its end.
 *
 *     PK 3 4 version(2) flags(2) method(2) time(4) crc(4) packed(4) size(4) lengths(2, 2) | name | extra | DATA
 *                       8: crc and sizes follow the data, behind PK 7 8
 *     PK 1 2 ...        the directory: what follows is not needed
 *
 * Folders, and what macOS adds in __MACOSX/, are passed over; a second file is an error. Reference: APPNOTE.TXT 6.3.
 * Not read: methods but "stored" and "deflated", what is encrypted, and stored files whose size comes after them.
 */
#define ZLIB_CONST
#include <stdlib.h>
#include <zlib.h>

#include "base/wrapping.h"

#define SIGNATURE 4
#define HEADER    30
#define QUOTED    200 /* of a name that is quoted */

typedef enum part { BETWEEN, FIXED, NAME, EXTRA, STORED, DEFLATED, SUM, DIRECTORY } part;

typedef struct archive {
    part part;
    unsigned char head[HEADER];
    size_t n;                                 /* bytes of this part so far */
    uint64_t left;                            /* of NAME, EXTRA, STORED */
    char name[QUOTED + 1], first[QUOTED + 1]; /* of this file; of the one that is read */
    bool found;                               /* the file that is read has begun */
    bool skipped;                             /* this file is passed over */
    uint32_t crc;
    bool has_z;
    z_stream z;
} archive;

static void *make(void)
{
    return calloc(1, sizeof(archive));
}

static void release(void *state)
{
    archive *a = state;

    if (a && a->has_z)
        inflateEnd(&a->z);
    free(a);
}

static void begin(void *state)
{
    archive *a = state;

    if (a->has_z)
        inflateEnd(&a->z);
    *a = (archive){.part = BETWEEN};
}

static uint32_t number(const archive *a, size_t at, size_t size)
{
    uint32_t n = 0;

    while (size-- > 0)
        n = n << 8 | a->head[at + size];
    return n;
}

/* ---- the parts of a header ---- */

static void go_on(archive *a, part next, uint64_t left)
{
    a->part = next;
    a->n = 0;
    a->left = left;
}

/* "'a.folded' in the zip is encrypted" */
static void fail_file(const archive *a, const char *what, fr_error *err)
{
    fr_fail(err, FR_E_FORMAT, 0, 0, "'%s' in the zip is %s", a->name, what);
    fr_fail_hint(err, "unpack it first: unzip FILE");
}

static void fail_damaged(const char *what, fr_error *err)
{
    fr_fail(err, FR_E_FORMAT, 0, 0, "the zip is damaged: %s", what);
    fr_fail_hint(err, "'unzip -t FILE' tests it");
}

/* After the name: says whether the file is read, and refuses what cannot be. */
static void choose(archive *a, fr_error *err)
{
    fr_bytes name = fr_bytes_of(a->name);
    uint32_t flags = number(a, 6, 2), method = number(a, 8, 2), packed = number(a, 18, 4);
    bool late = flags & 8;

    a->skipped =
        fr_bytes_ends(name, FR_LITERAL("/")) || fr_bytes_starts(name, FR_LITERAL("__MACOSX/"));
    if (!a->skipped && a->found) {
        fr_fail(err, FR_E_FORMAT, 0, 0, "the zip holds several files: '%s', '%s'", a->first,
                a->name);
        fr_fail_hint(err, "give one of them: unzip -p FILE NAME | flamerender");
    } else if (flags & 1) {
        fail_file(a, "encrypted", err);
    } else if ((method != 0 && method != 8) || (method == 0 && (late || packed == UINT32_MAX))) {
        fail_file(a, "packed in a way that is not read here", err);
    }
    if (!a->skipped) {
        memcpy(a->first, a->name, sizeof a->first);
        a->found = true;
    }
}

static void check_sum(const archive *a, uint32_t wanted, fr_error *err)
{
    if (!a->skipped && wanted != a->crc)
        fail_damaged("incorrect data check", err);
}

/* Behind the data. */
static void end_data(archive *a, fr_error *err)
{
    bool late = number(a, 6, 2) & 8;

    if (!late)
        check_sum(a, number(a, 14, 4), err);
    go_on(a, late ? SUM : BETWEEN, 0);
}

/* "PK" and two bytes more, which tell what comes next. */
static void take_signature(archive *a, fr_error *err)
{
    if (memcmp(a->head, "PK\3\4", SIGNATURE) == 0)
        a->part = FIXED; /* the signature is part of it */
    else if (memcmp(a->head, "PK\1\2", SIGNATURE) == 0 ||
             memcmp(a->head, "PK\5\6", SIGNATURE) == 0 || memcmp(a->head, "PK\6\6", SIGNATURE) == 0)
        go_on(a, DIRECTORY, 0);
    else
        fail_damaged("no header where one was expected", err);
    if (a->part == DIRECTORY && !a->found) {
        fr_fail(err, FR_E_FORMAT, 0, 0, "the zip holds no file");
        fr_fail_hint(err, "'unzip -l FILE' lists what it holds");
    }
}

/* After the data of a file whose sizes follow it: PK 7 8, the checksum, and 8 or 16 bytes before the next header. */
static void take_sum(archive *a, fr_error *err)
{
    const unsigned char *end = a->head + a->n;

    if (a->n == 8 && memcmp(a->head, "PK\7\10", SIGNATURE) == 0)
        check_sum(a, number(a, 4, 4), err);
    if (a->n >= 12 + SIGNATURE &&
        (memcmp(end - 4, "PK\3\4", SIGNATURE) == 0 || memcmp(end - 4, "PK\1\2", SIGNATURE) == 0)) {
        memmove(a->head, end - 4, SIGNATURE);
        a->n = SIGNATURE;
        a->part = BETWEEN;
        take_signature(a, err);
    } else if (a->n == HEADER) {
        fail_damaged("no header where one was expected", err);
    }
}

static void take_byte(archive *a, unsigned char byte, fr_error *err)
{
    if (a->part == NAME && a->n < QUOTED)
        a->name[a->n++] = (char)byte;
    if (a->part == NAME || a->part == EXTRA) {
        a->left--;
        return;
    }
    a->head[a->n++] = byte;
    if (a->part == BETWEEN && a->n == SIGNATURE)
        take_signature(a, err);
    else if (a->part == FIXED && a->n == HEADER)
        go_on(a, NAME, number(a, 26, 2));
    else if (a->part == SUM)
        take_sum(a, err);
}

/* A part that is empty, or has come to its end, is followed by the next one. */
static void settle(archive *a, fr_error *err)
{
    if (a->part == NAME && a->left == 0) {
        a->name[a->n] = '\0';
        choose(a, err);
        go_on(a, EXTRA, number(a, 28, 2));
    }
    if (a->part == EXTRA && a->left == 0) {
        bool deflated = number(a, 8, 2) == 8;
        a->crc = 0;
        go_on(a, deflated ? DEFLATED : STORED, deflated ? 0 : number(a, 18, 4));
        if (deflated && (a->has_z ? inflateReset(&a->z) : inflateInit2(&a->z, -MAX_WBITS)) != Z_OK)
            fr_fail_memory(err);
        else if (deflated)
            a->has_z = true;
    }
    if (a->part == STORED && a->left == 0)
        end_data(a, err);
}

/* ---- data ---- */

static size_t take_deflated(archive *a, fr_bytes *in, char *to, size_t room, fr_error *err)
{
    z_stream *z = &a->z;
    int result;
    size_t n;

    z->next_in = (const Bytef *)in->at;
    z->avail_in = in->len > UINT32_MAX ? UINT32_MAX : (uInt)in->len;
    z->next_out = (Bytef *)to;
    z->avail_out = room > UINT32_MAX ? UINT32_MAX : (uInt)room;
    result = inflate(z, Z_NO_FLUSH);
    n = (size_t)((char *)z->next_out - to);
    in->len -= (size_t)((const char *)z->next_in - in->at);
    in->at = (const char *)z->next_in;
    if (result == Z_MEM_ERROR)
        fr_fail_memory(err);
    else if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        fail_damaged(z->msg ? z->msg : "bad data", err);
    a->crc = (uint32_t)crc32_z(a->crc, (const Bytef *)to, n);
    if (result == Z_STREAM_END)
        end_data(a, err);
    return n;
}

static size_t take_data(archive *a, fr_bytes *in, char *to, size_t room, fr_error *err)
{
    size_t n = in->len < room ? in->len : room;

    if (a->part == DEFLATED)
        return take_deflated(a, in, to, room, err);
    n = n < a->left ? n : (size_t)a->left;
    memcpy(to, in->at, n);
    *in = fr_bytes_from(*in, n);
    a->left -= n;
    a->crc = (uint32_t)crc32_z(a->crc, (const Bytef *)to, n);
    settle(a, err);
    return n;
}

static size_t unwrap(void *state, fr_bytes *in, char *to, size_t room, fr_error *err)
{
    archive *a = state;
    size_t n = 0;

    while (in->len > 0 && n == 0 && err->code == FR_OK) {
        if (a->part == DIRECTORY) {
            in->len = 0;
        } else if (a->part == STORED || a->part == DEFLATED) {
            n = take_data(a, in, to, room, err);
            n = a->skipped ? 0 : n;
        } else {
            take_byte(a, (unsigned char)in->at[0], err);
            *in = fr_bytes_from(*in, 1);
            settle(a, err);
        }
    }
    return n;
}

static bool whole(const void *state)
{
    return ((const archive *)state)->part == DIRECTORY;
}

const fr_wrapping fr_wrapping_zip = {
    .name = "zip",
    .suffix = ".zip",
    .magic = "PK\3\4",
    .magic_2 = "PK\5\6",
    .packs = true,
    .make = make,
    .release = release,
    .begin = begin,
    .unwrap = unwrap,
    .whole = whole,
};
