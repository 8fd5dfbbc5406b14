/** Tests of short values: paths, tags, and names and values of properties. */

import { textBefore, lastName } from '../../utils/text/pieces';
import type { DateClock } from '../../utils/dates';
import { comparable, operand, plainNumber, relate } from '../../utils/properties/condition-values';
import { foldFileName, targetOf } from '../../utils/properties/link-values';
import { foldTag, propertyKey, tagCovers, wantedTag } from '../../utils/properties/property-names';
import { contains } from '../../utils/text/text-search';
import { compilePattern } from '../match/compiled-pattern';
import {
  queryProblem,
  withPlace,
  joinedTest,
  type QueryNode,
  type SingleNode,
} from '../query/language/query-tree';
import { foldKeepingCase, type TextFolder } from '../text/folded-text';

/** @param onCut called when a value is so long that a pattern is only searched in its beginning */
type Test<Subject> = (subject: Subject, onCut: () => void) => boolean;

type TextNode = QueryNode<'word' | 'phrase' | 'pattern'>;

/** The test of one word, phrase, pattern or comparison. */
type LeafTest<Value> = (node: TextNode | QueryNode<'comparison'>, isCased: boolean) => Test<Value>;

/** Most work of one pattern on one value, in characters times the size of the program: 50 ms at the slowest. */
const maxPatternWork = 500_000;

export class ValueTests {
  /** @param clock parses dates such as `today`; without it, only ISO dates are known */
  constructor(
    private readonly query: string,
    private readonly folder: TextFolder,
    private readonly clock: DateClock | undefined,
  ) {}

  /**
   * Whether one of some paths or tags passes; each word must match one of them.
   * @throws ToolFailure `invalid_query` for an operator that is not allowed there
   */
  ofNames(name: 'path' | 'file' | 'tag', node: QueryNode, isCased: boolean): Test<readonly string[]> {
    return this.#anyOf(node, `${name}:`, name === 'tag' ? this.#tag : this.#path, isCased);
  }

  /** @throws ToolFailure `invalid_query` that names the place */
  ofProperties(
    { name, value }: QueryNode<'property'>,
    isCased: boolean,
  ): Test<Readonly<Record<string, unknown>>> {
    const isNamed = this.#anyOf(name, '[ ]', this.#name, false);
    const hasValue = value && this.#anyOf(value, '[ ]', this.#value, isCased);
    return (properties, onCut) =>
      Object.entries(properties).some(
        ([key, own]) => isNamed([key], onCut) && (hasValue?.(membersOf(own), onCut) ?? true),
      );
  }

  #anyOf<Value>(
    node: QueryNode,
    owner: string,
    leaf: LeafTest<Value>,
    isCased: boolean,
  ): Test<readonly Value[]> {
    const testOf = (single: SingleNode): Test<readonly Value[]> => {
      if (single.kind === 'operator' && (single.name === 'match-case' || single.name === 'ignore-case'))
        return this.#anyOf(single.operand, owner, leaf, single.name === 'match-case');
      if (single.kind === 'operator' || single.kind === 'property')
        throw queryProblem(
          this.query,
          single.place,
          `cannot be used inside \`${owner}\``,
          `Write it beside \`${owner}\`, not inside it. In quotes it is text.`,
        );
      const test = leaf(single, isCased);
      return (values, onCut) => values.some(value => test(value, onCut));
    };
    return joinedTest(
      node,
      {
        all: tests => (values, onCut) => tests.every(test => test(values, onCut)),
        any: tests => (values, onCut) => tests.some(test => test(values, onCut)),
        not: test => (values, onCut) => !test(values, onCut),
      },
      testOf,
    );
  }

  /** Whether a path contains a text; a leading `/` is the root of the vault. */
  readonly #path: LeafTest<string> = (node, isCased) => {
    if (node.kind === 'pattern') return this.#pattern(node, isCased);
    const fold = this.#foldWith(isCased);
    const wanted = fold(node.text.trim());
    return path => contains(fold(`/${path}`), wanted);
  };

  /** Whether a tag is the searched one or nested in it. */
  readonly #tag: LeafTest<string> = (node, isCased) => {
    const bare = (tag: string): string => tag.trim().replace(/^#/u, () => '');
    if (node.kind === 'pattern') {
      const test = this.#pattern(node, isCased);
      return (tag, onCut) => test(`#${bare(tag)}`, onCut);
    }
    const wanted = isCased ? bare(node.text) : wantedTag(node.text);
    if (wanted === '') return () => true;
    if (!isCased) return tag => tagCovers(wanted, foldTag(tag));
    return tag => `${bare(tag)}/`.startsWith(`${wanted}/`);
  };

  /** Property names ignore case, like in the app. */
  readonly #name: LeafTest<string> = (node, isCased) => {
    if (node.kind === 'pattern') return this.#pattern(node, isCased);
    const wanted = propertyKey(node.text.trim());
    return name => propertyKey(name) === wanted;
  };

  readonly #value: LeafTest<unknown> = (node, isCased) => {
    const fold = this.#foldWith(isCased);
    switch (node.kind) {
      case 'comparison':
        return comparing(node, this.clock);
      case 'pattern': {
        const test = this.#pattern(node, isCased);
        return (value, onCut) => !Array.isArray(value) && test(textOf(value), onCut);
      }
      case 'phrase':
        return equalTo(node.text, fold);
      case 'word':
        return fitting(node.text, fold);
    }
  };

  /** Whether a line of a value matches. @throws ToolFailure `invalid_query` that names the pattern's place */
  #pattern({ text, place }: TextNode, caseSensitive: boolean): Test<string> {
    const compiled = withPlace(this.query, place, name => compilePattern(text, { caseSensitive }, name));
    const longest = Math.floor(maxPatternWork / compiled.programSize());
    return (value, onCut) => {
      if (value.length > longest) onCut();
      return linesOf(value.slice(0, longest)).some(line => compiled.test(line));
    };
  }

  /** Folds with or without case, and always without diacritics. */
  #foldWith(isCased: boolean): (text: string) => string {
    return isCased ? foldKeepingCase : text => this.folder.fold(text).folded;
  }
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/u, () => '').split(/\r?\n/u);
}

/** The members of a list and the list itself: only "not" applies to a list as a whole. */
function membersOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [value];
  const members: readonly unknown[] = value;
  return [...members, value];
}

/** The text of a value; the members of a list are tested one by one instead. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** Matches part of a text; a number, `true`, `false` or `null` only as a whole. */
function fitting(text: string, fold: (text: string) => string): Test<unknown> {
  const wanted = fold(text.trim());
  const number = plainNumber.test(text) ? Number(text) : undefined;
  const isNull = text.toLowerCase() === 'null';
  return value => {
    if (value === null || value === undefined) return isNull;
    if (Array.isArray(value)) return false;
    if (typeof value === 'number') return value === number;
    if (typeof value === 'boolean') return String(value) === text.toLowerCase();
    return contains(fold(textOf(value)), wanted);
  };
}

/** Matches the whole value; a link equals the name, path and text of its target. */
function equalTo(text: string, fold: (text: string) => string): Test<unknown> {
  const wanted = fold(text.trim());
  const file = fold(foldFileName(targetOf(text.trim())));
  return value => {
    if (Array.isArray(value) || value === null || value === undefined) return false;
    const own = textOf(value).trim();
    if (fold(own) === wanted) return true;
    if (!own.startsWith('[[')) return false;
    const target = fold(foldFileName(textBefore(targetOf(own), '#')));
    return target === file || lastName(target) === file;
  };
}

function comparing({ relation, text }: QueryNode<'comparison'>, clock: DateClock | undefined): Test<unknown> {
  const asked = clock === undefined ? comparable(text) : operand(text, clock, relation, 'query');
  const wanted = relation.startsWith('<') ? 'before' : 'behind';
  return value => {
    const known = comparable(value);
    const found = known === undefined || asked === undefined ? 'unlike' : relate(known, asked);
    return found === wanted || (relation.length > 1 && found === 'within');
  };
}
