import { portionsOf } from './text-portions';

/** UTF-16 units; longer texts of notes are results portion by portion. */
export const longText = 1_000_000;

/**
 * A text that is made portion by portion each time somebody goes through it. A note of 20 MB with its line numbers takes
 * 45 MB, and as much again wherever the engine puts a text together from parts to look into it.
 */
export class LongText {
  /**
   * @param length UTF-16 units of all portions, or some more
   * @param make portions that split no surrogate pair, the same ones each time
   */
  constructor(
    readonly length: number,
    private readonly make: () => Iterable<string>,
  ) {}

  /** Some texts as one. */
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
