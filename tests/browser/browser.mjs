/*
 * browser.mjs - Debian's Chromium, a page with a picture, and what is seen on it. Every page fails its
 * test where the console complains or anything is requested but the picture.
 */
import assert from "node:assert/strict";
import http from "node:http";
import fs from "node:fs";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

let browser = null;

/* Debian's Chromium without its windows, or with them. */
const EXECUTABLES = [process.env.FR_CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/*
 * The longest wait for a condition. It ends what hangs; a busy machine needs minutes for what takes a moment.
 * FR_WAIT_MS shortens it for somebody who mends a test.
 */
const WAITS_MS = Number(process.env.FR_WAIT_MS) || 600_000;

/** Starts the browser for the tests of a file. */
export function useBrowser() {
    before(async () => {
        browser = await chromium.launch({
            timeout: WAITS_MS,
            executablePath: EXECUTABLES.find((file) => file && fs.existsSync(file)),
            args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage"],
        });
    });
    after(() => browser.close());
}

function watch(page, url, allowed, own) {
    const seen = [];
    page.on("console", (message) => {
        if (
            ["error", "warning"].includes(message.type()) &&
            !allowed.some((text) => message.text().includes(text))
        )
            seen.push(message.text());
    });
    page.on("pageerror", (error) => seen.push(String(error)));
    page.on("request", (request) => {
        if (
            request.url().split("#")[0] !== url.split("#")[0] &&
            !(own && request.url().startsWith(own)) &&
            !request.url().endsWith("/favicon.ico")
        )
            seen.push("requested " + request.url());
    });
    return seen;
}

/* A page of ours unpacks its program, and adopts its sheet as it runs that (start_page.js). */
function hasStarted() {
    return !document.getElementById("flamerender-program") || document.adoptedStyleSheets.length > 0;
}

/** A page with `url` open, whose own program has begun unless it is not to (`starts`), where `init` ran before its
 * scripts; `check()` fails where something was amiss. Whatever is under `own` may be requested. */
export async function open(
    url,
    { live = true, starts = true, init = null, allowed = [], own = "", width = 1200, height = 900, ...options } = {},
) {
    const context = await browser.newContext({
        viewport: { width, height },
        reducedMotion: "reduce",
        ...options,
    });
    context.setDefaultTimeout(WAITS_MS);
    const page = await context.newPage(),
        seen = watch(page, url, allowed, own);
    if (init) await page.addInitScript(init);
    await page.goto(url);
    if (starts && options.javaScriptEnabled !== false) await page.waitForFunction(hasStarted);
    if (live) await page.waitForSelector(".fr-view .fr-boxes path", { state: "attached" });
    return Object.assign(page, { check: () => assert.deepEqual(seen, []) });
}

/** Closes a page after a last look. */
export async function done(page) {
    page.check();
    await page.context().close();
}

/** Painted boxes as "x y w" in px, sorted. */
export async function boxesOn(page) {
    const paths = await page.$$eval(".fr-boxes path", (all) =>
        all.map((path) => path.getAttribute("d")),
    );
    return paths
        .flatMap((d) => d.split("M").slice(1))
        .map((piece) => {
            const [, x, y, w] = /^(-?[\d.]+) (-?[\d.]+)h(-?[\d.]+)/.exec(piece).map(Number);
            const round = piece.includes("a") ? 1.5 : 0;
            return [x - round, y, w + 2 * round].map((n) => n.toFixed(1)).join(" ");
        })
        .sort();
}

/* Places from the top of the highest box: what stands above is the frame's in a page, the header's in a picture. */
function fromTop(boxes) {
    const places = boxes.map((box) => box.split(" ").map(Number)),
        top = Math.min(...places.map(([, y]) => y));
    return places.map(([x, y, w]) => [x, y - top, w].map((n) => n.toFixed(1)).join(" ")).sort();
}

/** Painted boxes of a page, and of a scene, as they stand to each other. */
export async function rowsOn(page) {
    return fromTop(await boxesOn(page));
}

export function rowsIn(scene) {
    return fromTop(boxesIn(scene));
}

/** To a view of a page, by its tab. */
export function toView(page, title) {
    return page.click(`[role=tab] >> text=${title}`);
}

/** Opens the menu behind "..." of a page and chooses a row. */
export async function fromMore(page, row) {
    await page.click("[aria-label='More (e)']");
    await page.click(`.fr-more button >> text=${row}`);
}

/** The same of a scene. */
export function boxesIn(scene) {
    return scene.boxes
        .map(({ x0, x1, y }) => {
            const w = x1 - x0 > 2.0001 ? x1 - x0 - 0.6 : x1 - x0;
            return [x0, y, w].map((n) => n.toFixed(1)).join(" ");
        })
        .sort();
}

/** All elements within parts of a page, with their texts and attributes, and the pixels of canvases. */
export function elementsOn(page, selector) {
    return page.evaluate((parts) => {
        const all = (wanted, of) => Array.from(document.querySelectorAll(wanted), of),
            attributesOf = (one) => Array.from(one.attributes, ({ name, value }) => [name, value]).sort(),
            elements = all(`:is(${parts}), :is(${parts}) *`, (one) => [one.localName, one.textContent, attributesOf(one)]);
        return { elements, canvases: all(`:is(${parts}) canvas`, (canvas) => canvas.toDataURL()) };
    }, selector);
}

export function labelsOn(page) {
    return page.$$eval(".fr-moving .fr-labels text", (all) => all.map((text) => text.textContent));
}

export async function textOf(page, selector) {
    return (await page.textContent(selector)).replaceAll("\u202f", " ");
}

/** What the details bar of a page says of a box: {name, line, total, "share of total", ...}; null while it says it
 * of none. */
function detailsOn(page) {
    return page.$eval(".fr-foot", (foot) => {
        if (foot.classList.contains("fr-peeks")) return null;
        const plain = (text) => text.replaceAll("\u202f", " "),
            facts = { name: foot.querySelector("h2").textContent, line: plain(foot.querySelector(".fr-who p").textContent) };
        for (const one of foot.querySelectorAll(".fr-number")) {
            const what = one.querySelector("dt").textContent;
            facts[what] = plain(one.title);
            facts["share of " + what] = plain(one.querySelector("b").textContent);
        }
        return facts;
    });
}

/** The facts of the tooltip: {name, total, self, "of all", ...}; of a page those of its details bar. */
export async function tip(page) {
    if (await page.$(".fr-details")) return detailsOn(page);
    return page.$eval(".fr-tip", (body) => {
        if (body.hidden || body.hasAttribute("hidden")) return null;
        const facts = { name: body.querySelector(".fr-name").textContent };
        body.querySelectorAll("dt").forEach((term) => {
            facts[term.textContent] = term.nextSibling.textContent.replaceAll("\u202f", " ");
        });
        return facts;
    });
}

/** The middle of a box of a scene, in the window. */
export function middleOf(box) {
    return { x: (box.x0 + box.x1) / 2, y: box.y + box.h / 2 };
}

/** Serves files with the headers of a host; returns {url, close}. */
export async function serve(files, headers = {}) {
    const server = http.createServer((request, response) => {
        const name = request.url.slice(1).split(/[?#]/)[0],
            file = files.get(name);
        response.writeHead(file ? 200 : name === "favicon.ico" ? 204 : 404, {
            "Content-Type": name.endsWith(".html") ? "text/html" : "image/svg+xml",
            ...headers,
        });
        response.end(file ? (file.includes("\n") ? file : fs.readFileSync(file)) : "");
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The address as the page has it. */
export function hashOf(page) {
    return page.evaluate(() => location.hash);
}

/** The part of the width that the address has, [from, to], as soon as `isRight(from, to)`. */
export async function spanOf(page, isRight) {
    for (const end = performance.now() + WAITS_MS; performance.now() < end; await page.waitForTimeout(20)) {
        const [, ...span] = /span=([\d.]+)-([\d.]+)/.exec(await hashOf(page)) || [];
        if (span.length && isRight(...span.map(Number))) return span.map(Number);
    }
    throw new Error("the address is " + (await hashOf(page)));
}
