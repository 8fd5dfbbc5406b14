/** Limits how much memory the kept values of all rows take. */
import type { Value } from '../values/value';

/** In bytes, estimated upwards. */
const maxSize = 16_000_000;
/** Bytes of a number, or another value of a fixed size. */
const fixedSize = 16;

/** Space for values that are kept while other rows are evaluated. */
export class Room {
  #left = maxSize;

  /**
   * A copy to keep; undefined if there is no space. Texts are copied since a slice keeps its whole text in memory.
   * @param most larger values are not taken
   */
  copyOf(value: Value, most = maxSize): Value | undefined {
    const size = sizeOf(value, Math.min(most, this.#left));
    if (size > Math.min(most, this.#left)) return undefined;
    this.#left -= size;
    return copied(value);
  }

  /** Takes the space for a text of this length, if there is enough. */
  takes(length: number): boolean {
    if (length > this.#left) return false;
    this.#left -= length;
    return true;
  }
}

/** Lists nested deeper are not kept: measuring them is recursive. */
const maxDepth = 200;

/** @param most counting stops here, however often values contain each other */
function sizeOf(value: Value, most: number, depth = 0): number {
  if (typeof value === 'string') return fixedSize + value.length;
  if (typeof value !== 'object' || value === null) return fixedSize;
  if (depth > maxDepth) return Infinity;
  let size = fixedSize;
  if (value.kind === 'list')
    for (const item of value.items) {
      size += sizeOf(item, most - size, depth + 1);
      if (size > most) break;
    }
  else if (value.kind === 'object')
    for (const [name, entry] of value.entries) {
      size += name.length + sizeOf(entry, most - size, depth + 1);
      if (size > most) break;
    }
  else if (value.kind === 'link') size += value.target.length + (value.display?.length ?? 0);
  else if ('text' in value) size += value.text.length;
  return size;
}

function copied(value: Value): Value {
  if (typeof value === 'string') return ownText(value);
  if (typeof value !== 'object' || value === null) return value;
  switch (value.kind) {
    case 'list':
      return { ...value, items: value.items.map(copied) };
    case 'object':
      return { ...value, entries: new Map([...value.entries].map(([name, entry]) => [name, copied(entry)])) };
    case 'link':
      return { ...value, target: ownText(value.target), display: value.display && ownText(value.display) };
    case 'html':
    case 'image':
    case 'icon':
      return { ...value, text: ownText(value.text) };
    case 'date':
    case 'duration':
    case 'file':
    case 'tag':
    case 'pattern':
    case 'error':
      return value;
  }
}

/** A copy of a text: V8 keeps a longer slice as a reference into the whole text. */
export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}
