/**
 * Kills the server at arbitrary moments in the middle of writes. Few rounds by default; LECTERN_KILL_ROUNDS=500 for
 * the long run.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProduct } from '../../support/process/built-product';
import { base64Of } from '../../support/files/sample-files';
import { field } from '../../support/json';
import { eventually } from '../../support/time/waiting';
import { SpawnedLectern } from '../../support/process/spawned-lectern';
import { notesOf } from '../../support/files/vault-contents';
import { VaultFolder } from '../../support/files/vault-folder';

const rounds = Number(process.env['LECTERN_KILL_ROUNDS'] ?? 6);
const lines = 'a line of text\n'.repeat(2_000);

const data = base64Of(lines);

const linking = ['L/1.md', 'L/2.md', 'L/3.md'];

let folder: VaultFolder;
const running: SpawnedLectern[] = [];
beforeAll(() => {
  folder = new VaultFolder({
    'log.md': 'start\n',
    'a.md': `0\n${lines}`,
    'b.md': `0\n${lines}`,
    'c.md': `0\n${lines}`,
    'album.md': '',
    'm0.md': 'moved\n',
    ...Object.fromEntries(linking.map(path => [path, `[[m0]]\n${lines}`])),
  });
});
afterAll(async () => {
  for (const lectern of running) await lectern.kill();
  folder.remove();
});

interface Asked {
  readonly round: number;
  /** Ids of changes that were answered. */
  readonly changeIds: string[];
  /** Log lines that were answered, and all that were asked for. */
  readonly appended: string[];
  readonly wanted: string[];
}

/** Appends, edits three notes together, moves one that three link to and embeds a file, again and again, until the process is gone. */
async function keepWriting(lectern: SpawnedLectern, asked: Asked): Promise<void> {
  for (let step = 0; ; step += 1) {
    const line = `r${asked.round}s${step}`;
    asked.wanted.push(line);
    const mark = firstLineOf('a.md');
    const edits = [{ oldText: `${mark}\n`, newText: `${line}\n` }];
    const [path] = movedNotes();
    const newPath = `m${asked.round}-${step}`;
    const [append, edit, move, add] = await Promise.all([
      lectern.client.call('update_note', { path: 'log', mode: 'append', content: line }),
      lectern.client.call('edit_notes', { changes: ['a', 'b', 'c'].map(path => ({ path, edits })) }),
      lectern.client.call('move', { path, newPath }),
      lectern.client.call('add_attachment', { name: `${line}.txt`, data, note: 'album', embed: true }),
    ]);
    asked.appended.push(line);
    asked.changeIds.push(
      ...[append, edit, move, add].map(({ structured }) => String(structured['changeId'])),
    );
  }
}

async function start(command: string): Promise<SpawnedLectern> {
  const lectern = await SpawnedLectern.start(command, folder);
  running.push(lectern);
  return lectern;
}

function movedNotes(): string[] {
  return readdirSync(folder.path).filter(name => name.startsWith('m'));
}

function firstLineOf(path: string): string {
  return readFileSync(join(folder.path, path), 'utf8').split('\n', 1)[0] ?? '';
}

test(
  `${rounds} kills leave every file whole and every answered change listed`,
  async () => {
    const { command } = builtProduct();
    const appended: string[] = [];
    const wanted = new Set<string>();
    let seed = 7;
    let lectern = await start(command);
    for (let round = 0; round < rounds; round += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const asked: Asked = { round, changeIds: [], appended: [], wanted: [] };
      const writing = keepWriting(lectern, asked).catch(() => undefined);
      // The first calls of a process are slow, and a kill before them would meet no write.
      await eventually(() => asked.appended.length > 0, 30_000);
      await new Promise(resolve => setTimeout(resolve, seed % 150));
      await lectern.kill();
      // A call that is in flight when its server dies may never end.
      await Promise.race([writing, new Promise(resolve => setTimeout(resolve, 50))]);
      appended.push(...asked.appended);
      for (const line of asked.wanted) wanted.add(line);

      lectern = await start(command);
      const log = readFileSync(join(folder.path, 'log.md'), 'utf8').split('\n').slice(1, -1);
      expect(log.filter(line => !wanted.has(line))).toEqual([]);
      expect(new Set(log).size).toBe(log.length);
      expect(appended.filter(line => !log.includes(line))).toEqual([]);
      const [a, b, c] = ['a.md', 'b.md', 'c.md'].map(firstLineOf);
      expect([b, c]).toEqual([a, a]);
      for (const path of ['a.md', 'b.md', 'c.md'])
        expect(readFileSync(join(folder.path, path), 'utf8')).toBe(`${a}\n${lines}`);
      const pictures = readdirSync(folder.path).filter(name => name.endsWith('.txt'));
      const embeds = readFileSync(join(folder.path, 'album.md'), 'utf8').matchAll(/!\[\[(.+?)\]\]/gu);
      expect(pictures.sort()).toEqual([...embeds].map(([, name]) => name).sort());
      for (const name of pictures) expect(readFileSync(join(folder.path, name), 'utf8')).toBe(lines);
      const moved = movedNotes();
      for (const path of linking)
        expect(`${firstLineOf(path)} ${moved.join()}`).toBe(`[[${moved[0]?.slice(0, -3)}]] ${moved[0]}`);
      const { structured } = await lectern.client.call('list_changes', { limit: 1000 });
      const rows = [structured['changes']].flat();
      const listed = new Set(rows.map(row => String(field(row, 'changeId'))));
      expect(asked.changeIds.filter(id => !listed.has(id))).toEqual([]);
      const changeId = field(rows[0], 'changeId');
      const undone = await lectern.client.call('undo_change', { changeId, dryRun: true });
      expect([undone.isError, undone.text]).toEqual([false, undone.text]);
      expect(Object.keys(notesOf(folder.path))).toEqual(
        ['L/', ...linking, 'a.md', 'album.md', 'b.md', 'c.md', 'log.md', ...moved, ...pictures].sort(),
      );
      expect(readdirSync(folder.path).filter(name => name.endsWith('.tmp'))).toEqual([]);
    }
    // Every kill came after some write was answered.
    expect(appended.length).toBeGreaterThanOrEqual(rounds);
  },
  60_000 + rounds * 10_000,
);
