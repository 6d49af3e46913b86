/*
 * stand_in.c - "[libfoo.so]" where the module is all that is known.
 */
#include "formats/stand_in.h"

#include <stdio.h>

#include "base/unknown.h"
#include "model/module.h"

fr_bytes fr_stand_in(fr_bytes name, fr_bytes module, char room[FR_STAND_IN_MAX])
{
    fr_bytes base = fr_module_base(module);
    int len;

    if (name.len && !fr_name_is_bare(name) && !fr_bytes_equal(name, FR_LITERAL("???")))
        return name;
    if (!base.len)
        return FR_LITERAL("[unknown]");
    if (base.at[0] == '[')
        return base;
    len =
        snprintf(room, FR_STAND_IN_MAX, "[%.*s]", (int)(base.len < 256 ? base.len : 256), base.at);
    return (fr_bytes){room, (size_t)len};
}
