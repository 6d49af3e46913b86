/*
 * options.test.mjs - the options of the viewer without a server (packaging/wasm/viewer): the program takes the command
 * lines that its menus make.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import test from "node:test";
import { done, open, useBrowser } from "./browser.mjs";
import { program, recording, root } from "./picture.mjs";

useBrowser();

/* The source tree as a site, with an empty page. */
async function serveSources() {
    const server = http.createServer((request, response) => {
        const isPage = request.url === "/";
        response.writeHead(200, { "Content-Type": isPage ? "text/html" : "text/javascript" });
        response.end(isPage ? "<!DOCTYPE html><link rel=icon href='data:,'><title>Options</title>" : fs.readFileSync(path.join(root, request.url)));
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/* The words of a job for so many files, after some menus were chosen: {label: option}. */
function wordsOf(page, nFiles, chosen) {
    return page.evaluate(
        async ([n, menus]) => {
            const { OptionsDialog } = await import("/packaging/wasm/viewer/options_dialog.mjs"),
                files = Array.from({ length: n }, (_, i) => ({ name: `${i}.perf` })),
                dialog = new OptionsDialog({ files, words: [] }, () => "", () => {}),
                selects = [...document.querySelectorAll(".fv-dialog label")];
            for (const [label, option] of Object.entries(menus)) {
                const select = selects.find((one) => one.textContent.startsWith(label)).querySelector("select");
                select.selectedIndex = [...select.options].findIndex(({ text }) => text.startsWith(option));
            }
            const { words } = dialog.job();
            dialog.dialog.remove();
            return words;
        },
        [nFiles, chosen],
    );
}

test("a colour that is remembered goes to pictures that have a choice of it alone", async () => {
    const site = await serveSources(),
        page = await open(site.url, { live: false, starts: false, own: site.url }),
        input = recording("stall");
    await page.evaluate(() => window.localStorage.setItem("flamerender.colour", "package"));
    const jobs = [
        [await wordsOf(page, 1, {}), [input], ["--color-by", "package"]],
        [await wordsOf(page, 1, { Shows: "Callers" }), [input], ["--callers", "--color-by", "package"]],
        [await wordsOf(page, 1, { Shows: "Heatmap" }), [input], ["heatmap"]],
        [await wordsOf(page, 2, {}), [input, input], []],
    ];
    for (const [words, files, wanted] of jobs) {
        assert.deepEqual(words, wanted);
        execFileSync(program, [...(files.length > 1 ? ["diff"] : []), ...words, "-q", "--format", "html", ...files, "-o", "/dev/null"]);
    }
    site.close();
    await done(page);
});
