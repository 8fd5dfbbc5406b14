import { RunningLectern } from '../../support/lectern';

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
