/*
 * table_keys.h - what the rows of a table are: a key for each frame.
 *
 *     frame                     by name    by module   by file   by owner (of "^/go/ runtime")
 *     sort  libc.so  /go/s.go   sort       libc.so     /go/s.go  runtime
 *     app   (a process)         app        [process]   [process] (nobody)
 */
#ifndef FR_MODEL_TABLE_KEYS_H
#define FR_MODEL_TABLE_KEYS_H

#include "model/profile.h"
#include "model/report/owners.h"

typedef enum fr_table_by {
    FR_TABLE_NAME,
    FR_TABLE_MODULE,
    FR_TABLE_FILE,
    FR_TABLE_OWNER /* needs owners */
} fr_table_by;

/* Keys are name ids, and then the titles that are no names of the profile. */
typedef struct fr_table_keys {
    const fr_profile *profile;
    uint32_t *of_frame; /* by frame; [0] is the key of the empty stack */
    uint32_t n, n_names;
    fr_bytes *titles; /* of the keys from n_names on; static, or the owners' */
} fr_table_keys;

/* `owners` lives as long as the keys; NULL but for FR_TABLE_OWNER. */
bool fr_table_keys_init(fr_table_keys *keys, const fr_profile *profile, fr_table_by by,
                        fr_owners *owners, fr_error *err);
void fr_table_keys_reset(fr_table_keys *keys);

static inline uint32_t fr_table_key(const fr_table_keys *keys, uint32_t stack)
{
    return keys->of_frame[stack ? keys->profile->stacks[stack].frame : 0];
}

static inline fr_bytes fr_table_title(const fr_table_keys *keys, uint32_t key)
{
    return key < keys->n_names ? fr_names_at(keys->profile->names, key)
                               : keys->titles[key - keys->n_names];
}

#endif
