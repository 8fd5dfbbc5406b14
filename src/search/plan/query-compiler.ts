/**
 * Compiles queries. Words, phrases and patterns joined by "and" at the top become terms and excluded terms, which affect
 * a note's score; everything else becomes conditions on whole notes.
 */

import { ToolFailure } from '../../errors';
import type { DateClock } from '../../utils/dates/dates';
import { immediately } from '../../utils/slicing/steps';
import { withoutClosing } from '../../utils/text/heading-name';
import { lastName } from '../../utils/text/path-parts';
import { holds, type MatchRules } from '../match/matcher';
import { matchTest, type Parts, partsBelow, partsMatcher } from '../match/note-parts';
import {
  joinedTest,
  type Joining,
  nodesOf,
  type OperatorNode,
  type Place,
  type QueryNode,
  type SingleNode,
} from '../query/language/query-tree';
import { emptyQuery, type Query } from '../query/query';
import type { CharacterKinds } from '../text/character-kinds';
import type { TextFolder } from '../text/folded-text';
import type { CompiledQuery, ConditionNote, NoteCondition, PlacedCondition, Term } from './compiled-query';
import { eitherTerm, joiningSteps, TermCompiler, type TermOptions, within, withoutModifiers } from './terms';
import { ValueTests } from './value-tests';

/** How the words of one store are read. */
interface QueryReading {
  readonly folder: TextFolder;
  readonly kinds: CharacterKinds;
  /** Parses dates such as `today`; without it, only ISO dates are known. */
  readonly clock?: DateClock | undefined;
}

/**
 * @param namedNote the path of a note whose file name the query is: it is found, too, and first
 * @throws ToolFailure `invalid_argument`, `invalid_query` for a query that cannot be run
 */
export function compileQuery(
  { tree, asked }: Query,
  { folder, kinds, clock }: QueryReading,
  namedNote?: string,
): CompiledQuery {
  const { query, mode, heading, caseSensitive = false, wholeWord = false } = asked;
  const rules = { kinds, caseSensitive, wholeWord };
  const texts = new TermCompiler(asked, folder, kinds);
  const below = heading === undefined ? undefined : partsBelow(headingNames(heading, folder));
  const compiler = new QueryCompiler(texts, new ValueTests(query, folder, clock), rules, below);
  if (mode === 'regex') return compiler.ofOneTerm(texts.pattern(query, rules), true);
  if (tree === undefined) return compiler.ofOneTerm(texts.phrase(query, rules), false);
  return compiler.ofTree(namedNote === undefined ? tree : orNote(tree, namedNote));
}

/** @throws ToolFailure `invalid_argument` */
function headingNames(heading: string, folder: TextFolder): string[] {
  const names = heading
    .split('::')
    .map(name => folder.fold(withoutClosing(name.replace(/^\s*#{1,6}\s+/u, () => ''))).folded.trim());
  if (names.includes(''))
    throw new ToolFailure('invalid_argument', '`heading` is not the text of a heading.', {
      hint: 'Give the text of a heading, or the headings above it and its text with `::` between.',
    });
  return names;
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

function namesFiles(node: QueryNode): boolean {
  return node.kind === 'operator' && (node.name === 'file' || node.name === 'path');
}

class QueryCompiler {
  readonly #excluded = new Map<string, Term>();
  readonly #conditions: PlacedCondition[] = [];
  readonly #terms = new Map<string, Term>();
  readonly #heading: Term | undefined;
  #patterns = 0;

  /** @param below the parts that are searched; undefined for whole notes */
  constructor(
    private readonly texts: TermCompiler,
    private readonly values: ValueTests,
    private readonly rules: MatchRules,
    private readonly below: Parts | undefined,
  ) {
    const matcher = below && partsMatcher(below, matchTest(undefined));
    this.#heading = matcher && { word: '', isWord: false, isSlow: false, sought: () => ({ matcher }) };
  }

  /** @throws ToolFailure `invalid_argument` for an empty phrase */
  ofOneTerm(term: Term | undefined, isPattern: boolean): CompiledQuery {
    if (term === undefined) throw emptyQuery();
    this.#requireTerm(this.#placed(term), '');
    return this.#compiled(isPattern);
  }

  /** @throws ToolFailure `invalid_query` that names the place */
  ofTree(tree: QueryNode): CompiledQuery {
    const options = { rules: this.rules };
    this.#require(tree, options);
    if (this.#terms.size + this.#excluded.size + this.#conditions.length === 0) throw emptyQuery();
    const isAsked = [...this.#terms.values()].some(({ role }) => role === undefined);
    if (this.#heading !== undefined && !isAsked) this.#terms.set('', this.#heading);
    const isPattern = this.#patterns > 0 && this.#patterns === this.#terms.size;
    const asksFiles = this.#heading === undefined && [...nodesOf(tree)].some(namesFiles);
    return {
      ...this.#compiled(isPattern),
      ...(asksFiles ? { ofFiles: this.#condition(tree, options) } : {}),
    };
  }

  #compiled(isPattern: boolean): CompiledQuery {
    const [terms, excluded] = [[...this.#terms.values()], [...this.#excluded.values()]];
    return {
      ...{ terms, excluded, conditions: this.#conditions, rules: this.rules, isPattern },
      ...(this.#heading === undefined ? {} : { heading: this.#heading }),
    };
  }

  #require(given: QueryNode, options: TermOptions): void {
    const [node, termOptions] = withoutModifiers(given, options);
    if (node.kind === 'all') for (const child of node.nodes) this.#require(child, termOptions);
    else if (node.kind === 'any') this.#requireAny(node, termOptions);
    else if (node.kind === 'not') this.#exclude(node.node, termOptions, node.place);
    else {
      const term = this.#termOf(node, termOptions);
      if (node.kind === 'pattern') this.#patterns += 1;
      if (term !== undefined) this.#requireTerm(term, keyOf(term, termOptions));
      else if (!isText(node)) this.#ask(node, termOptions, node.place);
    }
  }

  /** A term that is given twice counts twice. */
  #requireTerm(term: Term, key: string): void {
    const { times = 0 } = this.#terms.get(key) ?? {};
    this.#terms.set(key, { ...term, times: times + 1 });
  }

  #requireAny(node: QueryNode, termOptions: TermOptions): void {
    const terms = this.#alternatives(node, termOptions);
    if (terms !== undefined) {
      const either = eitherTerm(terms);
      this.#requireTerm(this.#placed(either), keyOf(either, termOptions));
      return;
    }
    this.#ask(node, termOptions, node.place);
    for (const term of this.#lifting(node, termOptions))
      this.#requireTerm({ ...term, role: 'alternative' }, keyOf(term, termOptions));
  }

  #ask(node: QueryNode, termOptions: TermOptions, place: Place): void {
    this.#conditions.push({ ...this.#condition(node, termOptions), place });
  }

  /** @param place of the whole exclusion */
  #exclude(given: QueryNode, options: TermOptions, place: Place): void {
    const [node, termOptions] = withoutModifiers(given, options);
    if (node.kind === 'not') this.#require(node.node, termOptions);
    else if (node.kind === 'any') for (const child of node.nodes) this.#exclude(child, termOptions, place);
    else {
      const term = this.#termOf(node, termOptions);
      if (term === undefined) this.#ask({ kind: 'not', node, place }, termOptions, place);
      else this.#excluded.set(keyOf(term, termOptions), term);
    }
  }

  #termOf(node: QueryNode, termOptions: TermOptions): Term | undefined {
    const term = this.texts.of(node, termOptions);
    return term && this.#placed(term);
  }

  /** The term where it counts: below headings, or anywhere. */
  #placed(term: Term): Term {
    return this.below === undefined ? term : { ...within(this.below, term), anywhere: term };
  }

  /** The terms of which one is enough; undefined if the node contains anything else. */
  #alternatives(given: QueryNode, options: TermOptions): Term[] | undefined {
    const [node, termOptions] = withoutModifiers(given, options);
    if (node.kind !== 'any') {
      const term = this.texts.of(node, termOptions);
      return term && [term];
    }
    const terms = node.nodes.map(child => this.#alternatives(child, termOptions));
    const known = terms.filter(found => found !== undefined);
    return known.length === terms.length ? known.flat() : undefined;
  }

  /** The terms whose occurrence raises a note's score. */
  #lifting(given: QueryNode, options: TermOptions): Term[] {
    const [node, termOptions] = withoutModifiers(given, options);
    if (node.kind === 'all' || node.kind === 'any')
      return node.nodes.flatMap(child => this.#lifting(child, termOptions));
    return [this.#termOf(node, termOptions) ?? []].flat();
  }

  /** @throws ToolFailure `invalid_query` that names the place */
  #condition(given: QueryNode, options: TermOptions): NoteCondition {
    return joinedTest(given, joiningConditions, single => {
      const [node, termOptions] = withoutModifiers(single, options);
      return node === single ? this.#single(single, options) : this.#condition(node, termOptions);
    });
  }

  #single(node: SingleNode, termOptions: TermOptions): NoteCondition {
    const { isCased = false } = termOptions;
    if (node.kind === 'property') {
      const test = this.values.ofProperties(node, isCased);
      return { reads: 'facts', holdsOf: note => immediately(test(note.properties, note.onCut)) };
    }
    if (node.kind === 'operator' && (node.name === 'path' || node.name === 'file' || node.name === 'tag'))
      return this.#ofNames(node.name, node, isCased);
    const matcher = this.#termOf(node, termOptions)?.sought().matcher;
    // For an empty phrase: every note matches.
    if (matcher === undefined) return { reads: 'text', holdsOf: () => immediately(true) };
    return {
      reads: 'text',
      *holdsOf({ title, text = title }) {
        return (yield* holds(matcher, text)) || (yield* holds(matcher, title));
      },
    };
  }

  #ofNames(name: 'path' | 'file' | 'tag', { operand }: OperatorNode, isCased: boolean): NoteCondition {
    const test = this.values.ofNames(name, operand, isCased);
    if (name === 'tag') return { reads: 'facts', holdsOf: note => immediately(test(note.tags, note.onCut)) };
    const subject = (path: string): string => (name === 'path' ? path : lastName(path));
    return { reads: 'path', holdsOf: note => immediately(test([subject(note.path)], note.onCut)) };
  }
}

function isText(node: QueryNode): boolean {
  return node.kind === 'word' || node.kind === 'phrase' || node.kind === 'pattern';
}

/** The same word with case-sensitive matching is a different term. */
function keyOf({ word }: Term, { rules, isContent = false }: TermOptions): string {
  return JSON.stringify([word, rules.caseSensitive, isContent]);
}

const joining = joiningSteps<ConditionNote>();
const joiningConditions: Joining<NoteCondition> = {
  all: all => ({ reads: mostRead(all), holdsOf: joining.all(all.map(({ holdsOf }) => holdsOf)) }),
  any: all => ({ reads: mostRead(all), holdsOf: joining.any(all.map(({ holdsOf }) => holdsOf)) }),
  not: ({ reads, holdsOf }) => ({ reads, holdsOf: joining.not(holdsOf) }),
};

function mostRead(conditions: readonly NoteCondition[]): NoteCondition['reads'] {
  const all = conditions.map(({ reads }) => reads);
  return all.includes('text') ? 'text' : all.includes('facts') ? 'facts' : 'path';
}
