/** Where a text that is not in a note almost is. */
import { cutBetweenCharacters } from '../excerpt';
import { lineStarts } from '../lines';
import { occurrences } from './text-search';

/** Only so much of a note is looked through: this is a courtesy, not a search. */
const maxSearched = 2_000_000;
const maxWanted = 20_000;
const maxShown = 200;
const maxFound = 3;

interface Folding {
  readonly name: string;
  readonly fold: (text: string) => string;
}

const quotes: readonly (readonly [string, string])[] = [
  ['‘’‚‛′', "'"],
  ['“”„‟″«»', '"'],
];
const quoteOf = new Map(quotes.flatMap(([curly, straight]) => [...curly].map(one => [one, straight])));

/** What may tell a caller's text from the note's; together they leave no difference of these kinds. */
const foldings: readonly Folding[] = [
  { name: 'Unicode form', fold: text => text.normalize('NFC') },
  { name: 'quotes', fold: text => text.replace(/[‘’‚‛′“”„‟″«»]/gu, quote => quoteOf.get(quote) ?? quote) },
  { name: 'dashes', fold: text => text.replace(/[‐‑‒–—−]/gu, () => '-') },
  { name: 'trailing spaces', fold: text => text.replace(/(?<![^\S\n])[^\S\n]+$/gmu, () => '') },
  { name: 'spaces', fold: text => text.replace(/(?<![^\S\n])[^\S\n]+/gu, () => ' ') },
  { name: 'letter case', fold: text => text.toLowerCase() },
];
