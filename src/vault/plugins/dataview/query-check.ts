/** Checks a Dataview query before the plugin gets it. */

import { type Advice, ToolFailure } from '../../../errors';
import { VaultPath } from '../../access/vault-path';

export type QueryType = (typeof types)[number];

export interface CheckedQuery {
  /** Paths of the tables (CSV) that the query reads. */
  readonly tables: readonly string[];
}

/** Functions that use the browser's regular expressions, which some patterns block for ever. */
const regexFunctions: ReadonlySet<string> = new Set(['regexmatch', 'regextest', 'regexreplace', 'split']);

/** Each multiplies the rows; Dataview computes them without a pause, on the thread that draws the app. */
const maxFlattens = 2;
const maxLambdas = 2;

const clauses: ReadonlySet<string> = new Set(['WHERE', 'SORT', 'LIMIT', 'GROUP', 'FLATTEN']);

/** @throws ToolFailure `invalid_query` for an invalid or too costly query, `invalid_path` for a source outside the vault */
export function checkQuery(query: string): CheckedQuery {
  const words = queryWords(query);
  checkType(words.find(({ kind }) => kind !== 'comment'));
  if (words.some(({ kind, text }) => kind === 'name' && regexFunctions.has(text.toLowerCase()))) {
    throw invalid(
      'Functions with regular expressions are not run, since some patterns would freeze the app.',
      {
        hint: ['Use `contains`, or `query_notes` with its own "regexp".', 'Use `contains`.'],
      },
    );
  }
  const flattens = words.filter(({ text }) => /flatten/i.test(text)).length;
  const lambdas = words.filter(({ text }) => text === '=>').length;
  if (flattens > maxFlattens || lambdas > maxLambdas)
    throw invalid(`At most ${maxFlattens} FLATTEN and ${maxLambdas} functions with "=>" are run at once.`);
  const source = sourceOf(words);
  checkSource(source);
  return { tables: tablesOf(source) };
}

const types = ['table', 'list', 'task', 'calendar'] as const;

function checkType(word: QueryWord | undefined): void {
  if (types.some(one => one === word?.text.toLowerCase())) return;
  throw invalid('A query begins with TABLE, LIST, TASK or CALENDAR; JavaScript is never run.');
}

function sourceOf(words: readonly QueryWord[]): readonly QueryWord[] {
  const start = words.findIndex(({ kind, text }) => kind === 'name' && text.toUpperCase() === 'FROM');
  if (start < 0) return [];
  const length = words
    .slice(start + 1)
    .findIndex(({ kind, text }) => kind === 'name' && clauses.has(text.toUpperCase()));
  return words.slice(start + 1, length < 0 ? undefined : start + 1 + length);
}

/** Folders must be in the vault. @throws ToolFailure `invalid_path` */
function checkSource(source: readonly QueryWord[]): void {
  for (const word of source) if (word.kind === 'string') VaultPath.parseFolder(stringText(word));
}

function tablesOf(source: readonly QueryWord[]): string[] {
  return source.flatMap((word, index) => {
    const table = word.text === 'csv' ? source[index + 2] : undefined;
    return table?.kind === 'string' ? [stringText(table)] : [];
  });
}

function invalid(message: string, details: { hint?: Advice } = {}): ToolFailure {
  return new ToolFailure('invalid_query', message, details);
}

/** Splits a Dataview query into tokens, like Dataview's own grammar (read in the package `obsidian-dataview` 0.5.68). */

type WordKind = 'comment' | 'string' | 'link' | 'tag' | 'number' | 'name' | 'sign';

interface QueryWord {
  readonly kind: WordKind;
  readonly text: string;
}

const pattern =
  /\s+|(?<comment>\/\/[^\n]*)|(?<string>"(?:\\[^]|[^"\\])*")|(?<link>\[\[[^[\]]*\]\])|(?<tag>#[\p{L}\p{N}_/-]*)|(?<number>[0-9]+(?:\.[0-9]+)?)|(?<name>\p{L}[0-9\p{L}_-]*)|(?<sign>=>|!=|<=|>=|[^])/gu;

const kinds = ['comment', 'string', 'link', 'tag', 'number', 'name', 'sign'] as const;

/** All tokens except spaces. */
function queryWords(query: string): QueryWord[] {
  const words: QueryWord[] = [];
  for (const { 0: text, groups } of query.matchAll(pattern)) {
    const kind = kinds.find(name => groups?.[name] !== undefined);
    if (kind !== undefined) words.push({ kind, text });
  }
  return words;
}

/** The text of a string without its quotes. */
function stringText({ text }: QueryWord): string {
  return text.slice(1, -1).replace(/\\(["\\])/g, (_found, escaped: string) => escaped);
}
