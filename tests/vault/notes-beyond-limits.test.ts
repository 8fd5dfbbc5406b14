import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Pos } from 'obsidian';
import * as dataview from 'obsidian-dataview';
import { linkOccurrences, maxLinks } from '../../src/vault/links/link-occurrences';
import type { Files } from '../support/files/vault-folder';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';
import { eventually } from '../support/time/waiting';
import { isFunction, property } from '../../pkg/headless/obsidian/core/unknowns';
import { plainValue } from '../../src/vault/plugins/dataview/plain-values';

/** Of what a note has without end, as much as one call can bear is looked at, and the answer says so. */
describe('notes without end', () => {
  /** What a tool says of a vault of these files. */
  async function answer(files: Files, tool: string, args: object): Promise<Record<string, unknown>> {
    const lectern = await RunningLectern.start({ files });
    try {
      return (await (await lectern.connect()).call(tool, { ...args })).structured;
    } finally {
      await lectern.close();
    }
  }

  describe('links', () => {
    const position = (line: number): Pos => ({
      start: { line, col: 0, offset: 0 },
      end: { line, col: 5, offset: 0 },
    });

    let lectern: RunningLectern;

    beforeAll(async () => {
      lectern = await RunningLectern.start({
        files: {
          'Flood.md': '[[none]]\n'.repeat(maxLinks + 1),
          'Self.md': '[[Self]] ![[Self]]\n',
          'Out.md': '[[gone]]',
        },
      });
    });
    afterAll(() => lectern.close());

    it('links of a note beyond the most that count are left out, and the answer says so', async () => {
      const client = await lectern.connect();
      const { structured, text } = await client.call('get_links', { path: 'Flood.md', limit: 1 });
      expect(structured['totalCount']).toBe(maxLinks);
      const hint = `Only the first ${maxLinks} links were checked in "Flood.md"; there are more.`;
      expect(structured['hints']).toEqual([hint]);
      expect(text).toContain(hint);
    });

    it('a check for broken links says of which note not all links were looked at', async () => {
      const client = await lectern.connect();
      const { structured } = await client.call('check_links', { kind: 'broken', limit: 1 });
      expect(structured['totalCount']).toBe(maxLinks + 1);
      expect(structured['hints']).toEqual([expect.stringContaining('"Flood.md"')]);
    });

    it('a note is a dead end only where all its links lead to itself', async () => {
      const client = await lectern.connect();
      const { structured } = await client.call('check_links', { kind: 'deadends' });
      expect([structured['items']].flat().map(item => field(item, 'path'))).toEqual(['Self.md']);
    });

    it('the places of links are made one at a time, in the order of the text', () => {
      let made = 0;
      const link = (line: number): { link: string; original: string; position: Pos } => ({
        get link() {
          made += 1;
          return `n${line}`;
        },
        original: '[[x]]',
        position: position(line),
      });
      const cache = { links: [link(0), link(3), link(4)], embeds: [link(1), link(2), link(5)] };
      const lines: number[] = [];
      for (const { line } of linkOccurrences(cache)) {
        lines.push(line);
        expect(made).toBe(lines.length);
      }
      expect(lines).toEqual([1, 2, 3, 4, 5, 6]);
    });
  });

  it.each([
    ['patch_note', { targetType: 'heading', target: 'A', operation: 'append', content: 'b' }],
    ['patch_note', { targetType: 'block', target: 'a', operation: 'append', content: 'b' }],
    ['merge_notes', { from: 'Huge.md', into: 'Small.md' }],
    ['merge_notes', { from: 'Small.md', into: 'Huge.md' }],
  ])('%s of a note that is too large to be parsed does not read it: %j', async (tool, args) => {
    // Whoever reads it sees that it is no text.
    const files = { 'Huge.md': new Uint8Array(7_000_000).fill(0xff), 'Small.md': 'a' };
    const { error } = await answer(files, tool, tool === 'patch_note' ? { path: 'Huge.md', ...args } : args);
    expect(field(error, 'code')).toBe('too_large');
  });

  describe('tags', () => {
    const flood = Array.from({ length: 30_000 }, (_item, index) => `#t${index}`).join('\n');
    const nested = `#${'a/'.repeat(3000)}b`;

    async function tagsOf(text: string): Promise<{ readonly first: unknown; readonly count: unknown }> {
      const { tags, totalCount } = await answer({ 'a.md': text }, 'list_tags', { sort: 'name', limit: 1 });
      return { first: tags, count: totalCount };
    }

    it('list_tags counts the first ten thousand tags of one note', async () => {
      expect(await tagsOf(flood)).toEqual({ first: [{ tag: 't0', count: 1, total: 1 }], count: 10_000 });
    });

    it('list_tags counts a tag that is nested very deep with the outermost of the tags it is nested in', async () => {
      expect(await tagsOf(nested)).toEqual({ first: [{ tag: 'a', count: 0, total: 1 }], count: 100 });
    });

    it('list_tags counts the tags that a tag is nested in among the ten thousand of a note', async () => {
      const text = Array.from({ length: 8000 }, (_item, index) => `#t${index}/one`).join('\n');
      expect(await tagsOf(text)).toMatchObject({ count: 10_000 });
    });

    it('get_tags returns no more than the first ten thousand tags of a note, of its properties as of its text', async () => {
      const names = Array.from({ length: 12_000 }, (_item, index) => `t${index}`);
      const text = `---\ntags: [${names.join(', ')}]\n---\n${names.map(name => `#${name}`).join(' ')}\n`;
      const told = String((await answer({ 'a.md': text }, 'get_tags', { path: 'a.md' }))['leftOut']);
      expect(told).toContain('of 10000');
      expect(told).not.toContain('of 12000');
    });
  });

  describe('mentions', () => {
    /** A note names itself as often and as long as it likes; looking for all of that in every other note stopped everything. */

    /** The mentions of a note with these aliases in notes with these texts. */
    async function mentions(aliases: readonly string[], texts: readonly string[]): Promise<unknown[]> {
      const properties = `---\naliases: ${JSON.stringify(aliases)}\n---\n`;
      const notes = texts.map((text, index): [string, string] => [`${index}.md`, `${text}\n`]);
      const files = { 'Named.md': properties, ...Object.fromEntries(notes) };
      const query = { path: 'Named', direction: 'in', includeUnlinked: true };
      return [(await answer(files, 'get_links', query))['unlinked'] ?? []].flat();
    }

    /** The texts in which such a mention is found. */
    async function found(aliases: readonly string[], texts: readonly string[]): Promise<string[]> {
      const rows = await mentions(aliases, texts);
      return rows
        .map(row => texts[Number(String(field(row, 'source')).slice(0, -'.md'.length))] ?? '')
        .sort();
    }

    test('mentions are looked for by the first hundred names of a note', async () => {
      const aliases = Array.from({ length: 150 }, (_item, index) => `alias-${index + 2}`);
      // The name of the file is the first.
      expect(await found(aliases, ['Named', 'alias-2', 'alias-100', 'alias-101', 'alias-151'])).toEqual([
        'Named',
        'alias-100',
        'alias-2',
      ]);
    });

    test('mentions are looked for by names of up to 200 letters', async () => {
      const [short, long] = ['n'.repeat(200), 'm'.repeat(201)];
      expect(await found([short, long], [short, long])).toEqual([short]);
    });

    test('of more than 20,000 unlinked places only so many are listed, and a hint says so', async () => {
      const names = ['a', 'b', 'c', 'd', 'e', 'f'];
      const notes = Object.fromEntries(names.map(name => [`${name}.md`, 'often\n'.repeat(4000)]));
      const files = { 'Named.md': '---\naliases: [often]\n---\n', ...notes };
      const query = { path: 'Named', includeUnlinked: true, limit: 1 };
      const { totalCount, hints } = await answer(files, 'get_links', query);
      expect([totalCount, hints]).toEqual([20_000, [expect.stringContaining('20000')]]);
    });

    test.each([
      [30, 60, 60],
      [10, 4990, 4990],
      [5000, 10, 0],
      [10, 6000, 4990],
    ])('of %d linked and %d plain places in a note, %d are listed', async (linked, plain, listed) => {
      const text = `${'[[Named]]\n'.repeat(linked)}${'often\n'.repeat(plain)}`;
      const files = { 'Named.md': '---\naliases: [often]\n---\n', 'a.md': text };
      const query = { path: 'Named', includeUnlinked: true, limit: 1 };
      const { totalCount, hints } = await answer(files, 'get_links', query);
      expect(totalCount).toBe(linked + listed);
      const isCut = listed < plain;
      expect(hints).toEqual(
        isCut ? [expect.stringMatching(/5000 places .*"a\.md"; there are more/u)] : undefined,
      );
    });
  });
});

describe('notes that are not scanned', () => {
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

  test.each([
    ['move', { path: 'Target.md', newPath: 'Sub/New.md' }, '[[New#Old]]'],
    ['rename_heading', { path: 'Target', heading: 'Old', newHeading: 'New' }, '[[Target#New]]'],
    ['merge_notes', { from: 'Target', into: 'Plain' }, '[[Plain#Old|Target > Old]]'],
  ])('%s leads the links of such a note along, and its undo leads them back', async (tool, args, link) => {
    const linking = `${aliases}[[Target#Old]]\n`;
    await start(atWork, { 'Linking.md': linking, 'Target.md': '# Old\n', 'Plain.md': 'Plain.\n' });
    const path = join(lectern?.folder.path ?? '', 'Linking.md');
    const read = (): string => readFileSync(path, 'utf8');
    const { changeId } = await asked(tool, args);
    expect(read()).toBe(`${aliases}${link}\n`);
    await asked('undo_change', { changeId });
    expect(read()).toBe(linking);
  });

  const moved = { 'Two words.md': '# H\n', 'Plain.md': 'Plain.\n' };
  // The app follows one move at a time.
  const moves = [
    { path: 'Two words', newPath: 'New name' },
    { path: 'Plain', newPath: 'Plainer' },
  ];
  test.each([
    ['[[Two words]]', '[[New name]]'],
    ['[[TWO WORDS#H]]', '[[New name#H]]'],
    ['[x](Two%20w%6Frds.md)', '[x](New%20name.md)'],
    ['[[One word]]', '[[One word]]'],
  ])('a move leads %j of such a note along', async (link, expected) => {
    await start(atWork, { ...moved, 'Linking.md': `${aliases}${link}\n` });
    await asked('move', { moves });
    const text = readFileSync(join(lectern?.folder.path ?? '', 'Linking.md'), 'utf8');
    expect(text).toBe(`${aliases}${expected}\n`);
  });

  test.each(['"[[Two\n  words]]"', '"[[\\u0054wo words]]"'])(
    'a move leads a property %j along',
    async link => {
      const written = (see: string): string => aliases.replace('z: 3', () => `see: ${see}`);
      await start(atWork, { ...moved, 'Linking.md': written(link) });
      await asked('move', { moves });
      const text = readFileSync(join(lectern?.folder.path ?? '', 'Linking.md'), 'utf8');
      expect(text).toBe(written('"[[New name]]"'));
    },
  );

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
});

describe('links of Dataview', () => {
  function call(object: unknown, name: string, ...parts: string[]): unknown {
    const method = property(object, name);
    if (!isFunction(method)) throw new Error(`${name} is no function`);
    const answer: unknown = method.apply(object, parts);
    return answer;
  }

  /** Dataview's own class of links, from its package. */
  const Link = property(
    call(property(property(dataview, 'EXPRESSION'), 'link'), 'tryParse', '[[Note]]'),
    'constructor',
  );
  const plain = (value: unknown): unknown => plainValue(value, () => true);

  test.each([
    ['file', ['Note.md'], 'Note.md'],
    ['header', ['Note.md', 'Aim'], 'Note.md#Aim'],
    ['block', ['Note.md', 'x1'], 'Note.md#^x1'],
    ['infer', ['Note.md#^x1'], 'Note.md#^x1'],
  ])('a link of Link.%s for %j becomes a path', (way, parts, expected) => {
    expect(plain(call(Link, way, ...parts))).toBe(expected);
    expect(plain({ task: call(Link, way, ...parts) })).toEqual({ task: expected });
  });

  test('an object that merely looks like a link stays an object', () => {
    const own = { path: 'Note.md', type: 'header', subpath: 'Aim', colour: 'red' };
    expect(plain(own)).toEqual(own);
    expect(plain({ path: 'Note.md', type: 'poem' })).toEqual({ path: 'Note.md', type: 'poem' });
  });
});
