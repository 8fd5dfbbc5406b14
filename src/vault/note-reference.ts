import { ToolFailure } from '../errors';

/** The ways in which a caller can name a note. */
export type NoteReference =
  | { readonly kind: 'path'; readonly path: string }
  /** `[[link#subpath]]`; the subpath without its first `#`. */
  | { readonly kind: 'link'; readonly linkpath: string; readonly subpath: string | undefined };

/**
 * Reads a reference: a path, or a wikilink.
 * @throws ToolFailure `not_found` for the `@` forms that this version does not serve
 */
export function parseReference(text: string): NoteReference {
  if (text.startsWith('@')) {
    throw new ToolFailure('not_found', 'References with "@" are not served.', {
      hint: 'Name the note by its path.',
    });
  }
  if (!text.startsWith('[[') || !text.endsWith(']]')) return { kind: 'path', path: text };
  const inner = text.slice(2, -2);
  const target = inner.split('|', 1)[0] ?? '';
  const hash = target.indexOf('#');
  return hash === -1
    ? { kind: 'link', linkpath: target.trim(), subpath: undefined }
    : { kind: 'link', linkpath: target.slice(0, hash).trim(), subpath: target.slice(hash + 1) };
}
