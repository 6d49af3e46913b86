// fleet.mjs PROGRAM N - N million synthetic samples in ClickHouse as a library, and how long the queries take that
// 'PROGRAM sql' prints, on the clock and on the processors: 14 days, 40 services, 3 versions, 5 regions, 5 000 hosts,
// 100 000 stacks.
//
//     make fleet && FR_ENGINE_MODULES=build/test/tests/fleet node bench/fleet.mjs build/test/flamerender 20
//
// The data stay in the folder fleet-data of the current one, for the next run.
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

const { Session } = createRequire(resolve(process.env.FR_ENGINE_MODULES) + "/")("chdb");
const [program, millions] = process.argv.slice(2);
const session = new Session(resolve("fleet-data"));
const total = Number(millions) * 1e6, step = 1e7;
const sql = (...options) => execFileSync(program, ["sql", ...options], { encoding: "utf8" });

function timed(name, task) {
    const start = process.hrtime.bigint(), cpu = process.cpuUsage();
    task();
    const { user, system } = process.cpuUsage(cpu), seconds = Number(process.hrtime.bigint() - start) / 1e9;
    console.log(seconds.toFixed(2).padStart(8), "s", ((user + system) / 1e6).toFixed(2).padStart(8), "s of CPU time", name);
}

// A number below `n` that follows from the row's.
const below = (n, salt) => `cityHash64(number, ${salt}) % ${n}`;
const insert = (from) => `INSERT INTO flamerender_samples SELECT
    1700000000000000000 + intDiv(number * 1209600, ${total}) * 1000000000,
    concat('svc', toString(${below(40, 0)})), concat('v', toString(${below(3, 1)})),
    concat('r', toString(${below(5, 2)})), concat('h', toString(${below(5000, 3)})), 'cpu', 'nanoseconds', [], [],
    reinterpretAsUUID(sipHash128(toUInt64(pow(${below(4294967296, 4)} / 4294967296, 3) * 100000))), 1 + number % 20
    FROM numbers(${from}, ${step})`;
const stacks = `INSERT INTO flamerender_stacks SELECT reinterpretAsUUID(sipHash128(number)),
    concat('main;run', toString(number % 50), ';f', toString(number % 1000), ';g', toString(number)) FROM numbers(100000)`;

for (const statement of sql("schema").split(/;\s*\n/)) if (statement.trim()) session.query(statement);
if (Number(session.query("SELECT count() FROM flamerender_samples", "TSV")) === 0) {
    session.query(stacks);
    timed("insert", () => { for (let from = 0; from < total; from += step) session.query(insert(from)); });
}
const day = ["--from", "@1700200000", "--to", "@1700286400"];
const queries = {
    "slice: service, region, day": ["slice", "--where", "service=svc7", "--where", "region=r2", ...day],
    "slice: service, day": ["slice", "--where", "service=svc7", ...day],
    "diff of two versions of a service": ["diff", "--where", "service=svc7", "--base-where", "version=v0", "--new-where", "version=v1"],
    "heatmap of a service, 10 min": ["heatmap", "--where", "service=svc7", "--from", "@1700200000", "--to", "@1700200600"],
    "cost by service and version": ["cost", "--by", "service,version"],
    "merge of all": ["merge"],
};
for (let run = 0; run < 3; run++)
    for (const [name, options] of Object.entries(queries)) timed(name, () => session.query(sql(...options)));
