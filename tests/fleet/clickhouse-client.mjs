// clickhouse-client.mjs -q STATEMENTS [--multiquery] - ClickHouse as a library, called as its client is: what an
// INSERT takes comes from standard input. The data lie in $FR_ENGINE_DATA.
import { createRequire } from "node:module";
import { readFileSync, writeSync } from "node:fs";

const require = createRequire(process.env.FR_ENGINE_MODULES + "/");
const { Session } = require("chdb");
const at = process.argv.indexOf("-q");
const statement = at > 0 ? process.argv[at + 1] : readFileSync(0, "utf8");

function writeAll(text) {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length;) done += writeSync(1, bytes, done);
}

// One process at a time can hold the data: others wait for it.
function openSession() {
    for (let tries = 0; ; tries++) {
        try {
            return new Session(process.env.FR_ENGINE_DATA);
        } catch (error) {
            if (tries === 600) throw error;
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
        }
    }
}

function run(session) {
    if (/^\s*INSERT/.test(statement) && /\bFORMAT\b/.test(statement))
        return session.query(statement.trimEnd() + "\n" + readFileSync(0, "utf8"));
    const all = process.argv.includes("--multiquery") || at < 0 ? statement.split(/;\s*\n/) : [statement];
    return all.filter((one) => one.trim()).map((one) => session.query(one)).join("");
}

try {
    const session = openSession();
    let answer;
    try {
        answer = run(session);
    } finally {
        session.close();
    }
    writeAll(answer || "");
} catch (error) {
    process.stderr.write(error.message + "\n");
    process.exit(1);
}
