/** Kills the server while it changes many notes at once: after the next start, all of a change is there or nothing of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../support/json';
import { builtProduct } from '../../support/process/built-product';
import { SpawnedLectern } from '../../support/process/spawned-lectern';
import { notesOf } from '../../support/files/vault-contents';
import { VaultFolder } from '../../support/files/vault-folder';

const count = 60;
const numbers = Array.from({ length: count }, (_one, index) => index);

function makeVault(): VaultFolder {
  const notes = numbers.map((index): [string, string] => [
    `Notes/${index}.md`,
    `---\ndue: 2026-01-01\n---\nAcme and [[Hub#Goals]] ${'some words '.repeat(200)}\n`,
  ]);
  const canvas = JSON.stringify({ nodes: [{ id: 'a', type: 'file', file: 'Hub.md', subpath: '#Goals' }] });
  return new VaultFolder({
    'Hub.md': '# Hub\n## Goals\ntext\n',
    'Board.canvas': canvas,
    ...Object.fromEntries(notes),
  });
}

interface Job {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** What each place has that was changed, and nothing else. */
  readonly mark: string;
  readonly places: number;
}

const jobs: readonly Job[] = [
  {
    tool: 'replace_in_notes',
    args: { find: 'Acme', replace: 'Globex', maxFiles: 500, confirm: count },
    ...{ mark: 'Globex', places: count },
  },
  {
    tool: 'rename_heading',
    args: { path: 'Hub', heading: 'Goals', newHeading: 'Aims' },
    ...{ mark: 'Aims', places: count + 2 },
  },
  {
    tool: 'rename_property',
    args: { property: 'due', newProperty: 'deadline' },
    ...{ mark: 'deadline:', places: count },
  },
  {
    tool: 'merge_notes',
    args: { from: 'Hub', into: 'Notes/59' },
    ...{ mark: '[[59#Goals|Hub > Goals]]', places: count },
  },
  {
    tool: 'create_notes',
    args: { notes: numbers.map(index => ({ path: `New/${index}`, content: 'made by a call\n' })) },
    ...{ mark: 'made by a call', places: count },
  },
];

/** Where the mark is, in all files that are notes or canvases. */
function placesOf(folder: VaultFolder, mark: string): number {
  const texts = Object.values(notesOf(folder.path));
  return texts.reduce((sum, text) => sum + text.split(mark).length - 1, 0);
}

/** Looks again and again, without a timer: a change of this size is over in some milliseconds. */
async function hasBegun(folder: VaultFolder, { mark }: Job): Promise<void> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    for (const name of ['Notes', 'New'])
      for (const path of namesIn(join(folder.path, name)))
        if (textAt(join(folder.path, name, path)).includes(mark)) return;
    await new Promise(resolve => setImmediate(resolve));
  }
  throw new Error('The change never began.');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty for a file that has just gone. */
function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

describe.each(jobs)('$tool', job => {
  let folder: VaultFolder;
  const running: SpawnedLectern[] = [];
  beforeAll(() => {
    folder = makeVault();
  });
  afterAll(async () => {
    for (const lectern of running) await lectern.kill();
    folder.remove();
  });

  async function start(): Promise<SpawnedLectern> {
    const { command } = builtProduct();
    const lectern = await SpawnedLectern.start(command, folder, {}, ['--rights', 'full']);
    running.push(lectern);
    return lectern;
  }

  test('leaves either the old or the new state when it is killed after its first note', async () => {
    const old = notesOf(folder.path);
    const killed = await start();
    const call = killed.client.call(job.tool, job.args).catch(() => undefined);
    await hasBegun(folder, job);
    await killed.kill();
    await Promise.race([call, new Promise(resolve => setTimeout(resolve, 50))]);

    const { client } = await start();
    const places = placesOf(folder, job.mark);
    expect([0, job.places]).toContain(places);
    if (places > 0) {
      const { structured } = await client.call('list_changes', { limit: 1 });
      const changeId = field([structured['changes']].flat()[0], 'changeId');
      expect((await client.call('undo_change', { changeId })).isError).toBe(false);
    }
    expect(notesOf(folder.path)).toEqual(old);

    expect((await client.call(job.tool, job.args)).isError).toBe(false);
    expect(placesOf(folder, job.mark)).toBe(job.places);
  }, 120_000);
});
