/*
 * transform.test.mjs - transforms of a page are the program's: random profiles and stacks of steps give the
 * boxes of the command line that the page shows. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { Derived } from "../../render/assets/profile/derived.js";
import { furnish } from "../../render/assets/draw/furniture.js";

import { layoutFlame } from "../../render/assets/draw/layout.js";
import { titleOf } from "../../render/assets/profile/highlights.js";
import { showColumn } from "../../render/assets/view/pickers.js";
import { argumentsOf, exactly } from "../../render/assets/profile/steps.js";

import { boxesOf, randomStacks, treeOf, wantedBoxes } from "./boxes_of.mjs";
import { program, randomFrom, run, scratch } from "./picture.mjs";

function runProgram(...args) {
    return spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
}

/* The profile as the program takes it: the picture itself, in a file. */
function fileOf(svg) {
    const file = path.join(scratch, "source.svg");
    fs.writeFileSync(file, svg);
    return file;
}

function boxesAfter(derived, view, state) {
    const tree = derived.treeOf(state),
        layout = layoutFlame(tree, view, 0, view.width);
    const furniture = furnish(layout, view, view.width, layout.rows.length, 900);
    return boxesOf({ tree, view }, layout, furniture);
}

/* Where rows stand depends on the subtitle, which says the steps: that of a page stays. A callers' root has
   no label of its own here. */
function placeless(boxes) {
    return boxes.map((box) => ({ ...box, y: 0, label: box.name ? box.label : "all" }));
}

/* Whether there was something to compare: the program leaves nothing where the page refuses a step. */
function compare({ derived, view, file }, state, ...args) {
    const words = [...argumentsOf(state.steps), ...args],
        { status, stdout, stderr } = runProgram("render", "-q", "--format", "scene-json", file, ...words);
    const possible = derived.possible(state.steps).length === state.steps.length;
    assert.equal(status, possible ? 0 : 5, words.join(" ") + "\n" + stderr);
    if (!possible) return false;
    assert.deepEqual(
        placeless(boxesAfter(derived, view, state)),
        placeless(wantedBoxes(stdout)),
        words.join(" "),
    );
    return true;
}

async function open(input, ...args) {
    const svg = run(["--format", "svg", "--data=full", ...args], input),
        { tree, view } = await treeOf(svg);
    return { derived: new Derived(view, tree, "name"), view, tree, file: fileOf(svg) };
}

function randomSteps(random, tree) {
    const name = () => tree.names[tree.name[1 + random(tree.n - 1)]],
        patterns = [() => exactly(name()), () => exactly(name()), () => "(?i)[ms]", () => "^(main|.*1$)"];
    const kinds = ["hide-runtime", "focus", "ignore", "hide", "show-from", "fold-recursion"];
    return Array.from({ length: 1 + random(4) }, () => {
        const step = kinds[random(kinds.length)],
            pattern = patterns[random(patterns.length)]();
        if (step === "hide-runtime") return { step, pattern: ["rust", "python"][random(2)] };
        return { step, pattern: step === "fold-recursion" ? ["direct", "cycles"][random(2)] : pattern };
    });
}

test("random profiles, random steps, from the roots and from the leaves, in both orders", async () => {
    let n = 0;
    for (let seed = 1; seed <= 40; seed++) {
        const page = await open(randomStacks(seed), "--minwidth", "0"),
            random = randomFrom(seed * 7);
        for (let round = 0; round < 4; round++) {
            const steps = randomSteps(random, page.tree),
                from = ["roots", "leaves"][random(2)],
                order = ["name", "largest"][random(2)];
            n += compare(
                page,
                { steps, order, from },
                "--minwidth=0",
                "--sort=" + (order === "name" ? "name" : "value"),
                ...(from === "leaves" ? ["--callers"] : []),
            );
        }
    }
    assert.ok(n > 60, String(n));
});

/* Names of each runtime, and names that look alike and stay. */
const OF_RUNTIMES = {
    go: "main.main;runtime.main 1\nruntime.mcall;runtime.park_m 2\nmain.runtime.f;gcWriteBarrier 3\nruntimes.f 4\n",
    jvm:
        "java/lang/Thread.run;App.run;java/util/ArrayList.add 1\n" +
        "Ljava/lang/Thread;::run;JavaCalls::call_helper;App.go 2\nJavaCallsign::call 3\n",
    python:
        "main (a.py:1);_PyEval_EvalFrameDefault;PyObject_Call;work (a.py:7) 1\n" +
        "_call (<frozen importlib._bootstrap>:241);PyPI.fetch 2\n",
    node:
        "node::Start;uv_run;Builtins_JSEntry;work /app/a.js:1 1\n" +
        "run (node:internal/main:1:1);deflate (node:zlib:1:1) 2\nnodes::f 3\n",
    rust:
        "std::rt::lang_start;<F as core::future::future::Future>::poll;app::main 1\n" +
        "std::sys_common::x;std::vector<int>::push_back 2\nstd::sort::f;tokio::runtime::park 3\n",
    "kernel-idle":
        "swapper;do_idle;cpuidle_enter;intel_idle 1\nswapper;do_idle;cpuidle_enter;irq_exit_rcu;net_rx 2\n" +
        "java;cpuidle_register 3\nswapper;start 4\n",
};

test("presets hide the same in the page and in the program, and what looks alike stays", async () => {
    const all = Object.values(OF_RUNTIMES).join("");
    for (const [name, input] of Object.entries(OF_RUNTIMES)) {
        const steps = [{ step: "hide-runtime", pattern: name }],
            state = { steps, from: "roots", order: "name" };
        for (const text of [input, all]) {
            const page = await open(text, "--minwidth", "0");
            assert.ok(compare(page, state, "--minwidth=0"));
            assert.ok(page.derived.treeOf(state).n < page.tree.n);
        }
    }
});

function viewOf(html) {
    return JSON.parse(/id="flamerender-view">([^<]*)</.exec(html)[1]);
}

test("another value column: boxes, numbers and titles are those of --sample-index", async () => {
    for (let seed = 1; seed <= 12; seed++) {
        const random = randomFrom(seed),
            input = randomStacks(seed).replace(/ (\d+)$/gm, (_, n) => ` ${random(3) ? n : 0} ${random(900)}`),
            page = await open(input, "--minwidth=0", "--sample-index=0"),
            html = [0, 1].map((k) => run(["--format", "html", "--sample-index", String(k)], input)),
            own = { ...page.view };
        const { columns, measures } = viewOf(html[0]);
        Object.assign(page.view, { columns, measures });
        for (const column of [1, 0]) {
            showColumn(page.view, column, own);
            page.view.title = titleOf(page.derived.treeOf({ steps: [], order: "name", from: "roots" }), page.view, false);
            const wanted = viewOf(html[column]);
            for (const word of ["title", "subtitle", "unit", "of", "decimals", "whole", "column"])
                assert.equal(page.view[word], wanted[word], word);
            const steps = random(2) ? randomSteps(random, page.tree) : [],
                from = ["roots", "leaves"][random(2)],
                args = ["--minwidth=0", "--sample-index=" + column, "--sort=value"];
            compare(
                page,
                { steps, order: "largest", from },
                ...args,
                ...(from === "leaves" ? ["--callers"] : []),
            );
        }
    }
});
