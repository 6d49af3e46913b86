/*
 * action.mjs - the action of contrib/github-action, run as GitHub runs it: its steps in their order, with inputs and
 * environment, against a stand-in for the API on 127.0.0.1. One comment is written and then updated; pictures go to a
 * branch; the first line answers also where nothing changed, the base is missing, or there is one run a side; gates fail
 * after the comment; what the token may not do is said.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const source = process.env.FR_SOURCE_DIR, action = join(source, "contrib/github-action");
const scratch = mkdtempSync(join(tmpdir(), "action-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

// ---- the host

const host = { comments: [], refs: {}, objects: 0, asked: [], forbidden: false };

function answer(method, path, body) {
    const id = () => `sha${++host.objects}`;
    if (host.forbidden && method !== "GET") return [403, {}];
    if (/\/issues\/\d+\/comments/.test(path) && method === "GET") {
        const page = Number(/page=(\d+)$/.exec(path)[1]);
        return [200, host.comments.slice((page - 1) * 100, page * 100)];
    }
    if (/\/issues\/\d+\/comments$/.test(path)) host.comments.push({ id: host.comments.length + 1, body: body.body });
    else if (/\/issues\/comments\/\d+$/.test(path)) host.comments.find((c) => path.endsWith(`/${c.id}`)).body = body.body;
    else if (/\/git\/ref\/heads\//.test(path)) {
        const sha = host.refs[path.split("/").at(-1)];
        return sha ? [200, { object: { sha } }] : [404, {}];
    } else if (/\/git\/commits\/\w+$/.test(path)) return [200, { tree: { sha: id() } }];
    else if (path.endsWith("/git/refs")) host.refs[body.ref.split("/").at(-1)] = body.sha;
    else if (/\/git\/refs\/heads\//.test(path)) host.refs[path.split("/").at(-1)] = body.sha;
    else if (path.endsWith("/git/blobs")) assert.equal(Buffer.from(body.content, "base64").toString("latin1", 1, 4), "PNG");
    return [method === "POST" ? 201 : 200, { sha: id() }];
}

const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => (text += part));
    request.on("end", () => {
        host.asked.push(`${request.method} ${request.url}`);
        assert.equal(request.headers.authorization, "Bearer secret");
        const [status, value] = answer(request.method, request.url, text && JSON.parse(text));
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    });
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));

// ---- the runner

/** The steps of action.yml that are commands: [{name, env, run}]. */
function stepsOf(text) {
    const steps = [];
    for (const block of text.slice(text.indexOf("  steps:")).split(/^    - /m).slice(1)) {
        const run = /^ +run: (.*)$/m.exec(block)?.[1], name = /^name: (.*)$/m.exec(block)[1];
        const env = [...block.matchAll(/^ {8}(\w+): (.*)$/gm)].map(([, key, value]) => [key, value]);
        if (run) steps.push({ name, run, env });
    }
    return steps;
}

/** Inputs with their defaults. */
function inputsOf(text, given) {
    const inputs = {};
    for (const [, name, standard] of text.matchAll(/^ {2}([\w-]+):\n {4}description: .*\n {4}default: (.*)$/gm))
        inputs[name] = standard.replace(/^"(.*)"$/, "$1").replace("${{ github.token }}", "secret");
    return { ...inputs, ...given };
}

const text = readFileSync(join(action, "action.yml"), "utf8");
assert.equal(stepsOf(text).length, 4);
let runs = 0;

async function runAction(given, { pull = 7, cwd = scratch, base } = {}) {
    const folder = join(scratch, `run${++runs}`), inputs = inputsOf(text, given);
    mkdirSync(folder);
    writeFileSync(join(folder, "event.json"),
        JSON.stringify(pull ? { pull_request: { number: pull, base: { sha: base } } } : {}));
    const outcome = { status: 0, said: "", comment: "", summary: "" };
    for (const step of stepsOf(text)) {
        const env = {
            PATH: process.env.PATH, HOME: scratch, RUNNER_TEMP: folder, GITHUB_ACTION_PATH: action,
            GITHUB_API_URL: `http://127.0.0.1:${server.address().port}`, GITHUB_SERVER_URL: "https://host.example",
            GITHUB_REPOSITORY: "o/r", GITHUB_RUN_ID: "99", GITHUB_SHA: "abc", GITHUB_OUTPUT: join(folder, "output"),
            GITHUB_STEP_SUMMARY: join(folder, "summary.md"), GITHUB_EVENT_PATH: join(folder, "event.json"),
            FONTCONFIG_FILE: process.env.FONTCONFIG_FILE ?? "",
        };
        for (const [key, value] of step.env) env[key] = value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => inputs[name]);
        const child = spawn("sh", ["-e", "-c", step.run], { cwd, env });
        child.stdout.on("data", (part) => (outcome.said += part));
        child.stderr.on("data", (part) => (outcome.said += part));
        const status = await new Promise((ended) => child.on("close", ended));
        assert.ok(status === 0 || step.name === "Gate", `${step.name}: ${outcome.said}`);
        outcome.status = status;
    }
    const summary = join(folder, "summary.md");
    outcome.summary = existsSync(summary) ? readFileSync(summary, "utf8") : "";
    outcome.folder = join(folder, "flamerender");
    return outcome;
}

const first = (words) => words.split("\n")[0];
const shop = (side, n) => Array.from({ length: n }, (_, i) => join(source, `tests/data/shop/${side}-${i + 1}.perf.gz`)).join(" ");
const program = process.env.FR_PROGRAM;

// ---- what it says

// Two real recordings, three runs each: the answer, the picture in both schemes, the table.
let done = await runAction({ flamerender: program, base: shop("before", 3), new: shop("after", 3), "pictures-branch": "profiles" });
assert.equal(done.status, 0, done.said);
assert.equal(host.comments.length, 1);
let body = host.comments[0].body;
assert.match(first(body), /^### .*words \(.*\) takes 3\.\dx as long: 7\.8 → 23\.7\s% of samples, sure/);
assert.match(body, /srcset="https:\/\/host\.example\/o\/r\/raw\/sha\d+\/abc-99\/diff-dark\.png"/);
assert.match(body, /<img src=".*\/diff\.png" width="800" alt="Differential flame graph of base and head: /);
assert.match(body, /\| \+\d+\.\d+\spp .*`words/);
assert.ok(body.length < 65536 && host.refs.profiles);
for (const name of ["diff.png", "diff-dark.png", "diff.html"]) assert.ok(existsSync(join(done.folder, name)), name);
assert.match(done.summary, /takes 3\.\dx as long/);

// The next push updates it, on the second page of comments, too; another title is another comment.
host.comments.unshift(...Array.from({ length: 120 }, (_, i) => ({ id: 1000 + i, body: "hello" })));
await runAction({ flamerender: program, base: shop("before", 3), new: shop("before", 3), "pictures-branch": "profiles" });
assert.equal(host.comments.length, 121);
body = host.comments.at(-1).body;
assert.doesNotMatch(first(body), /takes .* as long|sure/, "the same files on both sides");
assert.match(first(body), /^### no function changed beyond sampling noise/);
console.log(`nothing changed: ${first(body)}`);
await runAction({ flamerender: program, base: shop("before", 1), new: shop("after", 1), title: "one run" });
assert.equal(host.comments.length, 122);
body = host.comments.at(-1).body;
assert.match(first(body), /^### nothing is sure with one run a side/);
assert.match(body, /One run a side cannot tell noise from change/);
assert.match(body, /\[Pictures and the page to click through\]\(https:\/\/host\.example\/o\/r\/actions\/runs\/99#artifacts\)/);

// Without a base the head is shown; without a head the job fails. Both say why.
done = await runAction({ flamerender: program, base: "lacks/*.gz", new: shop("after", 1), title: "no base" });
assert.equal(done.status, 0);
assert.match(first(host.comments.at(-1).body), /^### Nothing to compare with: .*no file matches 'lacks/);
assert.match(host.comments.at(-1).body, /Flame graph of \d+ samples/);
done = await runAction({ flamerender: program, base: shop("after", 1), new: "", title: "no head" });
assert.equal(done.status, 1);
assert.match(first(host.comments.at(-1).body), /^### No profile to show: there is no profile of the head/);

// A gate fails after the comment says so.
done = await runAction({ flamerender: program, base: shop("before", 3), new: shop("after", 3), "fail-if": "self:words > 2pp", title: "gate" });
assert.equal(done.status, 1);
assert.match(done.said, /::error::/);
assert.match(first(host.comments.at(-1).body), /^### The gate fails: 'self:words > 2pp': words .*\+/);
assert.match(host.comments.at(-1).body, /^\*\*.*takes 3\.\dx as long/m);

// A token that may not write, and a run of no pull request: the summary has it.
host.forbidden = true;
done = await runAction({ flamerender: program, base: shop("before", 3), new: shop("after", 3), title: "fork", "pictures-branch": "p" });
assert.equal(done.status, 0);
assert.match(done.said, /::warning::no comment could be written/);
assert.match(done.summary, /takes 3\.\dx as long/);
host.forbidden = false;
const before = host.comments.length;
done = await runAction({ flamerender: program, base: shop("before", 1), new: shop("after", 1) }, { pull: 0 });
assert.equal(host.comments.length, before);
assert.match(done.said, /belongs to no pull request/);

// The command runs at the head and, in a worktree, at the base; names of the recording do not become markup.
const repo = join(scratch, "repo"), git = (words) => spawn("sh", ["-ec", words], { cwd: repo, stdio: "inherit" });
mkdirSync(repo);
await new Promise((ended) => git("git init -q . && git config user.email a@b && git config user.name a && " +
    "echo 'main;old 900' >cost && echo 'main;<b>|x 100' >>cost && git add . && git commit -qm base && " +
    "echo 'main;old 900' >cost && echo 'main;<b>|x 900' >>cost && git commit -qam head").on("close", ended));
const sha = readFileSync(join(repo, ".git/logs/HEAD"), "utf8").split("\n")[0].split(" ")[1];
done = await runAction({ flamerender: program, command: "cat cost >\"$PROFILE\"", runs: "3", title: "command" }, { cwd: repo, base: sha });
body = host.comments.at(-1).body;
assert.match(first(body), /takes .*x as long|grew|more/i, body);
assert.doesNotMatch(body.replaceAll("<b>|x", "").replace(/`[^`]*`/g, ""), /<b>/);
assert.equal(readFileSync(join(repo, "cost"), "utf8"), "main;old 900\nmain;<b>|x 900\n");

server.close();
console.log(`${host.asked.length} requests, ${host.comments.length} comments`);
