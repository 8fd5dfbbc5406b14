/** SHA-256 in the page itself: while a window is closed, the browser lets nobody wait for an answer of the process. */

/** The first 32 bits of what comes after the point in the cube roots of the first 64 primes, and in square roots. */
const primes = firstPrimes(64);
const rounds = primes.map(prime => fraction(Math.cbrt(prime)));
const start = primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime)));

/** @returns hex digits of the hash of the text's UTF-8 */
export function sha256(text: string): string {
  const words = padded(new TextEncoder().encode(text));
  let state = start;
  for (let at = 0; at < words.length; at += 16) state = compressed(state, words.slice(at, at + 16));
  return state.map(word => word.toString(16).padStart(8, '0')).join('');
}

function padded(bytes: Uint8Array): number[] {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const view = new DataView(new ArrayBuffer(size));
  bytes.forEach((byte, index) => view.setUint8(index, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(size - 4, bytes.length * 8);
  return Array.from({ length: size / 4 }, (_none, index) => view.getUint32(index * 4));
}

function compressed(state: readonly number[], block: readonly number[]): number[] {
  const words = [...block];
  const at = (index: number): number => words[index] ?? 0;
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [at(index - 15), at(index - 2)];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((at(index - 16) + first + at(index - 7) + second) >>> 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  words.forEach((word, index) => {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = h + mixed + ((e & f) ^ (~e & g)) + (rounds[index] ?? 0) + word;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
  });
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (state[index] ?? 0)) >>> 0);
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every(prime => candidate % prime !== 0)) found.push(candidate);
  return found;
}
