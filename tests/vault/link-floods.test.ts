import type { Pos } from 'obsidian';
import { linkOccurrences, maxLinks } from '../../src/vault/links/link-occurrences';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

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
