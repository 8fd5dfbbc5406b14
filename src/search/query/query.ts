import { mapDefined } from '../../utils/collections';
import { ToolFailure } from '../../errors';
import { parseQuery } from './language/query-parser';
import { shownPiece, nodesOf, type QueryNode } from './language/query-tree';

export type SearchMode = 'words' | 'phrase' | 'regex' | 'wildcard' | 'fuzzy';

export interface SearchQuery {
  readonly query: string;
  readonly mode?: SearchMode | undefined;
  readonly caseSensitive?: boolean | undefined;
  readonly wholeWord?: boolean | undefined;
  /** Only text below headings with this text counts; `::` separates the headings above. */
  readonly heading?: string | undefined;
  /** Leaves out notes that have only some of the words. */
  readonly allWords?: boolean | undefined;
  /** Matches words only exactly: no other forms, and no similar words if no note has one. */
  readonly exact?: boolean | undefined;
}

/** Tags and properties that a query requires; excluded ones are left out. */
interface FactsUsed {
  readonly tags: readonly string[];
  readonly properties: readonly string[];
  /** Includes those of alternatives, of which a found note has some. */
  readonly ofSome: { readonly tags: readonly string[]; readonly properties: readonly string[] };
  readonly textWords: readonly string[];
  /** Words that look like tags, without `#`. */
  readonly hashtags: readonly string[];
  /** Whether there is more than required words: an operator, a phrase, `OR`, `-`. */
  readonly hasOperators: boolean;
  /** Whether tags or properties decide which notes are found: then the search waits for all metadata. */
  readonly readsMetadata: boolean;
}

/** A filter that a query requires, and what it asks for. */
interface QueryFilter {
  readonly kind: 'path' | 'file' | 'property';
  /** As errors and hints show it: in backticks. */
  readonly name: string;
  /** The property; '' for the other kinds. */
  readonly property: string;
  /** Undefined if it is not plain text: a comparison, a pattern, or several. */
  readonly text: string | undefined;
}

const maxQueryLength = 4000;

/** A query, parsed once per search: compiling it and explaining its result use the same tree. */
export class Query {
  readonly facts: FactsUsed;

  private constructor(
    readonly asked: SearchQuery,
    /** Undefined for a pattern or phrase, which is taken whole. */
    readonly tree: QueryNode | undefined,
  ) {
    this.facts = this.#factsUsed();
  }

  /** @throws ToolFailure `invalid_argument` for an empty query, `invalid_query` for one that cannot be read */
  static parse(asked: SearchQuery): Query {
    const { query, mode } = asked;
    if (query.trim() === '') throw emptyQuery();
    if (query.length > maxQueryLength)
      throw new ToolFailure('invalid_query', `\`query\` is longer than ${maxQueryLength} characters.`);
    if (mode === 'regex' || mode === 'phrase') return new Query(asked, undefined);
    const tree = parseQuery(query);
    if (tree === undefined) throw emptyQuery();
    return new Query(asked, tree);
  }

  /** The query with excluded words as words, as in `tar -xzf`, and the words; undefined without such words. */
  asCommand(): { readonly query: Query; readonly flags: readonly string[] } | undefined {
    const { asked, tree } = this;
    if (tree?.kind !== 'all' || asked.allWords === true) return undefined;
    const flags = mapDefined(tree.nodes, excludedWord);
    const nodes = tree.nodes.map(node => excludedWord(node) ?? node);
    if (flags.length === 0) return undefined;
    return { query: new Query(asked, { ...tree, nodes }), flags: flags.map(({ text }) => text) };
  }

  /** The filters by folder, file or a property's value; excluded and alternative ones are left out. */
  filters(): QueryFilter[] {
    return this.#nodes(({ kind }) => kind === 'all' || kind === 'operator').flatMap(
      (node): readonly QueryFilter[] => {
        const name = shownPiece(this.asked.query, node.place);
        if (node.kind === 'operator' && (node.name === 'path' || node.name === 'file'))
          return [{ kind: node.name, name, property: '', text: plainText(node.operand) }];
        if (node.kind !== 'property' || node.value === undefined) return [];
        const property = plainText(node.name);
        return property === undefined
          ? []
          : [{ kind: node.kind, name, property, text: plainText(node.value) }];
      },
    );
  }

  #factsUsed(): FactsUsed {
    const namedIn = (nodes: readonly QueryNode[]): Pick<FactsUsed, 'tags' | 'properties'> => ({
      tags: mapDefined(nodes, node => (isTag(node) ? plainText(node.operand) : undefined)),
      properties: mapDefined(nodes, node => (node.kind === 'property' ? plainText(node.name) : undefined)),
    });
    const outside = ({ kind }: QueryNode): boolean => kind !== 'operator' && kind !== 'property';
    const textWords = this.#nodes(outside).flatMap(node => (node.kind === 'word' ? [node.text] : []));
    return {
      ...namedIn(this.#nodes(({ kind }) => kind !== 'not' && kind !== 'any')),
      ofSome: namedIn(this.#nodes(({ kind }) => kind !== 'not')),
      textWords,
      // `#idea`, but not a number such as `#12`.
      hashtags: textWords
        .filter(word => /^#(?=\p{L})[\p{L}\p{N}_/-]+$/u.test(word))
        .map(word => word.slice(1)),
      hasOperators: this.#nodes().some(({ kind }) => kind !== 'word' && kind !== 'all'),
      readsMetadata: this.#nodes().some(node => node.kind === 'property' || isTag(node)),
    };
  }

  #nodes(descends?: (node: QueryNode) => boolean): QueryNode[] {
    return this.tree === undefined ? [] : [...nodesOf(this.tree, descends)];
  }
}

export function emptyQuery(): ToolFailure {
  return new ToolFailure('invalid_argument', '`query` is empty.', {
    hint: 'Give words to look for, or use `list` to see what is there.',
  });
}

function isTag(node: QueryNode): node is QueryNode<'operator'> {
  return node.kind === 'operator' && node.name === 'tag';
}

function excludedWord(node: QueryNode): QueryNode<'word' | 'phrase' | 'pattern'> | undefined {
  return node.kind === 'not' && node.node.kind === 'word' ? node.node : undefined;
}

function plainText(node: QueryNode): string | undefined {
  return node.kind === 'word' || node.kind === 'phrase' ? node.text.trim() : undefined;
}
