/** The parts of a link's text, headings as links name them, and the target of a subpath. */
import type * as Api from 'obsidian';
import { HeadingOutline } from '../../../../src/markdown/links/heading-subpath';

export { stripHeading, stripHeadingForLink } from '../../../../src/markdown/links/heading-subpath';

type SubpathResult = Api.HeadingSubpathResult | Api.BlockSubpathResult | Api.FootnoteSubpathResult;

/** In Unicode form C, no-break spaces as spaces. */
export function parseLinktext(linktext: string): { path: string; subpath: string } {
  const text = linktext.normalize('NFC').replaceAll('\u00a0', ' ');
  const hash = text.indexOf('#');
  return hash < 0 ? { path: text, subpath: '' } : { path: text.slice(0, hash), subpath: text.slice(hash) };
}

export function getLinkpath(linktext: string): string {
  return parseLinktext(linktext).path;
}

/** `#Heading`, `#Heading#Below it`, `#^block` or `#[^footnote]`; null if the note has none. */
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

/** The last of the names counts. */
function headingOf(cache: Api.CachedMetadata, names: readonly string[]): Api.HeadingSubpathResult | null {
  const headings = cache.headings ?? [];
  const index = new HeadingOutline(headings).find(names)?.at(-1);
  const current = index === undefined ? undefined : headings[index];
  if (index === undefined || current === undefined) return null;
  const next = headings.find(({ level }, at) => at > index && level <= current.level);
  const result: object = {
    type: 'heading',
    current,
    next: next ?? null,
    start: current.position.start,
    end: next?.position.start ?? null,
  };
  return isHeadingResult(result) ? result : null;
}

/** The typings have no null for the next heading. */
function isHeadingResult(value: object): value is Api.HeadingSubpathResult {
  return 'current' in value;
}
