import { type ChildProcess, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

/** A task that takes longer ends the process, milliseconds. */
const timeout = 30_000;

/**
 * So does a task that takes more memory: megabytes of old objects, and of each half of the new ones. With 8 in the
 * place of 2, the idle process keeps 48 instead of 37 MB, and is no faster (measured with notes of 20 MB).
 */
const memoryLimits = ['--max-old-space-size=256', '--max-semi-space-size=2'];

/**
 * For the C library of Linux, which would keep up to twice the largest piece that was given back to it (measured over
 * 22 hostile notes: 142 instead of 172 MB at the most, 36 to 84 instead of 51 to 161 after each).
 */
const allocation = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

/** What the program says once, before any answer. */
export const ready = 'ready';

/**
 * A program that does one task at a time. A process and not a thread: of a thread's memory the C library
 * keeps up to 100 MB when it ends (measured), that of a process returns to the system.
 */
export class ScanProcess {
  private readonly child: ChildProcess;
  private hasFailed = false;
  private hasSaidReady = false;
  private answer: ((answer: unknown) => void) | undefined;

  constructor(file: string) {
    this.child = fork(file, {
      execArgv: memoryLimits,
      env: { ...process.env, ...allocation },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    waitForOthers(this.child);
    this.child.on('message', (answer: unknown) => {
      if (answer === ready) this.hasSaidReady = true;
      else this.answer?.(answer);
    });
    this.child.on('error', () => this.fail());
    this.child.on('exit', () => this.fail());
    // The pending task keeps the host alive, not the idle program.
    this.child.unref();
    this.child.channel?.unref();
  }

  /** Whether the process was started successfully. */
  get isReady(): boolean {
    return this.hasSaidReady;
  }

  /** Undefined if the process failed or was too slow; it cannot be used then. */
  async ask(question: object | string): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const answer = await new Promise(resolve => {
      if (this.hasFailed) resolve(undefined);
      this.answer = resolve;
      timer = setTimeout(() => resolve(undefined), timeout);
      this.child.send(question, error => {
        if (error !== null) this.fail();
      });
    });
    clearTimeout(timer);
    return answer;
  }

  end(): void {
    this.fail();
    this.child.kill('SIGKILL');
  }

  private fail(): void {
    this.hasFailed = true;
    this.answer?.(undefined);
  }
}

/**
 * How much nicer the process is than the host. Beside scans of 24 hostile notes, the longest block of the host's loop
 * was 39 ms on average with the same niceness, and 32 with 10 (one run each). Less than 10, since a machine that is
 * busy with other programs would hardly scan at all; 5 was not measured by itself.
 */
const lowerPriority = 5;

/** Lets the host's thread go first where both want a processor. */
function waitForOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, getPriority() + lowerPriority);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
