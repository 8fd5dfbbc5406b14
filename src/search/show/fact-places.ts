/** Where a note has the tags and properties that a query asks for beside words. */

import { TextNeedle } from '../../utils/text/text-search';
import type { NoteText } from '../index/stored-note';
import type { Span } from '../match/matcher';
import type { TextFolder } from '../text/folded-text';

export interface AskedFacts {
  /** With or without `#`. */
  readonly tags: readonly string[];
  readonly properties: readonly string[];
}

/** The properties of a longer header are found as far as this: characters. */
const maxHeaderLength = 4096;
const ofTag = /[\p{L}\p{M}\p{N}_/-]/u;

/** The first place of each tag and property, in the original text and in its order. */
export function factPlaces(text: NoteText, { tags, properties }: AskedFacts, folder: TextFolder): Span[] {
  const places = [
    ...tags.map(tag => tagPlace(text, folder.fold(tag.replace(/^#/u, () => '')).folded)),
    ...properties.map(name => propertyPlace(text, name)),
  ];
  return places.filter(place => place !== undefined).sort((a, b) => a[0] - b[0]);
}

function tagPlace(text: NoteText, tag: string): Span | undefined {
  const { folded } = text;
  if (tag === '') return undefined;
  const needle = new TextNeedle(tag);
  for (let at = needle.indexIn(folded); at >= 0; at = needle.indexIn(folded, at + tag.length))
    if (isTagAt(text, at, at + tag.length)) return text.originalSpan(at, at + tag.length);
  return undefined;
}

/** Whether a tag stands there, or begins there with a part of its own. */
function isTagAt({ folded, outline }: NoteText, start: number, end: number): boolean {
  const [before, behind] = [folded.charAt(start - 1), folded.charAt(end)];
  if (behind !== '/' && ofTag.test(behind)) return false;
  const field = outline.fieldAt(start);
  if (start < outline.bodyStart) return field === 'tag' && !ofTag.test(before);
  return before === '#' && (field === 'tag' || field === 'heading');
}

function propertyPlace({ original, outline, map }: NoteText, name: string): Span | undefined {
  const [, end] = map.originalSpan(0, outline.bodyStart);
  const wanted = name.toLowerCase();
  let start = 0;
  for (const line of original.slice(0, Math.min(end, maxHeaderLength)).split('\n')) {
    const [key = ''] = line.split(':', 1);
    const bare = key.replace(/^(["'])(.*)\1$/u, (_, _quote, inner: string) => inner);
    if (key.length < line.length && bare.toLowerCase() === wanted) return [start, start + key.length];
    start += line.length + 1;
  }
  return undefined;
}
