/** `npm run bench:quick`: ratios to plain servers in the same run, at 1,000 notes, in less than a minute. */
import { answerOf, McpClient, resultOf } from '../product/mcp-client';
import { Product } from '../product/product';
import type { ServerProcess } from '../product/server-process';
import { hold, startFloor } from '../measure/floors';
import { untilIndexed } from '../measure/start';
import { type Contender, inTurns, median, ratio } from '../measure/statistics';
import { rareWord } from '../vault/planted';
import { BenchVault } from '../vault/vault-folder';
import { judged, judgingTable, type Judged, type Limited, type Measured } from './judging';

const notes = 1_000;
const plainServer = 'empty call of a plain SDK server';

interface Call {
  readonly name: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly maxTimes: number;
}

const vault = BenchVault.open(notes);
const product = new Product({ folder: process.cwd(), vault: vault.path });
try {
  const state = product.freshState();
  const [server, sdk, bare] = [await product.start(state), await startFloor('sdk'), await startFloor('bare')];
  await untilIndexed(server, notes);
  const rows = [...(await callRows(server, sdk)), await listingRow(server, bare)];
  for (const one of [server, sdk, bare]) await one.stop();
  rows.push(await startRow(state));
  process.stdout.write(`${judgingTable(rows)}\n`);
  if (rows.some(({ isOver }) => isOver)) process.exitCode = 1;
} finally {
  product.remove();
  vault.reset();
}
process.exit();

async function callRows(server: ServerProcess, sdk: ServerProcess): Promise<Judged[]> {
  const { sample, folder, scratch } = vault.truth;
  const calls: readonly Call[] = [
    { name: 'empty call', tool: 'stat', args: { paths: [] }, maxTimes: 4 },
    { name: 'read_note', tool: 'read_note', args: { path: sample.path }, maxTimes: 8 },
    { name: 'list one folder', tool: 'list', args: { path: folder.path }, maxTimes: 8 },
    { name: 'search: rare word', tool: 'search', args: { query: rareWord }, maxTimes: 25 },
    {
      name: 'update_note: append',
      tool: 'update_note',
      args: { path: scratch[0]?.path, mode: 'append', content: '- entry' },
      maxTimes: 25,
    },
  ];
  const [own, floor] = [new McpClient(server), new McpClient(sdk)];
  const rows: Judged[] = [];
  for (const { name, tool, args, maxTimes } of calls) {
    const { error } = answerOf(await own.call(tool, args));
    if (error !== undefined) throw new Error(`${name} failed with ${error}.`);
    const measure: Limited['measure'] = () =>
      beside(
        { name: 'own', run: async () => (await own.call(tool, args)).milliseconds },
        { name: 'floor', run: async () => (await floor.call('empty')).milliseconds },
        { rounds: 4, runs: 40 },
      );
    rows.push(await judged({ name, floor: plainServer, maxTimes, measure }));
  }
  own.close();
  floor.close();
  return rows;
}

/** The same response built, serialised and sent by HTTP alone. */
async function listingRow(server: ServerProcess, bare: ServerProcess): Promise<Judged> {
  const args = { recursive: true, limit: 10_000 };
  const [own, floor] = [new McpClient(server), new McpClient(bare)];
  await hold(bare, await own.ask('list', args));
  const measure: Limited['measure'] = () =>
    beside(
      { name: 'own', run: async () => (await own.call('list', args)).milliseconds },
      { name: 'floor', run: async () => (await floor.call('held')).milliseconds },
      { rounds: 4, runs: 10 },
    );
  const row = await judged({
    ...{ name: 'list recursive', floor: 'the same bytes by HTTP alone', maxTimes: 10, measure },
  });
  own.close();
  floor.close();
  return row;
}

function startRow(state: string): Promise<Judged> {
  const measure: Limited['measure'] = () =>
    beside(
      { name: 'own', run: () => firstList(() => product.start(state)) },
      { name: 'floor', run: () => firstList(() => startFloor('sdk')) },
      { rounds: 3, runs: 1 },
    );
  return judged({
    ...{ name: 'start to the first list of tools', floor: 'the same of a plain SDK server', maxTimes: 3 },
    measure,
  });
}

async function firstList(start: () => Promise<ServerProcess>): Promise<number> {
  const server = await start();
  const client = new McpClient(server);
  resultOf(await client.post('tools/list'));
  const took = performance.now() - server.spawnedAt;
  client.close();
  await server.stop();
  return took;
}

async function beside(
  own: Contender,
  floor: Contender,
  { rounds, runs }: { readonly rounds: number; readonly runs: number },
): Promise<Omit<Measured, 'name'>> {
  const times = await inTurns([own, floor], rounds, runs);
  const [ours, plain] = [times.get('own') ?? [], times.get('floor') ?? []];
  return { own: median(ours.flat()), floor: median(plain.flat()), times: ratio(ours, plain) };
}
