/** Parses a link's text: its target and shown text. */
import { percentDecoded } from '../../utils/text/pieces';
import type { Link } from '../structure/note-structure';

/** Returns text by the note's offsets: a string, or what the host keeps of one. */
export interface TextSource {
  slice(start: number, end: number): string;
}

/** A link as the app describes it, without its position. */
export interface LinkText {
  /** The target with its sub-path, decoded. */
  readonly link: string;
  /** As written. */
  readonly original: string;
  readonly displayText: string;
}

/** The target of a link of the scanned text, with its sub-path, decoded. */
export function linkTargetText(text: TextSource, { form, targetStart, targetEnd }: Link): string {
  const target = text.slice(targetStart, targetEnd);
  return form === 'wiki' ? target : percentDecoded(target);
}

export function linkText(text: TextSource, link: Link): LinkText {
  const shown =
    link.textStart === -1
      ? shownTarget(text.slice(link.targetStart, link.targetEnd))
      : text.slice(link.textStart, link.textEnd);
  return {
    link: linkTargetText(text, link),
    original: text.slice(link.start, link.end),
    displayText: shown,
  };
}

/** The wikilink that makes up the whole string, as in frontmatter; undefined for other strings. */
export function wholeWikilink(value: string): LinkText | undefined {
  if (!value.startsWith('[[') || !value.endsWith(']]')) return undefined;
  const inner = value.slice(2, -2);
  if (inner === '' || inner.includes(']]') || inner.includes('[[') || inner.includes('\n')) return undefined;
  const pipe = inner.indexOf('|', 1);
  const link = pipe === -1 ? inner : inner.slice(0, pipe);
  return { link, original: value, displayText: pipe === -1 ? shownTarget(link) : inner.slice(pipe + 1) };
}

/** Observed: without a text of its own, `Note#Heading` is shown as `Note > Heading`. */
export function shownTarget(target: string): string {
  if (!target.includes('#')) return target;
  return target
    .split('#')
    .filter(part => part !== '')
    .join(' > ');
}
