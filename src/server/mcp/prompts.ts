import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type McpServer,
  type CompleteRequest,
} from '@modelcontextprotocol/server';
import type { Services } from '../../vault/services';
import type { PromptArgument, CompletionKind } from '../../vault/app/prompt-notes';
import type { Grant } from '../../vault/access/access';
import type { ToolAccess } from '../calls/tool-access';
import { grantOf, type WithServices } from './request';
import { noteTemplate } from './resources';

interface BuiltInPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The tools that its text names: it is listed for tokens that are shown them. */
  readonly tools: readonly string[];
  readonly arguments: readonly PromptArgument[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const builtInPrompts: readonly BuiltInPrompt[] = [
  {
    name: 'daily_review',
    title: 'Review the day',
    description: 'Look through what changed in the vault today and sum it up.',
    tools: ['list'],
    arguments: [
      { name: 'date', description: 'The day, such as 2026-11-20; today if left out.', required: false },
    ],
    text: ({ date = 'today' }) =>
      `Review the notes changed ${/^\d{4}-/u.test(date) ? `on ${date}` : date}. Begin with the daily note, ${JSON.stringify(`@daily:${date}`)}, if there is one. ` +
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
      'List the tags with `list_tags` and find those that differ only in spelling, number or nesting, or that only one note has. ' +
      'Propose which to merge into which, with counts. Change nothing until I agree.',
  },
];

const builtInPromptNames = builtInPrompts.map(({ name }) => name);

/** Marks content from the vault, for clients that show it. */
const fromVault = { 'lectern-mcp/source': 'vault' };

/** Registers Lectern's own prompts, and those that the vault's owner keeps in a folder. */
export function registerPrompts(mcp: McpServer, access: ToolAccess, withServices: WithServices): void {
  const builtInFor = (grant: Grant): BuiltInPrompt[] =>
    builtInPrompts.filter(prompt => prompt.tools.every(tool => access.shows(tool, grant)));
  mcp.server.setRequestHandler('prompts/list', async (_request, context) => {
    const own = await withServices(context, ({ promptNotes }, signal) =>
      promptNotes.list(builtInPromptNames, signal),
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
      const own = await withServices(context, ({ promptNotes }, signal) =>
        promptNotes.fill(name, given, builtInPromptNames, signal),
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

/** Completes the arguments of prompts and of the note template, from what the caller may see. */
export function registerCompletions(mcp: McpServer, withServices: WithServices): void {
  mcp.server.setRequestHandler('completion/complete', ({ params }, context) =>
    withServices(context, async (services, signal) => {
      const kind = await kindOf(params, services, signal);
      if (kind === undefined) return { completion: { values: [], total: 0, hasMore: false } };
      const path = params.context?.arguments?.['path'];
      const typed = { value: params.argument.value, path };
      return { completion: { ...(await services.completions.of(kind, typed, signal)) } };
    }),
  );
}

/** The kind of the named argument; undefined if there is nothing to complete. */
async function kindOf(
  { ref, argument }: CompleteRequest['params'],
  services: Services,
  signal: AbortSignal,
): Promise<CompletionKind | undefined> {
  if (ref.type === 'ref/resource')
    return ref.uri === noteTemplate.uriTemplate && argument.name === 'path' ? 'path' : undefined;
  const builtIn = builtInPrompts.find(({ name }) => name === ref.name);
  const prompt =
    builtIn ??
    (await services.promptNotes.list(builtInPromptNames, signal)).find(({ name }) => name === ref.name);
  const args: readonly { name: string; completes?: CompletionKind }[] = prompt?.arguments ?? [];
  return args.find(({ name }) => name === argument.name)?.completes;
}
