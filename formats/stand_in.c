/*
 * stand_in.c - "[libfoo.so]" where the module is all that is known.
 */
#include "formats/stand_in.h"

#include <stdio.h>

#include "base/unknown.h"
#include "model/module.h"

uint32_t fr_stand_in_stack(fr_builder *b, uint32_t root, uint64_t line, const char *reason)
{
    fr_builder_frameless(b, 1);
    fr_builder_note(b, FR_NOTE_FRAMELESS, line, fr_bytes_of(reason));
    return fr_builder_push(b, root,
                           fr_builder_named(b, FR_LITERAL("[no stack]"), FR_TEXT_RAW, FR_KIND_USER,
                                            (fr_bytes){NULL, 0}));
}

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
