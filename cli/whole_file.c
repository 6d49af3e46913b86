/* whole_file.c - a whole file into memory. */
#include "whole_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"

char *read_whole_file(const char *path, size_t most, const char *what, fr_error *err)
{
    size_t len = 0;
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(most + 1) : NULL;
    if (text)
        len = fread(text, 1, most, file);
    if (!text || ferror(file) || !feof(file)) {
        fail_with(err, FR_E_IO, "%s cannot be read: %s", what,
                  file && text && !ferror(file) ? "too large" : strerror(errno));
        free(text);
        text = NULL;
    } else {
        text[len] = '\0';
    }
    if (file)
        fclose(file);
    if (!text && !err->source[0])
        append_text(err->source, sizeof err->source, "%s", path);
    return text;
}
