/** Paths of which the disk could not tell what is there; they are looked at again until it can. */

/** Before the first further look; doubled with each that fails, milliseconds. */
const shortest = 500;
const longest = 60_000;

export class LaterLooks {
  private waiting = new Set<string>();
  private delay = shortest;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param look at a path, which it may add again */
  constructor(private readonly look: (path: string) => void) {}

  add(path: string): void {
    this.waiting.add(path);
    if (!this.isClosed) this.timer ??= setTimeout(() => this.lookAll(), this.delay).unref();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private lookAll(): void {
    const { waiting } = this;
    this.timer = undefined;
    this.waiting = new Set();
    this.delay = Math.min(this.delay * 2, longest);
    for (const path of waiting) this.look(path);
    if (this.waiting.size === 0) this.delay = shortest;
  }
}
