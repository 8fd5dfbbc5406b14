import type { ChangedFile, IntendedFile, Journal } from '../journal/journal';

/** A change's files with their contents, as far as the journal kept them. */
export async function loadedFiles(journal: Journal, files: readonly ChangedFile[]): Promise<IntendedFile[]> {
  const loaded: IntendedFile[] = [];
  for (const { before, after, ...rest } of files) {
    loaded.push({
      ...rest,
      before: before === undefined ? undefined : await journal.image(before),
      after: after === undefined ? undefined : await journal.image(after),
    });
  }
  return loaded;
}
