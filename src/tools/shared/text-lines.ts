import { jsonLine, oneLine } from '../../utils/text/pieces';

/** Helpers for the text form of results; docs/decisions/0060 says what the texts leave out. */

export function moreLines(nextCursor: string | undefined): string[] {
  return nextCursor === undefined ? [] : [`More with cursor: ${nextCursor}`];
}

/** A moment to the minute, in UTC: `2026-11-22 05:10`. */
export function minute(iso: string | undefined): string {
  const text = (iso ?? '').slice(0, 16);
  const at = text.indexOf('T');
  return at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + 1)}`;
}

/** A text after the name of its place: one line continues it, more are indented below, so that none looks like one of ours. */
export function indentedText(text: string): string {
  const lines = text.split(/\r?\n/u).filter(line => line.trim() !== '');
  return lines.length < 2 ? ` ${oneLine(text)}` : lines.map(line => `\n  ${oneLine(line)}`).join('');
}

/** Strings that would read as another JSON value: numbers, true, false, null, lists, objects, quoted or empty ones. */
const readsAsJson = /^(?:["{]|\[(?!\[)|(?:true|false|null|-?\d+(?:\.\d+)?)?$)/u;

/** A string unchanged, unless it could be read as another value or as two; anything else as JSON. */
export function shownValue(value: unknown): string {
  const isPlain = typeof value === 'string' && !value.includes(' · ') && !readsAsJson.test(value);
  return isPlain ? oneLine(value) : jsonLine(value ?? null);
}

const leftOutOfTitles = ['.md', '.canvas', ''] as const;

/** `path · title`, or only the path where the title is the name of the file. */
export function titledPath({ path, title }: { readonly path: string; readonly title: string }): string {
  return isNameOf(path, title) ? path : `${path} · ${title}`;
}

/** Whether a text is the name of the file at a path, with or without the ending of a note or canvas. */
export function isNameOf(path: string, text: string): boolean {
  return leftOutOfTitles.some(ending => `/${path}`.endsWith(`/${text}${ending}`));
}

/** Why one of several items failed: `not_found: There is no note. Use one of … Candidates: a.md, b.md`. */
export function errorText({ code, message, hint, candidates = [] }: ItemFailure): string {
  const near = candidates.length === 0 ? '' : ` Candidates: ${candidates.join(', ')}`;
  return `${code}: ${[message, hint].filter(part => part !== '').join(' ')}${near}`;
}

interface ItemFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly candidates?: readonly string[] | undefined;
}
