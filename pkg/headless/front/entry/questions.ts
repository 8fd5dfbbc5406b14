/** What a vault wants to know from the user before it goes on. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { jsonField } from '../../../../src/utils/json';
import { type Json, objectOf } from './json';

/** Milliseconds; the vault takes an answer for ten minutes. */
const longestQuestion = 9 * 60_000;

/** Whether a result asks for an answer, which the client gives with the next call. */
export function isQuestion(result: Json): boolean {
  return result['resultType'] === 'input_required';
}

/** Asks a client of an older revision, and returns what to send with the next call. */
export async function askClient(question: Json, { mcpReq }: ServerContext): Promise<Json> {
  const { inputRequests, requestState } = question;
  const answers: [string, unknown][] = [];
  for (const [key, request] of Object.entries(objectOf(inputRequests))) {
    const params = jsonField(request, 'params');
    const message = jsonField(params, 'message');
    if (typeof message !== 'string') continue;
    const form = { message, requestedSchema: { type: 'object' as const, properties: {} } };
    const given = { signal: mcpReq.signal, timeout: longestQuestion };
    const answer = await mcpReq
      .send({ method: 'elicitation/create', params: form }, given)
      .catch(() => ({ action: 'cancel' }));
    answers.push([key, answer]);
  }
  return { inputResponses: Object.fromEntries(answers), requestState };
}
