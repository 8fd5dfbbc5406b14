import { foldPath } from './fold-path';

/** What a value that is a wikilink equals: its target's name and path, as written and as resolved. */
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
  return linkForms(link).some(form => foldFileName(form) === wanted);
}

/** Of a wikilink what it points to, without the text that it shows; else the text. */
export function targetOf(text: string): string {
  if (!text.startsWith('[[') || !text.endsWith(']]')) return text;
  return text.slice(2, -2).split('|', 1)[0] ?? text;
}

/** A name or path of a file without letter case and `.md`. */
export function foldFileName(name: string): string {
  const folded = foldPath(name.trim());
  return folded.endsWith('.md') ? folded.slice(0, -3) : folded;
}
