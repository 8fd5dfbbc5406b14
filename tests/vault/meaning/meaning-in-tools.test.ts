import type { TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { eventually } from '../../support/time/waiting';
import { LocalEmbeddings } from './local-embeddings';

describe('the search', () => {
  const files = {
    'Pets/Kitten.md': 'What the cat eats, twice a day.\n',
    'Home/Boiler.md': 'The boiler and the radiator of the hall.\n',
    'Home/Guide.md': 'A guide on good tables of the house.\n',
    'Money/Taxes.md': 'The tax and the bill.\n',
    'Secret/Cat.md': 'cat food CANARY\n',
    'Private/Feline.md': 'The feline meal of a neighbour.\n',
  };
  const question = 'good feline nutrition guide';
  const scoped = 'lct_scoped-token-0123456789';
  const pathsOf = (result: Record<string, unknown>): unknown[] =>
    [result['results']].flat().map(one => field(one, 'path'));

  describe('search by meaning', () => {
    let embeddings: LocalEmbeddings;
    let lectern: RunningLectern;
    let client: TestClient;

    const search = async (by: TestClient = client): Promise<Record<string, unknown>> =>
      (await by.call('search', { query: question })).structured;
    const finds = async (path: string): Promise<boolean> => pathsOf(await search()).includes(path);
    const sent = (text: string): number => embeddings.received.filter(one => one.includes(text)).length;

    beforeEach(async () => {
      embeddings = await LocalEmbeddings.start();
      lectern = await RunningLectern.start({
        files,
        settings: {
          tokens: [{ name: 'scoped', rights: 'read', value: scoped, deny: ['Private'] }],
          hidden: ['Secret'],
          embeddingsServer: embeddings.url,
          embeddingsModel: 'counting',
        },
      });
      client = await lectern.connect();
    });
    afterEach(async () => {
      await lectern.close();
      embeddings.close();
    });

    it('finds notes that have none of the words, and says which they lack', async () => {
      await eventually(() => finds('Pets/Kitten.md'));
      const hit = [(await search())['results']].flat().find(one => field(one, 'path') === 'Pets/Kitten.md');
      expect(hit).toMatchObject({ partial: true, missing: ['good', 'feline', 'nutrition', 'guide'] });
      expect(field(hit, 'matches')).toEqual([
        { line: 1, field: 'body', text: 'What the cat eats, twice a day.', ranges: [] },
      ]);
      expect(pathsOf(await search())).toContain('Home/Guide.md');
      expect(pathsOf(await search())).not.toContain('Money/Taxes.md');
      expect([...embeddings.models]).toEqual(['counting']);
    });

    it('sends no hidden note, and shows no caller what it may not see', async () => {
      await eventually(() => finds('Private/Feline.md'));
      expect(sent('CANARY')).toBe(0);
      const other = await lectern.connect('2026', scoped);
      await eventually(async () => pathsOf(await search(other)).includes('Pets/Kitten.md'));
      expect(JSON.stringify(await search(other))).not.toContain('Private');
    });

    it('costs an order and a hint where the server fails, and nothing else', async () => {
      await eventually(() => finds('Pets/Kitten.md'));
      embeddings.isDown = true;
      const { structured } = await client.call('search', { query: 'good feline nutrition guide please' });
      expect(pathsOf(structured)).toContain('Home/Guide.md');
      expect(structured['hints']).toContain(
        'The embeddings server did not answer, so the notes are ordered by their words alone.',
      );
    });

    it('ties notes of one meaning to each other', async () => {
      await eventually(() => finds('Pets/Kitten.md'));
      const { structured } = await client.call('find_related', { path: 'Pets/Kitten.md' });
      expect([structured['related']].flat()[0]).toMatchObject({
        path: 'Private/Feline.md',
        reasons: ['is near in meaning'],
      });
    });

    it.each(['Pets/Kitten.md', 'Home/Boiler.md'])('ties no note of another meaning to %s', async path => {
      await eventually(() => finds('Pets/Kitten.md'));
      const { structured } = await client.call('find_related', { path });
      const related = [structured['related']].flat();
      const near = related.filter(one => JSON.stringify(one).includes('is near in meaning'));
      expect(near.map(one => field(one, 'path'))).toEqual(
        path.startsWith('Pets') ? ['Private/Feline.md'] : [],
      );
    });
  });

  const refused = [
    'http://10.0.0.1',
    'http://localhost.evil.example',
    'file:///etc/passwd',
    'https://user:secret@127.0.0.1:11434',
    'http://127.0.0.1:11434/?key=secret',
    'http://0.0.0.0:11434',
    '127.0.0.1:11434',
    'nonsense',
  ];
  const taken = ['', '  ', 'http://127.0.0.1:9', 'http://localhost:9/v1'];

  describe('an embeddings server whose address is refused', () => {
    let lectern: RunningLectern | undefined;
    afterEach(async () => {
      await lectern?.close();
      lectern = undefined;
    });

    async function hintsWith(embeddingsServer: string): Promise<unknown> {
      lectern = await RunningLectern.start({ files: { 'a.md': 'x' }, settings: { embeddingsServer } });
      const client = await lectern.connect();
      const { structured, text } = await client.call('get_vault_info', {});
      expect(text.includes('Hint: ')).toBe(structured['hints'] !== undefined);
      return structured['hints'];
    }

    it.each(refused)('is told to clients and in the log, without the address: %s', async address => {
      expect(await hintsWith(address)).toHaveLength(1);
      expect(lectern?.log()).toMatch(/embeddings server/i);
      expect(lectern?.log()).not.toMatch(/secret|evil|passwd/);
    });

    it.each(taken)('is not spoken of where it is none or taken: “%s”', async address => {
      expect(await hintsWith(address)).toBeUndefined();
      expect(lectern?.log()).not.toMatch(/embeddings server/i);
    });
  });
});
