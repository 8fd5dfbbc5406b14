/** Finds the drawing in a note of the plugin Excalidraw, and extracts its texts. */
import { unpackedText } from './lz-text';
import { locateFrontmatter } from '../frontmatter/frontmatter';
import { MAX_PARSED_LENGTH } from '../structure/limits';
import { isRecord, jsonField, parsedJson } from '../../utils/json';

export interface DrawingText {
  readonly kind: 'text' | 'frame' | 'link';
  /** Text with its line breaks. */
  readonly text: string;
}

/** Texts of one drawing; later ones are left out. */
export const maxDrawingTexts = 20_000;
/** UTF-16 units; a longer one is left out. */
const maxTextLength = 262_144;
/** UTF-16 units; the lines of a longer note are not compared with the texts of its drawing. */
const maxComparedLength = 1_000_000;
const lineFeed = 10;
/** The block id after a text that the note also contains. */
const blockId = /\s\^\w+\s*$/u;
const frames = new Set<unknown>(['frame', 'magicframe']);

/**
 * The texts, names of frames and links of a drawing's elements, in order, each once; the first `maxDrawingTexts`.
 * @returns undefined for a note without a drawing, and for one that is unreadable or too large
 */
export function drawingTexts(text: string): DrawingText[] | undefined {
  const block = drawingBlock(text);
  return block === undefined ? undefined : textsOf(text, block);
}

/** The text for searching: the packed drawing is replaced by those of its texts that are nowhere else. Lines keep their numbers. */
export function searchedDrawing(text: string): string {
  const block = drawingBlock(text);
  const texts = block === undefined ? undefined : textsOf(text, block);
  if (block === undefined || texts === undefined) return text;
  const before = text.slice(0, block.start);
  const after = text.slice(block.end);
  const compared = before.length > maxComparedLength ? [] : before.split('\n');
  const elsewhere = new Set(compared.map(line => line.replace(blockId, () => '').trim()));
  const said = new Set(
    texts
      .flatMap(({ text: lines }) => lines.split('\n'))
      .map(line => line.trim())
      .filter(line => line !== '' && !elsewhere.has(line)),
  );
  return before + inLines([...said], breaksIn(text, block)) + after;
}

/** One line more than this many breaks; the last one has all remaining texts. */
function inLines(texts: readonly string[], breaks: number): string {
  const lines = texts.slice(0, breaks).map(text => `${text}\n`);
  return lines.join('') + '\n'.repeat(breaks - lines.length) + texts.slice(breaks).join(' · ');
}

function breaksIn(text: string, { start, end }: DrawingBlock): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === lineFeed) count += 1;
  return count;
}

function textsOf(text: string, { isPacked, start, end }: DrawingBlock): DrawingText[] | undefined {
  if (end - start > MAX_PARSED_LENGTH) return undefined;
  const body = text.slice(start, end);
  const scene = isPacked ? unpackedText(body, MAX_PARSED_LENGTH) : body;
  const elements = scene === undefined ? undefined : elementsOf(scene);
  if (elements === undefined) return undefined;
  const found = new Map<string, DrawingText>();
  for (const element of elements) {
    if (isRecord(element)) for (const said of saidBy(element)) found.set(`${said.kind} ${said.text}`, said);
    if (found.size >= maxDrawingTexts) break;
  }
  return [...found.values()];
}

/** Undefined for invalid JSON. */
function elementsOf(scene: string): readonly unknown[] | undefined {
  const value = parsedJson(scene);
  if (value === undefined) return undefined;
  const elements = jsonField(value, 'elements');
  return isRecord(elements) ? Object.values(elements) : [];
}

function saidBy(element: Readonly<Record<string, unknown>>): DrawingText[] {
  const { type, isDeleted, name, link, rawText, originalText, text } = element;
  if (isDeleted === true) return [];
  // The typed text, before links are shown by their names and lines are wrapped.
  const typed = [rawText, originalText, text].find(one => typeof one === 'string' && one !== '');
  return [
    ...(type === 'text' ? filled('text', typed) : []),
    ...(frames.has(type) ? filled('frame', name) : []),
    ...filled('link', link),
  ];
}

function filled(kind: DrawingText['kind'], text: unknown): DrawingText[] {
  const isShown = typeof text === 'string' && text.length <= maxTextLength && text.trim() !== '';
  return isShown ? [{ kind, text }] : [];
}

const property = /^excalidraw-plugin[ \t]*:/mu;
const title = '# Drawing';
const opening = /##? Drawing[ \t]*\r?\n```(compressed-json|json)[ \t]*\r?\n/uy;
/** Titles that are tried, from the end: the plugin writes the drawing last. */
const maxTitles = 100;

interface DrawingBlock {
  /** Base64 of lz-string, not plain JSON. */
  readonly isPacked: boolean;
  /** The content between the fences; UTF-16 offsets of the whole text. */
  readonly start: number;
  readonly end: number;
}

/** Whether a note is a drawing, even an empty one. */
export function isDrawing(text: string): boolean {
  const frontmatter = locateFrontmatter(text);
  if (frontmatter === undefined) return false;
  return property.test(text.slice(frontmatter.bodyStart, frontmatter.bodyEnd));
}

/** Undefined for a note that is no drawing or has none yet. */
export function drawingBlock(text: string): DrawingBlock | undefined {
  if (!isDrawing(text)) return undefined;
  const last = lastOpening(text);
  if (last === undefined) return undefined;
  const start = last.index + last[0].length;
  const closing = text.indexOf('\n```', start - 1);
  const end = closing < 0 ? text.length : Math.max(start, closing);
  return { isPacked: last[1] === 'compressed-json', start, end };
}

function lastOpening(text: string): RegExpExecArray | undefined {
  let at = text.lastIndexOf(title);
  for (let tried = 0; at >= 0 && tried < maxTitles; tried += 1) {
    const start = text[at - 1] === '#' ? at - 1 : at;
    opening.lastIndex = start;
    const found = start === 0 || text[start - 1] === '\n' ? opening.exec(text) : null;
    if (found !== null) return found;
    at = at === 0 ? -1 : text.lastIndexOf(title, at - 1);
  }
  return undefined;
}
