import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

/** What a thread has had so far, milliseconds. */
interface ThreadTimes {
  readonly ran: number;
  /** Ready to run, while no processor was free. */
  readonly waited: number;
}

const unknown: ThreadTimes = { ran: 0, waited: 0 };

/** Reads the times of a thread from an open file, which takes some microseconds. Zeros on systems that have none. */
class ThreadClock {
  private readonly memory = Buffer.alloc(64);
  private file: number | undefined;

  /** @param thread its id, or `thread-self` */
  constructor(thread: string) {
    const folder = thread === 'thread-self' ? '/proc/thread-self' : `/proc/self/task/${thread}`;
    try {
      this.file = openSync(`${folder}/schedstat`, 'r');
    } catch {
      // Another system, or the thread has ended.
    }
  }

  now(): ThreadTimes {
    if (this.file === undefined) return unknown;
    try {
      const length = readSync(this.file, this.memory, 0, this.memory.length, 0);
      const [ran, waited] = this.memory.toString('latin1', 0, length).split(' ').map(Number);
      return { ran: (ran ?? 0) / 1e6, waited: (waited ?? 0) / 1e6 };
    } catch {
      this.close();
      return unknown;
    }
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}

const maxTries = 5;

/** What the threads had when a turn of the loop began. */
export interface TurnStart {
  readonly at: number;
  readonly thread: ThreadTimes;
  readonly others: readonly ThreadTimes[];
}

/** The longest times between two turns of the loop of this thread, in milliseconds. */
export class TurnMeter {
  /**
   * `waited` is the part of the longest time in which no processor was free; `longestOwn` is the longest time without
   * that part, and `longestWork` the most processor time.
   */
  most = { longestWork: 0, longestOwn: 0, waited: 0 };
  private readonly thread = new ThreadClock('thread-self');
  private others: readonly ThreadClock[] = [];
  private longest = 0;
  private timer: NodeJS.Timeout | undefined;

  start(): void {
    this.stop();
    this.most = { longestWork: 0, longestOwn: 0, waited: 0 };
    this.longest = 0;
    this.others = otherThreads().map(thread => new ThreadClock(thread));
    let start = this.look();
    this.timer = setInterval(() => {
      const end = this.look();
      this.add(start, end);
      start = end;
    }, 1);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    for (const clock of this.others) clock.close();
    this.others = [];
  }

  /** Repeated where it was interrupted: the clock and the times would be of different moments. */
  private look(): TurnStart {
    for (let tries = 1; ; tries += 1) {
      const at = performance.now();
      const others = this.others.map(clock => clock.now());
      const thread = this.thread.now();
      if (performance.now() - at < 1 || tries === maxTries) return { at, thread, others };
    }
  }

  private add(start: TurnStart, end: TurnStart): void {
    const { most } = this;
    const length = end.at - start.at;
    const ran = end.thread.ran - start.thread.ran;
    const waited = waitedFor(start, end, length);
    if (length > this.longest) most.waited = waited;
    this.longest = Math.max(this.longest, length);
    most.longestWork = Math.max(most.longestWork, ran);
    most.longestOwn = Math.max(most.longestOwn, length - waited);
  }
}

/**
 * Milliseconds for which the thread was ready and no processor was free, and those for which it slept while a thread
 * of the engine waited for a processor: in a collection it waits for those. Of the others only the one that waited
 * longest counts, and never more than the thread slept.
 */
export function waitedFor(start: TurnStart, end: TurnStart, length: number): number {
  const waited = Math.min(length, end.thread.waited - start.thread.waited);
  const slept = Math.max(0, length - waited - (end.thread.ran - start.thread.ran));
  const ofOthers = end.others.map((times, index) => times.waited - (start.others[index]?.waited ?? 0));
  return waited + Math.min(slept, Math.max(0, ...ofOthers));
}

/** Ids; those of the engine exist before the first line of a program runs. */
function otherThreads(): readonly string[] {
  try {
    return readdirSync('/proc/self/task').filter(thread => Number(thread) !== process.pid);
  } catch {
    return [];
  }
}
