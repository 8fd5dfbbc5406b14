import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { VaultEvents, VaultListener } from './vault-events';

/** How a derived value follows the vault's events. */
export interface Upkeep<T> {
  /** Changes the value where it is built; a value that is being built is built anew the next time. */
  readonly patch: (change: (value: T) => void) => void;
  /** Drops the value. */
  readonly forget: () => void;
}

/**
 * A value that follows from the vault: built in slices at the first question, kept by the vault's events, or dropped by
 * them and built anew. Nothing is listened to before the first question.
 */
export class Derived<T> {
  private value: T | undefined;
  private changes = 0;
  private isListening = false;

  /**
   * @param build may pause; what changes meanwhile makes its result good for one answer only
   * @param listener says what each event does to the value
   */
  constructor(
    private readonly events: VaultEvents,
    private readonly build: (turn: SliceTurn) => Promise<T>,
    private readonly listener: (upkeep: Upkeep<T>) => VaultListener,
  ) {}

  /** Grows with every event that changes the value. */
  get generation(): number {
    this.follow();
    return this.changes;
  }

  async get(turn: SliceTurn): Promise<T> {
    this.follow();
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
