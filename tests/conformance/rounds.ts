import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { said } from './samples';

type Asked = ServerContext['mcpReq'];
type InputRequest = ReturnType<typeof inputRequired.elicit>;

/** Of the fixtures alone, and as good as any other for them. */
export const stateCodec = createRequestStateCodec<{ round: number }>({ key: 'k'.repeat(32) });

const elicit = (message: string, name: string): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  });
const confirmation = inputRequired.elicit({
  message: 'Please confirm',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
});
const sample = (question: string): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 100,
  });

const capabilitySet = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z.unknown().optional(),
    sampling: z.unknown().optional(),
  }),
});

const has = ({ inputResponses = {} }: Asked, ...keys: readonly string[]): boolean =>
  keys.every(key => Object.hasOwn(inputResponses, key));

/** Tools and a prompt of 2026-07-28 that answer with what they need first. */
export function registerRounds(mcp: McpServer): void {
  const description = 'Fixture';
  const name = 'test_input_required_result';
  mcp.registerTool(`${name}_elicitation`, { description }, ({ mcpReq }) => {
    const accepted = acceptedContent(mcpReq.inputResponses, 'user_name');
    if (typeof accepted?.['name'] === 'string') return said(`Hello, ${accepted['name']}!`);
    return inputRequired({ inputRequests: { user_name: elicit('What is your name?', 'name') } });
  });
  mcp.registerTool('test_streaming_elicitation', { description }, () =>
    inputRequired({ inputRequests: { user_name: elicit('What is your name?', 'name') } }),
  );
  // What the client did not say that it can is refused before it is asked.
  mcp.registerTool('test_missing_capability', { description }, () =>
    inputRequired({ inputRequests: { greeting: sample('Generate a greeting') } }),
  );
  mcp.registerTool(`${name}_sampling`, { description }, ({ mcpReq }) => {
    if (has(mcpReq, 'capital_question')) return said(JSON.stringify(mcpReq.inputResponses));
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } });
  });
  mcp.registerTool(`${name}_list_roots`, { description }, ({ mcpReq }) => {
    if (has(mcpReq, 'client_roots')) return said(JSON.stringify(mcpReq.inputResponses));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  mcp.registerTool(`${name}_capabilities`, { description }, ({ mcpReq }) => {
    const can = capabilitySet.parse(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
    const inputRequests = {
      ...(can.elicitation === undefined ? {} : { user_name: elicit('What is your name?', 'name') }),
      ...(can.sampling === undefined ? {} : { greeting: sample('Generate a greeting') }),
    };
    return Object.keys(inputRequests).length === 0
      ? said('Nothing can be asked.')
      : inputRequired({ inputRequests });
  });
  mcp.registerPrompt(`${name}_prompt`, { description }, ({ mcpReq }) => {
    const accepted = acceptedContent(mcpReq.inputResponses, 'user_context');
    if (accepted === undefined)
      return inputRequired({
        inputRequests: { user_context: elicit('What context should the prompt use?', 'context') },
      });
    return {
      messages: [{ role: 'user', content: { type: 'text', text: `Use ${JSON.stringify(accepted)}.` } }],
    };
  });
  registerStates(mcp);
}

/** Those whose state goes to the client and back. */
function registerStates(mcp: McpServer): void {
  const description = 'Fixture';
  const name = 'test_input_required_result';
  const state = (round: number): Promise<string> => stateCodec.mint({ round });
  const roundOf = (asked: Asked): number => asked.requestState<{ round: number }>()?.round ?? 0;
  for (const which of ['request_state', 'tampered_state']) {
    mcp.registerTool(`${name}_${which}`, { description }, async ({ mcpReq }) => {
      if (roundOf(mcpReq) === 1 && has(mcpReq, 'confirm')) return said('state-ok');
      return inputRequired({ inputRequests: { confirm: confirmation }, requestState: await state(1) });
    });
  }
  mcp.registerTool(`${name}_multiple_inputs`, { description }, async ({ mcpReq }) => {
    if (roundOf(mcpReq) === 1 && has(mcpReq, 'user_name', 'greeting', 'client_roots'))
      return said('All there.');
    const inputRequests = {
      user_name: elicit('What is your name?', 'name'),
      greeting: sample('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    };
    return inputRequired({ inputRequests, requestState: await state(1) });
  });
  mcp.registerTool(`${name}_multi_round`, { description }, async ({ mcpReq }) => {
    const round = roundOf(mcpReq);
    if (round === 2 && has(mcpReq, 'step2')) return said('Three rounds.');
    const isSecond = round === 1 && has(mcpReq, 'step1');
    const inputRequests = isSecond
      ? { step2: elicit('Step 2: What is your favorite color?', 'color') }
      : { step1: elicit('Step 1: What is your name?', 'name') };
    return inputRequired({ inputRequests, requestState: await state(isSecond ? 2 : 1) });
  });
}
