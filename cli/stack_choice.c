/*
 * stack_choice.c - reads what perf will record: the unwind tables (.eh_frame) of a program and of the libraries that
 * it is linked with.
 *
 * Compilers omit the frame pointer, or do not, for a whole file. A function that keeps it says in .eh_frame that its
 * frame is found from rbp (DW_CFA_def_cfa_register rbp). Small functions never need to, so that a program built with
 * -fno-omit-frame-pointer has some 50 to 80 % of such functions, and one without it 0 to 3 %.
 *
 * The files are those that the system would start here: of this machine's class and byte order. What is damaged is a
 * program without tables.
 *
 * Perf is to take stacks so that they are whole: by frame pointers, where the program keeps
 * them, or as dumps of the stack, which are unwound by the program's tables.
 *
 *     libc.so.6    1 % of its functions keep the frame pointer: dumps
 *     gopipe       built by Go, which always keeps it: frame pointers
 *     node         makes code while it runs, which has frame pointers and no tables: frame pointers
 */
#define _GNU_SOURCE /* memmem */
#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

/* ---------------------------------------------------------------- programs */

/* A regular file that may be executed; errno says why not. */
static bool is_program(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    if (S_ISDIR(status.st_mode))
        errno = EACCES;
    return !S_ISDIR(status.st_mode) && access(path, X_OK) == 0;
}

char *program_find(const char *command)
{
    const char *at = getenv("PATH");
    char path[PATH_MAX];
    int why = ENOENT;
    if (strchr(command, '/'))
        return is_program(command) ? strdup(command) : NULL;
    for (at = at ? at : "/usr/local/bin:/usr/bin:/bin"; *command && at; at = strchr(at, ':')) {
        at += *at == ':';
        size_t len = strcspn(at, ":");
        int n = snprintf(path, sizeof path, "%.*s%s%s", (int)len, at, len ? "/" : "", command);
        if (n > 0 && (size_t)n < sizeof path && is_program(path))
            return strdup(path);
        why = errno == EACCES ? EACCES : why;
    }
    errno = why;
    return NULL;
}

/* "#!/usr/bin/env python3": the program that reads the script, malloc'ed; NULL: it is no script. */
static char *find_interpreter(const char *path)
{
    char line[256] = "", *first, *second;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = fd >= 0 ? read(fd, line, sizeof line - 1) : -1;
    if (fd >= 0)
        close(fd);
    line[n > 0 ? n : 0] = '\0';
    if (line[0] != '#' || line[1] != '!')
        return NULL;
    line[strcspn(line, "\n")] = '\0';
    first = strtok(line + 2, " \t");
    second = first ? strtok(NULL, " \t") : NULL;
    if (first && second && strcmp(path_end(first), "env") == 0)
        return program_find(second);
    return first ? program_find(first) : NULL;
}

#define SCRIPTS_MOST 5 /* a script may be read by a script */

/* The path of the program that runs in the end, without symbolic links: malloc'ed. */
static char *resolve(const char *program)
{
    char *path = realpath(program, NULL);
    for (int i = 0; path && i < SCRIPTS_MOST; i++) {
        char *next = find_interpreter(path);
        if (!next)
            break;
        free(path);
        path = realpath(next, NULL);
        free(next);
    }
    return path;
}

/* ---------------------------------------------------------------- runtimes */

/* A program that runs code of others, whose names perf cannot see unless it is told to give them. */
struct runtime {
    const char *name;     /* as its file's name begins */
    bool makes_code;      /* which has frame pointers and no tables */
    const char *argument; /* what makes it tell its names: in an argument ... */
    const char *variable; /* ... or in this variable; NULL: nothing does */
    const char *hint;
};

static const struct runtime runtimes[] = {
    {"node", true, "--perf-basic-prof", "NODE_OPTIONS",
     "node tells perf the names of its functions with --perf-basic-prof: "
     "'node --perf-basic-prof app.js'"},
    {"java", true, "-XX:+DumpPerfMapAtExit", "JAVA_TOOL_OPTIONS",
     "java tells perf the names of its methods with 'java -XX:+UnlockDiagnosticVMOptions "
     "-XX:+DumpPerfMapAtExit -XX:+PreserveFramePointer' (17 and later)"},
    {"dotnet", true, NULL, "DOTNET_PerfMapEnabled",
     "dotnet tells perf the names of its methods with DOTNET_PerfMapEnabled=1 in the environment"},
    {"luajit", true, "-jp", NULL, "luajit does not tell perf the names of its functions"},
    {"python3.1", false, "perf", "PYTHONPERFSUPPORT",
     "Python 3.12 and later tells perf the names of its functions with 'python3 -X perf'; of "
     "earlier ones 'py-spy record -f raw' shows them"},
    {NULL, false, NULL, NULL, NULL},
};

static bool is_told(const struct runtime *r, char *const *arguments)
{
    const char *value = r->variable ? getenv(r->variable) : NULL;
    if (value && *value && (!r->argument || strstr(value, r->argument) || !r->makes_code))
        return true;
    for (; r->argument && arguments && *arguments; arguments++)
        if (r->makes_code ? strstr(*arguments, r->argument) != NULL
                          : strcmp(*arguments, r->argument) == 0)
            return true;
    return false;
}

/* ---------------------------------------------------------------- bytes of a file */

#define PART_MOST ((size_t)256 << 20) /* bytes of a section that are read */

struct part {
    unsigned char *at; /* malloc'ed */
    size_t len;
};

/* Bytes `from` to from + len of a file; none where it is shorter. */
static struct part read_part(int fd, uint64_t from, uint64_t len)
{
    struct part part = {0};
    if (len == 0 || len > PART_MOST || from > INT64_MAX - len)
        return part;
    part.at = malloc((size_t)len + 1);
    while (part.at && part.len < len) {
        ssize_t n = pread(fd, part.at + part.len, (size_t)len - part.len, (off_t)(from + part.len));
        if (n <= 0)
            break;
        part.len += (size_t)n;
    }
    if (part.len < len) {
        free(part.at);
        return (struct part){0};
    }
    part.at[len] = '\0';
    return part;
}

/* The program, as far as it is known. */
struct survey {
    bool is_go, has_tables;
    char poorest[100]; /* the file with the smallest share */
    double share;      /* of its functions that keep the frame pointer */
};

#define FUNCTIONS_LEAST 30   /* libraries with fewer are stubs, and decide nothing */
#define SHARE_LEAST     0.25 /* files without frame pointers have 3 %, those with them 50 */

#ifdef __linux__
#include <elf.h>

/* ---------------------------------------------------------------- .eh_frame */

/* The functions of a file, and those of them that keep the frame pointer. */
struct counts {
    uint64_t n, n_kept;
};

enum { RBP = 6, X29 = 29 }; /* DWARF's numbers */

/* The rest of a table; reading past its end gives zeros. */
struct left {
    const unsigned char *at, *end;
};

static uint64_t take(struct left *l, size_t n)
{
    uint64_t value = 0;
    if ((size_t)(l->end - l->at) < n) {
        l->at = l->end;
        return 0;
    }
    for (size_t i = n; i-- > 0;)
        value = value << 8 | l->at[i];
    l->at += n;
    return value;
}

static uint64_t take_leb(struct left *l)
{
    uint64_t value = 0;
    for (unsigned shift = 0; l->at < l->end; shift += 7) {
        unsigned char byte = *l->at++;
        value |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
        if (!(byte & 0x80))
            break;
    }
    return value;
}

static void skip(struct left *l, uint64_t n)
{
    l->at = n < (uint64_t)(l->end - l->at) ? l->at + n : l->end;
}

/* An address in the encoding that the table says (DW_EH_PE_...). */
static void skip_address(struct left *l, unsigned encoding)
{
    static const unsigned char sizes[16] = {8, 0, 2, 4, 8, 0, 0, 0, 8, 0, 2, 4, 8};
    if ((encoding & 7) == 1)
        (void)take_leb(l);
    else
        skip(l, sizes[encoding & 15]);
}

/* The operands of a call frame instruction: 'u' a number, 'b' bytes with their length, 'a' an address, a
 * digit that many bytes, 'r' the register that frames are found from. NULL: unknown. */
static const char *const operands[0x30] = {
    [0x00] = "",   [0x01] = "a",  [0x02] = "1",  [0x03] = "2",  [0x04] = "4",  [0x05] = "uu",
    [0x06] = "u",  [0x07] = "u",  [0x08] = "u",  [0x09] = "uu", [0x0a] = "",   [0x0b] = "",
    [0x0c] = "ru", [0x0d] = "r",  [0x0e] = "u",  [0x0f] = "b",  [0x10] = "ub", [0x11] = "uu",
    [0x12] = "ru", [0x13] = "u",  [0x14] = "uu", [0x15] = "uu", [0x16] = "ub", [0x2d] = "",
    [0x2e] = "u",  [0x2f] = "uu",
};

/* True if instructions find the frame from rbp, or on AArch64 save x29, which is the frame pointer as long as it is. */
static bool keeps_pointer(struct left code, unsigned encoding, unsigned machine)
{
    while (code.at < code.end) {
        unsigned op = *code.at++, high = op >> 6;
        const char *what = high ? high == 2 ? "u" : "" : op < 0x30 ? operands[op] : NULL;
        if (!what || (high == 2 && machine == EM_AARCH64 && (op & 63) == X29))
            return what != NULL;
        for (; *what; what++)
            if (*what == 'a')
                skip_address(&code, encoding);
            else if (*what == 'b')
                skip(&code, take_leb(&code));
            else if (*what == 'u' || *what == 'r') {
                uint64_t value = take_leb(&code);
                if (*what == 'r' && value == RBP && machine == EM_X86_64)
                    return true;
            } else {
                skip(&code, (uint64_t)(*what - '0'));
            }
    }
    return false;
}

/* "zPLR" and its data: the encoding of addresses in the entries of a CIE; it begins behind its zero. */
static unsigned read_encoding(struct left cie, bool *augmented)
{
    unsigned version = (unsigned)take(&cie, 1), encoding = 0;
    const char *letters = (const char *)cie.at;
    size_t len = strnlen(letters, (size_t)(cie.end - cie.at));
    skip(&cie, len + 1);
    (void)take_leb(&cie);
    (void)take_leb(&cie);
    if (version == 1)
        skip(&cie, 1);
    else
        (void)take_leb(&cie);
    *augmented = len > 0 && letters[0] == 'z';
    if (*augmented)
        (void)take_leb(&cie);
    for (size_t i = 1; *augmented && i < len; i++)
        if (letters[i] == 'R')
            encoding = (unsigned)take(&cie, 1);
        else if (letters[i] == 'P')
            skip_address(&cie, (unsigned)take(&cie, 1));
        else if (letters[i] == 'L')
            skip(&cie, 1);
    return encoding;
}

/* An entry for a function; `back`: how far before `entry` the CIE begins. */
static void count_function(struct counts *c, const struct part *table, struct left entry,
                           uint64_t back, unsigned machine)
{
    struct left cie = {entry.at - 4, entry.end};
    bool augmented;
    if (back > (uint64_t)(cie.at - table->at))
        return;
    cie.at -= back;
    cie.end = table->at + table->len;
    uint64_t len = take(&cie, 4);
    if (len < (uint64_t)(cie.end - cie.at))
        cie.end = cie.at + len;
    skip(&cie, 4);
    unsigned encoding = read_encoding(cie, &augmented);
    skip_address(&entry, encoding);
    skip_address(&entry, encoding & 15);
    if (augmented)
        skip(&entry, take_leb(&entry));
    c->n++;
    c->n_kept += keeps_pointer(entry, encoding, machine);
}

static void count_functions(struct counts *c, const struct part *table, unsigned machine)
{
    struct left all = {table->at, table->at + table->len};
    while (all.end - all.at > 4) {
        uint64_t len = take(&all, 4);
        if (len == 0 || len == 0xffffffff) /* the end, or tables beyond 4 GiB */
            break;
        struct left entry = {all.at, all.end};
        skip(&all, len);
        entry.end = all.at;
        uint64_t back = take(&entry, 4);
        if (back)
            count_function(c, table, entry, back, machine);
    }
}

/* ---------------------------------------------------------------- ELF files */

struct image {
    int fd;
    Elf64_Ehdr header;
    struct part sections, names;
};

static void close_image(struct image *e)
{
    if (e->fd >= 0)
        close(e->fd);
    free(e->sections.at);
    free(e->names.at);
    *e = (struct image){.fd = -1};
}

static bool section_at(const struct image *e, size_t i, Elf64_Shdr *section)
{
    if (i >= e->sections.len / sizeof *section)
        return false;
    memcpy(section, e->sections.at + i * sizeof *section, sizeof *section);
    return true;
}

static bool open_image(struct image *e, const char *path)
{
    struct stat status;
    Elf64_Shdr names;
    *e = (struct image){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    struct part head = {0};
    if (e->fd >= 0 && fstat(e->fd, &status) == 0 && S_ISREG(status.st_mode))
        head = read_part(e->fd, 0, sizeof e->header);
    if (head.len)
        memcpy(&e->header, head.at, sizeof e->header);
    free(head.at);
    if (memcmp(e->header.e_ident, ELFMAG, SELFMAG) != 0 ||
        e->header.e_ident[EI_CLASS] != ELFCLASS64 || e->header.e_shentsize != sizeof(Elf64_Shdr)) {
        close_image(e);
        return false;
    }
    e->sections =
        read_part(e->fd, e->header.e_shoff, (uint64_t)e->header.e_shnum * sizeof(Elf64_Shdr));
    if (section_at(e, e->header.e_shstrndx, &names))
        e->names = read_part(e->fd, names.sh_offset, names.sh_size);
    return true;
}

static bool find_section(const struct image *e, const char *name, Elf64_Shdr *section)
{
    for (size_t i = 0; section_at(e, i, section); i++)
        if (section->sh_name < e->names.len &&
            strcmp((const char *)e->names.at + section->sh_name, name) == 0)
            return true;
    return false;
}

static bool is_go(const struct image *e)
{
    Elf64_Shdr section;
    return find_section(e, ".note.go.buildid", &section) ||
           find_section(e, ".go.buildinfo", &section);
}

/* ---------------------------------------------------------------- libraries */

/* /etc/ld.so.cache: a header of 48 bytes, entries of 24 (flags, name, path, ...), texts. */
static bool find_cached(const struct part *cache, const char *name, char *path, size_t cap)
{
    static const char magic[] = "glibc-ld.so.cache1.1";
    const unsigned char *head =
        cache->len > 48 ? memmem(cache->at, cache->len, magic, sizeof magic - 1) : NULL;
    size_t len = head ? cache->len - (size_t)(head - cache->at) : 0;
    struct left l = {head ? head + 20 : NULL, head ? head + len : NULL};
    uint64_t n = len > 48 ? take(&l, 4) : 0;
    for (uint64_t i = 0; i < n && 48 + 24 * (i + 1) <= len; i++) {
        l.at = head + 48 + 24 * i + 4;
        uint64_t key = take(&l, 4), value = take(&l, 4);
        if (key >= len || value >= len || strcmp((const char *)head + key, name) != 0)
            continue;
        snprintf(path, cap, "%s", (const char *)head + value);
        return true;
    }
    return false;
}

/* A folder of DT_RUNPATH: "$ORIGIN/../lib". */
static bool find_in(const char *folders, const char *origin, const char *name, char *path,
                    size_t cap)
{
    for (const char *at = folders; at && *at; at += strspn(at, ":")) {
        size_t len = strcspn(at, ":"), skipped = 0;
        bool moves = strncmp(at, "$ORIGIN", 7) == 0 || strncmp(at, "${ORIGIN}", 9) == 0;
        if (moves)
            skipped = at[1] == '{' ? 9 : 7;
        snprintf(path, cap, "%.*s%.*s/%s", moves ? (int)(path_end(origin) - origin) : 0, origin,
                 (int)(len - skipped), at + skipped, name);
        if (access(path, R_OK) == 0)
            return true;
        at += len;
    }
    return false;
}

static void survey_image(struct survey *s, const struct image *e, const char *path, bool is_main)
{
    struct counts counts = {0};
    Elf64_Shdr section;
    if (find_section(e, ".eh_frame", &section)) {
        struct part table = read_part(e->fd, section.sh_offset, section.sh_size);
        count_functions(&counts, &table, e->header.e_machine);
        free(table.at);
    }
    double share = counts.n ? (double)counts.n_kept / (double)counts.n : 0;
    if (is_main && is_go(e))
        s->is_go = true;
    if (counts.n < FUNCTIONS_LEAST && !(is_main && counts.n))
        return;
    if (!s->has_tables || share < s->share) {
        s->share = share;
        snprintf(s->poorest, sizeof s->poorest, "%.99s", path_end(path));
    }
    s->has_tables = true;
}

static void survey_file(struct survey *s, const char *path, bool is_main, bool needed);

/* The libraries of DT_NEEDED, where the loader would find them. */
static void survey_needed(struct survey *s, const struct image *e, const char *path)
{
    Elf64_Shdr dynamic, texts;
    int fd = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
    struct stat status = {0};
    if (!find_section(e, ".dynamic", &dynamic) || !section_at(e, dynamic.sh_link, &texts)) {
        if (fd >= 0)
            close(fd);
        return;
    }
    struct part cache = {0};
    if (fd >= 0 && fstat(fd, &status) == 0)
        cache = read_part(fd, 0, (uint64_t)status.st_size);
    struct part entries = read_part(e->fd, dynamic.sh_offset, dynamic.sh_size);
    struct part names = read_part(e->fd, texts.sh_offset, texts.sh_size);
    const char *runpath = NULL;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i + sizeof(Elf64_Dyn) <= entries.len; i += sizeof(Elf64_Dyn)) {
            char found[PATH_MAX];
            Elf64_Dyn entry;
            memcpy(&entry, entries.at + i, sizeof entry);
            if (entry.d_un.d_val >= names.len)
                continue;
            const char *name = (const char *)names.at + entry.d_un.d_val;
            if (round == 0 && (entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH))
                runpath = name;
            if (round == 1 && entry.d_tag == DT_NEEDED &&
                (find_in(runpath, path, name, found, sizeof found) ||
                 find_in(getenv("LD_LIBRARY_PATH"), path, name, found, sizeof found) ||
                 find_cached(&cache, name, found, sizeof found) ||
                 find_in("/lib64:/usr/lib64:/lib:/usr/lib", path, name, found, sizeof found)))
                survey_file(s, found, false, false);
        }
    free(cache.at);
    free(entries.at);
    free(names.at);
    if (fd >= 0)
        close(fd);
}

static void survey_file(struct survey *s, const char *path, bool is_main, bool needed)
{
    struct image e;
    if (!open_image(&e, path))
        return;
    survey_image(s, &e, path, is_main);
    if (needed && !s->is_go)
        survey_needed(s, &e, path);
    close_image(&e);
}

/* The files whose code process `pid` has mapped. */
static void survey_maps(struct survey *s, const char *pid)
{
    char path[64], line[PATH_MAX + 128], last[PATH_MAX] = "";
    snprintf(path, sizeof path, "/proc/%.20s/maps", pid);
    FILE *maps = fopen(path, "re");
    while (maps && fgets(line, sizeof line, maps)) {
        char *file = strchr(line, '/');
        line[strcspn(line, "\n")] = '\0';
        if (!file || strlen(file) >= sizeof last || strcmp(file, last) == 0 ||
            !strstr(line, " r-xp "))
            continue;
        memcpy(last, file, strlen(file) + 1);
        if (strncmp(path_end(file), "ld-linux", 8) != 0)
            survey_file(s, file, false, false);
    }
    if (maps)
        fclose(maps);
}

#else

static void survey_file(struct survey *s, const char *path, bool is_main, bool needed)
{
    (void)s, (void)path, (void)is_main, (void)needed;
}

static void survey_maps(struct survey *s, const char *pid)
{
    (void)s, (void)pid;
}

#endif

/* ---------------------------------------------------------------- the choice */

static void choose(struct stack_choice *choice, const struct survey *s, const char *path,
                   char *const *arguments)
{
    const struct runtime *runtime = runtimes;
    const char *name = path_end(path);
    while (runtime->name && strncmp(name, runtime->name, strlen(runtime->name)) != 0)
        runtime++;
    runtime = runtime->name ? runtime : NULL;
    if (runtime && !is_told(runtime, arguments))
        append_text(choice->hint, sizeof choice->hint, "%s", runtime->hint);
    choice->dumps = false;
    if (s->is_go)
        append_text(choice->why, sizeof choice->why,
                    "%s was built by Go, which always keeps frame pointers", name);
    else if (runtime && (runtime->makes_code || (!choice->hint[0] && arguments)))
        append_text(choice->why, sizeof choice->why,
                    "%s makes code while it runs, which has frame pointers and no tables", name);
    else if (!s->has_tables)
        append_text(choice->why, sizeof choice->why, "%s has no tables to unwind by", name);
    else if (s->share >= SHARE_LEAST)
        append_text(choice->why, sizeof choice->why,
                    "%s and its libraries keep frame pointers (%s has fewest: %.0f %% of its "
                    "functions)",
                    name, s->poorest, 100 * s->share);
    else {
        choice->dumps = true;
        append_text(choice->why, sizeof choice->why,
                    "%s keeps no frame pointers (%.0f %% of its functions do)", s->poorest,
                    100 * s->share);
    }
}

void stack_choose_command(struct stack_choice *choice, const char *program, char *const *arguments)
{
    struct survey survey = {0};
    char *path = resolve(program);
    *choice = (struct stack_choice){0};
    if (path)
        survey_file(&survey, path, true, true);
    choose(choice, &survey, path ? path : program, arguments);
    free(path);
}

/* The arguments of a process, up to a NULL, which point into `text`. */
static void read_arguments(const char *pid, char *text, size_t cap, char **to, size_t n)
{
    char path[64];
    size_t len, i = 0;
    snprintf(path, sizeof path, "/proc/%.20s/cmdline", pid);
    len = read_beginning(path, text, cap);
    for (size_t at = 0; at < len && i + 1 < n; at += strlen(text + at) + 1)
        to[i++] = text + at;
    to[i] = NULL;
}

void stack_choose_process(struct stack_choice *choice, const char *pid)
{
    char link[64], text[4096], *arguments[64];
    struct survey survey = {0};
    snprintf(link, sizeof link, "/proc/%.20s/exe", pid);
    char *path = realpath(link, NULL);
    *choice = (struct stack_choice){0};
    read_arguments(pid, text, sizeof text, arguments, sizeof arguments / sizeof *arguments);
    survey_file(&survey, path ? path : link, true, false);
    if (!survey.is_go)
        survey_maps(&survey, pid);
    choose(choice, &survey, path ? path : link, arguments);
    free(path);
}
