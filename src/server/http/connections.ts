import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const mostConnections = 256;

/**
 * The connections of one server. Where all places are taken, a new connection gets that of the oldest one that has not
 * shown a valid token. Only where every connection has shown one is the new one beyond the limit.
 */
export class Connections {
  /** In the order of their arrival, as in every `Set`. */
  private readonly unproven = new Set<Duplex>();
  private readonly proven = new Set<Duplex>();
  private readonly beyond = new Set<Duplex>();

  add(socket: Socket): void {
    (this.makePlace() ? this.unproven : this.beyond).add(socket);
    socket.on('close', () => this.remove(socket));
  }

  /** Keeps the place of a connection that has shown a valid token. */
  prove(socket: Duplex): void {
    if (this.unproven.delete(socket)) this.proven.add(socket);
  }

  isBeyondLimit(socket: Duplex): boolean {
    return this.beyond.has(socket);
  }

  endAll(): void {
    for (const socket of [...this.unproven, ...this.proven, ...this.beyond]) socket.destroy();
  }

  /** Whether there is a place for one more connection. */
  private makePlace(): boolean {
    if (this.unproven.size + this.proven.size < mostConnections) return true;
    const [oldest] = this.unproven;
    if (oldest === undefined) return false;
    // Not at its `close`, which comes later: until then it would be chosen again.
    this.unproven.delete(oldest);
    oldest.destroy();
    return true;
  }

  private remove(socket: Duplex): void {
    for (const group of [this.unproven, this.proven, this.beyond]) group.delete(socket);
  }
}
