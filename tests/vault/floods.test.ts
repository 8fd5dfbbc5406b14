/** Of what a note has without end, as much as one call can bear is looked at, and the answer says so. */
import type { Pos } from 'obsidian';
import { linkOccurrences, maxLinks } from '../../src/vault/links/link-occurrences';
import type { Files } from '../support/files/vault-folder';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

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
    const hint = `Only the first ${maxLinks} links were checked in \`Flood.md\`; there are more.`;
    expect(structured['hints']).toEqual([hint]);
    expect(text).toContain(hint);
  });

  it('a check for broken links says of which note not all links were looked at', async () => {
    const client = await lectern.connect();
    const { structured } = await client.call('check_links', { kind: 'broken', limit: 1 });
    expect(structured['totalCount']).toBe(maxLinks + 1);
    expect(structured['hints']).toEqual([expect.stringContaining('`Flood.md`')]);
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
    return rows.map(row => texts[Number(String(field(row, 'source')).slice(0, -'.md'.length))] ?? '').sort();
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

  test('of one name, the first twenty places in a note are found', async () => {
    const rows = await mentions(['often'], [Array.from({ length: 30 }, () => 'often').join('\n')]);
    expect(rows.map(row => field(row, 'line'))).toEqual(
      Array.from({ length: 20 }, (_item, index) => index + 1),
    );
  });
});
