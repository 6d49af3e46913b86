/*
 * subtitle.js - the line of facts under the title after steps, as the program writes it (render/layout/layout_flame.c):
 *
 *     251 of 974 samples of cpu-clock in 998 ms of recording · width is their share · tid=15849 · focus 'Interp'
 */
import { isChoice } from "./steps.js";
import { formatShort, SEPARATOR } from "./format.js";

const TURNED = "stacks turned over: hot functions at the root, their callers ";

function stepWords({ step, pattern }) {
    if (isChoice({ step })) return pattern + (step === "range" ? " s" : "");
    return step === "fold-recursion" ? "recursion folded" : `${step} '${pattern}'`;
}

/** `written` is the line of the whole profile; `whole` what it adds up to, `chosen` the samples that steps chose, and
 * `left` what the picture has; `callers` is "", "above" or "below". */
export function subtitleAfter(written, view, steps, { whole, chosen, left, callers }) {
    const amount = (value) => formatShort(view, value),
        head = amount(whole),
        isPart = BigInt(left) !== BigInt(chosen),
        words = steps.map(stepWords);
    if (callers) words.push(TURNED + callers);
    /* "974 samples ...", or of a page that was drawn of a part "251 of 974 samples ..." */
    const amounts = isPart ? `${amount(left)} of ${amount(chosen)}` : amount(chosen),
        drawn = written.indexOf(" of " + head) + " of ".length,
        from = written.startsWith(head) ? 0 : /^[^\u00b7]* of $/.test(written.slice(0, drawn)) ? drawn : -1,
        kept = written.replace("shares of the " + head, "shares of the " + amount(chosen)),
        line = from < 0 ? kept : amounts + kept.slice(from + head.length);
    return [line, ...words].join(SEPARATOR);
}
