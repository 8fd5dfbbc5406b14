import { ToolFailure } from '../../errors';
import { unifiedDiff } from '../../markdown/diff';
import type { Image, Journal } from '../journal/journal';
import { isVersion, type NoteText } from '../notes';
import type { VisibleFiles } from '../visible-files';
import { textOf } from './text-bytes';

/** Where earlier texts of a note are, and which of them the caller may read. */
export interface EarlierTexts {
  readonly journal: Journal;
  readonly files: Pick<VisibleFiles, 'mayRead'>;
}

/**
 * Proves that a note is still the one that the caller read.
 * @throws ToolFailure `version_conflict` with the present version and, where the text of the expected one is
 * known, what changed since
 */
export async function checkVersion(
  note: NoteText,
  ifMatch: string | undefined,
  earlier: EarlierTexts,
): Promise<void> {
  if (ifMatch === undefined || ifMatch === note.versionId) return;
  const image = imageOfVersion(note.path, ifMatch, earlier);
  const bytes = image === undefined ? undefined : await earlier.journal.image(image);
  const expected = bytes === undefined ? undefined : textOf(bytes);
  throwVersionConflict(note.versionId, expected === undefined ? undefined : unifiedDiff(expected, note.text));
}

/** Among the changes of this note alone, also of where it was moved from as long as the caller may read that. */
function imageOfVersion(
  notePath: string,
  versionId: string,
  { journal, files }: EarlierTexts,
): Image | undefined {
  let at = notePath;
  for (const change of journal.newestFirst()) {
    for (const { kind, path, newPath = path, before, after } of change.files.toReversed()) {
      if (kind === 'move' && (at === newPath || at.startsWith(`${newPath}/`))) {
        at = path + at.slice(newPath.length);
        if (!files.mayRead(at)) return undefined;
      }
      if (path !== at) continue;
      const image = [after, before].find(one => one !== undefined && isVersion(one.hash, versionId));
      if (image?.stored !== undefined) return image;
    }
  }
  return undefined;
}

export function throwVersionConflict(versionId: string | undefined, diff?: string): never {
  throw new ToolFailure('version_conflict', 'The file is not at the version given as `ifMatch`.', {
    ...(versionId === undefined ? {} : { versionId }),
    ...(diff === undefined ? {} : { diff }),
  });
}
