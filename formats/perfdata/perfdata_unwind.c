/*
 * perfdata_unwind.c - call chains, and libdw's unwinder over files that were found here (perfdata_module.h) and the
 * bytes of a dump.
 *
 * It is given each file as an open descriptor, and finds no other by itself: not by a search of its own, and not over
 * the network (libdebuginfod). Memory outside of the dump is never read.
 *
 * A file is shown to libdw once, at a place of its own, however many processes mapped it: addresses of code are moved
 * there when libdw reads them from registers and from the stack, and those of the frames it finds are moved back.
 *
 *     read    0x7f31c2a29d90  of libc.so.6, which this process has at 0x7f31c2a00000
 *     seen    0x0100000000429d90, since the place of libc.so.6 begins at 0x0100000000400000
 */
#include "formats/perfdata/perfdata_module.h"

#include <stdlib.h>

/* ------------------------------------------------------------ chains, as perf's machine.c resolves them */

#define CONTEXT (~UINT64_C(4094)) /* this and above is a marker and no address */

/* Markers: in ffffff80 ffffffff8101 fffffe00 7f01 7f52 the kernel has 8101, user code 7f01 and 7f52. */
enum { HYPERVISOR = -32, KERNEL = -128, USER = -512 };

void fr_perfdata_chain_add(fr_perfdata_chain *chain, uint64_t address, fr_perfdata_view view)
{
    if (fr_reserve(&chain->steps, &chain->cap, chain->n + 1, sizeof *chain->steps))
        chain->steps[chain->n++] = (fr_perfdata_step){address, view};
    else
        chain->failed = true;
}

bool fr_perfdata_chain_read(fr_perfdata_chain *chain, fr_bytes words, bool big)
{
    fr_perfdata_view view = FR_PERFDATA_OF_USER;
    size_t before = chain->n;

    for (size_t i = 0; i + 8 <= words.len; i += 8) {
        uint64_t word = fr_perfdata_load8(words.at + i, big);
        int64_t marker = (int64_t)word; /* says what follows */
        if (word < CONTEXT) {
            fr_perfdata_chain_add(chain, word, view);
        } else if (marker == USER) {
            view = FR_PERFDATA_OF_USER;
        } else if (marker == KERNEL || marker == HYPERVISOR) {
            view = FR_PERFDATA_OF_KERNEL;
        } else {
            chain->n = before;
            return false;
        }
    }
    return true;
}

/*
 *     branches   from 40112e to 401106, from 401160 to 401110, ...
 *     stack      401106 (where the last call went), 40112e, 401160, ...
 */
void fr_perfdata_chain_calls(fr_perfdata_chain *chain, fr_bytes words, fr_bytes branches, bool big)
{
    size_t len = 0; /* up to the marker of user code, with it; 0: there is none */

    for (size_t i = 0; branches.len && !len && i + 8 <= words.len; i += 8)
        if ((int64_t)fr_perfdata_load8(words.at + i, big) == USER)
            len = i + 8;
    if (!fr_perfdata_chain_read(chain, (fr_bytes){words.at, len ? len : words.len}, big) || !len)
        return;
    fr_perfdata_chain_add(chain, fr_perfdata_load8(branches.at + 8, big), FR_PERFDATA_OF_USER);
    for (size_t i = 0; i + FR_PERFDATA_BRANCH <= branches.len; i += FR_PERFDATA_BRANCH)
        fr_perfdata_chain_add(chain, fr_perfdata_load8(branches.at + i, big), FR_PERFDATA_OF_USER);
}

/* ------------------------------------------------------------ registers of a sample */

enum { X86_64_SP = 7, X86_64_PC = 8, AARCH64_SP = 31, AARCH64_PC = 32 };

/* True where a register is in the mask that only AArch64 has. */
static bool is_aarch64(uint64_t mask)
{
    return mask >> AARCH64_PC & 1;
}

/* A register by perf's number; false where the sample lacks it. */
static bool find_register(const fr_perfdata_sample *sample, uint64_t mask, bool big,
                          unsigned number, uint64_t *value)
{
    uint64_t below = mask & ((UINT64_C(1) << number) - 1);
    size_t at = 8 * (size_t)__builtin_popcountll(below);

    if (!(mask >> number & 1) || at + 8 > sample->regs.len)
        return false;
    *value = fr_perfdata_load8(sample->regs.at + at, big);
    return true;
}

/* The address where the sample was taken, where nothing can be unwound. */
static void take_leaf(const fr_perfdata_sample *sample, uint64_t mask, bool big,
                      fr_perfdata_chain *to)
{
    uint64_t pc;

    if (find_register(sample, mask, big, is_aarch64(mask) ? AARCH64_PC : X86_64_PC, &pc))
        fr_perfdata_chain_add(to, pc, FR_PERFDATA_UNWOUND);
}

#ifdef FR_DW

#include <elfutils/libdwfl.h>
#include <inttypes.h>
#include <stdio.h>

#define STEPS_MOST 127 /* as perf script's --max-stack */
#define THREAD     1   /* the number of the only thread that the unwinder sees */

/* libdw sees files there: no process has code there, and a place begins as a page does. */
#define PLACES_FROM (UINT64_C(1) << 56)
#define PLACE_STEP  (UINT64_C(1) << 16)
#define PLACE_MOST  (UINT64_C(1) << 40) /* bytes of a file */

/* A file as libdw sees it: at one place, wherever processes mapped it. */
typedef struct place {
    uint64_t bias;      /* of the place: what its addresses have on those in the file */
    uint64_t bias_here; /* of the process that was looked at last */
    fr_perfdata_modules *modules;
    uint32_t module;
} place;

/* Zeroed it is ready. */
typedef struct fr_perfdata_unwinder {
    Dwfl *dwfl;
    place **places; /* by module; NULL: libdw does not have its file */
    size_t n, cap;
    uint64_t next;   /* where the next file gets its place */
    uint32_t number; /* of the maps that were looked at last */
    bool attached;
    void *asked; /* about: the sample that is unwound */
    fr_arena arena;
} unwinder;

/* The callbacks see this of a sample. */
typedef struct view {
    const unwinder *unwinder;
    const fr_perfdata_modules *modules;
    const fr_perfdata_maps *maps;
    const fr_perfdata_sample *sample;
    uint64_t mask, stack_at;
    bool big;
    bool cut; /* what calls the last frame lies beyond the dump */
    fr_perfdata_chain *to;
    size_t n, last_map;
} view;

bool fr_perfdata_unwind_can(void)
{
    return true;
}

/* ------------------------------------------------------------ places of code */

/* libdw sees there what a process has at an address, which is code of a file or stays as it is. */
static uint64_t to_place(view *v, uint64_t address)
{
    const fr_perfdata_map *map = fr_perfdata_maps_find(v->maps, address, &v->last_map);
    place *p = map && map->executable ? v->unwinder->places[map->module] : NULL;
    uint64_t at;

    if (!p ||
        !fr_perfdata_segments_address(&v->modules->items[map->module].segments, map->offset, &at))
        return address;
    p->bias_here = map->start - at;
    return address - p->bias_here + p->bias;
}

/* The other way: what was seen at a place was looked at there before. */
static uint64_t from_place(const view *v, uint64_t address)
{
    Dwfl_Module *module =
        address < PLACES_FROM ? NULL : dwfl_addrmodule(v->unwinder->dwfl, address);
    void **user;

    if (!module || !dwfl_module_info(module, &user, NULL, NULL, NULL, NULL, NULL, NULL))
        return address;
    return address - ((place *)*user)->bias + ((place *)*user)->bias_here;
}

/* ------------------------------------------------------------ registers */

/* perf's numbers in the order of DWARF's: rax rdx rcx rbx rsi rdi rbp rsp r8 to r15 rip. */
static const unsigned x86_64[] = {0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 8};

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
    view *v = *(void **)arg;
    bool arm = is_aarch64(v->mask);
    unsigned n = arm ? AARCH64_SP + 1 : sizeof x86_64 / sizeof *x86_64;
    Dwarf_Word value, values[AARCH64_SP + 1] = {0};

    for (unsigned i = 0; i < n; i++)
        if (find_register(v->sample, v->mask, v->big, arm ? i : x86_64[i], &value))
            values[i] = to_place(v, value);
    if (arm && find_register(v->sample, v->mask, v->big, AARCH64_PC, &value))
        dwfl_thread_state_register_pc(thread, to_place(v, value));
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
    view *v = *(void **)arg;
    uint64_t at = address - v->stack_at;

    (void)dwfl;
    if (address < v->stack_at)
        return false;
    v->cut = v->sample->stack.len < 8 || at > v->sample->stack.len - 8;
    if (v->cut)
        return false;
    *value = to_place(v, fr_perfdata_load8(v->sample->stack.at + at, v->big));
    return true;
}

/* The file of a module, once libdw wants it. */
static int find_elf(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base,
                    char **file, Elf **elf)
{
    const place *p = *user;

    (void)module, (void)name, (void)base, (void)file, (void)elf;
    return fr_perfdata_modules_open(p->modules, p->module);
}

/* The file with the debug information that was found for the module, where that is another. */
static int find_debug_file(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base,
                           const char *file, const char *link, GElf_Word crc, char **found)
{
    const place *p = *user;
    const fr_perfdata_module *of = &p->modules->items[p->module];

    (void)module, (void)name, (void)base, (void)file, (void)link, (void)crc, (void)found;
    return of->tables && of->ran && strcmp(of->tables, of->ran) != 0 ? fr_perfdata_open(of->tables)
                                                                     : -1;
}

static const Dwfl_Callbacks finders = {.find_elf = find_elf,
                                       .find_debuginfo = find_debug_file,
                                       .section_address = dwfl_offline_section_address};
static const Dwfl_Thread_Callbacks states = {.next_thread = next_thread,
                                             .get_thread = get_thread,
                                             .memory_read = read_memory,
                                             .set_initial_registers = set_registers};

/* ------------------------------------------------------------ files */

/* Gives a mapped file its place. NULL: there is no file, or memory ran out. */
static place *report(unwinder *u, fr_perfdata_modules *modules, uint32_t number)
{
    const fr_perfdata_module *module = fr_perfdata_modules_wake(modules, number);
    const fr_perfdata_segments *segments = module ? &module->segments : NULL;
    Dwfl_Module *reported;
    char name[32];
    void **user;
    place *p;

    if (!segments || segments->n == 0 || segments->high - segments->low > PLACE_MOST)
        return NULL;
    snprintf(name, sizeof name, "%" PRIu32, number);
    /* First: libdw may ask each module that it has for its place. */
    p = fr_arena_take(&u->arena, sizeof *p);
    reported =
        p ? dwfl_report_module(u->dwfl, name, u->next + segments->low, u->next + segments->high)
          : NULL;
    if (!reported || !dwfl_module_info(reported, &user, NULL, NULL, NULL, NULL, NULL, NULL))
        return NULL;
    *p = (place){.bias = u->next, .modules = modules, .module = number};
    *user = p;
    u->next += (segments->high / PLACE_STEP + 2) * PLACE_STEP;
    return p;
}

/* Gives the files of these maps their places. False where memory ran out. */
static bool report_all(unwinder *u, fr_perfdata_modules *modules, const fr_perfdata_maps *maps)
{
    if (u->number == maps->number)
        return true;
    for (; u->n < modules->n; u->n++) {
        if (!fr_reserve(&u->places, &u->cap, u->n + 1, sizeof *u->places))
            return false;
        u->places[u->n] = NULL;
    }
    dwfl_report_begin_add(u->dwfl);
    for (size_t i = 0; i < maps->n; i++) {
        const fr_perfdata_map *map = &maps->items[i];
        if (map->executable && !u->places[map->module])
            u->places[map->module] = report(u, modules, map->module);
    }
    (void)dwfl_report_end(u->dwfl, NULL, NULL);
    u->number = maps->number;
    return true;
}

/* Makes libdw ready for a sample in these maps. */
static bool prepare(unwinder *u, fr_perfdata_modules *modules, const fr_perfdata_maps *maps)
{
    if (!u->dwfl) {
        u->dwfl = dwfl_begin(&finders);
        u->next = PLACES_FROM;
    }
    if (!u->dwfl || !report_all(u, modules, maps))
        return false;
    if (!u->attached && u->next > PLACES_FROM) /* libdw keeps the address of u->asked */
        u->attached = dwfl_attach_state(u->dwfl, NULL, THREAD, &states, &u->asked);
    return u->attached;
}

/* ------------------------------------------------------------ a sample */

static int take_frame(Dwfl_Frame *frame, void *arg)
{
    view *v = arg;
    Dwarf_Addr pc;
    bool active;

    if (!dwfl_frame_pc(frame, &pc, &active))
        return DWARF_CB_ABORT;
    fr_perfdata_chain_add(v->to, from_place(v, active ? pc : pc - 1), FR_PERFDATA_UNWOUND);
    return ++v->n < STEPS_MOST ? DWARF_CB_OK : DWARF_CB_ABORT;
}

void fr_perfdata_unwind(fr_perfdata_chain *chain, fr_perfdata_modules *modules,
                        const fr_perfdata_maps *maps, const fr_perfdata_sample *sample,
                        uint64_t mask, bool big)
{
    unwinder *u = chain->unwinder ? chain->unwinder : calloc(1, sizeof *u);
    view v = {.unwinder = u,
              .modules = modules,
              .maps = maps,
              .sample = sample,
              .mask = mask,
              .big = big,
              .to = chain};

    chain->unwinder = u;
    chain->failed |= !u;
    if (!u ||
        !find_register(sample, mask, big, is_aarch64(mask) ? AARCH64_SP : X86_64_SP, &v.stack_at))
        return;
    u->asked = &v;
    if (maps && sample->abi == 2 && prepare(u, modules, maps))
        (void)dwfl_getthread_frames(u->dwfl, THREAD, take_frame, &v);
    if (v.cut && v.n > 0 && v.n < STEPS_MOST) /* callers without a name, as perf has them */
        fr_perfdata_chain_add(chain, UINT64_MAX, FR_PERFDATA_UNWOUND);
    if (v.n == 0)
        take_leaf(sample, mask, big, chain);
    u->asked = NULL;
}

void fr_perfdata_chain_reset(fr_perfdata_chain *chain)
{
    if (chain->unwinder) {
        dwfl_end(chain->unwinder->dwfl);
        free(chain->unwinder->places);
        fr_arena_reset(&chain->unwinder->arena);
    }
    free(chain->unwinder);
    free(chain->steps);
    *chain = (fr_perfdata_chain){0};
}

#else

bool fr_perfdata_unwind_can(void)
{
    return false;
}

void fr_perfdata_unwind(fr_perfdata_chain *chain, fr_perfdata_modules *modules,
                        const fr_perfdata_maps *maps, const fr_perfdata_sample *sample,
                        uint64_t mask, bool big)
{
    (void)modules, (void)maps;
    take_leaf(sample, mask, big, chain);
}

void fr_perfdata_chain_reset(fr_perfdata_chain *chain)
{
    free(chain->steps);
    *chain = (fr_perfdata_chain){0};
}

#endif
