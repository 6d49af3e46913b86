/*
 * rust_v0_name.c - a parser that prints as it goes: paths, and the list of tasks. What is still to come stands on that
 * list, so that no name, however deep, recurses. The types among the tasks are in rust_v0_type.c.
 *
 *     I <path> <argument>... E       path, then "<", arguments and ">" are pushed, last first
 *     B <position>                   the same again from there: the place to return to is pushed
 */
#include "formats/rust_v0_parser.h"

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

static void read_crate(parser *p)
{
    bool punycode;
    fr_bytes name;

    take_disambiguator(p);
    name = take_identifier(p, &punycode);
    print_identifier(p, name, punycode);
}

static void read_path(parser *p, size_t in_type)
{
    switch (next(p)) {
    case 'C':
        read_crate(p);
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
    [PATH] = read_path,
    [NAME] = read_name,
    [ARGUMENTS] = fr_rust_v0_arguments,
    [TYPE] = fr_rust_v0_type,
    [TUPLE] = fr_rust_v0_tuple,
    [INPUTS] = fr_rust_v0_inputs,
    [OUTPUT] = fr_rust_v0_output,
    [TRAITS] = fr_rust_v0_traits,
    [BINDINGS] = fr_rust_v0_bindings,
    [LIFETIME] = fr_rust_v0_lifetime,
    [CONSTANT] = fr_rust_v0_constant,
    [TEXT] = print_text,
    [RETURN] = go_back,
    [SPEAK] = speak,
    [UNBIND] = unbind,
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
    suffix = (fr_bytes){p.text.at + p.at, p.text.len - p.at};
    if (suffix.len && suffix.at[0] != '.' && suffix.at[0] != '@')
        return (fr_bytes){0};
    if (!fr_bytes_starts(suffix, FR_LITERAL(".llvm.")))
        print_bytes(&p, suffix);
    return p.bad ? (fr_bytes){0} : (fr_bytes){to, p.len};
}
