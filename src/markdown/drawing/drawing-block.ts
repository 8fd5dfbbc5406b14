/** Finds the drawing in a note of the plugin Excalidraw. */
import { locateFrontmatter } from '../frontmatter/frontmatter';

const property = /^excalidraw-plugin[ \t]*:/mu;
const title = '# Drawing';
const opening = /##? Drawing[ \t]*\r?\n```(compressed-json|json)[ \t]*\r?\n/uy;
/** Titles that are looked at, from the end: the plugin writes the drawing last. */
const maxTitles = 100;

export interface DrawingBlock {
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
