import { randomText, sha256 } from '../../platform';
import { jsonPieces, jsonWeight } from '../../utils/json/json-pieces';
import type { LongText } from '../../utils/text/long-text';

interface DeferredValue {
  readonly value: unknown;
  /** The bytes of its placeholder in a message. */
  readonly literal: Uint8Array;
  readonly weight: number;
  readonly result: DeferredResult;
}

/**
 * Large values of the answer to one request. The SDK makes a message of JSON in one step; it gets placeholders in their
 * place, and their own JSON is made while it is sent, a piece at a time.
 */
export class DeferredJson {
  private readonly values = new Map<string, DeferredValue>();
  private readonly results = new Set<DeferredResult>();

  /** Takes the large values of one result; a batch of calls has several. */
  result(): DeferredResult {
    const result = new DeferredResult((value, literalOf) => {
      // Nobody can guess a name, so no text of a note is ever taken for a placeholder.
      const name = sha256(randomText(32));
      const literal = Buffer.from(literalOf(name));
      this.values.set(name, { value, literal, weight: jsonWeight(value), result });
      return name;
    });
    this.results.add(result);
    return result;
  }

  /** About how many bytes a message has with its values in place. */
  weightOf(message: Uint8Array): number {
    return this.placesIn(message).reduce((sum, { weight }) => sum + weight, message.length);
  }

  /** The bytes of a message with its values in place. A result is taken once all of its values are. */
  *pieces(message: Uint8Array): Generator<Uint8Array, void> {
    let at = 0;
    const places = this.placesIn(message);
    for (const { start, name, value, literal } of places) {
      yield message.subarray(at, start);
      for (const piece of jsonPieces(value)) yield Buffer.from(piece);
      this.values.delete(name);
      at = start + literal.length;
    }
    yield message.subarray(at);
    for (const { result } of places) result.end();
  }

  /** The request is over, however it ended. */
  end(): void {
    this.values.clear();
    for (const result of this.results) result.end();
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

/** The large values of one result. */
export class DeferredResult {
  private resolveTaken: () => void = () => undefined;
  /** Resolves when the client has taken the result, or never will. */
  readonly taken = new Promise<void>(resolve => {
    this.resolveTaken = resolve;
  });

  /** @param add keeps a value, and names what stands for it */
  constructor(private readonly add: (value: unknown, literalOf: (name: string) => string) => string) {}

  /** @returns a text that stands for this one in a message; it is good base64 too */
  text(value: string | LongText): string {
    return this.add(value, name => JSON.stringify(name));
  }

  /** @returns an object that stands for this one in a message */
  fields(value: Record<string, unknown>): Record<string, unknown> {
    return { [this.add(value, name => JSON.stringify({ [name]: true }))]: true };
  }

  end(): void {
    this.resolveTaken();
  }
}
