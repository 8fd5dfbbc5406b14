import { mapDefined } from '../../utils/collections';
import type { TFile } from 'obsidian';
import type { BaseFile, BaseLink } from '../../bases/base-vault';
import { isNote } from '../access/visible-files';
import type { NoteFacts } from '../index/metadata/note-metadata';
import type { WholeGraph } from '../links/links';
import { folderOf } from '../../utils/text/pieces';

/** Where a file of a base looks up other files and links. */
export interface FileSources {
  factsOf(file: TFile): NoteFacts;
  linksOf(file: TFile): { readonly links: readonly BaseLink[]; readonly embeds: readonly BaseLink[] };
  /** The file at a path, if the caller sees it. */
  fileAt(path: string): BaseFile | undefined;
  /** Undefined if no expression needs it. */
  readonly graph: WholeGraph | undefined;
}

const noProperties = {};
const noTags: readonly string[] = [];

/** A file of the vault as a base sees it; every field is looked up on access. */
export class VaultBaseFile implements BaseFile {
  #facts: NoteFacts | undefined;

  constructor(
    readonly file: TFile,
    private readonly sources: FileSources,
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
    const { path } = this.file;
    return folderOf(path);
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
    return this.sources.linksOf(this.file).links;
  }

  get embeds(): readonly BaseLink[] {
    return this.sources.linksOf(this.file).embeds;
  }

  get backlinks(): readonly BaseFile[] {
    const sources = this.sources.graph?.incoming(this.path) ?? [];
    return mapDefined(sources, path => this.sources.fileAt(path));
  }

  get targets(): readonly string[] {
    return this.sources.graph?.outgoing(this.path) ?? [];
  }

  private get facts(): NoteFacts | undefined {
    if (isNote(this.file)) this.#facts ??= this.sources.factsOf(this.file);
    return this.#facts;
  }
}
