/**
 * The clock, the times of files and the random values, so that a call is answered with the same bytes on every machine.
 * They are replaced where the platform gives them; the product is not told.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import { doNotFakeBut } from '../support/time/fake-time';

const minute = 60_000;
const day = 24 * 60 * minute;

/** When the calls are made: ten in the morning, in Berlin, a day after the last note of the example vault. */
export const callTime = Date.UTC(2026, 9, 16, 8);
/** Files that a call writes are of the next day: their own time goes on, so that each change is seen as one. */
const writtenDay = callTime + day;

/** When the nth file of a vault was changed: a whole minute, each file at another one of the last 300 days. */
export function fileTime(nth: number): number {
  return callTime - ((nth * 7_919) % 431_000) * minute - minute;
}

const isGiven = (time: number): boolean => time < callTime && time % minute === 0;

/** Of one run of the tests. */
let started = 0;

/** A file that a call wrote has a real time; it becomes one of the day after the calls. */
function fixTimes(stats: unknown): void {
  if (!(stats instanceof fs.Stats)) return;
  const mtimeMs = isGiven(stats.mtimeMs) ? stats.mtimeMs : writtenDay + (stats.mtimeMs - started);
  Object.assign(stats, { mtimeMs, birthtimeMs: isGiven(mtimeMs) ? mtimeMs - day : writtenDay });
}

const withFixedTimes =
  (original: unknown) =>
  (...given: unknown[]): unknown => {
    if (typeof original !== 'function') throw new Error('This is no function.');
    const stats: unknown = Reflect.apply(original, fs, given);
    fixTimes(stats);
    return stats;
  };

const statNames = ['statSync', 'lstatSync', 'fstatSync'] as const;

/** Random values that a client can see: the key of cursors (32 bytes), and the ends of change ids (4 bytes). */
function isShown(size: unknown, encoding: unknown): boolean {
  return encoding === 'base64url' && (size === 32 || size === 4);
}

function withFixedText(bytes: Buffer): Buffer {
  const toString = bytes.toString.bind(bytes);
  const text = (encoding?: BufferEncoding): string =>
    isShown(bytes.length, encoding) ? 'x'.repeat(bytes.length) : toString(encoding);
  return Object.assign(bytes, { toString: text });
}

/** For the tests of this file; see above. */
export function withFixedSources(): void {
  const { randomBytes } = crypto;
  const originals = statNames.map((name): [string, unknown] => [name, Reflect.get(fs, name)]);
  beforeAll(() => {
    started = Date.now();
    jest.useFakeTimers({ doNotFake: doNotFakeBut('Date'), now: callTime });
    for (const [name, original] of originals) Reflect.set(fs, name, withFixedTimes(original));
    Reflect.set(crypto, 'randomBytes', (size: number) => withFixedText(randomBytes(size)));
  });
  afterAll(() => {
    for (const [name, original] of originals) Reflect.set(fs, name, original);
    Reflect.set(crypto, 'randomBytes', randomBytes);
    jest.useRealTimers();
  });
}

/** What cannot be given from outside: the vault's folder, and the time of day of what a call wrote. */
export function normalised(json: string, folder: string): string {
  return json
    .replaceAll(folder, () => 'FOLDER')
    .replace(/2026-10-17(?:T\d\d:\d\d:\d\d\.\d{3}Z| \d\d:\d\d)/g, () => 'WRITTEN');
}
