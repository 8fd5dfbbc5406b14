/** The failures for names that no file has, and which file a name may mean. */

import { folderOf, jsonLine, matchOf, noteName, textBefore } from '../../utils/text/pieces';
import { type Advice, ToolFailure } from '../../errors';
import { nameHint, portabilityProblem, parseReference } from './vault-path';
import type { PeriodicNote } from '../plugins/periodic-notes';
import { editsWithin, toleranceFor } from '../../utils/near';
import { foldPath, withPlainQuotes } from '../../utils/text/folding';
import { contains, TextNeedle } from '../../utils/text/text-search';

const periods =
  '`@daily`, `@weekly`, `@monthly`, `@quarterly` and `@yearly`, with a date as in `@daily:2026-11-20`';

/**
 * The failure for a path where nothing exists.
 * @param kind what is looked for, such as `note`
 * @param candidates paths that may be meant @param about.isNamed whether one was offered for an alias or title
 * @param about.hasWindow false in the headless host
 */
export function absentFailure(
  kind: string,
  path: string,
  candidates: readonly string[],
  { isNamed = false, hasWindow = false } = {},
): ToolFailure {
  const day = dayOf(path);
  if (day !== undefined)
    return new ToolFailure('not_found', `There is no ${kind} at the path ${jsonLine(path)}.`, {
      hint: `The daily note is \`${day}\`.`,
      // A reference is not the name of a note.
      ...(path.startsWith('@') ? {} : { candidates }),
    });
  const isKnown = isNamed || candidates.some(one => isNameOf(path, one));
  const problem = isKnown ? undefined : portabilityProblem(path);
  const hintOfName = problem && nameHint(path);
  const several =
    !isKnown && /,\s*\S/u.test(path) ? 'Give several names one by one, or as a list.' : undefined;
  const references = `Instead of a path you can use ${hasWindow ? '`@active`, ' : ''}${periods}.`;
  const hint = path.startsWith('@') ? references : (hintOfName ?? several);
  const details = hint === undefined ? {} : { hint };
  if (problem !== undefined) return new ToolFailure('invalid_path', problem, details);
  const asked = kind === 'note' && /\.(?!md$)[a-z][a-z0-9]{1,7}$/iu.test(path) ? 'file' : kind;
  const message = `There is no ${asked} at the path ${jsonLine(path)}.`;
  return new ToolFailure('not_found', message, { candidates, ...details });
}

/** The failure for a path where something other than the wanted kind is. */
export function otherKind(what: string, hint: Advice, candidates: readonly string[] = []): ToolFailure {
  return new ToolFailure('not_found', `This path is a ${what}.`, { hint, candidates });
}

/** @param isCandidate whether only its name, or no ending, was given @param hasIncludes whether the tool has `includes` */
export function fileForFolder(path: string, isCandidate: boolean, hasIncludes: boolean): ToolFailure {
  const limited = `; to limit the call to it, give \`includes: [${jsonLine(path)}]\``;
  return otherKind(
    'file, not a folder',
    ['`read_note` or `read_attachment`', '`read_note`'].map(
      tool => `Read it with ${tool}${hasIncludes ? limited : ', or name a folder'}.`,
    ),
    isCandidate ? [path] : [],
  );
}

export function folderForFile(): ToolFailure {
  return otherKind('folder, not a file', ['Use `list` to see what is in it.', 'Name a file in it.']);
}

/** @param notes with the folder's name, or with it as an alias */
export function folderForNote(notes: readonly string[]): ToolFailure {
  const candidates = [...new Set(notes)];
  const others = candidates.length === 0 ? '' : ', or name one of the candidates';
  const ways = ['Use `list` to see what is in it', 'Name a note in it'].map(way => `${way}${others}.`);
  return otherKind('folder, not a note', ways, candidates);
}

/** @param hasWindow false in the headless host */
export function noActiveNote(hasWindow: boolean): ToolFailure {
  return hasWindow
    ? new ToolFailure('not_found', 'No note is active in the app.', {
        hint: 'Name the note by its path, or ask the user to open it.',
      })
    : new ToolFailure('unsupported_here', '`@active` needs the app, which is not running here.', {
        hint: 'Name the note by its path.',
      });
}

/** @param date as in the reference @param path where the note would be; undefined where the caller may not know it */
export function noPeriodNote(note: PeriodicNote, date: string | undefined, path?: string): ToolFailure {
  const message = `There is no such ${note.period} note`;
  if (path === undefined) return new ToolFailure('not_found', `${message}.`);
  const named = jsonLine(`@${note.period}${date === undefined ? '' : `:${date}`}`);
  const how = note.settings.template === '' ? '' : ' from its template';
  const hint = `\`create_note\` with \`path: ${named}\` creates it${how}.`;
  return new ToolFailure('not_found', `${message} yet: it would be ${jsonLine(path)}.`, { hint });
}

/** The failure for `Note#Heading` where only a note can be named. */
export function partGiven(hint: Advice = 'Leave out the part after "#".'): ToolFailure {
  return new ToolFailure('invalid_path', 'A heading or block cannot be given here.', { hint });
}

/** The reference to the daily note that a path such as `today`, `@yesterday`, `daily note` or a date means; undefined for others. */
export function dayOf(path: string): string | undefined {
  const [, at = '', word = ''] = matchOf(/^(@?)([a-z\d][a-z\d -]{4,10})(?:\.md)?$/iu, path);
  const name = word.toLowerCase();
  if (path.endsWith('.md') && at === '') return undefined;
  if (name === 'today' || /^daily(?: note)?$/u.test(name)) return '@daily';
  return /^(?:yesterday|tomorrow|\d{4}-\d{2}-\d{2})$/u.test(name) ? `@daily:${name}` : undefined;
}

/** The name in a reference, and its heading or block; no name in a reference such as `@daily`. */
export function namedIn(reference: string): readonly [name: string | undefined, subpath: string | undefined] {
  const parsed = parseReference(reference);
  if (parsed.kind === 'link') return [parsed.linkpath, parsed.subpath];
  if (parsed.kind !== 'path' || dayOf(parsed.path) !== undefined) return [undefined, undefined];
  const name = textBefore(parsed.path, '#');
  return [name, parsed.path.slice(name.length + 1) || undefined];
}

/**
 * Whether a name may mean a note with a similar one: it consists of words of the other, or has a letter or two wrong. A
 * name with other numbers means another note (`Chapter 1` is not `Chapter 10`), and so does a longer name.
 */
export function mayMean(name: string, path: string): boolean {
  const asked = bareName(name);
  const own = bareName(path);
  const folder = numbersIn(folderOf(name));
  if (folder !== '' && folder !== numbersIn(folderOf(path))) return false;
  const numbers = numbersIn(asked);
  if (hasWords(own, asked)) return numbers === '' || numbers === numbersIn(own);
  const isLonger = contains(asked, own);
  return (
    !isLonger && numbers === numbersIn(own) && editsWithin(own, asked, toleranceFor(asked)) !== undefined
  );
}

/** Whether a name, or a path in its folder, is that of a note except for the form of quotes. */
export function isNameOf(name: string, path: string): boolean {
  const isThere = !name.includes('/') || foldPath(folderOf(name)) === foldPath(folderOf(path));
  return isThere && path.endsWith('.md') && bareName(name) === bareName(path);
}

function bareName(path: string): string {
  return withPlainQuotes(foldPath(noteName(path)));
}

/** Whether the wanted words are whole words of a name. */
function hasWords(own: string, asked: string): boolean {
  const isWithin = (at: number): boolean => /^[\p{L}\p{M}\p{N}]{2}/u.test(own.slice(at - 1, at + 1));
  const needle = new TextNeedle(asked);
  for (let at = needle.indexIn(own, 0); at >= 0; at = needle.indexIn(own, at + 1))
    if (!isWithin(at) && !isWithin(at + asked.length)) return true;
  return false;
}

/** The numbers in a name, including Roman ones such as `iv`, and single letters as in `Appendix B`. */
function numbersIn(name: string): string {
  const words = name.toLowerCase().match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? [];
  return words
    .filter(word => /^(?:\p{N}+|[ivxl]+|\p{L}\p{M}*)$/u.test(word))
    .map(word => word.replace(/^0+(?=\p{N})/u, () => ''))
    .join(' ');
}
