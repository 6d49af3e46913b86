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
        for (let k = 0; k <= (cell * 7919) % 5; k++)
            lines.push(`app 1/1 [000] ${(10 + cell / 50 + k / 500 + 0.001).toFixed(6)}: 1 cpu-clock:\n\t1 main (x)\n`);
    return lines.join("\n") + "\n";
}

/* The colours in the middle of each cell of the static heatmap of a page, from a screenshot. */
async function coloursOf(html, colorScheme) {
    const file = path.join(scratch, "dense.html");
    fs.writeFileSync(file, html);
    const page = await open("file://" + file, { live: false, javaScriptEnabled: false, colorScheme, width: 1240 }),
        png = (await page.screenshot()).toString("base64"),
        { x, y } = await page.locator("figure svg[role]").boundingBox();
    await done(page);
    const reader = await open("data:text/html,<canvas>", { live: false });
    const pixels = await reader.evaluate(
        async ([base64, left, top]) => {
            const image = await createImageBitmap(await (await fetch("data:image/png;base64," + base64)).blob()),
                to = new OffscreenCanvas(image.width, image.height).getContext("2d");
            to.drawImage(image, 0, 0);
            const found = [];
            for (let row = 0; row < 20; row++)
                for (let column = 0; column < 40; column++)
                    found.push([...to.getImageData(left + 100 + column * 20, top + 100 + row * 5, 1, 1).data].join());
            return found;
        },
        [png, Math.round(x), Math.round(y)],
    );
    await reader.context().close();
    return pixels;
}

test("the cells of a large heatmap are an image, whose colours are those of the cells, light and dark", async () => {
    const input = dense(),
        live = write(["heatmap"], input),
        still = write(["heatmap", "--static"], input);
    assert.equal(live.match(/<image /g).length, 2);
    assert.equal(still.match(/<image /g), null);
    assert.ok(stillOf(live) <= 100_000 && stillOf(still) > 100_000);
    for (const scheme of ["light", "dark"]) {
        const [a, b] = [await coloursOf(live, scheme), await coloursOf(still, scheme)],
            same = a.filter((colour, i) => colour === b[i]).length;
        assert.ok(new Set(b).size >= 5, "the places tell cells apart");
        assert.ok(same >= 0.8 * a.length, `${scheme}: ${same} of ${a.length}`); // the others are gaps between cells
    }
    assert.equal(write(["heatmap", "--scheme", "dark"], input).match(/<image /g).length, 1);
});
