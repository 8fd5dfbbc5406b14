/** Texts and names match in either Unicode form, and what is not matched keeps its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const decomposed =
  'Un cafe\u0301 noir, cafe\u0301s, e\u0301te\u0301\r\n- [ ] ta\u0302che \u{1F4C5} 2026-12-01\r\n\u1112\u1161\u11ab\r\n';
const composed = decomposed.normalize('NFC');

let lectern: RunningLectern;
beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: { 'n.md': decomposed, 'c.md': composed, 'p.md': '---\ncafe\u0301: cre\u0300me\n---\nx\n' },
  });
});
afterEach(() => lectern.close());

const read = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');

test.each([
  ['caf\u00e9', {}, 4],
  ['cafe\u0301', {}, 4],
  ['CAF\u00c9 NOIR', { caseSensitive: false }, 2],
  ['Caf\u00e9', {}, 0],
  ['caf\u00e9', { wholeWord: true }, 2],
  ['\ud55c', {}, 2],
  ['caf[\u00e9e]', { regex: true }, 4],
  ['(cafe\u0301)s', { regex: true }, 2],
])('%j is replaced in both notes', async (find, options, count) => {
  const client = await lectern.connect();
  const answer = await client.call('replace_in_notes', { find, replace: 'tea', ...options });
  const { structured } = answer;
  expect(structured['count']).toBe(count);
});

test('a replacement leaves every other character in its form', async () => {
  const client = await lectern.connect();
  await client.call('replace_in_notes', {
    path: 'n.md',
    find: 'caf\u00e9',
    replace: 'tea',
    confirm: 2,
  });
  expect(read('n.md')).toBe(decomposed.replaceAll('cafe\u0301', () => 'tea'));
  await client.call('replace_in_notes', {
    path: 'n.md',
    find: '\u00e9(t)',
    replace: 'e$1',
    regex: true,
    confirm: 1,
  });
  expect(read('n.md')).toBe(
    decomposed.replaceAll('cafe\u0301', () => 'tea').replace('e\u0301te\u0301', () => 'ete\u0301'),
  );
});

test.each(['- [ ] t\u00e2che \u{1F4C5} 2026-12-01', 't\u00e2che', 'ta\u0302che'])(
  'a task is named by %j',
  async expectedText => {
    const client = await lectern.connect();
    for (const path of ['n.md', 'c.md']) {
      const answer = await client.call('update_task', {
        path,
        line: 2,
        expectedText,
        status: 'done',
        dryRun: true,
      });
      expect(codeOf(answer)).toBe('ok');
    }
  },
);

test('a property is found and changed by its name and value in the other form', async () => {
  const client = await lectern.connect();
  const value = await client.call('get_frontmatter', { path: 'p', key: 'caf\u00e9' });
  expect(value.structured['value']).toBe('cre\u0300me');
  const found = await client.call('query_notes', { where: ['caf\u00e9=cr\u00e8me'] });
  expect(found.structured['totalCount']).toBe(1);
  await client.call('update_frontmatter', { path: 'p', set: { 'caf\u00e9': 'noir' } });
  expect(read('p.md')).toBe('---\ncafe\u0301: noir\n---\nx\n');
});
