/*
 * legible.test.mjs - what a reader looks at is whole and in the window: titles, names and numbers of tables, rows and
 * panels where they belong, marks of the keyboard, and what a sheet of paper leaves out.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { done, hashOf, open, textOf, toView, useBrowser } from "./browser.mjs";
import { program, recording, root, run, scratch } from "./picture.mjs";

useBrowser();

const WIDE = { width: 1200, height: 800 },
    PHONE = { width: 390, height: 844, hasTouch: true };

function call(name, ...args) {
    execFileSync(program, [...args, "-q", "-o", name + ".html"], { cwd: scratch });
}

function pageOf(name, input) {
    fs.writeFileSync(path.join(scratch, name + ".html"), run(["--format", "html"], input));
    return name;
}

const at = (name, hash = "") => "file://" + path.join(scratch, name + ".html") + hash,
    runs = (side) => [1, 2, 3].map((k) => recording(`shop/${side}-${k}`));

call("flame", "render", recording("nodejs"));
call("diff", "diff", "--base", ...runs("before"), "--new", ...runs("after"));
call("heat", "heatmap", recording("stall"));
call("trend", "trend", path.join(root, "tests/data/trend/cpu"));

/* Texts of elements that are cut. */
function cutOn(page, selector) {
    return page.$$eval(selector, (all) => {
        const isCut = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
        return all.filter((one) => one.getClientRects().length && isCut(one)).map((one) => one.textContent);
    });
}

test("the title of a flame graph is whole at 900 and 1200 px, in two lines where it is long", async () => {
    const title = "a_function_with_a_name_of_forty_letters_1",
        name = pageOf("long", `main;${title};${title}2 60\nmain;another_function_with_a_long_name 40\n`);
    for (const [width, height] of [[900, 600], [1200, 800]]) {
        const page = await open(at(name), { width, height });
        assert.deepEqual(await cutOn(page, "h1"), []);
        await done(page);
    }
});

test("the title of a differential begins with what changed", async () => {
    const page = await open(at("diff"), WIDE);
    assert.match(await textOf(page, "h1"), /^words .* takes 3\.7x as long: .* new has 1\.2x the samples$/);
    await done(page);
});

test("a differential says once, in plain words, what unchanged functions have on the other side", async () => {
    const page = await open(at("diff"), WIDE),
        texts = await page.evaluate(() => document.body.innerText.match(/unchanged functions?[^\u00b7]*/g));
    assert.deepEqual(texts.map((text) => text.trim()), [
        "unchanged functions have 0.9855x their base size, as 11 typical ones show; the whole has 1.196x",
    ]);
    await done(page);
});

test("changes of a differential are whole in its table at 900 px, and in the details", async () => {
    const page = await open(at("diff", "#view=table"), { width: 900, height: 600 });
    await page.waitForSelector("thead button");
    assert.deepEqual(await cutOn(page, ".fr-functions td, .fr-function button, .fr-number dd"), []);
    await done(page);
});

test("changes of a differential are whole in its table and in its call tree at 1200 px", async () => {
    const page = await open(at("diff", "#view=table"), WIDE);
    await page.waitForSelector("thead button");
    assert.match(await textOf(page, "tbody tr"), /\+16\.57 pp/);
    assert.deepEqual(await cutOn(page, ".fr-functions td"), []);
    await toView(page, "Calls");
    assert.deepEqual(await cutOn(page, "[role=treegrid] td"), []);
    await done(page);
});

test("on a phone a differential opens on what changed, and its table is whole", async () => {
    const page = await open(at("diff"), PHONE),
        { y, height } = await page.locator(".fr-scroll").boundingBox(),
        label = await page.locator(".fr-labels text", { hasText: /^\+17\.2/ }).boundingBox();
    assert.ok(label.y > y && label.y + label.height < y + height, `${label.y} in ${y}, ${height}`);
    await toView(page, "Table");
    await page.waitForSelector("thead button");
    assert.match(await textOf(page, "tbody tr"), /\+16\.57 pp/);
    assert.deepEqual(await cutOn(page, ":is(.fr-functions th, .fr-functions td, .fr-function button)"), []);
    await done(page);
});

for (const name of ["flame", "diff", "heat", "trend"])
    test(`on a phone all words of the legend of ${name} can be read`, async () => {
        const page = await open(at(name), { ...PHONE, live: name !== "trend" });
        await page.waitForSelector(".fr-legend *, .fr-last li");
        const beyond = await page.$$eval(".fr-legend *, .fr-last :is(li, p), .fr-selections li", (all) => {
            const isBeyond = (one) => one.getBoundingClientRect().right > innerWidth,
                isCut = (one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1,
                bad = all.filter((one) => isBeyond(one) || isCut(one));
            return [all.length > 2, ...bad.map((one) => one.textContent)];
        });
        assert.deepEqual(beyond, [true]);
        await done(page);
    });

test("a name of a script keeps its line in the table at 1200 px", async () => {
    const page = await open(at(pageOf("script", "main;(anonymous) (/srv/app/scripts/w1.js:4:623) 3\n"), "#view=table"), WIDE);
    await page.waitForSelector("thead button");
    assert.deepEqual(await cutOn(page, ".fr-function button"), []);
    await done(page);
});

test("a name in the table is as long as its column has room, and whole in the details", async () => {
    const names = [
            "v8::internal::LookupIterator::LookupInRegularHolder<true>",
            "rustc_metadata::rmeta::decoder::MetadataDecodeContext::decode_expn_id_of_a_crate_in_its_own_session",
            "std::_Rb_tree<long, long, std::_Identity<long>, std::less<long>, std::allocator<long>>::_M_insert_unique<long>",
        ],
        input = names.map((name, i) => `main;${name} ${30 - i}\n`).join(""),
        page = await open(at(pageOf("names", input), "#view=table"), WIDE),
        shown = () => page.$$eval("tbody button", (all) => all.map((one) => one.textContent));
    await page.waitForSelector("thead button");
    const [first, ...others] = await shown();
    assert.equal(first, names[0]);
    assert.deepEqual(await cutOn(page, ".fr-functions :is(button, td)"), []);
    await page.setViewportSize({ width: 1920, height: 1000 });
    await page.waitForFunction((before) => document.querySelectorAll("tbody button")[1].textContent !== before, others[0]);
    assert.deepEqual((await shown()).slice(0, 3), names);
    await page.setViewportSize(WIDE);
    await page.click(`tbody button[title="${names[2]}"]`);
    await page.waitForFunction((name) => document.querySelector(".fr-who h2").textContent === name, names[2]);
    assert.deepEqual(await cutOn(page, ".fr-who h2"), []);
    await done(page);
});

test("the row that lists more callees stands below them", async () => {
    const many = Array.from({ length: 120 }, (_, i) => `main;f${i} ${200 - i}`).join("\n") + "\n",
        page = await open(at(pageOf("many", many), "#view=calls"), WIDE),
        more = page.locator("[role=treegrid] tr:has-text('Show more of')"),
        last = page.locator("[role=treegrid] tr:has-text('f99')");
    await more.scrollIntoViewIfNeeded();
    const [below, above] = [await more.boundingBox(), await last.boundingBox()];
    assert.equal(Math.round(below.y), Math.round(above.y + above.height));
    assert.equal(Math.round(below.x), Math.round(above.x));
    await done(page);
});

test("the field of the search has one ring, and a double click in the picture selects no text", async () => {
    const page = await open(at("flame"), WIDE);
    await page.keyboard.press("/");
    assert.equal(await page.$eval(".fr-search input", (field) => getComputedStyle(field).outlineStyle), "none");
    await page.keyboard.press("Escape");
    const { x, y, width, height } = await page.locator(".fr-scroll").boundingBox();
    await page.mouse.dblclick(x + width / 4, y + height - 40);
    assert.equal(await page.evaluate(() => String(getSelection())), "");
    await done(page);
});

test("the list of keys opens at its first row, with its button in the window", async () => {
    const page = await open(at("flame"), { width: 1200, height: 600 });
    await page.keyboard.press("?");
    assert.equal(await page.$eval("dialog[open]", (dialog) => dialog.scrollTop), 0);
    const { y, height } = await page.locator("dialog[open] button").boundingBox();
    assert.ok(y + height <= 600, `${y + height}`);
    await done(page);
});

test("the title of a heatmap says what stands out, that of a selection what it holds; an author's stays", async () => {
    call("authored", "heatmap", recording("stall"), "--title", "Friday's stall");
    const page = await open(at("heat"), WIDE),
        authored = await open(at("authored", "#range=3.4-3.6"), WIDE);
    assert.match(await textOf(page, "h1"), /^From 3\.4 s for 200 ms: rebuild_index/);
    await page.click(".fr-chip");
    await page.waitForFunction(() => /^100.% of the time is in rebuild_index/.test(document.querySelector("h1").textContent));
    assert.equal(await textOf(authored, "h1"), "Friday's stall");
    await done(authored);
    await done(page);
});

test("the command of a selection has room, whatever else its line says", async () => {
    const page = await open(at("heat", "#range=3.4-3.6"), WIDE);
    assert.deepEqual(await cutOn(page, "#flamerender-selection"), []);
    await done(page);
});

/* Six bursts, of a function each. */
function bursts() {
    const sample = (s, name) => `app 1/1 [000] ${s.toFixed(6)}: 1 cpu-clock:\n\t1 ${name} (x)\n`,
        lines = [];
    for (let tick = 0; tick < 6000; tick++) {
        const s = 10 + tick / 100,
            burst = Math.floor(s / 10),
            isIn = s % 10 > 4 && s % 10 < 5;
        lines.push(sample(s, "steady"));
        for (let k = 1; isIn && k < 6; k++) lines.push(sample(s + k / 1000, `burst${burst}`));
    }
    return lines.join("\n") + "\n";
}

test("of what stands out in time the first says what it is, the others are numbers", async () => {
    fs.writeFileSync(path.join(scratch, "bursts.perf"), bursts());
    call("bursts", "heatmap", "bursts.perf");
    const page = await open(at("bursts"), { width: 900, height: 600 }),
        widths = await page.$$eval(".fr-chip", (all) => all.map((chip) => chip.getBoundingClientRect().width)),
        [first, ...others] = widths;
    assert.ok(others.length >= 3, String(widths));
    assert.ok(first > 120 && Math.max(...others) < 48, String(widths));
    assert.match(await page.getAttribute(".fr-chip >> nth=1", "title"), /burst\d/);
    await done(page);
});

test("on a phone no number of a heatmap stands beside the cells, where the edge cuts it", async () => {
    const page = await open(at("heat"), PHONE),
        [x, width] = (await page.getAttribute("#flamerender-picture svg", "data-plot")).split(" ").map(Number),
        ends = await page.$$eval("#flamerender-picture text", (all) => {
            const shown = all.filter((one) => one.getClientRects().length);
            return shown.map((one) => one.getBoundingClientRect().right);
        }),
        right = Math.max(...ends);
    assert.ok(right <= 12 + x + width + 10, String(right)); // margin, cells, half of the last time
    await done(page);
});

test("a change that a finger chooses is in sight above the sheet that tells of it", async () => {
    const page = await open(at("diff"), PHONE);
    await page.click(".fr-change");
    await page.waitForSelector(".fr-foot:not(.fr-peeks)");
    const box = await page.locator(".fr-current").first().boundingBox(),
        frame = await page.locator(".fr-scroll").first().boundingBox();
    assert.ok(box.y >= frame.y - 2 && box.y + box.height <= frame.y + frame.height + 2, `${box.y} ${frame.y} ${frame.height}`);
    await done(page);
});

/* ---- addresses ---- */

test("the order of the table has an address, which a reload and Back follow", async () => {
    const page = await open(at(pageOf("order", "main;a 5\nmain;b;a 1\nmain;b 3\n")), WIDE),
        names = () => page.$$eval(".fr-functions tbody button", (all) => all.map((one) => one.textContent).join(" "));
    await toView(page, "Table");
    await page.click('thead button:text-is("function")');
    assert.equal(await hashOf(page), "#view=table&sort=name");
    const sorted = await names();
    await page.click("tbody button >> nth=0");
    await page.goBack();
    assert.equal(await names(), sorted);
    await page.reload();
    await page.waitForSelector("thead [aria-sort=ascending]");
    assert.equal(await names(), sorted);
    await page.evaluate(() => (location.hash = "#view=table&sort=-nonsense"));
    await page.waitForFunction(() => document.querySelector("thead [aria-sort]").textContent === "self");
    await done(page);
});

test("the open rows of a call tree have an address", async () => {
    const page = await open(at(pageOf("rows", "main;a;b;c 5\nmain;d;e 4\nmain;f 1\n"), "#view=calls"), WIDE),
        rows = () => page.$$eval("[role=treegrid] tbody tr", (all) => all.map((one) => one.textContent).join("|")),
        until = async (text) => {
            while ((await rows()) !== text) await page.waitForTimeout(20);
        };
    await page.waitForSelector("[role=treegrid] tbody tr");
    const first = await rows();
    await page.click("[role=treegrid] tr:has-text('d') >> nth=-1");
    await page.click("[role=treegrid] tr:has(th:text-is('a'))");
    const opened = await rows();
    assert.notEqual(opened, first);
    assert.match(await hashOf(page), /^#view=calls&open=[\w.]+$/);
    await page.reload();
    await until(opened);
    await page.evaluate(() => (location.hash = "#view=calls"));
    await until(first);
    await page.goBack();
    await until(opened);
    await page.evaluate(() => (location.hash = "#view=calls&open=zz.!.9999999"));
    await until(first);
    await done(page);
});

test("more open calls than an address holds leave the rest of it as it is", async () => {
    const lines = Array.from({ length: 1500 }, (_, i) => `main;a${i};b${i};c${i} 1\n`).join(""),
        page = await open(at(pageOf("open", lines), "#search=a1&view=calls"), WIDE);
    await page.focus("[role=treegrid] [tabindex='0']");
    await page.keyboard.press("*");
    await page.waitForFunction(() => document.querySelectorAll("[role=treegrid] tbody tr").length > 20);
    assert.equal(await hashOf(page), "#search=a1&view=calls");
    await done(page);
});

/* ---- paper ---- */

function printed(pdf) {
    const told = (name, ...args) => execFileSync(name, args, { encoding: "utf8" }),
        [, pages] = /Pages:\s+(\d+)/.exec(told("pdfinfo", pdf));
    return { pages: Number(pages), text: told("pdftotext", "-layout", pdf, "-").replaceAll("\u202f", " ") };
}

const SHEETS = [["A4", false], ["A4", true], ["Letter", false], ["Letter", true]];

/* Thirty functions, of which most change. */
function manySteps() {
    return Array.from({ length: 10 }, (_, version) => {
        const file = `v${version + 1}.folded`,
            stepOf = (i) => (i % 2 && version >= 4 ? 1.6 : 1),
            scatterOf = (i) => 1 + ((version * 7 + i * 3) % 5) / 400,
            valueOf = (i) => Math.round((400 + 60 * i) * stepOf(i) * scatterOf(i)),
            lines = Array.from({ length: 30 }, (_, i) => `main;serve;function_${i} ${valueOf(i)}\n`);
        fs.writeFileSync(path.join(scratch, file), lines.join(""));
        return file;
    });
}

test("a trend of many panels is one sheet with its table, and says how many panels it leaves out", async () => {
    call("panels", "trend", ...manySteps(), "--time-from-name", "{version}");
    const page = await open(at("panels"), { ...WIDE, live: false }),
        pdf = path.join(scratch, "panels.pdf");
    await page.waitForSelector(".fr-points svg[role=application]");
    for (const [format, landscape] of SHEETS) {
        await page.pdf({ path: pdf, format, landscape, printBackground: true });
        const { pages, text } = printed(pdf);
        assert.equal(pages, 1, `${format} ${landscape}`);
        assert.match(text, /^ *and \d+ more, which the page shows$/m);
        assert.match(text, /function +what +since/);
    }
    await done(page);
});

test("a differential on paper has the box that changed", async () => {
    const page = await open(at("diff"), WIDE),
        pdf = path.join(scratch, "diff.pdf");
    for (const [format, landscape] of SHEETS) {
        await page.pdf({ path: pdf, format, landscape, printBackground: true });
        const { pages, text } = printed(pdf);
        assert.equal(pages, 1, `${format} ${landscape}`);
        assert.match(text, /\+17\.2( pp)? words/, `${format} ${landscape}`);
    }
    await done(page);
});
