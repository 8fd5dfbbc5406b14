/**
 * `npm run files-of-a-call`: in how many files and functions of `src` one call works, by the precise coverage of V8
 * between two calls of a warm host over the example vault and 1,000 generated notes. With the name of a call it also
 * lists those files, and how often each function ran.
 */
import { build } from 'esbuild';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules, SourceMap } from 'node:module';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { bundleModules } from '../bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const outdir = join(root, 'node_modules', '.cache', 'lectern-files-of-a-call');
const main = join(outdir, 'main.js');
const token = 'lct_token-of-files-of-a-call';

const calls = {
  read_note: ['read_note', { path: 'Home.md' }],
  list: ['list', { path: 'Library' }],
  'patch_note, heading': [
    'patch_note',
    {
      path: 'Bench book',
      operation: 'append',
      targetType: 'heading',
      target: 'Materials',
      content: '- thread',
    },
  ],
  'search, one word': ['search', { query: 'window' }],
  'search, two words': ['search', { query: 'window lamp' }],
};

/** The plugin as it is written, beside the built one, with the names of its functions and the places of its lines. */
function buildReadable() {
  return build({
    entryPoints: [join(root, 'src/main.ts')],
    outfile: main,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'es2022',
    sourcemap: true,
    define: { LECTERN_BRIDGE: '""' },
    external: [
      'obsidian',
      'electron',
      'supports-color',
      ...builtinModules,
      ...builtinModules.map(name => `node:${name}`),
    ],
    logLevel: 'warning',
  });
}

/** @returns for an offset of the script that V8 ran: the file, and the text that begins there */
function placesIn() {
  const text = readFileSync(main, 'utf8');
  const map = new SourceMap(JSON.parse(readFileSync(`${main}.map`, 'utf8')));
  /** The host puts the head of a function before the text. */
  const head = '(function (exports, require, module, console) {'.length;
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return offset => {
    const at = offset - head;
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= at) low = middle;
      else high = middle;
    }
    const { originalSource } = map.findEntry(low, at - starts[low]);
    const file = originalSource === undefined ? '' : relative(root, resolve(outdir, originalSource));
    return { file: file.split('\\').join('/'), code: text.slice(at, at + 20) };
  };
}

const constructs = /^(?:constructor\b|class\b)/;

/** Functions of `src` that ran, by file. */
function ranIn(taken, placeOf) {
  const files = new Map();
  for (const { url, functions } of taken) {
    if (url !== main && url !== pathToFileURL(main).href) continue;
    for (const { functionName: name, ranges } of functions) {
      const [{ count, startOffset }] = ranges;
      const { file, code } = placeOf(startOffset);
      if (count === 0 || !file.startsWith('src/')) continue;
      const isConstruction = constructs.test(code) || /^<(?:instance|static)_/.test(name);
      files.set(file, [...(files.get(file) ?? []), { name, place: startOffset, count, isConstruction }]);
    }
  }
  return files;
}

/** What ran in every one of several takings: the rest was work in the background. */
function inAll([first, ...others]) {
  const files = [...first].map(([file, functions]) => [
    file,
    functions.filter(({ place }) => others.every(other => other.get(file)?.some(one => one.place === place))),
  ]);
  return new Map(files.filter(([, functions]) => functions.length > 0));
}

const isWorking = functions => functions.some(({ isConstruction }) => !isConstruction);

function timesOf(files, name) {
  const named = [...files.values()].flat().filter(one => one.name === name);
  return named.reduce((sum, { count }) => sum + count, 0);
}

function rowOf(call, files) {
  const all = [...files.values()];
  return {
    call,
    working: all.filter(isWorking).length,
    'only constructed': all.filter(functions => !isWorking(functions)).length,
    functions: all.flat().length,
    'parses of the query': timesOf(files, 'parseQuery'),
    'compilations of the filter': timesOf(files, 'fileFilter'),
  };
}

const runs = 4;
/** What a call leaves to be done later, such as reading what it wrote, is over by then. */
const pause = (seconds = 1) => new Promise(done => setTimeout(done, seconds * 1000));

async function make(client, [name, args]) {
  const { isError } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(`${name} failed.`);
}

async function measured(session, client, placeOf, call) {
  const takings = [];
  for (let run = 0; run < runs; run += 1) {
    await pause();
    await session.post('Profiler.takePreciseCoverage');
    await make(client, call);
    takings.push(ranIn((await session.post('Profiler.takePreciseCoverage')).result, placeOf));
  }
  return inAll(takings);
}

async function startHost(folder) {
  const { openVault } = await import(join(outdir, 'host.mjs'));
  const { BenchVault } = await import(join(outdir, 'vault.mjs'));
  const vault = join(folder, 'vault');
  for (const from of [join(root, 'examples', 'vault'), BenchVault.open(1000).path])
    cpSync(from, vault, { recursive: true });
  const host = await openVault(vault, { stateFolder: join(folder, 'state'), holdsTexts: true });
  const manifest = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8'));
  const overlay = { settings: { port: 0 }, tokens: [{ name: 'measure', value: token, rights: 'full' }] };
  const { control } = await host.loadPlugin(main, manifest, overlay);
  const { url, problem } = await control.started();
  if (url === undefined) throw new Error(problem);
  await host.metadataSettled();
  return { host, url };
}

async function connected(url) {
  const client = new Client(
    { name: 'files-of-a-call', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

const [, , shown] = process.argv;
rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });
await buildReadable();
await bundleModules(
  { host: join(root, 'pkg/headless/host.ts'), vault: join(root, 'pkg/bench/vault/vault-folder.ts') },
  outdir,
  { obsidian: join(root, 'pkg/headless/obsidian/index.ts') },
);
const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const { host, url } = await startHost(folder);
const client = await connected(url);
try {
  const placeOf = placesIn();
  for (const call of Object.values(calls)) await make(client, call);
  // After a start the host reads ahead for some seconds.
  await pause(8);
  const results = [];
  for (const [name, call] of Object.entries(calls))
    results.push([name, await measured(session, client, placeOf, call)]);
  console.table(results.map(([name, files]) => rowOf(name, files)));
  for (const [name, files] of results.filter(([name]) => name === shown))
    for (const [file, functions] of [...files].sort())
      console.log(
        `${file}: ${functions.map(({ name, count }) => `${name || '(no name)'} ${count}`).join(', ')}`,
      );
} finally {
  await client.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });
}
