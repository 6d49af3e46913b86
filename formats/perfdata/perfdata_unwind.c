/*
 * perfdata_unwind.c - libdw's unwinder over files that were found here (perfdata_module.h) and the bytes of a dump.
 *
 * It is given each file as an open descriptor, and finds no other by itself: not by a search of its own, and not over
 * the network (libdebuginfod). Memory outside of the dump is never read.
 */
#include "formats/perfdata/perfdata_unwind.h"

#include <stdlib.h>

#ifdef FR_DW

#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/id_map.h"

#define IMAGES_MOST 32 /* address spaces that are kept */
#define BYTES_MOST                                                                                 \
    ((uint64_t)256 << 20) /* of their files, which libdw maps anew for each; one may be larger */
#define STEPS_MOST 127    /* as perf script's --max-stack */
#define THREAD     1      /* the number of the only thread that the unwinder sees */

/* What the callbacks of one address space see of the sample. */
typedef struct view {
    const fr_perfdata_sample *sample;
    uint64_t mask, stack_at;
    bool big;
    fr_perfdata_chain *to;
    size_t n;
} view;

typedef struct fr_perfdata_image {
    uint32_t number; /* of the maps */
    Dwfl *dwfl;      /* NULL: nothing in it can be unwound */
    bool attached;
    uint64_t bytes; /* of its files */
} image;

bool fr_perfdata_unwind_can(void)
{
    return true;
}

/* ------------------------------------------------------------ registers */

/* A register by perf's number; false where the sample lacks it. */
static bool find_register(const view *v, unsigned number, Dwarf_Word *value)
{
    uint64_t below = v->mask & ((UINT64_C(1) << number) - 1);
    size_t at = 8 * (size_t)__builtin_popcountll(below);

    if (!(v->mask >> number & 1) || at + 8 > v->sample->regs.len)
        return false;
    *value = fr_perfdata_load8(v->sample->regs.at + at, v->big);
    return true;
}

/* perf's numbers in the order of DWARF's: rax rdx rcx rbx rsi rdi rbp rsp r8 to r15 rip. */
static const unsigned x86_64[] = {0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 8};

enum { X86_64_SP = 7, AARCH64_SP = 31, AARCH64_PC = 32 };

/* Only AArch64 has so many. */
static bool is_aarch64(uint64_t mask)
{
    return mask >> AARCH64_PC & 1;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
    const view *v = *(void **)arg;
    bool arm = is_aarch64(v->mask);
    unsigned n = arm ? AARCH64_SP + 1 : sizeof x86_64 / sizeof *x86_64;
    Dwarf_Word value, values[AARCH64_SP + 1] = {0};

    for (unsigned i = 0; i < n; i++)
        if (!find_register(v, arm ? i : x86_64[i], &values[i]))
            values[i] = 0;
    if (arm && find_register(v, AARCH64_PC, &value))
        dwfl_thread_state_register_pc(thread, value);
    return dwfl_thread_state_registers(thread, 0, n, values);
}

/* ------------------------------------------------------------ what libdw asks for */

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread)
{
    (void)dwfl;
    if (*thread)
        return 0;
    *thread = arg;
    return THREAD;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *arg, void **thread)
{
    (void)dwfl, (void)tid;
    *thread = arg;
    return true;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *value, void *arg)
{
    const view *v = *(void **)arg;
    uint64_t at = address - v->stack_at;

    (void)dwfl;
    if (address < v->stack_at || v->sample->stack.len < 8 || at > v->sample->stack.len - 8)
        return false;
    *value = fr_perfdata_load8(v->sample->stack.at + at, v->big);
    return true;
}

static int find_elf(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base,
                    char **file, Elf **elf)
{
    (void)module, (void)user, (void)name, (void)base, (void)file, (void)elf;
    return -1;
}

/* The file with the debug information that was found for the module, where that is another. */
static int find_debug_file(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base,
                           const char *file, const char *link, GElf_Word crc, char **found)
{
    (void)module, (void)name, (void)base, (void)file, (void)link, (void)crc, (void)found;
    return *user ? fr_perfdata_open(*user) : -1;
}

static const Dwfl_Callbacks finders = {.find_elf = find_elf,
                                       .find_debuginfo = find_debug_file,
                                       .section_address = dwfl_offline_section_address};
static const Dwfl_Thread_Callbacks states = {.next_thread = next_thread,
                                             .get_thread = get_thread,
                                             .memory_read = read_memory,
                                             .set_initial_registers = set_registers};

/* ------------------------------------------------------------ address spaces */

/* Reports a mapped file, once: its other maps follow from its segments. */
static uint64_t report_map(Dwfl *dwfl, fr_perfdata_modules *modules, const fr_perfdata_map *map)
{
    const fr_perfdata_module *module = fr_perfdata_modules_wake(modules, map->module);
    Dwfl_Module *reported;
    struct stat status;
    uint64_t address, bytes;
    char name[32];
    void **user;
    int fd;

    if (!module || !map->executable ||
        !fr_perfdata_segments_address(&module->segments, map->offset, &address) ||
        dwfl_addrmodule(dwfl, map->start))
        return 0;
    fd = fr_perfdata_modules_open(modules, map->module);
    if (fd < 0)
        return 0;
    bytes = fstat(fd, &status) == 0 ? (uint64_t)status.st_size : 0;
    snprintf(name, sizeof name, "%zu", (size_t)map->module);
    reported = dwfl_report_elf(dwfl, name, module->ran ? module->ran : name, fd,
                               map->start - address, true);
    if (!reported) {
        close(fd);
        return 0;
    }
    if (module->tables && module->ran && strcmp(module->tables, module->ran) != 0 &&
        dwfl_module_info(reported, &user, NULL, NULL, NULL, NULL, NULL, NULL))
        *user = module->tables;
    return bytes;
}

static void open_image(image *to, fr_perfdata_modules *modules, const fr_perfdata_maps *maps)
{
    to->number = maps->number;
    to->attached = false;
    to->bytes = 0;
    to->dwfl = dwfl_begin(&finders);
    if (!to->dwfl)
        return;
    dwfl_report_begin(to->dwfl);
    for (size_t i = 0; i < maps->n; i++)
        to->bytes += report_map(to->dwfl, modules, &maps->items[i]);
    (void)dwfl_report_end(to->dwfl, NULL, NULL);
}

static void close_last(fr_perfdata_unwinder *u)
{
    dwfl_end(u->images[--u->n_images].dwfl);
    u->bytes -= u->images[u->n_images].bytes;
}

/* The space of these maps is the first one; those used longest ago go. */
static image *find_image(fr_perfdata_unwinder *u, fr_perfdata_modules *modules,
                         const fr_perfdata_maps *maps)
{
    image found;
    size_t i = 0;

    if (!u->images)
        u->images = calloc(IMAGES_MOST, sizeof *u->images);
    if (!u->images)
        return NULL;
    while (i < u->n_images && u->images[i].number != maps->number)
        i++;
    if (i == u->n_images) {
        if (u->n_images == IMAGES_MOST)
            close_last(u);
        i = u->n_images++;
        open_image(&u->images[i], modules, maps);
        u->bytes += u->images[i].bytes;
    }
    found = u->images[i];
    memmove(u->images + 1, u->images, i * sizeof *u->images);
    u->images[0] = found;
    while (u->n_images > 1 && u->bytes > BYTES_MOST)
        close_last(u);
    return u->images;
}

/* ------------------------------------------------------------ a sample */

static int take_frame(Dwfl_Frame *frame, void *arg)
{
    view *v = arg;
    Dwarf_Addr pc;
    bool active;

    if (!dwfl_frame_pc(frame, &pc, &active))
        return DWARF_CB_ABORT;
    fr_perfdata_chain_add(v->to, active ? pc : pc - 1, FR_PERFDATA_UNWOUND);
    return ++v->n < STEPS_MOST ? DWARF_CB_OK : DWARF_CB_ABORT;
}

/* The address where the sample was taken, where nothing can be unwound. */
static void take_leaf(const view *v)
{
    Dwarf_Word pc;

    if (v->n == 0 && find_register(v, is_aarch64(v->mask) ? AARCH64_PC : 8, &pc))
        fr_perfdata_chain_add(v->to, pc, FR_PERFDATA_UNWOUND);
}

void fr_perfdata_unwind(fr_perfdata_unwinder *u, fr_perfdata_modules *modules,
                        const fr_perfdata_maps *maps, const fr_perfdata_sample *sample,
                        uint64_t mask, bool big, fr_perfdata_chain *to)
{
    view v = {.sample = sample, .mask = mask, .big = big, .to = to};
    image *in = maps && sample->abi == 2 ? find_image(u, modules, maps) : NULL;

    if (!find_register(&v, is_aarch64(mask) ? AARCH64_SP : X86_64_SP, &v.stack_at))
        return;
    u->asked = &v;
    if (in && in->dwfl && !in->attached) /* libdw keeps the address of u->asked */
        in->attached = dwfl_attach_state(in->dwfl, NULL, THREAD, &states, &u->asked);
    if (in && in->attached)
        (void)dwfl_getthread_frames(in->dwfl, THREAD, take_frame, &v);
    take_leaf(&v);
    u->asked = NULL;
}

void fr_perfdata_unwinder_reset(fr_perfdata_unwinder *u)
{
    for (size_t i = 0; i < u->n_images; i++)
        dwfl_end(u->images[i].dwfl);
    free(u->images);
    *u = (fr_perfdata_unwinder){0};
}

#else

bool fr_perfdata_unwind_can(void)
{
    return false;
}

void fr_perfdata_unwind(fr_perfdata_unwinder *u, fr_perfdata_modules *modules,
                        const fr_perfdata_maps *maps, const fr_perfdata_sample *sample,
                        uint64_t mask, bool big, fr_perfdata_chain *to)
{
    (void)u, (void)modules, (void)maps, (void)sample, (void)mask, (void)big, (void)to;
}

void fr_perfdata_unwinder_reset(fr_perfdata_unwinder *u)
{
    (void)u;
}

#endif
