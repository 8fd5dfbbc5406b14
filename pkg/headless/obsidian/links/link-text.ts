/** The parts of a link's text, headings as links name them, and what a subpath leads to. */
import type * as Api from 'obsidian';

type SubpathResult = Api.HeadingSubpathResult | Api.BlockSubpathResult | Api.FootnoteSubpathResult;

/** Characters that count for nothing where headings are compared. */
const ignored = /[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\s]+/g;

/** What would end a link, or begin something else in it. */
const breaking = /#|\||\^|:|%%|\[\[|\]\]|\s/g;

/** In Unicode form C, no-break spaces as spaces. */
export function parseLinktext(linktext: string): { path: string; subpath: string } {
  const text = linktext.normalize('NFC').replaceAll('\u00a0', ' ');
  const hash = text.indexOf('#');
  return hash < 0 ? { path: text, subpath: '' } : { path: text.slice(0, hash), subpath: text.slice(hash) };
}

export function getLinkpath(linktext: string): string {
  return parseLinktext(linktext).path;
}

export function stripHeading(heading: string): string {
  return heading.replace(ignored, ' ').trim();
}

export function stripHeadingForLink(heading: string): string {
  return heading.replace(breaking, ' ').replace(/ +/g, ' ').trim();
}

/** `#Heading`, `#Heading#Below it`, `#^block` or `#[^footnote]`; null when the note has none. */
export function resolveSubpath(cache: Api.CachedMetadata, subpath: string): SubpathResult | null {
  const parts = subpath.split('#').filter(part => part !== '');
  const [first] = parts;
  if (first === undefined) return null;
  if (parts.length === 1 && first.startsWith('^')) return blockOf(cache, first.slice(1));
  if (parts.length === 1 && first.startsWith('[^') && first.endsWith(']')) {
    return footnoteOf(cache, first.slice(2, -1));
  }
  return headingOf(cache, parts);
}

function blockOf(cache: Api.CachedMetadata, name: string): Api.BlockSubpathResult | null {
  const id = name.toLowerCase();
  const block = cache.blocks !== undefined && Object.hasOwn(cache.blocks, id) ? cache.blocks[id] : undefined;
  if (block === undefined) return null;
  const list = cache.listItems?.find(item => item.id?.toLowerCase() === id);
  const { start, end } = block.position;
  return { type: 'block', start, end, block, ...(list === undefined ? {} : { list }) };
}

function footnoteOf(cache: Api.CachedMetadata, id: string): Api.FootnoteSubpathResult | null {
  const footnote = cache.footnotes?.find(one => one.id.toLowerCase() === id.toLowerCase());
  if (footnote === undefined) return null;
  return { type: 'footnote', start: footnote.position.start, end: footnote.position.end, footnote };
}

/** Each name is looked for below the heading that the one before it led to; the last one counts. */
function headingOf(cache: Api.CachedMetadata, names: readonly string[]): Api.HeadingSubpathResult | null {
  const headings = cache.headings ?? [];
  const index = search(headings, names.map(normal), 0, headings.length);
  const current = headings[index];
  if (current === undefined) return null;
  const next = headings[endOf(headings, index, headings.length)];
  const result: object = {
    type: 'heading',
    current,
    next: next ?? null,
    start: current.position.start,
    end: next?.position.start ?? null,
  };
  return isHeadingResult(result) ? result : null;
}

function search(
  headings: readonly Api.HeadingCache[],
  names: readonly string[],
  from: number,
  to: number,
): number {
  for (let index = from; index < to; index++) {
    if (normal(headings[index]?.heading ?? '') !== names[0]) continue;
    if (names.length === 1) return index;
    const below = search(headings, names.slice(1), index + 1, endOf(headings, index, to));
    if (below >= 0) return below;
  }
  return -1;
}

/** The first heading that no longer belongs to this one. */
function endOf(headings: readonly Api.HeadingCache[], index: number, to: number): number {
  const level = headings[index]?.level ?? 0;
  let end = index + 1;
  while (end < to && (headings[end]?.level ?? 0) > level) end++;
  return end;
}

function normal(heading: string): string {
  return stripHeading(heading).toLowerCase();
}

/** To the typings there always is a next heading. */
function isHeadingResult(value: object): value is Api.HeadingSubpathResult {
  return 'current' in value;
}
