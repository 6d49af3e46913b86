// A small service in JavaScript, to be recorded with --perf-basic-prof: JSON, sort, text, maps,
// typed arrays.
//
//     node --perf-basic-prof script.js ROUNDS [rank=150] [recheck=1] [render=0] [rename=1] ...
//
// NAME=PERCENT is how much of its usual work a step does (100); recheck=1 calls checksum() from
// render() too; rename=1 calls digest() where checksum() was called.
"use strict";

const option = { parse: 100, index: 100, rank: 100, pack: 100, check: 100, render: 100, audit: 100,
    recheck: 0, rename: 0 };
let seed = 1;
let sink = 0;

function next() {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed;
}

function makeRows() {
    const rows = [];
    for (let i = 0; i < 2000; i++)
        rows.push({ id: i, name: "user" + (next() >>> 16) % 900, score: next() / 4294967296 });
    return rows;
}

function parse(rows, times) {
    let copy = rows;
    for (let i = 0; i < times; i += 10)
        copy = JSON.parse(JSON.stringify(rows));
    return copy;
}

function index(rows, times) {
    let groups = new Map();
    for (let i = 0; i < times; i += 2) {
        groups = new Map();
        for (const row of rows) {
            const group = groups.get(row.name);
            if (group)
                group.push(row);
            else
                groups.set(row.name, [row]);
        }
    }
    return groups;
}

function byNameAndScore(a, b) {
    if (a.name !== b.name)
        return a.name < b.name ? -1 : 1;
    return a.score - b.score;
}

function rank(rows, times) {
    for (let i = 0; i < times; i += 20)
        rows.slice().sort(byNameAndScore);
}

function pack(bytes, times) {
    const last = new Int32Array(65536);
    for (let k = 0; k < times; k += 10)
        for (let i = 0; i + 3 < bytes.length; i++) {
            const key = bytes[i] << 8 | bytes[i + 1];
            let at = last[key], n = 0;
            while (n < 32 && bytes[at + n] === bytes[i + n])
                n++;
            last[key] = i;
            sink += n;
        }
}

function crc(bytes, start) {
    let sum = start;
    for (let i = 0; i < bytes.length; i++) {
        sum ^= bytes[i];
        for (let bit = 0; bit < 8; bit++)
            sum = sum >>> 1 ^ (0xedb88320 & -(sum & 1));
    }
    return sum;
}

function checksum(bytes, times) {
    for (let i = 0; i < times; i += 10)
        sink ^= crc(bytes, -1);
}

function digest(bytes, times) {
    for (let i = 0; i < times; i += 10)
        sink ^= crc(bytes, -1);
}

function render(groups, bytes, times) {
    let text = "";
    for (let i = 0; i < times; i += 20) {
        text = "";
        for (const [name, rows] of groups)
            text += `<li>${name}: ${rows.length} ${rows[0].score.toFixed(3)}</li>`;
        sink += text.length;
    }
    if (option.recheck)
        checksum(bytes, 100);
}

function audit(times) {
    let x = 123456789;
    for (let i = 0; i < times * 1000; i++) {
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
    }
    sink ^= x;
}

function handle() {
    const rows = makeRows();
    const copy = parse(rows, option.parse);
    const groups = index(copy, option.index);
    rank(copy, option.rank);
    const bytes = Buffer.from(JSON.stringify(copy)).subarray(0, 40000);
    pack(bytes, option.pack);
    (option.rename ? digest : checksum)(bytes, option.check);
    render(groups, bytes, option.render);
    audit(option.audit);
}

for (const arg of process.argv.slice(3)) {
    const [name, value] = arg.split("=");
    option[name] = Number(value);
}
for (let rounds = Number(process.argv[2]); rounds > 0; rounds--)
    handle();
