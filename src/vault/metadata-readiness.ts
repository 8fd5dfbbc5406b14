import type { App, EventRef } from 'obsidian';
import { ToolFailure } from '../errors';
import { after, type Cancellable, now, pause } from '../platform';
import { throwIfAborted } from '../utils/time-slicer';

/** In milliseconds. */
export interface OpeningLimits {
  /** How long the vault's opening is waited for. */
  readonly patience: number;
  /** After how long without progress what is still missing is taken for unreadable. */
  readonly standstill: number;
  /** How long between two looks; the app's events bring one forward. */
  readonly poll: number;
}

/** A look counts ten thousand notes: forty a second took a tenth of the time that reading them took. */
const usualLimits: OpeningLimits = { patience: 20_000, standstill: 2_000, poll: 250 };

/** How long after a write its metadata is waited for; the app reads a note in a fraction of this. */
const writePatience = 3_000;
const writePollInterval = 2;
/** After so long without news of a written text it is looked whether another hand has written over it, milliseconds. */
const suspicion = 60;

interface Written {
  /** Undefined where any news of the note will do. */
  readonly text: string | undefined;
  readonly deadline: number;
}

/**
 * Waits until the app has read the metadata of every note, so that an early question is not answered from half
 * of it. A note that it cannot read would keep that open for ever, so standing still for long enough counts as ready
 * too, but not while it has resolved no links at all: it does that after it has read everything. Notes that were
 * written a moment ago are waited for as well: the app's promise of a write resolves before it has read the note
 * again.
 */
export class MetadataReadiness {
  private isReady = false;
  private opening: Promise<void> | undefined;
  private waiting = 0;
  /** Whether the app told that it is through with all notes: with the first there may be no links yet. */
  private hasRead = false;
  private readonly written = new Map<string, Written>();
  /** Of those, the ones whose text was read, and whose links are not resolved yet. */
  private readonly read = new Set<string>();
  private isFollowing = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly app: App,
    private readonly listen: (ref: EventRef) => void,
    private readonly limits = usualLimits,
  ) {
    listen(
      app.metadataCache.on('resolved', () => {
        this.hasRead = true;
        this.wake();
      }),
    );
  }

  /** Listens from the first write on, see `NoteFactsReader.watch`. */
  private follow(): void {
    if (this.isFollowing) return;
    this.isFollowing = true;
    const { app, listen } = this;
    const { vault, metadataCache } = app;
    listen(metadataCache.on('changed', (file, data) => this.met(file.path, data)));
    listen(metadataCache.on('resolve', file => this.resolvedLinks(file.path)));
    listen(vault.on('delete', file => this.forget(file.path)));
    listen(vault.on('rename', (_file, oldPath) => this.forget(oldPath)));
  }

  /** A note is about to be written: the next `wait` waits until the app has read this text. */
  expect(path: string, text?: string): void {
    this.follow();
    const time = now();
    for (const [known, { deadline }] of this.written) if (deadline < time) this.written.delete(known);
    this.read.delete(path);
    this.written.set(path, { text, deadline: time + writePatience });
  }

  /** The write did not take place. */
  forget(path: string): void {
    this.read.delete(path);
    this.written.delete(path);
  }

  private met(path: string, text: string): void {
    const wanted = this.written.get(path)?.text;
    // The app may hand the text without its byte order mark.
    if (wanted === undefined || wanted === text || wanted === `\uFEFF${text}`) this.read.add(path);
  }

  /** The app resolves the links of a note after it has told that it read it. */
  private resolvedLinks(path: string): void {
    if (this.read.delete(path)) this.written.delete(path);
  }

  private async waitForWritten(signal: AbortSignal): Promise<void> {
    for (const [path, { deadline, text }] of [...this.written]) {
      let nextLook = now() + suspicion;
      while (this.written.has(path) && now() < deadline) {
        throwIfAborted(signal);
        await pause(writePollInterval);
        if (now() < nextLook) continue;
        if (!(await this.isThere(path, text))) break;
        nextLook = now() + suspicion;
      }
      this.written.delete(path);
    }
  }

  /** News of a text that is no longer there would never come. */
  private async isThere(path: string, text: string | undefined): Promise<boolean> {
    const file = this.app.vault.getFileByPath(path);
    if (file === null) return false;
    if (text === undefined) return true;
    const there = await this.app.vault.read(file).catch(() => undefined);
    return there === text || `\uFEFF${there}` === text;
  }

  /** @throws ToolFailure `busy` when the vault is still opening after a long wait */
  async wait(signal: AbortSignal): Promise<void> {
    await this.waitForOpening(signal);
    await this.waitForWritten(signal);
  }

  private async waitForOpening(signal: AbortSignal): Promise<void> {
    if (this.isReady) return;
    const { patience, give } = this.patience();
    this.waiting += 1;
    try {
      await Promise.race([(this.opening ??= this.watch()), patience]);
      throwIfAborted(signal);
    } finally {
      this.waiting -= 1;
      give.cancel();
    }
  }

  /** Rejects when one call has waited for long enough. */
  private patience(): { readonly patience: Promise<never>; readonly give: Cancellable } {
    let give: Cancellable = { cancel: () => undefined };
    const patience = new Promise<never>((_resolve, reject) => {
      give = after(this.limits.patience, () =>
        reject(
          new ToolFailure(
            'busy',
            `The vault is still opening: ${this.progress().left} notes are not read yet.`,
          ),
        ),
      );
    });
    return { patience, give };
  }

  /** One look for all calls that wait: many looks would take the time that the reading needs. */
  private async watch(): Promise<void> {
    let [missing, standstill] = [Infinity, 0];
    while (this.waiting > 0) {
      const { left, isResolving } = this.progress();
      standstill = !isResolving || left < missing ? 0 : standstill + this.limits.poll;
      missing = left;
      this.isReady = left <= 0 || standstill >= this.limits.standstill;
      if (this.isReady) break;
      await this.nextLook();
    }
    this.opening = undefined;
  }

  private async nextLook(): Promise<void> {
    await new Promise<void>(resolve => {
      const timer = after(this.limits.poll, resolve);
      this.wake = () => {
        timer.cancel();
        resolve();
      };
    });
  }

  /** Every note whose links are resolved has a key there, with none as with many; asking for it builds nothing. */
  private progress(): { readonly left: number; readonly isResolving: boolean } {
    const { vault, metadataCache } = this.app;
    const resolved = Object.keys(metadataCache.resolvedLinks).length;
    return {
      left: vault.getMarkdownFiles().length - resolved,
      isResolving: this.hasRead || resolved > 0,
    };
  }
}
