import { type Change, ChangeIndex, type SegmentFacts } from './change-index';
import type { JournalStorage } from './journal-storage';

/** Limit for the changes kept in memory, in files; the oldest are dropped. */
export const maxFiles = 20_000;
/** How much longer a device keeps another device's expired changes than its own, milliseconds. */
const grace = 7 * 24 * 3_600_000;

/**
 * Changes recorded by other devices that share the vault. They can be listed and undone, but are never
 * recovered here: their device may still be running. They are removed long after it should have done so.
 */
export class OtherDevices {
  index = new ChangeIndex();

  constructor(private readonly storage: JournalStorage) {}

  reset(): void {
    this.index = new ChangeIndex();
  }

  /** Drops the oldest changes from memory beyond the limit; on disk they stay. */
  bound(): void {
    for (const { name } of this.index.segmentsByAge()) {
      if (this.index.fileCount <= maxFiles) return;
      this.index.removeSegment(name);
    }
  }

  /** Merges their complete changes with this device's, in the order in which they began. */
  withOwn(own: Change[]): Change[] {
    const others = this.index.complete();
    return others.length === 0 ? own : [...own, ...others].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** @param oldest age limit of this device's own changes, milliseconds since 1970 */
  async dropOld(oldest: number): Promise<void> {
    for (const segment of this.index.segmentsByAge())
      if (segment.newest < oldest - grace) await this.drop(segment);
  }

  /** Deletes complete changes and their contents. */
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
