/*
 * heat_words.js - what a page says of two selections of a recording, as `flamerender diff` says it of two
 * ranges: rates, and who changed most.
 */
import { formatSize } from "../profile/change_words.js";
import { formatGrouped, NARROW_SPACE } from "../profile/format.js";

const SURE = "sure beyond sampling noise",
    UNJUDGED = "not judged: the number of samples is not known",
    LARGEST = 1e12; // thousandths; larger rates are told in points

/* "0", "<0.01", "0.12", "4.2", "195" */
function decimalText(number) {
    const size = Math.abs(number);
    if (size < 0.005) return size ? "<0.01" : "0";
    if (size >= 99.95) return formatGrouped(Math.round(size), 0);
    return size.toFixed(size >= 0.995 ? 1 : 2);
}

/* Returns what a value of 1 is in a rate: seconds of CPU time, or 1. */
function rateOfOne({ time, decimals }) {
    return (time ? time / 1e9 : 1) / 10 ** decimals;
}

/* "rebuild_index: 0 -> 182 samples/s": the largest change of own value */
function headline({ tree, view, sides }, [base, added], heat) {
    const size = (f) => Math.abs(f.self.points),
        seen = tree.functions.filter((f) => f.self.seen).sort((a, b) => size(b) - size(a)),
        one = rateOfOne(heat),
        text = (value, { seconds }) => decimalText((Number(value) * one) / seconds);
    if (!seen.length) return "No function changed its own value beyond sampling noise";
    const [{ name, self }] = seen,
        rates = [text(self.base, base), text(self.new, added)].join(" \u2192 ");
    return `${name}: ${rates} ${heat.time ? "CPUs" : view.unit + "/s"}, ${sides.counted ? SURE : UNJUDGED}`;
}

/** Says what compare.js found of two sides with {seconds} in rates. */
export function describeRates(found, sides, heat) {
    const { view, sides: judged } = found,
        { diff } = view;
    if (judged.factor.used !== "time") return; // a side is empty
    const scale = Math.max(judged.factor.value * judged.base.whole, judged.new.whole),
        rate = Math.round(((scale * rateOfOne(heat)) / sides[1].seconds) * 1000);
    view.title = headline(found, sides, heat);
    if (!rate || rate >= LARGEST) return; // as fr_diff_rate_milli()
    diff.points = heat.time ? NARROW_SPACE + "CPUs" : "/s";
    diff.rate = String(rate);
    const words = (most) => formatSize(view, most) + diff.points;
    diff.ramps = diff.most.flatMap((most) => [
        `\u25bc ${words(most)} less`,
        `\u25b2 ${words(most)} more`,
    ]);
    view.legend[0].splice(1, 2, diff.ramps[1], diff.ramps[0]);
}
