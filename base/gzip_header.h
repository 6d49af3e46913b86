/*
 * gzip_header.h - the header of a gzip member, byte by byte (RFC 1952, 2.3).
 */
#ifndef FR_BASE_GZIP_HEADER_H
#define FR_BASE_GZIP_HEADER_H

#include "base/bytes.h"

typedef struct fr_gzip_header {
    unsigned part, flags;
    uint32_t n, size; /* bytes of this part: so far, in all where it is known */
    uint32_t number;  /* of a part that is one */
    uint32_t crc;     /* of all before the header's own checksum */
} fr_gzip_header;

void fr_gzip_header_begin(fr_gzip_header *header);
/* Takes the bytes of the header from *in; true when it is whole. *reason: what is wrong; not set where all is good. */
bool fr_gzip_header_take(fr_gzip_header *header, fr_bytes *in, const char **reason);

#endif
