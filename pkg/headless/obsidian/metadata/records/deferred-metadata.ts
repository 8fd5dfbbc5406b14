import type * as Api from 'obsidian';

/** The members of metadata in their order. */
export const memberNames = [
  ...(['links', 'embeds', 'tags', 'footnoteRefs', 'headings', 'sections', 'listItems'] as const),
  ...(['footnotes', 'referenceLinks', 'blocks'] as const),
  ...(['frontmatter', 'frontmatterPosition', 'frontmatterLinks'] as const),
];

export type MemberName = (typeof memberNames)[number];

export interface MetadataSource {
  /** What the metadata has, in order. */
  readonly members: readonly MemberName[];
  /** Called once at most. */
  frontmatter(): unknown;
  /** Everything but the frontmatter; called once at most. */
  whole(): Api.CachedMetadata;
  /** The names in the member `tags`, in order. */
  tagNames(): readonly string[];
  /** Those of the frontmatter, then `tagNames`; without making the frontmatter. */
  allTags(): readonly string[];
}

/** Where a metadata object keeps its source, invisible to code that lists its members. */
const sourceKey = Symbol('what the members are made of');

class Deferral {
  constructor(
    private readonly metadata: Api.CachedMetadata,
    readonly source: MetadataSource,
  ) {}

  make(name: string): unknown {
    const { metadata, source } = this;
    if (name === 'frontmatter') {
      put(metadata, name, source.frontmatter());
      return metadata.frontmatter;
    }
    const made = source.whole();
    for (const other of source.members) {
      // What a plugin assigned or deleted stays so.
      if (other !== 'frontmatter' && isWaiting(metadata, other))
        put(metadata, other, Reflect.get(made, other));
    }
    return Reflect.get(metadata, name);
  }
}

/**
 * The same functions for all notes: with its own functions each object would have its own hidden class in the
 * engine, which made it three times as costly (measured).
 */
const waitingMembers = new Map(
  memberNames.map(name => [
    name,
    {
      enumerable: true,
      configurable: true,
      get(this: object): unknown {
        return deferralOf(this)?.make(name);
      },
      set(this: object, value: unknown) {
        put(this, name, value);
      },
    },
  ]),
);

/**
 * Metadata whose members are made on demand: the frontmatter alone, the others together. A query of one
 * property in ten thousand notes then does not pay for their sections. Like any plain object otherwise.
 */
export function deferredMetadata(source: MetadataSource): Api.CachedMetadata {
  const metadata: Api.CachedMetadata = {};
  Object.defineProperty(metadata, sourceKey, { value: new Deferral(metadata, source) });
  for (const name of source.members) {
    const member = waitingMembers.get(name);
    if (member !== undefined) Object.defineProperty(metadata, name, member);
  }
  return metadata;
}

/** All tags, as `getAllTags` gives them, until anybody has seen the frontmatter or the tags; undefined afterwards. */
export function waitingTags(metadata: Api.CachedMetadata): readonly string[] | undefined {
  const source = deferralOf(metadata)?.source;
  const isUntouched = (name: MemberName): boolean =>
    source?.members.includes(name) === true ? isWaiting(metadata, name) : !Object.hasOwn(metadata, name);
  return isUntouched('frontmatter') && isUntouched('tags') ? source?.allTags() : undefined;
}

/** The names of the tags in the text until the tags themselves are made; undefined afterwards. */
export function waitingTagNames(metadata: Api.CachedMetadata): readonly string[] | undefined {
  return isWaiting(metadata, 'tags') ? deferralOf(metadata)?.source.tagNames() : undefined;
}

function deferralOf(metadata: object): Deferral | undefined {
  const deferral: unknown = Reflect.get(metadata, sourceKey);
  return deferral instanceof Deferral ? deferral : undefined;
}

function isWaiting(metadata: object, name: string): boolean {
  return Object.getOwnPropertyDescriptor(metadata, name)?.get !== undefined;
}

function put(metadata: object, name: string, value: unknown): void {
  Object.defineProperty(metadata, name, { enumerable: true, configurable: true, writable: true, value });
}
