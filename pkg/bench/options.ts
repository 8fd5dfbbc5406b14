/** The arguments of `npm run bench --`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface BenchOptions {
  readonly notes: number;
  /** Only rows whose name or tool contains this, in lower case; start and empty call only if they match too. */
  readonly only: string | undefined;
  readonly json: boolean;
  readonly markdown: boolean;
  /** A folder with `main.js`, `manifest.json` and `dist/lectern.mjs`. */
  readonly product: string;
}

const sizes = [1_000, 10_000, 100_000];

export const usage = `Usage: npm run bench -- [options]

  --notes N        size of the vault: ${sizes.join(', ')} (default: 10000)
  --only TEXT      only rows whose name contains TEXT ("start", "empty call", "search", ...)
  --json           print the figures as JSON
  --markdown       also write the table into docs/performance.md
  --product PATH   folder of another build to measure (default: this repository)
`;

/** @throws Error that describes the invalid arguments */
export function parseOptions(words: readonly string[], here: string): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      notes: { type: 'string', default: '10000' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      product: { type: 'string', default: here },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const notes = Number(values.notes);
  if (!sizes.includes(notes)) throw new Error(`--notes takes one of ${sizes.join(', ')}.`);
  const { json, markdown, only } = values;
  return { notes, only: only?.toLowerCase(), json, markdown, product: resolve(values.product) };
}
