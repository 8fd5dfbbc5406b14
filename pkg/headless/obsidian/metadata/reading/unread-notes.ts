/** Notes that could not be scanned, and when they are tried again. */
import type { TFile } from '../../vault/files';

/** Calls back once after so many milliseconds. @returns how to give that up */
export type Schedule = (milliseconds: number, work: () => void) => () => void;

/** Keeps no process alive. */
export const onTimer: Schedule = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** The first pause, milliseconds; each next one is twice as long. */
export const firstPause = 60_000;
const longestPause = 3_600_000;

interface Attempt {
  readonly pause: number;
  readonly cancel: () => void;
}

export class UnreadNotes {
  private readonly attempts = new Map<TFile, Attempt>();

  constructor(
    private readonly schedule: Schedule,
    private readonly retry: (file: TFile) => void,
  ) {}

  /** In the order in which they failed first. */
  get files(): readonly TFile[] {
    return [...this.attempts.keys()];
  }

  has(file: TFile): boolean {
    return this.attempts.has(file);
  }

  /** The note could not be read, perhaps again. */
  failed(file: TFile): void {
    const before = this.attempts.get(file);
    before?.cancel();
    const pause = before === undefined ? firstPause : Math.min(longestPause, before.pause * 2);
    this.attempts.set(file, { pause, cancel: this.schedule(pause, () => this.retry(file)) });
  }

  /** The note was read, or is gone. */
  forget(file: TFile): void {
    this.attempts.get(file)?.cancel();
    this.attempts.delete(file);
  }

  clear(): void {
    for (const file of this.files) this.forget(file);
  }
}
