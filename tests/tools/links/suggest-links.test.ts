import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, type TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

const files = {
  'People/Mara Okafor.md': '---\naliases: [Mara]\n---\n',
  'Places/Lamp room.md': '# Lamp room\n',
  'Lamp.md': '',
  'Crete.md': '',
  'Islands/Crete.md': '',
  'Straße.md': '',
  '東京.md': '',
  'Meeting.md':
    '---\ntopic: Lamp room\n---\n# Lamp room\n\nMara met in the lamp room, see [[Mara Okafor]].\n`Lamp` #lamp [Lamp](https://a.b/Lamp) lamps\n\n| Who | Where |\n| --- | --- |\n| Mara Okafor | Crete |\n\nIn der STRASSE; 私は東京に. Meeting.\n',
};

let lectern: RunningLectern;
let client: TestClient;

beforeEach(async () => {
  lectern = await RunningLectern.start({ files });
  await lectern.host.metadataSettled();
  client = await lectern.connect();
});
afterEach(() => lectern.close());

async function suggest(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call('suggest_links', args)).structured;
}

describe('suggest_links', () => {
  test('returns mentions with line and range, the longest first', async () => {
    const { structured, text } = await client.call('suggest_links', { path: 'Meeting' });
    expect(structured['suggestions']).toEqual([
      {
        ...{ path: 'People/Mara Okafor.md', line: 11, range: [2, 13], text: 'Mara Okafor' },
        link: '[[Mara Okafor]]',
      },
      {
        ...{ path: 'Places/Lamp room.md', line: 6, range: [16, 25], text: 'lamp room' },
        link: '[[Lamp room|lamp room]]',
      },
      { path: 'Straße.md', line: 13, range: [7, 14], text: 'STRASSE', link: '[[Straße|STRASSE]]' },
      {
        ...{ path: 'Crete.md', others: ['Islands/Crete.md'], line: 11, range: [16, 21], text: 'Crete' },
        link: '[[Crete]]',
      },
      {
        ...{ path: 'People/Mara Okafor.md', line: 6, range: [0, 4], text: 'Mara' },
        link: '[[Mara Okafor|Mara]]',
      },
      { path: '東京.md', line: 13, range: [18, 20], text: '東京', link: '[[東京]]' },
    ]);
    expect(text).toContain('\n6:16-25 lamp room → [[Lamp room|lamp room]]\n');
    expect(text).toContain('\n11:16-21 Crete → [[Crete]] · also Islands/Crete.md\n');
  });

  test('returns edits that edit_note accepts', async () => {
    const { edits, versionId } = await suggest({ path: 'Meeting' });
    const edited = await client.call('edit_note', { path: 'Meeting', edits, ifMatch: versionId });
    expect(codeOf(edited)).toBe('ok');
    expect(readFileSync(join(lectern.folder.path, 'Meeting.md'), 'utf8')).toBe(
      files['Meeting.md']
        .replace('Mara met in the lamp room', 'Mara met in the [[Lamp room|lamp room]]')
        .replace('\nMara met', '\n[[Mara Okafor|Mara]] met')
        .replace('| Mara Okafor | Crete |', '| [[Mara Okafor]] | [[Crete]] |')
        .replace('STRASSE', '[[Straße|STRASSE]]')
        .replace('東京', '[[東京]]'),
    );
    expect((await suggest({ path: 'Meeting' }))['totalCount']).toBe(0);
  });

  test('escapes the bar of a link in a table', async () => {
    const { edits } = await suggest({ text: '| a |\n| --- |\n| mara |\n' });
    expect(edits).toEqual([{ startLine: 3, endLine: 3, newText: '| [[Mara Okafor\\|mara]] |' }]);
  });

  test('counts the mentions beyond the limit', async () => {
    const { suggestions, totalCount } = await suggest({ text: 'Mara, Lamp and Crete', limit: 1 });
    expect([[suggestions].flat().length, totalCount]).toEqual([1, 3]);
  });

  test('takes either a note or a text', async () => {
    expect(codeOf(await client.call('suggest_links', {}))).toBe('invalid_argument');
    expect(codeOf(await client.call('suggest_links', { path: 'Lamp', text: 'x' }))).toBe('invalid_argument');
  });

  test('reports where it stopped in a text with very many mentions', async () => {
    const text = 'Lamp '.repeat(100).trimEnd() + '\n';
    const { structured, text: shown } = await client.call('suggest_links', {
      text: text.repeat(201),
      limit: 1,
    });
    const hint =
      'Only the first 20000 mentions were checked, up to line 200. Ask again when these are links, or pass the rest as `text`.';
    expect([structured['totalCount'], structured['hints']]).toEqual([20_000, [hint]]);
    expect(shown).toContain(hint);
    expect(await suggest({ text: text.repeat(199), limit: 1 })).not.toHaveProperty('hints');
  });

  test('uses the current names', async () => {
    const paths = async (text: string): Promise<unknown[]> =>
      [(await suggest({ text }))['suggestions']].flat().map(found => field(found, 'path'));
    expect(await paths('Zuse and Mara')).toEqual(['People/Mara Okafor.md']);
    await client.call('create_note', { path: 'Zuse', content: '---\naliases: [Konrad]\n---\n' });
    expect(await paths('Zuse or Konrad')).toEqual(['Zuse.md', 'Zuse.md']);
    await client.call('move', { path: 'Zuse.md', newPath: 'People/Zuse Z3.md' });
    expect(await paths('Zuse, Zuse Z3, Konrad')).toEqual(['People/Zuse Z3.md', 'People/Zuse Z3.md']);
    await client.call('update_frontmatter', {
      path: 'Zuse Z3',
      set: { aliases: ['K'] },
      replace: true,
    });
    expect(await paths('Konrad')).toEqual([]);
    await client.call('delete', { path: 'People/Zuse Z3.md' });
    expect(await paths('Zuse Z3')).toEqual([]);
  });
});
