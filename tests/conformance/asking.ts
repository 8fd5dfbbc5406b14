import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { said } from './samples';

/** Tools that ask their 2025 client for something on the way. */
export function registerAsking(mcp: McpServer): void {
  mcp.registerTool(
    'test_sampling',
    { description: 'Fixture', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      const { content } = await mcpReq.send({
        method: 'sampling/createMessage',
        params: { messages, maxTokens: 100 },
      });
      return said(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  mcp.registerTool(
    'test_elicitation',
    { description: 'Fixture', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const answer = await elicit(mcpReq, message, person);
      return said(`User response: ${JSON.stringify(answer)}`);
    },
  );
  for (const [name, requestedSchema] of [
    ['test_elicitation_sep1034_defaults', defaults],
    ['test_elicitation_sep1330_enums', choices],
  ] as const) {
    mcp.registerTool(name, { description: 'Fixture' }, async ({ mcpReq }) => {
      const answer = await elicit(mcpReq, 'Please choose.', requestedSchema);
      return said(
        `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`,
      );
    });
  }
}

/**
 * Asks on the call's own stream. The SDK's `elicitInput` asks on that of the session, which the client may not have
 * opened yet: then nobody hears, and the call waits for ever.
 */
function elicit(
  { send }: ServerContext['mcpReq'],
  message: string,
  requestedSchema: object,
): Promise<{ action: string; content?: unknown }> {
  return send({ method: 'elicitation/create', params: { message, requestedSchema } });
}

const person = {
  type: 'object' as const,
  properties: {
    username: { type: 'string' as const, description: 'User’s response' },
    email: { type: 'string' as const, description: 'User’s email address' },
  },
  required: ['username', 'email'],
};

const defaults = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, default: 'John Doe' },
    age: { type: 'integer' as const, default: 30 },
    score: { type: 'number' as const, default: 95.5 },
    status: { type: 'string' as const, enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean' as const, default: true },
  },
};

const options = ['option1', 'option2', 'option3'];
const titled = (word: string): { const: string; title: string }[] =>
  ['First', 'Second', 'Third'].map((title, index) => ({
    const: `value${index + 1}`,
    title: `${title} ${word}`,
  }));

const choices = {
  type: 'object' as const,
  properties: {
    untitledSingle: { type: 'string' as const, enum: options },
    titledSingle: { type: 'string' as const, oneOf: titled('Option') },
    legacyEnum: {
      type: 'string' as const,
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array' as const, items: { type: 'string' as const, enum: options } },
    titledMulti: { type: 'array' as const, items: { anyOf: titled('Choice') } },
  },
};
