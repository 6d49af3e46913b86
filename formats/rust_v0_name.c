/*
 * rust_v0_name.c - a parser that prints as it goes: paths, and the list of tasks. What is still to come stands on that
 * list, so that no name, however deep, recurses.
 *
 *     I <path> <argument>... E       path, then "<", arguments and ">" are pushed, last first
 *     B <position>                   the same again from there: the place to return to is pushed
 */
#include "formats/symbols.h"

#include <inttypes.h>
#include <stdio.h>

#define MOST_TASKS 512

typedef enum task_kind {
    PATH,      /* arg: in a type, where arguments have no "::" before them */
    NAME,      /* of a nested path; arg: its namespace */
    ARGUMENTS, /* of a generic path, up to E; arg: how many were printed */
    TYPE,
    TUPLE,  /* types up to E; arg: how many were printed */
    INPUTS, /* of a function, up to E */
    OUTPUT,
    TRAITS,   /* of dyn, up to E */
    BINDINGS, /* <Output = T> of a trait */
    LIFETIME, /* " + 'a" of dyn */
    CONSTANT,
    TEXT,   /* arg: a later_text */
    RETURN, /* arg: a position */
    SPEAK,  /* what follows is printed again */
    UNBIND  /* arg: lifetimes of a binder that ends */
} task_kind;

/* The text that is printed when all before it has been. */
typedef enum later_text { OPEN, CLOSE, AS, END_SLICE, BETWEEN, END_INPUTS } later_text;

typedef struct task {
    task_kind kind;
    size_t arg;
} task;

typedef struct parser {
    fr_bytes text; /* without "_R" */
    size_t at;
    char *to;
    size_t len;
    size_t silent;  /* more than 0: nothing is printed */
    uint64_t bound; /* lifetimes of the binders around */
    bool bad;
    size_t n_steps, n_tasks;
    task tasks[MOST_TASKS];
} parser;

#define FR_RUST_V0_MOST ((size_t)64 << 10) /* bytes of a decoded name, and steps to it */

static inline char peek(const parser *p)
{
    return p->at < p->text.len ? p->text.at[p->at] : '\0';
}

static inline bool take(parser *p, char c)
{
    bool found = p->at < p->text.len && peek(p) == c;

    p->at += found;
    return found;
}

static inline char next(parser *p)
{
    char c = peek(p);

    p->bad = p->bad || p->at >= p->text.len;
    p->at += p->at < p->text.len;
    return c;
}

static inline void print_bytes(parser *p, fr_bytes text)
{
    if (p->silent || p->bad)
        return;
    if (text.len > FR_RUST_V0_MOST - p->len) {
        p->bad = true;
        return;
    }
    memcpy(p->to + p->len, text.at, text.len);
    p->len += text.len;
}

static inline void print(parser *p, const char *text)
{
    print_bytes(p, fr_bytes_of(text));
}

static inline void print_number(parser *p, uint64_t n)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, n);
    print(p, text);
}

static inline void push(parser *p, task_kind kind, size_t arg)
{
    if (p->n_tasks == MOST_TASKS)
        p->bad = true;
    else
        p->tasks[p->n_tasks++] = (task){kind, arg};
}

/* "_" is 0, "0_" is 1, "Z_" is 62. */
static inline uint64_t take_base62(parser *p)
{
    uint64_t n = 0;

    if (take(p, '_'))
        return 0;
    while (!p->bad && peek(p) != '_') {
        char c = next(p);
        uint64_t digit = c >= '0' && c <= '9'   ? (uint64_t)(c - '0')
                         : c >= 'a' && c <= 'z' ? (uint64_t)(c - 'a') + 10
                         : c >= 'A' && c <= 'Z' ? (uint64_t)(c - 'A') + 36
                                                : 62;
        p->bad = p->bad || digit > 61 || __builtin_mul_overflow(n, 62, &n) ||
                 __builtin_add_overflow(n, digit, &n);
    }
    p->bad = p->bad || !take(p, '_');
    return n + 1;
}

static inline uint64_t take_disambiguator(parser *p)
{
    return take(p, 's') ? take_base62(p) + 1 : 0;
}

static inline fr_bytes take_identifier(parser *p, bool *punycode)
{
    size_t n = 0;
    fr_bytes name;

    *punycode = take(p, 'u');
    p->bad = p->bad || peek(p) < '0' || peek(p) > '9';
    if (!take(p, '0'))
        while (peek(p) >= '0' && peek(p) <= '9' && n < p->text.len)
            n = n * 10 + (size_t)(next(p) - '0');
    take(p, '_');
    p->bad = p->bad || n > p->text.len - p->at;
    name = (fr_bytes){p->text.at + p->at, p->bad ? 0 : n};
    p->at += name.len;
    return name;
}

static inline void print_identifier(parser *p, fr_bytes name, bool punycode)
{
    print(p, punycode ? "punycode{" : "");
    print_bytes(p, name);
    print(p, punycode ? "}" : "");
}

/* Goes on at an earlier place, and comes back. What is not printed need not be read again. */
static inline void follow(parser *p, task_kind kind, size_t arg)
{
    size_t from = p->at - 1;
    uint64_t target = take_base62(p);

    p->bad = p->bad || target >= from;
    if (p->bad || p->silent)
        return;
    push(p, RETURN, p->at);
    push(p, kind, arg);
    p->at = (size_t)target;
}

/*
 * The types in a mangled path, the arguments of generic paths, and constants.
 *
 *     RNtC1a1B          &a::B                T h j E           (u8, usize)
 *     FUKCm Em          unsafe extern "C" fn(u32) -> u32       A h j10_      [u8; 16]
 */

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

/* Each function below reads for the task of its name. `n_printed` of SIZE_MAX: none yet, and "::" comes first. */
static void arguments(parser *p, size_t n_printed)
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

static void tuple(parser *p, size_t n_printed)
{
    if (take(p, 'E')) {
        print(p, n_printed == 1 ? ",)" : ")");
        return;
    }
    print(p, n_printed ? ", " : "");
    push(p, TUPLE, n_printed + 1);
    push(p, TYPE, 0);
}

static void inputs(parser *p, size_t n_printed)
{
    if (take(p, 'E'))
        return;
    print(p, n_printed ? ", " : "");
    push(p, INPUTS, n_printed + 1);
    push(p, TYPE, 0);
}

static void output(parser *p, size_t arg)
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

static void traits(parser *p, size_t n_printed)
{
    if (take(p, 'E'))
        return;
    print(p, n_printed ? " + " : "");
    push(p, TRAITS, n_printed + 1);
    push(p, BINDINGS, 0);
    push(p, PATH, true);
}

/* "Fn<(A,)>" and "p6Output" are "Fn<(A,), Output = B>". */
static void bindings(parser *p, size_t n_printed)
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

static void lifetime(parser *p, size_t arg)
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

static void type(parser *p, size_t arg)
{
    static const char *const basic_types['z' - 'a' + 1] = {
        "i8",    "bool", "char", "f64", "str",  "f32",  NULL,  "u8", "isize",
        "usize", NULL,   "i32",  "u32", "i128", "u128", "_",   NULL, NULL,
        "i16",   "u16",  "()",   "...", NULL,   "i64",  "u64", "!",
    };
    char c = next(p);
    const char *basic = c >= 'a' && c <= 'z' ? basic_types[c - 'a'] : NULL;

    (void)arg;

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

static void constant(parser *p, size_t arg)
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

static const char *const texts[] = {[OPEN] = "<",      [CLOSE] = ">",    [AS] = " as ",
                                    [END_SLICE] = "]", [BETWEEN] = "; ", [END_INPUTS] = ")"};

bool fr_rust_v0_name_is(fr_bytes name)
{
    return name.len > 3 && fr_bytes_starts(name, FR_LITERAL("_R")) && name.at[2] >= 'A' &&
           name.at[2] <= 'Z';
}

/* ---- paths */

/* The place of an impl, which is not printed, then its type. */
static void read_impl(parser *p, bool has_trait)
{
    push(p, TEXT, CLOSE);
    if (has_trait) {
        push(p, PATH, true);
        push(p, TEXT, AS);
    }
    push(p, TYPE, 0);
    push(p, TEXT, OPEN);
    push(p, SPEAK, 0);
    take_disambiguator(p);
    push(p, PATH, false);
    p->silent++;
}

static void read_path(parser *p, size_t in_type)
{
    bool punycode;
    fr_bytes crate;

    switch (next(p)) {
    case 'C':
        take_disambiguator(p);
        crate = take_identifier(p, &punycode);
        print_identifier(p, crate, punycode);
        break;
    case 'N':
        push(p, NAME, (unsigned char)next(p));
        push(p, PATH, in_type);
        break;
    case 'M':
        read_impl(p, false);
        break;
    case 'X':
        read_impl(p, true);
        break;
    case 'Y':
        push(p, TEXT, CLOSE);
        push(p, PATH, true);
        push(p, TEXT, AS);
        push(p, TYPE, 0);
        print(p, "<");
        break;
    case 'I':
        push(p, ARGUMENTS, in_type ? 0 : SIZE_MAX);
        push(p, PATH, in_type);
        break;
    case 'B':
        follow(p, PATH, in_type);
        break;
    default:
        p->bad = true;
    }
}

/* "::name", "::{closure#0}" */
static void read_name(parser *p, size_t space)
{
    uint64_t number = take_disambiguator(p);
    bool punycode;
    fr_bytes name = take_identifier(p, &punycode);
    char letter = (char)space;

    if (letter >= 'a' && letter <= 'z') {
        print(p, name.len ? "::" : "");
        print_identifier(p, name, punycode);
        return;
    }
    p->bad = p->bad || letter < 'A' || letter > 'Z';
    print(p, "::{");
    print_bytes(p, letter == 'C'   ? FR_LITERAL("closure")
                   : letter == 'S' ? FR_LITERAL("shim")
                                   : (fr_bytes){&letter, 1});
    print(p, name.len ? ":" : "");
    print_identifier(p, name, punycode);
    print(p, "#");
    print_number(p, number);
    print(p, "}");
}

/* ---- the list of tasks */

static void print_text(parser *p, size_t index)
{
    print(p, texts[index]);
}

static void go_back(parser *p, size_t at)
{
    p->at = at;
}

static void speak(parser *p, size_t arg)
{
    (void)arg;
    p->silent--;
}

static void unbind(parser *p, size_t n)
{
    p->bound -= n;
}

static void (*const readers[])(parser *p, size_t arg) = {
    [PATH] = read_path,    [NAME] = read_name,    [ARGUMENTS] = arguments, [TYPE] = type,
    [TUPLE] = tuple,       [INPUTS] = inputs,     [OUTPUT] = output,       [TRAITS] = traits,
    [BINDINGS] = bindings, [LIFETIME] = lifetime, [CONSTANT] = constant,   [TEXT] = print_text,
    [RETURN] = go_back,    [SPEAK] = speak,       [UNBIND] = unbind,
};

static void run(parser *p, task_kind kind, size_t arg)
{
    push(p, kind, arg);
    while (p->n_tasks > 0 && !p->bad) {
        p->bad = p->n_steps++ > FR_RUST_V0_MOST;
        p->n_tasks--;
        if (!p->bad)
            readers[p->tasks[p->n_tasks].kind](p, p->tasks[p->n_tasks].arg);
    }
}

/* "_RNvC1a1b.llvm.123", "_RNvC1a1bCs1_1c": a suffix is kept, but for LLVM's; the crate that instantiated is not
 * printed. */
fr_bytes fr_rust_v0_name_decode(fr_bytes name, char *to)
{
    parser p = {.text = {name.at + 2, name.len - 2}, .to = to};
    fr_bytes suffix;

    run(&p, PATH, false);
    if (!p.bad && peek(&p) >= 'A' && peek(&p) <= 'Z') {
        p.silent = 1;
        run(&p, PATH, false);
        p.silent = 0;
    }
    suffix = fr_bytes_from(p.text, p.at);
    if (suffix.len && suffix.at[0] != '.' && suffix.at[0] != '@')
        return (fr_bytes){0};
    if (!fr_bytes_starts(suffix, FR_LITERAL(".llvm.")))
        print_bytes(&p, suffix);
    return p.bad ? (fr_bytes){0} : (fr_bytes){to, p.len};
}
