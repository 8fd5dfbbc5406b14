import { answers } from './endpoint';
import { type Message, methodOf, notificationOf, partOf, textOf } from './message';

/** What a client subscribed to in its session, to subscribe again where the server has forgotten it. */
export class Subscriptions {
  private readonly uris = new Set<string>();
  private requests = 0;

  /** Takes note of what an answer says of a subscription. */
  note(answer: Message, asked: Message): void {
    const uri = textOf(partOf(asked, 'params')['uri']);
    if (uri === undefined || answer['error'] !== undefined || !answers(answer, asked)) return;
    if (methodOf(asked) === 'resources/subscribe') this.uris.add(uri);
    else if (methodOf(asked) === 'resources/unsubscribe') this.uris.delete(uri);
  }

  forget(): void {
    this.uris.clear();
  }

  /** Requests to send once more, each with what the client is told when it was answered: it may have missed a change. */
  *again(): Generator<{ readonly request: Message; readonly told: Message }> {
    for (const uri of [...this.uris]) {
      if (!this.uris.has(uri)) continue;
      this.requests += 1;
      const params = { uri };
      // No client gives its requests such ids.
      const id = `lectern-bridge:${this.requests}`;
      yield {
        request: { jsonrpc: '2.0', id, method: 'resources/subscribe', params },
        told: { ...notificationOf('notifications/resources/updated'), params },
      };
    }
  }
}
