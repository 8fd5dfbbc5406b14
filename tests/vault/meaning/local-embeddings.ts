import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { z } from 'zod';

/** Words of one meaning: each group is one number of a vector. */
const groups = [
  ['cat', 'feline', 'kitten'],
  ['eats', 'food', 'nutrition', 'meal'],
  ['boiler', 'heating', 'radiator'],
  ['tax', 'money', 'bill'],
] as const;

const requestSchema = z.object({ model: z.string(), input: z.array(z.string()) });

/** A real server that offers `/v1/embeddings`: the vector of a text counts its words of each meaning. */
export class LocalEmbeddings {
  readonly received: string[] = [];
  readonly models = new Set<string>();
  /** While true, every request fails. */
  isDown = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<LocalEmbeddings> {
    const server = createServer();
    const made = new LocalEmbeddings(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const isRight = request.url === '/v1/embeddings' && request.method === 'POST' && !made.isDown;
        response.writeHead(isRight ? 200 : 500, { 'Content-Type': 'application/json' });
        response.end(isRight ? made.answer(Buffer.concat(parts).toString()) : '{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return made;
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private answer(body: string): string {
    const { model, input } = requestSchema.parse(JSON.parse(body));
    this.models.add(model);
    this.received.push(...input);
    // In another order than asked, as `index` allows.
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse();
    return JSON.stringify({ data });
  }
}

function vectorOf(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z]+/gu) ?? [];
  return [...groups.map(group => words.filter(word => group.some(one => one === word)).length), 0.01];
}
