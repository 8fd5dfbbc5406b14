import { type Change, ChangeIndex, type SegmentFacts } from './change-index';
import type { JournalStorage } from './journal-storage';

/** Of the changes that are kept in memory; the oldest go first. */
export const mostFiles = 20_000;
/** How much longer than its own a device keeps what another one should have removed, milliseconds. */
const grace = 7 * 24 * 3_600_000;

/**
 * What other devices that share the vault's folder recorded. It can be listed and undone. It is never settled, since
 * its device may be in the middle of it, and removed only long after its device should have.
 */
export class OtherDevices {
  index = new ChangeIndex();

  constructor(private readonly storage: JournalStorage) {}

  reset(): void {
    this.index = new ChangeIndex();
  }

  /** Forgets the oldest beyond what is kept in memory; on the disk they stay. */
  bound(): void {
    for (const { name } of this.index.segmentsByAge()) {
      if (this.index.fileCount <= mostFiles) return;
      this.index.removeSegment(name);
    }
  }

  /** The complete ones of these changes and the own ones, in the order in which they began. */
  withOwn(own: readonly Change[]): Change[] {
    const others = this.index.all();
    const all = [...own, ...others].filter(({ isPending }) => !isPending);
    return others.length === 0 ? all : all.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** @param oldest the time before which this device keeps nothing of its own, milliseconds since 1970 */
  async dropOld(oldest: number): Promise<void> {
    for (const segment of this.index.segmentsByAge())
      if (segment.newest < oldest - grace) await this.drop(segment);
  }

  /** Forgets what is complete, with its contents. */
  async clear(): Promise<void> {
    for (const segment of this.index.segmentsByAge())
      if (!this.index.hasPending(segment)) await this.drop(segment);
  }

  private async drop({ name }: SegmentFacts): Promise<void> {
    await this.storage.remove(name).catch(() => undefined);
    for (const blob of this.index.removeSegment(name))
      await this.storage.removeBlob(blob).catch(() => undefined);
  }
}
