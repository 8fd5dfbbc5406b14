import type { App } from 'obsidian';
import type { VaultEvents } from '../index/vault-events';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { ValuesByKey } from '../../utils/properties/values-by-key';

/**
 * The app's resolved links, also from target to source. Reversed on first use, then updated by events of the
 * metadata cache; linear in the number of links.
 */
export class LinkGraph {
  private sources: ValuesByKey<string, string> | undefined;
  /** Sources that are still to be added. */
  private left: Iterator<string, undefined> | undefined;
  /** The targets under which each source is stored. */
  private readonly entered = new Map<string, readonly string[]>();

  constructor(
    private readonly app: App,
    events: VaultEvents,
  ) {
    events.listen({
      linksResolved: note => this.refresh(note.path),
      metadataDeleted: note => this.leave(note.path),
      // A rename changes keys on both sides; the next use rebuilds the graph.
      renamed: () => this.forget(),
    });
  }

  targetsOf(path: string): string[] {
    return Object.keys(this.app.metadataCache.resolvedLinks[path] ?? {});
  }

  sourcesOf(path: string): string[] {
    return [...this.turned().of(path)];
  }

  /** Prepares `sourcesOf` in slices; without this, the first look-up does it without a pause. */
  async buildBacklinks(turn: SliceTurn): Promise<void> {
    this.begin();
    while (this.enterNext()) if (turn.due()) await turn.pause();
  }

  private turned(): ValuesByKey<string, string> {
    const sources = this.begin();
    while (this.enterNext());
    return sources;
  }

  private begin(): ValuesByKey<string, string> {
    if (this.sources !== undefined) return this.sources;
    this.left = Object.keys(this.app.metadataCache.resolvedLinks).values();
    const sources = new ValuesByKey<string, string>();
    this.sources = sources;
    return sources;
  }

  private enterNext(): boolean {
    const next = this.left?.next();
    if (next === undefined || next.done === true) {
      this.left = undefined;
      return false;
    }
    // An event meanwhile may have added it already.
    this.refresh(next.value);
    return true;
  }

  private refresh(source: string): void {
    this.leave(source);
    this.enter(source);
  }

  private enter(source: string): void {
    if (this.sources === undefined) return;
    const targets = this.targetsOf(source);
    this.entered.set(source, targets);
    for (const target of targets) this.sources.add(target, source);
  }

  private leave(source: string): void {
    for (const target of this.entered.get(source) ?? []) this.sources?.delete(target, source);
    this.entered.delete(source);
  }

  private forget(): void {
    this.sources = undefined;
    this.left = undefined;
    this.entered.clear();
  }
}
