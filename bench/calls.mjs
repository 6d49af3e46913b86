// calls.mjs NODES [DEPTH] - folded stacks whose tree has NODES nodes below the root, the same for the same numbers.
// Functions call a few others, one of them most of the time, as programs do; a stack is a random walk over the calls,
// about 16 frames long. With DEPTH there is also one stack of that many frames.

// Numbers below n from a seed (xorshift).
function randomFrom(seed) {
    let state = seed;
    return (n) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % n;
    };
}

const SPACES = ["storage", "storage::log", "query", "query::plan", "net::http", "base", "std", "rpc", "auth", "render"];
const CLASSES = ["Cursor", "Writer", "Planner<Row>", "HashMap<Key, Value>", "Session", "Parser", "Pool", "Table", "Codec"];
const VERBS = ["read", "write", "insert", "find", "flush", "compare", "decode", "open", "next", "resize", "copy", "merge"];
const NOUNS = ["block", "row", "page", "header", "frame", "key", "batch", "index", "token", "column", "chunk"];

function nameOf(i) {
    const of = (words, by) => words[Math.floor(i / by) % words.length];
    const name = `${of(VERBS, 1)}_${of(NOUNS, 12)}`;
    const more = Math.floor(i / 11880);
    return `${of(SPACES, 1188)}::${of(CLASSES, 132)}::${name}${more ? more + 1 : ""}(${i % 3 ? "" : "std::string const&"})`;
}

const FUNCTIONS = 20000;

/** Lines "a;b;c 12" whose tree has `wanted` nodes or a few more. */
export function* stacksOf(wanted, depth = 0) {
    const random = randomFrom(20250101);
    const callees = Array.from({ length: FUNCTIONS }, (_, i) =>
        Array.from({ length: 1 + random(6) }, () => (i + 1 + random(i % 7 ? 400 : FUNCTIONS)) % FUNCTIONS));
    const children = [new Map()]; // by node
    for (let n = 0; n < wanted;) {
        const stack = [];
        let node = 0, at = 0;
        do {
            stack.push(nameOf(at));
            let child = children[node].get(at);
            if (child === undefined) {
                child = children.push(new Map()) - 1;
                children[node].set(at, child);
                n++;
            }
            node = child;
            const all = callees[at];
            at = all[random(2) ? 0 : random(all.length)];
        } while (stack.length < 4 || random(16));
        yield `${stack.join(";")} ${1 + random(random(20) ? 4 : 400)}\n`;
    }
    if (depth) yield Array.from({ length: depth }, (_, i) => `deep_${i % 1000}`).join(";") + " 1000\n";
}

if (import.meta.filename === process.argv[1])
    for (const line of stacksOf(Number(process.argv[2]), Number(process.argv[3] || 0))) process.stdout.write(line);
