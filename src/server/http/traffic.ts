/** The connections of a server, and its requests without a response yet. */

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { inTime } from '../../platform';

const maxConnections = 256;

/** The connections of a server. At the limit, a new one replaces the oldest that has shown no valid token, if any has not. */
export class Connections {
  /** In the order of arrival, like every `Set`. */
  private readonly unproven = new Set<Duplex>();
  private readonly proven = new Set<Duplex>();
  private readonly beyond = new Set<Duplex>();

  add(socket: Socket): void {
    (this.makePlace() ? this.unproven : this.beyond).add(socket);
    socket.on('close', () => this.remove(socket));
  }

  /** Protects a connection that has shown a valid token from being replaced. */
  prove(socket: Duplex): void {
    if (this.unproven.delete(socket)) this.proven.add(socket);
  }

  isBeyondLimit(socket: Duplex): boolean {
    return this.beyond.has(socket);
  }

  endAll(): void {
    for (const socket of [...this.unproven, ...this.proven, ...this.beyond]) socket.destroy();
  }

  private makePlace(): boolean {
    if (this.unproven.size + this.proven.size < maxConnections) return true;
    const [oldest] = this.unproven;
    if (oldest === undefined) return false;
    // Not on its `close` event, which comes later: until then it would be chosen again.
    this.unproven.delete(oldest);
    oldest.destroy();
    return true;
  }

  private remove(socket: Duplex): void {
    for (const group of [this.unproven, this.proven, this.beyond]) group.delete(socket);
  }
}

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

  /** Resolves when all requests have responses, or after `milliseconds`. Closes connections for the next listener. */
  drained(milliseconds: number): Promise<void> {
    this.closing = true;
    for (const response of this.responses) response.shouldKeepAlive = false;
    if (this.responses.size === 0) return Promise.resolve();
    const empty = new Promise<void>(resolve => {
      this.onEmpty = resolve;
    });
    return inTime(empty, milliseconds, () => undefined);
  }
}
