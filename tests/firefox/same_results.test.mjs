/*
 * same_results.test.mjs - each kind of page and a picture, in Firefox and in Chromium: the same steps give the same
 * titles, tables, details, searches and addresses. Neither complains on its console, and neither requests anything.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";

const { FR_PROGRAM, FR_SOURCE_DIR } = process.env,
    WAIT_MS = Number(process.env.FR_WAIT_MS) || 600_000,
    LIVE = "[role=tab], svg .fr-view .fr-boxes path", // what only the script makes
    scratch = fs.mkdtempSync(path.join(os.tmpdir(), "firefox-")),
    browsers = {};

before(async () => {
    const how = { headless: true, timeout: WAIT_MS, protocolTimeout: WAIT_MS };
    browsers.chromium = await puppeteer.launch({
        ...how,
        executablePath: "/usr/bin/chromium",
        args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage"],
    });
    browsers.firefox = await puppeteer.launch({
        ...how,
        browser: "firefox",
        executablePath: "/usr/bin/firefox-esr",
        extraPrefsFirefox: { "widget.gtk.overlay-scrollbars.enabled": true, "ui.useOverlayScrollbars": 1 }, // as wide as Chromium's
    });
});
after(async () => {
    await Promise.all(Object.values(browsers).map((browser) => browser.close()));
    fs.rmSync(scratch, { recursive: true });
});

function recording(name) {
    return path.join(FR_SOURCE_DIR, "tests/data", name + ".perf.gz");
}

function made(name, ...args) {
    const file = path.join(scratch, name);
    execFileSync(FR_PROGRAM, [...args, "-q", "-o", file]);
    return "file://" + file;
}

async function opened(browser, url) {
    const page = await browser.newPage(),
        wrong = [];
    page.setDefaultTimeout(WAIT_MS);
    page.on("console", (message) => ["error", "warn"].includes(message.type()) && wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("request", (request) => {
        if (!/^(data|blob):/.test(request.url()) && request.url().split("#")[0] !== url.split("#")[0]) wrong.push(request.url());
    });
    await page.setViewport({ width: 1200, height: 800 });
    await page.goto(url);
    await page.waitForSelector(LIVE);
    return { page, wrong };
}

/* What a reader sees in words. */
function words(page) {
    return page.evaluate(() => {
        const texts = (selector) =>
                [...document.querySelectorAll(selector)]
                    .filter((one) => one.getClientRects().length)
                    .map((one) => one.textContent.replace(/\s+/g, " ").trim()),
            selected = document.querySelector("[role=tab][aria-selected=true]");
        return {
            title: document.title,
            heading: texts("h1"),
            tabs: texts("[role=tab]"),
            tab: selected && selected.textContent,
            rows: texts("tbody tr").slice(0, 12),
            foot: texts(".fr-foot"),
            found: texts(".fr-found"),
            bars: texts(".fr-chip, .fr-selections, .fr-bar, .fr-tip, .fr-live"),
            labels: texts(".fr-moving .fr-labels text"),
            address: location.hash,
        };
    });
}

/* Waits until two looks in a row see the same. */
async function settled(page) {
    let last = "";
    for (const end = performance.now() + WAIT_MS; performance.now() < end; ) {
        const seen = await words(page);
        if (JSON.stringify(seen) === last) return seen;
        last = JSON.stringify(seen);
        await new Promise((done) => setTimeout(done, 300));
    }
    throw new Error("never settles: " + last);
}

async function toTab(page, name) {
    for (const tab of await page.$$("[role=tab]"))
        if ((await tab.evaluate((one) => one.textContent)).startsWith(name)) return tab.click();
    throw new Error("no tab " + name);
}

/* The steps of each kind; what is seen is compared after each. */
const type = (text) => async (page) => {
        await page.keyboard.press("/");
        await page.keyboard.type(text);
    },
    press = (key) => (page) => page.keyboard.press(key),
    tab = (name) => (page) => toTab(page, name),
    back = (page) => page.evaluate(() => history.back()),
    click = (selector) => (page) => page.click(selector),
    fromTo = (selector, x0, x1) => async (page) => {
        const { x, y, width, height } = await (await page.$(selector)).boundingBox();
        await page.mouse.move(x + x0 * width, y + height / 2);
        await page.mouse.down();
        await page.mouse.move(x + x1 * width, y + height / 3, { steps: 5 });
        await page.mouse.up();
    },
    firstRow = click("tbody tr:first-child td, tbody tr:first-child button"),
    PAGES = {
        flame: {
            url: () => made("flame.html", "render", recording("nodejs")),
            steps: [type("sort"), press("Enter"), press("Escape"), tab("Table"), firstRow, back, tab("Callers"), tab("Calls"), tab("Flame")],
        },
        differential: {
            url: () => made("diff.html", "diff", recording("shop-before"), recording("shop-after")),
            steps: [press("n"), press("n"), tab("Table"), firstRow, back, tab("Flame"), type("shop")],
        },
        heatmap: {
            url: () => made("heat.html", "heatmap", recording("stall")),
            steps: [fromTo(".fr-plot svg", 0.3, 0.6), type("hash"), press("Escape"), click(".fr-chip"), tab("Table"), tab("Flame")],
        },
        trend: {
            url: () => made("trend.html", "trend", path.join(FR_SOURCE_DIR, "golden/shared/points"), "--time-from-name", "{version}"),
            steps: [tab("Table"), tab("Trend"), click(".fr-chip"), press("n")],
        },
        picture: {
            url: () => made("picture.svg", "render", recording("shop-before")),
            steps: [click(".fr-labels text:nth-of-type(4)"), type("run"), press("Enter"), press("Escape")],
        },
    };

async function walk(browser, url, steps) {
    const { page, wrong } = await opened(browser, url),
        seen = [await settled(page)];
    for (const step of steps) {
        await step(page);
        seen.push(await settled(page));
    }
    await page.reload();
    await page.waitForSelector(LIVE);
    seen.push(await settled(page));
    await page.close();
    assert.deepEqual(wrong, []);
    assert.ok(new Set(seen.map((one) => JSON.stringify(one))).size > 2, "the steps change nothing");
    return seen;
}

for (const [kind, { url, steps }] of Object.entries(PAGES))
    test(`${kind}: Firefox shows what Chromium shows, after each step and a reload`, async () => {
        const at = url(),
            chromium = await walk(browsers.chromium, at, steps),
            firefox = await walk(browsers.firefox, at, steps);
        assert.deepEqual(firefox, chromium);
    });
