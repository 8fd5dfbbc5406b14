import {
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
  type GetPromptResult,
  type McpServer,
} from '@modelcontextprotocol/server';
import { ToolFailure } from '../../errors';
import type { Services } from '../../vault/services';
import type { PromptArgument } from '../../vault/app/prompt-notes';
import type { Grant } from '../../vault/access/access';
import type { ToolAccess } from '../calls/tool-access';
import { grantOf } from './request';

/** Runs work with the services of the request's caller, with the same limits as a tool. */
export type WithServices = <T>(
  context: ServerContext,
  work: (services: Services, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Failures caused by the client; all others are internal errors for it. */
const ofTheClient = new Set(['invalid_cursor', 'invalid_argument', 'too_large']);

/** Results of resources and prompts cannot express failures, so these become protocol errors. */
export async function asProtocolError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const code = ofTheClient.has(error.code)
      ? ProtocolErrorCode.InvalidParams
      : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, `${error.code}: ${error.message}`);
  }
}

interface BuiltInPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Those that its text names: it is listed for tokens that are shown them. */
  readonly tools: readonly string[];
  readonly arguments: readonly PromptArgument[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

export const builtInPrompts: readonly BuiltInPrompt[] = [
  {
    name: 'daily_review',
    title: 'Review the day',
    description: 'Look through what changed in the vault today and sum it up.',
    tools: ['list'],
    arguments: [
      { name: 'date', description: 'The day, such as 2026-11-20; today if left out.', required: false },
    ],
    text: ({ date = 'today' }) =>
      `Review the notes changed on this day: ${date}. Begin with its daily note, ${JSON.stringify(`@daily:${date}`)}, if there is one. ` +
      'Find the others with `list` (recursive, modifiedSince and modifiedUntil), read them, ' +
      'then tell me what happened, which tasks are open, and what I might want to follow up. Change nothing.',
  },
  {
    name: 'summarize_note',
    title: 'Summarise a note',
    description: 'Sum up one note and the notes it links to.',
    tools: ['read_note'],
    arguments: [{ name: 'path', description: 'The note.', required: true, completes: 'path' }],
    text: ({ path = '' }) =>
      `Read the note ${JSON.stringify(path)} with \`read_note\`, then the notes it links to as far as they matter. ` +
      'Give me a summary in a few paragraphs, naming the notes you used. Change nothing.',
  },
  {
    name: 'tidy_tags',
    title: 'Tidy up tags',
    description: 'Find tags that mean the same and propose how to merge them.',
    tools: ['list_tags'],
    arguments: [],
    text: () =>
      'List the tags with `list_tags` and find those that differ only in spelling, number or nesting, or that one note alone carries. ' +
      'Propose which to merge into which, with counts. Change nothing until I agree.',
  },
];

export const builtInPromptNames = builtInPrompts.map(({ name }) => name);

/** Marks content from the vault, for clients that show it. */
const fromVault = { 'lectern-mcp/source': 'vault' };

/** Registers Lectern's own prompts, and those that the vault's owner keeps in a folder. */
export function registerPrompts(mcp: McpServer, access: ToolAccess, withServices: WithServices): void {
  const builtInFor = (grant: Grant): BuiltInPrompt[] =>
    builtInPrompts.filter(prompt => prompt.tools.every(tool => access.shows(tool, grant)));
  mcp.server.setRequestHandler('prompts/list', async (_request, context) => {
    const own = await asProtocolError(
      withServices(context, ({ promptNotes }, signal) => promptNotes.list(builtInPromptNames, signal)),
    );
    return {
      prompts: [
        ...builtInFor(grantOf(context)).map(({ text: _text, tools: _tools, ...prompt }) => listed(prompt)),
        ...own.map(prompt => ({ ...listed(prompt), _meta: fromVault })),
      ],
    };
  });
  mcp.server.setRequestHandler(
    'prompts/get',
    async ({ params: { name, arguments: given = {} } }, context) => {
      const builtIn = builtInFor(grantOf(context)).find(prompt => prompt.name === name);
      if (builtIn !== undefined) return filled(builtIn, given);
      const own = await asProtocolError(
        withServices(context, ({ promptNotes }, signal) =>
          promptNotes.fill(name, given, builtInPromptNames, signal),
        ),
      );
      if (own === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt.');
      return { ...message(own.description, own.text), _meta: fromVault };
    },
  );
}

function listed<P extends { readonly arguments: readonly PromptArgument[] }>(
  prompt: P,
): P & { arguments: { name: string; description?: string; required: boolean }[] } {
  return { ...prompt, arguments: prompt.arguments.map(({ completes: _completes, ...argument }) => argument) };
}

function filled(prompt: BuiltInPrompt, given: Readonly<Record<string, string>>): GetPromptResult {
  const missing = prompt.arguments.find(({ name, required }) => required && given[name] === undefined);
  if (missing !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is required.`);
  return message(prompt.description, prompt.text(given));
}

function message(description: string, text: string): GetPromptResult {
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}
