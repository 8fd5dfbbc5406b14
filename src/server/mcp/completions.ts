import { type CompleteRequest, type McpServer } from '@modelcontextprotocol/server';
import type { CompletionKind } from '../../vault/app/prompt-notes';
import type { Services } from '../../vault/services';
import { builtInPrompts, builtInPromptNames, asProtocolError, type WithServices } from './prompts';
import { noteTemplate } from './resources';

/** Completes the arguments of prompts and of the note template, from what the caller may see. */
export function registerCompletions(mcp: McpServer, withServices: WithServices): void {
  mcp.server.setRequestHandler('completion/complete', ({ params }, context) =>
    asProtocolError(
      withServices(context, async (services, signal) => {
        const kind = await kindOf(params, services, signal);
        if (kind === undefined) return { completion: { values: [], total: 0, hasMore: false } };
        const path = params.context?.arguments?.['path'];
        const completion = await services.completions.of(
          kind,
          { value: params.argument.value, path },
          signal,
        );
        return { completion: { ...completion } };
      }),
    ),
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
