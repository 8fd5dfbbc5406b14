import { type PropertyWikilink, propertyWikilinks } from '../../frontmatter/property-wikilinks';
import type { FrontmatterBlock } from '../../structure/note-structure';
import { fitsWikilink, writtenTarget } from './link-target-text';
import { changedParts, type Redirection } from './redirection';
import { placeOf } from '../../../utils/text/text-search';

/** Redirects properties that are exactly one wikilink, inside their quotes. Invalid YAML has none. */
export function frontmatterLinkSplices(
  text: string,
  block: FrontmatterBlock | undefined,
  redirection: Redirection,
): void {
  if (!block) return;
  const yaml = text.slice(block.bodyStart, block.bodyEnd);
  for (const wikilink of propertyWikilinks(yaml))
    redirectScalar(yaml, wikilink, block.bodyStart, redirection);
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
  const { path, subpath, start, end, subpathStart } = target;
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
  // Only the target changes; the space before it and an unchanged subpath stay.
  const changedTo = wanted.subpath === undefined ? end : link.length;
  const gap = link.slice(end, subpathStart);
  const fresh = (wanted.path ?? path) + (wanted.subpath === undefined ? '' : gap + wanted.subpath);
  const written = escapedFor(quote, scalar.value.slice(0, brackets + changedTo));
  const inSource = placeOf(source, written);
  if (inSource !== -1) {
    const to = at + inSource + written.length;
    const old = escapedFor(quote, link.slice(start, changedTo));
    redirection.update([{ from: to - old.length, to, text: escapedFor(quote, fresh) }]);
    return;
  }
  // Written with other escapes than ours, or over several lines.
  const value = scalar.value.slice(0, brackets + start) + fresh + scalar.value.slice(brackets + changedTo);
  redirection.update([{ from: at, to: at + source.length, text: JSON.stringify(value) }]);
}

/** Escapes text for these quotes. */
function escapedFor(quote: string, text: string): string {
  if (quote === '"') return JSON.stringify(text).slice(1, -1);
  return quote === "'" ? text.split("'").join("''") : text;
}
