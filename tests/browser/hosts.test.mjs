/*
 * hosts.test.mjs - the picture where it lands: opened from hosts with their headers, as an <img>, in an
 * <object>, inline in a page; hostile names; accessibility.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import test from "node:test";
import {
    boxesIn,
    boxesOn,
    done,
    middleOf,
    open,
    serve,
    textOf,
    tip,
    useBrowser,
} from "./browser.mjs";
import { draw, recording } from "./picture.mjs";

useBrowser();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FOLDED = "main;foo 30\nmain;foo.cold 10\nmain;foo;bar 60\nworker;park 80\n";
const REFUSED = ["Content Security Policy", "sandboxed", "violates", "Refused"];

/* The four classes of hosts: what they send with an SVG. */
const HOSTS = new Map([
    ["none", { live: true, headers: {} }],
    [
        "raw",
        {
            headers: {
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            },
        },
    ],
    ["attachment", { headers: { "Content-Security-Policy": "default-src 'none'; sandbox" } }],
    [
        "jenkins",
        {
            headers: {
                "Content-Security-Policy":
                    "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self';",
            },
        },
    ],
]);

/* Texts that lie over each other, as pairs. */
function overlaps(page) {
    return page.evaluate(() => {
        const boxes = Array.from(document.querySelectorAll("text"), (t) => ({
            text: t.textContent,
            at: t.getBoundingClientRect(),
        })).filter(({ at }) => at.width > 0);
        const pairs = [];
        boxes.forEach((a, i) =>
            boxes.slice(i + 1).forEach((b) => {
                const wide = Math.min(a.at.right, b.at.right) - Math.max(a.at.left, b.at.left);
                const high = Math.min(a.at.bottom, b.at.bottom) - Math.max(a.at.top, b.at.top);
                if (wide > 1 && high > 4) pairs.push(a.text + " / " + b.text);
            }),
        );
        return pairs;
    });
}

for (const [name, { live = false, headers }] of HOSTS) {
    test(`host ${name}: readable, no dead controls, no overlap`, async () => {
        const { file, scene } = draw("host-" + name, recording("gopipe"), "--views=20");
        const host = await serve(new Map([["x.svg", file]]), headers);
        for (const width of [600, 1200]) {
            const page = await open(host.url + "x.svg", { live, allowed: REFUSED, width });
            assert.deepEqual(await overlaps(page), []);
            assert.equal(await page.$$eval("input, button", (all) => all.length > 0), live);
            const { x0, x1 } = scene.boxes[0],
                links = 20 + scene.boxes.filter((box) => box.x0 === x0 && box.x1 === x1).length;
            assert.equal(await page.$$eval("a", (all) => all.length), live ? 0 : links);
            if (!live) {
                const painted = await page.$$eval("rect[rx='1.5']", (all) => all.length);
                assert.ok(painted > 50, String(painted));
                assert.equal(
                    await page.$eval("svg", (svg) => svg.getAttribute("viewBox")),
                    `0 0 ${scene.width} ${scene.height}`,
                );
            }
            await done(page);
        }
        host.close();
    });
}

test("views without a script: the caller of what is shown leads out, up to the whole", async () => {
    const { file } = draw("views", FOLDED, "--views=9", "--static");
    const icicle = draw("views-icicle", FOLDED, "--views=9", "--static", "--icicle");
    for (const url of [file, icicle.file]) {
        const page = await open("file://" + url, { live: false });
        const boxOf = (name) =>
            page.locator("a rect", { has: page.locator(`title:text("${name} \u00b7")`) }).first();
        await boxOf("bar").click();
        for (const [name, fragment] of [
            ["foo", /#v\d$/],
            ["main", /#v\d$/],
            ["all", /#v0$/],
        ]) {
            const at = await boxOf(name).boundingBox();
            assert.ok(at.y >= 0 && at.y + at.height <= 900, name + JSON.stringify(at));
            await boxOf(name).click({ position: { x: at.width / 2, y: at.height / 2 } });
            assert.match(await page.evaluate(() => location.hash), fragment);
        }
        await done(page);
    }
});

test("one hash allows the script of every picture", async () => {
    const hashes = ["gopipe", "native"].map((name) => {
        const { svg } = draw("hash-" + name, recording(name));
        const text = /<script>([^]*)<\/script>/
            .exec(svg)[1]
            .replace("<![CDATA[", "")
            .replace("]]>", "");
        return createHash("sha256").update(text).digest("base64");
    });
    assert.equal(hashes[0], hashes[1]);
    const { file, scene } = draw("hash", recording("gopipe"));
    const host = await serve(new Map([["x.svg", file]]), {
        "Content-Security-Policy": `default-src 'none'; script-src 'sha256-${hashes[0]}'`,
    });
    const page = await open(host.url + "x.svg", { allowed: ["style"] });
    assert.deepEqual(await boxesOn(page), boxesIn(scene));
    await page.keyboard.press("/");
    await page.keyboard.type("main");
    assert.match(await textOf(page, ".fr-found"), /boxes/);
    await done(page);
    host.close();
});

test("in an <img>, an <object> and inline in a page", async () => {
    const { file, svg } = draw("embedded", FOLDED);
    const page = (body) =>
        `<!DOCTYPE html>\n<html lang="en"><title>t</title><body style="margin:30px">${body}</body></html>`;
    const host = await serve(
        new Map([
            ["x.svg", file],
            ["img.html", page("<img src='x.svg' alt='x'>")],
            ["object.html", page("<object data='x.svg' width='700' height='300'></object>")],
            ["inline.html", page("<h1>report</h1>" + svg)],
        ]),
    );
    const image = await open(host.url + "img.html", { live: false });
    assert.equal(await image.$eval("img", (img) => img.naturalWidth), 1200);
    await image.context().close();
    const outer = await open(host.url + "object.html", { live: false });
    const frame =
        outer.frames()[1] || (await new Promise((got) => outer.once("frameattached", got)));
    await frame.waitForSelector(".fr-view .fr-boxes path");
    assert.equal(await frame.$eval(".fr-view rect", (rect) => rect.getAttribute("width")), "700");
    await outer.context().close();
    const inline = await open(host.url + "inline.html");
    assert.equal(await inline.$eval(".fr-view rect", (rect) => rect.getAttribute("width")), "1140");
    const at = await inline.$eval(".fr-boxes path", (path) =>
        path.getBoundingClientRect().toJSON(),
    );
    await inline.mouse.click(at.left + 10, at.bottom - 5);
    assert.equal(await inline.evaluate(() => location.hash), "");
    await done(inline);
    host.close();
});

test("hostile names are text", async () => {
    const names = [
        "</script><script>window.hit=1</script>",
        "]]><svg onload='window.hit=1'>",
        "<img src=x onerror=window.hit=1>",
        "javascript:window.hit=1",
        "__proto__",
        "constructor",
        "&lt;b&gt;",
        "\\u{202e}gnp",
        "${window.hit=1}",
        "'\"`",
        "%3Cscript%3E",
    ];
    const { file, scene } = draw("hostile", names.map((name) => `main;${name} 9\n`).join(""));
    const page = await open("file://" + file);
    for (const box of scene.boxes.slice(2)) {
        await page.mouse.move(middleOf(box).x, middleOf(box).y);
        assert.equal((await tip(page)).name, box.name);
        await page.mouse.click(middleOf(box).x, middleOf(box).y);
        assert.equal(await page.textContent(".fr-moving .fr-labels text"), box.name);
        const hash = await page.evaluate(() => location.hash);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await page.evaluate((fragment) => {
            location.hash = fragment;
        }, hash);
        await page.waitForSelector(".fr-crumbs text");
        assert.equal(await page.textContent(".fr-moving .fr-labels text"), box.name);
        await page.goBack();
        await page.keyboard.press("/");
        await page.keyboard.type(box.name);
        assert.match(await textOf(page, ".fr-found"), / · 1 box/);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
    }
    assert.equal(await page.evaluate(() => window.hit), undefined);
    assert.deepEqual(await page.$$eval("script, img", (all) => all.map((e) => e.localName)), [
        "script",
    ]);
    await done(page);
});

async function violations(page) {
    return page.evaluate(async () => {
        const result = await window.axe.run(document, { resultTypes: ["violations"] });
        return result.violations.map(
            (v) =>
                v.id +
                ": " +
                v.nodes
                    .map((n) => n.html.slice(0, 120))
                    .slice(0, 3)
                    .join(" | "),
        );
    });
}

test("axe finds nothing, in every state, light and dark", async () => {
    const { file, scene } = draw("axe", recording("gopipe"));
    for (const colorScheme of ["light", "dark"]) {
        const page = await open("file://" + file, { colorScheme });
        await page.evaluate(axe);
        assert.deepEqual(await violations(page), [], "first");
        await page.mouse.move(middleOf(scene.boxes[5]).x, middleOf(scene.boxes[5]).y);
        assert.deepEqual(await violations(page), [], "tooltip");
        await page.mouse.click(middleOf(scene.boxes[5]).x, middleOf(scene.boxes[5]).y);
        assert.deepEqual(await violations(page), [], "zoomed");
        await page.keyboard.press("/");
        await page.keyboard.type("sort");
        assert.deepEqual(await violations(page), [], "search");
        await page.focus("[role=tree]");
        await page.keyboard.press("?");
        assert.deepEqual(await violations(page), [], "help");
        await done(page);
    }
    const page = await open("file://" + draw("axe-static", recording("gopipe"), "--static").file, {
        live: false,
    });
    await page.evaluate(axe);
    assert.deepEqual(await violations(page), []);
    await done(page);
});

test("forced colours: the ring is there", async () => {
    const { file } = draw("forced", FOLDED),
        page = await open("file://" + file, { forcedColors: "active" });
    await page.focus("[role=tree]");
    await page.keyboard.press("ArrowUp");
    assert.notEqual(
        await page.$eval("#fr-current", (ring) => getComputedStyle(ring).stroke),
        "none",
    );
    await done(page);
});
