/** `npm run bench`: measures the built product over a generated vault. See README.md beside this file. */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, type Figures, type LimitName, overLimit } from './limits';
import { InsideView } from './measure/inside';
import { type Bench, type OperationFigures, OperationRun } from './measure/operation-run';
import { settled } from './measure/settling';
import { measureStart } from './measure/start';
import { operations } from './operations';
import { type Operation, referenceNotes, timesReference } from './operations/operation';
import { type BenchOptions, parseOptions, usage } from './options';
import { McpClient } from './product/mcp-client';
import { Product } from './product/product';
import { machine, machineText } from './report/machine';
import { recordFigures } from './report/recorded';
import { limitReport, rowReport } from './report/tables';
import { BenchVault } from './vault/vault-folder';

/** How many times its limit a figure may have in a short run, for machines under load. */
const shortTimes = 3;

/** Limit for background work of the product before the measurement begins: for `referenceNotes`. */
const maxSettling = 120_000;

try {
  const options = parseOptions(process.argv.slice(2));
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
  const vault = BenchVault.open(options.notes, options.isLong);
  const product = new Product(process.cwd(), vault.path);
  const loadBefore = loadavg()[0] ?? 0;
  try {
    const starts = await started(options, product);
    const { rows, memory } = await measureCalls(options, vault, product);
    // The limits of times are for `referenceNotes`.
    const isLarge = options.notes > referenceNotes;
    const figures = isLarge ? memory : { ...starts, ...memory, ...figuresOf(rows, options.isLong) };
    const times = options.isShort ? shortTimes : 1;
    const load = [loadBefore, loadavg()[0] ?? 0].map(value => value.toFixed(1)).join(' before, ');
    process.stdout.write(`${options.notes} notes, ${machineText(machine())}; load average ${load} after\n\n`);
    process.stdout.write(`${rowReport(rows)}\n\n${limitReport(figures, times)}\n`);
    if (options.isRecorded) recordFigures(process.cwd(), figures);
    const isWrong = rows.some(({ problem }) => problem !== undefined);
    if (isWrong || overLimit(figures, times).length > 0) process.exitCode = 1;
  } finally {
    product.remove();
    vault.reset();
  }
}

async function started(options: BenchOptions, product: Product): Promise<Figures> {
  const { notes, isLong, isShort } = options;
  if (isLong || notes > referenceNotes || !isWanted(options, 'start')) return {};
  progress('start');
  return measureStart({ product, notes, runs: isShort ? 3 : 7 });
}

function isWanted({ only }: BenchOptions, name: string): boolean {
  return only === undefined || name.toLowerCase().includes(only);
}

interface Calls {
  readonly rows: readonly OperationFigures[];
  readonly memory: Figures;
}

async function measureCalls(options: BenchOptions, vault: BenchVault, product: Product): Promise<Calls> {
  const server = await product.start(product.freshState(), true);
  const client = new McpClient(server);
  const inside = new InsideView(server.child);
  // A search has the texts read.
  await client.call('search', { query: 'nothing' });
  client.close();
  progress('settling');
  const source = { used: () => inside.used(), now: () => performance.now(), sleep };
  await settled(source, maxSettling * timesReference(options.notes));
  const bench = { vault, server, inside, isShort: options.isShort };
  const isFirst = ({ isPaired, files, isLarge }: Operation): boolean =>
    isPaired !== true && files === undefined && isLarge !== true;
  const rows = await measureRows(options, bench, isFirst);
  const { resident } = await inside.report();
  rows.push(...(await measureRows(options, bench, operation => !isFirst(operation))));
  await server.stop();
  const isWhole = options.only === undefined && !options.isLong;
  const name = options.notes > referenceNotes ? 'largeMemory' : 'memory';
  return { rows, memory: isWhole ? { [name]: { value: resident / 1024 / 1024 } } : {} };
}

async function measureRows(
  options: BenchOptions,
  bench: Bench,
  isIncluded: (operation: Operation) => boolean,
): Promise<OperationFigures[]> {
  const rows: OperationFigures[] = [];
  for (const operation of operations) {
    const { tool, name } = operation;
    if (!isIncluded(operation) || !isWanted(options, `${tool} ${name}`)) continue;
    if (options.isLong && !isSearch(operation)) continue;
    progress(name);
    rows.push(await measureRow(operation, bench));
  }
  return rows;
}

/** Repeated if it is over its limit in a short run: a slow program is slow each time, a busy machine is not. */
async function measureRow(operation: Operation, bench: Bench): Promise<OperationFigures> {
  const measure = (): Promise<OperationFigures> => new OperationRun(operation, bench).measure();
  const { limit } = operation;
  let best = await measure();
  if (limit === undefined || !bench.isShort) return best;
  const isOver = (): boolean => overLimit({ [limit]: { value: best.p50 } }, shortTimes).length > 0;
  for (let again = 0; again < 2 && isOver(); again += 1) {
    const next = await measure();
    if (next.p50 < best.p50) best = next;
  }
  return best;
}

function isSearch({ limit }: Operation): boolean {
  return limit === 'search' || limit === 'question';
}

/** Of the rows that share a limit, the one that takes longest. */
function figuresOf(rows: readonly OperationFigures[], isLong: boolean): Figures {
  const figures: Partial<Record<LimitName, Figure>> = {};
  const add = (name: LimitName, value: number, row: string): void => {
    if (!(value <= (figures[name]?.value ?? -1))) figures[name] = { value, row };
  };
  for (const { operation, p50, p95, block } of rows) {
    const { name, limit, isLarge = false } = operation;
    if (isLong) {
      add('longSearch', p50, name);
      add('longSearchTail', p95, name);
      continue;
    }
    if (limit !== undefined) add(limit, p50, name);
    add(isLarge ? 'largeBlock' : 'block', block, name);
  }
  return figures;
}

function progress(what: string): void {
  process.stderr.write(`… ${what}\n`);
}
