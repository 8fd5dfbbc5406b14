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
  const block =
    cache.blocks !== undefined && Object.hasOwn(cache.blocks, id) ? cache.blocks[id] : undefined;
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
  let level = 0;
  let left = names.map(normal);
  for (const [index, heading] of headings.entries()) {
    if (level > 0 && heading.level <= level) {
      level = 0;
      left = names.map(normal);
    }
    if (heading.level <= level || normal(heading.heading) !== left[0]) continue;
    level = heading.level;
    left = left.slice(1);
    if (left.length > 0) continue;
    const next = headings.slice(index + 1).find(later => later.level <= heading.level);
    return published(heading, next);
  }
  return null;
}

function normal(heading: string): string {
  return stripHeading(heading).toLowerCase();
}

/** The typings leave out that the last heading has no next one. */
function published(
  current: Api.HeadingCache,
  next: Api.HeadingCache | undefined,
): Api.HeadingSubpathResult {
  const result: object = {
    type: 'heading',
    current,
    next: next ?? null,
    start: current.position.start,
    end: next?.position.start ?? null,
  };
  return result;
}
