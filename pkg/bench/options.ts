/** The arguments of `npm run bench --`. */
import { parseArgs } from 'node:util';

export interface BenchOptions {
  readonly notes: number;
  /** A vault of long notes, of which only searches are measured. */
  readonly isLong: boolean;
  /** Few calls; a figure may have three times its limit. */
  readonly isShort: boolean;
  /** Only rows whose name or tool contains this, in lower case; `start` for the starts. */
  readonly only: string | undefined;
  /** Whether the figures go into recorded.json and docs/performance.md. */
  readonly isRecorded: boolean;
}

const sizes = [1_000, 10_000, 100_000];

export const usage = `Usage: npm run bench -- [options]

  --notes N    size of the vault: ${sizes.join(', ')} (default: 10000; with --short 1000)
  --long       10,000 long notes (70 MB), searches only
  --short      few calls, limits times three: for CI
  --only TEXT  only rows whose name contains TEXT ("start", "search", ...)
  --record     also write the figures into recorded.json and docs/performance.md
`;

/** @throws Error that describes the invalid arguments */
export function parseOptions(words: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      notes: { type: 'string' },
      long: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const { long: isLong, short: isShort, record: isRecorded, only } = values;
  const notes = Number(values.notes ?? (isShort ? 1_000 : 10_000));
  if (!sizes.includes(notes)) throw new Error(`--notes takes one of ${sizes.join(', ')}.`);
  const isWhole = !isShort && only === undefined && notes > 1_000;
  if (isRecorded && !isWhole) throw new Error('Only a whole run is recorded.');
  return { notes, isLong, isShort, only: only?.toLowerCase(), isRecorded };
}
