/** Tags of a note of more than 2 MB are those that the app has found, and are written only where they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, type TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';

const size = 2.2 * 1024 * 1024;
const line = '#many words\n';
const manyTags = line.repeat(size / line.length);
const words = 'words of a long log line\n'.repeat(size / 25);
const log = (properties: string, text: string): string =>
  `---\n${properties}---\n${text}\n\`#old\` is code.\n${words}`;
const parts = '## Part\n\nwords of a long part\n\n'.repeat(size / 31);
const book = (tag: string): string => `#${tag}\n\n${parts}`;
const files = {
  'Log.md': log('tags: [old]\n', 'See #old here, #Old/deep, **#old**'),
  'Few.md': line,
  'Many.md': manyTags,
  'Book.md': book('early'),
};

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

const textOf = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');

test('they are taken out of the text, and added to the properties', async () => {
  const edit = { path: 'Log', add: ['new'], remove: ['old'], location: 'both' };
  const answer = await client.call('update_tags', edit);
  expect(answer.structured).toMatchObject({ tags: ['new', 'Old/deep'], changed: true });
  expect(textOf('Log.md')).toBe(log('tags: [new]\n', 'See here, #Old/deep,'));
});

test('they are taken out of several notes at once', async () => {
  const edit = { paths: ['Log.md', 'Few.md'], remove: ['old', 'many'], location: 'both', expectedCount: 2 };
  expect(codeOf(await client.call('update_tags', edit))).toBe('ok');
  expect(textOf('Log.md')).toBe(log('', 'See here, #Old/deep,').replace('---\n---\n', () => ''));
  expect(textOf('Few.md')).toBe('words\n');
});

test('they are renamed one after another', async () => {
  const rename = async (from: string, to: string): Promise<void> =>
    expect(codeOf(await client.call('rename_tag', { from, to }))).toBe('ok');
  await rename('old', 'much-older');
  await rename('much-older', 'new');
  expect(textOf('Log.md')).toBe(log('tags: [new]\n', 'See #new here, #new/deep, **#new**'));
});

test('they are known in a note with very many parts', async () => {
  expect(codeOf(await client.call('rename_tag', { from: 'early', to: 'late' }))).toBe('ok');
  expect(codeOf(await client.call('update_tags', { path: 'Book', add: ['new'] }))).toBe('ok');
  expect(textOf('Book.md')).toBe(`---\ntags:\n  - new\n---\n${book('late')}`);
});

test('none is added at the end of the text, where something may be open', async () => {
  const answer = await client.call('update_tags', { path: 'Log', add: ['end'], location: 'inline' });
  expect(codeOf(answer)).toBe('too_large');
  expect(textOf('Log.md')).toBe(files['Log.md']);
});

test('a note of which the app has not read all tags is named, and none is renamed', async () => {
  const answer = await client.call('rename_tag', { from: 'many', to: 'more' });
  expect([codeOf(answer), answer.text.includes('Many.md')]).toEqual(['too_large', true]);
  expect([textOf('Few.md'), textOf('Many.md')]).toEqual([line, manyTags]);
});
