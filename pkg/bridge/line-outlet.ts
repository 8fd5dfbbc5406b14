import type { Writable } from 'node:stream';
import type { Message } from './message';

/** Writes messages, one per line, no faster than they are read. A reader that has gone is no error. */
export class LineOutlet {
  /** Resolves when there is no reader left. */
  readonly closed: Promise<void>;
  private drained: Promise<void> = Promise.resolve();
  private isFull = false;

  constructor(private readonly output: Writable) {
    output.on('error', () => undefined);
    this.closed = new Promise(resolve => output.once('close', resolve));
  }

  /** Resolves when more can be written, or there is no reader left; never rejects. */
  write(message: Message): Promise<void> {
    const hasRoom = this.output.write(`${JSON.stringify(message)}\n`);
    if (!hasRoom && !this.isFull && !this.output.destroyed) this.drained = this.emptied();
    return this.drained;
  }

  /** Resolves when everything has been read, or can no longer be; never rejects. */
  flushed(): Promise<void> {
    const taken = new Promise<void>(resolve => this.output.write('', () => resolve()));
    return Promise.race([taken, this.closed]);
  }

  private async emptied(): Promise<void> {
    this.isFull = true;
    const drained = new Promise<void>(resolve => this.output.once('drain', resolve));
    await Promise.race([drained, this.closed]);
    this.isFull = false;
  }
}
