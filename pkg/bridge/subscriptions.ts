import { answers } from './endpoint';
import { type Message, methodOf, notificationOf, partOf, textOf } from './message';

/** A client's subscriptions in its session, to subscribe again if the server has forgotten them. */
export class Subscriptions {
  private readonly uris = new Set<string>();
  private requests = 0;

  /** Records what a response says about a subscription. */
  note(answer: Message, asked: Message): void {
    const uri = textOf(partOf(asked, 'params')['uri']);
    if (uri === undefined || answer['error'] !== undefined || !answers(answer, asked)) return;
    if (methodOf(asked) === 'resources/subscribe') this.uris.add(uri);
    else if (methodOf(asked) === 'resources/unsubscribe') this.uris.delete(uri);
  }

  forget(): void {
    this.uris.clear();
  }

  /** Requests to repeat, each with the notification for the client afterwards: it may have missed a change. */
  *again(): Generator<{ readonly request: Message; readonly notification: Message }> {
    for (const uri of [...this.uris]) {
      if (!this.uris.has(uri)) continue;
      this.requests += 1;
      const params = { uri };
      // No client uses such ids for its requests.
      const id = `lectern-bridge:${this.requests}`;
      yield {
        request: { jsonrpc: '2.0', id, method: 'resources/subscribe', params },
        notification: { ...notificationOf('notifications/resources/updated'), params },
      };
    }
  }
}
