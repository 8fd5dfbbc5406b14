/** Texts as the library lz-string packs them (`compressToBase64`). Its own unpacking can neither pause nor stop. */
import type { Steps } from '../../utils/slicing/steps';
import { BitReader } from './bit-reader';
import { RepeatedText } from './repeated-text';

/** Codes of the format: a character of 8 bits follows, one of 16 bits, or the text ends. Others name entries. */
const shortCharacter = 0;
const longCharacter = 1;
const endOfText = 2;
const firstEntry = 3;
/** UTF-16 units between two pauses. */
const portion = 16_384;

/** A part of the output. */
interface Stretch {
  readonly start: number;
  readonly length: number;
}

/**
 * The text in base64 of lz-string; other characters are ignored. Some thousand digits can hold hundreds of
 * millions of characters, hence `most`.
 * @param most UTF-16 units
 * @returns undefined for invalid data, and for a longer text
 */
export function* unpackedText(base64: string, most: number): Steps<string | undefined> {
  const text = new RepeatedText(most);
  const unpacker = new Unpacker(new BitReader(base64), text);
  for (let paused = 0; ;) {
    const step = unpacker.next();
    if (step === 'failed') return undefined;
    if (step === 'ended') return text.toString();
    if (text.length - paused < portion) continue;
    paused = text.length;
    yield;
  }
}

/** Every dictionary entry is a part of the earlier output, so none is a separate string. */
class Unpacker {
  private readonly entries: Stretch[] = [];
  private last: Stretch | undefined;
  private width = 2;
  /** Number of entries until codes become a bit wider. */
  private left = 1;

  constructor(
    private readonly bits: BitReader,
    private readonly text: RepeatedText,
  ) {}

  /** Reads one code and writes its meaning. */
  next(): 'ended' | 'failed' | 'written' {
    const code = this.bits.read(this.width);
    if (code === endOfText) return 'ended';
    const written = code === undefined ? undefined : this.written(code);
    if (written === undefined) return 'failed';
    // The previous entry and the first character of this one are adjacent.
    if (this.last !== undefined) this.addEntry({ start: this.last.start, length: this.last.length + 1 });
    this.last = written;
    return 'written';
  }

  private written(code: number): Stretch | undefined {
    const start = this.text.length;
    if (code === shortCharacter || code === longCharacter) {
      const unit = this.bits.read(code === shortCharacter ? 8 : 16);
      if (unit === undefined || !this.text.add(unit)) return undefined;
      const character = { start, length: 1 };
      this.addEntry(character);
      return character;
    }
    const named = this.entries[code - firstEntry] ?? this.nextEntry(code);
    if (named === undefined || !this.text.repeat(named.start, named.length)) return undefined;
    return { start, length: named.length };
  }

  /** The entry that this code itself creates: the previous one followed by its own first character. */
  private nextEntry(code: number): Stretch | undefined {
    if (this.last === undefined || code !== firstEntry + this.entries.length) return undefined;
    return { start: this.last.start, length: this.last.length + 1 };
  }

  private addEntry(entry: Stretch): void {
    this.entries.push(entry);
    this.left -= 1;
    if (this.left > 0) return;
    this.left = 2 ** this.width;
    this.width += 1;
  }
}
