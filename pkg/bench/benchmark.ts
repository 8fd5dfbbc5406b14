/** `npm run bench`: measures the built product over a generated vault. See README.md beside this file. */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmptyCallFigures, type Floors, measureEmptyCall } from './measure/empty-call';
import { startFloor, TextFloor } from './measure/floors';
import { InsideView } from './measure/inside';
import { type LivelinessFigures, measureLiveliness } from './measure/liveliness';
import { Offer } from './measure/offer';
import { type Bench, type OperationFigures, OperationRun } from './measure/operation-run';
import { measurePlainReading } from './measure/plain-reading';
import { measureSettling } from './measure/settling';
import { measureStart, type StartFigures } from './measure/start';
import { operations } from './operations';
import { type Operation, timesReference } from './operations/operation';
import { type BenchOptions, parseOptions, usage } from './options';
import { McpClient, toolListBytes } from './product/mcp-client';
import { Product } from './product/product';
import type { ServerProcess } from './product/server-process';
import type { Figures } from './report/figures';
import { machine } from './report/machine';
import { plainReport, writeIntoPage } from './report/output';
import { BenchVault } from './vault/vault-folder';

const root = process.cwd();
const startRuns = 7;

/** Limit for background work of the product before the measurement begins: for `referenceNotes`. */
const maxSettling = 120_000;

try {
  const options = parseOptions(process.argv.slice(2), root);
  if (options === undefined) process.stdout.write(usage);
  else await run(options);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// After a failure servers may still run; they end with this process.
process.exit();

async function run(options: BenchOptions): Promise<void> {
  progress('vault');
  const vault = BenchVault.open(options.notes);
  const product = new Product({ folder: options.product, vault: vault.path });
  try {
    const figures = await measure(options, vault, product);
    process.stdout.write(options.json ? `${JSON.stringify(figures, null, 2)}\n` : plainReport(figures));
    if (options.markdown) writeIntoPage(join(root, 'docs', 'performance.md'), figures);
    if (figures.operations.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
  } finally {
    product.remove();
    vault.reset();
  }
}

async function measure(options: BenchOptions, vault: BenchVault, product: Product): Promise<Figures> {
  const isWanted = (name: string): boolean =>
    options.only === undefined || name.toLowerCase().includes(options.only);
  const loadBefore = loadavg()[0] ?? 0;
  let start: StartFigures | undefined;
  if (isWanted('start')) {
    progress('start');
    start = await measureStart(product, options.notes, startRuns);
  }
  const texts = new TextFloor(vault.path);
  const rest = await withServers(product, floors => measureCalls({ vault, texts, isWanted, ...floors }));
  const { notes, bytes, folders, digest } = vault.truth;
  return {
    machine: { ...machine(), load: [loadBefore, loadavg()[0] ?? 0] },
    vault: { notes, bytes, folders, digest },
    floors: { reading: texts.reading, scanning: texts.scanning() },
    start,
    ...rest,
  };
}

interface Servers {
  readonly server: ServerProcess;
  readonly floors: Floors;
}

async function withServers<T>(product: Product, work: (servers: Servers) => Promise<T>): Promise<T> {
  const floors = {
    sdk: await startFloor('sdk'),
    express: await startFloor('express'),
    bare: await startFloor('bare'),
    reading: await startFloor('reading'),
  };
  const server = await product.start(product.freshState(), true);
  try {
    return await work({ server, floors });
  } finally {
    for (const one of [server, ...Object.values(floors)]) await one.stop();
  }
}

interface CallsPlan extends Servers {
  readonly vault: BenchVault;
  readonly texts: TextFloor;
  readonly isWanted: (name: string) => boolean;
}

type CallFigures = Omit<Figures, 'machine' | 'vault' | 'floors' | 'start'>;

async function measureCalls({ vault, texts, isWanted, server, floors }: CallsPlan): Promise<CallFigures> {
  const client = new McpClient(server);
  const offer = await Offer.of(client);
  const inside = new InsideView(server.child);
  const empty = offer.emptyCall();
  await client.call(empty.tool, empty.args);
  const { notes } = vault.truth;
  progress('settling');
  const settling = await measureSettling(
    {
      call: async () => (await client.call(empty.tool, empty.args)).milliseconds,
      used: () => inside.used(),
      now: () => performance.now(),
      sleep,
    },
    maxSettling * timesReference(notes),
  );
  const { resident: before } = await inside.report();
  const { longestBlock: idleBlock } = await inside.during(() => sleep(500));
  const bench: Bench = { vault, server, bare: floors.bare, inside, texts, empty };
  const ofKind =
    (isMany: boolean) =>
    ({ isPaired = false, tool, name }: Operation): boolean =>
      isPaired === isMany && isWanted(`${tool} ${name}`);
  const rows = await measureRows(bench, offer, ofKind(false));
  let emptyCall: EmptyCallFigures | undefined;
  if (isWanted('empty call')) {
    progress('empty call');
    emptyCall = await measureEmptyCall(server, floors, empty);
  }
  const plainReading = isWanted('plain reading')
    ? await measurePlainReading({ server, reading: floors.reading, vault, empty })
    : [];
  const liveliness = isWanted('busy') ? await whileBusy(rows, bench) : undefined;
  const { resident: after } = await inside.report();
  rows.push(...(await measureRows(bench, offer, ofKind(true))));
  const { resident: afterMany, peak } = await inside.report();
  const bytes = await toolListBytes(client);
  client.close();
  return {
    ...{ settling, emptyCall, plainReading, operations: rows, liveliness, idleBlock, toolListBytes: bytes },
    memory: { before, after, afterMany, peak },
    complaints: server.log.split('\n').filter(line => line !== ''),
  };
}

async function measureRows(
  bench: Bench,
  offer: Offer,
  isWanted: (operation: Operation) => boolean,
): Promise<OperationFigures[]> {
  const rows: OperationFigures[] = [];
  const { truth, path: vault } = bench.vault;
  for (const operation of operations) {
    const args = operation.args({ truth, vault, run: 0 });
    if (!isWanted(operation)) continue;
    if (!offer.has(operation.tool, args)) {
      progress(`${operation.name}: not offered`);
      continue;
    }
    progress(operation.name);
    rows.push(await new OperationRun(operation, bench).measure());
  }
  return rows;
}

/** With the slowest of the rows that read every note. */
async function whileBusy(
  rows: readonly OperationFigures[],
  bench: Bench,
): Promise<LivelinessFigures | undefined> {
  const heavy = operations
    .filter(({ isHeavy }) => isHeavy === true)
    .map(operation => ({ operation, row: rows.find(({ name }) => name === operation.name) }))
    .filter(({ row }) => row !== undefined)
    .sort((a, b) => (b.row?.time.p50 ?? 0) - (a.row?.time.p50 ?? 0))[0];
  if (heavy === undefined) return undefined;
  progress('busy');
  return measureLiveliness(heavy.operation, bench);
}

function progress(what: string): void {
  process.stderr.write(`… ${what}\n`);
}
