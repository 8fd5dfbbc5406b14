/** In the page, the place of src/platform.ts, as far as the interface needs it. */
import { z } from 'zod';
import { askNow } from './remote';

export { sha256 } from './sha256';

export function randomText(bytes: number): string {
  return z.string().parse(askNow('randomText', bytes));
}

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function startSha256(): never {
  throw new Error('Nothing in the interface hashes data in parts.');
}

export function areSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

export function keyedDigest(): never {
  throw new Error('Nothing in the interface signs.');
}

export function equalDigests(): never {
  throw new Error('Nothing in the interface compares digests.');
}

export function now(): number {
  return performance.now();
}

export function yieldToLoop(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

export function after(milliseconds: number, run: () => void): { cancel(): void } {
  const timer = setTimeout(run, milliseconds);
  return { cancel: () => clearTimeout(timer) };
}
