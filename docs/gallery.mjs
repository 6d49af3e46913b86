/*
 * gallery.mjs PROGRAM DATA FOLDER - docs/gallery.html and its pictures, of the recordings in tests/data: `make gallery`.
 * Pictures are static SVG, light and dark in one; the terminal is text with its colours.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [program, data, folder] = process.argv.slice(2);
const flame = ["--static", "--width", "800", "--max-height", "560", "--fontsize", "12", "--height", "16", "--minwidth", "1"];
const plain = ["--static", "--width", "800"];
const list = (path) => readdirSync(join(data, path)).filter((name) => /\.(gz|txt)$/.test(name)).sort().map((name) => join(path, name));
const shop = (side) => [1, 2, 3].map((run) => `shop/${side}-${run}.perf.gz`);

/** What each picture is of, and what was typed. */
const pictures = [
    ["flame", "A flame graph", "Node.js answering requests", ["nodejs.perf.gz", ...flame]],
    ["icicle", "An icicle", "a Go pipeline, the root at the top", ["gopipe.perf.gz", "--icicle", ...flame]],
    ["callers", "Callers", "the hot functions of a C program, and who calls them", ["native.perf.gz", "--callers", ...flame]],
    ["diff", "A differential", "two versions of a shop, three runs each", ["diff", "--base", ...shop("before"), "--new", ...shop("after"), "--fold-chains", ...flame]],
    ["heatmap", "A heatmap", "eight seconds of two threads, with a stall of 200 ms", ["heatmap", "stall.perf.gz", ...plain]],
    ["off-cpu", "Off the CPU", "where threads wait, and for how long", ["known.perf.gz", "--off-cpu", "--hide", "^(__)?schedule$", ...flame]],
    ["allocation", "Allocation", "who asked a Go program's heap for memory", ["pprof/allocs.pb.gz", "--sample-index", "alloc_space", ...flame]],
    ["fleet", "A fleet", "profiles of all points of a trend, merged", [...list("trend/cpu"), "--no-inlines", ...flame]],
    ["tags", "Labels at the root", "requests of a Go server by their handler", ["pprof/cpu-labels.pb.gz", "--tagroot", "handler", ...flame]],
    ["trend", "A trend", "a program over its commits: what grew, and since when", ["trend", ...list("trend/cpu"), "--time-from-name", "commit{number}", ...plain]],
    ["dark", "On dark", "the flame graph above for readers with a dark system: one file follows them", ["nodejs.perf.gz", "--scheme", "dark", ...flame]],
];

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const at = (word) => (/^[\w/.-]+\.(gz|txt)$/.test(word) && !word.startsWith("/") ? join(data, word) : word);
const run = (args) => execFileSync(program, [...args.map(at), "-q"], { encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, COLORTERM: "truecolor" } });

/** The command as somebody would type it, without what fits a picture to this page. */
function typed(args) {
    const own = args.slice(0, args.length - (args.includes("--max-height") ? flame : plain).length);
    const words = own.map((word) => word.replace(`${data}/`, ""));
    const short = words.filter((word) => /\.gz$/.test(word)).length > 6
        ? [...words.filter((word) => !/\.gz$/.test(word)).slice(0, 1), `${words.find((word) => /\.gz$/.test(word)).replace(/[^/]*$/, "")}*.gz`, ...words.filter((word) => !/\.gz$/.test(word)).slice(1)]
        : words;
    return `flamerender ${short.map((word) => (/[^\w/.,:*={}-]/.test(word) ? `'${word}'` : word)).join(" ")}`;
}

/** A terminal's text as HTML: colours are styles. `paper` is what it has behind them. */
function terminal(text, paper) {
    let style = "", html = "";
    for (const part of text.split(/(\x1b\[[\d;]*m)/)) {
        const codes = /^\x1b\[([\d;]*)m$/.exec(part)?.[1];
        if (codes === undefined) {
            html += style ? `<span style="${style}">${escape(part)}</span>` : escape(part);
            continue;
        }
        const colour = (of) => new RegExp(`${of};2;(\\d+);(\\d+);(\\d+)`).exec(codes)?.slice(1).join(",");
        const ink = colour(38), ground = colour(48), swapped = /(^|;)7(;|$)/.test(codes.replace(/[34]8;2;\d+;\d+;\d+/g, ""));
        const css = { color: swapped ? paper : ink && `rgb(${ink})`, background: swapped ? ink && `rgb(${ink})` : ground && `rgb(${ground})` };
        style = Object.entries(css).filter(([, value]) => value).map(([key, value]) => `${key}:${value}`).join(";");
        if (/^0;1(;|$)/.test(codes)) style += ";font-weight:bold";
    }
    return html;
}

mkdirSync(join(folder, "gallery"), { recursive: true });
let figures = "";
for (const [name, title, words, args] of pictures) {
    run([...args, "-o", join(folder, "gallery", `${name}.svg`)]);
    figures += `<figure>\n<h2>${title}</h2>\n<p>${escape(words)}<br><code>${escape(typed(args))}</code></p>\n` +
        `<img src="gallery/${name}.svg" width="800" alt="${escape(`${title}: ${words}`)}">\n</figure>\n`;
}
for (const [scheme, title] of [["dark", "In a terminal"], ["light", "In a light one"]])
    figures += `<figure>\n<h2>${title}</h2>\n<p>the differential above, in a hundred columns<br><code>flamerender diff ... --format term</code></p>\n` +
        `<pre class="${scheme}">${terminal(run(["diff", "--base", ...shop("before"), "--new", ...shop("after"), "--format", "term", "--ansi", "always", "--scheme", scheme, "--width", "100"]), scheme === "light" ? "#fff" : "#15171c")}</pre>\n</figure>\n`;
writeFileSync(join(folder, "gallery.html"), `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>flamerender: gallery</title>
<style>
body { font: 16px/1.5 Arial, "Liberation Sans", Helvetica, sans-serif; max-width: 860px; margin: 40px auto; padding: 0 20px; color: #1c1d21; background: #fff }
figure { margin: 0 0 64px }
h1 { font-size: 28px }
h2 { font-size: 20px; margin: 0 }
p { margin: 4px 0 12px; color: #6d7078 }
code { font-size: 13px; overflow-wrap: anywhere }
img { max-width: 100%; height: auto }
pre { font: 13px/1.2 "DejaVu Sans Mono", Menlo, Consolas, monospace; padding: 16px; overflow-x: auto; color: #e8e8ea; background: #15171c }
pre.light { color: #1c1d21; background: #fff; outline: 1px solid #e6e7ea }
@media (prefers-color-scheme: dark) { body { color: #e8e8ea; background: #15171c } p { color: #9a9ca3 } }
</style>
<h1>Gallery</h1>
<p>Recordings of this project (tests/data), each by the command under its name; <code>make gallery</code> draws them again.</p>
${figures}</html>
`);
