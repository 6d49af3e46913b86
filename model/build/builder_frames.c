/*
 * builder_frames.c - names and frames, each stored once.
 *
 * A hash table finds frames by content. Hashes only place entries: every hit is compared with what it stands for, and
 * no output depends on them.
 */
#include "base/text.h"
#include "model/build/builder_state.h"

#define FRAME_FIELDS (offsetof(fr_frame, kind) + sizeof(uint32_t))
#define QUOTED_NAME  60 /* bytes of a name that a note shows */

/* Counts each name that is cut once in an input, however often a reader asks for it. */
static fr_bytes cut_name(fr_builder *b, fr_bytes text)
{
    uint64_t hash;
    fr_bytes key = {(const char *)&hash, sizeof hash};

    if (text.len <= b->limits.name_bytes)
        return text;
    hash = fr_bytes_hash(text, b->seed);
    if (!b->cut_names)
        b->cut_names = fr_names_new();
    if (!b->cut_names || fr_names_find(b->cut_names, key) == FR_NO_ID) {
        if (!b->cut_names || fr_names_add(b->cut_names, key) == FR_NO_ID)
            fr_builder_fail_memory(b);
        fr_builder_note(b, FR_NOTE_CUT_NAME, 0, fr_text_cut(text, QUOTED_NAME));
    }
    return fr_bytes_trim(fr_text_cut(text, b->limits.name_bytes));
}

uint32_t fr_builder_name(fr_builder *b, fr_bytes text, fr_text_mode mode)
{
    return fr_builder_spelling(b, fr_bytes_trim(text), mode);
}

uint32_t fr_builder_spelling(fr_builder *b, fr_bytes text, fr_text_mode mode)
{
    fr_arena_mark mark = fr_arena_now(&b->scratch);
    fr_bytes repaired;
    uint32_t id, n = fr_names_count(b->names);

    text = cut_name(b, text);
    if (b->err.code != FR_OK || text.len == 0)
        return 0;
    /* A name that is there was repaired once and would not change. A backslash of raw text might. */
    id = mode == FR_TEXT_ESCAPED ? fr_names_find(b->names, text) : FR_NO_ID;
    if (id != FR_NO_ID)
        return id;
    repaired = fr_text_repair(&b->scratch, text, mode);
    if (!repaired.at)
        return fr_builder_fail_memory(b);
    if (repaired.len > text.len && fr_names_find(b->names, repaired) == FR_NO_ID)
        fr_builder_note(b, FR_NOTE_REPAIRED_NAME, 0, text);
    id = fr_builder_added(b, fr_names_add(b->names, repaired));
    fr_arena_rewind(&b->scratch, mark); /* the table has a copy */
    return id == n && !fr_builder_within_memory(b) ? 0 : id;
}

uint32_t fr_builder_n_names(const fr_builder *b)
{
    return fr_names_count(b->names);
}

_Static_assert(FRAME_FIELDS % 8 == 0, "frames are compared in words");

static bool same_frame(const fr_frame *a, const fr_frame *b)
{
    uint64_t x[FRAME_FIELDS / 8], y[FRAME_FIELDS / 8], differ = 0;

    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        differ |= x[i] ^ y[i];
    return differ == 0;
}

uint32_t fr_builder_intern(fr_builder *b, const fr_frame *frame)
{
    fr_slots_walk walk;
    uint32_t id;

    if (b->err.code != FR_OK)
        return 0;
    if (!fr_slots_make_room(&b->frame_slots))
        return fr_builder_fail_memory(b);
    walk = fr_slots_walk_from(&b->frame_slots, fr_slots_hash(&b->frame_slots, frame, FRAME_FIELDS));
    while (fr_slots_next(&b->frame_slots, &walk, &id))
        if (same_frame(&b->frames[id], frame))
            return id;
    if (b->n_frames >= FR_NO_ID - 1 ||
        !fr_reserve(&b->frames, &b->frames_cap, b->n_frames + 1, sizeof *b->frames))
        return fr_builder_fail_memory(b);
    id = (uint32_t)b->n_frames++;
    b->frames[id] = *frame;
    fr_slots_put(&b->frame_slots, &walk, id);
    return id;
}

/* "_[k]"; the digits are the tiers of HotSpot in async-profiler's stacks. */
static fr_kind kind_of_suffix(char letter)
{
    static const struct {
        char letter;
        fr_kind kind;
    } rows[] = {
        {'k', FR_KIND_KERNEL},      {'j', FR_KIND_JIT}, {'i', FR_KIND_INLINED},
        {'0', FR_KIND_INTERPRETED}, {'1', FR_KIND_JIT},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].letter == letter)
            return rows[i].kind;
    return FR_N_KINDS;
}

/* Takes the suffixes off a name; returns the kind that the last one tells, or `kind`. */
static uint32_t take_kind(fr_bytes *name, uint32_t kind, bool *told_one)
{
    bool first = true;

    *name = fr_bytes_trim(*name);
    while (name->len > 4 && name->at[name->len - 1] == ']') {
        const char *suffix = name->at + name->len - 4;
        fr_kind marked = kind_of_suffix(suffix[2]);
        if (memcmp(suffix, "_[", 2) != 0 || marked == FR_N_KINDS)
            break;
        kind = first ? marked | FR_KIND_ANNOTATED : kind;
        first = false;
        *name = fr_bytes_trim((fr_bytes){name->at, name->len - 4});
    }
    *told_one = !first;
    return kind;
}

static uint32_t name_or_empty(fr_builder *b, fr_bytes name, fr_text_mode mode)
{
    uint32_t id = fr_builder_name(b, name, mode);

    if (id || b->err.code != FR_OK)
        return id;
    fr_builder_note(b, FR_NOTE_EMPTY_FRAME, 0,
                    FR_LITERAL("empty frame names are shown as [empty]"));
    return fr_builder_name(b, FR_LITERAL("[empty]"), FR_TEXT_RAW);
}

fr_frame fr_builder_spell(fr_builder *b, fr_bytes name, fr_text_mode mode, fr_frame known,
                          bool *has_kind)
{
    known.kind = take_kind(&name, known.kind, has_kind);
    known.name = name_or_empty(b, name, mode);
    return known;
}

uint32_t fr_builder_complete(fr_builder *b, fr_bytes name, fr_text_mode mode, fr_frame known)
{
    bool has_kind;

    known = fr_builder_spell(b, name, mode, known, &has_kind);
    return fr_builder_intern(b, &known);
}

uint32_t fr_builder_named(fr_builder *b, fr_bytes name, fr_text_mode mode, uint32_t kind,
                          fr_bytes module)
{
    return fr_builder_complete(
        b, name, mode, (fr_frame){.module = fr_builder_name(b, module, mode), .kind = kind});
}

static uint32_t name_of(fr_builder *b, const char *text)
{
    return text ? fr_builder_name(b, fr_bytes_of(text), FR_TEXT_RAW) : 0;
}

uint32_t fr_builder_frame(fr_builder *b, const fr_frame_info *info)
{
    fr_bytes name = fr_bytes_of(info->name);
    uint32_t known = (uint32_t)info->kind < FR_N_KINDS ? (uint32_t)info->kind : FR_KIND_USER;
    uint32_t kind = known | (info->annotated ? FR_KIND_ANNOTATED : 0);
    bool has_kind;
    fr_frame frame = {
        .address = info->address,
        .system_name = name_of(b, info->system_name),
        .file = name_of(b, info->file),
        .module = name_of(b, info->module),
        .line = info->line,
        .start_line = info->start_line,
        .kind = take_kind(&name, kind, &has_kind),
    };

    frame.name = name_or_empty(b, name, FR_TEXT_RAW);
    return fr_builder_intern(b, &frame);
}

uint32_t fr_builder_n_frames(const fr_builder *b)
{
    return (uint32_t)b->n_frames;
}

fr_frame fr_builder_frame_at(const fr_builder *b, uint32_t frame)
{
    return b->frames[frame];
}

fr_bytes fr_builder_frame_name(const fr_builder *b, uint32_t frame)
{
    return fr_names_at(b->names, b->frames[frame].name);
}

uint32_t fr_builder_frame_name_id(const fr_builder *b, uint32_t frame)
{
    return b->frames[frame].name;
}
