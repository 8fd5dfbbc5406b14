import type { ErrorCode } from '../../errors';
import type { WriteCall } from '../../vault/writing/pipeline/pipeline';
import type { ToolContext } from '../tool';

/** The arguments that all writing tools share, and those of some that are text. */
interface Arguments {
  readonly dryRun?: boolean;
  readonly diffLines?: number | undefined;
  readonly content?: string | undefined;
  readonly notes?: readonly { readonly content: string }[] | undefined;
  readonly edits?: NewTexts;
  readonly changes?: readonly { readonly edits: NewTexts }[];
}
type NewTexts = readonly { readonly newText: string }[];

/** The parts of a call that the pipeline needs. */
export function writeCall(
  tool: string,
  { dryRun = false, diffLines, content = '', notes = [], edits = [], changes = [] }: Arguments,
  context: ToolContext,
): WriteCall {
  const { client, signal, progress, waitForUser, askInClient } = context;
  const newTexts = [edits, ...changes.map(change => change.edits)].flat().map(({ newText }) => newText);
  const hints = [
    ...escapeHints('content', [content, ...notes.map(note => note.content)]),
    ...escapeHints('newText', newTexts),
  ];
  return { tool, client, dryRun, diffLines, hints, signal, progress, waitForUser, askInClient };
}

/** Of texts whose line breaks came as text; a lower-case letter behind one may make it LaTeX or a path. */
function escapeHints(argument: string, texts: readonly string[]): string[] {
  const bare = texts.filter(text => !text.includes('\n'));
  const plain = bare.map(text => text.replaceAll(/`[^`]*`|\$[^$]*\$/gu, () => ''));
  if (plain.every(text => [...text.matchAll(/\\n(?!\.?\p{Ll})/gu)].length < 2)) return [];
  const named = `\`${argument}\` has no line break but \`\\n\` as text, which is written as it is.`;
  return [`${named} In JSON a line break has one backslash.`];
}

export const writeFailures: readonly ErrorCode[] = [
  'invalid_path',
  'not_found',
  'version_conflict',
  'unsupported_file',
  'invalid_query',
  'too_large',
  'approval_refused',
  'storage_error',
];
