/* top_unit.c - --unit. */
#include "model/report/top_unit.h"

#include <string.h>

#include "base/units.h"

static bool fail_unit(const char *asked, const char *own, fr_error *err)
{
    static const char *const expected[] = {
        [FR_UNIT_PLAIN] = "auto or exact",
        [FR_UNIT_TIME] = "auto, exact, minimum, ns, us, ms, s, min or h",
        [FR_UNIT_MEMORY] = "auto, exact, minimum, bytes, KiB, MiB, GiB or TiB",
    };

    return fr_fail(err, FR_E_USAGE, 0, 0, "--unit '%s': values are in %s, so expected %s", asked,
                   own, expected[fr_unit_kind_of(own)]);
}

bool fr_top_unit_init(fr_top_unit *unit, const char *asked, const char *own, fr_error *err)
{
    const char *found;

    *unit = (fr_top_unit){.minimum = asked && strcmp(asked, "minimum") == 0};
    if (!asked || strcmp(asked, "auto") == 0 || unit->minimum)
        return true;
    if (strcmp(asked, "exact") == 0 || strcmp(asked, own) == 0) {
        unit->shown = fr_unit_has_multiples(own) ? fr_unit_typed(own) : NULL;
        return true;
    }
    found = fr_unit_typed(asked);
    if (!found || !fr_unit_has_multiples(own) || fr_unit_kind_of(found) != fr_unit_kind_of(own))
        return fail_unit(asked, own, err);
    unit->shown = found;
    return true;
}

const char *fr_top_unit_least(int64_t least, int64_t whole, uint32_t decimals, const char *own)
{
    const char *unit;

    if (!fr_unit_has_multiples(own))
        return NULL;
    unit = fr_unit_suited(least, decimals, own);
    if (least < whole / 100 && strcmp(unit, fr_unit_suited(whole, decimals, own)) != 0)
        unit = fr_unit_suited(least * 100, decimals, own);
    return unit;
}
