import { ToolFailure } from '../../../errors';

const most = { characters: 60, words: 6 };

/** Letters, digits and characters that join them in a name; none that ends or starts a sentence. */
const plain = /^[\p{L}\p{N}\p{M} ._\-–,&+'’()]+$/u;

/**
 * Keeps a token with folder rules from writing sentences into notes that it may not write: a move puts the
 * new path into all links to the note.
 * @throws ToolFailure `permission_denied`
 */
export function requirePlainNames(path: string): void {
  for (const name of path.split('/'))
    requirePlain(name, '.md', 'A token with folder rules can only move to plain names');
}

/** The same for a heading, whose new text is written into links. @throws ToolFailure `permission_denied` */
export function requirePlainHeading(heading: string): void {
  requirePlain(heading, '', 'A token with folder rules can only use plain names for headings');
}

function requirePlain(name: string, ending: string, rule: string): void {
  const words = name.split(/[\s_.,\-–]+/u).filter(word => word !== '');
  const maxWords = most.words + (ending === '' ? 0 : 1);
  if (plain.test(name) && name.length <= most.characters + ending.length && words.length <= maxWords) return;
  throw new ToolFailure(
    'permission_denied',
    `${rule}: at most ${most.characters} characters and ${most.words} words each.`,
    { hint: 'Choose a shorter name without punctuation.' },
  );
}
