import { withoutClosing } from '../../utils/text/heading-name';
import { ToolFailure } from '../../errors';
import type { DateClock } from '../../utils/dates/dates';
import { lastName } from '../../utils/text/path-parts';
import { type Parts, partsBelow } from '../match/note-parts';
import { PartsMatcher } from '../match/parts-matcher';
import { everyText } from '../match/text-test';
import { nodesOf, type QueryNode } from '../query/language/query-tree';
import { emptyQuery, type Query } from '../query/query';
import type { CharacterKinds } from '../text/character-kinds';
import type { TextFolder } from '../text/folded-text';
import type { CompiledQuery, Term } from './compiled-query';
import { LeafTerms } from './leaf-terms';
import { NoteConditions } from './note-conditions';
import { type TermOptions, TextTerms, within } from './text-terms';
import { TreeCompiler } from './tree-compiler';

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

  #whole({ tree, asked }: Query, namedNote: string | undefined, termOptions: TermOptions): CompiledQuery {
    const { query, mode = 'words' } = asked;
    const leaves = new LeafTerms(query, mode, this.folder, this.kinds);
    if (mode === 'regex') return ofOneTerm(leaves.pattern(query, termOptions.rules), termOptions, true);
    if (tree === undefined) return ofOneTerm(leaves.phrase(query, termOptions.rules), termOptions, false);
    return this.#compile(
      namedNote === undefined ? tree : orNote(tree, namedNote),
      query,
      leaves,
      termOptions,
    );
  }

  #compile(tree: QueryNode, query: string, leaves: LeafTerms, termOptions: TermOptions): CompiledQuery {
    const { folder, kinds, clock } = this;
    const texts = new TextTerms(query, leaves);
    const notes = new NoteConditions({ query, folder, kinds, clock }, texts);
    const compiler = new TreeCompiler(texts, notes);
    compiler.require(tree, termOptions);
    const { parts, rules } = termOptions;
    const needsHeading = compiler.terms.every(({ isOptional = false }) => isOptional);
    if (parts !== undefined && needsHeading) compiler.requireTerm(headingTerm(parts), termOptions);
    const { terms, conditions, isPattern } = compiler;
    const excluded = [...compiler.excluded.values()];
    if (terms.length + excluded.length + conditions.length === 0) throw emptyQuery();
    const asksFiles = parts === undefined && [...nodesOf(tree)].some(namesFiles);
    const ofFiles = asksFiles ? { ofFiles: notes.of(tree, termOptions) } : {};
    return { terms, excluded, conditions, isPattern, rules, ...ofFiles };
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
  const matcher = new PartsMatcher(parts, everyText);
  return { word: '', isWord: false, isSlow: false, needs: () => [], matcher: () => matcher };
}

/** @throws ToolFailure `invalid_argument` for an empty phrase */
function ofOneTerm(term: Term | undefined, { rules, parts }: TermOptions, isPattern: boolean): CompiledQuery {
  if (term === undefined) throw emptyQuery();
  const terms = [parts === undefined ? term : within(parts, term)];
  return { terms, excluded: [], conditions: [], rules, isPattern };
}

function namesFiles(node: QueryNode): boolean {
  return node.kind === 'operator' && (node.name === 'file' || node.name === 'path');
}
