import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { EmbeddingServer } from '../../../src/vault/meaning/embedding-server';
import { MeaningIndex } from '../../../src/vault/meaning/meaning-index';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { restingSlicer } from '../../support/time/resting-slicer';

type Answer = (texts: readonly string[], response: ServerResponse) => void;

const requestSchema = z.object({ input: z.array(z.string()) });
const vectors = (texts: readonly string[], numbers: string): string =>
  `{"data":[${texts.map(() => `{"embedding":[${numbers}]}`).join(',')}]}`;
const ones = (count: number): string => `${'1,'.repeat(count - 1)}1`;
const right: Answer = (texts, response) => response.end(vectors(texts, '1,2,3'));
const slicer = restingSlicer();
const near = { accepts: () => true, most: 10, turn: slicer.slice() };

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

  async function indexed(): Promise<MeaningIndex> {
    const { app } = vault.host;
    const index = new MeaningIndex({
      app,
      events: new VaultEvents(app, () => undefined),
      rules: () => ({ readOnly: false, hidden: [], embeddingsServer: url, embeddingsModel: 'one' }),
      background: slicer,
      folder: '.obsidian/plugins/lectern-mcp/meaning',
    });
    index.wake();
    await index.settled();
    return index;
  }
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
    ['vectors of another length', (texts, to) => to.end(vectors(texts, '1,2'))],
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

  it('is asked by later searches where it answers rightly', async () => {
    const index = await indexed();
    const before = asked;
    for (let number = 0; number < 5; number += 1)
      expect(await search(index, `question ${number}`)).toHaveLength(1);
    expect(asked - before).toBe(5);
    index.end();
  });
});
