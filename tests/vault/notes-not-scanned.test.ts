import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningLectern } from '../support/lectern';
import { eventually } from '../support/time/waiting';

const worker = join(__dirname, '../../pkg/headless/obsidian/metadata/reading/scan-worker.ts');
const aliases = '---\nbase: &long "text"\ncopy: *long\nz: 3\n---\n';
const files = { 'Plain.md': '---\nz: 3\n---\n', 'Alias.md': aliases, 'Other.md': aliases };

/** Calls back when the test says so. */
class Hours {
  readonly planned: { readonly milliseconds: number; readonly work: () => void }[] = [];

  readonly schedule = (milliseconds: number, work: () => void): (() => void) => {
    const plan = { milliseconds, work };
    this.planned.push(plan);
    return () => {
      const at = this.planned.indexOf(plan);
      if (at >= 0) this.planned.splice(at, 1);
    };
  };

  /** The pauses before notes are tried again, without those of the program. */
  pauses(): number[] {
    return this.planned.map(({ milliseconds }) => milliseconds).filter(pause => pause >= 60_000);
  }

  pass(): void {
    for (const { work } of this.planned.splice(0)) work();
  }
}

let folder: string;
let scanWorker: string;
/** The code of the program that scans notes. */
let program: string;
/** While this file is there, the program that scans notes ends. */
let mark: string;
let lectern: RunningLectern | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-dying-'));
  scanWorker = join(folder, 'scan-worker.cjs');
  mark = join(folder, 'dies');
  const bundle = { bundle: true, platform: 'node', format: 'cjs', write: false } as const;
  program = buildSync({ entryPoints: [worker], ...bundle }).outputFiles[0]?.text ?? '';
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => lectern?.close());

/** @param dies as JavaScript that ends the program if the mark is there */
async function start(dies: string, notes: Record<string, string> = files): Promise<Hours> {
  const mayDie = `const dies = () => require('node:fs').existsSync(${JSON.stringify(mark)});${dies}`;
  writeFileSync(scanWorker, `${mayDie}\n${program}`);
  writeFileSync(mark, '');
  const hours = new Hours();
  lectern = await RunningLectern.start({
    files: notes,
    host: { scanWorker, schedule: hours.schedule, metadataDelay: 0 },
  });
  return hours;
}

const atStart = 'if (dies()) process.exit(1);';
const atWork = "process.on('message', () => dies() && process.exit(1));";

async function asked(tool: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const client = await lectern?.connect();
  return (await client?.call(tool, args))?.structured ?? {};
}

test.each([
  ['is started', atStart],
  ['reads a note', atWork],
])('notes whose scan ends when the program %s are named until they are read', async (_when, dies) => {
  const hours = await start(dies);
  const question = { where: ['z=3'] };
  expect(await asked('query_notes', question)).toMatchObject({
    totalCount: 1,
    unreadable: ['Alias.md', 'Other.md'],
    unreadableCount: 2,
    notScannedCount: 2,
  });
  expect(await asked('get_vault_info')).toMatchObject({ index: { notScannedCount: 2 } });
  rmSync(mark);
  hours.pass();
  await lectern?.host.metadataSettled();
  const all = await asked('query_notes', question);
  expect(all).toMatchObject({ totalCount: 3 });
  expect(all).not.toHaveProperty('unreadable');
  expect((await asked('get_vault_info'))['index']).not.toHaveProperty('notScannedCount');
  expect(hours.pauses()).toEqual([]);
});

test('the pauses between the attempts double', async () => {
  const hours = await start(atWork);
  await lectern?.host.metadataSettled();
  expect(hours.pauses()).toEqual([60_000, 60_000]);
  hours.pass();
  await lectern?.host.metadataSettled();
  expect(hours.pauses()).toEqual([120_000, 120_000]);
});

test('a note that is deleted is not tried again', async () => {
  const hours = await start(atWork);
  await lectern?.host.metadataSettled();
  await asked('delete', { path: 'Alias.md' });
  await eventually(() => hours.pauses().length === 1);
});

test('a program that ends at each start delays no call, and is tried again later', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 300 }, (_item, index) => [`${index}.md`, aliases] as const),
  );
  const hours = await start(atStart, { ...notes, 'Plain.md': '---\nz: 3\n---\n' });
  expect(await asked('query_notes', { where: ['z=3'] })).toMatchObject({
    totalCount: 1,
    unreadableCount: 300,
    notScannedCount: 300,
  });
  // Three starts were tried; the others were not.
  expect(hours.planned.filter(({ milliseconds }) => milliseconds < 60_000)).toHaveLength(1);
  rmSync(mark);
  hours.pass();
  await lectern?.host.metadataSettled();
  expect(await asked('query_notes', { where: ['z=3'] })).toMatchObject({ totalCount: 301 });
});
