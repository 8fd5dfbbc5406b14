import * as z from 'zod';
import { oneLine } from '../../utils/text/one-line';
import type { ToolContext } from '../tool';

/** Additional fields of results that can be empty. */
export const hinted = {
  hints: z
    .array(z.string())
    .optional()
    .describe('Why the answer may be empty or hold something else than was meant.'),
  unreadable: z
    .array(z.string())
    .optional()
    .describe(
      'Notes whose YAML does not parse, so that they or their properties may be missing here; the first 20.',
    ),
  unreadableCount: z.int().optional(),
};

export interface Hinted {
  readonly hints?: readonly string[] | undefined;
  readonly unreadable?: readonly string[] | undefined;
  readonly unreadableCount?: number | undefined;
}

/** The same as lines of text. */
export function hintLines({ hints = [], unreadable = [], unreadableCount = 0 }: Hinted): string[] {
  const lines = hints.map(hint => oneLine(`Hint: ${hint}`));
  if (unreadable.length === 0) return lines;
  const more = unreadableCount > unreadable.length ? ` and ${unreadableCount - unreadable.length} more` : '';
  return [...lines, `Not fully read (broken YAML): ${unreadable.map(oneLine).join(', ')}${more}`];
}

interface UnreadableNotes {
  unreadable?: string[];
  unreadableCount?: number;
}

/**
 * Adds the notes whose properties could not be read.
 * @param path a folder or note; the whole vault if left out
 */
export async function withUnreadable<Answer>(
  answer: Promise<Answer>,
  path: string | undefined,
  { services, signal }: ToolContext,
): Promise<Answer & UnreadableNotes> {
  const value = await answer;
  return { ...value, ...(await services.hints.unreadableAt(path, signal)) };
}
