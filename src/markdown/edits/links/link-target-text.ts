/** The target of a link: its path and subpath, and how a new one is written. */
import type { Splice } from '../../text/splices';
import type { NewTarget } from './redirection';

export interface WrittenTarget {
  /** Offsets of the path, without the subpath and surrounding space. */
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

/** Parses a target; undefined for an empty one. */
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
  const start = targetStart + (trimmed === '' ? written.length : written.length - written.trimStart().length);
  const subpathStart = targetStart + written.length;
  // Outside of tables, a backslash before the pipe is part of the target, and means nothing.
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

/** The splices that write the parts of a new target: its path and each name of its subpath, encoded by `write`. */
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

/** Whether a wikilink can contain the parts of a target: it has no escapes. */
export function fitsWikilink({ path, subpath }: NewTarget): boolean {
  return (path === undefined || fitsAsPath(path)) && (subpath === undefined || fitsAsSubpath(subpath));
}

function fitsAsPath(path: string): boolean {
  return path.trim() === path && path !== '' && !/[#|[\]\n\r]|\\$/u.test(path);
}

function fitsAsSubpath(subpath: string): boolean {
  return !/[|\n\r]|\[\[|\]\]|\]$|\\$/u.test(subpath);
}

const encodedBeyondAscii = /%[89A-F][0-9A-F]/iu;
const encodedSpace = /%20/u;
/** Characters that would end the target, start a subpath, or be decoded differently. */
const unsafeBare = /[\s<>#%\\\p{Cc}]/gu;
const unsafeAngled = /[\n\r<>#%\\\p{Cc}]/gu;
const beyondAscii = /[^\p{ASCII}]+/gu;

/**
 * A path, or a name of a subpath, for the target of a Markdown link: encoded as required, and further like
 * the old target.
 * @param isAngled whether the target is in `<…>`.
 */
export function markdownTarget(part: string, old: string, isAngled: boolean): string {
  const encodesSpaces = !isAngled || encodedSpace.test(old);
  let target = part.replace(encodesSpaces ? unsafeBare : unsafeAngled, found => encodeURIComponent(found));
  if (encodedBeyondAscii.test(old)) target = target.replace(beyondAscii, found => encodeURIComponent(found));
  if (isAngled || isBalanced(target)) return target;
  return target.replace(/[()]/gu, one => (one === '(' ? '%28' : '%29'));
}

/** Whether a Markdown link can lead to a path: the app decodes the target before it looks for a subpath. */
export function fitsMarkdownLink({ path = '' }: NewTarget): boolean {
  return !path.includes('#');
}

/** A bare target may contain parentheses in pairs, not nested deeply. */
function isBalanced(target: string): boolean {
  let depth = 0;
  for (const char of target) {
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth < 0 || depth > 8) return false;
  }
  return depth === 0;
}
