import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { sha256 } from '../../platform';
import type { TextQuestion } from '../../utils/call-hooks';
import { jsonField } from '../../utils/json/json-field';
import { isForOneMessage } from '../http/accept';
import { showsForms } from '../sessions/watch';

/** Milliseconds; the wait for the user ends before. */
const longestQuestion = 2 * 60 * 60_000;
const approval = 'approval';
/** Accepting is the answer. */
const requestedSchema = { type: 'object' as const, properties: {} };

/** How one call asks the user of its client. */
export interface Questions {
  /** Undefined if the client cannot ask. */
  readonly ask: TextQuestion | undefined;
  /** What the client is to answer before it calls again, in place of the call's result. */
  readonly open: () => InputRequiredResult | undefined;
}

/** @param hasForms whether the client of the session said that it shows forms */
export function questionsIn({ mcpReq, http }: ServerContext, hasForms: boolean): Questions {
  const { envelope } = mcpReq;
  if (envelope !== undefined) {
    const isAble = showsForms(jsonField(jsonField(envelope, CLIENT_CAPABILITIES_META_KEY), 'elicitation'));
    return isAble ? askingInRounds(mcpReq) : { ask: undefined, open: () => undefined };
  }
  // An answer of one message has no place for a question.
  const isAble = hasForms && !isForOneMessage(http?.req?.headers);
  const ask: TextQuestion = async (message, signal) => {
    const request = { method: 'elicitation/create' as const, params: { message, requestedSchema } };
    const { action } = await mcpReq.send(request, { signal, timeout: longestQuestion });
    return action === 'accept';
  };
  return { ask: isAble ? ask : undefined, open: () => undefined };
}

/**
 * A client of 2026-07-28 gets the question as the result, and calls again with the answer. The state ties that to the
 * words of the question; a client that forges it could as well forge the answer.
 */
function askingInRounds(mcpReq: ServerContext['mcpReq']): Questions {
  let open: InputRequiredResult | undefined;
  const ask: TextQuestion = message => {
    const requestState = sha256(message);
    const given = inputResponse(mcpReq.inputResponses, approval);
    const isAnswered = given.kind === 'elicit' && mcpReq.requestState() === requestState;
    if (isAnswered) return Promise.resolve(given.action === 'accept');
    const question = inputRequired.elicit({ message, requestedSchema });
    open = inputRequired({ inputRequests: { [approval]: question }, requestState });
    return Promise.resolve(false);
  };
  return { ask, open: () => open };
}
