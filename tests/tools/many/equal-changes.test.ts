import { field } from '../../support/json';
import type { TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';

const names = Array.from({ length: 12 }, (_one, at) => `N/n${String(at).padStart(2, '0')}.md`);
const files = Object.fromEntries(
  names.map((name, at) => [name, `${'above\n'.repeat(at)}Heading ${at}\nfoo x\nTail ${at}\n`]),
);

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      ...files,
      'Other.md': 'foo y\n',
      'Z long.md': 'foo z\n'.repeat(40),
      'Z longer.md': 'foo w\n'.repeat(30),
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const preview = { find: 'foo', replace: 'baz' };

test('a change that is equal in many notes is shown once, with the notes that have it', async () => {
  const { text, structured } = await client.call('replace_in_notes', { ...preview, path: 'N' });
  expect(text.match(/^[-+].*$/gmu)).toEqual(['-foo x', '+baz x']);
  expect(text).toContain(`would change ${names.join(', ')}\n-foo x\n+baz x`);
  expect(field(structured, 'files', 0, 'diff')).toContain('-foo x\n+baz x');
  expect(field(structured, 'files', 11)).toMatchObject({ diff: '', sameAs: names[0], changed: true });
});

test('equal changes leave room for others, and what is left out is said once', async () => {
  const { text } = await client.call('replace_in_notes', preview);
  expect(text).toContain('\nwould change Other.md\n');
  expect(text.match(/left out/gu)).toHaveLength(1);
  expect(text).toMatch(/\n… \d+ more lines of 2 diffs left out\n/u);
});

test('a change of other lines is not taken for an equal one', async () => {
  const { structured } = await client.call('replace_in_notes', { ...preview, path: 'Other' });
  expect(field(structured, 'files', 0, 'sameAs')).toBeUndefined();
  const long = 'x'.repeat(500);
  const notes = [
    { path: 'Q1', content: `${long}1\n` },
    { path: 'Q2', content: `${long}2\n` },
  ];
  const { structured: made } = await client.call('create_notes', { notes, dryRun: true });
  expect(field(made, 'files', 1, 'sameAs')).toBeUndefined();
});
