/* module.c - names of kinds, and rules for names of modules. */
#include "model/module.h"

const char *fr_kind_name(fr_kind kind)
{
    static const char *const names[FR_N_KINDS] = {
        [FR_KIND_USER] = "user",
        [FR_KIND_KERNEL] = "kernel",
        [FR_KIND_JIT] = "jit",
        [FR_KIND_INLINED] = "inlined",
        [FR_KIND_INTERPRETED] = "interpreted",
        [FR_KIND_PROCESS] = "process",
        [FR_KIND_OFF_CPU] = "off-cpu",
    };

    return names[kind];
}

fr_bytes fr_module_base(fr_bytes module)
{
    const fr_bytes deleted = FR_LITERAL(" (deleted)");
    size_t slash;

    if (fr_bytes_ends(module, deleted)) {
        module.len -= deleted.len;
        while (module.len && strchr(" \t\r", module.at[module.len - 1]))
            module.len--;
    }
    if (module.len == 0 || module.at[0] == '[')
        return module;
    slash = fr_bytes_find_last(module, '/');
    if (slash + 1 >= module.len)
        return module;
    return (fr_bytes){module.at + slash + 1, module.len - slash - 1};
}

/* The start and the end of a module's base name, and what they mean; the first row that fits holds. */
static const struct module_rule {
    const char *head, *tail;
    fr_kind kind;
} module_rules[] = {
    {"[JIT", "", FR_KIND_JIT},         /* "[JIT] tid 12", "[JIT app cache]" */
    {"perf-", ".map", FR_KIND_JIT},    /* "/tmp/perf-7539.map" */
    {"jitted-", ".so", FR_KIND_JIT},   /* "/tmp/jitted-7539-12.so", of perf inject --jit */
    {"[unknown]", "", FR_KIND_USER},   /* perf knows neither symbol nor module */
    {"[vdso", "", FR_KIND_USER},       /* "[vdso]", "[vdso32]" */
    {"[vsyscall]", "", FR_KIND_USER},  /* */
    {"[vvar", "", FR_KIND_USER},       /* */
    {"[heap]", "", FR_KIND_USER},      /* code on the heap */
    {"[stack", "", FR_KIND_USER},      /* "[stack]", "[stack:12]" */
    {"[anon", "", FR_KIND_USER},       /* "[anon:libc_malloc]" */
    {"[uprobes]", "", FR_KIND_USER},   /* */
    {"[", "", FR_KIND_KERNEL},         /* "[kernel.kallsyms]", "[guest.kernel]", "[nf_tables]" */
    {"bpf_prog_", "", FR_KIND_KERNEL}, /* "bpf_prog_6deef7357e7b4530" */
    {"vmlinux", "", FR_KIND_KERNEL},   /* "vmlinux-6.1.0-13-amd64" */
    {"", ".ko", FR_KIND_KERNEL},       /* "/lib/modules/6.1.0/kernel/net/nf_tables.ko" */
    {"", ".ko.xz", FR_KIND_KERNEL},    /* */
    {"", ".ko.zst", FR_KIND_KERNEL},   /* */
    {"", ".ko.gz", FR_KIND_KERNEL},    /* */
};

/* Most names differ from a rule in the first byte. */
static bool rule_fits(const struct module_rule *rule, fr_bytes base)
{
    return (!rule->head[0] || rule->head[0] == base.at[0]) &&
           fr_bytes_starts(base, fr_bytes_of(rule->head)) &&
           fr_bytes_ends(base, fr_bytes_of(rule->tail));
}

fr_kind fr_module_kind(fr_bytes module)
{
    fr_bytes base = fr_module_base(module);

    for (size_t i = 0; base.len && i < sizeof module_rules / sizeof *module_rules; i++)
        if (rule_fits(&module_rules[i], base))
            return module_rules[i].kind;
    return FR_KIND_USER;
}
