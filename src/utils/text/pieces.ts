/** Parts of short texts: matches, ends, names in paths, single lines. */

/** A match of a pattern with its groups; none where the text does not match. */
export function matchOf(pattern: RegExp, text: string): readonly (string | undefined)[] {
  return pattern.exec(text) ?? [];
}

/** The text before the first separator; all of it where there is none. */
export function textBefore(text: string, separator: '|' | '#' | '.' | '\n' | ' '): string {
  const [before = ''] = text.split(separator, 1);
  return before;
}

export function codePointAt(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined) throw new RangeError(`The text ends before ${at}.`);
  return code;
}

/** @param characters each of them is cut, in any order and number */
export function trimmedStart(text: string, characters: string): string {
  const cut = new Set(characters);
  let start = 0;
  while (cut.has(text.charAt(start))) start += 1;
  return text.slice(start);
}

/**
 * Cuts characters at the end in linear time; a pattern such as `/x+$/` is quadratic in a long run before the end.
 * @param characters each of them is cut, in any order and number
 */
export function trimmedEnd(text: string, characters: string): string {
  const cut = new Set(characters);
  let end = text.length;
  while (end > 0 && cut.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** `Folder` for `/Folder/`. */
export function withoutOuterSlashes(path: string): string {
  return trimmedEnd(trimmedStart(path, '/'), '/');
}

/** The first `most` UTF-16 units; lone surrogates, as at the cut, become U+FFFD. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}

/** The path of the folder; '' for a file of the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The name of the file or folder, with its extension. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The name of a note, or of another file with its extension. */
export function noteName(path: string): string {
  return lastName(path).replace(/\.md$/iu, () => '');
}

/** The paths of the folders around a file or folder, outermost first, without the root. */
export function foldersAround(path: string): string[] {
  return Array.from(path.matchAll(/\//gu), ({ index }) => path.slice(0, index));
}

const breaks = /(?:[\u2028\u2029]|[^\t\P{Cc}])+/gu;
const aBreak = /[\u2028\u2029]|[^\t\P{Cc}]/u;

/**
 * A text that is safe within a line: line breaks and control characters, which could forge another line, become spaces;
 * tabs stay.
 */
export function oneLine(text: string): string {
  return aBreak.test(text) ? text.replace(breaks, ' ') : text;
}

/** The same without formatting characters and repeated spaces, cut to a length: for display, not for copying. */
export function shortLine(text: string, length: number): string {
  const cut = text.slice(0, length * 4).replace(/[\p{C}\p{Z}]+/gu, () => ' ');
  return cutText(cut.trim(), length);
}

/**
 * The beginning of a text on one line, at most 80 characters, with `…` if it continues, for use in a sentence. Invisible
 * characters stay, since whoever decides on it must see them.
 */
export function excerpt(text: string): string {
  const shown = cutText(oneLine(text.slice(0, 320)).trim(), 80);
  return shown.length === 80 ? `${shown}…` : shown;
}

/** JSON without any character that could be taken for a line end. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029]/g, found => unitEscape(found));
}

/** A UTF-16 unit as JSON and YAML escape it: `\u2028`. */
export function unitEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The beginning of a name or value within a sentence of ours, in double quotes that nothing in it can end. */
export function quoted(text: string, most = 60): string {
  return jsonLine(cutText(text, most));
}

/** The same as the argument of a search: in a query itself, quotes would make it a phrase. */
export function asQuery(text: string): string {
  return `\`query: ${quoted(text)}\``;
}

/** Whole names or values, each in such quotes. */
export function allQuoted(texts: readonly string[]): string {
  return texts.map(text => jsonLine(text)).join(', ');
}

/** A number with its noun: `1 note`, `2 notes`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** A heading's name without the marks around it, as in `## Title ##`, and with single spaces. */
export function bareHeading(name: string): string {
  const opened = name.trim().replace(/^#{1,6}(?=\s)/u, () => '');
  return withoutClosing(opened)
    .replace(/\s+/gu, () => ' ')
    .trim();
}

/** Longer headings are cut in lists: each is repeated in the paths below it. */
export const maxListedHeading = 200;

/** Whether a name means a heading, perhaps one that was cut, also at a space; both as `bareHeading` gives them. */
export function meansHeading(name: string, heading = ''): boolean {
  return name === heading || (name.length >= maxListedHeading - 1 && heading.startsWith(name));
}

/** Drops the `#`s that close a heading, which follow a space. */
export function withoutClosing(name: string): string {
  const text = trimmedEnd(name.trimEnd(), '#');
  return text === '' || /\s$/u.test(text) ? text : name;
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** For an element's text, or an attribute in quotes. */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/gu, character => entities.get(character) ?? character);
}

/** The text without percent encoding; unchanged where that is broken. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The line number that a read or a search shows, such as `12→text` or `12: text`, and the mark after it. */
export const linePrefix = /^ *(\d{1,8})(→|:(?= |$)|\t)(?:(?<=:) )?/u;

/** Drops line numbers of a read if all lines have one: several lines, or one with the number of the given line. */
export function withoutReadNumbers(text: string, line?: number): string {
  const found = text.includes('→') ? numbered(text) : undefined;
  const fits = line === undefined ? /\n./u.test(text) : found?.first === line;
  return found?.mark === '→' && fits ? found.text : text;
}

/** The text without its line numbers, if all lines have one and they are consecutive. */
export function numbered(given: string): { text: string; first: number; mark: string } | undefined {
  const [, number, mark] = linePrefix.exec(textBefore(given, '\n')) ?? [];
  if (mark === undefined) return undefined;
  const first = Number(number);
  const bare: string[] = [];
  const lines = given.split('\n');
  for (const [index, line] of lines.entries()) {
    const found = linePrefix.exec(line);
    const isEnd = line === '' && index === lines.length - 1;
    if (!isEnd && (Number(found?.[1]) !== first + index || found?.[2] !== mark)) return undefined;
    bare.push(line.slice(found?.[0].length));
  }
  return { text: bare.join('\n'), first, mark };
}
