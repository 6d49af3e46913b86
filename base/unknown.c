/* unknown.c - telling names from stand-ins. */
#include "base/name_place.h"

#define LEAST_DIGITS   8 /* "deadbeef" may be a word; "cafe" and "add" are */
#define KERNEL_ADDRESS UINT64_C(0xffff800000000000)
#define NO_ADDRESS     UINT64_C(0xffffffffffff0000) /* "ffffffffffffffff": a marker */

bool fr_name_is_bracketed(fr_bytes name)
{
    size_t depth = 0, i = 0;

    if (name.len < 2 || name.at[0] != '[')
        return false;
    do {
        depth += name.at[i] == '[';
        depth -= name.at[i] == ']';
    } while (depth > 0 && ++i < name.len);
    return i == name.len - 1;
}

bool fr_name_is_address(fr_bytes name)
{
    size_t i = 2;

    if (name.len < 3 || memcmp(name.at, "0x", 2) != 0)
        return false;
    while (i < name.len && fr_hex_digit(name.at[i]) >= 0)
        i++;
    return i == name.len;
}

uint64_t fr_name_address(fr_bytes name)
{
    bool prefixed = name.len > 2 && memcmp(name.at, "0x", 2) == 0;
    size_t i = prefixed ? 2 : 0, digits = name.len - i;
    uint64_t value = 0;

    if ((!prefixed && digits < LEAST_DIGITS) || digits > 16)
        return 0;
    for (; i < name.len; i++) {
        int digit = fr_hex_digit(name.at[i]);
        if (digit < 0)
            return 0;
        value = value << 4 | (uint64_t)digit;
    }
    return value;
}

bool fr_name_is_bare(fr_bytes name)
{
    static const char *const words[] = {"[unknown]", "??", "<unknown>", "(unknown)", "unknown"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (fr_bytes_equal(name, fr_bytes_of(words[i])))
            return true;
    return fr_name_is_address(name) || fr_name_address(name) != 0;
}

size_t fr_name_offset_at(fr_bytes name)
{
    size_t at = name.len;

    while (at > 0 && (fr_hex_digit(name.at[at - 1]) >= 0 || name.at[at - 1] == 'x'))
        at--;
    return at > 0 && name.at[at - 1] == '+' && fr_name_is_address(fr_bytes_from(name, at))
               ? at - 1
               : name.len;
}

bool fr_address_is_kernel(uint64_t address)
{
    return address >= KERNEL_ADDRESS && address < NO_ADDRESS;
}
