/**
 * Another program appends to and replaces a note at arbitrary moments while the server writes it. What that program had
 * written before our commit began must not be lost. A commit begins with the last comparison of the bytes and ends
 * with the rename; what falls in between is counted. Few rounds by default; LECTERN_OUTSIDE_ROUNDS=1000 for the long
 * run.
 */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProduct } from '../../support/process/built-product';
import { SpawnedLectern } from '../../support/process/spawned-lectern';
import { VaultFolder } from '../../support/files/vault-folder';

const rounds = Number(process.env['LECTERN_OUTSIDE_ROUNDS'] ?? 25);

let folder: VaultFolder;
let lectern: SpawnedLectern;
beforeAll(async () => {
  folder = new VaultFolder({ 'n.md': 'start\n' });
  const log = join(folder.parent, 'commits.log');
  lectern = await SpawnedLectern.start(builtProduct().command, folder, {
    NODE_OPTIONS: `--require ${join(__dirname, '..', '..', 'support', 'process', 'commit-clock.cjs')}`,
    LECTERN_COMMIT_LOG: log,
    LECTERN_COMMIT_FILE: join(folder.path, 'n.md'),
  });
});
afterAll(async () => {
  await lectern.kill();
  folder.remove();
});

interface Span {
  readonly begun: bigint;
  readonly ended: bigint;
}

interface OutsideWrite extends Span {
  readonly line: string;
}

function pathOf(name: string): string {
  return join(folder.path, name);
}

function commits(): Span[] {
  const rows = readFileSync(join(folder.parent, 'commits.log'), 'utf8').split('\n').slice(0, -1);
  return rows.map(row => {
    const [begun = '0', ended = '0'] = row.split(' ');
    return { begun: BigInt(begun), ended: BigInt(ended) };
  });
}

/** To the microsecond, which no timer keeps, while the calls of this process go on. */
async function passed(nanoseconds: number): Promise<void> {
  const end = process.hrtime.bigint() + BigInt(nanoseconds);
  while (process.hrtime.bigint() < end) await new Promise(resolve => setImmediate(resolve));
}

/** As an editor that saves by replacing, or a program that appends; the clock is the same in all processes. */
function writeOutside(line: string, replaces: boolean): OutsideWrite {
  const begun = process.hrtime.bigint();
  if (replaces) {
    const temporary = join(folder.parent, 'outside');
    writeFileSync(temporary, `${readFileSync(pathOf('n.md'), 'utf8')}${line}\n`);
    renameSync(temporary, pathOf('n.md'));
  } else appendFileSync(pathOf('n.md'), `${line}\n`);
  return { line, begun, ended: process.hrtime.bigint() };
}

test(
  `${rounds} rounds of another writer lose nothing that was there before a commit began`,
  async () => {
    let seed = 11;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const outside: OutsideWrite[] = [];
    const missing: OutsideWrite[] = [];
    for (let round = 0; round < rounds; round += 1) {
      writeFileSync(pathOf('n.md'), 'start\n');
      const state = { isRunning: true };
      const ours = lectern.client
        .call('update_note', { path: 'n', mode: 'append', content: `in${round}` })
        .finally(() => (state.isRunning = false));
      const written: OutsideWrite[] = [];
      while (state.isRunning) {
        await passed(random(3_000_000));
        written.push(writeOutside(`out${round}-${written.length}`, random(2) === 0));
      }
      await ours;
      const lines = readFileSync(pathOf('n.md'), 'utf8').split('\n');
      // What we wrote may be gone: a program that replaces the file overwrites what it has not seen.
      expect(new Set(lines).size).toBe(lines.length);
      missing.push(...written.filter(({ line }) => !lines.includes(line)));
      outside.push(...written);
    }
    const spans = commits();
    const overlaps = ({ begun, ended }: OutsideWrite): boolean =>
      spans.some(span => span.begun <= ended && begun <= span.ended);
    const lengths = spans.map(({ begun, ended }) => Number(ended - begun) / 1000).sort((a, b) => a - b);
    const [half = 0, longest = 0] = [lengths[lengths.length >> 1], lengths.at(-1)].map(us =>
      Math.round(us ?? 0),
    );
    process.stdout.write(
      `${rounds} rounds: ${outside.length} outside writes, ${outside.filter(overlaps).length} of them during a ` +
        `commit, ${missing.length} lost; ${spans.length} commits, half within ${half} µs, the longest ${longest} µs\n`,
    );
    expect(missing.filter(write => !overlaps(write))).toEqual([]);
    // The rest gave up, since the file never stood still.
    expect(spans.length).toBeGreaterThan(rounds / 4);
    expect(outside.length).toBeGreaterThan(rounds);
  },
  60_000 + rounds * 1_000,
);
