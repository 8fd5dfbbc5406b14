import type { Progress } from '../../utils/call-hooks';

/** Least time between two reports of one call, in milliseconds. */
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

/** The progress reports of one call: with increasing values, not too frequent, none after the result. */
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
    // A client that has left gets no reports; its call ends by its signal.
    this.sending = this.sending.then(() => this.options.send(report)).catch(() => undefined);
  };

  /** Sends no more reports; resolves when the earlier ones are sent. */
  end(): Promise<void> {
    this.isOver = true;
    return this.sending;
  }
}
