import type { App } from 'obsidian';
import { forEachInTurn, type TimeSlicer } from '../../utils/slicing/time-slicer';
import type { VaultEvents, VaultListener } from './vault-events';

export interface IndexSource {
  readonly app: App;
  readonly events: VaultEvents;
  readonly slicer: TimeSlicer;
}

export interface BackgroundSource extends IndexSource {
  /** Slices for background work: it yields to every running call. */
  readonly background: TimeSlicer;
}

/** Visits the items in slices, for all calls that wait for a build. */
export type ForEach = <Item>(items: Iterable<Item>, visit: (item: Item) => unknown) => Promise<void>;

/** How vault events update a derived value. */
interface Upkeep<T> {
  /**
   * Changes the value if it exists. During a build the change waits for its end; since the build may already have seen
   * the new state, each change must be safe to repeat, and must read the state of the vault when it runs.
   */
  readonly patch: (change: (value: T) => void) => void;
  /** Drops the value; one that is being built is returned only to the calls that wait for it. */
  readonly forget: () => void;
}

/** A build, for all calls that come before its end. */
interface Building<T> {
  readonly value: Promise<T>;
  /** Changes that came during the build. */
  readonly changes: ((value: T) => void)[];
}

/**
 * A value computed from the vault. It is built in slices on first use, once for all calls that come meanwhile.
 * Events then update it, or drop it until the next use. It subscribes to nothing before the first use.
 */
export class Derived<T> {
  private value: T | undefined;
  private building: Building<T> | undefined;
  private changes = 0;
  private isListening = false;

  /** @param build no call that waits for it can abort it @param listener what each event does to the value */
  constructor(
    private readonly source: Pick<IndexSource, 'events' | 'slicer'>,
    private readonly build: (forEach: ForEach) => Promise<T>,
    private readonly listener: (upkeep: Upkeep<T>) => VaultListener,
  ) {}

  /** Grows with every event that changes the value. */
  get generation(): number {
    this.follow();
    return this.changes;
  }

  /** @throws like `SliceTurn.share`; a build that fails is not kept. */
  async get(signal?: AbortSignal): Promise<T> {
    this.follow();
    if (this.value !== undefined) return this.value;
    return this.source.slicer.slice({ signal }).share(() => (this.building ??= this.begin()).value);
  }

  private begin(): Building<T> {
    const changes: Building<T>['changes'] = [];
    // The build itself begins a moment later, when `building` is set: it may fail at once, or cause an event.
    return { value: Promise.resolve().then(() => this.finish(changes)), changes };
  }

  private async finish(changes: Building<T>['changes']): Promise<T> {
    const forEach: ForEach = (items, visit) => forEachInTurn(items, { slicer: this.source.slicer }, visit);
    try {
      const value = await this.build(forEach);
      // More may arrive during a pause; the loop visits them too.
      await forEach(changes, change => change(value));
      if (this.building?.changes === changes) this.value = value;
      return value;
    } finally {
      if (this.building?.changes === changes) this.building = undefined;
    }
  }

  private follow(): void {
    if (this.isListening) return;
    this.isListening = true;
    const patch = (change: (value: T) => void): void => {
      this.changes += 1;
      if (this.value !== undefined) change(this.value);
      else this.building?.changes.push(change);
    };
    const forget = (): void => {
      this.changes += 1;
      this.value = undefined;
      this.building = undefined;
    };
    this.source.events.listen(this.listener({ patch, forget }));
  }
}
