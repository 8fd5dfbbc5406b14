import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

const narrow = 'lct_a-token-that-misses-secrets';

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: { 'Home.md': 'Home.\n', 'Folder/There.md': 'There.\n' },
    settings: { tokens: [{ name: 'narrow', value: narrow, rights: 'write', deny: ['Secret'] }] },
  });
  client = await lectern.connect('2026', narrow);
});
afterAll(() => lectern.close());

const rounds = Number(process.env['LECTERN_NEW_FILES'] ?? 20);
const places = Array.from({ length: rounds }, (_, number) => `Folder/New ${number}.md`);
const path = (name: string): string => join(lectern.folder.path, name);
const code = ({ structured, isError }: Answer): unknown =>
  isError ? field(structured, 'error', 'code') : 'ok';

test('a note that another program has just written is read by the next call, every time', async () => {
  const answers: unknown[] = [];
  for (const place of places) {
    writeFileSync(path(place), 'From elsewhere.\n');
    const answer = await client.call('read_note', { path: place.slice(0, -'.md'.length) });
    answers.push([code(answer), answer.structured['path']]);
  }
  expect(answers).toEqual(places.map(place => ['ok', place]));
}, 120_000);

test('a note that another program has just written is appended to, not refused', async () => {
  writeFileSync(path('Appended.md'), 'One.\n');
  expect(code(await client.call('update_note', { path: 'Appended', mode: 'append', content: 'Two.' }))).toBe(
    'ok',
  );
  expect(readFileSync(path('Appended.md'), 'utf8')).toBe('One.\nTwo.\n');
});

test('a note that another program has just written is not created again', async () => {
  writeFileSync(path('Made.md'), 'Mine.\n');
  expect(code(await client.call('create_note', { path: 'Made.md', content: 'Yours.' }))).toBe(
    'already_exists',
  );
  expect(readFileSync(path('Made.md'), 'utf8')).toBe('Mine.\n');
});

test('new files are found in a list of paths, in a batch of edits, and as a new folder', async () => {
  mkdirSync(path('Fresh'));
  writeFileSync(path('Fresh/A.md'), 'a\n');
  writeFileSync(path('Fresh/picture.png'), '');
  const { structured } = await client.call('stat', { paths: ['Fresh', 'Fresh/A', 'Fresh/picture.png'] });
  expect(structured['items']).toMatchObject([{ exists: true }, { exists: true }, { exists: true }]);
  writeFileSync(path('Fresh/B.md'), 'b\n');
  const changes = [{ path: 'Fresh/B.md', edits: [{ oldText: 'b', newText: 'c' }] }];
  expect(code(await client.call('edit_notes', { changes }))).toBe('ok');
  mkdirSync(path('Fresher'));
  expect(code(await client.call('list', { path: 'Fresher' }))).toBe('ok');
});

describe('a note that another program has just written', () => {
  beforeAll(() => client.call('list', {}));

  test.each([
    [
      'resolve_link',
      'Folder/Linked.md',
      { link: '[[Folder/Linked#x]]', from: 'Home.md' },
      'target_not_found',
    ],
    ['resolve_link', 'Folder/Plain.md', { link: 'Folder/Plain' }, 'ok'],
    ['resolve_link', 'Folder/By name.md', { link: '[[By name]]' }, 'ok'],
    ['read_note', 'Folder/Bare.md', { path: 'Bare' }, 'ok'],
    ['read_note', 'Folder/Caps.md', { path: 'folder/CAPS' }, 'ok'],
    ['read_note', 'Folder/Café.md'.normalize('NFC'), { path: 'Folder/Café'.normalize('NFD') }, 'ok'],
    ['create_notes', 'Folder/Once.md', { notes: [{ path: 'Folder/Once.md' }] }, 'already_exists'],
    ['create_notes', 'Folder/Twice.md', { notes: [{ path: 'Folder/twice.md' }] }, 'already_exists'],
    ['create_note', 'Top.md', { path: 'top' }, 'already_exists'],
    ['update_note', 'Folder/Late.md', { path: 'Late', mode: 'overwrite', content: '' }, 'already_exists'],
  ])('is found by %s: %s', async (tool, place, args, expected) => {
    writeFileSync(path(place), 'From elsewhere.\n');
    expect(code(await client.call(tool, args))).toBe(expected);
    expect(readFileSync(path(place), 'utf8')).toBe('From elsewhere.\n');
  });

  test('over a known one gives its new tags and aliases', async () => {
    for (const round of ['one', 'two', 'three']) {
      writeFileSync(path('Home.md'), `---\naliases: [${round}]\n---\n#${round}\n`);
      const { structured: tags } = await client.call('get_tags', { path: 'Home' });
      expect(tags['tags']).toEqual([round]);
      writeFileSync(path('Home.md'), `---\naliases: [${round} again]\n---\n#${round}/again\n`);
      const { structured: stats } = await client.call('stat', { paths: ['home.md'] });
      expect(stats['items']).toMatchObject([{ tags: [`${round}/again`], aliases: [`${round} again`] }]);
    }
  });
});

test('a file that the caller may not see is not waited for', async () => {
  mkdirSync(path('Secret'));
  writeFileSync(path('Secret/A.md'), 'a\n');
  const began = performance.now();
  expect(code(await client.call('read_note', { path: 'Secret/A' }))).toBe('not_found');
  expect(performance.now() - began).toBeLessThan(1500);
});
