/*
 * input.h - bytes in: a file, a descriptor or memory, unwrapped on the way (gzip, zstd, zip, UTF-16), in blocks.
 *
 * Files are read with read(), never mapped: a file truncated under us is a short read, not a signal. The block is a
 * window over the stream; what the reader has not consumed stays at its front when it is refilled.
 *
 *     fr_bytes window;
 *     while ((window = fr_input_fill(in, 1)).len > 0) {
 *         size_t used = consume(window);
 *         fr_input_skip(in, used);
 *     }
 *     if (fr_input_failed(in, err)) ...
 */
#ifndef FR_BASE_INPUT_H
#define FR_BASE_INPUT_H

#include "base/bytes.h"
#include "base/fail.h"

#define FR_INPUT_BLOCK ((size_t)1 << 20)

typedef struct fr_input fr_input;

/* "-" is standard input. A directory, a missing or an unreadable file is FR_E_IO. */
fr_input *fr_input_open(const char *path, const fr_limits *limits, fr_error *err);
fr_input *fr_input_memory(const char *name, const void *bytes, size_t len, const fr_limits *limits,
                          fr_error *err);
void fr_input_free(fr_input *in);
/* Another path through the same memory: for many small files one after another. After a failure the
 * input may be opened again, or freed. */
FR_CHECKED bool fr_input_reopen(fr_input *in, const char *path, fr_error *err);

/* The window. It has at least `need` bytes (<= FR_INPUT_BLOCK) unless the stream ends before. It is empty at
 * the end and after a failure. A byte order mark before all text is no part of it. Slices of an older window are
 * invalid after this call. */
fr_bytes fr_input_fill(fr_input *in, size_t need);
/* Adds the bytes that come next to the window, whatever its length: for formats that are held whole. False
 * at the end and after a failure. fr_input_fill() returns the window. */
bool fr_input_extend(fr_input *in);
/* Makes a window that is full twice as long, but at most `most` bytes: for a line that it does not hold. False where
 * it has them already, at the end and after a failure. */
bool fr_input_lengthen(fr_input *in, size_t most);
/* All that is left of the input as one window, for formats that are held whole. `most` is what the format
 * allows where opt->limits.inflated sets no other limit; opt->limits.memory holds too. Calls
 * opt->progress. Empty after a failure, which sticks in the input: more than the limit is FR_E_LIMIT. */
fr_bytes fr_input_all(fr_input *in, const fr_read_options *opt, uint64_t most);
void fr_input_skip(fr_input *in, size_t n);   /* Consumes the first `n` bytes of the window. */
bool fr_input_at_end(const fr_input *in);     /* True when the window holds all that is left. */
uint64_t fr_input_offset(const fr_input *in); /* Bytes consumed so far, after unwrapping. */
/* Bytes taken from the file so far and its size (0: unknown), before unwrapping, for the progress bar. */
void fr_input_progress(const fr_input *in, uint64_t *done, uint64_t *size);
/* Copies the sticky error to `err`; true if there is one. A truncated gzip is one. */
bool fr_input_failed(const fr_input *in, fr_error *err);
/* Makes the error of a caller stick; the first one stays. The window is empty from then on. */
void fr_input_fail(fr_input *in, const fr_error *err);
/* An input over the bytes [from, to) of a divisible input, for another thread. Offsets count from the start
 * of the whole input, which must outlive the part. NULL and `err` when memory ran out. */
fr_input *fr_input_part(const fr_input *in, uint64_t from, uint64_t to, fr_error *err);
/* True if the input can be read in parts, and again: it is no pipe and not wrapped. *size: bytes of the
 * whole input. */
bool fr_input_divisible(const fr_input *in, uint64_t *size);
/* Up to `room` bytes from `offset` on, whatever the window shows; 0 also after a failure. */
size_t fr_input_look(const fr_input *in, uint64_t offset, char *to, size_t room);
/* Makes the input end before `offset`, which must lie behind the window; UINT64_MAX: at its own end again. */
void fr_input_end_at(fr_input *in, uint64_t offset);
void fr_input_rewind(fr_input *in); /* Reads from the start again; for inputs that are divisible. */
/* Hashes the bytes of the source as they lie there, before they are unwrapped. To be called before the first
 * byte is read. The input is not divisible then. */
void fr_input_hash(fr_input *in);
/* The SHA-256 of the whole source. Reads the rest that no reader asked for, which may fail the input. */
void fr_input_digest(fr_input *in, unsigned char digest[FR_SHA256_BYTES]);
const char *fr_input_name(const fr_input *in); /* The path, or "standard input". */

#endif
