/** Clients that take one JSON message only, though the protocol asks them to take streams too. */
import type { IncomingMessage } from 'node:http';
import { jsonField } from '../../utils/json';

const stream = 'text/event-stream';
const both = `application/json, ${stream}`;
/** The SDK wants to read both names; the weight says that the client takes no stream. */
const oneMessage = `${both};q=0`;

/** How a request is answered. */
export interface Acceptance {
  /** The header as the protocol wants it. */
  readonly header: string;
  /** Whether the client takes JSON and does not name streams. */
  readonly isJsonOnly: boolean;
}

/** No header, an empty one, and one that takes anything, ask for JSON; for a GET, which has no other answer, for a stream. */
export function acceptanceOf({ method, headers }: IncomingMessage): Acceptance {
  const accept = headers.accept?.trim() || '*/*';
  const types = accept
    .toLowerCase()
    .split(',')
    .map(type => type.split(';', 1).join('').trim());
  const takes = (wanted: string): boolean =>
    [wanted, '*/*', `${wanted.split('/', 1).join('')}/*`].some(one => types.includes(one));
  if (method !== 'POST') return { header: takes(stream) ? stream : accept, isJsonOnly: false };
  const isKnown = takes('application/json') || types.includes(stream);
  const isJsonOnly = isKnown && !types.includes(stream);
  return { header: isJsonOnly ? oneMessage : isKnown ? both : accept, isJsonOnly };
}

/** Whether the answer to a request with these headers, made by `acceptanceOf`, becomes one message. */
export function isForOneMessage(headers: Headers | undefined): boolean {
  return headers?.get('accept') === oneMessage;
}

/** An answer as one JSON message; notifications in its stream, such as progress, are dropped. */
export async function asOneMessage(answer: Response, departed: AbortSignal): Promise<Response> {
  if (answer.body === null || answer.headers.get('content-type') !== stream) return answer;
  const reader = answer.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  departed.addEventListener('abort', cancel);
  if (departed.aborted) cancel();
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += decoder.decode(read.value, { stream: true });
  const messages = text.split('\n').flatMap(answerIn);
  const headers = new Headers(answer.headers);
  headers.set('content-type', 'application/json');
  // A cancelled request has no answer.
  if (messages.length === 0) return new Response(null, { status: 202 });
  const body = messages.length === 1 ? messages.join('') : `[${messages.join(',')}]`;
  return new Response(body, { status: answer.status, headers });
}

/** The answer to a request in a line of a stream. The SDK writes each message in one line. */
function answerIn(line: string): string[] {
  const data = line.startsWith('data: ') ? line.slice('data: '.length) : '';
  return data === '' || jsonField(JSON.parse(data), 'method') !== undefined ? [] : [data];
}
