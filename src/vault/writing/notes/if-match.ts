import { ToolFailure } from '../../../errors';
import { unifiedDiff } from '../../../markdown/diff/diff';
import type { Steps } from '../../../utils/slicing/steps';
import type { Image, Journal } from '../../journal/journal';
import { isVersion, type NoteContent, type Notes } from '../../reading/notes';
import type { VisibleFiles } from '../../access/visible-files';
import { decoding } from '../pipeline/text-bytes';

/** Where earlier texts of a note are, and which of them the caller may read. */
export interface EarlierTexts {
  readonly journal: Journal;
  readonly notes: Pick<Notes, 'inSlices'>;
  readonly files: Pick<VisibleFiles, 'mayRead'>;
}

/**
 * Proves that a note is still the one that the caller read.
 * @throws ToolFailure `version_conflict` with the present version and, where the text of the expected one is
 * known, what changed since
 */
export async function checkVersion(
  note: NoteContent,
  ifMatch: string | undefined,
  earlier: EarlierTexts,
): Promise<void> {
  if (ifMatch === undefined || ifMatch === note.versionId) return;
  const { journal, notes } = earlier;
  const image = imageOfVersion(note.path, ifMatch, earlier);
  const bytes = image === undefined ? undefined : await journal.image(image);
  const diff = bytes === undefined ? undefined : await notes.inSlices(changesSince(bytes, note.text));
  throwVersionConflict(note.versionId, diff);
}

function* changesSince(bytes: Uint8Array, text: string): Steps<string | undefined> {
  const expected = yield* decoding(bytes);
  return expected === undefined ? undefined : yield* unifiedDiff(expected, text);
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
