import type { Fields } from './canvas-element';

/** Pixels between a node and the one placed to its right. */
const gap = 40;

/** Default width and height of a new node in pixels, as in Obsidian 1.12. */
const defaultSize = { text: [250, 60], other: [400, 400] } as const;

/**
 * A new node with its position and size: to the right of the last one at the same height, unless given.
 * @param last the previous node, if there is one
 */
export function placedNode(fields: Fields, last: Fields | undefined): Fields {
  const [width, height] = fields['type'] === 'text' ? defaultSize.text : defaultSize.other;
  const { type, x, y, ...rest } = fields;
  const right = last === undefined ? 0 : numberOf(last['x']) + numberOf(last['width']) + gap;
  return {
    ...(type === undefined ? {} : { type }),
    ...rest,
    x: x ?? right,
    y: y ?? numberOf(last?.['y']),
    width: rest['width'] ?? width,
    height: rest['height'] ?? height,
  };
}

/** Programs other than Obsidian write fractions. */
function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : 0;
}
