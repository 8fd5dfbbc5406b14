import type { IncomingMessage } from 'node:http';
import { absenceText, answerForAbsent, listsChanged } from './absence';
import { answers, type Endpoint, noSession, type Session, Unreachable } from './endpoint';
import { brokenText, eventsOf, failureOf, messagesOf } from './exchange';
import {
  idOf,
  isRequest,
  type Message,
  type MessageId,
  methodOf,
  notificationOf,
  ownVersionOf,
  parseMessage,
  partOf,
  textOf,
} from './message';
import { Subscriptions } from './subscriptions';

export interface BridgeParts {
  readonly endpoint: Endpoint;
  /** Passes one message to the client; resolves when it accepts more, and never rejects. */
  readonly write: (message: Message) => Promise<void>;
  /** Reports to the user, one sentence at a time. */
  readonly complain: (sentence: string) => void;
  /** Resolves when to check for the server again; at once if the signal aborts. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
}

/** Forwards the messages of one client to the server and back, also across restarts of the server. */
export class Bridge {
  private session: Session = noSession;
  /** The client's opening message, to reopen when the server has forgotten it. */
  private hello: Message | undefined;
  private readonly subscriptions = new Subscriptions();
  private hasConnected = false;
  private isAbsent = false;
  private greeting: Promise<void> | undefined;
  private readonly asked = new Map<MessageId, AbortController>();
  /** Requests that stay open until they are cancelled. */
  private readonly listening = new Set<AbortController>();
  private readonly over = new AbortController();

  constructor(private readonly parts: BridgeParts) {}

  /** Forwards a client's message and returns the response; never rejects. */
  async receive(message: Message): Promise<void> {
    if (methodOf(message) === 'notifications/cancelled') this.cancel(message);
    if (methodOf(message) === 'initialize') {
      this.hello = message;
      this.session = noSession;
      this.subscriptions.forget();
    }
    const id = isRequest(message) ? idOf(message) : undefined;
    const asking = new AbortController();
    if (id !== undefined) this.asked.set(id, asking);
    if (methodOf(message) === 'subscriptions/listen') this.listening.add(asking);
    try {
      await this.exchange(message, AbortSignal.any([asking.signal, this.over.signal]));
    } finally {
      if (id !== undefined) this.asked.delete(id);
      this.listening.delete(asking);
    }
  }

  /** The client sends nothing more, but may wait for responses: ends requests without one. */
  stopListening(): void {
    for (const asking of this.listening) asking.abort();
  }

  /** The client has gone: stops all its work. */
  async end(): Promise<void> {
    this.over.abort();
    const { session, parts } = this;
    this.session = noSession;
    if (session.id !== undefined)
      await parts.endpoint.end(session, AbortSignal.timeout(1000)).catch(() => undefined);
    parts.endpoint.close();
  }

  /** Closing its request ends work in every revision; older ones also get a message. */
  private cancel(message: Message): void {
    const id = partOf(message, 'params')['requestId'];
    if (typeof id === 'string' || typeof id === 'number') this.asked.get(id)?.abort();
  }

  private async exchange(message: Message, signal: AbortSignal): Promise<void> {
    try {
      let response = await this.parts.endpoint.post(message, this.sessionFor(message), signal);
      if (this.isForgotten(response)) {
        response.resume();
        await this.greet();
        response = await this.parts.endpoint.post(message, this.sessionFor(message), signal);
      }
      await this.deliver(response, message);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Unreachable) await this.standIn(message);
      else await this.writeAll(failureOf(message, brokenText));
    }
  }

  private async deliver(response: IncomingMessage, asked: Message): Promise<void> {
    this.hasConnected = true;
    for await (const message of messagesOf(response, asked)) {
      if (methodOf(asked) === 'initialize' && answers(message, asked)) this.open(response, message);
      this.subscriptions.note(message, asked);
      await this.parts.write(message);
    }
    if (methodOf(asked) === 'notifications/initialized') void this.follow();
  }

  /** A request that names its revision belongs to no session. */
  private sessionFor(message: Message): Session {
    return ownVersionOf(message) === undefined ? this.session : noSession;
  }

  private isForgotten({ statusCode }: IncomingMessage): boolean {
    return statusCode === 404 && this.session.id !== undefined;
  }

  private open({ headers }: IncomingMessage, answer: Message): void {
    const version = textOf(partOf(answer, 'result')['protocolVersion']);
    this.session = { id: textOf(headers['mcp-session-id']), version };
  }

  /** Repeats the client's opening without the client noticing; once for concurrent callers. @throws Unreachable */
  private greet(): Promise<void> {
    this.greeting ??= this.openAgain().finally(() => (this.greeting = undefined));
    return this.greeting;
  }

  private async openAgain(): Promise<void> {
    const { hello } = this;
    if (hello === undefined) return;
    this.session = noSession;
    const response = await this.parts.endpoint.post(hello, noSession, this.over.signal);
    for await (const message of messagesOf(response, hello)) {
      if (answers(message, hello)) this.open(response, message);
    }
    const ready = notificationOf('notifications/initialized');
    (await this.parts.endpoint.post(ready, this.session, this.over.signal)).resume();
    this.hasConnected = true;
    void this.follow();
    void this.renew();
  }

  /** Forwards the server's own messages while this session lasts; never rejects. */
  private async follow(): Promise<void> {
    const { session } = this;
    for (let isFirst = true; this.isCurrent(session); isFirst = false) {
      try {
        const response = await this.parts.endpoint.listen(session, this.over.signal);
        if (response.statusCode === 200) {
          // A restarted server restores the session, but not its subscriptions.
          if (!isFirst) void this.renew();
          await this.handOn(response);
        } else {
          response.resume();
          if (this.isForgotten(response)) await this.greet();
          else if (response.statusCode !== 503) return;
        }
      } catch (error) {
        if (error instanceof Unreachable) void this.watch();
      }
      await this.parts.pause(this.over.signal);
    }
  }

  private async handOn(stream: IncomingMessage): Promise<void> {
    for await (const data of eventsOf(stream)) {
      const message = parseMessage(data);
      if (message !== undefined) await this.parts.write(message);
    }
  }

  private isCurrent(session: Session): boolean {
    return session.id !== undefined && session === this.session && !this.over.signal.aborted;
  }

  /** After an interruption: subscribes again, and makes the client reload; never rejects. */
  private async renew(): Promise<void> {
    const { session } = this;
    await this.writeAll(listsChanged);
    for (const { request, notification } of this.subscriptions.again()) {
      try {
        if (!this.isCurrent(session)) return;
        (await this.parts.endpoint.post(request, session, this.over.signal)).resume();
      } catch {
        // The reader of the stream notices it too.
        return;
      }
      await this.parts.write(notification);
    }
  }

  private async standIn(message: Message): Promise<void> {
    const answer = answerForAbsent(message, this.hasConnected);
    void this.watch();
    if (answer !== undefined) await this.parts.write(answer);
  }

  private async writeAll(messages: readonly Message[]): Promise<void> {
    for (const message of messages) await this.parts.write(message);
  }

  /** Checks for the server until it is running again; never rejects. */
  private async watch(): Promise<void> {
    if (this.isAbsent) return;
    this.isAbsent = true;
    this.session = noSession;
    this.parts.complain(absenceText);
    do await this.parts.pause(this.over.signal);
    while (!this.over.signal.aborted && !(await this.isBack()));
    this.isAbsent = false;
  }

  private async isBack(): Promise<boolean> {
    try {
      // A client that never opened a session sends everything in each request.
      await this.greet();
    } catch {
      return false;
    }
    return true;
  }
}
