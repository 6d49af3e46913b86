/*
 * zip.h - deflate and inflate for everyone; zlib and ISA-L enter few rooms beside this one (tests/includes.sh).
 */
#ifndef FR_BASE_ZIP_H
#define FR_BASE_ZIP_H

#include "base/bytes.h"
#include "base/fail.h"

/* The CRC-32 of what `crc` is of, and of `bytes` behind it; of nothing it is 0. */
uint32_t fr_crc32(uint32_t crc, fr_bytes bytes);
/* All of `raw` as one zlib stream, malloc'ed; at == NULL when memory ran out. */
fr_bytes fr_deflate_all(fr_bytes raw);
fr_bytes fr_gzip_all(fr_bytes raw); /* Packs `raw` to a gzip file without name and time. */
/* Exactly `len` bytes inflated from a zlib stream that is all of `packed`, malloc'ed; at == NULL on failure. */
fr_bytes fr_inflate_all(fr_bytes packed, size_t len, fr_error *err);

#endif
