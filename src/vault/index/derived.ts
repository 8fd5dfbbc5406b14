import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { IdleValue } from './idle-values';
import type { VaultEvents, VaultListener } from './vault-events';

/** How vault events update a derived value. */
export interface Upkeep<T> {
  /** Changes the value if it is built; a value that is being built is rebuilt on the next use. */
  readonly patch: (change: (value: T) => void) => void;
  /** Drops the value. */
  readonly forget: () => void;
}

/**
 * A value computed from the vault. It is built in slices on first use. Events then update it, or drop it
 * until the next use, as does an hour without use. It subscribes to nothing before the first use.
 */
export class Derived<T> {
  private value: T | undefined;
  private changes = 0;
  private isListening = false;
  private readonly idle: IdleValue;

  /**
   * @param build may pause; if the vault changes meanwhile, its result is used only once
   * @param listener what each event does to the value
   */
  constructor(
    private readonly events: VaultEvents,
    private readonly build: (turn: SliceTurn) => Promise<T>,
    private readonly listener: (upkeep: Upkeep<T>) => VaultListener,
  ) {
    this.idle = events.idle.add(() => {
      this.value = undefined;
    });
  }

  /** Grows with every event that changes the value. */
  get generation(): number {
    this.follow();
    return this.changes;
  }

  async get(turn: SliceTurn): Promise<T> {
    this.follow();
    this.idle.used();
    if (this.value !== undefined) return this.value;
    const { changes } = this;
    const built = await this.build(turn);
    if (changes === this.changes) this.value = built;
    return built;
  }

  private follow(): void {
    if (this.isListening) return;
    this.isListening = true;
    const patch = (change: (value: T) => void): void => {
      this.changes += 1;
      if (this.value !== undefined) change(this.value);
    };
    const forget = (): void => {
      this.changes += 1;
      this.value = undefined;
    };
    this.events.listen(this.listener({ patch, forget }));
  }
}
