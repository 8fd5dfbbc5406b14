/** Tags and aliases as the app's own functions read them from a note's metadata. */
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

/** The names under `aliases`; null without that key or without a value. */
export function frontmatterAliases(frontmatter: Frontmatter): string[] | null {
  return stringsOf(frontmatter?.aliases)?.filter(alias => alias !== '') ?? null;
}

/** Whether the whole string is a tag, `#` included. */
export function isTag(tag: string): boolean {
  return tag.startsWith('#') && tagEnd(tag, 0, tag.length) === tag.length;
}

/** Numbers and booleans in a list count as they print; maps and lists in it do not. */
function stringsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap(one => {
    if (typeof one === 'string') return [one.trim()];
    return typeof one === 'number' || typeof one === 'boolean' ? [String(one)] : [];
  });
}
