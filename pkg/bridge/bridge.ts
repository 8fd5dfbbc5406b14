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
  /** Hands one message to the client; resolves when there is room for more, and never rejects. */
  readonly write: (message: Message) => Promise<void>;
  /** Tells a person, one sentence at a time. */
  readonly complain: (sentence: string) => void;
  /** Resolves when the server may be looked for again; at once when the signal aborts. */
  readonly pause: (signal: AbortSignal) => Promise<void>;
}

/** Carries the messages of one client to the server and back, and stays when the server goes and comes again. */
export class Bridge {
  private session: Session = noSession;
  /** How the client opened, to open again when the server has forgotten it. */
  private hello: Message | undefined;
  private readonly subscriptions = new Subscriptions();
  private hasConnected = false;
  private isAbsent = false;
  private greeting: Promise<void> | undefined;
  private readonly asked = new Map<MessageId, AbortController>();
  /** Requests that stay open until somebody ends them. */
  private readonly listening = new Set<AbortController>();
  private readonly over = new AbortController();

  constructor(private readonly parts: BridgeParts) {}

  /** Sends what the client says and returns the answer to it; never rejects. */
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

  /** The client will say nothing more, and may still wait for answers: ends what has none. */
  stopListening(): void {
    for (const asking of this.listening) asking.abort();
  }

  /** The client is gone: stops all work for it. */
  async end(): Promise<void> {
    this.over.abort();
    const { session, parts } = this;
    this.session = noSession;
    if (session.id !== undefined)
      await parts.endpoint.end(session, AbortSignal.timeout(1000)).catch(() => undefined);
    parts.endpoint.close();
  }

  /** Closing its request is what ends work in every revision; older ones are told in words besides. */
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

  /** Opens again as the client did, without its noticing; once for all that notice at the same time. @throws Unreachable */
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

  /** Hands on what the server says unasked, as long as this session lasts; never rejects. */
  private async follow(): Promise<void> {
    const { session } = this;
    for (let isFirst = true; this.isCurrent(session); isFirst = false) {
      try {
        const response = await this.parts.endpoint.listen(session, this.over.signal);
        if (response.statusCode === 200) {
          // A server that was away brings the session back, but not what belongs to it.
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

  /** After a time in which nothing was heard: subscribes again, and has the client look again; never rejects. */
  private async renew(): Promise<void> {
    const { session } = this;
    await this.writeAll(listsChanged);
    for (const { request, told } of this.subscriptions.again()) {
      try {
        if (!this.isCurrent(session)) return;
        (await this.parts.endpoint.post(request, session, this.over.signal)).resume();
      } catch {
        // Whoever follows the stream notices too.
        return;
      }
      await this.parts.write(told);
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

  /** Looks for the server until it is there again; never rejects. */
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
      // A client that never opened says everything in each request, and needs nothing here.
      await this.greet();
    } catch {
      return false;
    }
    return true;
  }
}
