import { type App, TFile } from 'obsidian';
import { Derived } from './derived';
import type { VaultEvents } from './vault-events';
import { sliced, type SliceTurn } from '../../utils/slicing/time-slicer';
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

/** The contents of the vault for each kind of caller: counted in slices and kept until the vault changes. */
export class VaultCounts {
  private readonly byRules: Derived<Map<string, VaultCount>>;

  constructor(
    private readonly app: App,
    events: VaultEvents,
  ) {
    this.byRules = new Derived(
      events,
      () => Promise.resolve(new Map<string, VaultCount>()),
      ({ forget }) => ({
        created: forget,
        modified: forget,
        deleted: forget,
        renamed: forget,
        linksResolved: forget,
        metadataDeleted: forget,
      }),
    );
  }

  async of(files: VisibleFiles, turn: SliceTurn): Promise<VaultCount> {
    const { fingerprint } = files.access;
    // If a change replaces this map during the count, the count is not kept.
    const byRules = await this.byRules.get(turn);
    const known = byRules.get(fingerprint);
    if (known !== undefined) return known;
    const vaultCount = await this.count(files, turn);
    if (byRules.size >= keptRules) byRules.clear();
    byRules.set(fingerprint, vaultCount);
    return vaultCount;
  }

  private async count(files: VisibleFiles, turn: SliceTurn): Promise<VaultCount> {
    const { vault, metadataCache } = this.app;
    const counts = { notes: 0, attachments: 0, folders: 0, totalSize: 0 };
    let notesIndexed = 0;
    const notesIn = new Map<string, number>();
    for await (const file of sliced(vault.getAllLoadedFiles(), turn)) {
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
