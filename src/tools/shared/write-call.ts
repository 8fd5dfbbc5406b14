import type { ErrorCode } from '../../errors';
import { withoutReadNumbers } from '../../utils/text/pieces';
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
type NewTexts = readonly { readonly newText: string; readonly startLine?: number | undefined }[];

/** The parts of a call that the pipeline needs. */
export function writeCall(
  { dryRun = false, diffLines, content = '', notes = [], edits = [], changes = [] }: Arguments,
  context: ToolContext,
): WriteCall {
  const { tool, client, signal, progress, waitForUser, askInClient } = context;
  const contents = [content, ...notes.map(note => note.content)].map(newText => ({ newText }));
  const newTexts = [edits, ...changes.map(change => change.edits)].flat();
  const hints = [...textHints('content', contents), ...textHints('newText', newTexts)];
  return { tool, client, dryRun, diffLines, hints, signal, progress, waitForUser, askInClient };
}

const twoItems = /^\s*(?:#|[-*+] |\d+[.)] ).*\\n\s*(?:#|[-*+] |\d+[.)] |\[.\])/u;

/** Frontmatter that is not read as such, because something stands above it. */
const lateProperties =
  /^\s+---[ \t]*\r?\n(?:[\p{L}\d_][^:\n]*:.*\r?\n(?:[ \t-].*\r?\n)*)+---[ \t]*\r?(?:\n|$)/u;

/** Hints on frontmatter that is too late, on line numbers, and on `\n` as text (before a lower-case letter it may be LaTeX or a path). */
function textHints(argument: string, texts: NewTexts): string[] {
  const hints: string[] = [];
  if (texts.some(({ newText }) => lateProperties.test(newText.slice(0, 4096))))
    hints.push(
      `\`${argument}\` begins with white space, so the part between the \`---\` is text, not properties.`,
    );
  if (texts.some(({ newText, startLine }) => withoutReadNumbers(newText, startLine) !== newText))
    hints.push(`The line numbers in \`${argument}\`, such as \`1→\`, were removed.`);
  const bare = texts.map(({ newText }) => newText).filter(text => !text.includes('\n'));
  const plain = bare.map(text => text.replaceAll(/`[^`]*`|\$[^$]*\$/gu, () => ''));
  if (plain.some(text => twoItems.test(text) || [...text.matchAll(/\\n(?!\.?\p{Ll})/gu)].length > 1))
    hints.push(
      `\`${argument}\` has no line breaks, only \`\\n\` as text, which is written as it is. In JSON, a line break has one backslash.`,
    );
  return hints;
}

export const writeFailures: readonly ErrorCode[] = [
  'invalid_path',
  'not_found',
  'target_ambiguous',
  'version_conflict',
  'unsupported_file',
  'invalid_query',
  'too_large',
  'approval_refused',
  'storage_error',
];
