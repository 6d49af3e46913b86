/*
 * package.c - the package of a frame by one rule for each language; the first that fits decides:
 *
 *     github.com/x/pkg.(*T).Run          github.com/x/pkg       Go: the import path
 *     java.util.HashMap.get              java.util              Java; java/util/HashMap.get too
 *     v8::internal::Execution::Call      v8                     C++: the outermost namespace; Rust: the crate
 *     sort  /srv/app/w1.js               w1.js                  a script's file; of node_modules/x/..., x
 *     dumps  /usr/lib/python3/json/__init__.py     json     the folder that a file stands for; of index.js too
 *     do_syscall_64  (kernel)            kernel
 *     memcpy  libc.so.6                  libc.so.6              else the module
 */
#include "model/module.h"

#include "base/name_place.h"
#include "model/profile.h"

#include <stdlib.h>

static fr_bytes part(fr_bytes text, size_t from, size_t to)
{
    return (fr_bytes){text.at + from, to - from};
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_word(char c)
{
    return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

static size_t find_text(fr_bytes text, const char *wanted)
{
    size_t len = strlen(wanted);

    for (size_t i = 0; i + len <= text.len; i++)
        if (memcmp(text.at + i, wanted, len) == 0)
            return i;
    return text.len;
}

static fr_bytes base_of(fr_bytes path)
{
    size_t slash = fr_bytes_find_last(path, '/');

    return slash < path.len ? part(path, slash + 1, path.len) : path;
}

/* "w1.js" of "/srv/app/w1.js"; "json" of "/usr/lib/python3/json/__init__.py", which is the file of its folder. */
static fr_bytes of_folder(fr_bytes file)
{
    fr_bytes base = base_of(file);
    bool is_folder = fr_bytes_equal(base, FR_LITERAL("__init__.py")) ||
                     fr_bytes_equal(base, FR_LITERAL("index.js"));
    fr_bytes folder =
        is_folder && base.len < file.len ? base_of(part(file, 0, file.len - base.len - 1)) : base;

    return folder.len ? folder : base;
}

/* "/srv/app/w1.js", "node:internal/modules/run_main", "/usr/lib/python3/site-packages/yaml/load.py" */
static fr_bytes of_script(fr_bytes file)
{
    static const char *const suffixes[] = {".js", ".mjs", ".cjs", ".ts",
                                           ".py", ".rb",  ".php", ".lua"};
    static const char *const folders[] = {"node_modules/", "site-packages/"};

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t at = find_text(file, folders[i]), from = at + strlen(folders[i]);
        fr_bytes rest = at < file.len ? part(file, from, file.len) : FR_LITERAL("");
        if (rest.len)
            return part(rest, 0, fr_bytes_find(rest, '/'));
    }
    if (fr_bytes_starts(file, FR_LITERAL("node:")))
        return FR_LITERAL("node");
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (fr_bytes_ends(file, fr_bytes_of(suffixes[i])))
            return of_folder(file);
    return FR_LITERAL("");
}

/* The first "::" that stands in no arguments: those of "run<a::B>(c::D)" tell of others. All of "<a::B as c::D>::run"
 * begins with an argument, which names the crate. */
static size_t find_separator(fr_bytes name)
{
    int depth = 0;

    if (fr_bytes_find(name, ':') == name.len)
        return name.len;
    if (fr_bytes_starts(name, FR_LITERAL("<")))
        return find_text(name, "::");
    for (size_t i = 0; i + 1 < name.len; i++) {
        depth += name.at[i] == '<' || name.at[i] == '(';
        depth -= depth > 0 && (name.at[i] == '>' || name.at[i] == ')');
        if (depth == 0 && name.at[i] == ':' && name.at[i + 1] == ':')
            return i;
    }
    return name.len;
}

/* "v8::internal::Call", "<alloc::vec::Vec<T> as core::Clone>::clone", "void std::sort<int>(int*)" */
static fr_bytes of_namespace(fr_bytes name)
{
    size_t end = find_separator(name), from = end;

    if (end == name.len)
        return FR_LITERAL("");
    while (from > 0 && is_word(name.at[from - 1]))
        from--;
    /* "JavaThread::run": a class, which stands in no namespace; "JSC::" is one */
    if (end > from + 1 && is_upper(name.at[from]) && !is_upper(name.at[from + 1]))
        return FR_LITERAL("");
    return part(name, from, end);
}

/* Words that compilers put behind a dot: "parse.isra.0". */
static bool is_clone(fr_bytes rest)
{
    static const char *const words[] = {"isra", "part", "constprop", "cold", "lto_priv", "llvm"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (fr_bytes_starts(rest, fr_bytes_of(words[i])))
            return true;
    /* "main.(*node[int]).ins": a method of Go */
    return rest.len == 0 || (*rest.at != '(' && !is_word(*rest.at)) ||
           (*rest.at >= '0' && *rest.at <= '9');
}

/* Returns the length of the packages before a class, "java.util." of "java.util.HashMap.get"; 0: there is no class. A
 * path with a host before its first slash, "github.com/BurntSushi/toml.Decode", is one of Go, and has none. */
static size_t class_of(fr_bytes text)
{
    bool host = false, slash = false;

    for (size_t i = 0; i + 1 < text.len; i++) {
        if (text.at[i] != '.' && text.at[i] != '/')
            continue;
        host |= i > 0 && !slash && text.at[i] == '.';
        slash |= i > 0 && text.at[i] == '/';
        if (is_upper(text.at[i + 1]))
            return host && slash ? 0 : i + 1;
    }
    return 0;
}

static bool is_of_path(char c)
{
    return is_word(c) || c == '.' || c == '/' || c == '~' || c == '-' || c == '@' || c == '%';
}

/* Returns the package in a name of Java, where packages are in small letters, or of Go, where the path ends at the
 * first dot behind its last slash. */
static fr_bytes of_path(fr_bytes name)
{
    size_t len = 0, slash, dot, at;

    while (len < name.len && is_of_path(name.at[len]))
        len++;
    fr_bytes text = part(name, 0, len);
    at = class_of(text);
    slash = len - base_of(text).len;
    dot = slash + fr_bytes_find(part(text, slash, len), '.');
    if (len == 0 || !is_word(*name.at) || dot >= len || dot == slash)
        return FR_LITERAL("");
    /* "net/http.HandlerFunc": the class is behind the dot of a path of Go */
    if (at && (slash ? at <= slash
                     : at > dot + 1 && fr_bytes_find(part(text, dot + 1, len), '.') < at - dot))
        return part(text, 0, at - 1);
    return slash == 0 && is_clone(part(name, dot + 1, name.len)) ? FR_LITERAL("")
                                                                 : part(text, 0, dot);
}

static fr_bytes of_name(fr_bytes name)
{
    fr_bytes found = of_namespace(name);

    return found.len ? found : of_path(name);
}

static fr_bytes of_code(const fr_profile *profile, const fr_frame *f)
{
    fr_bytes found = of_script(fr_names_at(profile->names, f->file));

    return found.len ? found : of_name(fr_names_at(profile->names, f->name));
}

static bool is_code(fr_kind kind)
{
    return kind != FR_KIND_PROCESS && kind != FR_KIND_KERNEL;
}

fr_bytes fr_frame_package(const fr_profile *profile, uint32_t frame)
{
    const fr_frame *f = &profile->frames[frame];
    fr_bytes module = fr_names_at(profile->names, f->module), found;

    if (!is_code(fr_frame_kind(f)))
        return fr_frame_kind(f) == FR_KIND_KERNEL ? FR_LITERAL("kernel") : FR_LITERAL("");
    found = of_code(profile, f);
    if (!found.len && module.len && !fr_name_is_bare(module))
        found = base_of(module);
    return found;
}

/* ---- all frames ---- */

/* A name whose frames are all of one package. */
typedef struct named {
    fr_kind
        kind; /* the lowest of its frames: however they were read, the names have the same kinds */
    uint32_t package; /* FR_NO_ID: it was not looked for yet */
} named;

/* By name; NULL: no memory. */
static named *names_of(const fr_profile *p)
{
    size_t n = fr_names_count(p->names);
    named *of = malloc((n + 1) * sizeof *of);

    for (size_t i = 0; of && i < n; i++)
        of[i] = (named){FR_N_KINDS, FR_NO_ID};
    for (uint32_t f = 1; f < p->n_frames && of; f++) {
        fr_kind kind = fr_frame_kind(&p->frames[f]), *lowest = &of[p->frames[f].name].kind;
        *lowest = kind < *lowest ? kind : *lowest;
    }
    return of;
}

/* `name`: of the frame, where it alone decides; else NULL. */
static fr_bytes package_of(const fr_profile *p, uint32_t frame, const named *name, bool code)
{
    const fr_frame *f = &p->frames[frame];
    fr_kind kind = name ? name->kind : fr_frame_kind(f);

    if (!code && (!name || kind == FR_KIND_KERNEL))
        return name ? FR_LITERAL("kernel") : fr_frame_package(p, frame);
    if (!is_code(kind))
        return FR_LITERAL("");
    return name ? of_name(fr_frame_name(p, frame)) : of_code(p, f);
}

uint32_t *fr_packages_of_frames(const fr_profile *profile, fr_names *names, bool code)
{
    bool by_name = profile->meta.lacks_lines || profile->n_stacks - 1 > FR_DATA_AUTO_STACKS;
    uint32_t *of = calloc((size_t)profile->n_frames + 1, sizeof *of);
    named *all = by_name ? names_of(profile) : NULL;
    bool good = of && names && (!by_name || all);

    for (uint32_t f = 1; good && f < profile->n_frames; f++) {
        named *name = all ? &all[profile->frames[f].name] : NULL;
        fr_bytes package;
        if (name && name->package != FR_NO_ID) {
            of[f] = name->package;
            continue;
        }
        package = package_of(profile, f, name, code);
        of[f] = package.len ? fr_names_add(names, package) : 0;
        good = of[f] != FR_NO_ID;
        if (name)
            name->package = of[f];
    }
    free(all);
    return fr_kept(good, of);
}
