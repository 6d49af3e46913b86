/*
 * quality_names.c - what a frame's name and kind tell of the recorder: functions without a name,
 * functions that threads begin with, depths at which recorders stop.
 */
#include "base/unknown.h"
#include "model/report/quality.h"

/* Names in brackets that are known: states, not modules. */
static const char *const states[] = {
    "[idle]", "[GC]", "[GC_active]", "[deoptimization]", "[skipped]", "[truncated]", "[others]",
};

/* The frames where stacks begin. A name that ends with '*' stands for all that begin so. */
static const char *const roots[] = {
    /* C library, dynamic linker */
    "_start",
    "__libc_start_main*",
    "__libc_start_call_main*",
    "main",
    "start_thread",
    "clone",
    "clone3",
    "__clone*",
    "thread_start",
    "_dl_start*",
    "_dl_sysdep_start",
    "_init",
    "_fini",
    "__restore_rt",
    "__kernel_rt_sigreturn",
    "_dl_catch_exception",
    "call_init",
    "_dl_fini",
    /* kernel */
    "ret_from_fork*",
    "secondary_startup*",
    "start_secondary",
    "common_startup*",
    "start_kernel",
    "cpu_startup_entry",
    "cpu_bringup_and_idle",
    "x86_64_start*",
    "entry_SYSCALL*",
    "kthread",
    /* Go, OCaml, Java, Erlang, macOS */
    "runtime.goexit*",
    "runtime.main",
    "runtime.mstart*",
    "runtime.rt0_go*",
    "runtime.mcall*",
    "runtime.morestack*",
    "runtime.gogo*",
    "runtime.systemstack*",
    "caml_start_program*",
    "caml_main*",
    "thread_native_entry",
    "JavaMain",
    "thread_main",
    "thread_entry",
    "start",
    "_pthread_start",
    "thread_func",
};

/* Modules of code that a compiler wrote into memory: "[perf-12.map]", "[//anon]". */
static const char *const compiled[] = {"[perf-*", "[//anon*", "[anon*",        "[jitted-*",
                                       "[heap]",  "[JIT*",    "[unknown_Java*"};

static const fr_depth_limit limits[] = {
    {127, 0,
     "'sysctl kernel.perf_event_max_stack=1024' before recording, and 'perf script --max-stack "
     "1024' for --call-graph dwarf; bcc and bpftrace follow the same sysctl"},
    {64, FR_STACKS_OF_RUNTIME, "Go 1.23 and later record 128 frames"},
    {64, FR_STACKS_OF_NAMES, "JFR: -XX:FlightRecorderOptions=stackdepth=1024"},
    {32, FR_STACKS_OF_RUNTIME, "Go 1.23 and later record 128 frames: GODEBUG=profstackdepth=128"},
    {128, FR_STACKS_OF_RUNTIME,
     "GODEBUG=profstackdepth=1024 raises it for heap, block and mutex profiles"},
    {512, 0, "raise the recorder's limit of frames"},
    {1024, 0, "raise the recorder's limit: 'sysctl kernel.perf_event_max_stack=4096' for perf"},
    {2048, 0, "async-profiler: -j 8192"},
};

static const fr_depth_limit marked = {
    0, FR_STACKS_MARKED,
    "record deeper stacks: -XX:FlightRecorderOptions=stackdepth=1024; async-profiler: -j 8192"};

static bool fits(fr_bytes name, const char *pattern)
{
    fr_bytes p;

    if (!name.len || name.at[0] != *pattern)
        return false;
    p = fr_bytes_of(pattern);
    if (p.at[p.len - 1] == '*')
        return fr_bytes_starts(name, (fr_bytes){p.at, p.len - 1});
    return fr_bytes_equal(name, p);
}

static bool fits_any(fr_bytes name, const char *const *patterns, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (fits(name, patterns[i]))
            return true;
    return false;
}

#define FITS(name, table) fits_any(name, table, sizeof(table) / sizeof *(table))

static const unsigned traits_of_kind[FR_N_KINDS] = {
    [FR_KIND_KERNEL] = FR_FRAME_KERNEL,
    [FR_KIND_JIT] = FR_FRAME_COMPILED,
    [FR_KIND_INLINED] = FR_FRAME_INLINED,
    [FR_KIND_PROCESS] = FR_FRAME_PROCESS,
};

/* "[libfoo.so]" of "[libfoo.so] 0x7f3a12b0", as --addresses has it. */
static fr_bytes without_address(fr_bytes name)
{
    size_t blank = fr_bytes_find(name, ' ');

    if (blank < name.len && name.at[0] == '[' && name.at[blank - 1] == ']' &&
        fr_name_is_address((fr_bytes){name.at + blank + 1, name.len - blank - 1}))
        return (fr_bytes){name.at, blank};
    return name;
}

unsigned fr_frame_traits(fr_bytes name, fr_kind kind)
{
    unsigned traits = traits_of_kind[kind];
    bool bare;

    if (traits & FR_FRAME_PROCESS)
        return traits;
    name = without_address(name);
    bare = fr_name_is_bare(name);
    if (fr_bytes_equal(name, FR_LITERAL("[no stack]")))
        return FR_FRAME_ABSENT;
    if (bare)
        traits |= FR_FRAME_BARE | FR_FRAME_UNKNOWN;
    else if (fr_name_is_bracketed(name) && !FITS(name, states))
        traits |= FR_FRAME_UNKNOWN;
    if (fr_address_is_kernel(fr_name_address(name)))
        traits |= FR_FRAME_KERNEL;
    if ((traits & FR_FRAME_UNKNOWN) && FITS(name, compiled))
        traits |= FR_FRAME_COMPILED;
    return !(traits & FR_FRAME_UNKNOWN) && FITS(name, roots) ? traits | FR_FRAME_ROOT : traits;
}

static bool is_limit_of(const fr_depth_limit *limit, unsigned stacks)
{
    return !limit->stacks || (limit->stacks & stacks);
}

const fr_depth_limit *fr_depth_limit_marked(void)
{
    return &marked;
}

uint32_t fr_depth_limit_least(unsigned stacks)
{
    uint32_t least = UINT32_MAX;

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (is_limit_of(&limits[i], stacks) && limits[i].depth < least)
            least = limits[i].depth;
    return least;
}

const fr_depth_limit *fr_depth_limit_of(uint32_t depth, unsigned stacks)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].depth == depth && is_limit_of(&limits[i], stacks))
            return &limits[i];
    return NULL;
}
