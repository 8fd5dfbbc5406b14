import type { CachedMetadata, TFile } from 'obsidian';
import type { TagPlaces } from '../../../markdown/edits';
import { MAX_PARSED_LENGTH } from '../../../markdown/structure/limits';
import { scanStructure, tooLongToParse } from '../../../markdown/structure/scan-structure';
import type { SliceTurn } from '../../../utils/slicing/time-slicer';
import type { CallerContext } from '../../caller-context';

/**
 * Where the tags of a note's text are, below its frontmatter. A text that is too long to be parsed has those that the
 * app has found, if it has read all of this text.
 * @throws ToolFailure `too_large` for more lines or parts than are read, or a text that the app has not read as it is
 */
export async function tagPlaces(
  file: TFile,
  text: string,
  { app, readiness, slicer }: Pick<CallerContext, 'app' | 'readiness' | 'slicer'>,
  signal: AbortSignal,
): Promise<TagPlaces> {
  if (text.length <= MAX_PARSED_LENGTH) return scanStructure(text, { isLimited: true });
  await readiness.wait(signal, [file.path]);
  return placesIn(text, app.metadataCache.getFileCache(file) ?? {}, slicer.slice({ signal }));
}

async function placesIn(
  text: string,
  { tags = [], sections = [] }: CachedMetadata,
  turn: SliceTurn,
): Promise<TagPlaces> {
  const read = sections.at(-1)?.position.end.offset ?? 0;
  if (read > text.length || /\S/u.test(text.slice(read))) throw tooLongToParse();
  const places: { start: number; end: number }[] = [];
  for (const { tag, position } of tags) {
    const start = position.start.offset;
    const end = start + tag.length;
    if (start < (places.at(-1)?.end ?? 0) || !text.startsWith(tag, start)) throw tooLongToParse();
    places.push({ start, end });
    if (turn.due()) await turn.pause();
  }
  return { tags: places };
}
