import { countUp } from '../../utils/collections';
import { type App, TFile } from 'obsidian';
import { Derived } from './derived';
import type { VaultEvents, VaultListener } from './vault-events';
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

type FileCount = Omit<VaultCount, 'notesIndexed'>;

/** The contents of the vault for each kind of caller: counted in slices and kept until the vault changes. */
export class VaultCounts {
  private readonly files: CountByRules<FileCount>;
  /** Apart from the files: while the app reads the vault, this alone changes all the time. */
  private readonly indexed: CountByRules<number>;

  constructor(
    private readonly app: App,
    events: VaultEvents,
  ) {
    this.files = new CountByRules(events, forget => ({
      created: forget,
      modified: forget,
      deleted: forget,
      renamed: forget,
    }));
    this.indexed = new CountByRules(events, forget => ({
      created: forget,
      deleted: forget,
      renamed: forget,
      linksResolved: forget,
      metadataDeleted: forget,
    }));
  }

  async of(files: VisibleFiles, turn: SliceTurn): Promise<VaultCount> {
    const { fingerprint } = files.access;
    const counted = await this.files.of(fingerprint, turn, shared => this.countFiles(files, shared));
    const notesIndexed = await this.indexed.of(fingerprint, turn, shared => this.countIndexed(files, shared));
    return { ...counted, notesIndexed };
  }

  private async countFiles(files: VisibleFiles, turn: SliceTurn): Promise<FileCount> {
    const counts = { notes: 0, attachments: 0, folders: 0, totalSize: 0 };
    const notesIn = new Map<string, number>();
    for (const file of this.app.vault.getAllLoadedFiles()) {
      if (turn.due()) await turn.pause();
      if (file.path === '/' || !files.canSee(file)) continue;
      if (!(file instanceof TFile)) counts.folders += 1;
      else {
        counts[isNote(file) ? 'notes' : 'attachments'] += 1;
        counts.totalSize += file.stat.size;
      }
      if (!isNote(file)) continue;
      const slash = file.path.indexOf('/');
      const top = slash === -1 ? undefined : file.path.slice(0, slash);
      if (top !== undefined) countUp(notesIn, top);
    }
    return { counts, notesIn };
  }

  private async countIndexed(files: VisibleFiles, turn: SliceTurn): Promise<number> {
    const { vault, metadataCache } = this.app;
    const { isNarrowed } = files.access;
    let count = 0;
    // The keys of all notes in one list are one step: 15 ms for 100,000 notes.
    for (const file of vault.getAllLoadedFiles()) {
      if (turn.due()) await turn.pause();
      if (!isNote(file) || !Object.hasOwn(metadataCache.resolvedLinks, file.path)) continue;
      if (!isNarrowed || files.canSee(file)) count += 1;
    }
    return count;
  }
}

/** A count for each kind of caller, made once for all calls that come before its end. */
class CountByRules<Count> {
  private readonly known: Derived<Map<string, Promise<Count>>>;

  /** @param listener which events change the counts */
  constructor(events: VaultEvents, listener: (forget: () => void) => VaultListener) {
    this.known = new Derived(
      events,
      () => Promise.resolve(new Map<string, Promise<Count>>()),
      ({ forget }) => listener(forget),
    );
  }

  /** @throws like `SliceTurn.share`, and what `count` throws; a count that fails is not kept. */
  async of(rules: string, turn: SliceTurn, count: (shared: SliceTurn) => Promise<Count>): Promise<Count> {
    // If a change replaces this map during the count, the count is not kept.
    const byRules = await this.known.get(turn);
    return turn.share(shared => sharedCount(byRules, rules, () => count(shared)));
  }
}

/** The count that has begun for these rules, else a new one. */
function sharedCount<Count>(
  byRules: Map<string, Promise<Count>>,
  rules: string,
  count: () => Promise<Count>,
): Promise<Count> {
  const begun = byRules.get(rules);
  if (begun !== undefined) return begun;
  const counting = count();
  if (byRules.size >= keptRules) byRules.clear();
  byRules.set(rules, counting);
  // A newer count for these rules may have begun since.
  counting.catch(() => byRules.get(rules) === counting && byRules.delete(rules));
  return counting;
}
