import { keyedDigest } from '../platform';
import { paginate, paginateFrom, type PageRequest, placeOf, type SortKey } from '../utils/cursor-paginator';
import type { Access } from './access/access';

/** Fields of every paged result. */
export interface PageFields {
  totalCount: number;
  hasMore: boolean;
  nextCursor?: string;
}

export interface PagedQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface PageOf<T> {
  /** All items, sorted by key. */
  readonly items: readonly T[];
  readonly keyOf: (item: T) => SortKey;
  readonly compare?: (a: SortKey, b: SortKey) => number;
}

/** Cuts sorted items into pages whose cursors are bound to one caller's rules. */
export class Pager {
  constructor(
    private readonly access: Access,
    private readonly cursorKey: string,
  ) {}

  /** @throws ToolFailure `invalid_cursor` */
  page<T>(
    tool: string,
    query: PagedQuery & object,
    { items, keyOf, compare }: PageOf<T>,
  ): { page: readonly T[] } & PageFields {
    return paginate({
      items,
      keyOf,
      compare,
      limit: query.limit,
      cursor: query.cursor,
      ...this.seal(tool, query),
    });
  }

  /** The place after which the requested page begins. @throws ToolFailure `invalid_cursor` */
  placeBefore(tool: string, query: PagedQuery & object): SortKey | undefined {
    return query.cursor === undefined ? undefined : placeOf(query.cursor, this.seal(tool, query));
  }

  /** Like `page`, but `items` are only those after `placeBefore`; one more than the page holds is enough. */
  pageFrom<T>(
    tool: string,
    query: PagedQuery & object,
    found: Omit<PageOf<T>, 'compare'> & { readonly totalCount: number; readonly goOn?: SortKey | undefined },
  ): { page: readonly T[] } & PageFields {
    return paginateFrom({ ...found, limit: query.limit, ...this.seal(tool, query) });
  }

  private seal(tool: string, query: object): Pick<PageRequest<unknown>, 'binding' | 'digest'> {
    return {
      binding: { tool, query: { ...query }, access: this.access.fingerprint },
      digest: text => keyedDigest(this.cursorKey, text),
    };
  }
}
