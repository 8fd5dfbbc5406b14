import { codePointAt } from './pieces';

/** Text that shows all its characters in their order on the screen, for someone who decides on it. */
export function visible(text: string): string {
  return text
    .replaceAll('\r', () => '␍')
    .replace(unseen, found => `‹U+${codePointAt(found, 0).toString(16).toUpperCase().padStart(4, '0')}›`);
}

/** The same on one line, since a name must not begin another sentence. */
export function visibleLine(text: string): string {
  return visible(text)
    .replaceAll('\n', () => '␊')
    .replaceAll('\t', () => '␉');
}

const clientCharacters = 40;

/** What a client calls itself, which it chooses: cut, and without quotation marks that could close those around it. */
export function clientName(name: string): string {
  const characters = Array.from(visibleLine(name));
  const cut =
    characters.length > clientCharacters ? [...characters.slice(0, clientCharacters), '…'] : characters;
  return cut.join('').replace(/["“”„«»]/gu, () => "'");
}

/**
 * Characters that change the text direction, control characters, and those that are invisible or look like a space:
 * whole sentences can be written in tags (U+E0000 and above), which models read and users do not see. Joiners stay,
 * since emoji and some scripts need them.
 */
const unseen =
  /(?![\t\n])(?:\u034f|[\u17b4-\u17b5]|[\u180b-\u180f]|[\p{Cc}\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}])/gu;
