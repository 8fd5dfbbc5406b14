/** The last figures of each limit, in recorded.json, and the table that docs/performance.md has of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Figures, type LimitName, limitNames } from '../limits';
import { replaceBetween } from './page';
import { limitTable } from './tables';

const figureSchema = z.strictObject({ value: z.number(), row: z.string().optional(), date: z.iso.date() });

export type Recorded = Readonly<Partial<Record<LimitName, z.infer<typeof figureSchema>>>>;

export const recordedFile = (root: string): string => join(root, 'pkg', 'bench', 'recorded.json');

export function readRecorded(root: string): Recorded {
  const all = z.record(z.string(), figureSchema).parse(JSON.parse(readFileSync(recordedFile(root), 'utf8')));
  return Object.fromEntries(limitNames.flatMap(name => (all[name] === undefined ? [] : [[name, all[name]]])));
}

/** Enters what a run measured; other limits keep their figures. */
export function recordFigures(root: string, figures: Figures): void {
  const date = new Date().toISOString().slice(0, 10);
  const before = readRecorded(root);
  const rounded = (value: number): number => Number(value.toPrecision(3));
  const recorded = Object.fromEntries(
    limitNames.flatMap(name => {
      const { [name]: figure } = figures;
      const kept = before[name];
      if (figure !== undefined) return [[name, { ...figure, value: rounded(figure.value), date }]];
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
  const lines = Object.entries(recorded).map(([name, figure]) => {
    const fields = Object.entries(figure).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`);
    return `  "${name}": { ${fields.join(', ')} }`;
  });
  writeFileSync(recordedFile(root), `{\n${lines.join(',\n')}\n}\n`);
  replaceBetween(join(root, 'docs', 'performance.md'), 'limits', limitTable(readRecorded(root)));
}
