import { textBefore } from '../../utils/text/pieces';

/** The kinds of periodic notes, as references and the Periodic Notes plugin name them. */
const periods = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Period = (typeof periods)[number];

/** `@weekly:last week`. */
export interface PeriodicReference {
  readonly kind: 'periodic';
  readonly period: Period;
  /** The text after the colon; undefined for the current period. */
  readonly date: string | undefined;
}

/** The ways in which a caller can name a note. */
export type NoteReference =
  | { readonly kind: 'path'; readonly path: string }
  /** `[[link#subpath]]`; the subpath without its first `#`. */
  | { readonly kind: 'link'; readonly linkpath: string; readonly subpath: string | undefined }
  /** The note that is active in the app. */
  | { readonly kind: 'active' }
  | PeriodicReference;

/** Parses a reference. Any other word after `@` is a path: notes can have such names. */
export function parseReference(text: string): NoteReference {
  if (text.startsWith('@')) return parseAt(text);
  if (!text.startsWith('[[') || !text.endsWith(']]')) return { kind: 'path', path: text };
  const inner = text.slice(2, -2);
  const target = textBefore(inner, '|');
  const hash = target.indexOf('#');
  return hash === -1
    ? { kind: 'link', linkpath: target.trim(), subpath: undefined }
    : { kind: 'link', linkpath: target.slice(0, hash).trim(), subpath: target.slice(hash + 1) };
}

function parseAt(text: string): NoteReference {
  const colon = text.indexOf(':');
  const word = text.slice(1, colon === -1 ? undefined : colon).toLowerCase();
  if (word === 'active' && colon === -1) return { kind: 'active' };
  const period = periods.find(name => name === word);
  if (period === undefined) return { kind: 'path', path: text };
  return { kind: 'periodic', period, date: colon === -1 ? undefined : text.slice(colon + 1) };
}
