/** Names in decomposed Unicode, as macOS tools write them: links lead to them in either form. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestClient } from '../support/clients';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const full = 'lct_full-token-for-decomposed-names';
const narrow = 'lct_narrow-token-for-decomposed-names';

const links = '[[Caf\u00e9]] [[Cafe\u0301]] [[Caf\u00e9#^b]] [m](Caf%C3%A9.md)\n';

async function start(files: Readonly<Record<string, string>>): Promise<RunningLectern> {
  return RunningLectern.start({
    files,
    settings: {
      tokens: [
        { name: 'all', value: full, rights: 'full' },
        { name: 'narrow', value: narrow, rights: 'full', deny: ['Closed/**'] },
      ],
    },
  });
}

async function withVault(
  files: Readonly<Record<string, string>>,
  token: string,
  look: (client: TestClient, read: (path: string) => string) => Promise<void>,
): Promise<void> {
  const lectern = await start(files);
  try {
    const client = await lectern.connect('2026', token);
    await look(client, path => readFileSync(join(lectern.folder.path, path), 'utf8'));
  } finally {
    await lectern.close();
  }
}

describe.each([
  ['that sees everything', full],
  ['with folder rules', narrow],
])('a token %s', (_name, token) => {
  test('finds every link to the note resolved, and none broken', async () => {
    const files = { 'Cafe\u0301.md': 'x ^b\n', 'l.md': links };
    await withVault(files, token, async client => {
      const out = await client.call('get_links', { path: 'l.md', direction: 'out' });
      const targets = [field(out.structured, 'outgoing')].flat().map(item => field(item, 'target'));
      expect(targets).toEqual(Array(4).fill('Cafe\u0301.md'));
      const broken = await client.call('check_links', { path: 'l.md' });
      expect(broken.structured['totalCount']).toBe(0);
      const backlinks = await client.call('get_links', { path: 'Caf\u00e9.md', direction: 'in' });
      const sources = [field(backlinks.structured, 'incoming')].flat().map(item => field(item, 'source'));
      expect(sources).toEqual(Array(4).fill('l.md'));
    });
  });

  test.each([
    [
      'a note',
      'Cafe\u0301.md',
      'Caf\u00e9.md',
      'Coffee.md',
      links,
      '[[Coffee]] [[Coffee]] [[Coffee#^b]] [m](Coffee.md)\n',
    ],
    ['Korean', '\u1112\u1161\u11ab.md', '한.md', 'Han.md', '[[한]] ![[한.md]]\n', '[[Han]] ![[Han.md]]\n'],
    [
      'a folder',
      'Re\u0301sume\u0301/a.md',
      'Résumé/a.md',
      'b.md',
      '[[Résumé/a]] [[re\u0301sumé/A|x]]\n',
      '[[b]] [[b|x]]\n',
    ],
    [
      'a picture',
      'o\u0308l.png',
      'öl.png',
      'oil.png',
      '![[öl.png]] ![[O\u0308l.png|20]]\n',
      '![[oil.png]] ![[oil.png|20]]\n',
    ],
    ['a relative link', 'd/e\u0301.md', 'd/é.md', 'd/f.md', '[m](./d/é.md)\n', '[m](./d/f.md)\n'],
  ])('moves %s with its links', async (_what, path, asked, newPath, before, after) => {
    await withVault({ [path]: 'x ^b\n', 'l.md': before }, token, async (client, read) => {
      const answer = await client.call('move', { path: asked, newPath });
      expect(answer.isError).toBe(false);
      expect(read('l.md')).toBe(after);
    });
  });

  test('resolves a link in either form', async () => {
    await withVault({ 'Cafe\u0301.md': 'x\n' }, token, async client => {
      for (const link of ['Caf\u00e9', 'Cafe\u0301', '[[CAF\u00c9]]']) {
        const answer = await client.call('resolve_link', { link });
        expect(answer.structured['path']).toBe('Cafe\u0301.md');
      }
    });
  });
});
