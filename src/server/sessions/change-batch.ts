import type { VaultChange } from '../../vault/app/change-feed';

/** What changed since the last notifications, each path once. */
export interface ChangeBatch {
  /** Files whose contents changed, or that were created or deleted. */
  readonly touched: ReadonlySet<string>;
  /** Notes that were created or deleted. */
  readonly listed: ReadonlySet<string>;
  /** The notes among the touched files. */
  readonly notes: ReadonlySet<string>;
  /** Real paths of touched paths that are symbolic links. */
  readonly realPaths: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Gathers changes into a batch; a path that changes often counts once. */
export class ChangeGatherer {
  private touched = new Set<string>();
  private listed = new Set<string>();
  private notes = new Set<string>();
  private realPaths = new Map<string, Set<string>>();

  add({ path, kind, isNote, realPath }: VaultChange): void {
    this.touched.add(path);
    if (realPath !== undefined) {
      this.realPaths.set(path, (this.realPaths.get(path) ?? new Set<string>()).add(realPath));
    }
    if (!isNote) return;
    this.notes.add(path);
    if (kind === 'listing') this.listed.add(path);
  }

  get isEmpty(): boolean {
    return this.touched.size === 0;
  }

  /** What was gathered; the next batch begins empty. */
  take(): ChangeBatch {
    const { touched, listed, notes, realPaths } = this;
    this.touched = new Set();
    this.listed = new Set();
    this.notes = new Set();
    this.realPaths = new Map();
    return { touched, listed, notes, realPaths };
  }
}
