/**
 * Starts the built host over a vault with hostile notes, makes each hostile call from one client while another asks
 * for `stat`, and prints what it cost. The longest time for which the host's event loop did not turn is measured
 * inside its process (`pkg/bench/loop-delay.ts`).
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InsideView } from '../../pkg/bench/measure/inside';
import { McpClient } from '../../pkg/bench/product/mcp-client';
import { ServerProcess } from '../../pkg/bench/product/server-process';
import { answerAttacks } from './answer-cases';
import type { Attack } from './attack';
import { makeAttackedVault } from './attacked-vault';
import { httpAttacks } from './http-cases';
import { metadataAttacks } from './metadata-cases';
import { readingAttacks } from './reading-cases';
import { searchAttacks } from './search-cases';
import { writingAttacks } from './writing-cases';

const attacks: readonly Attack[] = [
  ...metadataAttacks,
  ...readingAttacks,
  ...searchAttacks,
  ...writingAttacks,
  ...answerAttacks,
  ...httpAttacks,
];

/** Milliseconds and bytes that no attack may exceed. */
const limits = { block: 50, stat: 200, resident: 700_000_000 };
const notes = 10_000;
const ordinaryNote = 'Attack target.md';
/** How long the vault's opening is waited for. */
const timeout = 120_000;

interface Row {
  readonly name: string;
  readonly block: number;
  readonly stat: number;
  readonly resident: number;
  readonly took: number;
  readonly outcome: string;
}

/**
 * @param words only attacks whose names hold one of them; all without any
 * @returns the exit code: 1 where a limit did not hold
 */
export async function run({ folder, words }: { folder: string; words: readonly string[] }): Promise<number> {
  const { home, vault } = makeAttackedVault(notes);
  const server = await ServerProcess.start({
    words: [
      ...['--import', fileURLToPath(new URL('loop-delay.mjs', import.meta.url))],
      ...[join(folder, 'dist', 'lectern.mjs'), vault, '--json', '--port', '0', '--rights', 'full'],
    ],
    environment: { XDG_STATE_HOME: join(home, 'state'), LECTERN_TOKEN: 'lct_attacks-token-of-this-run-only' },
    hasChannel: true,
  });
  try {
    await opened(server);
    const wanted = attacks.filter(
      ({ name }) => words.length === 0 || words.some(word => name.includes(word)),
    );
    const rows: Row[] = [];
    for (const attack of wanted) {
      const row = await attacked(attack, server);
      rows.push(row);
      console.log(shown(row));
    }
    const { peak } = await new InsideView(server.child).report();
    console.log(`\nmost memory at any time: ${megabytes(peak)} MB (at most ${megabytes(limits.resident)})`);
    return rows.every(holds) && peak <= limits.resident ? 0 : 1;
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Waits until the host has read the vault and its loop is quiet. */
async function opened(server: ServerProcess): Promise<void> {
  const client = new McpClient(server);
  const until = performance.now() + timeout;
  for (;;) {
    const { error } = await client.ask('list_tags', { limit: 1 });
    if (error === undefined) break;
    if (performance.now() > until) throw new Error(`The vault was not open in time (${error}).`);
    await sleep(500);
  }
  for (;;) {
    const { longestBlock } = await new InsideView(server.child).during(() => sleep(1000));
    if (longestBlock < 15 || performance.now() > until) break;
  }
  client.close();
}

async function attacked({ name, run: attack }: Attack, server: ServerProcess): Promise<Row> {
  const [hostile, other] = [new McpClient(server), new McpClient(server)];
  const started = performance.now();
  let stat = 0;
  let isOver = false;
  let outcome = '';
  const { longestBlock, resident } = await new InsideView(server.child).during(async () => {
    const ended = attack(hostile, server)
      .catch((error: unknown) => `failed: ${String(error).slice(0, 80)}`)
      .then(result => {
        outcome = result;
        isOver = true;
      });
    while (!isOver) {
      stat = Math.max(stat, (await other.call('stat', { paths: [ordinaryNote] })).milliseconds);
      await sleep(2);
    }
    await ended;
  });
  for (const client of [hostile, other]) client.close();
  return { name, block: longestBlock, stat, resident, took: performance.now() - started, outcome };
}

function holds({ block, stat, resident }: Row): boolean {
  return block <= limits.block && stat <= limits.stat && resident <= limits.resident;
}

function shown(row: Row): string {
  const { name, block, stat, resident, took, outcome } = row;
  return [
    name.padEnd(45),
    `${block.toFixed(0).padStart(6)} ms`,
    `${megabytes(resident).padStart(5)} MB`,
    `stat ${stat.toFixed(0).padStart(5)} ms`,
    `took ${took.toFixed(0).padStart(6)} ms`,
    holds(row) ? 'holds' : 'FAILS',
    outcome,
  ].join('  ');
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}
