/*
 * viewer.test.mjs - viewer.html in Firefox: a file of every reader, dropped on it, opens; what "Save this page" saves has
 * the bytes of the native program. Nothing is requested.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";

const { FR_WASM_DIR, FR_SOURCE_DIR, FR_PROGRAM } = process.env,
    WAIT_MS = Number(process.env.FR_WAIT_MS) || 600_000,
    GOLDEN = path.join(FR_SOURCE_DIR, "golden");
let browser, scratch;

before(async () => {
    scratch = fs.mkdtempSync(path.join(os.tmpdir(), "firefox-"));
    browser = await puppeteer.launch({ headless: true, timeout: WAIT_MS, protocolTimeout: WAIT_MS, browser: "firefox", executablePath: "/usr/bin/firefox-esr" });
});
after(async () => {
    await browser.close();
    fs.rmSync(scratch, { recursive: true });
});

/* A readable input of each format: {format: file}, of the goldens of its area. */
function inputsOfAllFormats() {
    const listed = execFileSync(FR_PROGRAM, ["formats"]).toString().split("\n\n")[0],
        formats = [...listed.matchAll(/^ {2}([a-z0-9-]+) +\S/gm)].map(([, name]) => name),
        found = new Map();
    for (const format of formats) {
        const area = path.join(GOLDEN, format.replaceAll("-", "_"));
        if (!fs.existsSync(area)) continue;
        const inputs = fs
            .readdirSync(area, { recursive: true })
            .map((name) => path.join(area, name))
            .filter((file) => path.basename(file).startsWith("in.") && fs.statSync(file).isFile());
        const input = inputs.find((file) => spawnSync(FR_PROGRAM, ["render", file, "--input-format", format, "-q", "--format", "html"]).status === 0);
        if (input) found.set(format, input);
    }
    return found;
}

async function openViewer() {
    const page = await browser.newPage(),
        wrong = [];
    page.setDefaultTimeout(WAIT_MS);
    page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || wrong.push("requested " + request.url()));
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    await page.goto("file://" + path.join(FR_WASM_DIR, "viewer.html"));
    await page.waitForSelector(".fv-drop");
    return { page, wrong };
}

/* Drops a file as a person does, and waits for what the program made of it. */
async function drop(page, file) {
    await page.evaluate(
        (name, base64) => {
            document.querySelector(".fv-open, .fv-refusal")?.classList.add("fv-seen");
            const transfer = new DataTransfer(),
                bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
            transfer.items.add(new File([bytes], name));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
        },
        path.basename(file),
        fs.readFileSync(file).toString("base64"),
    );
    await page.waitForSelector(".fr-page .fv-open:not(.fv-seen), .fv-refusal:not(.fv-seen), .fr-refusal[open]");
}

/* What "Save this page" hands to the browser. */
async function saved(page) {
    await page.click('.fr-round[aria-label^="More"]');
    const row = await page.waitForSelector("xpath///*[contains(@class, 'fr-more')]//button[text()='Save this page']");
    await page.evaluate(() => {
        const make = URL.createObjectURL;
        window.handed = new Promise((resolve) => {
            URL.createObjectURL = (blob) => {
                URL.createObjectURL = make;
                resolve(blob.text());
                return make.call(URL, blob);
            };
        });
    });
    await row.click();
    return page.evaluate(() => window.handed);
}

test("a file of every format opens in Firefox, with the bytes of the native program", async () => {
    const found = inputsOfAllFormats(),
        { page, wrong } = await openViewer();
    assert.ok(found.size >= 30, `only ${[...found.keys()]} have a golden of their own`);
    let n = 0;
    for (const [format, file] of found) {
        const copy = path.join(scratch, format + "-" + path.basename(file));
        fs.copyFileSync(file, copy);
        const wanted = spawnSync(FR_PROGRAM, [path.basename(copy), "--format", "html"], { cwd: scratch, encoding: "utf8", maxBuffer: 1 << 30 });
        if (wanted.status !== 0) continue;
        await drop(page, copy);
        assert.ok(!(await page.$(".fv-refusal, .fr-refusal[open]")), `${format} is refused`);
        assert.ok((await saved(page)) === wanted.stdout, `${format}: other bytes`);
        n++;
    }
    console.log(`${n} formats`);
    assert.deepEqual(wrong, []);
});
