import { FoldMap } from './fold-map';

/** Collects a folded text, and where its offsets differ from the original. Reused for each text. */
export class FoldBuffer {
  #units = new Uint16Array(4096);
  #length = 0;
  /** All units of the text or-ed together: shows whether it is plain ASCII. */
  #union = 0;
  /** See `FoldMap`; empty while each unit maps to one unit. */
  #segments: number[] = [];
  readonly #decoder = new TextDecoder('utf-16le', { ignoreBOM: true });
  readonly #asciiDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** @param size length of the original text. */
  begin(size: number): void {
    if (this.#units.length < size + 16) this.#units = new Uint16Array(size + (size >> 2) + 16);
    this.#length = 0;
    this.#union = 0;
    this.#segments = [];
  }

  /**
   * Adds the units from `at` on while each folds to one unit.
   * @param table the fold of each unit, below 2 for one that does not fold on its own.
   * @returns where it stopped.
   */
  pushRun(text: string, at: number, table: Uint16Array): number {
    const units = this.#units;
    const shift = this.#length - at;
    const end = Math.min(text.length, units.length - shift);
    let union = 0;
    let here = at;
    for (; here < end; here += 1) {
      const folded = table[text.charCodeAt(here)] ?? 0;
      if (folded < 2) break;
      units[here + shift] = folded;
      union |= folded;
    }
    this.#union |= union;
    this.#length = here + shift;
    return here;
  }

  pushAll(folded: string): void {
    this.#makeSpace(folded.length);
    for (let at = 0; at < folded.length; at += 1) {
      const unit = folded.charCodeAt(at);
      this.#units[this.#length + at] = unit;
      this.#union |= unit;
    }
    this.#length += folded.length;
  }

  /** Removes the last unit: it begins a cluster. */
  pop(): void {
    this.#length -= 1;
  }

  /** Adds the fold of the original's units from `start` to `end` together. */
  pushCluster(folded: string, start: number, end: number): void {
    const segments = this.#segments;
    if (segments.length === 0) segments.push(0, 0);
    // Nothing is between this cluster and the one before.
    if (segments.at(-2) === this.#length && segments.at(-1) === start * 2) segments.length -= 2;
    segments.push(this.#length, start * 2 + 1);
    this.pushAll(folded);
    segments.push(this.#length, end * 2);
  }

  text(): string {
    const units = this.#units.subarray(0, this.#length);
    if (this.#length === 0) return '';
    // One byte per character if possible: half the memory, and twice as fast to search.
    return this.#union < 0x80
      ? this.#asciiDecoder.decode(Uint8Array.from(units))
      : this.#decoder.decode(units);
  }

  map(originalLength: number): FoldMap | undefined {
    if (this.#segments.length === 0) return undefined;
    return new FoldMap(this.#segments, originalLength, this.#length);
  }

  /** Frees the memory of a very long text. */
  end(): void {
    if (this.#units.length > 1 << 20) this.#units = new Uint16Array(4096);
    this.#segments = [];
  }

  /** Ensures space for what is added, and for at least one more unit. */
  #makeSpace(size: number): void {
    if (this.#length + size < this.#units.length) return;
    const larger = new Uint16Array((this.#units.length + size) * 2);
    larger.set(this.#units);
    this.#units = larger;
  }
}
