import { type App, type EventRef, TFile } from 'obsidian';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { isNote, type VisibleFiles } from '../access/visible-files';

export interface VaultCount {
  /** `attachments` are all other files; `totalSize` is of all files, in bytes. */
  readonly counts: {
    readonly notes: number;
    readonly attachments: number;
    readonly folders: number;
    readonly totalSize: number;
  };
  /** Notes whose links the app has resolved. */
  readonly notesIndexed: number;
  /** How many notes each folder of the root holds, at any depth. */
  readonly notesIn: ReadonlyMap<string, number>;
}

const keptRules = 32;

/** What the vault holds for each kind of caller: counted in slices, and kept until something in the vault changes. */
export class VaultCounts {
  private readonly byRules = new Map<string, VaultCount>();
  private generation = 0;

  constructor(
    private readonly app: App,
    listen: (ref: EventRef) => void,
  ) {
    const { vault, metadataCache } = app;
    const forget = (): void => {
      this.generation += 1;
      this.byRules.clear();
    };
    listen(vault.on('create', forget));
    listen(vault.on('modify', forget));
    listen(vault.on('delete', forget));
    listen(vault.on('rename', forget));
    listen(metadataCache.on('resolve', forget));
    listen(metadataCache.on('deleted', forget));
  }

  async of(files: VisibleFiles, turn: SliceTurn): Promise<VaultCount> {
    const { fingerprint } = files.access;
    const known = this.byRules.get(fingerprint);
    if (known !== undefined) return known;
    const generation = this.generation;
    const vaultCounts = await this.count(files, turn);
    if (generation !== this.generation) return vaultCounts;
    if (this.byRules.size >= keptRules) this.byRules.clear();
    this.byRules.set(fingerprint, vaultCounts);
    return vaultCounts;
  }

  private async count(files: VisibleFiles, turn: SliceTurn): Promise<VaultCount> {
    const { vault, metadataCache } = this.app;
    const counts = { notes: 0, attachments: 0, folders: 0, totalSize: 0 };
    let notesIndexed = 0;
    const notesIn = new Map<string, number>();
    for (const file of vault.getAllLoadedFiles()) {
      if (turn.due()) await turn.pause();
      if (file.path === '/' || !files.canSee(file)) continue;
      if (!(file instanceof TFile)) counts.folders += 1;
      else {
        counts[isNote(file) ? 'notes' : 'attachments'] += 1;
        counts.totalSize += file.stat.size;
      }
      if (!isNote(file)) continue;
      if (Object.hasOwn(metadataCache.resolvedLinks, file.path)) notesIndexed += 1;
      const slash = file.path.indexOf('/');
      const top = slash === -1 ? undefined : file.path.slice(0, slash);
      if (top !== undefined) notesIn.set(top, (notesIn.get(top) ?? 0) + 1);
    }
    return { counts, notesIndexed, notesIn };
  }
}
