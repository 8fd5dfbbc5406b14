import {
  type App,
  type CachedMetadata,
  getAllTags,
  parseFrontMatterAliases,
  parseFrontMatterTags,
  TFile,
} from 'obsidian';
import { plainValues } from '../../../utils/json';
import { bareTag, foldTag, withParents, propertyName } from '../../../utils/properties/property-names';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import type { VaultEvents } from '../vault-events';
import { isRoundedInteger } from '../../../markdown/yaml/yaml-value';
import { withUsualNames } from '../../../markdown/tags';

/** The facts about one note from the app's metadata cache, in the terms of the tools. */
export interface NoteFacts {
  /** The title from the frontmatter; if undefined, the file name is the title. */
  readonly ownTitle: string | undefined;
  /** Without `#`, each spelling once, frontmatter first. */
  readonly tags: readonly string[];
  /** The tags as keys of `foldTag`, each once. */
  readonly tagKeys: readonly string[];
  /** Tags of the frontmatter alone, the first `maxTags`; undefined without that property. */
  readonly frontmatterTags: readonly string[] | undefined;
  readonly aliases: readonly string[];
  /** The properties as JSON values, without the position that older versions of the app add to them. */
  readonly frontmatter: Properties | undefined;
  /** The properties with `title`, `tags` and `aliases` as the app reads them. */
  readonly shownFrontmatter: Properties | undefined;
  /** Whether the app has lost digits of an integer property. */
  readonly isRounded: boolean;
}

type Properties = Readonly<Record<string, unknown>>;

const none: readonly string[] = [];

/** At most this many tags of one note count, parents of nested tags included. */
export const maxTags = 10_000;

const nothing: NoteFacts = {
  ownTitle: undefined,
  tags: none,
  tagKeys: none,
  frontmatterTags: undefined,
  aliases: none,
  frontmatter: undefined,
  shownFrontmatter: undefined,
  isRounded: false,
};

/** Reads facts from the app's metadata cache and keeps them until the app reports a change of the note. */
export class NoteFactsIndex {
  private readonly known = new Map<TFile, NoteFacts>();
  private readonly exact = new WeakMap<NoteFacts, NoteFacts>();
  private isWatching = false;

  constructor(
    private readonly app: App,
    private readonly events: VaultEvents,
  ) {}

  /** Subscribes on first use, so that a host need not build event data for nobody. Call it before subscribing yourself. */
  watch(): void {
    if (this.isWatching) return;
    this.isWatching = true;
    this.events.listen({
      metadataChanged: note => this.known.delete(note),
      metadataDeleted: note => this.known.delete(note),
      deleted: file => file instanceof TFile && this.known.delete(file),
    });
  }

  of(file: TFile): NoteFacts {
    this.watch();
    const known = this.known.get(file);
    if (known !== undefined) return known;
    const cache = this.app.metadataCache.getFileCache(file);
    // A note that is not read yet is tried again later.
    if (cache === null) return nothing;
    const facts = factsOf(cache);
    this.known.set(file, facts);
    return facts;
  }

  /** Only the tags, without collecting the other facts. */
  tagsOf(file: TFile): readonly string[] {
    this.watch();
    const known = this.known.get(file);
    if (known !== undefined) return known.tags;
    const cache = this.app.metadataCache.getFileCache(file);
    return cache === null ? none : firstTags(allTags(cache));
  }

  /** The facts with properties as written, once `correct` has stored them; otherwise those of the app. */
  exactOf(file: TFile): NoteFacts {
    const facts = this.of(file);
    return this.exact.get(facts) ?? facts;
  }

  /** Stores the properties as written, in addition to those in which the app has rounded integers. */
  correct(file: TFile, properties: Properties): void {
    const facts = this.of(file);
    if (!facts.isRounded || this.exact.has(facts)) return;
    const shown = { ...properties };
    for (const name of ['tags', 'aliases']) {
      const own = propertyName(properties, name);
      if (own !== undefined && facts.shownFrontmatter !== undefined) shown[own] = facts.shownFrontmatter[own];
    }
    const exact = { frontmatter: properties, shownFrontmatter: shown };
    this.exact.set(facts, { ...facts, ...exact });
  }

  /** Reads all facts that are still missing, so that the first call about all notes is fast. */
  prepare(loop: SlicedLoop): Promise<void> {
    return forEachInTurn(this.app.vault.getMarkdownFiles(), loop, note => this.of(note));
  }

  /** Undefined if the note is not read yet. */
  knownTitleOf(file: TFile): string | undefined {
    const facts = this.of(file);
    return facts === nothing ? undefined : (facts.ownTitle ?? file.basename);
  }

  titleOf(file: TFile): string {
    return this.of(file).ownTitle ?? file.basename;
  }
}

function factsOf(cache: CachedMetadata): NoteFacts {
  const { position: _position, ...properties }: Record<string, unknown> = cache.frontmatter ?? {};
  const title = properties['title'];
  const usual = withUsualNames(cache.frontmatter) ?? null;
  const own = parseFrontMatterTags(usual);
  const frontmatter = cache.frontmatter === undefined ? undefined : plainValues(properties);
  const ownTags = own?.slice(0, maxTags);
  const frontmatterTags = ownTags?.map(bareTag).filter(tag => tag !== '');
  const tags = firstTags(allTags(cache));
  const aliases = parseFrontMatterAliases(usual) ?? [];
  const ownTitle = typeof title === 'string' && title.trim() !== '' ? title : undefined;
  return {
    ownTitle,
    tags,
    tagKeys: [...new Set(tags.map(foldTag))],
    frontmatterTags,
    aliases,
    frontmatter,
    isRounded: holdsRounded(frontmatter),
    shownFrontmatter:
      frontmatter &&
      shownProperties(frontmatter, {
        title: ownTitle,
        [propertyName(frontmatter, 'tags') ?? 'tags']: frontmatterTags ?? none,
        [propertyName(frontmatter, 'aliases') ?? 'aliases']: aliases,
      }),
  };
}

/** As the app reads them, even from a property that is spelled `Tags`. */
function allTags(cache: CachedMetadata): string[] {
  const { frontmatter, tags = [] } = cache;
  const usual = withUsualNames(frontmatter);
  if (usual === frontmatter) return getAllTags(cache) ?? [];
  return [...(parseFrontMatterTags(usual ?? null) ?? []), ...tags.map(({ tag }) => tag)];
}

function holdsRounded(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isRoundedInteger(value);
  return Object.values(value).some(holdsRounded);
}

/** @param asRead some properties as the app reads them @returns `frontmatter` itself if nothing differs */
function shownProperties(frontmatter: Properties, asRead: Properties): Properties {
  const all = Object.entries(frontmatter);
  const shown = all
    .filter(([key]) => key !== '__proto__')
    .map(([key, value]) => [key, Object.hasOwn(asRead, key) ? (asRead[key] ?? value) : value] as const);
  const isSame = shown.length === all.length && shown.every(([key, value]) => frontmatter[key] === value);
  return isSame ? frontmatter : Object.fromEntries(shown);
}

/** Each spelling once, up to `maxTags`: the tags of a note are processed without a pause. */
function firstTags(all: readonly string[]): string[] {
  const tags = new Set<string>();
  let count = 0;
  for (const one of all) {
    const tag = bareTag(one);
    if (tag === '' || tags.has(tag)) continue;
    count += withParents(tag).length;
    if (count > maxTags) break;
    tags.add(tag);
  }
  return [...tags];
}
