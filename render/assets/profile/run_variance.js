/*
 * run_variance.js - how much runs of one program usually differ, where one run a side does not tell. The rule and the
 * names are those of diff/unsteady.c, which says why.
 */
export const STEADY = 0;
const WAITS = 1;
export const COMPILED = 2;

/* Kinds of frames, as pack.js has them */
const [USER_KIND, KERNEL_KIND, JIT_KIND, OFF_CPU_KIND] = [0, 1, 2, 6];

const IS = (text, part) => text === part;
const BEGINS = (text, part) => text.startsWith(part);
const ENDS = (text, part) => text.endsWith(part);
const HOLDS = (text, part) => text.includes(part);

/* [place, texts, what it is]: the first that fits decides */
const SCATTERING_NAMES = [
    [BEGINS, "asm_exc_", STEADY],
    [BEGINS, "asm_ entry_SYSCALL do_syscall_64 sysvec_ __sysvec_", WAITS],
    [BEGINS, "irq_enter irq_exit irqentry_ irq_work irqtime __irq", WAITS],
    [HOLDS, "softirq", WAITS],
    [IS, "schedule schedule_timeout schedule_timeout_interruptible schedule_hrtimeout " +
        "schedule_hrtimeout_range schedule_hrtimeout_range_clock schedule_preempt_disabled " +
        "schedule_idle schedule_tail io_schedule io_schedule_timeout", WAITS],
    [BEGINS, "__schedule preempt_schedule finish_task_switch try_to_wake_up wake_up_ __wake_up ttwu_", WAITS],
    [BEGINS, "futex_ __futex do_futex sys_futex __x64_sys_futex __arm64_sys_futex", WAITS],
    [BEGINS, "tick_sched_ tick_nohz_ tick_handle_ tick_periodic tick_program_ tick_do_ sched_tick " +
        "scheduler_tick update_process_times hrtimer_ __hrtimer_ rcu_core rcu_sched rcu_note_ " +
        "rcu_gp_ rcu_do_ rcu_report_ rcu_idle_ rcu_eqs_ rcu_nocb_ rcu_check_ rcu_accelerate_ " +
        "rcu_segcblist_ rcu_cblist_ rcu_pending rcu_qs __rcu_ do_idle default_idle " +
        "cpu_startup_entry cpuidle_ _raw_spin_unlock_irq mutex_lock mutex_unlock mutex_spin_ " +
        "mutex_optimistic_ __mutex_ osq_lock", WAITS],
    [HOLDS, "spin_lock_slowpath lll_lock", WAITS],
    [BEGINS, "JS: LazyCompile: Function: Script: Eval: RegExp:", COMPILED],
    [HOLDS, "(node: .js: .mjs: .cjs: .ts:", COMPILED],
    [BEGINS, "[perf- [JIT", COMPILED],
];
const SCATTERING_FILES = [
    [ENDS, ".js .mjs .cjs .ts", COMPILED],
    [BEGINS, "node:", COMPILED],
];

function findForm(forms, text) {
    const form = forms.find(([fits, parts]) => parts.split(" ").some((part) => fits(text, part)));
    return form ? form[2] : STEADY;
}

function unsteadyOf(name, file, kind) {
    if (kind === JIT_KIND) return COMPILED;
    if (kind === OFF_CPU_KIND) return WAITS;
    if (kind !== USER_KIND && kind !== KERNEL_KIND) return STEADY;
    return findForm(SCATTERING_FILES, file) || findForm(SCATTERING_NAMES, name);
}

/** Returns what each name of a pack is: of one with frames of several kinds, the least steady. */
export function unsteadyNames({ names, frames }) {
    const unsteady = new Uint8Array(names.length);
    for (let f = 0; f < frames.n; f++) {
        const name = frames.name[f];
        unsteady[name] = Math.max(unsteady[name], unsteadyOf(names[name], names[frames.file[f]], frames.kind[f]));
    }
    return unsteady;
}

/** Returns which share of all stacks, as these are weighted, has code that a JIT compiler made. */
export function compiledShare({ columns, parent, frame, frames }, unsteady, whole) {
    const within = new Uint8Array(parent.length);
    let sum = 0;
    for (let i = 1; i < parent.length; i++) {
        within[i] = within[parent[i]] || unsteady[frames.name[frame[i]]] === COMPILED ? 1 : 0;
        if (within[i]) for (const { values } of columns) sum += Number(values[i]);
    }
    return whole ? sum / whole : 0;
}

/** The ratio of the variance between runs to that of sampling; `samples`: of a run, in effect. */
export function usualRatio(compiled, samples) {
    return 2.5 + samples / (compiled >= 0.1 ? 1000 : 10000);
}
