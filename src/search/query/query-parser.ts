import { withoutClosing } from '../../utils/text/heading-name';
import { ToolFailure } from '../../errors';
import type { DateClock } from '../../utils/dates/dates';
import { lastName } from '../../utils/text/path-parts';
import type { CharacterKinds } from '../text/character-kinds';
import type { TextFolder } from '../text/folded-text';
import { LeafTerms } from './compile/leaf-terms';
import { NoteConditions } from './compile/note-conditions';
import { QueryCompiler } from './compile/query-compiler';
import { type TermOptions, TextTerms, within } from './compile/text-terms';
import { type Parts, partsBelow } from './parts/note-parts';
import { regexTerm } from './finders/regex-finder';
import { ScopedFinder } from './parts/scoped-finder';
import { everyText } from './conditions/text-test';
import { parseQuery } from './language/query-grammar';
import { nodesOf, type QueryNode } from './language/query-tree';
import type { ParsedQuery, SearchMode, SearchQuery, Term } from './parsed-query';

const maxQueryLength = 4000;

/** Parses queries. Keep one instance: it remembers how characters fold. */
export class QueryParser {
  /** @param clock parses dates such as `today`; without it, only ISO dates are known */
  constructor(
    private readonly folder: TextFolder,
    private readonly kinds: CharacterKinds,
    private readonly clock: DateClock | undefined,
  ) {}

  /** @throws ToolFailure `invalid_argument` for an empty query, `invalid_query` for one that cannot be run. */
  parse(asked: SearchQuery): ParsedQuery {
    const { query, mode = 'words', caseSensitive = false, wholeWord = false } = asked;
    const termOptions: TermOptions = {
      rules: { kinds: this.kinds, caseSensitive, wholeWord },
      parts: asked.heading === undefined ? undefined : this.#below(asked.heading),
    };
    if (query.trim() === '') throw emptyQuery();
    if (query.length > maxQueryLength) {
      throw new ToolFailure('invalid_query', `\`query\` is longer than ${maxQueryLength} characters.`);
    }
    if (termOptions.parts === undefined) return this.#read(asked, mode, termOptions);
    const { rules, parts } = termOptions;
    const anywhere = this.#read(asked, mode, { rules }).terms;
    return { ...this.#read(asked, mode, termOptions), below: { term: headingTerm(parts), anywhere } };
  }

  #read({ query, namedNote }: SearchQuery, mode: SearchMode, termOptions: TermOptions): ParsedQuery {
    if (mode === 'regex') return ofOneTerm(regexTerm(query, termOptions.rules), termOptions, true);
    if (mode === 'phrase') return this.#phrase(query, termOptions);
    const tree = parseQuery(query);
    if (tree === undefined) throw emptyQuery();
    return this.#compile(namedNote === undefined ? tree : orNote(tree, namedNote), query, mode, termOptions);
  }

  #phrase(query: string, termOptions: TermOptions): ParsedQuery {
    const leaves = new LeafTerms(query, 'phrase', this.folder, this.kinds);
    const term = leaves.phrase(query, termOptions.rules);
    if (term === undefined) throw emptyQuery();
    return { ...ofOneTerm(term, termOptions, false), whole: leaves.literal(query).folded };
  }

  #compile(tree: QueryNode, query: string, mode: SearchMode, termOptions: TermOptions): ParsedQuery {
    const { folder, kinds, clock } = this;
    const leaves = new LeafTerms(query, mode, folder, kinds);
    const texts = new TextTerms(query, leaves);
    const notes = new NoteConditions({ query, folder, kinds, clock }, texts);
    const compiler = new QueryCompiler(folder, texts, notes);
    compiler.require(tree, termOptions);
    const { parts } = termOptions;
    const needsHeading = compiler.terms.every(({ isOptional = false }) => isOptional);
    if (parts !== undefined && needsHeading) compiler.requireTerm(headingTerm(parts), termOptions);
    const { terms, filters, conditions, conditionPlaces, isPattern } = compiler;
    const excluded = [...compiler.excluded.values()];
    if (terms.length + excluded.length + filters.length + conditions.length === 0) throw emptyQuery();
    const whole = leaves.literal(compiler.required.join(' ')).folded;
    const asksFiles = parts === undefined && [...nodesOf(tree)].some(namesFiles);
    const asked = { terms, excluded, filters, conditions, conditionPlaces };
    const found = {
      ...asked,
      isPattern,
      rules: termOptions.rules,
      ...(asksFiles ? { ofFiles: notes.of(tree, termOptions) } : {}),
    };
    return isPattern || whole === '' ? found : { ...found, whole };
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

function ofOneTerm(term: Term, { rules, parts }: TermOptions, isPattern: boolean): ParsedQuery {
  const none = { excluded: [], filters: [], conditions: [], conditionPlaces: [] };
  return { ...none, terms: [parts === undefined ? term : within(parts, term)], rules, isPattern };
}

function namesFiles(node: QueryNode): boolean {
  return node.kind === 'operator' && (node.name === 'file' || node.name === 'path');
}

function emptyQuery(): ToolFailure {
  return new ToolFailure('invalid_argument', '`query` is empty.', {
    hint: 'Give words to look for, or use `list` to see what is there.',
  });
}
