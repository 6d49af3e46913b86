/*
 * steps.mjs - the steps of action.yml: profile, compare, comment, gate. Each leaves in one folder what the next one needs.
 *
 *     base/1.prof ... new/1.prof ...    profiles, or lists of files that were given
 *     comment.md                        its first line answers
 *     diff.png diff-dark.png diff.html  pictures and page; head.png where there is no base
 *     gate.json                         {"status": 0, "words": ""}
 *
 * Node alone, no packages. The host is asked through GITHUB_API_URL, so that a test can stand in for it.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const env = process.env;
const folder = join(env.RUNNER_TEMP ?? "/tmp", "flamerender");
const MOST_COMMENT = 65000; // characters; the host takes 65 536
const MOST_SUMMARY = 1000000; // bytes; the host takes 1 MiB
const event = () => (env.GITHUB_EVENT_PATH ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, "utf8")) : {});
const keep = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));
const kept = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const warn = (words) => console.log(`::warning::${words.replaceAll("\n", " ")}`);
const shell = (command, options = {}) => spawnSync("sh", ["-c", command], { encoding: "utf8", ...options });

// ---- profile

/** The files that patterns name, by the shell's rules. */
function filesOf(patterns) {
    const found = shell(`ls -d -- ${patterns.replace(/[^\w\s./*?[\]{}~@%+=:,-]/g, "")} 2>/dev/null`);
    return found.stdout.split("\n").filter((path) => path && statSync(path).isFile()).map((path) => resolve(path));
}

/** Runs the command in `cwd`; returns the profiles that it wrote, or why there are none. */
function profileSide(side, cwd) {
    mkdirSync(join(folder, side), { recursive: true });
    const files = [];
    for (let run = 1; run <= Number(env.FR_RUNS || 1); run++) {
        const profile = join(folder, side, `${run}.prof`);
        const done = shell(env.FR_COMMAND, { cwd, env: { ...env, PROFILE: profile }, stdio: ["ignore", "inherit", "pipe"] });
        if (done.status !== 0)
            return { files: [], why: `the command failed there: ${done.stderr.trim().split("\n").at(-1) ?? ""}` };
        if (!existsSync(profile) || statSync(profile).size === 0)
            return { files: [], why: "the command wrote no profile to $PROFILE there" };
        files.push(profile);
    }
    return { files, why: "" };
}

/** The base in a worktree of its own: the head's files stay as they are. */
function profileBase() {
    const base = event().pull_request?.base?.sha;
    if (!base) return { files: [], why: "this run belongs to no pull request" };
    const tree = join(folder, "tree");
    shell(`git fetch --quiet --depth=1 origin ${base}`);
    const made = spawnSync("git", ["worktree", "add", "--quiet", "--detach", "--force", tree, base], { encoding: "utf8" });
    if (made.status !== 0) return { files: [], why: `its commit ${base.slice(0, 10)} cannot be had` };
    try {
        return profileSide("base", tree);
    } finally {
        spawnSync("git", ["worktree", "remove", "--force", tree]);
    }
}

function profile() {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    if (env.FR_COMMAND) {
        const head = profileSide("new", process.cwd());
        keep("sides.json", { head, base: head.files.length ? profileBase() : { files: [], why: "" } });
        return;
    }
    const side = (patterns) => {
        const files = filesOf(patterns ?? "");
        return { files, why: files.length ? "" : patterns ? `no file matches '${patterns}'` : "no file was given" };
    };
    keep("sides.json", { head: side(env.FR_NEW), base: side(env.FR_BASE) });
}

// ---- compare

/** Options as the shell splits them; none of them is run. */
const words = (text) => (text ?? "").match(/'[^']*'|"[^"]*"|\S+/g)?.map((word) => word.replace(/^(['"])(.*)\1$/, "$2")) ?? [];

function flamerender(args) {
    const done = spawnSync(env.FR_PROGRAM || "flamerender", args, { encoding: "utf8", maxBuffer: 1 << 28 });
    if (done.error) throw new Error(`${env.FR_PROGRAM || "flamerender"} cannot be run: ${done.error.message}`);
    return done;
}

const lastLine = (text) => text.trim().split("\n").at(-1) ?? "";
const errorOf = (done) => /error: (.*)/.exec(done.stderr)?.[1] ?? lastLine(done.stderr);

/** Without a base there is still the head to look at. */
function showHead({ head, base }) {
    const shown = flamerender([...head.files, "--for", "github", "-o", join(folder, "head.png"), "-q"]);
    if (shown.status !== 0) return fail(`the profile of the head cannot be read: ${errorOf(shown)}`);
    const alt = flamerender([...head.files, "--alt", "-q"]).stdout.trim();
    writeFileSync(join(folder, "comment.md"),
        `### Nothing to compare with: there is no profile of the base (${base.why})\n\n${alt} ` +
        "This is the head alone; the next run compares once the base has a profile.\n\n{picture}\n");
    keep("pictures.json", { light: "head.png", dark: "head-dark.png", alt });
    keep("gate.json", { status: 0, words: "no base: nothing was gated" });
}

function fail(why) {
    writeFileSync(join(folder, "comment.md"), `### No profile to show: ${why}\n`);
    keep("pictures.json", {});
    keep("gate.json", { status: 1, words: why });
}

function gateOf(done) {
    if (done.status === 6) return { status: 1, words: errorOf(done) };
    if (done.status === 2 && env.FR_FAIL_IF) return { status: 1, words: errorOf(done) };
    return { status: 0, words: "" };
}

function compareSides({ head, base }) {
    const sides = ["diff", "--base", ...base.files, "--new", ...head.files, "--base-name", "base", "--new-name", "head",
        ...words(env.FR_OPTIONS)];
    const gates = env.FR_FAIL_IF ? ["--fail-if", env.FR_FAIL_IF] : [];
    const report = flamerender([...sides, ...gates, "--format", "markdown", "-q"]);
    if (!report.stdout.startsWith("###")) {
        const again = flamerender([...sides, "--format", "markdown", "-q"]);
        if (!again.stdout) return fail(`the profiles cannot be compared: ${errorOf(report)}`);
        report.stdout = again.stdout;
    }
    const picture = flamerender([...sides, "--for", "github", "-o", join(folder, "diff.png"), "-q"]);
    if (picture.status !== 0) warn(`no picture could be drawn: ${errorOf(picture)}`);
    flamerender([...sides, "-o", join(folder, "diff.html"), "-q"]);
    const gate = gateOf(report), [title, ...rest] = report.stdout.split("\n");
    const single = base.files.length < 2 || head.files.length < 2
        ? "\nOne run a side cannot tell noise from change: `runs: 3`, or three files a side, can.\n" : "";
    const first = gate.status ? `### The gate fails: ${gate.words.replace(/^failed /, "")}\n\n${title.replace(/^### (.*)$/, "**$1**")}` : title;
    writeFileSync(join(folder, "comment.md"), `${first}\n${single}\n{picture}\n${rest.join("\n")}`);
    const alt = flamerender([...sides, "--alt", "--format", "svg", "-q"]).stdout.trim();
    keep("pictures.json", picture.status === 0 ? { light: "diff.png", dark: "diff-dark.png", alt } : {});
    keep("gate.json", gate);
}

function compare() {
    const sides = kept("sides.json");
    if (!sides.head.files.length) fail(`there is no profile of the head (${sides.head.why})`);
    else if (!sides.base.files.length) showHead(sides);
    else compareSides(sides);
    if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `folder=${folder}\n`);
}

// ---- comment

const marker = () => `<!-- flamerender: ${(env.FR_TITLE || "profile").replace(/[^\w .-]/g, "_")} -->`;

async function ask(method, path, body) {
    const answer = await fetch(`${env.GITHUB_API_URL}${path}`, {
        method,
        headers: { authorization: `Bearer ${env.FR_TOKEN}`, accept: "application/vnd.github+json" },
        body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw Object.assign(new Error(`${method} ${path}: ${answer.status}`), { status: answer.status });
    return answer.status === 204 ? null : answer.json();
}

/** Puts files on the branch of pictures in one commit, and returns its address; the branch is made where it lacks. */
async function publish(repo, names) {
    const ref = `/repos/${repo}/git/ref/heads/${env.FR_BRANCH}`, refs = `/repos/${repo}/git/refs`;
    const before = await ask("GET", ref).catch((error) => (error.status === 404 ? null : Promise.reject(error)));
    const where = `${env.GITHUB_SHA ?? "run"}-${env.GITHUB_RUN_ID ?? "0"}`, tree = [];
    for (const name of names) {
        const content = readFileSync(join(folder, name)).toString("base64");
        const blob = await ask("POST", `/repos/${repo}/git/blobs`, { content, encoding: "base64" });
        tree.push({ path: `${where}/${name}`, mode: "100644", type: "blob", sha: blob.sha });
    }
    const parents = before ? [before.object.sha] : [];
    const base = before ? (await ask("GET", `/repos/${repo}/git/commits/${parents[0]}`)).tree.sha : undefined;
    const made = await ask("POST", `/repos/${repo}/git/trees`, { tree, base_tree: base });
    const commit = await ask("POST", `/repos/${repo}/git/commits`, { message: "Pictures of profiles", tree: made.sha, parents });
    if (before) await ask("PATCH", `${refs}/heads/${env.FR_BRANCH}`, { sha: commit.sha });
    else await ask("POST", refs, { ref: `refs/heads/${env.FR_BRANCH}`, sha: commit.sha });
    return `${env.GITHUB_SERVER_URL}/${repo}/raw/${commit.sha}/${where}`;
}

const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

function pictureAt(address, { light, dark, alt }) {
    return `<picture>\n<source media="(prefers-color-scheme: dark)" srcset="${address}/${dark}">\n` +
        `<img src="${address}/${light}" width="800" alt="${escape(alt)}">\n</picture>`;
}

const runAddress = () => `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`;

async function showPicture(repo) {
    const pictures = kept("pictures.json");
    const link = `[Pictures and the page to click through](${runAddress()}#artifacts)`;
    if (!pictures.light) return "";
    if (!env.FR_BRANCH) return link;
    try {
        return `${pictureAt(await publish(repo, [pictures.light, pictures.dark]), pictures)}\n\n${link}`;
    } catch (error) {
        warn(`the pictures cannot be put on '${env.FR_BRANCH}' (${error.message}): they are in the artifact`);
        return link;
    }
}

/** The comment with this title that was written before. */
async function findComment(repo, number) {
    for (let page = 1; ; page++) {
        const some = await ask("GET", `/repos/${repo}/issues/${number}/comments?per_page=100&page=${page}`);
        const found = some.find((comment) => comment.body?.includes(marker()));
        if (found || some.length < 100) return found;
    }
}

async function write(repo, number, body) {
    const before = await findComment(repo, number);
    if (before) await ask("PATCH", `/repos/${repo}/issues/comments/${before.id}`, { body });
    else await ask("POST", `/repos/${repo}/issues/${number}/comments`, { body });
}

/** Cut at a line, so that no table is left open within a cell. */
function cut(text, most) {
    if (text.length <= most) return text;
    const note = "\n\n(cut: the artifact has all of it)\n";
    return text.slice(0, text.lastIndexOf("\n", most - note.length)) + note;
}

async function comment() {
    const repo = env.GITHUB_REPOSITORY, number = event().pull_request?.number ?? event().number;
    const text = readFileSync(join(folder, "comment.md"), "utf8");
    const body = text.split("{picture}").join(await showPicture(repo));
    const whole = cut(`${body}\n\n<sub>${env.FR_TITLE || "profile"} · flamerender</sub>\n${marker()}`, MOST_COMMENT);
    writeFileSync(join(folder, "comment.md"), body);
    if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, cut(body, MOST_SUMMARY));
    if (!number) return warn("this run belongs to no pull request: the summary of the step has the comparison");
    try {
        await write(repo, number, whole.includes(marker()) ? whole : `${whole}\n${marker()}`);
    } catch (error) {
        warn(`no comment could be written (${error.message}): a token of a fork may not, and the summary of the step has it`);
    }
}

// ---- gate

function gate() {
    const { status, words: why } = kept("gate.json");
    if (why) console.log(`::${status ? "error" : "notice"}::${why}`);
    process.exitCode = status;
}

const steps = { profile, compare, comment, gate };
const step = steps[process.argv[2]];
if (step) await step();
else throw new Error(`no step '${process.argv[2]}': ${Object.keys(steps).join(", ")}`);
