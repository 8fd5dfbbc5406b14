import { linkKey } from '../../../../src/markdown/links/link-target';
import { type TAbstractFile, TFile } from './files';
import { NameGroup } from './name-group';

/** The paths of all files by the `linkKey` of the last segment; made with the first query, then updated by the tree. */
export class FileNames {
  private byName: Map<string, NameGroup> | undefined;

  constructor(private readonly all: () => Iterable<TAbstractFile>) {}

  /** Folders are no targets of links. */
  add(file: TAbstractFile): void {
    if (this.byName === undefined || !(file instanceof TFile)) return;
    const name = linkKey(file.name);
    const group = this.byName.get(name) ?? new NameGroup();
    group.add(file.path);
    this.byName.set(name, group);
  }

  /** To be called while the file still has its path. */
  remove(file: TAbstractFile): void {
    if (this.byName === undefined || !(file instanceof TFile)) return;
    const name = linkKey(file.name);
    const group = this.byName.get(name);
    group?.remove(file.path);
    if (group?.size === 0) this.byName.delete(name);
  }

  /** @param name a `linkKey` */
  get(name: string): NameGroup | undefined {
    if (this.byName === undefined) {
      this.byName = new Map();
      for (const file of this.all()) this.add(file);
    }
    return this.byName.get(name);
  }
}
