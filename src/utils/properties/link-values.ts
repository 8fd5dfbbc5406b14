import { textBefore } from '../text/pieces';
import { beyondAscii, foldPath } from '../text/folding';
import { contains } from '../text/text-search';

/** The texts that a wikilink equals: its target's name and path, as written and as resolved. */
export type LinkForms = (link: string) => readonly string[];

/** Whether a value is written as a wikilink; what is inside is not checked. */
export function isLinkText(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('[[');
}

/** Whether two values, one of them a wikilink, name the same file: `[[People/Anna|A]]` and `Anna`. */
export function nameSameFile(a: unknown, b: unknown, linkForms: LinkForms): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  return (isLinkText(a) && isNamedBy(a, b, linkForms)) || (isLinkText(b) && isNamedBy(b, a, linkForms));
}

function isNamedBy(link: string, text: string, linkForms: LinkForms): boolean {
  const wanted = foldFileName(targetOf(text));
  return mayName(link, wanted) && linkForms(link).some(form => foldFileName(form) === wanted);
}

/**
 * Whether a link can lead to a file of that name at all, by the last part of its path. This only reads the text;
 * resolving the link needs the vault.
 * @param wanted a result of `foldFileName`
 */
export function mayName(link: string, wanted: string): boolean {
  const name = lastName(wanted);
  // Folding an ASCII text only changes its case.
  if (!beyondAscii.test(link) && !contains(link.toLowerCase(), name)) return false;
  return lastName(foldFileName(targetOf(link))) === name;
}

/** The last part of a path, without heading and block; a link in a table may have a backslash before its `|`. */
function lastName(path: string): string {
  const file = textBefore(path, '#');
  const name = file.slice(file.lastIndexOf('/') + 1).trim();
  return foldFileName(name.endsWith('\\') ? name.slice(0, -1) : name);
}

/** The target of a wikilink, without its shown text; any other text unchanged. */
export function targetOf(text: string): string {
  if (!text.startsWith('[[') || !text.endsWith(']]')) return text;
  return text.slice(2, -2).split('|', 1)[0] ?? text;
}

/** A name or path of a file, lower-cased and without `.md`. */
export function foldFileName(name: string): string {
  const folded = foldPath(name.trim());
  return folded.endsWith('.md') ? folded.slice(0, -3) : folded;
}
