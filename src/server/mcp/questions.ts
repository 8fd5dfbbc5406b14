import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { now, randomText, sha256 } from '../../platform';
import type { TextQuestion } from '../../utils/call-hooks';
import { jsonField } from '../../utils/json';
import { isForOneMessage } from '../http/node-adapter';

/** In milliseconds; waiting for the user ends sooner. */
const longestQuestion = 2 * 60 * 60_000;
/** How long a question asked in rounds can be answered, in milliseconds. */
const longestRound = 10 * 60_000;
/** Questions that are open at once. */
const maxOpen = 200;
const approval = 'approval';
/** Accepting is the answer. */
const requestedSchema = { type: 'object' as const, properties: {} };

/** How one call asks the user of its client. */
interface Questions {
  /** Undefined if the client cannot ask. */
  readonly ask: TextQuestion | undefined;
  /** What the client is to answer before it calls again, in place of the call's result. */
  readonly open: () => InputRequiredResult | undefined;
}

/** @param hasForms whether the client of the session said that it shows forms */
export function questionsIn(
  { mcpReq, http }: ServerContext,
  hasForms: boolean,
  openQuestions: OpenQuestions,
): Questions {
  const { envelope } = mcpReq;
  if (envelope !== undefined) {
    const isAble = showsForms(jsonField(jsonField(envelope, CLIENT_CAPABILITIES_META_KEY), 'elicitation'));
    return isAble ? askingInRounds(mcpReq, openQuestions) : { ask: undefined, open: () => undefined };
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

/** Questions that clients of 2026-07-28 have not answered yet: each answer counts once, and for exactly what was asked. */
export class OpenQuestions {
  readonly #open = new Map<string, { readonly asked: string; readonly until: number }>();

  add(asked: string): string {
    const state = randomText(16);
    this.#open.set(state, { asked, until: now() + longestRound });
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= maxOpen) break;
      this.#open.delete(oldest);
    }
    return state;
  }

  /** Whether an answer with this state belongs to the question; it counts only once. */
  take(state: string | undefined, asked: string): boolean {
    const open = state === undefined ? undefined : this.#open.get(state);
    if (state === undefined || open?.asked !== asked) return false;
    this.#open.delete(state);
    return now() < open.until;
  }
}

/**
 * A client of 2026-07-28 gets the question as the result, and calls again with the answer. A client that forges the
 * answer could as well claim that its user gave it.
 */
function askingInRounds(mcpReq: ServerContext['mcpReq'], openQuestions: OpenQuestions): Questions {
  let open: InputRequiredResult | undefined;
  const ask: TextQuestion = (message, _signal, subject) => {
    const asked = sha256(`${subject} ${message}`);
    const given = inputResponse(mcpReq.inputResponses, approval);
    if (given.kind === 'elicit' && openQuestions.take(mcpReq.requestState(), asked))
      return Promise.resolve(given.action === 'accept');
    const requestState = openQuestions.add(asked);
    const question = inputRequired.elicit({ message, requestedSchema });
    open = inputRequired({ inputRequests: { [approval]: question }, requestState });
    return Promise.resolve(false);
  };
  return { ask, open: () => open };
}

/** Whether a client that declares this can show its user a form. Before there were other kinds, an empty object meant that. */
export function showsForms(elicitation: unknown): boolean {
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return jsonField(elicitation, 'form') !== undefined || jsonField(elicitation, 'url') === undefined;
}
