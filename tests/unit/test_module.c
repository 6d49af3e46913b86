/*
 * test_module.c - what names of modules say.
 */
#include "model/module.h"
#include "unit/unit.h"

static const struct {
    const char *module;
    const char *base;
    fr_kind kind;
} module_cases[] = {
    {"[kernel.kallsyms]", "[kernel.kallsyms]", FR_KIND_KERNEL},
    {"[guest.kernel.kallsyms]", "[guest.kernel.kallsyms]", FR_KIND_KERNEL},
    {"[nf_tables]", "[nf_tables]", FR_KIND_KERNEL},
    {"/lib/modules/4.1.0-virtual/build/vmlinux", "vmlinux", FR_KIND_KERNEL},
    {"/usr/lib/debug/boot/vmlinux-6.1.0-13-amd64", "vmlinux-6.1.0-13-amd64", FR_KIND_KERNEL},
    {"/lib/modules/6.1.0/kernel/net/nf_tables.ko", "nf_tables.ko", FR_KIND_KERNEL},
    {"/lib/modules/6.1.0/kernel/net/nf_tables.ko.xz", "nf_tables.ko.xz", FR_KIND_KERNEL},
    {"/lib/modules/6.1.0/kernel/net/nf_tables.ko.zst", "nf_tables.ko.zst", FR_KIND_KERNEL},
    {"/lib/modules/6.1.0/kernel/net/nf_tables.ko.gz", "nf_tables.ko.gz", FR_KIND_KERNEL},
    {"bpf_prog_6deef7357e7b4530", "bpf_prog_6deef7357e7b4530", FR_KIND_KERNEL},
    {"[vdso]", "[vdso]", FR_KIND_USER},
    {"[vsyscall]", "[vsyscall]", FR_KIND_USER},
    {"[unknown]", "[unknown]", FR_KIND_USER},
    {"[heap]", "[heap]", FR_KIND_USER},
    {"[stack]", "[stack]", FR_KIND_USER},
    {"[anon:libc_malloc]", "[anon:libc_malloc]", FR_KIND_USER},
    {"[JIT] tid 12", "[JIT] tid 12", FR_KIND_JIT},
    {"[JIT app cache]", "[JIT app cache]", FR_KIND_JIT},
    {"/tmp/perf-7539.map", "perf-7539.map", FR_KIND_JIT},
    {"/tmp/jitted-7539-12.so", "jitted-7539-12.so", FR_KIND_JIT},
    {"/usr/lib/libfoo.so", "libfoo.so", FR_KIND_USER},
    {"/tmp/x y.so (deleted)", "x y.so", FR_KIND_USER},
    {"//anon", "anon", FR_KIND_USER},
    {"/", "/", FR_KIND_USER},
    {"", "", FR_KIND_USER},
};

static void names_of_modules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(module_cases); i++) {
        fr_bytes module = fr_bytes_of(module_cases[i].module);
        fr_bytes base = fr_module_base(module);
        if (!fr_bytes_equal(base, fr_bytes_of(module_cases[i].base)))
            fail_msg("base of '%s' is '%.*s'", module.at, (int)base.len, base.at);
        if (fr_module_kind(module) != module_cases[i].kind)
            fail_msg("kind of '%s' is %d", module.at, (int)fr_module_kind(module));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_modules),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
