/**
 * Compiles queries. Words, phrases and patterns joined by "and" at the top become terms and excluded terms, which affect
 * a note's score; everything else becomes conditions on whole notes.
 */

import { ToolFailure } from '../../errors';
import type { DateClock } from '../../utils/dates/dates';
import { immediately } from '../../utils/slicing/steps';
import { withoutClosing } from '../../utils/text/heading-name';
import { lastName } from '../../utils/text/path-parts';
import { type Parts, partsBelow, partsMatcher } from '../match/note-parts';
import { everyText } from '../match/matcher';
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
import { eitherTerm, within } from './term';
import { joiningSteps, TermCompiler, type TermOptions, textTestOf, withoutModifiers } from './term-compiler';
import { namesTest, propertyTest, type ValueReading } from './value-tests';

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
export function compileQuery(query: Query, reading: QueryReading, namedNote?: string): CompiledQuery {
  const { caseSensitive = false, wholeWord = false, heading } = query.asked;
  const rules = { kinds: reading.kinds, caseSensitive, wholeWord };
  const whole = compiledIn(query, reading, namedNote, { rules });
  if (heading === undefined) return whole;
  const parts = partsBelow(headingNames(heading, reading.folder));
  const below = { term: headingTerm(parts), anywhere: whole.terms };
  return { ...compiledIn(query, reading, namedNote, { rules, parts }), below };
}

function compiledIn(
  { tree, asked }: Query,
  { folder, kinds, clock }: QueryReading,
  namedNote: string | undefined,
  termOptions: TermOptions,
): CompiledQuery {
  const { query, mode } = asked;
  const terms = new TermCompiler(asked, folder, kinds);
  const { rules } = termOptions;
  if (mode === 'regex') return ofOneTerm(terms.pattern(query, rules), termOptions, true);
  if (tree === undefined) return ofOneTerm(terms.phrase(query, rules), termOptions, false);
  const asksNote = namedNote === undefined ? tree : orNote(tree, namedNote);
  return new TreeCompiler(terms, { query, folder, clock }).compile(asksNote, termOptions);
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

/** Finds what is below headings. */
function headingTerm(parts: Parts): Term {
  const sought = { matcher: partsMatcher(parts, everyText), needs: [] };
  return { word: '', isWord: false, isSlow: false, sought: () => sought };
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

class TreeCompiler {
  readonly #excluded = new Map<string, Term>();
  readonly #conditions: PlacedCondition[] = [];
  readonly #terms = new Map<string, Term>();
  #patterns = 0;
  #isCut = false;
  readonly #values: ValueReading;

  constructor(
    private readonly texts: TermCompiler,
    values: Omit<ValueReading, 'onCut'>,
  ) {
    this.#values = { ...values, onCut: () => (this.#isCut = true) };
  }

  /** @throws ToolFailure `invalid_query` that names the place */
  compile(tree: QueryNode, termOptions: TermOptions): CompiledQuery {
    this.#require(tree, termOptions);
    const { parts, rules } = termOptions;
    const needsHeading = [...this.#terms.values()].every(({ isOptional = false }) => isOptional);
    if (parts !== undefined && needsHeading) this.#requireTerm(headingTerm(parts), termOptions);
    const [terms, excluded] = [[...this.#terms.values()], [...this.#excluded.values()]];
    const conditions = this.#conditions;
    if (terms.length + excluded.length + conditions.length === 0) throw emptyQuery();
    const asksFiles = parts === undefined && [...nodesOf(tree)].some(namesFiles);
    const ofFiles = asksFiles ? { ofFiles: this.#condition(tree, termOptions) } : {};
    const isPattern = this.#patterns > 0 && this.#patterns === terms.length;
    return { terms, excluded, conditions, isPattern, rules, ...ofFiles };
  }

  #require(given: QueryNode, options: TermOptions): void {
    const [node, termOptions] = withoutModifiers(given, options);
    if (node.kind === 'all') for (const child of node.nodes) this.#require(child, termOptions);
    else if (node.kind === 'any') this.#requireAny(node, termOptions);
    else if (node.kind === 'not') this.#exclude(node.node, termOptions, node.place);
    else {
      const term = this.texts.of(node, termOptions);
      if (node.kind === 'pattern') this.#patterns += 1;
      if (term !== undefined) this.#requireTerm(term, termOptions);
      else if (!isText(node)) this.#ask(node, termOptions, node.place);
    }
  }

  /** A term that is given twice counts twice. */
  #requireTerm(term: Term, termOptions: TermOptions): void {
    const key = keyOf(term, termOptions);
    const { times = 0 } = this.#terms.get(key) ?? {};
    this.#terms.set(key, { ...term, times: times + 1 });
  }

  #requireAny(node: QueryNode, termOptions: TermOptions): void {
    const terms = this.#alternatives(node, termOptions);
    if (terms !== undefined) {
      this.#requireTerm(eitherTerm(terms), termOptions);
      return;
    }
    this.#ask(node, termOptions, node.place);
    for (const term of this.#lifting(node, termOptions))
      this.#requireTerm({ ...term, isOptional: true }, termOptions);
  }

  #ask(node: QueryNode, termOptions: TermOptions, place: Place): void {
    const wasCut = (): boolean => {
      const isCut = this.#isCut;
      this.#isCut = false;
      return isCut;
    };
    this.#conditions.push({ ...this.#condition(node, termOptions), place, wasCut });
  }

  /** @param place of the whole exclusion */
  #exclude(given: QueryNode, options: TermOptions, place: Place): void {
    const [node, termOptions] = withoutModifiers(given, options);
    if (node.kind === 'not') this.#require(node.node, termOptions);
    else if (node.kind === 'any') for (const child of node.nodes) this.#exclude(child, termOptions, place);
    else {
      const term = this.texts.of(node, termOptions);
      if (term === undefined) this.#ask({ kind: 'not', node, place }, termOptions, place);
      else this.#excluded.set(keyOf(term, termOptions), term);
    }
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
    return [this.texts.of(node, termOptions) ?? []].flat();
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
      const test = propertyTest(node, isCased, this.#values);
      return { reads: 'facts', holdsOf: ({ properties }) => immediately(test(properties)) };
    }
    if (node.kind === 'comparison') return { reads: 'path', holdsOf: () => immediately(true) };
    if (node.kind === 'operator' && (node.name === 'path' || node.name === 'file' || node.name === 'tag'))
      return this.#ofNames(node.name, node, isCased);
    // For an empty phrase: every note matches.
    const test = textTestOf(this.texts.of(node, termOptions));
    return {
      reads: 'text',
      *holdsOf({ title, text = title }) {
        return (yield* test.holdsIn(text)) || (yield* test.holdsIn(title));
      },
    };
  }

  #ofNames(name: 'path' | 'file' | 'tag', { operand }: OperatorNode, isCased: boolean): NoteCondition {
    const test = namesTest(name, operand, isCased, this.#values);
    if (name === 'tag') return { reads: 'facts', holdsOf: ({ tags }) => immediately(test(tags)) };
    const subject = (path: string): string => (name === 'path' ? path : lastName(path));
    return { reads: 'path', holdsOf: ({ path }) => immediately(test([subject(path)])) };
  }
}

function isText(node: QueryNode): boolean {
  return node.kind === 'word' || node.kind === 'phrase' || node.kind === 'pattern';
}

/** The same word with case-sensitive matching is a different term. */
function keyOf({ word }: Term, { rules, parts }: TermOptions): string {
  return JSON.stringify([word, rules.caseSensitive, parts !== undefined]);
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
