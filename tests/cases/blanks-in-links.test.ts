/** Blanks around the target of a wikilink mean nothing: every reader and writer resolves it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const narrow = 'lct_narrow-token-for-blanks-in-links';

const before = [
  '---',
  'up: "[[ Target ]]"',
  '---',
  '[[ Target]]',
  '[[Target ]]',
  '[[Target | shown]]',
  '[[Target #H]]',
  '[[Target# H ]]',
  '[[Target#^b | block]]',
  '![[pic.png |600]]',
  '',
  '| [[ sub/Target \\| x]] |',
  '| - |',
  '',
  '[[\u00a0Target\u00a0]]',
  '',
].join('\n');

const broken = '[[ ]] [[ Nowhere ]] [[Target #None ]]\n';

let lectern: RunningLectern;

beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: { 'sub/Target.md': '# H\n\ntext ^b\n', 'pic.png': 'x', 'l.md': before, 'broken.md': broken },
    settings: {
      tokens: [
        { name: 'all', value: 'lct_full-token-for-blanks-in-links', rights: 'full' },
        { name: 'narrow', value: narrow, rights: 'full', deny: ['Closed/**'] },
      ],
    },
  });
});
afterEach(() => lectern.close());

describe.each([
  ['that sees everything', 'lct_full-token-for-blanks-in-links'],
  ['with folder rules', narrow],
])('a token %s', (_name, token) => {
  test('finds the links resolved and not broken', async () => {
    const client = await lectern.connect('2026', token);
    const out = await client.call('get_links', { path: 'l.md', direction: 'out' });
    const resolved = [field(out.structured, 'outgoing')].flat().map(item => field(item, 'resolved'));
    expect(resolved).toEqual(Array(10).fill(true));
    const wrong = await client.call('check_links', { path: 'l.md' });
    expect(wrong.structured['items']).toEqual([]);
    const incoming = await client.call('get_links', { path: 'Target', direction: 'in' });
    const sources = [field(incoming.structured, 'incoming')].flat().map(item => field(item, 'source'));
    expect(sources).toEqual(['broken.md'].concat(Array<string>(9).fill('l.md')));
  });

  test('still finds broken what leads nowhere', async () => {
    const client = await lectern.connect('2026', token);
    const wrong = await client.call('check_links', { path: 'broken.md' });
    const missing = [field(wrong.structured, 'items')].flat().map(item => field(item, 'missing'));
    expect(missing).toEqual(['file', 'file', 'heading']);
  });

  test('moves the target with its links, which keep their blanks', async () => {
    const client = await lectern.connect('2026', token);
    const answer = await client.call('move', { path: 'sub/Target.md', newPath: 'sub/New.md' });
    expect(answer.isError).toBe(false);
    const after = readFileSync(join(lectern.folder.path, 'l.md'), 'utf8');
    // With folder rules the whole path is written, since whether a name is unique may depend on hidden files.
    const bare = token === narrow ? 'sub/New' : 'New';
    expect(after).toBe(before.replaceAll('sub/Target', 'sub/New').replaceAll('Target', () => bare));
  });
});

test('a property with blanks in its link is found by its target', async () => {
  const client = await lectern.connect();
  const found = await client.call('query_notes', { where: ['up=Target'] });
  expect(found.structured['totalCount']).toBe(1);
  const base = await client.call('query_base', {
    source: 'filters: file.hasLink("Target")\nviews:\n  - type: table\n    name: All\n',
  });
  expect(base.structured['totalCount']).toBe(2);
});
