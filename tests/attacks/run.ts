/**
 * Starts the built host over a vault with hostile notes, makes each hostile call from one client while another one,
 * with a token of its own, calls `stat`, and prints what it cost. The longest time for which the host's event loop
 * did not turn is measured inside its process (`pkg/bench/loop-delay.ts`).
 */
import { rmSync } from 'node:fs';
import { constants, loadavg, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { McpClient } from '../../pkg/bench/product/mcp-client';
import { answerAttacks } from './cases/answer-cases';
import { baseAttacks } from './cases/base-cases';
import { costlyAttacks } from './cases/costly-cases';
import type { Attack } from './attack';
import { AttackedHost } from './attacked-host';
import { makeAttackedVault, makeOrdinaryVault, type MadeVault } from './attacked-vault';
import { httpAttacks } from './cases/http-cases';
import { manyNoteAttacks } from './cases/many-note-cases';
import { metadataAttacks } from './cases/metadata-cases';
import { OtherClient } from './other-client';
import { readingAttacks } from './cases/reading-cases';
import { holds, limits, line, markdown, megabytes, type Row } from './report';
import { searchAttacks } from './cases/search-cases';
import { writingAttacks } from './cases/writing-cases';

const attacks: readonly Attack[] = [
  ...metadataAttacks,
  ...readingAttacks,
  ...searchAttacks,
  ...writingAttacks,
  ...manyNoteAttacks,
  ...costlyAttacks,
  ...answerAttacks,
  ...baseAttacks,
  ...httpAttacks,
];

const notes = 10_000;
const ordinaryNote = 'Attack target.md';

/** What the other client and the machine's other work cost alone. */
const nothing: Attack = { name: 'no attack', run: () => sleep(5000, 'ordinary notes only') };

export interface RunOptions {
  /** The folder of the project. */
  readonly folder: string;
  /** Only attacks whose names hold one of these words; all without any. */
  readonly words: readonly string[];
  /** Whether the part of docs/security.md that tells it follows. */
  readonly markdown: boolean;
}

/** @returns the exit code: 1 where a limit did not hold */
export async function run({ folder, words, markdown: asTable }: RunOptions): Promise<number> {
  const command = join(folder, 'dist', 'lectern.mjs');
  const quiet = await inVault(makeOrdinaryVault(notes), command, async host => {
    const other = new OtherClient(host.other, ordinaryNote);
    const row = await attacked(nothing, host, other);
    await other.close();
    console.log(line(row));
    return row;
  });
  const wanted = attacks.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)));
  return inVault(makeAttackedVault(notes), command, async host => {
    const { resident: before, peak: atStart } = await host.memory();
    console.log(`memory before the first attack: ${megabytes(before)} MB`);
    // One for all attacks: a client that starts takes a processor.
    const other = new OtherClient(host.other, ordinaryNote);
    await other.during(() => sleep(1000));
    // The attacker parses up to 16 answers of a megabyte: an attacker elsewhere would not take a processor from the host.
    // The host and the other client were started before, so this applies to neither.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const rows: Row[] = [];
    const loads: number[] = [];
    let most = { peak: atStart, during: 'the start' };
    for (const attack of wanted) {
      const row = await attacked(attack, host, other);
      rows.push(row);
      const { peak } = await host.memory();
      if (peak > most.peak) most = { peak, during: attack.name };
      loads.push(loadavg()[0] ?? 0);
      console.log(line(row));
    }
    await other.close();
    const { peak, during } = most;
    console.log(
      `\nmost memory at any time: ${megabytes(peak)} MB (at most ${megabytes(limits.resident)}), during: ${during}`,
    );
    const load = loads.reduce((sum, one) => sum + one, 0) / Math.max(1, loads.length);
    if (asTable) console.log(`\n${markdown({ rows, load, quiet, before, ...most })}`);
    return rows.every(holds) && peak <= limits.resident ? 0 : 1;
  });
}

async function inVault<T>(
  { home, vault }: MadeVault,
  command: string,
  work: (host: AttackedHost) => Promise<T>,
): Promise<T> {
  try {
    const host = await AttackedHost.start({ command, home, vault });
    try {
      return await work(host);
    } finally {
      await host.stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function attacked(
  { name, own: mostOwn = limits.own, run: attack }: Attack,
  host: AttackedHost,
  other: OtherClient,
): Promise<Row> {
  const hostile = new McpClient(host.attacker);
  const started = performance.now();
  let stat = 0;
  let outcome = '';
  const { longestBlock, waited, longestOwn, longestWork, resident, grown } = await host.during(async () => {
    stat = await other.during(async () => {
      outcome = await attack(hostile, host.attacker).catch(
        (error: unknown) => `failed: ${String(error).slice(0, 80)}`,
      );
    });
  });
  hostile.close();
  return {
    name,
    block: longestBlock,
    waited,
    own: longestOwn,
    mostOwn,
    work: longestWork,
    stat,
    resident,
    grown,
    took: performance.now() - started,
    outcome,
  };
}
