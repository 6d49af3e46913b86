/*
 * pprof_writer.c - a profile as pprof's profile.proto, gzipped, in canonical order.
 *
 *     stack main;run;copy_[i]  ->  sample {location_id: [2, 1]}
 *                                  location 2 {line: [copy, run]}   location 1 {line: [main]}
 *
 * An inlined frame and its caller are lines of one location. What pprof cannot say of a frame
 * (kinds that its mapping doesn't tell, addresses kept apart) stands in a field of ours that other
 * readers skip, so that what is written reads back the same. Omitted: numbers of samples and
 * squares of columns that aren't counts; times of day before 2001 (they are of another clock).
 */
#include "base/arena.h"
#include "base/wrapping.h"
#include "formats/pprof/pprof.h"
#include "formats/writer.h"
#include "model/build/stack_table.h"
#include "model/module.h"
#include "model/tree/canonical.h"

#include <stdlib.h>

typedef struct writer {
    const fr_profile *profile;
    fr_canonical c;
    fr_canonical_rows rows;
    fr_wire_out out, message, part;
    fr_wire_out lines_of; /* a location */
    fr_bytes *strings;    /* [0] is empty */
    size_t n_strings, strings_cap;
    uint32_t *string_of;  /* by name id: index, 0: not yet */
    uint32_t empty_text;  /* index of a label's text "", 0: not yet */
    uint32_t *mapping_of; /* by name id of the module: id, 0: not yet */
    uint32_t *mapping_id; /* by mapping of the profile: id, 0: not yet */
    uint32_t n_mappings;
    /* Locations: which frames of its stacks are lines of one, as inlined frames are with their caller. */
    uint32_t *of_stack; /* by canonical stack: the location of its innermost frame */
    uint32_t *caller;   /* by canonical stack: the one that called its location */
    uint32_t empty;     /* the canonical stack of samples without locations; 0: none */
    /* (line that calls, canonical frame + 1). A location has the id of its innermost line. */
    fr_stack_table lines;
    fr_stack_table parts, functions; /* pairs */
    bool failed;
} writer;

static const fr_frame *frame_of(const writer *w, uint32_t canonical)
{
    return &w->profile->frames[w->c.frame[canonical]];
}

static const fr_frame *frame_of_stack(const writer *w, uint32_t stack)
{
    return frame_of(w, w->c.frame_of[stack]);
}

/* ---- locations of stacks ---- */

/* Returns true if a frame is a location without lines: its name says no more than its mapping. */
static bool is_nameless(const fr_profile *profile, const fr_frame *f)
{
    fr_bytes module = fr_names_at(profile->names, f->module);
    char room[FR_STAND_IN_MAX];

    if ((f->address && !f->mapping) || f->file || f->line || f->system_name || f->start_line ||
        f->kind != fr_module_kind(module))
        return false;
    return fr_bytes_equal(fr_names_at(profile->names, f->name),
                          fr_pprof_stand_in(module, fr_frame_address(profile, f), room));
}

/* True where the frame of a stack is a line of its caller's location. */
static bool joins(const writer *w, uint32_t stack)
{
    uint32_t parent = w->c.parent[stack];
    const fr_frame *own = frame_of_stack(w, stack), *caller;

    if (!parent || fr_frame_kind(own) != FR_KIND_INLINED)
        return false;
    caller = frame_of_stack(w, parent);
    if (own->module != caller->module || is_nameless(w->profile, caller))
        return false;
    return own->mapping || own->address
               ? own->mapping == caller->mapping && own->address == caller->address
               : !caller->mapping;
}

/* The canonical stack of samples without locations; 0 where some stack goes on from it. */
static uint32_t find_empty(const writer *w)
{
    uint32_t empty = 0;

    for (uint32_t s = 1; s < w->c.n_stacks; s++) {
        const fr_frame *own = frame_of_stack(w, s);
        if (empty && w->c.parent[s] == empty)
            return 0;
        /* The frame that stands for a sample without locations. */
        if (!empty && w->c.parent[s] == 0 && !own->module && !own->file && !own->line &&
            !own->system_name && fr_frame_kind(own) == FR_KIND_USER &&
            fr_bytes_equal(fr_names_at(w->profile->names, own->name), FR_LITERAL("[no stack]")))
            empty = s;
    }
    return empty;
}

/* False: out of memory. */
static bool init_locations(writer *w)
{
    bool good = true;

    w->of_stack = calloc((size_t)w->c.n_stacks + 1, sizeof *w->of_stack);
    w->caller = calloc((size_t)w->c.n_stacks + 1, sizeof *w->caller);
    if (!w->of_stack || !w->caller || !fr_stack_table_init(&w->lines))
        return false;
    w->empty = find_empty(w);
    for (uint32_t s = 1; s < w->c.n_stacks && good; s++) {
        uint32_t parent = w->c.parent[s];
        bool joined = joins(w, s);
        fr_stack line = {joined ? w->of_stack[parent] : 0, w->c.frame_of[s] + 1};

        if (s == w->empty)
            continue;
        w->of_stack[s] = fr_stack_table_add(&w->lines, line);
        w->caller[s] = joined ? w->caller[parent] : parent;
        good = w->of_stack[s] != FR_NO_ID;
    }
    return good;
}

/* ---- tables ---- */

static uint32_t add_string(writer *w, fr_bytes text)
{
    void *grown = fr_grow(w->strings, &w->strings_cap, w->n_strings + 1, sizeof *w->strings);

    if (!grown) {
        w->failed = true;
        return 0;
    }
    w->strings = grown;
    w->strings[w->n_strings] = text;
    return (uint32_t)w->n_strings++;
}

static uint32_t string_of(writer *w, uint32_t name)
{
    if (name && !w->string_of[name])
        w->string_of[name] = add_string(w, fr_names_at(w->profile->names, name));
    return w->string_of[name];
}

/* String 0 means that a label is no text: an empty text is a string of its own. */
static uint32_t text_of(writer *w, uint32_t name)
{
    if (name)
        return string_of(w, name);
    if (!w->empty_text)
        w->empty_text = add_string(w, FR_LITERAL(""));
    return w->empty_text;
}

static uint32_t pair(writer *w, fr_stack_table *table, uint32_t a, uint32_t b)
{
    uint32_t id = fr_stack_table_add(table, (fr_stack){a, b});

    w->failed |= id == FR_NO_ID;
    return id == FR_NO_ID ? 0 : id;
}

/* Id of the function of a frame, which is written when it is new. */
static uint32_t function_of(writer *w, const fr_frame *f)
{
    uint32_t n = w->functions.n;
    uint32_t names = pair(w, &w->parts, f->name + 1, f->system_name + 1);
    uint32_t place = pair(w, &w->parts, f->file + 1, f->start_line + 1);
    uint32_t id = pair(w, &w->functions, names, place);

    if (id < n || w->failed)
        return id;
    fr_wire_put_number(&w->message, 1, id);
    fr_wire_put_number(&w->message, 2, string_of(w, f->name));
    fr_wire_put_number(&w->message, 3, string_of(w, f->system_name ? f->system_name : f->name));
    fr_wire_put_number(&w->message, 4, string_of(w, f->file));
    fr_wire_put_number(&w->message, 5, f->start_line);
    fr_wire_put_message(&w->out, FR_PPROF_FUNCTION, &w->message);
    return id;
}

/* Writes the next mapping; returns its id. */
static uint32_t put_mapping(writer *w, const fr_mapping *m)
{
    fr_wire_put_number(&w->message, 1, ++w->n_mappings);
    fr_wire_put_number(&w->message, 2, m->start);
    fr_wire_put_number(&w->message, 3, m->start + m->size);
    fr_wire_put_number(&w->message, 4, m->offset);
    fr_wire_put_number(&w->message, 5, string_of(w, m->file));
    fr_wire_put_number(&w->message, 6, string_of(w, m->build_id));
    for (uint32_t i = 0; i < 4; i++)
        fr_wire_put_number(&w->message, 7 + i, m->has >> i & 1);
    fr_wire_put_message(&w->out, FR_PPROF_MAPPING, &w->message);
    return w->n_mappings;
}

/* A module without a mapping gets one. All of its has_ fields are true: there is nothing that a reader could look up
 * in the file. */
static uint32_t mapping_for(writer *w, const fr_frame *f)
{
    const fr_mapping of_module = {.file = f->module, .has = 0xf};
    const fr_mapping *m = f->mapping ? &w->profile->mappings.items[f->mapping] : &of_module;
    bool known = f->mapping && !fr_mapping_says_nothing(m);
    uint32_t *id = known ? &w->mapping_id[f->mapping] : &w->mapping_of[f->module];

    if (!*id && (known || f->module))
        *id = put_mapping(w, known ? m : &of_module);
    return *id;
}

/* Those that no location is in, behind those that have been written. */
static void put_other_mappings(writer *w)
{
    const fr_mappings *all = &w->profile->mappings;
    uint32_t *ids = fr_mappings_sorted(all, w->profile->names);

    w->failed |= !ids;
    for (uint32_t i = 0; i + 1 < all->n && !w->failed; i++) {
        if (w->mapping_id[ids[i]] || fr_mapping_says_nothing(&all->items[ids[i]]))
            continue;
        w->mapping_id[ids[i]] = put_mapping(w, &all->items[ids[i]]);
    }
    free(ids);
}

/* ---- locations ---- */

static void put_line(writer *w, uint32_t line)
{
    fr_stack here = w->lines.stacks[line];
    const fr_frame *f = frame_of(w, here.frame - 1);
    uint32_t implied =
        here.parent ? FR_KIND_INLINED : fr_module_kind(fr_names_at(w->profile->names, f->module));

    fr_wire_put_number(&w->part, 1, function_of(w, f));
    fr_wire_put_number(&w->part, 2, f->line);
    if (f->kind != implied || (f->address && !f->mapping)) {
        bool keeps = f->address && !f->mapping;
        fr_wire_put_varint(&w->part, FR_PPROF_LINE_KIND << 3);
        fr_wire_put_varint(&w->part, f->kind | (keeps ? FR_PPROF_KEEPS_ADDRESS : 0));
    }
}

/* Lines are written after the functions and the mapping that they name. */
static void put_location(writer *w, uint32_t id)
{
    uint32_t base = id;

    for (uint32_t line = id; line; line = w->lines.stacks[line].parent)
        base = line;
    const fr_frame *f = frame_of(w, w->lines.stacks[base].frame - 1);
    uint32_t mapping = mapping_for(w, f);
    for (uint32_t line = is_nameless(w->profile, f) ? 0 : id; line;
         line = w->lines.stacks[line].parent) {
        put_line(w, line);
        fr_wire_put_message(&w->lines_of, 4, &w->part);
    }
    fr_wire_put_number(&w->message, 1, id);
    fr_wire_put_number(&w->message, 2, mapping);
    fr_wire_put_number(&w->message, 3, fr_frame_address(w->profile, f));
    fr_wire_put_fields(&w->message, &w->lines_of);
    fr_wire_put_message(&w->out, FR_PPROF_LOCATION, &w->message);
}

/* ---- samples ---- */

/* `i`: of the canonical rows of stack `s`. */
static void put_sample(writer *w, uint32_t s, uint32_t i)
{
    const fr_profile *p = w->profile;
    uint32_t set = w->rows.set[i];

    for (uint32_t at = s == w->empty ? 0 : s; at; at = w->caller[at])
        fr_wire_put_varint(&w->part, w->of_stack[at]);
    fr_wire_put_message(&w->message, 1, &w->part);
    for (uint32_t k = 0; k < p->n_columns; k++)
        fr_wire_put_varint(&w->part, (uint64_t)fr_column_sum(fr_row_column(p, k), w->rows.row[i]));
    fr_wire_put_message(&w->message, 2, &w->part);
    for (size_t l = w->rows.labels_of[set]; l < w->rows.labels_of[set + 1]; l++) {
        const fr_label *label = &w->rows.labels[l];
        fr_wire_put_number(&w->part, 1, string_of(w, label->key));
        fr_wire_put_number(&w->part, 2, label->is_text ? text_of(w, label->text) : 0);
        fr_wire_put_number(&w->part, 3, (uint64_t)label->number);
        fr_wire_put_number(&w->part, 4, string_of(w, label->unit));
        fr_wire_put_message(&w->message, 3, &w->part);
    }
    fr_wire_put_message(&w->out, FR_PPROF_SAMPLE, &w->message);
}

static uint32_t fact(writer *w, const char *text)
{
    return text ? add_string(w, fr_bytes_of(text)) : 0;
}

/* Before the string table, which they add to. */
static void put_facts(writer *w)
{
    const fr_recording *r = &w->profile->meta.recording;

    if (r->period_type || r->period_unit) {
        fr_wire_put_number(&w->message, 1, fact(w, r->period_type));
        fr_wire_put_number(&w->message, 2, fact(w, r->period_unit));
        fr_wire_put_message(&w->out, FR_PPROF_PERIOD_TYPE, &w->message);
    }
    fr_wire_put_number(&w->out, FR_PPROF_PERIOD, (uint64_t)r->period);
    for (size_t i = 0; i < r->n_comments; i++)
        fr_wire_put_varint(&w->part, fact(w, r->comments[i]));
    if (r->n_comments)
        fr_wire_put_message(&w->out, FR_PPROF_COMMENT, &w->part);
    fr_wire_put_number(&w->out, FR_PPROF_DROP_FRAMES, fact(w, r->drop_frames));
    fr_wire_put_number(&w->out, FR_PPROF_KEEP_FRAMES, fact(w, r->keep_frames));
    fr_wire_put_number(&w->out, FR_PPROF_DEFAULT_TYPE, fact(w, r->default_type));
    fr_wire_put_number(&w->out, FR_PPROF_DOC_URL, fact(w, r->doc_url));
}

static void free_samples(writer *w)
{
    fr_canonical_rows_reset(&w->rows);
    free(w->of_stack);
    free(w->caller);
    w->of_stack = w->caller = NULL;
}

static void put_all(writer *w)
{
    fr_extent extent = fr_meta_extent(&w->profile->meta);
    const fr_provenance *inputs = &w->profile->meta.recording.provenance;

    add_string(w, FR_LITERAL(""));
    for (uint32_t k = 0; k < w->profile->n_columns; k++) {
        fr_wire_put_number(&w->message, 1, fact(w, w->profile->columns[k].name));
        fr_wire_put_number(&w->message, 2, fact(w, w->profile->columns[k].unit));
        fr_wire_put_message(&w->out, FR_PPROF_SAMPLE_TYPE, &w->message);
    }
    fr_canonical_release_stacks(&w->c);
    for (uint32_t s = 0; s < w->c.n_stacks && !w->failed; s++)
        for (uint32_t i = w->rows.first[s]; i < w->rows.first[s + 1]; i++)
            put_sample(w, s, i);
    free_samples(w);
    for (uint32_t id = 1; id < w->lines.n && !w->failed; id++)
        put_location(w, id);
    put_other_mappings(w);
    put_facts(w);
    if (inputs->known) { /* of partial merges, also of no input at all */
        fr_wire_put_number(&w->message, 1, inputs->n_inputs);
        fr_wire_put_bytes(&w->message, 2,
                          (fr_bytes){(const char *)inputs->digest, sizeof inputs->digest});
        fr_wire_put_message(&w->out, FR_PPROF_PROVENANCE, &w->message);
    }
    for (size_t i = 0; i < w->n_strings; i++)
        fr_wire_put_bytes(&w->out, FR_PPROF_STRING, w->strings[i]);
    fr_wire_put_number(&w->out, FR_PPROF_TIME, (uint64_t)extent.time_ns);
    fr_wire_put_number(&w->out, FR_PPROF_DURATION, (uint64_t)extent.duration_ns);
    w->failed |= w->out.failed;
}

/* ---- the whole ---- */

/* All but the message itself. */
static void reset_tables(writer *w)
{
    free_samples(w);
    fr_canonical_reset(&w->c);
    fr_wire_out_reset(&w->message);
    fr_wire_out_reset(&w->part);
    fr_wire_out_reset(&w->lines_of);
    fr_stack_table_reset(&w->parts);
    fr_stack_table_reset(&w->functions);
    fr_stack_table_reset(&w->lines);
    free(w->strings);
    free(w->string_of);
    free(w->mapping_of);
    free(w->mapping_id);
    *w = (writer){.profile = w->profile, .out = w->out, .failed = w->failed};
}

void fr_pprof_write(const fr_profile *profile, fr_output *out)
{
    writer w = {.profile = profile};
    size_t n_names = fr_names_count(profile->names);
    fr_bytes packed = {NULL, 0};

    if (!fr_writer_has_integers(profile, out, "pprof holds", "folded and json keep them"))
        return;
    if (fr_canonical_init(&w.c, profile, NULL) &&
        fr_canonical_rows_init(&w.rows, &w.c, profile, NULL) &&
        (w.string_of = calloc(n_names + 1, sizeof *w.string_of)) &&
        (w.mapping_of = calloc(n_names + 1, sizeof *w.mapping_of)) &&
        (w.mapping_id = calloc((size_t)profile->mappings.n + 1, sizeof *w.mapping_id)) &&
        fr_stack_table_init(&w.parts) && fr_stack_table_init(&w.functions) && init_locations(&w)) {
        put_all(&w);
        reset_tables(&w);
        if (!w.failed)
            packed = fr_gzip_all((fr_bytes){w.out.at, w.out.n});
    }
    if (packed.at)
        fr_put(out, packed);
    else
        fr_output_fail(out, FR_E_LIMIT, "out of memory");
    free((char *)(uintptr_t)packed.at);
    reset_tables(&w);
    fr_wire_out_reset(&w.out);
}
