/** The decisions about the links of a text, and how the target of a link is read and written. */
import { spliced, type Splice } from '../../text/splices';

export interface RedirectableLink {
  /** Its target, decoded, without subpath; empty for a link within its own note. */
  readonly path: string;
  /** From the `#` on, decoded; empty without one. */
  readonly subpath: string;
  readonly form: 'wiki' | 'markdown' | 'frontmatter' | 'canvas' | 'base';
}

/** The parts of a link to change, not encoded; parts that are left out stay. */
export interface NewTarget {
  readonly path?: string | undefined;
  /** From the `#` on; empty removes it. */
  readonly subpath?: string | undefined;
  /** The path for a Markdown link, if a wikilink cannot hold `path`; without it such a link is refused. */
  readonly markdownPath?: string | undefined;
  /** The new shown text of a wikilink that has none. */
  readonly shown?: string | undefined;
}

export interface LinkPlace extends RedirectableLink {
  /** Offset in the file's text; for a link in a card, in the card's text. */
  readonly at: number;
  /** Text of a canvas card. */
  readonly card?: string;
}

/** The new target of a link; undefined leaves it unchanged. */
export type Redirect = (link: LinkPlace) => NewTarget | undefined;

export interface RedirectedText {
  readonly text: string;
  /** Number of links that are changed. */
  readonly links: number;
  /** Number of links that cannot hold the new target, such as a `#` in a wikilink's path; these are unchanged. */
  readonly refused: number;
}

export class Redirection {
  readonly splices: Splice[] = [];
  links = 0;
  refused = 0;

  constructor(readonly redirect: Redirect) {}

  /** Adds the splices of one link; none if it is unchanged. */
  update(splices: readonly Splice[]): void {
    if (splices.length === 0) return;
    this.splices.push(...splices);
    this.links += 1;
  }

  applyTo(text: string): RedirectedText {
    return { text: spliced(text, this.splices), links: this.links, refused: this.refused };
  }
}

/** The parts of a new target that differ from the link's; undefined if none does. */
export function changedParts(link: RedirectableLink, wanted: NewTarget | undefined): NewTarget | undefined {
  if (wanted === undefined) return undefined;
  const path = wanted.path === link.path ? undefined : wanted.path;
  const subpath = wanted.subpath === link.subpath ? undefined : wanted.subpath;
  return path === undefined && subpath === undefined ? undefined : { ...wanted, path, subpath };
}

interface WrittenTarget {
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

/** Writes the parts of a new target: its path and each name of its subpath, encoded by `write`. */
export function targetSplice(
  text: string,
  { start, end, subpathStart, subpathEnd }: WrittenTarget,
  { path, subpath }: NewTarget,
  write: (name: string, old: string) => string = name => name,
): Splice {
  const old = text.slice(start, end);
  const written = path === undefined ? old : write(path, old);
  if (subpath === undefined) return { from: start, to: end, text: written };
  const names = subpath.split('#').map(name => write(name, text.slice(subpathStart, subpathEnd)));
  return { from: start, to: subpathEnd, text: written + text.slice(end, subpathStart) + names.join('#') };
}

export function fitsWikilink({ path, subpath }: NewTarget): boolean {
  return (path === undefined || fitsAsPath(path)) && (subpath === undefined || fitsAsSubpath(subpath));
}

function fitsAsPath(path: string): boolean {
  return path.trim() === path && path !== '' && !/[#|[\]\n\r]|\\$/u.test(path);
}

function fitsAsSubpath(subpath: string): boolean {
  return !/[|\n\r]|\[\[|\]\]|\]$|\\$/u.test(subpath);
}

/** Characters that end code or a formula which began before them. */
export const mayEndCode = /[$`]/u;

const encodedBeyondAscii = /%[89A-F][0-9A-F]/iu;
const encodedSpace = /%20/u;
/** Characters that would end the target, or code or a formula before it, start a subpath, or be decoded differently. */
const unsafeBare = /[\s<>#%\\$`\p{Cc}]/gu;
const unsafeAngled = /[\n\r<>#%\\$`\p{Cc}]/gu;
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

/** Escapes a text for YAML. @param quote the quote around it; any other character for plain text */
export function escapedFor(quote: string, text: string): string {
  if (quote === '"') return JSON.stringify(text).slice(1, -1);
  return quote === "'" ? text.split("'").join("''") : text;
}
