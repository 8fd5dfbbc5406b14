import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { ToolFailure } from '../../../src/errors';
import { randomText } from '../../../src/platform';

const root = join(__dirname, '..', '..', '..');

/** What the page may ask for, by name. */
export type Answers = Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;

const files: Readonly<Record<string, readonly [type: string, path: string]>> = {
  '/': ['text/html', 'tests/browser/page/index.html'],
  '/window': ['text/html', 'tests/browser/page/window.html'],
  '/page.js': ['text/javascript', 'dist/browser/page.js'],
  '/app.css': ['text/css', 'tests/browser/page/app.css'],
  '/styles.css': ['text/css', 'styles.css'],
};

const ofNode: Answers = {
  randomText: bytes => randomText(Number(bytes)),
};

/** Serves the page, answers what it asks, and tells it what happens. */
export class Bridge {
  private readonly listeners = new Set<ServerResponse>();

  private constructor(
    private readonly server: Server,
    private readonly answers: Answers,
  ) {
    server.on('request', (request, response) => void this.serve(request, response));
  }

  static async open(answers: Answers): Promise<Bridge> {
    const server = createServer();
    const bridge = new Bridge(server, { ...ofNode, ...answers });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return bridge;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The bridge has no port.');
    return `http://127.0.0.1:${address.port}/`;
  }

  tell(name: string, value: unknown): void {
    for (const listener of this.listeners)
      listener.write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
  }

  close(): Promise<void> {
    return new Promise(resolve => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const file = files[path];
    if (file !== undefined) {
      const [type, place] = file;
      response.writeHead(200, { 'Content-Type': type }).end(readFileSync(join(root, place)));
    } else if (path === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
      this.listeners.add(response);
      response.on('close', () => this.listeners.delete(response));
    } else {
      await this.answer(path.slice('/call/'.length), request, response);
    }
  }

  private async answer(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const known = this.answers[name];
      if (known === undefined) throw new Error(`Nothing answers ${name}.`);
      const values: unknown = JSON.parse(await textOf(request));
      if (!Array.isArray(values)) throw new Error('No values.');
      // JSON has no undefined, which stands for a value that was left out.
      const answer = await known(...values.map((value: unknown) => value ?? undefined));
      response.writeHead(200).end(answer === undefined ? '' : JSON.stringify(answer));
    } catch (error) {
      // A refusal is an answer; the page would note any status of an error as a problem of its own.
      response
        .writeHead(error instanceof ToolFailure ? 203 : 500)
        .end(error instanceof Error ? error.message : String(error));
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of request) chunks.push(String(chunk));
  return chunks.join('');
}
