import { portionsOf } from './text-portions';

/** UTF-16 units; longer texts of notes are returned in portions. */
export const longText = 1_000_000;

/**
 * A text that is made in portions each time it is read. A note of 20 MB with its line numbers takes 45 MB,
 * and as much again when the engine joins a concatenated text.
 */
export class LongText {
  /**
   * @param length UTF-16 units of all portions, or a few more
   * @param make returns portions that split no surrogate pair, the same ones each time
   */
  constructor(
    readonly length: number,
    private readonly make: () => Iterable<string>,
  ) {}

  /** Several texts as one. */
  static of(parts: readonly (string | LongText)[]): LongText {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return new LongText(length, function* () {
      for (const part of parts) yield* typeof part === 'string' ? portionsOf(part) : part.portions();
    });
  }

  portions(): Iterable<string> {
    return this.make();
  }

  toString(): string {
    return [...this.portions()].join('');
  }
}
