/** A note's own text, kept in the smaller of two forms. */
export class KeptText {
  readonly #text: string | undefined;
  readonly #utf8: Uint8Array | undefined;

  constructor(text: string) {
    // One character beyond Latin-1 makes the engine keep two bytes for each.
    const utf8 = isWide(text) && text.isWellFormed() ? encoder.encode(text) : undefined;
    if (utf8 !== undefined && utf8.byteLength < text.length * 2) this.#utf8 = utf8;
    else this.#text = text;
  }

  get text(): string {
    return this.#text ?? decoder.decode(this.#utf8);
  }

  get bytes(): number {
    return this.#utf8?.byteLength ?? bytesOf(this.#text ?? '');
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const beyondLatin1 = /[^\0-\xFF]/u;

function isWide(text: string): boolean {
  return beyondLatin1.test(text);
}

/** What a text takes in memory. */
export function bytesOf(text: string): number {
  return isWide(text) ? text.length * 2 : text.length;
}
