import type { TAbstractFile, TFile } from 'obsidian';
import { pageOf, type RankPage, scoreWithoutWords } from '../../../search/rank/formula';
import type { FoundNotes } from '../../../search/search';
import { filtered, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { isNote, type VisibleFiles } from '../../access/visible-files';
import { isCanvas } from '../../index/note-texts';
import { noAttachments } from '../../plugins/extracted-texts';

interface FileQuery {
  /** Whether a path meets the query; see `Search.ofFiles`. */
  readonly holds: (path: string) => boolean;
  /** Whether a file passes the filters of the call. */
  readonly accepts: (file: TFile) => boolean;
  readonly page: RankPage;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Finds files that are neither notes nor canvases, by `file:` and `path:`. */
export async function findOtherFiles(
  all: readonly TFile[],
  files: Pick<VisibleFiles, 'seenOf'>,
  { holds, accepts, page, now }: FileQuery,
  loop: SlicedLoop,
): Promise<FoundNotes> {
  const isAsked = (file: TFile): boolean => isOtherFile(file) && accepts(file) && holds(file.path);
  const seen = await files.seenOf(await filtered(all, isAsked, loop), loop);
  // Scored like notes that pass the filters of a query without words.
  const found = seen.map(({ path, stat: { mtime: modified } }) => ({
    path,
    modified,
    matches: 0,
    score: scoreWithoutWords(modified, now),
  }));
  return { ...noAttachments, totalCount: seen.length, notes: pageOf(found, page) };
}

/** Whether a file is neither a note nor a canvas. */
export function isOtherFile(file: TAbstractFile): boolean {
  return !isNote(file) && !isCanvas(file);
}

/** Joins two results with different kinds of files; hints of the second are left out. */
export function combinedFound(one: FoundNotes, other: FoundNotes): FoundNotes {
  return {
    ...one,
    totalCount: one.totalCount + other.totalCount,
    totalMatches: one.totalMatches + other.totalMatches,
    partialCount: one.partialCount + other.partialCount,
    notes: [...one.notes, ...other.notes],
  };
}
