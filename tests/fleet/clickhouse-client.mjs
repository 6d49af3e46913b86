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

try {
    const session = new Session(process.env.FR_ENGINE_DATA);
    if (/^\s*INSERT/.test(statement) && /\bFORMAT\b/.test(statement))
        session.query(statement.trimEnd() + "\n" + readFileSync(0, "utf8"));
    else
        for (const one of process.argv.includes("--multiquery") || at < 0 ? statement.split(/;\s*\n/) : [statement])
            if (one.trim()) writeAll(session.query(one));
} catch (error) {
    process.stderr.write(error.message + "\n");
    process.exit(1);
}
