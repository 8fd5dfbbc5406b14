/** Recognises the seven kinds of HTML blocks by their first line. */
import {
  EXCLAMATION,
  GREATER_THAN,
  LESS_THAN,
  QUESTION,
  SLASH,
  isLetter,
  isWhitespace,
  skipWhitespace,
} from '../../characters';
import { htmlTagEnd, tagNameEnd } from '../../html-tag';
import type { Scan } from '../../scan';

/** Elements whose content is raw text; they end at a closing tag. */
export const rawElements: ReadonlySet<string> = new Set(['script', 'pre', 'style']);

const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div ' +
    'dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html ' +
    'iframe legend li link main menu menuitem meta nav noframes ol optgroup option p param pre section source ' +
    'title summary table tbody td tfoot th thead tr track ul'
  ).split(' '),
);
const MAX_BLOCK_ELEMENT_LENGTH = 10;

export type HtmlOpening =
  | 'raw'
  | 'comment'
  | 'instruction'
  | 'declaration'
  | 'cdata'
  /** A tag of a block element, regardless of what follows it. */
  | 'element'
  /** Any other complete tag that is alone on its line. */
  | 'lone-tag';

export function htmlOpening(scan: Scan, line: number): HtmlOpening | undefined {
  if (scan.codeAt(line) !== LESS_THAN) return undefined;
  const { text, lines } = scan;
  const at = lines.text(line);
  const to = lines.end(line);
  const second = text.charCodeAt(at + 1);
  if (second === QUESTION) return 'instruction';
  if (second === EXCLAMATION) return declarationOpening(text, at);
  const element = elementOpening(text, second === SLASH ? at + 2 : at + 1, to, second === SLASH);
  if (element) return element;
  const tagEnd = htmlTagEnd(text, at, to);
  return tagEnd !== -1 && skipWhitespace(text, tagEnd, to) === to ? 'lone-tag' : undefined;
}

/** All except a lone tag may follow a paragraph's text directly. */
export function opensHtmlInParagraph(scan: Scan, line: number): boolean {
  const opening = htmlOpening(scan, line);
  return opening !== undefined && opening !== 'lone-tag';
}

function declarationOpening(text: string, at: number): HtmlOpening | undefined {
  if (text.startsWith('--', at + 2)) return 'comment';
  if (text.startsWith('[CDATA[', at + 2)) return 'cdata';
  return isLetter(text.charCodeAt(at + 2)) ? 'declaration' : undefined;
}

function elementOpening(
  text: string,
  nameStart: number,
  to: number,
  closing: boolean,
): HtmlOpening | undefined {
  const nameEnd = tagNameEnd(text, nameStart, Math.min(to, nameStart + MAX_BLOCK_ELEMENT_LENGTH + 1));
  const name = text.slice(nameStart, nameEnd).toLowerCase();
  const behind = nameEnd < to ? text.charCodeAt(nameEnd) : NaN;
  const ended = nameEnd === to || isWhitespace(behind) || behind === GREATER_THAN;
  if (!closing && ended && rawElements.has(name)) return 'raw';
  const selfClosed = behind === SLASH && text.charCodeAt(nameEnd + 1) === GREATER_THAN;
  return (ended || selfClosed) && blockElements.has(name) ? 'element' : undefined;
}
