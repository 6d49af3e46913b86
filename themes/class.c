/*
 * class.c - what a frame is, by its kind and then by its name, and which of the eight steps its
 * name picks.
 *
 *     JIT       anything                          managed    the reader knows
 *     user      Ljava/lang/Thread;::run           managed    by the first rule that matches
 *     user      v8::internal::Execution::Call     C++
 *     user      [libc.so.6], 0x7f3a12b0           unknown
 *     user      (idle)                            idle
 *     user      (program)                         runtime
 *     user      net/http.(*conn).serve            native     Go: the last path element is lower
 * case
 *
 * Rust and Perl join their names with "::" too and count as C++; a name alone cannot tell.
 */
#define XXH_INLINE_ALL
#include "themes/theme.h"

#include <xxhash.h>

#include "base/name_place.h"

#define STEP_SEED 0x666c616d65ULL /* "flame"; a change repaints every picture ever made */

static const char *const titles[FR_N_CLASSES] = {
    [FR_CLASS_NATIVE] = "native",   [FR_CLASS_CPP] = "C++",
    [FR_CLASS_KERNEL] = "kernel",   [FR_CLASS_MANAGED] = "managed / JIT",
    [FR_CLASS_INLINED] = "inlined", [FR_CLASS_PROCESS] = "process",
    [FR_CLASS_OFF_CPU] = "off-CPU", [FR_CLASS_UNKNOWN] = "unknown",
    [FR_CLASS_IDLE] = "idle",       [FR_CLASS_RUNTIME] = "runtime",
    [FR_CLASS_ROOT] = "all",
};

/* USER says nothing: then the name decides. */
static const fr_class class_of_kind[FR_N_KINDS] = {
    [FR_KIND_USER] = FR_CLASS_NATIVE,         [FR_KIND_KERNEL] = FR_CLASS_KERNEL,
    [FR_KIND_JIT] = FR_CLASS_MANAGED,         [FR_KIND_INLINED] = FR_CLASS_INLINED,
    [FR_KIND_INTERPRETED] = FR_CLASS_MANAGED, [FR_KIND_PROCESS] = FR_CLASS_PROCESS,
    [FR_KIND_OFF_CPU] = FR_CLASS_OFF_CPU,
};

const char *fr_class_title(fr_class c)
{
    return titles[c];
}

/* ---------------------------------------------------------------- questions about a name */

static bool has(fr_bytes text, fr_bytes part)
{
    for (size_t i = 0; i + part.len <= text.len; i++) {
        i += fr_bytes_find((fr_bytes){text.at + i, text.len - i}, part.at[0]);
        if (i + part.len <= text.len && memcmp(text.at + i, part.at, part.len) == 0)
            return true;
    }
    return false;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_bracketed(fr_bytes name, fr_bytes unused)
{
    (void)unused;
    return fr_name_is_bracketed(name);
}

static bool is_address(fr_bytes name, fr_bytes unused)
{
    (void)unused;
    return fr_name_is_address(name);
}

/* The part of a name before its arguments: "java.lang.Thread.run" of "java.lang.Thread.run()". */
static fr_bytes without_arguments(fr_bytes name)
{
    return (fr_bytes){name.at, fr_bytes_find(name, '(')};
}

static bool is_whole(fr_bytes name, fr_bytes text)
{
    return fr_bytes_equal(name, text);
}

/* "Ljava/lang/Thread;::run", and with the ';' as folded text has it: "Ljava/lang/Thread:::run".
 * The '/' must come before the "::", or "List::operator/" would be Java. */
static bool is_java_descriptor(fr_bytes name, fr_bytes unused)
{
    (void)unused;
    if (name.len < 2 || name.at[0] != 'L')
        return false;
    fr_bytes path = {name.at, fr_bytes_find(name, ':')};
    return path.len < name.len &&
           (fr_bytes_ends(path, FR_LITERAL(";")) || fr_bytes_find(path, '/') < path.len);
}

/* "java/lang/Thread.run": the last path element is a class, in upper case, with a method. */
static bool is_java_path(fr_bytes name, fr_bytes unused)
{
    (void)unused;
    fr_bytes path = without_arguments(name);
    size_t slash = path.len;
    while (slash > 0 && path.at[slash - 1] != '/')
        slash--;
    if (slash == 0 || slash == path.len || !is_upper(path.at[slash]) || path.at[0] == '/')
        return false;
    fr_bytes last = {path.at + slash, path.len - slash};
    return fr_bytes_find(last, '.') < last.len && !has(path, FR_LITERAL("::"));
}

/* "com.example.Server.handle": two packages in lower case and a class; one package would be Go's
 * "time.Time.date". After a return type the class is enough: "int Work.fib(int)". */
static bool is_java_dotted(fr_bytes name, fr_bytes unused)
{
    (void)unused;
    fr_bytes path = without_arguments(name);
    size_t packages = 0, start = 0;
    for (size_t i = 0; i < path.len; i++) {
        if (path.at[i] == ' ') {
            packages = 0;
            start = i + 1;
        } else if (path.at[i] == '.') {
            bool typed = start > 0 && path.at[start - 1] == ' ' && path.len < name.len;
            if (i > start && is_upper(path.at[start]) && (packages >= 2 || typed))
                return true;
            packages =
                i > start && (path.at[start] >= 'a' && path.at[start] <= 'z') ? packages + 1 : 0;
            start = i + 1;
        }
    }
    return false;
}

/* "sort /srv/app.js:2:15", "root (templates/list.html:14)", "render (page.rb)": source that is interpreted or compiled
 * while it runs, before its line or in parentheses. */
static bool is_of_script(fr_bytes name, fr_bytes unused)
{
    static const char *const suffixes[] = {".js",   ".mjs", ".cjs",   ".jsx", ".ts",  ".tsx",
                                           ".py",   ".pyx", ".rb",    ".erb", ".php", ".lua",
                                           ".html", ".htm", ".jinja", ".j2"};
    (void)unused;
    for (size_t dot = 0;
         (dot += fr_bytes_find((fr_bytes){name.at + dot, name.len - dot}, '.')) < name.len; dot++) {
        size_t end = dot + 1;
        while (end < name.len &&
               (fr_is_digit(name.at[end]) || (name.at[end] >= 'a' && name.at[end] <= 'z')))
            end++;
        if (end == name.len || (name.at[end] != ':' && name.at[end] != ')'))
            continue;
        for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
            if (fr_bytes_equal((fr_bytes){name.at + dot, end - dot}, fr_bytes_of(suffixes[i])))
                return true;
    }
    return false;
}

/* ---------------------------------------------------------------- the rules */

typedef struct rule {
    bool (*test)(fr_bytes name, fr_bytes text);
    fr_bytes text;
    fr_class is;
} rule;

#define TEXT(literal)                                                                              \
    {                                                                                              \
        (literal), sizeof(literal) - 1                                                             \
    }
#define NO_TEXT                                                                                    \
    {                                                                                              \
        NULL, 0                                                                                    \
    }

/* The first that holds decides; none: native. */
static const rule rules[] = {
    {is_bracketed, NO_TEXT, FR_CLASS_UNKNOWN},
    {is_address, NO_TEXT, FR_CLASS_UNKNOWN},
    /* V8 and JavaScriptCore */
    {is_whole, TEXT("(idle)"), FR_CLASS_IDLE},
    {is_whole, TEXT("(program)"), FR_CLASS_RUNTIME},
    {is_whole, TEXT("(garbage collector)"), FR_CLASS_RUNTIME},
    /* Node.js */
    {fr_bytes_starts, TEXT("JS:"), FR_CLASS_MANAGED},
    {fr_bytes_starts, TEXT("LazyCompile:"), FR_CLASS_MANAGED},
    {fr_bytes_starts, TEXT("Function:"), FR_CLASS_MANAGED},
    {fr_bytes_starts, TEXT("Script:"), FR_CLASS_MANAGED},
    {fr_bytes_starts, TEXT("Eval:"), FR_CLASS_MANAGED},
    {fr_bytes_starts, TEXT("RegExp:"), FR_CLASS_MANAGED},
    {fr_bytes_starts, TEXT("BytecodeHandler:"), FR_CLASS_MANAGED},
    {fr_bytes_starts, TEXT("Builtin:"), FR_CLASS_MANAGED},
    {fr_bytes_starts, TEXT("Builtins_"), FR_CLASS_MANAGED},
    {has, TEXT("(node:"), FR_CLASS_MANAGED},
    /* Python (perf trampolines, py-spy, austin) */
    {fr_bytes_starts, TEXT("py::"), FR_CLASS_MANAGED},
    {fr_bytes_ends, TEXT(".py"), FR_CLASS_MANAGED},
    {is_of_script, NO_TEXT, FR_CLASS_MANAGED},
    /* Java (perf-map-agent, async-profiler) */
    {is_java_descriptor, NO_TEXT, FR_CLASS_MANAGED},
    {has, TEXT("$$Lambda"), FR_CLASS_MANAGED},
    {is_java_path, NO_TEXT, FR_CLASS_MANAGED},
    /* .NET: "void [System.Linq] System.Linq.Enumerable::ToArray(...)[OptimizedTier1]" */
    {has, TEXT("[OptimizedTier"), FR_CLASS_MANAGED},
    {has, TEXT("[QuickJitted"), FR_CLASS_MANAGED},
    {has, TEXT("[PreJIT]"), FR_CLASS_MANAGED},
    /* C++, and whatever else joins names so */
    {has, TEXT("::"), FR_CLASS_CPP},
    {fr_bytes_starts, TEXT("_Z"), FR_CLASS_CPP},
    {has, TEXT("(anonymous namespace)"), FR_CLASS_CPP},
    {is_java_dotted, NO_TEXT, FR_CLASS_MANAGED},
};

fr_class fr_class_of(fr_bytes name, fr_kind kind, bool is_root)
{
    if (is_root)
        return FR_CLASS_ROOT;
    if (kind != FR_KIND_USER && kind < FR_N_KINDS)
        return class_of_kind[kind];
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].test(name, rules[i].text))
            return rules[i].is;
    return FR_CLASS_NATIVE;
}

/* The upper bits: XXH64 mixes all of them alike. */
uint32_t fr_name_step(fr_bytes name)
{
    return (uint32_t)(XXH64(name.at, name.len, STEP_SEED) >> 61);
}
