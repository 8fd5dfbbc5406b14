/** The source of ids and times; tests inject their own. */
export interface IdSource {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A few random characters of 0–9 and a–z. */
  readonly random: () => string;
}

export interface JournalSource extends IdSource {
  /** See `deviceId`. */
  readonly device: string;
}

/** Makes ids that sort in the order of their creation, even if the clock is set back. */
export class ChangeIds {
  private last = 0;
  private sequence = 0;

  constructor(private readonly source: IdSource) {}

  /** Later ids come after this time. */
  startAfter(time: number): void {
    this.last = Math.max(this.last, time + 1);
  }

  next(): { readonly id: string; readonly time: number } {
    const time = Math.max(this.source.now(), this.last);
    this.sequence = time === this.last ? this.sequence + 1 : 0;
    this.last = time;
    const parts = [base36(time, 9), base36(this.sequence, 4), this.source.random()];
    return { id: parts.join('-'), time };
  }
}

function base36(value: number, length: number): string {
  return value.toString(36).padStart(length, '0');
}
