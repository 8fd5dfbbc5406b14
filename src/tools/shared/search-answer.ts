/** What `search` returns: its structured content and its text. */

import * as z from 'zod';
import { counted, oneLine } from '../../utils/text/pieces';
import { hinted, paged } from './fields';
import { indentedText, isNameOf, titledPath } from './text-lines';

const hit = z.object({
  path: z.string(),
  title: z.string(),
  score: z.number(),
  modified: z.string(),
  matches: z.array(
    z.object({
      line: z.int().describe('Of the note, or of the card of a canvas.'),
      card: z.string().optional().describe('The id of the card or arrow of a canvas.'),
      field: z.string().describe('title, alias, heading, tag, frontmatter or body.'),
      inCode: z.literal(true).optional().describe('The match is in code.'),
      heading: z.string().optional().describe('The headings above, joined by `::`.'),
      match: z.enum(['form', 'near']).optional().describe('Only other forms of the words, or similar words.'),
      text: z.string(),
      ranges: z.array(z.array(z.int())).describe('[start, end) of each match in `text`, in UTF-16 units.'),
    }),
  ),
  moreMatches: z.int().optional().describe('Matches beyond those shown.'),
  partial: z.literal(true).optional().describe('The note lacks some of the words.'),
  missing: z.array(z.string()).optional().describe('Words that it lacks, rarest first, at most ten.'),
  extracted: z.literal(true).optional().describe('The text of a PDF or image, read by another plugin.'),
});

export const searchOutput = z.object({
  ...paged,
  totalCount: z.int().describe('Notes with all of the words.'),
  totalMatches: z.int().describe('Of the words in these notes; conditions such as `tag:` have none.'),
  partialCount: z.int().optional().describe('Notes that lack some of the words, listed after those.'),
  results: z.array(hit),
  suggestions: z.array(z.string()).optional().describe('Similar words, if nothing was found.'),
  truncated: z.literal(true).optional().describe('Slow pattern: not all notes have been searched yet.'),
  ...hinted,
});

type Answer = z.input<typeof searchOutput>;
type Hit = Answer['results'][number];
type Match = Hit['matches'][number];

/** At most this many missing words are named, the rarest first. */
const maxMissing = 3;

/** Like grep: per note its path, its title where it is not the name, then `line: text` with new headings. */
export function searchText(answer: Answer): string {
  const { results, suggestions } = answer;
  const near = suggestions === undefined ? [] : [`Similar words: ${suggestions.map(oneLine).join(', ')}`];
  return [summary(answer), ...results.map(noteText), ...near].join('\n\n');
}

function summary({ totalCount, totalMatches, partialCount }: Answer): string {
  const notes = counted(totalCount, 'note');
  // A query with only conditions finds notes without matches in their text.
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
  const others = matches.filter(match => !isTitle(match, { path, title }));
  // A heading that repeats the title at least says where the text is.
  const lines = (others.length > 0 ? others : matches.filter(({ field }) => field === 'heading')).map(
    match => {
      const { heading = shown, field } = match;
      const isNew = heading !== shown && field !== 'heading';
      shown = heading;
      const { card, line } = match;
      const place = card === undefined ? `${line}` : `card ${card} ${line}`;
      const below = isNew ? ` (${belowTitle(heading, title)})` : '';
      return oneLine(`${place}:${kindOf(match)}${below}`) + indentedText(match.text);
    },
  );
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
