/**
 * Moves a file or folder and updates the links of every note and canvas: each keeps its target and its form.
 * As in the app the move comes first, and the notes are changed by `process`.
 */
import { linkKey } from '../../../../src/markdown/links/link-target';
import { type TAbstractFile, TFile, TFolder } from '../vault/files';
import { Slices } from '../metadata/slices';
import type { MetadataCache } from '../metadata/metadata-cache';
import { nameOf, plainPath } from '../vault/paths';
import { codeOf } from '../core/unknowns';
import type { Vault } from '../vault/vault';
import { WriteQueue } from '../disk/write-queue';
import { type LinkKind, rewriteLinks } from './link-rewriting';
import { LinkSources } from './link-sources';
import { respelled } from '../../../../src/markdown/links/link-spelling';

/** A file and where it was before the move. */
interface Before {
  readonly file: TFile;
  readonly path: string;
}

/** A note with the targets of its links. */
interface SourceBefore extends Before {
  readonly targets: Targets;
}

/** By the path in a link, for each kind of link. */
type Targets = Readonly<Record<LinkKind, ReadonlyMap<string, Before>>>;

/** How reading fails for a file that nothing can be changed in, as far as that lasts; the first is of its encoding. */
const withoutLinks: ReadonlySet<string | undefined> = new Set([
  'ERR_ENCODING_INVALID_ENCODED_DATA',
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
]);

/** The file was moved, but some notes could not be changed. */
class LinksNotUpdated extends Error {
  readonly code: string | undefined;

  constructor(paths: readonly string[], cause: unknown) {
    super(`The links in ${paths.join(', ')} could not be changed.`, { cause });
    this.code = codeOf(cause);
  }
}

export class LinkUpdates {
  private readonly sources: LinkSources;
  /** One move with all its links at a time, so that each sees the links that the one before has written. */
  private readonly moves = new WriteQueue();

  constructor(
    private readonly vault: Vault,
    private readonly cache: MetadataCache,
  ) {
    this.sources = new LinkSources(vault, cache);
  }

  /**
   * @throws Error in the app's words if the move is not possible, and then nothing has changed; an Error that
   * names the notes if the move is done and their links could not be updated
   */
  move(file: { readonly path: string }, newPath: string): Promise<void> {
    return this.moves.run(async () => {
      const normal = plainPath(newPath);
      const found = this.vault.getAbstractFileByPath(file.path);
      const sources = found === null ? [] : await this.linkedBefore(found, normal);
      await this.vault.rename(file, normal);
      await this.update(sources);
    });
  }

  private async linkedBefore(moving: TAbstractFile, newPath: string): Promise<SourceBefore[]> {
    const moved = new Set(filesIn(moving));
    const names = new Set<string>();
    for (const { name } of moved) names.add(linkKey(name));
    if (moving instanceof TFile) names.add(linkKey(nameOf(newPath)));
    const sources: SourceBefore[] = [];
    const slices = new Slices();
    for (const file of await this.sources.concernedBy(moved, names)) {
      if (slices.isOver) await slices.pause();
      const targets = await this.targetsOf(file);
      if (targets.link.size + targets.path.size > 0) sources.push({ file, path: file.path, targets });
    }
    return sources;
  }

  private async targetsOf(source: TFile): Promise<Targets> {
    const targets = { link: new Map<string, Before>(), path: new Map<string, Before>() };
    const text = await this.textOf(source);
    if (text === undefined) return targets;
    rewriteLinks(source.extension, text, (linkpath, kind) => {
      const file = this.target(linkpath, kind, source.path);
      if (file !== null) targets[kind].set(linkpath, { file, path: file.path });
      return linkpath;
    });
    return targets;
  }

  /**
   * Undefined for a file that is gone or may not be read, or is no UTF-8 and would not survive a write as text.
   * @throws the disk's error, before anything is changed: the file may hold links that must follow
   */
  private async textOf(file: TFile): Promise<string | undefined> {
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      return decoder.decode(await this.vault.readBinary(file));
    } catch (error) {
      if (withoutLinks.has(codeOf(error))) return undefined;
      throw error;
    }
  }

  private target(linkpath: string, kind: LinkKind, sourcePath: string): TFile | null {
    return kind === 'path'
      ? this.vault.getFileByPath(linkpath)
      : this.cache.getFirstLinkpathDest(linkpath, sourcePath);
  }

  private async update(sources: readonly SourceBefore[]): Promise<void> {
    const failed: string[] = [];
    let cause: unknown;
    const slices = new Slices();
    for (const source of sources) {
      if (slices.isOver) await slices.pause();
      const { file } = source;
      if (this.vault.getFileByPath(file.path) !== file || !this.needsUpdate(source)) continue;
      const update = (linkpath: string, kind: LinkKind): string => this.updated(linkpath, kind, source);
      try {
        await this.vault.process(file, text => rewriteLinks(file.extension, text, update));
      } catch (error) {
        failed.push(file.path);
        cause ??= error;
      }
    }
    if (failed.length > 0) throw new LinksNotUpdated(failed, cause);
  }

  private needsUpdate(source: SourceBefore): boolean {
    const { link, path } = source.targets;
    return (
      [...link.keys()].some(linkpath => this.updated(linkpath, 'link', source) !== linkpath) ||
      [...path.keys()].some(linkpath => this.updated(linkpath, 'path', source) !== linkpath)
    );
  }

  /** The new path of the link; unchanged for a new link, or one that led nowhere. */
  private updated(linkpath: string, kind: LinkKind, source: SourceBefore): string {
    const target = source.targets[kind].get(linkpath);
    if (target === undefined || this.vault.getFileByPath(target.file.path) !== target.file) return linkpath;
    const { file } = target;
    const now = { source: source.file.path, target: file.path };
    return respelled(
      { path: linkpath, form: kind === 'path' ? 'canvas' : 'wiki' },
      {
        before: { source: source.path, target: target.path },
        now,
        mayBeBare: this.cache.fileToLinktext(file, now.source, false) === file.name,
        leads: path => this.target(path, 'link', now.source) === file,
      },
    );
  }
}

function filesIn(entry: TAbstractFile): TFile[] {
  if (entry instanceof TFile) return [entry];
  return entry instanceof TFolder ? entry.children.flatMap(filesIn) : [];
}
