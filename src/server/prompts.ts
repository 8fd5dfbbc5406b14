import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface BuiltInPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const prompts: readonly BuiltInPrompt[] = [
  {
    name: 'daily_review',
    title: 'Review the day',
    description: 'Look through what changed in the vault today and sum it up.',
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
    arguments: [{ name: 'path', description: 'The note.', required: true }],
    text: ({ path = '' }) =>
      `Read the note ${JSON.stringify(path)} with \`read_note\`, then the notes it links to as far as they matter. ` +
      'Give me a summary in a few paragraphs, naming the notes you used. Change nothing.',
  },
  {
    name: 'tidy_tags',
    title: 'Tidy up tags',
    description: 'Find tags that mean the same and propose how to merge them.',
    arguments: [],
    text: () =>
      'List the tags with `list_tags` and find those that differ only in spelling, number or nesting, or that one note alone carries. ' +
      'Propose which to merge into which, with counts. Change nothing until I agree.',
  },
];

/** Offers prompts whose words are ours; what the user gives as arguments is quoted into them. */
export function registerPrompts(mcp: McpServer): void {
  mcp.server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ text: _text, arguments: args, ...prompt }) => ({
      ...prompt,
      arguments: [...args],
    })),
  }));
  mcp.server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt.');
    const given = params.arguments ?? {};
    const missing = prompt.arguments.find(({ name, required }) => required && given[name] === undefined);
    if (missing !== undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is needed.`);
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text(given) } }],
    };
  });
}
