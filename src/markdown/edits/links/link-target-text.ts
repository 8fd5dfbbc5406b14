/** The target part of links: where its path ends, what it names, and how another one is written in its place. */
import type { Splice } from '../../text/splices';
import type { NewTarget } from './redirection';

export interface WrittenTarget {
  /** Offsets of the path, without the subpath and the space around it. */
  readonly start: number;
  readonly end: number;
  /** Decoded; empty for a link within its own note. */
  readonly path: string;
  /** Offsets of the subpath, its `#` included. */
  readonly subpathStart: number;
  readonly subpathEnd: number;
  /** Decoded, from the `#` on; empty without one. */
  readonly subpath: string;
}

/** What a target says; undefined for an empty one. */
export function writtenTarget(
  text: string,
  targetStart: number,
  targetEnd: number,
  decode: (part: string) => string = part => part,
): WrittenTarget | undefined {
  const target = text.slice(targetStart, targetEnd);
  const hash = target.indexOf('#');
  const written = hash === -1 ? target : target.slice(0, hash);
  const trimmed = written.trim();
  if (trimmed === '' && hash === -1) return undefined;
  const start = targetStart + (trimmed === '' ? written.length : written.indexOf(trimmed));
  const subpathStart = targetStart + written.length;
  // Where no table escapes the pipe behind it, a backslash is part of the target, and means nothing.
  const subpathEnd = hash !== -1 && target.endsWith('\\') ? targetEnd - 1 : targetEnd;
  return {
    start,
    end: start + trimmed.length,
    path: decode(trimmed),
    subpathStart,
    subpathEnd,
    subpath: decode(text.slice(subpathStart, subpathEnd)),
  };
}

/** The splices that write the parts of a new target: its path and each name of its subpath as `write` encodes them. */
export function targetSplices(
  { start, end, subpathStart, subpathEnd }: WrittenTarget,
  { path, subpath }: NewTarget,
  write: (name: string, from: number, to: number) => string,
): Splice[] {
  const splices: Splice[] = [];
  if (path !== undefined) splices.push({ from: start, to: end, text: write(path, start, end) });
  if (subpath === undefined) return splices;
  const names = subpath.split('#').map(name => write(name, subpathStart, subpathEnd));
  return [...splices, { from: subpathStart, to: subpathEnd, text: names.join('#') }];
}

/** Whether a wikilink can hold the parts of a target: nothing in it can be escaped there. */
export function fitsWikilink({ path, subpath }: NewTarget): boolean {
  return (path === undefined || fitsAsPath(path)) && (subpath === undefined || fitsAsSubpath(subpath));
}

function fitsAsPath(path: string): boolean {
  return path.trim() === path && path !== '' && !/[#|\n\r]|\[\[|\]\]|\]$|\\$/u.test(path);
}

function fitsAsSubpath(subpath: string): boolean {
  return !/[|\n\r]|\[\[|\]\]|\]$|\\$/u.test(subpath);
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
/** What would end the target, begin a subpath, or be decoded to something else. */
const unsafeBare = /[\s<>#%\\\p{Cc}]/gu;
const unsafeAngled = /[\n\r<>#%\\\p{Cc}]/gu;
const beyondAscii = /[^\p{ASCII}]+/gu;

/**
 * A path, or a name of a subpath, in the target of a Markdown link, encoded as far as it must be, and beyond that as the
 * old target was.
 * @param isAngled whether the target is in `<…>`.
 */
export function markdownTarget(part: string, old: string, isAngled: boolean): string {
  const encodesSpaces = !isAngled || encodedSpace.test(old);
  let target = part.replace(encodesSpaces ? unsafeBare : unsafeAngled, found => encodeURIComponent(found));
  if (encodedBeyondAscii.test(old)) target = target.replace(beyondAscii, found => encodeURIComponent(found));
  if (isAngled || isBalanced(target)) return target;
  return target.replace(/[()]/gu, one => (one === '(' ? '%28' : '%29'));
}

/** Parentheses may be in a bare target in pairs, and not nested deeply. */
function isBalanced(target: string): boolean {
  let depth = 0;
  for (const char of target) {
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth < 0 || depth > 8) return false;
  }
  return depth === 0;
}
