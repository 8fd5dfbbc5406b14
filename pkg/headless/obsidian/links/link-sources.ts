/**
 * Finds the notes whose links a move may affect. Notes whose links the metadata cache knows are not read; a
 * note whose latest text the cache has not seen counts as affected, so none is missed.
 */
import { linkKey } from '../../../../src/markdown/links/link-target';
import { TFile } from '../vault/files';
import type { NoteEntry } from '../metadata/note-entry';
import { linkpathsOf } from '../metadata/records/note-record';
import type { MetadataCache } from '../metadata/metadata-cache';
import { inSlices } from '../core/time-slices';
import type { Vault } from '../vault/vault';

/** Notes of this size are read on another thread, where a change can happen during the read; bytes. */
const largeNote = 1 << 18;

export class LinkSources {
  /** The cache's entry when the note changed: as long as it is the same entry, it is out of date. */
  private readonly outdated = new WeakMap<TFile, NoteEntry>();

  constructor(
    private readonly vault: Vault,
    private readonly cache: MetadataCache,
  ) {
    vault.on('modify', file => {
      const entry = file instanceof TFile ? cache.index.get(file) : undefined;
      if (file instanceof TFile && entry !== undefined) this.outdated.set(file, entry);
    });
  }

  /**
   * The notes with links that end in one of the names, the moved notes that have links, and every canvas.
   * @param names of files, with their extensions, as `linkKey` has them
   */
  async concernedBy(moved: ReadonlySet<TFile>, names: ReadonlySet<string>): Promise<TFile[]> {
    const found: TFile[] = [];
    await inSlices(this.vault.getFiles(), file => {
      if (this.mayBeConcerned(file, moved, names)) found.push(file);
    });
    return found;
  }

  private mayBeConcerned(file: TFile, moved: ReadonlySet<TFile>, names: ReadonlySet<string>): boolean {
    if (file.extension === 'canvas') return true;
    if (file.extension !== 'md') return false;
    const entry = this.cache.index.readEntry(file);
    if (entry === undefined || !this.isLatest(entry, file)) return true;
    for (const linkpath of linkpathsOf(entry.record).keys()) {
      if (moved.has(file) || endsInOne(linkpath, names)) return true;
    }
    return false;
  }

  private isLatest(entry: NoteEntry, file: TFile): boolean {
    const { stamp } = entry;
    if (stamp === undefined) return this.outdated.get(file) !== entry && file.stat.size <= largeNote;
    return stamp.time === file.exactTime && stamp.size === file.stat.size && stamp.inode === file.inode;
  }
}

/** A link such as `..` names no file, so it may lead to any file. */
function endsInOne(linkpath: string, names: ReadonlySet<string>): boolean {
  const end = linkKey(linkpath.slice(linkpath.lastIndexOf('/') + 1));
  if (linkpath === '') return false;
  return end === '' || end === '.' || end === '..' || names.has(end) || names.has(`${end}.md`);
}
