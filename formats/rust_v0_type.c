/*
 * rust_v0_type.c - the types in a mangled path, the arguments of generic paths, and constants.
 *
 *     RNtC1a1B          &a::B                T h j E           (u8, usize)
 *     FUKCm Em          unsafe extern "C" fn(u32) -> u32       A h j10_      [u8; 16]
 */
#include "formats/rust_v0_parser.h"

/* ---- types */

/* 1 is the innermost bound one. */
static void print_lifetime(parser *p, uint64_t index)
{
    char name[3] = {'\'', '_', '\0'};

    p->bad = p->bad || index > p->bound;
    if (index && !p->bad && p->bound - index < 26)
        name[1] = (char)('a' + (p->bound - index));
    print(p, name);
}

static void take_binder(parser *p)
{
    uint64_t n = take(p, 'G') ? take_base62(p) + 1 : 0;

    p->bad = p->bad || n > p->text.len;
    for (uint64_t i = 0; i < n && !p->bad; i++) {
        p->bound++;
        print(p, i ? ", " : "for<");
        print_lifetime(p, 1);
    }
    print(p, n ? "> " : "");
    push(p, UNBIND, (size_t)n);
}

/* `n_printed` of SIZE_MAX: none yet, and "::" comes first. */
void fr_rust_v0_arguments(parser *p, size_t n_printed)
{
    bool first = n_printed == 0 || n_printed == SIZE_MAX, last = take(p, 'E');

    if (first)
        print(p, n_printed ? "::<" : "<");
    if (last) {
        print(p, ">");
        return;
    }
    print(p, first ? "" : ", ");
    push(p, ARGUMENTS, first ? 1 : n_printed + 1);
    if (take(p, 'L'))
        print_lifetime(p, take_base62(p));
    else if (take(p, 'K'))
        push(p, CONSTANT, 0);
    else
        push(p, TYPE, 0);
}

void fr_rust_v0_tuple(parser *p, size_t n_printed)
{
    if (take(p, 'E')) {
        print(p, n_printed == 1 ? ",)" : ")");
        return;
    }
    print(p, n_printed ? ", " : "");
    push(p, TUPLE, n_printed + 1);
    push(p, TYPE, 0);
}

void fr_rust_v0_inputs(parser *p, size_t n_printed)
{
    if (take(p, 'E'))
        return;
    print(p, n_printed ? ", " : "");
    push(p, INPUTS, n_printed + 1);
    push(p, TYPE, 0);
}

void fr_rust_v0_output(parser *p, size_t arg)
{
    (void)arg;
    if (take(p, 'u'))
        return;
    print(p, " -> ");
    push(p, TYPE, 0);
}

static void read_function(parser *p)
{
    bool punycode;

    take_binder(p);
    print(p, take(p, 'U') ? "unsafe " : "");
    if (take(p, 'K')) {
        print(p, "extern \"");
        print_bytes(p, take(p, 'C') ? FR_LITERAL("C") : take_identifier(p, &punycode));
        print(p, "\" ");
    }
    print(p, "fn(");
    push(p, OUTPUT, 0);
    push(p, TEXT, END_INPUTS);
    push(p, INPUTS, 0);
}

void fr_rust_v0_traits(parser *p, size_t n_printed)
{
    if (take(p, 'E'))
        return;
    print(p, n_printed ? " + " : "");
    push(p, TRAITS, n_printed + 1);
    push(p, BINDINGS, 0);
    push(p, PATH, true);
}

/* "Fn<(A,)>" and "p6Output" are "Fn<(A,), Output = B>". */
void fr_rust_v0_bindings(parser *p, size_t n_printed)
{
    bool punycode;

    if (!take(p, 'p')) {
        print(p, n_printed ? ">" : "");
        return;
    }
    if (n_printed == 0 && !p->silent && p->len && p->to[p->len - 1] == '>') {
        p->len--;
        n_printed = 1;
    }
    print(p, n_printed ? ", " : "<");
    print_bytes(p, take_identifier(p, &punycode));
    print(p, " = ");
    push(p, BINDINGS, n_printed + 1);
    push(p, TYPE, 0);
}

void fr_rust_v0_lifetime(parser *p, size_t arg)
{
    uint64_t index;

    (void)arg;
    p->bad = p->bad || !take(p, 'L');
    index = take_base62(p);
    if (index) {
        print(p, " + ");
        print_lifetime(p, index);
    }
}

static void read_reference(parser *p, const char *mark)
{
    uint64_t index = take(p, 'L') ? take_base62(p) : 0;

    print(p, "&");
    if (index) {
        print_lifetime(p, index);
        print(p, " ");
    }
    print(p, mark);
    push(p, TYPE, 0);
}

static const char *basic_type(char c)
{
    static const char *const names['z' - 'a' + 1] = {
        "i8",    "bool", "char", "f64", "str",  "f32",  NULL,  "u8", "isize",
        "usize", NULL,   "i32",  "u32", "i128", "u128", "_",   NULL, NULL,
        "i16",   "u16",  "()",   "...", NULL,   "i64",  "u64", "!",
    };

    return c >= 'a' && c <= 'z' ? names[c - 'a'] : NULL;
}

static void read_compound(parser *p, char c)
{
    switch (c) {
    case 'A':
    case 'S':
        print(p, "[");
        push(p, TEXT, END_SLICE);
        if (c == 'A') {
            push(p, CONSTANT, 0);
            push(p, TEXT, BETWEEN);
        }
        push(p, TYPE, 0);
        break;
    case 'T':
        print(p, "(");
        push(p, TUPLE, 0);
        break;
    case 'R':
    case 'Q':
        read_reference(p, c == 'R' ? "" : "mut ");
        break;
    case 'P':
    case 'O':
        print(p, c == 'P' ? "*const " : "*mut ");
        push(p, TYPE, 0);
        break;
    case 'F':
        read_function(p);
        break;
    case 'D':
        print(p, "dyn ");
        push(p, LIFETIME, 0);
        take_binder(p);
        push(p, TRAITS, 0);
        break;
    case 'B':
        follow(p, TYPE, 0);
        break;
    default:
        p->at--;
        push(p, PATH, true);
    }
}

void fr_rust_v0_type(parser *p, size_t arg)
{
    (void)arg;
    char c = next(p);
    const char *basic = basic_type(c);

    if (p->bad)
        return;
    if (basic)
        print(p, basic);
    else
        read_compound(p, c);
}

/* ---- constants */

/* "7f_" */
static uint64_t take_hex(parser *p, bool *too_large)
{
    uint64_t n = 0;
    size_t digits = 0;

    while (!p->bad && peek(p) != '_') {
        char c = next(p);
        p->bad = p->bad || !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
        n = n * 16 + (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
        digits++;
    }
    p->bad = p->bad || !take(p, '_');
    *too_large = digits > 16;
    return n;
}

static void print_char(parser *p, uint64_t n)
{
    char text[24];

    if (n >= ' ' && n < 0x7f && n != '\'' && n != '\\')
        snprintf(text, sizeof text, "'%c'", (char)n);
    else
        snprintf(text, sizeof text, "'\\u{%" PRIx64 "}'", n);
    print(p, text);
}

void fr_rust_v0_constant(parser *p, size_t arg)
{
    (void)arg;
    char type = next(p);
    bool too_large, negative;
    uint64_t n;

    if (type == 'p') {
        print(p, "_");
        return;
    }
    if (type == 'B') {
        follow(p, CONSTANT, 0);
        return;
    }
    p->bad = p->bad || !type || !strchr("abchijlmnostxy", type);
    negative = !p->bad && strchr("asilnx", type) && take(p, 'n');
    n = take_hex(p, &too_large);
    p->bad = p->bad || too_large || (type == 'b' && n > 1);
    if (type == 'b')
        print(p, n ? "true" : "false");
    else if (type == 'c')
        print_char(p, n);
    else {
        print(p, negative ? "-" : "");
        print_number(p, n);
    }
}
