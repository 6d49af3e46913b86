/* viewer.test.mjs - every gesture, checked against the numbers of scene-json. */
import assert from "node:assert/strict";
import test from "node:test";
import {
    boxesIn,
    boxesOn,
    done,
    hashOf,
    labelsOn,
    middleOf,
    open,
    textOf,
    tip,
    useBrowser,
} from "./browser.mjs";
import { draw, recording, run } from "./picture.mjs";

useBrowser();

const FOLDED =
    "main;foo 30\nmain;foo.cold 10\nmain;foo;bar 60\nmain;foo;bar;foo 20\nworker;park 80\n";

function named(scene, name) {
    return scene.boxes.find((box) => box.name === name);
}

async function openFolded(name, ...args) {
    const picture = draw(name, FOLDED, ...args);
    return { ...picture, page: await open("file://" + picture.file) };
}

async function click(page, box, options) {
    const { x, y } = middleOf(box);
    await page.mouse.click(x, y, options);
}

test("the first picture is the scene", async () => {
    for (const name of ["nodejs", "native", "gopipe"]) {
        const { file, scene } = draw(name, recording(name)),
            page = await open("file://" + file);
        assert.deepEqual(await boxesOn(page), boxesIn(scene));
        assert.deepEqual(
            (await labelsOn(page)).sort(),
            scene.boxes.flatMap((box) => box.label ?? []).sort(),
        );
        assert.equal(
            await page.$eval("svg", (svg) => svg.getAttribute("height")),
            String(Math.max(900, scene.height)),
        );
        await done(page);
    }
});

test("fluid: as wide as the window, and again when that changes", async () => {
    const input = recording("nodejs"),
        { file } = draw("fluid", input),
        page = await open("file://" + file);
    for (const width of [600, 3840, 800]) {
        await page.setViewportSize({ width, height: 900 });
        await page.waitForFunction(
            (w) => document.querySelector(".fr-view rect").getAttribute("width") === String(w),
            width,
        );
        const scene = JSON.parse(run(["--format", "scene-json", "--width", String(width)], input));
        assert.deepEqual(await boxesOn(page), boxesIn(scene));
    }
    await done(page);
});

test("a tooltip with exact shares, inside the window", async () => {
    const { page, scene } = await openFolded("tip"),
        bar = named(scene, "bar");
    await page.mouse.move(middleOf(bar).x, middleOf(bar).y);
    assert.deepEqual(await tip(page), {
        name: "bar",
        total: "80 samples",
        self: "60 samples",
        "of all": "40.00 %",
        "of parent": "72.73 %",
        kind: "native",
    });
    for (const box of scene.boxes) {
        for (const x of [box.x0 + 1, box.x1 - 2]) {
            await page.mouse.move(x, box.y + 3);
            const at = await page.$eval(".fr-tip", (body) => body.getBoundingClientRect().toJSON());
            assert.ok(
                at.left >= 0 && at.top >= 0 && at.right <= 1200 && at.bottom <= 900,
                JSON.stringify(at),
            );
            assert.ok(x < at.left || x > at.right || box.y + 3 < at.top || box.y + 3 > at.bottom);
        }
    }
    await page.mouse.move(5, 5);
    assert.equal(await tip(page), null);
    await done(page);
});

test("a tooltip says what is known of a frame: kind, module, thread", async () => {
    const { file, scene } = draw("facts", recording("native")),
        page = await open("file://" + file),
        frames = scene.boxes.filter((box) => box.row === 4 && box.kind === "user"),
        widest = frames.reduce((a, b) => (b.x1 - b.x0 > a.x1 - a.x0 ? b : a)),
        thread = scene.boxes.find((box) => box.kind === "process"); // of a lone tid
    await page.mouse.move(middleOf(widest).x, middleOf(widest).y);
    const facts = await tip(page);
    assert.equal(facts.name, widest.name);
    assert.match(facts.kind, /^(native|C\+\+|unknown)$/);
    assert.match(facts.module, /./);
    assert.equal(facts.thread, thread.name);
    const spoken = await page.$$eval(".fr-labels text", (all) =>
        all.map((label) => label.getAttribute("aria-label").replaceAll("\u202f", " ")),
    );
    const own = spoken.filter((text) => text.startsWith(widest.name + ", " + facts.kind + ","));
    assert.ok(
        own.some((text) =>
            text.includes(
                [`${facts["of parent"]} of parent`, `module ${facts.module}`, `thread ${thread.name}`].join(", "),
            ),
        ),
        own[0],
    );
    await done(page);
});

test("zoom, reset, Escape, Back; the address keeps it", async () => {
    const { page, scene, file } = await openFolded("zoom"),
        foo = named(scene, "foo");
    assert.equal(await page.isVisible(".fr-bar >> text=Reset zoom"), false);
    await click(page, foo);
    /* foo has 110: bar 80, of which foo 20 */
    const plot = 1160,
        edge = (value) => (20 + Math.round((value * plot * 10) / 110) / 10).toFixed(1);
    const widths = (await boxesOn(page)).map((box) => box.split(" "));
    assert.deepEqual(
        widths.map(([x, , w]) => [x, w]).sort(),
        [
            ["20.0", (plot - 0.6).toFixed(1)],
            ["20.0", (edge(80) - 20 - 0.6).toFixed(1)],
            ["20.0", (edge(20) - 20 - 0.6).toFixed(1)],
        ].sort(),
    );
    assert.deepEqual(await page.$$eval(".fr-crumbs text", (all) => all.map((t) => t.textContent)), [
        "all",
        "main",
    ]);
    assert.match(await hashOf(page), /#zoom=main;foo$/);
    await page.mouse.move(600, middleOf(named(scene, "main")).y - 18);
    assert.equal((await tip(page))["of zoom"], "72.73 %");
    const zoomed = await boxesOn(page);
    await page.goBack();
    assert.deepEqual(await boxesOn(page), boxesIn(scene));
    await page.goForward();
    assert.deepEqual(await boxesOn(page), zoomed);
    await page.click("text=Reset zoom");
    assert.deepEqual(await boxesOn(page), boxesIn(scene));
    await page.goto("file://" + file + "#zoom=main;foo");
    await page.reload();
    await page.waitForSelector(".fr-crumbs text");
    assert.deepEqual(await boxesOn(page), zoomed);
    await page.keyboard.press("Escape");
    assert.deepEqual(await boxesOn(page), boxesIn(scene));
    await done(page);
});

test("ancestors: a click on one of the thin row zooms out to it", async () => {
    const { page, scene } = await openFolded("crumbs");
    await click(page, named(scene, "bar"));
    const at = await page.$$eval(".fr-crumbs text", (all) =>
        all.map((t) => ({
            text: t.textContent,
            x: t.getBoundingClientRect().x,
            y: t.getBoundingClientRect().y + 4,
        })),
    );
    assert.deepEqual(
        at.map(({ text }) => text),
        ["all", "main", "foo"],
    );
    await page.mouse.click(at[1].x, at[1].y);
    assert.match(await hashOf(page), /#zoom=main$/);
    await done(page);
});

test("a linked path that is not there goes as far as it is", async () => {
    const { file } = draw("unknown", FOLDED),
        page = await open("file://" + file + "#zoom=main;nowhere;at%20all&x=%");
    assert.deepEqual(await page.$$eval(".fr-crumbs text", (all) => all.map((t) => t.textContent)), [
        "all",
    ]);
    assert.match(await textOf(page, ".fr-found"), /not in this picture/);
    await done(page);
});

test("search: count, share, nested once, of the zoom", async () => {
    const { page, scene } = await openFolded("search");
    await page.keyboard.press("/");
    await page.keyboard.type("foo");
    /* foo 110, foo.cold 10, foo in bar in foo: 120 of 200 */
    assert.equal(await textOf(page, ".fr-found"), "60.0 % \u00b7 3 boxes");
    assert.match(await hashOf(page), /#search=foo$/);
    const dim = await page.$$eval(".fr-moving text.fr-dim", (all) => all.map((t) => t.textContent));
    assert.deepEqual(dim.sort(), ["all", "bar", "main", "park", "worker"]);
    await click(page, named(scene, "main"));
    assert.equal(await textOf(page, ".fr-found"), "100 % of zoom \u00b7 3 boxes");
    await page.fill(".fr-bar input", "/^foo$/");
    assert.equal(await textOf(page, ".fr-found"), "91.7 % of zoom \u00b7 2 boxes");
    await page.click("text=Reset zoom");
    assert.equal(await textOf(page, ".fr-found"), "55.0 % \u00b7 2 boxes");
    await page.fill(".fr-bar input", "FOO");
    assert.equal(await textOf(page, ".fr-found"), "0 % \u00b7 0 boxes");
    await page.fill(".fr-bar input", "/FOO/i");
    assert.equal(await textOf(page, ".fr-found"), "60.0 % \u00b7 3 boxes");
    await page.fill(".fr-bar input", "/(foo/");
    assert.match(await textOf(page, ".fr-found"), /0 boxes .* searched as text: unmatched \(/);
    await page.fill(".fr-bar input", "^foo$|bar");
    assert.equal(await textOf(page, ".fr-found"), "0 % \u00b7 0 boxes \u00b7 try /^foo$|bar/");
    await done(page);
});

/* They would never end if they were tried by going back; regex.test.mjs counts the steps that they take. */
test("evil expressions are answered", async () => {
    const evil = "a".repeat(3000) + "!",
        { file } = draw("evil", `main;${evil} 5\nmain;b 5\n`);
    const page = await open("file://" + file);
    for (const [text, found] of [
        ["/(a+)+$/", "0 % \u00b7 0 boxes"],
        ["/(a|a)*b/", "50.0 % \u00b7 1 box"],
        ["/(.*)*(.*)*x/", "0 % \u00b7 0 boxes"],
        ["/([a-z]+)*\\d/", "0 % \u00b7 0 boxes"],
        ["/((((a{1,4}){1,4})+)+)+!/", "50.0 % \u00b7 1 box"],
    ]) {
        await page.fill(".fr-bar input", text);
        assert.equal(await textOf(page, ".fr-found"), found, text);
    }
    await done(page);
});

test("next and previous walk the matches, around", async () => {
    const { page } = await openFolded("walk", "--search=foo");
    assert.equal(await page.$eval(".fr-bar input", (field) => field.value), "foo");
    const names = [];
    for (let i = 0; i < 4; i++) {
        await page.keyboard.press("n");
        names.push(
            await page
                .getAttribute("#fr-current", "aria-label")
                .then((text) => text.split(",")[0] + text.match(/depth \d/)),
        );
    }
    assert.deepEqual(names, ["foodepth 2", "foodepth 4", "foo.colddepth 2", "foodepth 2"]);
    await page.keyboard.press("Shift+N");
    assert.match(await page.getAttribute("#fr-current", "aria-label"), /^foo.cold, native, 5.00/);
    await done(page);
});

test("a match too narrow to see is zoomed to", async () => {
    const { file } = draw("narrow", "main;wide 1000000\nmain;thin;needle 1\n"),
        page = await open("file://" + file);
    assert.equal((await boxesOn(page)).length, 3);
    await page.keyboard.press("/");
    await page.keyboard.type("needle");
    assert.equal(await textOf(page, ".fr-found"), "<0.1 % \u00b7 1 box");
    await page.keyboard.press("Enter");
    assert.match(await hashOf(page), /#zoom=main;thin;needle/);
    assert.deepEqual(await labelsOn(page), ["needle"]);
    await done(page);
});

test("without data, search says what it knows", async () => {
    const { file, svg } = draw("nodata", "main;wide 1000000\nmain;thin;needle 1\n", "--data=none");
    assert.ok(!svg.includes("RlJQSw"));
    const page = await open("file://" + file);
    await page.keyboard.press("/");
    await page.keyboard.type("wide");
    assert.equal(
        await textOf(page, ".fr-found"),
        "at least 99.9 % \u00b7 1 box (<0.1 % of the profile is not in this file)",
    );
    assert.match(await textOf(page, ".fr-furniture"), /<0.1 % of the samples are not in this file/);
    await done(page);
});

test("hidden boxes appear on zoom where there is data", async () => {
    const lines =
        Array.from({ length: 3000 }, (_, i) => `main;a;f${i} 1`).join("\n") +
        "\nmain;big 1000000\n";
    const { file, scene } = draw("hidden", lines),
        page = await open("file://" + file);
    assert.equal(scene.boxes.length, 5);
    const rest = named(scene, "3\u202f000 frames");
    await page.mouse.move(middleOf(rest).x, middleOf(rest).y);
    assert.deepEqual(await tip(page), {
        name: "3\u202f000 frames, each too narrow to draw",
        total: "3 000 samples",
        "of all": "0.30 %",
        click: "zooms to a",
    });
    await click(page, rest);
    assert.equal((await boxesOn(page)).length, 3001);
    assert.match(await hashOf(page), /#zoom=main;a$/);
    await page.keyboard.press("Escape");
    await click(
        page,
        scene.boxes.find((box) => box.name === "a"),
    );
    assert.equal((await boxesOn(page)).length, 3001);
    await done(page);
});

test("keyboard: one tab stop for the boxes, arrows walk, Enter zooms, Escape returns", async () => {
    const { page } = await openFolded("keys");
    await page.focus('.fr-bar button[aria-label="List the keys"]');
    const current = async () =>
        (await page.getAttribute("#fr-current", "aria-label")).split(",")[0];
    await page.focus("[role=tree]");
    const walk = [
        ["ArrowUp", "main"],
        ["ArrowRight", "worker"],
        ["ArrowLeft", "main"],
        ["ArrowUp", "foo"],
        ["ArrowUp", "bar"],
        ["ArrowDown", "foo"],
        ["ArrowRight", "foo.cold"],
        ["ArrowLeft", "foo"],
        ["Home", "all"],
    ];
    for (const [key, name] of walk) {
        await page.keyboard.press(key);
        assert.equal(await current(), name, key);
    }
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    assert.match(await hashOf(page), /#zoom=main$/);
    await page.keyboard.press("ArrowDown");
    assert.doesNotMatch(await hashOf(page), /zoom/);
    assert.equal(await current(), "all");
    assert.equal(await page.$$eval("[tabindex='0']", (all) => all.length), 1);
    await page.keyboard.press("?");
    assert.ok(await page.isVisible(".fr-help"));
    await page.keyboard.press("Escape");
    assert.equal(await page.isVisible(".fr-help"), false);
    await done(page);
});

test("icicle: down is away from the root", async () => {
    const { page, scene } = await openFolded("icicle", "--icicle");
    assert.deepEqual(await boxesOn(page), boxesIn(scene));
    await page.focus("[role=tree]");
    await page.keyboard.press("ArrowDown");
    assert.match(await page.getAttribute("#fr-current", "aria-label"), /^main, native, 60.00/);
    await done(page);
});

test("touch: a tap selects, a second tap zooms", async () => {
    const { file, scene } = draw("touch", FOLDED);
    const page = await open("file://" + file, { hasTouch: true, isMobile: false });
    const { x, y } = middleOf(named(scene, "foo"));
    await page.touchscreen.tap(x, y);
    assert.equal((await tip(page)).name, "foo");
    assert.doesNotMatch(await hashOf(page), /zoom/);
    assert.ok(await page.isVisible("text=Copy name"));
    await page.touchscreen.tap(x, y);
    assert.match(await hashOf(page), /#zoom=main;foo$/);
    await done(page);
});

test("copy: the whole name", async () => {
    const { file, scene } = draw("copy", FOLDED);
    const page = await open("file://" + file, {
        permissions: ["clipboard-read", "clipboard-write"],
    });
    const { x, y } = middleOf(named(scene, "foo.cold"));
    await page.mouse.move(x, y);
    await page.keyboard.press("c");
    await page.waitForFunction(() => document.querySelector(".fr-found").textContent === "copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "foo.cold");
    await done(page);
});

/* The page gets a clock and frames that this test moves on. */
test("a zoom moves for 140 ms, and not at all with reduced motion", async () => {
    const { file, scene } = draw("motion", FOLDED);
    for (const reducedMotion of ["no-preference", "reduce"]) {
        const page = await open("file://" + file, { reducedMotion });
        await page.evaluate(() => {
            const frames = [];
            window.performance.now = () => 1000;
            window.requestAnimationFrame = (frame) => frames.push(frame);
            window.frameAt = (now) => frames.splice(0).forEach((frame) => frame(now));
        });
        await click(page, named(scene, "foo"));
        const moved = [await transformOf(page)];
        for (const now of [1070, 1139, 1140, 1200]) {
            await page.evaluate((at) => window.frameAt(at), now);
            moved.push(await transformOf(page));
        }
        if (reducedMotion === "reduce") assert.deepEqual(moved, Array(5).fill(null));
        else assert.equal(new Set(moved.slice(0, 3)).size, 3);
        assert.deepEqual(moved.slice(3), [null, null]);
        await done(page);
    }
});

function transformOf(page) {
    return page.getAttribute(".fr-moving", "transform");
}
