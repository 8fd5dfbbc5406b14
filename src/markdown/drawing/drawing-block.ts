/** Finds the drawing in a note of the plugin Excalidraw. */
import { locateFrontmatter } from '../frontmatter/frontmatter';

const property = /^excalidraw-plugin[ \t]*:/mu;
const opening = /^##? Drawing[ \t]*\r?\n```(compressed-json|json)[ \t]*\r?\n/gmu;

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
  const last = [...text.matchAll(opening)].at(-1);
  if (last === undefined) return undefined;
  const start = last.index + last[0].length;
  const closing = text.indexOf('\n```', start - 1);
  const end = closing < 0 ? text.length : Math.max(start, closing);
  return { isPacked: last[1] === 'compressed-json', start, end };
}
