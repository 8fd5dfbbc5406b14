/** Canvases are searched as the app searches them: by name and by what their cards say. */
import type { Answer } from '../../../support/clients';
import { field } from '../../../support/json';
import { vaultForAll } from '../../../support/open-vault';

const canvas = (...texts: string[]): string =>
  JSON.stringify({ nodes: texts.map((text, index) => ({ id: `card${index}`, type: 'text', text })) });

const files = {
  'Notes/Harbour.md': '# Harbour\nThe pilot waits at the quay. #ship\n',
  'Boards/Quayside.canvas': JSON.stringify({
    nodes: [
      { id: 'a1', type: 'text', text: '# Crew\nThe pilot asks\nfor a lamp #ship' },
      { id: 'b2', type: 'file', file: 'Notes/Harbour.md' },
      { id: 'c3', type: 'group', label: 'Moorings' },
      { id: 'd4', type: 'text', text: '- [ ] oil the winch\n- [x] paint it' },
      { id: 'g7', type: 'text', text: '---\nstatus: draft\n---' },
    ],
    edges: [{ id: 'e5', fromNode: 'a1', toNode: 'b2', label: 'sails with' }],
  }),
  'Secret/Hidden.canvas': canvas('The pilot is a spy'),
  'Boards/Broken.canvas': '{"nodes":[',
  'photo of a lamp.jpg': 'x',
  'Secret/photo of a spy.jpg': 'x',
};

const vault = vaultForAll({ files, settings: { hidden: ['Secret/**'] }, isSettled: true });
const call = (args: Record<string, unknown>): Promise<Answer> => vault.call('search', args);

async function paths(query: string, args: Record<string, unknown> = {}): Promise<string[]> {
  const { structured } = await call({ query, exact: true, allWords: true, ...args });
  const results = [structured['results']].flat();
  expect(structured).toMatchObject({ totalCount: results.length });
  return results.map(hit => String(field(hit, 'path'))).sort();
}

const board = 'Boards/Quayside.canvas';
const note = 'Notes/Harbour.md';
const photo = 'photo of a lamp.jpg';

test.each([
  ['pilot', [board, note]],
  ['quayside', [board]],
  ['canvas', []],
  ['harbour', [board, note]],
  ['moorings', [board]],
  ['sails', [board]],
  ['pilot lamp', [board]],
  ['"asks lamp"', []],
  ['line:(pilot lamp)', []],
  ['block:(pilot lamp)', [board]],
  ['block:(lamp moorings)', []],
  ['section:(pilot lamp)', [board]],
  ['section:(crew winch)', []],
  ['task-todo:winch', [board]],
  ['task-done:winch', []],
  ['task-done:paint', [board]],
  ['tag:ship', [note]],
  ['[status]', []],
  ['-[status] winch', [board]],
  ['content:quayside', []],
  ['file:quayside', [board]],
  ['file:.canvas', ['Boards/Broken.canvas', board]],
  ['path:boards pilot', [board]],
  ['pilot -path:boards', [note]],
  ['broken', ['Boards/Broken.canvas']],
])('`search` looks into canvases: %s', async (query, expected) => {
  expect(await paths(query)).toEqual(expected);
});

test.each([
  ['file:.jpg', [photo]],
  ['path:photo', [photo]],
  ['file:/^photo.*jpg$/', [photo]],
  ['file:photo OR pilot', [board, note, photo]],
  ['file:photo pilot', []],
  ['file:photo -pilot', [photo]],
  ['photo', []],
  ['-file:.md -file:.canvas', [photo]],
])('`file:` and `path:` find any file: %s', async (query, expected) => {
  expect(await paths(query)).toEqual(expected);
});

test('the filters of a call hold for canvases and files', async () => {
  expect(await paths('pilot', { path: 'Boards' })).toEqual([board]);
  expect(await paths('pilot', { excludes: ['**/*.canvas'] })).toEqual([note]);
  expect(await paths('pilot', { tag: 'ship' })).toEqual([note]);
  expect(await paths('file:.jpg', { path: 'Boards' })).toEqual([]);
  expect(await paths('pilot', { heading: 'Crew' })).toEqual([board]);
});

test('a match names the card and the line in it', async () => {
  const { structured, text } = await call({ query: 'lamp' });
  expect(structured['results']).toEqual([
    expect.objectContaining({
      path: board,
      title: 'Quayside',
      matches: [
        {
          ...{ line: 3, card: 'a1', field: 'body', heading: 'Crew' },
          ...{ text: 'for a lamp #ship', ranges: [[6, 10]] },
        },
      ],
    }),
  ]);
  expect(text).toContain(`${board} · `);
  expect(text).toContain('card a1 3: (Crew) for a lamp #ship');
  expect((await call({ query: 'moorings' })).text).toContain('card c3 1: Moorings');
});

test('changes of a canvas are searched at once', async () => {
  const { vault: app } = vault.lectern.host.app;
  const file = await app.create('New.canvas', canvas('an anchor'));
  expect(await paths('anchor')).toEqual(['New.canvas']);
  await app.modify(file, canvas('first', 'a chain'));
  expect(await paths('anchor')).toEqual([]);
  expect((await call({ query: 'chain' })).text).toContain('card card1 1: a chain');
  await app.rename(file, 'Moved.canvas');
  expect((await call({ query: 'chain' })).text).toContain('card card1 1: a chain');
  await app.rename(file, 'Moved.txt');
  expect(await paths('chain')).toEqual([]);
  await app.rename(file, 'Moved.canvas');
  expect(await paths('chain')).toEqual(['Moved.canvas']);
  await app.delete(file);
  expect(await paths('chain')).toEqual([]);
});
