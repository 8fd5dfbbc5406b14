/**
 * How one character, with the marks behind it, is folded. Compatibility forms become plain ones (`ﬁ` is `fi`,
 * `Ａ` is `a`), marks that only vary a letter go away, letters with a stroke lose it, and typographic quotes and
 * dashes become those of a keyboard. Marks that make another letter stay: those of kana, Hangul and Indic scripts.
 */

/** A longer run of marks is folded in parts: normalizing takes quadratic time in the length of a run. */
export const maxClusterLength = 64;
/** A character that would become longer than this, such as U+FDFA with its 18, keeps its own form. */
const maxExpansion = 4;

/** Belongs to the character before it. Jamo and half-width voice marks compose with it. */
const continuation = /^[\p{M}\u00AD\u180E\u200B-\u200D\u2060\uFEFF\u1160-\u11FF\uD7B0-\uD7FF\uFF9E\uFF9F]$/u;

/**
 * Marks of Latin, Greek, Cyrillic, Hebrew and Arabic, variation selectors, and characters without width. Kana's
 * voice marks are of the inherited script too, but make other letters.
 */
const dropped =
  /(?!\u3099|\u309A)\p{Script=Inherited}|(?=\p{Mn})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}]|[\u00AD\u0640\u200B\u2060\uFEFF]/gu;

const replaceable = /[ßẞæÆœŒøØłŁđĐħĦŧŦıς\u2010-\u2015\u2018-\u201F\u2032\u2033\u2044\u2212]/gu;

const replacements: ReadonlyMap<string, string> = new Map([
  ...pairs('ßẞæÆœŒ', 'ss SS ae AE oe OE'),
  ...pairs('øØłŁđĐħĦŧŦıς', 'o O l L d D h H t T i σ'),
  ...pairs('\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '- - - - - - -'),
  ...pairs('\u2018\u2019\u201A\u201B\u2032', "' ' ' ' '"),
  ...pairs('\u201C\u201D\u201E\u201F\u2033', '" " " " "'),
  ...pairs('\u2044', '/'),
]);

function pairs(from: string, to: string): [string, string][] {
  const plain = to.split(' ');
  return Array.from(from, (char, index) => [char, plain[index] ?? char]);
}

/** Whether a UTF-16 unit is folded together with the one before it. */
export function continuesCluster(unit: number): boolean {
  return unit > 0x7f && continuation.test(String.fromCharCode(unit));
}

/** The folded form with case kept. @param cluster a character with its continuation */
export function foldClusterKeepingCase(cluster: string): string {
  const plain = reduced(cluster.normalize('NFKD'));
  return plain.length <= maxExpansion * cluster.length ? plain : reduced(cluster.normalize('NFD'));
}

export function foldCluster(cluster: string): string {
  return foldClusterKeepingCase(cluster).toLowerCase();
}

function reduced(decomposed: string): string {
  return decomposed
    .replace(dropped, () => '')
    .replace(replaceable, char => replacements.get(char) ?? char)
    .normalize('NFC');
}
