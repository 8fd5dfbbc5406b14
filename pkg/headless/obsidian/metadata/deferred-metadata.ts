import type * as Api from 'obsidian';
import { isFunction } from '../unknowns';

export interface MetadataSource {
  /** What the metadata has, in order. */
  readonly members: readonly string[];
  /** Asked for once at the most. */
  readonly frontmatter: () => unknown;
  /** Everything but the frontmatter; asked for once at the most. */
  readonly whole: () => Api.CachedMetadata;
  /** What the member `tags` will name, in order; undefined when only the member itself can tell. */
  readonly tagNames?: () => readonly string[] | undefined;
}

/** Where a metadata object keeps `tagNames`, unseen by whoever looks through its members. */
const tagNamesKey = Symbol('names of the tags in the text');

/** The names of the tags in the text while nobody has had the tags themselves made; undefined afterwards. */
export function waitingTagNames(metadata: Api.CachedMetadata): readonly string[] | undefined {
  if (Object.getOwnPropertyDescriptor(metadata, 'tags')?.get === undefined) return undefined;
  const tagNames: unknown = Reflect.get(metadata, tagNamesKey);
  const names: unknown = isFunction(tagNames) ? tagNames() : undefined;
  return Array.isArray(names) ? names.filter(name => typeof name === 'string') : undefined;
}

/**
 * Metadata whose members are made when somebody asks for one: the frontmatter alone, the others together. Who looks
 * through ten thousand notes for a property need not pay for their sections. Like any plain object otherwise.
 */
export function deferredMetadata({
  members,
  frontmatter,
  whole,
  tagNames,
}: MetadataSource): Api.CachedMetadata {
  const metadata: Api.CachedMetadata = {};
  const shape = { enumerable: true, configurable: true };
  const put = (name: string, value: unknown): void => {
    Object.defineProperty(metadata, name, { ...shape, writable: true, value });
  };
  // What somebody assigned or deleted stays so.
  const isWaiting = (name: string): boolean =>
    Object.getOwnPropertyDescriptor(metadata, name)?.get !== undefined;
  const make = (name: string): void => {
    if (name === 'frontmatter') {
      put(name, frontmatter());
      return;
    }
    const made = whole();
    for (const other of members) {
      if (other !== 'frontmatter' && isWaiting(other)) put(other, Reflect.get(made, other));
    }
  };
  for (const name of members) {
    const get = (): unknown => {
      make(name);
      return Reflect.get(metadata, name);
    };
    Object.defineProperty(metadata, name, { ...shape, get, set: (value: unknown) => put(name, value) });
  }
  if (tagNames !== undefined) Object.defineProperty(metadata, tagNamesKey, { value: tagNames });
  return metadata;
}
