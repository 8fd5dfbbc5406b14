import { leadingThatFit } from '../../utils/json';
import type { NoteOutline, Outlines } from './outlines';
import type { PagedQuery, PageFields, Pager } from '../paging';

export interface OutlineQuery extends PagedQuery {
  readonly path: string;
  /** Only this heading and what is below it; named like in `findHeading`. */
  readonly heading?: string | undefined;
  /** Levels of nesting to show, 1 for the outermost requested ones; all by default. */
  readonly depth?: number | undefined;
}

export interface OutlinePage extends Omit<NoteOutline, 'section'>, PageFields {
  /** Number of property names that are left out because there are too many. */
  frontmatterKeysOmitted?: number;
}

/** Limit for the names of properties, in bytes of JSON. */
const bytesOfKeys = 1500;

type Row =
  | { readonly kind: 0; readonly item: NoteOutline['headings'][number] }
  | { readonly kind: 1; readonly item: NoteOutline['blocks'][number] };

/** Outlines in pages: headings and blocks in the order of the note. */
export class OutlinePages {
  constructor(private readonly parts: { readonly outlines: Outlines; readonly pager: Pager }) {}

  /**
   * @param maxBytes limit for headings and blocks, in JSON; at least one is always shown
   * @throws ToolFailure as `Outlines.of`, and `invalid_cursor`
   */
  async of(query: OutlineQuery, maxBytes: number, signal: AbortSignal): Promise<OutlinePage> {
    const { outlines, pager } = this.parts;
    const { section, ...whole } = await outlines.of(query.path, signal, query.heading);
    const { startLine, endLine } = section ?? { startLine: 1, endLine: Infinity };
    const isAsked = (item: { startLine: number }): boolean =>
      item.startLine >= startLine && item.startLine <= endLine;
    const headings = whole.headings.filter(isAsked).filter(withinDepth(query.depth ?? Infinity));
    const rows = inOrder(headings, whole.blocks.filter(isAsked));
    const request = { items: rows, keyOf };
    const first = pager.page('get_outline', query, request);
    const items = first.page.map(({ item }) => item);
    const fitting = Math.max(1, leadingThatFit(items, maxBytes));
    const { page, ...rest } =
      fitting < first.page.length ? pager.page('get_outline', { ...query, limit: fitting }, request) : first;
    return {
      ...whole,
      headings: page.flatMap(row => (row.kind === 0 ? [row.item] : [])),
      blocks: page.flatMap(row => (row.kind === 1 ? [row.item] : [])),
      ...shownKeys(whole.frontmatterKeys),
      ...rest,
    };
  }
}

function inOrder(headings: NoteOutline['headings'], blocks: NoteOutline['blocks']): Row[] {
  const rows = [
    ...headings.map((item): Row => ({ kind: 0, item })),
    ...blocks.map((item): Row => ({ kind: 1, item })),
  ];
  return rows.sort((a, b) => a.item.startLine - b.item.startLine || a.kind - b.kind);
}

/** Whether a heading is nested in fewer headings than `depth`; call it for all of them in order. */
function withinDepth(depth: number): (heading: { readonly level: number }) => boolean {
  const above: number[] = [];
  return ({ level }) => {
    while ((above.at(-1) ?? 0) >= level) above.pop();
    above.push(level);
    return above.length <= depth;
  };
}

function keyOf({ kind, item }: Row): (string | number)[] {
  return [item.startLine, kind, item.endLine, 'id' in item ? item.id : ''];
}

function shownKeys(keys: string[]): Pick<OutlinePage, 'frontmatterKeys' | 'frontmatterKeysOmitted'> {
  const shown = leadingThatFit(keys, bytesOfKeys);
  if (shown === keys.length) return { frontmatterKeys: keys };
  return { frontmatterKeys: keys.slice(0, shown), frontmatterKeysOmitted: keys.length - shown };
}
