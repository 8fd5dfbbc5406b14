import { withoutClosing } from '../../utils/text/heading-name';
import { ToolFailure } from '../../errors';
import type { DateClock } from '../../utils/dates/dates';
import { lastName } from '../../utils/text/path-parts';
import type { CharacterKinds } from '../text/character-kinds';
import type { TextFolder } from '../text/folded-text';
import { LeafTerms } from './compile/leaf-terms';
import { NoteConditions } from './compile/note-conditions';
import { TreeCompiler } from './compile/tree-compiler';
import { type TermOptions, TextTerms, within } from './compile/text-terms';
import { type Parts, partsBelow } from './parts/note-parts';
import { regexTerm } from './finders/regex-finder';
import { ScopedFinder } from './parts/scoped-finder';
import { everyText } from './conditions/text-test';
import { nodesOf, type QueryNode } from './language/query-tree';
import type { CompiledQuery, Term } from './compiled-query';
import { emptyQuery, type Query, type SearchMode } from './query';

/** Compiles queries. Keep one instance: it remembers how characters fold. */
export class QueryCompiler {
  /** @param clock parses dates such as `today`; without it, only ISO dates are known */
  constructor(
    private readonly folder: TextFolder,
    private readonly kinds: CharacterKinds,
    private readonly clock: DateClock | undefined,
  ) {}

  /**
   * @param namedNote the path of a note whose file name the query is: it is found, too, and first
   * @throws ToolFailure `invalid_argument`, `invalid_query` for a query that cannot be run
   */
  compile(query: Query, namedNote?: string): CompiledQuery {
    const { caseSensitive = false, wholeWord = false, heading } = query.asked;
    const rules = { kinds: this.kinds, caseSensitive, wholeWord };
    if (heading === undefined) return this.#whole(query, namedNote, { rules });
    const parts = this.#below(heading);
    const { terms: anywhere } = this.#whole(query, namedNote, { rules });
    const below = { term: headingTerm(parts), anywhere };
    return { ...this.#whole(query, namedNote, { rules, parts }), below };
  }

  #whole(parsed: Query, namedNote: string | undefined, termOptions: TermOptions): CompiledQuery {
    const { tree, asked } = parsed;
    const { query, mode = 'words' } = asked;
    if (mode === 'regex') return ofOneTerm(regexTerm(query, termOptions.rules), termOptions, true);
    if (tree === undefined) return this.#phrase(query, termOptions);
    return this.#compile(namedNote === undefined ? tree : orNote(tree, namedNote), query, mode, termOptions);
  }

  #phrase(query: string, termOptions: TermOptions): CompiledQuery {
    const leaves = new LeafTerms(query, 'phrase', this.folder, this.kinds);
    const term = leaves.phrase(query, termOptions.rules);
    if (term === undefined) throw emptyQuery();
    return ofOneTerm(term, termOptions, false);
  }

  #compile(tree: QueryNode, query: string, mode: SearchMode, termOptions: TermOptions): CompiledQuery {
    const { folder, kinds, clock } = this;
    const leaves = new LeafTerms(query, mode, folder, kinds);
    const texts = new TextTerms(query, leaves);
    const notes = new NoteConditions({ query, folder, kinds, clock }, texts);
    const compiler = new TreeCompiler(folder, texts, notes);
    compiler.require(tree, termOptions);
    const { parts } = termOptions;
    const needsHeading = compiler.terms.every(({ isOptional = false }) => isOptional);
    if (parts !== undefined && needsHeading) compiler.requireTerm(headingTerm(parts), termOptions);
    const { terms, filters, conditions, conditionPlaces, isPattern } = compiler;
    const excluded = [...compiler.excluded.values()];
    if (terms.length + excluded.length + filters.length + conditions.length === 0) throw emptyQuery();
    const asksFiles = parts === undefined && [...nodesOf(tree)].some(namesFiles);
    const asked = { terms, excluded, filters, conditions, conditionPlaces };
    return {
      ...asked,
      isPattern,
      rules: termOptions.rules,
      ...(asksFiles ? { ofFiles: notes.of(tree, termOptions) } : {}),
    };
  }

  /** @throws ToolFailure `invalid_argument` */
  #below(heading: string): ReturnType<typeof partsBelow> {
    const names = heading
      .split('::')
      .map(name => this.folder.fold(withoutClosing(name.replace(/^\s*#{1,6}\s+/u, () => ''))).folded.trim());
    if (names.includes(''))
      throw new ToolFailure('invalid_argument', '`heading` names no heading.', {
        hint: 'Give the text of a heading, or the headings above it and its text with `::` between.',
      });
    return partsBelow(names);
  }
}

/** What the tree asks for, or the note at a path. */
function orNote(tree: QueryNode, path: string): QueryNode {
  const { place } = tree;
  const name = lastName(path).replace(/\.md$/iu, () => '');
  const operand: QueryNode = { kind: 'phrase', text: path, place };
  const ofPath: QueryNode = { kind: 'operator', name: 'path', operand, place };
  const note: QueryNode = { kind: 'all', nodes: [ofPath, { kind: 'phrase', text: name, place }], place };
  return { kind: 'any', nodes: [tree, note], place };
}

/** Finds what is below headings. */
function headingTerm(parts: Parts): Term {
  return { word: '', isWord: false, isSlow: false, makeFinder: () => new ScopedFinder(parts, everyText) };
}

function ofOneTerm(term: Term, { rules, parts }: TermOptions, isPattern: boolean): CompiledQuery {
  const none = { excluded: [], filters: [], conditions: [], conditionPlaces: [] };
  return { ...none, terms: [parts === undefined ? term : within(parts, term)], rules, isPattern };
}

function namesFiles(node: QueryNode): boolean {
  return node.kind === 'operator' && (node.name === 'file' || node.name === 'path');
}
