/*
 * rust_v0_parser.h - the state of the parser of rust_v0_name.c and rust_v0_type.c, and what it reads and prints with.
 * Only for those two files.
 *
 *     s1234_     a disambiguator       7mycrate     an identifier       Z_     62, in base 62
 */
#ifndef FR_FORMATS_RUST_V0_PARSER_H
#define FR_FORMATS_RUST_V0_PARSER_H

#include <inttypes.h>
#include <stdio.h>

#include "formats/rust_v0_name.h"

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

typedef struct fr_rust_parser {
    fr_bytes text; /* without "_R" */
    size_t at;
    char *to;
    size_t len;
    size_t silent;  /* more than 0: nothing is printed */
    uint64_t bound; /* lifetimes of the binders around */
    bool bad;
    size_t n_steps, n_tasks;
    task tasks[MOST_TASKS];
} fr_rust_parser;

typedef fr_rust_parser parser;

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

/* The readers of rust_v0_type.c, each for the task of its name. */
void fr_rust_v0_arguments(parser *p, size_t n_printed);
void fr_rust_v0_type(parser *p, size_t arg);
void fr_rust_v0_tuple(parser *p, size_t n_printed);
void fr_rust_v0_inputs(parser *p, size_t n_printed);
void fr_rust_v0_output(parser *p, size_t arg);
void fr_rust_v0_traits(parser *p, size_t n_printed);
void fr_rust_v0_bindings(parser *p, size_t n_printed);
void fr_rust_v0_lifetime(parser *p, size_t arg);
void fr_rust_v0_constant(parser *p, size_t arg);

#endif
