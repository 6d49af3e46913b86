/*
 * pattern.c - PCRE2 with limits of steps, depth and heap; its JIT is not used, since it counts no
 * steps.
 *
 * A pattern is compiled twice. Without callbacks it is tried first, under a limit that nearly all
 * names stay under; what exceeds it is matched again, and counted.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "model/transform/pattern.h"

#include <stdlib.h>

#include "model/transform/match_steps.h"

#define QUICK_BYTES 32768 /* that a quick match may look at, were each step to look at all */

struct fr_pattern {
    pcre2_code *quick, *counted;
    pcre2_match_context *quick_limits;
    pcre2_match_data *data;
    fr_match_steps steps;
    const char *option;
};

static pcre2_code *compile(fr_pattern *pattern, const char *text, uint32_t options, fr_error *err)
{
    PCRE2_SIZE offset = 0;
    PCRE2_UCHAR message[160];
    int code = 0;
    pcre2_code *made = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                                     PCRE2_UTF | PCRE2_UCP | options, &code, &offset, NULL);

    if (!made && code == PCRE2_ERROR_HEAP_FAILED) {
        fr_fail_memory(err);
    } else if (!made) {
        pcre2_get_error_message(code, message, sizeof message);
        fr_fail(err, FR_E_USAGE, 0, offset, "%s '%s': %s at character %zu", pattern->option, text,
                (char *)message, offset + 1);
        fr_fail_hint(err, "patterns are Perl's; put a backslash before .*+?()[]{}^$| to mean the "
                          "character");
    }
    return made;
}

fr_pattern *fr_pattern_new(const char *text, const char *option, fr_pattern_kind kind,
                           fr_error *err)
{
    fr_pattern *pattern = calloc(1, sizeof *pattern);
    uint32_t anchors = kind != FR_PATTERN_PART ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0;
    bool good = pattern != NULL || fr_fail_memory(err);

    if (good) {
        pattern->option = option;
        pattern->quick = compile(pattern, text, anchors, err);
        good = pattern->quick != NULL;
    }
    if (good) {
        pattern->counted = compile(pattern, text, anchors | PCRE2_AUTO_CALLOUT, err);
        good = pattern->counted != NULL;
    }
    if (good) {
        pattern->data = pcre2_match_data_create(1, NULL);
        pattern->quick_limits = pcre2_match_context_create(NULL);
        good = (pattern->data && pattern->quick_limits &&
                fr_match_steps_init(&pattern->steps, pattern->counted, fr_bytes_of(text),
                                    kind == FR_PATTERN_FOREIGN)) ||
               fr_fail_memory(err);
    }
    if (good)
        return pattern;
    fr_pattern_free(pattern);
    return NULL;
}

void fr_pattern_free(fr_pattern *pattern)
{
    if (!pattern)
        return;
    pcre2_code_free(pattern->quick);
    pcre2_code_free(pattern->counted);
    pcre2_match_context_free(pattern->quick_limits);
    pcre2_match_data_free(pattern->data);
    fr_match_steps_reset(&pattern->steps);
    free(pattern);
}

static int match(const fr_pattern *pattern, const pcre2_code *code, pcre2_match_context *limits,
                 fr_bytes text)
{
    return pcre2_match(code, (PCRE2_SPTR)text.at, text.len, 0, PCRE2_NO_UTF_CHECK, pattern->data,
                       limits);
}

bool fr_pattern_matches(fr_pattern *pattern, fr_bytes text, fr_error *err)
{
    uint32_t few = (uint32_t)(QUICK_BYTES / (text.len + 64)) + 1;
    int result;

    pcre2_set_match_limit(pattern->quick_limits, few);
    result = match(pattern, pattern->quick, pattern->quick_limits, text);
    if (result == PCRE2_ERROR_MATCHLIMIT) {
        fr_match_steps_next(&pattern->steps, text);
        result = match(pattern, pattern->counted, pattern->steps.context, text);
    }
    if (result >= 0 || result == PCRE2_ERROR_NOMATCH)
        return result >= 0;
    if (result == PCRE2_ERROR_NOMEMORY)
        return fr_fail_memory(err);
    fr_fail(err, FR_E_LIMIT, 0, 0,
            "%s: the pattern takes too many steps; the last were on a name of %zu bytes",
            pattern->option, text.len);
    return fr_fail_hint(err, "avoid repetition within repetition, such as (a+)+");
}
