import { VaultEvents } from '../../../src/vault/index/vault-events';
import { MeaningIndex } from '../../../src/vault/meaning/meaning-index';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { restingSlicer } from '../../support/time/resting-slicer';
import { LocalEmbeddings } from './local-embeddings';

const files = { 'Cat.md': 'The cat eats.\n', 'Boiler.md': 'The boiler.\n', 'Hidden/Tax.md': 'The tax.\n' };
const folder = '.obsidian/plugins/lectern-mcp/meaning';
const file = `${folder}/vectors.bin`;
const slicer = restingSlicer();
const near = { accepts: () => true, most: 10, turn: slicer.slice() };

describe('the meaning of notes', () => {
  let vault: TemporaryVault;
  let embeddings: LocalEmbeddings;
  let rules: { readOnly: boolean; hidden: string[]; embeddingsServer: string; embeddingsModel: string };

  beforeEach(async () => {
    vault = await temporaryVault(files);
    embeddings = await LocalEmbeddings.start();
    rules = { readOnly: false, hidden: [], embeddingsServer: embeddings.url, embeddingsModel: 'one' };
  });
  afterEach(async () => {
    embeddings.close();
    await vault.close();
  });

  async function indexed(): Promise<MeaningIndex> {
    const { app } = vault.host;
    const events = new VaultEvents(app, () => undefined);
    const index = new MeaningIndex({ app, events, rules: () => rules, background: slicer, folder });
    index.wake();
    await index.settled();
    return index;
  }
  const pathsNear = async (index: MeaningIndex, text: string): Promise<string[]> =>
    ((await index.nearText(text, near)) ?? []).map(({ path }) => path);
  const note = (path: string) => {
    const found = vault.host.app.vault.getFileByPath(path);
    if (found === null) throw new Error('There is no such note.');
    return found;
  };

  it('is kept between runs, so that no note is sent twice', async () => {
    await indexed();
    expect(embeddings.received).toHaveLength(3);
    const again = await indexed();
    expect(embeddings.received).toHaveLength(3);
    expect((await pathsNear(again, 'feline nutrition'))[0]).toBe('Cat.md');
    expect(await vault.host.app.vault.adapter.read(`${folder}/.gitignore`)).toBe('*\n');
  });

  it('is forgotten with a note that is deleted, and made anew of one that is changed or renamed', async () => {
    const index = await indexed();
    const { app } = vault.host;
    await app.vault.modify(note('Cat.md'), 'The bill.\n');
    await app.vault.delete(note('Boiler.md'));
    await app.vault.rename(note('Hidden/Tax.md'), 'Tax.md');
    expect(await pathsNear(index, 'cat')).not.toContain('Cat.md');
    await index.settled();
    expect(await pathsNear(index, 'money')).toEqual(['Tax.md', 'Cat.md']);
    const bytes = new TextDecoder().decode(await app.vault.adapter.readBinary(file));
    expect(bytes).not.toContain('Boiler');
    expect(bytes).not.toContain('Hidden');
  });

  it('is made anew for another model, and removed where the user sets no server', async () => {
    const index = await indexed();
    rules = { ...rules, embeddingsModel: 'two' };
    index.wake();
    await index.settled();
    expect(embeddings.received).toHaveLength(6);
    rules = { ...rules, embeddingsServer: '' };
    index.wake();
    await index.settled();
    expect(await pathsNear(index, 'cat')).toEqual([]);
    expect(await vault.host.app.vault.adapter.exists(file)).toBe(false);
  });

  it('holds nothing of notes that are hidden later', async () => {
    const index = await indexed();
    rules = { ...rules, hidden: ['Hidden'] };
    index.wake();
    await index.settled();
    expect(await pathsNear(index, 'tax')).not.toContain('Hidden/Tax.md');
    const bytes = new TextDecoder().decode(await vault.host.app.vault.adapter.readBinary(file));
    expect(bytes).not.toContain('Hidden');
  });

  it('is made once a server that failed answers again', async () => {
    embeddings.isDown = true;
    const index = await indexed();
    expect(await pathsNear(index, 'cat')).toEqual([]);
    embeddings.isDown = false;
    await index.settled();
    expect(await pathsNear(index, 'cat')).toContain('Cat.md');
  });

  it.each(['https://example.com', 'http://192.168.1.4:11434', 'http://127.0.0.1.example.com', 'nonsense'])(
    'is never asked of another computer: %s',
    async embeddingsServer => {
      rules = { ...rules, embeddingsServer };
      expect((await indexed()).isOn).toBe(false);
    },
  );

  it('is made anew where its file cannot be read', async () => {
    await indexed();
    await vault.host.app.vault.adapter.writeBinary(file, new ArrayBuffer(3));
    const again = await indexed();
    expect(embeddings.received).toHaveLength(6);
    expect(await pathsNear(again, 'cat')).toContain('Cat.md');
  });
});
