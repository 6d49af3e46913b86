/*
 * v8_profile.h - what V8 writes of a CPU profile, in a file of its own or in a trace: a tree of nodes, and the node
 * that each sample found running.
 *
 * In a trace a profile comes in parts, of which some may be missing: a node that is named but not there is [unknown].
 */
#ifndef FR_FORMATS_V8_PROFILE_H
#define FR_FORMATS_V8_PROFILE_H

#include "base/json.h"
#include "formats/reader.h"

#define FR_V8_NONE UINT32_MAX

typedef struct fr_v8_profile fr_v8_profile;

/* A profile whose nodes may be missing, as in traces. Samples start at a time. Values are ns in the column "time" of
 * `b`. `memory`: bytes that samples may take. NULL when memory ran out. */
fr_v8_profile *fr_v8_profile_new(fr_builder *b, int64_t start_ns, uint32_t thread, uint64_t memory);
void fr_v8_profile_free(fr_v8_profile *v8); /* NULL is fine */
/* Adds a node; its parent may come later. Errors stick in the document. */
void fr_v8_profile_add(fr_v8_profile *v8, const fr_json *node);
/* Adds a node that is `frame`, 0: none; returns its place. `parent`: its id, or FR_V8_NONE. `at`: where the node
 * stands, for errors. */
uint32_t fr_v8_profile_frame(fr_v8_profile *v8, const fr_json *at, uint32_t id, uint32_t parent,
                             uint32_t frame);
/* After the last node: gives all their stacks. `at`: where they stand, for errors. */
void fr_v8_profile_place(fr_v8_profile *v8, const fr_json *at);
/* A sample of a thread at a time, in a node; it lasts until the next one of its thread, and they may come in any order.
 * `at`: where it stands, for errors. */
void fr_v8_profile_sample(fr_v8_profile *v8, const fr_json *at, uint32_t thread, uint32_t node,
                          int64_t time_ns);
/* Samples of the profile's own thread, as two lists of one length: nodes, and us since the sample before. */
void fr_v8_profile_samples(fr_v8_profile *v8, const fr_json *ids, const fr_json *deltas);
/* After fr_v8_profile_place() and all samples, whose values it adds. The last one of a thread lasts until then;
 * INT64_MIN: as long as the one before it. */
void fr_v8_profile_end(fr_v8_profile *v8, int64_t end_ns);

uint32_t fr_v8_id(const fr_json *at); /* The id of a node: a number, or a text that holds one. */
uint32_t fr_v8_id_of(const fr_json *at, fr_bytes text);
int64_t fr_v8_ns(const fr_json *us, int64_t least); /* A time in us as ns. */

#endif
