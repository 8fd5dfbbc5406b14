/** The module's functions for one note's metadata. */
import type * as Api from 'obsidian';
import { locateFrontmatter } from '../../../../src/markdown/frontmatter/frontmatter';
import { allTags, frontmatterTags, stringsOf } from '../../../../src/markdown/tags';
import { waitingTagNames, waitingTags } from './records/deferred-metadata';
import { isRecord } from '../core/unknowns';

/** The frontmatter's tags first, then those of the text, each as often as it occurs (recorded). */
export function getAllTags(cache: Api.CachedMetadata): string[] | null {
  const waiting = waitingTags(cache);
  if (waiting !== undefined) return [...waiting];
  // Reading the tags with their places would make all other members too.
  const names = waitingTagNames(cache);
  const tags = names?.map(tag => ({ tag })) ?? cache.tags;
  return allTags({ frontmatter: recordOf(cache.frontmatter), tags });
}

export function parseFrontMatterTags(frontmatter: unknown): string[] | null {
  return frontmatterTags(recordOf(frontmatter));
}

export function parseFrontMatterAliases(frontmatter: unknown): string[] | null {
  return stringsOf(recordOf(frontmatter)?.['aliases'])?.filter(alias => alias !== '') ?? null;
}

/** The value of the first property with the name, or that the expression matches; null if there is none. */
export function parseFrontMatterEntry(frontmatter: unknown, key: string | RegExp): unknown {
  const properties = recordOf(frontmatter);
  if (properties === undefined) return null;
  const name =
    typeof key === 'string' ? key : Object.keys(properties).find(candidate => candidate.search(key) >= 0);
  return name !== undefined && Object.hasOwn(properties, name) ? (properties[name] ?? null) : null;
}

/** The texts of a list, or the one text; null for other values (commas do not separate: inferred from tags). */
export function parseFrontMatterStringArray(frontmatter: unknown, key: string | RegExp): string[] | null {
  const value = parseFrontMatterEntry(frontmatter, key);
  if (value === null || isRecord(value)) return null;
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter(one => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
    .map(one => String(one).trim())
    .filter(one => one !== '');
}

/** Offsets are of the YAML between the fence lines, its last line break included, and of the text below. */
export function getFrontMatterInfo(content: string): Api.FrontMatterInfo {
  const block = locateFrontmatter(content);
  if (block === undefined) return { exists: false, frontmatter: '', from: 0, to: 0, contentStart: 0 };
  return {
    exists: true,
    frontmatter: content.slice(block.bodyStart, block.bodyEnd),
    from: block.bodyStart,
    to: block.bodyEnd,
    contentStart: block.after,
  };
}

/** Links, then embeds; stops and returns true when the callback does. */
export function iterateCacheRefs(
  cache: Api.CachedMetadata,
  cb: (ref: Api.ReferenceCache) => unknown,
): boolean {
  return iterate([...(cache.links ?? []), ...(cache.embeds ?? [])], cb);
}

export function iterateRefs(refs: Api.Reference[], cb: (ref: Api.Reference) => unknown): boolean {
  return iterate(refs, cb);
}

function iterate<Ref>(refs: readonly Ref[], cb: (ref: Ref) => unknown): boolean {
  return refs.some(ref => cb(ref) === true);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) ? value : undefined;
}
