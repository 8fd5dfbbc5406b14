import { ToolFailure } from '../../../errors';
import { unifiedDiff } from '../../../markdown/diff/diff';
import type { Image, Journal } from '../../journal/journal';
import { isVersion, type NoteContent } from '../../reading/notes';
import type { VisibleFiles } from '../../access/visible-files';
import { decoded } from '../../../utils/text/utf8';

/** Finds earlier texts of a note that the caller may read. */
export interface EarlierTexts {
  readonly journal: Journal;
  readonly files: Pick<VisibleFiles, 'mayRead'>;
}

/**
 * Checks that a note is unchanged since the caller read it.
 * @throws ToolFailure `version_conflict` with the current version and, if the text of the expected one is
 * known, the changes since
 */
export async function checkVersion(
  note: NoteContent,
  ifMatch: string | undefined,
  earlier: EarlierTexts,
): Promise<void> {
  if (ifMatch === undefined || ifMatch === note.versionId) return;
  const image = imageOfVersion(note.path, ifMatch, earlier);
  const bytes = image === undefined ? undefined : await earlier.journal.image(image);
  const diff = bytes === undefined ? undefined : changesSince(bytes, note.text);
  throwVersionConflict(note.versionId, diff);
}

function changesSince(bytes: Uint8Array, text: string): string | undefined {
  const expected = decoded(bytes);
  return expected === undefined ? undefined : unifiedDiff(expected, text);
}

/** Searches only the changes of this note, and of its earlier paths while the caller may read those. */
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
