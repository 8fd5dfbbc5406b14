import type { ServerResponse } from 'node:http';
import { after } from '../../platform';

/** The requests of one server that have been let in and not answered yet. */
export class UnderWay {
  private readonly responses = new Set<ServerResponse>();
  private closing = false;
  private onEmpty: () => void = () => undefined;

  /** Whether the server stops: nothing new is let in. */
  get isClosing(): boolean {
    return this.closing;
  }

  add(response: ServerResponse): void {
    this.responses.add(response);
    response.once('close', () => {
      this.responses.delete(response);
      if (this.responses.size === 0) this.onEmpty();
    });
  }

  /**
   * Resolves when every request is answered, or after `milliseconds`. Each answer ends its connection, so that a client
   * sends its next request to whoever listens then.
   */
  drained(milliseconds: number): Promise<void> {
    this.closing = true;
    for (const response of this.responses) response.shouldKeepAlive = false;
    if (this.responses.size === 0) return Promise.resolve();
    return new Promise(resolve => {
      const late = after(milliseconds, resolve);
      this.onEmpty = () => {
        late.cancel();
        resolve();
      };
    });
  }
}
