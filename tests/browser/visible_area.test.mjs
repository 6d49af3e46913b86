/*
 * visible_area.test.mjs - the part of a picture that is in the window: the root when a picture opens, what a link, a
 * search or a reset asks for, and title and controls at any scroll; in the windows of a phone, a laptop and a desk.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { done, open, serve, textOf, useBrowser } from "./browser.mjs";
import { draw } from "./picture.mjs";

useBrowser();

const WINDOWS = [
    { width: 390, height: 844, isMobile: true, hasTouch: true },
    { width: 800, height: 600 },
    { width: 1200, height: 800 },
    { width: 1920, height: 1080 },
];

const SCHEMES = ["light", "dark"];

/* 160 rows, of which 60 are wide; far up, in row 140, a box of 4 % that a search finds. */
function tall() {
    const names = (from, to, letter) =>
        Array.from({ length: to - from }, (_, i) => letter + (from + i)).join(";");
    const wide = names(1, 60, "wide"),
        thin = names(60, 159, "thin").replace("thin140", "needle");
    return `${wide};${thin} 40\n${wide} 900\nshallow;leaf 60\n`;
}

/* Places in the window: title, controls, root (row 0) and how many of rows 0 to 30 are seen whole. */
function sight(page) {
    return page.evaluate(() => {
        const within = (at, from, to) => at.top >= from - 0.5 && at.bottom <= to + 0.5;
        const at = (selector) => {
            const found = document.querySelector(selector);
            return found ? found.getBoundingClientRect() : null;
        };
        const title = at(".fr-head text"),
            bar = at(".fr-bar"),
            strip = at(".fr-strip rect"),
            head = at(".fr-head rect");
        const from = head.bottom > 0 ? head.bottom : 0,
            to = strip.height ? strip.top : innerHeight;
        const rows = new Map();
        for (const path of document.querySelectorAll(".fr-boxes path")) {
            const place = path.getBoundingClientRect();
            rows.set(Math.round(place.top), place);
        }
        const sorted = [...rows.values()].sort((a, b) => b.top - a.top);
        return {
            scrolls: document.documentElement.getBoundingClientRect().height > innerHeight + 1,
            title: title.top >= 0 && title.bottom <= innerHeight,
            bar: bar.top >= 0 && bar.bottom <= innerHeight && bar.right <= innerWidth,
            root: within(sorted[0], from, to),
            rows: sorted.slice(0, 31).filter((place) => within(place, from, to)).length,
            of: Math.min(31, sorted.length),
        };
    });
}

function assertInSight(seen, what, most = 1) {
    const text = what + " " + JSON.stringify(seen);
    assert.ok(seen.title && seen.bar && seen.root, text);
    assert.ok(seen.rows >= 0.8 * most * seen.of, text);
}

/* 600 px are too few for 25 rows. */
function shareFor({ height }) {
    return height < 700 ? 0.8 : 1;
}

test("opens on its root: flame, callers and differential, in four windows, light and dark", async () => {
    const pictures = [
        draw("sight-flame", tall()),
        draw("sight-icicle", tall(), "--icicle"),
        draw("sight-callers", tall(), "--callers"),
        draw("sight-none", tall(), "--data=none"),
        draw("sight-diff", tall().replace(/ (\d+)$/gm, " $1 $1").replace("40 40", "40 400")),
    ];
    for (const size of WINDOWS)
        for (const [i, { file }] of pictures.entries()) {
            const page = await open("file://" + file, { ...size, colorScheme: SCHEMES[i % 2] }),
                seen = await sight(page);
            if (file.includes("icicle")) assert.ok(seen.title && seen.bar, file);
            else assertInSight(seen, file + " " + size.width, shareFor(size));
            await done(page);
        }
});

test("a phone draws in its own width, with labels of 11.5 px", async () => {
    const { file } = draw("sight-phone", tall()),
        page = await open("file://" + file, WINDOWS[0]);
    const seen = await page.evaluate(() => ({
        width: innerWidth,
        scale: window.visualViewport.scale,
        picture: document.querySelector(".fr-view rect").getAttribute("width"),
        label: getComputedStyle(document.querySelector(".fr-moving .fr-labels text")).fontSize,
    }));
    assert.deepEqual(seen, { width: 390, scale: 1, picture: "390", label: "11.5px" });
    await done(page);
});

test("title and controls stay in the window at any scroll", async () => {
    const { file } = draw("sight-scroll", tall());
    for (const size of WINDOWS) {
        const page = await open("file://" + file, size),
            end = await page.evaluate(() => window.scrollY);
        assert.ok(end > 1000, String(end));
        for (const y of [0, 400, 1000, end]) {
            await page.evaluate((to) => window.scrollTo(0, to), y);
            await page.waitForFunction(
                () =>
                    Math.abs(document.querySelector(".fr-head rect").getBoundingClientRect().top) < 1,
            );
            const seen = await sight(page);
            assert.ok(seen.title && seen.bar, y + JSON.stringify(seen));
        }
        await done(page);
    }
});

test("a linked box, a zoom and a reset are in sight; a low subtree has no empty window above", async () => {
    const { file } = draw("sight-link", tall());
    for (const size of WINDOWS) {
        const deep = Array.from({ length: 59 }, (_, i) => "wide" + (i + 1)).join(";"),
            page = await open(`file://${file}#zoom=${deep}&search=needle`, size);
        assertInSight(await sight(page), "link", shareFor(size));
        await page.keyboard.press("Escape");
        assertInSight(await sight(page), "reset", shareFor(size));
        await page.goBack();
        assertInSight(await sight(page), "back", shareFor(size));
        await page.evaluate(() => (location.hash = "#zoom=shallow"));
        await page.waitForFunction(() => document.querySelector(".fr-crumbs text"));
        const seen = await sight(page);
        assert.deepEqual([seen.scrolls, seen.root, seen.bar], [false, true, true]);
        await done(page);
    }
});

test("a search moves nothing until a match is asked for, and then shows it", async () => {
    const { file } = draw("sight-search", tall());
    for (const size of WINDOWS) {
        const page = await open("file://" + file, size),
            before = await page.evaluate(() => window.scrollY);
        await page.keyboard.press("/");
        await page.keyboard.type("needle");
        assert.equal(await page.evaluate(() => window.scrollY), before);
        await page.keyboard.press("Enter");
        const [ring, seen] = await Promise.all([
            page.locator("#fr-current").boundingBox(),
            sight(page),
        ]);
        assert.ok(ring.y >= 60 && ring.y + ring.height <= size.height, JSON.stringify(ring));
        assert.ok(seen.title && seen.bar);
        assert.match(await textOf(page, ".fr-found"), /4\.0 %/);
        await page.keyboard.press("Escape");
        await done(page);
    }
});

test("nothing moves when the script takes over", async () => {
    const { file, scene } = draw("sight-still", "main;a 3\nmain;b 4\n", "--title", "x".repeat(200)),
        still = await open("file://" + draw("sight-static", "main;a 3\nmain;b 4\n", "--static").file, {
            live: false,
        });
    const root = await still.locator("rect[rx='1.5']").first().boundingBox();
    const page = await open("file://" + file),
        all = await page.locator(".fr-boxes path").first().boundingBox();
    assert.equal(Math.round(all.y), Math.round(root.y));
    assert.equal(scene.boxes[0].y, Math.round(root.y));
    await done(page);
    await still.context().close();
});

test("a box under the title is not there for the pointer", async () => {
    const { file } = draw("sight-under", tall()),
        page = await open("file://" + file);
    await page.mouse.move(300, 40);
    assert.equal(await page.getAttribute(".fr-hover", "display"), "none");
    await page.mouse.click(300, 40);
    assert.equal(await page.evaluate(() => location.hash), "");
    await page.mouse.move(300, 300);
    assert.equal(await page.getAttribute(".fr-hover", "display"), null);
    await done(page);
});

test("resizing draws once a frame, and keeps the root in sight", async () => {
    const { file } = draw("sight-resize", tall()),
        page = await open("file://" + file);
    const drawn = await page.evaluate(async () => {
        let n = 0;
        new MutationObserver((changes) => (n += changes.length)).observe(
            document.querySelector(".fr-crumbs"),
            { childList: true, subtree: true },
        );
        const boxes = document.querySelector(".fr-boxes");
        const watch = new MutationObserver(() => n++);
        watch.observe(boxes, { childList: true });
        for (let i = 0; i < 20; i++) dispatchEvent(new Event("resize"));
        for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
        return n;
    });
    assert.equal(drawn, 1);
    for (const width of [700, 1500]) {
        await page.setViewportSize({ width, height: 800 });
        await page.waitForFunction(
            (w) => document.querySelector(".fr-view rect").getAttribute("width") === String(w),
            width,
        );
        assertInSight(await sight(page), "resized");
    }
    await done(page);
});

test("inline in a page, the page stays where it is and the controls follow", async () => {
    const { svg } = draw("sight-inline", tall());
    const host = await serve(
        new Map([
            [
                "x.html",
                `<!DOCTYPE html>\n<html lang="en"><title>t</title><body><h1>report</h1>${svg}</body></html>`,
            ],
        ]),
    );
    const page = await open(host.url + "x.html", { height: 800 });
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    for (const y of [900, 1900]) {
        await page.evaluate((to) => window.scrollTo(0, to), y);
        await page.waitForFunction(() => {
            const { top, bottom } = document.querySelector(".fr-bar").getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
        });
    }
    const box = await page.locator(".fr-moving .fr-labels text", { hasText: "wide30" }).boundingBox();
    await page.mouse.click(box.x + 5, box.y + 5);
    assert.match(await page.getAttribute("#fr-current", "aria-label"), /^wide30,/);
    const zoomed = await page.locator(".fr-moving .fr-labels text").first().boundingBox();
    assert.ok(zoomed.y > 60 && zoomed.y < 800, JSON.stringify(zoomed));
    assert.equal(await page.evaluate(() => location.hash), "");
    await done(page);
    host.close();
});
