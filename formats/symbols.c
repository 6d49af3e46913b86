/* symbols.c - which names are mangled, and by which scheme; which hold a place in a file; which say nothing. */
#include "formats/symbols.h"

#include "base/intern.h"
#include "model/module.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

uint32_t fr_stand_in_stack(fr_builder *b, uint32_t root, uint64_t line, const char *reason)
{
    fr_builder_frameless(b, 1);
    fr_builder_note(b, FR_NOTE_FRAMELESS, line, fr_bytes_of(reason));
    return fr_builder_push(b, root,
                           fr_builder_named(b, FR_LITERAL("[no stack]"), FR_TEXT_RAW, FR_KIND_USER,
                                            (fr_bytes){NULL, 0}));
}

uint32_t fr_script_name(fr_builder *b, fr_name_place place)
{
    fr_arena arena = {0};
    fr_bytes name;
    uint32_t id;

    if (!place.function.len)
        place.function = FR_LITERAL(FR_ANONYMOUS);
    name = place.file.len ? fr_name_place_spell(&place, &arena) : place.function;
    if (!name.at)
        fr_builder_fail_memory(b);
    id = fr_builder_name(b, name, FR_TEXT_RAW);
    fr_arena_reset(&arena);
    return id;
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

fr_frame fr_text_frame(fr_builder *b, fr_bytes name, fr_bytes module, fr_bytes file, uint32_t line,
                       uint32_t kind)
{
    fr_frame known = {.kind = kind ? kind : fr_module_kind(module), .line = line};
    char room[FR_STAND_IN_MAX];
    bool has_kind;

    if (module.len)
        known.module = fr_builder_name(b, module, FR_TEXT_RAW);
    if (file.len)
        known.file = fr_builder_name(b, file, FR_TEXT_RAW);
    return fr_builder_spell(b, fr_stand_in(name, module, room), FR_TEXT_RAW, known, &has_kind);
}

/*
 * Names of C++: the demangler is called, and left where it prints too much.
 *
 *     _Z1f1aIiiE1bIS_S_E1cIS0_S0_E...    each type is twice as long as the one before
 *
 * A name of 300 bytes can stand for one of 2^60. The demangler is libsupc++'s, linked statically: no library is loaded
 * for it. It is C without allocation on this way, so that it can be left by longjmp().
 */

#define MOST_MANGLED 1024 /* bytes; the demangler refuses longer ones itself */

bool fr_cpp_name_is(fr_bytes name)
{
    return fr_bytes_starts(name, FR_LITERAL("_Z"));
}

#ifdef FR_CPP_DEMANGLER

typedef struct printed {
    char *to;
    size_t len;
    jmp_buf beyond;
} printed;

/* A function of libsupc++: true where it could print all of the name, a piece at a time. */
int __gcclibcxx_demangle_callback(const char *mangled, void (*put)(const char *, size_t, void *),
                                  void *arg);

static void put_printed(const char *text, size_t len, void *arg)
{
    printed *p = arg;

    if (len > FR_CPP_NAME_MOST - p->len)
        longjmp(p->beyond, 1);
    memcpy(p->to + p->len, text, len);
    p->len += len;
}

static bool demangle(const char *mangled, printed *p)
{
    if (setjmp(p->beyond))
        return false;
    return __gcclibcxx_demangle_callback(mangled, put_printed, p) == 0;
}

/* "_Z3foov@plt", "_Z3foov@@LIB_1.0": what follows an at sign is no part of the mangled name. */
fr_bytes fr_cpp_name_decode(fr_bytes name, char *to)
{
    char mangled[MOST_MANGLED + 1];
    printed p = {.to = to};
    size_t n = fr_bytes_find(name, '@'), rest = name.len - n;

    if (n > MOST_MANGLED || fr_bytes_find((fr_bytes){name.at, n}, '\0') < n)
        return (fr_bytes){0};
    memcpy(mangled, name.at, n);
    mangled[n] = '\0';
    if (!demangle(mangled, &p) || rest > FR_CPP_NAME_MOST - p.len)
        return (fr_bytes){0};
    memcpy(to + p.len, name.at + n, rest);
    return (fr_bytes){to, p.len + rest};
}

#else

fr_bytes fr_cpp_name_decode(fr_bytes name, char *to)
{
    (void)name, (void)to;
    return (fr_bytes){0};
}

#endif

/* ---- methods of Java as old agents wrote them ---- */

static const struct {
    char spelled;
    const char *name;
} types[] = {
    {'B', "byte"}, {'C', "char"},  {'D', "double"},  {'F', "float"}, {'I', "int"},
    {'J', "long"}, {'S', "short"}, {'Z', "boolean"}, {'V', "void"},
};

static size_t put(char *to, size_t at, fr_bytes text)
{
    memcpy(to + at, text.at, text.len);
    return at + text.len;
}

/* Bytes of "Lfoo/Bar;" without its L, and up to the semicolon; 0 for none. */
static size_t class_length(fr_bytes text)
{
    size_t end = fr_bytes_find(text, ';');

    return text.len && text.at[0] == 'L' && end < text.len && end > 1 ? end - 1 : 0;
}

/* Appends the type that *text begins with, which loses it; false where there is none. */
static bool put_type(fr_bytes *text, char *to, size_t *at)
{
    size_t depth = 0, len;
    fr_bytes name;

    while (depth < text->len && text->at[depth] == '[')
        depth++;
    *text = fr_bytes_from(*text, depth);
    len = class_length(*text);
    name = len ? (fr_bytes){text->at + 1, len} : (fr_bytes){0};
    for (size_t i = 0; i < sizeof types / sizeof *types && !len && text->len; i++)
        if (types[i].spelled == text->at[0])
            name = fr_bytes_of(types[i].name);
    if (name.len == 0)
        return false;
    *text = len ? fr_bytes_from(*text, len + 2) : fr_bytes_from(*text, 1);
    *at = put(to, *at, name);
    for (; depth > 0; depth--)
        *at = put(to, *at, FR_LITERAL("[]"));
    return true;
}

fr_bytes fr_java_signature_decode(fr_bytes name, char *to)
{
    size_t len = class_length(name), at, open;
    fr_bytes rest = len ? fr_bytes_from(name, len + 2) : (fr_bytes){0};

    if (!fr_bytes_starts(rest, FR_LITERAL(".")))
        return (fr_bytes){0};
    at = put(to, 0, (fr_bytes){name.at + 1, len});
    open = fr_bytes_find(rest, '(');
    if (open < 2 || open == rest.len)
        return (fr_bytes){0};
    at = put(to, at, (fr_bytes){rest.at, open + 1});
    rest = fr_bytes_from(rest, open + 1);
    for (bool first = true; rest.len && rest.at[0] != ')'; first = false) {
        at = first ? at : put(to, at, FR_LITERAL(", "));
        if (!put_type(&rest, to, &at))
            return (fr_bytes){0};
    }
    return rest.len ? (fr_bytes){to, put(to, at, FR_LITERAL(")"))} : (fr_bytes){0};
}

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

    s->plain = s->plain ? s->plain : calloc((size_t)s->n_names + 1, sizeof *s->plain);
    return s->plain && fr_reserve(&s->text, &s->cap, needed, 1);
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

/* "JS:*words /srv/app.js:2:15" becomes "words (/srv/app.js:2:15)" of that file and line; a mangled function is
 * decoded. */
static bool place_frame(symbols *s, fr_frame *frame, fr_name_place *place, fr_arena *arena)
{
    fr_bytes spelled, plain = {0};
    uint32_t name, file;

    if (is_mangled(place->function)) {
        if (!reserve(s, place->function.len))
            return false;
        plain = fr_bytes_trim(decode(s, place->function));
    }
    place->function = plain.len ? plain : place->function;
    spelled = fr_name_place_spell(place, arena);
    file = spelled.at ? fr_names_add(s->p->names, place->file) : FR_NO_ID;
    name = spelled.at ? fr_names_add(s->p->names, spelled) : FR_NO_ID;
    fr_arena_reset(arena);
    if (file == FR_NO_ID || name == FR_NO_ID)
        return false;
    rename_frame(frame, name);
    if (!frame->file) {
        frame->file = file;
        frame->line = place->line;
    }
    return true;
}

bool fr_symbols_decode(fr_profile *profile)
{
    symbols s = {.p = profile, .n_names = fr_names_count(profile->names)};
    fr_arena arena = {0};
    uint32_t placeless = 0; /* the last name that tells no place: the next frame may have it too */
    bool good = true;

    for (uint32_t f = 0; f < profile->n_frames && good; f++) {
        fr_frame *frame = &profile->frames[f];
        fr_name_place place;
        uint32_t plain;
        if (fr_frame_kind(frame) != FR_KIND_PROCESS && frame->name != placeless) {
            if (fr_name_place_find(fr_names_at(profile->names, frame->name), &place)) {
                good = place_frame(&s, frame, &place, &arena);
                continue;
            }
            placeless = frame->name;
        }
        plain = frame->name < s.n_names ? plain_name(&s, frame->name) : frame->name;
        good = plain != FR_NO_ID;
        if (good)
            rename_frame(frame, plain);
    }
    fr_arena_reset(&arena);
    free(s.plain);
    free(s.text);
    return good;
}
