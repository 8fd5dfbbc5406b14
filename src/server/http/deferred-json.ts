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
 * Large values in the response to one request. The SDK serialises a message in one step; it gets placeholders
 * instead, and the values' JSON is made in pieces while it is sent.
 */
export class DeferredJson {
  private readonly values = new Map<string, DeferredValue>();
  private readonly results = new Set<DeferredResult>();

  /** Holds the large values of one result; a batch of calls has several. */
  result(): DeferredResult {
    const result = new DeferredResult((value, literalOf) => {
      // The name cannot be guessed, so that no text of a note is taken for a placeholder.
      const name = sha256(randomText(32));
      const literal = Buffer.from(literalOf(name));
      this.values.set(name, { value, literal, weight: jsonWeight(value), result });
      return name;
    });
    this.results.add(result);
    return result;
  }

  /** The approximate size of a message including its values, in bytes. */
  weightOf(message: Uint8Array): number {
    return this.placesIn(message).reduce((sum, { weight }) => sum + weight, message.length);
  }

  /** The bytes of a message with its values in place. A result is taken once all of its values are. */
  *pieces(message: Uint8Array): Generator<Uint8Array, void> {
    let at = 0;
    const places = this.placesIn(message);
    for (const { start, name, value, literal } of places) {
      yield message.subarray(at, start);
      for (const piece of jsonPieces(value)) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
      this.values.delete(name);
      at = start + literal.length;
    }
    yield message.subarray(at);
    for (const { result } of places) result.end();
  }

  /** The request has ended, with or without success. */
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
  /** Resolves when the client has received the result, or never will. */
  readonly taken = new Promise<void>(resolve => {
    this.resolveTaken = resolve;
  });

  /** @param add stores a value and returns its placeholder */
  constructor(private readonly add: (value: unknown, literalOf: (name: string) => string) => string) {}

  /** @returns a placeholder for the text in a message; it is valid base64 too */
  text(value: string | LongText): string {
    return this.add(value, name => JSON.stringify(name));
  }

  /** @returns a placeholder object for the value in a message */
  fields(value: Record<string, unknown>): Record<string, unknown> {
    return { [this.add(value, name => JSON.stringify({ [name]: true }))]: true };
  }

  end(): void {
    this.resolveTaken();
  }
}
