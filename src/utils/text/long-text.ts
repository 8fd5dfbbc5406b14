import { portionsOf } from './text-portions';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

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
    private readonly make: () => Iterable<string | WrittenText>,
  ) {}

  /** Several texts as one. */
  static of(parts: readonly (string | LongText | WrittenText)[]): LongText {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return new LongText(length, function* () {
      for (const part of parts) {
        if (typeof part === 'string') yield* portionsOf(part);
        else if (part instanceof WrittenText) yield part;
        else yield* part.sendablePortions();
      }
    });
  }

  *portions(): Generator<string, void> {
    for (const portion of this.make()) yield portion.toString();
  }

  /** The same portions; of those that have their JSON, it need not be made. */
  sendablePortions(): Iterable<string | WrittenText> {
    return this.make();
  }

  toString(): string {
    return [...this.portions()].join('');
  }
}

/** A text as it is within JSON: made once, sent often, and in half the memory where it has letters beyond Latin. */
export class WrittenText {
  private constructor(
    /** UTF-8 bytes with escapes, without quotes. */
    readonly json: Uint8Array,
    /** UTF-16 units of the text. */
    readonly length: number,
  ) {}

  static of(text: string): WrittenText {
    return new WrittenText(encoder.encode(JSON.stringify(text).slice(1, -1)), text.length);
  }

  toString(): string {
    return String(JSON.parse(`"${decoder.decode(this.json)}"`));
  }
}
