/** The searchable text of a canvas. */
import { countBefore } from '../../utils/collections';
import { isRecord, jsonField } from '../../utils/json';
import { lastName } from '../../utils/text/pieces';
import { canvasValue } from './json-places';

export interface CardStart {
  /** Empty where the canvas gives none. */
  readonly id: string;
  /** In the searched text, 1-based. */
  readonly line: number;
}

interface SearchedCanvas {
  readonly text: string;
  /** In the order of their lines. */
  readonly cards: readonly CardStart[];
}

export interface CardLine {
  readonly card: string;
  /** 1-based. */
  readonly line: number;
}

/** An empty heading between two cards, so that the heading of one does not cover the next. */
const emptyHeading = '#';
const headingLine = /^ {0,3}#{1,6}(?:\s|$)/mu;
const fenceLine = /^ {0,3}(```|~~~)/gmu;

/** Texts of cards, names of files, addresses of links, labels of groups and arrows, with blank lines between them. */
export function searchedCanvas(json: string): SearchedCanvas {
  const root = canvasValue(json);
  const lines: string[] = [];
  const cards: CardStart[] = [];
  let hasHeading = false;
  for (const element of [...listIn(root, 'nodes'), ...listIn(root, 'edges')]) {
    const text = textOf(element);
    if (text.trim() === '') continue;
    // A blank line comes first too: a card that begins with `---` has no frontmatter.
    lines.push(...(hasHeading ? ['', emptyHeading] : []), '');
    const id = jsonField(element, 'id');
    cards.push({ id: typeof id === 'string' ? id : '', line: lines.length + 1 });
    // A card may have more lines than a call can have arguments.
    for (const line of withClosedFence(text).split('\n')) lines.push(line);
    hasHeading = headingLine.test(text);
  }
  return { text: lines.join('\n'), cards };
}

/** The card that a line of the searched text belongs to; undefined before the first. */
export function cardAt(cards: readonly CardStart[], line: number): CardLine | undefined {
  const card = cards[countBefore(cards.length, index => (cards[index]?.line ?? Infinity) <= line) - 1];
  return card && { card: card.id, line: line - card.line + 1 };
}

function listIn(root: unknown, name: 'nodes' | 'edges'): readonly unknown[] {
  const list = jsonField(root, name);
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function textOf(element: unknown): string {
  const field = (name: string): string => {
    const value = jsonField(element, name);
    return typeof value === 'string' ? value : '';
  };
  const name = lastName(field('file')) + field('subpath');
  return ['text', 'label', 'url']
    .map(field)
    .concat(name)
    .filter(text => text !== '')
    .join('\n');
}

/** Closes a code block that is left open, since it ends with its card. */
function withClosedFence(text: string): string {
  const fences = [...text.matchAll(fenceLine)].map(([, fence = '']) => fence);
  return fences.length % 2 === 0 ? text : `${text}\n${fences.at(-1) ?? ''}`;
}
