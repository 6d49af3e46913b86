/* match_steps.c - counts the steps of PCRE2 by a callback, and ends a match that takes too many. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "model/transform/match_steps.h"

#define FIRST_STEPS         20000000 /* about half a second */
#define FIRST_STEPS_FOREIGN 4000000
#define STEPS_PER_BYTE      16
#define BYTES_PER_TEXT      16 /* that an empty text counts as */
#define LONGEST_FOREIGN     4096
#define BYTES_PER_STEP      16 /* that are run over in the time of a step */
#define COMPARED_PER_STEP   64 /* that are compared in the time of a step */
#define DEPTH_LIMIT         10000
#define HEAP_LIMIT_KIB      (64 * 1024)

static int count_step(pcre2_callout_block *block, void *data)
{
    fr_match_steps *steps = data;
    size_t at = block->current_position;
    size_t run = at > steps->at ? at - steps->at : steps->at - at;

    steps->at = at;
    steps->left -= (int64_t)(steps->cost + run / BYTES_PER_STEP);
    return steps->left < 0 ? PCRE2_ERROR_MATCHLIMIT : 0;
}

/* "x{3,500}": 500. An item that repeats so often is compared in one go. */
static uint32_t most_repeats(fr_bytes pattern)
{
    uint32_t most = 0, number = 0;

    for (size_t i = 0; i < pattern.len; i++) {
        bool digit = pattern.at[i] >= '0' && pattern.at[i] <= '9';
        number = digit ? number * 10 + (uint32_t)(pattern.at[i] - '0') : 0;
        number = number > UINT16_MAX ? UINT16_MAX : number;
        most = number > most ? number : most;
    }
    return most;
}

bool fr_match_steps_init(fr_match_steps *steps, const pcre2_code *code, fr_bytes pattern,
                         bool foreign)
{
    uint32_t references = 0;

    pcre2_pattern_info(code, PCRE2_INFO_BACKREFMAX, &references);
    *steps = (fr_match_steps){
        .context = pcre2_match_context_create(NULL),
        .left = foreign ? FIRST_STEPS_FOREIGN : FIRST_STEPS,
        .per_byte = STEPS_PER_BYTE + (foreign ? 0 : (uint32_t)pattern.len),
        .longest_text = foreign ? LONGEST_FOREIGN : SIZE_MAX,
        .unseen = references ? UINT16_MAX : most_repeats(pattern),
    };
    if (!steps->context)
        return false;
    pcre2_set_match_limit(steps->context, UINT32_MAX);
    pcre2_set_depth_limit(steps->context, DEPTH_LIMIT);
    pcre2_set_heap_limit(steps->context, HEAP_LIMIT_KIB);
    pcre2_set_callout(steps->context, count_step, steps);
    return true;
}

void fr_match_steps_reset(fr_match_steps *steps)
{
    pcre2_match_context_free(steps->context);
    *steps = (fr_match_steps){0};
}

void fr_match_steps_next(fr_match_steps *steps, fr_bytes text)
{
    size_t given = text.len < steps->longest_text ? text.len : steps->longest_text;
    size_t compared = text.len < steps->unseen ? text.len : steps->unseen;

    steps->left += (int64_t)(steps->per_byte * (given + BYTES_PER_TEXT));
    steps->cost = 1 + (uint32_t)(compared / COMPARED_PER_STEP);
    steps->at = 0;
}
