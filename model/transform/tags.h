/*
 * tags.h - --tagroot, --tagleaf: labels become frames; --tagfocus, --tagignore: labels choose samples.
 *
 *     main;alloc {handler=/tree}     --tagroot handler    /tree;main;alloc
 *                                    --tagleaf handler    main;alloc;/tree
 *
 * pprof's meaning (viewers: internal/driver/tagroot.go, driver_focus.go). A filter is [KEY=]VALUE:
 * a number or a range of numbers (4kb, 4kb:64kb, :64kb, 4mb:), or a list of expressions, of which any
 * must match a text of KEY. Without KEY each of them must match some "key:text".
 */
#ifndef FR_MODEL_TAGS_H
#define FR_MODEL_TAGS_H

#include "model/profile.h"

bool fr_tags_asked(const fr_transform_options *opt);
/* Returns true if the options can be understood; else FR_E_USAGE. */
bool fr_tags_check(const fr_transform_options *opt, fr_error *err);
/* The profile after these four, with notes of what they did; NULL and `err` on failure, FR_E_EMPTY
 * where nothing is left. */
fr_profile *fr_tags_apply(const fr_profile *profile, const fr_transform_options *opt,
                          fr_error *err);

/* One filter, and whether it matches a label set. */
typedef struct fr_tag_filter fr_tag_filter;
/* `option`: "--tagfocus". */
fr_tag_filter *fr_tag_filter_new(const char *option, const char *text, fr_error *err);
void fr_tag_filter_free(fr_tag_filter *filter);
bool fr_tag_filter_likes(const fr_tag_filter *filter, const fr_profile *profile, uint32_t set,
                         fr_error *err);
/* The value was read as a number or a range. */
bool fr_tag_filter_is_range(const fr_tag_filter *filter);

#endif
