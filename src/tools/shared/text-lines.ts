import { jsonLine, lastName, oneLine } from '../../utils/text/pieces';
import * as z from 'zod';
import type { UnreadableFields } from '../../vault/queries/unreadable';
import type { Services } from '../../vault/services';
import { hinted, type itemError } from './fields';

/** Helpers for the text form of results; docs/decisions/0060 says what the texts leave out. */

/** A moment to the minute, in UTC: `2026-11-22 05:10 UTC`. */
export function minute(iso: string | undefined): string {
  return iso === undefined ? '' : `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** A text after its label: a single line follows it, several are indented below, so that none looks like ours. */
export function indentedText(text: string): string {
  const lines = text.trimEnd().split(/\r?\n/u);
  const indented = (line: string): string => (line.trim() === '' ? '\n' : `\n  ${oneLine(line)}`);
  return lines.length < 2 ? ` ${oneLine(text)}` : lines.map(indented).join('');
}

/** Strings that would read as another JSON value: numbers, true, false, null, lists, objects, quoted or empty ones. */
const readsAsJson = /^(?:["{]|\[(?!\[)|(?:true|false|null|-?\d+(?:\.\d+)?)?$)/u;

/** A string unchanged, unless it could be read as another value or as two; anything else as JSON. */
export function shownValue(value: unknown): string {
  const isPlain = typeof value === 'string' && !readsAsJson.test(value) && value.trim() === oneLine(value);
  return isPlain ? fieldText(value) : jsonLine(value ?? null);
}

/** A text as one field of a row: in quotes where its end could not be told. */
export function fieldText(text: string): string {
  return / [·→] /u.test(text) ? jsonLine(text) : oneLine(text);
}

/** Names in a row, in quotes where they have a comma or a line break. */
export function namesInLine(names: readonly string[]): string {
  const needsQuotes = (name: string): boolean => name.includes(', ') || name !== oneLine(name);
  return names.map(name => (needsQuotes(name) ? jsonLine(name) : name)).join(', ');
}

/** `label: a, b`; nothing without items. */
export function labelled(label: string, items: readonly string[], between = ', '): string[] {
  return items.length === 0 ? [] : [`${label}: ${items.join(between)}`];
}

const leftOutOfTitles: readonly string[] = ['.md', '.canvas', ''];

/** `path · title`, or only the path where the title is the name of the file. */
export function titledPath({ path, title }: { readonly path: string; readonly title: string }): string {
  return isNameOf(path, title) ? path : `${path} · ${fieldText(title)}`;
}

/** Whether a text is the name of the file at a path, with or without the ending of a note or canvas. */
export function isNameOf(path: string, text: string): boolean {
  const name = lastName(path);
  return name.startsWith(text) && leftOutOfTitles.includes(name.slice(text.length));
}

/** Why one of several items failed: `not_found: There is no note. Use one of … Candidates: a.md, b.md`. */
export function errorText({ code, message, hint, candidates = [] }: z.output<typeof itemError>): string {
  const near = candidates.length === 0 ? '' : ` Candidates: ${namesInLine(candidates)}`;
  return `${code}: ${[message, hint].filter(part => part !== '').join(' ')}${near}`;
}

const ending = z.object({ ...hinted, nextCursor: z.string().optional() });

/** The hints of an answer, and how to get more, for the beginning or end of its text. */
export function endLines(answer: unknown): string[] {
  const { nextCursor, ...hints } = ending.parse(answer);
  return [...hintLines(hints), ...(nextCursor === undefined ? [] : [`More with cursor: ${nextCursor}`])];
}

function hintLines({
  hints = [],
  unreadable = [],
  unreadableCount = 0,
  tooLargeCount = 0,
  tooLongCount = 0,
  notScannedCount = 0,
}: z.output<typeof ending>): string[] {
  const lines = hints.map(hint => oneLine(`Hint: ${hint}`));
  if (unreadable.length === 0) return lines;
  const more = unreadableCount > unreadable.length ? ` and ${unreadableCount - unreadable.length} more` : '';
  const broken = unreadableCount - tooLargeCount - tooLongCount - notScannedCount;
  const reasons = [
    ...(broken > 0 ? [`${broken} with bad YAML`] : []),
    ...(tooLongCount > 0 ? [`${tooLongCount} with YAML too long or too deep to read`] : []),
    ...(tooLargeCount > 0 ? [`${tooLargeCount} over 2 MB`] : []),
    ...(notScannedCount > 0 ? [`${notScannedCount} ${notScannedBecause}`] : []),
  ];
  const named = `${namesInLine(unreadable)}${more}`;
  return [...lines, `Not fully read (${reasons.join(', ')}): ${named}`];
}

const notScannedBecause =
  'not scanned (too large, or the scanner stopped; Lectern tries again within minutes)';

/** Adds why there are no results, unless there are some or the answer says it already. */
export function withReason<Answer extends object>(
  answer: Answer,
  isEmpty: boolean,
  reason: string,
): Answer & { hints?: string[] } {
  return isEmpty && !('hints' in answer) ? { ...answer, hints: [reason] } : answer;
}

/** Adds the notes whose properties could not be read. @param path a folder or note; the whole vault if left out */
export async function withUnreadable<Answer>(
  answer: Answer | Promise<Answer>,
  path: string | undefined,
  { services, signal }: { readonly services: Services; readonly signal: AbortSignal },
): Promise<Answer & UnreadableFields> {
  return { ...(await answer), ...(await services.hints.unreadableAt(path, signal)) };
}

/** Adds the files whose links are not all known. @param path a folder or file; the whole vault if left out */
export async function withUnlinked<Answer>(
  answer: Answer | Promise<Answer>,
  path: string | undefined,
  { services, signal }: { readonly services: Services; readonly signal: AbortSignal },
): Promise<Answer & UnreadableFields> {
  return { ...(await answer), ...(await services.hints.unlinkedAt(path, signal)) };
}
