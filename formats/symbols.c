/* symbols.c - which names are mangled, and by which scheme; which hold a place in a file. */
#include "formats/symbols.h"

#include <stdlib.h>

#include "base/intern.h"
#include "base/name_place.h"
#include "formats/cpp_name.h"
#include "formats/java_signature.h"
#include "formats/perf/rust_name.h"
#include "formats/rust_v0_name.h"

typedef struct symbols {
    fr_profile *p;
    uint32_t n_names; /* without those that are added */
    /* decoded name plus 1, by name; 0: not looked at yet. NULL: none was mangled so far */
    uint32_t *plain;
    char *text; /* room for a decoded name */
    size_t cap;
} symbols;

static bool is_mangled(fr_bytes name)
{
    if (name.len < 4)
        return false;
    return fr_rust_name_legacy(name) || fr_cpp_name_is(name) || fr_rust_v0_name_is(name) ||
           (name.at[0] == 'L' && name.at[name.len - 1] != ';' &&
            fr_bytes_find(name, ';') < name.len);
}

/* The decoded name, in s->text; empty where there is none. */
static fr_bytes decode(symbols *s, fr_bytes name)
{
    fr_bytes plain = {0};

    if (fr_rust_name_legacy(name)) {
        plain = fr_rust_name_decode(name, s->text);
        return plain.at == name.at ? (fr_bytes){0} : plain;
    }
    if (fr_cpp_name_is(name))
        return fr_cpp_name_decode(name, s->text);
    return fr_rust_v0_name_is(name) ? fr_rust_v0_name_decode(name, s->text)
                                    : fr_java_signature_decode(name, s->text);
}

static bool reserve(symbols *s, size_t len)
{
    size_t needed = 9 * len > FR_CPP_NAME_MOST ? 9 * len : FR_CPP_NAME_MOST;
    char *text = fr_grow(s->text, &s->cap, needed, 1);

    s->text = text ? text : s->text;
    s->plain = s->plain ? s->plain : calloc((size_t)s->n_names + 1, sizeof *s->plain);
    return text && s->plain;
}

/* The decoded form of a name, or the name itself; FR_NO_ID when memory ran out. */
static uint32_t plain_name(symbols *s, uint32_t id)
{
    fr_bytes name = fr_names_at(s->p->names, id), plain;
    uint32_t made = id;

    if (s->plain && s->plain[id])
        return s->plain[id] - 1;
    if (!is_mangled(name))
        return id;
    if (!reserve(s, name.len))
        return FR_NO_ID;
    plain = fr_bytes_trim(decode(s, name)); /* folded text keeps no blanks around a name */
    if (plain.len)
        made = fr_names_add(s->p->names, plain);
    if (made != FR_NO_ID)
        s->plain[id] = made + 1;
    return made;
}

/* The name as the recorder wrote it stays as the system name. */
static void rename_frame(fr_frame *frame, uint32_t name)
{
    if (name == frame->name)
        return;
    frame->system_name = frame->system_name ? frame->system_name : frame->name;
    frame->name = name;
}

/* "JS:*words /srv/app.js:2:15" becomes "words (/srv/app.js:2:15)" of that file and line. */
static bool place_frame(fr_profile *p, fr_frame *frame, fr_arena *arena)
{
    fr_name_place place;
    fr_bytes spelled;
    uint32_t name, file;

    if (fr_frame_kind(frame) == FR_KIND_PROCESS ||
        !fr_name_place_find(fr_names_at(p->names, frame->name), &place))
        return true;
    spelled = fr_name_place_spell(&place, arena);
    file = spelled.at ? fr_names_add(p->names, place.file) : FR_NO_ID;
    name = spelled.at ? fr_names_add(p->names, spelled) : FR_NO_ID;
    fr_arena_reset(arena);
    if (file == FR_NO_ID || name == FR_NO_ID)
        return false;
    rename_frame(frame, name);
    if (!frame->file) {
        frame->file = file;
        frame->line = place.line;
    }
    return true;
}

bool fr_symbols_decode(fr_profile *profile)
{
    symbols s = {.p = profile, .n_names = fr_names_count(profile->names)};
    fr_arena arena = {0};
    bool good = true;

    for (uint32_t f = 0; f < profile->n_frames && good; f++) {
        fr_frame *frame = &profile->frames[f];
        uint32_t plain = frame->name < s.n_names ? plain_name(&s, frame->name) : frame->name;
        good = plain != FR_NO_ID;
        if (good)
            rename_frame(frame, plain);
        good = good && place_frame(profile, frame, &arena);
    }
    fr_arena_reset(&arena);
    free(s.plain);
    free(s.text);
    return good;
}
