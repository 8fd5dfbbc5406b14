import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { MeaningIndex } from '../../../src/vault/meaning/meaning-index';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { restingSlicer } from '../../support/time/resting-slicer';
import { LocalEmbeddings } from './local-embeddings';
import { EmbeddingServer, GrowingRest } from '../../../src/vault/meaning/embedding-server';
import { eventually } from '../../support/time/waiting';

describe('the index', () => {
  const files = { 'Cat.md': 'The cat eats.\n', 'Boiler.md': 'The boiler.\n', 'Hidden/Tax.md': 'The tax.\n' };
  const folder = '.obsidian/plugins/lectern-mcp/meaning';
  const file = `${folder}/vectors.bin`;
  const slicer = restingSlicer();
  const near = { accepts: () => true, most: 10, turn: slicer.slice() };

  type Rules = ReturnType<ConstructorParameters<typeof MeaningIndex>[0]['rules']>;

  function startedOf({ host: { app } }: TemporaryVault, rules: () => Rules): MeaningIndex {
    const events = new VaultEvents(app, () => undefined);
    const index = new MeaningIndex({ app, events, rules, background: slicer, folder });
    index.wake();
    return index;
  }

  async function indexOf(vault: TemporaryVault, rules: () => Rules): Promise<MeaningIndex> {
    const index = startedOf(vault, rules);
    await index.settled();
    return index;
  }

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

    const indexed = (): Promise<MeaningIndex> => indexOf(vault, () => rules);
    const pathsNear = async (index: MeaningIndex, text: string): Promise<string[]> =>
      ((await index.nearText(text, near)) ?? []).map(({ path }) => path);
    const note = (path: string) => {
      const found = vault.host.app.vault.getFileByPath(path);
      if (found === null) throw new Error('There is no such note.');
      return found;
    };
    const isSaved = (): Promise<boolean> => vault.host.app.vault.adapter.exists(file);
    const saved = async (): Promise<string> =>
      new TextDecoder().decode(await vault.host.app.vault.adapter.readBinary(file));

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
      expect(await saved()).not.toMatch(/Boiler|Hidden/u);
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
      expect(await isSaved()).toBe(false);
    });

    it.each(['', 'http://10.0.0.1'])(
      'is removed where the server was taken out of the settings between two runs: “%s”',
      async embeddingsServer => {
        (await indexed()).end();
        rules = { ...rules, embeddingsServer };
        startedOf(vault, () => rules);
        await eventually(async () => !(await isSaved()));
      },
    );

    it('is removed at once where the server that is taken out of the settings has failed', async () => {
      (await indexed()).end();
      await vault.host.app.vault.modify(note('Cat.md'), 'The bill.\n');
      embeddings.isDown = true;
      const index = await indexed();
      rules = { ...rules, embeddingsServer: '' };
      index.wake();
      await eventually(async () => !(await isSaved()));
    });

    it('holds nothing of notes that are hidden later', async () => {
      const index = await indexed();
      rules = { ...rules, hidden: ['Hidden'] };
      index.wake();
      await index.settled();
      expect(await pathsNear(index, 'tax')).not.toContain('Hidden/Tax.md');
      expect(await saved()).not.toContain('Hidden');
    });

    it('holds nothing of a note that was changed while its server was down', async () => {
      const index = await indexed();
      embeddings.isDown = true;
      await vault.host.app.vault.modify(note('Cat.md'), 'The bill, and the tax.\n');
      await eventually(async () => !(await saved()).includes('Cat'));
      await vault.host.app.vault.modify(note('Boiler.md'), 'The radiator.\n');
      await eventually(async () => !(await saved()).includes('Boiler'));
      index.end();
    });

    it('drops what it kept of notes that were changed while it was off, whether or not its server answers', async () => {
      (await indexed()).end();
      embeddings.isDown = true;
      await vault.host.app.vault.modify(note('Cat.md'), 'The bill, and the tax.\n');
      const again = await indexed();
      expect(await again.nearNote('Cat.md', near)).toEqual([]);
      expect(await again.nearNote('Boiler.md', near)).not.toEqual([]);
      expect(await saved()).not.toContain('Cat');
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

  type Answer = (texts: readonly string[], response: ServerResponse) => void;

  const requestSchema = z.object({ input: z.array(z.string()) });
  const vectors = (texts: readonly string[], numbers: string): string =>
    `{"data":[${texts.map(() => `{"embedding":[${numbers}]}`).join(',')}]}`;
  const ones = (count: number): string => `${'1,'.repeat(count - 1)}1`;
  const right: Answer = (texts, response) => response.end(vectors(texts, '1,2,3'));

  describe('an embeddings server that is not to be trusted', () => {
    let server: Server;
    let url: string;
    let asked: number;
    let answer: Answer;
    let vault: TemporaryVault;

    beforeEach(async () => {
      asked = 0;
      answer = right;
      server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          asked += 1;
          answer(requestSchema.parse(JSON.parse(Buffer.concat(parts).toString())).input, response);
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
      vault = await temporaryVault({ 'Cat.md': 'The cat eats.\n' });
    });
    afterEach(async () => {
      server.close();
      server.closeAllConnections();
      await vault.close();
    });

    const asksFor = (count: number): Promise<(readonly number[])[]> => {
      const made = EmbeddingServer.of({ embeddingsServer: url, embeddingsModel: 'one' });
      if (made === undefined) throw new Error('The server is on this computer.');
      return made.vectorsOf(new Array<string>(count).fill('text'), 20_000);
    };

    const rules = (): Rules => ({
      readOnly: false,
      hidden: [],
      embeddingsServer: url,
      embeddingsModel: 'one',
    });
    const indexed = (): Promise<MeaningIndex> => indexOf(vault, rules);
    const search = (index: MeaningIndex, text: string): Promise<unknown> =>
      index.nearText(text, near).catch(() => 'failed');

    it.each<[string, Answer]>([
      ['vectors of more than 8,192 numbers', (texts, to) => to.end(vectors(texts, ones(8193)))],
      ['vectors of 200,000 numbers', (texts, to) => to.end(vectors(texts, ones(200_000)))],
      ['blanks without end', (texts, to) => to.end(vectors(texts, '1,2') + ' '.repeat(10_000_000))],
      ['more vectors than texts', (texts, to) => to.end(vectors([...texts, ''], '1,2'))],
      ['very many entries', (_texts, to) => to.end(`{"data":[${'{},'.repeat(100_000)}{}]}`)],
      ['empty vectors', (texts, to) => to.end(vectors(texts, ''))],
      ['numbers beyond all', (texts, to) => to.end(vectors(texts, '1,1e999'))],
      ['texts for numbers', (texts, to) => to.end(vectors(texts, '1,"2"'))],
      ['no JSON', (_texts, to) => to.end('<html>')],
      ['no list', (_texts, to) => to.end('{"data":{"length":2}}')],
    ])('is refused with %s', async (_what, wrong) => {
      answer = wrong;
      await expect(asksFor(2)).rejects.toThrow();
    });

    it('may give vectors of 8,192 numbers, as JSON with line breaks', async () => {
      answer = (texts, to) =>
        to.end(JSON.stringify(JSON.parse(vectors(texts, `0.0123456789012345,${ones(8191)}`)), undefined, 2));
      expect((await asksFor(2)).map(({ length }) => length)).toEqual([8192, 8192]);
    });

    it('takes little time to refuse, whatever it says', async () => {
      const long = 4_200_000;
      for (const text of [
        `{"data":[${'{},'.repeat(long / 3)}{}]}`,
        `{"data":[${Array.from({ length: 16 }, () => `{"embedding":[${ones(long / 33)}]}`).join(',')}]}`,
        `{"data":[{"embedding":[${ones(long / 2)}]}]}`,
        `{"data":[${'"",'.repeat(long / 3)}""]}`,
        `{"data":${'['.repeat(long / 2)}${']'.repeat(long / 2)}}`,
      ]) {
        answer = (_texts, to) => to.end(text);
        const before = process.cpuUsage();
        await expect(asksFor(16)).rejects.toThrow();
        const { user } = process.cpuUsage(before);
        // Some 300 ms on a quiet machine; work that grows with the square of the answer takes minutes.
        expect(user).toBeLessThan(5_000_000);
      }
    }, 60_000);

    it.each<[string, Answer]>([
      ['an error', (_texts, to) => to.writeHead(500).end()],
      ['nonsense', (_texts, to) => to.end('nonsense')],
      ['too long vectors', (texts, to) => to.end(vectors(texts, ones(9000)))],
      ['a redirect', (_texts, to) => to.writeHead(307, { Location: `${url}/elsewhere` }).end()],
    ])('is not asked with each search after %s', async (_what, wrong) => {
      const index = await indexed();
      answer = wrong;
      const before = asked;
      for (let number = 0; number < 5; number += 1) await search(index, `question ${number}`);
      expect(asked - before).toBe(1);
      index.end();
    });

    it.each([{ embeddingsModel: 'two' }, { hidden: ['Other'] }])(
      'is asked again where the settings change while it makes vectors: %j',
      async change => {
        let [now, release] = [rules(), () => {}];
        answer = (texts, to) => (release = () => right(texts, to));
        const index = startedOf(vault, () => now);
        await eventually(() => asked === 1);
        [now, answer] = [{ ...now, ...change }, right];
        index.wake();
        await new Promise(resolve => setTimeout(resolve, 20));
        release();
        await eventually(() => asked === 2);
        await index.settled();
        expect(await search(index, 'question')).toHaveLength(1);
        index.end();
      },
    );

    const others: Answer = (texts, to) => to.end(vectors(texts, '1,2'));
    const isWhole = async (index: MeaningIndex): Promise<boolean> =>
      (await index.nearText('question', near))?.length === 2;

    it('is asked for all vectors anew, once, where another run finds that they have another length', async () => {
      await vault.host.app.vault.create('Dog.md', 'The dog.\n');
      (await indexed()).end();
      answer = others;
      const index = await indexed();
      const before = asked;
      expect(await index.nearText('first question', near)).toEqual([]);
      await eventually(() => isWhole(index));
      // Two questions, and the notes in one request.
      expect(asked - before).toBe(3);
      index.end();
    });

    it('is asked for all vectors anew where those of a changed note have another length', async () => {
      await vault.host.app.vault.create('Dog.md', 'The dog.\n');
      const index = await indexed();
      await index.nearText('question', near);
      answer = others;
      const cat = vault.host.app.vault.getFileByPath('Cat.md');
      if (cat !== null) await vault.host.app.vault.modify(cat, 'The cat sleeps.\n');
      await index.settled();
      expect(await isWhole(index)).toBe(true);
      index.end();
    });

    it('is left alone where its vectors are of one length now, of another then', async () => {
      const index = await indexed();
      answer = (texts, to) => (asked % 2 === 0 ? right : others)(texts, to);
      const before = asked;
      for (let number = 0; number < 10; number += 1) {
        await search(index, `question ${number}`);
        await new Promise(resolve => setTimeout(resolve, 50));
      }
      expect(asked - before).toBeLessThan(5);
      index.end();
    });

    it.each(['0,0,0', '-1,-2,-3'])('finds no note with a vector that is near to none: %s', async numbers => {
      const index = await indexed();
      answer = (texts, to) => to.end(vectors(texts, numbers));
      expect(await index.nearText('question', near)).toEqual([]);
      index.end();
    });

    it('is asked by later searches where it answers rightly', async () => {
      const index = await indexed();
      const before = asked;
      for (let number = 0; number < 5; number += 1)
        expect(await search(index, `question ${number}`)).toHaveLength(1);
      expect(asked - before).toBe(5);
      index.end();
    });
  });

  describe('the rest of a server that failed', () => {
    it('begins once for failures that come together, and grows with later ones up to ten minutes', () => {
      const rest = new GrowingRest();
      expect([rest.isOver, rest.length]).toEqual([true, 0]);
      const lengths: number[] = [];
      for (let failure = 0; failure < 10; failure += 1) {
        rest.begin();
        rest.begin();
        expect(rest.isOver).toBe(false);
        lengths.push(rest.length / 1000);
        rest.stop();
      }
      expect(lengths).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
    });

    it('ends with an answer, and begins small again', () => {
      const rest = new GrowingRest();
      rest.begin();
      rest.stop();
      rest.begin();
      rest.end();
      expect(rest.isOver).toBe(true);
      rest.begin();
      expect(rest.length).toBe(5000);
      rest.stop();
    });
  });
});
