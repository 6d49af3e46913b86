/*
 * steps.js - the transforms of a page, as the options of the program that do the same
 * (model/transform/steps.h): *
 *     {step: "range", pattern: "3.4-3.6"}         keep samples of these seconds (range.js); before all others
 *     {step: "where", pattern: "tid=7"}           keep samples with a label (label_filter.js); before all but those
 *     {step: "hide-runtime", pattern: "go"}       remove frames of a runtime (runtimes.js), or drop idle CPUs
 *     {step: "focus", pattern: "^main$"}          keep stacks with a matching frame
 *     {step: "ignore", pattern: "^main$"}         drop them
 *     {step: "hide", pattern: "^main$"}           remove matching frames from their stacks
 *     {step: "show-from", pattern: "^main$"}      start stacks at the outermost matching frame
 *     {step: "fold-recursion", pattern: "cycles"} fold recursion
 *
 * A pattern matches a frame by its name, its file or its module. Each step works on the outcome of the one
 * before it. The address has them as text: focus:^main$;hide:^f\x3bg$ */
import { Regex } from "./regex.js";
import { conditionOf } from "./label_filter.js";
import { escapeName, unescapeName } from "./navigate.js";
import { RUNTIMES } from "../runtimes.js"; // made from model/transform/runtimes.def
import { RECURSIONS } from "../words.js"; // made from include/flamerender_options.h

/** The runtime without frames of its own: idle CPUs. */
export const IDLE_RUNTIME = "kernel-idle";

/* In the order in which the program applies those that it is given together: first what chooses samples. */
const N_CHOICES = 2,
    N_PLAIN = 3; // those and the next have a text, the others a pattern
const STEPS = ["range", "where", "hide-runtime", "focus", "ignore", "hide", "show-from", "fold-recursion"];
const CALLED = {
    range: "seconds",
    where: "only samples with",
    "hide-runtime": "runtime hidden:",
    focus: "only stacks with",
    ignore: "without stacks with",
    hide: "hidden:",
    "show-from": "starts at",
    "fold-recursion": "recursion folded",
};
const SIGNS = /[\\^$.*+?()[\]{}|]/g;
const ANY_CASE = "(?i)";

function placeOf(step) {
    return STEPS.indexOf(step);
}

/** A pattern that only this name matches. */
export function exactly(name) {
    return "^" + name.replace(SIGNS, "\\$&") + "$";
}

/** The name that a pattern of exactly() is of, or null. */
export function nameIn(pattern) {
    const name = pattern.slice(1, -1).replace(/\\([^a-zA-Z0-9])/g, "$1");
    return exactly(name) === pattern ? name : null;
}

/** Returns a function that tells whether a text matches a pattern. Throws where the pattern is not understood. */
export function matcherOf(pattern) {
    const name = nameIn(pattern);
    if (name !== null) return (text) => text === name;
    const any = pattern.startsWith(ANY_CASE),
        regex = new Regex(any ? pattern.slice(ANY_CASE.length) : pattern, any);
    return (text) => regex.test(text);
}

/** The pattern of what a query of search.js finds; its regular expressions are those of patterns. */
export function patternOf(query) {
    const found = /^\/(.+)\/(i?)$/s.exec(query.text);
    if (found && !query.hint) return (found[2] ? ANY_CASE : "") + found[1];
    const text = query.text.replace(SIGNS, "\\$&");
    return /\p{Lu}/u.test(text) ? text : ANY_CASE + text;
}

/** "only stacks with main" */
export function wordsOf({ step, pattern }) {
    if (step === "fold-recursion") return CALLED[step];
    return CALLED[step] + " " + (placeOf(step) < N_PLAIN ? pattern : nameIn(pattern) ?? "/" + pattern + "/");
}

export function writeSteps(steps) {
    return steps.map(({ step, pattern }) => step + ":" + escapeName(pattern)).join(";");
}

function isKnown(step, pattern) {
    if (step === "fold-recursion") return RECURSIONS.includes(pattern);
    if (step === "where") return conditionOf(pattern) !== null;
    if (step === "range") return /^\d+(\.\d+)?-\d+(\.\d+)?$/.test(pattern);
    if (step !== "hide-runtime") return pattern !== "";
    return pattern === IDLE_RUNTIME || RUNTIMES.some(([name]) => name === pattern);
}

/** Returns whether a step chooses samples. */
export function isChoice({ step }) {
    return placeOf(step) < N_CHOICES;
}

/** Samples are chosen before their stacks are changed, by time before labels, as in the program. */
export function inOrder(steps) {
    const place = ({ step }) => Math.min(placeOf(step), N_CHOICES);
    return [...steps].sort((a, b) => place(a) - place(b));
}

/** A part that is no step is omitted, and so is a second part of the time. */
export function readSteps(text) {
    const steps = text.split(";").map((part) => {
        const [step] = part.split(":", 1);
        return { step, pattern: unescapeName(part.slice(step.length + 1)) };
    });
    return inOrder(steps.filter(({ step, pattern }) => STEPS.includes(step) && isKnown(step, pattern))).filter(
        ({ step }, i) => step !== "range" || i === 0,
    );
}

/* ---- the command line ---- */

function quote(text) {
    return /^[\w./:@%+=-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
}

/* Steps that the program takes in this order and to this effect when they are given together. Hiding a
   frame may part an inlined function from its caller, which --show-from looks at. */
function followsIn(round, { step }) {
    const last = round.at(-1);
    return (
        !last ||
        (placeOf(step) > placeOf(last.step) && !(last.step === "hide" && step === "show-from"))
    );
}

/** ["--focus", "^main$", "--then", ...]: what the program is given for the same. */
export function argumentsOf(steps) {
    const args = steps.filter(isChoice).flatMap(({ step, pattern }) => ["--" + step, pattern]);
    let round = [];
    for (const one of steps.filter((step) => !isChoice(step))) {
        if (!followsIn(round, one)) {
            args.push("--then");
            round = [];
        }
        round.push(one);
        if (one.step === "fold-recursion") args.push("--fold-recursion=" + one.pattern);
        else args.push("--" + one.step, one.pattern);
    }
    return args;
}

/** The name of the page's own file, "" where it has none. */
export function pageName() {
    try {
        return decodeURIComponent(location.pathname.split("/").pop());
    } catch {
        return "";
    }
}

/** "./-x", "./top": no name is an option or a subcommand. */
export function argumentOf(file) {
    return /^-|^[a-z-]+$/.test(file) ? "./" + file : file;
}

/** The page as a file that the program reads; in viewer.html, the file that it was made of. */
export function pageFile() {
    return argumentOf(document.documentElement.dataset.file || pageName() || "page.html");
}

/** A line for a shell. */
export function commandOf(words) {
    return words.map(quote).join(" ");
}
