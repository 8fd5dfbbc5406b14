/** A difference between a caller's text and the note's that an exact edit tolerates, such as another quote mark. */
export interface TextFolding {
  readonly name: string;
  /** Removes the differences of this kind; the number of lines stays. */
  readonly fold: (text: string) => string;
}

const curlyQuotes = /[‘’‚‛′“”„‟″«»]/gu;
const singleQuotes = '‘’‚‛′';
const longDashes = /[‐‑‒–—−]/gu;
const blanks = /[^\S\n]+/gu;

/** Applied in this order, they remove all differences of these kinds. */
export const textFoldings: readonly TextFolding[] = [
  { name: 'Unicode form', fold: text => text.normalize('NFC') },
  {
    name: 'quotes',
    fold: text => text.replace(curlyQuotes, quote => (singleQuotes.includes(quote) ? "'" : '"')),
  },
  { name: 'dashes', fold: text => text.replace(longDashes, () => '-') },
  { name: 'trailing spaces', fold: text => byLine(text, line => line.trimEnd()) },
  {
    name: 'spaces',
    fold: text =>
      byLine(
        text.replace(blanks, () => ' '),
        line => line.trimStart(),
      ),
  },
  { name: 'letter case', fold: text => text.toLowerCase() },
];

/** The text without differences of any kind, or of all kinds but one. */
export function foldedText(text: string, except?: TextFolding): string {
  return textFoldings.reduce((result, folding) => (folding === except ? result : folding.fold(result)), text);
}

function byLine(text: string, change: (line: string) => string): string {
  return text.split('\n').map(change).join('\n');
}
