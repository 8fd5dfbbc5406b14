import {
  type App,
  type CachedMetadata,
  getAllTags,
  parseFrontMatterAliases,
  parseFrontMatterTags,
  type TFile,
} from 'obsidian';
import { foldTag } from '../utils/tags';

/** What the app's metadata cache says of one note, in the words of the tools. */
export interface NoteFacts {
  /** Of the frontmatter; the file's name stands in for it where there is none. */
  readonly ownTitle: string | undefined;
  /** Without `#`, each spelling once, frontmatter first. */
  readonly tags: readonly string[];
  /** The same as keys of `foldTag`, each once. */
  readonly tagKeys: readonly string[];
  readonly aliases: readonly string[];
  /** The properties, without the position that older versions of the app put among them. */
  readonly frontmatter: Readonly<Record<string, unknown>> | undefined;
}

const nothing: NoteFacts = {
  ownTitle: undefined,
  tags: [],
  tagKeys: [],
  aliases: [],
  frontmatter: undefined,
};

/**
 * Reads facts from the app's metadata cache. The app makes a new object whenever a note changes, so what was
 * derived from the old one is forgotten with it.
 */
export class NoteFactsReader {
  private readonly known = new WeakMap<CachedMetadata, NoteFacts>();

  constructor(private readonly app: App) {}

  of(file: TFile): NoteFacts {
    const cache = this.app.metadataCache.getFileCache(file);
    if (cache === null) return nothing;
    let facts = this.known.get(cache);
    if (facts === undefined) {
      facts = factsOf(cache);
      this.known.set(cache, facts);
    }
    return facts;
  }

  titleOf(file: TFile): string {
    return this.of(file).ownTitle ?? file.basename;
  }

  /** The tags of the frontmatter alone, as the app reads them, without `#`; undefined without that property. */
  frontmatterTags(file: TFile): string[] | undefined {
    const tags = parseFrontMatterTags(this.app.metadataCache.getFileCache(file)?.frontmatter);
    return tags === null ? undefined : withoutHash(tags);
  }
}

function factsOf(cache: CachedMetadata): NoteFacts {
  const { position: _position, ...frontmatter }: Record<string, unknown> = cache.frontmatter ?? {};
  const title = frontmatter['title'];
  const tags = [...new Set(withoutHash(getAllTags(cache) ?? []))];
  return {
    ownTitle: typeof title === 'string' && title.trim() !== '' ? title : undefined,
    tags,
    tagKeys: [...new Set(tags.map(foldTag))],
    aliases: parseFrontMatterAliases(cache.frontmatter ?? null) ?? [],
    frontmatter: cache.frontmatter === undefined ? undefined : frontmatter,
  };
}

function withoutHash(tags: readonly string[]): string[] {
  return tags.map(tag => (tag.startsWith('#') ? tag.slice(1) : tag)).filter(tag => tag !== '');
}
