import { type App, type Reference, type TFile, moment } from 'obsidian';
import type { BaseFile, BaseLink, BaseVault, DateWords } from '../../bases/base-vault';
import { linksOfProperties } from '../../markdown/frontmatter/property-links';
import { localZone } from '../../bases/values/zone';
import type { CallerContext } from '../caller-context';
import { isNote } from '../access/visible-files';
import { configOf } from '../app/app-config';
import type { WholeGraph } from '../links/links';
import { maxLinks } from '../links/link-occurrences';
import { folderOf } from '../../utils/text/pieces';
import { momentOf } from '../plugins/periodic-notes';
import { callMethod } from '../plugins/plugin-api';
import { getOrInsert, mapDefined } from '../../utils/collections';
import type { NoteFacts } from '../index/metadata/note-metadata';

const maxFormats = 100;
const maxFormatLength = 200;
/** Limit for cached targets of links in one query: an expression can compute links. */
const maxResolved = 50_000;

/** The app's own words for dates, in its language, for one query. */
function dateWords(): DateWords {
  const formats = new Set<string>();
  return {
    format: (at, format) => {
      if (format.length > maxFormatLength || (formats.size === maxFormats && !formats.has(format)))
        return undefined;
      formats.add(format);
      return momentOf(at).format(format);
    },
    relative: (at, now) => momentOf(at).from(momentOf(now)),
    duration: ({ months, days, ms }) => moment.duration({ months, days, milliseconds: ms }).humanize(),
  };
}

export class VisibleBaseVault implements BaseVault {
  readonly now: number;
  readonly zone = localZone;
  readonly words = dateWords();
  readonly clock = (): number => performance.now();
  readonly random = Math.random;
  readonly #files = new Map<TFile, VaultBaseFile>();
  /** Targets of links, by the folder of their file: resolution depends only on the folder. */
  readonly #resolved = new Map<string, Map<string, BaseFile | undefined>>();
  #resolvedCount = 0;

  constructor(
    private readonly context: CallerContext,
    /** Undefined if no expression needs it. */
    readonly graph: WholeGraph | undefined,
  ) {
    this.now = context.clock.now().getTime();
  }

  /** Like `of`, for a file that is used only once. */
  row(file: TFile): BaseFile {
    return this.#files.get(file) ?? new VaultBaseFile(file, this);
  }

  /** The file must be one that the caller sees. */
  of(file: TFile): BaseFile {
    return getOrInsert<TFile, BaseFile>(this.#files, file, () => new VaultBaseFile(file, this));
  }

  resolve(linkpath: string, source: string): BaseFile | undefined {
    if (linkpath === '') return this.fileAt(source);
    const folder = folderOf(source);
    const inFolder = getOrInsert(this.#resolved, folder, () => new Map<string, BaseFile | undefined>());
    if (inFolder.has(linkpath)) return inFolder.get(linkpath);
    const file = this.find(linkpath, source);
    const found = file && this.of(file);
    this.#resolvedCount += 1;
    if (this.#resolvedCount <= maxResolved) inFolder.set(linkpath, found);
    return found;
  }

  factsOf(file: TFile): NoteFacts {
    return this.context.facts.of(file);
  }

  linksOf(file: TFile): { links: BaseLink[]; embeds: BaseLink[] } {
    const cache = isNote(file) ? this.context.app.metadataCache.getFileCache(file) : null;
    const { frontmatter = {}, links = [], ...written } = cache ?? {};
    const embeds = shown(written.embeds ?? []);
    const all = [...shown(linksOfProperties(frontmatter)), ...shown(links), ...embeds];
    return { links: all.slice(0, maxLinks), embeds };
  }

  fileAt(path: string): BaseFile | undefined {
    const file = this.context.app.vault.getFileByPath(path);
    return file !== null && this.context.files.canSee(file) ? this.of(file) : undefined;
  }

  private find(linkpath: string, source: string): TFile | undefined {
    const { app, files, links } = this.context;
    const from = source === '' ? null : app.vault.getFileByPath(source);
    return from === null ? files.linkTarget(linkpath, source) : links.resolve(linkpath, from);
  }
}

function shown(references: readonly Reference[]): BaseLink[] {
  return references
    .slice(0, maxLinks)
    .map(({ link, displayText }) => ({ target: link, display: displayText ?? link }));
}

/** Tests whether the user excluded a file in the app's settings; undefined if none is excluded. */
export function exclusionOf({ metadataCache, vault }: App): ((path: string) => boolean) | undefined {
  const filters = configOf(vault, 'userIgnoreFilters');
  if (!Array.isArray(filters) || filters.length === 0) return undefined;
  // Internal in the app, but widely used.
  return path => callMethod(metadataCache, 'isUserIgnored', [path]) === true;
}

const noProperties = {};
const noTags: readonly string[] = [];

/** A file of the vault as a base sees it; every field is looked up on access. */
class VaultBaseFile implements BaseFile {
  #facts: NoteFacts | undefined;

  constructor(
    readonly file: TFile,
    private readonly vault: VisibleBaseVault,
  ) {}

  get path(): string {
    return this.file.path;
  }

  get name(): string {
    return this.file.name;
  }

  get basename(): string {
    return this.file.basename;
  }

  get extension(): string {
    return this.file.extension;
  }

  get folder(): string {
    return folderOf(this.file.path);
  }

  get size(): number {
    return this.file.stat.size;
  }

  get created(): number {
    return this.file.stat.ctime;
  }

  get modified(): number {
    return this.file.stat.mtime;
  }

  get properties(): BaseFile['properties'] {
    return this.facts?.frontmatter ?? noProperties;
  }

  get tags(): readonly string[] {
    return this.facts?.tags ?? noTags;
  }

  get links(): readonly BaseLink[] {
    return this.vault.linksOf(this.file).links;
  }

  get embeds(): readonly BaseLink[] {
    return this.vault.linksOf(this.file).embeds;
  }

  get backlinks(): readonly BaseFile[] {
    return mapDefined(this.vault.graph?.incoming(this.path) ?? [], path => this.vault.fileAt(path));
  }

  get targets(): readonly string[] {
    return this.vault.graph?.outgoing(this.path) ?? [];
  }

  private get facts(): NoteFacts | undefined {
    if (isNote(this.file)) this.#facts ??= this.vault.factsOf(this.file);
    return this.#facts;
  }
}
