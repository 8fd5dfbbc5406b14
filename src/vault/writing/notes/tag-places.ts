import type { CachedMetadata, TFile } from 'obsidian';
import type { TagPlaces } from '../../../markdown/edits/tags/inline-tags';
import { tagEnd } from '../../../markdown/structure/characters';
import { MAX_PARSED_LENGTH } from '../../../markdown/structure/limits';
import type { Span } from '../../../markdown/structure/note-structure';
import { scanStructure, tooLongToParse } from '../../../markdown/structure/scan-structure';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import type { CallerContext } from '../../caller-context';

/** A host may keep no more tags of a note. */
const maxKept = 10_000;

/** Whether a change concerns this tag, given without `#`. */
type Concerns = (tag: string) => boolean;

/**
 * The places of the tags in a note's text, below its frontmatter. For a text that is too long to be parsed, those that
 * the app has found.
 * @throws ToolFailure `too_large` for more lines or parts than are read, or if a text that is too long may have an
 * affected tag where the app has found none, or something else where the app has found one
 */
export async function tagPlaces(
  { file, text, concerns }: { readonly file: TFile; readonly text: string; readonly concerns: Concerns },
  { app, readiness, slicer }: Pick<CallerContext, 'app' | 'readiness' | 'slicer'>,
  signal: AbortSignal,
): Promise<TagPlaces> {
  if (text.length <= MAX_PARSED_LENGTH) return scanStructure(text, { isLimited: true });
  await readiness.wait(signal, [file.path]);
  const loop = { slicer, signal };
  const found = app.metadataCache.getFileCache(file) ?? {};
  const tags = await placesIn(text, found, concerns, loop);
  await requireNone(text, readEnd(found, tags), concerns, loop);
  return { tags };
}

async function placesIn(
  text: string,
  { tags = [] }: CachedMetadata,
  concerns: Concerns,
  loop: SlicedLoop,
): Promise<Span[]> {
  const places: Span[] = [];
  await forEachInTurn(tags, loop, ({ tag, position }) => {
    const start = position.start.offset;
    const end = start + tag.length;
    if (start >= (places.at(-1)?.end ?? 0) && text.startsWith(tag, start)) places.push({ start, end });
    else if (concerns(tag.slice(1))) throw tooLongToParse();
  });
  return places;
}

/** Up to where the app knows the tags. */
function readEnd({ sections = [], tags = [] }: CachedMetadata, places: readonly Span[]): number {
  const last = places.at(-1)?.end ?? 0;
  if (tags.length >= maxKept) return last;
  return Math.max(last, sections.at(-1)?.position.end.offset ?? 0);
}

function requireNone(text: string, from: number, concerns: Concerns, loop: SlicedLoop): Promise<void> {
  return forEachInTurn(hashesFrom(text, from), loop, at => {
    const end = tagEnd(text, at, text.length);
    if (end !== -1 && concerns(text.slice(at + 1, end))) throw tooLongToParse();
  });
}

function* hashesFrom(text: string, from: number): Generator<number, void> {
  for (let at = text.indexOf('#', from); at !== -1; at = text.indexOf('#', at + 1)) yield at;
}
