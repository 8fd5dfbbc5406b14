import { type Cancellable, keyedDigest, randomText } from '../../platform';
import type { NotificationHub } from './change-hub';
import type { TokenEntry } from '../http/gate';
import type { Incoming } from '../http/node-adapter';
import { refusalResponse, refusals } from '../http/refusals';
import { Session, type SessionOptions } from './session';
import type { WatchServices } from './watch';

/** Limits for sessions, of one token and of all; the one that was idle longest is closed. */
export const sessionsPerToken = 32;
const sessionsInAll = 128;
/** How long a session without an open stream is kept, and the interval of the check, in milliseconds. */
export const idleTime = 40_000;
export const checkInterval = 10_000;
/** The same for a client that can show questions, which a restored session does not know. */
const formsTime = 60 * 60_000;
/** Ended sessions whose ids are remembered, since their signatures are still valid. */
const maxEnded = 1000;

interface SessionsOptions extends Pick<SessionOptions, 'createServer' | 'now' | 'onError'> {
  readonly hub: NotificationHub;
  /** The vault as a token sees it now; undefined if the token is no longer valid. */
  readonly servicesOf: (entry: TokenEntry) => WatchServices | undefined;
  readonly after: (milliseconds: number, run: () => void) => Cancellable;
}

/** The sessions of older clients: limited in number, closed when idle, restored on request. */
export class Sessions {
  private readonly byId = new Map<string, Session>();
  private readonly ended = new Set<string>();
  private timer: Cancellable | undefined;

  constructor(private readonly options: SessionsOptions) {}

  get size(): number {
    return this.byId.size;
  }

  /** Serves the request by which a client opens a session. */
  async open(incoming: Incoming, entry: TokenEntry): Promise<Response> {
    const session = this.create(signed(randomText(16), entry.valueHash), entry);
    const response = await session.serve(incoming, entry);
    if (response.status !== 200) session.end();
    return response;
  }

  /** Serves a request that names a session. */
  async serve(id: string, incoming: Incoming, entry: TokenEntry): Promise<Response> {
    if (!isSessionIdOf(id, entry.valueHash) || this.ended.has(id)) return refusalResponse(refusals.noSession);
    let session = this.byId.get(id);
    if (session === undefined) {
      session = this.create(id, entry);
      session.revive(incoming);
    }
    // The order of the map is the order of use.
    this.byId.delete(id);
    this.byId.set(id, session);
    session.entry = entry;
    const response = await session.serve(incoming, entry);
    if (incoming.request.method === 'DELETE' && response.ok) this.forget(session);
    return response;
  }

  close(): void {
    for (const session of [...this.byId.values()]) session.end();
  }

  private create(id: string, entry: TokenEntry): Session {
    this.makeSpace(entry);
    let leaveHub = (): void => undefined;
    const { createServer, now, onError, hub, servicesOf } = this.options;
    const onEnd = (): void => {
      leaveHub();
      if (this.byId.get(id) === session) this.byId.delete(id);
    };
    const session = new Session({ id, entry, createServer, now, onError, onEnd });
    leaveHub = hub.add(
      { watch: session.watch, services: () => servicesOf(session.entry), end: () => session.end() },
      entry,
    );
    this.byId.set(id, session);
    this.timer ??= this.options.after(checkInterval, this.reap);
    return session;
  }

  private forget(session: Session): void {
    session.end();
    this.ended.add(session.id);
    const [oldest] = this.ended;
    if (this.ended.size > maxEnded && oldest !== undefined) this.ended.delete(oldest);
  }

  /** Closes the session that was idle longest, of this token if it has too many; one without a stream first. */
  private makeSpace({ valueHash }: TokenEntry): void {
    const all = [...this.byId.values()];
    const own = all.filter(({ entry }) => entry.valueHash === valueHash);
    const isOwnCrowd = own.length >= sessionsPerToken;
    if (!isOwnCrowd && all.length < sessionsInAll) return;
    const crowd = isOwnCrowd ? own : all;
    (crowd.find(({ isBusy }) => !isBusy) ?? crowd[0])?.end();
  }

  private readonly reap = (): void => {
    const time = this.options.now();
    for (const session of [...this.byId.values()]) {
      const kept = session.watch.showsForms ? formsTime : idleTime;
      if (!session.isBusy && time - session.lastUsed >= kept) session.end();
    }
    this.timer = this.byId.size === 0 ? undefined : this.options.after(checkInterval, this.reap);
  };
}

/**
 * Session ids are signed with the hash of the token that opened them, so that an id proves who got it from
 * this server: a session that was closed, or was open before a restart, can be restored, and no token can use
 * another's session.
 */
function signed(nonce: string, valueHash: string): string {
  return `${nonce}.${keyedDigest(valueHash, `session ${nonce}`)}`;
}

function isSessionIdOf(id: string, valueHash: string): boolean {
  const [nonce = '', mac] = id.split('.', 2);
  return id.length < 100 && mac !== undefined && signed(nonce, valueHash) === id;
}
