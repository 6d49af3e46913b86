/*
 * unsteady.c - functions that differ between runs that nobody changed, by any factor: those that wait, and code that a JIT
 * compiler made. One run a side never makes them sure. assets/profile/run_variance.js has the same.
 *
 *     words (/srv/app.js:2:15)      compiled
 *     futex_wake                    waits
 *
 * docs/diff-noise.md says on which recordings this was measured, and what it finds and misses.
 */
#include "diff/diff.h"

#include <string.h>

typedef bool fit(fr_bytes text, fr_bytes part);

typedef struct form {
    fit *fits;
    fr_unsteady is;
    const char *const *texts; /* up to NULL */
} form;

/* The last byte of a part is rarer in names than the first, so it is looked for. */
static bool holds(fr_bytes text, fr_bytes part)
{
    const char *at = text.at, *end = text.at + text.len;

    for (; (at = memchr(at, part.at[part.len - 1], (size_t)(end - at))) != NULL; at++)
        if (fr_bytes_ends((fr_bytes){text.at, (size_t)(at + 1 - text.at)}, part))
            return true;
    return false;
}

#define ANY(...)                                                                                   \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* The first that fits decides. Linux: a thread that waits has entered the kernel by these. A page fault is work,
 * though it enters by a like name. Prefixes are long enough to leave
 * "schedule_jobs" and "mutex_bench" of a program alone. V8 and perf: code whose kind the format does not tell. */
static const form by_name[] = {
    {fr_bytes_starts, FR_STEADY, ANY("asm_exc_")},
    {fr_bytes_starts, FR_UNSTEADY_WAITS,
     ANY("asm_", "entry_SYSCALL", "do_syscall_64", "sysvec_", "__sysvec_")},
    {fr_bytes_starts, FR_UNSTEADY_WAITS,
     ANY("irq_enter", "irq_exit", "irqentry_", "irq_work", "irqtime", "__irq")},
    {holds, FR_UNSTEADY_WAITS, ANY("softirq")},
    {fr_bytes_equal, FR_UNSTEADY_WAITS,
     ANY("schedule", "schedule_timeout", "schedule_timeout_interruptible", "schedule_hrtimeout",
         "schedule_hrtimeout_range", "schedule_hrtimeout_range_clock", "schedule_preempt_disabled",
         "schedule_idle", "schedule_tail", "io_schedule", "io_schedule_timeout")},
    {fr_bytes_starts, FR_UNSTEADY_WAITS,
     ANY("__schedule", "preempt_schedule", "finish_task_switch", "try_to_wake_up", "wake_up_",
         "__wake_up", "ttwu_")},
    {fr_bytes_starts, FR_UNSTEADY_WAITS,
     ANY("futex_", "__futex", "do_futex", "sys_futex", "__x64_sys_futex", "__arm64_sys_futex")},
    {fr_bytes_starts, FR_UNSTEADY_WAITS,
     ANY("tick_sched_", "tick_nohz_", "tick_handle_", "tick_periodic", "tick_program_", "tick_do_",
         "sched_tick", "scheduler_tick", "update_process_times", "hrtimer_", "__hrtimer_",
         "rcu_core", "rcu_sched", "rcu_note_", "rcu_gp_", "rcu_do_", "rcu_report_", "rcu_idle_",
         "rcu_eqs_", "rcu_nocb_", "rcu_check_", "rcu_accelerate_", "rcu_segcblist_", "rcu_cblist_",
         "rcu_pending", "rcu_qs", "__rcu_", "do_idle", "default_idle", "cpu_startup_entry",
         "cpuidle_", "_raw_spin_unlock_irq", "mutex_lock", "mutex_unlock", "mutex_spin_",
         "mutex_optimistic_", "__mutex_", "osq_lock")},
    {holds, FR_UNSTEADY_WAITS, ANY("spin_lock_slowpath", "lll_lock")},
    {fr_bytes_starts, FR_UNSTEADY_COMPILED,
     ANY("JS:", "LazyCompile:", "Function:", "Script:", "Eval:", "RegExp:")},
    {holds, FR_UNSTEADY_COMPILED, ANY("(node:", ".js:", ".mjs:", ".cjs:", ".ts:")},
    {fr_bytes_starts, FR_UNSTEADY_COMPILED, ANY("[perf-", "[JIT")},
};

static const form by_file[] = {
    {fr_bytes_ends, FR_UNSTEADY_COMPILED, ANY(".js", ".mjs", ".cjs", ".ts")},
    {fr_bytes_starts, FR_UNSTEADY_COMPILED, ANY("node:")},
};

static fr_unsteady find_form(const form *forms, size_t n, fr_bytes text)
{
    for (size_t i = 0; i < n && text.len; i++) {
        fit *fits = forms[i].fits;
        bool from_start = fits == fr_bytes_equal || fits == fr_bytes_starts;
        for (const char *const *part = forms[i].texts; *part; part++)
            if ((!from_start || **part == text.at[0]) && fits(text, fr_bytes_of(*part)))
                return forms[i].is;
    }
    return FR_STEADY;
}

#define FIND_FORM(forms, text) find_form((forms), sizeof(forms) / sizeof *(forms), (text))

fr_unsteady fr_unsteady_of(fr_bytes name, fr_bytes file, fr_kind kind)
{
    fr_unsteady is;

    if (kind == FR_KIND_JIT)
        return FR_UNSTEADY_COMPILED;
    if (kind == FR_KIND_OFF_CPU)
        return FR_UNSTEADY_WAITS;
    if (kind != FR_KIND_USER && kind != FR_KIND_KERNEL)
        return FR_STEADY;
    is = FIND_FORM(by_file, file);
    return is ? is : FIND_FORM(by_name, name);
}
