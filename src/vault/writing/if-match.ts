import { ToolFailure } from '../../errors';
import { unifiedDiff } from '../../markdown/diff';
import type { Journal } from '../journal/journal';
import type { NoteText } from '../notes';

/**
 * Proves that a note is still the one that the caller read.
 * @throws ToolFailure `version_conflict` with the present version and, where the text of the expected one is
 * known, what changed since
 */
export async function checkVersion(
  note: NoteText,
  ifMatch: string | undefined,
  journal: Journal,
): Promise<void> {
  if (ifMatch === undefined || ifMatch === note.versionId) return;
  const expected = await journal.textOfVersion(ifMatch);
  throwVersionConflict(note.versionId, expected === undefined ? undefined : unifiedDiff(expected, note.text));
}

export function throwVersionConflict(versionId: string | undefined, diff?: string): never {
  throw new ToolFailure('version_conflict', 'The file is not at the version given as `ifMatch`.', {
    ...(versionId === undefined ? {} : { versionId }),
    ...(diff === undefined ? {} : { diff }),
  });
}
