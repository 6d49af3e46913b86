/*
 * sizes.test.mjs - how many bytes a page has, and what it shows before the viewer has begun: of the recordings of the
 * corpus (FLAMERENDER_CORPUS) too, where it is there.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, open, useBrowser } from "./browser.mjs";
import { program, scratch } from "./picture.mjs";

useBrowser();

const corpus = path.join(process.env.FLAMERENDER_CORPUS || "", "recordings"),
    skip = !fs.existsSync(path.join(corpus, "node.perf.gz")) && "skipped: no FLAMERENDER_CORPUS";

function write(args, input) {
    return execFileSync(program, [...args, "-q", "--format", "html"], { input, encoding: "utf8", maxBuffer: 1 << 28 });
}

const bytesOf = (text) => Buffer.byteLength(text),
    stillOf = (html) => bytesOf(/<main>[^]*<\/main>/.exec(html)[0]);

test("a page of one sample has at most 150 KB", () => {
    assert.ok(bytesOf(write([], "main 1\n")) <= 150_000);
});

const RECORDINGS = [
    ["node", 350_000],
    ["java", 320_000],
    ["fscope-systemwide-99hz", 350_000],
    ["go", 400_000],
    ["rust", 400_000],
    ["gcc-systemwide", 400_000],
    ["cpp-dwarf-inlined", 400_000],
];
for (const [name, most] of RECORDINGS)
    test(`${name}: its pages have at most ${most} bytes, of which what stands without a script at most 100 KB`, { skip }, () => {
        for (const command of [[], ["heatmap"]]) {
            const html = write([...command, path.join(corpus, name + ".perf.gz")], "");
            assert.ok(bytesOf(html) <= most, `${command} ${bytesOf(html)}`);
            assert.ok(stillOf(html) <= 100_000, `${command} ${stillOf(html)}`);
        }
    });

/* Samples of many seconds, of some cells more than of others. */
function dense() {
    const lines = [];
    for (let cell = 0; cell < 100 * 50; cell++)
        for (let k = 0; k <= ((cell * 7919) % 13) % 5; k++)
            lines.push(`app 1/1 [000] ${(10 + cell / 50 + k / 500 + 0.001).toFixed(6)}: 1 cpu-clock:\n\t1 main (x)\n`);
    return lines.join("\n") + "\n";
}

/* The colours of each cell, light and dark: of its <rect> in the one page, of its pixel in the images of the other. */
async function cellsOf(pages) {
    const reader = await open("data:text/html,<title>cells</title>", { live: false });
    const found = await reader.evaluate(async ({ live, still }) => {
        const parsed = (html) => new window.DOMParser().parseFromString(html, "text/html"),
            darkRules = /prefers-color-scheme:dark[^]*/.exec(still)[0],
            number = (element, name) => Number(element.getAttribute(name) || 0);
        async function pixelsOf(image) {
            const bitmap = await createImageBitmap(await (await fetch(image.getAttribute("href"))).blob()),
                to = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
            to.drawImage(bitmap, 0, 0);
            return (x, rise) => {
                const across = ((x - number(image, "x")) / number(image, "width")) * bitmap.width,
                    { data } = to.getImageData(Math.floor(across), Math.floor(rise * bitmap.height), 1, 1);
                return "#" + [...data.slice(0, data[3] && 3)].map((n) => n.toString(16).padStart(2, "0")).join("");
            };
        }
        const [day, night] = await Promise.all([...parsed(live).querySelectorAll("image")].map(pixelsOf)),
            [plot, , ...rows] = parsed(still).querySelectorAll("figure svg[role]>g[font-size]>g"),
            topOf = (row) => Number(/translate\(0 (-?[\d.]+)\)/.exec(row.getAttribute("transform"))[1]),
            cells = [];
        for (const rect of rows.flatMap((row) => [...row.querySelectorAll("rect")])) {
            const group = rect.parentNode,
                x = number(rect, "x") + number(rect, "width") / 2,
                y = topOf(group.parentNode) + number(rect, "y") + number(rect, "height") / 2,
                rise = (y - topOf(plot)) / number(plot.querySelector("rect"), "height"), // pages have other heights
                [, dark] = new RegExp(`\\.${group.getAttribute("class")}\\{fill:(#[0-9a-f]{6})`).exec(darkRules);
            cells.push({ drawn: [group.getAttribute("fill"), dark], pixels: [day(x, rise), night(x, rise)] });
        }
        return cells;
    }, pages);
    await reader.context().close();
    return found;
}

test("the cells of a large heatmap are an image, whose pixels have the colours of the cells, light and dark", async () => {
    const input = dense(),
        live = write(["heatmap"], input),
        still = write(["heatmap", "--static"], input);
    assert.equal(live.match(/<image /g).length, 2);
    assert.equal(still.match(/<image /g), null);
    assert.ok(stillOf(live) <= 100_000 && stillOf(still) > 100_000);
    const cells = await cellsOf({ live, still });
    assert.ok(cells.length > 4000, String(cells.length));
    for (const { drawn, pixels } of cells) assert.deepEqual(pixels, drawn);
    assert.equal(write(["heatmap", "--scheme", "dark"], input).match(/<image /g).length, 1);
});

for (const colorScheme of ["light", "dark"])
    test(`without a script a large heatmap shows the image of its scheme: ${colorScheme}`, async () => {
        const file = path.join(scratch, "dense.html");
        fs.writeFileSync(file, write(["heatmap"], dense()));
        const page = await open("file://" + file, { live: false, javaScriptEnabled: false, colorScheme }),
            shown = async (name) => Boolean(await page.locator("image." + name).boundingBox());
        assert.deepEqual([await shown("day"), await shown("night")], colorScheme === "light" ? [true, false] : [false, true]);
        await page.context().close();
    });

test("an open page of a large heatmap has its cells, and no image", async () => {
    const file = path.join(scratch, "dense.html");
    fs.writeFileSync(file, write(["heatmap"], dense()));
    const page = await open("file://" + file);
    assert.equal(await page.locator("image").count(), 0);
    await done(page);
});
