import type { Progress } from '../../utils/call-hooks';

/** Between two reports of one call, in milliseconds. */
export const reportInterval = 100;

export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface ReportOptions {
  readonly send: (report: ProgressReport) => Promise<void>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** The reports of one call: each further than the last, none too soon after it, none after the answer. */
export class ProgressReports {
  private furthest = Number.NEGATIVE_INFINITY;
  private lastSent = Number.NEGATIVE_INFINITY;
  private isOver = false;
  private sending: Promise<void> = Promise.resolve();

  constructor(private readonly options: ReportOptions) {}

  readonly report: Progress = (done, total, message) => {
    if (this.isOver || !Number.isFinite(done) || done <= this.furthest) return;
    const time = this.options.now();
    const isWhole = total !== undefined && done >= total;
    if (!isWhole && time - this.lastSent < reportInterval) return;
    this.furthest = done;
    this.lastSent = time;
    const report = {
      progress: done,
      ...(total === undefined || !Number.isFinite(total) ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    };
    // A client that is gone takes no reports; its call ends by its signal.
    this.sending = this.sending.then(() => this.options.send(report)).catch(() => undefined);
  };

  /** Lets no more reports pass; resolves when those that did are on their way. */
  end(): Promise<void> {
    this.isOver = true;
    return this.sending;
  }
}
