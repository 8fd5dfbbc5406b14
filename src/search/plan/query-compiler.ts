/**
 * Compiles queries. Words, phrases and patterns joined by "and" at the top level become terms, which affect a note's
 * score, and excluded terms; everything else becomes conditions on whole notes.
 */

import { ToolFailure } from '../../errors';
import type { DateClock } from '../../utils/dates';
import { immediately } from '../../utils/slicing/time-slicer';
import { bareHeading, lastName, noteName } from '../../utils/text/pieces';
import { everyText, holds, type MatchRules } from '../match/matcher';
import { type Parts, partsBelow, partsMatcher } from '../match/note-parts';
import {
  joinedTest,
  nodesOf,
  type Place,
  type QueryNode,
  type SingleNode,
} from '../query/language/query-tree';
import { emptyQuery, type Query, type SearchQuery } from '../query/query';
import type { CharacterKinds } from '../text/words';
import type { TextFolder } from '../text/folded-text';
import type { CompiledQuery, NoteCondition, Term } from './compiled-query';
import { TermCompiler, type TermOptions, textTerm, within, withoutModifiers } from './terms';
import { ValueTests } from './value-tests';

interface QueryReading {
  readonly folder: TextFolder;
  readonly kinds: CharacterKinds;
  /** Parses dates such as `today`; without it, only ISO dates are known. */
  readonly clock?: DateClock | undefined;
}

/**
 * @param namedNote the path of the note whose file name is the query: it is found too, and comes first
 * @throws ToolFailure `invalid_argument`, `invalid_query` for a query that cannot be run
 */
export function compileQuery(
  { tree, asked }: Query,
  reading: QueryReading,
  namedNote?: string,
): CompiledQuery {
  const compiler = new QueryCompiler(asked, reading);
  if (tree === undefined) return compiler.ofWhole();
  return compiler.ofTree(namedNote === undefined ? tree : orNote(tree, namedNote));
}

/** @throws ToolFailure `invalid_argument` */
function headingNames(heading: string, folder: TextFolder): string[] {
  const names = heading.split('::').map(name => bareHeading(folder.fold(name).folded));
  if (names.includes(''))
    throw new ToolFailure('invalid_argument', '`heading` is not the text of a heading.', {
      hint: 'Give the text of a heading, or the headings above it and its text, joined by `::`.',
    });
  return names;
}

/** A tree that finds what the tree asks for, and the note at a path. */
function orNote(tree: QueryNode, path: string): QueryNode {
  const { place } = tree;
  const name = noteName(path);
  const operand: QueryNode = { kind: 'phrase', text: path, place };
  const ofPath: QueryNode = { kind: 'operator', name: 'path', operand, place };
  const note: QueryNode = { kind: 'all', nodes: [ofPath, { kind: 'phrase', text: name, place }], place };
  return { kind: 'any', nodes: [tree, note], place };
}

function namesFiles(node: QueryNode): boolean {
  return node.kind === 'operator' && (node.name === 'file' || node.name === 'path');
}

type Condition = Omit<NoteCondition, 'place'>;

class QueryCompiler {
  readonly #excluded = new Map<string, Term>();
  readonly #conditions: NoteCondition[] = [];
  readonly #terms = new Map<string, Term>();
  readonly #rules: MatchRules;
  readonly #texts: TermCompiler;
  readonly #values: ValueTests;
  /** The parts below the heading; undefined if whole notes are searched. */
  readonly #below: Parts | undefined;
  readonly #heading: Term | undefined;

  /** @throws ToolFailure `invalid_argument` */
  constructor(
    private readonly asked: SearchQuery,
    { folder, kinds, clock }: QueryReading,
  ) {
    const { query, heading, caseSensitive = false, wholeWord = false } = asked;
    this.#rules = { kinds, caseSensitive, wholeWord };
    this.#texts = new TermCompiler(asked, folder, kinds);
    this.#values = new ValueTests(query, folder, clock);
    this.#below = heading === undefined ? undefined : partsBelow(headingNames(heading, folder));
    this.#heading = this.#below && textTerm('', partsMatcher(this.#below, everyText), false);
  }

  /** A pattern or phrase, which is taken whole. @throws ToolFailure `invalid_argument` for an empty phrase */
  ofWhole(): CompiledQuery {
    const { query, mode } = this.asked;
    const [texts, rules] = [this.#texts, this.#rules];
    const term = mode === 'regex' ? texts.pattern(query, rules) : texts.phrase(query, rules);
    if (term === undefined) throw emptyQuery();
    this.#requireTerm(this.#placed(term), '');
    return this.#compiled();
  }

  /** @throws ToolFailure `invalid_query` that names the place */
  ofTree(tree: QueryNode): CompiledQuery {
    const options = { rules: this.#rules };
    this.#require(tree, options);
    if (this.#terms.size + this.#excluded.size + this.#conditions.length === 0) throw emptyQuery();
    const isAsked = [...this.#terms.values()].some(({ role }) => role === undefined);
    if (this.#heading !== undefined && !isAsked) this.#terms.set('', this.#heading);
    const asksFiles = this.#heading === undefined && [...nodesOf(tree)].some(namesFiles);
    return this.#compiled(asksFiles ? this.#condition(tree, options) : undefined);
  }

  #compiled(ofFiles?: Condition): CompiledQuery {
    return {
      asked: this.asked,
      rules: this.#rules,
      heading: this.#heading,
      ofFiles,
      terms: [...this.#terms.values()],
      excluded: [...this.#excluded.values()],
      conditions: this.#conditions,
    };
  }

  #require(given: QueryNode, options: TermOptions): void {
    const [node, termOptions] = withoutModifiers(given, options);
    if (node.kind === 'all') for (const child of node.nodes) this.#require(child, termOptions);
    else if (node.kind === 'not') this.#exclude(node.node, termOptions, node.place);
    else {
      const term = this.#termOf(node, termOptions);
      if (term !== undefined) this.#requireTerm(term, keyOf(term, termOptions));
      else if (!textKinds.has(node.kind)) this.#ask(node, termOptions);
    }
  }

  /** A term that is given twice counts twice. */
  #requireTerm(term: Term, key: string): void {
    const { times = 0 } = this.#terms.get(key) ?? {};
    this.#terms.set(key, { ...term, times: times + 1 });
  }

  /** Adds a condition on whole notes; the terms in it raise the score of notes that have them. */
  #ask(node: QueryNode, termOptions: TermOptions): void {
    this.#conditions.push({ ...this.#condition(node, termOptions), place: node.place });
    for (const term of this.#lifting(node, termOptions))
      this.#requireTerm({ ...term, role: 'alternative' }, keyOf(term, termOptions));
  }

  /** @param place of the whole exclusion */
  #exclude(given: QueryNode, options: TermOptions, place: Place): void {
    const [node, termOptions] = withoutModifiers(given, options);
    if (node.kind === 'not') this.#require(node.node, termOptions);
    else if (node.kind === 'any') for (const child of node.nodes) this.#exclude(child, termOptions, place);
    else {
      const term = this.#termOf(node, termOptions);
      if (term === undefined) this.#ask({ kind: 'not', node, place }, termOptions);
      else this.#excluded.set(keyOf(term, termOptions), term);
    }
  }

  #termOf(node: QueryNode, termOptions: TermOptions): Term | undefined {
    const term = this.#texts.of(node, termOptions);
    return term && this.#placed(term);
  }

  /** The term restricted to where it counts: below headings, or anywhere. */
  #placed(term: Term): Term {
    return this.#below === undefined ? term : { ...within(this.#below, term), anywhere: term };
  }

  /** The terms whose occurrence raises a note's score. */
  #lifting(given: QueryNode, options: TermOptions): Term[] {
    const [node, termOptions] = withoutModifiers(given, options);
    if (node.kind === 'all' || node.kind === 'any')
      return node.nodes.flatMap(child => this.#lifting(child, termOptions));
    return [this.#termOf(node, termOptions) ?? []].flat();
  }

  /** @throws ToolFailure `invalid_query` that names the place */
  #condition(given: QueryNode, options: TermOptions): Condition {
    const parts: Condition[] = [];
    const testOf = (node: QueryNode, termOptions: TermOptions): NoteTest =>
      joinedTest(node, joiningTests, single => {
        const [inner, innerOptions] = withoutModifiers(single, termOptions);
        if (inner !== single) return testOf(inner, innerOptions);
        const part = this.#single(single, termOptions);
        parts.push(part);
        return part.holdsOf;
      });
    const holdsOf = testOf(given, options);
    const reads = parts.map(part => part.reads);
    const most = reads.includes('text') ? 'text' : reads.includes('facts') ? 'facts' : 'path';
    return { reads: most, holdsOf };
  }

  #single(node: SingleNode, termOptions: TermOptions): Condition {
    const { isCased = false } = termOptions;
    if (node.kind === 'property') {
      const test = this.#values.ofProperties(node, isCased);
      return { reads: 'facts', holdsOf: note => immediately(test(note.properties, note.onCut)) };
    }
    if (node.kind === 'operator' && (node.name === 'path' || node.name === 'file' || node.name === 'tag'))
      return this.#ofNames(node.name, node, isCased);
    const matcher = this.#termOf(node, termOptions)?.matcher();
    // For an empty phrase: every note matches.
    if (matcher === undefined) return { reads: 'text', holdsOf: () => immediately(true) };
    return {
      reads: 'text',
      *holdsOf({ title, text = title }) {
        return (yield* holds(matcher, text)) || (yield* holds(matcher, title));
      },
    };
  }

  #ofNames(name: 'path' | 'file' | 'tag', { operand }: QueryNode<'operator'>, isCased: boolean): Condition {
    const test = this.#values.ofNames(name, operand, isCased);
    if (name === 'tag') return { reads: 'facts', holdsOf: note => immediately(test(note.tags, note.onCut)) };
    const subject = (path: string): string => (name === 'path' ? path : lastName(path));
    return { reads: 'path', holdsOf: note => immediately(test([subject(note.path)], note.onCut)) };
  }
}

const textKinds: ReadonlySet<string> = new Set(['word', 'phrase', 'pattern']);

/** Case-sensitive matching makes the same word a different term. */
function keyOf({ word }: Term, { rules, isContent = false }: TermOptions): string {
  return JSON.stringify([word, rules.caseSensitive, isContent]);
}

type NoteTest = NoteCondition['holdsOf'];

const joiningTests = {
  all: (tests: readonly NoteTest[]): NoteTest =>
    function* (note) {
      for (const test of tests) if (!(yield* test(note))) return false;
      return true;
    },
  any: (tests: readonly NoteTest[]): NoteTest =>
    function* (note) {
      for (const test of tests) if (yield* test(note)) return true;
      return false;
    },
  not: (test: NoteTest): NoteTest =>
    function* (note) {
      return !(yield* test(note));
    },
};
