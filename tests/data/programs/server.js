// server.js - a made-up request loop (parse, render, template, async steps), for JIT frames from a perf map file.
'use strict';

const crypto = require('crypto');
const zlib = require('zlib');

class Router {
  constructor() { this.routes = new Map(); }
  add(name, fn) { this.routes.set(name, fn); return this; }
  dispatch(req) { return this.routes.get(req.name)(req); }
}

class Page {
  #rows = [];
  get size() { return this.#rows.length; }
  static fromText(text) {
    const page = new Page();
    for (const line of text.split('\n')) page.addLine(line);
    return page;
  }
  addLine(line) { this.#rows.push(tokenize(line)); }
  render() { return this.#rows.map((row) => '<p>' + row.map(escapeHtml).join(' ') + '</p>').join('\n'); }
}

function tokenize(line) {
  const out = [];
  let word = '';
  for (let i = 0; i < line.length; i++) {
    const c = line.charCodeAt(i);
    if (c > 32) word += line[i];
    else if (word) { out.push(word); word = ''; }
  }
  if (word) out.push(word);
  return out;
}

function escapeHtml(s) {
  return s.replace(/[&<>]/g, (c) => '&#' + c.charCodeAt(0) + ';');
}

function fold(node, depth) {
  let sum = node.v;
  for (const kid of node.kids) sum += fold(kid, depth + 1);
  return sum;
}

function makeTree(depth) {
  return { v: depth, kids: depth ? Array.from({ length: 4 }, () => makeTree(depth - 1)) : [] };
}

const text = Array.from({ length: 60 }, (_, i) => `line ${i} <b>a & b</b> of some words ${i * 7919}`).join('\n');
const tree = makeTree(4);

const router = new Router()
  .add('page', () => Page.fromText(text).render().length)
  .add('json', () => JSON.parse(JSON.stringify(tree)).v)
  .add('tree', () => fold(tree, 0))
  .add('sort', function sortNumbers() {
    const a = [];
    for (let i = 0; i < 3000; i++) a.push((i * 7919) % 3001);
    return a.sort((x, y) => x - y)[7];
  })
  .add('hash', () => crypto.createHash('sha256').update(text).digest('hex').length)
  .add('zip', () => zlib.deflateSync(text).length);

async function handle(name) {
  const n = router.dispatch({ name });
  await null;
  return n;
}

async function main(seconds) {
  const end = Date.now() + seconds * 1000;
  let total = 0;
  while (Date.now() < end) {
    for (const name of ['page', 'json', 'tree', 'sort', 'hash', 'zip']) total += await handle(name);
    await new Promise((done) => setImmediate(done));
  }
  return total;
}

main(Number(process.argv[2] || 3));
