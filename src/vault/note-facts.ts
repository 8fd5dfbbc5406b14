import {
  type App,
  type CachedMetadata,
  type EventRef,
  getAllTags,
  parseFrontMatterAliases,
  parseFrontMatterTags,
  TFile,
} from 'obsidian';
import { plainData } from '../utils/plain-data';
import { foldTag } from '../utils/tags';

/** What the app's metadata cache says of one note, in the words of the tools. */
export interface NoteFacts {
  /** Of the frontmatter; the file's name stands in for it where there is none. */
  readonly ownTitle: string | undefined;
  /** Without `#`, each spelling once, frontmatter first. */
  readonly tags: readonly string[];
  /** The same as keys of `foldTag`, each once. */
  readonly tagKeys: readonly string[];
  /** Those of the frontmatter alone; undefined without that property. */
  readonly frontmatterTags: readonly string[] | undefined;
  readonly aliases: readonly string[];
  /** The properties as JSON can hold them, without the position that older versions of the app put among them. */
  readonly frontmatter: Readonly<Record<string, unknown>> | undefined;
}

const nothing: NoteFacts = {
  ownTitle: undefined,
  tags: [],
  tagKeys: [],
  frontmatterTags: undefined,
  aliases: [],
  frontmatter: undefined,
};

/**
 * Reads facts from the app's metadata cache, and keeps them until the app says that a note has changed. Measured at
 * 10,000 notes: notes by tag went from 15 to 9 ms, by property from 24 to 16.
 */
export class NoteFactsReader {
  private readonly known = new Map<TFile, NoteFacts>();
  private isWatching = false;

  constructor(
    private readonly app: App,
    private readonly listen: (ref: EventRef) => void,
  ) {}

  /**
   * Listens from the first question on: while nobody does, a host need not make what an event shows of each of ten
   * thousand notes. Whoever follows the same events and asks for facts calls this before it listens itself.
   */
  watch(): void {
    if (this.isWatching) return;
    this.isWatching = true;
    const { app, listen } = this;
    const { metadataCache, vault } = app;
    listen(metadataCache.on('changed', file => this.known.delete(file)));
    listen(metadataCache.on('deleted', file => this.known.delete(file)));
    listen(vault.on('delete', file => file instanceof TFile && this.known.delete(file)));
  }

  of(file: TFile): NoteFacts {
    this.watch();
    const known = this.known.get(file);
    if (known !== undefined) return known;
    const cache = this.app.metadataCache.getFileCache(file);
    // A note that is not read yet is asked for again.
    if (cache === null) return nothing;
    const facts = factsOf(cache);
    this.known.set(file, facts);
    return facts;
  }

  titleOf(file: TFile): string {
    return this.of(file).ownTitle ?? file.basename;
  }

  /** The tags of the frontmatter alone, as the app reads them, without `#`; undefined without that property. */
  frontmatterTags(file: TFile): readonly string[] | undefined {
    return this.of(file).frontmatterTags;
  }
}

function factsOf(cache: CachedMetadata): NoteFacts {
  const { position: _position, ...frontmatter }: Record<string, unknown> = cache.frontmatter ?? {};
  const title = frontmatter['title'];
  const own = parseFrontMatterTags(cache.frontmatter ?? null);
  const tags = [...new Set(withoutHash(getAllTags(cache) ?? []))];
  return {
    ownTitle: typeof title === 'string' && title.trim() !== '' ? title : undefined,
    tags,
    tagKeys: [...new Set(tags.map(foldTag))],
    frontmatterTags: own === null ? undefined : withoutHash(own),
    aliases: parseFrontMatterAliases(cache.frontmatter ?? null) ?? [],
    frontmatter: cache.frontmatter === undefined ? undefined : plainProperties(frontmatter),
  };
}

function plainProperties(frontmatter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(frontmatter).map(([key, value]) => [key, plainData(value)]));
}

function withoutHash(tags: readonly string[]): string[] {
  return tags.map(tag => (tag.startsWith('#') ? tag.slice(1) : tag)).filter(tag => tag !== '');
}
