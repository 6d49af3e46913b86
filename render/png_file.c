/* png_file.c - signature, IHDR, PLTE, tRNS, IDAT, IEND. PNG, https://www.w3.org/TR/png-3/ */
#include "render/backend.h"

#include <stdlib.h>

#include "base/wrapping.h"

static void put_uint32(unsigned char to[4], uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> (24 - 8 * i));
}

static void put_chunk(fr_output *out, const char type[5], fr_bytes data)
{
    unsigned char word[4];

    put_uint32(word, (uint32_t)data.len);
    fr_output_write(out, word, 4);
    fr_output_write(out, type, 4);
    fr_output_write(out, data.at, data.len);
    put_uint32(word, fr_crc32(fr_crc32(0, (fr_bytes){type, 4}), data));
    fr_output_write(out, word, 4);
}

bool fr_png_write(const fr_png *png, fr_output *out)
{
    fr_bytes packed = fr_deflate_all(png->rows);
    bool good = packed.at && packed.len <= INT32_MAX;

    if (good) {
        unsigned char head[13] = {[8] = 8, [9] = 3}; /* bits of a pixel; of a palette */

        put_uint32(head, (uint32_t)png->width);
        put_uint32(head + 4, (uint32_t)png->height);
        fr_output_write(out, "\x89PNG\r\n\x1a\n", 8);
        put_chunk(out, "IHDR", (fr_bytes){(const char *)head, sizeof head});
        char bytes[3 * FR_PNG_COLOURS];

        for (uint32_t i = 0; i < png->n_rgb; i++)
            for (unsigned k = 0; k < 3; k++)
                bytes[3 * i + k] = (char)(png->rgb[i] >> (16 - 8 * k));
        put_chunk(out, "PLTE", (fr_bytes){bytes, (size_t)3 * png->n_rgb});
        if (png->clear)
            put_chunk(out, "tRNS",
                      (fr_bytes){"", 1}); /* the one byte is 0: nothing is seen of it */
        put_chunk(out, "IDAT", packed);
        put_chunk(out, "IEND", (fr_bytes){"", 0});
    }
    free((char *)(uintptr_t)packed.at);
    return good;
}
