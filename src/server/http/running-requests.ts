import type { ServerResponse } from 'node:http';
import { after } from '../../platform';

/** The accepted requests of one server without a response yet. */
export class RunningRequests {
  private readonly responses = new Set<ServerResponse>();
  private closing = false;
  private onEmpty: () => void = () => undefined;

  /** Whether the server is stopping: nothing new is accepted. */
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
   * Resolves when every request has its response, or after `milliseconds`. Each response closes its
   * connection, so that a client sends its next request to the next listener.
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
