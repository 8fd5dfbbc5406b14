/** A move to a name that wikilinks cannot hold: links become Markdown links, and what is left is counted. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Answer } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const before = [
  '---',
  'up: "[[plan]]"',
  '---',
  '[[plan]] [[plan|x]] ![[plan]] [m](plan.md) [[plan#Part one|there]] [[plan#Part one]]',
  '',
  '| [[plan\\|a [1] b]] |',
  '| --- |',
  '`[[plan]]`',
  '',
].join('\n');
const canvas = JSON.stringify({
  nodes: [
    { id: 'a', type: 'file', file: 'plan.md', x: 0, y: 0, width: 1, height: 1 },
    { id: 'b', type: 'text', text: 'see [[plan]]', x: 0, y: 0, width: 1, height: 1 },
  ],
  edges: [],
});

let lectern: RunningLectern;

beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: {
      'plan.md': '# Part one\n',
      'l.md': before,
      'c.canvas': canvas,
      'pic.png': 'x',
      'p.md': '![[pic.png|60]]\n',
    },
  });
});
afterEach(() => lectern.close());

const read = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');

/** The number of links that the answer says lead nowhere. */
function lost({ structured }: Answer): number {
  const hints = z.array(z.string()).parse(structured['hints'] ?? []);
  const counts = hints.map(hint => /^(\d+) links? cannot hold/u.exec(hint)?.[1]);
  return Number(counts.find(count => count !== undefined) ?? 0);
}

async function brokenCount(): Promise<unknown> {
  const client = await lectern.connect();
  return (await client.call('check_links', {})).structured['totalCount'];
}

test('brackets: wikilinks become Markdown links that resolve', async () => {
  const client = await lectern.connect();
  const preview = await client.call('move', { path: 'plan.md', newPath: 'a[b].md', dryRun: true });
  expect(lost(preview)).toBe(1);
  expect(read('l.md')).toBe(before);
  const answer = await client.call('move', { path: 'plan.md', newPath: 'a[b].md' });
  expect(lost(answer)).toBe(1);
  expect(read('l.md')).toBe(
    [
      '---',
      'up: "[[plan]]"',
      '---',
      '[a\\[b\\]](a[b].md) [x](a[b].md) ![](a[b].md) [m](a[b].md) [there](a[b].md#Part%20one) [a\\[b\\] > Part one](a[b].md#Part%20one)',
      '',
      '| [a \\[1\\] b](a[b].md) |',
      '| --- |',
      '`[[plan]]`',
      '',
    ].join('\n'),
  );
  expect(read('c.canvas')).toBe(
    canvas.replace('"plan.md"', '"a[b].md"').replace('[[plan]]', '[a\\\\[b\\\\]](a[b].md)'),
  );
  expect(await brokenCount()).toBe(1);
  const undone = await client.call('undo_change', { changeId: answer.structured['changeId'] });
  expect(undone.isError).toBe(false);
  expect(read('l.md')).toBe(before);
  expect(read('c.canvas')).toBe(canvas);
});

test.each([
  ['[Draft] plan.md', 1],
  ['a]]b.md', 1],
  ['Work [old]/plan.md', 0],
])('brackets in %s: nothing is lost but what only a wikilink could hold', async (newPath, expected) => {
  const client = await lectern.connect();
  const answer = await client.call('move', { path: 'plan.md', newPath });
  expect(lost(answer)).toBe(expected);
  expect(await brokenCount()).toBe(expected);
});

test('a picture keeps its size', async () => {
  const client = await lectern.connect();
  await client.call('move', { path: 'pic.png', newPath: 'p[1].png' });
  expect(read('p.md')).toBe('![60](p[1].png)\n');
  expect(await brokenCount()).toBe(0);
});

test('a hash: no link can hold it, all stay and are counted', async () => {
  const client = await lectern.connect();
  const preview = await client.call('move', { path: 'plan.md', newPath: 'C# basics.md', dryRun: true });
  const answer = await client.call('move', { path: 'plan.md', newPath: 'C# basics.md' });
  expect([lost(preview), lost(answer)]).toEqual([9, 9]);
  expect(read('l.md')).toBe(before);
  expect(await brokenCount()).toBe(9);
  expect((await client.call('undo_change', { changeId: answer.structured['changeId'] })).isError).toBe(false);
  expect(await brokenCount()).toBe(0);
});

test('a caret is no trouble', async () => {
  const client = await lectern.connect();
  const answer = await client.call('move', { path: 'plan.md', newPath: 'x^2.md' });
  expect(lost(answer)).toBe(0);
  expect(await brokenCount()).toBe(0);
});

test('a new note of such a name comes with the hint', async () => {
  const client = await lectern.connect();
  for (const path of ['C# notes.md', 'a[b] two.md'])
    expect((await client.call('create_note', { path, content: 'x' })).structured['hints']).toHaveLength(1);
  expect(
    (await client.call('create_note', { path: 'y^2.md', content: 'x' })).structured['hints'],
  ).toBeUndefined();
});
