import {
  rowsOfPage,
  type Cursors,
  paginate,
  paginateFrom,
  type PageFields,
  type PageOf,
  type PageRequest,
  type SortKey,
} from '../utils/page';
import type { SlicedLoop } from '../utils/slicing/time-slicer';
import type { Access } from './access/access';

export type { PageFields, PageOf };

export interface PagedQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Cuts sorted items into pages. A cursor is bound to the caller's rules and to every member of `query` except `limit` and
 * `cursor`: pass the arguments of the call unchanged, since with one member more or less the cursor is refused.
 */
export class Pager {
  constructor(
    private readonly access: Access,
    private readonly cursors: Cursors,
  ) {}

  /** @throws ToolFailure `invalid_cursor` */
  page<T>(tool: string, query: PagedQuery & object, order: PageOf<T>): { page: readonly T[] } & PageFields {
    const { limit, cursor } = query;
    return paginate({ ...order, limit, cursor, ...this.seal(tool, query) });
  }

  /** Like `page`, with the row of each item: it ends before a row that would make the answer too large. */
  async rows<T, Row>(
    tool: string,
    query: PagedQuery & object,
    order: PageOf<T>,
    rowOf: (item: T) => Row,
    loop: SlicedLoop,
  ): Promise<{ rows: Row[] } & PageFields> {
    const { page, ...asked } = this.page(tool, query, order);
    const rows = await rowsOfPage(page, query.limit, rowOf, loop);
    if (rows.length === page.length) return { rows, ...asked };
    const { page: _shown, ...fitting } = this.page(tool, { ...query, limit: rows.length }, order);
    return { rows, ...fitting };
  }

  /** The place after which the requested page begins. @throws ToolFailure `invalid_cursor` */
  placeBefore(tool: string, query: PagedQuery & object): SortKey | undefined {
    if (query.cursor === undefined) return undefined;
    return this.cursors.keyOf(query.cursor, this.seal(tool, query).binding);
  }

  /** Like `page`, but `items` are only those after `placeBefore`; one more than the page holds is enough. */
  pageFrom<T>(
    tool: string,
    query: PagedQuery & object,
    found: Omit<PageOf<T>, 'compare'> & { readonly totalCount: number; readonly goOn?: SortKey | undefined },
  ): { page: readonly T[] } & PageFields {
    return paginateFrom({ ...found, limit: query.limit, ...this.seal(tool, query) });
  }

  private seal(tool: string, query: object): Pick<PageRequest<unknown>, 'binding' | 'cursors'> {
    return {
      binding: { tool, query: { ...query }, access: this.access.fingerprint },
      cursors: this.cursors,
    };
  }
}
