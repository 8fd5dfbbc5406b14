import { keyedDigest } from '../platform';
import { paginate, paginateFrom, type PageRequest, placeOf, type SortKey } from '../utils/cursor-paginator';
import type { Access } from './access/access';

/** Fields of every paged answer. */
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
  /** All items in the order of their keys. */
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

  /** Behind which place the page begins that is asked for. @throws ToolFailure `invalid_cursor` */
  placeBefore(tool: string, query: PagedQuery & object): SortKey | undefined {
    return query.cursor === undefined ? undefined : placeOf(query.cursor, this.seal(tool, query));
  }

  /** As `page`, where `items` are only those behind `placeBefore`: one more of them than the page holds suffices. */
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
