/** The text that a heading shows: without the syntax of links, emphasis, code and escapes. */
import { linkText } from '../links/links';
import {
  BACKSLASH,
  BACKTICK,
  isEmphasisMark,
  isPunctuation,
  isWhitespace,
  isWordCode,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  RIGHT_BRACKET,
  RIGHT_PARENTHESIS,
  runEnd,
  UNDERSCORE,
} from '../structure/characters';
import { MAX_NESTED_PARENTHESES } from '../structure/limits';
import { firstAtOrBehind, type Enclosure, type NoteStructure, type Span } from '../structure/note-structure';

/** The text between `from` and `to` on one line, as a reader sees it. Linear in its length. */
export function shownText(text: string, structure: NoteStructure, from: number, to: number): string {
  const shown = new ShownText(text, to);
  let at = from;
  for (const token of tokensIn(text, structure, from, to)) {
    if (token.start < at) continue;
    shown.addMarkup(at, token.start);
    shown.addPlain(token.shown);
    at = token.end;
  }
  shown.addMarkup(at, to);
  return shown.toString();
}

interface Token extends Span {
  readonly shown: string;
}

function tokensIn(text: string, structure: NoteStructure, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  for (const links of [structure.links, structure.embeds]) {
    for (const link of within(links, from, to)) {
      tokens.push({ start: link.start, end: link.end, shown: linkText(text, link).displayText });
    }
  }
  for (const enclosure of within(structure.enclosures, from, to)) {
    tokens.push({ start: enclosure.start, end: enclosure.end, shown: enclosedText(text, enclosure) });
  }
  return tokens.sort((one, other) => one.start - other.start || other.end - one.end);
}

function within<Item extends Span>(items: readonly Item[], from: number, to: number): Item[] {
  const found: Item[] = [];
  for (let index = firstAtOrBehind(items, from); index < items.length; index += 1) {
    const item = items[index];
    if (!item || item.start >= to) break;
    found.push(item);
  }
  return found;
}

function enclosedText(text: string, { kind, start, end }: Enclosure): string {
  if (kind === 'html') return '';
  if (kind !== 'code' || text.charCodeAt(start) !== BACKTICK) return text.slice(start, end);
  const marks = runEnd(text, start, end) - start;
  return text.slice(start + marks, end - marks).trim();
}

/** Pieces of text; those that turn out to be syntax are emptied. */
class ShownText {
  private readonly pieces: string[] = [];
  /** The piece of the last run that may start emphasis, by its marks. */
  private readonly openers = new Map<string, number>();
  private readonly brackets: number[] = [];

  constructor(
    private readonly text: string,
    private readonly to: number,
  ) {}

  toString(): string {
    return this.pieces.join('');
  }

  addPlain(piece: string): void {
    this.pieces.push(piece);
  }

  addMarkup(from: number, to: number): void {
    const { text } = this;
    for (let at = from; at < to;) {
      const code = text.charCodeAt(at);
      let end = at + 1;
      if (code === BACKSLASH && end < to && isPunctuation(text.charCodeAt(end))) {
        this.pieces.push(text.charAt(end));
        end += 1;
      } else if (isEmphasisMark(code)) {
        end = runEnd(text, at, to);
        this.addRun(at, end);
      } else if (code === RIGHT_BRACKET) {
        end = this.closeBracket(at, to);
      } else {
        if (code === LEFT_BRACKET) this.brackets.push(this.pieces.length);
        this.pieces.push(text.charAt(at));
      }
      at = end;
    }
  }

  private addRun(start: number, end: number): void {
    const { text, pieces, openers } = this;
    const marks = text.slice(start, end);
    const before = start === 0 ? NaN : text.charCodeAt(start - 1);
    const after = end < this.to ? text.charCodeAt(end) : NaN;
    const inWord = text.charCodeAt(start) === UNDERSCORE && isWordCode(before) && isWordCode(after);
    const opener = openers.get(marks);
    if (opener !== undefined && isText(before) && !inWord) {
      pieces[opener] = '';
      openers.delete(marks);
      return;
    }
    const onlyPaired = marks.startsWith('=') || marks.startsWith('~');
    if (isText(after) && !inWord && (!onlyPaired || marks.length === 2)) openers.set(marks, pieces.length);
    pieces.push(marks);
  }

  /** Removes the brackets and the address of an external link, which the note's structure does not contain. */
  private closeBracket(at: number, to: number): number {
    const opener = this.brackets.pop();
    const end = opener === undefined ? -1 : addressEnd(this.text, at + 1, to);
    if (opener === undefined || end === -1) {
      this.pieces.push(']');
      return at + 1;
    }
    this.pieces[opener] = '';
    return end;
  }
}

/** After `(address)` at `at`, or -1; the limit on nesting keeps the work proportional to the text. */
function addressEnd(text: string, at: number, to: number): number {
  if (text.charCodeAt(at) !== LEFT_PARENTHESIS) return -1;
  let depth = 0;
  for (let end = at; end < to; end += 1) {
    const code = text.charCodeAt(end);
    if (isWhitespace(code)) return -1;
    if (code === LEFT_PARENTHESIS && ++depth > MAX_NESTED_PARENTHESES) return -1;
    if (code === RIGHT_PARENTHESIS && --depth === 0) return end + 1;
  }
  return -1;
}

function isText(code: number): boolean {
  return !Number.isNaN(code) && !isWhitespace(code);
}
