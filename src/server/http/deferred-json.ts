import { randomText, sha256 } from '../../platform';
import { jsonPieces, jsonWeight } from '../../utils/json/json-pieces';

interface DeferredValue {
  readonly value: unknown;
  /** The bytes of its placeholder in a message. */
  readonly literal: Uint8Array;
  readonly weight: number;
}

/**
 * Large values of the answer to one request. The SDK makes a message of JSON in one step; it gets placeholders in their
 * place, and their own JSON is made while it is sent, a piece at a time.
 */
export class DeferredJson {
  private readonly values = new Map<string, DeferredValue>();

  /** @returns a text that stands for this one in a message; it is good base64 too */
  text(value: string): string {
    return this.add(value, name => JSON.stringify(name));
  }

  /** @returns an object that stands for this one in a message */
  fields(value: Record<string, unknown>): Record<string, unknown> {
    return { [this.add(value, name => JSON.stringify({ [name]: true }))]: true };
  }

  /** About how many bytes a message has with its values in place. */
  weightOf(message: Uint8Array): number {
    return this.placesIn(message).reduce((sum, { weight }) => sum + weight, message.length);
  }

  /** The bytes of a message with its values in place. */
  *pieces(message: Uint8Array): Generator<Uint8Array, void> {
    let at = 0;
    for (const { start, name, value, literal } of this.placesIn(message)) {
      yield message.subarray(at, start);
      for (const piece of jsonPieces(value)) yield Buffer.from(piece);
      this.values.delete(name);
      at = start + literal.length;
    }
    yield message.subarray(at);
  }

  /** Nobody can guess a name, so no text of a note is ever taken for a placeholder. */
  private add(value: unknown, literalOf: (name: string) => string): string {
    const name = sha256(randomText(32));
    this.values.set(name, { value, literal: Buffer.from(literalOf(name)), weight: jsonWeight(value) });
    return name;
  }

  private placesIn(message: Uint8Array): (DeferredValue & { start: number; name: string })[] {
    if (this.values.size === 0) return [];
    const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
    return [...this.values]
      .map(([name, value]) => ({ ...value, name, start: bytes.indexOf(value.literal) }))
      .filter(({ start }) => start >= 0)
      .sort((a, b) => a.start - b.start);
  }
}
