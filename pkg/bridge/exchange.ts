import type { IncomingMessage } from 'node:http';
import { answers } from './endpoint';
import { readEvents } from './event-stream';
import { errorOf, idOf, isRequest, type Message, parseMessage } from './message';

export const brokenText =
  'The connection to Lectern broke before it answered. What was asked may have been done.';

/**
 * What a server says to one message: anything before the answer, and the answer, which a request always gets.
 * @throws the error of the connection
 */
export async function* messagesOf(response: IncomingMessage, asked: Message): AsyncGenerator<Message> {
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) {
    yield* refusalOf(status, await wholeOf(response), asked);
    return;
  }
  if (!isRequest(asked)) {
    response.resume();
    return;
  }
  let isAnswered = false;
  for await (const message of spoken(response)) {
    isAnswered ||= answers(message, asked);
    yield message;
  }
  if (!isAnswered) yield* failureOf(asked, brokenText);
}

/** The messages on a stream that the server may use at any time. */
export async function* eventsOf(response: IncomingMessage): AsyncGenerator<string> {
  yield* readEvents(chunksOf(response));
}

/** The failure response for a request; other messages get none. */
export function failureOf(asked: Message, text: string): Message[] {
  const id = isRequest(asked) ? idOf(asked) : undefined;
  return id === undefined ? [] : [errorOf(id, text)];
}

async function* spoken(response: IncomingMessage): AsyncGenerator<Message> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  const texts = isStream ? eventsOf(response) : [await wholeOf(response)];
  for await (const text of texts) {
    const message = parseMessage(text);
    if (message !== undefined) yield message;
  }
}

function refusalOf(status: number, body: string, asked: Message): Message[] {
  const message = parseMessage(body);
  if (message !== undefined && isRequest(asked) && answers(message, asked)) return [message];
  return failureOf(asked, refusalText(status));
}

function refusalText(status: number): string {
  switch (status) {
    case 401:
      return 'Lectern does not know this token, or it has expired. Set it up again from the settings of Lectern.';
    case 413:
      return 'The message is too large for Lectern.';
    case 503:
      return 'Lectern has too many connections at the moment. Try again.';
    default:
      return `Lectern refused the message (HTTP ${status}).`;
  }
}

async function wholeOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of chunksOf(response)) text += chunk;
  return text;
}

async function* chunksOf(response: IncomingMessage): AsyncGenerator<string> {
  response.setEncoding('utf8');
  for await (const chunk of response) yield String(chunk);
}
