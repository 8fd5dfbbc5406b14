import { type Cancellable, every } from '../../platform';

/** How often idle values are looked for, milliseconds. */
const interval = 10 * 60_000;

/** So many looks after its last use, after an hour, a value is dropped. */
const maxLooks = 7;

export interface IdleValue {
  /** To be called with each use of the value; it costs next to nothing. */
  used(): void;
}

/** Drops what nobody has used for an hour: it can be computed from the vault again. */
export class IdleValues {
  private readonly held = new Set<HeldValue>();
  private timer: Cancellable | undefined;
  private hasEnded = false;

  /** @param repeat runs a function every so many milliseconds */
  constructor(private readonly repeat: (milliseconds: number, run: () => void) => Cancellable = every) {}

  /** @param drop lets the value go; called again only after another use */
  add(drop: () => void): IdleValue {
    return new HeldValue(drop, value => this.hold(value));
  }

  end(): void {
    this.hasEnded = true;
    this.held.clear();
    this.stop();
  }

  private hold(value: HeldValue): void {
    if (this.hasEnded) return;
    this.held.add(value);
    this.timer ??= this.repeat(interval, () => this.look());
  }

  private look(): void {
    for (const value of this.held) if (value.isDropped()) this.held.delete(value);
    if (this.held.size === 0) this.stop();
  }

  private stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }
}

class HeldValue implements IdleValue {
  private looks = 0;
  private isHeld = false;

  constructor(
    private readonly drop: () => void,
    private readonly hold: (value: HeldValue) => void,
  ) {}

  used(): void {
    this.looks = 0;
    if (this.isHeld) return;
    this.isHeld = true;
    this.hold(this);
  }

  /** Counts a look, and drops the value if it was not used for too many. */
  isDropped(): boolean {
    this.looks += 1;
    if (this.looks < maxLooks) return false;
    this.isHeld = false;
    this.drop();
    return true;
  }
}
