/*
 * large.test.mjs - large pictures: 400 KB for 5 000 boxes with the script, and a zoom and searches among
 * 15 000. The time they take, the best of five, is printed; `make bench` runs this file alone and shows it.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import test from "node:test";
import { boxesOn, done, open, textOf, useBrowser } from "./browser.mjs";
import { draw, root, scratch } from "./picture.mjs";

useBrowser();

function generated(n) {
    const generate = path.join(scratch, "generate");
    execFileSync(process.env.CC || "cc", [
        "-O1",
        "-o",
        generate,
        path.join(root, "bench/generate.c"),
    ]);
    return execFileSync(generate, ["boxes", String(n), "1"], {
        encoding: "utf8",
        maxBuffer: 1 << 28,
    });
}

/* The least of five times from `act` to the frame after what it drew. */
async function drawnWithin(page, act) {
    const times = [];
    for (let i = 0; i < 5; i++)
        times.push(
            await page.evaluate(
                ([source, turn]) =>
                    new Promise((ready) => {
                        const before = performance.now();
                        (0, eval)(source)(turn);
                        requestAnimationFrame(() => {
                            const channel = new MessageChannel();
                            channel.port1.onmessage = () => ready(performance.now() - before);
                            channel.port2.postMessage(null);
                        });
                    }),
                [act.toString(), i],
            ),
        );
    return Math.min(...times);
}

test("5 000 boxes with the script: 400 KB", (t) => {
    const { svg, scene } = draw("five", generated(5000));
    t.diagnostic(`${scene.boxes.length} boxes, ${Buffer.byteLength(svg)} bytes`);
    assert.ok(scene.boxes.length >= 5000);
    assert.ok(Buffer.byteLength(svg) <= 400000);
});

test("15 000 boxes: zoom and search", async (t) => {
    /* a second root, so that one can zoom to all but it */
    const input =
        generated(15000)
            .replace(/^/gm, "top;")
            .replace(/^top;$/gm, "") + "other 100\n";
    const { file, scene } = draw("many", input, "--width", "1920", "--data=full");
    assert.ok(scene.boxes.length >= 15000, String(scene.boxes.length));
    const page = await open("file://" + file, { width: 1920, height: 1080 });
    const zoom = await drawnWithin(page, (turn) => {
        history.replaceState(null, "", turn % 2 ? "#" : "#zoom=top");
        dispatchEvent(new PopStateEvent("popstate"));
    });
    assert.ok((await boxesOn(page)).length >= 15000);
    const search = await drawnWithin(page, (turn) => {
        const field = document.querySelector(".fr-bar input");
        field.value = ["level_07", "/Handler_0{3}\\d+::.*b/", "e", "/(a|b)+c$/", "Context"][turn];
        field.dispatchEvent(new Event("input"));
    });
    t.diagnostic(
        `${scene.boxes.length} boxes: zoom ${zoom.toFixed(0)} ms, search ${search.toFixed(0)} ms`,
    );
    const hits = scene.boxes.filter((box) => (box.name ?? "").includes("level_07")).length;
    await page.locator(".fr-bar input").fill("level_07");
    const found = / \u00b7 ([\d ]+) boxes/.exec(await textOf(page, ".fr-found"))[1].replace(/\D/g, "");
    assert.ok(hits > 0 && hits < scene.boxes.length, String(hits));
    assert.equal(Number(found), hits);
    await done(page);
});
