import type { IncomingMessage } from 'node:http';
import type { BodyShare } from '../../../src/server/http/request-body';
import { isRecord } from '../obsidian/core/unknowns';

/** Bodies of calls above this are not kept, bytes. */
const maxBytes = 1_000_000;

/** The body of a call that is passed on, kept for the id in it. */
export class KeptBody {
  private chunks: Uint8Array[] = [];
  private size = 0;

  constructor(
    request: IncomingMessage,
    private readonly share: BodyShare,
  ) {
    request.on('data', (chunk: unknown) => this.add(chunk));
  }

  /** Of the JSON-RPC request; undefined where there is none, or its body was not kept. */
  id(): string | number | undefined {
    if (this.size > maxBytes) return undefined;
    try {
      const message: unknown = JSON.parse(Buffer.concat(this.chunks).toString('utf8'));
      const id = isRecord(message) ? message['id'] : undefined;
      return typeof id === 'string' || typeof id === 'number' ? id : undefined;
    } catch {
      return undefined;
    }
  }

  release(): void {
    this.chunks = [];
    this.share.release();
  }

  private add(chunk: unknown): void {
    if (!(chunk instanceof Uint8Array) || this.size > maxBytes) return;
    this.size += chunk.length;
    if (this.size <= maxBytes && this.share.take(chunk.length)) this.chunks.push(chunk);
    else {
      this.size = Infinity;
      this.release();
    }
  }
}
