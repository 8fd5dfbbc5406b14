/** The target part of links: where its path ends, what it names, and how another path is written in its place. */

export interface WrittenPath {
  /** Offsets of the path, its sub-path left out. */
  readonly start: number;
  readonly end: number;
  /** Decoded; not empty. */
  readonly path: string;
  /** From the `#` on, as written; empty without one. */
  readonly subpath: string;
}

/** The path in a target; undefined for a link within its own note. */
export function writtenPath(
  text: string,
  targetStart: number,
  targetEnd: number,
  decode: (path: string) => string = path => path,
): WrittenPath | undefined {
  const target = text.slice(targetStart, targetEnd);
  const hash = target.indexOf('#');
  const written = hash === -1 ? target : target.slice(0, hash);
  const trimmed = written.trim();
  if (trimmed === '') return undefined;
  const start = targetStart + written.indexOf(trimmed);
  return {
    start,
    end: start + trimmed.length,
    path: decode(trimmed),
    subpath: hash === -1 ? '' : target.slice(hash),
  };
}

/** Whether a path can stand in a wikilink: nothing in it can be escaped there. */
export function fitsWikilink(path: string): boolean {
  return path.trim() === path && path !== '' && !/[#|\n\r]|\[\[|\]\]|\]$|\\$/u.test(path);
}

export function percentDecoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const encodedBeyondAscii = /%[89A-F][0-9A-F]/iu;
const encodedSpace = /%20/u;
/** What would end the target, begin a sub-path, or be decoded to something else. */
const unsafeBare = /[\s<>#%\\\p{Cc}]/gu;
const unsafeAngled = /[\n\r<>#%\\\p{Cc}]/gu;
const beyondAscii = /[^\p{ASCII}]+/gu;

/**
 * A path as the target of a Markdown link, encoded as far as it must be, and beyond that as the old one was.
 * @param isAngled whether the target stands in `<…>`.
 */
export function markdownTarget(path: string, old: string, isAngled: boolean): string {
  const encodesSpaces = !isAngled || encodedSpace.test(old);
  let target = path.replace(encodesSpaces ? unsafeBare : unsafeAngled, part => encodeURIComponent(part));
  if (encodedBeyondAscii.test(old)) target = target.replace(beyondAscii, part => encodeURIComponent(part));
  if (isAngled || isBalanced(target)) return target;
  return target.replace(/[()]/gu, one => (one === '(' ? '%28' : '%29'));
}

/** Parentheses may stand in a bare target in pairs, and not nested deeply. */
function isBalanced(target: string): boolean {
  let depth = 0;
  for (const char of target) {
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth < 0 || depth > 8) return false;
  }
  return depth === 0;
}
