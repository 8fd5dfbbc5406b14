import { countUp } from '../../utils/collections';
import { type TAbstractFile, TFile } from 'obsidian';
import { Derived, type IndexSource } from './derived';
import type { VaultListener } from './vault-events';
import { filtered, forEachInTurn, throwIfAborted } from '../../utils/slicing/time-slicer';
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

  constructor(private readonly source: IndexSource) {
    this.files = new CountByRules(source, forget => ({
      created: forget,
      modified: forget,
      deleted: forget,
      renamed: forget,
    }));
    this.indexed = new CountByRules(source, forget => ({
      created: forget,
      deleted: forget,
      renamed: forget,
      linksResolved: forget,
      metadataDeleted: forget,
    }));
  }

  async of(files: VisibleFiles, signal: AbortSignal): Promise<VaultCount> {
    const { fingerprint } = files.access;
    const counted = await this.files.of(fingerprint, signal, () => this.countFiles(files));
    const notesIndexed = await this.indexed.of(fingerprint, signal, () => this.countIndexed(files));
    return { ...counted, notesIndexed };
  }

  private async countFiles(files: VisibleFiles): Promise<FileCount> {
    const { app, slicer } = this.source;
    const counts = { notes: 0, attachments: 0, folders: 0, totalSize: 0 };
    const notesIn = new Map<string, number>();
    await forEachInTurn(app.vault.getAllLoadedFiles(), { slicer }, file => {
      if (file.path === '/' || !files.canSee(file)) return;
      if (!(file instanceof TFile)) counts.folders += 1;
      else {
        counts[isNote(file) ? 'notes' : 'attachments'] += 1;
        counts.totalSize += file.stat.size;
      }
      if (!isNote(file)) return;
      const slash = file.path.indexOf('/');
      const top = slash === -1 ? undefined : file.path.slice(0, slash);
      if (top !== undefined) countUp(notesIn, top);
    });
    return { counts, notesIn };
  }

  private async countIndexed(files: VisibleFiles): Promise<number> {
    const { app, slicer } = this.source;
    const { isNarrowed } = files.access;
    // The keys of all notes in one list are one step: 15 ms for 100,000 notes.
    const isIndexed = (file: TAbstractFile): boolean =>
      isNote(file) &&
      Object.hasOwn(app.metadataCache.resolvedLinks, file.path) &&
      (!isNarrowed || files.canSee(file));
    return (await filtered(app.vault.getAllLoadedFiles(), isIndexed, { slicer })).length;
  }
}

/** A count for each kind of caller, made once for all calls that come before its end. */
class CountByRules<Count> {
  private readonly known: Derived<Map<string, Promise<Count>>>;

  /** @param listener which events change the counts */
  constructor(source: IndexSource, listener: (forget: () => void) => VaultListener) {
    this.known = new Derived(
      source,
      () => Promise.resolve(new Map<string, Promise<Count>>()),
      ({ forget }) => listener(forget),
    );
  }

  /** @throws the signal's reason, and what `count` throws; a count that fails is not kept. */
  async of(rules: string, signal: AbortSignal, count: () => Promise<Count>): Promise<Count> {
    // If a change replaces this map during the count, the count is not kept.
    const byRules = await this.known.get(signal);
    const counted = await sharedCount(byRules, rules, count);
    throwIfAborted(signal);
    return counted;
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
