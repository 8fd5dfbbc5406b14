/** Redirects the links of a note, in its text and in its frontmatter. */
import {
  fitsMarkdownLink,
  fitsWikilink,
  markdownTarget,
  targetSplice,
  writtenTarget,
  changedParts,
  escapedFor,
  mayEndCode,
  type NewTarget,
  Redirection,
  type Redirect,
} from './redirection';
import { type PropertyWikilink, propertyWikilinks } from '../../frontmatter/property-links';
import { withNoteEnding } from '../../links/link-spelling';
import { shownTarget } from '../../links/links';
import type { Link, NoteStructure, FrontmatterBlock, Span } from '../../structure/note-structure';
import { scanStructure } from '../../structure/scan-structure';
import { afterLine, lineStart } from '../../text/lines';
import { spansAfter, spliced, type Splice } from '../../text/splices';
import { percentDecoded } from '../../../utils/text/pieces';
import { placeOf } from '../../../utils/text/text-search';

const wikilinks = /\[\[[^[\]\n]*\]\]/g;

/**
 * Redirects the links of a note: wikilinks, embeds, Markdown links and links in the frontmatter, none in
 * code. Only the target changes; shown text, title, quotes and the encoding of a Markdown target stay.
 * @param structure of exactly this text.
 */
export function redirectedLinks(text: string, structure: NoteStructure, redirect: Redirect): Redirection {
  const answers = new Map<number, NewTarget | undefined>();
  const once: Redirect = link => {
    if (!answers.has(link.at)) answers.set(link.at, redirect(link));
    return answers.get(link.at);
  };
  const inTurn = (isWary: boolean): Redirection => {
    const redirection = new Redirection(once);
    redirectProperties(text, structure.frontmatter, redirection);
    for (const link of linksOf(structure)) redirectLink(text, structure, { link, isWary }, redirection);
    return redirection;
  };
  const plain = inTurn(false);
  if (!plain.splices.some(splice => mayEndCode.test(splice.text))) return plain;
  // Code or a formula before a link may end in its new target, so that it stops being a link, or other text becomes one.
  const after = startsOf(scanStructure(spliced(text, plain.splices)));
  const kept = spansAfter(
    startsOf(structure),
    plain.splices.toSorted((one, other) => one.from - other.from),
  );
  const isKept = after.length === kept.length && after.every(({ start }, at) => start === kept[at]?.start);
  return isKept ? plain : inTurn(true);
}

/** Where the links begin, in the order of the text. */
function startsOf(structure: NoteStructure): Span[] {
  const starts = linksOf(structure).map(({ start }) => ({ start, end: start }));
  return starts.sort((one, other) => one.start - other.start);
}

function linksOf({ links, embeds }: NoteStructure): readonly Link[] {
  return [...links, ...embeds];
}

function redirectLink(
  text: string,
  structure: NoteStructure,
  { link, isWary }: { readonly link: Link; readonly isWary: boolean },
  redirection: Redirection,
): void {
  const isWiki = link.form === 'wiki';
  const written = writtenTarget(text, link.targetStart, link.targetEnd, isWiki ? undefined : percentDecoded);
  if (!written) return;
  const { path, subpath } = written;
  const asked = { path, subpath, form: link.form, at: link.start };
  const wanted = changedParts(asked, redirection.redirect(asked));
  if (wanted === undefined) return;
  const fits = isWiki ? fitsWikilink(wanted) : fitsMarkdownLink(wanted);
  const isRisky = isWary && mayEndCode.test([wanted.path, wanted.subpath].join(''));
  // Only headings and blocks of notes are renamed, so the target is a note.
  const markdownPath = path === '' ? path : withNoteEnding(path);
  const target = isRisky && wanted.path === undefined ? { ...wanted, markdownPath } : wanted;
  const replacement = isWiki && (isRisky || !fits) ? asMarkdown(text, link, target, subpath) : undefined;
  if (replacement !== undefined || !fits) {
    if (replacement === undefined) redirection.refused += 1;
    else redirection.update([replacement]);
    return;
  }
  const shown = isWiki ? shownTextSplice(text, structure, link, wanted.shown) : undefined;
  const isAngled = text[link.targetStart - 1] === '<';
  const write = (name: string, old: string): string => (isWiki ? name : markdownTarget(name, old, isAngled));
  const splice = targetSplice(text, written, wanted, write);
  redirection.update(shown === undefined ? [splice] : [splice, shown]);
}

/** Rewrites a wikilink as a Markdown link with the same shown text; undefined if that cannot lead there either. */
function asMarkdown(
  text: string,
  { start, end, textStart, textEnd }: Link,
  { markdownPath, subpath: newSubpath, shown: newShown }: NewTarget,
  oldSubpath: string,
): Splice | undefined {
  if (markdownPath === undefined || !fitsMarkdownLink({ path: markdownPath })) return undefined;
  const subpath = newSubpath ?? oldSubpath;
  const isEmbed = text[start] === '!';
  const path = newShown ?? shownTarget(markdownPath.replace(/\.md$/iu, () => '') + subpath);
  const name = (isEmbed ? '' : path).replace(/[$`]/gu, one => (one === '$' ? '&#36;' : '&#96;'));
  const shown = textStart === -1 ? name : text.slice(textStart, textEnd).trim();
  const target = [markdownPath, ...subpath.split('#').slice(1)].map(part => markdownTarget(part, '', false));
  const label = shown.replace(/[[\]\\]/gu, one => `\\${one}`);
  return { from: start, to: end, text: `${isEmbed ? '!' : ''}[${label}](${target.join('#')})` };
}

/**
 * Gives a wikilink without shown text the text that it showed before. In a table the pipe is escaped; if it
 * is unclear whether a line is in a table, nothing is added.
 */
function shownTextSplice(
  text: string,
  { sections }: NoteStructure,
  { start, end, targetEnd, textStart }: Link,
  shown: string | undefined,
): Splice | undefined {
  if (shown === undefined || textStart !== -1 || text[start] === '!' || /[|\n\r[\]\\]/u.test(shown))
    return undefined;
  const section = sections.find(one => one.start <= start && end <= one.end);
  const isInTable = section?.type === 'table';
  const line = text.slice(lineStart(text, start), afterLine(text, start));
  if (!isInTable && line.replace(wikilinks, () => '').includes('|')) return undefined;
  return { from: targetEnd, to: targetEnd, text: `${isInTable ? '\\' : ''}|${shown}` };
}

/** Redirects properties that are exactly one wikilink, inside their quotes. Invalid YAML has none. */
function redirectProperties(text: string, block: FrontmatterBlock | undefined, all: Redirection): void {
  if (!block) return;
  const yaml = text.slice(block.bodyStart, block.bodyEnd);
  for (const wikilink of propertyWikilinks(yaml)) redirectScalar(yaml, wikilink, block.bodyStart, all);
}

/** The `[[` before a link's own text. */
const brackets = 2;

function redirectScalar(
  yaml: string,
  scalar: PropertyWikilink,
  offset: number,
  redirection: Redirection,
): void {
  const { link } = scalar;
  const target = writtenTarget(link, 0, link.length);
  if (!target) return;
  const { path, subpath } = target;
  const at = offset + scalar.from;
  const asked = { path, subpath, form: 'frontmatter', at } as const;
  const wanted = changedParts(asked, redirection.redirect(asked));
  if (wanted === undefined) return;
  if (!fitsWikilink(wanted)) {
    redirection.refused += 1;
    return;
  }
  const source = yaml.slice(scalar.from, scalar.to);
  const quote = source.startsWith('"') || source.startsWith("'") ? source.charAt(0) : '';
  const change = targetSplice(link, target, wanted);
  const written = escapedFor(quote, scalar.value.slice(0, brackets + change.to));
  const inSource = placeOf(source, written);
  if (inSource !== -1) {
    const to = at + inSource + written.length;
    const old = escapedFor(quote, link.slice(change.from, change.to));
    redirection.update([{ from: to - old.length, to, text: escapedFor(quote, change.text) }]);
    return;
  }
  // Written with escapes other than ours, or over several lines.
  const first = brackets + change.from;
  const value = spliced(scalar.value, [{ from: first, to: brackets + change.to, text: change.text }]);
  redirection.update([{ from: at, to: at + source.length, text: JSON.stringify(value) }]);
}
