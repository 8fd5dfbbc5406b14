import type * as z from 'zod';
import { counted, oneLine } from '../../utils/text/pieces';
import { hintLines, indentedText, isNameOf, moreLines, titledPath } from './text-lines';
import type { searchOutput } from './search-output';

type Answer = z.input<typeof searchOutput>;
type Hit = Answer['results'][number];
type Match = Hit['matches'][number];

/** The most missing words that are named; they are the rarest. */
const maxMissing = 3;

/**
 * Like grep, a paragraph for each note: path, title where it is not the name, then `line: text` with new headings.
 * What the path says is not said again.
 */
export function searchText(answer: Answer): string {
  const { results, nextCursor, suggestions } = answer;
  const paragraphs = [summary(answer), ...results.map(noteText)];
  const last = [
    ...(suggestions === undefined ? [] : [`Near words: ${suggestions.map(oneLine).join(', ')}`]),
    ...hintLines(answer),
    ...moreLines(nextCursor),
  ];
  return [...paragraphs, ...(last.length === 0 ? [] : [last.join('\n')])].join('\n\n');
}

function summary({ totalCount, totalMatches, partialCount }: Answer): string {
  const notes = counted(totalCount, 'note');
  // A query of conditions alone finds notes without a match in their texts.
  const isOfNotes = totalCount > 0 && totalMatches === 0;
  const all = isOfNotes ? notes : `${notes}, ${counted(totalMatches, 'match', 'matches')}`;
  if (partialCount === undefined) return all;
  return totalCount === 0
    ? `${counted(partialCount, 'note')} with some of the words`
    : `${all}; ${partialCount} with some of the words`;
}

function lackOf({ partial, missing = [] }: Hit): string {
  if (partial === undefined) return '';
  const named = missing.slice(0, maxMissing).map(oneLine);
  return ` · partial, missing: ${[...named, ...(missing.length === named.length ? [] : ['…'])].join(', ') || 'some words'}`;
}

function noteText(hit: Hit): string {
  const { path, title, modified, matches, moreMatches, extracted } = hit;
  let shown = title;
  const lines = matches
    .filter(match => !isTitle(match, { path, title }))
    .map(match => {
      const { heading = shown, field } = match;
      const isNew = heading !== shown && field !== 'heading';
      shown = heading;
      const { card, line } = match;
      const place = card === undefined ? `${line}` : `card ${card} ${line}`;
      const below = isNew ? ` (${belowTitle(heading, title)})` : '';
      return oneLine(`${place}:${kindOf(match)}${below}`) + indentedText(match.text);
    });
  const more = moreMatches === undefined ? [] : [`(${moreMatches} more)`];
  const kind = extracted === undefined ? '' : ' · extracted text';
  const name = oneLine(`${titledPath({ path, title })} · ${modified.slice(0, 10)}${kind}${lackOf(hit)}`);
  return [name, ...lines, ...more].join('\n');
}

/** Whether a match only repeats what is above it. */
function isTitle({ field, text }: Match, { path, title }: Pick<Hit, 'path' | 'title'>): boolean {
  if (field !== 'title' && field !== 'heading') return false;
  const bare = text
    .replace(/^(?:#+|title:)\s+/u, () => '')
    .replace(/^(["'])(.*)\1$/u, (_, _quote, inner: string) => inner);
  return bare === title || isNameOf(path, bare);
}

/** ` [tag]` and the like where the text does not show it. */
function kindOf({ field, text, inCode }: Match): string {
  if (inCode === true) return ' [code]';
  if (field === 'body' || field === 'heading') return '';
  const isShown =
    field !== 'title' &&
    (/^[^\s:[\]"'-][^:]*:(?:\s|$)/u.test(text) || (field === 'tag' && text.includes('#')));
  return isShown ? '' : ` [${field}]`;
}

/** The headings above a line without the one that only repeats the title. */
function belowTitle(heading: string, title: string): string {
  return heading.startsWith(`${title}::`) ? heading.slice(title.length + 2) : heading;
}
