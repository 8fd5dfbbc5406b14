/** Tags as the app's own functions read them from a note's metadata. */
import { propertyName } from '../utils/properties/property-names';
import { matchOf } from '../utils/text/pieces';
import { tagEnd } from './structure/characters';

type Frontmatter = Readonly<Record<string, unknown>> | null | undefined;

interface Tagged {
  readonly frontmatter?: Frontmatter;
  readonly tags?: readonly { readonly tag: string }[] | undefined;
}

/** The frontmatter's tags, then those in the text, each with its `#` and as often as it is written. */
export function allTags(metadata: Tagged): string[] {
  const inline = metadata.tags?.map(({ tag }) => tag) ?? [];
  return [...(frontmatterTags(metadata.frontmatter) ?? []), ...inline];
}

/**
 * The valid tags under `tags`, with `#`; null without that key or without a value. Observed: a string is one
 * tag, so `a, b` yields none; `tag` and `TAG` do not count.
 */
export function frontmatterTags(frontmatter: Frontmatter): string[] | null {
  const tags = stringsOf(frontmatter?.tags);
  return tags?.map(tag => (tag.startsWith('#') ? tag : `#${tag}`)).filter(isTag) ?? null;
}

/**
 * The properties with `tags` and `aliases` under these names, whatever letter case they are written in: the app writes
 * to a property in any case, so what it reads must not depend on it. The same object if nothing is to be renamed.
 */
export function withUsualNames(properties: Frontmatter): Readonly<Record<string, unknown>> | undefined {
  if (properties === null || properties === undefined) return undefined;
  const renamed: [string, unknown][] = [];
  for (const name of ['tags', 'aliases']) {
    const own = propertyName(properties, name);
    if (own !== undefined && own !== name) renamed.push([name, properties[own]]);
  }
  return renamed.length === 0 ? properties : { ...properties, ...Object.fromEntries(renamed) };
}

/** The tags meant by a text under `tags` such as `a, b`, of which the app reads none; undefined for other values. */
export function tagsMeant(value: unknown): string[] | undefined {
  if (typeof value !== 'string') return undefined;
  const names = value
    .split(/[\s,]+/u)
    .flatMap(name => (name === '' ? [] : [name.startsWith('#') ? name : `#${name}`]));
  return names.length > 1 && names.every(isTag) ? names.map(name => name.slice(1)) : undefined;
}

/** The tags given as one text, such as `#a, b`, `#a #b` or `[a]`; undefined for one word, and unless all of them are tags. */
export function tagsGiven(text: string): string[] | undefined {
  if (!/[#,[]/u.test(text)) return undefined;
  const [, listed = text] = matchOf(/^\s*\[(.*)\]\s*$/u, text);
  const names = listed.split(/,|\s(?=#)/u).map(name => name.trim().replace(/^#/u, () => ''));
  const tags = names.filter(name => name !== '');
  return tags.length > 0 && tags.every(tag => isTag(`#${tag}`)) ? tags : undefined;
}

/** Whether the whole string is a tag, `#` included. */
export function isTag(tag: string): boolean {
  return tag.startsWith('#') && tagEnd(tag, 0, tag.length) === tag.length;
}

/** The texts under `tags` or `aliases`. Numbers and booleans in a list count as their text; maps and lists in it do not count. */
export function stringsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap(one => {
    if (typeof one === 'string') return [one.trim()];
    return typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [];
  });
}
