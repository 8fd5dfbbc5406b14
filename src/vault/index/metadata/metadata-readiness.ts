import type { App } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { inTime } from '../../../platform';
import { throwIfAborted } from '../../../utils/slicing/time-slicer';
import type { VaultEvents } from '../vault-events';
import { PendingMetadata } from './pending-metadata';

/** In milliseconds. */
interface OpeningLimits {
  /** How long a call waits for the vault to open. */
  readonly timeout: number;
  /** After this long without progress, the missing notes count as unreadable. */
  readonly standstill: number;
  /** How long between two checks; an event of the app triggers one earlier. */
  readonly poll: number;
}

/** Each check counts the notes with resolved links: forty a second took a tenth of the reading time. */
const defaultLimits: OpeningLimits = { timeout: 20_000, standstill: 2_000, poll: 250 };

/**
 * Waits until the app has read the metadata of every note, so that early results are complete. Notes that the
 * app cannot read would block this for ever, so a long time without progress also counts as ready, unless no
 * links are resolved yet: the app resolves them after reading all notes. It also waits for recent changes:
 * the app's promise of a write resolves before it has read the note again.
 */
export class MetadataReadiness {
  private isReady = false;
  private opening: Promise<void> | undefined;
  private waiting = 0;
  /** Whether the app has reported that it read all notes: before that, the first may have no links yet. */
  private hasRead = false;
  /** What the app has still to read of changes: a writer says what comes, and the next `wait` waits for that text. */
  readonly pending: PendingMetadata;
  private wake: () => void = () => undefined;
  /** Number of notes; undefined after one was added or removed, since the app must list all to count. */
  private notes: number | undefined;

  constructor(
    private readonly app: App,
    events: VaultEvents,
    private readonly limits = defaultLimits,
  ) {
    this.pending = new PendingMetadata(app, events);
    const recount = (): void => {
      this.notes = undefined;
    };
    const allLinksResolved = (): void => {
      this.hasRead = true;
      this.pending.follow();
      this.wake();
    };
    events.listen({ allLinksResolved, created: recount, deleted: recount, renamed: recount });
  }

  /**
   * @param paths of the notes that the call uses; if left out, all notes and what links to them
   * @throws ToolFailure `busy` if the vault is still opening after a long wait
   */
  async wait(signal: AbortSignal, paths?: readonly string[]): Promise<void> {
    await this.waitForOpening(signal);
    await (paths === undefined ? this.pending.wait(signal) : this.pending.waitFor(paths, signal));
  }

  /** Whether the app has read the whole vault, as far as is known without waiting. */
  isOpen(): boolean {
    if (!this.isReady && this.progress().left <= 0) this.opened();
    return this.isReady;
  }

  private opened(): void {
    this.isReady = true;
    this.pending.follow();
  }

  private async waitForOpening(signal: AbortSignal): Promise<void> {
    if (this.isReady) return;
    throwIfAborted(signal);
    const late = (): never => {
      throwIfAborted(signal);
      const problem = `The vault is still opening: ${this.progress().left} notes are not read yet.`;
      throw new ToolFailure('busy', problem);
    };
    this.waiting += 1;
    try {
      await inTime((this.opening ??= this.watch()), this.limits.timeout, late, signal);
    } finally {
      this.waiting -= 1;
    }
  }

  /** One check serves all waiting calls: many checks would take the time that the reading needs. */
  private async watch(): Promise<void> {
    let missing = Infinity;
    let standstill = 0;
    while (this.waiting > 0) {
      const { left, isResolving } = this.progress();
      standstill = !isResolving || left < missing ? 0 : standstill + this.limits.poll;
      missing = left;
      if (left <= 0 || standstill >= this.limits.standstill) this.opened();
      if (this.isReady) break;
      await this.nextLook();
    }
    this.opening = undefined;
  }

  private async nextLook(): Promise<void> {
    const woken = new Promise<void>(resolve => {
      this.wake = resolve;
    });
    await inTime(woken, this.limits.poll, () => undefined);
  }

  /**
   * Every note with resolved links is a key there, even without links; reading it builds nothing. Other files
   * with links, such as canvases, may be keys too.
   */
  private progress(): { readonly left: number; readonly isResolving: boolean } {
    const { vault, metadataCache } = this.app;
    this.notes ??= vault.getMarkdownFiles().length;
    const resolved = Object.keys(metadataCache.resolvedLinks).filter(path => path.endsWith('.md')).length;
    return {
      left: this.notes - resolved,
      isResolving: this.hasRead || resolved > 0,
    };
  }
}
