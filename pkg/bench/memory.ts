/** Where the memory of a served vault is, beside an empty Node process and a plain SDK server of the same run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { InsideView, type MemoryReport } from './measure/inside';
import { measureSettling } from './measure/settling';
import { untilIndexed } from './measure/start';
import { asking } from './operations/asking';
import { browsing } from './operations/browse';
import { finding } from './operations/finding';
import { referenceNotes } from './operations/operation';
import { reading } from './operations/reading';
import { tasksAndBases } from './operations/tasks-and-bases';
import { McpClient } from './product/mcp-client';
import { bundledFile, Product } from './product/product';
import { ServerProcess } from './product/server-process';
import { BenchVault } from './vault/vault-folder';

/** Each call that reads is made so often. */
const rounds = 3;
/** How long the host is left idle before the last figures, milliseconds. */
const rest = 60_000;
const maxSettling = 180_000;

/** Prints that it listens, as a server does. */
const emptyProgram = `console.log('{"url":"http://localhost","token":""}'); setInterval(() => 0, 1e6)`;

const readers = [...browsing, ...reading, ...finding, ...tasksAndBases, ...asking];

/** They add up to the resident memory. */
const parts: readonly (readonly [name: string, bytes: (memory: MemoryReport) => number])[] = [
  ['program and libraries, shared with every Node process', ({ program }) => program],
  ['heap: objects, garbage too', ({ heapUsed }) => heapUsed],
  ['heap: free in its pages', ({ heapTotal, heapUsed }) => heapTotal - heapUsed],
  ['bytes outside the heap (ArrayBuffers)', ({ arrayBuffers }) => arrayBuffers],
  [
    'the rest: C library, stacks, compiler',
    ({ rss, program, heapTotal, arrayBuffers }) => rss - program - heapTotal - arrayBuffers,
  ],
  ['**resident (RSS)**', ({ rss }) => rss],
];

type Stage = readonly [name: string, memory: MemoryReport];

const vault = BenchVault.open(referenceNotes);
const product = new Product({ folder: process.cwd(), vault: vault.path });
try {
  const state = product.freshState();
  await fill(state);
  process.stdout.write(
    table([
      ['empty Node', await floor(['-e', emptyProgram])],
      ['SDK server', await floor([bundledFile('floor-server.mjs'), 'sdk'])],
      ...(await served(state)),
    ]),
  );
} finally {
  product.remove();
  vault.reset();
}
process.exit();

async function floor(words: readonly string[]): Promise<MemoryReport> {
  const server = await ServerProcess.start({
    words: ['--import', bundledFile('loop-delay.mjs'), ...words],
    hasChannel: true,
  });
  const memory = await new InsideView(server.child).memory();
  await server.stop();
  return memory;
}

/** Makes the caches of a later start. */
async function fill(state: string): Promise<void> {
  const server = await product.start(state, true);
  await untilIndexed(server, referenceNotes);
  await settled(server);
  await server.stop();
}

async function served(state: string): Promise<Stage[]> {
  const server = await product.start(state, true);
  const inside = new InsideView(server.child);
  const stages: Stage[] = [['it listens', await inside.memory()]];
  await untilIndexed(server, referenceNotes);
  stages.push(['metadata in', await inside.memory()]);
  await settled(server);
  stages.push(['texts and words in', await inside.memory()]);
  await callAll(server);
  stages.push(['after the calls', await inside.memory()]);
  await sleep(rest);
  stages.push(['60 s later', await inside.memory()]);
  await server.stop();
  return stages;
}

async function settled(server: ServerProcess): Promise<void> {
  const client = new McpClient(server);
  const call = async (): Promise<number> => {
    const began = performance.now();
    await client.call('stat', { paths: [] });
    return performance.now() - began;
  };
  const inside = new InsideView(server.child);
  await measureSettling(
    { call, used: () => inside.used(), now: () => performance.now(), sleep },
    maxSettling,
  );
  client.close();
}

async function callAll(server: ServerProcess): Promise<void> {
  const client = new McpClient(server);
  for (let run = 0; run < rounds; run += 1)
    for (const reader of readers) {
      const args = reader.args({ truth: vault.truth, vault: vault.path, run });
      const { error } = await client.ask(reader.tool, args);
      if (error !== undefined) throw new Error(`${reader.tool} failed: ${error}`);
    }
  client.close();
}

function table(stages: readonly Stage[]): string {
  const rows = parts.map(([name, bytes]) => [
    name,
    ...stages.map(([, memory]) => (bytes(memory) / 1e6).toFixed(1)),
  ]);
  const head = ['megabytes', ...stages.map(([name]) => name)];
  const line = ['---', ...stages.map(() => '---:')];
  return [head, line, ...rows].map(cells => `| ${cells.join(' | ')} |\n`).join('');
}
