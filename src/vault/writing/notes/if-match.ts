import { ToolFailure } from '../../../errors';
import { unifiedDiffInTurns } from '../../../markdown/diff/diff';
import type { Image } from '../../journal/records';
import { isVersion, type NoteContent } from '../../reading/notes';
import type { WriterContext } from '../writer-context';
import { decodedInTurns } from '../../../utils/bytes';

/** What finds earlier texts of a note that the caller may read. */
type EarlierTexts = Pick<WriterContext, 'journal' | 'files' | 'pipeline'>;

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
  const loop = earlier.pipeline.loop();
  const expected = bytes && (await decodedInTurns(bytes, loop));
  const diff = expected === undefined ? undefined : await unifiedDiffInTurns(expected, note.text, {}, loop);
  throwVersionConflict(note.versionId, diff);
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
