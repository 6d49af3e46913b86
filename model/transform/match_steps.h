/*
 * match_steps.h - how much work one regular expression may make, over all the texts that it meets.
 *
 * PCRE2 calls back before each item of a pattern that it tries at some place of a text. Each such
 * call is a step, and more than one where the matcher has run over many bytes since the last:
 *
 *     (a+)+[bc]  on  aaaaaaaaaaaaaaaaaaX     1 800 000 steps, about 40 ns each
 *     runtime[.] on  runtime.mallocgc                9 steps
 *
 * A pattern starts with a fixed number of steps and is given some more for each byte of text, so
 * that its time grows with the profile, and never faster. No clock is asked: the same profile
 * always ends the same way.
 */
#ifndef FR_MODEL_MATCH_STEPS_H
#define FR_MODEL_MATCH_STEPS_H

#include <pcre2.h>

#include "base/bytes.h"

typedef struct fr_match_steps {
    pcre2_match_context *context; /* for pcre2_match() and pcre2_substitute() */
    int64_t left;
    size_t at;           /* where in its text the matcher was last */
    uint32_t per_byte;   /* steps that a byte of text gives */
    size_t longest_text; /* no more bytes of one text give steps */
    uint32_t unseen;     /* longest run of bytes that one item may compare between two calls */
    uint32_t cost;       /* of one step on the current text */
} fr_match_steps;

/* For a pattern that was compiled with PCRE2_AUTO_CALLOUT. `foreign`: a profile brought it, nobody
 * who runs the program asked for it, and it gets less. False where memory ran out. The struct must
 * not move: PCRE2 keeps its address. */
bool fr_match_steps_init(fr_match_steps *steps, const pcre2_code *code, fr_bytes pattern,
                         bool foreign);
void fr_match_steps_reset(fr_match_steps *steps);
/* Call it before each match of another text. */
void fr_match_steps_next(fr_match_steps *steps, fr_bytes text);

#endif
