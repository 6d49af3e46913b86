/* palette_rules.c - questions about a frame, the rules that ask them, and the table of palettes. */
#include "themes/palette_rules.h"

/* ---- questions about a frame ---- */

static bool has(const fr_coloured *f, const char *part)
{
    size_t len = strlen(part);

    for (size_t i = 0; i + len <= f->name.len; i++)
        if (memcmp(f->name.at + i, part, len) == 0)
            return true;
    return false;
}

static bool starts(const fr_coloured *f, const char *heads)
{
    while (*heads) {
        size_t len = strcspn(heads, "|");
        if (f->name.len >= len && memcmp(f->name.at, heads, len) == 0)
            return true;
        heads += len + (heads[len] == '|');
    }
    return false;
}

static bool is_jit(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return f->kind == FR_KIND_JIT;
}

static bool is_jit_with(const fr_coloured *f, const char *part)
{
    return f->kind == FR_KIND_JIT && has(f, part);
}

static bool is_inlined(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return f->kind == FR_KIND_INLINED;
}

static bool is_kernel(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return f->kind == FR_KIND_KERNEL;
}

static bool is_or_was_kernel(const fr_coloured *f, const char *unused)
{
    return is_kernel(f, unused) || has(f, "_[k]");
}

/* "Ljava/lang/Thread:::run", "java/lang/Thread.run" */
static bool is_java_package(const fr_coloured *f, const char *packages)
{
    fr_coloured bare = *f;

    if (starts(f, "L"))
        bare.name = (fr_bytes){f->name.at + 1, f->name.len - 1};
    return starts(f, packages) || starts(&bare, packages);
}

/* "/app/x.js" */
static bool is_js_path(const fr_coloured *f, const char *suffix)
{
    size_t slash = fr_bytes_find(f->name, '/');
    fr_coloured rest = {.name = {f->name.at + slash, f->name.len - slash}};

    return slash < f->name.len && has(&rest, suffix);
}

/* inferno's Java: "scala/X.y", "Foo.bar", "Foo", also after an L. */
static bool is_java_like(const fr_coloured *f, const char *unused)
{
    fr_bytes name = f->name;

    (void)unused;
    if (name.len > 0 && name.at[0] == 'L')
        name = (fr_bytes){name.at + 1, name.len - 1};
    return fr_bytes_find(name, '/') < name.len ||
           (fr_bytes_find(name, '.') < name.len && name.at[0] != '[') ||
           (name.len > 0 && name.at[0] >= 'A' && name.at[0] <= 'Z');
}

static bool is_blank(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return f->name.len == 1 && f->name.at[0] == ' ';
}

static bool is_all_blank(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return f->name.len > 0 && fr_bytes_trim(f->name).len == 0;
}

/* "python3.11", "Python" */
static bool is_python(fr_bytes part)
{
    size_t i = 6;

    if (!fr_bytes_starts(part, FR_LITERAL("python")) &&
        !fr_bytes_starts(part, FR_LITERAL("Python")))
        return false;
    while (i < part.len && (part.at[i] == '.' || (part.at[i] >= '0' && part.at[i] <= '9')))
        i++;
    return i == part.len;
}

static bool is_site_package(fr_bytes part)
{
    return fr_bytes_equal(part, FR_LITERAL("site-packages"));
}

static bool has_path_part(fr_bytes path, bool (*test)(fr_bytes part))
{
    for (size_t start = 0, len; start < path.len; start += len + 1) {
        fr_bytes rest = {path.at + start, path.len - start};
        len = fr_bytes_find(rest, '/');
        if (test((fr_bytes){rest.at, len}))
            return true;
    }
    return false;
}

static bool is_of_site_package(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return has_path_part(f->name, is_site_package);
}

static bool is_of_python(const fr_coloured *f, const char *unused)
{
    (void)unused;
    return has_path_part(f->name, is_python);
}

/* "module`core::fmt" starts as "core::fmt" does. */
static bool starts_in_module(const fr_coloured *f, const char *heads)
{
    size_t tick = fr_bytes_find(f->name, '`');
    fr_coloured bare = *f;

    if (tick < f->name.len)
        bare.name = (fr_bytes){f->name.at + tick + 1, f->name.len - tick - 1};
    return starts(&bare, heads);
}

/* ---- rules ---- */

#define END                                                                                        \
    {                                                                                              \
        NULL, NULL, N_HUES, NULL                                                                   \
    }
#define ALL(hue) {NULL, NULL, hue, ""}, END

static const rule hot[] = {ALL(HOT)}, mem[] = {ALL(MEM)}, io[] = {ALL(IO)}, red[] = {ALL(RED)},
                  green[] = {ALL(GREEN)}, blue[] = {ALL(BLUE)}, yellow[] = {ALL(YELLOW)},
                  purple[] = {ALL(PURPLE)}, aqua[] = {ALL(AQUA)}, orange[] = {ALL(ORANGE)};

static const rule java[] = {
    {is_jit, NULL, GREEN, "Java"},
    {is_inlined, NULL, AQUA, "inlined"},
    {is_java_package, "java/|javax/|jdk/|net/|org/|com/|io/|sun/", GREEN, "Java"},
    {has, ":::", GREEN, "Java"},
    {has, "::", YELLOW, "C++"},
    {is_kernel, NULL, ORANGE, "kernel"},
    {NULL, NULL, RED, "native"},
    END,
};

static const rule js[] = {
    {is_jit_with, "/", GREEN, "JavaScript"},
    {is_jit, NULL, AQUA, "built-in"},
    {has, "::", YELLOW, "C++"},
    {is_js_path, ".js", GREEN, "JavaScript"},
    {has, ":", AQUA, "built-in"},
    {is_blank, NULL, GREEN, "JavaScript"},
    {is_or_was_kernel, NULL, ORANGE, "kernel"},
    {NULL, NULL, RED, "native"},
    END,
};

static const rule perl[] = {
    {has, "::", YELLOW, "C++"},  {has, "Perl", GREEN, "Perl"},
    {has, ".pl", GREEN, "Perl"}, {is_or_was_kernel, NULL, ORANGE, "kernel"},
    {NULL, NULL, RED, "native"}, END,
};

/* inferno's marks count before names do. */
static const rule inferno_java[] = {
    {is_kernel, NULL, ORANGE, "kernel"}, {is_inlined, NULL, AQUA, "inlined"},
    {is_jit, NULL, GREEN, "Java"},       {has, "::", YELLOW, "C++"},
    {starts, "-[|+[", YELLOW, "C++"},    {is_java_like, NULL, GREEN, "Java"},
    {NULL, NULL, RED, "native"},         END,
};

static const rule inferno_js[] = {
    {is_all_blank, NULL, GREEN, "JavaScript"},
    {is_kernel, NULL, ORANGE, "kernel"},
    {is_jit_with, "/", GREEN, "JavaScript"},
    {is_jit, NULL, AQUA, "built-in"},
    {has, "::", YELLOW, "C++"},
    {has, ":", AQUA, "built-in"},
    {is_js_path, "node_modules/", PURPLE, "packages"},
    {is_js_path, ".js", GREEN, "JavaScript"},
    {NULL, NULL, RED, "native"},
    END,
};

static const rule inferno_perl[] = {
    {is_kernel, NULL, ORANGE, "kernel"}, {has, "Perl", GREEN, "Perl"}, {has, ".pl", GREEN, "Perl"},
    {has, "::", YELLOW, "C++"},          {NULL, NULL, RED, "native"},  END,
};

static const rule python[] = {
    {is_of_site_package, NULL, AQUA, "packages"},
    {is_of_python, NULL, YELLOW, "Python's own"},
    {starts, "<built-in|<method|<frozen", YELLOW, "Python's own"},
    {NULL, NULL, RED, "other code"},
    END,
};

static const rule rust[] = {
    {starts_in_module, "<core::future::from_generator::GenFuture<T>", AQUA, "crates"},
    {starts_in_module, "core::|std::|alloc::|<core::|<std::|<alloc::", ORANGE, "Rust's own"},
    {has, "::", AQUA, "crates"},
    {NULL, NULL, YELLOW, "other code"},
    END,
};

static const rule chain[] = {
    {has, "_[w]", AQUA, "waker"},
    {NULL, NULL, BLUE, "waiting"},
    END,
};

static const struct fr_palette palettes[] = {
    {"hot", hot},
    {"mem", mem},
    {"io", io},
    {"wakeup", aqua},
    {"chain", chain},
    {"java", java},
    {"js", js},
    {"perl", perl},
    {"python", python},
    {"rust", rust},
    {"red", red},
    {"green", green},
    {"blue", blue},
    {"yellow", yellow},
    {"purple", purple},
    {"aqua", aqua},
    {"orange", orange},
    {"inferno-java", inferno_java},
    {"inferno-js", inferno_js},
    {"inferno-perl", inferno_perl},
};

const fr_palette *fr_palette_find(const char *name)
{
    for (size_t i = 0; i < sizeof palettes / sizeof *palettes; i++)
        if (strcmp(palettes[i].name, name) == 0)
            return &palettes[i];
    return NULL;
}
