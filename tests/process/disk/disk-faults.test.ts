import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
  appendFileSync,
  renameSync,
  writeFileSync,
  readdirSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { builtProduct } from '../../support/process/built-product';
import { base64Of } from '../../support/files/sample-files';
import { field } from '../../support/json';
import { SpawnedLectern } from '../../support/process/spawned-lectern';
import { eventually } from '../../support/time/waiting';
import { VaultFolder } from '../../support/files/vault-folder';
import { notesOf } from '../../support/files/vault-contents';

/** A disk that is really full: a small one of its own holds the vault, its journal and the host's state. Needs root. */
describe('a full disk', () => {
  const text = 'a line of text\n'.repeat(10_000);
  const diskSize = '6m';

  let folder: VaultFolder;
  let lectern: SpawnedLectern | undefined;
  let isMounted = false;
  beforeAll(() => {
    folder = new VaultFolder();
    rmSync(folder.path, { recursive: true });
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder.parent]);
    isMounted = mount.status === 0;
    mkdirSync(folder.path);
    folder.write('Note.md', text);
    folder.write('Other.md', '[[Note]]\n');
  });
  afterAll(async () => {
    await lectern?.kill();
    if (isMounted) spawnSync('umount', [folder.parent]);
    folder.remove();
  });

  /** Takes all that is left. */
  function fill(): void {
    const file = openSync(join(folder.parent, 'filler'), 'w');
    for (const size of [65_536, 4096, 1]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size, 1));
      } catch {
        // Less than that is left.
      }
    }
    closeSync(file);
  }

  test('on a full disk writes fail and change nothing, and succeed when there is space again', async () => {
    if (!isMounted) {
      console.warn('Not tried: a disk of its own cannot be mounted here.');
      return;
    }
    lectern = await SpawnedLectern.start(builtProduct().command, folder);
    const { client } = lectern;
    const append = { path: 'Note', mode: 'append', content: 'more\n' };
    fill();
    for (const [tool, args] of [
      ['update_note', append],
      ['update_note', append],
      ['create_note', { path: 'New', content: text }],
      ['add_attachment', { name: 'data.txt', data: base64Of(text), note: 'Note', embed: true }],
      ['move', { path: 'Note', newPath: 'Moved' }],
      ['delete', { path: 'Note' }],
    ] as const) {
      const answer = await client.call(tool, args);
      expect([tool, field(answer.structured, 'error', 'code')]).toEqual([tool, 'storage_error']);
      expect(field(answer.structured, 'error', 'message')).toBe('The disk is full.');
    }
    expect(readFileSync(join(folder.path, 'Note.md'), 'utf8')).toBe(text);
    expect((await client.call('read_note', { path: 'Other' })).isError).toBe(false);
    const { told } = lectern;
    await eventually(() => told().includes('The compiled code of serve.cjs could not be kept'), 30_000);

    rmSync(join(folder.parent, 'filler'));
    const again = await client.call('update_note', append);
    expect(again.isError).toBe(false);
    expect(readFileSync(join(folder.path, 'Note.md'), 'utf8')).toBe(`${text}more\n`);
    const { structured } = await client.call('undo_change', { changeId: again.structured['changeId'] });
    expect(structured).not.toHaveProperty('error');
    expect(readFileSync(join(folder.path, 'Note.md'), 'utf8')).toBe(text);

    fill();
    // It takes no space, and there is something to keep at the stop.
    const touched = new Date('2026-01-02T03:04:05Z');
    utimesSync(join(folder.path, 'Other.md'), touched, touched);
    const isSeen = async (): Promise<boolean> =>
      JSON.stringify((await client.call('stat', { paths: ['Other.md'] })).structured).includes(
        touched.toISOString(),
      );
    await eventually(isSeen, 30_000);
    await lectern.stop();
    const background = [
      'What is known of the notes',
      ...['main.js', 'serve.cjs'].map(name => `The compiled code of ${name}`),
    ];
    expect(background.map(what => told().split(`${what} could not be kept`).length - 1)).toEqual([1, 1, 1]);
  }, 120_000);
});

/**
 * Another program appends to and replaces a note at arbitrary moments while the server writes it. What that program had
 * written before our commit began must not be lost. A commit begins with the last comparison of the bytes and ends
 * with the rename; what falls in between is counted. Few rounds by default; LECTERN_OUTSIDE_ROUNDS=1000 for the long
 * run.
 */
describe('a writer outside', () => {
  const rounds = Number(process.env['LECTERN_OUTSIDE_ROUNDS'] ?? 12);

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
          await passed(random(8_000_000));
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
});

/** Kills the server while it changes many notes at once: after the next start, all of a change is there or nothing of it. */
describe('writers that are killed', () => {
  const count = 60;
  const numbers = Array.from({ length: count }, (_one, index) => index);

  function makeVault(): VaultFolder {
    const notes = numbers.map((index): [string, string] => [
      `Notes/${index}.md`,
      `Acme and [[Hub#Goals]] ${'some words '.repeat(200)}\n`,
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

  let folder: VaultFolder;
  let lectern: SpawnedLectern;
  const start = async (): Promise<void> => {
    lectern = await SpawnedLectern.start(builtProduct().command, folder, {}, ['--rights', 'full']);
  };
  beforeAll(async () => {
    folder = makeVault();
    await start();
  }, 60_000);
  afterAll(async () => {
    await lectern.kill();
    folder.remove();
  });

  async function undo(changeId: unknown): Promise<void> {
    expect((await lectern.client.call('undo_change', { changeId })).isError).toBe(false);
  }

  test.each(jobs)(
    '$tool leaves either the old or the new state when it is killed after its first note',
    async job => {
      const old = notesOf(folder.path);
      const call = lectern.client.call(job.tool, job.args).catch(() => undefined);
      await hasBegun(folder, job);
      await lectern.kill();
      await Promise.race([call, new Promise(resolve => setTimeout(resolve, 50))]);

      await start();
      const places = placesOf(folder, job.mark);
      expect([0, job.places]).toContain(places);
      if (places > 0) {
        const { structured } = await lectern.client.call('list_changes', { limit: 1 });
        await undo(field([structured['changes']].flat()[0], 'changeId'));
      }
      expect(notesOf(folder.path)).toEqual(old);

      const { isError, structured } = await lectern.client.call(job.tool, job.args);
      expect([isError, placesOf(folder, job.mark)]).toEqual([false, job.places]);
      await undo(structured['changeId']);
      expect(notesOf(folder.path)).toEqual(old);
    },
    120_000,
  );
});

/**
 * Kills the server at arbitrary moments in the middle of writes. Few rounds by default; LECTERN_KILL_ROUNDS=500 for
 * the long run.
 */
describe('writes that are killed', () => {
  const rounds = Number(process.env['LECTERN_KILL_ROUNDS'] ?? 2);
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
});
