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
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 }, onStreamOf(mcpReq));
      return said(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  mcp.registerTool(
    'test_elicitation',
    { description: 'Fixture', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const answer = await mcpReq.elicitInput({ message, requestedSchema: person }, onStreamOf(mcpReq));
      return said(`User response: ${JSON.stringify(answer)}`);
    },
  );
  for (const [name, requestedSchema] of [
    ['test_elicitation_sep1034_defaults', defaults],
    ['test_elicitation_sep1330_enums', choices],
  ] as const) {
    mcp.registerTool(name, { description: 'Fixture' }, async ({ mcpReq }) => {
      const answer = await mcpReq.elicitInput(
        { message: 'Please choose.', requestedSchema },
        onStreamOf(mcpReq),
      );
      return said(
        `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`,
      );
    });
  }
}

/** Without this the SDK asks on the session's own stream, which the client may not have opened yet: then nobody hears. */
function onStreamOf({ id }: ServerContext['mcpReq']): { relatedRequestId: typeof id } {
  return { relatedRequestId: id };
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
