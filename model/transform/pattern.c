/* pattern.c - PCRE2 with match, depth and heap limits; the JIT is left out, since its stack has no
 * limit by name. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "model/transform/pattern.h"

#include <pcre2.h>
#include <stdlib.h>

#define MATCH_LIMIT    1000000
#define DEPTH_LIMIT    10000
#define HEAP_LIMIT_KIB (64 * 1024)

struct fr_pattern {
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *limits;
    const char *option;
};

static fr_pattern *fail_pattern(fr_pattern *pattern, const char *text, int code, size_t offset,
                                fr_error *err)
{
    PCRE2_UCHAR message[160];

    if (code == PCRE2_ERROR_HEAP_FAILED) {
        fr_pattern_free(pattern);
        fr_fail_memory(err);
        return NULL;
    }
    pcre2_get_error_message(code, message, sizeof message);
    fr_fail(err, FR_E_USAGE, 0, offset, "%s '%s': %s at character %zu", pattern->option, text,
            (char *)message, offset + 1);
    fr_fail_hint(err,
                 "patterns are Perl's; put a backslash before .*+?()[]{}^$| to mean the character");
    fr_pattern_free(pattern);
    return NULL;
}

fr_pattern *fr_pattern_new(const char *text, const char *option, bool whole, fr_error *err)
{
    fr_pattern *pattern = calloc(1, sizeof *pattern);
    PCRE2_SIZE offset = 0;
    uint32_t anchors = whole ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0;
    int code = 0;

    if (!pattern) {
        fr_fail_memory(err);
        return NULL;
    }
    pattern->option = option;
    pattern->code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
                                  PCRE2_UTF | PCRE2_UCP | anchors, &code, &offset, NULL);
    if (!pattern->code)
        return fail_pattern(pattern, text, code, offset, err);
    pattern->data = pcre2_match_data_create(1, NULL);
    pattern->limits = pcre2_match_context_create(NULL);
    if (!pattern->data || !pattern->limits) {
        fr_pattern_free(pattern);
        fr_fail_memory(err);
        return NULL;
    }
    pcre2_set_match_limit(pattern->limits, MATCH_LIMIT);
    pcre2_set_depth_limit(pattern->limits, DEPTH_LIMIT);
    pcre2_set_heap_limit(pattern->limits, HEAP_LIMIT_KIB);
    return pattern;
}

void fr_pattern_free(fr_pattern *pattern)
{
    if (!pattern)
        return;
    pcre2_code_free(pattern->code);
    pcre2_match_data_free(pattern->data);
    pcre2_match_context_free(pattern->limits);
    free(pattern);
}

bool fr_pattern_matches(const fr_pattern *pattern, fr_bytes text, fr_error *err)
{
    int result = pcre2_match(pattern->code, (PCRE2_SPTR)text.at, text.len, 0, PCRE2_NO_UTF_CHECK,
                             pattern->data, pattern->limits);

    if (result >= 0)
        return true;
    if (result != PCRE2_ERROR_NOMATCH) {
        fr_fail(err, FR_E_LIMIT, 0, 0, "%s: the pattern takes too long on a name of %zu bytes",
                pattern->option, text.len);
        fr_fail_hint(err, "avoid nested repetition such as (a+)+");
    }
    return false;
}
