import * as z from 'zod';
import { oneLine } from '../../utils/text/pieces';
import type { ToolContext } from '../tool';

/** Additional fields of results that can be empty. */
export const hinted = {
  hints: z
    .array(z.string())
    .optional()
    .describe('Why the answer may be empty, or may not be what was meant.'),
  unreadable: z
    .array(z.string())
    .optional()
    .describe(
      'Notes with broken YAML, of more than 2 MB or not scanned: they or their properties may be missing here. The first 20.',
    ),
  unreadableCount: z.int().optional(),
  tooLargeCount: z.int().optional(),
  notScannedCount: z.int().optional(),
};

export interface Hinted {
  readonly hints?: readonly string[] | undefined;
  readonly unreadable?: readonly string[] | undefined;
  readonly unreadableCount?: number | undefined;
  readonly tooLargeCount?: number | undefined;
  readonly notScannedCount?: number | undefined;
}

/** The same as lines of text. */
export function hintLines({
  hints = [],
  unreadable = [],
  unreadableCount = 0,
  tooLargeCount = 0,
  notScannedCount = 0,
}: Hinted): string[] {
  const lines = hints.map(hint => oneLine(`Hint: ${hint}`));
  if (unreadable.length === 0) return lines;
  const more = unreadableCount > unreadable.length ? ` and ${unreadableCount - unreadable.length} more` : '';
  const broken = unreadableCount - tooLargeCount - notScannedCount;
  const reasons = [
    ...(broken > 0 ? [`${broken} with broken YAML`] : []),
    ...(tooLargeCount > 0 ? [`${tooLargeCount} of more than 2 MB`] : []),
    ...(notScannedCount > 0 ? [`${notScannedCount} ${notScannedBecause}`] : []),
  ];
  return [...lines, `Not fully read (${reasons.join(', ')}): ${unreadable.map(oneLine).join(', ')}${more}`];
}

const notScannedBecause =
  'not scanned (too large, or the scanning program ended; tried again within minutes)';

interface UnreadableNotes {
  unreadable?: string[];
  unreadableCount?: number;
  tooLargeCount?: number;
  notScannedCount?: number;
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
