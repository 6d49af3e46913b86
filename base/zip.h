/*
 * zip.h - deflate and inflate for everyone; zlib and ISA-L enter few rooms beside this one (tests/includes.sh).
 */
#ifndef FR_BASE_ZIP_H
#define FR_BASE_ZIP_H

#include "base/bytes.h"
#include "base/fail.h"

typedef struct fr_inflater fr_inflater;

fr_inflater *fr_inflater_new(void); /* gzip, several members in a row; NULL when memory ran out */
void fr_inflater_free(fr_inflater *z);
void fr_inflater_restart(fr_inflater *z); /* at the beginning of another gzip */
/* Inflates from *in (moved past what was used) to `to`; returns the bytes written. 0 with bytes
 * left in *in or at the end of the stream; a failure fills err, and nothing follows it. */
size_t fr_inflate(fr_inflater *z, fr_bytes *in, char *to, size_t room, fr_error *err);
/* True between members and after the last: the stream may end here. */
bool fr_inflater_whole(const fr_inflater *z);

/* The CRC-32 of what `crc` is of, and of `bytes` behind it; of nothing it is 0. */
uint32_t fr_crc32(uint32_t crc, fr_bytes bytes);
/* All of `raw` as one zlib stream, malloc'ed; at == NULL when memory ran out. */
fr_bytes fr_deflate_all(fr_bytes raw);
/* Packs `raw` to a gzip file without name and time. */
fr_bytes fr_gzip_all(fr_bytes raw);
/* Exactly `len` bytes inflated from a zlib stream that is all of `packed`, malloc'ed; at == NULL on
 * failure. */
fr_bytes fr_inflate_all(fr_bytes packed, size_t len, fr_error *err);

#endif
